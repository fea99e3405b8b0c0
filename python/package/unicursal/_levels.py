"""Levels of all puzzles, and how they are made."""

from __future__ import annotations

import json
import operator
import os
import re
import secrets
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Type,
    TypeVar,
    Union,
    overload,
)

from . import _native
from ._errors import BadInput, BadRequest, Unfinished
from ._outcomes import (
    Hint,
    Outcome,
    Progress,
    Proof,
    Score,
    Unknown,
    Unsolvable,
    Verdict,
    hint,
    judgement,
    outcome,
    verdict,
)

#: A level: its text, its id, a file, or the number of a level of the pack.
Source = Union[str, bytes, "os.PathLike[str]", int]

#: Gets reports from long work. What it raises ends the work.
ProgressCallback = Callable[[Progress], object]

Options = Union[str, int, float, bool, None]

L = TypeVar("L", bound="Level")

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Literal


def _limits(
    time_limit: Optional[float],
    memory_limit: Optional[int],
    threads: Optional[int],
    progress: Optional[ProgressCallback],
) -> Dict[str, Any]:
    if time_limit is not None and not time_limit >= 0:
        raise BadRequest("time_limit must be a number of seconds from 0 on")
    if memory_limit is not None and not 0 <= memory_limit < 1 << 63:
        raise BadRequest("memory_limit must be a number of bytes from 0 on")
    if threads is not None and not 1 <= threads < 1 << 31:
        raise BadRequest("threads must be a number from 1 on")
    return {
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "threads": threads or os.cpu_count() or 1,
        "progress": progress,
    }


def _options(options: Dict[str, Options]) -> List[Tuple[str, str]]:
    words = []
    for name, value in options.items():
        if value is not None:
            word = str(value).lower() if isinstance(value, bool) else str(value)
            words.append((name.replace("_", "-"), word))
    return words


#: What looks like the name of a file, and like no level.
_FILE = re.compile(r"[^\n=&?]{1,500}\.[A-Za-z0-9]{1,6}")


def _bytes(text: Union[str, bytes]) -> bytes:
    if isinstance(text, str):
        # Half of a pair of surrogates is no text, but no reason to fail either.
        return text.encode(errors="replace")
    if not isinstance(text, (bytes, bytearray, memoryview)):
        raise TypeError(f"a text is str or bytes, not {type(text).__name__}")
    return bytes(text)


def _count_of(name: str, number: int) -> int:
    try:
        whole = operator.index(number)
    except TypeError:
        whole = -1
    if not 0 <= whole < 1 << 63:
        raise BadRequest(f"{name} must be a number from 0 on, and below 2**63")
    return whole


def _read(puzzle: str, source: "Union[str, bytes]", format: Optional[str]) -> _native.Level:
    try:
        return _native.read(puzzle, _bytes(source), format)
    except BadInput as error:
        raise _told(error, source) from None


def _told(error: BadInput, source: "Union[str, bytes]") -> BadInput:
    """The error, which says how files are named if the text looks like the name of one."""
    if not isinstance(source, str) or not _FILE.fullmatch(source):
        return error
    return BadInput(f"{error}; if this is a file, say pathlib.Path({source!r})", error._fields)


