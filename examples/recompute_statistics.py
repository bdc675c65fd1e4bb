#!/usr/bin/env python3
"""Recomputes effects.csv and comparisons.csv of a results folder from its trials, with NumPy and SciPy, and prints the largest differences.
Levels and limits are read from report.html. No file is changed. Some designs, named below, are only counted.

    pip install numpy scipy
    python3 examples/recompute_statistics.py results/quickstart

Reads trials.csv, convergence.csv, manifest.toml and, for the levels of configurations and the limits of stages, report.html. Every
estimate, interval, p-value and corrected p-value of shares of pairs, rates, expected evaluations, penalties and moves is computed anew,
permutations and interactions included. Prints how many numbers there are of each column and the largest difference. Not recomputed, but
counted, are stages whose factors apply to some configurations only, regressions of sampled designs, races, and questions on a direction.
The exit code is 1 if a difference exceeds 0.00001, of numbers above 1 that part of them, or if nothing was compared.
"""
import csv
import itertools
import json
import math
import pathlib
import re
import sys
import tomllib
from collections import Counter, defaultdict

import numpy as np
from scipy import optimize, stats

LEVEL = 0.05
MANY = 20


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# Trials.


def standing(trial, log, limit, has_penalty):
    """The standing of a trial within a number of evaluations, which sorts the better ones first. Penalties may be of other objectives."""
    evaluations, best, reached = int(trial["evaluations"]), int(trial["best"]), trial["reached"] == "1"
    if reached:
        evaluations = int(trial["evaluations_to_reach"])
    if limit is not None and evaluations > limit:
        within = [int(row["best"]) for row in log if int(row["evaluations"]) <= limit] or [int(log[0]["best"])]
        reached, best, evaluations = False, min(within), limit
    return {
        "order": (0, evaluations) if reached else (1, best if has_penalty else 0),
        "run": (evaluations, reached),
        "penalty": best,
        "limit": limit,
        "moves": int(trial["htm"]),
    }


# The largest statistic of levels and pairs of levels.


def range_above(count, width):
    """The probability that the range of standard normal values exceeds a width."""
    return stats.studentized_range.sf(width, count, np.inf) if width > 0 else 1.0


class NormalMaximum:
    """The largest of the statistics of all pairs of levels, and of each level against the mean of the others, of normal means.

    A pair exceeds a value as often as the range of the means does. That a level exceeds it and no pair does is integrated over a lattice
    of Richtmyer's, with the importance sampling of Owen, Maximov and Chertkov; between 0, 0.125, 0.25 and so on logarithms are lines.
    """

    laws = {}

    def __new__(cls, levels):
        if levels not in cls.laws:
            law = cls.laws[levels] = super().__new__(cls)
            law.levels, law.ratios = levels, {}
            primes = [number for number in range(2, 1000) if all(number % part for part in range(2, number))][: levels + 1]
            lattice = np.clip((np.arange(2048) + 0.5)[:, None] * np.sqrt(primes) % 1, 1e-12, 1 - 1e-12)
            law.first, law.points = lattice[:, 0], stats.norm.ppf(lattice[:, 1:])
        return cls.laws[levels]

    def level_without_pair(self, value):
        count, tail = self.levels, stats.norm.sf(value)
        axis = np.full(count, -1 / math.sqrt(count * (count - 1)))
        axis[0] = math.sqrt((count - 1) / count)
        shift = stats.norm.isf(self.first * tail) - self.points @ axis
        means = self.points + shift[:, None] * axis
        means -= means.mean(axis=1, keepdims=True)
        exceeds = np.abs(means) * math.sqrt(count / (count - 1)) > value
        exceeds[:, 0] = True
        without_pair = np.ptp(means, axis=1) <= value * math.sqrt(2)
        return 2 * count * tail * np.mean(without_pair / exceeds.sum(axis=1))

    def log_ratio(self, place):
        if place not in self.ratios:
            value = place / 8
            above = range_above(self.levels, value * math.sqrt(2)) + self.level_without_pair(value)
            self.ratios[place] = math.log(above / (2 * stats.norm.sf(value)))
        return self.ratios[place]

    def above(self, value):
        if self.levels < 3:
            return 2 * stats.norm.sf(value)
        place = min(max(value * 8, 0), 71)
        first = min(int(place), 70)
        part = place - first
        ratio = (1 - part) * self.log_ratio(first) + part * self.log_ratio(first + 1)
        return min(1.0, 2 * stats.norm.sf(value) * math.exp(ratio))

    def quantile(self, probability):
        return optimize.brentq(lambda value: self.above(value) - probability, 1e-9, 40, xtol=1e-10)


