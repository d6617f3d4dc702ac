#!/usr/bin/env bash
# neatnet 0.1.6: close_gaps bends a main to each end of another line that it passes nearer than the tolerance, and joins the
# two. It snaps all lines to the middle of each gap and to each end without a gap, and a line that only passes there gets a
# vertex there. Two separate networks that run side by side become one, without a warning. The documentation says that the
# function closes gaps of lines that should be contiguous, that it snaps nodes within the tolerance, and both lines of a gap to
# its middle; the main has no node there. momepy 0.11.0 has the same function.
# Seen: the lines below, all lines after the call, and how many connected parts they have before and after. The main runs 1.5 m
# beside two lines with a gap of 1 m, the tolerance is 2, and both libraries give the same. At 2.5 m the main stays as it was.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check neatnet==0.1.6 momepy==0.11.0 geopandas==1.2.0 \
  networkx==3.6.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import momepy
import neatnet
import networkx
from shapely import LineString, set_precision, to_wkt


def parts(lines):
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(lines)))
    graph.add_edges_from((one, other) for one in graph for other in graph if lines[one].intersects(lines[other]))
    return networkx.number_connected_components(graph)


for beside in (1.5, 2.5):
    lines = [LineString([(0, 0), (50, 0)]), LineString([(51, 0), (100, 0)]), LineString([(-20, beside), (120, beside)])]
    frame = geopandas.GeoSeries(lines, crs=25832)
    closed = neatnet.close_gaps(frame, 2)
    tidy = [set_precision(line, 0.1) for line in closed]
    print(", ".join(to_wkt(line, trim=True) for line in tidy))
    print(parts(lines), "then", parts(tidy), closed.geom_equals_exact(momepy.close_gaps(frame, 2), 0).all())
PYTHON
)
echo "$told"
[[ $told == "LINESTRING (0 0, 50.5 0), LINESTRING (50.5 0, 100 0), LINESTRING (-20 1.5, 0 0, 50.5 0, 100 0, 120 1.5)
3 then 1 True
LINESTRING (0 0, 50.5 0), LINESTRING (50.5 0, 100 0), LINESTRING (-20 2.5, 120 2.5)
3 then 2 True" ]] || {
  echo "This has changed." >&2
  exit 1
}
