"""Sweeps, races and results folders from Python: the bytes of the command line, wrong sweeps, values and keywords, progress, Ctrl-C,
plans, trials, shards, verification, figures, reports, export, solver statistics, one landscape, notebooks, pickling, a forked
process. ``files``, ``DIFFERS`` and ``TEXT`` serve other tests, too. Executors are tested in ``test_executor.py``, tables in
``test_tables.py``."""

import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

import evocube
from evocube import _progress

# Wall-clock times, and the manifest, which has the number of threads.
DIFFERS = {"timing.csv", "baseline_timing.csv", "manifest.toml"}

# The sweep of the fixture as a file.
TEXT = """
name = "small"
seed = 5
repetitions = 3
[[instance]]
random = 2
[base]
genome = { length = 30, evaluate = "best-prefix" }
alphabet.expand = "symmetries"
stop.generations = 40
[[factor]]
key = "population"
levels = [20, 60]
"""


def files(folder):
    paths = [path for path in Path(folder).rglob("*") if path.is_file()]
    contents = {str(path.relative_to(folder)): path.read_bytes() for path in paths}
    # The last line seals the manifest, which names the program.
    contents["digests.csv"] = contents["digests.csv"].split(b"\nmanifest,")[0]
    return contents


def test_a_sweep_has_the_bytes_of_the_command_line(program, sweep, tmp_path):
    text = 'baselines = ["layers"]' + TEXT
    file = tmp_path / "small.toml"
    file.write_text(text)
    command = [program, "run", file, "--out", tmp_path / "command", "--quiet", "--threads", "2"]
    subprocess.run(command, check=True, cwd=tmp_path)
    sweep["baselines"] = ["layers"]
    for name, form, threads in [("dict", sweep, 1), ("text", text, 2), ("path", file, 3)]:
        evocube.run(form, tmp_path / name, threads=threads)
        command, here = files(tmp_path / "command"), files(tmp_path / name)
        assert command.keys() == here.keys()
        different = {name for name in command if command[name] != here[name]}
        assert different <= DIFFERS and "trials.csv" in here and "report.html" in here, different


def test_progress_counts_the_trials(sweep, tmp_path):
    events = []
    results = evocube.run(sweep, tmp_path / "out", progress=events.append, report=False)
    assert [event["done"] for event in events] == list(range(13))
    assert events[-1] == {"stage": "main", "trials": 12, "done": 12, "solved": int(results.trials.solved.sum())}
    assert not (tmp_path / "out" / "report.html").exists()


def test_an_exception_in_progress_ends_the_run_and_the_same_call_continues(sweep, tmp_path):
    def stop(event):
        if event["done"] == 4:
            raise RuntimeError("enough")

    # On a busy machine trials may end before the call that ends the run.
    sweep["repetitions"] = 100
    with pytest.raises(RuntimeError, match="enough"):
        evocube.run(sweep, tmp_path / "out", progress=stop, threads=1)
    unfinished = evocube.Results(tmp_path / "out")
    assert not unfinished.complete and 4 <= len(unfinished.trials) < 400 and "unfinished" in repr(unfinished)
    whole = evocube.run(sweep, tmp_path / "whole")
    continued = evocube.run(sweep, tmp_path / "out")
    assert continued.complete and continued.trials.equals(whole.trials)


def test_modes_treat_folders_as_the_options_of_the_command(sweep, tmp_path):
    out = tmp_path / "out"
    first = evocube.run(sweep, out)
    assert evocube.run(sweep, out).trials.equals(first.trials)
    with pytest.raises(evocube.Error):
        evocube.run({**sweep, "seed": 6}, out)
    extended = evocube.run({**sweep, "repetitions": 4}, out, mode="extend")
    assert len(extended.trials) == 16
    assert len(evocube.run({**sweep, "seed": 6}, out, mode="fresh").trials) == 12
    with pytest.raises(evocube.Error, match='mode: "again" is not one of resume, new, fresh, extend'):
        evocube.run(sweep, out, mode="again")


