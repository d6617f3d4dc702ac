#!/usr/bin/env bash
# pandapower 3.5.6: a phase shifter of a UCTE file with the regulation SYMM turns the voltage and should keep its magnitude, but
# raises it at each tap on either side, like an ASYM one: from_ucte makes its tap changer Symmetrical, which runpp computes as
# Ratio with an angle of 90 degrees. pypowsybl 1.16.1 keeps the magnitude. The Common Information Model says that both sides of
# a symmetrical one have the same magnitude, and that an asymmetrical one at 90 degrees is different. For ASYM both agree.
# Seen: the lines below, kV and degrees behind a transformer of 380 to 220 kV at the tenth tap of 2 % on either side.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 pypowsybl==1.16.1
cd "$place"
cat > asym.uct <<'UCT'
##C 2007.05.01
##N
##ZFR
FAAA1111 AAA          0 3 380.00 0.00000 0.00000 0.00000 0.00000 9999.00 -9999.0 9999.00 -9999.0
FAAA1112 AAA2         0 0        200.000 50.0000 0.00000 0.00000
FAAA1121 AAA3         0 0        50.0000 10.0000 0.00000 0.00000
##L
FAAA1111 FAAA1112 1 0 1.0000 10.000 30.00000   2000
##T
FAAA1111 FAAA1121 1 0 380.0 220.0 500.0 0.5000 10.000 0.000000 0.00000   5000
##R
FAAA1111 FAAA1121 1                    2.000 90.00 10  10       ASYM
UCT
sed 's/10  10 /10 -10 /' asym.uct > asym-back.uct
sed 's/ASYM/SYMM/' asym.uct > symm.uct
sed 's/ASYM/SYMM/' asym-back.uct > symm-back.uct
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapower
import pypowsybl
from pandapower.converter.ucte.from_ucte import from_ucte

parameters = pypowsybl.loadflow.Parameters(distributed_slack=False, use_reactive_limits=False)
for name in ("asym", "asym-back", "symm", "symm-back"):
    network = pypowsybl.network.load(f"{name}.uct")
    pypowsybl.loadflow.run_ac(network, parameters)
    theirs = network.get_bus_breaker_view_buses().loc["FAAA1121"]
    net = from_ucte(f"{name}.uct")
    pandapower.runpp(net, numba=False, calculate_voltage_angles=True)
    bus = net.bus.index[net.bus.vn_kv < 300][0]
    own = net.res_bus.loc[bus]
    print(name, f"pypowsybl {theirs.v_mag:.1f} {theirs.v_angle:.1f}",
          f"pandapower {own.vm_pu * net.bus.vn_kv[bus]:.1f} {own.va_degree:.1f} {net.trafo.tap_changer_type[0]}")
PYTHON
)
echo "$told"
[[ $told == "asym pypowsybl 224.2 11.1 pandapower 224.2 11.1 Ratio
asym-back pypowsybl 224.2 -11.5 pandapower 224.2 -11.5 Ratio
symm pypowsybl 219.8 11.2 pandapower 224.2 11.1 Symmetrical
symm-back pypowsybl 219.8 -11.6 pandapower 224.2 -11.5 Symmetrical" ]] || {
  echo "This has changed." >&2
  exit 1
}
