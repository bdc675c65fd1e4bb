"""Trials and landscapes on executors, mostly in other processes: the same bytes, also when workers are lost; exceptions,
interruptions, modules that travel, wrong executors, and trials that check shards of other code. ``component_sweep`` and ``same``
serve other tests, too. Clusters of Dask, Ray and MPI are tested in ``test_kills.py``."""

import importlib.util
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import active_children, get_context

import numpy as np
import pytest

import evocube
from evocube import _executor
from evocube._answer import answer
from evocube._executor import Dispatcher
from evocube._processes import Processes
from test_run import DIFFERS, files

pytest.importorskip("cloudpickle")


@evocube.objective("far-pieces")
def far_pieces(places, layout, weight=1):
    return weight * (places != layout.homes).sum(axis=1)


@evocube.mutation("draw-one")
def draw_one(genomes, draws, symbols):
    genomes[np.arange(len(genomes)), draws.integers(genomes.shape[1])] = draws.integers(symbols)


@evocube.observer("spread", columns=["worst"])
def spread(population, progress):
    return population.penalties.max()


def component_sweep(generations=30):
    return {
        "name": "components",
        "seed": 3,
        "repetitions": 4,
        "observers": ["spread"],
        "instance": [{"random": 2}],
        "base": {
            "genome.length": 20,
            "objective.far-pieces.weight": 2,
            "mutation": {"draw-one": {"rate": 0.3}},
            "stop.generations": generations,
        },
        "factor": [{"key": "population", "levels": [20, 40]}],
    }


def same(first, second):
    first, second = files(first.folder), files(second.folder)
    assert first.keys() == second.keys()
    different = {name for name in first if first[name] != second[name]}
    assert different <= DIFFERS and "trials.csv" in first, different


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return evocube.run(component_sweep(), tmp_path_factory.mktemp("alone") / "components")


def test_processes_give_the_same_bytes_with_components_and_a_race(alone, tmp_path, sweep):
    events = []
    out = tmp_path / "processes"
    there = evocube.run(component_sweep(), out, executor="processes", threads=2, progress=events.append)
    same(alone, there)
    assert [event["done"] for event in events][-1] == 16 and there.convergence["spread.worst"].notna().all()
    sweep["holdout"] = 3
    race = {"budget": 60, "holdout": 3}
    same(evocube.race(sweep, tmp_path / "here", **race), evocube.race(sweep, tmp_path / "race", executor="processes", **race))
    part = evocube.shard(component_sweep(), "2/2", tmp_path / "part", executor="processes", threads=2)
    assert list(part.trials.trial) == list(range(2, 17, 2))


def test_executors_of_the_standard_library_give_the_same_bytes(alone, tmp_path):
    with ThreadPoolExecutor(2) as executor:
        same(alone, evocube.run(component_sweep(), tmp_path / "threads", executor=executor))
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        same(alone, evocube.run(component_sweep(), tmp_path / "pool", executor=executor))


def test_a_trial_whose_worker_is_killed_runs_again(alone, tmp_path, monkeypatch):
    killed, choice = [], random.Random(7)

    def kill(event):
        living = [process for process in pools[0]._processes or [] if process.poll() is None]
        if living and len(killed) < 20:
            killed.append(choice.choice(living).pid)
            os.kill(killed[-1], signal.SIGKILL)

    # A trial may be lost each time.
    monkeypatch.setattr(_executor, "LOSSES", 1000)
    pools, start = [], Processes.__init__
    monkeypatch.setattr(Processes, "__init__", lambda self, count: (pools.append(self), start(self, count))[1])
    same(alone, evocube.run(component_sweep(), tmp_path / "killed", executor="processes", threads=2, progress=kill))
    assert killed


class Losing:
    """An executor that loses every trial a number of times."""

    def __init__(self, losses):
        self.losses, self.lost = losses, {}

    def submit(self, function, *args):
        future = Future()
        self.lost[args] = self.lost.get(args, 0) + 1
        if self.lost[args] <= self.losses:
            future.set_exception(BrokenExecutor("the worker is gone"))
        else:
            future.set_result(function(*args))
        return future


def killing_progress():
    """Returns a function for progress that kills a worker of a pool now and then, and the list of those that it has killed."""
    killed = []

    def kill(event):
        workers = active_children()
        if workers and event["done"] in (3, 7, 11):
            killed.append(workers[0].pid)
            workers[0].kill()

    return kill, killed


def make_pool():
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


def test_a_pool_that_a_function_makes_is_made_again_after_a_worker_is_killed(alone, tmp_path, monkeypatch):
    monkeypatch.setattr(_executor, "LOSSES", 1000)
    kill, killed = killing_progress()
    same(alone, evocube.run(component_sweep(), tmp_path / "made", executor=make_pool, progress=kill))
    assert killed


