"""Our puzzles as a taskset of `verifiers` (its version 1): typed tasks, a reward and metrics.

    vf-eval unicursal-verifiers --env.taskset.puzzle pellet
"""

# The package has no types, or others on older versions of Python.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return,untyped-decorator,unused-ignore"

from __future__ import annotations

from typing import Any, Iterable

import verifiers.v1 as vf

from ..datasets import Dataset
from .._levels import Level


class PathData(vf.TaskData):
    """A level as a question."""

    puzzle: str
    level: str
    answer: str
    difficulty: int


class PathTasksetConfig(vf.TasksetConfig):
    """What to make."""

    puzzle: str = "pellet"
    size: int = 500
    seed: int = 0
    min_difficulty: int = 0
    max_difficulty: int = 3
    style: str = "rows"


class PathTask(vf.Task[PathData]):
    """One level. The reward is the score of the last reply: 1 for a checked answer, at most 0.5 for others."""

    def _level(self) -> Level:
        return Level.of(self.data.puzzle, self.data.level, format="own")

    @vf.reward(weight=1.0)
    async def score_of_reply(self, trace: Any) -> float:
        return float(self._level().score(trace.last_reply))

    @vf.metric
    async def solved(self, trace: Any) -> float:
        return float(self._level().score(trace.last_reply).valid)

    @vf.metric
    async def answered(self, trace: Any) -> float:
        return float(self._level().score(trace.last_reply).answer is not None)

    async def validate(self, runtime: Any) -> bool:
        return self._level().score(self.data.answer).valid


class PathTaskset(vf.Taskset[PathTask, PathTasksetConfig]):
    """Levels of one puzzle."""

    def load(self) -> Iterable[PathTask]:
        config = self.config
        items = Dataset(
            config.puzzle,
            size=config.size,
            seed=config.seed,
            difficulty=(config.min_difficulty, config.max_difficulty),
            style=config.style,
        )
        for item in items:
            data = PathData(
                name=item.id,
                prompt=item.prompt,
                puzzle=item.puzzle,
                level=item.text,
                answer=item.answer,
                difficulty=item.difficulty,
            )
            yield PathTask(data, config.task)


__all__ = ["PathTaskset"]
