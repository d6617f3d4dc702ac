#!/usr/bin/env bash
# EPRI's OpenDSS 10.1.0.1 (in py-dss-interface 2.3.0) gives the line that replaces two parallel lines (set
# reduceoption=mergeparallel, then reduce) the positive sequence of one of them: r1 and x1 of the later line, for a length of 1.
# The zero sequence is that of both. Two equal lines of length 2 are right by chance. The help says that the lines are merged, and
# the reduced circuit should behave like the first one. The OpenDSS of DSS-Extensions (in OpenDSSDirect.py 0.9.4) computes both
# sequences.
# Seen: the lines below, for the voltage at the load behind two lines of 0.8 and 2.4 ohm, and for the line that replaces them. The
# first number is EPRI's, the second that of DSS-Extensions.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
told=$("$place/python/bin/python" - <<'PYTHON' | grep -F '|' | sed 's/^>*//'
import opendssdirect
import py_dss_interface

epri = py_dss_interface.DSS()
own = opendssdirect.Text


def both(command):
    own.Command(command)
    return epri.text(command), own.Result()


def volts():
    epri.circuit.set_active_bus("b")
    opendssdirect.Circuit.SetActiveBus("b")
    return round(epri.bus.vmag_angle[0]), round(opendssdirect.Bus.VMagAngle()[0])


for command in (
    "clear",
    "new circuit.c basekv=12.47 bus1=src",
    "new line.head bus1=src bus2=a r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=1",
    "new line.first bus1=a bus2=b r1=0.8 x1=1.2 r0=2.4 x0=3.6 c1=0 c0=0 length=1",
    "new line.second bus1=a bus2=b r1=2.4 x1=3.6 r0=7.2 x0=10.8 c1=0 c0=0 length=1",
    "new load.b bus1=b kv=12.47 kw=2000 pf=0.95",
    "new energymeter.m element=line.head terminal=1",
    "solve",
):
    both(command)
print("before | V", *volts())
both("set reduceoption=mergeparallel")
both("reduce")
both("solve")
print("after | V", *volts())
for name in ("length", "r1", "r0"):
    print(name, "|", *(round(float(value), 3) for value in both(f"? line.a||b.{name}")))
PYTHON
)
echo "$told"
[[ $told == "before | V 7070 7070
after | V 6800 7070
length | 1.0 1.0
r1 | 2.4 0.6
r0 | 1.8 1.8" ]] || {
  echo "This has changed." >&2
  exit 1
}
