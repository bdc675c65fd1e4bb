"""The command of the package, ``python -m evocube``: components of a module that ``--import`` names, executors that ``--executor``
names, exceptions, interruption, exported scripts, refused options. Its ``COMPONENTS`` and ``SWEEP`` serve other tests, too. The
commands themselves are tested in Rust, in ``tests/cli``."""

import os
import shutil
import signal
import subprocess
import sys

import pytest

import evocube
from test_executor import same

COMPONENTS = """
import os
import numpy as np
import evocube

@evocube.mutation("of-a-module")
def of_a_module(genomes, draws, symbols):
    if os.environ.get("BREAKS"):
        raise ZeroDivisionError("by nothing")
    genomes[:, 0] = draws.integers(symbols)

@evocube.observer("process", columns=["number"])
def process(population, progress):
    return np.random.random()
"""

SWEEP = """
name = "commanded"
seed = 4
repetitions = 3
observers = ["process"]
[[instance]]
random = 2
[base]
genome.length = 12
population = 10
mutation = "of-a-module"
stop = { generations = 10, target = "none" }
"""


@pytest.fixture
def call(tmp_path, monkeypatch):
    """A function that runs the command in a folder that has a module of components and a sweep."""
    (tmp_path / "commanded_components.py").write_text(COMPONENTS)
    (tmp_path / "sweep.toml").write_text(SWEEP)
    # The command's tables and components are those of any folder.
    monkeypatch.chdir(tmp_path)

    def call(*arguments, **environment):
        program = [sys.executable, "-m", "evocube", *arguments]
        return subprocess.run(program, capture_output=True, text=True, env={**os.environ, **environment})

    return call


IMPORT = "--import=commanded_components"


def test_the_command_runs_components_of_a_module_that_it_imports(call, tmp_path):
    for out, options in [("default", []), ("one", ["--threads", "1"]), ("processes", ["--executor", "processes"])]:
        ended = call("--import", "commanded_components", "run", "sweep.toml", "--out", out, "--quiet", *options)
        assert ended.returncode == 0, ended.stderr
    default = evocube.Results("default")
    assert len(default.trials) == 6 and default.convergence["process.number"].nunique() == 6
    for out in ("one", "processes"):
        same(default, evocube.Results(out))
    assert list(default.manifest["program"][-1]["components"]) == ["mutation of-a-module", "observer process"]
    verified = call(IMPORT, "verify", "default")
    assert (verified.returncode, verified.stdout) == (0, "identical: 6 trials run again\n"), verified.stderr
    assert call("report", "default").returncode == 0
    refused = call("verify", "default")
    assert refused.returncode == 2 and "only the program that has the code of the mutation of-a-module, observer process" in refused.stderr
    planned = call(IMPORT, "plan", "sweep.toml")
    assert planned.returncode == 0 and call("plan", "sweep.toml").returncode == 2


LIBRARIES = {"dask": "distributed", "ray": "ray", "mpi": "mpi4py"}


@pytest.mark.parametrize("name", LIBRARIES)
def test_an_executor_of_a_library_gives_the_same_bytes_by_one_word(name, call):
    pytest.importorskip(LIBRARIES[name])
    program = [sys.executable, "-m", "evocube"]
    if name == "mpi":
        if not shutil.which("mpiexec"):
            pytest.skip("mpiexec is not installed")
        program = ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", "-m", "evocube"]
    # Open MPI refuses more ranks than cores, and root, as which containers run.
    allowed = {f"OMPI_{name}": "1" for name in ("ALLOW_RUN_AS_ROOT", "ALLOW_RUN_AS_ROOT_CONFIRM", "MCA_rmaps_base_oversubscribe")}
    assert call(IMPORT, "run", "sweep.toml", "--out", "one", "--threads=1", "--quiet").returncode == 0
    command = [*program, IMPORT, "run", "sweep.toml", "--out", name, "--executor", name, "--quiet"]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **allowed})
    assert ended.returncode == 0, ended.stderr
    same(evocube.Results("one"), evocube.Results(name))


def test_an_exception_of_a_component_ends_the_command_with_its_traceback(call):
    for options in ([], ["--threads=1"]):
        ended = call(IMPORT, "run", "sweep.toml", "--fresh", *options, BREAKS="1")
        assert ended.returncode == 2 and "ZeroDivisionError: by nothing" in ended.stderr, ended.stderr
        assert "in of_a_module" in ended.stderr
    assert call(IMPORT, "run", "sweep.toml", "--resume").returncode == 0


def test_an_interrupted_command_names_the_one_that_continues(call, tmp_path):
    (tmp_path / "long.toml").write_text(SWEEP.replace("generations = 10", "generations = 1000000"))
    program = [sys.executable, "-m", "evocube", IMPORT, "run", "long.toml", "--out", "long", "--threads", "2"]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while "stage main" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate(timeout=60)
    assert process.returncode == 2 and f"`evocube {IMPORT} run long.toml --out long" in " ".join(told.split()), told


def test_scripts_for_clusters_and_tuners_import_the_module(call, tmp_path):
    script = call(IMPORT, "slurm", "sweep.toml", "--shards", "2")
    assert f"evocube=({sys.executable} -m evocube --import=commanded_components)\n" in script.stdout
    text = SWEEP + "\n[[factor]]\nkey = 'population'\nlevels = [4, 8, 12]\n"
    (tmp_path / "tuned.toml").write_text(text)
    exported = call(IMPORT, "export", "tuned.toml", "--to", "irace", "--out", "irace")
    assert exported.returncode == 0, exported.stderr
    scenario = (tmp_path / "irace" / "scenario.txt").read_text()
    assert f'targetRunnerLauncher = "{sys.executable}"\n' in scenario
    assert 'Args = "-m evocube --import=commanded_components trial {targetRunner}' in scenario


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["run", "sweep.toml", "--executor", "threads"], '--executor: "threads" is not one of processes, dask, ray, mpi'),
        (["plan", "sweep.toml", "--executor", "processes"], "--executor is an option of run, race, verify"),
        (["run", "sweep.toml", "--address", "here"], "--address is that of dask or ray: name one with --executor"),
        (["run", "sweep.toml", "--executor"], "--executor needs a value"),
    ],
)
def test_wrong_options_are_refused(call, arguments, sentence):
    ended = call(*arguments)
    assert (ended.returncode, ended.stderr) == (2, f"error: {sentence}\n")
    ended = call("--import", "no_such_module", "plan", "sweep.toml")
    assert ended.returncode == 2 and "No module named 'no_such_module'" in ended.stderr
