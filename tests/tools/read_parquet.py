"""Reads exported Parquet files with polars and pyarrow, and compares every cell with the tables; levels that are tables have
words, and the curves are compared with the tidy export.

    python3 -m venv v && v/bin/pip install polars pyarrow
    v/bin/python tests/tools/read_parquet.py RESULTS PARQUET TIDY
"""

import csv
import pathlib
import sys

import polars
import pyarrow.parquet

results, folder, tidy = map(pathlib.Path, sys.argv[1:])
REAL = {"mean", "midrange", "std", "seconds", "evaluations_per_second"}
TEXT = {"stage", "instance", "stop", "moves", "state", "solver", "kernel", "reason", "selection"}
WORDS = {"{ tournament = { size = 3 } }": "tournament (size 3)", "{ roulette = {} }": "roulette"}
count = 0
for path in sorted(folder.glob("*.parquet")):
    source = (tidy if path.stem == "curves" else results) / (path.stem + ".csv")
    with open(source, newline="") as file:
        header, *rows = csv.reader(file)
    about = pyarrow.parquet.read_schema(path).metadata
    assert about[b"evocube.sweep"] == b"out" and about[b"evocube.version"], about
    frames = polars.read_parquet(path), pyarrow.parquet.read_table(path)
    for columns, frame in zip((frames[0].columns, frames[1].column_names), frames):
        assert list(columns) == header, (columns, header)
        for index, name in enumerate(header):
            found = frame[name].to_list() if frame is frames[0] else frame[name].to_pylist()
            text = name in TEXT
            kind = str if text else float if name in REAL else int
            expected = [kind(WORDS.get(row[index], row[index])) if row[index] else None for row in rows]
            assert found == expected, (path, name, found[:5], expected[:5])
            assert all(type(value) is kind for value in found if value is not None), (path, name)
    count += 1
print(f"{count} tables read as they are written")
