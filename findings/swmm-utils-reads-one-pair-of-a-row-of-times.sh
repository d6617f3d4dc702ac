#!/usr/bin/env bash
# swmm-utils 1.5.0 loses data of a model that SWMM 5.2.4 (in swmm-toolkit 0.17.0) runs. It takes the first three words of a row of
# [TIMESERIES] with several pairs of times and values for date, time and value: the time becomes the date, the value the time, and
# the next time the value. A pump without a curve, which SWMM runs as an ideal pump, is left out. Of two sections of the same name
# only the last is kept. The readme says that load, modify and save lose no data, and the manual of SWMM has an example with
# several pairs in a row.
# Seen: the lines below: junctions, pumps and times as read from the file and from one with two sections of junctions, and the
# greatest inflow in m3/s that SWMM reports for both, and for the file that swmm-utils saves.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check swmm-utils==1.5.0 swmm-toolkit==0.17.0
cd "$place"
cat >storm.inp <<'INP'
[OPTIONS]
FLOW_UNITS CMS
FLOW_ROUTING KINWAVE
START_DATE 01/01/2024
END_DATE 01/01/2024
END_TIME 02:00:00
[JUNCTIONS]
A 10 3
B 9 3
C 12 3
[OUTFALLS]
O 5 FREE
[CONDUITS]
c1 A B 100 0.01 0 0
c2 C O 100 0.01 0 0
[PUMPS]
p B C
[XSECTIONS]
c1 CIRCULAR 1 0 0 0
c2 CIRCULAR 1 0 0 0
[INFLOWS]
A FLOW rain
[TIMESERIES]
rain 0:00 0.1 1:00 0.2 2:00 0.3
[REPORT]
NODES ALL
INP
told=$(python/bin/python - <<'PYTHON' | tr '\r' '\n' | grep -F '|'
from swmm.toolkit import solver
from swmm_utils import SwmmInput, SwmmInputDecoder

text = open("storm.inp").read()
open("parts.inp", "w").write(text.replace("\nB 9 3", "\n[JUNCTIONS]\nB 9 3"))
for name in ("storm", "parts"):
    model = SwmmInputDecoder().decode_file(f"{name}.inp")
    print(name, "read |", *(row["name"] for row in model["junctions"]), "|", *model.get("pumps", ()), "|", *model["timeseries"]["rain"])
SwmmInput("storm.inp").to_inp("saved.inp")
for name in ("parts", "storm", "saved"):
    try:
        solver.swmm_run(f"{name}.inp", f"{name}.rpt", f"{name}.out")
    except Exception:
        pass
    rows = [row.split() for row in open(f"{name}.rpt")]
    peaks = {row[0]: row[3] for row in rows if row[1:2] == ["JUNCTION"]}
    print(f"\n{name} run |", *(f"{node} {peak}" for node, peak in peaks.items()))
PYTHON
)
echo "$told"
[[ $told == "storm read | A B C | | {'date': '0:00', 'time': '0.1', 'value': '1:00'}
parts read | B C | | {'date': '0:00', 'time': '0.1', 'value': '1:00'}
parts run | A 0.299 B 0.299 C 0.299
storm run | A 0.299 B 0.299 C 0.299
saved run | A 0.000 B 0.000 C 0.000" ]] || {
  echo "This has changed." >&2
  exit 1
}
