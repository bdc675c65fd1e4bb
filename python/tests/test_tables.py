"""Tables of results and of their statistics as data frames, as streams of Arrow, and as files; their columns and types, also in the data
dictionary. Runs are tested in ``test_run.py``.
"""

import json
import re
from typing import get_args

import numpy as np
import pytest
from conftest import ROOT

import evocube


def test_tables_are_data_frames(results):
    trials = results.trials
    assert list(trials.columns[:5]) == ["trial", "stage", "point", "population", "instance"]
    assert trials.population.dtype == np.int64 and set(trials.population) == {20, 60}
    assert trials.solved.dtype == bool and trials.seed.dtype == np.uint64 and trials.best.dtype == np.int64
    assert len(trials) == 12 == len(results.solutions) == len(results.timing)
    assert results.convergence.groupby("trial").size().min() > 1
    curves = results.curves
    assert len(curves) == len(results.convergence) and {"population", "generation", "best"} <= set(curves.columns)
    assert len(results.failures) == len(results.fronts) == len(results.operators) == len(results.baselines) == 0
    assert results.factors == ["population"] and results.complete
    assert results.stages[0].selected == 1 and results.stages[0].levels == {"population": "20"}
    assert "population = 20" in results.best_configuration
    assert repr(results).endswith("12 trials")


def test_frames_become_frames_of_polars(results):
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    for name in ("trials", "convergence", "solutions"):
        table = getattr(results, name)
        frame = polars.from_pandas(table)
        assert frame.columns == list(table.columns) and frame.to_pandas().astype(table.dtypes).equals(table)
    assert polars.from_pandas(results.trials).schema["seed"] == polars.UInt64


def test_numbers_of_frames_are_arrays_without_a_copy(results):
    columns = results._columns("convergence")
    frame = evocube._columns.frame_of(columns)
    assert all(np.shares_memory(frame[name].to_numpy(), columns[name]) for name in ("best", "mean", "evaluations"))


def test_frames_agree_with_the_files(results):
    import pandas

    for name in ("trials", "convergence", "solutions"):
        read = pandas.read_csv(results.folder / f"{name}.csv", keep_default_na=False)
        found = getattr(results, name)
        assert list(read.columns) == list(found.columns)
        for column in read.columns:
            if column in ("solved", "reached"):
                assert (read[column].astype(bool) == found[column]).all()
            elif column == "evaluations_to_reach":
                # Empty where a trial did not reach its target.
                assert pandas.to_numeric(read[column], errors="coerce").astype("Int64").equals(found[column])
            elif read[column].dtype.kind == "f":
                assert np.allclose(read[column], found[column])
            else:
                assert (read[column] == found[column]).all(), column


def test_statistics_are_the_tables_of_the_report(results):
    import pandas

    for name, table in [("effects.csv", results.effects), ("comparisons.csv", results.comparisons)]:
        written = pandas.read_csv(results.folder / name)
        assert list(table.columns) == list(written.columns) and len(table) == len(written) > 0
        for column in ("estimate", "low", "high", "p_corrected"):
            assert np.allclose(table[column].astype(float), written[column], equal_nan=True), column
    claims = results.claims
    assert len(claims) > 0 and set(claims["stage"]) == {"main"} and claims["words"].str.len().min() > 10
    for claim in claims.to_dict("records"):
        whole = json.loads(claim["json"])
        assert whole["claim"] == claim["claim"] and whole["words"] == claim["words"]
    [led] = claims[claims["claim"] == "matters"].to_dict("records")
    lead = json.loads(led["json"])["lead"]
    assert led["factor"] == "population" and [led[key] for key in ("level", "other", "low", "p")] == [lead[key] for key in ("level", "other", "low", "p")]
    assert results.manifest["trials"] == 12 and results.manifest["complete"]
    assert results.sweep["base"]["genome"]["length"] == 30


def test_tables_are_streams_of_arrow(results, tmp_path):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    for name in ("trials", "convergence", "solutions"):
        table = results.arrow(name)
        assert table.column_names == list(getattr(results, name).columns)
    assert pa.table(results).equals(results.arrow("trials"))
    assert results.arrow().column("seed").type == pa.uint64()
    polars = pytest.importorskip("polars")
    assert polars.DataFrame(results).columns == list(results.trials.columns)
    duckdb = pytest.importorskip("duckdb")
    rows = results.arrow("convergence")
    assert duckdb.sql("select count(*) from rows").fetchall() == [(rows.num_rows,)]
    written = results.to_parquet(tmp_path / "tables")
    names = ["trials", "convergence", "curves", "solutions", "timing", "effects", "comparisons", "claims"]
    assert [path.name for path in written] == [f"{name}.parquet" for name in names]
    for path in written:
        assert parquet.read_table(path).equals(results.arrow(path.stem))


def test_columns_have_one_type_in_pandas_and_arrow_whatever_their_values_are(results, sweep, tmp_path):
    pa = pytest.importorskip("pyarrow")
    kinds = {"i": pa.int64(), "f": pa.float64(), "u": pa.uint64(), "b": pa.bool_()}
    for name in ("trials", "convergence", "curves", "effects", "comparisons", "claims"):
        frame, table = getattr(results, name), results.arrow(name)
        assert table.column_names == list(frame.columns)
        for column in table.column_names:
            expected = kinds.get(frame[column].dtype.kind, pa.string()) if len(frame) else table.column(column).type
            assert table.column(column).type == expected, column
            if not frame[column].isna().any():
                assert table.column(column).to_pylist() == frame[column].tolist()
    # The first levels are whole numbers, and the sweep's are not.
    sweep["factor"] = [{"key": "mutation.uniform.gene-rate", "levels": [1, 0.5]}, {"key": "selection.tournament.size", "levels": [2, 3]}]
    sweep["base"]["mutation"] = "uniform"
    part = evocube.shard(sweep, "1/12", tmp_path / "part")
    assert part.arrow().column("mutation.uniform.gene-rate").type == pa.float64()
    assert part.trials["selection.tournament.size"].dtype == np.int64
    for name in ("effects", "comparisons"):
        assert len(getattr(part, name)) == 0 and list(getattr(part, name)) == list(getattr(results, name))
    for column in ("estimate", "p", "a12"):
        assert results.comparisons[column].dtype == float


def test_columns_are_those_of_the_data_dictionary(results):
    page = (ROOT / "docs" / "data-dictionary.md").read_text()

    def columns(heading):
        section = page.split(f"\n### {heading}\n")[1].split("\n#")[0]
        cells = [line.split("|")[1] for line in section.splitlines() if line.startswith(("| `", "| *"))]
        return re.findall(r"`([^`]+)`|(\*factors\*)", " ".join(cells))

    for name in get_args(evocube._results.Table):
        heading = "Tables in Python" if name == "claims" else f"{name}.csv"
        if name not in ("curves", "elites"):
            named = [key for word, factors in columns(heading) for key in (results.factors if factors else [word])]
            assert list(results._typed(name)) == named, name
