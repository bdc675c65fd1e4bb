"""Components written in Python: their registration by names for sweeps. A version that is not named is a digest, which ``_version``
computes and ``_components`` settles at the first run. Rust calls the functions with the objects of ``_arguments``.

The functions receive whole batches as arrays. Their random numbers must come from the :class:`Draws` or the
:class:`Problem` that they receive, or from the modules ``random`` and ``numpy.random``, which are seeded for each trial: then
results depend on the sweep alone, not on the order of trials or on the process that runs them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from . import _evocube
from ._errors import InvalidType, InvalidValue, guarded
from ._version import Unseen, version_of

F = TypeVar("F", bound=Callable[..., Any])


class Registered(NamedTuple):
    """A registered component."""

    version: str
    columns: list[str]
    function: Callable[..., Any]
    call: Callable[..., Any]
    """The function as the extension calls it."""
    check: Callable[..., Any]
    """Receives the settings of a sweep, and returns those of the function."""


REGISTERED: dict[tuple[str, str], Registered] = {}
"""The registered components, by their kinds and names, of which each call of the extension takes those of the moment."""

DIGESTED: dict[tuple[str, str], bool] = {}
"""Whether the first run has made the version, of each component whose version is a digest."""


class _AskAndTell:
    """An algorithm with the methods ``ask`` and ``tell``, with those of a generator."""

    def __init__(self, algorithm: Any) -> None:
        self._algorithm = algorithm
        if hasattr(algorithm, "save"):
            self.save, self.restore = algorithm.save, algorithm.restore

    def __next__(self) -> Any:
        return self._algorithm.ask()

    def send(self, penalties: np.ndarray) -> Any:
        self._algorithm.tell(penalties)
        return self._algorithm.ask()

    def close(self) -> None:
        pass


def _generator_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """Returns an algorithm as a function that returns a generator."""
    if not inspect.isclass(function):
        return function
    has = {method: callable(getattr(function, method, None)) for method in ("ask", "tell", "save", "restore")}
    required = ["ask", "tell"] + ["save", "restore"] * (has["save"] or has["restore"])
    for method in required:
        if not has[method]:
            raise InvalidType(f"{function.__name__} has no method {method}: an algorithm has {', '.join(required)}")
    return lambda problem, **settings: _AskAndTell(function(problem, **settings))


def _register(
    kind: str,
    name: str,
    arguments: int,
    version: str | None,
    prepare: Callable[..., Any] = lambda function: function,
    columns: list[str] | None = None,
) -> Callable[[F], F]:
    """Registers a function that is called with so many arguments, and with the settings as keywords.

    Results folders record its version. Without one it is a digest of the function and of what it names.
    """

    @guarded
    def decorate(function: F) -> F:
        if not callable(function):
            raise InvalidType(f"{name}: a component is a function, a class or another callable, not {function!r}")
        signature = inspect.signature(function)

        def check(settings: dict[str, Any]) -> dict[str, Any]:
            named = {key.replace("-", "_"): value for key, value in settings.items()}
            try:
                signature.bind(*[None] * arguments, **named)
            except TypeError as error:
                names = ", ".join(list(signature.parameters)[arguments:]) or "none"
                raise InvalidValue(f"{error}; its settings: {names}") from None
            for key, value in named.items():
                parameter = signature.parameters.get(key)
                if parameter and parameter.annotation in (int, "int") and isinstance(value, float):
                    raise InvalidValue(f"{key} must be a whole number, not {value}")
            return named

        try:
            code = version or version_of(function, columns or [])
        except Unseen as unseen:
            raise InvalidValue(advice_on(kind, name, unseen)) from None
        _evocube.check_component(kind, name, code, columns or [])
        REGISTERED[kind, name] = Registered(code, columns or [], function, prepare(function), check)
        DIGESTED.pop((kind, name), None)
        if not version:
            DIGESTED[kind, name] = False
        return function

    return decorate


def words(kind: str, name: str) -> str:
    """Returns the kind and the name of a component as results folders have them."""
    return f"{kind.replace('_', ' ')} {name}"


def advice_on(kind: str, name: str, unseen: Unseen) -> str:
    """Returns why a component without a named version has none, and what to do."""
    advice = 'name a version, and another one after each change, as in version="1"'
    return f"{words(kind, name)}: {unseen}: {advice}"


def objective(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers an objective: ``[base.objective.NAME]``.

    ``function(places, layout, **settings)`` receives the places of all pieces of many states, an array of ``uint8`` with a row
    for each state, and a :class:`Layout`. It returns the penalty of each state, from 0 (the goal) to 65535.

    >>> @evocube.objective("wrong-corners")
    ... def wrong_corners(places, layout, weight=1):
    ...     return weight * (places[:, :8] != layout.homes[:8]).sum(axis=1)
    """
    return _register("objective", name, 2, version)


