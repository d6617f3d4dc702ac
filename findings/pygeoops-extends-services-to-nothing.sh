#!/usr/bin/env bash
# pygeoops 0.6.0: extend_line_to_geometry moves both ends of a line to the same place if the geometry lies wholly on one side of
# it. A service that stops 2 m from a straight main becomes a line of no length on the main, and a service with a bend runs from
# the main and back to it. The end that points away from the geometry is extended to its bounding box, which is behind it, and
# there the function finds the main through the line itself. The documentation says that the function extends a line to a given
# geometry. If the main has a bend and its bounding box contains the service, the service is extended right, and so is a line
# inside an area.
# Seen: the lines below, each service before, and after it was extended to the main at y = 0, or to one with a bend, or to the
# border of an area around it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pygeoops==0.6.0 shapely==2.2.0 geopandas==1.2.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pygeoops
from shapely import LineString, box

straight = LineString([(0, 0), (100, 0)])
bent = LineString([(0, 0), (50, 0), (100, 30)])
area = box(0, 0, 100, 50)
services = [[(20, 2), (20, 10)], [(20, 10), (20, 2)], [(20, 2), (24, 10)], [(20, 2), (20, 6), (30, 6), (30, 8)]]
for service in services:
    line = LineString(service)
    print(line.wkt[11:], *(pygeoops.extend_line_to_geometry(line, to).wkt[11:] for to in (straight, bent, area)), sep=", ")
PYTHON
)
echo "$told"
[[ $told == "(20 2, 20 10), (20 0, 20 0), (20 0, 20 10), (20 0, 20 50)
(20 10, 20 2), (20 0, 20 0), (20 10, 20 0), (20 50, 20 0)
(20 2, 24 10), (19 0, 19 0), (19 0, 24 10), (19 0, 44 50)
(20 2, 20 6, 30 6, 30 8), (20 0, 20 6, 30 6, 30 0), (20 0, 20 6, 30 6, 30 8), (20 0, 20 6, 30 6, 30 50)" ]] || {
  echo "This has changed." >&2
  exit 1
}
