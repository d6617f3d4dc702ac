#!/usr/bin/env bash
# shapely 2.2.0 (GEOS 3.14.1): `snap` of a line with heights to a geometry without heights makes the height of each snapped
# vertex NaN, without a warning, although the vertex had one, and also if it is at the place already. A vertex that snap inserts
# has NaN too, where the line has a height. So a levelled service that is snapped to a main drawn on a flat map loses the level
# of its end. Of a target with heights, the vertex takes the height. Measures of all vertices are lost. DuckDB 1.5.5 with its
# spatial extension (duckdb-extension-spatial 1.5.5, which contains GEOS) does the same in ST_Snap. The documentation of both
# says that vertices are snapped to vertices, and mentions no heights.
# Seen: the lines below, each line after it was snapped within 1, first by shapely and then by DuckDB.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.2.0 duckdb==1.5.5 duckdb-extension-spatial==1.5.5
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pathlib

import duckdb
import duckdb_extension_spatial
import shapely

folder = pathlib.Path(duckdb_extension_spatial.__file__).parent
base = duckdb.connect(config={"allow_unsigned_extensions": "true"})
base.execute(f"LOAD '{next(folder.rglob('*.duckdb_extension'))}'")
call = "SELECT ST_AsText(ST_Snap(ST_GeomFromText(?), ST_GeomFromText(?), 1))"
flat = "LINESTRING (10 -20, 10 0, 10 20)"
for name, line, target in (("end nearby", "LINESTRING Z (0 0 41, 9.5 0 42)", flat),
                           ("end there", "LINESTRING Z (0 0 41, 10 0 42)", flat),
                           ("inserted", "LINESTRING Z (0 0 41, 20 0 43)", flat),
                           ("to heights", "LINESTRING Z (0 0 41, 9.5 0 42)", "LINESTRING Z (10 -20 40, 10 0 40, 10 20 40)"),
                           ("measures", "LINESTRING M (0 0 0, 9.5 0 9.5)", flat)):
    print(f"{name}:", shapely.snap(shapely.from_wkt(line), shapely.from_wkt(target), 1), "|",
          base.execute(call, [line, target]).fetchone()[0])
PYTHON
)
echo "$told"
[[ $told == "end nearby: LINESTRING Z (0 0 41, 10 0 NaN) | LINESTRING Z (0 0 41, 10 0 nan)
end there: LINESTRING Z (0 0 41, 10 0 NaN) | LINESTRING Z (0 0 41, 10 0 nan)
inserted: LINESTRING Z (0 0 41, 10 0 NaN, 20 0 43) | LINESTRING Z (0 0 41, 10 0 nan, 20 0 43)
to heights: LINESTRING Z (0 0 41, 10 0 40) | LINESTRING Z (0 0 41, 10 0 40)
measures: LINESTRING (0 0, 10 0) | LINESTRING (0 0, 10 0)" ]] || {
  echo "This has changed." >&2
  exit 1
}
