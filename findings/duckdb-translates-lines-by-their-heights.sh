#!/usr/bin/env bash
# DuckDB 1.5.5 with its spatial extension (duckdb-extension-spatial 1.5.5): ST_Translate(line, dx, dy) adds dx times the height
# of the vertex to each x, and dy times the height to each y; for a line with measures only, it uses the measure. A line with
# neither is moved correctly, unless three distances are given: then dz is added to x. The macro passes dx, dy and dz to
# ST_Affine at the positions of the coefficients for heights. ST_Affine itself is correct.
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
for line in ("LINESTRING (0 0, 10 0)", "LINESTRING Z (0 0 40, 10 0 45)", "LINESTRING M (0 0 7, 10 0 8)"):
    for call in ("ST_Translate(g, 1, 2)", "ST_Translate(g, 1, 2, 3)", "ST_Affine(g, 1, 0, 0, 1, 1, 2)"):
        print(call, base.execute(f"SELECT ST_AsText({call}) FROM (SELECT ST_GeomFromText('{line}') g)").fetchone()[0])
PYTHON
)
echo "$told"
[[ $told == "ST_Translate(g, 1, 2) LINESTRING (1 2, 11 2)
ST_Translate(g, 1, 2, 3) LINESTRING (4 2, 14 2)
ST_Affine(g, 1, 0, 0, 1, 1, 2) LINESTRING (1 2, 11 2)
ST_Translate(g, 1, 2) LINESTRING Z (40 80 40, 55 90 45)
ST_Translate(g, 1, 2, 3) LINESTRING Z (43 80 40, 58 90 45)
ST_Affine(g, 1, 0, 0, 1, 1, 2) LINESTRING Z (1 2 40, 11 2 45)
ST_Translate(g, 1, 2) LINESTRING M (7 14 7, 18 16 8)
ST_Translate(g, 1, 2, 3) LINESTRING M (10 14 7, 21 16 8)
ST_Affine(g, 1, 0, 0, 1, 1, 2) LINESTRING M (1 2 7, 11 2 8)" ]] || {
  echo "This has changed." >&2
  exit 1
}
