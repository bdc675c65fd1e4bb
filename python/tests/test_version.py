"""Versions of components: changes of a component's own code, values and columns are seen, or a version is asked for; every process computes
the same one. Code of installed libraries counts by its name alone; their versions are recorded, and verify warns of others. Classes that
calls put into a library count by their content.
"""

import importlib
import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import threading

import numpy as np
import pytest

import evocube
from evocube._version import version_of

WEIGHTED = "    return {weight} * (places != layout.homes).sum(axis=1)\n"
FUNCTION = "def component(places, layout):\n" + WEIGHTED
HELPED = {"ways_helper": "def weight():\n    return VALUE\n"}
CALLED = FUNCTION.format(weight="weight()")


def text(before, weight):
    """Returns a module with a component that weights penalties."""
    return before + "\n" + FUNCTION.format(weight=weight)


# Ways to change a component: the texts of its modules, in which VALUE changes. The last line names the component.
WAYS = {
    "source": text("", "VALUE"),
    "global value": text("WEIGHT = VALUE", "WEIGHT"),
    "default": "def component(places, layout, weight=VALUE):\n" + WEIGHTED.format(weight="weight"),
    "keyword default": "def component(places, layout, *, weight=VALUE):\n" + WEIGHTED.format(weight="weight"),
    "closure": "def make(weight):\n" + FUNCTION.format(weight="weight").replace("\n", "\n    ").join(["    ", ""])
    + "\n    return component\ncomponent = make(VALUE)\n",
    "partial": "import functools\ndef weighted(places, layout, weight):\n"
    + WEIGHTED.format(weight="weight") + "component = functools.partial(weighted, weight=VALUE)\n",
    "callable object": "class Weighted:\n    def __init__(self, weight):\n        self.weight = weight\n"
    "    def __call__(self, places, layout):\n    " + WEIGHTED.format(weight="self.weight") + "component = Weighted(VALUE)\n",
    "bound method": "class Weighted:\n    def __init__(self, weight):\n        self.weight = weight\n"
    "    def penalties(self, places, layout):\n    " + WEIGHTED.format(weight="self.weight") + "component = Weighted(VALUE).penalties\n",
    "slots": text("class Weighted:\n    __slots__ = ['weight']\nweighted = Weighted()\nweighted.weight = VALUE", "weighted.weight"),
    "namespace": text("from types import SimpleNamespace\nconfig = SimpleNamespace(weight=VALUE)", "config.weight"),
    "data class": text("from dataclasses import dataclass\n@dataclass\nclass Config:\n    weight: int\nconfig = Config(VALUE)", "config.weight"),
    "default of a data class": text("from dataclasses import dataclass\n@dataclass\nclass Config:\n    weight: int = VALUE", "Config().weight"),
    "named tuple": text("from typing import NamedTuple\nclass Config(NamedTuple):\n    weight: int\nconfig = Config(VALUE)", "config.weight"),
    "enumeration": text("from enum import Enum\nclass Weight(Enum):\n    CORNERS = VALUE", "Weight.CORNERS.value"),
    "set": text("WEIGHTS = {VALUE, 7, 'some text', 'other text'}", "min(n for n in WEIGHTS if isinstance(n, int))"),
    "frozen set in a list in a dict": text("WEIGHTS = {'all': [frozenset({VALUE})]}", "max(WEIGHTS['all'][0])"),
    "array": text("import numpy as np\nWEIGHTS = np.array([VALUE, 3])", "WEIGHTS[0]"),
    "array of objects": text("import numpy as np\nWEIGHTS = np.array([VALUE, 'x'], dtype=object)", "WEIGHTS[0]"),
    "queue": text("from collections import deque\nWEIGHTS = deque([VALUE])", "WEIGHTS[0]"),
    "cached function": text("import functools\n@functools.lru_cache\ndef weight():\n    return VALUE", "weight()"),
    "wrapper": text("import functools\ndef scaled(function):\n    @functools.wraps(function)\n    def scale():\n        return VALUE * function()\n"
                    "    return scale\n@scaled\ndef weight():\n    return 1", "weight()"),
    "wrapped function": text("import functools\ndef same(function):\n    return functools.wraps(function)(lambda: function())\n"
                             "def weight():\n    return VALUE\nwrapper = same(weight)", "wrapper()"),
    "wrapped by a library": text("import contextlib\n@contextlib.contextmanager\ndef weight():\n    yield VALUE", "weight().__enter__()"),
    "vectorized function": text("import numpy as np\nweight = np.vectorize(lambda places: VALUE)", "weight(0)"),
    "attribute of a function": text("def weight():\n    return weight.value\nweight.value = VALUE", "weight()"),
    "lambda of the same line": text("WEIGHTS = (lambda: 1), (lambda: 2)\nweight = WEIGHTS[VALUE - 1]\ndel WEIGHTS", "weight()"),
    "base class": text("class Base:\n    def weight(self):\n        return VALUE\nclass Own(Base):\n    pass", "Own().weight()"),
    "class attribute": text("class Config:\n    pass\nConfig.weight = VALUE", "Config.weight"),
    "library with modules that it imports late": text("import numpy as np\ndef weight():\n    return np.random.randint(VALUE, VALUE + 1)", "weight()"),
    "property": text("class Config:\n    weight = property(lambda self: VALUE)", "Config().weight"),
    "static and class methods": text("class Config:\n    @staticmethod\n    def weight():\n        return WEIGHT\n    @classmethod\n"
                                     "    def twice(cls):\n        return 2 * cls.weight()\nWEIGHT = VALUE", "Config.twice()"),
    "class made by a call": text("Weights = type('Weights', (), {'weight': VALUE})", "Weights.weight"),
    "function of a text": text("names = {}\nexec('def weight():\\n    return VALUE', names)\nweight = names['weight']", "weight()"),
    "function of a helper": {"ways": "from ways_helper import weight\n" + CALLED, **HELPED},
    "module of a helper": {"ways": "import ways_helper\n" + CALLED.replace("weight()", "ways_helper.weight()"), **HELPED},
    "helper of a helper": {"ways": "from ways_helper import weight\n" + CALLED, "ways_helper": "from ways_further import weight",
                           "ways_further": HELPED["ways_helper"]},
    "helper imported by a call": {"ways": text("def weight():\n    from ways_helper import weight\n    return weight()", "weight()"), **HELPED},
    "helper of a package": {"ways": "import ways_package.inner\n" + CALLED.replace("weight()", "ways_package.inner.weight()"),
                            "ways_package/__init__": "", "ways_package/inner": "from .further import weight\n",
                            "ways_package/further": HELPED["ways_helper"]},
    "package of a helper": {"ways": "from ways_package.inner import weight\n" + CALLED, "ways_package/__init__": "WEIGHT = VALUE",
                            "ways_package/inner": "import ways_package\ndef weight():\n    return getattr(ways_package, 'WEIGHT')"},
    "value of a helper that is set": {"ways": "import ways_helper\nways_helper.WEIGHT = VALUE\n" + FUNCTION.format(weight="ways_helper.WEIGHT"),
                                      "ways_helper": "WEIGHT = 0"},
    "registry of a helper": {"ways": "import ways_helper\n" + FUNCTION.format(weight="ways_helper.call('weight')"),
                             "ways_helper": "def weight():\n    return VALUE\ndef call(name):\n    return globals()[name]()"},
    "object of a helper": {"ways": "from ways_helper import config\n" + FUNCTION.format(weight="config.weight()"),
                           "ways_helper": "class Config:\n    def weight(self):\n        return VALUE\nconfig = Config()"},
}  # fmt: skip


