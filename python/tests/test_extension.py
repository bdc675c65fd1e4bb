"""Objectives, operators, stop rules and algorithms written in Python: results on any threads, those of an objective as in Rust, ends
of trials, saved states, draws, exceptions, folders of another version. Also wrong values (of observers, too), settings and names,
which are refused. Observers are tested in ``test_observer.py``, which uses ``base``; versions that are digests in
``test_version.py``."""

import _thread
import pickle
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import evocube


@evocube.objective("py-wrong-pieces")
def wrong_pieces(places, layout, weight=1):
    return weight * (places != layout.homes).sum(axis=1)


@evocube.crossover("py-uniform")
def uniform(a, b, draws, symbols):
    swap = draws.random(a.shape[1]) < 0.5
    a[swap], b[swap] = b[swap], a[swap]


@evocube.mutation("py-reset")
def reset(genomes, draws, symbols, genes=2):
    rows = np.arange(len(genomes))
    for _ in range(genes):
        genomes[rows, draws.integers(genomes.shape[1])] = draws.integers(symbols)


@evocube.selection("py-tournament")
def tournament(penalties, genes, draws, size=3):
    drawn = draws.integers(len(penalties), size)
    return drawn[np.arange(len(drawn)), penalties[drawn].argmin(axis=1)]


@evocube.survivor_selection("py-truncation")
def truncation(penalties, genes, size, draws):
    return np.argsort(penalties, kind="stable")[:size]


@evocube.algorithm("py-random")
def random_genomes(problem):
    while True:
        yield problem.random()


@evocube.algorithm("py-ga")
def genetic_algorithm(problem, size=2, rate=None):
    rng, population = problem.rng, problem.random()
    penalties = yield population
    while True:
        drawn = rng.integers(len(population), size=(len(population), size))
        parents = drawn[np.arange(len(drawn)), penalties[drawn].argmin(axis=1)]
        children = population[parents]
        change = rng.random(children.shape) < 0.05
        children[change] = rng.integers(problem.symbols, size=change.sum())
        found = yield children
        better = found <= penalties
        population[better], penalties[better] = children[better], found[better]


@evocube.algorithm("py-ask-and-tell")
class AskAndTell:
    """Keeps the better of each genome and its mutant. It can be interrupted, and counts what happens."""

    interrupted_at = None
    asked = restored = 0

    def __init__(self, problem, rate=0.05):
        self.problem, self.rate, self.best, self.generation = problem, rate, None, 0

    def ask(self):
        type(self).asked += 1
        if self.generation == self.interrupted_at:
            type(self).interrupted_at = None
            _thread.interrupt_main()
            time.sleep(0.5)
        if self.best is None:
            self.asked_for = self.problem.random()
        else:
            change = self.problem.rng.random(self.best.shape) < self.rate
            self.asked_for = np.where(change, self.problem.random(len(self.best)), self.best)
        return self.asked_for

    def tell(self, penalties):
        self.generation += 1
        if self.best is None:
            self.best, self.penalties = self.asked_for, penalties
        better = penalties <= self.penalties
        self.best[better], self.penalties[better] = self.asked_for[better], penalties[better]

    def save(self):
        return pickle.dumps(vars(self))

    def restore(self, state):
        type(self).restored += 1
        vars(self).update(pickle.loads(state))


def base(sweep, **keys):
    sweep.pop("factor", None)
    sweep["base"] |= {"population": 40, **keys}
    return sweep


COMPONENTS = {
    "objective": {"objective": {"py-wrong-pieces": {"weight": 2}}},
    "crossover": {"crossover": {"py-uniform": {"rate": 0.7}}},
    "mutation": {"mutation": {"py-reset": {"rate": 0.5, "genes": 1}}},
    "mixture": {"mutation.mixture.of": [{"mutation": "py-reset"}, {"mutation": "tail"}]},
    "selection": {"selection": "py-tournament"},
    "survivor_selection": {"replacement": "py-truncation"},
    "algorithm": {"algorithm": {"py-ga": {"size": 3}}},
    "ask_and_tell": {"algorithm": {"py-ask-and-tell": {"rate": 0.1}}},
}


