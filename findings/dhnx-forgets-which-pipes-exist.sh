#!/usr/bin/env bash
# DHNx 0.0.4: gistools.connect_points.process_geometry makes a heating network from streets and buildings, and loses all
# attributes of a street where it welds pieces of it, without a warning: with `existing` 1 on the whole street, as for pipes
# that are in the ground, the welded pipe has none. Each street is first cut at its vertices, and a piece without houses that
# has a neighbour at both ends is welded. Welding is the default. With welding=False each piece keeps the attributes. The
# documentation says that welding reduces the number of line elements, and does not mention attributes.
# Seen: the lines below, length, name and `existing` of each pipe in a street with two bends.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check dhnx==0.0.4 geopandas==1.2.0 pandas==3.1.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON' | grep '^welding='
import geopandas
from dhnx.gistools.connect_points import process_geometry
from shapely import LineString, Point


def layer(geometry, **columns):
    return geopandas.GeoDataFrame(columns, geometry=[geometry], crs="EPSG:25832")


for welding in (False, True):
    network = process_geometry(
        layer(LineString([(0, 0), (100, 0), (100, 50), (180, 50)]), name=["main"], existing=[1]),
        layer(Point(180, 60), house=["house"]),
        layer(Point(0, 10), plant=["plant"]),
        projected_crs=25832, welding=welding,
    )
    pipes = network["pipes"].query("type == 'DL'").sort_values("length")
    print(f"welding={welding}", list(zip(pipes["length"].round().astype(int).tolist(), pipes["name"], pipes["existing"])))
PYTHON
)
echo "$told"
[[ $told == "welding=False [(50, 'main', 1), (80, 'main', 1), (100, 'main', 1)]
welding=True [(100, 'main', 1), (130, None, None)]" ]] || {
  echo "This has changed." >&2
  exit 1
}
