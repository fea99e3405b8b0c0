"""What a type checker must accept; mypy reads this file, nothing runs it."""

from pathlib import Path
from typing import Optional, Tuple

import numpy
from numpy.typing import NDArray
from typing_extensions import assert_type

import unicursal


def answer(level: unicursal.Level) -> Optional[str]:
    outcome = level.solve(time_limit=1.5, memory_limit=1 << 30, threads=2, method="engine", format="qpath")
    if isinstance(outcome, unicursal.Solved):
        return outcome.answer
    if isinstance(outcome, unicursal.Unsolvable):
        print(outcome.proof)
        return None
    print(outcome.why, outcome.how_far, *outcome.tried)
    return None


def tour() -> Tuple[int, bool, bytes, str]:
    level = unicursal.Coil(Path("level.txt"))
    verdict = level.check("x=0&y=0&path=")
    if isinstance(verdict, unicursal.Wrong):
        print(verdict.reason, verdict.board)
    hint = level.hint()
    if isinstance(hint, unicursal.Hint):
        print(hint.next)
    made: unicursal.Level = unicursal.generate("connect", 8, 8, 5, colours=4, unique=True)
    connect: unicursal.Connect = unicursal.Connect.from_array(made.array())
    try:
        connect.count(progress=lambda report: print(report.phase, report.share))
    except unicursal.Unfinished as error:
        print(error.at_least)
    except unicursal.BadInput as error:
        print(error.line, error.column, error.byte)
    coil: unicursal.Coil = unicursal.generate("coil", 8, 5, "spring")
    score: unicursal.Score = coil.score(coil.prompt("cells"))
    worth: float = score + score.filled
    print(worth, score.reason, coil.answers(3, time_limit=1), coil.difficulty(), coil.sheet()["width"])
    symbols = coil.array().tolist()
    print(unicursal.read("S#E\n").puzzle, symbols)
    picture = level.draw()
    return level.count(), level.unique(), picture.png, picture.svg


def exact() -> None:
    """What was typed ``Any``, which every other line here would accept."""
    assert_type(unicursal.Coil(1).array(), NDArray[numpy.str_])
    assert_type(unicursal.generate("coil", 8, 5), unicursal.Coil)
    assert_type(unicursal.generate("connect", 8, 8), unicursal.Connect)
    assert_type(unicursal.generate("maze", 9, 9), unicursal.Maze)
    assert_type(unicursal.generate("pellet", 8, 8), unicursal.Pellet)
    assert_type(unicursal.generate("trail", 8, 8), unicursal.Trail)
    assert_type(unicursal.generate(str(), 8, 8), unicursal.Level)
