"""Components written in Python: their registration by names for sweeps, the versions of their libraries, and the objects that their
functions receive, but for ``Draws`` of ``_evocube``. A version that is not named is a digest, which ``_version`` computes and the
first run settles. Rust calls the functions.

The functions receive whole batches as arrays. Their random numbers must come from the :class:`Draws` or the
:class:`Problem` that they receive, or from the modules ``random`` and ``numpy.random``, which are seeded for each trial: then
results depend on the sweep alone, not on the order of trials or on the process that runs them.
"""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np

from . import _evocube
from ._errors import InvalidType, InvalidValue, guarded
from ._modules import versions
from ._version import Unseen, modules_of, version_of

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
"""Whether :func:`settle` has made the version, of each component whose version is a digest."""


@dataclass(frozen=True)
class Orbit:
    """Pieces that moves exchange."""

    name: str
    pieces: range
    """The numbers of the pieces, and of their home positions."""
    orientations: int


@dataclass(frozen=True)
class Layout:
    """The pieces and the places of a puzzle. A place is a position with an orientation."""

    pieces: int
    places: int
    homes: np.ndarray
    """The place of each piece in the solved state."""
    orbits: tuple[Orbit, ...]

    def __post_init__(self) -> None:
        orbits = tuple(Orbit(name, range(first, end), orientations) for name, first, end, orientations in self.orbits)
        object.__setattr__(self, "orbits", orbits)


@dataclass(frozen=True)
class Problem:
    """The task of an algorithm: genomes of which the penalty is to be low."""

    symbols: int
    """The number of symbols: genes are from 0 to ``symbols - 1``."""
    length: int
    """The key ``genome.length``."""
    population: int
    """The key ``population``."""
    no_op: int | None
    """The symbol without moves, if the alphabet has it."""
    names: list[str]
    """The names of the symbols."""
    seed: int
    """A number below 2**53 that follows from the seed of the trial."""
    limits: tuple[int | None, int | None, int | None]
    """The keys ``stop.target``, ``stop.generations`` and ``stop.evaluations``."""
    rng: np.random.Generator = field(init=False, repr=False, compare=False)
    """A generator with this seed."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rng", np.random.Generator(np.random.PCG64(self.seed)))

    def random(self, count: int | None = None) -> np.ndarray:
        """Returns uniformly random genomes, by default ``population``."""
        size = (self.population if count is None else count, self.length)
        return self.rng.integers(self.symbols, size=size, dtype=np.uint16)


class Progress(NamedTuple):
    """The progress of a run, for stop rules and observers."""

    generations: int
    """Generations after the initial one."""
    evaluations: int
    """Genomes evaluated."""
    best: int
    """The lowest penalty so far."""
    stagnation: int
    """Generations since the lowest penalty was first found."""
    restarts: int


@dataclass(frozen=True)
class Population:
    """The individuals of a logged generation, on all islands."""

    penalties: np.ndarray
    """The penalty of each individual."""
    genes: np.ndarray
    """The number of genes that count, of each individual."""
    genomes: np.ndarray
    """A row of genes for each individual; without columns if the algorithm has no genomes."""
    islands: np.ndarray
    """The number of the island of each individual, from 0."""
    names: list[str]
    """The names of the symbols: a gene is an index of this list."""
    moves: str
    """The moves of the fittest individual, after cancelling."""
    trial: int
    """The number of the trial."""
    seed: int
    """The seed of the trial."""
    levels: dict[str, str]
    """The levels of the trial, by the keys of their factors."""


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
            raise InvalidValue(_advice(kind, name, unseen)) from None
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


def _advice(kind: str, name: str, unseen: Unseen) -> str:
    advice = 'name a version, and another one after each change, as in version="1"'
    return f"{words(kind, name)}: {unseen}: {advice}"


def names() -> list[str]:
    """Returns the kinds and the names of all registered components, as results folders have them."""
    return [words(*key) for key in REGISTERED]


def registered(names: list[str]) -> Iterator[tuple[str, str]]:
    """Yields the keys of the registered components with these kinds and names."""
    yield from (key for key in REGISTERED if words(*key) in names)


def libraries(names: list[str]) -> dict[str, str]:
    """Returns the versions of Python and of the distributions that these components use."""
    return versions({module for key in registered(names) for module in modules_of(REGISTERED[key].function)[0]})


def register_again(kind: str, name: str, version: str, columns: list[str], function: Callable[..., Any]) -> None:
    """Registers a component with a version."""
    options = {"columns": columns} if kind == "observer" else {}
    globals()[kind](name, version=version, **options)(function)


def settle(names: list[str] | None = None) -> None:
    """Makes the versions of these components, or of all, those of their code and values at their first run: at the registration, what
    follows in its file was missing. Says which ones have changed since then."""
    for key in list(REGISTERED) if names is None else list(registered(names)):
        if key not in DIGESTED:
            continue
        version, columns, function, *_ = REGISTERED[key]
        is_settled = DIGESTED[key]
        try:
            current = version_of(function, columns)
        except Unseen as unseen:
            if not is_settled:
                raise InvalidValue(_advice(*key, unseen)) from None
            current = None
        if is_settled and current != version:
            sentence = "the %s names code or a value that has changed since its first run: if the change is yours, register it again"
            logging.getLogger("evocube").warning(sentence, words(*key))
        elif not is_settled:
            register_again(*key, current, columns, function)
            DIGESTED[key] = True


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
