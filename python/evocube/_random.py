"""The random number generators that all code of a process shares, those of ``random`` and ``numpy.random``. They are seeded for each
trial and saved in checkpoints. ``_movers`` warns of components that move them.

Generators that a component makes are its own task.
"""

from __future__ import annotations

import hashlib
import json
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


def save() -> bytes:
    """Returns the states for a checkpoint, as data alone."""
    own, (name, key, *rest) = random.getstate(), np.random.get_state()
    return json.dumps([own, [name, key.tolist(), *rest]]).encode()


def restore(saved: bytes) -> None:
    """Sets the states of a checkpoint."""
    (version, key, gauss), numpy_state = json.loads(saved)
    random.setstate((version, tuple(key), gauss))
    np.random.set_state(tuple(numpy_state))