def test_a_pool_that_a_killed_worker_breaks_ends_the_run_with_a_sentence(alone, tmp_path):
    kill, killed = killing_progress()
    with make_pool() as pool, pytest.raises(evocube.Error, match="a worker of the executor was lost, and the executor takes no further trials"):
        evocube.run(component_sweep(), tmp_path / "broken", executor=pool, progress=kill)
    assert killed
    same(alone, evocube.run(component_sweep(), tmp_path / "broken"))


MODULE = """
import evocube
import travelling_helper

@evocube.objective("travelling")
def travelling(places, layout):
    return travelling_helper.WEIGHT * travelling_helper.far(places, layout)
"""
HELPER = """
WEIGHT = 2

def far(places, layout):
    return (places != layout.homes).sum(axis=1)
"""


def without_folder(folder):
    """Makes a worker as one of a machine without a folder."""
    sys.path[:] = [path for path in sys.path if path != folder]


def test_a_module_of_the_user_travels_with_the_modules_that_it_imports(tmp_path, monkeypatch):
    (tmp_path / "travelling_components.py").write_text(MODULE)
    (tmp_path / "travelling_helper.py").write_text(HELPER)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("travelling_components")
    sweep = component_sweep()
    sweep["base"]["objective"] = sweep["base"].pop("objective.far-pieces.weight") and "travelling"
    here = evocube.run(sweep, tmp_path / "here", threads=1)
    pool = ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=without_folder, initargs=(str(tmp_path),))
    with pool as executor:
        same(here, evocube.run(sweep, tmp_path / "there", executor=executor))
        assert executor.submit(importlib.util.find_spec, "travelling_helper").result() is None


def test_a_trial_that_is_always_lost_ends_the_run(alone, tmp_path):
    same(alone, evocube.run(component_sweep(), tmp_path / "lost", executor=Losing(10), threads=2))
    with pytest.raises(BrokenExecutor, match="the worker is gone"):
        evocube.run(component_sweep(), tmp_path / "gone", executor=Losing(11), threads=2)
    unfinished = evocube.Results(tmp_path / "gone")
    assert not unfinished.complete and len(unfinished.trials) == 0
    same(alone, evocube.run(component_sweep(), tmp_path / "gone"))


def test_an_exception_of_a_component_is_raised_with_its_place(tmp_path):
    @evocube.objective("broken-there")
    def broken(places, layout):
        raise ZeroDivisionError("by nothing")

    sweep = component_sweep()
    sweep["base"].pop("objective.far-pieces.weight")
    sweep["base"]["objective"] = "broken-there"
    with pytest.raises(ZeroDivisionError, match="by nothing") as raised:
        evocube.run(sweep, tmp_path / "broken", executor="processes", threads=2)
    if sys.version_info >= (3, 11):
        notes = "\n".join(raised.value.__notes__)
        assert 'in the component "broken-there" of a sweep' in notes and "in broken" in notes


