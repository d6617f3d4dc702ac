#!/usr/bin/env bash
# shapely 2.0.6 (GEOS 3.11.4): the buffer by -6.8 of an area that contains a circle of radius 7.68 is empty. With vertices in
# the middle of its segments, the same area gives 5.07 square units. GEOS treats the inner side of a ring of up to nine vertices
# as inverted if no vertex of it is near the distance from the ring. A hole is filled in the same way. shapely 2.1.2 (GEOS
# 3.13.1) is correct here. A distance below the resolution of the coordinates fills any hole, in both.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.0.6
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import shapely

area = shapely.from_wkt(
    "POLYGON ((500012.5 5399998.5, 499995.4 5399991.6, 499991.2 5399993.4, 499984.7 5400003.5,"
    " 499992.1 5400009.8, 500008.2 5400003.8, 500012.5 5399998.5))"
)
print("buffer", round(area.buffer(-6.8).area, 2))
print("with middles", round(area.segmentize(5).buffer(-6.8).area, 2))
ring = shapely.from_wkt("POLYGON ((0 0, 12 0, 12 12, 0 12, 0 0), (3 3, 9 3, 9 9, 3 9, 3 3))")
print("hole", ring.area, ring.buffer(1e-17, join_style="mitre").area)
PYTHON
)
echo "$told"
[[ $told == "buffer 0.0
with middles 5.07
hole 108.0 144.0" ]] || {
  echo "This has changed." >&2
  exit 1
}
