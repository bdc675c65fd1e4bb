"""The command ``evocube``, also ``python -m evocube``: the Rust program with the three options below. Without ``--executor``, trials run
in processes of this machine where imported modules register components, unless ``--threads`` is 1.

It is the program with further options: ``--import MODULE`` imports a module that registers components, for every command;
``--executor processes``, ``dask``, ``ray`` or ``mpi`` runs the trials of ``run``, ``race`` and ``verify`` elsewhere, the scheduler or
the cluster being at ``--address``. Without one, trials run in processes of this machine where imported components can, unless one
runs at a time.
"""

from __future__ import annotations

import importlib
import logging
import os
import signal
import sys
import traceback

from . import _evocube
from ._errors import Error

OPTIONS = ("--import", "--executor", "--address")
"""The options that the program itself does not have."""

RUNNING = ("run", "race", "verify")
"""The commands that run trials."""


def divided(arguments: list[str]) -> tuple[dict[str, list[str]], list[str]]:
    """Returns the values of the options of this package, and all other arguments."""
    values: dict[str, list[str]] = {option: [] for option in OPTIONS}
    others: list[str] = []
    rest = iter(arguments)
    for argument in rest:
        option, equals, value = argument.partition("=")
        if argument == "--":
            others += [argument, *rest]
        elif option not in OPTIONS:
            others.append(argument)
        else:
            value = value if equals else next(rest, "")
            if not value:
                raise Error(f"{option} needs a value")
            values[option].append(value)
    return values, others


def is_alone(arguments: list[str]) -> bool:
    """Returns whether one trial runs at a time."""
    return "--threads=1" in arguments or ("--threads", "1") in zip(arguments, arguments[1:])


def main() -> int:
    """Runs the command with the arguments of the process, and returns its exit code."""
    program, *arguments = sys.argv
    try:
        values, others = divided(arguments)
        # As `python -m` does, and a script in this folder.
        sys.path.insert(0, os.getcwd())
        for module in values["--import"]:
            importlib.import_module(module)
        dispatcher = _dispatcher(values, others)
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except Exception:
        traceback.print_exc()
        return 2
    called = [sys.executable, "-m", "evocube"] if program.endswith("__main__.py") else [os.path.abspath(program)]
    imports = [f"--import={module}" for module in values["--import"]]
    # The command has a handler of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _evocube.command(called, imports, [program, *others], dispatcher)
    finally:
        if dispatcher is not None:
            dispatcher.close()


def _dispatcher(values: dict[str, list[str]], arguments: list[str]) -> object | None:
    """Returns the dispatcher to the executor with a name; without one to processes, if there are components."""
    command = next((argument for argument in arguments if not argument.startswith("-")), None)
    executor, address = (values[option][-1] if values[option] else None for option in OPTIONS[1:])
    if executor and command not in RUNNING:
        raise Error(f"--executor is an option of {', '.join(RUNNING)}")
    if address and executor not in ("dask", "ray"):
        raise Error("--address is that of dask or ray: name one with --executor")
    if command not in RUNNING or not (executor or values["--import"]):
        return None
    from . import _components, _executor

    _components.settle()
    names = _components.names()
    if executor:
        return _executor.Dispatcher(_executor.named(executor, address), names, None)
    if not names or is_alone(arguments):
        return None
    dispatcher, notice = _executor.processes_for(names, None)
    if notice:
        logging.getLogger("evocube").warning("note: %s", notice)
    return dispatcher


if __name__ == "__main__":
    sys.exit(main())
