#!/usr/bin/env bash
# linref 1.0.0: the mean of an attribute over a stretch of a main gives each section the same weight, whatever its length, and
# the mode counts sections. The shares of overlap are divided by the length of the section that they come from, so every section
# that lies within the stretch has the weight 1. The documentation says that the method "overlay", which is the default for
# linear events and named here, gives a length-weighted mean and mode. After overlay(normalize=False) the same call gives the
# length-weighted values, because it uses the result of that call again.
# Seen: the lines below. The main of 10 km has 1 km of iron of 1930, 1 km of iron of 1950 and 8 km of plastic of 2010: weighted
# by length, the year is 1996 and the material is plastic.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check linref==1.0.0 geopandas==1.2.0
told=$("$place/python/bin/python" - <<'PYTHON'
import linref
import pandas

lrs = linref.LRS(key_col=["main"], beg_col="from", end_col="to")
stretch = pandas.DataFrame({"main": ["M"], "from": [0.0], "to": [10.0]}).lr.set_lrs(lrs)
sections = pandas.DataFrame({
    "main": ["M", "M", "M"], "from": [0.0, 1.0, 2.0], "to": [1.0, 2.0, 10.0],
    "year": [1930, 1950, 2010], "material": ["iron", "iron", "plastic"],
}).lr.set_lrs(lrs)
for name in ("at once", "after overlay(normalize=False)"):
    relation = stretch.lr.relate(sections)
    if name != "at once":
        print("km", relation.overlay(normalize=False).toarray()[0].tolist())
    year = relation["year"].mean(method="overlay")
    material = relation["material"].mode(method="overlay")
    print(f"{name}: {year:.0f} {material}")
PYTHON
)
echo "$told"
[[ $told == "at once: 1963 iron
km [1.0, 1.0, 8.0]
after overlay(normalize=False): 1996 plastic" ]] || {
  echo "This has changed." >&2
  exit 1
}
