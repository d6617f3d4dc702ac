#!/usr/bin/env bash
# topojson 2.2 (of Python): two lines with the same course and opposite directions share an arc, and both refer to it as 0, so
# one of them is reversed. The format has -1 for an arc in reverse. A line that is a part of a later one may be reversed as
# well. A line that runs out to a tap and back the same way loses the tap. All of this happens without any simplification or
# quantization.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check topojson==2.2 shapely==2.2.0 numpy==2.4.6
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import shapely
import topojson

for texts in (
    ["LINESTRING (0 0, 10 0)", "LINESTRING (10 0, 0 0)"],
    ["LINESTRING (20 0, 10 0)", "LINESTRING (0 0, 10 0, 20 0)"],
    ["LINESTRING (0 0, 10 0, 10 5, 10 0, 20 0)"],
):
    told = topojson.Topology([shapely.from_wkt(text) for text in texts], prequantize=False).to_dict()
    print([line["arcs"] for line in told["objects"]["data"]["geometries"]], told["arcs"])
PYTHON
)
echo "$told"
[[ $told == "[[0], [0]] [[[10.0, 0.0], [0.0, 0.0]]]
[[1], [0, 1]] [[[0.0, 0.0], [10.0, 0.0]], [[10.0, 0.0], [20.0, 0.0]]]
[[0]] [[[0.0, 0.0], [10.0, 0.0], [10.0, 0.0], [20.0, 0.0]]]" ]] || {
  echo "This has changed." >&2
  exit 1
}
