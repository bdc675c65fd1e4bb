#!/usr/bin/env python3
"""Recomputes the statistics of a report from its CSV files, with SciPy and statsmodels.

    pip install numpy scipy statsmodels
    python3 examples/recompute_statistics.py results/quickstart

Reads trials.csv, compares the numbers in report.html and in plots/*.csv with its own, and prints for each kind of number how many
there are and the largest difference. Differences are relative, of values near 0 absolute. The page has six significant digits.
Intervals by bootstrap depend on random numbers and are not compared. The exit code is 1 if a difference exceeds 0.00001.
"""
import csv
import itertools
import json
import math
import pathlib
import re
import sys
from collections import Counter, defaultdict

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

LARGEST = defaultdict(lambda: [0, 0.0])


def compare(kind, ours, theirs):
    """Records the difference of a recomputed and a reported number."""
    if theirs in (None, ""):
        return
    difference = abs(ours - float(theirs)) / max(1.0, abs(ours))
    count, largest = LARGEST[kind]
    LARGEST[kind] = [count + 1, max(largest, difference)]


def rows(path):
    if not path.exists():
        return []
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


# Comparisons of two configurations: the trials of each on every instance.


def choices(weights, count):
    """The numbers of choices of `count` of the weights, by their sum."""
    ways = np.zeros((count + 1, sum(weights) + 1))
    ways[0, 0] = 1.0
    for weight in weights:
        for taken in range(count, 0, -1):
            ways[taken, weight:] += ways[taken - 1, : ways.shape[1] - weight]
    return ways[count]


def two_sided(ways, observed):
    ways = ways / ways.sum()
    return min(1.0, 2 * min(ways[: observed + 1].sum(), ways[observed:].sum()))


def rank_sum(strata):
    """Exact p-value of the rank-sum test stratified by instance; SciPy's where it has one."""
    first, second = strata[0]
    if len(strata) == 1 and len(set(first + second)) == len(first) + len(second):
        return stats.mannwhitneyu(first, second, method="exact").pvalue
    ways, observed = np.ones(1), 0
    for first, second in strata:
        ranks = [int(2 * rank) for rank in stats.rankdata(first + second)]
        ways = np.convolve(ways, choices(ranks, len(first)))
        observed += sum(ranks[: len(first)])
    return two_sided(ways, observed)


def signed_rank(differences):
    """Exact p-value over all signs, with Pratt's zeros."""
    ranks = [int(2 * rank) for rank in stats.rankdata(np.abs(differences))]
    ways, observed = np.ones(1), 0
    for rank, difference in zip(ranks, differences):
        if difference != 0:
            step = np.zeros(rank + 1)
            step[0] = step[rank] = 1.0
            ways = np.convolve(ways, step)
            observed += rank if difference > 0 else 0
    return two_sided(ways, observed) if len(ways) > 1 else 1.0


def superiority(strata):
    """The probability that a value of the second sample is higher, and its 95 % interval."""
    pairs = [len(first) * len(second) for first, second in strata]
    shares = [stats.mannwhitneyu(second, first).statistic / count for (first, second), count in zip(strata, pairs)]
    share = float(np.average(shares, weights=pairs))
    weights = [(count / sum(pairs)) ** 2 for count in pairs]

    def placements(first, second):
        if min(len(first), len(second)) < 2:
            return 0.25 / min(len(first), len(second))
        total = 0.0
        for own, other in ((first, second), (second, first)):
            within = stats.rankdata(own)
            all_ranks = stats.rankdata(own + other)[: len(own)]
            total += np.var((all_ranks - within) / len(other), ddof=1) / len(own)
        return total

    if len(strata) > 1 and max(pairs) == 1:
        variance = np.var(shares, ddof=1) / len(strata)
    else:
        variance = sum(weight * placements(*of) for weight, of in zip(weights, strata))
    equal = sum(
        weight * (len(a) + len(b) + 1) / (12 * len(a) * len(b)) for weight, (a, b) in zip(weights, strata)
    )
    most = 1 / (4 * equal)
    trials = max(1.0, min(share * (1 - share) / variance, most) if variance > 0 else most)
    return share, proportion_confint(share * trials, trials, method="wilson")


