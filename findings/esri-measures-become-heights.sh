#!/usr/bin/env bash
# An Esri feature set may declare once, next to its features, that its lines have measures (hasM). GDAL 3.12.4 (in pyogrio
# 0.13.0) reads them as heights: it looks for hasM in each geometry only. If a geometry declares them itself, they are measures,
# which pyogrio then leaves out. arcgis2geojson 3.1.3 checks neither and writes measures where GeoJSON has heights; it leaves
# out the named measure of a point.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check geopandas==1.2.0 pyogrio==0.13.0 shapely==2.2.0 arcgis2geojson==3.1.3
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON'
import json
import pathlib

import geopandas
from arcgis2geojson import arcgis2geojson

line = {"paths": [[[9, 50, 7], [9.1, 50, 8]]]}
for geometry in (line, {"hasM": True, **line}):
    features = {
        "geometryType": "esriGeometryPolyline",
        "spatialReference": {"wkid": 4326},
        "hasM": True,
        "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID", "alias": "OBJECTID"}],
        "features": [{"attributes": {"OBJECTID": 1}, "geometry": geometry}],
    }
    pathlib.Path("line.json").write_text(json.dumps(features))
    print("GDAL", geopandas.read_file("line.json").geometry[0].wkt)
    print("arcgis2geojson", arcgis2geojson(features)["features"][0]["geometry"]["coordinates"])
print("arcgis2geojson", arcgis2geojson({"x": 9, "y": 50, "m": 7})["coordinates"])
PYTHON
)
echo "$told"
[[ $told == "GDAL LINESTRING Z (9 50 7, 9.1 50 8)
arcgis2geojson [[9, 50, 7], [9.1, 50, 8]]
GDAL LINESTRING (9 50, 9.1 50)
arcgis2geojson [[9, 50, 7], [9.1, 50, 8]]
arcgis2geojson [9, 50]" ]] || {
  echo "This has changed." >&2
  exit 1
}
