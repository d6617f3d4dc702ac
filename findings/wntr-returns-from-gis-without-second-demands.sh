#!/usr/bin/env bash
# wntr 1.5.0: a network that goes through to_gis and from_gis has only the first demand of each junction, without a warning. If
# a junction has an emitter, each other one returns with the emitter nan, which EPANET (in wntr) accepts as a number: all
# pressures are nan. A bulk coefficient of one pipe makes that of each other pipe nan. The documentation lists patterns, curves,
# rules, controls, sources and options as missing in GIS data, and not demands.
# Seen: the lines below, the demands of all junctions in l/s, their pressures in m, and rows of the written EPANET file.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0 geopandas==1.2.0 pandas==3.1.1
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pathlib

import wntr


def tell(name, network):
    results = wntr.sim.EpanetSimulator(network).run_sim()
    demands = sum(network.get_node(junction).demand_timeseries_list.at(0) for junction in network.junction_name_list)
    pressures = [f"{results.node['pressure'].loc[0, junction]:.1f}" for junction in network.junction_name_list]
    wntr.network.write_inpfile(network, "written.inp")
    rows = [" ".join(row.split()) for row in pathlib.Path("written.inp").read_text().splitlines() if " nan" in row]
    print(name, f"{demands * 1000:.0f}", *pressures, rows)


for name in ("plain", "emitter", "coefficient"):
    network = wntr.network.WaterNetworkModel()
    network.add_reservoir("R", 50, coordinates=(0, 0))
    network.add_junction("A", 0.01, elevation=1, coordinates=(100, 0))
    network.add_junction("B", 0.01, elevation=1, coordinates=(200, 0))
    network.get_node("B").add_demand(0.02, None, "industry")
    network.add_pipe("P1", "R", "A", 100, 0.3, 100)
    network.add_pipe("P2", "A", "B", 100, 0.3, 100)
    if name == "emitter":
        network.get_node("B").emitter_coefficient = 0.001
    if name == "coefficient":
        network.get_link("P2").bulk_coeff = -1e-6
    tell(f"{name} before", network)
    tell(f"{name} after", wntr.network.from_gis(network.to_gis()))
PYTHON
)
echo "$told"
[[ $told == "plain before 40 48.8 48.7 []
plain after 20 48.9 48.9 []
emitter before 40 48.7 48.6 []
emitter after 20 nan nan ['A nan']
coefficient before 40 48.8 48.7 []
coefficient after 20 48.9 48.9 ['BULK P1 nan']" ]] || {
  echo "This has changed." >&2
  exit 1
}
