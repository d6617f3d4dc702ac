#!/usr/bin/env bash
# VeraGridEngine 6.7.20 (GridCal before): Panda2VeraGrid divides the powers of loads, generators and shunts by sn_mva of the net.
# In pandapower this is the reference of the per-unit system only, and powers are in MW whatever it is. A comment in the code says
# that pandapower would scale loads by it. Of static generators, the active power is divided and the reactive power is not. A net
# that pandapower reads from a MATPOWER case keeps its base, mostly 100 MVA, so that one percent of the load is left.
# Seen: the lines below, MW and Mvar in pandapower and after the conversion: for a small net with a reference of 1 and of 100 MVA,
# and for case9.
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
from pandapower.networks import case9
from VeraGridEngine.IO.others.pandapower_parser import Panda2VeraGrid


def total(elements):
    return f"{sum(one.P for one in elements):g} MW, {sum(one.Q for one in elements):g} Mvar"


for reference in (1, 100):
    net = pandapower.create_empty_network(sn_mva=reference)
    bus = pandapower.create_bus(net, 110, name="bus")
    pandapower.create_load(net, bus, 50, 20, name="load")
    pandapower.create_sgen(net, bus, 30, 10, name="wind")
    read = Panda2VeraGrid(net).get_multicircuit()
    print(f"{reference} MVA, load of 50 MW, 20 Mvar:", total(read.loads))
    print(f"{reference} MVA, static generator of 30 MW, 10 Mvar:", total(read.static_generators))
net = case9()
print(f"case9, {net.sn_mva:g} MVA, loads of {net.load.p_mw.sum():g} MW, {net.load.q_mvar.sum():g} Mvar:",
      total(Panda2VeraGrid(net).get_multicircuit().loads))
PYTHON
)
echo "$told"
[[ $told == "1 MVA, load of 50 MW, 20 Mvar: 50 MW, 20 Mvar
1 MVA, static generator of 30 MW, 10 Mvar: 30 MW, 10 Mvar
100 MVA, load of 50 MW, 20 Mvar: 0.5 MW, 0.2 Mvar
100 MVA, static generator of 30 MW, 10 Mvar: 0.3 MW, 10 Mvar
case9, 100 MVA, loads of 315 MW, 115 Mvar: 3.15 MW, 1.15 Mvar" ]] || {
  echo "This has changed." >&2
  exit 1
}
