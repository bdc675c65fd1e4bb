#!/bin/sh
# Lets irace tune tiny.toml: run-irace.sh [EVOCUBE [FOLDER]]. Needs irace for R (Debian: r-cran-irace).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
evocube=${1:-evocube}
folder=${2:-$(mktemp -d)/irace}
irace=$(command -v irace || Rscript -e 'cat(system.file("bin", "irace", package = "irace", mustWork = TRUE))')

"$evocube" export "$here/tiny.toml" --to irace --budget 200 --out "$folder"
cd "$folder"
"$irace" -s scenario.txt --check
"$irace" -s scenario.txt --parallel 2
echo "irace: everything is in $folder"
