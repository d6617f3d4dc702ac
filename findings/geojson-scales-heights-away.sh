#!/usr/bin/env bash
# geojson 3.3.0 (of Python): utils.map_coords drops the height of each place, without a warning. It applies the function to the
# first two numbers and returns these two. The documentation says that the function is mapped over all coordinate values, and
# calls it useful to scale a geometry, for example from feet to metres. utils.map_tuples passes whole places, with the height,
# and utils.coords yields them so.
# Seen: the lines below, a line with heights, each of its places by coords, and the line by map_coords and by map_tuples, from
# feet to metres.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check geojson==3.3.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from geojson import LineString, utils

line = LineString([(0, 0, 100), (1000, 0, 200)])
print("line", line["coordinates"])
print("coords", list(utils.coords(line)))
print("map_coords", utils.map_coords(lambda value: round(value * 0.3048, 2), line)["coordinates"])
print("map_tuples", utils.map_tuples(lambda place: [round(value * 0.3048, 2) for value in place], line)["coordinates"])
PYTHON
)
echo "$told"
[[ $told == "line [[0, 0, 100], [1000, 0, 200]]
coords [(0, 0, 100), (1000, 0, 200)]
map_coords [(0.0, 0.0), (304.8, 0.0)]
map_tuples [(0.0, 0.0, 30.48), (304.8, 0.0, 60.96)]" ]] || {
  echo "This has changed." >&2
  exit 1
}
