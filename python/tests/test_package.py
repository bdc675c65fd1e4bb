"""The package as a whole: public names with their types, documentation and exceptions, types of sweeps, and imports. Also the command of
the wheel, and a script of all calls. What each function computes is tested in the other files.
"""

import ast
import inspect
import json
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import evocube
import sweep_types

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


def test_modules_of_the_package_import_each_other_without_a_circle():
    folder = Path(evocube.__file__).parent
    imports = {
        path.stem: {
            name
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom) and node.level == 1
            for name in ([node.module] if node.module else [alias.name for alias in node.names])
        }
        for path in folder.glob("*.py")
    }
    while removed := [name for name, others in imports.items() if not others & imports.keys()]:
        for name in removed:
            del imports[name]
    assert not imports


def test_types_of_sweeps_are_those_of_the_schema():
    assert sweep_types.text() == sweep_types.FILE.read_text(), "python python/tests/sweep_types.py writes it again"


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


def test_the_script_has_all_calls():
    script = Path(__file__).with_name("all_calls.py").read_text()
    for name in evocube.__all__:
        assert f"evocube.{name}" in script, name
        value = getattr(evocube, name)
        if inspect.isclass(value) and not issubclass(value, (BaseException, dict)) and not hasattr(value, "_fields"):
            members = [key for key in dir(value) if not key.startswith("_") and not isinstance(getattr(value, key), NAMED_VALUES)]
            for key in members:
                assert f".{key}" in script or f"{name}({key}" in script, f"{name}.{key}"


WRONG = """
import evocube
wrong: int = evocube.simplify("R")
evocube.run({}, mode="again")
evocube.Cube().solve("god")
base: evocube.BaseDict = {"selection.tournament.sise": 3}
sweep: evocube.SweepDict = {"base": {"population": "many"}}
evocube.plot("folder", "box", theme="blue")
evocube.verify("folder", executor=3)
"""
CHECKERS = {
    "mypy": ["-m", "mypy", "--strict"],
    # It starts a program of Node, which brings the whole of the standard library's types.
    "pyright": ["-m", "pyright", "--warnings", "--pythonpath", sys.executable],
}


# Types of pyarrow are unknown.
UNKNOWN = ("reportUnknownMemberType", "reportUnknownVariableType", "reportUnknownArgumentType")
PYRIGHT = {"typeCheckingMode": "strict", **dict.fromkeys(UNKNOWN, False)}


@pytest.mark.parametrize("checker", CHECKERS)
def test_a_script_of_all_calls_passes_a_strict_type_checker(checker, tmp_path):
    pytest.importorskip(checker)
    shutil.copy(Path(__file__).with_name("all_calls.py"), tmp_path / "calls.py")
    (tmp_path / "wrong.py").write_text(WRONG.lstrip())
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(PYRIGHT))
    for name, expected in [("calls.py", []), ("wrong.py", [2, 3, 4, 5, 6, 7, 8])]:
        command = [sys.executable, *CHECKERS[checker], name]
        checked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        found = re.findall(rf"{name}:(\d+).*\berror\b", checked.stdout)
        assert sorted({int(line) for line in found}) == expected, checked.stdout