# The analysis of a complete factorial design.


class Factorial:
    """The means of all combinations of levels, in the order of the design, and their covariance matrix."""

    def __init__(self, levels, values):
        self.levels = levels
        trials = np.array([[np.mean(on) for on in of] for of in values])
        instances = trials.shape[1]
        self.means = trials.mean(axis=1)
        self.paired = all(len(on) == 1 for of in values for on in of)
        if self.paired:
            self.covariance = np.cov(trials) / instances
            self.df = instances - 1
            rest = trials - self.means[:, None] - trials.mean(axis=0) + trials.mean()
            self.noise = (rest**2).sum() / ((len(values) - 1) * (instances - 1) * instances)
        else:
            self.cells = [
                [(np.var(on, ddof=1) / len(on) / instances**2, len(on) - 1) for on in of] for of in values
            ]
            self.covariance = np.diag([sum(cell[0] for cell in of) for of in self.cells])
            self.noise = np.trace(self.covariance) / len(values)

    def satterthwaite(self, weights):
        parts = [(w * w * v, df) for w, of in zip(weights, self.cells) for v, df in of]
        squares = sum(v * v / df for v, df in parts)
        return sum(v for v, _ in parts) ** 2 / squares if squares > 0 else math.inf

    def projector(self, factors):
        """The projection of the means on an effect."""
        parts = []
        for at, count in enumerate(self.levels):
            average = np.full((count, count), 1 / count)
            parts.append(np.eye(count) - average if at in factors else average)
        matrix = np.ones((1, 1))
        for part in parts:
            matrix = np.kron(matrix, part)
        return matrix

    def effects(self):
        """Share of variance and p-value of each main effect and each interaction of two factors."""
        places = range(len(self.levels))
        names = [(at,) for at in places] + list(itertools.combinations(places, 2))
        found, total = {}, 0.0
        used = np.zeros((len(self.means),) * 2)
        for name in names:
            projector = self.projector(name)
            used += projector
            squares = self.means @ projector @ self.means
            spread = projector @ self.covariance
            trace, of_square = np.trace(spread), np.trace(spread @ spread)
            df = round(np.trace(projector))
            p = 1.0
            if trace > 1e-20 * max(squares, 1e-300):
                df1 = trace**2 / of_square
                df2 = df1 * self.df if self.paired else self.satterthwaite([1.0] * len(self.means))
                p = stats.f.sf(squares / trace, df1, df2)
            part = max(0.0, squares - df * self.noise)
            total += part
            found[name] = (part, p)
        center = np.eye(len(self.means)) - self.projector(())
        rest = center - used
        if round(np.trace(rest)) > 0:
            total += max(0.0, self.means @ rest @ self.means - round(np.trace(rest)) * self.noise)
        return {name: (part / total if total > 0 else 0.0, p) for name, (part, p) in found.items()}

    def contrast(self, weights):
        """Estimate, standard error and degrees of freedom."""
        weights = np.array(weights)
        error = math.sqrt(max(0.0, weights @ self.covariance @ weights))
        return weights @ self.means, error, self.df if self.paired else self.satterthwaite(weights)

    def level(self, factor, level):
        grid = list(itertools.product(*map(range, self.levels)))
        share = self.levels[factor] / len(grid)
        return [share if combination[factor] == level else 0.0 for combination in grid]


