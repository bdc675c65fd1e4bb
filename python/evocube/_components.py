"""Registered components by the words that results folders have for them: their versions at their first run, and their registration again
with a version. Functions are registered first in ``_extension``. The libraries that they use are in ``_libraries``.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from typing import Any

from . import _extension
from ._errors import InvalidValue
from ._extension import DIGESTED, REGISTERED, advice_on, words
from ._version import Unseen, version_of


def names() -> list[str]:
    """Returns the kinds and the names of all registered components, as results folders have them."""
    return [words(*key) for key in REGISTERED]


def registered(names: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the keys of the registered components with these kinds and names."""
    yield from (key for key in REGISTERED if words(*key) in names)


def register_again(kind: str, name: str, version: str, columns: list[str], function: Callable[..., Any]) -> None:
    """Registers a component with a version."""
    options = {"columns": columns} if kind == "observer" else {}
    getattr(_extension, kind)(name, version=version, **options)(function)


def settle(names: list[str] | None = None) -> None:
    """Makes the versions of these components, or of all, those of their code and values at their first run: at the registration, what
    follows in its file was missing. Says which ones have changed since then."""
    for key in list(REGISTERED) if names is None else list(registered(names)):
        if key not in DIGESTED:
            continue
        version, columns, function, *_ = REGISTERED[key]
        is_settled = DIGESTED[key]
        try:
            current = version_of(function, columns)
        except Unseen as unseen:
            if not is_settled:
                raise InvalidValue(advice_on(*key, unseen)) from None
            current = None
        if is_settled and current != version:
            sentence = "the %s names code or a value that has changed since its first run: if the change is yours, register it again"
            logging.getLogger("evocube").warning(sentence, words(*key))
        elif not is_settled:
            register_again(*key, current, columns, function)
            DIGESTED[key] = True
