"""Examples in Python: a notebook, DEAP and pymoo with the evaluator of evocube and one in Python, recomputed statistics, shards per worker;
and the algorithm of ``docs/python-components.md``. Trackers of experiments are tested in ``test_recipes.py``, tuners in
``tests/cli/tuners.rs``.
"""

import json
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT


def outputs(notebook):
    """Returns the types of the outputs of each cell."""
    cells = json.loads(notebook.read_text())["cells"]
    return [[sorted(output.get("data", {})) for output in cell.get("outputs", [])] for cell in cells]


def test_the_notebook_runs_and_is_kept_with_its_outputs(tmp_path):
    pytest.importorskip("nbconvert")
    pytest.importorskip("ipykernel")
    notebook = ROOT / "examples" / "notebook.ipynb"
    command = [sys.executable, "-m", "nbconvert", "--to", "notebook", "--execute", "--output-dir", tmp_path]
    subprocess.run([*command, notebook], check=True, capture_output=True)
    kinds = outputs(tmp_path / "notebook.ipynb")
    figure = ["application/pdf", "image/png", "image/svg+xml", "text/plain"]
    assert figure in sum(kinds, []) and ["text/html", "text/plain"] in sum(kinds, [])
    assert outputs(notebook) == kinds


@pytest.fixture(scope="module")
def frameworks():
    pytest.importorskip("deap")
    pytest.importorskip("pymoo")
    sys.path.insert(0, str(ROOT / "examples"))
    import frameworks

    return frameworks


def test_the_evaluator_in_python_computes_the_same_penalties(frameworks):
    import evocube

    for seed in range(3):
        cube = evocube.Cube.random(seed)
        evaluator = evocube.Evaluator(cube, {"genome.evaluate": "whole", "alphabet.expand": "rotations"})
        python = frameworks.PythonEvaluator(cube, evaluator.alphabet)
        rows = np.random.default_rng(seed).integers(evaluator.symbols, size=(50, 12))
        assert np.array_equal(evaluator.penalties(rows), python.penalties(rows))


def test_frameworks_find_the_same_with_both_evaluators(frameworks):
    for row in frameworks.compare(runs=2, generations=5):
        assert row["best"]["evocube"] == row["best"]["Python"] and min(row["best"]["evocube"]) > 0


def test_the_algorithm_of_the_guide_is_resumed_and_improves(sweep, tmp_path):
    import evocube

    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python-components.md").read_text(), re.DOTALL)
    names = {"np": np, "evocube": evocube}
    exec(next(block for block in blocks if "class HillClimber" in block), names)
    one, two = (names["HillClimber"](evocube.Problem(18, 10, 30, None, [], 1, (0, None, None))) for _ in range(2))
    one.tell(one.ask().sum(axis=1))
    asked = one.ask()
    two.restore(one.save())
    assert np.array_equal(two.asked, asked)
    for algorithm in (one, two):
        algorithm.tell(asked.sum(axis=1))
    assert np.array_equal(one.ask(), two.ask())
    sweep["base"]["algorithm"] = "hill-climber"
    curve = evocube.run(sweep, tmp_path / "out", report=False).convergence.groupby("trial").best
    assert (curve.min() < curve.first()).all()


RANGES = [{"key": "population", "range": [20, 200]}, {"key": "elitism", "range": [0, 5]}]


@pytest.mark.parametrize(
    ("puzzle", "evaluations", "instances", "repetitions", "factors", "others"),
    [
        ("cube2", 4000, 3, 12, 2, {"outcomes": ["wins", "solved", "run-time"]}),
        ("cube2", 100_000, 14, 1, 1, {"outcomes": ["wins", "solved", "moves"]}),
        ("cube3", 3000, 2, 4, 2, {"outcomes": ["penalty", "wins"]}),
        ("cube3", 3000, 12, 2, 0, {"design": "sobol", "points": 6, "factor": RANGES}),
    ],
    ids=["rates and run times", "one trial on each instance", "penalties", "sampled"],
)
def test_the_statistics_of_a_report_are_recomputed(tmp_path, puzzle, evaluations, instances, repetitions, factors, others):
    pytest.importorskip("scipy")
    import evocube

    sweep = {
        "name": "recomputed",
        "seed": 5,
        "repetitions": repetitions,
        "instance": [{"random": instances}],
        "base": {"puzzle": puzzle, "population": 60, "stop": {"evaluations": evaluations, "target": 0}},
        "factor": [{"key": "population", "levels": [20, 60, 200]}, {"key": "elitism", "levels": [0, 1]}][:factors],
        **others,
    }
    evocube.run(sweep, tmp_path / "out")
    subprocess.run([sys.executable, ROOT / "examples" / "recompute_statistics.py", tmp_path / "out"], check=True)


def test_more_shards_a_worker_finish_sooner():
    script = ROOT / "examples" / "shards_per_worker.py"
    arguments = ["--workers", "20", "--per-worker", "1", "32", "--draws", "3"]
    printed = subprocess.run([sys.executable, script, *arguments], check=True, capture_output=True, text=True).stdout
    one, many = (float(line.split()[1]) for line in printed.splitlines()[1:])
    # No division is better than all work over the sum of the speeds.
    assert one >= 3 > 1.5 > many >= 1
