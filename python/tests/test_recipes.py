"""Recipes of the guide for other programs: the trackers of experiments MLflow and Weights & Biases, by ``examples/trackers.py``,
where they are installed; and a script for Slurm, with components in Python, which a stand-in for ``sbatch`` runs. Snakemake and
Nextflow are tested in ``test_workflows.py``."""

import os
import struct
import subprocess
import sys

import pytest
from conftest import ROOT
from test_command import COMPONENTS, SWEEP
from test_run import DIFFERS, files

FACTOR = '[[factor]]\nkey = "population"\nlevels = [4, 8]\n'


@pytest.fixture
def trackers(monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "examples")
    import trackers

    return trackers


def test_configurations_are_runs_of_mlflow(trackers, results, tmp_path, monkeypatch):
    mlflow = pytest.importorskip("mlflow")
    # Files need no database.
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow.set_tracking_uri(f"file:{tmp_path / 'runs'}")
    trackers.to_mlflow(results)
    client = mlflow.MlflowClient()
    runs = client.search_runs([client.get_experiment_by_name("small").experiment_id])
    assert {run.data.params["population"] for run in runs} == {"20", "60"}
    for run in runs:
        trials = results.trials[results.trials.population == int(run.data.params["population"])]
        assert run.data.metrics["best"] == trials.best.mean()
        history = client.get_metric_history(run.info.run_id, "mean best")
        assert [metric.step for metric in history][0] == 0 and len(history) > 3
        assert "trials.csv" in [file.path for file in client.list_artifacts(run.info.run_id)]


def records_of(content):
    """Yields the records of a file of Weights & Biases: behind seven bytes a log of LevelDB, in blocks of 32 KiB. A piece of a record has a
    checksum, its length, and whether it is whole (1), the first (2), a middle (3) or the last (4) one."""
    place, record = 7, b""
    while place < len(content):
        if -place % 32768 < 7:
            place += -place % 32768
            continue
        _, length, kind = struct.unpack("<IHB", content[place : place + 7])
        record += content[place + 7 : place + 7 + length]
        place += 7 + length
        if kind in (1, 4):
            yield record
            record = b""


def test_configurations_are_files_of_weights_and_biases(trackers, results, tmp_path, monkeypatch):
    pytest.importorskip("wandb")
    from wandb.proto.wandb_internal_pb2 import Record

    monkeypatch.setenv("WANDB_SILENT", "true")
    trackers.to_wandb(results, str(tmp_path))
    written = sorted(tmp_path.glob("wandb/offline-run-*/*.wandb"))
    assert len(written) == 2
    levels = set()
    for file in written:
        content = file.read_bytes()
        assert content.startswith(b":W&B")
        records = [Record.FromString(record) for record in records_of(content)]
        config = [update for record in records if record.HasField("run") for update in record.run.config.update]
        levels |= {update.value_json.strip('"') for update in config if update.key == "population"}
        history = [record.history for record in records if record.HasField("history")]
        assert history[0].step.num == 0 and len(history) > 3
    assert levels == {"20", "60"}


SBATCH = """#!/bin/bash
# Runs the tasks of a job at once, as the scheduler would on its nodes.
array=0
for argument; do
  case "$argument" in
  --array=1-*) array=${argument#--array=1-} ;;
  --*) ;;
  *) break ;;
  esac
  shift
done
for ((task = 1; task <= (array > 0 ? array : 1); task++)); do
  SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$array SLURM_CPUS_PER_TASK=2 bash "$@" >&2
done
echo 1
"""


def test_a_script_for_slurm_runs_components_in_python(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "commanded_components.py").write_text(COMPONENTS)
    (tmp_path / "sweep.toml").write_text(SWEEP + FACTOR)
    command = [sys.executable, "-m", "evocube", "--import", "commanded_components"]
    script = subprocess.run([*command, "slurm", "sweep.toml", "--shards", "3"], capture_output=True, text=True, check=True).stdout
    (tmp_path / "job.sh").write_text(script)
    (tmp_path / "bin").mkdir()
    sbatch = tmp_path / "bin" / "sbatch"
    sbatch.write_text(SBATCH)
    sbatch.chmod(0o755)
    paths = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
    ended = subprocess.run(["bash", "job.sh"], capture_output=True, text=True, env={**os.environ, "PATH": paths})
    assert ended.returncode == 0, ended.stderr
    subprocess.run([*command, "run", "sweep.toml", "--out", "one", "--quiet"], check=True)
    one, merged = files(tmp_path / "one"), files(tmp_path / "results" / "commanded")
    assert one.keys() == merged.keys() and {name for name in one if one[name] != merged[name]} <= DIFFERS
    assert one["trials.csv"].count(b"\n") == 13
