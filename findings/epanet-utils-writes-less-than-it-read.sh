#!/usr/bin/env bash
# epanet-utils 0.3.2: save loses data of a network that EPANET 2.3.5 (in owa-epanet 2.3.5) reads. Of two sections of the same name
# only the last is kept. Sections that it does not know, such as [LEAKAGE], are kept for writing, as a comment in the code says,
# and then not written. The curve of a valve of the type PCV is lost. The curve 007 of a valve becomes 7, which does not exist.
# The readme says that a round trip preserves all data and structure.
# Seen: the lines below, with what EPANET makes of the network before and after.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check epanet-utils==0.3.2 owa-epanet==2.3.5
cd "$place"
cat >parts.inp <<'INP'
[JUNCTIONS]
A 10
[JUNCTIONS]
B 10 5
[RESERVOIRS]
R 50
[PIPES]
P R A 100 300 100
[VALVES]
V A B 100 TCV 1
[OPTIONS]
UNITS LPS
[COORDINATES]
R 0 0
A 1 0
B 2 0
[END]
INP
cat >valves.inp <<'INP'
[JUNCTIONS]
A 10
B 10 5
C 10 5
[RESERVOIRS]
R 50
[PIPES]
P R A 100 300 100
[VALVES]
V1 A B 100 PCV 50 0 opening
V2 A C 100 GPV 007
[CURVES]
opening 0 0
opening 50 10
opening 100 100
007 0 0
007 10 5
[LEAKAGE]
P 10 0.1
[OPTIONS]
UNITS LPS
[COORDINATES]
R 0 0
A 1 0
B 2 0
C 2 1
[END]
INP
told=$(python/bin/python - <<'PYTHON'
from epanet import toolkit
from epanet_utils import EpanetInput

for name in ("parts", "valves"):
    EpanetInput(f"{name}.inp").save(f"{name}-saved.inp")
    for file in (name, f"{name}-saved"):
        project = toolkit.createproject()
        try:
            toolkit.open(project, f"{file}.inp", f"{file}.rpt", "")
            print(f"{file}:", toolkit.getcount(project, toolkit.NODECOUNT), "nodes")
        except Exception:
            toolkit.close(project)
            print(f"{file}:", *(" ".join(row.split()) for row in open(f"{file}.rpt") if "Error 203" in row or "Error 206" in row))
rows = [" ".join(row.split()) for row in open("valves-saved.inp")]
print("saved:", *(row for row in rows if "PCV" in row or "GPV" in row or "LEAK" in row))
PYTHON
)
echo "$told"
[[ $told == "parts: 3 nodes
parts-saved: Error 203: undefined node A in [PIPES] section: Error 203: undefined node A in [VALVES] section:
valves: 4 nodes
valves-saved: Error 206: undefined curve 7 in [VALVES] section:
saved: V1 A B 100 PCV 50 0 ; V2 A C 100 GPV 7 ;" ]] || {
  echo "This has changed." >&2
  exit 1
}