def crossover(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers a crossover: ``[base.crossover.NAME]``. The key ``rate``, by default 1, is the share of pairs that it receives.

    ``function(a, b, draws, symbols, **settings)`` receives the first and the second parents of many pairs, two arrays of
    ``uint16`` with a row for each pair, :class:`Draws` of as many rows, and the number of symbols. It changes the arrays,
    or returns two others.
    """
    return _register("crossover", name, 4, version)


def mutation(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers a mutation: ``[base.mutation.NAME]``. The key ``rate``, by default 1, is the share of offspring that it receives.

    ``function(genomes, draws, symbols, **settings)`` receives an array of ``uint16`` with a row for each offspring,
    :class:`Draws` of as many rows, and the number of symbols. It changes the array, or returns another one.
    """
    return _register("mutation", name, 3, version)


def selection(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers a parent selection: ``[base.selection.NAME]``.

    ``function(penalties, genes, draws, **settings)`` receives the penalty of each individual, its number of genes, and
    :class:`Draws`. It returns the number of a parent for each row of draws.
    """
    return _register("selection", name, 3, version)


def survivor_selection(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers a survivor selection: ``[base.replacement.NAME]``.

    ``function(penalties, genes, size, draws, **settings)`` receives the penalties and the numbers of genes of ``size`` parents
    followed by ``size`` offspring, and :class:`Draws` of one row. It returns the numbers of ``size`` different survivors.
    """
    return _register("survivor_selection", name, 4, version)


def stop_rule(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers a stop rule: ``[base.stop.rule.NAME]``, beside another limit.

    ``function(penalties, progress, **settings)`` receives the penalties of a generation, on all islands, and its
    :class:`Progress`. It returns whether the trial ends.
    """
    return _register("stop_rule", name, 2, version)


def observer(name: str, columns: list[str], *, version: str | None = None) -> Callable[[F], F]:
    """Registers an observer: ``observers = ["NAME"]`` at the top of a sweep, or a table of the name and its settings.

    ``function(population, progress, **settings)`` receives the :class:`Population` of a logged generation and its
    :class:`Progress`. It returns a number for each of ``columns``, which are further columns of ``convergence.csv``, named
    ``NAME.column``. ``None``, NaN and infinite numbers are missing values.

    >>> @evocube.observer("solved", columns=["share"])
    ... def solved(population, progress):
    ...     return (population.penalties == 0).mean()
    """
    return _register("observer", name, 2, version, columns=columns)


def algorithm(name: str, *, version: str | None = None) -> Callable[[F], F]:
    """Registers an algorithm: ``algorithm = "NAME"``, or ``[base.algorithm.NAME]`` with its settings.

    ``function(problem, **settings)`` is a generator function: it receives a :class:`Problem`, yields arrays of genomes, and
    receives the penalties of their rows. Each array is a generation. evocube evaluates, counts, logs and ends the trial by the
    sweep's ``stop``; a function that returns ends it, too.

    >>> @evocube.algorithm("random-genomes")
    ... def random_genomes(problem):
    ...     while True:
    ...         penalties = yield problem.random()

    A class with the methods ``ask()``, which returns genomes, and ``tell(penalties)`` is an algorithm, too; it is made with the
    arguments of the function. If it also has ``save()``, which returns its state as bytes, and ``restore(state)``, an
    interrupted trial continues from its last checkpoint. Without them the trial begins again. ``save`` is called after
    ``ask`` and before ``tell``.
    """
    return _register("algorithm", name, 1, version, _generator_function)