# Wins.


def wilson(share, trials, critical):
    square = critical**2
    center = (share + square / (2 * trials)) / (1 + square / trials)
    half = critical / (1 + square / trials) * math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    return max(0.0, center - half), min(1.0, center + half)


class Draws:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def below(self, end):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        word = self.state
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9 & mask
        word = (word ^ (word >> 27)) * 0x94D049BB133111EB & mask
        return (word ^ (word >> 31)) * end >> 64


class Wins:
    """The shares of pairs of trials that the levels of a factor win.

    A block is a combination of the levels of other factors on an instance: the orders of the trials of each level.
    """

    def __init__(self, blocks, families, seed):
        self.count, self.families = len(blocks[0]), families
        self.pairs = list(itertools.combinations(range(self.count), 2))
        self.sizes = [[len(trials) for trials in block] for block in blocks]
        self.single = all(size == 1 for sizes in self.sizes for size in sizes)
        self.matrices = []
        for block in blocks:
            orders = sorted({trial for trials in block for trial in trials})
            ranks = np.array([orders.index(trial) for trials in block for trial in trials])
            self.matrices.append((ranks[:, None] < ranks[None, :]) + (ranks[:, None] == ranks[None, :]) / 2)
        self.labels = [np.repeat(np.arange(self.count), sizes) for sizes in self.sizes]
        self.limits = self.largest_variances()
        self.shares = self.observed(self.labels)
        self.statistics = [self.statistic(place, *share) for place, share in enumerate(self.shares)]
        self.normal = NormalMaximum(self.count)
        fewest = min(sum(sizes[level] for sizes in self.sizes) for level in range(self.count))
        self.law = "sign" if self.single and self.count == 2 else "wins-normal"
        level = LEVEL / families
        self.critical = self.normal.quantile(level)
        if not self.single and fewest < MANY:
            self.law = "wins-permutations"
            self.permute(seed)
            few = int(level * (len(self.largest) + 1) + 1e-9)
            drawn = self.largest[len(self.largest) - few] if few else 1e6
            self.critical = max(drawn, self.critical) if self.count == 2 else drawn
        reach = max(low for low, _ in self.limits[: len(self.pairs)])
        self.too_small = reach < 5 - 1e-12 or (len(blocks) > 1 and reach < 6 - 1e-12)
        if self.law == "sign":
            self.too_small |= stats.binomtest(len(blocks), len(blocks)).pvalue > level
        elif self.count == 2:
            self.too_small |= math.sqrt(reach) <= self.critical

    def largest_variances(self):
        """The limits of the numbers of independent pairs, of each pair of levels and of each level."""
        blocks, others = len(self.sizes), self.count - 1
        low, high = np.zeros((2, len(self.pairs) + self.count))
        for matrix, sizes in zip(self.matrices, self.sizes):
            trials = len(matrix)
            wins = matrix.sum(axis=1) - 0.5
            spread = ((wins + 0.5 - trials / 2) ** 2).sum() / ((trials**3 - trials) / 12)
            for place, (first, second) in enumerate(self.pairs):
                a, b = sizes[first], sizes[second]
                low[place] += 1 / min(a, b) / blocks**2
                high[place] += spread / 12 * (1 / a + 1 / b + 1 / (a * b)) / blocks**2
            for level in range(self.count):
                rest = sum(1 / size + 1 / (size * sizes[level]) for place, size in enumerate(sizes) if place != level)
                low[len(self.pairs) + level] += 1 / min(sizes) / blocks**2
                high[len(self.pairs) + level] += spread / 12 * (1 / sizes[level] + rest / others**2) / blocks**2
        limits = []
        for least, most in zip(1 / low, high):
            limits.append((least, max(least, 0.25 / most) if most > 0 else least))
        if self.single:
            limits[: len(self.pairs)] = [(most, most) for _, most in limits[: len(self.pairs)]]
        return limits

    def observed(self, labels):
        """The share of each pair and of each level against the others, with its variance."""
        blocks, count, levels = len(self.matrices), self.count, np.arange(self.count)
        pairs, pair_variances = np.zeros((2, count, count))
        level_variances, means = np.zeros(count), np.zeros((blocks, count))
        for number, (matrix, label) in enumerate(zip(self.matrices, labels)):
            belongs = (label[:, None] == levels).astype(float)
            sizes = belongs.sum(axis=0)
            # The share of each trial against each level, and against all other levels.
            against = matrix @ (belongs / sizes)
            others = (against.sum(axis=1) - against[np.arange(len(label)), label]) / (count - 1)
            values = np.column_stack([against, others])
            average = belongs.T @ values / sizes[:, None]
            squares = belongs.T @ (values - average[label]) ** 2
            several = np.maximum(sizes - 1, 1)[:, None]
            variances = np.where(sizes[:, None] > 1, squares / several / sizes[:, None], average * (1 - average))
            np.fill_diagonal(variances, 0)
            pairs += average[:, :count] / blocks
            pair_variances += (variances[:, :count] + variances[:, :count].T) / blocks**2
            means[number] = average[:, count]
            level_variances += (variances[:, count] + variances[:, :count].sum(axis=0) / (count - 1) ** 2) / blocks**2
        if self.single:
            level_variances = means.var(axis=0, ddof=1) / blocks if blocks > 1 else np.zeros(count)
        places = tuple(zip(*self.pairs))
        shares = np.concatenate([pairs[places], means.mean(axis=0)])
        return list(zip(shares, np.concatenate([pair_variances[places], level_variances])))

    def trials(self, place, share, variance):
        least, most = self.limits[place]
        if variance <= 1e-24:
            return least if share < 1e-12 or share > 1 - 1e-12 else most
        return min(max(share * (1 - share) / variance, least), most)

    def statistic(self, place, share, variance):
        return 2 * math.sqrt(self.trials(place, share, variance)) * (share - 0.5)

    def permute(self, seed):
        """Draws the labels of the trials of each block in another order, each time from the last one."""
        count = min(1000 * self.families - 1, 4999)
        draws, labels = Draws(seed), [label.copy() for label in self.labels]
        # The labels are given to trials in the order of their results.
        orders = [np.argsort(-matrix.sum(axis=1), kind="stable") for matrix in self.matrices]
        largest, self.at_least = [], np.zeros(len(self.shares))
        for _ in range(count):
            drawn = []
            for label, order in zip(labels, orders):
                for place in range(len(label) - 1, 0, -1):
                    other = draws.below(place + 1)
                    label[place], label[other] = label[other], label[place]
                by_trial = np.empty_like(label)
                by_trial[order] = label
                drawn.append(by_trial)
            all_ = [abs(self.statistic(place, *share)) for place, share in enumerate(self.observed(drawn))]
            self.at_least += [a >= abs(b) * (1 - 1e-9) for a, b in zip(all_, self.statistics)]
            largest.append(max(all_))
        self.largest = np.sort(largest)

    def tested(self, place):
        """The estimate, interval, p-value and corrected p-value of a pair or, after the pairs, of a level."""
        (share, variance), statistic = self.shares[place], abs(self.statistics[place])
        p, of_largest = 2 * stats.norm.sf(statistic), self.normal.above(statistic)
        if self.law == "sign":
            wins, ties, pairs = self.signs()
            p = of_largest = stats.binomtest(wins, pairs - ties).pvalue if pairs > ties else 1.0
        elif self.law == "wins-permutations":
            least = of_largest if self.count == 2 else 0.0
            draws = len(self.largest) + 1
            p = max((self.at_least[place] + 1) / draws, least)
            of_largest = max(((self.largest >= statistic * (1 - 1e-9)).sum() + 1) / draws, least)
        corrected = 1.0 if self.too_small else min(1.0, max(of_largest, p) * self.families)
        claimed = corrected <= LEVEL * (1 + 1e-9)
        if self.law == "sign":
            low, high = self.sign_interval()
            if place == len(self.pairs) + 1:
                low, high = 1 - high, 1 - low
        else:
            critical = min(self.critical, statistic) if claimed else max(self.critical, statistic)
            low, high = wilson(share, self.trials(place, share, variance), critical)
        if not claimed:
            low, high = min(low, 0.5), max(high, 0.5)
        return {"estimate": share, "low": low, "high": high, "p": p, "p_corrected": corrected}

    def pair(self, first, second):
        if first < second:
            return self.tested(self.pairs.index((first, second)))
        values = self.tested(self.pairs.index((second, first)))
        turned = {"estimate": 1 - values["estimate"], "low": 1 - values["high"], "high": 1 - values["low"]}
        return values | turned

    def level(self, level):
        if self.count == 2:
            return self.pair(level, 1 - level)
        return self.tested(len(self.pairs) + level)

    def signs(self):
        won = [matrix[0, 1] for matrix in self.matrices]
        return sum(share == 1 for share in won), sum(share == 0.5 for share in won), len(won)

    def sign_interval(self):
        level, (wins, ties, pairs) = LEVEL / self.families, self.signs()

        def exact(wins, pairs):
            low = stats.beta.ppf(level / 2, wins, pairs - wins + 1) if wins > 0 else 0.0
            return low, stats.beta.ppf(1 - level / 2, wins + 1, pairs - wins) if wins < pairs else 1.0

        whole = exact(wins + ties / 2, pairs)
        if not ties:
            return whole
        decided = [(ties / 2 + (pairs - ties) * end) / pairs for end in exact(wins, pairs - ties)]
        p = stats.binomtest(wins, pairs - ties).pvalue if pairs > ties else 1.0
        if p > level:
            return min(decided[0], whole[0]), max(decided[1], whole[1])
        if 2 * wins > pairs - ties:
            return decided[0], max(decided[1], whole[1])
        return min(decided[0], whole[0]), decided[1]

    def p_of_instances(self, place, instances):
        """The corrected p-value with the instance as the unit; `instances` has that of each block."""
        names = sorted(set(instances))
        if len(names) < 2:
            return None
        values = []
        for name in names:
            chosen = [number for number, instance in enumerate(instances) if instance == name]
            part = object.__new__(Wins)
            part.count, part.pairs, part.single = self.count, self.pairs, self.single
            part.matrices = [self.matrices[number] for number in chosen]
            values.append(part.observed([self.labels[number] for number in chosen])[place][0])
        share, variance = np.mean(values), np.var(values, ddof=1) / len(values)
        these = self.trials(place, *self.shares[place])
        if self.law == "sign":
            these = self.limits[place][1]
        trials = min(share * (1 - share) / variance, these) if variance > 1e-24 else these
        p = 2 * stats.t.sf(abs(2 * math.sqrt(trials) * (share - 0.5)), len(names) - 1)
        if self.too_small:
            return 1.0
        return min(1.0, self.normal.above(max(0.0, stats.norm.isf(p / 2))) * self.families)


