#!/usr/bin/env bash
# wayfarer 0.13.3: split_network_edge measures from the wrong end of an edge if the network has no reverse lookup and the edge
# ends at a node that an earlier edge introduced. networkx names the ends of an edge without direction in the order of the
# nodes, and the function takes the first of them for the start. The parts get that direction in NODEID_FROM and NODEID_TO as
# well, so each valve is at the wrong place without a warning. to_osmnx takes the ends in the same order, with and without the
# lookup, and exchanges the places of the two nodes. The documentation calls the lookup a means to make searches by key fast,
# and says that an edge is split at measures along its line. With the lookup, which is the default, the edge is split right.
# Seen: the lines below, the parts of main 2 from C to B after a split 30 m from C, with their lengths, and the places of the
# nodes by to_osmnx. A is at 0, B at 100 and C at 200.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wayfarer==0.13.3 networkx==3.6.1 shapely==2.2.0 osmnx==2.1.1
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from shapely import LineString
from wayfarer import loader, osmnx_compat, splitter


def mains(lookup):
    ends = {1: ("A", "B", 0, 100), 2: ("C", "B", 200, 100)}
    records = [{"EDGE_ID": key, "NODEID_FROM": one, "NODEID_TO": other, "LEN_": 100,
                "course": LineString([(start, 0), (end, 0)])} for key, (one, other, start, end) in ends.items()]
    return loader.load_network_from_records(records, use_reverse_lookup=lookup)


for lookup in (True, False):
    parts = splitter.split_network_edge(mains(lookup), 2, [30])
    print(f"lookup {lookup}:", *(f"{part.start_node} to {part.end_node} {part.attributes['LEN_']}," for part in parts), end=" ")
    places = osmnx_compat.to_osmnx(mains(lookup), geometry_field="course", crs="epsg:25832")
    print({name: place["x"] for name, place in places.nodes(data=True)})
PYTHON
)
echo "$told"
[[ $told == "lookup True: C to 2::30 30, 2::30 to B 70, {'A': 0.0, 'B': 200.0, 'C': 100.0}
lookup False: B to 2::30 30, 2::30 to C 70, {'A': 0.0, 'B': 200.0, 'C': 100.0}" ]] || {
  echo "This has changed." >&2
  exit 1
}