@pytest.mark.parametrize("kind", COMPONENTS)
def test_results_do_not_depend_on_threads_and_are_verified(kind, sweep, tmp_path):
    sweep = base(sweep, **COMPONENTS[kind])
    one = evocube.run(sweep, tmp_path / "one", threads=1)
    two = evocube.run(sweep, tmp_path / "two", threads=2, report=False)
    assert one.trials.equals(two.trials) and one.convergence.equals(two.convergence)
    assert len(one.failures) == 0 and one.trials.generations.max() > 5 and one.verify(trial=1)


def test_a_large_population_bred_by_several_threads_has_the_same_results(sweep, tmp_path):
    components = {**COMPONENTS["objective"], **COMPONENTS["crossover"], **COMPONENTS["mutation"]}
    sweep = base(sweep, **components, **COMPONENTS["selection"]) | {"repetitions": 1, "instance": [{"random": 1}]}
    sweep["base"] |= {"population": 20_000, "stop.generations": 2}
    one = evocube.run(sweep, tmp_path / "one", threads=1, report=False)
    two = evocube.run(sweep, tmp_path / "two", threads=2, report=False)
    assert one.convergence.equals(two.convergence)


def test_an_objective_of_python_has_the_penalties_of_the_same_one_in_rust():
    rows = np.random.default_rng(1).integers(18, size=(5000, 20), dtype=np.uint16)
    for evaluate in ("whole", "best-prefix"):
        keys = {"genome": {"length": 20, "evaluate": evaluate}}
        rust = evocube.Evaluator("R U F", {"objective": "pieces", **keys})
        python = evocube.Evaluator("R U F", {"objective": "py-wrong-pieces", **keys})
        for a, b in zip(rust.fitness(rows), python.fitness(rows)):
            assert np.array_equal(a, b)
        assert python.replay("R") == rust.replay("R")


def test_an_objective_of_python_evolves_as_the_same_one_in_rust(sweep, tmp_path):
    keys = {"objective": "pieces"}
    rust = evocube.run(base(sweep, **keys), tmp_path / "rust", report=False)
    sweep["base"]["objective"] = "py-wrong-pieces"
    python = evocube.run(sweep, tmp_path / "python", report=False)
    # Trials are seeded by names, and the name of a design point is that of its levels.
    assert rust.trials.equals(python.trials) and rust.convergence.equals(python.convergence)


def test_components_are_factors(sweep, tmp_path):
    sweep = base(sweep)
    sweep["factor"] = [{"key": "algorithm", "levels": ["genetic-algorithm", "py-random", {"py-ga": {"size": 2}}]}]
    sweep["base"]["stop"] = {"evaluations": 4000}
    trials = evocube.run(sweep, tmp_path / "out").trials
    mean = trials.groupby("point").best.mean()
    assert mean[2] > mean[3], "a genetic algorithm is better than random search"


def test_a_generation_is_what_an_algorithm_yields(sweep, tmp_path):
    sweep = base(sweep, algorithm="py-random", stop={"generations": 7, "target": "none"})
    results = evocube.run(sweep, tmp_path / "out", report=False)
    assert (results.trials.generations == 7).all() and (results.trials.evaluations == 8 * 40).all()
    assert (results.trials.stop == "generations").all()
    first = results.convergence[results.convergence.trial == 1]
    assert first.generation.tolist() == [0, 1, 2, 3, 5, 7] and first.distinct.max() == 40
    assert (first.best <= first["mean"]).all()
    assert (results.solutions.genes != "").any(), "its genomes have genes"


def test_an_algorithm_that_returns_ends_its_trial(sweep, tmp_path):
    closed = []

    @evocube.algorithm("py-short")
    def short(problem):
        for _ in range(3):
            yield problem.random(5)

    @evocube.algorithm("py-cleans-up")
    def cleans_up(problem):
        try:
            while True:
                yield problem.random(5)
        finally:
            closed.append(problem.seed)

    results = evocube.run(base(sweep, algorithm="py-short"), tmp_path / "short", report=False)
    assert (results.trials.stop == "ended").all() and (results.trials.evaluations == 15).all()
    sweep["base"]["algorithm"] = "py-cleans-up"
    results = evocube.run(sweep, tmp_path / "closed", threads=1, report=False)
    assert len(set(closed)) == len(closed) == len(results.trials)


