#!/usr/bin/env bash
# spaghetti 1.7.6: with snap_dist=True the distances between places include the way from each place to the network, but not if
# both are snapped to the same segment: then the distance along the segment stands alone. Distances along the same main are too
# short, and the nearest place may be another. The documentation says that snap_dist includes the distance from the original to
# the snapped location, without an exception.
# Seen: the lines below, for a house 5 m beside the first of two mains of 100 m, a well 90 m beside the same main, and a well 1 m
# beside the second main. With the ways, the wells are 115 and 36 m away, so the second is the nearest.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check spaghetti==1.7.6 geopandas==1.2.0 shapely==2.2.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import spaghetti
from shapely import LineString, Point

mains = geopandas.GeoDataFrame(geometry=[LineString([(0, 0), (100, 0)]), LineString([(100, 0), (200, 0)])])
network = spaghetti.Network(mains)
network.snapobservations(geopandas.GeoDataFrame(geometry=[Point(80, 5)]), "house")
network.snapobservations(geopandas.GeoDataFrame(geometry=[Point(60, 90), Point(110, 1)]), "wells")
for by_way in (False, True):
    print("with" if by_way else "without", "the way to the network:",
          network.allneighbordistances("house", "wells", snap_dist=by_way)[0].tolist(), "nearest",
          network.nearestneighbordistances("house", "wells", snap_dist=by_way)[0][0])
PYTHON
)
echo "$told"
[[ $told == "without the way to the network: [20.0, 30.0] nearest [0]
with the way to the network: [20.0, 36.0] nearest [0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
