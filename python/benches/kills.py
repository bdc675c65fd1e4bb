"""Runs on executors whose workers are killed at random. Every file directly in the results folder but ``timing.csv`` and ``manifest.toml``
must have the bytes of a run without executor.

`python python/benches/kills.py processes|pool|dask|ray [KILLS]`, with the packages cloudpickle and psutil. It repeats a run of 16 trials
with components in Python on two workers, and kills one of them after every fourth trial on average, until so many are killed.
"""

import random
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import psutil

import evocube

# Files with times, and with the number of threads.
DIFFERS = {"timing.csv", "manifest.toml"}


@evocube.objective("far-pieces")
def far_pieces(places, layout):
    return (places != layout.homes).sum(axis=1)


@evocube.mutation("draw-one")
def draw_one(genomes, draws, symbols):
    genomes[np.arange(len(genomes)), draws.integers(genomes.shape[1])] = draws.integers(symbols)


SWEEP = {
    "name": "killed",
    "seed": 3,
    "repetitions": 4,
    "instance": [{"random": 2}],
    "base": {"genome.length": 20, "objective": "far-pieces", "mutation": {"draw-one": {"rate": 0.3}}, "stop": {"generations": 500, "target": "none"}},
    "factor": [{"key": "population", "levels": [20, 40]}],
}


@contextmanager
def dask():
    from distributed import Client, LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        yield client.get_executor()


@contextmanager
def ray():
    import ray

    class RayExecutor:
        def submit(self, function, *args):
            return ray.remote(max_retries=10)(function).remote(*args).future()

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        yield RayExecutor()
    finally:
        ray.shutdown()


def make_pool():
    return ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@contextmanager
def pool():
    yield make_pool


@contextmanager
def processes():
    yield "processes"


def workers(kind):
    """Returns the worker processes of an executor."""
    is_worker = {
        "processes": lambda words: "evocube._worker" in words,
        "pool": lambda words: "spawn_main" in " ".join(words),
        "dask": lambda words: "spawn_main" in " ".join(words),
        "ray": lambda words: words[0] in ("ray::IDLE", "ray::answer"),
    }
    living = []
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if any(words := process.cmdline()) and is_worker[kind](words):
                living.append(process)
    return living


def main(kind, kills):
    draw, killed = random.Random(1), []

    def kill():
        living = workers(kind)
        if living and len(killed) < kills:
            process = draw.choice(living)
            killed.append(process.pid)
            process.kill()

    def progress(event):
        # In the middle of a later trial.
        if draw.random() < 0.25:
            threading.Timer(draw.uniform(0, 0.5), kill).start()

    folder = Path(tempfile.mkdtemp())
    evocube.run(SWEEP, folder / "alone", threads=1)
    alone = {path.name: path.read_bytes() for path in (folder / "alone").iterdir() if path.is_file()}
    runs, begin = 0, time.monotonic()
    with globals()[kind]() as executor:
        while len(killed) < kills:
            out = folder / str(runs)
            evocube.run(SWEEP, out, executor=executor, threads=2 if kind == "processes" else 4, progress=progress)
            different = {name for name, text in alone.items() if (out / name).read_bytes() != text}
            assert different <= DIFFERS, different
            runs += 1
    seconds = time.monotonic() - begin
    print(f"{kind}: {len(killed)} workers killed in {runs} runs of 16 trials ({seconds:.0f} s), all with the same bytes")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 20)
