#!/usr/bin/env bash
# GeoPandas 1.2.0 cannot write lines with measures: shapely 2.1.2 (GEOS 3.13.1) makes and keeps a LINESTRING M, and pyogrio
# 0.13.0 (GDAL 3.12.4) refuses to write it to a GeoPackage, although GeoPackage and GDAL have M. The geometry is passed as
# extended WKB: OGR reads its flag for Z, but not that for M.
# Seen: "Could not create geometry at index 0 for WKB type 1073741826", 3221225474 for ZM; Z alone is written.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check geopandas==1.2.0 pyogrio==0.13.0 shapely==2.1.2
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON'
import geopandas
import shapely

for text in ("LINESTRING Z (0 0 1, 1 0 2)", "LINESTRING M (0 0 1, 1 0 2)", "LINESTRING ZM (0 0 5 1, 1 0 6 2)"):
    line = shapely.from_wkt(text)
    try:
        geopandas.GeoDataFrame(geometry=[line], crs=25832).to_file("line.gpkg")
        print(geopandas.read_file("line.gpkg").geometry[0].wkt)
    except Exception as error:
        print(text.split(" (")[0], "->", error)
PYTHON
)
echo "$told"
[[ $told == "LINESTRING Z (0 0 1, 1 0 2)
LINESTRING M -> Could not create geometry at index 0 for WKB type 1073741826
LINESTRING ZM -> Could not create geometry at index 0 for WKB type 3221225474" ]] || {
  echo "This has changed." >&2
  exit 1
}
