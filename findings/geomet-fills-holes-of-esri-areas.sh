#!/usr/bin/env bash
# geomet 1.1.0: `esri.loads` makes a separate area from each ring of an Esri polygon. A hole, which is counterclockwise there,
# becomes a second area on top of the first, and the result is invalid. `esri.dumps` keeps the direction of rings in GeoJSON,
# where outer rings are counterclockwise, like holes in Esri's format. Heights are written and not read back. GDAL 3.12.4 (in
# pyogrio 0.13.0) reads the hole.
# Seen: the lines below; an area of 100 with a hole of 4 has 104.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check geomet==1.1.0 geopandas==1.2.0 pyogrio==0.13.0 shapely==2.2.0
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON'
import json
import pathlib

import geomet.esri
import geopandas
import shapely.geometry

zone = {"rings": [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]], [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]]]}
pathlib.Path("zone.json").write_text(
    json.dumps(
        {
            "geometryType": "esriGeometryPolygon",
            "spatialReference": {"wkid": 25832},
            "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID", "alias": "OBJECTID"}],
            "features": [{"attributes": {"OBJECTID": 1}, "geometry": zone}],
        }
    )
)
for name, area in (
    ("GDAL", geopandas.read_file("zone.json").geometry[0]),
    ("geomet", shapely.geometry.shape(geomet.esri.loads(json.dumps(zone)))),
):
    print(name, area.area, area.is_valid, area.wkt)
outer = shapely.geometry.mapping(shapely.box(0, 0, 10, 10, ccw=True))
print(geomet.esri.dumps(outer)["rings"])
line = {"type": "LineString", "coordinates": [[0, 0, 40], [10, 0, 45]]}
print(geomet.esri.dumps(line)["paths"], geomet.esri.loads(json.dumps(geomet.esri.dumps(line)))["coordinates"])
PYTHON
)
echo "$told"
[[ $told == "GDAL 96.0 True POLYGON ((0 0, 0 10, 10 10, 10 0, 0 0), (2 2, 4 2, 4 4, 2 4, 2 2))
geomet 104.0 False MULTIPOLYGON (((0 0, 0 10, 10 10, 10 0, 0 0)), ((2 2, 4 2, 4 4, 2 4, 2 2)))
[((10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0), (10.0, 0.0))]
[[[0, 0, 40], [10, 0, 45]]] [[(0, 0), (10, 0)]]" ]] || {
  echo "This has changed." >&2
  exit 1
}