def main(folder):
    trials = rows(folder / "trials.csv")
    page = (folder / "report.html").read_text()
    data = json.loads(re.search(r'<script[^>]*application/json[^>]*>(.*?)</script>', page, re.S)[1])
    if not data["complete"] or any(row["best"] == "" for row in trials):
        sys.exit("the sweep is unfinished or has failed trials, which this script does not handle")
    if any(row["stop"] == "solved" or row["evaluations"] == "" for row in trials):
        sys.exit("the sweep has deterministic solvers as configurations, which this script does not handle")
    # Trials that go on after their instance is solved have the time of the first row with penalty 0.
    logged = {}
    for row in rows(folder / "convergence.csv"):
        if row["best"] == "0":
            logged.setdefault(row["trial"], float(row["evaluations"]))
    for row in trials:
        spent = float(row["evaluations"])
        if row["solved"] == "0":
            row["time"] = math.inf
        else:
            row["time"] = spent if row["stop"] == "target" else logged.get(row["trial"], spent)
    measures = {
        "penalty": lambda row: float(row["best"]),
        "solved": lambda row: 1.0 - float(row["solved"]),
        "run-time": lambda row: row["time"],
    }
    for number, stage in enumerate(data["stages"], start=1):
        own = [row for row in trials if row["stage"] == stage["stage"]]
        points = stage["configurations"]
        of = {point["point"]: [row for row in own if int(row["point"]) == point["point"]] for point in points}
        values = {
            name: {
                at: [[get(row) for row in rows_of if row["instance"] == instance] for instance in data["instances"]]
                for at, rows_of in of.items()
            }
            for name, get in measures.items()
        }
        leader = min(points, key=lambda point: (not point["selected"], point["rank"]))["point"]
        family = []
        for point in points:
            mine = of[point["point"]]
            best = [float(row["best"]) for row in mine]
            compare("median penalty", np.median(best), point["median_penalty"])
            compare("mean penalty", np.mean(best), point["mean_penalty"])
            compare("solved trials", sum(row["solved"] != "0" for row in mine), point["solved"])
            compare("mean evaluations", np.mean([float(row["evaluations"]) for row in mine]), point["mean_evaluations"])
            for measure, found in point["leading_against_it"].items():
                strata = list(zip(values[measure][leader], values[measure][point["point"]]))
                # Infinite times rank last, together.
                strata = [([min(x, 1e18) for x in a], [min(x, 1e18) for x in b]) for a, b in strata]
                share, ends = superiority(strata)
                compare("effect size Â₁₂", share, found["a12"])
                for our, their in zip(ends, found["a12_95"]):
                    compare("its interval", our, their)
                paired = len(strata) > 1 and all(len(a) == len(b) == 1 for a, b in strata)
                p = signed_rank([a[0] - b[0] for a, b in strata]) if paired else rank_sum(strata)
                family.append((p, found["p"]))
        # Comparisons of run times that the page leaves out count for the correction all the same.
        counted = {measure for point in points for measure in point["leading_against_it"]}
        if may_compare_run_times(own, of, values["run-time"]):
            counted.add("run-time")
        family += [(1.0, None)] * (len(counted) * (len(points) - 1) - len(family))
        if family:
            corrected = multipletests([p for p, _ in family], method="holm")[1]
            for our, (_, their) in zip(corrected, family):
                # Small p-values are compared by their ratio.
                if their is None:
                    continue
                compare("corrected p of a comparison", math.log(max(our, 1e-300)), math.log(max(their, 1e-300)))
        factorial(folder, number, stage, values)
        ranks(folder, number, stage, values)
    for kind, (count, largest) in LARGEST.items():
        print(f"{kind:32} {count:6} numbers, largest difference {largest:.1e}")
    worst = max(largest for _, largest in LARGEST.values())
    print(f"largest difference of all: {worst:.1e}")
    return int(worst > 1e-5)


def may_compare_run_times(trials, of, times):
    """Whether enough trials of a stage solve, whichever configurations they belong to, and their times differ."""
    large = sum(len(rows_of) >= 10 for rows_of in of.values())
    solved = sum(row["solved"] != "0" for row in trials)
    on_instances = (set(itertools.chain(*on)) for on in zip(*times.values()))
    return large > 1 and solved >= 20 and any(len(on) > 1 for on in on_instances)


