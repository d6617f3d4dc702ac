#!/usr/bin/env bash
# shapely 2.2.0 (GEOS 3.14.1): a pipe that rises by 10 at its first place and then runs level has the height 10 where it is cut.
# `split`, `difference` and `intersection` give the cut the height 5: of vertices at the same place they keep the first, so
# riser and level pipe become one ramp. `substring` and `clip_by_rect` give 10; `substring` also leaves out the top of the
# riser. A cutter with heights moves that of the cut halfway towards its own. A riser at the far end is lost without effect on
# the cut.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.2.0 numpy==2.4.6
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import shapely
import shapely.ops

for text in ("LINESTRING Z (0 0 0, 0 0 10, 10 0 10)", "LINESTRING Z (0 0 10, 10 0 10, 10 0 0)"):
    line = shapely.from_wkt(text)
    print("substring", shapely.ops.substring(line, 0, 5).wkt)
    print("clip_by_rect", shapely.clip_by_rect(line, -5, -5, 5, 5).wkt)
    print("split", shapely.ops.split(line, shapely.from_wkt("LINESTRING (5 -5, 5 5)")).wkt)
    print("split at 40", shapely.ops.split(line, shapely.from_wkt("LINESTRING Z (5 -5 40, 5 5 40)")).wkt)
    print("difference", line.difference(shapely.box(5, -5, 15, 5)).wkt)
    print("intersection", line.intersection(shapely.box(5, -5, 15, 5)).wkt)
PYTHON
)
echo "$told"
[[ $told == "substring LINESTRING Z (0 0 0, 5 0 10)
clip_by_rect LINESTRING Z (0 0 0, 0 0 10, 5 0 10)
split GEOMETRYCOLLECTION Z (LINESTRING Z (0 0 0, 5 0 5), LINESTRING Z (5 0 5, 10 0 10))
split at 40 GEOMETRYCOLLECTION Z (LINESTRING Z (0 0 0, 5 0 22.5), LINESTRING Z (5 0 22.5, 10 0 10))
difference LINESTRING Z (0 0 0, 5 0 5)
intersection LINESTRING Z (5 0 5, 10 0 10)
substring LINESTRING Z (0 0 10, 5 0 10)
clip_by_rect LINESTRING Z (0 0 10, 5 0 10)
split GEOMETRYCOLLECTION Z (LINESTRING Z (0 0 10, 5 0 10), LINESTRING Z (5 0 10, 10 0 10))
split at 40 GEOMETRYCOLLECTION Z (LINESTRING Z (0 0 10, 5 0 25), LINESTRING Z (5 0 25, 10 0 10))
difference LINESTRING Z (0 0 10, 5 0 10)
intersection LINESTRING Z (5 0 10, 10 0 10)" ]] || {
  echo "This has changed." >&2
  exit 1
}