@pytest.mark.parametrize("has_checkpoints", [True, False])
def test_an_interrupted_trial_continues_from_the_state_that_its_algorithm_saves(
    has_checkpoints, sweep, tmp_path, caplog, monkeypatch
):
    """Without a state it begins again. The results are the same."""

    class Own(AskAndTell):
        asked = restored = 0

    if not has_checkpoints:
        # As in a class that never had them.
        monkeypatch.delattr(AskAndTell, "save")
        monkeypatch.delattr(AskAndTell, "restore")
    # It counts its calls.
    evocube.algorithm("py-interrupted", version="1")(Own)
    sweep = base(sweep, algorithm="py-interrupted", stop={"generations": 30, "target": "none"})
    sweep |= {"repetitions": 1, "instance": [{"random": 1}]}
    whole = evocube.run(sweep, tmp_path / "whole", threads=1, report=False)
    assert (Own.asked, Own.restored) == (31, 0)
    Own.asked, Own.interrupted_at = 0, 20
    with pytest.raises(KeyboardInterrupt):
        evocube.run(sweep, tmp_path / "out", threads=1, report=False)
    assert len(evocube.Results(tmp_path / "out").trials) == 0
    first = Own.asked
    continued = evocube.run(sweep, tmp_path / "out", threads=1, report=False)
    said = [record.getMessage() for record in caplog.records if record.name == "evocube"]
    if has_checkpoints:
        assert (Own.asked, Own.restored) == (31, 1) and said == ["trial 1 continues from its checkpoint"]
    else:
        assert (Own.asked, Own.restored) == (first + 31, 0) and said == []
    assert continued.trials.equals(whole.trials) and continued.convergence.equals(whole.convergence)


def test_the_methods_of_an_algorithm_are_checked(sweep, tmp_path):
    class Ask:
        def __init__(self, problem):
            self.problem = problem

        def ask(self):
            return self.problem.random()

    class Saves(Ask):
        def tell(self, penalties):
            pass

        def save(self):
            return "text"

    with pytest.raises(TypeError, match="Ask has no method tell: an algorithm has ask, tell"):
        evocube.algorithm("py-incomplete")(Ask)
    with pytest.raises(TypeError, match="Saves has no method restore: an algorithm has ask, tell, save, restore"):
        evocube.algorithm("py-incomplete")(Saves)
    Saves.restore = lambda self, state: None
    assert evocube.algorithm("py-saves-text")(Saves) is Saves
    sweep = base(sweep, algorithm="py-saves-text")
    asked = []

    def ask(self):
        asked.append(1)
        if len(asked) == 2:
            _thread.interrupt_main()
            time.sleep(0.5)
        return self.problem.random()

    Saves.ask = ask
    with pytest.raises(evocube.Error, match="save returns the state as bytes, not str"):
        sweep["base"]["stop"] = {"generations": 10_000_000, "target": "none"}
        evocube.run(sweep | {"log-every": 1_000_000}, tmp_path / "out", threads=1, report=False)


def test_a_stop_rule_ends_trials_by_its_name(sweep, tmp_path):
    seen = []

    @evocube.stop_rule("py-converged")
    def converged(penalties, progress, spread=0):
        assert len(penalties) == 40 and progress.best <= penalties.min() and progress.restarts == 0
        assert progress.evaluations >= 40 and progress.stagnation <= progress.generations
        seen.append(progress.generations)
        return penalties.max() - penalties.min() <= spread

    for algorithm in ("genetic-algorithm", "py-ga"):
        sweep = base(sweep, algorithm=algorithm)
        sweep["base"]["stop"] = {"generations": 200, "target": "none", "rule": {"py-converged": {"spread": 40}}}
        results = evocube.run(sweep, tmp_path / algorithm, threads=1, report=False)
        stopped = results.trials[results.trials.stop == "py-converged"]
        assert len(stopped) > 0 and stopped.generations.max() < 200
        last = results.convergence.groupby("trial").tail(1).set_index("trial").loc[stopped.trial]
        assert (last.worst - last.best <= 40).all()
    assert 0 in seen
    sweep["base"]["stop"] = {"rule": "py-converged", "generations": 2, "target": "none"}
    assert evocube.run(sweep, tmp_path / "name", report=False).complete
    sweep["base"]["stop"]["rule"] = {"py-converged": {"sprad": 1}}
    with pytest.raises(evocube.SweepError, match="got an unexpected keyword argument 'sprad'; its settings: spread"):
        evocube.run(sweep, tmp_path / "wrong")


