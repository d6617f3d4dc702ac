#!/usr/bin/env bash
# pandapower 3.5.6: topology.find_graph_characteristics reports two parallel lines as a bridge and the buses behind them as stub
# buses, and topology.determine_stubs marks both lines as stubs. Its search skips the bus that it came from, and so the other
# line to it. The documentation defines a bridge as an edge that disconnects an area if it gets removed; the graph is a
# multigraph. networkx 3.6.1 reports only the single line.
# Seen: the lines below. 0 to 1 and 2 to 3 are double lines, 1 to 2 is a single one; with one line of each pair out of
# service no bus is unsupplied.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 networkx==3.6.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import networkx
import pandapower
import pandapower.topology

net = pandapower.create_empty_network()
buses = [pandapower.create_bus(net, 20) for _ in range(4)]
pandapower.create_ext_grid(net, buses[0])
for start, end in ((0, 1), (0, 1), (1, 2), (2, 3), (2, 3)):
    pandapower.create_line(net, start, end, 1, "NA2XS2Y 1x240 RM/25 12/20 kV")
graph = pandapower.topology.create_nxgraph(net)
found = pandapower.topology.find_graph_characteristics(graph, [0], ["bridges", "stub_buses"])
print("bridges", sorted((int(one), int(other)) for one, other in found["bridges"]))
print("networkx", [(int(one), int(other)) for one, other in networkx.bridges(graph)])
print("stub buses", sorted(int(bus) for bus in found["stub_buses"]))
pandapower.topology.determine_stubs(net)
print("stub lines", net.line.index[net.line.is_stub].tolist())
net.line.loc[[0, 3], "in_service"] = False
print("unsupplied without lines 0 and 3", sorted(pandapower.topology.unsupplied_buses(net)))
PYTHON
)
echo "$told"
[[ $told == "bridges [(0, 1), (1, 2), (2, 3)]
networkx [(1, 2)]
stub buses [1, 2, 3]
stub lines [0, 1, 2, 3, 4]
unsupplied without lines 0 and 3 []" ]] || {
  echo "This has changed." >&2
  exit 1
}
