#!/usr/bin/env bash
# VeraGridEngine 6.7.20 (GridCal before): Panda2VeraGrid takes the number of a line or a transformer in a switch of pandapower for
# its place in the table. Once a row has been dropped, an open switch opens the line at the next row. A switch at the last line is
# left out with an error in the log, and the line is closed. drop_lines of pandapower keeps the numbers of the other rows, and
# buses are found by their number.
# Seen: the lines below, the voltage at the end in the power flows of both, for a line of 5 and one of 20 km of which one is open.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check chardet==7.7.0 fmpy==0.3.32 highspy==1.16.0 \
  networkx==3.6.1 numba==0.68.1 numpy==2.4.6 pandapower==3.5.6 pandas==2.3.3 pulp==3.3.2 pymoo==0.6.2 pyproj==3.7.2 \
  rdflib==7.6.0 scikit-learn==1.9.1 scipy==1.17.1
"$place/python/bin/pip" install --quiet --disable-pip-version-check --no-deps veragridengine==6.7.20
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapower
from VeraGridEngine.IO.others.pandapower_parser import Panda2VeraGrid
from VeraGridEngine.Simulations.PowerFlow.power_flow_driver import PowerFlowDriver
from VeraGridEngine.Simulations.PowerFlow.power_flow_options import PowerFlowOptions


def show(name, net, bus):
    pandapower.runpp(net, numba=False)
    reader = Panda2VeraGrid(net)
    driver = PowerFlowDriver(reader.get_multicircuit(), PowerFlowOptions())
    driver.run()
    problems = [entry.msg for entry in reader.logger.entries if str(entry.severity) != "Information"]
    print(f"{name}: {net.res_bus.vm_pu[bus]:.3f}, VeraGrid: {abs(driver.results.voltage[bus]):.3f}", *problems)


from pandapower.toolbox import drop_lines

for first in (False, True):
    for name in ("short", "long"):
        net = pandapower.create_empty_network()
        buses = [pandapower.create_bus(net, 110, name=name) for name in ("start", "end", "unused")]
        pandapower.create_ext_grid(net, buses[0], name="source")
        if first:
            gone = pandapower.create_line_from_parameters(net, buses[0], buses[2], 1, 0.1, 0.4, 0, 1, name="gone")
        lines = {
            label: pandapower.create_line_from_parameters(net, buses[0], buses[1], length, 0.1, 0.4, 0, 1, name=label)
            for label, length in (("short", 5), ("long", 20))
        }
        pandapower.create_load(net, buses[1], 60, 20, name="load")
        pandapower.create_switch(net, buses[0], lines[name], "l", closed=False)
        if first:
            drop_lines(net, [gone])
        show(f"{name} open{', after a drop' if first else ''}", net, 1)
PYTHON
)
echo "$told"
[[ $told == "short open: 0.976, VeraGrid: 0.976
long open: 0.994, VeraGrid: 0.994
short open, after a drop: 0.976, VeraGrid: 0.994
long open, after a drop: 0.994, VeraGrid: 0.995 Switch referencing to line out of bounds" ]] || {
  echo "This has changed." >&2
  exit 1
}
