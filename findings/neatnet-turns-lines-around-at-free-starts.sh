#!/usr/bin/env bash
# neatnet 0.1.6: extend_lines turns around each line whose start is free, also if there is nothing within the tolerance to
# extend it to. It reverses the line to extend its start like an end, and does not reverse it back. The attributes stay, so the
# start node, the fall and the flow of such a pipe belong to its other end. A free end is extended without that. The
# documentation says that free ends are extended to join other lines, and mentions no direction. momepy 0.11.0 has the same
# function.
# Seen: the lines below, the ends of each line before and after, the same by both libraries. The starts of M1 and C and the ends
# of M2 and D are free, C and D stop 2 m from the main and are extended to it, and the tolerance is 5.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check neatnet==0.1.6 momepy==0.11.0 geopandas==1.2.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import momepy
import neatnet
from shapely import LineString

lines = {"M1": [(0, 0), (50, 0)], "M2": [(50, 0), (100, 0)], "C": [(20, 2), (20, 10)], "X": [(20, 10), (70, 10)],
         "D": [(70, 10), (70, 2)]}
frame = geopandas.GeoDataFrame({"name": list(lines)}, geometry=[LineString(line) for line in lines.values()], crs=25832)
after = neatnet.extend_lines(frame, 5)


def tell(line):
    return " to ".join(f"{x:.0f} {y:.0f}" for x, y in (line.coords[0], line.coords[-1]))


for name, old, new in zip(frame["name"], frame.geometry, after.geometry):
    print(f"{name}: {tell(old)}, then {tell(new)}")
print(after.geom_equals_exact(momepy.extend_lines(frame, 5), 0).all())
PYTHON
)
echo "$told"
[[ $told == "M1: 0 0 to 50 0, then 50 0 to 0 0
M2: 50 0 to 100 0, then 50 0 to 100 0
C: 20 2 to 20 10, then 20 10 to 20 0
X: 20 10 to 70 10, then 20 10 to 70 10
D: 70 10 to 70 2, then 70 10 to 70 0
True" ]] || {
  echo "This has changed." >&2
  exit 1
}
