#!/usr/bin/env bash
# wayfarer 0.13.3: create_line leaves out the end of a line that returns to an earlier place of itself, like a main with a ring
# at its end. It finds the measure of each vertex by projection, and the last vertex gets that of the first pass, so the loop
# over the vertices ends without one beyond the end measure. split_network_edge uses the same function: the last part is shorter
# than its LEN_ says, and does not reach its node. A line that starts where it ends is treated separately and is right. The
# documentation says that the function returns the line between the two measures and handles rings. shapely 2.2.0 cuts the same
# line right.
# Seen: the lines below, the ends of the part between two measures and its length, by wayfarer and by shapely, and then LEN_ and
# length of the two parts after a split at 120 m. The line is 250 m long and ends at a vertex that it passed 50 m after its
# start.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wayfarer==0.13.3 networkx==3.6.1 shapely==2.2.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from shapely import LineString
from shapely.ops import substring
from wayfarer import linearref, loader, splitter

main = LineString([(0, 0), (50, 0), (100, 0), (100, 50), (50, 50), (50, 0)])
for start, end in ((0, 120), (120, 250), (120, 230), (20, 250)):
    for line in (linearref.create_line(main, start, end), substring(main, start, end)):
        print(f"{start} to {end}:", *line.coords[0], *line.coords[-1], line.length)
record = {"EDGE_ID": 1, "NODEID_FROM": "A", "NODEID_TO": "B", "LEN_": main.length, "geometry": main}
parts = splitter.split_network_edge(loader.load_network_from_records([record]), 1, [120])
print("split", *((part.attributes["LEN_"], part.attributes["geometry"].length) for part in parts))
PYTHON
)
echo "$told"
[[ $told == "0 to 120: 0.0 0.0 100.0 20.0 120.0
0 to 120: 0.0 0.0 100.0 20.0 120.0
120 to 250: 100.0 20.0 50.0 50.0 80.0
120 to 250: 100.0 20.0 50.0 0.0 130.0
120 to 230: 100.0 20.0 50.0 50.0 80.0
120 to 230: 100.0 20.0 50.0 20.0 110.0
20 to 250: 20.0 0.0 50.0 0.0 230.0
20 to 250: 20.0 0.0 50.0 0.0 230.0
split (120, 120.0) (130.0, 80.0)" ]] || {
  echo "This has changed." >&2
  exit 1
}
