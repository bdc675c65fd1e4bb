"""Exceptions of the package."""

from __future__ import annotations

from typing import NamedTuple


class Error(Exception):
    """Base of all exceptions of evocube."""


class InvalidValue(Error, ValueError):
    """An argument has a value that it cannot have."""


class InvalidType(Error, TypeError):
    """An argument has a type that it cannot have."""


class InvalidIndex(Error, IndexError):
    """A sequence has no item with this index."""


class TooDeep(Error, RecursionError):
    """A sweep has too many dicts and lists inside each other."""


class Diagnostic(NamedTuple):
    """A mistake of a sweep, with its place."""

    file: str
    """The file, or ``<dict>`` or ``<str>`` for a sweep that is no file."""
    line: int | None
    """The line, from 1. That of a dictionary is the line of the sweep file that it describes."""
    column: int | None
    """The column in characters, from 1."""
    message: str
    """What is wrong."""
    help: str | None
    """What to write instead, where the message does not say it."""
    text: str | None
    """The line itself."""

    def __str__(self) -> str:
        place = "" if self.line is None else f":{self.line}:{self.column}"
        lines = [f"{self.file}{place}: {self.message}"]
        if self.text is not None and self.column is not None:
            lines += [f"  {self.text}", "  " + " " * (self.column - 1) + "^"]
        if self.help is not None:
            lines.append(f"  {self.help}")
        return "\n".join(lines)


class SweepError(Error, ValueError):
    """A sweep has mistakes. The attributes of the first one are those of the exception."""

    def __init__(self, diagnostics: list[tuple]) -> None:
        self.diagnostics = [Diagnostic(*diagnostic) for diagnostic in diagnostics]
        first = self.diagnostics[0]
        self.file, self.line, self.column, self.message, self.help, self.text = first
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))

    def __reduce__(self):
        return type(self), ([tuple(diagnostic) for diagnostic in self.diagnostics],)


class NotationError(Error, ValueError):
    """A text is no state or no moves, or the state is unreachable: then ``reasons`` lists all reasons."""

    def __init__(self, message: str, line: int | None, column: int | None, reasons: list[str]) -> None:
        super().__init__(message)
        self.line, self.column, self.reasons = line, column, reasons

    def __reduce__(self):
        return type(self), (str(self), self.line, self.column, self.reasons)


class Unsolved(Error):
    """A solver found no solution. ``lower_bound`` is the length that every solution has at least, if it is proved."""

    def __init__(self, message: str, lower_bound: int | None) -> None:
        super().__init__(message)
        self.lower_bound = lower_bound

    def __reduce__(self):
        return type(self), (str(self), self.lower_bound)
