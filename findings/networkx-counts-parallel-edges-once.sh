#!/usr/bin/env bash
# networkx 3.6.1: edge_connectivity, minimum_edge_cut and edge_disjoint_paths accept a multigraph and count its parallel edges
# once. A network of double lines has connectivity one, although bridges finds none. The documentation does not mention
# multigraphs; k_edge_components and stoer_wagner refuse them. If each node is connected to all others, edge_connectivity is the
# minimum number of edges at a node, all counted, so the triangle has 3 and two nodes of it have 2.
# igraph 1.0.0 counts each edge.
# Seen: the lines below, of two double lines in a row, and of a triangle with two double sides.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check networkx==3.6.1 igraph==1.0.0
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import igraph
import networkx

for what, edges in (
    ("row", [(0, 1), (0, 1), (1, 2), (1, 2)]),
    ("triangle", [(0, 1), (0, 1), (1, 2), (1, 2), (0, 2)]),
):
    graph = networkx.MultiGraph(edges)
    print(what, "bridges", list(networkx.bridges(graph)), "connectivity", networkx.edge_connectivity(graph),
          "of 0 and 1", networkx.edge_connectivity(graph, 0, 1), "paths", len(list(networkx.edge_disjoint_paths(graph, 0, 1))))
    cut = networkx.minimum_edge_cut(graph)
    graph.remove_edges_from(cut)
    print(what, "cut", sorted(cut), "leaves it whole:", networkx.is_connected(graph))
    other = igraph.Graph(edges=edges)
    print(what, "igraph: connectivity", other.edge_connectivity(), "of 0 and 1", other.edge_connectivity(0, 1))
PYTHON
)
echo "$told"
[[ $told == "row bridges [] connectivity 1 of 0 and 1 1 paths 1
row cut [(1, 2)] leaves it whole: True
row igraph: connectivity 2 of 0 and 1 2
triangle bridges [] connectivity 3 of 0 and 1 2 paths 2
triangle cut [(0, 1), (0, 2)] leaves it whole: True
triangle igraph: connectivity 3 of 0 and 1 3" ]] || {
  echo "This has changed." >&2
  exit 1
}
