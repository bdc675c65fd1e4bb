"""Reads an exported folder with iohinspector 0.0.8 (polars < 2) and compares it with the files themselves.

    python3 -m venv v && v/bin/pip install iohinspector==0.0.8 'polars<2'
    v/bin/python tests/tools/read_ioh.py FOLDER
"""

import json
import pathlib
import sys
import warnings

warnings.simplefilter("error")  # a file that is left out becomes a failure

from iohinspector import DataManager, aggregate_running_time

root = pathlib.Path(sys.argv[1])
expected, rows, budget = [], 0, 0
for path in sorted(root.rglob("IOHprofiler_*.json")):
    for scenario in json.loads(path.read_text())["scenarios"]:
        run = scenario["runs"][0]
        expected.append((run["evals"], float(run["best"]["y"]), run["instance"], scenario["dimension"]))
        budget = max(budget, run["evals"])
        rows += len((path.parent / scenario["path"]).read_text().splitlines()) - 1

manager = DataManager()
manager.add_folder(str(root))
overview = manager.overview
found = list(zip(*(overview[name].to_list() for name in ("evals", "best_y", "instance", "dimension"))))
assert sorted(found) == sorted(expected), (found, expected)
raw = manager.load(monotonic=False)
assert raw.shape[0] == rows, (raw.shape, rows)
assert raw["data_id"].n_unique() == len(expected)
frame = manager.load(monotonic=True, include_meta_data=True)
times = aggregate_running_time(frame, scale_f_log=False, eval_max=budget, return_as_pandas=False)
assert times.shape[0] > 0
print(f"{len(expected)} runs read as they are written")
