"""Components that draw from ``random`` or ``numpy.random``, which all code of a process shares. They give the same bytes everywhere, also
after an interruption: a process runs one trial at a time. Also tested: when trials run in other processes, which components are named,
once, and that those of evocube keep their threads.
"""

import _thread
import importlib
import json
import os
import random
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import evocube
from evocube import _movers
from test_run import DIFFERS, files


def drawn():
    """Returns numbers of both generators, the second of a pair among them."""
    return [random.random(), random.gauss(0, 1), np.random.random(), np.random.standard_normal()]


@evocube.algorithm("shared-random")
def shared_random(problem, population=10):
    """Draws the genes of the better half again, from one generator or from the other."""
    genomes = np.random.randint(problem.symbols, size=(population, problem.length))
    penalties = yield genomes
    while True:
        parents = genomes[np.argsort(penalties, kind="stable")[: population // 2]].repeat(2, axis=0)
        for genome in parents:
            genome[random.randrange(problem.length)] = np.random.randint(problem.symbols)
        genomes = parents
        penalties = yield genomes


@evocube.mutation("shared-mutation")
def shared_mutation(genomes, draws, symbols):
    for genome in genomes:
        genome[random.randrange(len(genome))] = np.random.randint(symbols)


@evocube.crossover("shared-crossover")
def shared_crossover(a, b, draws, symbols):
    swap = np.random.random(a.shape) < random.random()
    a[swap], b[swap] = b[swap], a[swap]


@evocube.selection("shared-selection")
def shared_selection(penalties, genes, draws):
    return [random.randrange(len(penalties)) for _ in range(len(draws))]


@evocube.stop_rule("shared-stop")
def shared_stop(penalties, progress):
    return random.random() + np.random.random() > 1.9


@evocube.observer("shared-observer", columns=["drawn", "more"])
def shared_observer(population, progress):
    return random.random(), np.random.random()


KINDS = {
    "algorithm": {"algorithm": "shared-random"},
    "mutation": {"mutation": "shared-mutation"},
    "crossover": {"crossover": "shared-crossover"},
    "selection": {"selection": "shared-selection"},
    "stop rule": {"stop": {"generations": 40, "target": "none", "rule": "shared-stop"}},
}


def sweep_of(kind, **keys):
    base = {"genome.length": 12, "population": 12, "stop": {"generations": 15, "target": "none"}, **KINDS[kind]}
    return {"name": "shared", "seed": 7, "repetitions": 4, "instance": [{"random": 2}], "observers": ["shared-observer"],
            "base": base, **keys}  # fmt: skip


def same(first, second):
    first, second = files(first.folder), files(second.folder)
    different = {name for name in first if first[name] != second[name]}
    assert first.keys() == second.keys() and different <= DIFFERS and "trials.csv" in first, different


def said(caplog):
    """Returns what was logged, without the names of components that draw from the shared generators."""
    messages = [record.getMessage() for record in caplog.records]
    return [message for message in messages if "moves the generators" not in message]


def comes_back(call):
    """Calls a function, and asserts that both generators are then where they were."""
    random.seed(1)
    np.random.seed(1)
    expected = drawn(), drawn()
    random.seed(1)
    np.random.seed(1)
    # Half of a pair of normal numbers is left in both.
    assert drawn() == expected[0]
    result = call()
    assert drawn() == expected[1]
    return result


@pytest.mark.parametrize("kind", KINDS)
def test_components_that_draw_from_shared_generators_give_the_same_bytes_everywhere(kind, tmp_path):
    pytest.importorskip("cloudpickle")
    sweep = sweep_of(kind)
    default = comes_back(lambda: evocube.run(sweep, tmp_path / "default"))
    assert default.complete and comes_back(default.verify) and default.verify(trial=5)
    for name, options in [("one", {"threads": 1}), ("three", {"threads": 3}), ("processes", {"executor": "processes", "threads": 2})]:
        random.seed(name)
        same(default, evocube.run(sweep, tmp_path / name, **options))
    with ThreadPoolExecutor(3) as executor:
        same(default, comes_back(lambda: evocube.run(sweep, tmp_path / "pool", executor=executor)))
    # Each trial draws its own numbers.
    first = default.convergence.groupby("trial").first()
    assert first["shared-observer.drawn"].is_unique and (first["shared-observer.drawn"] != first["shared-observer.more"]).all()


def draw_always():
    """Draws in another thread, as the libraries of a worker may do."""

    def draw():
        while True:
            random.random(), np.random.random()
            time.sleep(1e-4)

    threading.Thread(target=draw, daemon=True).start()


def test_other_threads_of_a_worker_change_no_trial(tmp_path):
    pytest.importorskip("cloudpickle")
    sweep = sweep_of("algorithm")
    alone = evocube.run(sweep, tmp_path / "alone")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn"), initializer=draw_always) as executor:
        same(alone, evocube.run(sweep, tmp_path / "pool", executor=executor))


def test_a_single_trial_is_that_of_a_run(tmp_path):
    sweep = sweep_of("algorithm")
    trials = evocube.run(sweep, tmp_path / "out", report=False).trials
    for row in trials.head(3).itertuples():
        alone = comes_back(lambda: evocube.trial(sweep, seed=row.seed, instance=row.instance, threads=2))
        assert (alone.best, alone.htm, alone.evaluations) == (row.best, row.htm, row.evaluations)
    # The component may be in the settings alone.
    plain = sweep | {"base": {**sweep["base"], "algorithm": "genetic-algorithm"}, "observers": []}
    settings = {"algorithm": "shared-random"}
    assert comes_back(lambda: evocube.trial(plain, settings, seed=row.seed, instance=row.instance)).moves == alone.moves


def test_an_observer_that_draws_changes_no_trial(tmp_path):
    for kind in KINDS:
        plain = evocube.run(sweep_of(kind, observers=[]), tmp_path / kind / "plain", report=False)
        often = evocube.run(sweep_of(kind, **{"log-every": 1}), tmp_path / kind / "often", report=False)
        assert plain.trials.equals(often.trials) and plain.solutions.equals(often.solutions)


def test_runs_of_several_threads_run_one_trial_at_a_time(tmp_path):
    at_once, counts = [], []

    @evocube.objective("counted", version="1")
    def counted(places, layout):
        at_once.append(1)
        time.sleep(0.0005)
        counts.append(len(at_once))
        at_once.pop()
        return (places != layout.homes).sum(axis=1)

    sweeps = [sweep_of("algorithm"), sweep_of("mutation")]
    for sweep in sweeps:
        sweep["base"]["objective"] = "counted"
    here = {"threads": 1, "report": False}
    alone = [evocube.run(sweep, tmp_path / f"alone {number}", **here) for number, sweep in enumerate(sweeps)]
    counts.clear()
    with ThreadPoolExecutor(2) as threads:
        runs = [threads.submit(evocube.run, sweep, tmp_path / f"{number}", **here) for number, sweep in enumerate(sweeps)]
        for first, second in zip(alone, runs):
            same(first, second.result())
    assert set(counts) == {1}


def test_a_component_may_run_trials_itself(tmp_path):
    inner = sweep_of("mutation")

    @evocube.algorithm("outer")
    def outer(problem):
        while True:
            before = random.random()
            cost = evocube.trial(inner, seed=problem.seed + int(before * 1000)).cost
            genomes = np.random.randint(problem.symbols, size=(4, problem.length))
            genomes[:, 0] = cost % problem.symbols
            yield genomes

    sweep = sweep_of("algorithm", repetitions=2)
    sweep["base"] |= {"algorithm": "outer", "stop": {"generations": 3, "target": "none"}}
    results = evocube.run(sweep, tmp_path / "out", report=False)
    assert results.complete and results.verify()


@evocube.algorithm("shared-state")
class SharedState:
    """Draws all its genomes from the shared generators, and is interrupted once."""

    interrupted_at = None

    def __init__(self, problem):
        self.problem, self.generation = problem, 0

    def ask(self):
        if self.generation == self.interrupted_at:
            type(self).interrupted_at = None
            _thread.interrupt_main()
            time.sleep(0.5)
        shape = (random.randrange(1, 5), self.problem.length)
        return np.random.standard_normal(shape).argsort(axis=1) % self.problem.symbols

    def tell(self, penalties):
        self.generation += 1

    def save(self):
        return json.dumps(self.generation).encode()

    def restore(self, state):
        self.generation = json.loads(state)


@pytest.mark.parametrize("kind", ["state", "mutation"])
def test_an_interrupted_trial_goes_on_with_its_random_numbers(kind, tmp_path, monkeypatch, caplog):
    """A stop rule is called again in the generation of a checkpoint, and its numbers count once."""
    interrupted = [12]

    @evocube.stop_rule("interrupts", version="1")
    def interrupts(penalties, progress):
        if [progress.generations] == interrupted and kind == "mutation":
            interrupted.clear()
            _thread.interrupt_main()
            time.sleep(0.5)
        return random.random() > 2

    keys = {"algorithm": "shared-state"} if kind == "state" else KINDS[kind]
    sweep = sweep_of("algorithm", repetitions=1, instance=[{"random": 1}])
    sweep["base"] = {"genome.length": 12, "population": 12, "stop": {"generations": 30, "target": "none", "rule": "interrupts"}, **keys}
    interrupted.clear()
    whole = evocube.run(sweep, tmp_path / "whole", report=False)
    interrupted.append(12)
    monkeypatch.setattr(SharedState, "interrupted_at", 12)
    with pytest.raises(KeyboardInterrupt):
        evocube.run(sweep, tmp_path / "out", report=False)
    assert len(evocube.Results(tmp_path / "out").trials) == 0
    random.seed(5)
    continued = evocube.run(sweep, tmp_path / "out", report=False)
    assert "trial 1 continues from its checkpoint" in [record.getMessage() for record in caplog.records]
    assert continued.trials.equals(whole.trials) and continued.convergence.equals(whole.convergence)
    assert continued.trials.generations[0] == 30


def test_components_of_evocube_keep_their_threads(sweep, tmp_path, caplog):
    plain = evocube.run(sweep, tmp_path / "plain", threads=2, report=False)
    assert set(plain.timing.threads) == {2} and caplog.records == []


def test_trials_run_in_processes_where_their_components_go(tmp_path, caplog):
    pytest.importorskip("cloudpickle")
    own = os.getpid()

    @evocube.observer("process", columns=["is-own"])
    def process(population, progress):
        return os.getpid() == own

    def is_here(out, **options):
        results = evocube.run(sweep_of("mutation", observers=["process"]), tmp_path / out, report=False, **options)
        assert results.complete and len(results.trials) == 8
        return set(results.convergence["process.is-own"])

    assert is_here("default", threads=2) == {0.0} and is_here("one", threads=1) == {1.0}
    assert evocube.Results(tmp_path / "default").verify(threads=2) and said(caplog) == []
    # A value that no other process can have.
    lock = threading.Lock()

    @evocube.stop_rule("held", version="1")
    def held(penalties, progress):
        return lock.locked()

    sweep = sweep_of("mutation")
    sweep["base"]["stop"]["rule"] = "held"
    for _ in range(2):
        assert evocube.run(sweep, tmp_path / "held", threads=2, report=False).complete
    [sentence] = said(caplog)
    assert "cannot be sent to other processes" in sentence and sentence.startswith("components in Python run one"), sentence


def test_trials_of_a_file_that_has_changed_stay_in_the_process_that_has_imported_it(tmp_path, monkeypatch, caplog):
    monkeypatch.syspath_prepend(tmp_path)
    text = "import evocube\n@evocube.objective('of-a-file')\ndef far(places, layout):\n    return WEIGHT * (places != layout.homes).sum(axis=1)\n"
    file = tmp_path / "component_of_a_file.py"
    file.write_text(text.replace("WEIGHT", "1"))
    module = importlib.import_module("component_of_a_file")
    sweep = sweep_of("mutation", observers=[])
    sweep["base"]["objective"] = "of-a-file"
    first = evocube.run(sweep, tmp_path / "first", threads=2, report=False)
    assert said(caplog) == []
    file.write_text(text.replace("WEIGHT", "22"))
    second = evocube.run(sweep, tmp_path / "second", threads=2, report=False)
    assert second.trials.equals(first.trials)
    changed = "the objective of-a-file is another one in a new process: its file, or a variable that it names, has changed since it was imported"
    sentence = f"components in Python run one trial at a time in this process: {changed}"
    assert said(caplog)[-1] == sentence
    with pytest.raises(evocube.Error, match=changed):
        evocube.run(sweep, tmp_path / "third", executor="processes", threads=2, report=False)
    assert module.far is not None


@pytest.mark.parametrize("options", [{"threads": 1}, {"threads": 2}, {"executor": "threads"}])
def test_a_component_that_moves_the_shared_generators_is_named_once(options, tmp_path, caplog, monkeypatch):
    pytest.importorskip("cloudpickle")
    monkeypatch.setattr(_movers, "NAMED", set())

    @evocube.mutation("late-mutation", version="1")
    def late_mutation(genomes, draws, symbols):
        calls.append(1)
        # Not in its first calls.
        genomes[:, 0] = np.random.randint(symbols) if len(calls) > 20 else draws.integers(symbols)

    calls = []
    sweep = sweep_of("stop rule", repetitions=2)
    sweep["base"] |= {"mutation": {"late-mutation": {}}, "selection": "shared-selection", "crossover": "none"}
    with ThreadPoolExecutor(2) as pool:
        executor = {"executor": pool} if "executor" in options else options
        results = evocube.run(sweep, tmp_path / "out", report=False, **executor)
    assert results.complete
    words = "moves the generators of random or numpy.random: its results depend on all draws before, of others, too"
    advice = "; its argument draws gives each row numbers of its own"
    assert sorted(record.getMessage() for record in caplog.records) == [
        f"the mutation late-mutation {words}{advice}",
        f"the selection shared-selection {words}{advice}",
        f"the stop rule shared-stop {words}",
    ]
    caplog.clear()
    assert evocube.run(sweep, tmp_path / "again", report=False, threads=1).complete and caplog.records == []


def test_algorithms_observers_and_components_that_draw_from_their_own_numbers_are_not_named(tmp_path, caplog):
    @evocube.mutation("own-draws")
    def own_draws(genomes, draws, symbols):
        genomes[:, 0] = draws.integers(symbols)

    sweep = sweep_of("algorithm", repetitions=1)
    assert evocube.run(sweep, tmp_path / "algorithm", threads=1, report=False).complete
    sweep["base"] |= {"algorithm": "genetic-algorithm", "mutation": "own-draws"}
    assert evocube.run(sweep, tmp_path / "mutation", threads=1, report=False).complete and caplog.records == []


def test_another_generator_of_numpy_is_refused(tmp_path):
    own = np.random.get_bit_generator()
    np.random.set_bit_generator(np.random.PCG64(1))
    try:
        with pytest.raises(evocube.Error, match="the generator of numpy.random is PCG64: components in Python need MT19937"):
            evocube.run(sweep_of("mutation"), tmp_path / "out", threads=1)
    finally:
        np.random.set_bit_generator(own)
    assert evocube.run(sweep_of("mutation"), tmp_path / "out", report=False).complete
