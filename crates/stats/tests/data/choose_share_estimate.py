#!/usr/bin/env python3
"""How far estimated shares of variance are from the true ones, by estimator.

    pip install numpy scipy==1.17.1
    python3 crates/stats/tests/data/choose_share_estimate.py

Complete designs of three factors with 3, 2 and 2 levels, as in tests/report/simulation.rs: skewed penalties whose deviation is 3 or 6
times that of the noise, differences between instances, 400 sweeps for each line. Shares are those of the factors that are significant
after Holm's correction. Estimators differ in the part of the variance that they take for noise:

    truncated   each effect's sum of squares less its expectation under noise, at least 0: the one of the report
    unbiased    the same for the sum of all effects, so that the total is not too large (omega squared)
    doubled     twice the expectation is subtracted
    significant effects that are not significant count as 0
    squared     each sum of squares is multiplied by the square of the share that noise does not explain (empirical Bayes)

Prints the mean distance of each from the truth.
"""
import itertools

import numpy as np
from scipy import stats

rng = np.random.default_rng(20161)
LEVELS = (3, 2, 2)
GRID = list(itertools.product(*map(range, LEVELS)))
EFFECTS = [(0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
DF = {effect: int(np.prod([LEVELS[at] - 1 for at in effect])) for effect in EFFECTS}
TRUTHS = {
    "main": lambda at: 34 - 3 * at[0],
    "two": lambda at: 36 - 4 * at[0] + 2 * at[1],
    "interaction": lambda at: 30 + (8 if at[0] == 2 and at[1] == 1 else 0),
}
ESTIMATORS = ["truncated", "unbiased", "doubled", "significant", "squared"]


def squares(means):
    """The sum of squares of each effect."""
    apart = means.reshape(LEVELS) - means.mean()
    parts = {}
    for effect in EFFECTS:
        others = tuple(at for at in range(3) if at not in effect)
        part = np.broadcast_to(apart.mean(axis=others, keepdims=True) if others else apart, LEVELS)
        for size in range(1, len(effect)):
            for inner in itertools.combinations(effect, size):
                part = part - parts[inner]
        parts[effect] = part
    return {effect: float((part**2).sum()) for effect, part in parts.items()}


def random_truth():
    """Effects of random sizes, each absent in a third to a half of the sweeps."""
    means = np.zeros(LEVELS)
    for at, count in enumerate(LEVELS):
        shape = [1, 1, 1]
        shape[at] = count
        means = means + rng.choice([0, 1, 3]) * rng.normal(size=count).reshape(shape)
    means = means + rng.choice([0, 1.5]) * rng.normal(size=(3, 2, 1)) + rng.choice([0, 1.0]) * rng.normal(size=(1, 2, 2))
    return means.reshape(-1)


def noise(shape):
    normal = rng.normal(size=shape)
    return normal + 0.3 * (normal**2 - 1)


def distances(truth, instances, repetitions):
    exact = squares(truth)
    total = sum(exact.values())
    spread = np.array([3.0 if at[2] == 0 else 6.0 for at in GRID])
    values = truth[:, None, None] + 3 * noise(instances)[None, :, None]
    values = values + spread[:, None, None] * noise((len(GRID), instances, repetitions))
    means = values.mean(axis=(1, 2))
    if repetitions > 1:
        error = (values.var(axis=2, ddof=1) / repetitions).sum(axis=1).mean() / instances**2
        df = len(GRID) * instances * (repetitions - 1)
    else:
        on = values[:, :, 0]
        df = (len(GRID) - 1) * (instances - 1)
        error = ((on - means[:, None] - on.mean(axis=0) + on.mean()) ** 2).sum() / df / instances
    found = squares(means)
    expected = {effect: DF[effect] * error for effect in EFFECTS}
    p = {effect: stats.f.sf(found[effect] / expected[effect], DF[effect], df) for effect in EFFECTS}
    order = sorted(EFFECTS[:6], key=p.get)
    # Six effects and five differences of levels are tested.
    significant = set(itertools.takewhile(lambda effect: p[effect] * (11 - order.index(effect)) < 0.05, order))
    left = {effect: max(0.0, found[effect] - expected[effect]) for effect in EFFECTS}
    by = {
        "truncated": left,
        "unbiased": {effect: found[effect] - expected[effect] for effect in EFFECTS},
        "doubled": {effect: max(0.0, found[effect] - 2 * expected[effect]) for effect in EFFECTS},
        "significant": {effect: left[effect] if effect in significant else 0.0 for effect in EFFECTS},
        "squared": {effect: left[effect] ** 2 / max(found[effect], 1e-300) for effect in EFFECTS},
    }
    for factor in EFFECTS[:3]:
        if factor in significant and total > 0:
            for name, parts in by.items():
                share = np.clip(parts[factor] / max(sum(parts.values()), 1e-300), 0, 1)
                yield name, abs(share - exact[factor] / total)


print(f"{'truth':12} instances trials", *(f"{name:>11}" for name in ESTIMATORS))
for name in [*TRUTHS, "random"]:
    for instances, repetitions in [(3, 5), (3, 31), (12, 5), (50, 3), (12, 1), (50, 1)]:
        sums = {estimator: [] for estimator in ESTIMATORS}
        for _ in range(400):
            truth = random_truth() if name == "random" else np.array([TRUTHS[name](at) for at in GRID], float)
            for estimator, distance in distances(truth, instances, repetitions):
                sums[estimator].append(distance)
        shown = (f"{np.mean(sums[estimator]):11.3f}" for estimator in ESTIMATORS)
        print(f"{name:12} {instances:9} {repetitions:6}", *shown)
