#!/usr/bin/env bash
# leuvenmapmatching 1.1.4: connect_parallelroads connects roads that cross at right angles and share no node, as on a bridge, so
# that a match may go from one to the other. It compares the slopes without their signs, so that a road to the north-east and one
# to the north-west are parallel, and gives a road straight to the east the slope of one straight to the north. The distance
# between roads that cross is 0, which is below any limit. Roads at most other angles are told apart.
# Seen: the lines below, for pairs of roads of 100 m by their bearings: whether edges_nbrto gives the second road as a neighbour
# of the first. Only the first pair is parallel; the others cross.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check leuvenmapmatching==1.1.4 numpy==2.4.6 pyproj==3.7.2 \
  rtree==1.4.1 scipy==1.17.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from math import cos, radians, sin

from leuvenmapmatching.map.inmem import InMemMap


def neighbours(bearings, beside):
    roads = InMemMap("roads", use_latlon=False, use_rtree=True, index_edges=True)
    for number, bearing in enumerate(bearings):
        for end in (0, 1):
            along = 100 * end - 50
            north, east = (round(along * turn(radians(bearing)), 9) for turn in (cos, sin))
            roads.add_node(2 * number + end, (north, east + beside * number))
        roads.add_edge(2 * number, 2 * number + 1)
    roads.connect_parallelroads(dist=0.5)
    return [(start, end) for start, _, end, _ in roads.edges_nbrto((0, 1)) if (start, end) != (1, 1)]


for bearings, beside in (((30, 30), 0.3), ((45, -45), 0), ((0, 90), 0), ((30, -30), 0), ((30, 50), 0)):
    print(f"{bearings[0]} and {bearings[1]} degrees:", *("connected" for _ in neighbours(bearings, beside)))
PYTHON
)
echo "$told"
[[ $told == "30 and 30 degrees: connected
45 and -45 degrees: connected
0 and 90 degrees: connected
30 and -30 degrees: connected
30 and 50 degrees:" ]] || {
  echo "This has changed." >&2
  exit 1
}
