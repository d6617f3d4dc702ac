#!/usr/bin/env bash
# DuckDB 1.5.5 with its spatial extension (duckdb-extension-spatial 1.5.5): ST_LocateAlong and ST_LocateBetween find nothing
# between two vertices if the measure decreases there. A line measured against its direction gives an empty result, and one that
# rises and falls gives only its rising half. At a vertex with the exact measure they find the vertex. ST_InterpolatePoint
# handles decreasing measures correctly. The documentation of the functions requires no order of the measures.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check duckdb==1.5.5 duckdb-extension-spatial==1.5.5
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import pathlib

import duckdb
import duckdb_extension_spatial

folder = pathlib.Path(duckdb_extension_spatial.__file__).parent
base = duckdb.connect(config={"allow_unsigned_extensions": "true"})
base.execute(f"LOAD '{next(folder.rglob('*.duckdb_extension'))}'")
for line in (
    "LINESTRING M (0 0 0, 10 0 100)",
    "LINESTRING M (0 0 100, 10 0 0)",
    "LINESTRING M (0 0 0, 10 0 100, 20 0 0)",
):
    for call in (
        "ST_AsText(ST_LocateAlong(g, 30))",
        "ST_AsText(ST_LocateBetween(g, 30, 60))",
        "ST_InterpolatePoint(g, ST_Point(7, 0))",
    ):
        print(base.execute(f"SELECT {call} FROM (SELECT ST_GeomFromText('{line}') g)").fetchone()[0])
PYTHON
)
echo "$told"
[[ $told == "POINT M (3 0 30)
LINESTRING M (3 0 30, 6 0 60)
70.0
MULTIPOINT M EMPTY
GEOMETRYCOLLECTION M EMPTY
30.0
POINT M (3 0 30)
LINESTRING M (3 0 30, 6 0 60)
70.0" ]] || {
  echo "This has changed." >&2
  exit 1
}