class Picture:
    """A picture of a level. A notebook shows it by itself.

    >>> import unicursal
    >>> picture = unicursal.Coil("x=3&y=2&board=X.....").draw()
    >>> print(picture.text)
    +-------+
    | █ . . |
    | . . . |
    +-------+
    >>> picture.svg[:4], picture.png[1:4]
    ('<svg', b'PNG')
    """

    def __init__(self, level: _native.Level, answer: Optional[bytes]) -> None:
        self._level = level
        self._answer = answer
        self._text = level.draw(answer, "text").decode()

    @property
    def text(self) -> str:
        """The picture as text."""
        return self._text.rstrip("\n")

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return self._level.draw(self._answer, "svg").decode()

    @property
    def png(self) -> bytes:
        """The picture as the bytes of a PNG file."""
        return self._level.draw(self._answer, "png")

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes a file by its ending: SVG, PNG, text (also without one), or the drawing of the answer as a moving
        GIF or APNG. Others are refused."""
        ending = os.path.splitext(os.fspath(path))[1].lower()
        forms = {".svg": "svg", ".png": "png", ".gif": "gif", ".apng": "apng", "": "text", ".txt": "text"}
        if ending not in forms:
            raise BadRequest(
                f"'{ending}' is no kind of picture here; use .svg, .png, .gif, .apng or .txt"
            )
        data = self._level.draw(self._answer, forms[ending])
        with open(path, "wb") as file:
            file.write(data)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.text


class Level:
    """A level of one of the puzzles. Levels are made of the puzzles' own classes, or of
    :meth:`Level.of` where the puzzle has a name.

    >>> import unicursal
    >>> unicursal.Level.of("pellet", "S..\\n")
    Pellet('3 1\\nS..\\n')
    """

    #: The puzzle's name.
    puzzle: str = ""

    #: The answer that a level was pickled with, and whether it was pickled at all.
    _answer: Optional[str] = None
    _is_restored: bool = False

    def __init__(self, source: Source, *, format: Optional[str] = None) -> None:
        """Reads or makes a level.

        ``source`` is the level's text, in any form that is recognised, an address that holds it, its
        id (``"coil:40x30/original#spring"``), a path (``pathlib.Path``), or the number of a level
        of the pack. ``format`` names the form of the text where it cannot be recognised.
        """
        if not self.puzzle:
            raise TypeError("a level is made of Coil, Connect, Maze, Pellet or Trail")
        unlimited = _limits(None, None, None, None)
        if isinstance(source, bool) or not isinstance(source, (str, bytes, bytearray, int, os.PathLike)):
            raise TypeError(
                "a level is made of its text, its id, a path or a number, "
                f"not of {type(source).__name__}"
            )
        if isinstance(source, int):
            self._native = _native.make(self.puzzle, f"{self.puzzle}:pack/{source}", unlimited)
            return
        if isinstance(source, os.PathLike):
            with open(source, "rb") as file:
                source = file.read()
        elif isinstance(source, str) and format is None and _native.is_name(self.puzzle, source):
            self._native = _native.make(self.puzzle, source, unlimited)
            return
        self._native = _read(self.puzzle, source, format)

    @staticmethod
    def of(puzzle: str, source: Source, *, format: Optional[str] = None) -> "Level":
        """A level of the puzzle with this name."""
        return _class(puzzle)(source, format=format)

    @classmethod
    def _holding(cls: Type[L], native: _native.Level) -> L:
        level = cls.__new__(cls)
        level._native = native
        return level

    @classmethod
    def from_array(cls: Type[L], cells: Any, *, rule: str = "") -> L:
        """A level of a two-dimensional array (or nested sequences) of cells as :meth:`array` has them; for Coil also
        of truth values, where true is a free cell. ``rule`` is what Connect's text says after ``rule:``.

        >>> import unicursal
        >>> unicursal.Coil.from_array([[False, True], [True, True]])
        Coil('x=2&y=2&board=X...\\n')
        >>> unicursal.Pellet.from_array(["S..", "..."])
        Pellet('3 2\\nS..\\n...\\n')
        """
        try:
            rows = [list(row) for row in cells]
        except TypeError:
            raise BadRequest("an array of cells must have two dimensions") from None
        width = len(rows[0]) if rows else 0
        if any(len(row) != width for row in rows):
            raise BadRequest("the rows of an array must be of one length")
        sheet: Dict[str, Any] = {"width": width, "height": len(rows), "rule": rule}
        symbols = []
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if getattr(cell, "ndim", 0) or isinstance(cell, (list, tuple)):
                    raise BadRequest("an array of cells must have two dimensions")
                if cls.puzzle == "coil" and not isinstance(cell, str):
                    # Whatever is not equal to itself is no number.
                    if cell is None or cell != cell:
                        raise BadRequest(f"a cell must be one symbol or a truth value, not {cell!r}")
                    cell = "." if cell else "X"
                symbols.append(cls._read_cell(sheet, x, y, cell))
        sheet["cells"] = "".join(symbols)
        return cls.from_sheet(sheet)

    @classmethod
    def from_sheet(cls: Type[L], sheet: Mapping[str, Any]) -> L:
        """A level of what :meth:`sheet` gives."""
        text = _native.print_sheet(cls.puzzle, json.dumps(dict(sheet)))
        return cls._holding(_native.read(cls.puzzle, text.encode(), "own"))

    @classmethod
    def _read_cell(cls, sheet: Dict[str, Any], x: int, y: int, cell: Any) -> str:
        """The symbol of a cell; what else it says goes into the sheet."""
        word = str(cell)
        place = {"x": x, "y": y}
        if cls.puzzle == "trail" and isinstance(cell, str):
            for mark, below in (("_", True), ("|", False)):
                if word.endswith(mark):
                    word = word[:-1]
                    sheet.setdefault("walls", []).append({**place, "below": below})
            if word.isascii() and word.isdigit() and len(word) < 10:
                sheet.setdefault("numbers", []).append({**place, "number": int(word)})
                word = "1" if int(word) == 1 else "."
        elif cls.puzzle == "connect" and isinstance(cell, str) and len(word) == 2:
            sheet.setdefault("checkpoints", []).append({**place, "colour": word[1]})
            word = word[0]
        if not isinstance(cell, str) or len(word) != 1:
            raise BadRequest(f"a cell must be one symbol, not {cell!r}")
        return word

    @classmethod
    def about(cls) -> Dict[str, Any]:
        """Everything there is to know about the puzzle: methods, options, tiles, forms."""
        return _native.about(cls.puzzle)

    @property
    def id(self) -> Optional[str]:
        """The id that makes the level again, if it was made and not read."""
        return self._native.id

    @property
    def text(self) -> str:
        """The level in the puzzle's own form."""
        return self._native.text()

    @property
    def size(self) -> Tuple[int, int]:
        """Columns and rows."""
        return self._native.size()

    def sheet(self) -> Dict[str, Any]:
        """The level cell by cell: ``width``, ``height``, the symbols as ``cells`` row by row and, where there are
        some, ``checkpoints``, ``numbers``, ``walls`` and the ``rule``."""
        return self._native.sheet()

    def array(self) -> "NDArray[numpy.str_]":
        """All cells as a NumPy array of rows; needs NumPy. A cell is its symbol. In Connect the colour of a checkpoint
        follows the tile; in Trail a number stands for itself, ``|`` after it is a thin wall at its right, ``_`` one below.

        >>> import unicursal
        >>> unicursal.Connect("1 3\\n0.0\\n1\\n1 0 0\\n").array().tolist()
        [['0', '.0', '0']]
        """
        import numpy

        sheet = self._native.sheet()
        cells = list(sheet["cells"])
        width = sheet["width"]
        for mark in sheet.get("numbers", []):
            cells[mark["y"] * width + mark["x"]] = str(mark["number"])
        for mark in sheet.get("checkpoints", []):
            cells[mark["y"] * width + mark["x"]] += mark["colour"]
        for below in (False, True):
            for wall in sheet.get("walls", []):
                if wall.get("below", False) == below:
                    cells[wall["y"] * width + wall["x"]] += "_" if below else "|"
        return numpy.array(cells, dtype=numpy.str_).reshape(sheet["height"], width)

    def convert(self, format: str) -> bytes:
        """The level in the form of another program. What it cannot express is a :class:`BadRequest`.

        >>> import unicursal
        >>> unicursal.Connect("2 3\\n1.2\\n1.2\\n").convert("puzz.link")
        b'https://puzz.link/p?arukone/3/2/1g21g2\\n'
        """
        return bytes(self._native.write_as(format))

    def solve(
        self,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        method: Optional[str] = None,
        seed: int = 0,
        progress: Optional[ProgressCallback] = None,
        **options: Options,
    ) -> Outcome:
        """Looks for an answer, within this many seconds and bytes.

        >>> import unicursal
        >>> unicursal.Coil("x=3&y=3&board=.X.....X.").solve().proof
        'dead ends: (0, 0), (2, 0) and (0, 2) have one free neighbour each, but a path has two ends'
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        seed = _count_of("seed", seed)
        return outcome(self._native.solve(method, seed, _options(options), limits))

    def check(self, answer: Union[str, bytes], **options: Options) -> Verdict:
        """Judges an answer by code that shares nothing with the solvers. An answer that cannot be
        read is a :class:`BadInput`.

        >>> import unicursal
        >>> unicursal.Pellet("S..\\n").check("r")
        Wrong(reason='...')
        """
        return verdict(self._native.check(_bytes(answer), _options(options)))

    def prove(
        self,
        answer: Union[str, bytes, None] = None,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
        **options: Options,
    ) -> Optional[str]:
        """The text of a proof that there is no solution, or none but the given one, which others can
        check; ``None`` if there is one: a certificate for the kernel. Raises
        :class:`Unfinished` where no proof was found within the limits.

        >>> import unicursal
        >>> unicursal.Pellet("S..\\n#.#\\n").prove()
        'unicursal certificate 1 pellet\\nends 0\\n0 1 0\\n'
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        known = None if answer is None else _bytes(answer)
        return self._native.prove(known, _options(options), limits)

    def check_proof(
        self,
        proof: Union[str, bytes],
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
        **options: Options,
    ) -> Proof:
        """Judges a proof by code that shares nothing with the solvers. A text that is no proof is a
        :class:`BadInput`.

        >>> import unicursal
        >>> proof = "unicursal certificate 1 pellet\\nends 0\\n0 1 0\\n"
        >>> unicursal.Pellet("S..\\n#.#\\n").check_proof(proof)
        ProvesNone()
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        return judgement(self._native.check_proof(_bytes(proof), _options(options), limits))

    def count(
        self,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
        **options: Options,
    ) -> int:
        """The exact number of solutions. Raises :class:`Unfinished` where a limit ends it before.

        >>> import unicursal
        >>> unicursal.Pellet("S..\\n...\\n...\\n").count()
        8
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        found, complete, why = self._count(None, limits, options)
        if complete:
            return found
        raise self._not_counted(found, why)

    def unique(
        self,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
        **options: Options,
    ) -> bool:
        """Whether there is exactly one solution. Raises :class:`Unfinished` where that stays open.

        >>> import unicursal
        >>> unicursal.Connect("2 3\\n1.2\\n1.2\\n").unique()
        False
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        found, complete, why = self._count(2, limits, options)
        if found > 1:
            return False
        if complete:
            return found == 1
        raise self._not_counted(found, why)

    def _count(
        self, most: Optional[int], limits: Dict[str, Any], options: Dict[str, Options]
    ) -> Tuple[int, bool, Optional[str]]:
        found, complete, why = self._native.count(most, _options(options), limits)
        return int(found), complete, why

    @staticmethod
    def _not_counted(found: int, why: Optional[str]) -> Unfinished:
        how_far = f"there are at least {found} answers"
        why = why or "a limit was reached"
        error = Unfinished(f"{why}: {how_far}", {"why": why, "how_far": how_far})
        error.at_least = found
        return error

    def answers(
        self,
        most: int = 10,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
        **options: Options,
    ) -> List[str]:
        """Different solutions: ``most`` of them, or all if there are fewer. Where a limit ends the work these are the ones
        found until then, and :class:`Unfinished` is raised if there are none.

        >>> import unicursal
        >>> unicursal.Pellet("S..\\n...\\n").answers()
        ['drurd', 'drrul', 'rrdll']
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        found = self._native.list(_count_of("most", most), _options(options), limits)
        return [answer.rstrip("\n") for answer in found]

    def prompt(self, style: str = "rows") -> str:
        """The rules, the board and the form of an answer in plain words, for a language model. ``style`` is how the
        board is shown: as ``rows`` of symbols, as lists of ``cells``, or in the puzzle's ``own`` form.

        >>> import unicursal
        >>> print(unicursal.Pellet("S..\\n#..\\n").prompt())
        This is a puzzle: Pellet Eater.
        ...
        S..
        #..
        ...
        """
        return self._native.prompt(style)

    def score(self, text: Union[str, bytes]) -> Score:
        """What a text is worth as an answer, whatever else stands in it: 1 if and only if the independent checker
        accepts the answer in it, else at most 0.5. It is a number with reasons; nothing makes it fail.

        >>> import unicursal
        >>> level = unicursal.Pellet("S..\\n...\\n")
        >>> level.score("Right, right, down and then left:\\n\\n<answer>RRDLL</answer>")
        1.0
        >>> half = level.score("answer: rrd")
        >>> half, half.filled, half.legal, half.moves
        (0.3, 0.6, 3, 3)
        """
        return Score.of(self._native.score(_bytes(text)))

    def difficulty(
        self,
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
    ) -> Dict[str, Any]:
        """How hard the level is, by figures that are the same on every machine; empty where its puzzle has none."""
        return self._native.difficulty(_limits(time_limit, memory_limit, threads, progress))

    def hint(
        self,
        so_far: Union[str, bytes] = "",
        *,
        time_limit: Optional[float] = None,
        memory_limit: Optional[int] = None,
        threads: Optional[int] = None,
        progress: Optional[ProgressCallback] = None,
    ) -> Union[Hint, Unsolvable, Unknown]:
        """A next move of some answer that begins with ``so_far``.

        >>> import unicursal
        >>> unicursal.Coil("x=3&y=3&board=X.......X").hint("x=0&y=1&path=DR").next
        'U'
        """
        limits = _limits(time_limit, memory_limit, threads, progress)
        return hint(self._native.hint(_bytes(so_far), limits))

    def draw(self, answer: Union[str, bytes, None] = None) -> Picture:
        """A picture of the level, with an answer drawn into it if there is one."""
        return Picture(self._native, None if answer is None else _bytes(answer))

    @property
    def rule(self) -> str:
        """By which rule the level is to be solved; empty where its puzzle has one rule only.

        >>> import unicursal
        >>> unicursal.Connect("rule: blanks\\n2 3\\n0.0\\n...\\n0\\n").rule
        'tiles may stay empty, a path may touch itself, at most 100 pieces'
        """
        return self._native.rule()

    def info(self) -> Dict[str, Any]:
        """What is known about the level without solving it."""
        return self._native.facts()

    def known_answer(self) -> Optional[str]:
        """An answer that comes with a generated level, where its generator knows one."""
        if self._answer is not None and self.check(self._answer):
            return self._answer
        native = self._native
        if self._is_restored and self.id is not None:
            native = _native.make(self.puzzle, self.id, _limits(None, None, None, None))
        answer = native.known_answer(_limits(None, None, None, None))
        return answer.rstrip("\n") if answer is not None else None

    def _repr_svg_(self) -> str:
        return self.draw().svg

    def __str__(self) -> str:
        return self.text.rstrip("\n")

    def __repr__(self) -> str:
        text = self.text
        short = text if len(text) <= 60 else text[:57] + "..."
        return f"{type(self).__name__}({self.id or short!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Level):
            return NotImplemented
        return self.puzzle == other.puzzle and self.text == other.text

    def __hash__(self) -> int:
        return hash((self.puzzle, self.text))

    def __copy__(self: L) -> L:
        return self

    def __deepcopy__(self: L, memo: Any) -> L:
        return self

    def __reduce__(self) -> Tuple[Any, ...]:
        answer = self._answer
        if self.id is not None and not self._is_restored:
            try:
                # One that the generator knows takes no time; one that has to be looked for is not.
                given = self._native.known_answer(_limits(0, None, 1, None))
                answer = given.rstrip("\n") if given is not None else None
            except Unfinished:
                pass
        return (_restored, (self.puzzle, self.id, self.text, answer))


