"""Components that move the random number generators which all code of a process shares. Each is named once, by the process of the run
for its workers, too. The generators are seeded in ``_random``.
"""

from __future__ import annotations

import logging
from typing import Any

import numpy as np

from ._random import state

DRAWING = ("crossover", "mutation", "selection", "survivor_selection")
"""The kinds of components that receive their random numbers."""

NAMED: set[tuple[str, str]] = set()
"""Kinds and names of the components in whose calls the generators moved."""

is_worker = False
"""Whether another process names the components of this one."""


def watch(kind: str, name: str, before: tuple[Any, Any]) -> None:
    """Warns of a component in whose call the generators moved; ``before`` has their states before it."""
    after = state()
    numpy = [(*states[1]["state"].values(), states[1]["has_gauss"], states[1]["gauss"]) for states in (before, after)]
    if after[0] != before[0] or any(np.any(first != second) for first, second in zip(*numpy)):
        name_movers([(kind, name)])


def name_movers(components: list[tuple[str, str]]) -> None:
    """Warns once of each component that moves the generators from which others draw, unless another process does so."""
    for kind, name in components:
        if (kind, name) not in NAMED and not is_worker:
            sentence = "the %s %s moves the generators of random or numpy.random: its results depend on all draws before, of others, too%s"
            advice = "; its argument draws gives each row numbers of its own" if kind in DRAWING else ""
            logging.getLogger("evocube").warning(sentence, kind.replace("_", " "), name, advice)
        NAMED.add((kind, name))