def test_an_interrupted_run_ends_its_processes_and_continues(alone, tmp_path):
    long = component_sweep(generations=100_000)
    timer = threading.Timer(2.0, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        evocube.run(long, tmp_path / "long", executor="processes", threads=2)
    assert not evocube.Results(tmp_path / "long").complete


class Waiting:
    """An executor without workers: the run is interrupted after two trials."""

    def __init__(self):
        self.futures = []

    def submit(self, function, *args):
        self.futures.append(Future())
        if len(self.futures) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return self.futures[-1]


def test_an_interrupted_run_cancels_the_trials_that_are_out(tmp_path):
    executor = Waiting()
    with pytest.raises(KeyboardInterrupt):
        evocube.run(component_sweep(), tmp_path / "out", executor=executor, threads=2)
    assert len(executor.futures) == 2 and all(future.cancelled() for future in executor.futures)


def test_wrong_executors_are_refused(sweep, tmp_path):
    with pytest.raises(evocube.InvalidValue, match='executor: "threads" is not "processes"'):
        evocube.run(sweep, tmp_path / "a", executor="threads")
    with pytest.raises(evocube.InvalidType, match="executor: expected"):
        evocube.run(sweep, tmp_path / "a", executor=3)
    with pytest.raises(evocube.InvalidValue, match="threads: write a number from 1 to 4096"):
        evocube.run(sweep, tmp_path / "a", executor="processes", threads=0)
    with pytest.raises(evocube.Error, match="this is no request of a trial"):
        raise pickle.loads(answer(b"", b"nothing")[1])
    with pytest.raises(evocube.InvalidType, match="executor: expected"):
        Dispatcher(lambda: 3, [], None)
    assert Dispatcher(Losing(0), [], None).trials == 64 and Dispatcher(ThreadPoolExecutor(3), [], None).trials == 6


SCRIPT = """
import sys
import evocube

@evocube.objective("of-a-script")
def wrong(places, layout):
    print("printed by a component")
    return (places != layout.homes).sum(axis=1)

results = evocube.run(
    {"name": "script", "seed": 1, "instance": [{"random": 2}], "base": {"objective": "of-a-script", "stop.generations": 3}},
    sys.argv[1], executor="processes", threads=2,
)
print(len(results.trials), "trials")
"""


def test_a_script_needs_no_guard_and_its_components_may_print(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    ended = subprocess.run([sys.executable, script, tmp_path / "out"], capture_output=True, text=True)
    assert ended.returncode == 0 and ended.stdout == "2 trials\n", ended.stderr
    assert "printed by a component" in ended.stderr


class Counting:
    """An executor that counts its calls."""

    def __init__(self):
        self.calls = 0

    def submit(self, function, *args):
        self.calls += 1
        future = Future()
        future.set_result(function(*pickle.loads(pickle.dumps(args))))
        return future


def test_shards_of_another_version_are_accepted_by_trials_on_an_executor(tmp_path):
    def register(version, symbol):
        @evocube.mutation("of-shards", version=version)
        def mutation(genomes, draws, symbols):
            genomes[:, 0] = symbol

    sweep = component_sweep()
    sweep["base"]["mutation"] = "of-shards"
    register("1", 0)
    folders = [evocube.shard(sweep, f"{number}/2", tmp_path / f"{number}", threads=1).folder for number in (1, 2)]
    merged = evocube.merge(folders, tmp_path / "merged")
    register("2", 0)
    with pytest.raises(evocube.Error, match="made by other code"):
        evocube.merge(folders, tmp_path / "again")
    executor = Counting()
    accepted = evocube.merge(folders, tmp_path / "again", accept_program=True, executor=executor)
    # The first trial of both design points, of each shard.
    assert executor.calls == 4 and accepted.trials.equals(merged.trials)
    register("3", 5)
    with pytest.raises(evocube.Error, match="gives other rows than those recorded"):
        evocube.merge(folders, tmp_path / "third", accept_program=True, executor="processes", threads=2)


LANDSCAPE = {"walks": 3, "steps": 60, "states": 3, "distance": 2}


def landscape(objective, out, **options):
    base = {"genome": {"length": 8, "evaluate": "best-prefix"}, "objective": objective, **options.pop("base", {})}
    sweep = {"name": "land", "seed": 1, "instance": [{"random": 1}], "base": {"stop.generations": 1, **base}}
    document = evocube.landscape(sweep, out, **LANDSCAPE, **options)
    tables = {name: text for name, text in files_of(out).items() if name.endswith(".csv")}
    assert tables and document.pop("files")
    return document, tables


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_landscape_has_components_and_an_executor(tmp_path):
    own = landscape("far-pieces", tmp_path / "own")
    assert own == landscape("pieces", tmp_path / "pieces"), "it counts what the objective of evocube counts"
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as executor:
        assert landscape("far-pieces", tmp_path / "pool", executor=executor) == own
    assert landscape("far-pieces", tmp_path / "made", executor=make_pool) == own
    assert landscape("far-pieces", tmp_path / "processes", executor="processes", threads=2) == own
    heavy = landscape({"far-pieces": {"weight": 3}}, tmp_path / "heavy")
    neutral = [[walk["neutral"] for walk in measured["walks"]] for measured, _ in (own, heavy)]
    assert neutral[0] == neutral[1] and heavy[1] != own[1], "the weight changes penalties, but not their order"


def test_components_of_a_landscape_draw_the_same_numbers_each_time(tmp_path):
    @evocube.mutation("drawn-at-random")
    def drawn(genomes, draws, symbols):
        genomes[0, random.randrange(genomes.shape[1])] = np.random.randint(symbols)

    measured = [landscape("pieces", tmp_path / f"{number}", base={"mutation": "drawn-at-random"}) for number in (1, 2)]
    assert measured[0] == measured[1]


def test_an_exception_of_a_component_of_a_landscape_has_its_traceback(tmp_path):
    @evocube.objective("broken-land")
    def broken(places, layout):
        print("printed by a component")
        raise ZeroDivisionError("by nothing")

    for executor in (None, ThreadPoolExecutor(1)):
        with pytest.raises(evocube.Error, match="(?s)in broken.*ZeroDivisionError: by nothing"):
            landscape("broken-land", tmp_path / "out", executor=executor)
    with pytest.raises(evocube.InvalidType, match="executor: expected"):
        landscape("pieces", tmp_path / "out", executor=3)
