#!/usr/bin/env bash
# pandapower 3.5.6: for several loads at a bus, runpp takes the mean of their shares of constant impedance, regardless of their
# powers, and multiplies all power of the bus with it, including that of generators, motors and storages, which have no such
# share. 4 MW of constant power and 1 MW of constant impedance become 5 MW, half of each. The results of the loads are computed
# from each load's share, so the power of the line differs from that of the bus. The documentation defines the share as that of
# the load. A shunt is the same constant impedance, and with one instead of that load the bus is balanced.
# Seen: the lines below, MW at the end of a line that feeds only loads, a generator and shunts.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapower


def feed(power, impedance, generated, as_shunt):
    net = pandapower.create_empty_network()
    start, end = (pandapower.create_bus(net, 20) for _ in range(2))
    pandapower.create_ext_grid(net, start)
    pandapower.create_line(net, start, end, 20, "NA2XS2Y 1x240 RM/25 12/20 kV")
    if power:
        pandapower.create_load(net, end, power, 0)
    if as_shunt:
        pandapower.create_shunt(net, end, p_mw=impedance, q_mvar=0)
    else:
        pandapower.create_load(net, end, impedance, 0, const_z_p_percent=100, const_z_q_percent=100)
    if generated:
        pandapower.create_sgen(net, end, generated, 0)
    pandapower.runpp(net, numba=False)
    taken = net.res_load.p_mw.sum() + net.res_shunt.p_mw.sum() - net.res_sgen.p_mw.sum()
    return f"{'shunt' if as_shunt else 'load'} brought {-net.res_line.p_to_mw[0]:.3f} taken {taken:.3f}"


for powers in ((0, 2, 0), (4, 1, 0), (1, 4, 0), (0, 2, 1)):
    print(powers, *(feed(*powers, as_shunt) for as_shunt in (False, True)))
PYTHON
)
echo "$told"
[[ $told == "(0, 2, 0) load brought 1.960 taken 1.960 shunt brought 1.960 taken 1.960
(4, 1, 0) load brought 4.858 taken 4.943 shunt brought 4.942 taken 4.942
(1, 4, 0) load brought 4.858 taken 4.772 shunt brought 4.776 taken 4.776
(0, 2, 1) load brought 0.992 taken 0.984 shunt brought 0.984 taken 0.984" ]] || {
  echo "This has changed." >&2
  exit 1
}
