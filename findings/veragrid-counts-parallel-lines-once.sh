#!/usr/bin/env bash
# VeraGridEngine 6.7.20 (GridCal before): Panda2VeraGrid leaves out the number of parallel lines and transformers of pandapower. A
# row with two parallel lines becomes one line, with twice the impedance and half the current that it may carry. Nothing of this
# is logged.
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


TYPE = {"vn_hv_kv": 110, "vn_lv_kv": 20, "vk_percent": 12, "vkr_percent": 0.5, "pfe_kw": 0, "i0_percent": 0}

for parallel in (1, 2, 4):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, 110, name=name) for name in ("start", "end")]
    pandapower.create_ext_grid(net, buses[0], name="source")
    pandapower.create_line_from_parameters(net, *buses, 20, 0.1, 0.4, 0, 1, name="line", parallel=parallel)
    pandapower.create_load(net, buses[1], 60, 20, name="load")
    show(f"{parallel} parallel lines", net, 1)
for parallel in (1, 2):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, volts, name=f"{volts} kV") for volts in (110, 20)]
    pandapower.create_ext_grid(net, buses[0], name="source")
    pandapower.create_transformer_from_parameters(net, *buses, 25, name="transformer", parallel=parallel, **TYPE)
    pandapower.create_load(net, buses[1], 15, 5, name="load")
    show(f"{parallel} parallel transformers", net, 1)
PYTHON
)
echo "$told"
[[ $told == "1 parallel lines: 0.976, VeraGrid: 0.976
2 parallel lines: 0.988, VeraGrid: 0.976
4 parallel lines: 0.994, VeraGrid: 0.976
1 parallel transformers: 0.969, VeraGrid: 0.969
2 parallel transformers: 0.986, VeraGrid: 0.969" ]] || {
  echo "This has changed." >&2
  exit 1
}
