#!/usr/bin/env bash
# swmmio 0.8.6 and swmm-api 0.4.74 ignore LINK_OFFSETS. With ELEVATION the offsets of a conduit are elevations, and SWMM treats
# them so, but both libraries add them to the elevations of the nodes: conduits() of swmmio gives inverts at twice the height,
# and its slopes and those of macros.conduit_slopes of swmm-api are wrong. The macro combine_conduits_keep_slope, whose purpose
# is to keep the slope, writes an offset into the model that changes it. The documentation names no such limit. That of swmm-api
# says that LINK_OFFSETS decides what the offset of a conduit is.
# Seen: the lines below, slopes in percent of conduits P, Q and R by SWMM 5.2 (swmm-toolkit 0.17.0), by swmmio and by
# swmm-api, swmmio's upstream invert of P, and SWMM's slope of P after P and Q are combined. Both files are the same network.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check swmmio==0.8.6 swmm-api==0.4.74 swmm-toolkit==0.17.0
cd "$place"
cat > DEPTH.inp <<'INP'
[OPTIONS]
FLOW_UNITS CMS
FLOW_ROUTING DYNWAVE
LINK_OFFSETS DEPTH
START_DATE 01/01/2026
START_TIME 00:00:00
END_DATE 01/01/2026
END_TIME 00:10:00
REPORT_STEP 00:05:00
ROUTING_STEP 00:00:05
[JUNCTIONS]
A 100 3 0 0 0
B 98 4 0 0 0
C 97 4 0 0 0
[OUTFALLS]
O 96 FREE NO
[CONDUITS]
P A B 100 0.013 0.5 1 0 0
Q B C 100 0.013 0 0 0 0
R C O 100 0.013 0 0 0 0
[XSECTIONS]
P CIRCULAR 0.6 0 0 0 1
Q CIRCULAR 0.6 0 0 0 1
R CIRCULAR 0.6 0 0 0 1
[REPORT]
INPUT YES
[COORDINATES]
A 0 0
B 100 0
C 200 0
O 300 0
INP
sed 's/OFFSETS DEPTH/OFFSETS ELEVATION/; s/^P A B 100 0.013 0.5 1/P A B 100 0.013 100.5 99/
  s/^Q B C 100 0.013 0 0/Q B C 100 0.013 98 97/; s/^R C O 100 0.013 0 0/R C O 100 0.013 97 96/' \
  DEPTH.inp > ELEVATION.inp
python/bin/python - >/dev/null 2>&1 <<'PYTHON'
import swmm_api
import swmmio
from swmm.toolkit import solver
from swmm_api.input_file import macros


def slopes(file):
    solver.swmm_run(file, "report.rpt", "output.out")
    with open("report.rpt") as report:
        rows = [line.split() for line in report.read().split("Link Summary")[1].splitlines()[:10]]
    return [round(float(row[5]), 1) for row in rows if len(row) > 5 and row[3] == "CONDUIT"]


told = open("told.txt", "w")
for name in ("DEPTH", "ELEVATION"):
    conduits = swmmio.Model(f"{name}.inp").conduits()
    model = swmm_api.SwmmInput.read_file(f"{name}.inp")
    print(name, "SWMM", slopes(f"{name}.inp"), "swmmio", (conduits.SlopeFtPerFt * 100).round(1).tolist(), "swmm-api",
          (macros.conduit_slopes(model) * 100).round(1).tolist(), "invert", float(conduits.UpstreamInvert["P"]),
          file=told)
    macros.combine_conduits_keep_slope(model, model.CONDUITS["P"], model.CONDUITS["Q"])
    model.write_file("combined.inp")
    print(name, "combined", slopes("combined.inp")[:1], file=told)
told.close()
PYTHON
told=$(<told.txt)
echo "$told"
[[ $told == "DEPTH SWMM [1.5, 1.0, 1.0] swmmio [1.5, 1.0, 1.0] swmm-api [1.5, 1.0, 1.0] invert 100.5
DEPTH combined [1.5]
ELEVATION SWMM [1.5, 1.0, 1.0] swmmio [3.5, 2.0, 2.0] swmm-api [3.5, 2.0, 2.0] invert 200.5
ELEVATION combined [1.8]" ]] || {
  echo "This has changed." >&2
  exit 1
}
