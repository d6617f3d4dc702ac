#!/usr/bin/env bash
# shapely 2.2.0 (GEOS 3.14.1): shapely.affinity, and shapely.transform without its options, make the heights and the measures of
# a line NaN if it has both, without a warning. shapely.affinity keeps the heights of a line without measures.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.2.0 numpy==2.4.6
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import shapely
import shapely.affinity

for text in ("LINESTRING Z (0 0 40, 10 0 45)", "LINESTRING M (0 0 7, 10 0 8)", "LINESTRING ZM (0 0 40 7, 10 0 45 8)"):
    line = shapely.from_wkt(text)
    print(shapely.affinity.translate(line, 1, 2).wkt)
    print(shapely.transform(line, lambda places: places + 1).wkt)
PYTHON
)
echo "$told"
[[ $told == "LINESTRING Z (1 2 40, 11 2 45)
LINESTRING (1 1, 11 1)
LINESTRING (1 2, 11 2)
LINESTRING (1 1, 11 1)
LINESTRING ZM (1 2 NaN NaN, 11 2 NaN NaN)
LINESTRING ZM (1 1 NaN NaN, 11 1 NaN NaN)" ]] || {
  echo "This has changed." >&2
  exit 1
}