class Coil(Level):
    """Slide until blocked, from any start, and visit every free cell once."""

    puzzle = "coil"


class Connect(Level):
    """Join the two tiles of each colour by paths that fill the board.

    >>> import unicursal
    >>> level = unicursal.Connect("https://puzz.link/p?numlin/5/5/1j2h3m1h2j3")
    >>> bool(level.solve())
    True
    """

    puzzle = "connect"


class Maze(Level):
    """Walk from S to E with the left hand on the wall, or by another rule.

    >>> import unicursal
    >>> unicursal.Maze("S##\\n  #\\nE##\\n").solve()
    Solved(answer='rule=left&path=EESSWW')
    """

    puzzle = "maze"

    def check_level(self) -> Verdict:
        """Whether the maze is connected and without loops."""
        return verdict(self._native.check_level())


class Pellet(Level):
    """Step from the start through every open cell once.

    >>> import unicursal
    >>> unicursal.Pellet("S..\\n...\\n").solve()
    Solved(answer='...')
    """

    puzzle = "pellet"


class Trail(Level):
    """Fill the board with a path that meets the numbers in order, past thin walls.

    >>> import unicursal
    >>> unicursal.Trail("1 . 2\\n4 . 3\\n").solve()
    Solved(answer='rrdll')
    """

    puzzle = "trail"


