#!/usr/bin/env bash
# power-grid-model-ds 1.5.3: filter_parallel counts a single line as parallel if its start is the start of some double line and
# its end the end of another, because it looks for starts and ends apart from each other. Two lines between the same nodes in
# opposite directions are not counted as parallel. The documentation says that it returns the branches with the given number of
# connections between the same nodes. Version 1.11.0, which needs Python 3.12, does the same.
# Seen: the lines below, for a ring of two double lines and a single one, and for a double line in opposite directions.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check power-grid-model-ds==1.5.3 power-grid-model==1.12.110 \
  numpy==2.4.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from power_grid_model_ds.arrays import LineArray

for name, ends in (("ring", [(1, 2), (1, 2), (2, 3), (2, 3), (1, 3)]), ("opposite", [(1, 2), (2, 1)])):
    lines = LineArray.zeros(len(ends))
    lines.id = range(1, 1 + len(ends))
    lines.from_node, lines.to_node = zip(*ends)
    for what, chosen in (("parallel", (1, "neq")), ("double", (2, "eq")), ("single", (1, "eq"))):
        found = lines.filter_parallel(*chosen)
        print(f"{name}, {what}:", *(f"{start}-{end}" for start, end in zip(found.from_node, found.to_node)))
PYTHON
)
echo "$told"
[[ $told == "ring, parallel: 1-2 1-2 2-3 2-3 1-3
ring, double: 1-2 1-2 2-3 2-3 1-3
ring, single: 1-3
opposite, parallel:
opposite, double:
opposite, single: 1-2 2-1" ]] || {
  echo "This has changed." >&2
  exit 1
}
