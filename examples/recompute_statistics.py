#!/usr/bin/env python3
"""Recomputes the shares of pairs of a report from its trials, with NumPy and SciPy.

    pip install numpy scipy
    python3 examples/recompute_statistics.py results/quickstart

Reads trials.csv, convergence.csv and, for the levels of configurations and the limits of stages, report.html. Compares the estimates of
effects.csv and comparisons.csv that are shares of pairs of trials, and their p-values where the normal law gives them, with its own, and
prints how many there are and the largest difference. Stages whose factors apply to some configurations only, interactions and other
outcomes are not compared. The exit code is 1 if a difference exceeds 0.00001.
"""
import csv
import itertools
import json
import pathlib
import re
import sys
from collections import defaultdict

import numpy as np
from scipy import stats

LARGEST = defaultdict(lambda: [0, 0.0])


def compare(kind, ours, theirs):
    """Records the difference of a recomputed and a reported number."""
    count, largest = LARGEST[kind]
    LARGEST[kind] = [count + 1, max(largest, abs(ours - float(theirs)))]


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def standing(trial, log, limit, has_penalty):
    """The standing of a trial within a number of evaluations, which sorts the better ones first. Penalties may be of other objectives."""
    evaluations, best, reached = int(trial["evaluations"]), int(trial["best"]), trial["reached"] == "1"
    if reached:
        evaluations = int(trial["evaluations_to_reach"])
    if limit is not None and evaluations > limit:
        within = [int(row["best"]) for row in log if int(row["evaluations"]) <= limit] or [int(log[0]["best"])]
        reached, best = False, min(within)
    return (0, evaluations) if reached else (1, best if has_penalty else 0)


def wins(first, second):
    """The share of pairs in which each trial of the first group wins against each of the second."""
    return np.array([[(a < b) + (a == b) / 2 for b in second] for a in first])


def share(blocks):
    """The mean share of pairs over blocks, each with the trials of a level and of others, and its p-value by the normal law."""
    shares, variance, null, low = [], 0.0, 0.0, 0.0
    single = all(len(group) == 1 for block in blocks for group in block)
    for first, second in blocks:
        won = wins(first, second)
        rows_, columns = won.mean(axis=1), won.mean(axis=0)
        shares.append(won.mean())
        if not single:
            variance += rows_.var(ddof=1) / len(first) + columns.var(ddof=1) / len(second)
        _, ties = np.unique([hash(trial) for trial in [*first, *second]], return_counts=True)
        count = len(first) + len(second)
        tied = (ties**3 - ties).sum()
        null += (count + 1 - tied / (count * (count - 1))) / (12 * len(first) * len(second)) if count > 2 else 0.25
        low += 1 / min(len(first), len(second))
    count = len(blocks)
    theta = float(np.mean(shares))
    variance = np.var(shares, ddof=1) / count if single else variance / count**2
    lowest = count**2 / low
    highest = max(lowest, 0.25 / (null / count**2)) if null > 0 else lowest
    trials = theta * (1 - theta) / variance if variance > 1e-24 else lowest if theta in (0, 1) else highest
    statistic = 2 * np.sqrt(np.clip(trials, lowest, highest)) * (theta - 0.5)
    return theta, 2 * stats.norm.sf(abs(statistic))


def main(folder):
    logs = defaultdict(list)
    for row in rows(folder / "convergence.csv"):
        logs[row["trial"]].append(row)
    page = (folder / "report.html").read_text()
    data = json.loads(re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.S).group(1))
    effects, comparisons = rows(folder / "effects.csv"), rows(folder / "comparisons.csv")
    for stage in data["stages"]:
        groups = defaultdict(lambda: defaultdict(list))
        has_penalty = not any(factor.startswith("objective") for factor in stage["factors"])
        for trial in rows(folder / "trials.csv"):
            if trial["stage"] == stage["stage"] and trial["stop"] != "failed" and trial["evaluations"]:
                here = standing(trial, logs[trial["trial"]], stage["limit"], has_penalty)
                groups[int(trial["point"])][trial["instance"]].append(here)
        levels = {point["point"]: point["levels"] for point in stage["configurations"]}
        if any(level == "" for configuration in levels.values() for level in configuration) or set(levels) - set(groups):
            continue
        instances = sorted({instance for group in groups.values() for instance in group})
        for row in comparisons:
            if row["stage"] == stage["stage"] and row["outcome"] == "wins":
                here, there = groups[int(row["configuration"])], groups[int(row["other"])]
                theta, p = share([(here[instance], there[instance]) for instance in instances])
                compare("estimate", theta, row["estimate"])
                if row["method"] == "wins-normal":
                    compare("p", p, row["p"])
        for row in effects:
            if row["stage"] != stage["stage"] or row["outcome"] != "wins" or "×" in row["factor"] or not row["level"]:
                continue
            place = stage["factors"].index(row["factor"])
            fixed = dict(within.split("=", 1) for within in row["within"].split(";") if within)
            fixed = {stage["factors"].index(key): level for key, level in fixed.items()}
            cells = defaultdict(dict)
            for point, configuration in levels.items():
                if all(configuration[factor] == level for factor, level in fixed.items()):
                    others = tuple(level for factor, level in enumerate(configuration) if factor != place)
                    cells[others][configuration[place]] = point
            against = [row["reference"]] if row["reference"] else sorted(
                {level for cell in cells.values() for level in cell} - {row["level"]}
            )
            results = [
                share([
                    (groups[cell[row["level"]]][instance], groups[cell[other]][instance])
                    for cell, instance in itertools.product(cells.values(), instances)
                ])
                for other in against
            ]
            compare("estimate", float(np.mean([theta for theta, _ in results])), row["estimate"])
            if row["reference"] and row["method"] == "wins-normal":
                compare("p", results[0][1], row["p"])
    for kind, (count, largest) in LARGEST.items():
        print(f"{kind}: {count} numbers, largest difference {largest:.1e}")
    return int(not LARGEST or any(largest > 1e-5 for _, largest in LARGEST.values()))


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
