"""Many processes in one results folder at once, from Python and from the command line. Commands alone are tested in
``tests/sweeps/company.rs``.
"""

import json
import random
import shutil
import subprocess
import sys

import pytest

import evocube
from test_run import DIFFERS, files

SMALL = {
    "name": "small", "seed": 5, "repetitions": 6, "baselines": ["layers"], "instance": [{"random": 2}],
    "base": {"population": 20, "stop.generations": 15},
}  # fmt: skip
LARGER = {**SMALL, "repetitions": 8}
RACE = {
    "name": "race", "seed": 5, "design.race": {"budget": 200}, "instance": [{"random": 3}],
    "base": {"population": 10, "stop.evaluations": 100}, "factor": [{"key": "elitism", "range": [0, 5]}],
}  # fmt: skip

# A process makes one of these calls. An exception of evocube is an answer, too.
CALLS = """
import json, sys
import evocube

small, larger, race = json.loads(sys.argv[2])
calls = {
    "run": lambda: evocube.run(small, "out"),
    "new": lambda: evocube.run(small, "out", mode="new", threads=1),
    "fresh": lambda: evocube.run(small, "out", mode="fresh"),
    "larger": lambda: evocube.run(larger, "out", mode="fresh"),
    "extend": lambda: evocube.run(larger, "out", mode="extend"),
    "merge": lambda: evocube.merge(["first", "second"], "out"),
    "race": lambda: evocube.race(race, "out"),
    "report": lambda: evocube.report("out"),
    "verify": lambda: evocube.verify("out"),
    "tables": lambda: evocube.Results("out").trials,
}
try:
    calls[sys.argv[1]]()
except evocube.Error as error:
    print(error, file=sys.stderr)
    sys.exit(2)
"""
NAMES = ["run", "new", "fresh", "larger", "extend", "merge", "race", "report", "verify", "tables"]
COMMANDS = [
    ["run", "small.toml", "--out", "out", "-q", "--resume"],
    ["run", "small.toml", "--out", "out", "-q", "--fresh"],
    ["merge", "first", "second", "--out", "out", "--json"],
    ["report", "out", "--json"],
    ["verify", "out", "-q"],
]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The results of each sweep, by its name and repetitions, and the shards of the small one."""
    place = tmp_path_factory.mktemp("whole")
    for part, name in [("1/2", "first"), ("2/2", "second")]:
        evocube.shard(SMALL, part, place / name)
    runs = [evocube.run(SMALL, place / "small"), evocube.run(LARGER, place / "larger"), evocube.race(RACE, place / "race")]
    return place, [files(run.folder) for run in runs]


def meet(place, arguments, when):
    """Starts processes at once, and waits for all of them."""
    started = [subprocess.Popen(command, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) for command in arguments]
    for process, command in zip(started, arguments, strict=True):
        _, stderr = process.communicate(timeout=600)
        is_verify = "verify" in command
        assert process.returncode in ((0, 1, 2, 3) if is_verify else (0, 2, 3)), (when, command[-3:], process.returncode, stderr)
        assert "Traceback" not in stderr and "panicked" not in stderr and "defect" not in stderr, (when, stderr)


def check(place, whole, when):
    """Checks that the folder is that of one of the sweeps, which is completed."""
    if not (place / "out" / "manifest.toml").exists():
        return
    results = evocube.Results(place / "out")
    number = 2 if results.sweep["name"] == "race" else int(results.sweep["repetitions"] == 8)
    if not results.complete:
        (evocube.race if number == 2 else evocube.run)([SMALL, LARGER, RACE][number], place / "out")
    here, expected = files(place / "out"), whole[number]
    # A report of few trials may have figures of its own.
    assert expected.keys() <= here.keys(), when
    different = {name for name in expected if expected[name] != here[name]}
    assert different <= DIFFERS and evocube.verify(place / "out").identical, (when, different)


@pytest.mark.parametrize(("processes", "tries"), [(2, 3), (20, 1)])
def test_processes_in_one_folder_leave_the_results_of_one_sweep(processes, tries, whole, program, tmp_path):
    shards, expected = whole
    for shard in ("first", "second"):
        shutil.copytree(shards / shard, tmp_path / shard)
    small = tmp_path / "small.toml"
    small.write_text('name = "small"\nseed = 5\nrepetitions = 6\nbaselines = ["layers"]\n[[instance]]\nrandom = 2\n[base]\n'
                     "population = 20\nstop.generations = 15\n")  # fmt: skip
    sweeps = json.dumps([SMALL, LARGER, RACE])
    commands = [[sys.executable, "-c", CALLS, name, sweeps] for name in NAMES] + [[program, *command] for command in COMMANDS]
    draws = random.Random(processes)
    for number in range(tries):
        for before in ("new", "complete"):
            shutil.rmtree(tmp_path / "out", ignore_errors=True)
            if before == "complete":
                evocube.run(SMALL, tmp_path / "out")
            chosen = draws.choices(commands, k=processes)
            when = f"{processes} processes in a {before} folder, try {number}: {[command[-2:] for command in chosen]}"
            meet(tmp_path, chosen, when)
            check(tmp_path, expected, when)
