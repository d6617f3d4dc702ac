#!/usr/bin/env bash
# GeoPandas 1.2.0 (shapely 2.2.0, pyarrow 26.0.1): `to_parquet` with geometry_encoding="geoarrow" writes the measures of lines
# without heights into a field z, so they are read back as heights. Three coordinates are always treated as xyz. Lines with
# heights and measures are refused, and a column with a field m, as GeoArrow names it, is not read. With WKB all of them are
# preserved.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check geopandas==1.2.0 shapely==2.2.0 pyarrow==26.0.1 geoarrow-pyarrow==0.3.0
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON'
import warnings

warnings.filterwarnings("ignore")
import geoarrow.pyarrow
import geopandas
import pyarrow
import shapely

for text in ("LINESTRING M (0 0 7, 10 0 8)", "LINESTRING ZM (0 0 40 7, 10 0 45 8)"):
    for encoding in ("WKB", "geoarrow"):
        try:
            geopandas.GeoDataFrame(geometry=[shapely.from_wkt(text)], crs=25832).to_parquet("line.parquet", geometry_encoding=encoding)
            print(encoding, geopandas.read_parquet("line.parquet").geometry[0].wkt)
        except Exception as error:
            print(encoding, type(error).__name__, error)
column = geoarrow.pyarrow.as_geoarrow(["LINESTRING M (0 0 7, 10 0 8)"])
print(column.type.storage_type.value_type)
try:
    print(geopandas.GeoDataFrame.from_arrow(pyarrow.table({"geometry": column})).geometry[0].wkt)
except Exception as error:
    print(type(error).__name__, error)
PYTHON
)
echo "$told"
[[ $told == "WKB LINESTRING M (0 0 7, 10 0 8)
geoarrow LINESTRING Z (0 0 7, 10 0 8)
WKB LINESTRING ZM (0 0 40 7, 10 0 45 8)
geoarrow ValueError Unexpected coords dimensions: (2, 4)
struct<x: double not null, y: double not null, m: double not null>
KeyError 'z'" ]] || {
  echo "This has changed." >&2
  exit 1
}
