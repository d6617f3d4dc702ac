#!/usr/bin/env bash
# WNTR 1.5.0: the WNTRSimulator lets water flow backwards through a pump of constant power, if the power is small: a pump of 50
# W that lifts a quarter of a litre per second to a tank lets 13 litres per second out of that tank. The pump is open, no
# warning appears and the simulation counts as converged. The equation of the pump, power as flow times head, has a second
# solution with both reversed, and the condition that closes such a pump, which is described as preventing reverse flow, tests
# the head alone. The documentation says that both simulators use the same equations and that small differences are expected.
# The EpanetSimulator of the same library pumps forward, and a larger power makes both agree.
# Seen: the lines below, litres per second through the pump and its status by each simulator, for the power in W and the lift in
# m.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import wntr

for power, lift in ((50, 20), (60, 20), (100, 20), (50, 10), (50, 40)):
    flows = []
    for simulator in (wntr.sim.EpanetSimulator, wntr.sim.WNTRSimulator):
        network = wntr.network.WaterNetworkModel()
        network.add_reservoir("low", base_head=50)
        network.add_reservoir("high", base_head=50 + lift)
        for name in "AB":
            network.add_junction(name, elevation=0)
        network.add_pipe("P1", "low", "A", length=200, diameter=0.1)
        network.add_pipe("P2", "B", "high", length=200, diameter=0.1)
        network.add_pump("pump", "A", "B", "POWER", power)
        network.options.time.duration = 0
        results = simulator(network).run_sim(convergence_error=True)
        flow = float(results.link["flowrate"].loc[0, "pump"]) * 1000
        flows.append(f"{flow:.1f} open" if results.link["status"].loc[0, "pump"] else f"{flow:.1f} closed")
    print(power, lift, *flows)
PYTHON
)
echo "$told"
[[ $told == "50 20 0.3 open -13.1 open
60 20 0.3 open -13.1 open
100 20 0.5 open 0.5 open
50 10 0.5 open 0.5 open
50 40 0.1 open -18.9 open" ]] || {
  echo "This has changed." >&2
  exit 1
}
