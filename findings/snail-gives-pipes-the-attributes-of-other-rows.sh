#!/usr/bin/env bash
# nismod-snail 0.5.4: split_linestrings combines the geometry of one row with the attributes of another if the rows are not
# numbered from 0 in order, as after sort_values. It takes the geometry by the label of the row and everything else by its
# position. No warning appears: each pipe keeps its whole course under the name of another pipe, and a raster of flood depths is
# then applied to the wrong asset. If labels are missing, rows can be lost in the same way, or a KeyError appears if 0 is
# missing. After reset_index all is right. The function also drops heights. The documentation says that line features are split
# along a grid, and mentions neither the index nor heights.
# Seen: the lines below, the name and the ends of each piece of three mains in order and sorted by their names backwards, and
# then a main with heights. The cells of the grid are 100 m wide.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check nismod-snail==0.5.4 rasterio==1.4.4 geopandas==1.2.0 \
  shapely==2.2.0 numpy==2.4.6 pandas==3.1.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
from shapely import LineString
from snail.intersection import GridDefinition, split_linestrings

grid = GridDefinition(crs="EPSG:25832", width=4, height=1, transform=(100, 0, 0, 0, 100, 0))
mains = geopandas.GeoDataFrame({"main": ["A", "B", "C"]}, crs=25832, geometry=[
    LineString([(10, 10), (190, 10)]), LineString([(10, 50), (90, 50)]), LineString([(210, 90), (390, 90)])])
high = geopandas.GeoDataFrame({"main": ["D"]}, geometry=[LineString([(10, 10, 5), (90, 10, 6)])], crs=25832)
for name, frame in (("in order", mains), ("sorted", mains.sort_values("main", ascending=False)), ("heights", high)):
    pieces = split_linestrings(frame, grid)
    print(f"{name}:", ", ".join(f"{row['main']} {row.geometry.wkt}" for _, row in pieces.iterrows()))
PYTHON
)
echo "$told"
[[ $told == "in order: A LINESTRING (10 10, 100 10), A LINESTRING (100 10, 190 10), B LINESTRING (10 50, 90 50), C LINESTRING (210 90, 300 90), C LINESTRING (300 90, 390 90)
sorted: C LINESTRING (10 10, 100 10), C LINESTRING (100 10, 190 10), B LINESTRING (10 50, 90 50), A LINESTRING (210 90, 300 90), A LINESTRING (300 90, 390 90)
heights: D LINESTRING (10 10, 90 10)" ]] || {
  echo "This has changed." >&2
  exit 1
}
