"""Observers written in Python: their columns, what they know of a trial, and wrong values. Observers that draw random numbers are tested in
test_random.py.
"""

import numpy as np
import pytest

import evocube
from test_extension import base


def test_an_observer_adds_columns_that_are_computed_from_the_population(sweep, tmp_path):
    plain = evocube.run(sweep, tmp_path / "plain", report=False)

    @evocube.observer("py-population", columns=["best", "mean", "distinct", "replayed", "generation", "missing"])
    def population(population, progress, factor=1):
        assert population.genomes.max() < len(population.names) and population.genes.max() <= 30
        assert not population.islands.any() and progress.best <= population.penalties.min()
        penalties = population.penalties
        replayed = evaluator.replay(population.moves) if evaluator else None
        distinct = len(np.unique(population.genomes, axis=0))
        return factor * penalties.min(), penalties.mean(), distinct, replayed, progress.generations, None

    evaluator = None
    observed = sweep | {"observers": [{"py-population": {"factor": 2}}]}
    one = evocube.run(observed, tmp_path / "one", threads=1)
    two = evocube.run(observed, tmp_path / "two", threads=2, report=False)
    assert one.trials.equals(plain.trials) and one.convergence.equals(two.convergence)
    columns = one.convergence.iloc[:, -6:]
    assert one.convergence.iloc[:, :-6].equals(plain.convergence)
    assert list(columns) == [f"py-population.{name}" for name in "best mean distinct replayed generation missing".split()]
    assert (columns["py-population.best"] == 2 * one.convergence.best).all()
    assert np.allclose(columns["py-population.mean"], one.convergence["mean"], atol=5e-5)
    assert (columns["py-population.distinct"] == one.convergence.distinct).all()
    assert (columns["py-population.generation"] == one.convergence.generation).all()
    assert columns["py-population.missing"].isna().all()
    assert one.verify() and evocube.Results(tmp_path / "one").convergence.equals(one.convergence)

    evaluator = evocube.Evaluator("R U F", {"genome.length": 30})
    for algorithm in ("genetic-algorithm", "py-ga"):
        replayed = base(observed, algorithm=algorithm) | {"instance": [{"scramble": "R U F"}], "repetitions": 1}
        rows = evocube.run(replayed, tmp_path / algorithm, report=False).convergence
        assert len(rows) > 1 and (rows["py-population.replayed"] == rows.best).all()


def test_an_observer_knows_its_trial_its_seed_and_its_levels(sweep, tmp_path):
    @evocube.observer("py-identity", columns=["trial", "seed", "population", "levels"])
    def identity(population, progress):
        return population.trial, population.seed % 2**50, int(population.levels.get("population", 0)), len(population.levels)

    observed = sweep | {"observers": ["py-identity"]}
    for out, options in [("one", {"threads": 1}), ("processes", {"threads": 2})]:
        results = evocube.run(observed, tmp_path / out, report=False, **options)
        rows = results.curves.merge(results.trials[["trial", "seed"]], on="trial")
        assert (rows["py-identity.trial"] == rows.trial).all()
        assert (rows["py-identity.seed"] == (rows.seed % 2**50).astype(float)).all()
        assert (rows["py-identity.population"] == rows.population).all() and (rows["py-identity.levels"] == 1).all()
        assert results.verify(threads=1) and results.verify(threads=2)
    alone = evocube.trial(observed, seed=5).curve
    assert set(alone["py-identity.levels"]) == {0} and set(alone["py-identity.trial"]) == {1} and set(alone["py-identity.seed"]) == {5}


def test_an_observer_that_does_not_fit_its_columns_ends_the_run_without_a_row(sweep, tmp_path):
    @evocube.observer("py-short", columns=["a", "b"])
    def short(population, progress):
        return [1.0]

    with pytest.raises(evocube.Error, match=r"expected a number for a and for b, found \[1.0\]"):
        evocube.run(sweep | {"observers": ["py-short"]}, tmp_path / "short")
    with pytest.raises(evocube.SweepError, match='"py-shrt" is not a value of observers'):
        evocube.run(sweep | {"observers": ["py-shrt"]}, tmp_path / "unknown")
