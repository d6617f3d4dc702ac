#!/usr/bin/env bash
# DuckDB 1.5.5 with its spatial extension (duckdb-extension-spatial 1.5.5): ST_Scale, ST_Rotate and all other functions based on
# ST_Affine set the measures of a line with heights to 0. For a line with measures and no heights, a factor for heights
# multiplies the measures.
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
for line in ("LINESTRING ZM (0 0 40 7, 10 0 45 8)", "LINESTRING M (0 0 7, 10 0 8)"):
    for call in ("ST_Affine(g, 1, 0, 0, 1, 1, 2)", "ST_Scale(g, 2, 2)", "ST_Scale(g, 2, 2, 2)"):
        print(call, base.execute(f"SELECT ST_AsText({call}) FROM (SELECT ST_GeomFromText('{line}') g)").fetchone()[0])
PYTHON
)
echo "$told"
[[ $told == "ST_Affine(g, 1, 0, 0, 1, 1, 2) LINESTRING ZM (1 2 40 0, 11 2 45 0)
ST_Scale(g, 2, 2) LINESTRING ZM (0 0 40 0, 20 0 45 0)
ST_Scale(g, 2, 2, 2) LINESTRING ZM (0 0 80 0, 20 0 90 0)
ST_Affine(g, 1, 0, 0, 1, 1, 2) LINESTRING M (1 2 7, 11 2 8)
ST_Scale(g, 2, 2) LINESTRING M (0 0 7, 20 0 8)
ST_Scale(g, 2, 2, 2) LINESTRING M (0 0 14, 20 0 16)" ]] || {
  echo "This has changed." >&2
  exit 1
}
