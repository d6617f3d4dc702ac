#!/usr/bin/env bash
# pandapower 3.5.6: from_ppc (of converter.pypower, which from_mpc uses for MATPOWER files) puts each transformer that is out of
# service back into service if its ratio is nominal, which is 0 or 1 in the table of branches. Such a branch between two
# voltages becomes an impedance, and its status is not passed on. A line and a transformer with any other ratio keep theirs. So
# an open transformer carries half of the load, without a warning. The documentation says that case files are converted to the
# structure of pandapower, and mentions no status. PYPOWER 5.1.21 leaves the branch out.
# Seen: the lines below, MW through two parallel branches, of which the second is out of service, by PYPOWER and by pandapower,
# for the voltage behind them in kV and their ratio.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 pypower==5.1.21
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import copy

import numpy
import pandapower
from pandapower.converter.pypower.from_ppc import from_ppc
from pypower.api import ppoption, runpf

for voltage, ratio in ((110, 0), (20, 1.02), (20, 1), (20, 0)):
    case = {
        "version": "2",
        "baseMVA": 100.0,
        "bus": numpy.array([
            [1, 3, 0, 0, 0, 0, 1, 1, 0, 110, 1, 1.1, 0.9],
            [2, 1, 10, 0, 0, 0, 1, 1, 0, voltage, 1, 1.1, 0.9],
        ], float),
        "gen": numpy.array([[1, 10, 0, 99, -99, 1, 100, 1, 99, 0]], float),
        "branch": numpy.array([[1, 2, 0, 0.1, 0, 40, 40, 40, ratio, 0, status, -360, 360] for status in (1, 0)], float),
    }
    solved, _ = runpf(copy.deepcopy(case), ppoption(VERBOSE=0, OUT_ALL=0))
    net = from_ppc(copy.deepcopy(case), f_hz=50)
    pandapower.runpp(net, numba=False)
    kind = next(kind for kind in ("line", "trafo", "impedance") if len(net[kind]))
    side = "p_hv_mw" if kind == "trafo" else "p_from_mw"
    flows = [abs(round(float(flow), 1)) for flow in net["res_" + kind][side].fillna(0)]
    print(f"{voltage} kV, {ratio}: PYPOWER {solved['branch'][:, 13].round(1).tolist()}, {kind} {flows}")
PYTHON
)
echo "$told"
[[ $told == "110 kV, 0: PYPOWER [10.0, 0.0], line [10.0, 0.0]
20 kV, 1.02: PYPOWER [10.0, 0.0], trafo [10.0, 0.0]
20 kV, 1: PYPOWER [10.0, 0.0], impedance [5.0, 5.0]
20 kV, 0: PYPOWER [10.0, 0.0], impedance [5.0, 5.0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
