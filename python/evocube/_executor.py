"""Trials and landscapes in other processes: :class:`Dispatcher` submits them with their components, again if a worker is lost.
Executors are given, or made here by a word (Dask, Ray, MPI); those of ``"processes"``, the default for components in Python, are
in ``_processes``. A worker's part is in ``_received`` and ``_answer``; ``python/src/executor.rs`` makes the requests of trials."""

from __future__ import annotations

import functools
import os
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager, suppress
from typing import Any

from . import _answer
from ._answer import TRIALS, answer, called
from ._components import registered
from ._errors import Error, InvalidType, InvalidValue
from ._extension import DIGESTED, REGISTERED
from ._modules import is_library
from ._movers import name_movers
from ._processes import Processes
from ._received import imports
from ._types import Submitter
from ._version import modules_of

LOSSES = 10
"""Number of times that a trial is given to an executor again after its worker was lost."""


def processes_for(names: list[str], threads: int | None) -> tuple[Dispatcher | None, str | None]:
    """Returns a dispatcher to processes for the trials of components with these kinds and names; or none, and a sentence on why they
    stay in this process, if there are cores for several."""
    count = threads or _cores()
    if count == 1:
        return None, None
    try:
        dispatcher = Dispatcher("processes", names, threads)
        dispatcher.check()
    except (Error, BrokenExecutor, OSError) as error:
        return None, f"components in Python run one trial at a time in this process: {error}"
    return dispatcher, None


def _cores() -> int:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return cores or 1


def named(name: str, address: str | None) -> Any:
    """Returns the executor with a name: ``processes``, or that of a library."""
    if name == "processes":
        return name
    if name == "dask":
        from distributed import Client

        return Client(address).get_executor()
    if name == "ray":
        return RayExecutor(address)
    if name == "mpi":
        from mpi4py.futures import MPIPoolExecutor

        return MPIPoolExecutor()
    raise Error(f'--executor: "{name}" is not one of processes, dask, ray, mpi')


class RayExecutor:
    """The tasks of a Ray cluster, by default of one that it starts on this machine."""

    def __init__(self, address: str | None = None) -> None:
        import ray

        self._ray = ray
        ray.init(address=address, log_to_driver=False, ignore_reinit_error=True)

    def submit(self, function: Callable[..., Any], /, *args: Any) -> Future:
        """Calls a function with arguments that pickle."""
        return self._ray.remote(max_retries=LOSSES)(function).remote(*args).future()


def components_of(names: list[str], is_elsewhere: bool) -> bytes:
    """Returns the registered components with these kinds and names, for :func:`register`. To another machine go the modules, too, that a
    component names and that no distribution installs, as far as their values can be sent."""
    components = [(*key, *REGISTERED[key][:3], key in DIGESTED) for key in registered(names)]
    if not components:
        return b""
    try:
        from cloudpickle import dumps
    except ImportError:
        dumps = pickle.dumps
        if any(getattr(function, "__module__", None) == "__main__" for *_, function, _ in components):
            message = "components of a script or a notebook go to other processes with cloudpickle: pip install cloudpickle"
            raise Error(message) from None
    try:
        if is_elsewhere and dumps is not pickle.dumps:
            with suppress(Exception), _travelling({module for *_, function, _ in components for module in _modules(function)}):
                return dumps(components)
        return dumps(components)
    except Exception as error:
        names = [name for _, name, *_ in components]
        raise Error(f"the components {', '.join(names)} cannot be sent to other processes: {error}") from error


def _modules(component: Any) -> set[str]:
    """Returns the modules of a component that no distribution installs."""
    own = getattr(component, "__module__", None) or "__main__"
    return {name for name in {own, *modules_of(component)[1]} if name in sys.modules and name != "__main__" and not is_library(name)}


@contextmanager
def _travelling(modules: set[str]) -> Iterator[None]:
    """Makes cloudpickle send the content of modules rather than their names."""
    from cloudpickle import register_pickle_by_value, unregister_pickle_by_value
    from cloudpickle.cloudpickle import list_registry_pickle_by_value

    registered = [sys.modules[name] for name in modules - set(list_registry_pickle_by_value())]
    for module in registered:
        register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in registered:
            unregister_pickle_by_value(module)


