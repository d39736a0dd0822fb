#!/usr/bin/env bash
# Builds the sdist, the wheel from it, installs that into an empty environment, and runs the demo there, in an empty
# folder; with OLDEST=1 again with the lowest versions that are allowed, and that of Spark where there is Java. Fails
# where the base install takes more than 450 MB. Says how long `import setrisk` takes, which no test depends on: how much
# it imports is one.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-python3}
oldest=$PWD/tests/oldest.txt
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

"$python" -m venv "$place/build"
"$place/build/bin/python" -m pip install -qq build
"$place/build/bin/python" -m build --outdir "$place/dist" . > "$place/build.log" 2>&1 || { cat "$place/build.log" >&2; exit 1; }

"$python" -m venv "$place/empty"
bare=$(du -sm "$place/empty" | cut -f1)
"$place/empty/bin/python" -m pip install -qq "$place"/dist/*.whl
size=$(($(du -sm "$place/empty" | cut -f1) - bare))

mkdir "$place/here"
cd "$place/here"
"$place/empty/bin/setrisk" demo > demo.txt
grep -q "it eliminates" demo.txt
# Reports and the prompt are in the base.
"$place/empty/bin/setrisk" report demo.duckdb patients_k4 patients.html > report.txt
grep -q "patients_k4" patients.html
"$place/empty/bin/python" -c "import prompt_toolkit"
# What is not in the base says how to get it.
if "$place/empty/bin/setrisk" audit diffpart --epsilon 1 --releases 10 2> missing.txt; then exit 1; fi
grep -q "pip install 'setrisk\[dp\]'" missing.txt

seconds=$("$place/empty/bin/python" -c "
import subprocess, sys, time
def run(code):
    start = time.perf_counter(); subprocess.run([sys.executable, '-c', code], check=True); return time.perf_counter() - start
print(f\"{min(run('import setrisk') for _ in range(3)) - min(run('') for _ in range(3)):.2f}\")")
echo "$(basename "$place"/dist/*.whl): works in an empty environment; the base install takes $size MB, importing it $seconds s"
if [ "$size" -gt 450 ]; then
    echo "the base install takes $size MB, more than 450" >&2
    exit 1
fi

if [ -n "${OLDEST:-}" ]; then
    "$place/empty/bin/python" -m pip install -qq -r "$oldest"
    # A database that a newer DuckDB has written cannot be read by an older one.
    "$place/empty/bin/setrisk" demo oldest.duckdb > demo.txt
    grep -q "it eliminates" demo.txt
    "$place/empty/bin/setrisk" report oldest.duckdb patients_k4 oldest.html > report.txt
    if command -v java > /dev/null; then
        PYSPARK_PYTHON=$place/empty/bin/python "$place/empty/bin/python" -m setrisk.spark.demo > spark.txt 2> spark.log
    fi
    echo "it works with the lowest versions that it allows, too"
fi
