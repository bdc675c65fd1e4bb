"""The package: its types and its documentation."""

import inspect
import subprocess
import sys
from importlib.resources import files

import pytest

import evocube


def test_every_public_name_is_documented_and_typed():
    stub = files("evocube").joinpath("_evocube.pyi").read_text()
    assert files("evocube").joinpath("py.typed").is_file()
    for name in evocube.__all__:
        value = getattr(evocube, name)
        if inspect.isclass(value) and value.__module__ == "evocube":
            public = [name for name in vars(value) if not name.startswith("_")]
            body = stub.split(f"\nclass {name}", 1)[1].split("\nclass ")[0]
            assert all(f"def {method}(" in body for method in public), (name, public)
        elif callable(value) and not inspect.isbuiltin(value):
            assert inspect.getdoc(value), name


def test_the_stubs_pass_a_type_checker(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import numpy as np\n"
        "import evocube\n"
        "results: evocube.Results = evocube.run({'name': 'x'})\n"
        "penalties: np.ndarray = evocube.Evaluator('R').penalties([[1]])\n"
        "moves: str = evocube.Cube.random(1).solve('layers').moves\n"
        "wrong: int = evocube.simplify('R')\n"
    )
    checked = subprocess.run([sys.executable, "-m", "mypy", program], capture_output=True, text=True, cwd=tmp_path)
    errors = [line for line in checked.stdout.splitlines() if "error:" in line and "program.py" in line]
    assert len(errors) == 1 and "program.py:6" in errors[0], checked.stdout
