#!/usr/bin/env bash
# SedonaDB 0.5.0: the point that ST_LineInterpolatePoint finds on a line with heights has none, although ST_LineSubstring
# between fractions of the same line keeps them. ST_AsGeoJSON writes a line with heights without them. Shapely 2.2.0 and DuckDB
# 1.5.5 keep the heights in both.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check sedonadb==0.5.0 geoarrow-pyarrow==0.3.0 pandas==3.1.1 pyarrow==26.0.1 geopandas==1.2.0
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import sedonadb

line = "ST_GeomFromText('LINESTRING Z (0 0 40, 10 0 60)')"
session = sedonadb.connect()
for call in (
    f"ST_AsText(ST_LineInterpolatePoint({line}, 0.25))",
    f"ST_AsText(ST_LineSubstring({line}, 0.25, 0.5))",
    f"ST_AsGeoJSON({line})",
):
    print(session.sql(f"SELECT {call} AS answer").to_pandas()["answer"][0])
PYTHON
)
echo "$told"
[[ $told == "POINT(2.5 0)
LINESTRING Z(2.5 0 45,5 0 50)
{\"type\":\"LineString\",\"coordinates\":[[0.0,0.0],[10.0,0.0]]}" ]] || {
  echo "This has changed." >&2
  exit 1
}
