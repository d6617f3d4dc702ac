#!/usr/bin/env bash
# WNTR 1.5.0 does not read a network with a rule such as IF SYSTEM CLOCKTIME >= 8 AM: "could not convert string to float: '8
# AM'". With 8:00 AM it does, and a simple control AT CLOCKTIME 8 AM is read as well. EPANET 2.3.5 (in epyt 2.3.5.3) accepts the
# hour alone for both.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six epyt==2.3.5.3
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON'
import contextlib
import io
import pathlib

INP = """[JUNCTIONS]
J1 10 5
[RESERVOIRS]
R 50
[PIPES]
P1 R J1 100 300 100
P2 R J1 100 300 100
[CONTROLS]
LINK P2 CLOSED AT CLOCKTIME 9 PM
[RULES]
RULE 1
IF SYSTEM CLOCKTIME >= {}
THEN PIPE P1 STATUS IS OPEN
[TIMES]
DURATION 24:00
[OPTIONS]
UNITS LPS
[COORDINATES]
R 0 0
J1 1 0
[END]
"""

with contextlib.redirect_stdout(io.StringIO()):
    import epyt
    import wntr

for hour in ("8 AM", "8:00 AM"):
    pathlib.Path("rule.inp").write_text(INP.format(hour))
    with contextlib.redirect_stdout(io.StringIO()):
        engine = epyt.epanet("rule.inp")
        rules = engine.getRuleCount()
        engine.solveCompleteHydraulics()
        engine.unload()
    try:
        controls = len(wntr.network.WaterNetworkModel("rule.inp").control_name_list)
        print(hour, "EPANET", rules, "rule; WNTR", controls, "controls")
    except Exception as error:
        print(hour, "EPANET", rules, "rule; WNTR", type(error).__name__, error)
PYTHON
)
echo "$told"
[[ $told == "8 AM EPANET 1 rule; WNTR ValueError could not convert string to float: '8 AM'
8:00 AM EPANET 1 rule; WNTR 2 controls" ]] || {
  echo "This has changed." >&2
  exit 1
}