def write(folder, way, value):
    files = WAYS[way] if isinstance(WAYS[way], dict) else {"ways": WAYS[way]}
    for name, content in files.items():
        file = folder / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content.replace("VALUE", str(value)))
    return folder


@pytest.fixture
def load(monkeypatch):
    """A function that returns the component of a folder, as a new process does."""

    def component(folder):
        for name in [name for name in sys.modules if name.startswith("ways")]:
            del sys.modules[name]
        importlib.invalidate_caches()
        monkeypatch.setattr(sys, "path", [str(folder), *sys.path])
        return importlib.import_module("ways").component

    yield component
    for name in [name for name in sys.modules if name.startswith("ways")]:
        del sys.modules[name]


@pytest.mark.parametrize("way", WAYS)
def test_rows_of_a_changed_component_are_never_mixed_with_others(way, load, tmp_path):
    sweep = {"name": "ways", "seed": 1, "instance": [{"random": 1}],
             "base": {"population": 10, "objective": "py-way", "genome.length": 5, "stop.generations": 3}}  # fmt: skip
    component = evocube.objective("py-way")(load(write(tmp_path / "before", way, 1)))
    version = version_of(component)
    first = evocube.run(sweep, tmp_path / "out", threads=1, report=False)
    assert version_of(component) == version, "its calls are no change"
    evocube.objective("py-way")(load(write(tmp_path / "after", way, 2)))
    sweep["repetitions"] = 2
    with pytest.raises(evocube.Error, match="its trials were made by other code"):
        evocube.run(sweep, tmp_path / "out", mode="extend", threads=1, report=False)
    changed = evocube.run(sweep, tmp_path / "changed", threads=1, report=False)
    # It is a change: the penalties are others.
    assert changed.trials.best[0] != first.trials.best[0]
    # The code from before, in another folder, goes on.
    evocube.objective("py-way")(load(write(tmp_path / "again", way, 1)))
    extended = evocube.run(sweep, tmp_path / "out", mode="extend", threads=1, report=False)
    assert extended.complete and extended.trials.best[0] == first.trials.best[0]


