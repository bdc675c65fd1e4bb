"""The version of a component: a digest of its code, of the values that it names and of the modules that it imports, which results folders
record; and the names of these modules. Their files are found in ``_modules``.

Code of the standard library and of installed distributions counts by its name, all other code by its text. What has no digest is an
error, so that no change of it stays unseen.
"""

from __future__ import annotations

import ast
import copyreg
import dis
import functools
import hashlib
import inspect
import pickle
import re
import sys
import types
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ._modules import Module, is_library

SCALARS = (int, float, complex, bool, str, bytes, type(None), type(...), type(NotImplemented))
"""Types whose values are what they print."""

BUILTIN = (
    types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, types.MethodWrapperType,
    types.ClassMethodDescriptorType, types.GetSetDescriptorType, types.MemberDescriptorType,
)  # fmt: skip
"""Types of functions and attributes without code of Python."""

WRAPPERS = {
    staticmethod: ["__func__"], classmethod: ["__func__"], property: ["fget", "fset", "fdel"], functools.cached_property: ["func"],
    types.MethodType: ["__func__", "__self__"],
}  # fmt: skip
"""Types whose values cannot be pickled, and the attributes that make them up."""

IGNORED = (
    "__dict__", "__weakref__", "__module__", "__annotations__", "__annotate_func__", "__annotations_cache__", "__firstlineno__",
    "__static_attributes__", "__orig_bases__", "__parameters__", "_abc_impl",
)  # fmt: skip
"""Attributes of a class that hold no code, or that its other attributes hold, too."""

GLOBAL = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
ATTRIBUTE = ("LOAD_ATTR", "LOAD_METHOD", "LOAD_SUPER_ATTR", "IMPORT_FROM")
"""Instructions that read a global variable, and those that read an attribute."""

IMPORTERS = {"__import__", "import_module"}
FINDERS = {"eval", "exec", "globals"}
"""Functions that import a module by a text, and those that find variables of their module by one."""

Import = tuple[int, str, tuple[str, ...]]
"""The dots before the name of a module, the name, and the names after ``import`` of ``from … import …``."""


class Unseen(Exception):
    """A value of a component has no digest."""


def version_of(component: Any, columns: Iterable[str] = ()) -> str:
    """Returns a digest of a function, a class or an object, of all values, functions, classes and modules that it names, and of
    the columns of an observer. Raises :class:`Unseen` if one of them has none."""
    return _Digest(component).version(columns)


def modules_of(component: Any) -> tuple[set[str], set[str]]:
    """Returns the modules of installed distributions that a component names, without those inside of packages, and all others."""
    digest = _Digest(component)
    with suppress(Unseen):
        digest.version(())
    return digest.libraries, digest.modules


def _hash(parts: Iterable[str | bytes]) -> bytes:
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        part = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        digest.update(len(part).to_bytes(8, "little") + part)
    return digest.digest()


class _Names(NamedTuple):
    """What code names."""

    variables: set[str]
    """Global variables that it reads."""
    attributes: set[str]
    """Attributes that it reads."""
    imports: list[Import]
    texts: set[str]
    """Texts that it has."""

    @staticmethod
    def of(code: types.CodeType) -> _Names:
        """Returns the names of code, and of the functions and classes in it."""
        names, codes = _Names(set(), set(), [], set()), [code]
        for code in codes:
            instructions = [instruction for instruction in dis.get_instructions(code) if instruction.opname != "EXTENDED_ARG"]
            for number, instruction in enumerate(instructions):
                if instruction.opname in GLOBAL:
                    names.variables.add(instruction.argval)
                elif instruction.opname in ATTRIBUTE:
                    names.attributes.add(instruction.argval)
                elif instruction.opname == "IMPORT_NAME":
                    dots, parts = (before.argval for before in instructions[number - 2 : number])
                    names.imports.append((dots, instruction.argval, parts or ()))
            names.texts.update(constant for constant in code.co_consts if isinstance(constant, str))
            codes.extend(constant for constant in code.co_consts if isinstance(constant, types.CodeType))
        return names


