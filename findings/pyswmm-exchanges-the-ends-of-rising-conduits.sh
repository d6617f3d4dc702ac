#!/usr/bin/env bash
# pyswmm 2.2.0 (swmm-toolkit 0.17.0, SWMM 5.2.4): inlet_offset and outlet_offset of a conduit that rises are exchanged, and so
# are inlet_head_loss and outlet_head_loss, although inlet_node and outlet_node are as in the file. SWMM turns such a conduit
# around when it opens a file with dynamic wave routing. The nodes and the flow are turned back for the user, the properties of
# the ends are not: a pipe that leaves A 0.3 m above its bottom seems to leave it at 0.1 m. The same conduit with a fall is
# right. The documentation calls them the upstream and downstream offset and loss, and mentions no exchange.
# Seen: the lines below. In the file, the conduit has offset 0.3 and loss 0.5 at A, and offset 0.1 and loss 1.5 at B. Water
# flows from A to B.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pyswmm==2.2.0 swmm-toolkit==0.17.0
cd "$place"
cat > falling.inp <<'INP'
[OPTIONS]
FLOW_UNITS CMS
FLOW_ROUTING DYNWAVE
START_DATE 01/01/2020
START_TIME 00:00:00
END_DATE 01/01/2020
END_TIME 02:00:00
REPORT_START_DATE 01/01/2020
REPORT_START_TIME 00:00:00
REPORT_STEP 00:05:00
ROUTING_STEP 5
[JUNCTIONS]
A 10 3 0 0 0
B 9.5 3 0 0 0
[OUTFALLS]
O 9 FREE NO
[CONDUITS]
AB A B 100 0.013 0.3 0.1 0 0
BO B O 100 0.013 0 0 0 0
[XSECTIONS]
AB CIRCULAR 1 0 0 0 1
BO CIRCULAR 1 0 0 0 1
[LOSSES]
AB 0.5 1.5 0 NO
[INFLOWS]
A FLOW "" FLOW 1.0 1.0 0.05
INP
sed 's/^B 9.5 /B 10.5 /' falling.inp > rising.inp
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
from pyswmm import Links, Simulation

for name in ("falling", "rising"):
    with Simulation(f"{name}.inp") as simulation:
        conduit = Links(simulation)["AB"]
        for _ in simulation:
            flow = conduit.flow
        print(
            name, f"{flow:.2f}",
            f"{conduit.inlet_node} offset {conduit.inlet_offset:g} loss {conduit.inlet_head_loss:g},",
            f"{conduit.outlet_node} offset {conduit.outlet_offset:g} loss {conduit.outlet_head_loss:g}",
        )
PYTHON
)
echo "$told"
[[ $told == "falling 0.05 A offset 0.3 loss 0.5, B offset 0.1 loss 1.5
rising 0.05 A offset 0.1 loss 1.5, B offset 0.3 loss 0.5" ]] || {
  echo "This has changed." >&2
  exit 1
}
