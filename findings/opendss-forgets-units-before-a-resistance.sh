#!/usr/bin/env bash
# OpenDSS resets the unit of a line's length to none if a resistance, reactance or capacitance follows `units`: a length of 2
# miles becomes 2 without a unit. The distance from the meter, in km, is then 2 instead of 3.22, and a saved circuit has
# units=none. The same holds for rmatrix and for a later change of r1, and does not depend on the position of `length`. EPRI's
# OpenDSS 10.1.0.1 (in py-dss-interface 2.3.0) and that of DSS-Extensions (in OpenDSSDirect.py 0.9.4) agree. The help of these
# properties lists other side effects, but not this one. A line code keeps its unit.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
told=$("$place/python/bin/python" - <<'PYTHON' | grep -F '|' | sed 's/^>*//'
import opendssdirect
import py_dss_interface

epri = py_dss_interface.DSS()
own = opendssdirect.Text.Command
for words in (
    "r1=0.3 x1=0.4 length=2 units=mi",
    "length=2 units=mi r1=0.3 x1=0.4",
    "units=mi r1=0.3 x1=0.4 length=2",
    "length=2 units=mi linecode=code",
    "length=2 units=mi linecode=code\nedit line.l1 r1=0.31",
):
    for run in (epri.text, own):
        for command in (
            "clear",
            "new circuit.c basekv=12.47 bus1=src",
            "new linecode.code nphases=3 r1=0.3 x1=0.4 units=mi",
            *f"new line.l1 bus1=src bus2=a {words}".split("\n"),
            "new load.a bus1=a kv=12.47 kw=100",
            "new energymeter.m element=line.l1 terminal=1",
            "solve",
        ):
            run(command)
    own("? line.l1.units")
    units = epri.text("? line.l1.units"), opendssdirect.Text.Result()
    epri.circuit.set_active_bus("a")
    opendssdirect.Circuit.SetActiveBus("a")
    print(words.replace("\n", ", "), "|", *units, round(epri.bus.distance, 2), round(opendssdirect.Bus.Distance(), 2), "km")
PYTHON
)
echo "$told"
[[ $told == "r1=0.3 x1=0.4 length=2 units=mi | mi mi 3.22 3.22 km
length=2 units=mi r1=0.3 x1=0.4 | none none 2.0 2.0 km
units=mi r1=0.3 x1=0.4 length=2 | none none 2.0 2.0 km
length=2 units=mi linecode=code | mi mi 3.22 3.22 km
length=2 units=mi linecode=code, edit line.l1 r1=0.31 | none none 2.0 2.0 km" ]] || {
  echo "This has changed." >&2
  exit 1
}
