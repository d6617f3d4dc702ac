#!/usr/bin/env bash
# lightsim2grid 1.2.0: network.init_from_pandapower puts each generator of pandapower 3.5.6 that is out of service back into
# service if the external grid is at a bus without a generator, as is usual: it deactivates them, and then creates all of them
# again together with the external grid. An external grid that is out of service feeds as well. The documentation says that a
# conversion can be wrong without an error, and lists what it does not convert, but not generators and external grids; lines and
# loads that are out of service stay so.
# Seen: the lines below, voltages of the three buses in pandapower and in lightsim2grid. The external grid is at bus 0, the
# other source at bus 2. With another generator at bus 0, the generator that is out of service stays so.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 lightsim2grid==1.2.0
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import numpy
import pandapower
from lightsim2grid.network import init_from_pandapower


def tell(name, net):
    pandapower.runpp(net, numba=False)
    voltages = init_from_pandapower(net).ac_pf(numpy.ones(3, dtype=complex), 20, 1e-10)
    print(name, net.res_bus.vm_pu.round(4).tolist(), abs(voltages).round(4).tolist())


def network():
    net = pandapower.create_empty_network()
    for _ in range(3):
        pandapower.create_bus(net, 20)
    for bus in range(2):
        pandapower.create_line_from_parameters(net, bus, bus + 1, 1, 0.3, 0.3, 10, 0.4)
    pandapower.create_ext_grid(net, 0)
    pandapower.create_load(net, 2, 4, 1)
    return net


for in_service in (True, False):
    net = network()
    pandapower.create_gen(net, 2, 1, 1.03, in_service=in_service)
    tell(f"generator {in_service}:", net)
for in_service in (True, False):
    net = network()
    pandapower.create_ext_grid(net, 2, 1.03, in_service=in_service)
    tell(f"external grid {in_service}:", net)
net = network()
net.line.loc[1, "in_service"] = False
net.load.loc[0, "bus"] = 1
pandapower.create_line_from_parameters(net, 0, 2, 1, 0.3, 0.3, 10, 0.4)
pandapower.create_load(net, 2, 4, 1, in_service=False)
tell("line and load False:", net)
net = network()
pandapower.create_gen(net, 0, 1, 1.0)
pandapower.create_gen(net, 2, 1, 1.03, in_service=False)
tell("generator False, another at bus 0:", net)
PYTHON
)
echo "$told"
[[ $told == "generator True: [1.0, 1.0148, 1.03] [1.0, 1.0148, 1.03]
generator False: [1.0, 0.9962, 0.9924] [1.0, 1.0148, 1.03]
external grid True: [1.0, 1.015, 1.03] [1.0, 1.0148, 1.03]
external grid False: [1.0, 0.9962, 0.9924] [1.0, 1.0148, 1.03]
line and load False: [1.0, 0.9962, 1.0] [1.0, 0.9962, 1.0]
generator False, another at bus 0: [1.0, 0.9962, 0.9924] [1.0, 0.9962, 0.9924]" ]] || {
  echo "This has changed." >&2
  exit 1
}