def slug(name):
    return re.sub("[^A-Za-z0-9]+", "-", name).strip("-").lower()


def factorial(folder, number, stage, values):
    """Compares effects, shares and level means of a stage with all combinations of levels."""
    file = f"{number}-{slug(stage['stage'])}"
    effects = rows(folder / f"plots/{file}-effects.csv")
    importance = {row["effect"]: row for row in rows(folder / f"plots/{file}-importance.csv")}
    points = stage["configurations"]
    levels = [list(dict.fromkeys(point["levels"][at] for point in points)) for at in range(len(stage["factors"]))]
    varied = [at for at, of in enumerate(levels) if len(of) > 1]
    counts = [len(levels[at]) for at in varied]
    if not effects or not varied or math.prod(counts) != len(points):
        return
    measure = "penalty" if stage["comparable_penalties"] else "solved"
    # Unsolved trials are percentages.
    scale = 1.0 if measure == "penalty" else 100.0
    by_levels = {tuple(point["levels"][at] for at in varied): point["point"] for point in points}
    order = [by_levels[combination] for combination in itertools.product(*(levels[at] for at in varied))]
    design = Factorial(counts, [[[scale * x for x in on] for on in values[measure][point]] for point in order])
    keys = [stage["factors"][at] for at in varied]
    tests = design.effects()
    p = [test[1] for test in tests.values()]
    for factor, count in enumerate(counts):
        for first, second in itertools.combinations(range(count), 2):
            weights = np.subtract(design.level(factor, first), design.level(factor, second))
            estimate, error, df = design.contrast(weights)
            p.append(2 * stats.t.sf(abs(estimate / error), df) if error > 0 else float(estimate == 0))
    corrected = multipletests(p, method="holm")[1]
    for (effect, (share, _)), adjusted in zip(tests.items(), corrected):
        row = importance.get(" × ".join(keys[at] for at in effect))
        if row:
            compare("share of variance", share, row["share"])
            compare("corrected p of an effect", math.log(max(adjusted, 1e-300)), math.log(max(float(row["p"]), 1e-300)))
    shown = {row["level"]: row for row in effects}
    for factor, key in enumerate(keys):
        for level, name in enumerate(levels[varied[factor]]):
            row = shown.get(f"{key} = {name}")
            if row:
                compare("mean of a level", design.contrast(design.level(factor, level))[0], row["mean"])
                apart, error, df = design.contrast(np.subtract(design.level(factor, level), 1 / len(order)))
                reach = stats.t.isf(0.025, df) * error if error > 0 else 0.0
                # Unsolved trials are at most 100 %.
                top = 100.0 if measure == "solved" else math.inf
                for end, name in ((apart - reach, "low_95"), (apart + reach, "high_95")):
                    compare("interval of a level", min(max(0.0, design.means.mean() + end), top), row[name])


def ranks(folder, number, stage, values):
    """Compares Friedman's mean ranks."""
    shown = rows(folder / f"plots/{number}-{slug(stage['stage'])}-ranks.csv")
    measure = "penalty" if stage["comparable_penalties"] else "solved"
    if not shown:
        return
    points = [point["point"] for point in stage["configurations"]]
    blocks = [
        [values[measure][point][instance][at] for point in points]
        for instance in range(len(values[measure][points[0]]))
        for at in range(min(len(values[measure][point][instance]) for point in points))
    ]
    mean = np.mean([stats.rankdata(block) for block in blocks], axis=0)
    names = [" · ".join(level for level in point["levels"] if level) for point in stage["configurations"]]
    if max(Counter(names).values()) > 1:
        return
    for row in shown:
        if row["configuration"] in names:
            compare("mean rank", mean[names.index(row["configuration"])], row["mean_rank"])
    k, n = len(points), len(blocks)
    critical = stats.studentized_range.isf(0.05, k, math.inf) / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n))
    compare("critical difference", critical, shown[0]["critical_difference"])


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1])))
