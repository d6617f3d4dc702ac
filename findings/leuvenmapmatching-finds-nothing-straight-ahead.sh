#!/usr/bin/env bash
# leuvenmapmatching 1.1.4: with latitudes and longitudes, nodes_closeto, and edges_closeto of an edge index, leave out what lies
# straight to the north, south, east or west at 71 % of the given distance or more. They look up a box whose corners are at that
# distance, not its sides. The documentation says that this is the maximal distance of what is returned. Matching starts at what
# they return. With coordinates in metres, the box is right.
# Seen: the lines below, for nodes at 60, 80 and 95 m in eight directions from a place, and a maximal distance of 100 m; then
# for a road of 1 km that runs from west to east, 80 m to the north.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check leuvenmapmatching==1.1.4 geographiclib==2.1 numpy==2.4.6 \
  pyproj==3.7.2 rtree==1.4.1 scipy==1.17.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from geographiclib.geodesic import Geodesic
from leuvenmapmatching.map.inmem import InMemMap

here = 51.0, 4.0


def far(start, bearing, metres):
    end = Geodesic.WGS84.Direct(*start, bearing, metres)
    return end["lat2"], end["lon2"]


nodes = InMemMap("nodes", use_latlon=True, use_rtree=True)
directions = "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"
for number, direction in enumerate(directions):
    for metres in (60, 80, 95):
        nodes.add_node(100 * number + metres, far(here, 45 * number, metres))
found = [node for distance, node, at in nodes.nodes_closeto(here, max_dist=100)]
for number, direction in enumerate(directions):
    print(f"{direction}:", *sorted(node % 100 for node in found if node // 100 == number))

for metres in (60, 80):
    roads = InMemMap("roads", use_latlon=True, use_rtree=True, index_edges=True)
    roads.add_node(1, far(far(here, 0, metres), 270, 500))
    roads.add_node(2, far(far(here, 0, metres), 90, 500))
    roads.add_edge(1, 2)
    print(f"roads at {metres} m:", len(roads.edges_closeto(here, max_dist=100)))
PYTHON
)
echo "$told"
[[ $told == "north: 60
north-east: 60 80 95
east: 60
south-east: 60 80 95
south: 60
south-west: 60 80 95
west: 60
north-west: 60 80 95
roads at 60 m: 1
roads at 80 m: 0" ]] || {
  echo "This has changed." >&2
  exit 1
}
