"""The random number generators that all code of a process shares, those of ``random`` and ``numpy.random``. They are seeded for each
trial, saved in checkpoints, and watched for components that move them.

Generators that a component makes are its own task.
"""

from __future__ import annotations

import hashlib
import json
import logging
import random
from typing import Any

import numpy as np

from ._errors import Error


def state() -> tuple[Any, Any]:
    """Returns the states of both generators."""
    return random.getstate(), np.random.get_state(legacy=False)


def set_state(states: tuple[Any, Any]) -> None:
    """Sets the states of both generators."""
    random.setstate(states[0])
    np.random.set_state(states[1])


def seed(number: int) -> tuple[Any, Any]:
    """Seeds both generators for a trial, and returns their states before. The two draw different numbers."""
    before = state()
    name = before[1]["bit_generator"]
    if name != "MT19937":
        raise Error(f"the generator of numpy.random is {name}: components in Python need MT19937, the one that it has by itself")
    random.seed(f"random {number}")
    np.random.seed(np.frombuffer(hashlib.blake2b(f"numpy.random {number}".encode(), digest_size=32).digest(), "<u4"))
    return before


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


def save() -> bytes:
    """Returns the states for a checkpoint, as data alone."""
    own, (name, key, *rest) = random.getstate(), np.random.get_state()
    return json.dumps([own, [name, key.tolist(), *rest]]).encode()


def restore(saved: bytes) -> None:
    """Sets the states of a checkpoint."""
    (version, key, gauss), numpy_state = json.loads(saved)
    random.setstate((version, tuple(key), gauss))
    np.random.set_state(tuple(numpy_state))
