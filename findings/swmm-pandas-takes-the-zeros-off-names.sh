#!/usr/bin/env bash
# swmm-pandas 0.14.2 reads names that look like numbers as numbers: the node 007 becomes 7, in all tables. In [CONTROLS] and in
# [REPORT] it stays 007, because those are kept as text. SWMM 5.2.4 (in swmm-toolkit 0.17.0) runs the first file, and finds
# undefined objects in the one that to_file writes without a change. SWMM takes all names as text.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check swmm-pandas==0.14.2 swmm-toolkit==0.17.0
cd "$place"
cat >storm.inp <<'INP'
[OPTIONS]
FLOW_UNITS CMS
FLOW_ROUTING KINWAVE
START_DATE 01/01/2024
END_DATE 01/01/2024
END_TIME 01:00:00
[JUNCTIONS]
007 10 3
008 9 3
D 12 3
[OUTFALLS]
O 5 FREE
[CONDUITS]
c1 007 008 100 0.01 0 0
c2 D O 100 0.01 0 0
[PUMPS]
p 008 D * ON
[XSECTIONS]
c1 CIRCULAR 1 0 0 0
c2 CIRCULAR 1 0 0 0
[CONTROLS]
RULE r
IF NODE 008 DEPTH > 0.1
THEN PUMP p STATUS = ON
[REPORT]
NODES 007
[COORDINATES]
007 0 0
008 1 0
INP
told=$(python/bin/python - <<'PYTHON' | tr '\r' '\n' | grep -F '|'
from swmm.pandas import Input
from swmm.toolkit import solver

model = Input("storm.inp")
print("junctions |", *model.junc.index)
model.to_file("saved.inp")
for name in ("storm", "saved"):
    try:
        solver.swmm_run(f"{name}.inp", f"{name}.rpt", f"{name}.out")
    except Exception:
        pass
    print(f"\n{name} |", *(row.split(" at ")[0].strip() for row in open(f"{name}.rpt") if "ERROR" in row))
PYTHON
)
echo "$told"
[[ $told == "junctions | 7 8 D
storm |
saved | ERROR 209: undefined object 008 ERROR 209: undefined object 007" ]] || {
  echo "This has changed." >&2
  exit 1
}
