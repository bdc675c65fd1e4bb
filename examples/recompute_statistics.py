#!/usr/bin/env python3
"""Recomputes the statistics of a report from its trials, with SciPy and statsmodels.

    pip install numpy scipy statsmodels
    python3 examples/recompute_statistics.py results/quickstart

Reads trials.csv (report.html for the levels of configurations), compares the numbers of effects.csv and
comparisons.csv with its own, and prints for each kind of number how many there are and the largest difference. Differences are
relative, of values near 0 absolute; p-values are compared by their logarithms. Tests that draw random arrangements, and intervals by
resampling, are not compared. The exit code is 1 if a difference exceeds 0.00001.
"""
import csv
import itertools
import json
import math
import pathlib
import re
import sys
import tomllib
from collections import defaultdict

import numpy as np
from scipy import optimize, stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.proportion import proportion_confint

LARGEST = defaultdict(lambda: [0, 0.0])
# For interactions of rates: the fewest trials of a configuration.
MIN_TRIALS = 10


def compare(kind, ours, theirs):
    """Records the difference of a recomputed and a reported number."""
    if ours is None or theirs == "":
        return
    theirs = float(theirs)
    if kind.startswith("p"):
        ours, theirs = math.log(max(ours, 1e-300)), math.log(max(theirs, 1e-300))
    difference = abs(ours - theirs) / max(1.0, abs(ours))
    count, largest = LARGEST[kind]
    LARGEST[kind] = [count + 1, max(largest, difference)]


def rows(path):
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# Analysis of variance: cells of configurations, each with its trials on every instance.


