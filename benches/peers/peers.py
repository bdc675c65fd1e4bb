"""Offspring a second of evocube, of the Rust crates genoxide and genetic_algorithm and of the Python libraries DEAP, PyGAD and
pymoo, for the same genetic algorithm on the same cube, on one core. The programs of the crates are in `crates`, and are built and
started here.

    python3 -m venv /tmp/peers
    /tmp/peers/bin/pip install deap==1.4.4 pygad==3.9.2 pymoo==0.6.2 numpy
    /tmp/peers/bin/python benches/peers/peers.py target/release/evocube

Population 1000, 30 genes, each one of the 18 face turns; tournament of 3, one-point crossover of a pair with probability 0.3, mutation of
an individual with 0.15 and of each of its genes with 0.15, one elite where the library has elites. The fitness is the number of wrong
stickers. The Python libraries evaluate a whole population at once with NumPy, which is faster than one individual after another. The crates
are built by cargo, for the processor, in a folder of their own. Each has two fitness functions: one replays the stickers of a genome turn
after turn; the other follows one sticker of each piece through tables of two turns. `genetic_algorithm` changes exactly five genes of a
mutated individual.

The programs take turns; each figure is the best of all turns. Only ratios of one run are comparable. `--crates` leaves the libraries of
Python out.
"""

import csv
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np

ROOT = pathlib.Path(__file__).parent
POPULATION, GENES, TOURNAMENT = 1000, 30, 3
CROSSOVER, MUTATION, PER_GENE = 0.3, 0.15, 0.15
SCRAMBLE = "R U2 F' L D2 B R' U F2 D' L2 B' U' R2 F"
# Generations of a turn: of a library, and of evocube, whose start is not measured.
GENERATIONS, GENERATIONS_OF_EVOCUBE, GENERATIONS_OF_CRATES, TURNS = 15, 2000, 500, 5
CRATES = ROOT / "crates"


def turns():
    """The names of the 18 turns, their permutations of the 54 stickers, and the places of the stickers of each piece."""
    axes = {"R": (0, 1), "L": (0, -1), "U": (1, 1), "D": (1, -1), "F": (2, 1), "B": (2, -1)}
    # A sticker is a place on the surface of a cube from -2 to 2; its face is the axis with 2.
    stickers = []
    for axis, side in axes.values():
        for a in (-1, 0, 1):
            for b in (-1, 0, 1):
                place = [a, b]
                place.insert(axis, 2 * side)
                stickers.append(tuple(place))
    number = {place: index for index, place in enumerate(stickers)}
    permutations = {}
    for face, (axis, side) in axes.items():
        quarter = list(range(54))
        for index, place in enumerate(stickers):
            if place[axis] * side >= 1:
                first, second = (axis + 1) % 3, (axis + 2) % 3
                moved = list(place)
                # Clockwise as seen from outside.
                moved[first], moved[second] = side * place[second], -side * place[first]
                quarter[number[tuple(moved)]] = index
        quarter = np.array(quarter)
        permutations |= {face: quarter, face + "2": quarter[quarter], face + "'": quarter[quarter][quarter]}
    pieces = {}
    for index, place in enumerate(stickers):
        pieces.setdefault(tuple(min(max(along, -1), 1) for along in place), []).append(index)
    return list(permutations), np.array(list(permutations.values())), [piece for piece in pieces.values() if len(piece) > 1]


NAMES, TURNS_OF_STICKERS, PIECES = turns()
SOLVED = np.repeat(np.arange(6), 9)
# The sticker in each place.
SCRAMBLED = np.arange(54)
for move in SCRAMBLE.split():
    SCRAMBLED = SCRAMBLED[TURNS_OF_STICKERS[NAMES.index(move)]]
START = SOLVED[SCRAMBLED]


def wrong_by_place(piece):
    """The number of wrong stickers of a piece, by the place of its first one."""
    after = np.argsort(TURNS_OF_STICKERS)
    open_, reached, wrong = [tuple(piece)], set(), np.zeros(54, dtype=int)
    while open_:
        places = open_.pop()
        if places not in reached:
            reached.add(places)
            wrong[places[0]] = sum(SOLVED[place] != SOLVED[home] for place, home in zip(places, piece))
            open_.extend(tuple(turn[list(places)]) for turn in after)
    return wrong


def wrong_stickers(genomes):
    """The number of wrong stickers after each genome."""
    genomes = np.asarray(genomes, dtype=int)
    states = np.broadcast_to(START, (len(genomes), 54))
    for gene in genomes.T:
        states = np.take_along_axis(states, TURNS_OF_STICKERS[gene], axis=1)
    return (states != SOLVED).sum(axis=1)


def deap():
    from deap import algorithms, base, creator, tools

    if not hasattr(creator, "Individual"):
        creator.create("Fitness", base.Fitness, weights=(-1.0,))
        creator.create("Individual", list, fitness=creator.Fitness)
    box = base.Toolbox()
    box.register("gene", random.randrange, len(NAMES))
    box.register("individual", tools.initRepeat, creator.Individual, box.gene, GENES)
    box.register("population", tools.initRepeat, list, box.individual)
    box.register("mate", tools.cxOnePoint)
    box.register("mutate", tools.mutUniformInt, low=0, up=len(NAMES) - 1, indpb=PER_GENE)
    box.register("select", tools.selTournament, tournsize=TOURNAMENT)
    box.register("evaluate", lambda individual: individual)
    box.register("map", lambda _, individuals: [(int(fitness),) for fitness in wrong_stickers(list(individuals))])
    population = box.population(POPULATION)
    return lambda: algorithms.eaSimple(population, box, CROSSOVER, MUTATION, GENERATIONS, verbose=False)


