#!/usr/bin/env python3
"""Coverage of 95 % intervals of A12, which chose the one of the report.

    pip install numpy scipy==1.17.1
    python3 crates/stats/tests/data/choose_effect_interval.py

Columns: Brunner and Munzel's with Student's t (statsmodels' rank_compare_2indep), Newcombe's method 5, and Wilson's of a
rate with the same variance, whose number of trials is at most that of equal distributions (chosen).
"""
import numpy as np
from scipy import optimize, stats

rng = np.random.default_rng(1)
Z = stats.norm.ppf(0.975)


def placements(x, y):
    share = (x[:, None] > y[None, :]) + 0.5 * (x[:, None] == y[None, :])
    return share.mean(), share.mean(1).var(ddof=1) / len(x), share.mean(0).var(ddof=1) / len(y)


def wilson(a12, n):
    center, half = (a12 + Z * Z / (2 * n)) / (1 + Z * Z / n), Z / (1 + Z * Z / n) * np.sqrt(a12 * (1 - a12) / n + Z * Z / (4 * n * n))
    return center - half, center + half


def newcombe(a12, n):
    def apart(at):
        return (a12 - at) ** 2 - Z * Z * at * (1 - at) * (1 + (n - 1) * ((1 - at) / (2 - at) + at / (1 + at))) / n / n

    low = optimize.brentq(apart, 1e-12, a12) if a12 > 0 and apart(1e-12) > 0 else 0.0
    high = optimize.brentq(apart, a12, 1 - 1e-12) if a12 < 1 and apart(1 - 1e-12) > 0 else 1.0
    return low, high


KINDS = {
    "equal normal": lambda n: (rng.normal(0, 1, n), rng.normal(0, 1, n)),
    "normal, 1 apart": lambda n: (rng.normal(1, 1, n), rng.normal(0, 1, n)),
    "normal, 2.5 apart": lambda n: (rng.normal(2.5, 1, n), rng.normal(0, 1, n)),
    "unequal variances": lambda n: (rng.normal(0.5, 4, n), rng.normal(0, 1, n)),
    "whole numbers": lambda n: (np.floor(rng.exponential(4, n)), np.floor(rng.exponential(2.5, n))),
    "many zeros": lambda n: (rng.choice([0, 0, 0, 3, 5], n).astype(float), rng.choice([0, 0, 3, 5, 9], n).astype(float)),
    "solved or not": lambda n: ((rng.random(n) < 0.9) * 1.0, (rng.random(n) < 0.6) * 1.0),
    "either side": lambda n: (rng.choice([0.0, 10.0], n), rng.normal(5, 0.1, n)),
}

for kind, draw in KINDS.items():
    x, y = draw(1_000_000)
    y.sort()
    truth = (np.searchsorted(y, x, "left").mean() + np.searchsorted(y, x, "right").mean()) / 2 / len(y)
    for n in (5, 10, 31):
        hits, samples = np.zeros(3), 4000
        for _ in range(samples):
            a12, a, b = placements(*draw(n))
            df = (a + b) ** 2 / ((a * a + b * b) / (n - 1)) if a + b > 0 else n - 1
            half = stats.t.ppf(0.975, df) * np.sqrt(a + b)
            most = 3 * n * n / (2 * n + 1)
            effective = max(min(a12 * (1 - a12) / (a + b), most) if a + b > 0 else most, 1)
            ends = [(a12 - half, a12 + half), newcombe(a12, n), wilson(a12, effective)]
            hits += [low - 1e-9 <= truth <= high + 1e-9 for low, high in ends]
        print(f"{kind:18} {n:3} trials, A12 {truth:.3f}:", *(f"{share:.3f}" for share in hits / samples))
