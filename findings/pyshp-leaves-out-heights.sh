#!/usr/bin/env bash
# pyshp 3.1.6: __geo_interface__ of a shape with heights (POLYLINEZ, POINTZ, POLYGONZ) has places of x and y only, so readers of
# that interface, such as shapely 2.2.0 and GeoPandas 1.2.0, get flat lines without a warning. Writer.shape also takes GeoJSON,
# and leaves out its heights. The documentation recommends both together to copy a file; the copy is a POLYLINE. The attribute z
# of a shape has the heights, and Writer.linez writes them. The documentation says that shapes are converted to GeoJSON through
# the interface, and mentions no loss.
# Seen: the lines below, the line of heights 5 and 6 in the file, by the interface, by GeoPandas, and in a copy, and a GeoJSON
# line with these heights after Writer.shape.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pyshp==3.1.6 shapely==2.2.0 geopandas==1.2.0
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import geopandas
import shapefile
from shapely.geometry import shape

with shapefile.Writer("mains", shapeType=shapefile.POLYLINEZ) as file:
    file.field("main", "N")
    file.linez([[[0, 0, 5], [10, 0, 6]]])
    file.record(1)
with shapefile.Reader("mains") as file:
    line = file.shape(0)
    print("file", line.shapeTypeName, line.points, line.z)
    print("interface", shape(line.__geo_interface__))
    print("GeoPandas", geopandas.GeoDataFrame.from_features(file).geometry[0])
    lines = {"copy": line.__geo_interface__, "GeoJSON": {"type": "LineString", "coordinates": [[0, 0, 5], [10, 0, 6]]}}
for name, course in lines.items():
    with shapefile.Writer(name) as file:
        file.field("main", "N")
        file.shape(course)
        file.record(1)
    with shapefile.Reader(name) as file:
        print(name, file.shape(0).shapeTypeName, file.shape(0).points, getattr(file.shape(0), "z", None))
PYTHON
)
echo "$told"
[[ $told == "file POLYLINEZ [(0.0, 0.0), (10.0, 0.0)] [5.0, 6.0]
interface LINESTRING (0 0, 10 0)
GeoPandas LINESTRING (0 0, 10 0)
copy POLYLINE [(0.0, 0.0), (10.0, 0.0)] None
GeoJSON POLYLINE [(0.0, 0.0), (10.0, 0.0)] None" ]] || {
  echo "This has changed." >&2
  exit 1
}
