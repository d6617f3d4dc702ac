#!/usr/bin/env bash
# OpenDSS does not update the topology after `open` and `close`: once it was read, the Topology interface lists the isolated
# branches and loads of before, also after further solves, while the power flow has the new state. A load without supply is then
# not isolated, and one that is supplied again is. A line that is disabled, or a SwtControl that opens it, updates both. This
# holds for EPRI's OpenDSS 10.1.0.1 (in py-dss-interface 2.3.0) and for that of DSS-Extensions (in OpenDSSDirect.py 0.9.4). The
# help of open and close says that the terminal is opened and closed, and that of the interface gives the isolated loads of the
# circuit; neither mentions an order.
# Seen: the lines below, kW of the load behind the switch, and the number of isolated loads, for a circuit that is read closed,
# opened, and closed again; opened before it is read, and closed then; read closed and disabled; and read closed and opened by a
# SwtControl.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON' | sed 's/^>*//' | grep -F 'seen' | sed 's/^seen //'
import opendssdirect
import py_dss_interface

epri = py_dss_interface.DSS()
circuit = """clear
new circuit.feeder basekv=12.47 bus1=a
new line.main bus1=a bus2=b r1=0.1 x1=0.1 length=1
new line.switch bus1=b bus2=c r1=0.1 x1=0.1 length=1
new load.house bus1=c kv=12.47 kw=100 pf=1
set voltagebases=[12.47]
calcvoltagebases""".split("\n")
runs = (("", "open line.switch 1", "close line.switch 1"), ("open line.switch 1", "close line.switch 1"),
        ("", "line.switch.enabled=no"), ("", "new swtcontrol.control switchedobj=line.switch switchedterm=1 action=open"))


def extensions(command):
    opendssdirect.Text.Command(command)
    opendssdirect.Loads.First()
    return lambda: (sum(opendssdirect.CktElement.Powers()[::2]), opendssdirect.Topology.NumIsolatedLoads())


def original(command):
    epri.text(command)
    epri.loads.first()
    return lambda: (sum(epri.cktelement.powers[::2]), epri.topology.num_isolated_loads)


for name, run in (("DSS-Extensions", extensions), ("EPRI", original)):
    for commands in runs:
        for command in circuit:
            run(command)
        states = []
        for command in commands:
            if command:
                run(command)
            power, isolated = run("solve")()
            states.append(f"{power + 0:.0f} {isolated}")
        print("seen", name, ", ".join(states), flush=True)
PYTHON
)
echo "$told"
[[ $told == "DSS-Extensions 100 0, 0 0, 100 0
DSS-Extensions 0 1, 100 1
DSS-Extensions 100 0, 0 1
DSS-Extensions 100 0, 0 1
EPRI 100 0, 0 0, 100 0
EPRI 0 1, 100 1
EPRI 100 0, 0 1
EPRI 100 0, 0 1" ]] || {
  echo "This has changed." >&2
  exit 1
}