def test_what_follows_a_component_in_its_file_counts(load, tmp_path):
    sweep = {"name": "ways", "seed": 1, "instance": [{"random": 1}],
             "base": {"population": 10, "objective": "py-early", "genome.length": 5, "stop.generations": 3}}  # fmt: skip
    early = "import evocube\n@evocube.objective('py-early')\n" + CALLED + HELPED["ways_helper"]
    for value in (1, 2, 1):
        folder = tmp_path / f"{value}"
        folder.mkdir(exist_ok=True)
        (folder / "ways.py").write_text(early.replace("VALUE", str(value)))
        load(folder)
        if value == 2:
            with pytest.raises(evocube.Error, match="its trials were made by other code"):
                evocube.run(sweep | {"repetitions": 2}, tmp_path / "out", mode="extend", report=False)
        else:
            evocube.run(sweep, tmp_path / "out", report=False)
    shard = evocube.shard(sweep, "1/1", tmp_path / "shard")
    assert evocube.merge([shard.folder], tmp_path / "merged", report=False).complete


VERSIONS = """
import importlib, json, sys
sys.path.insert(0, "")
from evocube._version import version_of
versions = {}
for folder in sys.argv[1:]:
    sys.path[0] = folder
    for name in [name for name in sys.modules if name.startswith("ways")]:
        del sys.modules[name]
    importlib.invalidate_caches()
    versions[folder] = version_of(importlib.import_module("ways").component)
print(json.dumps(versions))
"""


def versions_in_two_processes(folders):
    """Returns the versions of the components of folders. The second process has imported a part of a library that the first imports
    when it is used, and reads compiled modules."""
    printed = []
    for seed, before in [("1", ""), ("2", "import numpy.random\n")]:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ended = subprocess.run([sys.executable, "-c", before + VERSIONS, *folders], env=environment, capture_output=True, text=True)
        assert ended.returncode == 0, ended.stderr
        printed.append(json.loads(ended.stdout))
    assert printed[0] == printed[1]
    return list(printed[0].values())


def test_versions_are_the_same_in_every_process(tmp_path):
    folders = [write(tmp_path / f"{number}", way, 1) for number, way in enumerate(WAYS)]
    assert len(set(versions_in_two_processes(folders))) == len(WAYS)


def test_a_function_that_numba_compiles_counts_by_its_code(monkeypatch, tmp_path):
    pytest.importorskip("numba")
    compiled = text("import numba\n@numba.njit\ndef inner():\n    return VALUE\n@numba.njit\ndef weight():\n    return inner()", "weight()")
    faster = compiled.replace("@numba.njit\ndef weight", "@numba.njit(fastmath=VALUE > 1)\ndef weight").replace("return VALUE", "return 1")
    monkeypatch.setitem(WAYS, "compiled", compiled)
    monkeypatch.setitem(WAYS, "faster", faster)
    folders = [write(tmp_path / f"{way} {value}", way, value) for way in ("compiled", "faster") for value in (1, 2)]
    assert len(set(versions_in_two_processes(folders))) == 4


