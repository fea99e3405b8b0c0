"""Coil, Connect, Pellet and Trail as environments in the form of Gymnasium; ``pip install unicursal[gym]``.

>>> import unicursal
>>> from unicursal.gym import PuzzleEnv
>>> env = PuzzleEnv(unicursal.Pellet("S..\\n"))
>>> observation, info = env.reset()
>>> info["action_mask"].tolist()
[0, 0, 0, 1]
>>> for _ in range(2):
...     observation, reward, terminated, truncated, info = env.step(3)
>>> reward, terminated, info["answer"]
(1.0, True, 'rr')

An episode ends when the level is solved, which is worth 1, or when no move is left. A move that is not
in the mask changes nothing and is worth -1. All levels of an environment have one size.
"""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Optional, SupportsFloat, Tuple

import gymnasium
import numpy as np

from . import _errors
from ._levels import Level

Cell = Tuple[int, int]

#: The directions in the order of the actions, as (columns, rows).
DIRECTIONS: List[Tuple[int, int]] = [(0, -1), (0, 1), (-1, 0), (1, 0)]

# What stands on a cell of an observation; Connect adds a number for each colour from COLOUR on.
FREE, WALL, VISITED, HEAD, VERTICAL, HORIZONTAL, COLOUR = range(7)


class _Rules:
    """A game: its cells, what was done so far, and what can be done next."""

    def __init__(self, level: Level) -> None:
        sheet = level._native.sheet()
        self.level = level
        self.width, self.height = sheet["width"], sheet["height"]
        symbols = sheet["cells"]
        rows = [symbols[y * self.width : (y + 1) * self.width] for y in range(self.height)]
        self.symbols: Dict[Cell, str] = {
            (x, y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)
        }
        self.tiles: Dict[str, Any] = {tile["symbol"]: tile for tile in level.about()["tiles"]}
        self.numbers: Dict[Cell, int] = {
            (mark["x"], mark["y"]): mark["number"] for mark in sheet.get("numbers", [])
        }
        self.walls = set()
        for wall in sheet.get("walls", []):
            x, y, below = wall["x"], wall["y"], wall.get("below", False)
            self.walls.add(frozenset([(x, y), (x, y + 1) if below else (x + 1, y)]))
        self.checkpoints: Dict[Cell, str] = {
            (mark["x"], mark["y"]): mark["colour"] for mark in sheet.get("checkpoints", [])
        }

    actions = 0
    codes = HEAD + 1

    def legal(self) -> List[int]:
        raise NotImplementedError

    def play(self, action: int) -> None:
        raise NotImplementedError

    def observe(self) -> "np.ndarray[Any, Any]":
        raise NotImplementedError

    def answer(self) -> str:
        raise NotImplementedError

    def is_full(self) -> bool:
        raise NotImplementedError

    def actions_of(self, answer: str) -> List[int]:
        raise NotImplementedError


def _step(cell: Cell, direction: int) -> Cell:
    dx, dy = DIRECTIONS[direction]
    return cell[0] + dx, cell[1] + dy


