"""A genetic algorithm of DEAP and one of pymoo, each over evocube's evaluator and over one in Python.
Only evaluators are compared: the two algorithms differ.

Both evaluators compute the default penalty of the 3×3×3 after all moves: wrong stickers, edges and corners with the weights 1, 4
and 6. The algorithms draw the same random numbers with both, so a run makes the same genomes, whichever evaluator it has.

    pip install evocube deap pymoo
    python examples/frameworks.py
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

import evocube

LENGTH, POPULATION = 20, 100
BASE = {"genome": {"length": LENGTH, "evaluate": "whole"}, "alphabet.macros": "none"}
FACES = "URFDLB"


class PythonEvaluator:
    """The penalty of one genome after the other, as a user of Python writes it: facelets are permuted, then counted."""

    def __init__(self, cube: evocube.Cube, alphabet: evocube.Alphabet) -> None:
        self.start = list(cube.facelets)
        self.moves = [self.permutation(moves) for _, moves in alphabet]
        self.edges, self.corners = self.pieces()

    @staticmethod
    def permutation(moves: str) -> list[int]:
        """Returns where each facelet comes from, found by the pieces that the moves bring to each position."""
        turned = [0] * 54
        # A facelet is known by the colors of its piece, its own first.
        pieces = sum(PythonEvaluator.pieces(), []) + [(9 * face + 4,) for face in range(6)]
        before, after = evocube.Cube().facelets, evocube.Cube().apply(moves).facelets
        home = {}
        for piece in pieces:
            for n in range(len(piece)):
                facelets = piece[n:] + piece[:n]
                home[tuple(before[facelet] for facelet in facelets)] = facelets[0]
        for piece in pieces:
            for n in range(len(piece)):
                facelets = piece[n:] + piece[:n]
                turned[facelets[0]] = home[tuple(after[facelet] for facelet in facelets)]
        return turned

    @staticmethod
    def pieces() -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """Returns the facelets of the edges, and those of the corners clockwise."""
        edges = [(7, 19), (5, 10), (1, 46), (3, 37), (32, 16), (28, 25), (30, 43), (34, 52), (23, 12), (21, 41), (50, 39), (48, 14)]
        corners = [
            (8, 9, 20), (6, 18, 38), (0, 36, 47), (2, 45, 11), (29, 26, 15), (27, 44, 24), (33, 53, 42), (35, 17, 51),
        ]  # fmt: skip
        return edges, corners

    def penalty(self, genome) -> int:
        state = self.start
        for gene in genome:
            state = [state[source] for source in self.moves[gene]]
        right = [state[facelet] == FACES[facelet // 9] for facelet in range(54)]
        edges = sum(not all(right[facelet] for facelet in edge) for edge in self.edges)
        corners = sum(not all(right[facelet] for facelet in corner) for corner in self.corners)
        return right.count(False) + 4 * edges + 6 * corners

    def penalties(self, genomes) -> np.ndarray:
        return np.array([self.penalty(genome) for genome in genomes])


def with_deap(penalties, symbols: int, generations: int, seed: int) -> int:
    """Runs a generational algorithm of DEAP: tournaments of 3, one point, uniform mutation. Returns the best penalty."""
    from deap import base, creator, tools

    if not hasattr(creator, "Genome"):
        creator.create("Minimal", base.Fitness, weights=(-1.0,))
        creator.create("Genome", list, fitness=creator.Minimal)
    random.seed(seed)
    genome = lambda: creator.Genome(random.randrange(symbols) for _ in range(LENGTH))  # noqa: E731
    population = [genome() for _ in range(POPULATION)]
    best = None

    def evaluate(genomes):
        nonlocal best
        for genome, penalty in zip(genomes, penalties(genomes)):
            genome.fitness.values = (penalty,)
        found = min(genome.fitness.values[0] for genome in genomes)
        best = found if best is None else min(best, found)

    evaluate(population)
    for _ in range(generations):
        population = [creator.Genome(genome) for genome in tools.selTournament(population, POPULATION, 3)]
        for a, b in zip(population[::2], population[1::2]):
            if random.random() < 0.9:
                tools.cxOnePoint(a, b)
        for genome in population:
            if random.random() < 0.5:
                tools.mutUniformInt(genome, 0, symbols - 1, 0.1)
        evaluate(population)
    return int(best)


def with_pymoo(penalties, symbols: int, generations: int, seed: int) -> int:
    """Runs the genetic algorithm of pymoo on whole numbers. Returns the best penalty."""
    from pymoo.algorithms.soo.nonconvex.ga import GA
    from pymoo.core.problem import Problem
    from pymoo.operators.crossover.pntx import SinglePointCrossover
    from pymoo.operators.mutation.pm import PolynomialMutation
    from pymoo.operators.repair.rounding import RoundingRepair
    from pymoo.operators.sampling.rnd import IntegerRandomSampling
    from pymoo.optimize import minimize

    class Cube(Problem):
        def __init__(self):
            super().__init__(n_var=LENGTH, n_obj=1, xl=0, xu=symbols - 1, vtype=int)

        def _evaluate(self, x, out, *args, **kwargs):
            out["F"] = np.asarray(penalties(x.astype(int)), float)

    algorithm = GA(
        pop_size=POPULATION,
        sampling=IntegerRandomSampling(),
        crossover=SinglePointCrossover(repair=RoundingRepair()),
        mutation=PolynomialMutation(prob_var=0.1, repair=RoundingRepair()),
        eliminate_duplicates=False,
    )
    return int(minimize(Cube(), algorithm, ("n_gen", generations + 1), seed=seed).F[0])


def compare(runs: int, generations: int) -> list[dict]:
    """Runs both frameworks with both evaluators, alternately. Returns the best penalties and the seconds of each."""
    rows = []
    for name, run in [("DEAP", with_deap), ("pymoo", with_pymoo)]:
        best, seconds = {"evocube": [], "Python": []}, {"evocube": 0.0, "Python": 0.0}
        for seed in range(1, runs + 1):
            cube = evocube.Cube.random(seed)
            evaluator = evocube.Evaluator(cube, BASE)
            for kind, own in [("evocube", evaluator), ("Python", PythonEvaluator(cube, evaluator.alphabet))]:
                start = time.perf_counter()
                best[kind].append(run(own.penalties, evaluator.symbols, generations, seed))
                seconds[kind] += time.perf_counter() - start
        rows.append({"framework": name, "best": best, "seconds": seconds})
    return rows


def evaluations(count: int) -> dict[str, float]:
    """Returns the evaluations a second of both evaluators, by the shortest of five turns."""
    cube = evocube.Cube.random(1)
    evaluator = evocube.Evaluator(cube, BASE)
    python = PythonEvaluator(cube, evaluator.alphabet)
    genomes = np.random.default_rng(1).integers(evaluator.symbols, size=(count, LENGTH), dtype=np.uint16)
    assert np.array_equal(evaluator.penalties(genomes), python.penalties(genomes.tolist())), "both compute the same"
    times = {"evocube": [], "Python": []}
    for _ in range(5):
        for kind, own, rows in [("evocube", evaluator, genomes), ("Python", python, genomes.tolist())]:
            start = time.perf_counter()
            own.penalties(rows)
            times[kind].append(time.perf_counter() - start)
    return {kind: count / min(seconds) for kind, seconds in times.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--generations", type=int, default=50)
    options = parser.parse_args()
    rates = evaluations(2000)
    ratio = rates["evocube"] / rates["Python"]
    print(f"evaluations a second: evocube {rates['evocube']:,.0f}, Python {rates['Python']:,.0f}, {ratio:,.0f} times")
    for row in compare(options.runs, options.generations):
        best, seconds = row["best"], row["seconds"]
        means = ", ".join(f"{kind} {np.mean(values):.1f}" for kind, values in best.items())
        same = "the same bests in all runs" if best["evocube"] == best["Python"] else "different bests"
        ratio = seconds["Python"] / seconds["evocube"]
        print(f"{row['framework']}: {options.runs} runs in {seconds['evocube']:.1f} s with evocube, {seconds['Python']:.1f} s with Python: {ratio:.1f} times")
        print(f"  mean best penalty: {means}; {same}")
