#!/usr/bin/env bash
# `save circuit` of OpenDSS does not write which terminals are open: a tie that `open` has opened is closed in the saved
# circuit, and a ring that was cut there is closed again. This holds for EPRI's OpenDSS 10.1.0.1 (in py-dss-interface 2.3.0) and
# for that of DSS-Extensions (in OpenDSSDirect.py 0.9.4). The help of the command mentions the present enabled elements, but no
# switches. An element that is not enabled is left out or written as such, and a SwtControl that holds its switch open is
# written.
# Seen: the lines below, kW of each line before and after.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
cd "$place"
cat > ring.dss <<'DSS'
clear
new circuit.ring basekv=12.47 bus1=src
new line.l1 bus1=src bus2=a r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=1 units=km
new line.l2 bus1=a bus2=b r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=1 units=km
new line.tie bus1=src bus2=b switch=y
new load.a bus1=a kv=12.47 kw=300 pf=0.95
new load.b bus1=b kv=12.47 kw=300 pf=0.95
open line.tie 2
solve
DSS
told=$(python/bin/python - "$place" <<'PYTHON' | sed 's/^>*//' | grep -F 'before'
import pathlib
import sys

import opendssdirect
import py_dss_interface

place = sys.argv[1]
epri = py_dss_interface.DSS()


def own(command):
    opendssdirect.Text.Command(command)


def own_powers():
    for name in ("l1", "l2", "tie"):
        opendssdirect.Circuit.SetActiveElement("line." + name)
        yield opendssdirect.CktElement.Powers()[:6:2]


def epri_powers():
    for name in ("l1", "l2", "tie"):
        epri.circuit.set_active_element("line." + name)
        yield epri.cktelement.powers[:6:2]


for engine, run, powers in (("EPRI", epri.text, epri_powers), ("DSS-Extensions", own, own_powers)):
    run(f'redirect "{place}/ring.dss"')
    before = [round(sum(of)) + 0 for of in powers()]
    run(f'save circuit dir="{place}/{engine}"')
    for written in pathlib.Path(place, engine).glob("*.DSS"):
        written.rename(written.with_suffix(".dss"))
    run("clear")
    run(f'redirect "{place}/{engine}/Master.dss"')
    run("solve")
    print(engine, "before", before, "after", [round(sum(of)) + 0 for of in powers()])
PYTHON
)
echo "$told"
[[ $told == "EPRI before [601, 300, 0] after [151, -149, 449]
DSS-Extensions before [601, 300, 0] after [151, -149, 449]" ]] || {
  echo "This has changed." >&2
  exit 1
}
