"""How many shards a worker should have: the finish time of a sweep, with slow workers and failures drawn at random.

An hour of work for each worker is divided into equal shards. Every worker takes the next shard when it is free. One worker in ten has a
third of the speed. A worker fails once in ten hours on average: its shard returns to the queue and begins again, and another worker
takes its place after a minute. Each shard costs two seconds more for its start. The time is that of the last shard, in hours; a perfect
division takes 1.07, since the slow workers do less. Prints the median of several draws.
"""

from __future__ import annotations

import argparse
import heapq
import random
import statistics

SLOW, SPEED = 0.1, 1 / 3
FAILURES_AN_HOUR, REPLACED_AFTER, START = 0.1, 60 / 3600, 2 / 3600


def finish_time(workers: int, shards: int, draw: random.Random) -> float:
    """Returns the hours until all shards are done."""
    speeds = [SPEED if draw.random() < SLOW else 1.0 for _ in range(workers)]
    # When a worker is free, or has failed.
    events = [(0.0, worker, False) for worker in range(workers)]
    queue, idle, last = shards, [], 0.0
    while events:
        time, worker, has_failed = heapq.heappop(events)
        if has_failed:
            queue += 1
            heapq.heappush(events, (time + REPLACED_AFTER, worker, False))
        else:
            idle.append(worker)
        while queue and idle:
            worker = idle.pop()
            end = time + START + workers / shards / speeds[worker]
            failure = time + draw.expovariate(FAILURES_AN_HOUR)
            queue -= 1
            heapq.heappush(events, (min(end, failure), worker, failure < end))
            last = end if failure >= end and end > last else last
    return last


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, nargs="+", default=[10, 100, 1000, 10_000])
    parser.add_argument("--per-worker", type=int, nargs="+", default=[1, 2, 4, 8, 16, 32, 64])
    parser.add_argument("--draws", type=int, default=5)
    args = parser.parse_args()
    print("shards a worker  " + "".join(f"{workers:>8} workers" for workers in args.workers))
    for count in args.per_worker:
        times = []
        for workers in args.workers:
            draws = [finish_time(workers, count * workers, random.Random(seed)) for seed in range(args.draws)]
            times.append(statistics.median(draws))
        print(f"{count:>15}  " + "".join(f"{time:>14.2f} h" for time in times))


if __name__ == "__main__":
    main()
