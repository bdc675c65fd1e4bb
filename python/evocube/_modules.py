"""Modules that can be imported: their files, and whether they belong to a library. None is imported for it."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple


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
