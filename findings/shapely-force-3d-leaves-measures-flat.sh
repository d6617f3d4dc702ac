#!/usr/bin/env bash
# shapely 2.1.2 (GEOS 3.13.1): `force_3d` of a LINESTRING M gives a LINESTRING M, so `has_z` is False afterwards. `has_m` and
# `get_coordinate_dimension` report 3 dimensions, which the function takes for Z. Code that forces 3D and then reads Z gets NaN.
# Of operations on lines with M, `reverse` and `set_precision` keep it; `simplify`, `segmentize` and `line_interpolate_point`
# drop it silently and keep Z.
# Seen: "LINESTRING M (0 0 1, 10 0 2)" of force_3d with z=7, and the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.1.2
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import shapely

flat = shapely.force_3d(shapely.from_wkt("LINESTRING M (0 0 1, 10 0 2)"), z=7)
print(flat.wkt, flat.has_z, shapely.get_coordinates(flat, include_z=True)[:, 2].tolist())
line = shapely.from_wkt("LINESTRING ZM (0 0 5 1, 10 0 6 2)")
print("reverse", shapely.reverse(line).wkt)
print("set_precision", shapely.set_precision(line, 1).wkt)
print("simplify", line.simplify(1).wkt)
print("segmentize", line.segmentize(5).wkt)
print("interpolate", line.interpolate(5).wkt)
PYTHON
)
echo "$told"
[[ $told == "LINESTRING M (0 0 1, 10 0 2) False [nan, nan]
reverse LINESTRING ZM (10 0 6 2, 0 0 5 1)
set_precision LINESTRING ZM (0 0 5 1, 10 0 6 2)
simplify LINESTRING Z (0 0 5, 10 0 6)
segmentize LINESTRING Z (0 0 5, 5 0 5.5, 10 0 6)
interpolate POINT Z (5 0 5.5)" ]] || {
  echo "This has changed." >&2
  exit 1
}
