#!/usr/bin/env bash
# wntr 1.5.0 reads an EPANET file that has both a MAP option and [COORDINATES], and writes it without [COORDINATES]. It still
# writes [VERTICES] and [LABELS], so bends and labels have places and nodes have none. The MAP file is neither read nor written.
# `force_coordinates=True` writes them; it is off by default.
# Seen: vertices stay, coordinates are missing; a file without MAP keeps both.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0
cat >"$place/with.inp" <<'INP'
[JUNCTIONS]
A 10 5
[RESERVOIRS]
R 50
[PIPES]
p R A 100 200 100 0 Open
[COORDINATES]
A 4 0
R 0 0
[VERTICES]
p 2 1
[OPTIONS]
UNITS LPS
MAP town.map
[END]
INP
sed '/^MAP/d' "$place/with.inp" >"$place/without.inp"
cd "$place"
told=$(python/bin/python - <<'PYTHON'
import wntr

for name, words in (("with", {}), ("without", {}), ("with", {"force_coordinates": True})):
    network = wntr.network.WaterNetworkModel(f"{name}.inp")
    assert network.get_node("A").coordinates == (4.0, 0.0)
    wntr.network.write_inpfile(network, "out.inp", **words)
    text = open("out.inp").read()
    print(f"{name} MAP {words}: coordinates {'[COORDINATES]' in text}, vertices {'2.0000' in text}")
PYTHON
)
echo "$told"
[[ $told == "with MAP {}: coordinates False, vertices True
without MAP {}: coordinates True, vertices True
with MAP {'force_coordinates': True}: coordinates True, vertices True" ]] || {
  echo "This has changed." >&2
  exit 1
}
