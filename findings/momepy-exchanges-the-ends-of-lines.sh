#!/usr/bin/env bash
# momepy 0.11.0: nx_to_gdf exchanges node_start and node_end of a line whose end node an earlier line introduced. gdf_to_nx
# makes a graph without direction by default, and networkx 3.6.1 names the ends of its edges in the order of the nodes, which
# nx_to_gdf takes for start and end. The geometry keeps its direction, so each such pipe starts at the place of its node_end,
# without a warning: the fall and the flow by the nodes have the wrong sign. With directed=True all lines are right. The
# documentation calls the two columns a standard output of the function, and mentions no order.
# Seen: the lines below, for three pipes: the names of the nodes by node_start and node_end, and by the ends of the geometry,
# without direction and with it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check momepy==0.11.0 geopandas==1.2.0 networkx==3.6.1 \
  shapely==2.2.0 numpy==2.4.6 pandas==3.1.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import momepy
from shapely import LineString

places = {(0, 0): "A", (100, 0): "B", (200, 0): "C", (100, 80): "D"}
pipes = geopandas.GeoDataFrame({"pipe": [1, 2, 3]}, crs=25832, geometry=[
    LineString([(0, 0), (100, 0)]), LineString([(200, 0), (100, 0)]), LineString([(100, 80), (100, 0)])])
for directed in (False, True):
    nodes, lines = momepy.nx_to_gdf(momepy.gdf_to_nx(pipes, directed=directed))
    names = {node.nodeID: places[node.geometry.coords[0]] for node in nodes.itertuples()}
    for line in lines.sort_values("pipe").itertuples():
        print(directed, line.pipe, names[line.node_start] + names[line.node_end],
              places[line.geometry.coords[0]] + places[line.geometry.coords[-1]])
PYTHON
)
echo "$told"
[[ $told == "False 1 AB AB
False 2 BC CB
False 3 BD DB
True 1 AB AB
True 2 CB CB
True 3 DB DB" ]] || {
  echo "This has changed." >&2
  exit 1
}
