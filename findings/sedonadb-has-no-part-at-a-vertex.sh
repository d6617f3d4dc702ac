#!/usr/bin/env bash
# SedonaDB 0.5.0: ST_LineSubstring between two equal fractions of a line is the point there, but NULL if a vertex between its
# ends is there: the search ends at the segment before and begins at the one after. With heights, the whole line, from 0 to 1,
# lacks a riser at its start or end, and keeps one in between. DuckDB 1.5.5 finds all of them.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check sedonadb==0.5.0 geoarrow-pyarrow==0.3.0 pandas==3.1.1 pyarrow==26.0.1 geopandas==1.2.0
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import sedonadb

session = sedonadb.connect()
for line, begin, end in (
    ("LINESTRING (0 0, 10 0, 20 0)", 0.4, 0.4),
    ("LINESTRING (0 0, 10 0, 20 0)", 0.5, 0.5),
    ("LINESTRING (0 0, 10 0, 20 0)", 1, 1),
    ("LINESTRING Z (0 0 0, 0 0 7, 10 0 7)", 0, 1),
    ("LINESTRING Z (0 0 7, 10 0 7, 10 0 0)", 0, 1),
    ("LINESTRING Z (0 0 7, 5 0 7, 5 0 3, 10 0 3)", 0, 1),
):
    table = session.sql(f"SELECT ST_AsText(ST_LineSubstring(ST_GeomFromText('{line}'), {begin}, {end})) AS part").to_arrow_table()
    print(table["part"][0])
PYTHON
)
echo "$told"
[[ $told == "POINT(8 0)
None
POINT(20 0)
LINESTRING Z(0 0 7,10 0 7)
LINESTRING Z(0 0 7,10 0 7)
LINESTRING Z(0 0 7,5 0 7,5 0 3,10 0 3)" ]] || {
  echo "This has changed." >&2
  exit 1
}