def dependence(wins, families):
    """The difference of the shares of a pair of levels between two slices that is most clearly shown, with the pair and the slices."""
    levels, slices = wins[0].count, len(wins)

    def above(value):
        bounds = [
            math.comb(ranges, 2) * range_above(count, value * math.sqrt(2))
            for ranges, count in [(levels, slices), (slices, levels)]
        ]
        return min(1.0, *bounds)

    critical = optimize.brentq(lambda value: above(value) - LEVEL / families, 1e-6, 12, xtol=1e-10)
    largest = None
    for pair in wins[0].pairs:
        for first, second in itertools.combinations(range(slices), 2):
            place = wins[0].pairs.index(pair)
            sides = [(wins[part].shares[place][0], wins[part].trials(place, *wins[part].shares[place])) for part in (first, second)]
            difference = sides[0][0] - sides[1][0]

            def interval(critical):
                (a, b) = [wilson(share, trials, critical) for share, trials in sides]
                low = difference - math.hypot(sides[0][0] - a[0], b[1] - sides[1][0])
                return low, difference + math.hypot(a[1] - sides[0][0], sides[1][0] - b[0])

            def excludes(critical):
                return interval(critical)[0] > 0 or interval(critical)[1] < 0

            statistic = bisect(excludes, 40)
            corrected = min(1.0, above(statistic) * families)
            claimed = statistic > critical
            low, high = interval(critical)
            if not claimed:
                low, high = min(low, 0), max(high, 0)
            values = {"estimate": difference, "low": low, "high": high, "p": 2 * stats.norm.sf(statistic), "p_corrected": corrected}
            if largest is None or statistic > largest[0] + 1e-9:
                largest = (statistic, values, pair, (first, second))
    return largest[1:]


