#!/usr/bin/env bash
# scipy 1.17.1: sparse.csgraph takes a table of edges as a coo_array, in which two pipes between the same nodes are two entries,
# and adds their lengths up. dijkstra and shortest_path find 220 m between the ends of pipes of 100 m and 120 m, and
# minimum_spanning_tree gives the tree such a pipe. If the second pipe is entered from its other end, the shorter of the two
# counts, so the result depends on the direction in which each pipe was drawn. The documentation of csgraph says that the
# smaller of the two entries in opposite directions is used, and does not mention entries in the same one. networkx 3.6.1 takes
# the shorter one in both cases.
# Seen: the lines below, the distances in m from node 0 to 1 and 2 by scipy and by networkx, and the sum of the lengths of the
# tree. The pipes are two from 0 to 1, the second drawn in the same or in the other direction, and one of 50 m from 1 to 2.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check scipy==1.17.1 numpy==2.4.6 networkx==3.6.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import networkx
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra, minimum_spanning_tree

for name, second in (("same", (0, 1)), ("other", (1, 0))):
    pipes = [(0, 1, 100.0), (*second, 120.0), (1, 2, 50.0)]
    starts, ends, lengths = zip(*pipes)
    table = coo_array((lengths, (starts, ends)), shape=(3, 3))
    graph = networkx.MultiGraph()
    graph.add_weighted_edges_from(pipes)
    right = networkx.single_source_dijkstra_path_length(graph, 0)
    print(f"{name}:", *dijkstra(table, directed=False, indices=0)[1:], *(right[node] for node in (1, 2)),
          minimum_spanning_tree(table).sum(), networkx.minimum_spanning_tree(graph).size("weight"))
PYTHON
)
echo "$told"
[[ $told == "same: 220.0 270.0 100.0 150.0 270.0 150.0
other: 100.0 150.0 100.0 150.0 150.0 150.0" ]] || {
  echo "This has changed." >&2
  exit 1
}
