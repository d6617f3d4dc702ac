#!/usr/bin/env bash
# OpenDSS: `set mode=snapshot` puts every switch of a SwtControl back to its Normal, although snapshot is the mode already and
# nothing was solved in between. A tie that is normally closed and now open closes again, and its load is supplied. Without that
# command, the switch stays open through repeated solves. This holds for EPRI's 10.1.0.1 (in py-dss-interface 2.3.0) and for
# DSS-Extensions (in OpenDSSDirect.py 0.9.4), but only EPRI's keeps a State that is set before Normal: in DSS-Extensions, the
# later of the two properties decides, and in EPRI's, a Normal alone moves no switch before a mode is set.
# Seen: the lines below, the kW of the load behind the switch.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
cd "$place"
told=$(python/bin/python - <<'PYTHON' | sed 's/^>*//' | grep -F 'kW'
import opendssdirect
import py_dss_interface

FEEDER = (
    "clear",
    "new circuit.feeder basekv=12.47 bus1=src",
    "new line.feed bus1=src bus2=a r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=1 units=km",
    "new line.tie bus1=a bus2=b switch=y",
    "new load.b bus1=b kv=12.47 kw=300 pf=0.95",
)
epri = py_dss_interface.DSS()


def epri_powers():
    epri.circuit.set_active_element("load.b")
    return epri.cktelement.powers


def own_powers():
    opendssdirect.Circuit.SetActiveElement("load.b")
    return opendssdirect.CktElement.Powers()


for engine, run, powers in (
    ("EPRI", epri.text, epri_powers),
    ("DSS-Extensions", opendssdirect.Text.Command, own_powers),
):
    for switch in ("Normal=closed State=open", "State=open Normal=closed", "Normal=open"):
        seen = []
        for commands in (("solve",), ("solve", "solve"), ("set mode=snapshot", "solve")):
            for command in (*FEEDER, "new swtcontrol.tie switchedobj=line.tie switchedterm=1 " + switch, *commands):
                run(command)
            seen.append(round(sum(powers()[:6:2])) + 0)
        print(f"{engine}, {switch}: {seen[0]} kW, solved again {seen[1]} kW, after set mode {seen[2]} kW")
PYTHON
)
echo "$told"
[[ $told == "EPRI, Normal=closed State=open: 0 kW, solved again 0 kW, after set mode 300 kW
EPRI, State=open Normal=closed: 0 kW, solved again 0 kW, after set mode 300 kW
EPRI, Normal=open: 300 kW, solved again 300 kW, after set mode 0 kW
DSS-Extensions, Normal=closed State=open: 0 kW, solved again 0 kW, after set mode 300 kW
DSS-Extensions, State=open Normal=closed: 300 kW, solved again 300 kW, after set mode 300 kW
DSS-Extensions, Normal=open: 0 kW, solved again 0 kW, after set mode 0 kW" ]] || {
  echo "This has changed." >&2
  exit 1
}
