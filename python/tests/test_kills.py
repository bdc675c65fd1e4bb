"""Dask, Ray, loky and MPI: workers that join a running sweep, and kills of workers, of Dask's scheduler and of a process of MPI: the same
bytes, or a run that ends and is continued. `"processes"` and executors of the standard library, also with killed workers, are tested in
`test_executor.py`."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

import evocube
from test_command import COMPONENTS, SWEEP
from test_executor import component_sweep, same

pytest.importorskip("cloudpickle")

LONG = {"generations": 300}


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    return evocube.run(component_sweep(**LONG), tmp_path_factory.mktemp("alone") / "components", threads=1)


def processes_of(parents, words):
    """Returns the processes whose parents are some of these and whose commands have these words."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            if parent in parents and words in command:
                found.append(int(folder.name))
    return found


def wait_for(condition, seconds=300):
    """Waits until a condition holds. Cores may have other work."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return value


@contextmanager
def dask():
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        workers = lambda: [nanny.pid for nanny in cluster.workers.values() if nanny.pid]  # noqa: E731
        yield client.get_executor(), workers, lambda: cluster.scale(4)
        assert len(cluster.workers) == 4


@contextmanager
def ray():
    pytest.importorskip("ray")
    import ray
    from ray.cluster_utils import Cluster

    class RayExecutor:
        def submit(self, function, *args):
            return ray.remote(max_retries=10)(function).remote(*args).future()

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    paths = {"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}}
    try:
        ray.init(address=cluster.address, log_to_driver=False, runtime_env=paths)
        parents = lambda: [node.all_processes["raylet"][0].process.pid for node in cluster.list_all_nodes()]  # noqa: E731
        yield RayExecutor(), lambda: processes_of(parents(), "ray::answer"), lambda: cluster.add_node(num_cpus=2)
        assert len(cluster.list_all_nodes()) == 2
    finally:
        ray.shutdown()
        cluster.shutdown()


@contextmanager
def loky():
    loky = pytest.importorskip("loky")
    try:
        make = lambda: loky.get_reusable_executor(2)  # noqa: E731
        yield make, lambda: processes_of([os.getpid()], "loky"), lambda: loky.get_reusable_executor(2)
    finally:
        loky.get_reusable_executor(2).shutdown(kill_workers=True)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found by /proc")
@pytest.mark.parametrize("library", [dask, ray, loky])
def test_workers_that_join_and_are_killed_change_no_byte(library, alone, tmp_path):
    killed, choice, done = [], random.Random(5), []
    with library() as (executor, workers, join), ThreadPoolExecutor(1) as thread:
        options = {"executor": executor, "threads": 4, "progress": lambda event: done.append(event["done"])}
        running = thread.submit(evocube.run, component_sweep(**LONG), tmp_path / "out", **options)
        for count in (2, 5, 7, 11):
            wait_for(lambda: running.done() or done and done[-1] >= count)  # noqa: B023
            if count == 5:
                join()
            elif living := workers():
                killed.append(choice.choice(living))
                with suppress(ProcessLookupError):
                    os.kill(killed[-1], signal.SIGKILL)
        same(alone, running.result())
    assert killed


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a module of components and a sweep, and its results without an executor."""
    (tmp_path / "commanded_components.py").write_text(COMPONENTS)
    (tmp_path / "sweep.toml").write_text(SWEEP.replace("repetitions = 3", "repetitions = 20").replace("generations = 10", "generations = 2000"))
    monkeypatch.chdir(tmp_path)
    subprocess.run([*PROGRAM, *RUN, "--out", "alone", "--threads=1"], check=True)
    return tmp_path


PROGRAM = [sys.executable, "-m", "evocube"]
RUN = ["--import=commanded_components", "run", "sweep.toml", "--quiet"]


def rows(out):
    file = Path(out) / "trials.csv"
    return file.read_bytes().count(b"\n") - 1 if file.exists() else 0


@contextmanager
def dask_processes():
    """A scheduler of Dask and two workers: processes as on several machines. Yields its address, its process, theirs, and
    what starts another worker."""
    pytest.importorskip("distributed")
    started = []

    def start(*words):
        started.append(subprocess.Popen([sys.executable, "-m", "distributed.cli." + words[0], *words[1:]], stderr=subprocess.DEVNULL))
        return started[-1]

    def worker():
        return start("dask_worker", "--scheduler-file", "scheduler.json", "--nthreads", "1", "--no-dashboard", "--no-nanny")

    try:
        scheduler = start("dask_scheduler", "--scheduler-file", "scheduler.json", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
        wait_for(Path("scheduler.json").exists)
        yield json.loads(wait_for(Path("scheduler.json").read_text))["address"], scheduler, [worker(), worker()], worker
    finally:
        for process in started:
            process.kill()
            process.wait()


def test_workers_of_a_scheduler_at_an_address_join_and_are_killed(folder):
    with dask_processes() as (address, _, workers, worker):
        running = subprocess.Popen([*PROGRAM, *RUN, "--out", "out", "--executor", "dask", "--address", address])
        wait_for(lambda: rows("out") >= 2)
        joined = worker()
        workers[0].kill()
        wait_for(lambda: rows("out") >= 8)
        workers[1].kill()
        assert running.wait(300) == 0 and joined.poll() is None
    same(evocube.Results("alone"), evocube.Results("out"))


def test_a_lost_scheduler_ends_the_run_with_a_sentence_and_the_next_one_goes_on(folder):
    with dask_processes() as (address, scheduler, _, _):
        command = [*PROGRAM, *RUN, "--out", "out", "--executor", "dask", "--address", address]
        running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        wait_for(lambda: rows("out") >= 2)
        scheduler.kill()
        _, told = running.communicate(timeout=300)
        assert running.returncode == 2 and "the scheduler of the executor was lost: the same call goes on" in told, told
    kept = rows("out")
    assert 2 <= kept < 40
    subprocess.run([*PROGRAM, *RUN, "--out", "out", "--resume"], check=True)
    same(evocube.Results("alone"), evocube.Results("out"))


def test_a_killed_process_of_mpi_ends_all_and_the_same_command_goes_on(folder):
    pytest.importorskip("mpi4py")
    if not shutil.which("mpiexec"):
        pytest.skip("mpiexec is not installed")
    allowed = {f"OMPI_{name}": "1" for name in ("ALLOW_RUN_AS_ROOT", "ALLOW_RUN_AS_ROOT_CONFIRM", "MCA_rmaps_base_oversubscribe")}
    program = ["mpiexec", "-n", "3", sys.executable, "-m", "mpi4py.futures", "-m", "evocube"]
    command = [*program, *RUN, "--out", "out", "--executor", "mpi"]
    environment = {**os.environ, **allowed}
    running = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=environment)
    wait_for(lambda: rows("out") >= 2 or running.poll() is not None)
    assert running.poll() is None
    # Rank 0 runs the command, the others trials.
    ranks = sorted(pid for pid in descendants(running.pid) if not processes_of([pid], ""))
    os.kill(ranks[-1], signal.SIGKILL)
    assert running.wait(300) != 0 and rows("out") < 40
    subprocess.run([*command, "--resume"], check=True, env=environment)
    same(evocube.Results("alone"), evocube.Results("out"))


def descendants(process):
    found = processes_of([process], "")
    return found + [other for child in found for other in descendants(child)]
