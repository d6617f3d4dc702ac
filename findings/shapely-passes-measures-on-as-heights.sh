#!/usr/bin/env bash
# shapely 2.2.0 (GEOS 3.14.1): coords and __geo_interface__ of a line with measures and no heights give the measure as the third
# number of each vertex, where all readers expect the height. LineString(line.coords) is a LINESTRING Z, GeoPandas 1.2.0 writes
# the measures into GeoJSON as heights (to_json), and to_file with the engine fiona 1.10.1 into a GeoPackage, all without a
# warning. The height of a pipe at 1250 m of its route is then 1250 m. With heights and measures, the line gets four numbers,
# which fiona reads right, less the measure. to_geojson of the same library leaves the measures out, has_z is False, and the
# standard for GeoJSON reserves the third number for the height.
# Seen: the lines below, what comes of the line, or what is read back from the file.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check shapely==2.2.0 geopandas==1.2.0 fiona==1.10.1
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import json

import geopandas
import shapely
from shapely.geometry import mapping, shape

line = shapely.from_wkt("LINESTRING M (0 0 1250, 10 0 1260)")
frame = geopandas.GeoDataFrame({"main": [1]}, geometry=[line], crs=25832)
frame.to_file("mains.gpkg", engine="fiona")
print("line", line, line.has_z)
print("coords", shapely.LineString(line.coords))
print("mapping", shape(mapping(line)))
print("to_json", json.loads(frame.to_json())["features"][0]["geometry"]["coordinates"])
print("from_features", geopandas.GeoDataFrame.from_features(frame).geometry[0])
print("GeoPackage", geopandas.read_file("mains.gpkg").geometry[0])
print("to_geojson", json.loads(shapely.to_geojson(line))["coordinates"])
PYTHON
)
echo "$told"
[[ $told == "line LINESTRING M (0 0 1250, 10 0 1260) False
coords LINESTRING Z (0 0 1250, 10 0 1260)
mapping LINESTRING Z (0 0 1250, 10 0 1260)
to_json [[0.0, 0.0, 1250.0], [10.0, 0.0, 1260.0]]
from_features LINESTRING Z (0 0 1250, 10 0 1260)
GeoPackage LINESTRING Z (0 0 1250, 10 0 1260)
to_geojson [[0.0, 0.0], [10.0, 0.0]]" ]] || {
  echo "This has changed." >&2
  exit 1
}
