"""Items for language models: a question, a reference answer and a score, of a difficulty that can be asked for.

>>> from unicursal.datasets import Dataset
>>> items = Dataset("pellet", size=100, seed=7, difficulty=(0, 3))
>>> item = items[42]
>>> item == Dataset("pellet", size=100, seed=7, difficulty=(0, 3))[42]
True
>>> item.score(item.answer), item.score("I do not know.")
(1.0, 0.0)

An item is made from the seed and its number alone, on every machine alike, and needs nothing but this package.
:mod:`unicursal.integrations` has the same for reasoning-gym, verifiers and Inspect.
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from typing import Any, Deque, Dict, Iterator, List, Sequence, Tuple, Union, overload

from ._errors import BadRequest, Unfinished
from ._levels import Level, generate
from ._outcomes import Score, Solved

#: The difficulties of all puzzles, from 0 on; the boards grow with them.
DIFFICULTIES = 10

#: How a prompt can show the board; ``any`` takes one of the others for each item.
STYLES = ("rows", "cells", "own", "any")

_SIDES: Dict[str, List[Tuple[int, int]]] = {
    "coil": [(3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 6), (7, 7), (9, 8), (12, 10), (16, 12)],
    "connect": [(4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 6), (7, 7), (8, 8), (9, 9), (10, 10)],
    "maze": [(5, 3), (5, 5), (7, 5), (7, 7), (9, 7), (9, 9), (11, 9), (13, 11), (17, 13), (21, 15)],
    "pellet": [(5, 4), (5, 5), (6, 5), (6, 6), (7, 6), (7, 7), (8, 7), (9, 8), (11, 9), (14, 11)],
    "trail": [(3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 5), (6, 6), (7, 6), (7, 7), (8, 8)],
}


def _options(puzzle: str, width: int) -> Dict[str, Any]:
    if puzzle == "connect":
        return {"colours": max(2, width // 2)}
    if puzzle == "trail":
        return {"difficulty": "easy" if width < 6 else "any"}
    return {}


@dataclass(frozen=True)
class Item:
    """A level as a question, with a reference answer. Others may be right as well: :meth:`score` asks the checker."""

    puzzle: str
    #: The level in the puzzle's own form.
    text: str
    #: The id that makes the level again.
    id: str
    #: What to ask.
    prompt: str
    #: One right answer.
    answer: str
    difficulty: int
    style: str

    @property
    def level(self) -> Level:
        """The level."""
        return Level.of(self.puzzle, self.text, format="own")

    def score(self, text: Union[str, bytes]) -> Score:
        """What a text is worth as an answer; see :meth:`unicursal.Level.score`."""
        return self.level.score(text)


def _check(puzzle: str, difficulty: Tuple[int, int], style: str) -> None:
    if puzzle not in _SIDES:
        raise BadRequest(f"there is no puzzle '{puzzle}'; there are {', '.join(_SIDES)}")
    lowest, highest = difficulty
    if not 0 <= lowest <= highest < DIFFICULTIES:
        raise BadRequest(f"difficulty must be two numbers from 0 to {DIFFICULTIES - 1}, the lower one first")
    if style not in STYLES:
        raise BadRequest(f"there is no style '{style}'; there are {', '.join(STYLES)}")


def make(puzzle: str, seed: Union[int, str], difficulty: int = 0, style: str = "rows") -> Item:
    """One item; the same arguments make the same."""
    _check(puzzle, (difficulty, difficulty), style)
    width, height = _SIDES[puzzle][difficulty]
    level = generate(puzzle, width, height, seed, **_options(puzzle, width))
    answer = level.known_answer()
    if answer is None:
        outcome = level.solve(threads=1)
        if not isinstance(outcome, Solved):
            raise Unfinished(f"{level.id} was not solved")
        answer = outcome.answer
    if style == "any":
        style = random.Random(f"{puzzle} {seed} {difficulty}").choice(STYLES[:3])
    assert level.id is not None
    return Item(puzzle, level.text, level.id, level.prompt(style), answer, difficulty, style)


class Dataset(Sequence[Item]):
    """``size`` items of one puzzle. Each is made when it is asked for, so that a large dataset costs nothing."""

    def __init__(
        self,
        puzzle: str,
        *,
        size: int = 500,
        seed: int = 0,
        difficulty: Union[int, Tuple[int, int]] = (0, 3),
        style: str = "rows",
    ) -> None:
        self.difficulty = (difficulty, difficulty) if isinstance(difficulty, int) else tuple(difficulty)
        if len(self.difficulty) != 2:
            raise BadRequest("difficulty must be a number, or the lowest and the highest")
        _check(puzzle, (self.difficulty[0], self.difficulty[1]), style)
        if size < 0:
            raise BadRequest("size must be a number of items from 0 on")
        self.puzzle, self.size, self.seed, self.style = puzzle, size, seed, style

    def __len__(self) -> int:
        return self.size

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> List[Item]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Item, List[Item]]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self.size))]
        number = index + self.size if index < 0 else index
        if not 0 <= number < self.size:
            raise IndexError(f"there are {self.size} items, and none has the number {index}")
        rng = random.Random(f"{self.puzzle} {self.seed} {number}")
        difficulty = rng.randint(self.difficulty[0], self.difficulty[1])
        return make(self.puzzle, f"{self.seed}-{number}", difficulty, self.style)

    def __iter__(self) -> Iterator[Item]:
        return (self[number] for number in range(self.size))


class Curriculum:
    """Items that become harder as they are solved, and easier as they are not.

    >>> curriculum = Curriculum("pellet", window=2)
    >>> for _ in range(2):
    ...     item = curriculum.next()
    ...     curriculum.record(item.score(item.answer))
    >>> curriculum.difficulty
    1
    """

    def __init__(
        self, puzzle: str, *, seed: int = 0, difficulty: int = 0, window: int = 20,
        up: float = 0.8, down: float = 0.2, style: str = "rows",
    ) -> None:
        _check(puzzle, (difficulty, difficulty), style)
        if window < 1 or not 0 <= down < up <= 1:
            raise BadRequest("window must be from 1 on, and 0 <= down < up <= 1")
        self.puzzle, self.seed, self.difficulty, self.style = puzzle, seed, difficulty, style
        self.up, self.down = up, down
        self._scores: Deque[float] = deque(maxlen=window)
        self._number = 0

    def next(self) -> Item:
        """The next item."""
        self._number += 1
        return make(self.puzzle, f"{self.seed}-{self._number}", self.difficulty, self.style)

    def record(self, score: float) -> None:
        """Takes a score into account; when a window is full the difficulty may change."""
        self._scores.append(float(score))
        if len(self._scores) < (self._scores.maxlen or 1):
            return
        mean = sum(self._scores) / len(self._scores)
        step = (mean >= self.up) - (mean <= self.down)
        if step and 0 <= self.difficulty + step < DIFFICULTIES:
            self.difficulty += step
            self._scores.clear()
