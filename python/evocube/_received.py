"""Components of a run in another process: :func:`imports` tries those that came along, :func:`register` registers them. ``_executor`` sends
them to workers, and ``_command`` to the processes of commands.
"""

from __future__ import annotations

import functools
import pickle
import sys
import types
from typing import Any

from ._components import register_again
from ._errors import Error
from ._extension import words
from ._version import version_of


def imports(components: bytes) -> str | None:
    """Registers components in a worker. Returns why that fails, or nothing."""
    try:
        register(components)
    except Error as error:
        return str(error)
    except Exception as error:
        return f"another one cannot import them ({type(error).__name__}: {error})"
    return None


_latest = b""


def register(components: bytes) -> None:
    """Registers the components of a run, unless they are those of the last one. Those that are imported here must be those of the
    run: its files or its variables may have changed since it imported them."""
    global _latest
    if components and components != _latest:
        for *component, is_digest in pickle.loads(components):
            kind, name, version, columns, function = component
            if is_digest and _is_imported(function) and version_of(function, columns) != version:
                raise Error(
                    f"the {words(kind, name)} is another one in a new process: its file, or a variable that it names, has "
                    "changed since it was imported"
                )
            register_again(*component)
        _latest = components


def _is_imported(function: Any) -> bool:
    """Returns whether the code of a component is that of a module with its name, rather than code that came along."""
    while isinstance(function, functools.partial):
        function = function.func
    function = getattr(function, "__func__", function)
    if not isinstance(function, (type, types.FunctionType)):
        function = type(function)
    module = sys.modules.get(getattr(function, "__module__", None) or "")
    try:
        return functools.reduce(getattr, function.__qualname__.split("."), module) is function
    except AttributeError:
        return False