# Rates, expected evaluations and means.


def bisect(excludes, high):
    """The largest value whose interval excludes that there is no difference."""
    low = 0.0
    while low < high and excludes(low + 0.5):
        low += 0.5
    high = low + 0.5
    while high - low > 1e-11:
        middle = (low + high) / 2
        low, high = (middle, high) if excludes(middle) else (low, middle)
    return low


def rate_difference(strata, tail):
    """Miettinen and Nurminen's interval, with Mantel and Haenszel's weights. `strata` has the solved trials and all, of both levels."""
    weights = np.array([n * m / (n + m) for _, n, _, m in strata])
    weights = weights / weights.sum()
    difference = sum(w * (a / n - b / m) for w, (a, n, b, m) in zip(weights, strata))
    paired = len(strata) > 1 and all(n == m == 1 for _, n, _, m in strata)

    def variance(a, n, b, m, delta, correlation=0.0):
        solved, total = a + b, n + m
        roots = np.roots([total, (n + 2 * m) * delta - total - solved, (m * delta - total - 2 * b) * delta + solved, b * delta * (1 - delta)])
        low, high = max(0.0, -delta), min(1.0, 1 - delta)

        def likelihood(q):
            p = min(max(q + delta, 0.0), 1.0)
            terms = [(a, p), (n - a, 1 - p), (b, q), (m - b, 1 - q)]
            return sum(k * math.log(x) if x > 0 else (-math.inf if k > 0 else 0.0) for k, x in terms)

        candidates = [low, high, *(min(max(root.real, low), high) for root in roots if abs(root.imag) < 1e-6)]
        q = max(candidates, key=likelihood)
        p = min(max(q + delta, 0.0), 1.0)
        one, two = p * (1 - p) / n, q * (1 - q) / m
        return (one + two - 2 * correlation * math.sqrt(one * two)) * total / (total - 1)

    if paired:
        a, b = [s[0] for s in strata], [s[2] for s in strata]
        correlation = 0.0
        if len(set(a)) > 1 and len(set(b)) > 1:
            correlation = np.corrcoef(a, b)[0, 1]
            if correlation > 0:
                error = 1 / math.sqrt(max(1, len(strata) - 3))
                correlation = max(0.0, math.tanh(math.atanh(min(correlation, 0.999)) - error))

        def total_variance(delta):
            return variance(sum(a), len(a), sum(b), len(b), delta, correlation)
    else:

        def total_variance(delta):
            return sum(w * w * variance(*stratum, delta) for w, stratum in zip(weights, strata))

    z = stats.norm.isf(tail / 2)

    def end(outermost):
        if (difference - outermost) ** 2 <= z * z * total_variance(outermost):
            return outermost
        inside, outside = difference, outermost
        for _ in range(45):
            middle = (inside + outside) / 2
            if (difference - middle) ** 2 <= z * z * total_variance(middle):
                inside = middle
            else:
                outside = middle
        return inside

    return 100 * difference, 100 * end(-1.0), 100 * end(1.0)


