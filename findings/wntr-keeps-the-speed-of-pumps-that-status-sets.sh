#!/usr/bin/env bash
# WNTR 1.5.0 reads a pump with SPEED 0.8 in [PUMPS] and OPEN or 1 in [STATUS] as a pump of speed 0.8. EPANET 2.3.5 (in epyt
# 2.3.5.3) runs it at full speed, because [STATUS] sets the speed when the run begins. The file that WNTR writes says 0.8 and
# has no such row, so the same engine then pumps less. Another speed in [STATUS] survives: with 0.9, the flow is the same.
# Seen: the lines below, litres per second through the pump from the file and from the file that WNTR wrote of it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0 epyt==2.3.5.3
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import contextlib
import io
import pathlib

INP = """[JUNCTIONS]
J 10 5
[RESERVOIRS]
R 20
[TANKS]
T 50 5 0 20 20 0
[PUMPS]
PU R J HEAD C SPEED 0.8
[CURVES]
C 20 60
[PIPES]
P J T 1000 200 100
[STATUS]
{}
[OPTIONS]
UNITS LPS
HEADLOSS H-W
[COORDINATES]
R 0 0
J 1 0
T 2 0
[END]
"""

with contextlib.redirect_stdout(io.StringIO()):
    import epyt
    import wntr


def flow(file):
    with contextlib.redirect_stdout(io.StringIO()):
        engine = epyt.epanet(file)
        engine.openHydraulicAnalysis()
        engine.initializeHydraulicAnalysis()
        engine.runHydraulicAnalysis()
        told = engine.getLinkFlows(engine.getLinkIndex("PU"))
        engine.unload()
    return round(float(told), 1)


for status in ("", "PU OPEN", "PU 1", "PU 0.9"):
    pathlib.Path("read.inp").write_text(INP.format(status))
    wntr.network.write_inpfile(wntr.network.WaterNetworkModel("read.inp"), "written.inp")
    print(f"STATUS {status or 'empty'}: {flow('read.inp')} l/s, written by WNTR {flow('written.inp')} l/s")
PYTHON
)
echo "$told"
[[ $told == "STATUS empty: 17.1 l/s, written by WNTR 17.1 l/s
STATUS PU OPEN: 28.3 l/s, written by WNTR 17.1 l/s
STATUS PU 1: 28.3 l/s, written by WNTR 17.1 l/s
STATUS PU 0.9: 23.1 l/s, written by WNTR 23.1 l/s" ]] || {
  echo "This has changed." >&2
  exit 1
}
