"""Evaluation of genomes from arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from . import _evocube
from ._errors import InvalidType, InvalidValue
from ._evocube import Alphabet, Cube


def as_genomes(genomes: Any, symbols: int) -> np.ndarray:
    """Returns genomes as rows of 16-bit numbers; an array that is one already is not copied."""
    genomes = np.asarray(genomes)
    if genomes.ndim != 2:
        raise InvalidValue(f"genomes are the rows of an array of two dimensions, not of {genomes.ndim}")
    if genomes.dtype != np.uint16:
        if genomes.dtype.kind not in "iu":
            raise InvalidType(f"genes are whole numbers, not {genomes.dtype}")
        if genomes.size and (genomes.min() < 0 or genomes.max() >= symbols):
            wrong = genomes.min() if genomes.min() < 0 else genomes.max()
            raise InvalidValue(f"gene {wrong} is no symbol: the alphabet has {symbols} (0 to {symbols - 1})")
        genomes = genomes.astype(np.uint16)
    return np.ascontiguousarray(genomes)


def alphabet_of(alphabet: Mapping[str, Any], puzzle: Any) -> Alphabet:
    """Returns an alphabet that was pickled."""
    return Alphabet(alphabet, puzzle=puzzle)


def _evaluator(instance: str | Cube, base: Mapping[str, Any] | None, goal: str | Cube | None) -> Evaluator:
    """Returns an evaluator that was pickled."""
    return Evaluator(instance, base, goal=goal)


class Evaluator:
    """The penalties of genomes on an instance, computed by the kernels of evocube.

    ``instance`` is a state in any notation, or a :class:`Cube`. ``base`` has the keys of the ``[base]`` of a sweep file, of
    which ``puzzle``, ``alphabet``, ``objective`` and ``genome`` matter here; omitted ones take their defaults. ``goal`` is
    another state than the solved one.

    >>> evaluator = Evaluator("R U F", {"genome.length": 30, "alphabet.expand": "symmetries"})
    >>> genomes = numpy.random.default_rng(1).integers(evaluator.symbols, size=(1000, 30), dtype=numpy.uint16)
    >>> evaluator.penalties(genomes).min()
    """

    def __init__(
        self, instance: str | Cube, base: Mapping[str, Any] | None = None, *, goal: str | Cube | None = None
    ) -> None:
        self._arguments = (instance, base, goal)
        self._evaluator = _evocube.Evaluator(instance, base, goal=goal)

    def __reduce__(self) -> tuple[Any, ...]:
        return _evaluator, self._arguments

    def penalties(self, genomes: Any) -> np.ndarray:
        """Returns the penalty of each row of an array of genes, as ``uint32``.

        Arrays of ``uint16`` in C order are read where they are, without the lock of the interpreter, so that threads evaluate
        side by side.
        """
        return self._evaluator.penalties(as_genomes(genomes, self.symbols))

    def fitness(self, genomes: Any) -> tuple[np.ndarray, np.ndarray]:
        """Returns the penalty of each genome, and the number of its genes that count: all of them, or those of its best prefix
        if ``genome.evaluate`` is ``best-prefix``."""
        return self._evaluator.fitness(as_genomes(genomes, self.symbols))

    def moves(self, genome: Sequence[int] | np.ndarray) -> str:
        """Returns the simplified moves of a genome; those of its best prefix, if that is evaluated."""
        return self._evaluator.moves(as_genomes([genome], self.symbols)[0])

    def replay(self, moves: str) -> int:
        """Returns the penalty of the state after some moves."""
        return self._evaluator.replay(moves)

    def state_after(self, moves: str) -> str:
        """Returns the state after some moves, as facelets; that of a file-defined puzzle as pieces."""
        return self._evaluator.state_after(moves)

    @property
    def alphabet(self) -> Alphabet:
        """The symbols that a gene can take."""
        return self._evaluator.alphabet

    @property
    def symbols(self) -> int:
        """The number of symbols: genes are from 0 to ``symbols - 1``."""
        return self._evaluator.symbols

    @property
    def length(self) -> int:
        """The key ``genome.length``. Genomes of other lengths are evaluated, too."""
        return self._evaluator.length

    @property
    def no_op(self) -> int | None:
        """The symbol without moves, if the alphabet has it."""
        return self._evaluator.no_op

    @property
    def kernel(self) -> str:
        """The instructions of the machine that are used; they change no result."""
        return self._evaluator.kernel

    @property
    def state(self) -> str:
        """The start state."""
        return self._evaluator.state

    @property
    def base(self) -> dict[str, Any]:
        """The configuration with every default."""
        return self._evaluator.base

    def __repr__(self) -> str:
        return repr(self._evaluator)
