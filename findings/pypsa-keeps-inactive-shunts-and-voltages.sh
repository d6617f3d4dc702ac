#!/usr/bin/env bash
# PyPSA 1.2.4: the power flow pf counts shunt impedances that are not active, and lets a generator that is not active hold the
# voltage of its bus, without a warning: the network delivers the reactive power that the stopped generator would have to
# deliver. Loads that are not active take no power. The documentation says of the attribute `active` of a shunt that it decides
# whether the component is active, and of those of generators and loads that they decide about the optimisation, and excludes no
# power flow. If the component is removed instead, the power flow is right.
# Seen: the lines below, voltages of two buses in percent, and Mvar of the slack generator, for a line with a load of 2 MW at
# its end. There is also a shunt of 4 Mvar, a generator with the setpoint 103 %, or a load of 1 MW, which is active, then not
# active, and then removed.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pypsa==1.2.4
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import logging

import pypsa

logging.disable(logging.CRITICAL)
kinds = {"ShuntImpedance": {"b": 0.01}, "Generator": {"control": "PV"}, "Load": {"p_set": 1.0}}
for kind, attributes in kinds.items():
    for state in ("active", "not active", "removed"):
        network = pypsa.Network()
        network.add("Bus", ["A", "B"], v_nom=20.0)
        network.add("Line", "line", bus0="A", bus1="B", r=1.0, x=2.0, s_nom=10)
        network.add("Generator", "slack", bus="A", control="Slack")
        network.add("Load", "load", bus="B", p_set=2.0)
        if kind == "Generator" and state != "removed":
            network.buses.loc["B", "v_mag_pu_set"] = 1.03
        if state != "removed":
            network.add(kind, "part", bus="B", active=state == "active", **attributes)
        network.pf()
        voltages = " ".join(f"{voltage * 100:.1f}" for voltage in network.buses_t.v_mag_pu.iloc[0])
        print(f"{kind} {state}: {voltages} {network.generators_t.q['slack'].iloc[0]:.2f}")
PYTHON
)
echo "$told"
[[ $told == "ShuntImpedance active: 100.0 101.5 -4.02
ShuntImpedance not active: 100.0 101.5 -4.02
ShuntImpedance removed: 100.0 99.5 0.02
Generator active: 100.0 103.0 -6.99
Generator not active: 100.0 103.0 -6.99
Generator removed: 100.0 99.5 0.02
Load active: 100.0 99.2 0.05
Load not active: 100.0 99.5 0.02
Load removed: 100.0 99.5 0.02" ]] || {
  echo "This has changed." >&2
  exit 1
}
