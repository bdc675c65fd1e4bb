"""Fixtures of the tests: a small sweep, its results, the program, and interrupts that raise in every test; and ``ROOT``, the folder
of the repository. Tests of the program are skipped if it is not built."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SWEEP = {
    "name": "small",
    "seed": 5,
    "repetitions": 3,
    "instance": [{"random": 2}],
    "base": {
        "genome": {"length": 30, "evaluate": "best-prefix"},
        "alphabet.expand": "symmetries",
        "stop.generations": 40,
    },
    "factor": [{"key": "population", "levels": [20, 60]}],
}


@pytest.fixture(autouse=True)
def interrupts_raise():
    """Interrupts raise KeyboardInterrupt, which a shell that starts the tests in the background would prevent."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def sweep() -> dict:
    """A sweep of 12 short trials."""
    return {**SWEEP, "base": dict(SWEEP["base"])}


@pytest.fixture(scope="session")
def results(tmp_path_factory):
    """The results of the small sweep."""
    import evocube

    return evocube.run(SWEEP, tmp_path_factory.mktemp("results") / "small")


@pytest.fixture(scope="session")
def program() -> Path:
    """The command-line program: EVOCUBE, or that of the repository's last build."""
    path = Path(os.environ.get("EVOCUBE", ROOT / "target" / "release" / "evocube"))
    if not path.exists():
        pytest.skip(f"{path} is not built")
    subprocess.run([path, "--version"], check=True, capture_output=True)
    return path
