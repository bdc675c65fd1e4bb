#!/bin/sh
# Lets Optuna tune tiny.toml: run-optuna.sh [EVOCUBE]. Needs Python with optuna (pip install optuna).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
"${PYTHON:-python3}" "$here/tune_with_optuna.py" "${1:-evocube}" "$here/tiny.toml"
