"""Exceptions: wrong arguments of every public callable raise those of evocube, with messages that name the mistake. Those of components
stay as they are. Signatures of classes are tested, too.
"""

import functools
import inspect

import numpy as np
import pytest

import evocube

SWEEP = {
    "name": "errors",
    "seed": 1,
    "instance": [{"random": 1}],
    "base": {"population": 10, "genome.length": 10, "stop.generations": 2},
    "factor": [{"key": "genome.length", "levels": [5, 10]}],
}
# The first one is right for nobody.
WRONG = [object(), b"\xff", [object()], {1: 2}, 1.5j, float("nan"), -1, 2**200, "nonsense", "a\0b", "\ud800"]


@pytest.fixture(scope="module")
def objects(tmp_path_factory):
    folder = tmp_path_factory.mktemp("errors")
    return {
        "Cube": evocube.Cube("R U"),
        "Solution": evocube.Cube("R U").solve("layers"),
        "Alphabet": evocube.Alphabet(),
        "Evaluator": evocube.Evaluator("R U", {"genome.length": 4}),
        "Results": evocube.run(SWEEP, folder / "run", threads=1, report=False),
    }


def registering(decorator):
    """Returns a decorator that decorates, which reads its arguments."""
    return functools.wraps(decorator)(lambda *args, **kwargs: decorator(*args, **kwargs)(lambda *_: None))


def calls(objects, folder):
    """Yields the name of each public callable, itself, and right arguments of those that it needs."""
    results, genomes = objects["Results"], np.zeros((2, 4), np.uint16)
    objects = {**objects, "Figure": results.plot()}
    needed = {
        "Alphabet.moves": {"genome": genomes[0]}, "Cube.apply": {"moves": "R"}, "Cube.random": {"seed": 1}, "Cube.to": {"format": "json"},
        "Cube.solve": {"solver": "layers"},
        "Evaluator": {"instance": "R"}, "Evaluator.fitness": {"genomes": genomes}, "Evaluator.moves": {"genome": genomes[0]},
        "Evaluator.penalties": {"genomes": genomes}, "Evaluator.replay": {"moves": "R"}, "Evaluator.state_after": {"moves": "R"},
        "Figure.save": {"path": folder / "figure.svg"},
        "Results": {"folder": results.folder}, "Results.to_parquet": {"folder": folder / "parquet"},
        "Solution": {"solver": "layers", "moves": "R", "htm": 1, "qtm": 1, "nodes": 1, "optimal": None, "parts": []},
        "export": {"folder": results.folder}, "invert": {"moves": "R"}, "length": {"moves": "R"}, "simplify": {"moves": "R"},
        "landscape": {"sweep": SWEEP, "walks": 1, "steps": 10, "states": 1, "distance": 1},
        "merge": {"folders": [folder / "none"], "out": folder / "merged"},
        "observer": {"name": "errors", "columns": ["a"]},
        "plan": {"sweep": SWEEP}, "plot": {"folder": results.folder}, "report": {"folder": results.folder},
        "race": {"sweep": SWEEP, "budget": 10, "threads": 1, "report": False, "holdout": 0},
        "run": {"sweep": SWEEP, "threads": 1, "report": False},
        "shard": {"sweep": SWEEP, "part": "1/2", "threads": 1}, "stats": {"solver": "layers", "count": 1},
        "trial": {"sweep": SWEEP, "seed": 1}, "verify": {"folder": results.folder},
    }  # fmt: skip
    for name in evocube.__all__:
        value = getattr(evocube, name)
        if not callable(value) or inspect.isclass(value) and name not in [*objects, "Draws"]:
            continue
        if not inspect.isclass(value):
            if value.__module__ == "evocube._extension":
                yield name, registering(value), needed.get(name, {"name": "errors"})
            else:
                yield name, value, needed.get(name, {})
            continue
        if name not in ("Figure", "Draws"):
            yield name, value, needed.get(name, {})
        for key, member in vars(value).items():
            if callable(member) and not key.startswith("_") and name in objects:
                yield f"{name}.{key}", getattr(objects[name], key), needed.get(f"{name}.{key}", {})


def test_wrong_arguments_of_every_callable_raise_exceptions_of_evocube(objects, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    count = 0
    for name, call, right in calls(objects, tmp_path):
        parameters = [
            parameter for parameter in inspect.signature(call).parameters.values() if parameter.kind != parameter.VAR_KEYWORD
        ]
        with pytest.raises(evocube.Error):
            call(**right, nonsense=1)
        if any(parameter.default is parameter.empty for parameter in parameters):
            with pytest.raises(evocube.Error):
                call()
        for parameter in parameters:
            # A process for each call.
            values = WRONG[:1] if name in ("Results.export", "export", "landscape", "stats") else WRONG
            for number, wrong in enumerate(values):
                try:
                    call(**{**right, parameter.name: wrong})
                    refused = False
                except evocube.Error as error:
                    refused = str(error) != ""
                except Exception as error:
                    raise AssertionError(f"{name}: {parameter.name}={wrong!r}: {error!r}") from error
                assert refused or number > 0, f"{name}: {parameter.name}={wrong!r} is accepted"
                count += 1
    assert count > 1000


def test_exceptions_of_components_stay_as_they_are(tmp_path):
    class Own(ValueError):
        pass

    @evocube.objective("errors-component")
    def fails(places, layout):
        raise Own("of the component")

    sweep = {**SWEEP, "base": {**SWEEP["base"], "objective": "errors-component"}}
    with pytest.raises(Own, match="^of the component"):
        evocube.run(sweep, tmp_path / "run", threads=1)


def test_exceptions_are_those_of_python_too():
    for call, kind in [
        (lambda: evocube.Cube(5), TypeError),
        (lambda: evocube.Cube("R", "moves"), TypeError),
        (lambda: evocube.Cube.random(-1), ValueError),
        (lambda: evocube.Alphabet()["R"], TypeError),
    ]:
        with pytest.raises(kind) as caught:
            call()
        assert isinstance(caught.value, evocube.Error) and caught.value.__cause__ is None


def test_errors_name_what_is_wrong():
    with pytest.raises(TypeError, match="^folders: expected the folders of shards, not 'shards'"):
        evocube.merge("shards", "out")
    with pytest.raises(evocube.Error) as caught:
        evocube.stats(count=-1)
    assert str(caught.value).startswith("invalid value '-1' for '--count <COUNT>'") and "--help" not in str(caught.value)
    with pytest.raises(TypeError) as caught:
        evocube.observer("errors-columns", columns="mean")(lambda population, progress: 1)
    assert "while processing 'columns'" in getattr(caught.value, "__notes__", ["while processing 'columns'"])
    assert repr(evocube.Cube("R U'").solve()) == "Solution(\"U R'\", solver='kociemba', htm=2, qtm=2)"


def test_classes_have_their_signatures():
    assert str(inspect.signature(evocube.Cube)) == "(text='', *, format=None, puzzle=None, dialect='wca')"
    assert str(inspect.signature(evocube.Cube.random)) == "(seed, *, puzzle='cube3', index=0)"
