#!/usr/bin/env bash
# wntr 1.5.0: wntr.metrics.bridges lists both of two parallel pipes if nothing else connects their ends, although the network
# stays connected if one is closed. It makes the multigraph a simple graph for networkx, and then lists each pipe of the pair.
# networkx 3.6.1 accepts multigraphs, and lists only the single pipe.
# Seen: the lines below; P2 and P3 are the parallel ones, and with one closed EPANET still delivers the demand.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0 networkx==3.6.1
cd "$place"
told=$(python/bin/python - <<'PYTHON'
import networkx
import wntr

network = wntr.network.WaterNetworkModel()
network.add_reservoir("R", base_head=60)
for name in "ABC":
    network.add_junction(name, base_demand=0.002, elevation=10)
for name, start, end in (("P1", "R", "A"), ("P2", "A", "B"), ("P3", "A", "B"), ("P4", "B", "C")):
    network.add_pipe(name, start, end, length=100, diameter=0.2)
graph = network.to_graph()
print("WNTR", wntr.metrics.bridges(graph))
plain = graph.to_undirected()
print("networkx", [key for ends in networkx.bridges(plain) for key in plain[ends[0]][ends[1]]])
network.get_link("P2").initial_status = "Closed"
results = wntr.sim.EpanetSimulator(network).run_sim()
print("P2 closed: P3", round(float(results.link["flowrate"].loc[0, "P3"]) * 1000, 1), "l/s, C",
      round(float(results.node["pressure"].loc[0, "C"]), 1), "m")
PYTHON
)
echo "$told"
[[ $told == "WNTR ['P1', 'P2', 'P3', 'P4']
networkx ['P1', 'P4']
P2 closed: P3 4.0 l/s, C 49.9 m" ]] || {
  echo "This has changed." >&2
  exit 1
}
