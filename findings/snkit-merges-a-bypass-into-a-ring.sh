#!/usr/bin/env bash
# snkit 1.9.0: merge_edges merges the edges of a path between two junctions, and with them any other edge between the same two
# junctions. A bypass of two pipes and the main beside it become one ring, which starts and ends at the same junction. The other
# junction has no connection to it any more: the network falls into two parts, without a warning. The documentation says that
# edges are merged if they share a node of degree 2, and both ends of the main have degree 3. Two paths of two pipes each stay
# apart.
# Seen: the lines below, the edges by their ends, and the parts of the network that have edges.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check snkit==1.9.0 geopandas==1.2.0 networkx==3.6.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import networkx
from shapely import LineString, Point
from snkit.network import Network, add_topology, merge_edges

places = {"S": (-9, 0), "A": (0, 0), "X": (5, 5), "Y": (5, -5), "B": (10, 0), "T": (19, 0)}


def tell(name, network):
    pairs = list(zip(network.edges.from_id, network.edges.to_id))
    parts = networkx.number_connected_components(networkx.MultiGraph(pairs))
    print(name, " ".join(sorted("".join(sorted(pair)) for pair in pairs)), f"in {parts}")


for name, pipes in (("bypass", ("SA", "AX", "XB", "AB", "BT")), ("two paths", ("SA", "AX", "XB", "AY", "YB", "BT"))):
    used = sorted(set("".join(pipes)))
    nodes = geopandas.GeoDataFrame({"id": used}, geometry=[Point(places[node]) for node in used])
    lines = [LineString([places[start], places[end]]) for start, end in pipes]
    network = add_topology(Network(nodes, geopandas.GeoDataFrame({"id": pipes}, geometry=lines)))
    tell(f"{name} before:", network)
    tell(f"{name} after:", merge_edges(network))
PYTHON
)
echo "$told"
[[ $told == "bypass before: AB AS AX BT BX in 1
bypass after: AA AS BT in 2
two paths before: AS AX AY BT BX BY in 1
two paths after: AB AB AS BT in 1" ]] || {
  echo "This has changed." >&2
  exit 1
}
