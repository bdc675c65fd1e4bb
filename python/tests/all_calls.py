"""All public calls with their types, for a type checker; a test runs it, too."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import evocube

SWEEP: dict[str, Any] = {
    "name": "calls",
    "seed": 1,
    "repetitions": 2,
    "instance": [{"random": 1}],
    "base": {"genome.length": 10, "stop.generations": 5},
    "factor": [{"key": "population", "levels": [10, 20]}],
}


@evocube.objective("calls-objective")
def objective(places: NDArray[np.uint8], layout: evocube.Layout, weight: int = 1) -> NDArray[np.int64]:
    wrong: NDArray[np.int64] = weight * (places != layout.homes).sum(axis=1)
    return wrong


@evocube.algorithm("calls-algorithm")
def algorithm(problem: evocube.Problem) -> Any:
    while True:
        yield problem.random()


def main(folder: Path) -> None:
    results: evocube.Results = evocube.run(SWEEP, folder / "run", mode="new", threads=1, progress=True)
    evocube.run(SWEEP, folder / "processes", executor="processes", threads=1, report=False)
    with ThreadPoolExecutor(1) as executor:
        evocube.race(SWEEP, folder / "race", budget=40, cost="penalty", holdout=2, executor=executor)
    parts = [evocube.shard(SWEEP, f"{number}/2", folder / f"part-{number}", threads=1).folder for number in (1, 2)]
    merged: evocube.Results = evocube.merge(parts, folder / "merged")
    assert merged.complete and results.complete
    trial: evocube.Trial = evocube.trial(SWEEP, {"population": 10}, seed=1, cost="evaluations")
    cost: int = trial.cost
    planned: int = len(evocube.plan(SWEEP))
    stage: evocube.Stage = results.stages[0]
    figure: evocube.Figure = results.plot("convergence", stage=stage.name, x="evaluations", log="x", theme="print")
    saved: tuple[Path, Path] = figure.save(folder / "figure.svg")
    page: Path = evocube.report(results.folder, folder / "page")
    verified: evocube.Verification = evocube.verify(results.folder, threads=1, executor="processes")
    exported: Path = evocube.export(results.folder, folder / "ioh")
    lengths: dict[str, Any] = evocube.stats("layers", count=2)
    measured: dict[str, Any] = evocube.landscape(SWEEP, folder / "land", walks=2, steps=50, states=2, distance=2)
    evaluator = evocube.Evaluator("R U", {"genome.length": 4})
    genomes = np.zeros((3, 4), dtype=np.uint16)
    penalties: NDArray[np.uint32] = evaluator.penalties(genomes)
    names: list[str] = evaluator.alphabet.names
    cube: evocube.Cube = evocube.Cube("R U") * evocube.Cube.random(1, puzzle="cube3")
    solution: evocube.Solution = cube.solve("layers", metric="htm")
    link: str | None = solution.link
    end: evocube.Cube = solution.end()
    moves: list[str] = [evocube.invert(move) for move in solution]
    text: str = evocube.simplify(solution.moves) + cube.to("facelets")
    length: int = evocube.length(solution.moves, "qtm")
    print(cost, planned, saved, page, verified.identical, exported, lengths, measured, penalties, names, moves, text, length, link, end)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
