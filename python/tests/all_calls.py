"""All public calls, and some attributes of what they return, with their types, for a type checker; a test runs it, too."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import evocube

BASE: evocube.BaseDict = {"genome.length": 10, "stop": {"generations": 5}, "selection.tournament.size": 2}
SWEEP: evocube.SweepDict = {
    "name": "calls",
    "seed": 1,
    "repetitions": 2,
    "instance": [{"random": 1}],
    "base": BASE,
    "factor": [{"key": "population", "levels": [10, 20]}],
}
Genes = NDArray[np.uint16]
Counts = NDArray[np.uint32]


@evocube.objective("calls-objective")
def objective(places: NDArray[np.uint8], layout: evocube.Layout, weight: int = 1) -> NDArray[np.int64]:
    orbit: evocube.Orbit = layout.orbits[0]
    wrong: NDArray[np.int64] = weight * (places != layout.homes)[:, orbit.pieces.start :].sum(axis=1)
    return wrong


@evocube.crossover("calls-crossover")
def crossover(a: Genes, b: Genes, draws: evocube.Draws, symbols: int) -> tuple[Genes, Genes]:
    return b, a


@evocube.mutation("calls-mutation")
def mutation(genomes: Genes, draws: evocube.Draws, symbols: int) -> None:
    genomes[:, 0] = draws.integers(symbols)


@evocube.selection("calls-selection")
def selection(penalties: Counts, genes: Counts, draws: evocube.Draws) -> NDArray[np.int64]:
    return draws.integers(len(penalties))


@evocube.survivor_selection("calls-survivors")
def survivors(penalties: Counts, genes: Counts, size: int, draws: evocube.Draws) -> NDArray[np.intp]:
    return np.argsort(penalties, kind="stable")[:size]


@evocube.stop_rule("calls-rule")
def rule(penalties: Counts, progress: evocube.Progress) -> bool:
    return progress.stagnation > 3


@evocube.observer("calls-observer", columns=["level"])
def observer(population: evocube.Population, progress: evocube.Progress) -> float:
    return float(population.levels.get("population", 0))


@evocube.algorithm("calls-algorithm")
def algorithm(problem: evocube.Problem) -> Iterator[Genes]:
    while True:
        yield problem.random()


def components(folder: Path) -> None:
    base: dict[str, Any] = {
        "crossover": "calls-crossover", "mutation": "calls-mutation", "selection": "calls-selection", "replacement": "calls-survivors",
        "objective": "calls-objective", "stop": {"generations": 5, "rule": "calls-rule"},
    }  # fmt: skip
    sweep: dict[str, Any] = {**SWEEP, "base": base, "observers": ["calls-observer"]}
    evocube.run(sweep, folder / "operators", threads=1)
    evocube.run({**SWEEP, "base": {"algorithm": "calls-algorithm", "stop.generations": 5}}, folder / "algorithm", threads=1)


def tables(results: evocube.Results, folder: Path) -> None:
    frames = [
        results.trials, results.convergence, results.curves, results.solutions, results.fronts, results.operators, results.elites,
        results.baselines, results.failures, results.timing, results.effects, results.comparisons, results.claims,
    ]  # fmt: skip
    names: list[str] = results.factors
    sweep: dict[str, Any] = results.sweep
    best: str | None = results.best_configuration
    complete: bool = results.complete
    written: list[Path] = results.to_parquet(folder / "tables", tables=["trials", "claims"])
    rows: int = results.arrow("curves").num_rows
    print(len(frames), results.name, names, sweep["name"], results.manifest["complete"], best, complete, written, rows)
    print(results.report(folder / "drawn"), results.export(folder / "exported"), results.verify(1, threads=1).difference)


def fails() -> None:
    try:
        evocube.run({"seed": -1})
    except evocube.SweepError as error:
        first: evocube.Diagnostic = error.diagnostics[0]
        print(first.message, first.line)
    for wrong in ("R Q", "RRR"):
        try:
            evocube.Cube(wrong).solve("layers", nodes=1)
        except evocube.NotationError as error:
            print(error.reasons, error.column)
        except evocube.Unsolved as error:
            print(error.lower_bound)
        except (evocube.InvalidValue, evocube.InvalidType, evocube.InvalidIndex, evocube.TooDeep, evocube.Error) as error:
            print(error)


def pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


def main(folder: Path) -> None:
    results: evocube.Results = evocube.run(SWEEP, folder / "run", mode="new", threads=1, progress=True)
    evocube.run(SWEEP, folder / "processes", executor="processes", threads=1, report=False)
    evocube.run(SWEEP, folder / "made", executor=pool, report=False, progress=lambda event: print(event["done"]))
    with ThreadPoolExecutor(1) as executor:
        evocube.race(SWEEP, folder / "race", budget=40, cost="penalty", holdout=2, executor=executor)
    components(folder)
    tables(results, folder)
    fails()
    parts = [evocube.shard(SWEEP, f"{number}/2", folder / f"part-{number}", threads=1).folder for number in (1, 2)]
    merged: evocube.Results = evocube.merge(parts, folder / "merged", accept_program=True, threads=1, executor="processes")
    assert merged.complete and results.complete
    trial: evocube.Trial = evocube.trial(SWEEP, {"population": 10}, seed=1, cost="evaluations")
    cost: int = trial.cost
    curve: int = len(trial.curve)
    planned: int = len(evocube.plan(SWEEP))
    stage: evocube.Stage = results.stages[0]
    figure: evocube.Figure = results.plot("convergence", stage=stage.name, x="evaluations", log="x", theme="print")
    saved: tuple[Path, Path] = figure.save(folder / "figure.svg")
    page: Path = evocube.report(results.folder, folder / "page")
    verified: evocube.Verification = evocube.verify(results.folder, threads=1, executor="processes")
    difference: evocube.Difference | None = verified.difference
    print(difference, figure.title, figure.caption, figure.stage, len(figure.svg))
    exported: Path = evocube.export(results.folder, folder / "ioh")
    lengths: dict[str, Any] = evocube.stats("layers", count=2)
    measured: dict[str, Any] = evocube.landscape(SWEEP, folder / "land", walks=2, steps=50, states=2, distance=2, executor=pool)
    evaluator = evocube.Evaluator("R U", {"genome.length": 4})
    genomes = np.zeros((3, 4), dtype=np.uint16)
    penalties: NDArray[np.uint32] = evaluator.penalties(genomes)
    fitness: tuple[NDArray[np.uint32], NDArray[np.uint32]] = evaluator.fitness(genomes)
    alphabet: evocube.Alphabet = evaluator.alphabet
    names: list[str] = [*alphabet.names, *alphabet[0], alphabet.moves(genomes[0]), alphabet.puzzle]
    print(evaluator.moves(genomes[0]), evaluator.replay("R"), evaluator.state_after("R"), evaluator.symbols, evaluator.length)
    print(evaluator.no_op, evaluator.kernel, evaluator.state, evaluator.base, fitness, curve, evocube.__version__)
    cube: evocube.Cube = evocube.Cube("R U") * evocube.Cube.random(1, puzzle="cube3")
    solution: evocube.Solution = cube.solve("layers", metric="htm")
    link: str | None = solution.link
    print(solution.solver, solution.state, solution.htm, solution.qtm, solution.nodes, solution.optimal, solution.parts)
    print(cube.apply("R").is_solved, cube.facelets, cube.turned_back, cube.puzzle)
    end: evocube.Cube = solution.end()
    moves: list[str] = [evocube.invert(move) for move in solution]
    text: str = evocube.simplify(solution.moves) + cube.to("facelets")
    length: int = evocube.length(solution.moves, "qtm")
    drawn: evocube.Figure = evocube.plot(results.folder, "box", by_instance=True)
    print(drawn.title, evocube.export(results.folder, folder / "again"))
    print(cost, planned, saved, page, verified.identical, exported, lengths, measured, penalties, names, moves, text, length, link, end)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
