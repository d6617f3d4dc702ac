#!/usr/bin/env bash
# swmm-api 0.4.74: macros.flip_link_direction exchanges only the two nodes of a conduit. Both offsets, the entry and the exit
# loss, and the order of the vertices stay, so each end gets the properties of the other one: a pipe that entered a manhole 0.8
# m above its bottom now leaves the other manhole at that height, and its course runs to and fro. The documentation describes it
# as the flip of a link's direction, and mentions no further steps.
# Seen: the lines below, by SWMM 5.2 (swmm-toolkit 0.17.0) and the course by swmmio 0.8.6. With the offsets and the vertices
# exchanged as well, depths and length are as before.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check \
  swmm-api==0.4.74 swmm-toolkit==0.17.0 swmmio==0.8.6 matplotlib==3.10.3
cd "$place"
cat > as-built.inp <<'INP'
[OPTIONS]
FLOW_UNITS LPS
FLOW_ROUTING DYNWAVE
LINK_OFFSETS DEPTH
START_DATE 01/01/2024
END_DATE 01/01/2024
END_TIME 06:00:00
ROUTING_STEP 5
[JUNCTIONS]
J1 100 3
J2 98 3
[OUTFALLS]
O1 97 FREE NO
[CONDUITS]
C1 J1 J2 100 0.013 0 0.8 0 0
C2 J2 O1 100 0.013 0 0 0 0
[XSECTIONS]
C1 CIRCULAR 0.3 0 0 0 1
C2 CIRCULAR 0.5 0 0 0 1
[INFLOWS]
J1 FLOW "" FLOW 1 1 50
[COORDINATES]
J1 0 0
J2 100 0
O1 200 0
[VERTICES]
C1 30 0
C1 60 0
[REPORT]
NODES ALL
LINKS ALL
INP
python/bin/python - >/dev/null 2>&1 <<'PYTHON'
import pathlib

import swmmio
from swmm.toolkit import solver
from swmm_api import read_inp_file, read_out_file
from swmm_api.input_file.macros import flip_link_direction


def tell(name):
    solver.swmm_run(f"{name}.inp", f"{name}.rpt", f"{name}.out")
    results = read_out_file(f"{name}.out")
    depths = results.get_part("node", None, "depth").iloc[-1]
    flows = results.get_part("link", None, "flow").iloc[-1]
    course = swmmio.Model(f"{name}.inp").links.dataframe.coords["C1"]
    length = sum(abs(start[0] - end[0]) for start, end in zip(course, course[1:]))
    with open("told.txt", "a") as file:
        print(f"{name}: depths {depths['J1']:.2f} {depths['J2']:.2f}, flow {flows['C1']:.0f}, course {length:.0f}", file=file)


tell("as-built")
network = read_inp_file("as-built.inp")
flip_link_direction(network, "C1")
network.write_file("flipped.inp")
tell("flipped")
conduit = network.CONDUITS["C1"]
conduit.offset_upstream, conduit.offset_downstream = conduit.offset_downstream, conduit.offset_upstream
network.VERTICES["C1"].vertices.reverse()
network.write_file("with-its-ends.inp")
tell("with-its-ends")
PYTHON
told=$(<told.txt)
echo "$told"
[[ $told == "as-built: depths 0.15 0.12, flow 50, course 100
flipped: depths 0.91 0.12, flow -50, course 160
with-its-ends: depths 0.15 0.12, flow -50, course 100" ]] || {
  echo "This has changed." >&2
  exit 1
}
