"""What comes out of work on a level, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Tuple, Type, TypeVar, Union

S = TypeVar("S", bound="Score")


@dataclass(frozen=True)
class Solved:
    """An answer, as text; the independent checker has seen it. It is true."""

    answer: str
    #: What it took: figures by name.
    stats: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class Unsolvable:
    """It is proved that there is no solution. It is false."""

    #: The argument that proves it, in one line.
    proof: str
    stats: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Unknown:
    """Neither was established. It is false."""

    #: What ended the work: a limit, or a method that has nothing left to try.
    why: str
    #: How far it got, in one line.
    how_far: str
    #: The stage in which it ended.
    stage: str = ""
    #: What was tried and did not decide it.
    tried: Tuple[str, ...] = ()
    #: What could still be tried.
    left: Tuple[str, ...] = ()
    stats: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Hint:
    """A next move, with an answer that it leads to. It is true."""

    #: The move alone; empty if the answer is complete already.
    next: str
    #: What there is after the move, written as an answer is.
    so_far: str
    #: A whole answer that begins with it.
    answer: str
    #: Why the move is right, where a person can see that: technique, text, tiles and moves.
    reason: Optional[Dict[str, Any]] = field(default=None, hash=False)
    stats: Dict[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __bool__(self) -> bool:
        return True


Outcome = Union[Solved, Unsolvable, Unknown]


@dataclass(frozen=True)
class Valid:
    """The answer solves the level. It is true."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class Wrong:
    """The answer does not solve the level. It is false."""

    #: Where and why, in one line.
    reason: str
    #: The board at the failure, as text.
    board: str = field(default="", repr=False)

    def __bool__(self) -> bool:
        return False


Verdict = Union[Valid, Wrong]


class Score(float):
    """What a text is worth as an answer, 0 to 1, and why."""

    #: Whether the independent checker accepts the answer; then, and only then, it is worth 1.
    valid: bool
    #: The answer that was found in the text, as solvers write it.
    answer: Optional[str]
    #: What is wrong and where; empty for a right answer.
    reason: str
    #: How much of the work the legal moves do, 0 to 1.
    filled: float
    #: The moves of the answer, and those of them before the first that is not legal (in Connect, of each colour).
    moves: int
    legal: int

    @classmethod
    def of(cls: Type[S], fields: Dict[str, Any]) -> S:
        """The score for what the library says."""
        score = cls(fields["score"])
        for name in ("valid", "answer", "reason", "filled", "moves", "legal"):
            setattr(score, name, fields[name])
        return score


@dataclass(frozen=True)
class ProvesNone:
    """The proof shows that there is no solution. It is true."""

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class ProvesOnly:
    """The proof shows that this is the only solution. It is true."""

    answer: str
    # : The same walked backwards, where that is another solution: then there is no third.
    backwards: Optional[str] = None

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class ProvesNothing:
    """The proof fails. It is false."""

    #: The line at which it fails, counted from 1.
    line: int
    #: Why.
    reason: str

    def __bool__(self) -> bool:
        return False


Proof = Union[ProvesNone, ProvesOnly, ProvesNothing]


@dataclass(frozen=True)
class Progress:
    """A report from long work."""

    #: What is being done, in a word or two.
    phase: str
    #: How much of it is done, 0 to 1, where that is known.
    share: Optional[float]
    #: Further figures by name.
    figures: Dict[str, int]


def outcome(fields: Dict[str, Any]) -> Outcome:
    """The outcome for what the library says."""
    rest = {name: value for name, value in fields.items() if name != "outcome"}
    if fields["outcome"] == "solved":
        return Solved(**rest)
    if fields["outcome"] == "unsolvable":
        return Unsolvable(**rest)
    for name in ("tried", "left"):
        rest[name] = tuple(rest.get(name, ()))
    return Unknown(**rest)


def hint(fields: Dict[str, Any]) -> Union[Hint, Unsolvable, Unknown]:
    """The same for a hint."""
    if fields["outcome"] == "solved":
        return Hint(**{name: value for name, value in fields.items() if name != "outcome"})
    found = outcome(fields)
    assert not isinstance(found, Solved)
    return found


def verdict(fields: Dict[str, Any]) -> Verdict:
    """What the checker says."""
    return Valid() if fields["valid"] else Wrong(fields["reason"], fields["board"])


def judgement(said: Any) -> Proof:
    """What the checker says of a proof."""
    if said == "no_answer":
        return ProvesNone()
    if "only_answer" in said:
        return ProvesOnly(said["only_answer"])
    if "only_way" in said:
        return ProvesOnly(*said["only_way"])
    return ProvesNothing(**said["rejected"])
