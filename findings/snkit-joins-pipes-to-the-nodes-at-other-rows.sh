#!/usr/bin/env bash
# snkit 1.9.0: add_topology gives the edges wrong nodes if the rows of the nodes are not numbered from 0 in order, as after
# sort_values. The search for the nearest node returns the position of a row, which is then used as its label. No warning
# appears, and from_id and to_id are those of other nodes. link_nodes_to_nearest_edge uses the same search for edges: a meter 1
# m from a main gets a service to another main, 51 m away. After reset_index all is right. The documentation mentions no index.
# Rows that were dropped cause a KeyError, but only if a label does not exist.
# Seen: the lines below, the ends of both mains (M1 is from A to B, M2 from B to C), and the length of the service.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check snkit==1.9.0 geopandas==1.2.0 networkx==3.6.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
from shapely import LineString, Point
from snkit.network import Network, add_topology, link_nodes_to_nearest_edge

nodes = geopandas.GeoDataFrame({"id": ["A", "B", "C"], "depth": [2, 3, 1]}, geometry=[Point(0, 0), Point(50, 0), Point(50, 50)])
mains = geopandas.GeoDataFrame(
    {"id": ["M1", "M2"], "diameter": [200, 100]},
    geometry=[LineString([(0, 0), (50, 0)]), LineString([(50, 0), (50, 50)])],
)
meter = geopandas.GeoDataFrame({"id": ["meter"]}, geometry=[Point(-1, 0)])


def tell(name, nodes, mains):
    ends = add_topology(Network(nodes, mains)).edges.set_index("id").sort_index()
    linked = link_nodes_to_nearest_edge(Network(meter, mains)).edges
    services = linked[linked["id"].isna()]
    print(name, [f"{main} {ends.from_id[main]}-{ends.to_id[main]}" for main in ends.index], services.length.tolist())


tell("as created", nodes, mains)
tell("sorted", nodes.sort_values("depth"), mains.sort_values("diameter"))
tell("renumbered", nodes.sort_values("depth").reset_index(drop=True), mains.sort_values("diameter").reset_index(drop=True))
PYTHON
)
echo "$told"
[[ $told == "as created ['M1 A-B', 'M2 B-C'] [1.0]
sorted ['M1 B-C', 'M2 C-A'] [51.0]
renumbered ['M1 A-B', 'M2 B-C'] [1.0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
