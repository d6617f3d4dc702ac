#!/usr/bin/env bash
# pandapower 3.5.6: toolbox.select_subnet leaves out each switch at a three-winding transformer, so an open end is closed in the
# subnet. Switches at lines, at two-winding transformers and between buses are included, and the documentation says that all
# elements connected to the buses are. toolbox.set_isolated_areas_out_of_service ignores such a switch too: one isolated bus
# takes the whole transformer out of service, although it is open there, and the bus at its closed end loses supply. The
# documentation mentions the elements that are connected to isolated buses. A line that is open at an isolated bus stays in
# service.
# Seen: the lines below, voltages in percent, and which buses are in service. The transformer from 110 to 20 and 10 kV is
# open at 10 kV (t3). Then a line is open at that bus instead (l).
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapower
from pandapower import toolbox


def network(kind):
    net = pandapower.create_empty_network()
    for voltage in (110, 20, 10 if kind == "t3" else 20):
        pandapower.create_bus(net, voltage)
    pandapower.create_ext_grid(net, 0)
    pandapower.create_load(net, 1, 5)
    pandapower.create_load(net, 2, 3)
    if kind == "t3":
        pandapower.create_transformer3w(net, 0, 1, 2, "63/25/38 MVA 110/20/10 kV")
    else:
        pandapower.create_transformer(net, 0, 1, "25 MVA 110/20 kV")
        pandapower.create_line(net, 1, 2, 1, "NAYY 4x50 SE")
    pandapower.create_switch(net, 2, 0, et=kind, closed=False)
    return net


def tell(kind, name, net):
    pandapower.runpp(net, numba=False)
    print(kind, name, (net.res_bus.vm_pu * 100).round(1).tolist(), net.bus.in_service.tolist())


for kind in ("t3", "l"):
    tell(kind, "before", network(kind))
    tell(kind, "select_subnet", toolbox.select_subnet(network(kind), [0, 1, 2]))
    net = network(kind)
    toolbox.set_isolated_areas_out_of_service(net)
    tell(kind, "set_isolated_areas_out_of_service", net)
PYTHON
)
echo "$told"
[[ $told == "t3 before [100.0, 99.9, nan] [True, True, True]
t3 select_subnet [100.0, 99.9, 99.9] [True, True, True]
t3 set_isolated_areas_out_of_service [100.0, nan, nan] [True, True, False]
l before [100.0, 99.9, nan] [True, True, True]
l select_subnet [100.0, 99.9, nan] [True, True, True]
l set_isolated_areas_out_of_service [100.0, 99.9, nan] [True, True, False]" ]] || {
  echo "This has changed." >&2
  exit 1
}
