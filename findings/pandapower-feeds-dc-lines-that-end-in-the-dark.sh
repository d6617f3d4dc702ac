#!/usr/bin/env bash
# pandapower 3.5.6: an area that only a DC line connects to the external grid has no voltage in runpp, and its loads get
# nothing, but the DC line still takes its whole power from the grid, and the result calls all of it a loss, without a warning.
# topology.unsupplied_buses reports no bus of that area, and set_isolated_areas_out_of_service takes none out of service,
# because both count a DC line as a connection. A generator in the area does not help. The documentation gives the formula of
# the loss, which is nothing here, and says that unsupplied_buses finds buses that are not connected electrically to an external
# grid. With an external grid in the area all is right.
# Seen: the lines below, buses without voltage by runpp, by unsupplied_buses and out of service, MW that the external grids
# deliver, and MW into the DC line, out of it and lost. The line is set to 5 MW without losses, and the load behind it takes 3
# MW.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapower
from pandapower import toolbox, topology

for name in ("load", "load and generator", "load and external grid"):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, 110) for _ in range(4)]
    pandapower.create_ext_grid(net, buses[0])
    for start, end in ((0, 1), (2, 3)):
        pandapower.create_line_from_parameters(net, buses[start], buses[end], 10, 0.1, 0.3, 0, 1)
    pandapower.create_dcline(net, buses[1], buses[2], p_mw=5, loss_percent=0, loss_mw=0, vm_from_pu=1, vm_to_pu=1)
    pandapower.create_load(net, buses[3], 3)
    if name == "load and generator":
        pandapower.create_gen(net, buses[3], 1)
    if name == "load and external grid":
        pandapower.create_ext_grid(net, buses[3])
    pandapower.runpp(net, numba=False)
    dark = net.res_bus.index[net.res_bus.vm_pu.isna()].tolist()
    unsupplied = sorted(topology.unsupplied_buses(net))
    line = [abs(round(float(net.res_dcline[column].at[0]), 1)) for column in ("p_from_mw", "p_to_mw", "pl_mw")]
    grids = net.res_ext_grid.p_mw.round(1).tolist()
    toolbox.set_isolated_areas_out_of_service(net)
    print(f"{name}: {dark} {unsupplied} {net.bus.index[~net.bus.in_service].tolist()}, grids {grids}, line {line}")
PYTHON
)
echo "$told"
[[ $told == "load: [2, 3] [] [], grids [5.0], line [5.0, 0.0, 5.0]
load and generator: [2, 3] [] [], grids [5.0], line [5.0, 0.0, 5.0]
load and external grid: [] [] [], grids [5.0, -2.0], line [5.0, 5.0, 0.0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
