#!/usr/bin/env bash
# openlr-dereferencer 1.2.0: a point along a line of OpenLR that lies on the last line of its path is put at the end of that
# path, however far before it the point is. point_along_linelocation subtracts what is left of the offset and then returns the
# end of the path without it. The documentation says that the function steps the given metres into the path. Points on the
# lines before are right, and so is a path of a single line.
# Seen: the lines below, for a path over three lines of 100 m: the offset of the reference, and where decode puts the point.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check openlr==1.0.1 openlr-dereferencer==1.2.0 \
  geographiclib==2.1 shapely==2.2.0
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
from typing import NamedTuple

import openlr
from geographiclib.geodesic import Geodesic
from openlr_dereferencer import decode
from openlr_dereferencer.maps.wgs84 import distance
from shapely import LineString

ends = [Geodesic.WGS84.Direct(52, 13, 90, 100 * number) for number in range(4)]
places = [openlr.Coordinates(end["lon2"], end["lat2"]) for end in ends]
road = openlr.FRC.FRC0, openlr.FOW.SINGLE_CARRIAGEWAY


class Junction(NamedTuple):
    node_id: int
    coordinates = property(lambda self: places[self.node_id])

    def outgoing_lines(self):
        return [Main(self.node_id)] if self.node_id < 3 else []

    def incoming_lines(self):
        return [Main(self.node_id - 1)] if self.node_id > 0 else []


class Main(NamedTuple):
    line_id: int
    frc = road[0]
    fow = road[1]
    length = 100.0
    start_node = property(lambda self: Junction(self.line_id))
    end_node = property(lambda self: Junction(self.line_id + 1))
    geometry = property(lambda self: LineString(self.coordinates()))

    def coordinates(self):
        return places[self.line_id:self.line_id + 2]

    def distance_to(self, place):
        return min(distance(place, end) for end in self.coordinates())


class Map:
    def find_nodes_close_to(self, place, metres):
        return [Junction(number) for number in range(4) if distance(place, places[number]) < metres]

    def find_lines_close_to(self, place, metres):
        return [Main(number) for number in range(3) if Main(number).distance_to(place) < metres]


path = [openlr.LocationReferencePoint(*places[0], *road, 90.0, openlr.FRC.FRC0, 300),
        openlr.LocationReferencePoint(*places[3], *road, 270.0, None, None)]
for share in (0.1, 0.5, 0.7, 0.8, 0.9):
    found = decode(openlr.PointAlongLineLocationReference(
        path, share, openlr.Orientation.NO_ORIENTATION_OR_UNKNOWN, openlr.SideOfRoad.ON_ROAD_OR_UNKNOWN), Map())
    print(f"{300 * share:.0f} m: line {found.line.line_id + 1}, {found.positive_offset:.0f} m")
PYTHON
)
echo "$told"
[[ $told == "30 m: line 1, 30 m
150 m: line 2, 50 m
210 m: line 3, 100 m
240 m: line 3, 100 m
270 m: line 3, 100 m" ]] || {
  echo "This has changed." >&2
  exit 1
}
