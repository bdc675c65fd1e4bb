"""The package: its types and its documentation."""

import ast
import inspect
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import evocube

# The fields of named tuples and of dataclasses, which have comments.
NAMED_VALUES = (type(evocube.Stage.name), int, str, type(None))


def members(tree):
    """Yields the names with dots and the documentation of the classes and functions of a stub."""
    for node in tree.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name, ast.get_docstring(node)
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                    yield f"{node.name}.{member.name}", ast.get_docstring(member)


def test_every_public_name_is_documented_and_typed():
    assert files("evocube").joinpath("py.typed").is_file()
    stub = dict(members(ast.parse(files("evocube").joinpath("_evocube.pyi").read_text())))
    for name in evocube.__all__:
        value = getattr(evocube, name)
        if not callable(value):
            continue
        documented = {name: value}
        if inspect.isclass(value):
            public = {f"{name}.{key}": getattr(value, key) for key in vars(value) if not key.startswith("_")}
            documented |= {key: member for key, member in public.items() if not isinstance(member, NAMED_VALUES)}
        for key, member in documented.items():
            assert inspect.getdoc(member), key
            # Editors read the stub, `help` reads the module.
            assert getattr(value, "__module__", None) != "evocube" or inspect.getdoc(member) == stub[key], key


def test_every_exception_is_one_of_evocube():
    for name in evocube.__all__:
        value = getattr(evocube, name)
        if inspect.isclass(value) and issubclass(value, BaseException):
            assert issubclass(value, evocube.Error), name


def test_the_import_needs_no_pandas():
    program = "import sys, evocube; print([name for name in ('pandas', 'pyarrow', 'subprocess') if name in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "pandas" not in ended.stdout and "pyarrow" not in ended.stdout


def test_the_wheel_has_the_command():
    run = [sys.executable, "-m", "evocube"]
    version = subprocess.run([*run, "--version"], capture_output=True, text=True, check=True)
    assert version.stdout.startswith(f"evocube {evocube.__version__}")
    wrong = subprocess.run([*run, "solve", "R Q"], capture_output=True, text=True)
    assert wrong.returncode == 2 and wrong.stderr.startswith("error: ")
    unsolved = subprocess.run([*run, "check", "--json", "--nonsense"], capture_output=True, text=True)
    assert unsolved.returncode == 2 and "errors" in unsolved.stdout


def test_a_script_of_all_calls_runs(tmp_path):
    script = Path(__file__).with_name("all_calls.py")
    ended = subprocess.run([sys.executable, script, tmp_path], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert "stage main: 4 of 4 trials" in ended.stderr


def test_a_script_of_all_calls_passes_a_strict_type_checker(tmp_path):
    pytest.importorskip("mypy")
    script = Path(__file__).with_name("all_calls.py").read_text()
    # Each of these lines has an error.
    wrong = ["wrong: int = evocube.simplify('R')", "evocube.run({}, mode='again')", "evocube.Cube().solve('god')"]
    (tmp_path / "calls.py").write_text(script)
    (tmp_path / "wrong.py").write_text("\n".join(["import evocube", *wrong, ""]))
    for name, expected in [("calls.py", []), ("wrong.py", [2, 3, 4])]:
        checked = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", name], capture_output=True, text=True, cwd=tmp_path
        )
        lines = [line for line in checked.stdout.splitlines() if "error:" in line and line.startswith(name)]
        assert [int(line.split(":")[1]) for line in lines] == expected, checked.stdout
