"""Calls of commands of the program ``evocube``, each in a process of its own that runs :func:`main`, and the JSON documents that they
return. The command of the package itself is in ``__main__.py``.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from numbers import Number
from os import PathLike
from pathlib import Path
from typing import Any

from . import _evocube
from ._errors import Error, InvalidType
from ._processes import environment
from ._received import register

HELP = "For more information, try '--help'."
"""The last line of the command's errors about its options, of no use here."""


PROGRAM = "import sys; from evocube._command import main; sys.exit(main())"
"""Calls :func:`main`, whose module the package has imported by then."""


def call(command: str, *arguments: Any, sweep: str | None = None, components: bytes = b"", **options: Any) -> dict[str, Any]:
    """Runs a command with options that are not ``None``, and returns its JSON document. ``sweep`` is the text of a sweep file."""
    words = [str(argument) for argument in arguments]
    for name, value in options.items():
        if not isinstance(value, (str, Number, PathLike, type(None))):
            raise InvalidType(f"{name}: {value!r} is no number and no text")
        words += [] if value is None else [f"--{name}={value}"]
    with tempfile.TemporaryDirectory() as folder:
        if sweep is not None:
            file = Path(folder) / "sweep.toml"
            file.write_text(sweep, encoding="utf-8")
            words.insert(0, str(file))
        program = [sys.executable, "-c", PROGRAM, command, *words, "--json"]
        ended = subprocess.run(program, input=components, capture_output=True, env=environment())
    try:
        document = json.loads(ended.stdout)
        if "errors" not in document:
            return document
        message = "\n".join(error["message"] for error in document["errors"])
    except json.JSONDecodeError:
        message = ended.stderr.decode(errors="replace").strip() or f"evocube {command} ended with exit code {ended.returncode}"
    raise Error(message.removesuffix(HELP).strip())


def main() -> int:
    """Runs a command of the arguments with the components that standard input has, and returns its exit code."""
    try:
        register(sys.stdin.buffer.read())
    except Error as error:
        print(error, file=sys.stderr)
        return 2
    # What a component prints is no part of the document.
    sys.stdout = sys.stderr
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _evocube.command([sys.executable, "-m", "evocube"], [], ["evocube", *sys.argv[1:]], None)
