#!/usr/bin/env bash
# VeraGridEngine 6.7.20 (GridCal before): Panda2VeraGrid gives an impedance of pandapower another value. It multiplies the value
# in per unit by the rated power of the element, divides it by the impedance of the base, and multiplies it by 1.6. Right is the
# reference power divided by the rated power. No comment gives a reason for the factor of 1.6. The same impedance with another
# rated power becomes another one. Nothing of this is logged.
# Seen: the lines below, the voltage behind an impedance of 6.05 + 60.5j ohm in the power flows of both: as a line, and as an
# impedance with rated powers of 10 and 100 MVA.
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


for kind, power in (("line", 0), ("impedance", 10), ("impedance", 100)):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, 110, name=name) for name in ("start", "end")]
    pandapower.create_ext_grid(net, buses[0], name="source")
    if kind == "line":
        pandapower.create_line_from_parameters(net, *buses, 1, 6.05, 60.5, 0, 1, name="line")
    else:
        base = 110**2 / power
        pandapower.create_impedance(net, *buses, 6.05 / base, 60.5 / base, power, name="impedance")
    pandapower.create_load(net, buses[1], 30, 5, name="load")
    show(f"{kind} {power} MVA" if power else kind, net, 1)
PYTHON
)
echo "$told"
[[ $told == "line: 0.945, VeraGrid: 0.945
impedance 10 MVA: 0.945, VeraGrid: 0.999
impedance 100 MVA: 0.945, VeraGrid: 0.920" ]] || {
  echo "This has changed." >&2
  exit 1
}