_CLASSES: Sequence[Type[Level]] = (Coil, Connect, Maze, Pellet, Trail)


def puzzles() -> List[str]:
    """The names of all puzzles.

    >>> import unicursal
    >>> unicursal.puzzles()
    ['coil', 'connect', 'maze', 'pellet', 'trail']
    """
    return _native.puzzles()


def _class(puzzle: str) -> Type[Level]:
    for level in _CLASSES:
        if level.puzzle == puzzle:
            return level
    raise BadRequest(f"there is no puzzle '{puzzle}'; there are {', '.join(puzzles())}")


def _restored(puzzle: str, id: Optional[str], text: str, answer: Optional[str] = None) -> Level:
    level = _class(puzzle)._holding(_native.restore(puzzle, text.encode(), id))
    level._answer, level._is_restored = answer, True
    return level


def read(source: Source) -> Level:
    """The level in a text, a file (``pathlib.Path``) or an id, of whatever puzzle it is. A text that is no level of any,
    or of several, is a :class:`BadInput`.

    >>> import unicursal
    >>> unicursal.read("x=3&y=3&board=X.......X")
    Coil('x=3&y=3&board=X.......X\\n')
    >>> unicursal.read("coil:8x5/original#spring").size
    (8, 5)
    """
    if isinstance(source, str):
        for level in _CLASSES:
            if _native.is_name(level.puzzle, source):
                return level(source)
    if isinstance(source, os.PathLike):
        with open(source, "rb") as file:
            source = file.read()
    if not isinstance(source, (str, bytes, bytearray)):
        raise TypeError(f"a level is read from its text, its id or a path, not {type(source).__name__}")
    try:
        puzzle, native = _native.recognise(_bytes(source))
    except BadInput as error:
        raise _told(error, source) from None
    return _class(puzzle)._holding(native)


