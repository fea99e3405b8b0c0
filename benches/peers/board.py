"""Boards as graphs: what every adapter needs, for four puzzles, from our own text forms.

A `Board` has cells `(x, y)` with their neighbours by direction. What is to be found is a path for
each pair of `ends`; an end that is `None` may be any cell.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Dict, List, Optional, Tuple

Cell = Tuple[int, int]
STEPS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}


@dataclass
class Board:
    puzzle: str
    width: int
    height: int
    next_to: Dict[Cell, Dict[str, Cell]]
    ends: List[Tuple[Optional[Cell], Optional[Cell]]]
    #: Cells that the path visits in this order (Trail).
    order: List[Cell] = field(default_factory=list)
    #: The names of the colours (Connect), one for each pair of ends.
    names: List[str] = field(default_factory=list)
    #: No path may touch itself (Connect).
    apart: bool = False


def read(text: str) -> Board:
    """Tells the puzzle by its text, as far as the boards of `run` go."""
    if text.startswith("x="):
        return _coil(text)
    if re.match(r"rule:", text):
        return _connect(text)
    if text.startswith("{"):
        return _trail(text)
    return _grid("pellet", [row for row in text.splitlines() if not row[:1].isdigit()])


def _grid(puzzle: str, rows: List[str], walls: str = "#", cut=frozenset()) -> Board:
    height, width = len(rows), max(map(len, rows))
    free = {(x, y) for y, row in enumerate(rows) for x, tile in enumerate(row) if tile not in walls}
    next_to: Dict[Cell, Dict[str, Cell]] = {}
    for x, y in sorted(free, key=lambda cell: (cell[1], cell[0])):
        beside = {letter: (x + right, y + down) for letter, (right, down) in STEPS.items()}
        next_to[x, y] = {
            letter: cell
            for letter, cell in beside.items()
            if cell in free and frozenset([cell, (x, y)]) not in cut
        }
    start = next((cell for cell in free if rows[cell[1]][cell[0]] == "S"), None)
    return Board(puzzle, width, height, next_to, [(start, None)])


def _coil(text: str) -> Board:
    width, height, cells = re.match(r"x=(\d+)&y=(\d+)&board=([.X]+)", text).groups()
    width = int(width)
    return _grid("coil", [cells[y * width :][:width] for y in range(int(height))], walls="X")


def _connect(text: str) -> Board:
    lines = text.splitlines()
    height, width = map(int, lines[1].split())
    board = _grid("connect", lines[2 : 2 + height])
    places: Dict[str, List[Cell]] = {}
    for x, y in board.next_to:
        if lines[2 + y][x] != ".":
            places.setdefault(lines[2 + y][x], []).append((x, y))
    board.names = list(places)
    board.apart = "no-touch" in lines[0]
    board.ends = [(pair[0], pair[1]) for pair in places.values()]
    return board


def _trail(text: str) -> Board:
    level = json.loads(text)
    height, width = level["grid_size"]
    rows = [["."] * width for _ in range(height)]
    for y, x in level.get("blocked", []):
        rows[y][x] = "#"
    cut = {frozenset((x, y) for y, x in pair) for pair in level["walls"]}
    board = _grid("trail", ["".join(row) for row in rows], cut=cut)
    nodes = sorted(level["nodes"], key=lambda node: node["id"])
    board.order = [(node["col"], node["row"]) for node in nodes]
    board.ends = [(board.order[0], board.order[-1] if len(nodes) > 1 else None)]
    return board


def walk(after: Dict[Cell, Cell], start: Cell) -> List[Cell]:
    """The cells from the start on; after a cycle it ends too."""
    path = [start]
    while path[-1] in after and len(path) <= len(after):
        path.append(after[path[-1]])
    return path


def letters(path: List[Cell]) -> str:
    """A path as a letter for each step."""
    names = {step: letter for letter, step in STEPS.items()}
    return "".join(names[b[0] - a[0], b[1] - a[1]] for a, b in zip(path, path[1:]))


def answer(board: Board, after: Dict[Cell, Cell], first: Optional[Cell] = None) -> str:
    """The answer that follows `after` from the beginnings of all paths, in our form."""
    if board.puzzle != "connect":
        path = walk(after, first or board.ends[0][0])
        steps = letters(path)
        if board.puzzle != "coil":
            return steps
        slides = re.sub(r"(.)\1+", r"\1", steps).upper()
        return f"x={path[0][0]}&y={path[0][1]}&path={slides}"
    lines = []
    for name, (start, _) in zip(board.names, board.ends):
        path = walk(after, start)
        corners = [path[0]]
        for before, here, then in zip(path, path[1:], path[2:]):
            if (here[0] - before[0], here[1] - before[1]) != (then[0] - here[0], then[1] - here[1]):
                corners.append(here)
        corners.append(path[-1])
        lines += [f"{a[0]} {a[1]} {b[0]} {b[1]} {name}" for a, b in zip(corners, corners[1:])]
    return "\n".join(lines)