def test_an_exception_of_a_component_ends_the_run_with_its_traceback_and_without_a_row(sweep, tmp_path):
    fails = [True]

    @evocube.mutation("py-fails")
    def mutation(genomes, draws, symbols):
        if fails[0]:
            raise ZeroDivisionError("no way out")

    sweep = base(sweep, mutation="py-fails")
    with pytest.raises(ZeroDivisionError, match="no way out") as caught:
        evocube.run(sweep, tmp_path / "out", threads=1)
    assert caught.traceback[-1].name == "mutation"
    assert len(evocube.Results(tmp_path / "out").trials) == 0
    fails[0] = False
    assert evocube.run(sweep, tmp_path / "out", threads=1).complete


def test_an_exception_of_a_component_ends_no_other_run_of_the_process(sweep, tmp_path):
    begun, over = threading.Event(), threading.Event()

    @evocube.objective("py-raises")
    def objective(places, layout):
        raise ZeroDivisionError("no way out")

    def wait(event):
        if event["done"] == 1:
            begun.set()
            over.wait(60)

    failing = base({**sweep, "base": dict(sweep["base"])}, objective="py-raises")
    # More trials than threads run ahead of the first one.
    other = sweep | {"repetitions": 30}
    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(evocube.run, other, tmp_path / "out", threads=2, progress=wait, report=False)
        try:
            assert begun.wait(60)
            with pytest.raises(ZeroDivisionError, match="no way out"):
                evocube.run(failing, tmp_path / "failing")
        finally:
            over.set()
        assert running.result().complete


def test_a_folder_of_another_version_of_a_component_is_accepted_if_its_trials_are_identical(sweep, tmp_path):
    def register(version, symbol):
        @evocube.mutation("py-versioned", version=version)
        def mutation(genomes, draws, symbols):
            genomes[:, 0] = symbol

    sweep = base(sweep, mutation="py-versioned")
    register("1", 0)
    first = evocube.run(sweep, tmp_path / "out")
    extended = sweep | {"repetitions": 4}
    for version, symbol, accepts, sentence in [
        ("2", 0, False, "its trials were made by other code"),
        ("3", 5, True, "gives other rows than those recorded for trial 1"),
    ]:
        register(version, symbol)
        with pytest.raises(evocube.Error, match=sentence):
            evocube.run(extended, tmp_path / "out", mode="extend", accept_program=accepts)
        assert evocube.Results(tmp_path / "out").trials.equals(first.trials)
    register("2", 0)
    accepted = evocube.run(extended, tmp_path / "out", mode="extend", accept_program=True)
    assert accepted.complete and len(accepted.trials) == 8


@pytest.mark.parametrize(
    ("returned", "sentence"),
    [
        (lambda places: np.full(len(places), -1), "penalties from 0 to 65535, found -1"),
        (lambda places: np.full(len(places), 70_000), "penalties from 0 to 65535, found 70000"),
        (lambda places: np.zeros(3, int), "penalties from 0 to 65535, found an array of shape [3]"),
        (lambda places: 7, "penalties from 0 to 65535, found an array of shape []"),
        (lambda places: np.zeros(len(places)), "found an array of float64"),
    ],
)
def test_wrong_penalties_are_refused(returned, sentence):
    evocube.objective("py-wrong")(lambda places, layout: returned(places))
    evaluator = evocube.Evaluator("R U F", {"objective": "py-wrong"})
    with pytest.raises(evocube.Error) as caught:
        evaluator.penalties(np.zeros((10, 5), np.uint16))
    assert sentence in str(caught.value)


GENES = r"^expected \d+ rows of 30 genes from 0 to \d+, found an array of shape "


