"""The workflows of `examples/workflows` for Snakemake and Nextflow, where these are installed: the folder has the bytes of a run on one
machine. The files for AWS Batch and Kubernetes are not tested here.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from test_run import DIFFERS, TEXT, files

WORKFLOWS = {
    "Snakefile": ["snakemake", "--cores", "2"],
    "main.nf": ["nextflow", "run", "main.nf"],
}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_gives_the_folder_of_one_machine(program, tmp_path, name):
    command = WORKFLOWS[name]
    paths = [str(Path(program).parent), str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {**os.environ, "PATH": os.pathsep.join(paths)}
    if not shutil.which(command[0], path=environment["PATH"]):
        pytest.skip(f"{command[0]} is not installed")
    shutil.copy(ROOT / "examples" / "workflows" / name, tmp_path)
    (tmp_path / "mine.toml").write_text(TEXT.replace("small", "mine"))
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    subprocess.run([program, "run", "mine.toml", "--out", "one", "--quiet"], cwd=tmp_path, check=True)
    one, merged = files(tmp_path / "one"), files(tmp_path / "results" / "mine")
    assert one.keys() == merged.keys() and {name for name in one if one[name] != merged[name]} <= DIFFERS
