#!/usr/bin/env bash
# VeraGridEngine 6.7.20 (GridCal before): Panda2VeraGrid leaves out the column scaling of loads and static generators
# of pandapower, and reads no power of storages: a storage that takes 60 MW takes nothing. Nothing of this is logged.
# Seen: the lines below, the voltage at the end in the power flows of both.
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


for name, words in (
    ("load", {}),
    ("load scaled by 0.5", {"scaling": 0.5}),
    ("generator scaled by 0.5", {"scaling": 0.5}),
    ("storage", {"min_p_mw": -80, "max_p_mw": 80, "min_q_mvar": -80, "max_q_mvar": 80, "sn_mva": 80}),
):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, 110, name=name) for name in ("start", "end")]
    pandapower.create_ext_grid(net, buses[0], name="source")
    pandapower.create_line_from_parameters(net, *buses, 20, 0.1, 0.4, 0, 1, name="line")
    if name == "storage":
        pandapower.create_storage(net, buses[1], 60, 100, q_mvar=20, name=name, **words)
    elif name.startswith("load"):
        pandapower.create_load(net, buses[1], 60, 20, name=name, **words)
    else:
        pandapower.create_sgen(net, buses[1], 60, 20, name=name, **words)
    show(name, net, 1)
PYTHON
)
echo "$told"
[[ $told == "load: 0.976, VeraGrid: 0.976
load scaled by 0.5: 0.988, VeraGrid: 0.976
generator scaled by 0.5: 1.011, VeraGrid: 1.022
storage: 0.976, VeraGrid: 1.000" ]] || {
  echo "This has changed." >&2
  exit 1
}
