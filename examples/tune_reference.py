"""Tunes twelve algorithms of docs/simpler-algorithms.md: one race of equal budget for each, on cubes of another master seed.

    python examples/tune_reference.py [--evocube PATH] [--threads N] [--trials N] FOLDER [COMPARISON]

It writes a sweep and a results folder for each algorithm into FOLDER, continues races that are there, and prints the selected
configurations. With a results folder of the comparison it checks that no cube of a race is one of its cubes.
"""

import argparse
import pathlib
import subprocess
import sys
import tomllib

HEAD = """
seed = 41
log-every = 100_000
holdout = 2
[[instance]]
random = {cubes}
[base]
algorithm = "{name}"
{base}stop = {{ evaluations = 100_000, target = 0 }}
[[stage]]
name = "settings"
design.race = {{ budget = {trials}, cost = "evaluations" }}
"""

# The neighborhoods to choose from; the mixtures are those of the genetic algorithm. Tails alone change nothing where the best prefix
# has all genes.
UNIFORM, TAIL, INSERT, SWAP = (
    '{ uniform = { individual-rate = 1.0, gene-rate = "1/length" } }',
    "{ tail = { individual-rate = 1.0 } }",
    "{ insert = { individual-rate = 1.0 } }",
    "{ swap = { individual-rate = 1.0 } }",
)


def mixture(*parts):
    return "{ mixture = { of = [" + ", ".join("{ mutation = " + part + " }" for part in parts) + "] } }"


MUTATIONS = [UNIFORM, INSERT, mixture(TAIL, INSERT), mixture(UNIFORM, TAIL, INSERT, SWAP)]
MUTATION = ("mutation", "levels = [" + ", ".join(MUTATIONS) + "]")
LOG = '\nscale = "log"'
POPULATION = ("population", "range = [20, 1000]" + LOG)
# The same restarts for all but evolution strategies: hill climbers and CHC have those of their papers besides.
RESTART = (
    "restart",
    'levels = ["none", { stagnation-evaluations = 2000 }, { stagnation-evaluations = 6000 }, { stagnation-evaluations = 20000 }]',
)

# The base of each race beside its algorithm, and its factors.
RACES = {
    "genetic-algorithm": [
        POPULATION,
        MUTATION,
        ("crossover.one-point.rate", "range = [0.0, 1.0]"),
        ("selection.tournament.size", "range = [2, 10]"),
        RESTART,
    ],
    "evolution-strategy": [
        ("algorithm.evolution-strategy.parents", "range = [5, 100]" + LOG),
        ("algorithm.evolution-strategy.offspring", "range = [100, 2000]" + LOG),
    ],
    "one-plus-one": [MUTATION, RESTART],
    "hill-climbing": [MUTATION, RESTART, ("algorithm.hill-climbing.max-failures", "range = [100, 20000]" + LOG)],
    "simulated-annealing": [
        MUTATION,
        RESTART,
        ("algorithm.simulated-annealing.initial-temperature", "range = [2.0, 50.0]" + LOG),
        ("algorithm.simulated-annealing.final-temperature", "range = [0.1, 2.0]" + LOG),
        ("algorithm.simulated-annealing.steps", "range = [2000, 200000]" + LOG),
    ],
    "iterated-local-search": [
        MUTATION,
        RESTART,
        ("algorithm.iterated-local-search.strength", "range = [1, 10]"),
        ("algorithm.iterated-local-search.max-failures", "range = [100, 20000]" + LOG),
    ],
    "late-acceptance": [MUTATION, RESTART, ("algorithm.late-acceptance.history", "range = [10, 10000]" + LOG)],
    "mu-lambda": [
        MUTATION,
        RESTART,
        ("algorithm.mu-lambda.survival", 'levels = ["plus", "comma"]'),
        ("algorithm.mu-lambda.parents", "range = [1, 50]" + LOG),
        ("algorithm.mu-lambda.offspring", "range = [50, 500]" + LOG),
    ],
    "umda": [POPULATION, RESTART, ("algorithm.umda.selected", "range = [0.05, 0.8]"), ("algorithm.umda.uniform", "range = [0.001, 0.1]" + LOG)],
    "pbil": [
        POPULATION,
        RESTART,
        ("algorithm.pbil.learning-rate", "range = [0.01, 0.5]" + LOG),
        ("algorithm.pbil.uniform", "range = [0.001, 0.1]" + LOG),
    ],
    "chc": [POPULATION, RESTART, ("algorithm.chc.divergence", "range = [0.1, 0.9]")],
    "map-elites": [POPULATION, MUTATION, RESTART],
}


def sweep(name, factors, trials):
    """Returns the text of the race of an algorithm with a number of trials."""
    keys = [key for key, _ in factors]
    first = {"mutation": f"mutation = {UNIFORM}\n", "population": "population = 100\n", "restart": 'restart = "none"\n'}
    base = "".join(line for key, line in first.items() if key in keys)
    if name == "hill-climbing" or name == "iterated-local-search":
        base += f"algorithm.{name}.max-failures = 10000\n"
        text = HEAD.replace('algorithm = "{name}"\n', "")
    else:
        text = HEAD
    stages = "".join(f'[[stage.factor]]\nkey = "{key}"\n{values}\n' for key, values in factors)
    return f'name = "tune-{name}"' + text.format(name=name, base=base, trials=trials, cubes=max(40, trials // 6)) + stages


def states(folder):
    """Returns the start states of a results folder."""
    with open(folder / "manifest.toml", "rb") as file:
        return {instance["state"] for instance in tomllib.load(file)["sweep"]["instance"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--evocube", default="evocube")
    parser.add_argument("--threads", default="1")
    parser.add_argument("--trials", type=int, default=300)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("comparison", type=pathlib.Path, nargs="?")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, factors in RACES.items():
        file, out = options.folder / f"{name}.toml", options.folder / name
        file.write_text(sweep(name, factors, options.trials))
        command = [options.evocube, "race", file, "--out", out, "--threads", options.threads]
        if (out / "manifest.toml").exists():
            command.append("--resume")
        print(f"== {name}", flush=True)
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode:
            sys.exit(f"{name}: {run.stderr}")
        print(run.stdout, flush=True)
        if options.comparison and states(out) & states(options.comparison):
            sys.exit(f"{name}: the comparison has cubes of the race")


if __name__ == "__main__":
    main()