class Factorial:
    """The means of all combinations of levels, the last factor fastest, and their covariance matrix."""

    def __init__(self, levels, cells):
        self.levels = levels
        on_instances = np.array([np.mean([[np.mean(on) for on in trials] for trials in cell], axis=0) for cell in cells])
        instances = on_instances.shape[1]
        self.means = on_instances.mean(axis=1)
        self.sizes = np.array([sum(len(on) for trials in cell for on in trials) for cell in cells], float)
        self.parts = None
        if all(len(on) > 1 for cell in cells for trials in cell for on in trials):
            self.parts = [
                [
                    (np.var(on, ddof=1) / len(on) / (len(cell) * instances) ** 2, len(on) - 1)
                    for trials in cell
                    for on in trials
                ]
                for cell in cells
            ]
            self.covariance = np.diag([sum(variance for variance, _ in parts) for parts in self.parts])
            self.noise = np.trace(self.covariance) / len(cells)
        elif instances > 1:
            self.covariance = np.cov(on_instances) / instances
            self.df = instances - 1
            rest = on_instances - self.means[:, None] - on_instances.mean(axis=0) + on_instances.mean()
            self.noise = (rest**2).sum() / ((len(cells) - 1) * (instances - 1) * instances)
        else:
            raise ValueError("a single trial of each configuration")

    def welch(self, weights):
        """Welch's degrees of freedom of a weighted sum of means."""
        parts = [(w * w * v, df) for w, cell in zip(weights, self.parts) if w for v, df in cell]
        squares = sum(v * v / (df + 2) for v, df in parts)
        return min(sum(v for v, _ in parts) ** 2 / squares - 2, sum(df for _, df in parts)) if squares else 0.0

    def weights(self, places):
        """The weight of each cell in the mean of its levels of some factors, the same for the same levels of the others."""
        sizes = self.sizes.reshape(self.levels)
        weights = 1 / (1 / sizes).sum(axis=tuple(places), keepdims=True)
        return np.broadcast_to(weights / weights.sum(), sizes.shape).ravel()

    def projector(self, places, weights, sizes):
        """The matrix of the squares that an effect adds to a least-squares fit of the means of levels, or of pairs of them."""
        grid = list(itertools.product(*map(range, self.levels)))
        combinations = list(itertools.product(*(range(self.levels[place]) for place in places)))
        average = np.array([[w * (tuple(cell[place] for place in places) == c) for w, cell in zip(weights, grid)] for c in combinations])
        scale = np.sqrt(1 / (average**2 / sizes).sum(axis=1))
        # The fit without the effect: a mean, or levels of both factors.
        columns = [np.ones(len(combinations))]
        if len(places) > 1:
            columns += [[float(c[at] == level) for c in combinations] for at, place in enumerate(places) for level in range(self.levels[place])]
        without = scale[:, None] * np.array(columns).T
        residual = np.eye(len(combinations)) - without @ np.linalg.pinv(without)
        means = scale[:, None] * average
        return means.T @ residual @ means

    def effects(self):
        """Share of variance and p-value of each main effect and each interaction of two factors."""
        places = range(len(self.levels))
        names = [(place,) for place in places] + list(itertools.combinations(places, 2))
        ones = np.ones(len(self.means))
        tests, total, used = {}, 0.0, np.full((len(ones), len(ones)), 1 / len(ones))
        for name in names:
            equal, projector = self.projector(name, ones, ones), self.projector(name, self.weights(name), self.sizes)
            used = used + equal
            squares, spread, contrasts = self.means @ projector @ self.means, projector @ self.covariance, round(np.trace(equal))
            trace, of_square, p = np.trace(spread), np.trace(spread @ spread), None
            if trace > 1e-18:
                df1 = trace**2 / of_square
                if self.parts:
                    # The squares of estimated variances are too large on average.
                    variances = np.array([sum(2 * v * v / (df + 2) for v, df in parts) for parts in self.parts])
                    bias = np.diag(projector) ** 2 @ variances
                    df1 = min(max((trace**2 - bias) / (of_square - bias), 1.0), contrasts)
                    df2 = self.welch(np.sqrt(np.diag(projector)))
                else:
                    if self.df > contrasts:
                        # Huynh and Feldt's correction of Box's estimate.
                        df1 = min(((self.df + 1) * df1 - 2) / (self.df - df1), contrasts)
                    df2 = df1 * self.df
                p = stats.f.sf(squares / trace, df1, df2)
            # Shares are of the variance between cells of equal weight.
            part = max(0.0, self.means @ equal @ self.means - contrasts * self.noise)
            total += part
            tests[name] = (part, p)
        rest = np.eye(len(self.means)) - used
        if round(np.trace(rest)) > 0:
            total += max(0.0, self.means @ rest @ self.means - round(np.trace(rest)) * self.noise)
        # A total of nothing but rounding has no shares to compare.
        rounding = max(1e-9 * ((self.means - self.means.mean()) ** 2).sum(), 1e-12 * (self.means**2).sum())
        return {name: (part / total if total > rounding else None, p) for name, (part, p) in tests.items()}

    def difference(self, place, first, second, level):
        """Estimate, p-value and interval of the difference of two levels; None without variation."""
        grid = itertools.product(*map(range, self.levels))
        weights = np.array([float(cell[place] == first) - float(cell[place] == second) for cell in grid]) * self.weights((place,))
        error = math.sqrt(max(0.0, weights @ self.covariance @ weights))
        if error <= 1e-10 * max(1.0, np.abs(self.means).max()):
            return None
        estimate, df = weights @ self.means, self.welch(weights) if self.parts else self.df
        reach = stats.t.isf((1 - level) / 2, df) * error
        return estimate, 2 * stats.t.sf(abs(estimate / error), df), estimate - reach, estimate + reach


# Rates: strata of (solved, trials) of two groups.


def permutation_p(strata):
    """Exact p-value of two groups, whose values are exchanged within their stratum; outcomes are 0 and 1."""
    ways = {0.0: 1.0}
    for (a, n), (b, m) in strata:
        weight = n * m / (n + m)
        taken = np.arange(max(0, a + b - m), min(n, a + b) + 1)
        chances = stats.hypergeom.pmf(taken, n + m, a + b, n)
        step = [(weight * (k / n - (a + b - k) / m), chance) for k, chance in zip(taken, chances)]
        after = defaultdict(float)
        for sum_, weight in ways.items():
            for apart, chance in step:
                after[round(sum_ + apart, 9)] += weight * chance
        ways = after
    observed = abs(sum(n * m / (n + m) * (a / n - b / m) for (a, n), (b, m) in strata))
    return min(1.0, sum(weight for sum_, weight in ways.items() if abs(sum_) >= observed - 1e-7))