def expected_evaluations(runs, limit, tail):
    """The expected evaluations with restarts, and the interval by MOVER. A trial may spend at most the limit."""
    reached = [spent for spent, is_reached in runs if is_reached]
    missed = [spent for spent, is_reached in runs if not is_reached]
    budget = np.mean(missed) if missed else limit or max(reached)
    count, failures = len(reached), len(missed)
    if not reached:
        low = budget * (1 / stats.beta.ppf(1 - tail / 2, 0.5, failures + 0.5) - 1)
        return math.inf, low, math.inf
    rates = [stats.beta.ppf(end, count + 0.5, failures + 0.5) for end in (tail / 2, 1 - tail / 2)]
    if not missed:
        rates[1] = 1.0
    most, least = [1 / rate - 1 for rate in rates]
    mean, half = np.mean(reached), 0.0
    if count > 1 and np.ptp(reached) > 0:
        half = stats.t.isf(tail / 2, count - 1) * np.std(reached, ddof=1) / math.sqrt(count) / mean
    low, high = mean * math.exp(-half), min(mean * math.exp(half), max(budget, mean))
    odds = failures / count
    expected = mean + budget * odds
    return (
        expected,
        max(low, expected - math.hypot(mean - low, budget * (odds - least))),
        expected + math.hypot(high - mean, budget * (most - odds)),
    )


def ratio(first, second, limit, tail):
    a, b = expected_evaluations(first, limit, tail), expected_evaluations(second, limit, tail)
    if math.isinf(a[0]) and math.isinf(b[0]):
        return None
    if math.isinf(a[0]):
        return math.inf, a[1] / b[2], math.inf
    if math.isinf(b[0]):
        return 0.0, 0.0, a[2] / b[1]
    value = a[0] / b[0]
    lower = math.hypot(math.log(a[0] / a[1]), math.log(b[2] / b[0]))
    upper = math.hypot(math.log(a[2] / a[0]), math.log(b[0] / b[1]))
    return value, value * math.exp(-lower), value * math.exp(upper)


