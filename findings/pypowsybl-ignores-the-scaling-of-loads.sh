#!/usr/bin/env bash
# pypowsybl 1.16.1: network.convert_from_pandapower takes p_mw and q_mvar of loads and generators of pandapower 3.5.6 and
# ignores their scaling, without a warning: a network that is scaled to a light load is converted with the full one. It also
# puts a bus that is out of service back into service, with its load and what is behind it, and leaves out motors, storages,
# wards, impedances and three-winding transformers. The function has no description that names limits. Loads and lines that are
# out of service stay so. pandapower multiplies the powers by the scaling.
# Seen: the lines below, MW that the external grid delivers by pandapower and by pypowsybl, for a line of two loads of 2 MW: as
# it is, with a scaling of 0.3, with the last bus out of service, with the last load out of service, and with a motor there.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pypowsybl==1.16.1 pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import logging

import pandapower
from pypowsybl import loadflow
from pypowsybl.network import convert_from_pandapower

logging.disable(logging.CRITICAL)
for name in ("as it is", "scaling", "bus", "load", "motor"):
    network = pandapower.create_empty_network()
    for number in range(3):
        pandapower.create_bus(network, 20, in_service=number != 2 or name != "bus")
        if number:
            pandapower.create_line_from_parameters(network, number - 1, number, 5, 0.3, 0.35, 10, 0.4)
            pandapower.create_load(network, number, 2, in_service=number != 2 or name != "load",
                                   scaling=0.3 if name == "scaling" else 1)
    if name == "motor":
        pandapower.create_motor(network, 2, 1, 0.9)
    pandapower.create_ext_grid(network, 0)
    pandapower.runpp(network)
    other = convert_from_pandapower(network)
    loadflow.run_ac(other, loadflow.Parameters(distributed_slack=False))
    print(f"{name}: {network.res_ext_grid.p_mw[0]:.2f} {other.get_lines().p1.iloc[0]:.2f}")
PYTHON
)
echo "$told"
[[ $told == "as it is: 4.08 4.08
scaling: 1.21 4.08
bus: 2.02 4.08
load: 2.02 2.00
motor: 5.14 4.08" ]] || {
  echo "This has changed." >&2
  exit 1
}