def likeliest(first, second, apart, correlation=0.0):
    """The variance of a difference of rates under the likeliest rates that differ by `apart` (Miettinen and Nurminen)."""
    (a, n), (b, m) = first, second
    low, high = max(0.0, -apart), min(1.0, 1.0 - apart)

    def slope(p):
        q = p + apart
        terms = [(a, q), (-(n - a), 1 - q), (b, p), (-(m - b), 1 - p)]
        return sum(count / max(rate, 1e-300) for count, rate in terms if count)

    inner = (low + 1e-14, high - 1e-14)
    if inner[0] >= inner[1]:
        p = low
    elif slope(inner[0]) <= 0:
        p = low
    elif slope(inner[1]) >= 0:
        p = high
    else:
        p = optimize.brentq(slope, *inner, xtol=1e-15)
    q = min(max(p + apart, 0.0), 1.0)
    one, two = q * (1 - q) / n, p * (1 - p) / m
    return (one + two - 2 * correlation * math.sqrt(one * two)) * (n + m) / (n + m - 1)


def safe_correlation(first, second):
    """The correlation of pairs, if positive one standard error lower on Fisher's scale."""
    if len(set(first)) < 2 or len(set(second)) < 2:
        return 0.0
    plain = stats.pearsonr(first, second)[0]
    error = 1 / math.sqrt(max(1.0, len(first) - 3))
    return max(0.0, math.tanh(math.atanh(min(plain, 0.999)) - error)) if plain > 0 else plain


def rate_difference(strata, level):
    """Difference of rates and the ends of its score interval, in percentage points."""
    count, z = len(strata), stats.norm.isf((1 - level) / 2)
    weights = np.array([n * m / (n + m) for (_, n), (_, m) in strata])
    weights = weights / weights.sum()
    estimate = sum(weight * (a / n - b / m) for weight, ((a, n), (b, m)) in zip(weights, strata))
    paired = count > 1 and all(n == m == 1 for (_, n), (_, m) in strata)
    correlation = safe_correlation(*zip(*((a, b) for (a, _), (b, _) in strata))) if paired else 0.0

    def variance(apart):
        if not paired:
            return sum(weight**2 * likeliest(*stratum, apart) for weight, stratum in zip(weights, strata))
        return likeliest((sum(a for (a, _), _ in strata), count), (sum(b for _, (b, _) in strata), count), apart, correlation)

    def end(outermost):
        def excess(apart):
            return (estimate - apart) ** 2 - z * z * variance(apart)

        if excess(outermost) <= 0:
            return outermost
        # Equal rates of 0 or 1 have no variance, only those about them.
        return optimize.brentq(excess, estimate + 1e-12 * (outermost - estimate), outermost, xtol=1e-14)

    return 100 * estimate, 100 * end(-1.0), 100 * end(1.0)


# Run times: (evaluations, solved) of each trial on every instance.


def running_time(instances, paired, level):
    """Expected running time, its interval and the influence of each instance; None with fewer than two solved trials."""
    runs = [run for on in instances for run in on]
    solved = [spent for spent, is_solved in runs if is_solved]
    failed = [spent for spent, is_solved in runs if not is_solved]
    groups = [] if paired else [[spent for spent, is_solved in on if is_solved] for on in instances]
    df = sum(len(times) - 1 for times in groups if times)
    squares = sum(np.var(times) * len(times) for times in groups if times)
    if df < 1:
        df, squares = len(solved) - 1, np.var(solved) * len(solved) if solved else 0.0
    if df < 1:
        return None
    until, wasted = np.mean(solved), np.mean(failed) if failed else 0.0
    half = stats.t.isf((1 - level) / 2, df) * math.sqrt(squares / df / len(solved)) / until
    alpha = 2 * stats.norm.sf(stats.t.isf((1 - level) / 2, len(runs) - 1))
    low, high = proportion_confint(len(solved), len(runs), alpha=alpha, method="wilson")
    high = 1.0 if len(failed) <= 1 else high
    odds = len(failed) / len(solved)
    mean, rate = until + wasted * odds, len(solved) / len(runs)
    below = math.hypot(until * (1 - math.exp(-half)), wasted * ((1 - high) / high - odds))
    above = math.hypot(until * math.expm1(half), wasted * ((1 - low) / low - odds))
    influences = [sum(spent / (mean * rate) - is_solved / rate for spent, is_solved in on) for on in instances]
    return (mean, mean - below, mean + above, influences) if mean > below else None


