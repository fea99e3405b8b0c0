"""Our puzzles as datasets of `reasoning-gym`: importing this module registers ``unicursal_coil`` and the others.

    import reasoning_gym
    import unicursal.integrations.reasoning_gym

    data = reasoning_gym.create_dataset("unicursal_pellet", size=100, seed=7, max_difficulty=5)
"""

# The package has no types, or others on older versions of Python.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return,untyped-decorator,unused-ignore"

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Type

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from ..datasets import DIFFICULTIES, STYLES, Dataset
from .._levels import Level, puzzles


@dataclass
class PathConfig:
    """What to make."""

    min_difficulty: int = 0
    max_difficulty: int = 3
    style: str = "rows"
    size: int = 500
    seed: Optional[int] = None

    def validate(self) -> None:
        assert 0 <= self.min_difficulty <= self.max_difficulty < DIFFICULTIES, "difficulties must be in order"
        assert self.style in STYLES, f"style must be one of {STYLES}"
        assert self.size >= 0, "size must not be negative"


class PathDataset(ProceduralDataset):
    """Levels of one puzzle."""

    puzzle = ""

    def __init__(self, config: PathConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        difficulty = (config.min_difficulty, config.max_difficulty)
        self._items = Dataset(
            self.puzzle, size=config.size, seed=self.seed, difficulty=difficulty, style=config.style
        )

    def __getitem__(self, idx: int) -> Dict[str, Any]:
        item = self._items[idx]
        return {
            "question": item.prompt,
            "answer": item.answer,
            "metadata": {
                "source_dataset": f"unicursal_{self.puzzle}",
                "source_index": idx,
                "puzzle": item.puzzle,
                "level": item.text,
                "id": item.id,
                "difficulty": {"difficulty": item.difficulty},
            },
        }

    def score_answer(self, answer: Optional[str], entry: Dict[str, Any]) -> float:
        if not isinstance(answer, str):
            return 0.0
        return float(Level.of(self.puzzle, entry["metadata"]["level"], format="own").score(answer))


class PathCurriculum(BaseCurriculum):
    """Boards that grow."""

    def __init__(self) -> None:
        super().__init__(PathCurriculum.__name__, PathConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="difficulty",
                levels=list(range(DIFFICULTIES)),
                description="How large the board is",
                lower_field_name="min_difficulty",
                upper_field_name="max_difficulty",
                ensure_interval=True,
            )
        )


def _dataset(puzzle: str) -> Type[PathDataset]:
    return type(f"{puzzle.title()}Dataset", (PathDataset,), {"puzzle": puzzle, "__module__": __name__})


for _puzzle in puzzles():
    if f"unicursal_{_puzzle}" not in DATASETS:
        register_dataset(f"unicursal_{_puzzle}", _dataset(_puzzle), PathConfig, PathCurriculum)
