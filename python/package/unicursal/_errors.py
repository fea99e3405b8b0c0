"""What can go wrong, as exceptions. They are raised by the native half of the package."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Type


class Error(Exception):
    """Anything that went wrong. The message is one line, which names the place where there is one."""

    kind = "error"

    def __init__(self, message: str, fields: Optional[Dict[str, Any]] = None) -> None:
        super().__init__(message)
        self._fields = fields or {}


class BadInput(Error, ValueError):
    """A text that cannot be read, or does not fit to the level.

    >>> import unicursal
    >>> try:
    ...     unicursal.Pellet("S..\\n.?.\\n")
    ... except unicursal.BadInput as error:
    ...     print(error.line, error.column, error)
    2 2 line 2, column 2: '?' is none of '.', 'S', '#'
    """

    kind = "bad-input"

    def _place(self, name: str) -> Optional[int]:
        value: Optional[int] = self._fields.get("place", {}).get(name)
        return value

    @property
    def line(self) -> Optional[int]:
        """The line of the text, counted from 1, if it is known."""
        return self._place("line")

    @property
    def column(self) -> Optional[int]:
        """The character in the line, counted from 1, if it is known."""
        return self._place("column")

    @property
    def byte(self) -> Optional[int]:
        """The byte of the text, counted from 0, if it is known."""
        return self._place("byte")


class BadRequest(Error, ValueError):
    """A request that makes no sense: an unknown option, a size that cannot be."""

    kind = "bad-request"


class Unfinished(Error):
    """Work that ended without a result, and not by a fault of the request.

    ``at_least`` is how many solutions :meth:`Level.count` had found by then.
    """

    kind = "unfinished"
    at_least: int = 0

    @property
    def why(self) -> str:
        """What ended the work."""
        return str(self._fields.get("why", ""))

    @property
    def how_far(self) -> str:
        """How far it got, in one line."""
        return str(self._fields.get("how_far", ""))


class Unsupported(Error):
    """The puzzle cannot do what was asked."""

    kind = "unsupported"


class WrongAnswer(Error):
    """An answer that did not pass the independent checker: a bug of the library."""

    kind = "wrong-answer"


_ALL: List[Type[Error]] = [BadInput, BadRequest, Unfinished, Unsupported, WrongAnswer]


def exception(fields: Dict[str, Any]) -> Error:
    """The exception for an error of the library."""
    named = [error for error in _ALL if error.kind == fields.get("kind")]
    return (named or [Error])[0](str(fields.get("message", "")), fields)