def returns(value):
    """Returns a component that names a value."""
    return lambda places, layout: value and np.zeros(len(places), int)


def test_classes_that_a_component_itself_puts_into_a_library_are_its_text(monkeypatch):
    creator = pytest.importorskip("deap.creator")
    base = pytest.importorskip("deap.base")

    def component(problem):
        if not hasattr(creator, "WaysFitness"):
            creator.create("WaysFitness", base.Fitness, weights=(-1.0,))
        return creator.WaysFitness

    before = version_of(component)
    assert component(None).weights == (-1.0,) and version_of(component) == before
    monkeypatch.delattr(creator, "WaysFitness")


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (threading.Lock(), "_thread.lock"),
        ({"locks": [threading.Lock()]}, "_thread.lock"),
        ((number for number in range(3)), "generator"),
        (np.frompyfunc(lambda number: number, 1, 1), "numpy.ufunc"),
        (memoryview(b"some"), "memoryview"),
    ],
)
def test_a_component_with_a_value_that_has_no_digest_asks_for_a_version(value, kind):
    component = returns(value)
    sentence = (
        f"^objective py-unseen: value is a value of the type {kind}, of which changes cannot be seen: "
        'name a version, and another one after each change, as in version="1"$'
    )
    with pytest.raises(evocube.InvalidValue, match=sentence):
        evocube.objective("py-unseen")(component)
    assert evocube.objective("py-unseen", version="1")(component) is component


def test_a_component_with_a_module_without_a_file_asks_for_a_version(monkeypatch):
    module = type(sys)("ways_without_a_file")
    monkeypatch.setitem(sys.modules, "ways_without_a_file", module)

    def imports(places, layout):
        import ways_without_a_file

        return ways_without_a_file.penalties(places)

    for component in (returns(module), returns([module]), imports):
        with pytest.raises(evocube.InvalidValue, match="the module ways_without_a_file has no file, so that changes"):
            evocube.objective("py-unseen")(component)


def test_a_component_that_finds_code_by_a_text_asks_for_a_version():
    def evaluates(places, layout):
        return eval("weight()")

    def looks(places, layout):
        return globals()["weight"]()

    def imports(places, layout):
        return importlib.import_module("weights").weight()

    def plain(places, layout):
        return imports.eval, "globals"

    for component, name in [(evaluates, "eval"), (looks, "globals"), (imports, "import_module"), (plain, "import_module")]:
        caller = imports.__name__ if name == "import_module" else component.__name__
        with pytest.raises(evocube.InvalidValue, match=f"{caller} calls {name}, and changes of what that finds cannot be seen: name a"):
            evocube.objective("py-unseen")(component)
    imports = None
    evocube.objective("py-seen")(plain)


def test_values_too_deep_inside_each_other_ask_for_a_version():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(evocube.InvalidValue, match="it names values that are too deep inside each other: name a version"):
        evocube.objective("py-unseen")(returns(deep))
    circle = []
    circle.append(circle)
    assert version_of(returns(circle)) != version_of(returns([[]]))


