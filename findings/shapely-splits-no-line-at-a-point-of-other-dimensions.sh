#!/usr/bin/env bash
# shapely 2.1.2: `shapely.ops.split` of a line by a point raises a ValueError of numpy if only one of them has Z and the point
# is between two vertices: a place of two numbers is inserted among coordinates of three. At a vertex it splits. So a survey
# with heights cannot be split at a clicked place, nor a flat line at a levelled one.
# Seen: "setting an array element with a sequence".
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.1.2
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
from shapely import from_wkt
from shapely.ops import split

for line in ("LINESTRING (0 0, 4 0, 9 0)", "LINESTRING Z (0 0 0, 4 0 4, 9 0 9)"):
    for point in ("POINT (3 0)", "POINT Z (3 0 3)", "POINT (4 0)"):
        try:
            print(split(from_wkt(line), from_wkt(point)).wkt)
        except ValueError as error:
            print("ValueError:", str(error).split(".")[0])
PYTHON
)
echo "$told"
[[ $told == "GEOMETRYCOLLECTION (LINESTRING (0 0, 3 0), LINESTRING (3 0, 4 0, 9 0))
ValueError: setting an array element with a sequence
GEOMETRYCOLLECTION (LINESTRING (0 0, 4 0), LINESTRING (4 0, 9 0))
ValueError: setting an array element with a sequence
GEOMETRYCOLLECTION Z (LINESTRING Z (0 0 0, 3 0 3), LINESTRING Z (3 0 3, 4 0 4, 9 0 9))
GEOMETRYCOLLECTION Z (LINESTRING Z (0 0 0, 4 0 4), LINESTRING Z (4 0 4, 9 0 9))" ]] || {
  echo "This has changed." >&2
  exit 1
}
