#!/usr/bin/env bash
# pyswmm 2.2.0 (swmm-toolkit 0.17.0, SWMM 5.2.4): Nodes and Links yield their members in one loop only. A second loop over the
# same object yields nothing, without an error, although len() and the test with `in` still find all: a program that makes Nodes
# before the simulation and goes through them at each step sees the first step alone. A loop within a loop ends early, and after
# a break the next loop goes on where the first one stopped. The documentation makes such an object, goes through it in a loop,
# tests names with `in` and takes members by name, and mentions no end. Subcatchments and RainGages have the same code.
# Seen: the lines below, the greatest depth in m of each node over all steps by one object and by a new one at each step, the
# names of a second loop, and the pairs of a loop within a loop.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pyswmm==2.2.0 swmm-toolkit==0.17.0
cd "$place"
cat > sewer.inp <<'INP'
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
AB A B 100 0.013 0 0 0 0
BO B O 100 0.013 0 0 0 0
[XSECTIONS]
AB CIRCULAR 1 0 0 0 1
BO CIRCULAR 1 0 0 0 1
[INFLOWS]
A FLOW "" FLOW 1.0 1.0 0.5
INP
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
from pyswmm import Links, Nodes, Simulation

for name in ("one object", "a new one"):
    greatest = {}
    with Simulation("sewer.inp") as simulation:
        nodes = Nodes(simulation)
        for _ in simulation:
            for node in nodes if name == "one object" else Nodes(simulation):
                greatest[node.nodeid] = max(greatest.get(node.nodeid, 0), node.depth)
    print(f"{name}:", " ".join(f"{node} {depth:.2f}" for node, depth in greatest.items()))
with Simulation("sewer.inp") as simulation:
    links = Links(simulation)
    print("first", [link.linkid for link in links], "second", [link.linkid for link in links], len(links), "BO" in links)
    nodes = Nodes(simulation)
    print("pairs", [one.nodeid + other.nodeid for one in nodes for other in nodes])
PYTHON
)
echo "$told"
[[ $told == "one object: A 0.01 B 0.00 O 0.00
a new one: A 0.42 B 0.39 O 0.38
first ['AB', 'BO'] second [] 2 True
pairs ['AB', 'AO']" ]] || {
  echo "This has changed." >&2
  exit 1
}
