"""Our puzzles as a task of Inspect, with a scorer that asks the checker.

    inspect eval unicursal/unicursal -T puzzle=pellet -T size=50
"""

# The package has no types, or others on older versions of Python.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return,untyped-decorator,unused-ignore"

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from unicursal.datasets import Dataset
from unicursal import Level


@scorer(metrics=[mean(), stderr()])
def path_scorer() -> Any:
    """1 for an answer that the independent checker accepts, at most 0.5 for others."""

    async def score(state: TaskState, target: Target) -> Score:
        level = Level.of(state.metadata["puzzle"], state.metadata["level"], format="own")
        worth = level.score(state.output.completion)
        return Score(
            value=float(worth),
            answer=worth.answer,
            explanation=worth.reason or "valid",
            metadata={"valid": worth.valid, "filled": worth.filled, "legal": worth.legal, "moves": worth.moves},
        )

    return score


@task
def unicursal(
    puzzle: str = "pellet",
    size: int = 100,
    seed: int = 0,
    min_difficulty: int = 0,
    max_difficulty: int = 3,
    style: str = "rows",
) -> Task:
    """Levels of one puzzle."""
    items = Dataset(puzzle, size=size, seed=seed, difficulty=(min_difficulty, max_difficulty), style=style)
    samples = [
        Sample(
            id=item.id,
            input=item.prompt,
            target=item.answer,
            metadata={"puzzle": item.puzzle, "level": item.text, "difficulty": item.difficulty},
        )
        for item in items
    ]
    return Task(dataset=MemoryDataset(samples, name=f"unicursal-{puzzle}"), solver=generate(), scorer=path_scorer())
