#!/usr/bin/env bash
# shapely 2.2.0 (GEOS 3.14.1): `normalize` of a closed line makes it begin at its leftmost vertex, and drops the last vertex as
# a repetition of the first, although only x and y are equal. The height and the measure of the end are lost, for example of a
# ring main that ends lower than it begins, or whose measure is its length. This also happens to a line that is already in
# normal form.
# Seen: the lines below; 30 and 40 of the end are missing in both.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.2.0 numpy==2.4.6
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import shapely

for text in (
    "LINESTRING ZM (10 0 50 0, 10 10 45 10, 0 10 40 20, 0 0 35 30, 10 0 30 40)",
    "LINESTRING ZM (0 0 50 0, 0 10 45 10, 10 10 40 20, 10 0 35 30, 0 0 30 40)",
):
    print(shapely.normalize(shapely.from_wkt(text)).wkt)
PYTHON
)
echo "$told"
[[ $told == "LINESTRING ZM (0 0 35 30, 0 10 40 20, 10 10 45 10, 10 0 50 0, 0 0 35 30)
LINESTRING ZM (0 0 50 0, 0 10 45 10, 10 10 40 20, 10 0 35 30, 0 0 50 0)" ]] || {
  echo "This has changed." >&2
  exit 1
}
