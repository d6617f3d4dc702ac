#!/usr/bin/env bash
# pandapower 3.5.6: toolbox.compute_switch_flows finds the power through bus-bus switches without impedance by a balance of the
# buses, and leaves out of it what other switches with an impedance carry away, asymmetric loads, and compensators (svc). Each
# switch between the source and such a load has too little power and too small a current and loading, without a warning. The
# documentation says that the function uses the net injection at each bus, leaves switches with an impedance as they are, and
# assumes only that the switches form a tree. It also says that open switches get zero, and they get nan.
# Seen: the lines below, MW and Mvar of the external grid, and then of the two closed switches in a row behind it, and MW of an
# open one at the end. A load of 1 MW is between the two switches, and one of 4 MW, or the compensator, behind the second.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapower
from pandapower.toolbox import compute_switch_flows


def tell(name, impedance, create):
    net = pandapower.create_empty_network()
    buses = [pandapower.create_bus(net, 20) for _ in range(4)]
    pandapower.create_ext_grid(net, buses[0])
    pandapower.create_switch(net, buses[0], buses[1], et="b")
    pandapower.create_switch(net, buses[1], buses[2], et="b", z_ohm=impedance)
    pandapower.create_switch(net, buses[2], buses[3], et="b", closed=False)
    pandapower.create_load(net, buses[1], 1, 0)
    create(net, buses[2])
    pandapower.runpp(net, numba=False)
    compute_switch_flows(net)
    rows = [net.res_ext_grid.iloc[0]] + [net.res_switch.loc[number].rename({"p_from_mw": "p_mw", "q_from_mvar": "q_mvar"})
                                         for number in (0, 1)]
    flows = ", ".join(f"{row.p_mw:.2f} {row.q_mvar:.2f}" for row in rows)
    print(f"{name}: {flows}, {net.res_switch.p_from_mw.at[2]}")


def svc(net, bus):
    pandapower.create_svc(net, bus, x_l_ohm=100, x_cvar_ohm=-200, set_vm_pu=1, thyristor_firing_angle_degree=120,
                          controllable=False)


tell("load", 0, lambda net, bus: pandapower.create_load(net, bus, 4, 0))
tell("behind 0.01 ohm", 0.01, lambda net, bus: pandapower.create_load(net, bus, 4, 0))
tell("asymmetric load", 0, lambda net, bus: pandapower.create_asymmetric_load(net, bus, p_a_mw=1, p_b_mw=1, p_c_mw=2))
tell("compensator", 0, svc)
PYTHON
)
echo "$told"
[[ $told == "load: 5.00 0.00, 5.00 0.00, 4.00 0.00, nan
behind 0.01 ohm: 5.00 0.00, 1.00 0.00, 4.00 0.00, nan
asymmetric load: 5.00 0.00, 1.00 0.00, 0.00 0.00, nan
compensator: 1.00 -0.44, 1.00 0.00, 0.00 0.00, nan" ]] || {
  echo "This has changed." >&2
  exit 1
}
