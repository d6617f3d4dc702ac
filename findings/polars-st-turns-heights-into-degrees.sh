#!/usr/bin/env bash
# polars-st 0.11.0 (polars 2.1.0): `to_srid` from a projected system to one of longitudes and latitudes treats the heights,
# which are in metres, as radians and converts them to degrees together with the places: 100 m become 5729.58. From such a
# system to a projected one they become 1.75. A round trip restores them, and the places are correct. Between projected systems
# heights stay. pyproj 3.7.2 leaves them at 100.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check polars-st==0.11.0 polars==2.1.0 pyproj==3.7.2
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import polars
import polars_st
import pyproj


def told(text, begin, *ends):
    geometry = polars_st.from_wkt("text").st.set_srid(begin)
    for end in ends:
        geometry = geometry.st.to_srid(end)
    return polars.DataFrame({"text": [text]}).select(geometry.st.to_wkt(rounding_precision=2)).item()


print(told("POINT Z (500000 5500000 100)", 25832, 25833))
print(told("POINT Z (500000 5500000 100)", 25832, 4258))
print(told("POINT Z (500000 5500000 100)", 25832, 4258, 25832))
print(told("POINT Z (9 50 100)", 4258, 25832))
print(pyproj.Transformer.from_crs(25832, 4258, always_xy=True).transform(500000, 5500000, 100)[2])
PYTHON
)
echo "$told"
[[ $told == "POINT Z (67034.94 5517306.74 100)
POINT Z (9 49.65 5729.58)
POINT Z (500000 5500000 100)
POINT Z (500000 5538630.7 1.75)
100.0" ]] || {
  echo "This has changed." >&2
  exit 1
}