def mean_difference(cells, tail):
    """The difference of means, each the mean over cells; a cell has the values on each instance, of both levels."""
    weights = np.full(len(cells), 1 / len(cells))
    averages = [[[np.mean(values) for values in side] for side in cell] for cell in cells]
    estimate = sum(w * (np.mean(a) - np.mean(b)) for w, (a, b) in zip(weights, averages))
    trials = [values for cell in cells for side in cell for values in side]
    if all(len(values) > 1 for values in trials):
        parts = [
            (w * w * np.var(values, ddof=1) / len(values) / len(side) ** 2, len(values) - 1)
            for w, cell in zip(weights, cells)
            for side in cell
            for values in side
        ]
        variance, squares = sum(part for part, _ in parts), sum(part * part / df for part, df in parts)
        if variance <= 0:
            return None
        freedom = variance**2 / squares
    else:
        differences = np.array([w * (np.array(a) - np.array(b)) for w, (a, b) in zip(weights, averages)]).sum(axis=0)
        if len(differences) < 2 or np.ptp(differences) <= 1e-9:
            return None
        variance, freedom = np.var(differences, ddof=1) / len(differences), len(differences) - 1
    half = stats.t.isf(tail / 2, freedom) * math.sqrt(variance)
    return estimate, estimate - half, estimate + half


def other_outcome(outcome, cells):
    """The estimate and interval of two levels for a tail; `cells` has the trials of both on each instance, by the levels of others."""
    if outcome == "solved":
        count = lambda trials: (sum(trial["run"][1] for trial in trials), len(trials))
        strata = [(*count(a), *count(b)) for first, second in cells for a, b in zip(first, second)]
        return lambda tail: rate_difference(strata, tail)
    if outcome == "run-time":
        runs = [[trial["run"] for cell in cells for trials in cell[side] for trial in trials] for side in (0, 1)]
        limit = cells[0][0][0][0]["limit"]
        return lambda tail: ratio(*runs, limit, tail)
    value = "penalty" if outcome == "penalty" else "moves"
    values = [[[[trial[value] for trial in trials] for trials in side] for side in cell] for cell in cells]
    return lambda tail: mean_difference(values, tail)


def other_tested(outcome, cells, levels, families):
    interval, null = other_outcome(outcome, cells), 1.0 if outcome == "run-time" else 0.0
    law = NormalMaximum(levels)
    ends = interval(2 * stats.norm.sf(law.quantile(LEVEL / families)))
    if ends is None:
        return {}

    def excludes(statistic):
        _, low, high = interval(2 * stats.norm.sf(statistic))
        return low > null or high < null

    statistic = bisect(excludes, 37.5)
    corrected = min(1.0, law.above(statistic) * families)
    return {"estimate": ends[0], "low": ends[1], "high": ends[2], "p": 2 * stats.norm.sf(statistic), "p_corrected": corrected}


def other_slices(outcome, slices, levels, families):
    """The difference between two slices that has the smallest p-value; `slices` has the cells of each pair of levels."""
    hypotheses = families * math.comb(levels, 2) * math.comb(len(slices), 2)
    is_ratio, largest = outcome == "run-time", None
    for pair in slices[0]:
        intervals = [other_outcome(outcome, cells[pair]) for cells in slices]
        for first, second in itertools.permutations(range(len(slices)), 2):
            if first < second:
                continue

            def combined(tail):
                a, b = intervals[first](tail), intervals[second](tail)
                if a is None or b is None:
                    return None
                if is_ratio:
                    with np.errstate(divide="ignore"):
                        a, b = [[float(np.log(end)) for end in ends] for ends in (a, b)]
                value = a[0] - b[0]
                ends = [value, value - math.hypot(a[0] - a[1], b[2] - b[0]), value + math.hypot(a[2] - a[0], b[0] - b[1])]
                return [math.exp(end) for end in ends] if is_ratio else ends

            null = 1.0 if is_ratio else 0.0
            ends = combined(LEVEL / hypotheses)
            if ends is None:
                continue

            def excludes(statistic):
                made = combined(2 * stats.norm.sf(statistic))
                return made[1] > null or made[2] < null

            p = 2 * stats.norm.sf(bisect(excludes, 37.5))
            if largest is None or p < largest[0]["p"]:
                corrected = min(1.0, p * hypotheses)
                values = {"estimate": ends[0], "low": ends[1], "high": ends[2], "p": p, "p_corrected": corrected}
                largest = (values, pair, (first, second))
    return largest


