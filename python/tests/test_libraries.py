"""Algorithms of other libraries, in their own loops and seeded as their documents say: the same bytes on every executor, and shared
generators left as they were.

Libraries and executors that are not installed are skipped. Components without a library are tested in ``test_random``.
"""

import os
import random
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import numpy as np
import pytest

import evocube
from test_executor import same

pytest.importorskip("cloudpickle")


@evocube.algorithm("deap-ga")
def deap_ga(problem, population=20):
    """The simple genetic algorithm of DEAP, which draws from `random`, seeded as its examples are."""
    from deap import algorithms, base, creator, tools

    if not hasattr(creator, "EvocubeIndividual"):
        creator.create("EvocubeFitness", base.Fitness, weights=(-1.0,))
        creator.create("EvocubeIndividual", list, fitness=creator.EvocubeFitness)
    random.seed(problem.seed)
    toolbox = base.Toolbox()
    toolbox.register("gene", random.randrange, problem.symbols)
    toolbox.register("individual", tools.initRepeat, creator.EvocubeIndividual, toolbox.gene, problem.length)
    toolbox.register("mate", tools.cxTwoPoint)
    toolbox.register("mutate", tools.mutUniformInt, low=0, up=problem.symbols - 1, indpb=0.1)
    individuals = [toolbox.individual() for _ in range(population)]
    while True:
        penalties = yield np.array(individuals)
        for individual, penalty in zip(individuals, penalties):
            individual.fitness.values = (float(penalty),)
        individuals = algorithms.varAnd(tools.selTournament(individuals, population, tournsize=3), toolbox, 0.5, 0.2)


@evocube.algorithm("cma-es")
def cma_es(problem, population=10):
    """CMA-ES, which draws from `numpy.random`, with its option of a seed."""
    import cma

    options = {"seed": problem.seed % 2**31 + 1, "popsize": population, "verbose": -9, "bounds": [0, problem.symbols - 0.001]}
    strategy = cma.CMAEvolutionStrategy(problem.length * [problem.symbols / 2], problem.symbols / 4, options)
    while True:
        asked = strategy.ask()
        penalties = yield np.array(asked).astype(int)
        strategy.tell(asked, penalties.tolist())


@evocube.algorithm("pymoo-de")
def pymoo_de(problem, population=20):
    """Differential evolution of pymoo, with its argument of a seed."""
    from pymoo.algorithms.soo.nonconvex.de import DE
    from pymoo.core.evaluator import Evaluator
    from pymoo.core.problem import Problem
    from pymoo.problems.static import StaticProblem

    task = Problem(n_var=problem.length, n_obj=1, xl=0, xu=problem.symbols - 0.001)
    algorithm = DE(pop_size=population)
    algorithm.setup(task, seed=problem.seed % 2**32, verbose=False)
    while True:
        asked = algorithm.ask()
        penalties = yield asked.get("X").astype(int)
        Evaluator().eval(StaticProblem(task, F=penalties.astype(float)[:, None]), asked)
        algorithm.tell(infills=asked)


@evocube.algorithm("nevergrad-de")
def nevergrad_de(problem, population=20):
    """Differential evolution of Nevergrad, whose parametrization has the generator."""
    import nevergrad

    genome = nevergrad.p.Array(shape=(problem.length,), lower=0, upper=problem.symbols - 0.001)
    genome.random_state.seed(problem.seed % 2**32)
    optimizer = nevergrad.optimizers.DE(parametrization=genome, budget=10**6, num_workers=population)
    while True:
        asked = [optimizer.ask() for _ in range(population)]
        penalties = yield np.array([candidate.value for candidate in asked]).astype(int)
        for candidate, penalty in zip(asked, penalties):
            optimizer.tell(candidate, float(penalty))


@evocube.algorithm("optuna-ga")
def optuna_ga(problem, population=10):
    """The genetic algorithm of Optuna, a sampler with a seed."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.NSGAIISampler(population_size=population, seed=problem.seed % 2**32))
    while True:
        asked = [study.ask() for _ in range(population)]
        genomes = [[trial.suggest_int(f"gene {n}", 0, problem.symbols - 1) for n in range(problem.length)] for trial in asked]
        penalties = yield np.array(genomes)
        for trial, penalty in zip(asked, penalties):
            study.tell(trial, float(penalty))


LIBRARIES = {"deap": "deap-ga", "cma": "cma-es", "pymoo": "pymoo-de", "nevergrad": "nevergrad-de", "optuna": "optuna-ga"}


def sweep_of(name):
    base = {"genome.length": 8, "stop": {"generations": 12, "target": "none"}, "algorithm": name}
    return {"name": "libraries", "seed": 7, "repetitions": 3, "instance": [{"random": 2}], "base": base}


@contextmanager
def threads():
    with ThreadPoolExecutor(3) as executor:
        yield executor


@contextmanager
def pool():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        yield executor


@contextmanager
def processes():
    yield "processes"


@contextmanager
def loky():
    loky = pytest.importorskip("loky")
    executor = loky.get_reusable_executor(2)
    try:
        yield executor
    finally:
        executor.shutdown(kill_workers=True)


@contextmanager
def dask():
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


@contextmanager
def ray():
    ray = pytest.importorskip("ray")
    paths = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, runtime_env=paths)
    try:
        yield evocube._executor.RayExecutor()
    finally:
        ray.shutdown()


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The results of the algorithms of all libraries that are installed, without an executor."""
    folder = tmp_path_factory.mktemp("alone")
    results = {}
    for library, name in LIBRARIES.items():
        try:
            __import__(library)
        except ImportError:
            continue
        results[name] = evocube.run(sweep_of(name), folder / name, threads=1, report=False)
        assert results[name].trials.best.nunique() > 1
    return results


@pytest.mark.parametrize("library", LIBRARIES)
def test_algorithms_of_other_libraries_leave_the_shared_generators_where_they_were(library, alone, tmp_path):
    pytest.importorskip(library)
    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()
    same(alone[LIBRARIES[library]], evocube.run(sweep_of(LIBRARIES[library]), tmp_path / "default", report=False))
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before


@pytest.mark.parametrize("place", [threads, pool, processes, loky, dask, ray])
def test_algorithms_of_other_libraries_give_the_same_bytes_on_every_executor(place, alone, tmp_path):
    with place() as executor:
        for name, results in alone.items():
            same(results, evocube.run(sweep_of(name), tmp_path / name, executor=executor, threads=2, report=False))
            assert results.verify(executor=executor, threads=2)
