#!/usr/bin/env bash
# power-grid-model-io 1.3.38: PandaPowerConverter applies the scaling of a load twice if the load has a share of constant
# impedance or constant current, so its power is wrong. It subtracts the scaled shares from the unscaled total, and scales the
# rest, which is the constant power: a load of 4 MW of constant impedance, scaled by a half, becomes 3 MW, and scaled by two it
# becomes nothing. The documentation lists the differences between the two models, and of loads only those in delta. pandapower
# 3.5.6 says that the scaling multiplies the active and the reactive power.
# Seen: the lines below, MW that the external grid delivers in pandapower, and in power-grid-model 1.12.110 after the
# conversion. Without scaling, and with constant power, both agree.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 power-grid-model==1.12.110 \
  power-grid-model-io==1.3.38
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapower
from power_grid_model import PowerGridModel
from power_grid_model_io.converters import PandaPowerConverter

for share, percent in (("power", {}), ("impedance", {"const_z_p_percent": 100, "const_z_q_percent": 100}),
                       ("current", {"const_i_p_percent": 100, "const_i_q_percent": 100})):
    for scaling in (1, 0.5, 2):
        net = pandapower.create_empty_network()
        for _ in range(2):
            pandapower.create_bus(net, 20)
        pandapower.create_ext_grid(net, 0, s_sc_max_mva=1e6, rx_max=0.1)
        pandapower.create_line_from_parameters(net, 0, 1, 1, 0.1, 0.1, 0, 1)
        pandapower.create_load(net, 1, 4, 1, scaling=scaling, **percent)
        pandapower.runpp(net, numba=False)
        converter = PandaPowerConverter()
        data, _ = converter.load_input_data(net)
        after = converter.convert(PowerGridModel(data).calculate_power_flow())
        print("constant", share, "scaled by", scaling, "|", f"{net.res_ext_grid.p_mw[0]:.1f}",
              f"{abs(after['res_ext_grid'].p_mw[0]):.1f}")
PYTHON
)
echo "$told"
[[ $told == "constant power scaled by 1 | 4.0 4.0
constant power scaled by 0.5 | 2.0 2.0
constant power scaled by 2 | 8.0 8.0
constant impedance scaled by 1 | 4.0 4.0
constant impedance scaled by 0.5 | 2.0 3.0
constant impedance scaled by 2 | 8.0 0.0
constant current scaled by 1 | 4.0 4.0
constant current scaled by 0.5 | 2.0 3.0
constant current scaled by 2 | 8.0 0.0" ]] || {
  echo "This has changed." >&2
  exit 1
}