# Stages.


class Stage:
    """A stage by one outcome: its trials by configuration and instance, and its combinations of levels."""

    def __init__(self, stage, groups, instances, families):
        self.seed, self.families, self.groups, self.instances = stage["number"], families, groups, instances
        self.factors, self.levels = stage["factors"], stage["levels"]
        self.points = {tuple(point["levels"]): point["point"] for point in stage["configurations"]}

    def cells(self, factor, fixed):
        """For each combination of the levels of other factors, in their order, the configuration of each level."""
        others = [other for other in range(len(self.factors)) if other != factor]
        choices = [[fixed[other]] if other in fixed else self.levels[other] for other in others]
        for combination in itertools.product(*choices):
            chosen = dict(zip(others, combination))
            yield [self.points[tuple(chosen.get(place, level) for place in range(len(self.factors)))] for level in self.levels[factor]]

    def wins(self, cells, families):
        cells = list(cells)
        blocks = [
            [[trial["order"] for trial in self.groups[point][instance]] for point in cell]
            for cell in cells
            for instance in self.instances
        ]
        return Wins(blocks, families, self.seed)

    def pair_cells(self, cells, first, second):
        trials = lambda point: [self.groups[point][instance] for instance in self.instances]
        return [(trials(cell[first]), trials(cell[second])) for cell in cells]

    def expected(self, row, families, made):
        """The numbers of a row of effects.csv."""
        outcome = row["outcome"]
        if "×" in row["factor"]:
            return self.interaction(row)
        factor = self.factors.index(row["factor"])
        within = dict(part.split("=", 1) for part in row["within"].split(";") if part)
        fixed = {self.factors.index(key): level for key, level in within.items()}
        names = self.levels[factor]
        level = names.index(row["level"])
        cells = list(self.cells(factor, fixed))
        if outcome != "wins":
            return other_tested(outcome, self.pair_cells(cells, level, names.index(row["reference"])), len(names), families)
        key = (factor, row["within"], families)
        if key not in made:
            made[key] = self.wins(cells, families)
        wins = made[key]
        instances = [instance for _ in cells for instance in self.instances]
        if row["reference"]:
            other = names.index(row["reference"])
            place = wins.pairs.index((min(level, other), max(level, other)))
            values = wins.pair(level, other)
        else:
            place = 0 if wins.count == 2 else len(wins.pairs) + level
            values = wins.level(level)
        return values | {"p_instances": wins.p_of_instances(place, instances)}

    def interaction(self, row):
        focus, around = [self.factors.index(key) for key in row["factor"].split(" × ")]
        slices = [list(self.cells(focus, {around: level})) for level in self.levels[around]]
        if row["outcome"] == "wins":
            values, pair, parts = dependence([self.wins(cells, self.families * len(slices)) for cells in slices], self.families)
        else:
            pairs = [(a, b) for a in range(len(self.levels[focus])) for b in range(a)]
            cells = [{pair: self.pair_cells(cells, *pair) for pair in pairs} for cells in slices]
            values, pair, parts = other_slices(row["outcome"], cells, len(self.levels[focus]), self.families)
        named = [self.levels[focus][level] for level in pair]
        within = ";".join(f"{self.factors[around]}={self.levels[around][part]}" for part in parts)
        assert ([row["level"], row["reference"]], row["within"]) == (named, within), (row, named, within)
        return values


