#!/usr/bin/env bash
# osmnx 2.1.1: consolidate_intersections leaves the end of a loop where it was, if the node of the loop is merged with another.
# It extends each line to the place of the merged node, at its start if it starts there, or else at its end; a loop does both,
# and only its start is extended. The end then stops short of its node, and the length lacks that part. The documentation says
# that edges and their geometries are reconnected to the merged nodes, and that the lengths are updated. A line to another node
# is extended right.
# Seen: the lines below, for nodes at (0, 0) and (8, 0), which are merged at (4, 0): the loop at (8, 0), and the line from there
# to (100, 0).
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check osmnx==2.1.1 geopandas==1.2.0 networkx==3.6.1 \
  shapely==2.2.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import networkx
import osmnx
from shapely import LineString

graph = networkx.MultiDiGraph(crs="EPSG:25832")
for node, (x, y) in enumerate([(0, 0), (8, 0), (100, 0)]):
    graph.add_node(node, x=x, y=y)
for start, end, line in (
    (0, 1, LineString([(0, 0), (8, 0)])),
    (1, 2, LineString([(8, 0), (100, 0)])),
    (1, 1, LineString([(8, 0), (8, 50), (60, 50), (60, 0), (8, 0)])),
):
    graph.add_edge(start, end, geometry=line, length=line.length)
merged = osmnx.consolidate_intersections(graph, tolerance=5, dead_ends=True)
for start, end, values in merged.edges(data=True):
    places = [tuple(round(number) for number in place) for place in values["geometry"].coords]
    nodes = [(round(merged.nodes[node]["x"]), round(merged.nodes[node]["y"])) for node in (start, end)]
    print("from", nodes[0], "to", nodes[1], f"{values['length']:.0f} m:", *places)
PYTHON
)
echo "$told"
[[ $told == "from (4, 0) to (100, 0) 96 m: (4, 0) (8, 0) (100, 0)
from (4, 0) to (4, 0) 208 m: (4, 0) (8, 0) (8, 50) (60, 50) (60, 0) (8, 0)" ]] || {
  echo "This has changed." >&2
  exit 1
}
