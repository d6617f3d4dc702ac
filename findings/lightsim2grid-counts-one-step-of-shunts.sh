#!/usr/bin/env bash
# lightsim2grid 1.2.0: network.init_from_pandapower takes p_mw and q_mvar of a shunt of pandapower 3.5.6 as its power, and
# ignores step and vn_kv, without a warning: a bank of three steps has the power of one, a bank with all steps off has it too,
# and a shunt rated for another voltage than that of its bus is not scaled. The scaling of a storage is ignored in the same way,
# while that of loads and generators is used. The documentation says that a conversion can be wrong without an error, lists what
# is not converted, and mentions shunts only for their p_mw. pandapower multiplies by the step, and by the square of the
# voltages.
# Seen: the lines below, voltages of the last two buses in percent by pandapower and by lightsim2grid, for a shunt of 1 Mvar at
# the end of a 20 kV line with a load, with the step and the rated voltage in kV, and for a storage of 1 MW with its scaling.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check lightsim2grid==1.2.0 pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import logging

import numpy
import pandapower
from lightsim2grid.network import init_from_pandapower

logging.disable(logging.CRITICAL)


def shown(voltages):
    return " ".join(f"{abs(voltage) * 100:.2f}" for voltage in voltages[1:])


def compare(name, add):
    network = pandapower.create_empty_network()
    for _ in range(3):
        pandapower.create_bus(network, 20)
    for number in range(2):
        pandapower.create_line_from_parameters(network, number, number + 1, 10, 0.3, 0.35, 10, 0.4)
    pandapower.create_load(network, 2, 2)
    pandapower.create_ext_grid(network, 0)
    pandapower.create_gen(network, 0, 0)
    add(network)
    pandapower.runpp(network)
    other = init_from_pandapower(network).ac_pf(numpy.ones(3, dtype=complex), 20, 1e-8)
    print(f"{name}:", shown(network.res_bus.vm_pu), "|", shown(other))


for step, voltage in ((1, 20), (3, 20), (0, 20), (1, 10)):
    compare(f"shunt {step} {voltage}", lambda network: pandapower.create_shunt(network, 2, 1, 0, voltage, step, 3))
for scaling in (1, 0):
    compare(f"storage {scaling}", lambda network: pandapower.create_storage(network, 2, 1, 10, scaling=scaling))
PYTHON
)
echo "$told"
[[ $told == "shunt 1 20: 97.59 95.18 | 97.59 95.18
shunt 3 20: 95.97 91.93 | 97.59 95.18
shunt 0 20: 98.42 96.86 | 97.59 95.18
shunt 1 10: 95.18 90.36 | 97.59 95.18
storage 1: 97.54 95.14 | 97.54 95.14
storage 0: 98.42 96.86 | 97.54 95.14" ]] || {
  echo "This has changed." >&2
  exit 1
}
