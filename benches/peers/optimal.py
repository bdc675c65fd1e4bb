"""Seconds a cube of `korf` and of the optimal solvers nissy-core and vcube on one thread, for the same published scrambles. The
other two are built from their sources and run if their folders are given.

    python3 benches/peers/optimal.py target/release/evocube [--nissy FOLDER] [--vcube FOLDER] [--length 17]

`--nissy` is a folder with the sources of nissy-core (https://git.tronto.net/nissy-core), whose H48 solvers h6 (1.8 GiB) and h7 (3.5 GiB)
are built and run; `--vcube` one of vcube (https://github.com/Voltara/vcube), whose smallest solver, 112 (2.4 GiB), is. evocube's `korf`
takes 2.7 GB. Each program builds its tables if it has none, in an hour or more. Loading them is not counted, and a solution of another
length than the published one is an error where the program prints solutions one a line.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CUBES = pathlib.Path(__file__).parents[2] / "crates/cube/tests/data/optimal.tsv"


def scrambles(length):
    """The scrambles of this distance in half turns."""
    rows = [line.split("\t") for line in CUBES.read_text().splitlines() if not line.startswith("#")]
    return [row[2] for row in rows if row[:2] == ["htm", str(length)]]


def run(command, folder, text=None, **variables):
    """The standard output and the standard error of a command."""
    environment = os.environ | variables
    done = subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, env=environment, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} in {folder} failed:\n{done.stderr or done.stdout}")
    return done.stdout, done.stderr


def total(text, program):
    """The seconds that a program prints as its total time."""
    found = re.search(r"Total time: *([0-9.]+)", text)
    return float(found[1]) if found else sys.exit(f"{program} printed no total time:\n{text}")


def check(solutions, length, program):
    """Checks the numbers of moves of solutions, one a line."""
    if wrong := [line for line in solutions if len(line.split()) != length]:
        sys.exit(f"{program}: not {length} moves: {wrong[0]}")


def evocube(program, cubes, length):
    """Seconds of `korf` with its large tables."""
    command = [program, "solve", "-", "--batch", "--solver", "korf", "--threads", "1", "--json"]
    answers = [json.loads(line) for line in run(command, None, "\n".join(cubes) + "\n")[0].splitlines()]
    check([answer["moves"] for answer in answers], length, "evocube")
    yield "evocube korf, 2.5 GiB", sum(answer["seconds"] for answer in answers)


def nissy(folder, cubes, _length):
    """Seconds of two H48 solvers of nissy-core."""
    run(["./build.sh"], folder)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        print(*cubes, sep="\n", file=file, flush=True)
        for solver, size in [("h48h6", "1.8 GiB"), ("h48h7", "3.5 GiB")]:
            output, _ = run(["./build.sh", "tool", "solve_file", solver, file.name, "1", "0"], folder, THREADS="1")
            yield f"nissy-core {solver}, {size}", total(output, solver)


def vcube(folder, cubes, length):
    """Seconds of the smallest solver of vcube."""
    run(["make"], folder)
    output, errors = run(["./vc-optimal", "-w", "1", "-c", "112"], folder, "\n".join(cubes) + "\n")
    check(output.splitlines(), length, "vcube")
    yield "vcube 112, 2.4 GiB", total(errors, "vcube")


def main():
    """Prints a table."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("evocube", type=lambda path: pathlib.Path(path).resolve())
    arguments.add_argument("--nissy", type=pathlib.Path)
    arguments.add_argument("--vcube", type=pathlib.Path)
    arguments.add_argument("--length", type=int, default=17, choices=[16, 17, 18])
    options = arguments.parse_args()
    cubes = scrambles(options.length)
    print(f"| {len(cubes)} cubes at distance {options.length}, one thread | seconds a cube |\n|---|---:|")
    for solver, place in [(evocube, options.evocube), (nissy, options.nissy), (vcube, options.vcube)]:
        for name, seconds in solver(place, cubes, options.length) if place else ():
            print(f"| {name} | {seconds / len(cubes):.2f} |", flush=True)


if __name__ == "__main__":
    main()
