"""Folders whose components are not there are read: only running and verifying need their code. A sweep with an unknown component is
refused.
"""

import pickle
import subprocess
import sys

import pytest

import evocube
from test_executor import component_sweep

READ = """
import pickle, sys
import evocube

results = pickle.loads(bytes.fromhex(sys.argv[1]))
print(len(results.trials), results.convergence["spread.worst"].notna().all(), results.sweep["observers"])
print(results.plot("box").title != "", len(results.claims) > 0, results.report().name, results.export(sys.argv[2]).name)
for call in (results.verify, lambda: evocube.run(results.sweep, sys.argv[2] + "-again"), lambda: evocube.run(results.sweep, results.folder)):
    try:
        call()
    except evocube.Error as error:
        print(error)
"""


def test_a_process_without_the_components_reads_their_folder_and_runs_nothing(tmp_path):
    results = evocube.run(component_sweep(), tmp_path / "out")
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir() if path.is_file()}
    told = [pickle.dumps(results).hex(), str(tmp_path / "ioh")]
    ended = subprocess.run([sys.executable, "-c", READ, *told], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    lines = ended.stdout.splitlines()
    assert lines[:2] == ["16 True [{'spread': {}}]", "True True report.html ioh"]
    code = "only the program that has the code of the objective far-pieces, mutation draw-one, observer spread can run its trials"
    assert lines[2] == f"{tmp_path}/out: {code}"
    assert ended.stdout.count('"draw-one" is not a value of mutation') == 2, "a sweep names components that are not registered"
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir() if path.is_file()} == before
    assert not (tmp_path / "ioh-again" / "trials.csv").exists()


def test_a_sweep_that_names_an_unknown_component_is_refused_before_any_folder_is_read(tmp_path):
    sweep = component_sweep()
    sweep["base"]["mutation"] = {"never-registered": {}}
    with pytest.raises(evocube.SweepError, match="never-registered"):
        evocube.run(sweep, tmp_path / "out")