def pygad():
    import pygad

    search = pygad.GA(
        num_generations=GENERATIONS, sol_per_pop=POPULATION, num_genes=GENES, num_parents_mating=POPULATION,
        gene_space=list(range(len(NAMES))), gene_type=int, parent_selection_type="tournament", K_tournament=TOURNAMENT,
        crossover_type="single_point", crossover_probability=CROSSOVER, mutation_type="random",
        mutation_probability=MUTATION * PER_GENE, keep_elitism=1, fitness_batch_size=POPULATION,
        fitness_func=lambda search, genomes, places: list(-wrong_stickers(genomes)), suppress_warnings=True,
    )
    return search.run


def pymoo():
    from pymoo.algorithms.soo.nonconvex.ga import GA, comp_by_cv_and_fitness
    from pymoo.core.mutation import Mutation
    from pymoo.core.problem import Problem
    from pymoo.operators.crossover.pntx import SinglePointCrossover
    from pymoo.operators.sampling.rnd import IntegerRandomSampling
    from pymoo.operators.selection.tournament import TournamentSelection
    from pymoo.optimize import minimize

    class Cube(Problem):
        def __init__(self):
            super().__init__(n_var=GENES, n_obj=1, xl=0, xu=len(NAMES) - 1, vtype=int)

        def _evaluate(self, genomes, out, *args, **kwargs):
            out["F"] = wrong_stickers(genomes)

    class UniformMutation(Mutation):
        def _do(self, problem, genomes, **kwargs):
            changed = np.random.random(genomes.shape) < PER_GENE
            return np.where(changed, np.random.randint(0, len(NAMES), genomes.shape), genomes)

    algorithm = GA(
        pop_size=POPULATION, sampling=IntegerRandomSampling(), crossover=SinglePointCrossover(prob=CROSSOVER),
        mutation=UniformMutation(prob=MUTATION), eliminate_duplicates=False,
        selection=TournamentSelection(pressure=TOURNAMENT, func_comp=comp_by_cv_and_fitness),
    )
    return lambda: minimize(Cube(), algorithm, ("n_gen", GENERATIONS + 1))


def build_crates(folder):
    """Builds the programs of the crates, and returns those."""
    command = ["cargo", "build", "--release", "--quiet", "--manifest-path", CRATES / "Cargo.toml", "--target-dir", folder]
    subprocess.run(command, env=os.environ | {"RUSTFLAGS": "-C target-cpu=native"}, check=True)
    return [pathlib.Path(folder) / "release" / name for name in ("genoxide", "genetic_algorithm")]


def crate(program, fitness):
    """Returns the offspring a second of a crate with a fitness function."""
    numbers = [POPULATION, GENES, TOURNAMENT, CROSSOVER, MUTATION, PER_GENE, GENERATIONS_OF_CRATES]
    first = [np.flatnonzero(SCRAMBLED == piece[0])[0] for piece in PIECES]
    rows = [*TURNS_OF_STICKERS, START, SOLVED, first, *map(wrong_by_place, PIECES)]
    text = "\n".join(" ".join(map(str, row)) for row in rows)
    run = subprocess.run([program, *map(str, numbers), fitness], input=text, text=True, capture_output=True, check=True)
    return float(run.stdout)


def evocube(program):
    sweep = f"""
name = "peers"
seed = 1
[[instance]]
scramble = "{SCRAMBLE}"
[base]
population = {POPULATION}
genome = {{ length = {GENES}, evaluate = "whole" }}
alphabet = {{ turns = "all", macros = "none", expand = "none" }}
objective.penalty = {{ sticker = 1, edge = 0, corner = 0 }}
selection.tournament = {{ size = {TOURNAMENT}, replacement = true }}
crossover.one-point = {{ rate = {CROSSOVER} }}
mutation.uniform = {{ individual-rate = {MUTATION}, gene-rate = {PER_GENE} }}
elitism = 1
restart = "none"
stop = {{ generations = {GENERATIONS_OF_EVOCUBE}, target = 0 }}
"""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "peers.toml").write_text(sweep)
        arguments = ["run", folder / "peers.toml", "--out", folder / "results", "--threads", "1", "--quiet"]
        subprocess.run([program, *arguments], check=True)
        read = lambda name: next(csv.DictReader((folder / "results" / name).open()))
        return int(read("trials.csv")["offspring"]) / float(read("timing.csv")["seconds"])


def main():
    warnings.simplefilter("ignore")
    arguments = [argument for argument in sys.argv[1:] if argument != "--crates"]
    program = arguments[0] if arguments else "target/release/evocube"
    libraries = () if "--crates" in sys.argv else (deap, pygad, pymoo)
    back = START
    for move in reversed(SCRAMBLE.split()):
        quarters = {"": 1, "2": 2, "'": 3}[move[1:]]
        for _ in range(4 - quarters):
            back = back[TURNS_OF_STICKERS[NAMES.index(move[0])]]
    assert (back == SOLVED).all(), "the inverse of the scramble solves it"
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        crates = build_crates(folder)
        for _ in range(TURNS):
            rates = {"evocube": evocube(program)}
            for peer in crates:
                rates |= {f"{peer.name}, {fitness} fitness": crate(peer, fitness) for fitness in ("fast", "plain")}
            for library in libraries:
                run = library()
                begin = time.perf_counter()
                run()
                rates[library.__name__] = GENERATIONS * POPULATION / (time.perf_counter() - begin)
            best = {name: max(rate, best.get(name, 0)) for name, rate in rates.items()}
    print("| | offspring a second | evocube's ratio |\n|---|---:|---:|")
    for name, rate in sorted(best.items(), key=lambda entry: -entry[1]):
        print(f"| {name} | {rate:,.0f} | {best['evocube'] / rate:,.1f} |")


if __name__ == "__main__":
    main()
