"""Speedup by two processes: a run of 16 trials with an objective in Python, on this process and on two others.

`python python/benches/processes.py [GENERATIONS]` prints seconds of the clock and of the processors, here and in the two.
"""

import resource
import sys
import tempfile
import time
from pathlib import Path

import evocube


@evocube.objective("far-pieces")
def far_pieces(places, layout):
    return (places != layout.homes).sum(axis=1)


SWEEP = {
    "name": "processes",
    "seed": 3,
    "repetitions": 16,
    "instance": [{"random": 1}],
    "base": {"population": 400, "objective": "far-pieces", "stop": {"target": "none"}},
}


def processor_seconds():
    usage = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return [seconds.ru_utime + seconds.ru_stime for seconds in usage]


def main(generations):
    SWEEP["base"]["stop"]["generations"] = generations
    folder, clock = Path(tempfile.mkdtemp()), []
    for name, options in [("one process", {"threads": 1}), ("two others", {"threads": 2, "executor": "processes"})]:
        before, begin = processor_seconds(), time.monotonic()
        results = evocube.run(SWEEP, folder / name, report=False, **options)
        clock.append(time.monotonic() - begin)
        here, there = (after - first for after, first in zip(processor_seconds(), before))
        print(f"{name}: {clock[-1]:.2f} s; processors: {here:.2f} s here, {there:.2f} s there", flush=True)
        assert len(results.trials) == 16
    print(f"ratio {clock[0] / clock[1]:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