class _Walk(_Rules):
    """Pellet and Trail: steps from the start, in Trail past thin walls and to numbers in their order. Coil: slides from a start that is chosen first; then the actions
    after the four directions are the cells, row by row."""

    def __init__(self, level: Level) -> None:
        super().__init__(level)
        self.slides = level.puzzle == "coil"
        self.actions = 4 + (self.width * self.height if self.slides else 0)
        self.free = {cell for cell, symbol in self.symbols.items() if self.tiles[symbol]["fill"] != "wall"}
        starts = [cell for cell, symbol in self.symbols.items() if self.tiles[symbol]["single"]]
        self.start: Optional[Cell] = starts[0] if starts else None
        self.head = self.start
        self.letters = ""
        self.visited = set(starts)

    def _is_open(self, cell: Cell) -> bool:
        return cell in self.free and cell not in self.visited

    def _may_step(self, cell: Cell, target: Cell) -> bool:
        if not self._is_open(target) or frozenset([cell, target]) in self.walls:
            return False
        if len(self.numbers) > 1 and self.numbers.get(target) == len(self.numbers):
            # A trail ends at its last number.
            return len(self.visited) + 1 == len(self.free)
        met = sum(number in self.visited for number in self.numbers)
        return self.numbers.get(target, met + 1) == met + 1

    def legal(self) -> List[int]:
        if self.head is None:
            return [4 + y * self.width + x for x, y in self.free]
        return [d for d in range(4) if self._may_step(self.head, _step(self.head, d))]

    def play(self, action: int) -> None:
        if self.head is None:
            cell = action - 4
            self.start = self.head = (cell % self.width, cell // self.width)
            self.visited.add(self.head)
            return
        self.letters += "UDLR"[action] if self.slides else "udlr"[action]
        next_cell = _step(self.head, action)
        while self._is_open(next_cell):
            self.head = next_cell
            self.visited.add(next_cell)
            if not self.slides:
                break
            next_cell = _step(next_cell, action)

    def observe(self) -> "np.ndarray[Any, Any]":
        board = np.full((self.height, self.width), WALL, dtype=np.int16)
        for x, y in self.free:
            board[y, x] = VISITED if (x, y) in self.visited else FREE
        if self.head is not None:
            board[self.head[1], self.head[0]] = HEAD
        return board

    def answer(self) -> str:
        if not self.slides:
            return self.letters
        if self.start is None:
            return ""
        return f"x={self.start[0]}&y={self.start[1]}&path={self.letters}"

    def is_full(self) -> bool:
        return self.head is not None and len(self.visited) == len(self.free)

    def actions_of(self, answer: str) -> List[int]:
        if not self.slides:
            return ["udlr".index(letter) for letter in answer.strip()]
        found = re.fullmatch(r"x=(\d+)&y=(\d+)&path=([UDLR]*)", answer.strip())
        if found is None:
            raise _errors.BadRequest("an answer here has the form x=X&y=Y&path=UDLR")
        x, y = int(found[1]), int(found[2])
        return [4 + y * self.width + x] + ["UDLR".index(letter) for letter in found[3]]


class _Join(_Rules):
    """Connect: the paths grow from the first terminal of each colour; action ``4 * colour + direction``
    makes one of them a cell longer."""

    def __init__(self, level: Level) -> None:
        super().__init__(level)
        ends: Dict[str, List[Cell]] = {}
        for cell, symbol in self.symbols.items():
            if symbol not in ".VHX":
                ends.setdefault(symbol, []).append(cell)
        self.names = list(ends)
        self.goals = [ends[name][1] for name in self.names]
        self.paths = [[ends[name][0]] for name in self.names]
        self.taken = {cell: colour for colour, name in enumerate(self.names) for cell in ends[name]}
        self.actions = 4 * len(self.names)
        self.codes = COLOUR + len(self.names)
        rule = level.text.partition("\n")[0]
        self.may_stay_empty = rule.startswith("rule:") and "blanks" in rule

    def _fits(self, colour: int, direction: int) -> bool:
        path = self.paths[colour]
        if path[-1] == self.goals[colour]:
            return False
        vertical = direction < 2
        here = self.symbols[path[-1]]
        target = _step(path[-1], direction)
        if (here == "V" and not vertical) or (here == "H" and vertical):
            return False
        if target == self.goals[colour]:
            return True
        there = self.symbols.get(target, "X")
        if there == "X" or target in self.taken or (there == "V") > vertical or (there == "H") > (not vertical):
            return False
        return self.checkpoints.get(target, self.names[colour]) == self.names[colour]

    def legal(self) -> List[int]:
        return [a for a in range(self.actions) if self._fits(*divmod(a, 4))]

    def play(self, action: int) -> None:
        colour, direction = divmod(action, 4)
        cell = _step(self.paths[colour][-1], direction)
        self.paths[colour].append(cell)
        self.taken[cell] = colour

    def observe(self) -> "np.ndarray[Any, Any]":
        codes = {"X": WALL, "V": VERTICAL, "H": HORIZONTAL}
        board = np.zeros((self.height, self.width), dtype=np.int16)
        for (x, y), symbol in self.symbols.items():
            taken = self.taken.get((x, y))
            board[y, x] = codes.get(symbol, FREE) if taken is None else COLOUR + taken
        return board

    def answer(self) -> str:
        lines = []
        for name, path in zip(self.names, self.paths):
            first = 0
            for last in range(1, len(path)):
                bends = last + 1 < len(path) and (path[last - 1][0] == path[last][0]) != (
                    path[last][0] == path[last + 1][0]
                )
                if bends or last + 1 == len(path):
                    (x1, y1), (x2, y2) = path[first], path[last]
                    lines.append(f"{x1} {y1} {x2} {y2} {name}")
                    first = last
        return "\n".join(lines)

    def is_full(self) -> bool:
        joined = all(path[-1] == goal for path, goal in zip(self.paths, self.goals))
        needed = self.checkpoints if self.may_stay_empty else self.symbols
        return joined and all(cell in self.taken or self.symbols[cell] == "X" for cell in needed)

    def actions_of(self, answer: str) -> List[int]:
        near: List[Dict[Cell, List[Cell]]] = [{} for _ in self.names]
        for line in answer.split("\n"):
            words = line.split()
            if len(words) != 5 or words[4] not in self.names:
                raise _errors.BadRequest("a line of an answer has the form x1 y1 x2 y2 colour")
            x, y, last_x, last_y = map(int, words[:4])
            joined = near[self.names.index(words[4])]
            while (x, y) != (last_x, last_y):
                step = (x + (last_x > x) - (last_x < x), y + (last_y > y) - (last_y < y))
                joined.setdefault((x, y), []).append(step)
                joined.setdefault(step, []).append((x, y))
                x, y = step
        actions = []
        for colour, joined in enumerate(near):
            before, here = None, self.paths[colour][0]
            while here != self.goals[colour]:
                after = [cell for cell in joined.get(here, []) if cell != before]
                if not after:
                    break
                direction = DIRECTIONS.index((after[0][0] - here[0], after[0][1] - here[1]))
                actions.append(4 * colour + direction)
                before, here = here, after[0]
        return actions


def _rules(level: Level) -> _Rules:
    if level.puzzle == "maze":
        raise _errors.Unsupported("this puzzle has no environment")
    return _Join(level) if level.puzzle == "connect" else _Walk(level)


class PuzzleEnv(gymnasium.Env):  # type: ignore[type-arg,unused-ignore]
    """A level to be solved move by move.

    ``level`` is what every episode begins with, unless ``levels`` makes another one of the same size
    (and, for Connect, with as many colours) from the seed of the episode.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        level: Level,
        *,
        levels: Optional[Callable[[int], Level]] = None,
        render_mode: Optional[str] = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise _errors.BadRequest("the only render mode is 'ansi'")
        self.render_mode = render_mode
        self._levels = levels
        self._game = _rules(level)
        shape = (self._game.height, self._game.width)
        self.observation_space = gymnasium.spaces.Box(
            0, self._game.codes - 1, shape=shape, dtype=np.int16
        )
        self.action_space = gymnasium.spaces.Discrete(self._game.actions)

    @property
    def level(self) -> Level:
        """The level of this episode."""
        return self._game.level

    def action_masks(self) -> "np.ndarray[Any, Any]":
        """1 for each legal action, else 0."""
        mask = np.zeros(self._game.actions, dtype=np.int8)
        mask[self._game.legal()] = 1
        return mask

    def answer(self) -> str:
        """The moves so far, as :meth:`unicursal.Level.check` and ``hint`` take them."""
        return self._game.answer()

    def actions_of(self, answer: str) -> List[int]:
        """The actions that play an answer, or the beginning of one, from the start of an episode."""
        return self._game.actions_of(answer)

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self.action_masks(), "answer": self.answer()}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple["np.ndarray[Any, Any]", Dict[str, Any]]:
        super().reset(seed=seed)
        level = self._game.level
        if self._levels is not None:
            level = self._levels(int(self.np_random.integers(2**31)))
        game = _rules(level)
        if (game.actions, game.width, game.height) != (
            self._game.actions,
            self._game.width,
            self._game.height,
        ):
            raise _errors.BadRequest("all levels of an environment must have one size and as many colours")
        self._game = game
        return game.observe(), self._info()

    def step(
        self, action: Any
    ) -> Tuple["np.ndarray[Any, Any]", SupportsFloat, bool, bool, Dict[str, Any]]:
        game = self._game
        legal = game.legal()
        reward = 0.0
        if int(action) in legal:
            game.play(int(action))
            legal = game.legal()
        else:
            reward = -1.0
        solved = game.is_full()
        if solved and reward == 0.0:
            reward = 1.0
        return game.observe(), reward, solved or not legal, False, self._info()

    def render(self) -> Optional[str]:  # type: ignore[override,unused-ignore]
        if self.render_mode is None:
            return None
        return self.level.draw(self.answer() or None).text
