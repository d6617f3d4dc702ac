#!/usr/bin/env bash
# pandapower 3.5.6: converter.opendss.from_opendss (with OpenDSSDirect.py 0.9.4) checks only the first end of a switch, and no
# end of other lines: a tie that OpenDSS opens at its second end is closed, and an open line is in service. The documentation
# says that the open status is respected, and that the report lists approximations and omissions; the report stays empty.
# Generators and PV systems are missing too, and are not reported.
# Seen: the lines below, kW that each line takes at its first end. A ring of three lines is fed at one bus.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6 opendssdirect.py==0.9.4
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import opendssdirect
import pandapower
from pandapower.converter.opendss import from_opendss

RING = """clear
new circuit.ring basekv=12.47 bus1=src mvasc3=100000 mvasc1=100000
new line.l1 bus1=src bus2=a r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=1 units=km
new line.l2 bus1=a bus2=b r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=1 units=km
new line.tie bus1=src bus2=b switch=y
new load.a bus1=a kv=12.47 kw=300 pf=0.95
new load.b bus1=b kv=12.47 kw=300 pf=0.95
set voltagebases=[12.47]
calcvoltagebases
"""
for words in (
    "open line.tie 1",
    "open line.tie 2",
    "open line.l2 1",
    "open line.tie 1\nnew generator.g bus1=b kv=12.47 kw=200 pf=1",
    "open line.tie 1\nnew pvsystem.g bus1=b kv=12.47 kva=250 pmpp=200 irradiance=1 pf=1",
):
    with open("ring.dss", "w") as file:
        file.write(RING + words + "\n")
    net = from_opendss("ring.dss")
    theirs = []
    for name in ("l1", "l2"):
        opendssdirect.Circuit.SetActiveElement("line." + name)
        theirs.append(round(sum(opendssdirect.CktElement.Powers()[:6:2])) + 0)
    pandapower.runpp(net, numba=False)
    own = (net.res_line.p_from_mw * 1000).round().astype(int).tolist()
    print(words.replace("\n", ", ")[:38], "| OpenDSS", theirs, "pandapower", own, net.opendss_import["warnings"])
PYTHON
)
echo "$told"
[[ $told == "open line.tie 1 | OpenDSS [601, 300] pandapower [601, 300] []
open line.tie 2 | OpenDSS [601, 300] pandapower [150, -150] []
open line.l2 1 | OpenDSS [300, 0] pandapower [150, -150] []
open line.tie 1, new generator.g bus1= | OpenDSS [400, 100] pandapower [601, 300] []
open line.tie 1, new pvsystem.g bus1=b | OpenDSS [400, 100] pandapower [601, 300] []" ]] || {
  echo "This has changed." >&2
  exit 1
}
