#!/usr/bin/env bash
# wntr 1.5.0: wntr.gis.connect_lines leaves line ends apart that are within the threshold if more lines end there. It clusters
# the ends by Ward's method, whose distance grows with the number of ends, and compares that with the threshold: between two
# ends at one place and two at another it is 1.41 times the distance, and between three and three 1.73 times. So a gap of 0.8 is
# closed with a threshold of 1 in a pipe, and stays open at a crossing. The documentation calls the threshold the maximum
# distance between line ends.
# Seen: the lines below, the lines that end at each side of the gap, and how many parts the network then has.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0 geopandas==1.2.0 pandas==3.1.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import geopandas
import networkx
import wntr
from shapely import LineString

for left, right, gap in ((1, 1, 0.8), (1, 1, 1.2), (2, 2, 0.8), (2, 2, 0.7), (3, 3, 0.6), (3, 3, 0.5)):
    lines = [LineString([(-50, 20 * number), (0, 0)]) for number in range(left)]
    lines += [LineString([(gap, 0), (50, 20 * number)]) for number in range(right)]
    connected, _ = wntr.gis.connect_lines(geopandas.GeoDataFrame(geometry=lines, crs="EPSG:25833"), 1)
    graph = networkx.MultiGraph(list(zip(connected.start_node_name, connected.end_node_name)))
    print(f"{left} and {right}, gap {gap}: {networkx.number_connected_components(graph)}")
PYTHON
)
echo "$told"
[[ $told == "1 and 1, gap 0.8: 1
1 and 1, gap 1.2: 2
2 and 2, gap 0.8: 2
2 and 2, gap 0.7: 1
3 and 3, gap 0.6: 2
3 and 3, gap 0.5: 1" ]] || {
  echo "This has changed." >&2
  exit 1
}
