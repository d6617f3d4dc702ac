#!/usr/bin/env bash
# pandapower 3.5.6: converter.pypowsybl's from_pypowsybl reads a network of pypowsybl 1.16.1 without its shunts and without the
# positions of its tap changers, and without a warning: each transformer has the ratio of its rated voltages, regardless of the
# tap. The documentation names no equipment that is left out. With neither in the network both compute the same voltages.
# Seen: the lines below, in kV at a bus of a load. IEEE 9 gets a shunt of 5 mS there, and instead of it a tap changer with
# ratios of 0.9, 1 and 1.1.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 pypowsybl==1.16.1
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapower
import pandas
import pypowsybl
from pandapower.converter.pypowsybl.from_pypowsybl import from_pypowsybl

parameters = pypowsybl.loadflow.Parameters(distributed_slack=False, use_reactive_limits=False)


def tell(words, network, bus):
    pypowsybl.loadflow.run_ac(network, parameters)
    network.save("network.xiidm", format="XIIDM")
    net = from_pypowsybl("network.xiidm")
    pandapower.runpp(net, numba=False)
    theirs = network.get_bus_breaker_view_buses().v_mag[bus]
    own = (net.res_bus.vm_pu * net.bus.vn_kv)[net.bus.name == bus].item()
    print(words, f"powsybl {theirs:.1f} pandapower {own:.1f} shunts {len(network.get_shunt_compensators())} {len(net.shunt)}")


network = pypowsybl.network.create_ieee9()
tell("IEEE 9", network, "B5")
shunt = pandas.DataFrame(
    {"voltage_level_id": "VL5", "bus_id": "B5", "model_type": "LINEAR", "section_count": 1}, index=pandas.Index(["S"], name="id"))
model = pandas.DataFrame(
    {"g_per_section": 0.0, "b_per_section": 5e-3, "max_section_count": 1}, index=pandas.Index(["S"], name="id"))
network.create_shunt_compensators(shunt, linear_model_df=model)
tell("IEEE 9", network, "B5")
network = pypowsybl.network.create_ieee9()
changer = pandas.DataFrame({"tap": 1, "low_tap": 0, "oltc": False}, index=pandas.Index(["T9-3-0"], name="id"))
steps = pandas.DataFrame(
    {"rho": [0.9, 1.0, 1.1], "r": 0.0, "x": 0.0, "g": 0.0, "b": 0.0}, index=pandas.Index(["T9-3-0"] * 3, name="id"))
network.create_ratio_tap_changers(changer, steps)
for tap in range(3):
    network.update_ratio_tap_changers(id="T9-3-0", tap=tap)
    tell(f"tap {tap}", network, "B8")
PYTHON
)
echo "$told"
[[ $told == "IEEE 9 powsybl 99.6 pandapower 99.6 shunts 0 0
IEEE 9 powsybl 104.3 pandapower 99.6 shunts 1 0
tap 0 powsybl 106.2 pandapower 101.6 shunts 0 0
tap 1 powsybl 101.6 pandapower 101.6 shunts 0 0
tap 2 powsybl 97.3 pandapower 101.6 shunts 0 0" ]] || {
  echo "This has changed." >&2
  exit 1
}
