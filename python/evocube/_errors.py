"""Exceptions of the package, and :func:`guard`, by which wrong arguments raise them instead of those of Python. Errors of the library
become exceptions in ``python/src/error.rs``.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import wraps
from traceback import walk_tb
from typing import Any, NamedTuple


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


LIBRARY = ("os", "pathlib", "subprocess")
"""Modules of Python that this package calls with arguments of its callers."""


def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function whose arguments of a wrong type, value or number raise an exception of evocube, not one of Python.

    What a component raises stays as it is: its traceback ends in the component, or it says that it comes from a worker.
    """

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (TypeError, ValueError, OverflowError, OSError) as error:
            frames = [frame.f_globals for frame, _ in walk_tb(error.__traceback__)]
            last = [names.get("__package__") for names in frames if names.get("__name__") not in LIBRARY][-1]
            if isinstance(error, Error) or hasattr(error, "worker") or last != __package__:
                raise
            kind = InvalidType if isinstance(error, TypeError) else Error if isinstance(error, OSError) else InvalidValue
            raised = kind(str(error))
            raised.__notes__ = getattr(error, "__notes__", [])
            raise raised from None

    return call


def guard(name: str, value: Any) -> Any:
    """Returns a public function guarded. The methods of a class become so where they are."""
    if not inspect.isclass(value):
        call = guarded(value)
        # Where pickle finds it.
        setattr(sys.modules[value.__module__], name, call)
        return call
    for key, member in list(vars(value).items()):
        if callable(member) and not key.startswith("_"):
            static = isinstance(member, staticmethod)
            setattr(value, key, staticmethod(guarded(member.__func__)) if static else guarded(member))
    if "_new" in vars(value):
        # A constructor in Rust cannot be called from one in Python; a function can.
        new = guarded(value._new)
        value.__new__ = staticmethod(lambda _, *args, **kwargs: new(*args, **kwargs))
        value.__signature__ = inspect.signature(new)
    for key in ("__new__", "__init__"):
        if key in vars(value) and inspect.isfunction(getattr(value, key)):
            setattr(value, key, guarded(getattr(value, key)))
    return value