class _Digest:
    """Digests of what one component names."""

    def __init__(self, component: Any) -> None:
        self.component = component
        self.libraries: set[str] = set()
        self.modules: set[str] = set()
        while isinstance(component, functools.partial):
            component = component.func
        # Parts of these modules count that the component names, not their files: a script also has the sweep.
        self.own = (getattr(component, "__module__", None), "__main__")
        # Values are kept, so that none has the identity of another one.
        self.digests: dict[int, tuple[Any, bytes]] = {}
        self.above: dict[int, int] = {}
        self.variable = ""

    def version(self, columns: Iterable[str]) -> str:
        """Returns the digest of the component as a text."""
        try:
            return _hash([self.of(self.component), self.of(list(columns))]).hex()
        except RecursionError:
            raise Unseen("it names values that are too deep inside each other") from None

    def of(self, value: Any) -> bytes:
        """Returns the digest of a value."""
        if type(value) in SCALARS:
            return _hash([type(value).__name__, hex(value) if type(value) is int else repr(value)])
        if id(value) in self.digests:
            return self.digests[id(value)][1]
        if id(value) in self.above:
            return _hash(["above", str(self.above[id(value)])])
        self.above[id(value)] = len(self.above)
        digest = _hash(self._parts(value))
        del self.above[id(value)]
        self.digests[id(value)] = value, digest
        return digest

    def _parts(self, value: Any) -> Iterator[str | bytes]:
        kind = type(value)
        yield kind.__qualname__
        if kind in (list, tuple):
            yield from map(self.of, value)
        elif kind in (dict, types.MappingProxyType):
            for item in value.items():
                yield from map(self.of, item)
        elif kind in (set, frozenset):
            yield from sorted(map(self.of, value))
        elif kind is np.ndarray:
            yield from [repr(value.dtype), repr(value.shape)]
            yield self.of(value.tolist()) if value.dtype.hasobject else np.ascontiguousarray(value).tobytes()
        elif kind is types.ModuleType:
            yield self._files(value.__name__)
        elif name := self._library_name(value):
            yield name
        elif kind in WRAPPERS:
            for name in WRAPPERS[kind]:
                yield self.of(getattr(value, name))
        elif kind is types.CodeType:
            yield from self._instructions(value)
        elif kind is types.FunctionType:
            yield from self._function(value)
        elif issubclass(kind, type):
            yield from self._class(value)
        elif kind in BUILTIN:
            yield value.__qualname__
            yield self.of(getattr(value, "__self__", getattr(value, "__objclass__", None)))
        else:
            yield from self._object(value)

    def _is_library(self, module: str | None) -> bool:
        if module is None or module in self.own or not is_library(module):
            return False
        top = module.partition(".")[0]
        if top != __package__ and top not in sys.stdlib_module_names:
            self.libraries.add(top)
        return True

    def _library_name(self, value: Any) -> str | None:
        """Returns the name under which a library has a function or a class."""
        names = [name for name in (getattr(value, "__qualname__", None), getattr(value, "__name__", None)) if isinstance(name, str)]
        owner = getattr(value, "__self__", None)
        for module in (getattr(value, "__module__", None), type(owner).__module__, type(value).__module__) if names else ():
            if not isinstance(module, str) or not self._is_library(module) or module not in sys.modules:
                continue
            for name in names:
                try:
                    found = functools.reduce(getattr, name.split("."), sys.modules[module])
                except AttributeError:
                    continue
                if found is value and (not isinstance(value, type) or _is_defined(value)):
                    return f"{module}.{name}"
        return None

    def _function(self, function: types.FunctionType) -> Iterator[str | bytes]:
        code, module, names = function.__code__, function.__globals__.get("__name__"), _Names.of(function.__code__)
        variables = []
        for name, cell in zip(code.co_freevars, function.__closure__ or ()):
            try:
                variables.append((name, cell.cell_contents))
            except ValueError:  # not assigned yet
                continue
        if self._is_library(module):
            # A wrapper of another function, such as a decorator makes.
            yield f"{module}.{function.__qualname__}"
        else:
            source = _source(code)
            yield source or ""
            # Lambdas of one line have one source.
            if source is None or code.co_name == "<lambda>":
                yield from self._instructions(code)
            yield self._other_file(module)
            calls = (names.variables - function.__globals__.keys()) & (FINDERS | IMPORTERS if module in self.own else IMPORTERS)
            for name in sorted(calls | names.attributes & IMPORTERS):
                raise Unseen(f"{function.__name__} calls {name}, and changes of what that finds cannot be seen")
            variables += [(name, function.__globals__[name]) for name in names.variables & function.__globals__.keys()]
            for name in sorted(set(_resolve(names.imports, function.__globals__.get("__package__") or ""))):
                yield self._files(name)
                # Whether another module is imported already depends on earlier calls.
                if self._is_library(name):
                    yield from self._attributes(sys.modules.get(name), names)
        for name, value in sorted(variables, key=lambda variable: variable[0]):
            yield name
            yield self._named(name, value)
            yield from self._attributes(value, names)
        for value in (function.__defaults__, function.__kwdefaults__, vars(function)):
            yield self.of(value)

    def _named(self, name: str, value: Any) -> bytes:
        """Returns the digest of a value, which :class:`Unseen` calls by this name."""
        outer, self.variable = self.variable, name
        digest = self.of(value)
        self.variable = outer
        return digest

    def _attributes(self, module: Any, names: _Names) -> Iterator[bytes]:
        """Yields the digests of the attributes that code reads of a module and that the file of the module may not tell."""
        attributes = vars(module) if isinstance(module, types.ModuleType) else {}
        for name in sorted(names.attributes & attributes.keys()):
            value = attributes[name]
            if isinstance(value, types.ModuleType):
                # A library may import its modules when they are first used.
                if not self._is_library(value.__name__):
                    yield self._named(name, value)
                yield from self._attributes(value, names._replace(attributes=names.attributes - {name}))
            # Other code puts classes into libraries, such as `deap.creator`. Those that the code itself puts there are its text.
            elif not self._is_library(module.__name__) or (
                isinstance(value, type) and not _is_defined(value) and name not in names.texts
            ):
                yield self._named(name, value)

    def _class(self, value: type) -> Iterator[str | bytes]:
        yield value.__qualname__
        yield self._other_file(value.__module__)
        yield from map(self.of, (*value.__bases__, type(value)))
        members = vars(value)
        for name, member in sorted(members.items()):
            is_of_dataclass = "__dataclass_fields__" in members and _is_generated(member)
            if name not in IGNORED and not is_of_dataclass:
                yield name
                yield self._named(f"{value.__name__}.{name}", member)

    def _object(self, value: Any) -> Iterator[str | bytes]:
        """Yields the parts of an object of which :mod:`pickle` would make another one."""
        if type(value).__module__.startswith("numba.") and hasattr(value, "py_func"):
            # Pickled, a compiled function has another name in each process.
            yield from map(self.of, (value.py_func, value.targetoptions))
            return
        try:
            reduce = copyreg.dispatch_table.get(type(value))
            reduced = reduce(value) if reduce else value.__reduce_ex__(4)
            if isinstance(reduced, tuple):
                reduced = [list(part) if isinstance(part, Iterator) else part for part in reduced]
        except RecursionError:
            raise
        except Exception:
            reduced = None
        if isinstance(reduced, list):
            yield from map(self.of, reduced)
        elif hasattr(value, "__wrapped__"):
            # A cache in front of a function.
            yield self.of(value.__wrapped__)
        elif isinstance(reduced, str) and self._is_library(module := pickle.whichmodule(value, reduced)):
            yield f"{module}.{reduced}"
        else:
            kind = f"{type(value).__module__}.{type(value).__qualname__}".removeprefix("builtins.")
            raise Unseen(f"{self.variable or 'it'} is a value of the type {kind}, of which changes cannot be seen")

    def _instructions(self, code: types.CodeType) -> Iterator[str | bytes]:
        """Yields what a function without source does."""
        yield code.co_code
        for value in (code.co_names, code.co_varnames, code.co_consts):
            yield self.of(value)

    def _other_file(self, module: str | None) -> bytes:
        """Returns the digest of the file of a module, unless its parts count."""
        found = None if module is None or module in self.own else Module.find(module)
        return self._files(module) if found and found.file else b""

    def _files(self, module: str) -> bytes:
        """Returns the digest of the file of a module, and of those of all modules that it imports, without libraries."""
        contents: dict[str, bytes] = {}
        pending = {module}
        while pending:
            name = pending.pop()
            if name in contents or self._is_library(name):
                continue
            self.modules.add(name)
            found = Module.find(name)
            contents[name] = b"missing" if found is None else _content(found)
            imported = set() if found is None else _imported(found, contents[name])
            pending |= imported | {name.rpartition(".")[0]} - {""}
        return _hash(part for item in sorted(contents.items()) for part in item)