def running_time_ratio(first, second, paired, level):
    times = [running_time(runs, paired, level) for runs in (first, second)]
    if None in times:
        return None
    (a, a_low, a_high, a_influences), (b, b_low, b_high, b_influences) = times
    correlation = 0.0
    if paired:
        correlation = safe_correlation(a_influences, b_influences)

    def half(x, y):
        return math.sqrt(max(0.0, x * x + y * y - 2 * correlation * x * y))

    low, high = half(math.log(a / a_low), math.log(b_high / b)), half(math.log(a_high / a), math.log(b / b_low))
    return a / b, a / b * math.exp(-low), a / b * math.exp(high)


# The stages of a folder.


class Stage:
    """The trials of a stage, by configuration and instance."""

    def __init__(self, trials, stage, budget):
        keys, instances = stage["factors"], list(dict.fromkeys(row["instance"] for row in trials))
        configurations = ((point["point"], zip(keys, point["levels"])) for point in stage["configurations"])
        self.points = {point: {key: level for key, level in levels if level != ""} for point, levels in configurations}
        self.trials = defaultdict(lambda: [[] for _ in instances])
        for row in trials:
            point = int(row["point"])
            self.trials[point][instances.index(row["instance"])].append(row)
        self.budget = max([budget] + [float(row["evaluations"]) for row in trials])
        self.paired = len(instances) > 1 and all(len(on) == 1 for trials in self.trials.values() for on in trials)

    def values(self, point, outcome):
        def value(row):
            if outcome == "penalty":
                return float(row["best"])
            if outcome == "solved":
                return 0.0 if row["reached"] == "1" else 100.0
            if outcome == "moves":
                return float(row["htm"])
            return math.log(max(1.0, row["time"]) if row["reached"] == "1" else self.budget)

        return [[value(row) for row in on] for on in self.trials[point]]

    def design(self, factors, within=None):
        """The factors that apply wherever these do, their levels, and the configurations of each cell."""
        points = {p: levels for p, levels in self.points.items() if all(factor in levels for factor in factors)}
        roots = [key for key in next(iter(points.values())) if all(key in levels for levels in points.values())]
        if within:
            points = {p: levels for p, levels in points.items() if levels[within[0]] == within[1]}
        names = {key: list(dict.fromkeys(levels[key] for levels in points.values())) for key in roots}
        roots = [key for key in roots if len(names[key]) > 1]
        cells = [
            [p for p, levels in points.items() if all(levels[key] == name for key, name in zip(roots, combination))]
            for combination in itertools.product(*(names[key] for key in roots))
        ]
        return roots, {key: names[key] for key in roots}, cells

    def factorial(self, design, outcome, rates=False):
        roots, names, cells = design

        def values(point):
            on = self.values(point, outcome)
            # Interactions of rates: one solved and one unsolved trial more.
            return [[value for trials in on for value in trials] + [0.0, 100.0]] if rates and not self.paired else on

        return Factorial([len(names[key]) for key in roots], [[values(point) for point in cell] for cell in cells])

    def strata(self, design, factor, levels):
        """(solved, trials) of each of the levels, by instance and combination of the other factors."""
        roots, names, cells = design
        place = roots.index(factor)
        by_other = defaultdict(dict)
        for cell, combination in zip(cells, itertools.product(*(names[key] for key in roots))):
            by_other[combination[:place] + combination[place + 1 :]][combination[place]] = cell
        strata = []
        for instance in range(len(next(iter(self.trials.values())))):
            for by_level in by_other.values():
                trials = [[row for point in by_level[level] for row in self.trials[point][instance]] for level in levels]
                strata.append([(sum(row["reached"] == "1" for row in on), len(on)) for on in trials])
        return strata

    def runs(self, cells):
        """The runs of some cells of configurations, by instance."""
        points = [point for cell in cells for point in cell]
        return [
            [(row["time"], row["reached"] == "1") for p in points for row in self.trials[p][i]]
            for i in range(len(self.trials[points[0]]))
        ]

    def pair(self, design, factor, levels, outcome, level):
        """p-value (None if it is of random arrangements), estimate and ends of a difference of two levels."""
        roots, names, cells = design
        place = roots.index(factor)
        if outcome == "solved":
            strata = self.strata(design, factor, levels)
            return (lambda: permutation_p(strata), *rate_difference(strata, level))
        try:
            factorial = self.factorial(design, outcome)
        except ValueError:
            return None
        difference = factorial.difference(place, *(names[factor].index(name) for name in levels), level)
        if difference is None:
            return None
        estimate, p, low, high = difference
        if outcome == "run-time":
            estimate, low, high = math.exp(estimate), math.exp(low), math.exp(high)
            grid = list(zip(cells, itertools.product(*(names[key] for key in roots))))
            sides = [self.runs([cell for cell, names_ in grid if names_[place] == name]) for name in levels]
            # A level of several configurations has several runs on an instance.
            paired = len(sides[0]) > 1 and all(len(on) == 1 for side in sides for on in side)
            expected = running_time_ratio(*sides, paired, level)
            if expected and (expected[1] > 1, expected[2] < 1) == (low > 1, high < 1):
                estimate, low, high = expected
        return (lambda: p), estimate, low, high

    def regression(self, keys, outcome):
        """The share and p-value of each factor and interaction of a response surface."""
        points = list(self.points)
        means = np.array([np.mean([np.mean(on) for on in self.values(point, outcome)]) for point in points])

        def columns(key):
            levels = [self.points[point].get(key) for point in points]
            applies = np.array([level is not None for level in levels])
            try:
                numbers = np.array([float(level) if level is not None else math.nan for level in levels])
            except ValueError:
                names = sorted({level for level in levels if level is not None})
                dummies = np.array([[float(level == name) for name in names[1:]] for level in levels])
                dummies[applies] -= dummies[applies].mean(axis=0)
                return dummies, dummies
            inner = np.sort(numbers[applies])
            low, middle, high = inner[0], inner[len(inner) // 2], inner[-1]
            if low > 0 and middle < math.sqrt((low + high) / 2 * math.sqrt(low * high)):
                numbers = np.log(numbers)
            center = numbers[applies].mean()
            linear = np.where(applies, numbers - center, 0.0)
            square = np.where(applies, (numbers - center) ** 2 - ((numbers[applies] - center) ** 2).mean(), 0.0)
            return np.column_stack([linear, square]), linear[:, None]

        both = {key: columns(key) for key in keys}

        def fit(parts):
            matrix = np.column_stack([np.ones(len(points))] + parts)
            result = OLS(means, matrix).fit()
            return result.ssr, result.df_resid

        spread = ((means - means.mean()) ** 2).sum()

        def test(without, full):
            df, noise = without[1] - full[1], full[0] / full[1]
            squares = max(0.0, without[0] - full[0])
            return min(1.0, max(0.0, (squares - df * noise) / spread)), stats.f.sf(squares / df / noise, df, full[1])

        full = fit([both[key][0] for key in keys])
        tests = {(key,): test(fit([both[other][0] for other in keys if other != key]), full) for key in keys}
        for first, second in itertools.combinations(keys, 2):
            products = np.column_stack([a * b for a in both[first][1].T for b in both[second][1].T])
            with_it = fit([both[key][0] for key in keys] + [products])
            if with_it[1] >= 10 and with_it[1] < full[1]:
                tests[first, second] = test(full, with_it)
        return tests


def a12(strata):
    """The probability that the leading trial of a pair on one instance is better, ties counting half."""
    wins = [(sum((x > y) + (x == y) / 2 for x in own for y in other), len(own) * len(other)) for own, other in strata]
    return sum(won for won, _ in wins) / sum(count for _, count in wins)


def effect(stage, row, pairs):
    """Compares a row of effects.csv."""
    factors, outcome, method = row["factor"].split(" × "), row["outcome"], row["method"]
    within = tuple(row["within"].split("=", 1)) if row["within"] else None
    if method == "regression-f":
        share, p = stage.regression(list(dict.fromkeys(key for levels in stage.points.values() for key in levels)), outcome)[tuple(factors)]
        compare("share of variance, regression", share, row["estimate"])
        compare("p of F tests", p, row["p"])
        return
    design = stage.design(factors + ([within[0]] if within else []), within)
    if row["level"]:
        pair = stage.pair(design, factors[0], (row["level"], row["reference"]), outcome, 1 - 0.05 / pairs)
        if pair is None:
            return
        p, estimate, low, high = pair
        compare(f"difference of two levels, {outcome}", estimate, row["estimate"])
        compare(f"its interval, {outcome}", low, row["low"])
        compare(f"its interval, {outcome}", high, row["high"])
        if method == "student-t" or (method == "permutation-exact" and outcome == "solved"):
            compare(f"p of two levels, {method}", p(), row["p"])
        return
    try:
        places = tuple(design[0].index(factor) for factor in factors)
        is_interaction_of_rates = outcome == "solved" and len(factors) == 2
        share, p = stage.factorial(design, outcome).effects()[tuple(sorted(places))]
        if is_interaction_of_rates:
            p = stage.factorial(design, outcome, rates=True).effects()[tuple(sorted(places))][1]
    except ValueError:
        return
    compare("share of variance", share, row["estimate"])
    if method == "anova-type":
        compare("p of analysis of variance", p, row["p"])
    if method == "permutation-exact" and outcome == "solved" and len(design[1][factors[0]]) == 2:
        compare("p of a factor, permutation-exact", permutation_p(stage.strata(design, factors[0], design[1][factors[0]])), row["p"])


def shaffer(p, max_true):
    """Holm's correction of p-values, of whose hypotheses at most some can be true together."""
    largest, corrected = 0.0, [0.0] * len(p)
    for rank, index in enumerate(sorted(range(len(p)), key=lambda index: p[index])):
        largest = max(largest, min(1.0, p[index] * min(len(p) - rank, max(1, max_true))))
        corrected[index] = largest
    return corrected


def shares(p, keeps, share):
    """Holm's correction with a share of the level, where some keep theirs for what is within them: p-values and these shares."""
    free, largest, corrected = 1.0, 0.0, [None] * len(p)
    for rank, index in enumerate(sorted(range(len(p)), key=lambda index: p[index])):
        own = free / (len(p) - rank)
        largest = max(largest, min(1.0, p[index] / own))
        corrected[index] = [largest, own]
        free -= own if keeps[index] else 0.0
    kept = sum(own for (_, own), keep in zip(corrected, keeps) if keep)
    whole = kept if kept > 0 and largest < share * 0.05 else 1.0
    return [(min(1.0, largest / share), own / whole * share) for largest, own in corrected]


def corrections(effects):
    """Compares the corrected p-values of effects.csv with those that follow from the others."""
    stages = list(dict.fromkeys(row["stage"] for row in effects))
    ranked = {stage: list(dict.fromkeys(row["outcome"] for row in effects if row["stage"] == stage)) for stage in stages}
    gate = 0.0
    for rank in range(max(map(len, ranked.values()), default=0)):
        of_rank = [row for row in effects if ranked[row["stage"]].index(row["outcome"]) == rank]

        def pairs(parent):
            keys = ("stage", "factor", "within")
            return [row for row in of_rank if row["level"] and all(row[key] == parent[key] for key in keys)]

        def keeps(row):
            return len(pairs(row)) > 1 or (" × " in row["factor"] and row["method"] != "regression-f")

        def compare_pairs(parent, share):
            within = pairs(parent)
            levels = len({row[key] for row in within for key in ("level", "reference")})
            share = share if len(within) > 1 else 1.0
            for row, p in zip(within, shaffer([float(row["p"]) for row in within], (levels - 1) * (levels - 2) // 2)):
                compare("p of two levels, corrected", max(min(1.0, p / share), float(parent["p_corrected"])), row["p_corrected"])

        family = [row for row in of_rank if not row["level"] and not row["within"]]
        # In a sampled design the set of the configurations that may be the best is one more test of the family.
        sampled = [row["stage"] for row in family if row["method"] == "regression-f" and rank == 0]
        sets = len({stage for stage in sampled if sampled.count(stage) > 1})
        p_values = [float(row["p"]) for row in family] + [1.0] * sets
        for row, (p, share) in zip(family, shares(p_values, [keeps(row) for row in family] + [False] * sets, 1.0)):
            p = max(p, gate)
            compare("p of an effect, corrected", p, row["p_corrected"])
            compare_pairs(row, share)
            if " × " not in row["factor"] or p >= 0.05:
                continue
            # The simple effects of an interaction.
            both = set(row["factor"].split(" × "))
            simple = [other for other in of_rank if other["within"] and not other["level"] and other["stage"] == row["stage"]]
            simple = [other for other in simple if {other["factor"], other["within"].split("=")[0]} == both]
            if not simple:
                continue
            own = [float(other["p"]) for other in simple]
            if len(pairs(simple[0])) > 1:
                inner = shares(own, [True] * len(own), share)
            else:
                inner = [(min(1.0, q / share), 1.0) for q in shaffer(own, len(own) - 1)]
            for other, (q, inner_share) in zip(simple, inner):
                compare("p of a simple effect, corrected", max(q, p), other["p_corrected"])
                compare_pairs(other, inner_share)
        gate = max([gate] + [float(row["p_corrected"]) for row in family])


def main(folder):
    trials = rows(folder / "trials.csv")
    if any(row["best"] == "" for row in trials):
        sys.exit("the folder has failed trials, which this script does not handle")
    if any(row["evaluations"] == "" for row in trials):
        sys.exit("the folder has deterministic solvers as configurations, which this script does not handle")
    page = (folder / "report.html").read_text()
    data = json.loads(re.search(r"<script[^>]*application/json[^>]*>(.*?)</script>", page, re.S)[1])
    for row in trials:
        row["time"] = float(row["evaluations_to_reach"] or row["evaluations"])
    manifest = tomllib.loads((folder / "manifest.toml").read_text())
    stop = manifest.get("sweep", manifest).get("base", {}).get("stop", {})
    by_stage = defaultdict(list)
    for row in trials:
        by_stage[row["stage"]].append(row)
    stages = {
        stage["stage"]: Stage(by_stage[stage["stage"]], stage, float(stop.get("evaluations", 0))) for stage in data["stages"]
    }
    effects = rows(folder / "effects.csv")
    for row in effects:
        family = [row[key] for key in ("stage", "factor", "outcome", "within")]
        pairs = sum([other[key] for key in ("stage", "factor", "outcome", "within")] == family and other["level"] != "" for other in effects)
        effect(stages[row["stage"]], row, pairs)
    corrections(effects)
    for row in rows(folder / "comparisons.csv"):
        stage, outcome = stages[row["stage"]], row["outcome"]
        point, other = int(row["configuration"]), int(row["other"])
        strata = list(zip(stage.values(point, outcome), stage.values(other, outcome)))
        compare("effect size Â₁₂", a12(strata), row["a12"])
        if row["method"] == "signed-rank":
            continue
        both = Stage.__new__(Stage)
        both.__dict__.update(stage.__dict__, points={point: {"": "1"}, other: {"": "2"}})
        pair = both.pair(([""], {"": ["1", "2"]}, [[point], [other]]), "", ("1", "2"), outcome, 0.95)
        if pair is None:
            continue
        p, estimate, low, high = pair
        compare(f"difference of configurations, {outcome}", estimate, row["estimate"])
        compare(f"its interval, {outcome}", low, row["low"])
        compare(f"its interval, {outcome}", high, row["high"])
        if row["method"] == "student-t" or (row["method"] == "permutation-exact" and outcome == "solved"):
            compare(f"p of configurations, {row['method']}", p(), row["p"])
    for kind, (count, largest) in LARGEST.items():
        print(f"{kind:40} {count:6} numbers, largest difference {largest:.1e}")
    worst = max((largest for _, largest in LARGEST.values()), default=0.0)
    print(f"largest difference of all: {worst:.1e}")
    return int(worst > 1e-5)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