@pytest.mark.parametrize(
    ("kind", "function", "sentence"),
    [
        ("mutation", lambda genomes, draws, symbols: genomes.T, GENES + r"\[30, \d+\]"),
        ("mutation", lambda genomes, draws, symbols: genomes.ravel(), GENES + r"\[\d+\]"),
        ("crossover", lambda a, b, draws, symbols: (a.T, b.T), GENES + r"\[30, \d+\]"),
        ("crossover", lambda a, b, draws, symbols: a, "^a crossover returns two arrays of genomes, or none"),
        ("crossover", lambda a, b, draws, symbols: (a, b, a), "^a crossover returns two arrays of genomes, or none"),
        ("algorithm", lambda problem: iter_of(problem.random()[0]), "^genomes are the rows of an array of two dimensions, not of 1"),
        ("stop_rule", lambda penalties, progress: penalties == 0, "^The truth value of an array .* is ambiguous"),
        ("observer", lambda population, progress: {"a": 1}, "^expected a number for a, found {'a': 1}"),
        ("observer", lambda population, progress: "many", "^expected a number for a, found many"),
    ],
)
def test_wrong_returned_values_are_refused_with_the_name_of_the_component(kind, function, sentence, sweep, tmp_path):
    options = {"columns": ["a"]} if kind == "observer" else {}
    getattr(evocube, kind)("py-wrong-values", **options)(function)
    if kind == "observer":
        sweep["observers"] = ["py-wrong-values"]
    elif kind == "stop_rule":
        sweep["base"]["stop"] = {"generations": 5, "rule": "py-wrong-values"}
        del sweep["base"]["stop.generations"]
    else:
        sweep["base"][kind] = "py-wrong-values"
    with pytest.raises(evocube.Error, match=sentence) as caught:
        evocube.run(sweep, tmp_path / "out")
    note = 'in the component "py-wrong-values" of a sweep'
    assert note in getattr(caught.value, "__notes__", [note])


def iter_of(genomes):
    yield genomes


def test_a_crossover_may_return_a_list_of_two_arrays(sweep, tmp_path):
    evocube.crossover("py-list")(lambda a, b, draws, symbols: [b, a])
    assert evocube.run(base(sweep, crossover="py-list"), tmp_path / "out", report=False).complete


def test_wrong_settings_are_refused_where_they_are_written(sweep):
    for key, sentence in [
        ({"mutation": {"py-reset": {"gnes": 1}}}, "got an unexpected keyword argument 'gnes'; its settings: genes"),
        ({"crossover": {"py-uniform": {"rate": 1.5}}}, "rate 1.5 is out of range: 0 to 1"),
        ({"mutation": "py-unknown"}, "py-unknown"),
    ]:
        with pytest.raises(evocube.SweepError) as caught:
            evocube.run(base(sweep, **key))
        assert sentence in str(caught.value) and caught.value.line is not None


def test_names_of_components_of_evocube_are_taken():
    taken = {"one-point": evocube.crossover, "genetic-algorithm": evocube.algorithm, "korf": evocube.algorithm, "pieces": evocube.objective}
    for name, register in taken.items():
        with pytest.raises(evocube.Error, match="is the name of a component of evocube: choose another one"):
            register(name)(lambda: None)


def test_components_have_plain_names():
    for name in ["../x", "", "two words", "x_y", "-x", "3"]:
        with pytest.raises(evocube.Error, match="cannot be the name of a component: write a letter, then letters, digits"):
            evocube.mutation(name)(lambda: None)


def test_draws_of_a_row_depend_on_no_other_row(sweep, tmp_path):
    shapes = []

    @evocube.mutation("py-draws")
    def mutation(genomes, draws, symbols):
        numbers, wide, whole = draws.random(), draws.random(3), draws.integers(10, 2)
        shapes.append((len(draws) == len(genomes) == len(numbers), wide.shape[1], whole.shape[1]))
        assert ((0 <= numbers) & (numbers < 1)).all() and ((0 <= whole) & (whole < 10)).all()

    evocube.run(base(sweep, mutation="py-draws"), tmp_path / "out", threads=1, report=False)
    assert set(shapes) == {(True, 3, 2)}
