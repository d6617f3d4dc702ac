#!/usr/bin/env bash
# geo_nx 0.2.0: project_node and merge_node connect nothing to the node with the number 0, and return None as if no node were
# within the radius. They find that node and then test its number as a truth value. Nodes are numbered from 0 unless the user
# names them, so each network has one, and a meter beside it stays without a connection. The documentation says that row numbers
# are the default, and that the result is None if the distance is greater than the radius; find_nearest_node returns 0. If all
# numbers are greater by one, the same meter is connected. insert_node returns how far the place is from the edge, where the
# documentation promises the place along the edge.
# Seen: the lines below, for a meter 3 m beside each of three nodes in a row, with a radius of 10: the nearest node, the
# distance by project_node, the new edges, and the distance by merge_node. Then what insert_node returns for a place at 30 m, 4
# m beside the edge, and the lengths of the two parts. The package needs folium and matplotlib, and does not require them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check geo_nx==0.2.0 geopandas==1.2.0 networkx==3.6.1 \
  folium==0.20.0 matplotlib==3.11.2
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geo_nx
from geopandas import GeoDataFrame
from shapely import LineString, Point


def mains(first):
    nodes = GeoDataFrame({"node_id": [first, first + 1, first + 2]}, geometry=[Point(x, 0) for x in (0, 100, 200)], crs=25832)
    lines = [LineString([(x, 0), (x + 100, 0)]) for x in (0, 100)]
    edges = GeoDataFrame({"source": [first, first + 1], "target": [first + 1, first + 2]}, geometry=lines, crs=25832)
    return geo_nx.from_geopandas_edgelist(edges, edge_attr=True, node_gdf=nodes, node_id="node_id", node_attr=True)


for first in (0, 1):
    graph = mains(first)
    for x in (0, 100, 200):
        meter = GeoDataFrame({"node_id": ["meter"]}, geometry=[Point(x, 3)], crs=25832)
        meters = geo_nx.from_geopandas_nodelist(meter, node_id="node_id", node_attr=True)
        distance = meters.project_node("meter", graph, 10)
        print(f"from {first} at {x}: {graph.find_nearest_node(Point(x, 3), 10)} {distance} {list(meters.edges)}",
              meters.merge_node("meter", mains(first), 10))
graph = mains(1)
print("insert", graph.insert_node(Point(30, 4), "tap", (1, 2)), [graph.edges[end, "tap"]["weight"] for end in (1, 2)])
PYTHON
)
echo "$told"
[[ $told == "from 0 at 0: 0 None [] None
from 0 at 100: 1 3.0 [('meter', 1)] 3.0
from 0 at 200: 2 3.0 [('meter', 2)] 3.0
from 1 at 0: 1 3.0 [('meter', 1)] 3.0
from 1 at 100: 2 3.0 [('meter', 2)] 3.0
from 1 at 200: 3 3.0 [('meter', 3)] 3.0
insert 4.0 [30.0, 70.0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
