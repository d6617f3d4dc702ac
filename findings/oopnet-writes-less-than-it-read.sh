#!/usr/bin/env bash
# OOPNET 0.6.5 reads an EPANET file and writes another network, without a warning: of two demands of a junction whose row in
# [JUNCTIONS] has 0, the first is lost; a valve that [STATUS] opens is active again; the minutes of START CLOCKTIME are 0; and a
# control after the first day is written as 1 day, 2:00, which EPANET 2.3.5 (in epyt 2.3.5.3) reads as 24 hours instead of 26.
# Seen: the lines below, by EPANET from the file before and after.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check oopnet==0.6.5 epyt==2.3.5.3
cat >"$place/before.inp" <<'INP'
[JUNCTIONS]
J1 10 0
J2 10 0
[RESERVOIRS]
R 90
[PIPES]
P1 R J1 100 300 100
P2 R J1 100 300 100
[VALVES]
V1 J1 J2 300 PRV 30 0
[DEMANDS]
J2 5 1
J2 7 1
[STATUS]
V1 OPEN
[PATTERNS]
1 1 1
[CONTROLS]
LINK P1 CLOSED AT TIME 26
[TIMES]
DURATION 30:00
START CLOCKTIME 6:30 AM
[OPTIONS]
UNITS LPS
[COORDINATES]
R 0 0
J1 1 0
J2 2 0
[END]
INP
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import contextlib
import io

import oopnet
from epyt import epanet

oopnet.Network.read("before.inp").write("after.inp")
for name in ("before", "after"):
    with contextlib.redirect_stdout(io.StringIO()):
        engine = epanet(f"{name}.inp")
        engine.openHydraulicAnalysis()
        engine.initializeHydraulicAnalysis()
        steps = []
        while True:
            time = int(engine.runHydraulicAnalysis())
            values = engine.getNodeActualDemand(2), engine.getNodePressure(2), engine.getLinkStatus(1)
            steps.append((time, *map(float, values)))
            if engine.nextHydraulicAnalysisStep() <= 0:
                break
        start = int(engine.getTimeStartTime())
        engine.closeHydraulicAnalysis()
        engine.unload()
    closed = next(time for time, _, _, status in steps if status == 0)
    print(f"{name}: demand {steps[0][1]:.0f} l/s, pressure {steps[0][2]:.0f} m, starts at {start // 60} min,",
          f"P1 closes at {closed // 3600} h")
PYTHON
)
echo "$told"
[[ $told == "before: demand 12 l/s, pressure 80 m, starts at 390 min, P1 closes at 26 h
after: demand 7 l/s, pressure 30 m, starts at 360 min, P1 closes at 24 h" ]] || {
  echo "This has changed." >&2
  exit 1
}
