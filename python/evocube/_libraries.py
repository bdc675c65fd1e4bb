"""The versions of the libraries that components use, which results folders record and ``verify`` compares. The modules of libraries are
told apart in ``_modules``.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable

from ._components import registered
from ._extension import REGISTERED
from ._version import modules_of


def libraries(names: list[str]) -> dict[str, str]:
    """Returns the versions of Python and of the distributions that these components use."""
    return versions({module for key in registered(names) for module in modules_of(REGISTERED[key].function)[0]})


def versions(modules: Iterable[str]) -> dict[str, str]:
    """Returns the versions of this Python, of numpy, and of the distributions that have these modules, by their names."""
    from importlib import metadata

    distributions = metadata.packages_distributions()
    names = {"numpy", *(name for module in modules for name in distributions.get(module, ()))}
    return {"python": platform.python_version(), **{name: metadata.version(name) for name in names}}
