#!/usr/bin/env bash
# Makes the lock files again from pyproject.toml and the .in files, for every platform and Python 3.11 to 3.13.
# What is locked stays as it is unless asked:  packaging/lock.sh [--upgrade | --upgrade-package NAME]
# Each file has versions and hashes only, never the address of an index.
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
uv=.venv/bin/uv
[ -x "$uv" ] || { echo "$uv is missing. Run ./check once, it brings uv." >&2; exit 3; }

lock() { # OUTPUT, then uv's arguments
    local output=$1
    shift
    echo "locking $output" >&2
    "$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --output-file "$output" "$@"
}

lock packaging/bootstrap.txt packaging/bootstrap.in "$@"
lock packaging/build-requirements.txt packaging/build-requirements.in "$@"
lock packaging/requirements.txt pyproject.toml "$@"
lock packaging/requirements-dev.txt pyproject.toml --group dev --constraints packaging/requirements.txt "$@"
