#!/usr/bin/env bash
# OpenDSS reads a file of coordinates with buscoords or latlongcoords, and sets none of them, if no bus list exists yet. This is
# the case after the commands that build a circuit. No message is given, and the result is empty. setbusxy, which sets the
# coordinates of one bus, gives an error in the same state. The help names the condition for all three. A later solve does not
# read the file again, so that all buses stay at 0, 0. EPRI's OpenDSS 10.1.0.1 (in py-dss-interface 2.3.0) and that of
# DSS-Extensions (in OpenDSSDirect.py 0.9.4) agree.
# Seen: the lines below. The first three are without a bus list, the others after makebuslist.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check opendssdirect.py==0.9.4 py-dss-interface==2.3.0
echo "a, 5, 7" >"$place/places.csv"
told=$("$place/python/bin/python" - "$place/places.csv" <<'PYTHON' | grep -F '|' | sed 's/^>*//'
import sys

import opendssdirect
import py_dss_interface

epri = py_dss_interface.DSS()
own = opendssdirect.Text


def answer(command):
    try:
        own.Command(command)
        second = own.Result()
    except opendssdirect.DSSException as error:
        second = str(error)
    return ["error" if "not found" in said.lower() else said or "nothing" for said in (epri.text(command), second)]


for first in ("", "makebuslist"):
    for setting in (f"buscoords {sys.argv[1]}", f"latlongcoords {sys.argv[1]}", "setbusxy bus=a x=5 y=7"):
        for command in (
            "clear",
            "new circuit.c basekv=12.47 bus1=src",
            "new line.l bus1=src bus2=a",
            "new load.a bus1=a kv=12.47 kw=100",
            first,
        ):
            if command:
                answer(command)
        said = answer(setting)
        answer("solve")
        epri.circuit.set_active_bus("a")
        opendssdirect.Circuit.SetActiveBus("a")
        places = [(epri.bus.x, epri.bus.y), (opendssdirect.Bus.X(), opendssdirect.Bus.Y())]
        print(setting.split()[0], "|", *said, *places)
PYTHON
)
echo "$told"
[[ $told == "buscoords | nothing nothing (0.0, 0.0) (0.0, 0.0)
latlongcoords | nothing nothing (0.0, 0.0) (0.0, 0.0)
setbusxy | error error (0.0, 0.0) (0.0, 0.0)
buscoords | nothing nothing (5.0, 7.0) (5.0, 7.0)
latlongcoords | nothing nothing (7.0, 5.0) (7.0, 5.0)
setbusxy | nothing nothing (5.0, 7.0) (5.0, 7.0)" ]] || {
  echo "This has changed." >&2
  exit 1
}
