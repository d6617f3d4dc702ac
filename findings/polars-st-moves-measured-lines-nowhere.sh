#!/usr/bin/env bash
# polars-st 0.11.0 (polars 2.1.0): `translate`, `scale`, `rotate`, `skew` and `affine_transform` of a line with measures and
# without heights make x and y of each vertex NaN and keep the measures, without a warning. A point becomes empty. Lines with
# heights, with or without measures, are moved correctly. `flip_coordinates` is correct for lines with measures.
# Seen: the lines below.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check polars-st==0.11.0 polars==2.1.0
told=$("$place/python/bin/python" - 2>&1 <<'PYTHON'
import polars
import polars_st

texts = [
    "LINESTRING Z (0 0 40, 10 0 45)",
    "LINESTRING ZM (0 0 40 7, 10 0 45 8)",
    "LINESTRING M (0 0 7, 10 0 8)",
    "POINT M (1 2 7)",
]
table = polars.DataFrame({"text": texts}).select(polars_st.from_wkt("text").alias("geometry"))
geometry = polars_st.geom("geometry").st
for name, moved in (
    ("translate", geometry.translate(x=1, y=2)),
    ("scale", geometry.scale(2, 2, origin=(0, 0, 0))),
    ("flip_coordinates", geometry.flip_coordinates()),
):
    for text in table.select(moved.st.to_wkt(output_dimension=4)).to_series():
        print(name, text)
PYTHON
)
echo "$told"
[[ $told == "translate LINESTRING Z (1 2 40, 11 2 45)
translate LINESTRING ZM (1 2 40 7, 11 2 45 8)
translate LINESTRING M (NaN NaN 7, NaN NaN 8)
translate POINT M EMPTY
scale LINESTRING Z (0 0 40, 20 0 45)
scale LINESTRING ZM (0 0 40 7, 20 0 45 8)
scale LINESTRING M (NaN NaN 7, NaN NaN 8)
scale POINT M EMPTY
flip_coordinates LINESTRING Z (0 0 40, 0 10 45)
flip_coordinates LINESTRING ZM (0 0 40 7, 0 10 45 8)
flip_coordinates LINESTRING M (0 0 7, 0 10 8)
flip_coordinates POINT M (2 1 7)" ]] || {
  echo "This has changed." >&2
  exit 1
}