def test_libraries_count_by_their_names(load, tmp_path):
    """A module in a folder of distributions counts by its name if a distribution has it, and else by its file."""
    versions = {}
    for lists, value in [("", 1), ("", 2), ("ways_library.py,,\n", 1), ("ways_library.py,,\n", 2)]:
        folder = tmp_path / f"{bool(lists)} {value}"
        information = folder / "some-1.0.dist-info"
        information.mkdir(parents=True)
        (information / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
        (information / "RECORD").write_text(lists)
        name = "ways_library" if lists else "ways_stray"
        (folder / f"{name}.py").write_text(HELPED["ways_helper"].replace("VALUE", str(value)))
        (folder / "ways.py").write_text(f"from {name} import weight\n{CALLED}")
        versions[bool(lists), value] = version_of(load(folder))
    assert versions[True, 1] == versions[True, 2] and versions[False, 1] != versions[False, 2]


def test_generators_of_random_numbers_of_libraries_count_by_their_names():
    import random
    from random import gauss

    draw = np.random.normal

    def component(places, layout):
        return random.random() + gauss(0, 1) + draw() + np.random.random()

    before = version_of(component)
    assert [random.random(), gauss(0, 1), draw(), np.random.random()] and version_of(component) == before


def test_a_class_that_a_call_has_put_into_a_library_counts_by_its_content(monkeypatch):
    creator = pytest.importorskip("deap.creator")
    base = pytest.importorskip("deap.base")

    def component(problem):
        yield creator.Weighted

    versions = []
    for weight in (-1.0, 1.0):
        monkeypatch.delattr(creator, "Weighted", raising=False)
        creator.create("Weighted", base.Fitness, weights=(weight,))
        versions.append(version_of(component))
    monkeypatch.delattr(creator, "Weighted")
    assert versions[0] != versions[1]


def test_columns_of_an_observer_are_a_part_of_its_version(sweep, tmp_path):
    def spread(population, progress):
        return population.penalties.max()

    evocube.observer("py-columns", ["worst"])(spread)
    sweep["observers"] = ["py-columns"]
    evocube.run(sweep, tmp_path / "out", report=False)
    evocube.observer("py-columns", ["largest"])(spread)
    with pytest.raises(evocube.Error, match="other code"):
        evocube.run(sweep | {"repetitions": 4}, tmp_path / "out", mode="extend", report=False)


def test_a_component_that_has_changed_since_it_was_registered_is_named(sweep, tmp_path, caplog):
    weight = 1

    def weighted(places, layout):
        return weight * (places != layout.homes).sum(axis=1)

    evocube.objective("py-changes")(weighted)
    sweep["base"]["objective"] = "py-changes"
    said = lambda: [record.getMessage() for record in caplog.records if record.name == "evocube"]
    evocube.run(sweep, tmp_path / "one", threads=1, report=False)
    assert said() == []
    weight = 2
    evocube.run(sweep, tmp_path / "two", threads=1, report=False)
    changed = "names code or a value that has changed since its first run: if the change is yours, register it again"
    sentence = f"the objective py-changes {changed}"
    assert said() == [sentence]
    evocube.objective("py-changes")(weighted)
    evocube.run(sweep, tmp_path / "three", threads=1, report=False)
    evocube.objective("py-changes", version="1")(weighted)
    weight = 3
    evocube.run(sweep, tmp_path / "four", threads=1, report=False)
    assert said() == [sentence]


def test_python_and_libraries_are_named_and_verify_warns_where_they_differ(sweep, tmp_path, monkeypatch, caplog):
    """Their versions are named, and only code of a component's own files refuses a folder."""

    @evocube.mutation("py-libraries")
    def component(genomes, draws, symbols):
        import pandas

        genomes[:, 0] = pandas.Series(draws.integers(symbols))

    sweep["base"]["mutation"] = "py-libraries"
    results = evocube.run(sweep, tmp_path / "out", report=False)
    named = results.manifest["program"][-1]["libraries"]
    assert named == {"python": platform.python_version(), "numpy": np.__version__, "pandas": importlib.metadata.version("pandas")}
    assert results.verify() and results.verify(trial=1) and caplog.records == []
    monkeypatch.setattr("evocube._libraries.versions", lambda modules: {**named, "pandas": "0.1"})
    sentence = f"the recorded trials ran with another version of a library: pandas {named['pandas']} there, 0.1 here"
    assert results.verify(trial=1)
    assert [record.getMessage() for record in caplog.records] == [sentence]
    extended = evocube.run(sweep | {"repetitions": 4}, tmp_path / "out", mode="extend", report=False)
    assert extended.complete and [program["libraries"]["pandas"] for program in extended.manifest["program"]] == ["0.1"]
    plain = evocube.run({**sweep, "base": {**sweep["base"], "mutation": "uniform"}}, tmp_path / "plain", report=False)
    assert "libraries" not in plain.manifest["program"][-1]
