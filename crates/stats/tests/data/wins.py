"""Writes wins.json, the known answers of ``wins.rs``: shares of pairs of trials, their effective numbers and statistics, by loops
over all pairs; and expected evaluations with their intervals, by quantiles of SciPy. Other known answers are written by
``generate.py``.

Run as `python3 crates/stats/tests/data/wins.py` with NumPy and SciPy. A trial is [0, evaluations] if it reached its target, else
[1 + scale, penalty]; [-1, 0] reached it and evaluates nothing, [-2, 0] missed it and has no penalty.
"""

import itertools
import json
from pathlib import Path

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(20261128)


def wins(a, b):
    reached = [key in (0, -1) for key, _ in (a, b)]
    if reached[0] != reached[1]:
        return float(reached[0])
    if a[0] != b[0] or a[0] < 0:
        return 0.5
    return float(a[1] < b[1]) + 0.5 * (a[1] == b[1])


def tie_factor(trials):
    n = len(trials)
    scores = [sum(wins(x, y) for y in trials) for x in trials]
    return sum((s - n / 2) ** 2 for s in scores) / ((n**3 - n) / 12)


def clipped(share, variance, low, high):
    high = max(low, high)
    if variance <= 1e-24:
        return low if share < 1e-12 or share > 1 - 1e-12 else high
    return min(max(share * (1 - share) / variance, low), high)


def sample_variance(values):
    return float(np.var(values, ddof=1)) / len(values)


def family(blocks, levels):
    """blocks[block][level] has trials, none if all failed; at least two trials of each level or one of each."""
    single = all(len(trials) <= 1 for block in blocks for trials in block)
    both = lambda a, b: [block for block in blocks if block[a] and block[b]]
    one_sided = lambda rows: sample_variance(rows) if len(rows) > 1 else np.mean(rows) * (1 - np.mean(rows))
    pairs = []
    for a, b in itertools.combinations(range(levels), 2):
        share = variance = inverse = null = 0.0
        shared = both(a, b)
        for block in shared:
            x, y = block[a], block[b]
            table = [[wins(p, q) for q in y] for p in x]
            rows = [np.mean(row) for row in table]
            columns = [np.mean(column) for column in zip(*table)]
            share += np.mean(rows)
            variance += one_sided(rows) + one_sided(columns)
            inverse += 1 / min(len(x), len(y))
            null += tie_factor(sum(block, [])) * (len(x) + len(y) + 1) / (12 * len(x) * len(y))
        count = len(shared)
        share, variance = share / count, variance / count**2
        low = count**2 / inverse
        high = 0.25 * count**2 / null if null > 0 else low
        n = max(low, high) if single else clipped(share, variance, low, high)
        pairs.append([share, n, 2 * n**0.5 * (share - 0.5)])
    # Levels and the direction, where no level is missing.
    level_rows, trend = [], None
    if all(trials for block in blocks for trials in block):
        count = len(blocks)
        contribution = lambda block, a, x, b: np.mean([wins(x, y) for y in block[b]])
        for a in range(levels):
            others = [b for b in range(levels) if b != a]
            share = variance = null = inverse = 0.0
            means = []
            for block in blocks:
                size = [len(trials) for trials in block]
                rows = [np.mean([contribution(block, a, x, b) for b in others]) for x in block[a]]
                means.append(np.mean(rows))
                variance += one_sided(rows)
                for b in others:
                    variance += one_sided([contribution(block, b, y, a) for y in block[b]]) / len(others) ** 2
                inverse += 1 / min(size)
                f = tie_factor(sum(block, [])) / 12
                null += f * (1 / size[a] + sum(1 / size[b] + 1 / (size[a] * size[b]) for b in others) / len(others) ** 2)
            share = np.mean(means)
            variance = (sample_variance(means) if count > 1 else 0.0) if single else variance / count**2
            low = count**2 / inverse
            n = clipped(share, variance, low, 0.25 * count**2 / null if null > 0 else low)
            level_rows.append([share, n, 2 * n**0.5 * (share - 0.5)])
        number = levels * (levels - 1) / 2
        means, variance = [], 0.0
        for block in blocks:
            total = 0.0
            for a in range(levels):
                rows = []
                for x in block[a]:
                    lower = sum(contribution(block, a, x, b) for b in range(a))
                    upper = sum(1 - contribution(block, a, x, b) for b in range(a + 1, levels))
                    rows.append((lower + upper) / number)
                total += np.mean(rows) / 2
                if len(rows) > 1:
                    variance += sample_variance(rows)
            means.append(total)
        variance = (sample_variance(means) if count > 1 else 0.0) if single else variance / count**2
        trend = [float(np.mean(means)), float(variance)]
    return {"pairs": pairs, "levels": level_rows, "trend": trend}


