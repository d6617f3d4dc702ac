#!/usr/bin/env bash
# OpenDSS merges one of two parallel lines with the line behind them when it reduces a circuit by default or by shortlines. The
# other parallel line then ends at a bus without anything (by default), or is removed (shortlines). The load behind is fed through
# one line instead of two, and its voltage falls. The help says that the default eliminates dangling ends and buses without load,
# which should leave the flows as they were. Without a parallel line, the voltage stays. EPRI's OpenDSS 10.1.0.1 (in
# py-dss-interface 2.3.0) and that of DSS-Extensions (in OpenDSSDirect.py 0.9.4) agree.
# Seen: the lines below, for one or two lines in the middle: the voltage at the load before and after, each from both, and the
# lines that are left.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
told=$("$place/python/bin/python" - <<'PYTHON' | grep -F '|' | sed 's/^>*//'
import opendssdirect
import py_dss_interface

epri = py_dss_interface.DSS()


def both(command):
    epri.text(command)
    opendssdirect.Text.Command(command)


def volts():
    epri.circuit.set_active_bus("c")
    opendssdirect.Circuit.SetActiveBus("c")
    return round(epri.bus.vmag_angle[0]), round(opendssdirect.Bus.VMagAngle()[0])


def lines():
    row = opendssdirect.Lines.First()
    while row:
        yield "-".join((opendssdirect.Lines.Name(), opendssdirect.Lines.Bus1(), opendssdirect.Lines.Bus2()))
        row = opendssdirect.Lines.Next()


data = "r1=0.3 x1=0.4 r0=0.9 x0=1.2 c1=0 c0=0 length=2"
for option in ("default", "shortlines Zmag=3"):
    for second in ("", f"new line.second bus1=a bus2=b {data}"):
        for command in (
            "clear",
            "new circuit.c basekv=12.47 bus1=src",
            f"new line.head bus1=src bus2=a {data}",
            f"new line.first bus1=a bus2=b {data}",
            second,
            f"new line.end bus1=b bus2=c {data}",
            "new load.c bus1=c kv=12.47 kw=1000",
            "new energymeter.m element=line.head terminal=1",
            "solve",
        ):
            if command:
                both(command)
        before = volts()
        both(f"set reduceoption={option}")
        both("reduce")
        both("solve")
        print(option.split()[0], "two" if second else "one", "|", *before, "V,", *volts(), "V:", *lines())
PYTHON
)
echo "$told"
[[ $told == "default one | 7050 7050 V, 7050 7050 V: head-src-a first~end-a-c
default two | 7075 7075 V, 7050 7050 V: head-src-a first-a-b second~end-a-c
shortlines one | 7050 7050 V, 7050 7050 V: head-src-a first~end-a-c
shortlines two | 7075 7075 V, 7050 7050 V: head-src-a second~end-a-c" ]] || {
  echo "This has changed." >&2
  exit 1
}
