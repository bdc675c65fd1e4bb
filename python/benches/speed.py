"""Compares Evaluator.penalties with the Rust call of kernel.rs on a million genomes of 30 genes, alternately, by the shortest times.

Times are those of the processor, so that other work of the machine does not count; those of Rust on Linux only.

    cargo bench --bench kernel --manifest-path python/Cargo.toml --no-run
    python python/benches/speed.py PATH_OF_THE_PROGRAM
"""

import subprocess
import sys
import time

import numpy as np

import evocube

program, count = sys.argv[1], 1_000_000
best: dict[str, float] = {}


def record(name: str, seconds: float) -> None:
    best[name] = min(best.get(name, float("inf")), seconds)


evaluators = {}
for mode, name in [("whole", "Whole"), ("best-prefix", "BestPrefix")]:
    base = {"genome": {"length": 30, "evaluate": mode}, "alphabet.conjugate": 0}
    evaluators[name] = evocube.Evaluator(evocube.Cube.random(1), base)
symbols = evaluators["Whole"].symbols
genomes = np.random.default_rng(1).integers(symbols, size=(count, 30), dtype=np.uint16)
for _ in range(7):
    printed = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    for line in printed.splitlines():
        name, seconds = line.split()
        record(f"Rust {name}", float(seconds))
    for name, evaluator in evaluators.items():
        for _ in range(3):
            start = time.process_time()
            evaluator.penalties(genomes)
            record(f"Python {name}", time.process_time() - start)
for name in evaluators:
    rust, python = 1e9 * best[f"Rust {name}"] / count, 1e9 * best[f"Python {name}"] / count
    print(f"{name}: Rust {rust:.1f} ns a genome, Python {python:.1f} ns, {python / rust:.2f} times")
