"""Conversion of genomes to arrays of 16-bit genes. Genes that are ``uint16`` already are checked when they are evaluated, not here."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._errors import InvalidType, InvalidValue


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