@overload
def generate(
    puzzle: "Literal['coil']", width: int, height: int, seed: Union[str, int, None] = None, **options: Any
) -> Coil: ...
@overload
def generate(
    puzzle: "Literal['connect']", width: int, height: int, seed: Union[str, int, None] = None, **options: Any
) -> Connect: ...
@overload
def generate(
    puzzle: "Literal['maze']", width: int, height: int, seed: Union[str, int, None] = None, **options: Any
) -> Maze: ...
@overload
def generate(
    puzzle: "Literal['pellet']", width: int, height: int, seed: Union[str, int, None] = None, **options: Any
) -> Pellet: ...
@overload
def generate(
    puzzle: "Literal['trail']", width: int, height: int, seed: Union[str, int, None] = None, **options: Any
) -> Trail: ...
@overload
def generate(
    puzzle: str, width: int, height: int, seed: Union[str, int, None] = None, **options: Any
) -> Level: ...


def generate(
    puzzle: str,
    width: int,
    height: int,
    seed: Union[str, int, None] = None,
    *,
    time_limit: Optional[float] = None,
    memory_limit: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[ProgressCallback] = None,
    **options: Options,
) -> Level:
    """Makes a new level; the same seed makes the same level on every machine. Without one a seed is
    chosen at random, and the level's id has it.

    >>> import unicursal
    >>> level = unicursal.generate("coil", 8, 5, "spring")
    >>> level.id, level.size
    ('coil:8x5/original#spring', (8, 5))
    >>> level == unicursal.Coil(level.id)
    True
    """
    size = _count_of("width", width), _count_of("height", height)
    if max(size) >= 1 << 31:
        raise BadRequest("width and height must be numbers from 1 on, and of a possible size")
    made = _class(puzzle)
    limits = _limits(time_limit, memory_limit, threads, progress)
    word = secrets.token_hex(4) if seed is None else str(seed)
    return made._holding(_native.generate(puzzle, size, word, _options(options), limits))