def test_a_wrong_sweep_is_an_error_with_file_line_and_column(sweep, tmp_path):
    file = tmp_path / "wrong.toml"
    file.write_text('name = "x"\nseed = 1\n[[instance]]\nrandom = 2\n[base]\npopulatoin = 5\nelitism = -1\n')
    with pytest.raises(evocube.SweepError) as caught:
        evocube.run(file, tmp_path / "out")
    error = caught.value
    assert (error.file, error.line, error.column, error.text) == (str(file), 6, 1, "populatoin = 5")
    assert len(error.diagnostics) == 2 and error.diagnostics[1].line == 7
    assert "  ^" in str(error) and "population" in str(error)
    assert pickle.loads(pickle.dumps(error)).diagnostics == error.diagnostics
    sweep["base"]["populatoin"] = 5
    with pytest.raises(evocube.SweepError) as caught:
        evocube.run(sweep, tmp_path / "out")
    assert caught.value.file == "<dict>" and caught.value.text == "populatoin = 5"
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (None, "base: population: None is no value of a sweep: leave the key out"),
        ({1: 2}, "the key 1 is not a string"),
        (2**63, "base: population: 9223372036854775808 is out of range: integers are from -9223372036854775808 to 9223372036854775807"),
        (object(), "object is no value of a sweep"),
    ],
)
def test_values_without_a_form_in_a_sweep_are_refused(sweep, value, sentence):
    sweep["base"]["population"] = value
    with pytest.raises((ValueError, TypeError)) as caught:
        evocube.run(sweep)
    assert sentence in str(caught.value)


class ListOfItself:
    """A value that converts to itself without end."""

    def tolist(self):
        return self


def nested(depth, inner):
    """A dict of dicts, or a list of lists."""
    value = inner({})
    for _ in range(depth):
        value = inner(value)
    return value


def cyclic():
    table, items = {}, []
    table["a"], table["b"] = table, items
    items.append(items)
    return [table, items, {"items": items}, ListOfItself()]


@pytest.mark.parametrize(
    "value",
    [
        *cyclic(),
        nested(80, lambda inner: {"a": inner}),
        nested(100_000, lambda inner: {"a": inner}),
        nested(100_000, lambda inner: [inner]),
        {".".join("a" * 100_000): 1},
        nested(10, lambda inner: {"a.a.a.a.a.a.a.a.a.a": inner}),
    ],
    ids=["dict", "list", "list in dict", "object", "81 dicts", "100,000 dicts", "100,000 lists", "dots", "dots in dicts"],
)
def test_values_without_an_end_are_refused(sweep, value):
    sentence = "more than 80 dicts and lists are inside each other: is one of them inside itself?"
    sweep["base"]["crossover"] = value
    for refused in (lambda: evocube.run(sweep), lambda: evocube.Evaluator("R U", {"mutation": value})):
        with pytest.raises(RecursionError) as caught:
            refused()
        assert str(caught.value) == sentence


def test_lists_in_place_of_settings_are_refused(sweep):
    sweep["base"]["crossover"] = {"one-point": [0.7]}
    with pytest.raises(evocube.SweepError) as caught:
        evocube.run(sweep)
    assert "one-point must be a table, not a list" in str(caught.value)
    assert "write { rate = … }" in str(caught.value)


def test_numbers_of_numpy_and_paths_are_values(sweep, tmp_path):
    cube = tmp_path / "cube.txt"
    cube.write_text("R U F")
    sweep["instance"] = [{"file": cube}]
    sweep["factor"] = [{"key": "population", "levels": np.array([20, 40])}]
    sweep["base"]["elitism"] = np.int64(2)
    assert set(evocube.run(sweep, tmp_path / "out").trials.population) == {20, 40}


