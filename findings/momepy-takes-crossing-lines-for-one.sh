#!/usr/bin/env bash
# momepy 0.11.0: gdf_to_nx with approach="dual" makes one node of two lines with the same centroid, for example of two mains
# that cross at their middles without a connection. The node has the attributes of the second main, and the neighbours of the
# first are connected to it: two separate pairs of pipes become one part, and one pipe is lost, without a warning. A line that
# ends where it starts is connected to no neighbour at all. The documentation says that lines are nodes and that edges are their
# topological relation. With approach="primal" all lines and parts are right. Version 1.0.0 has the same code.
# Seen: the lines below, how many pipes and parts each graph has, and the connected pairs of the dual graph.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check momepy==0.11.0 geopandas==1.2.0 networkx==3.6.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import momepy
import networkx
from shapely import LineString

networks = {
    "crossing": {
        "main 1": [(0, 0), (10, 10)],
        "main 2": [(0, 10), (10, 0)],
        "service 1": [(10, 10), (20, 10)],
        "service 2": [(10, 0), (20, 0)],
    },
    "ring": {"main": [(0, 0), (10, 0)], "ring": [(10, 0), (15, 5), (20, 0), (15, -5), (10, 0)], "service": [(10, 0), (10, 9)]},
}
for name, pipes in networks.items():
    lines = geopandas.GeoDataFrame({"pipe": list(pipes)}, geometry=[LineString(line) for line in pipes.values()])
    primal = momepy.gdf_to_nx(lines)
    print(name, "primal", primal.number_of_edges(), "pipes,", networkx.number_connected_components(primal), "parts")
    dual = momepy.gdf_to_nx(lines, approach="dual")
    of_node = dual.nodes(data="pipe")
    pairs = sorted("-".join(sorted((of_node[one], of_node[other]))) for one, other in dual.edges())
    print(name, "dual", len(dual), "pipes,", networkx.number_connected_components(dual), "parts:", ", ".join(pairs))
PYTHON
)
echo "$told"
[[ $told == "crossing primal 4 pipes, 2 parts
crossing dual 3 pipes, 1 parts: main 2-service 1, main 2-service 2
ring primal 3 pipes, 1 parts
ring dual 3 pipes, 2 parts: main-service" ]] || {
  echo "This has changed." >&2
  exit 1
}
