"""The version of a component: a digest of its code, which results folders record."""

from __future__ import annotations

import hashlib
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np


def version_of(function: Callable[..., Any]) -> str:
    """Returns a digest of the source of a function or a class, and of the values, functions and classes of its module that it names."""
    digest = hashlib.blake2b(digest_size=8)
    visits: set[int] = set()

    def add(value: Any) -> None:
        if isinstance(value, (int, float, complex, str, bytes, type(None))):
            digest.update(f"{value!r};".encode())
        elif isinstance(value, np.ndarray):
            digest.update(f"{value.dtype.str} {value.shape} ".encode() + np.ascontiguousarray(value).tobytes())
        elif isinstance(value, (list, tuple, Mapping)):
            items = [part for item in value.items() for part in item] if isinstance(value, Mapping) else value
            digest.update(f"{type(value).__name__} {len(items)} ".encode())
            for item in items:
                add(item)
        elif isinstance(value, (types.FunctionType, type)):
            if id(value) not in visits and value.__module__ == function.__module__:
                visits.add(id(value))
                digest.update(_source(value).encode())
                for code in _functions(value):
                    add([code.__defaults__, code.__kwdefaults__])
                    for name, variable in _outer_variables(code):
                        digest.update(f"{name}=".encode())
                        add(variable)
        else:
            digest.update(f"{type(value).__qualname__};".encode())

    add(function)
    return digest.hexdigest()


def _functions(value: Any) -> list[types.FunctionType]:
    """Returns a function, or the methods of a class in the order of their names."""
    members = sorted(vars(value).items()) if isinstance(value, type) else [("", value)]
    return [member for _, member in members if isinstance(member, types.FunctionType)]


def _source(value: Any) -> str:
    try:
        return inspect.getsource(value)
    except (OSError, TypeError):
        # A function of `exec`, or of the prompt of Python before 3.13.
        return repr([part for function in _functions(value) for part in _instructions(function.__code__)])


def _instructions(code: types.CodeType) -> Iterator[Any]:
    yield code.co_code
    yield code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _instructions(constant)
        else:
            yield constant


def _outer_variables(function: types.FunctionType) -> list[tuple[str, Any]]:
    """Returns the variables outside of a function that it names."""
    names, codes = set(), [function.__code__]
    for code in codes:
        names.update(code.co_names)
        codes.extend(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
    variables = {name: function.__globals__[name] for name in names if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
        try:
            variables[name] = cell.cell_contents
        except ValueError:  # not assigned yet
            continue
    return sorted(variables.items())