FORK = """
import multiprocessing, sys
import evocube

def work(number):
    results = evocube.run(SWEEP | {"seed": number}, f"run-{number}", threads=1)
    return len(results.effects) and results.plot().title and results.report().exists()

SWEEP = SWEEP_TEXT
work(1)
with multiprocessing.get_context("fork").Pool(1) as pool:
    sys.exit(not pool.apply(work, (2,)))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_draws_reports_after_its_parent_has(sweep, tmp_path):
    command = [sys.executable, "-c", FORK.replace("SWEEP_TEXT", repr(sweep))]
    subprocess.run(command, check=True, cwd=tmp_path, timeout=120)


def test_a_name_of_a_shipped_sweep_is_known(tmp_path):
    with pytest.raises(evocube.Error, match="threads: write a number from 1 to 4096"):
        evocube.run("quickstart", tmp_path / "out", threads=0)
    with pytest.raises(evocube.SweepError, match="(?s)^quickstat: no such file.*no shipped sweep has this name: did you mean quickstart?"):
        evocube.run("quickstat", tmp_path / "out")


def test_verification_finds_a_changed_row(sweep, tmp_path):
    results = evocube.run(sweep, tmp_path / "out")
    verified = results.verify()
    assert verified and (verified.identical, verified.trials, verified.complete, verified.difference) == (True, 12, True, None)
    assert evocube.verify(tmp_path / "out", trial=3).trials == 1
    with pytest.raises(evocube.Error, match="the sweep has no trial 99"):
        results.verify(99)
    table = tmp_path / "out" / "trials.csv"
    lines = table.read_text().splitlines(keepends=True)
    lines[5] = lines[5][:-2] + ("1" if lines[5][-2] == "0" else "0") + "\n"
    table.write_text("".join(lines))
    for read in (evocube.Results, evocube.verify):
        with pytest.raises(evocube.Error, match="trials.csv: line 6: the rows of trial 5 do not match their digests"):
            read(tmp_path / "out")


def test_figures_are_svg_that_notebooks_show(results, tmp_path):
    figure = results.plot("convergence", width=85, labels={"population": "individuals"})
    assert "<svg" in figure.svg[:200] and "individuals" in figure.svg
    bundle = figure._repr_mimebundle_(include=None, exclude=None)
    assert bundle["image/svg+xml"] == figure.svg and bundle["text/plain"] == repr(figure)
    assert bundle["image/png"].startswith(b"\x89PNG") and bundle["application/pdf"].startswith(b"%PDF")
    assert figure.stage == "main" and figure.title and figure.caption
    for ending, start in [("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF")]:
        path, data = figure.save(tmp_path / f"figure.{ending}")
        assert Path(path).read_bytes().startswith(start) and Path(data).suffix == ".csv"
    assert evocube.plot(results.folder, "ecdf").svg != figure.svg


def test_notebooks_show_results_with_answer_figure_and_table(results, sweep, tmp_path):
    shown = results._repr_html_()
    words = results.claims["words"][0]
    assert "<svg" in shown and "<table" in shown and shown.startswith("<p>") and words.split("`")[0].split("*")[0] in shown
    assert "**" not in shown.split("<svg")[0]
    with pytest.raises(ZeroDivisionError):
        evocube.run(sweep, tmp_path / "out", progress=lambda event: 1 / 0)
    none = evocube.Results(tmp_path / "out")
    assert len(none.trials) or none._repr_html_() == f"<p>Results(&#x27;{tmp_path}/out&#x27;): 0 trials, unfinished</p>"


@pytest.mark.parametrize(
    ("kind", "options", "sentence"),
    [
        ("lines", {}, 'kind: "lines" is not one of convergence, ecdf'),
        ("convergence", {"center": "mode"}, 'center: "mode" is not one of median, mean'),
        ("convergence", {"center": "mean", "band": "iqr"}, 'band "iqr": quartiles belong to a median'),
        ("convergence", {"center": "median", "band": "ci"}, 'band "ci": the interval is that of a mean'),
        ("box", {"x": "generation"}, "x does not shape box"),
        ("convergence", {"color": "elitism"}, "elitism"),
        ("interaction", {}, "interaction needs"),
    ],
)
def test_a_figure_that_cannot_be_drawn_is_an_error(results, kind, options, sentence):
    with pytest.raises(evocube.Error) as caught:
        results.plot(kind, **options)
    assert sentence in str(caught.value)


def test_kinds_of_figures_are_typed(results):
    with pytest.raises(evocube.InvalidValue) as caught:
        results.plot("graph")
    assert str(caught.value) == f'kind: "graph" is not one of {", ".join(get_args(evocube._results.Kind))}'


def test_a_keyword_of_another_type_is_an_error_with_its_name(results, sweep):
    for call, sentence in [
        (lambda: evocube.run(sweep, threads="2"), "threads: 'str' object cannot be interpreted as an integer"),
        (lambda: evocube.race(sweep, mode=2), "mode: "),
        (lambda: results.plot("box", width="wide"), "width: "),
    ]:
        with pytest.raises(evocube.InvalidType) as caught:
            call()
        assert str(caught.value).startswith(sentence)


def test_results_and_figures_survive_pickling(results):
    again = pickle.loads(pickle.dumps(results))
    assert again.trials.equals(results.trials) and again.folder == results.folder.absolute()
    figure = results.plot("ecdf", width=85, title=False)
    assert pickle.loads(pickle.dumps(figure)).svg == figure.svg


def test_the_sweep_of_results_runs_again(results, tmp_path):
    again = evocube.run(results.sweep, tmp_path / "again", report=False)
    assert again.trials.equals(results.trials)


def test_a_plan_has_the_trials_of_the_run(results, sweep):
    plan = evocube.plan(sweep)
    assert not plan.attrs["is_bound"]
    for column in plan.columns:
        assert (plan[column].astype(str) == results.trials[column].astype(str)).all(), column


def test_levels_with_labels_are_cells_of_a_column(tmp_path):
    paper = {"label": "paper", "set": {"crossover.one-point.rate": 0.3, "alphabet.expand": "none"}}
    sweep = {
        "name": "labeled",
        "instance": [{"random": 1}],
        "base": {"population": 12, "alphabet": {"macros": "none"}, "stop.generations": 3},
        "factor": [{"name": "variant", "levels": [{"label": "plain", "set": {}}, paper]}],
    }
    assert list(evocube.plan(sweep)["variant"]) == ["plain", "paper"]
    results = evocube.run(sweep, tmp_path / "labeled")
    assert results.factors == ["variant"] and list(results.trials["variant"]) == ["plain", "paper"]
    assert evocube.plan(results.sweep)["seed"].equals(evocube.plan(sweep)["seed"])


def test_shards_are_merged_into_the_folder_of_one_run(results, sweep, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    parts = [evocube.shard(sweep, f"{number}/3") for number in (1, 2, 3)]
    assert [part.folder.as_posix() for part in parts] == [f"results/small-shards/{number}-of-3" for number in (1, 2, 3)]
    assert [len(part.trials) for part in parts] == [4, 4, 4]
    merged = evocube.merge([part.folder for part in parts], "merged")
    one, other = files(results.folder), files(merged.folder)
    assert one.keys() == other.keys() and {name for name in one if one[name] != other[name]} <= DIFFERS
    with pytest.raises(evocube.Error, match="2 of 3 shards are missing: 2, 3"):
        evocube.merge([parts[0].folder], "incomplete")

    def stop(_):
        raise InterruptedError

    with pytest.raises(InterruptedError):
        evocube.shard(sweep, "2/3", "second", progress=stop)
    with pytest.raises(evocube.Error, match=r'`evocube\.shard\(sweep, "2/3", out="second"\)` completes it'):
        evocube.merge([parts[0].folder, "second", parts[2].folder], "incomplete")
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "2")
    monkeypatch.setenv("SLURM_ARRAY_TASK_COUNT", "3")
    assert evocube.shard(sweep, "env").folder == parts[1].folder
    for wrong, sentence in [("4/3", "shard: there is no shard 4 of 3"), ("2", "shard: expected I/N"), ("1/13", "too few")]:
        with pytest.raises(evocube.Error, match=sentence):
            evocube.shard(sweep, wrong)
    with pytest.raises(evocube.InvalidValue, match="mode: a shard is not extended"):
        evocube.shard(sweep, "1/3", mode="extend")


def test_a_single_trial_is_that_of_the_sweep(results, sweep):
    for row in results.trials.iloc[[0, 7]].itertuples():
        trial = evocube.trial(sweep, {"population": row.population}, seed=row.seed, instance=row.instance)
        assert (trial.cost, trial.best, trial.solved, trial.evaluations) == (row.best, row.best, row.solved, row.evaluations)
        assert trial.moves == results.solutions.moves[row.Index] and trial.seconds > 0
        curve = results.convergence[results.convergence.trial == row.trial].reset_index(drop=True)
        assert trial.curve.drop(columns="trial").equals(curve.drop(columns="trial"))
    changed = evocube.trial(sweep, {"crossover": {"one-point": {"rate": 0.5}}, "stop.generations": 2}, seed=1, cost="evaluations")
    assert changed.instance == "random-1" and changed.stop == "generations"
    for call, sentence in [
        (lambda: evocube.trial(sweep, {"populatoin": 3}, seed=1), "populatoin"),
        (lambda: evocube.trial(sweep, seed=1, instance="x"), 'the sweep has no instance "x": expected random-1, random-2'),
        (lambda: evocube.trial(sweep, seed=1, cost="time"), 'cost: "time" is not one of penalty, evaluations'),
    ]:
        with pytest.raises(evocube.Error, match=sentence):
            call()


def test_progress_is_a_line_of_text(sweep, tmp_path, capsys):
    evocube.run(sweep, tmp_path / "out", progress=True, report=False)
    line = capsys.readouterr().err.rsplit("\r", 1)[1]
    assert line.startswith("stage main: 12 of 12 trials, ") and line.rstrip().endswith(" solved") and line.endswith("\n")


def test_progress_has_the_remaining_time(capsys, monkeypatch):
    clock = iter([100.0, 104.0, 800.0, 4900.0, 9000.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(clock))
    line = _progress.function_of(True)
    for done in (2, 4, 5, 6, 7):
        line({"stage": "main", "trials": 7, "done": done, "solved": 0})
    words = [text.strip() for text in capsys.readouterr().err.split("\r")[1:]]
    ends = ["", ", 6 s left", ", 8 min left", ", 20 min left", ""]
    assert words == [f"stage main: {done} of 7 trials, 0 solved{end}" for done, end in zip((2, 4, 5, 6, 7), ends)]


def test_results_are_exported_and_solvers_measured(results, sweep, tmp_path):
    folder = results.export(tmp_path / "ioh")
    assert folder == tmp_path / "ioh" and any(folder.iterdir())
    with pytest.raises(evocube.Error, match="is not empty"):
        evocube.export(results.folder, tmp_path / "ioh")
    lengths = evocube.stats("layers", count=20, threads=1)
    assert lengths["solved"] == 20 and lengths["before"]["mean"] > lengths["after"]["mean"]
    with ThreadPoolExecutor(1) as pool:
        measured = evocube.landscape(sweep, tmp_path / "landscape", walks=5, steps=50, states=5, distance=3, executor=pool)
    assert measured["length"] == 30 and measured["answer"] and (tmp_path / "landscape" / "landscape.html").exists()
    with pytest.raises(evocube.InvalidType, match="executor: expected"):
        evocube.landscape(sweep, executor=3)
    with pytest.raises(evocube.Error, match="god"):
        evocube.stats("god", count=1)


def test_a_report_is_drawn_elsewhere(results, tmp_path):
    page = evocube.report(results.folder, tmp_path / "page")
    assert page.read_bytes() == (results.folder / "report.html").read_bytes()
    assert results.report() == results.folder / "report.html"
    with pytest.raises(evocube.Error, match="is a results folder: choose another one"):
        results.report(results.folder)


def test_a_race_has_the_bytes_of_the_command_line(program, sweep, tmp_path):
    text = "holdout = 6" + TEXT
    file = tmp_path / "small.toml"
    file.write_text(text)
    command = [program, "race", file, "--budget", "40", "--out", tmp_path / "command", "--quiet", "--threads", "2"]
    subprocess.run(command, check=True, cwd=tmp_path)
    evocube.race(text, tmp_path / "text", budget=40, threads=1)
    command, here = files(tmp_path / "command"), files(tmp_path / "text")
    assert command.keys() == here.keys()
    assert {name for name in command if command[name] != here[name]} <= DIFFERS


def test_a_sweep_that_suits_no_race_is_an_error_with_its_place(sweep, tmp_path):
    sweep["stage"] = [{"name": name, "factor": sweep["factor"]} for name in ("one", "two")]
    sweep.pop("factor")
    with pytest.raises(evocube.SweepError, match="stage") as caught:
        evocube.race(sweep, tmp_path / "race")
    assert caught.value.line is not None and not (tmp_path / "race").exists()


def test_a_race_selects_a_configuration(sweep, tmp_path):
    sweep["factor"] = [{"key": "population", "levels": [10, 20, 40, 60]}]
    race = evocube.race(sweep, tmp_path / "race", budget=60, holdout=8)
    stage = race.stages[0]
    assert (race.trials.stage == stage.name).sum() <= 60 and "[base" in race.best_configuration
    assert list(race.elites.columns) == ["point", "mean_cost", "solved", "difference", "low", "high", "p"]
    assert race.elites.point.iloc[0] == stage.selected
    assert (race.trials[race.trials.stage == "held-out"].groupby("point").size() == 8).all()
    assert race.verify()
    with pytest.raises(evocube.Error, match="cost: \"time\" is not one of penalty, evaluations"):
        evocube.race(sweep, cost="time")


def test_ctrl_c_ends_a_run(sweep, tmp_path):
    import _thread
    import threading

    sweep["base"] |= {"stop": {"generations": 1_000_000, "target": "none"}, "population": 1000}
    sweep.pop("factor")
    sweep["log-every"] = 100_000
    timer = threading.Timer(0.5, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        evocube.run(sweep, tmp_path / "out")
    assert not evocube.Results(tmp_path / "out").complete
