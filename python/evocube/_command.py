"""Commands of the program ``evocube`` whose results are JSON documents."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from numbers import Number
from os import PathLike
from pathlib import Path
from typing import Any

from . import _evocube
from ._errors import Error, InvalidType

HELP = "For more information, try '--help'."
"""The last line of the command's errors about its options, of no use here."""


def call(command: str, *arguments: Any, sweep: Any = None, **options: Any) -> dict[str, Any]:
    """Runs a command with options that are not ``None``, and returns its JSON document."""
    words = [str(argument) for argument in arguments]
    for name, value in options.items():
        if not isinstance(value, (str, Number, PathLike, type(None))):
            raise InvalidType(f"{name}: {value!r} is no number and no text")
        words += [] if value is None else [f"--{name}={value}"]
    with tempfile.TemporaryDirectory() as folder:
        if sweep is not None:
            file = Path(folder) / "sweep.toml"
            file.write_text(_evocube.sweep_text(sweep), encoding="utf-8")
            words.insert(0, str(file))
        program = [sys.executable, "-m", "evocube", command, *words, "--json"]
        ended = subprocess.run(program, capture_output=True, text=True, encoding="utf-8")
    try:
        document = json.loads(ended.stdout)
        if "errors" not in document:
            return document
        message = "\n".join(error["message"] for error in document["errors"])
    except json.JSONDecodeError:
        message = ended.stderr.strip() or f"evocube {command} ended with exit code {ended.returncode}"
    raise Error(message.removesuffix(HELP).strip())
