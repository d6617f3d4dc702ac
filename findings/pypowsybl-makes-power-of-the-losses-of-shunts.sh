#!/usr/bin/env bash
# pypowsybl 1.16.1: network.convert_from_pandapower gives a shunt of pandapower 3.5.6 a negative conductance for its losses, so
# it delivers the active power that it takes in pandapower, without a warning. In pandapower p_mw of a shunt is consumption, and
# in pypowsybl a positive conductance is. The susceptance has the sign of a capacitor for a negative q_mvar in both, and is
# right. The function has no description that mentions shunts. With p_mw = 0 both agree.
# Seen: the lines below, MW that the external grid delivers and the voltage at the end of a 20 kV line in percent, by pandapower
# and by pypowsybl, for a shunt of p_mw and q_mvar beside a load of 2 MW there.
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
for active, reactive in ((0, 0), (0, -1), (0.5, 0), (1, -1)):
    network = pandapower.create_empty_network()
    for _ in range(2):
        pandapower.create_bus(network, 20)
    pandapower.create_line_from_parameters(network, 0, 1, 10, 0.3, 0.35, 10, 0.4)
    pandapower.create_load(network, 1, 2)
    pandapower.create_shunt(network, 1, reactive, active)
    pandapower.create_ext_grid(network, 0)
    pandapower.runpp(network)
    other = convert_from_pandapower(network)
    loadflow.run_ac(other, loadflow.Parameters(distributed_slack=False))
    print(f"{active} {reactive}: {network.res_ext_grid.p_mw[0]:.2f} {network.res_bus.vm_pu[1] * 100:.1f}",
          f"| {other.get_lines().p1.iloc[0]:.2f} {other.get_buses().v_mag.iloc[1] / 0.2:.1f}")
PYTHON
)
echo "$told"
[[ $told == "0 0: 2.03 98.5 | 2.03 98.5
0 -1: 2.04 99.3 | 2.04 99.3
0.5 0: 2.53 98.1 | 1.53 98.8
1 -1: 3.05 98.5 | 1.01 100.1" ]] || {
  echo "This has changed." >&2
  exit 1
}
