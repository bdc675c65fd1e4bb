#!/usr/bin/env python3
"""Writes the known answers of crates/stats/tests/reference.rs: a JSON file for each statistic, with cases and the values of SciPy,
statsmodels, scikit-posthocs or NumPy. ``wins.py`` writes those of ``wins.rs``.

    pip install scipy==1.17.1 statsmodels==0.15.0 scikit-posthocs==0.17.1
    python3 crates/stats/tests/data/generate.py

Infinity is written as null. Every file names the versions it was made with.
"""
import itertools
import json
import math
import pathlib
import warnings

import numpy as np
import scipy
import scikit_posthocs
import statsmodels
from scipy import stats
from scipy.stats._resampling import _bca_interval
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

warnings.simplefilter("ignore")
HERE = pathlib.Path(__file__).parent
rng = np.random.default_rng(20161)
ORIGIN = f"SciPy {scipy.__version__}, statsmodels {statsmodels.__version__}, scikit-posthocs {scikit_posthocs.__version__}, NumPy {np.__version__}"
BIG = 1e6  # stands for infinity where only ranks count


def plain(x):
    if isinstance(x, (list, tuple, np.ndarray)):
        return [plain(y) for y in x]
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, (int, np.integer)):
        return int(x)
    x = float(x)
    return None if math.isinf(x) else int(x) if x == int(x) and abs(x) < 1e9 else x


def write(name, what, cases):
    rows = ",\n".join(json.dumps([plain(part) for part in case], separators=(",", ":")) for case in cases)
    head = json.dumps({"origin": ORIGIN, "what": what})[1:-1]
    (HERE / f"{name}.json").write_text("{" + head + ',"cases":[\n' + rows + "\n]}\n")


def sample(n, kind):
    """0: continuous, 1: small whole numbers (ties), 2: ties and infinities."""
    if kind == 0:
        return np.round(rng.normal(10, 4, n), 6)
    values = rng.integers(0, 6, n).astype(float)
    if kind == 2:
        values[rng.random(n) < 0.25] = math.inf
    return values


def finite(values):
    return np.where(np.isinf(values), BIG, values)


def quantiles():
    cases = []
    for case in range(120):
        x = np.sort(sample(int(rng.integers(1, 40)), case % 3))
        n = len(x) - 1

        def at(q):
            low = int(math.floor(q * n))
            share = q * n - low
            a, b = x[low], x[min(low + 1, n)]
            return a if share == 0 or a == b else a + share * (b - a)

        ours = [at(q) for q in (0.25, 0.5, 0.75)]
        if not np.isinf(x).any():
            assert np.allclose(ours, np.quantile(x, [0.25, 0.5, 0.75]), atol=1e-12)
            ours = list(np.quantile(x, [0.25, 0.5, 0.75]))
        cases.append([x, ours])
    write("quantiles", "sample; numpy.quantile at 1/4, 1/2, 3/4 (infinite values: the same formula)", cases)


