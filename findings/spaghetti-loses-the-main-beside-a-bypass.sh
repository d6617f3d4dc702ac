#!/usr/bin/env bash
# spaghetti 1.7.6: the graph of a network has at most one edge between two junctions. Of a main and its bypass one is missing in
# edges and edge_lengths, without a warning, and it is not always the longer one: a straight course is lost to one with bends,
# and of two with bends the one that is drawn first. Arcs are the segments of the lines, and the graph has an edge for each
# chain of arcs between two nodes; both chains here have the same two nodes, which are the key of the edge. The documentation
# says that the graph leaves out the nodes of degree 2, and mentions no loss. The arcs, and the lengths of the components by
# arcs, are complete.
# Seen: the lines below, length of the network by arcs and by edges, and the lengths of the edges. A main of 300 m has a bypass
# of 140 m beside its middle third of 100 m, which is straight and then has a bend, and is drawn before the bypass and then
# after it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check spaghetti==1.7.6 libpysal==4.14.1 geopandas==1.2.0 \
  shapely==2.2.0 numpy==2.4.6 pandas==3.1.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import spaghetti
from geopandas import GeoDataFrame
from shapely import LineString

first, last = LineString([(0, 0), (100, 0)]), LineString([(200, 0), (300, 0)])
straight, bent = LineString([(100, 0), (200, 0)]), LineString([(100, 0), (130, 0), (200, 0)])
bypass = LineString([(100, 0), (100, 20), (200, 20), (200, 0)])
for name, middle in (("alone", [straight]), ("straight", [straight, bypass]), ("bent", [bent, bypass]),
                     ("bent", [bypass, bent])):
    network = spaghetti.Network(in_data=GeoDataFrame(geometry=[first, *middle, last]))
    edges = [round(length) for length in network.edge_lengths.values()]
    print(f"{name}: {network.network_component_lengths[0]:.0f} {sum(edges)} {sorted(edges)}")
PYTHON
)
echo "$told"
[[ $told == "alone: 300 300 [300]
straight: 440 340 [100, 100, 140]
bent: 440 340 [100, 100, 140]
bent: 440 300 [100, 100, 100]" ]] || {
  echo "This has changed." >&2
  exit 1
}
