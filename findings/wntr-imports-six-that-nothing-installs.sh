#!/usr/bin/env bash
# wntr 1.5.0 cannot be imported after `pip install wntr==1.5.0` together with python-dateutil 4.0.0: `wntr/epanet/io.py` imports
# `six`, which the package does not require. It used to come with python-dateutil, a dependency of matplotlib and pandas;
# version 4.0.0 of that no longer needs it.
# Seen: ModuleNotFoundError: No module named 'six'. With six 1.17.0 the import works.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 python-dateutil==4.0.0
told=$("$place/python/bin/python" -c 'import wntr' 2>&1 | tail -n 1 || true)
echo "without six: $told"
[[ $told == "ModuleNotFoundError: No module named 'six'" ]]
"$place/python/bin/pip" install --quiet --disable-pip-version-check six==1.17.0
told=$("$place/python/bin/python" -c 'import wntr; print(wntr.__version__)' 2>&1 | tail -n 1)
echo "with six: wntr $told"
[[ $told == 1.5.0 ]] || {
  echo "This has changed." >&2
  exit 1
}
