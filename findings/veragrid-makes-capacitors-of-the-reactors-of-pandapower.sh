#!/usr/bin/env bash
# VeraGridEngine 6.7.20 (GridCal before): Panda2VeraGrid makes a capacitor of each reactor of pandapower and the other way round.
# q_mvar of a shunt is the reactive power that it takes in pandapower, and B what it gives in VeraGrid; the sign is not changed.
# The number of steps is left out, and shunts that are out of service are in service afterwards. Nothing of this is logged.
# Seen: the lines below, the voltage at the end of a line in the power flows of both, for shunts there.
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

for name, shunt in (
    ("none", {"q_mvar": 0}),
    ("reactor", {"q_mvar": 30}),
    ("capacitor", {"q_mvar": -30}),
    ("three steps of a capacitor", {"q_mvar": -10, "step": 3, "max_step": 3}),
    ("reactor out of service", {"q_mvar": 30, "in_service": False}),
):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, 110, name=name) for name in ("start", "end")]
    pandapower.create_ext_grid(net, buses[0], name="source")
    pandapower.create_line_from_parameters(net, *buses, 20, 0.1, 0.4, 0, 1, name="line")
    pandapower.create_shunt(net, buses[1], name="shunt", **shunt)
    pandapower.runpp(net, numba=False)
    reader = Panda2VeraGrid(net)
    driver = PowerFlowDriver(reader.get_multicircuit(), PowerFlowOptions())
    driver.run()
    problems = [str(entry.severity) for entry in reader.logger.entries if str(entry.severity) != "Information"]
    print(f"{name}: {net.res_bus.vm_pu[1]:.3f}, VeraGrid: {abs(driver.results.voltage[1]):.3f}", *problems)
PYTHON
)
echo "$told"
[[ $told == "none: 1.000, VeraGrid: 1.000
reactor: 0.981, VeraGrid: 1.020
capacitor: 1.020, VeraGrid: 0.981
three steps of a capacitor: 1.020, VeraGrid: 0.993
reactor out of service: 1.000, VeraGrid: 1.020" ]] || {
  echo "This has changed." >&2
  exit 1
}