def _content(module: Module) -> bytes:
    """Returns the content of the file of a module, nothing for a package without one."""
    if module.file is None and module.folders is not None:
        return b""
    try:
        return Path(module.file or "").read_bytes()
    except OSError:
        raise Unseen(f"the module {module.name} has no file, so that changes of it cannot be seen") from None


def _resolve(imports: Iterable[Import], package: str) -> Iterator[str]:
    """Yields the whole names of modules that a module of a package imports."""
    for dots, module, names in imports:
        try:
            module = resolve_name("." * dots + module, package) if dots else module
        except ImportError:
            continue
        yield module
        parts = [f"{module}.{name}" for name in names if name != "*"]
        yield from (part for part in parts if Module.find(part))


def _imported(module: Module, content: bytes) -> set[str]:
    """Returns the names of the modules that the text of a module imports."""
    imports: list[Import] = []
    for node in ast.walk(ast.parse(content)) if str(module.file).endswith(".py") else ():
        if isinstance(node, ast.Import):
            imports += [(0, alias.name, ()) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            imports.append((node.level, node.module or "", tuple(alias.name for alias in node.names)))
    return set(_resolve(imports, module.name if module.folders is not None else module.name.rpartition(".")[0]))


def _is_defined(kind: type) -> bool:
    """Returns whether a class of a module is defined in its file, rather than made by a call from another module."""
    module = Module.find(kind.__module__)
    if module is None or not str(module.file).endswith(".py") or not _is_made_by_python(kind):
        return True
    text = Path(str(module.file)).read_text(encoding="utf-8", errors="replace")
    return re.search(rf"^\s*class\s+{re.escape(kind.__name__)}\b", text, re.MULTILINE) is not None


def _is_made_by_python(kind: type) -> bool:
    """Returns whether a class was made by a statement or by a call of ``type``, by the flags ``Py_TPFLAGS_HEAPTYPE`` and
    ``Py_TPFLAGS_IMMUTABLETYPE``."""
    return bool(kind.__flags__ & 1 << 9) and not kind.__flags__ & 1 << 8


def _is_generated(member: Any) -> bool:
    """Returns whether a member of a class is a function that the standard library has made from a text."""
    return isinstance(member, types.FunctionType) and member.__code__.co_filename == "<string>"


def _source(code: types.CodeType) -> str | None:
    """Returns the lines of a function; ``None`` for one of `exec`, or of the prompt of Python before 3.13."""
    try:
        return None if code.co_filename == "<string>" else inspect.getsource(code)
    except Exception:  # among others OSError, TypeError, SyntaxError, tokenize.TokenError
        return None