def trial(kind, shift):
    if kind == "times":
        time = float(rng.exponential(1000 * 1.5**shift))
        return [0, time] if time < 1500 else [1, float(round(rng.normal(40 + 4 * shift, 10) / 5))]
    if kind == "ties":
        return [1, float(rng.binomial(4, 0.3 + 0.05 * shift))]
    if kind == "mixed":
        key = int(rng.integers(0, 5))
        return [[0, float(rng.integers(1, 9))], [1, float(rng.integers(1, 9))], [2, 3.0], [-1, 0.0], [-2, 0.0]][key]
    return [1, float(rng.normal(shift, 1))]


# Short numbers, of which the results have all digits.
round9 = lambda value: json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 9))
cases = []
for levels, blocks, size in [(2, 1, 5), (2, 3, 4), (2, 1, 25), (3, 1, 10), (5, 4, 3), (9, 2, 6), (3, 12, 1), (5, 30, 1)]:
    for kind in ("times", "ties", "mixed", "normal"):
        for unequal in (False, True):
            sizes = lambda level: max(size - level, 2) if unequal and size > 2 else size
            data = [[[trial(kind, level) for _ in range(sizes(level))] for level in range(levels)] for _ in range(blocks)]
            if unequal and size == 1:
                data[0][0] = []
            data = round9(data)
            cases.append({"count": levels, "blocks": data} | family(data, levels))

times = []
for reached, missed, mean in [(5, 0, 8e3), (10, 0, 3e3), (9, 1, 8e3), (1, 9, 2e4), (0, 10, 1.0), (12, 8, 2e4), (150, 3, 3e3), (2, 3, 9e3)]:
    budget = 1e5
    x = [float(value) for value in np.minimum(rng.exponential(mean, reached), budget)]
    row = {"reached": x, "missed": missed, "budget": budget}
    n = reached + missed
    # Clopper and Pearson's interval of the rate.
    low_rate = stats.beta.ppf(0.025, reached, missed + 1) if reached > 0 else 0.0
    high_rate = stats.beta.ppf(0.975, reached + 1, missed) if missed > 0 else 1.0
    odds = lambda q: (1 - q) / q
    if reached == 0:
        row |= {"mean": None, "low": budget * odds(high_rate), "high": None}
    else:
        m = np.mean(x)
        h = stats.t.ppf(0.975, reached - 1) * np.std(x, ddof=1) / m / reached**0.5 if reached > 1 else 0.0
        lower, upper = m * np.exp(-h - h * h / 2), min(m * np.exp(h), budget)
        o = missed / reached
        e = m + budget * o
        low = max(e - np.hypot(m - lower, budget * (o - odds(high_rate))), lower)
        row |= {"mean": e, "low": low, "high": e + np.hypot(upper - m, budget * (odds(low_rate) - o))}
    times.append(row)

versions = f"NumPy {np.__version__}, SciPy {scipy.__version__}"
Path(__file__).with_name("wins.json").write_text(
    json.dumps({"versions": versions, "families": cases, "expected_evaluations": times}, separators=(",", ":")) + "\n"
)
