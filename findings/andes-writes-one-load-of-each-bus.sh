#!/usr/bin/env bash
# ANDES 2.0.0: system2mpc, which to_matpower uses, writes one load and one shunt of each bus only, the last of them: it assigns
# each to the row of its bus and does not add them up, as the power flow does. It does not look at whether a load or shunt is in
# service either, so stopped ones are in service afterwards. Nothing is logged. AMS, by the same developers, had the first of
# these faults and has corrected it (pull request 178 of CURENT/ams).
# Seen: the lines below, for the power of the slack before and after, and for each bus its load and shunt as written. Bus 2 has
# loads of 30 and 20 MW and shunts of 10 and 20 Mvar, and a load of 40 MW at bus 1 is stopped.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check andes==2.0.0 numpy==2.4.6
told=$(HOME=$place "$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import andes
from andes.io.matpower import mpc2system, system2mpc


def empty():
    grid = andes.System(no_output=True, no_undill=True)
    grid.prepare(quick=True, nomp=True, models=["Bus", "Line", "PQ", "Shunt", "Slack"])
    return grid


def slack(grid):
    grid.setup()
    grid.PFlow.run()
    return f"{100 * grid.Slack.p.v[0]:.0f} MW"


andes.config_logger(stream_level=50)
grid = empty()
for bus in (1, 2):
    grid.add("Bus", idx=bus, name=f"bus {bus}", Vn=110)
grid.add("Slack", bus=1, Vn=110)
grid.add("Line", bus1=1, bus2=2, r=0.01, x=0.05, Vn1=110, Vn2=110)
for bus, power, running in ((2, 0.3, 1), (2, 0.2, 1), (1, 0.4, 0)):
    grid.add("PQ", bus=bus, Vn=110, p0=power, q0=0, u=running)
for power in (0.1, 0.2):
    grid.add("Shunt", bus=2, Vn=110, b=power)
print("slack before", slack(grid))
written = system2mpc(grid)
for bus in written["bus"]:
    print(f"bus {bus[0]:.0f}: {bus[2]:.0f} MW, {bus[5]:.0f} Mvar")
again = empty()
mpc2system(written, again)
print("slack after", slack(again))
PYTHON
)
echo "$told"
[[ $told == "slack before 50 MW
bus 1: 40 MW, 0 Mvar
bus 2: 20 MW, 20 Mvar
slack after 60 MW" ]] || {
  echo "This has changed." >&2
  exit 1
}
