"""The objects that functions of components receive from Rust, but for arrays and ``Draws`` of ``_evocube``. The functions are registered in
``_extension``, whose documentation says which of them receives what.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np


@dataclass(frozen=True)
class Orbit:
    """Pieces that moves exchange."""

    name: str
    pieces: range
    """The numbers of the pieces, and of their home positions."""
    orientations: int


@dataclass(frozen=True)
class Layout:
    """The pieces and the places of a puzzle. A place is a position with an orientation."""

    pieces: int
    places: int
    homes: np.ndarray
    """The place of each piece in the solved state."""
    orbits: tuple[Orbit, ...]

    def __post_init__(self) -> None:
        orbits = tuple(Orbit(name, range(first, end), orientations) for name, first, end, orientations in self.orbits)
        object.__setattr__(self, "orbits", orbits)


@dataclass(frozen=True)
class Problem:
    """The task of an algorithm: genomes of which the penalty is to be low."""

    symbols: int
    """The number of symbols: genes are from 0 to ``symbols - 1``."""
    length: int
    """The key ``genome.length``."""
    population: int
    """The key ``population``."""
    no_op: int | None
    """The symbol without moves, if the alphabet has it."""
    names: list[str]
    """The names of the symbols."""
    seed: int
    """A number below 2**53 that follows from the seed of the trial."""
    limits: tuple[int | None, int | None, int | None]
    """The keys ``stop.target``, ``stop.generations`` and ``stop.evaluations``."""
    rng: np.random.Generator = field(init=False, repr=False, compare=False)
    """A generator with this seed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rng", np.random.Generator(np.random.PCG64(self.seed)))

    def random(self, count: int | None = None) -> np.ndarray:
        """Returns uniformly random genomes, by default ``population``."""
        size = (self.population if count is None else count, self.length)
        return self.rng.integers(self.symbols, size=size, dtype=np.uint16)


class Progress(NamedTuple):
    """The progress of a run, for stop rules and observers."""

    generations: int
    """Generations after the initial one."""
    evaluations: int
    """Genomes evaluated."""
    best: int
    """The lowest penalty so far."""
    stagnation: int
    """Generations since the lowest penalty was first found."""
    restarts: int


@dataclass(frozen=True)
class Population:
    """The individuals of a logged generation, on all islands."""

    penalties: np.ndarray
    """The penalty of each individual."""
    genes: np.ndarray
    """The number of genes that count, of each individual."""
    genomes: np.ndarray
    """A row of genes for each individual; without columns if the algorithm has no genomes."""
    islands: np.ndarray
    """The number of the island of each individual, from 0."""
    names: list[str]
    """The names of the symbols: a gene is an index of this list."""
    moves: str
    """The moves of the fittest individual, after cancelling."""
    trial: int
    """The number of the trial."""
    seed: int
    """The seed of the trial."""
    levels: dict[str, str]
    """The levels of the trial, by the keys of their factors."""
