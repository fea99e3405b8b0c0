"""Puzzles in which a path must fill a grid: Coil, Connect the Colours, Pellet Eater, left-hand maze,
Trail.

A level is an object: :class:`Coil`, :class:`Connect`, :class:`Maze`, :class:`Pellet` or :class:`Trail`. It is
made of text, a file, an id or the number of a level of the pack, and can be solved, checked, counted and drawn.

>>> import unicursal
>>> level = unicursal.Coil("x=3&y=3&board=X.......X")
>>> outcome = level.solve()
>>> outcome
Solved(answer='x=0&y=1&path=DRURD')
>>> level.check(outcome.answer)
Valid()
>>> level.count()
4

What was found out is a value (:class:`Solved`, :class:`Unsolvable`, :class:`Unknown`); what went wrong
is an exception (:class:`Error`) that knows the place.
"""

from ._errors import BadInput, BadRequest, Error, Unfinished, Unsupported, WrongAnswer
from ._levels import Coil, Connect, Level, Maze, Pellet, Picture, Trail, generate, puzzles, read
from ._native import __version__
from ._outcomes import (
    Hint,
    Outcome,
    Progress,
    Proof,
    ProvesNone,
    ProvesNothing,
    ProvesOnly,
    Score,
    Solved,
    Unknown,
    Unsolvable,
    Valid,
    Verdict,
    Wrong,
)

__all__ = [
    "BadInput",
    "BadRequest",
    "Coil",
    "Connect",
    "Error",
    "Hint",
    "Level",
    "Maze",
    "Outcome",
    "Pellet",
    "Picture",
    "Progress",
    "Proof",
    "ProvesNone",
    "ProvesNothing",
    "ProvesOnly",
    "Score",
    "Solved",
    "Trail",
    "Unfinished",
    "Unknown",
    "Unsolvable",
    "Unsupported",
    "Valid",
    "Verdict",
    "Wrong",
    "WrongAnswer",
    "__version__",
    "generate",
    "puzzles",
    "read",
]
