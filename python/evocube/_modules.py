"""Modules: their files, what they import, whether they belong to a library, and whether a class is defined in its file. None is imported
for it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

Import = tuple[int, str, tuple[str, ...]]
"""The dots before the name of a module, the name, and the names after ``import`` of ``from … import …``."""


class Module(NamedTuple):
    """A module that can be imported."""

    name: str
    file: str | None
    folders: list[str] | None
    """The folders of a package."""

    @staticmethod
    def find(name: str) -> Module | None:
        """Returns the module with a name; ``None`` if it cannot be imported."""
        module = sys.modules.get(name)
        if module is not None:
            return Module(name, getattr(module, "__file__", None), getattr(module, "__path__", None))
        package = name.rpartition(".")[0]
        folders = None
        if package:
            found = Module.find(package)
            folders = found and found.folders
            if folders is None:
                return None
        for finder in sys.meta_path:
            spec = finder.find_spec(name, folders)
            if spec is not None:
                return Module(name, spec.origin if spec.has_location else None, spec.submodule_search_locations)
        return None

    def imported(self, content: bytes) -> set[str]:
        """Returns the names of the modules that the text of the module imports."""
        imports: list[Import] = []
        for node in ast.walk(ast.parse(content)) if str(self.file).endswith(".py") else ():
            if isinstance(node, ast.Import):
                imports += [(0, alias.name, ()) for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                imports.append((node.level, node.module or "", tuple(alias.name for alias in node.names)))
        return set(resolve(imports, self.name if self.folders is not None else self.name.rpartition(".")[0]))


def resolve(imports: Iterable[Import], package: str) -> Iterator[str]:
    """Yields the whole names of modules that a module of a package imports."""
    for dots, module, names in imports:
        try:
            module = resolve_name("." * dots + module, package) if dots else module
        except ImportError:
            continue
        yield module
        parts = [f"{module}.{name}" for name in names if name != "*"]
        yield from (part for part in parts if Module.find(part))


@cache
def is_library(name: str) -> bool:
    """Returns whether a module belongs to evocube, to the standard library or to an installed distribution.

    A distribution that is installed as a link to its sources does not count.
    """
    top = name.partition(".")[0]
    module = Module.find(name)
    if top == __package__ or module is None:
        return top == __package__ or top in sys.stdlib_module_names
    if module.file is None:
        return is_library(top) if name != top else top in sys.stdlib_module_names
    file = Path(module.file)
    if top in sys.stdlib_module_names:
        return any(file.is_relative_to(prefix) for prefix in (sys.base_prefix, sys.base_exec_prefix))
    above = list(file.parents)[name.count(".") + (file.stem == "__init__") :]
    return bool(above) and top in _installed(above[0])


@cache
def _installed(folder: Path) -> set[str]:
    """Returns the modules of the distributions in a folder, without those in packages."""
    from importlib import metadata

    files = ("top_level.txt", "RECORD")
    distributions = metadata.distributions(path=[str(folder)])
    lists = (distribution.read_text(file) or "" for distribution in distributions for file in files)
    return {name for lines in lists for name in re.findall(r"^[^/.,\s]+", lines, re.MULTILINE)}


def is_defined(kind: type) -> bool:
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
