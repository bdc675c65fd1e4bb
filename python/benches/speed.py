"""Compares Evaluator.penalties with the Rust call, alternately, by the shortest of all turns.

    cargo build --release --bench kernel --manifest-path python/Cargo.toml
    python python/benches/speed.py PATH_OF_THE_PROGRAM
"""

import subprocess
import sys
import time

import numpy as np

import evocube

TURNS = 7

genomes = None
best: dict[str, list[float]] = {}
for _ in range(TURNS):
    for line in subprocess.run(sys.argv[1:2], check=True, capture_output=True, text=True).stdout.splitlines():
        mode, seconds = line.split()
        best.setdefault(f"Rust {mode}", []).append(float(seconds))
    for mode, name in [("whole", "Whole"), ("best-prefix", "BestPrefix")]:
        base = {"genome": {"length": 30, "evaluate": mode}, "alphabet.expand": "symmetries"}
        evaluator = evocube.Evaluator(evocube.Cube.random(1), base)
        if genomes is None:
            genomes = np.random.default_rng(1).integers(evaluator.symbols, size=(1_000_000, 30), dtype=np.uint16)
        for _ in range(3):
            start = time.perf_counter()
            evaluator.penalties(genomes)
            best.setdefault(f"Python {name}", []).append(time.perf_counter() - start)
for name in ("Whole", "BestPrefix"):
    rust, python = min(best[f"Rust {name}"]), min(best[f"Python {name}"])
    print(f"{name}: Rust {1e9 * rust / 1e6:.1f} ns a genome, Python {1e9 * python / 1e6:.1f} ns, {python / rust:.2f} times")