def stages(folder):
    """The stages whose statistics are recomputed, and the number of families that share the level."""
    page = (folder / "report.html").read_text()
    data = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S).group(1))
    effects = rows(folder / "effects.csv")
    manifest = tomllib.loads((folder / "manifest.toml").read_text())
    question = manifest.get("sweep", manifest).get("question") or {}
    question = question if isinstance(question, dict) else {}
    families, plain = 0, []
    for number, stage in enumerate(data["stages"], 1):
        outcomes = {row["outcome"] for row in effects if row["stage"] == stage["stage"]}
        columns = list(zip(*[point["levels"] for point in stage["configurations"]]))
        number_of = lambda level: float(level) if re.fullmatch(r"-?[\d.]+(e-?\d+)?", level) else None
        levels = []
        for column in columns:
            distinct = list(dict.fromkeys(column))
            is_number = all(number_of(level) is not None for level in distinct)
            levels.append(sorted(distinct, key=number_of) if is_number else distinct)
        count = len(stage["factors"])
        at = int(question.get("factor") in stage["factors"] and bool(question.get("at")))
        is_whole = not any("" in column for column in columns)
        is_factorial = is_whole and math.prod(map(len, levels)) == len(stage["configurations"])
        families += len(outcomes) * (count + math.comb(count, 2) + int(count > 1) + at if is_factorial else count + 1)
        is_directed = question.get("better") in ("larger", "smaller") and question.get("factor") in stage["factors"]
        if count and is_whole and not is_directed:
            plain.append(stage | {"number": number, "levels": levels})
    asked = [question.get("factor"), ";".join(f"{key}={level}" for key, level in question.get("at", {}).items())]
    return plain, families, asked


def main(folder):
    compared, skipped = defaultdict(lambda: [0, 0.0]), Counter()

    def compare(row, expected):
        if expected is None:
            skipped[row["method"]] += 1
            return
        if row["outcome"] in ("penalty", "moves") and not row["low"]:
            # Too few trials for an interval of the mean.
            expected = {"estimate": expected.get("estimate")}
        for column in ("estimate", "low", "high", "p", "p_corrected", "p_instances"):
            value = expected.get(column)
            if row.get(column) in (None, "") or value is None:
                continue
            reported = float(row[column])
            difference = 0.0 if reported == value else abs(reported - value) / max(1.0, abs(value))
            count, largest = compared[column]
            compared[column] = [count + 1, max(largest, difference)]
            if difference > 1e-5:
                print(f"{column} of {row}: {value}", file=sys.stderr)

    logs = defaultdict(list)
    for row in rows(folder / "convergence.csv"):
        logs[row["trial"]].append(row)
    plain, families, asked = stages(folder)
    by_stage = {}
    for stage in plain:
        groups = defaultdict(lambda: defaultdict(list))
        has_penalty = not any(factor.startswith("objective") for factor in stage["factors"])
        for trial in rows(folder / "trials.csv"):
            if trial["stage"] == stage["stage"] and trial["stop"] != "failed" and trial["evaluations"]:
                made = standing(trial, logs[trial["trial"]], stage["limit"], has_penalty)
                groups[int(trial["point"])][trial["instance"]].append(made)
        instances = list(dict.fromkeys(row["instance"] for row in rows(folder / "trials.csv") if row["stage"] == stage["stage"]))
        by_stage[stage["stage"]] = Stage(stage, groups, instances, families)
    made = defaultdict(dict)
    effects = rows(folder / "effects.csv")
    for row in effects:
        stage = by_stage.get(row["stage"])
        if stage is None or not row["level"]:
            compare(row, None)
            continue
        factor = row["factor"].split(" × ")[0]
        dependent = [other["factor"] for other in effects if [other[key] for key in ("stage", "outcome")] == [row[key] for key in ("stage", "outcome")]]
        shared = families
        key = row["within"].split("=", 1)[0] if row["within"] else None
        # The effects within the levels of a factor share the part of their interaction; that of the question has its own.
        if key and "×" not in row["factor"] and f"{factor} × {key}" in dependent and [factor, row["within"]] != asked:
            shared *= len(stage.levels[stage.factors.index(key)])
        compare(row, stage.expected(row, shared, made[row["stage"], row["outcome"]]))
    everything = {}
    for row in rows(folder / "comparisons.csv"):
        stage = by_stage.get(row["stage"])
        if stage is None:
            compare(row, None)
            continue
        if len(stage.factors) == 1:
            order = [stage.points[(level,)] for level in stage.levels[0]]
        else:
            order = sorted(stage.points.values())
        here, there = [order.index(int(row[side])) for side in ("configuration", "other")]
        if row["outcome"] == "wins":
            if row["stage"] not in everything:
                everything[row["stage"]] = stage.wins([order], families)
            compare(row, everything[row["stage"]].pair(here, there))
        else:
            compare(row, other_tested(row["outcome"], stage.pair_cells([order], here, there), len(order), families))
    for column, (count, largest) in compared.items():
        print(f"{column}: {count} numbers, largest difference {largest:.1e}")
    for method, count in skipped.items():
        print(f"not recomputed: {count} rows by {method}")
    return int(not compared or any(largest > 1e-5 for _, largest in compared.values()))


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
