"""Columns of factors, of statistics and of claims, read from texts: arrays of numbers, lists of texts, whole numbers with the mask of
missing ones. Rust makes the other columns of tables. Data frames are made of all of them here, tables of Arrow in ``_results.py``.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

WHOLE, REAL = ("configuration", "other", "n", "in_set"), ("estimate", "low", "high", "p", "p_corrected", "p_instances", "a12")
"""The columns of statistics that are numbers; the others are texts."""

CLAIM = ("stage", "claim", "factor", "outcome", "level", "other", "estimate", "low", "high", "p", "words", "json")
"""The columns of claims."""


def frame_of(columns: dict[str, Any]) -> pd.DataFrame:
    """Returns a data frame over arrays, without copies."""
    import pandas as pd

    def column(values: Any) -> Any:
        if isinstance(values, tuple):
            return pd.arrays.IntegerArray(*values)
        return values

    return pd.DataFrame({name: column(values) for name, values in columns.items()}, copy=False)


def reals_of(texts: Sequence[str]) -> np.ndarray:
    """Returns texts as numbers; empty ones are missing."""
    return np.array([float(text) if text else math.nan for text in texts], dtype=float)


def wholes_of(texts: Sequence[str]) -> np.ndarray | tuple[np.ndarray, np.ndarray]:
    """Returns texts as whole numbers; if some are empty, with a mask."""
    values, mask = np.array([int(text or 0) for text in texts]), np.array([not text for text in texts])
    return (values, mask) if mask.any() else values


def levels_of(texts: Sequence[str], levels: Sequence[str]) -> Any:
    """Returns the column of a factor: numbers if all its levels in the sweep are, whole ones if all are."""
    for read, numbers in ((int, wholes_of), (float, reals_of)):
        try:
            if [read(level) for level in levels]:
                return numbers(texts)
        except ValueError:
            continue
    return texts


def statistics_of(text: str) -> dict[str, Any]:
    """Returns the columns of a table of statistics, given as CSV."""
    header, *rows = csv.reader(io.StringIO(text))
    texts = {column: [row[place] for row in rows] for place, column in enumerate(header)}
    kinds = {**dict.fromkeys(WHOLE, wholes_of), **dict.fromkeys(REAL, reals_of)}
    return {column: kinds.get(column, list)(values) for column, values in texts.items()}


def claims_of(text: str) -> dict[str, Any]:
    """Returns the columns of claims, given as JSON. The comparison of a claim is that of its levels that it states first."""
    rows = []
    for claim in json.loads(text):
        parts = claim.get("evidence") or claim
        values = {**claim, **parts, **(parts.get("lead") or {}), "claim": claim["claim"], "json": json.dumps(claim, ensure_ascii=False)}
        rows.append([values.get(column) for column in CLAIM])
    texts = {column: ["" if row[place] is None else str(row[place]) for row in rows] for place, column in enumerate(CLAIM)}
    return {column: reals_of(values) if column in REAL else values for column, values in texts.items()}


def at(column: Any, places: np.ndarray) -> Any:
    """Returns the values of a column at these places."""
    if isinstance(column, tuple):
        return column[0][places], column[1][places]
    return column[places] if isinstance(column, np.ndarray) else [column[place] for place in places]