LOST = (
    "a worker of the executor was lost, and the executor takes no further trials: the same call goes on where this one ended. A function "
    "that makes an executor, as in executor=lambda: ProcessPoolExecutor(4), would have been called again"
)


CLOSED = "the scheduler of the executor was lost: the same call goes on where this one ended"


class Dispatcher:
    """Gives the trials of a run to an executor, and again where a worker was lost."""

    def __init__(self, executor: Any, names: list[str], threads: int | None) -> None:
        _answer.caller = os.getpid()
        if threads is not None and not 1 <= threads <= 4096:
            raise InvalidValue("threads: write a number from 1 to 4096")
        # The function that makes executors, whose last one is that of this run.
        self._make: Callable[[], Submitter] | None = None
        is_elsewhere = executor != "processes"
        if not is_elsewhere:
            self._make = functools.partial(Processes, threads or _cores())
        elif isinstance(executor, str):
            raise InvalidValue(f'executor: "{executor}" is not "processes"')
        elif isinstance(executor, type) or callable(executor) and not hasattr(executor, "submit"):
            self._make = executor
        if self._make is not None:
            executor = self._make()
        if not callable(getattr(executor, "submit", None)):
            expected = '"processes", an object with the method submit of concurrent.futures, or a function that makes one'
            raise InvalidType(f"executor: expected {expected}")
        self._executor: Submitter = executor
        self._closed, self._futures, self._lock = threading.Event(), set(), threading.Lock()
        # A client of Dask that has lost its scheduler closes, and leaves the futures of its executor as they are.
        self._client = getattr(executor, "_client", None)
        self._lost: Error | None = None
        if hasattr(self._client, "status"):
            threading.Thread(target=self._watch_client, daemon=True).start()
        # A trial waits for each worker, so that none waits for the answer to be read.
        workers = getattr(executor, "_max_workers", None)
        self.trials = threads if is_elsewhere and threads else 2 * workers if workers else TRIALS
        self._components = components_of(names, is_elsewhere)

    def check(self) -> None:
        """Raises an error if a worker cannot import the components."""
        try:
            failure = self._executor.submit(imports, self._components).result()
        except BaseException:
            self.close()
            raise
        if failure is not None:
            self.close()
            raise Error(failure)

    def call(self, request: Callable[..., Any]) -> Any:
        """Calls a function elsewhere, with ``components`` as a keyword, and returns its result."""
        result: Future = Future()
        self.submit(request, lambda value, error: result.set_exception(error) if error else result.set_result(value), function=called)
        return result.result()

    def submit(self, request: Any, done: Callable[[Any, BaseException | None], object], losses: int = 0, function: Any = answer) -> None:
        """Runs a trial, and calls ``done`` with its answer or with the exception that ends the run."""

        def receive(future: Future) -> None:
            self._futures.discard(future)
            try:
                is_answer, value, movers = future.result()
            except BaseException as error:
                if self._lost is not None:
                    done(None, self._lost)
                elif losses < LOSSES and not self._closed.is_set():
                    self.submit(request, done, losses + 1, function)
                else:
                    done(None, error)
            else:
                name_movers(movers)
                if is_answer:
                    done(value, None)
                else:
                    raised = pickle.loads(value)
                    raised.worker = True
                    done(None, raised)

        executor = self._executor
        try:
            future = executor.submit(function, self._components, request)
        except BrokenExecutor as error:
            if self._make is None or self._closed.is_set() or losses >= LOSSES:
                done(None, Error(LOST) if self._make is None else error)
            else:
                self._renew(executor)
                self.submit(request, done, losses + 1, function)
        except BaseException as error:
            done(None, self._lost or error)
        else:
            self._futures.add(future)
            future.add_done_callback(receive)

    def _watch_client(self) -> None:
        """Ends the run when its client has closed."""
        while not self._closed.wait(1.0):
            if self._client.status == "closed":
                self._lost = Error(CLOSED)
                for future in list(self._futures):
                    future.cancel()

    def _renew(self, broken: Submitter) -> None:
        """Makes another executor, unless another trial has done it."""
        with self._lock:
            if self._executor is broken and self._make is not None:
                self._executor = self._make()

    def close(self) -> None:
        """Cancels the trials that are out, and ends the executor that was made for this run."""
        self._closed.set()
        for future in list(self._futures):
            future.cancel()
        if self._make is not None and hasattr(self._executor, "shutdown"):
            self._executor.shutdown(wait=False)
