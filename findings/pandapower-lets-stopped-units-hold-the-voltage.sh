#!/usr/bin/env bash
# pandapower 3.5.6: from_ppc (of converter.pypower, which from_mpc uses for MATPOWER files) lets the first unit at a bus hold
# its voltage, also if that unit is out of service, and takes its voltage setpoint. Each further unit at the bus becomes a
# static generator of constant power. So a bus whose first unit is stopped has no controlled voltage, although its second unit
# runs, and if it is the reference bus, the network has no reference and runpp refuses it. With the two rows of the units
# exchanged all is right. PYPOWER 5.1.21 uses the units in service. The documentation does not mention this.
# Seen: the lines below, voltages of two buses in percent. The unit in service holds 104 % at its bus.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 pypower==5.1.21
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import copy

import numpy
import pandapower
from pandapower.converter.pypower.from_ppc import from_ppc
from pypower.api import ppoption, runpf


def unit(bus, voltage, in_service):
    return [bus, 5, 0, 99, -99, voltage, 100, in_service, 99, 0]


def tell(name, *units):
    case = {
        "version": "2",
        "baseMVA": 100.0,
        "bus": numpy.array([
            [1, 3, 0, 0, 0, 0, 1, 1, 0, 110, 1, 1.1, 0.9],
            [2, 2, 30, 9, 0, 0, 1, 1, 0, 110, 1, 1.1, 0.9],
        ], float),
        "gen": numpy.array(units, float),
        "branch": numpy.array([[1, 2, 0.01, 0.1, 0, 99, 99, 99, 0, 0, 1, -360, 360]], float),
    }
    solved, _ = runpf(copy.deepcopy(case), ppoption(VERBOSE=0, OUT_ALL=0))
    net = from_ppc(copy.deepcopy(case), f_hz=50)
    try:
        pandapower.runpp(net, numba=False)
        voltages = (net.res_bus.vm_pu * 100).round(1).tolist()
    except UserWarning as warning:
        voltages = str(warning).split(".")[0]
    print(f"{name}: PYPOWER {(solved['bus'][:, 7] * 100).round(1).tolist()}, pandapower {voltages}")


tell("stopped unit last", unit(1, 1.02, 1), unit(2, 1.04, 1), unit(2, 1.0, 0))
tell("stopped unit first", unit(1, 1.02, 1), unit(2, 1.0, 0), unit(2, 1.04, 1))
tell("at the reference bus, last", unit(1, 1.04, 1), unit(1, 1.0, 0), unit(2, 1.02, 1))
tell("at the reference bus, first", unit(1, 1.0, 0), unit(1, 1.04, 1), unit(2, 1.02, 1))
PYTHON
)
echo "$told"
[[ $told == "stopped unit last: PYPOWER [102.0, 104.0], pandapower [102.0, 104.0]
stopped unit first: PYPOWER [102.0, 104.0], pandapower [102.0, 100.8]
at the reference bus, last: PYPOWER [104.0, 102.0], pandapower [104.0, 102.0]
at the reference bus, first: PYPOWER [104.0, 102.0], pandapower No reference bus is available" ]] || {
  echo "This has changed." >&2
  exit 1
}
