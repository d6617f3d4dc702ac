#!/usr/bin/env bash
# EPANET 2.3.5 (in epyt 2.3.5.3) opens a file with a row of two words in [PIPES] and a row of four in [VALVES], and leaves both
# links out without an error: pipedata and valvedata return error code 0. Version 2.2 refuses both rows.
# Seen: three of five links exist, and the hydraulics run without an error.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check epyt==2.3.5.3
cat >"$place/short.inp" <<'INP'
[JUNCTIONS]
J1 10
J2 10
[RESERVOIRS]
R 50
[PIPES]
P1 R J1 100 300 100
P2 J1 J2 100 300 100
P3 J1 J2 100 300 100
P4 J1
[VALVES]
V1 J1 J2 100
[OPTIONS]
UNITS LPS
[COORDINATES]
R 0 0
J1 1 0
J2 2 0
[END]
INP
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON' | tail -1
from epyt import epanet

network = epanet("short.inp", display_msg=False)
network.openHydraulicAnalysis()
network.initializeHydraulicAnalysis()
time = network.runHydraulicAnalysis()
print(network.getVersion(), network.getLinkNameID(), time)
PYTHON
)
echo "$told"
[[ $told == "20305 ['P1', 'P2', 'P3'] 0" ]] || {
  echo "This has changed." >&2
  exit 1
}
