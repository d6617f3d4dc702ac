#!/usr/bin/env bash
# pygeoif 1.6.0: from_wkt reads a LINESTRING M, a POINT M and each other kind with M as one with Z: measures become heights, and
# the output has Z. ZM is refused. The documentation has points with x, y and z, and does not mention M. shapely 2.1.2 reads
# measures as such.
# Seen: the lines below, of pygeoif and of shapely.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pygeoif==1.6.0 shapely==2.1.2
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import pygeoif
import shapely

for text in ("POINT M (1 2 7)", "LINESTRING M (0 0 7, 10 0 8)", "MULTILINESTRING M ((0 0 7, 10 0 8), (10 0 8, 10 5 9))"):
    read = pygeoif.from_wkt(text)
    print(read.wkt, "has_z", read.has_z, "|", shapely.from_wkt(text).wkt)
try:
    print(pygeoif.from_wkt("LINESTRING ZM (0 0 1 7, 10 0 2 8)").wkt)
except Exception as error:
    print(type(error).__name__)
PYTHON
)
echo "$told"
[[ $told == "POINT Z (1 2 7) has_z True | POINT M (1 2 7)
LINESTRING Z (0 0 7, 10 0 8) has_z True | LINESTRING M (0 0 7, 10 0 8)
MULTILINESTRING Z ((0 0 7, 10 0 8),(10 0 8, 10 5 9)) has_z True | MULTILINESTRING M ((0 0 7, 10 0 8), (10 0 8, 10 5 9))
WKTParserError" ]] || {
  echo "This has changed." >&2
  exit 1
}