def wilson():
    cases = []
    for n in [1, 2, 3, 5, 10, 15, 31, 93, 1000]:
        for k in sorted({0, 1, n // 3, n // 2, n - 1, n} | set(range(0, min(n, 16) + 1))):
            if 0 <= k <= n:
                cases.append([k, n, *proportion_confint(k, n, method="wilson")])
    write("wilson", "k, n; proportion_confint(method='wilson')", cases)


def rank_sum():
    cases = []
    for case in range(180):
        kind = case % 3
        m, n = (int(v) for v in (rng.integers(1, 7, 2) if case < 130 else rng.integers(7, 35, 2)))
        a, b = sample(m, kind), sample(n, kind)
        fa, fb = finite(a), finite(b)
        tied = len(np.unique(np.concatenate([fa, fb]))) < m + n
        if not tied:
            exact = stats.mannwhitneyu(fa, fb, method="exact").pvalue
        elif min(m, n) >= 2 and m + n <= 12:
            exact = stats.mannwhitneyu(fa, fb, method=stats.PermutationMethod(n_resamples=np.inf)).pvalue
        else:
            exact = -1.0  # SciPy has none
        normal = stats.mannwhitneyu(fa, fb, method="asymptotic")
        cases.append([a, b, normal.statistic, exact, 1.0 if math.isnan(normal.pvalue) else normal.pvalue])
    write("rank_sum", "a, b; U of a, exact p by mannwhitneyu (-1 = none), asymptotic p", cases)


def signed_rank():
    cases = []
    for case in range(150):
        n = int(rng.integers(1, 11)) if case < 100 else int(rng.integers(101, 160))
        d = np.round(rng.normal(0.3, 1, n), 6) if case % 3 == 0 else rng.integers(-4, 6, n).astype(float)
        if case % 3 == 2:
            d[rng.random(n) < 0.2] = BIG
        if not d.any():
            d[0] = 1
        # Pratt's ranks without SciPy's own zeros: the statistic and its null distribution over all signs.
        if n <= 10:
            ranks = stats.rankdata(np.abs(d)) * (d != 0)
            seen = ranks[d > 0].sum()
            live = ranks[d != 0]
            sums = np.array([sum(s) for s in itertools.product(*[(0, r) for r in live])])
            exact = min(1.0, 2 * min((sums <= seen + 1e-9).mean(), (sums >= seen - 1e-9).mean()))
            if (d != 0).all() and n > 1:
                scipys = stats.wilcoxon(d, method=stats.PermutationMethod(n_resamples=np.inf)).pvalue
                assert abs(scipys - exact) < 1e-12, (d, scipys, exact)
                exact = scipys
            cases.append([np.where(d == BIG, math.inf, d), exact, True])
        else:
            d[:101] = np.where(d[:101] == 0, 1, d[:101])  # more than 100 differences
            p = stats.wilcoxon(d, zero_method="pratt", correction=True, method="asymptotic").pvalue
            cases.append([np.where(d == BIG, math.inf, d), p, False])
    write("signed_rank", "differences; p of wilcoxon (exact over all signs with Pratt's zeros, or asymptotic); exact?", cases)


def holm():
    cases = []
    for case in range(110):
        p = rng.random(int(rng.integers(1, 30))) ** 3
        if case % 2:
            p = np.round(p, 1)
        cases.append([p, multipletests(p, method="holm")[1]])
    write("holm", "p-values; multipletests(method='holm')", cases)


def effect():
    cases = []
    for case in range(110):
        a, b = sample(int(rng.integers(1, 30)), case % 3), sample(int(rng.integers(1, 30)), case % 3)
        cases.append([a, b, stats.mannwhitneyu(finite(a), finite(b)).statistic / (len(a) * len(b))])
    write("a12", "a, b; U of a over the number of pairs", cases)


def friedman():
    cases = []
    while len(cases) < 110:
        n, k = int(rng.integers(2, 20)), int(rng.integers(3, 12))
        blocks = np.array([sample(k, len(cases) % 3) for _ in range(n)])
        whole = finite(blocks)
        chi, p = stats.friedmanchisquare(*whole.T)
        if math.isnan(chi) or n * (k - 1) - chi < 1e-9:
            continue
        f = (n - 1) * chi / (n * (k - 1) - chi)
        iman = stats.f.sf(f, k - 1, (k - 1) * (n - 1))
        cases.append([blocks, stats.rankdata(whole, axis=1).mean(axis=0), chi, p, iman])
    write("friedman", "blocks; mean ranks, chi2 and p of friedmanchisquare, p of Iman and Davenport's F by stats.f.sf", cases)


class Draws:
    """SplitMix64, and numbers below an end by the upper half of a product."""

    def __init__(self, seed):
        self.state = seed

    def below(self, end):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        word = self.state
        word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        return ((word ^ (word >> 31)) * end) >> 64


def bootstrap():
    cases = []
    for case in range(120):
        n = int(rng.integers(3, 32))
        x = np.sort(np.round(rng.gamma(2, 6, n) * 64) / 64 if case % 2 else rng.integers(0, 40, n).astype(float))
        # Multiples of 1/64: sums are exact, so that equal means are equal.
        if len(np.unique(x)) < 3:
            continue
        draws = Draws(case)
        drawn = np.array([[draws.below(n) for _ in range(n)] for _ in range(400)])
        ends = []
        for statistic in (np.mean, np.median):
            theta = statistic(x[drawn], axis=-1)
            low_at, high_at = _bca_interval((x,), lambda v, axis, f=statistic: f(v, axis=axis), -1, 0.025, theta, None, np)[:2]
            # SciPy has no acceleration where all jackknife values are the same.
            if math.isnan(float(low_at)) or math.isnan(float(high_at)):
                break
            ends += [np.percentile(theta, float(low_at) * 100), np.percentile(theta, float(high_at) * 100)]
        if len(ends) == 4:
            cases.append([case, x, *ends])
    write("bca", "seed, sample; ends of SciPy's BCa interval of 95 % of the mean, then of the median, on the 400 resamples that the seed draws", cases)


def reference():
    """Ours against SciPy's own resamples: only equal within Monte-Carlo error."""
    cases = []
    for case in range(100):
        n = int(rng.integers(8, 40))
        x = np.sort(np.round(rng.gamma(2, 6, n), 3))
        ends = stats.bootstrap((x,), np.mean, method="BCa", n_resamples=20000, rng=case, vectorized=True)
        cases.append([x, ends.confidence_interval.low, ends.confidence_interval.high, ends.standard_error])
    write("bca_scipy", "sample; stats.bootstrap(mean, method='BCa', n_resamples=20000), its standard error", cases)


def running_times():
    cases = []
    for case in range(110):
        n = int(rng.integers(1, 32))
        spent = rng.integers(100, 100000, n)
        reached = rng.random(n) < rng.random()
        draws = Draws(case)
        times = []
        for _ in range(300):
            drawn = [draws.below(n) for _ in range(n)]
            hits = reached[drawn].sum()
            times.append(spent[drawn].sum() / hits if hits else math.inf)
        ert = spent.sum() / reached.sum() if reached.any() else math.inf
        ends = np.quantile(times, [0.025, 0.975], method="inverted_cdf")
        cases.append([case, spent, reached, ert, *ends])
    write("running_time", "seed, evaluations, reached?; ERT, numpy.quantile(inverted_cdf) of 300 resamples that the seed draws", cases)


def run_times():
    cases = []
    for case in range(110):
        times = rng.integers(1, 50, int(rng.integers(1, 60))).astype(float) * (100 if case % 2 else 1)
        times[rng.random(len(times)) < 0.3] = math.inf
        at = np.array([1.0, 10.0, 25.0, 500.0, 2500.0, 1e7])
        cdf = stats.ecdf(finite(times * 1.0)).cdf.evaluate(at) if (times < BIG).any() else np.zeros(6)
        cdf = np.where(at >= BIG, np.isfinite(times).mean(), cdf)
        grid = np.exp(np.linspace(0, math.log(5000), 400001))
        finite_times = np.sort(times[np.isfinite(times)])
        share = np.searchsorted(finite_times, grid, side="right") / len(times)
        cases.append([times, at, cdf, share.mean()])
    write("run_times", "times; where, stats.ecdf there; mean share between 1 and 5000 on a grid of 400001 logarithms", cases)


def profiles():
    cases = []
    for case in range(110):
        problems, k = int(rng.integers(1, 12)), int(rng.integers(2, 7))
        costs = rng.integers(1, 30, (problems, k)).astype(float)
        costs[rng.random(costs.shape) < 0.2] = math.inf
        with np.errstate(invalid="ignore"):
            ratio = costs / costs.min(axis=1, keepdims=True)
        ratio[~np.isfinite(costs)] = math.inf
        taus = [1.0, 1.5, 2.0, 4.0, 30.0]
        cases.append([costs, taus, [[(ratio[:, s] <= t).mean() for t in taus] for s in range(k)]])
    write("profiles", "costs by problem; ratios tau; share of problems within tau, by setting, by NumPy", cases)


def conover():
    cases = []
    while len(cases) < 110:
        n, k = int(rng.integers(2, 20)), int(rng.integers(3, 12))
        blocks = np.array([sample(k, len(cases) % 3) for _ in range(n)])
        whole = finite(blocks)
        ranks = stats.rankdata(whole, axis=1)
        sums = ranks.sum(axis=0)
        if n * (ranks**2).sum() - (sums**2).sum() < 1e-9:
            continue
        p = np.asarray(scikit_posthocs.posthoc_conover_friedman(whole))[int(np.argmin(sums))]
        cases.append([blocks, p])
    write("conover", "blocks; posthoc_conover_friedman against the first of those with the lowest sum of ranks", cases)


def correlations():
    global rng
    rng = np.random.default_rng(1995)
    cases = []
    for case in range(120):
        n = int(rng.integers(3, 60))
        x = sample(n, case % 2)
        y = np.round(x * rng.normal() + rng.normal(0, 3, n), 6) if case % 3 else sample(n, 1)
        if np.ptp(x) > 0 and np.ptp(y) > 0:
            cases.append([x, y, stats.pearsonr(x, y).statistic, stats.spearmanr(x, y).statistic])
    write("correlations", "x, y; pearsonr, spearmanr", cases)


def stratified():
    """Stratified solved counts: the asymptotic rank-sum test is the Cochran-Mantel-Haenszel test but for the correction."""
    global rng
    rng = np.random.default_rng(1960)
    from statsmodels.stats.contingency_tables import StratifiedTable
    cases = []
    while len(cases) < 110:
        strata, n = int(rng.integers(2, 13)), int(rng.integers(2, 32))
        rates = rng.uniform(0.2, 0.95, strata)
        a, b = (rng.binomial(n, np.clip(rates + shift, 0, 1)) for shift in (0.0, rng.uniform(-0.2, 0.2)))
        if ((a + b == 0) | (a + b == 2 * n)).all():
            continue
        tables = [np.array([[x, n - x], [y, n - y]]) for x, y in zip(a, b)]
        # Half a pair of trials on each side: the correction that U has, in the unit of counts 1/2n.
        centre = abs((a - b).sum()) * n / 2
        variance = sum(n * n / 12 * (2 * n + 1 - sum(t**3 - t for t in (x + y, 2 * n - x - y)) / (2 * n * (2 * n - 1))) for x, y in zip(a, b))
        p = min(1.0, 2 * stats.norm.sf((centre - 0.5) / math.sqrt(variance)))
        plain = StratifiedTable(tables).test_null_odds(correction=False).pvalue
        assert abs(2 * stats.norm.sf(centre / math.sqrt(variance)) - plain) < 1e-9
        cases.append([n, a, b, p])
    write("stratified", "trials of each in every stratum, solved of the first, of the second; p of the Cochran-Mantel-Haenszel test (statsmodels StratifiedTable.test_null_odds without correction is reproduced to 1e-9), with the continuity correction of U", cases)


for make in (quantiles, wilson, rank_sum, signed_rank, holm, effect, friedman, bootstrap, reference, running_times, run_times, profiles, conover, correlations, stratified):
    make()
