#!/bin/sh
# Lets SMAC3 tune tiny.toml: run-smac.sh [EVOCUBE [FOLDER]]. Needs Python with smac (pip install smac).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
evocube=${1:-evocube}
folder=${2:-$(mktemp -d)/smac}
mkdir -p "$folder"

# SMAC calls a script with --seed=N --instance=NAME --KEY=VALUE …
cat > "$folder/target" <<END
#!/bin/sh
exec "$(command -v "$evocube")" trial "$here/tiny.toml" --threads 1 --for smac -- "\$@"
END
chmod +x "$folder/target"
"${PYTHON:-python3}" "$here/tune_with_smac.py" "$folder"
echo "SMAC: everything is in $folder"
