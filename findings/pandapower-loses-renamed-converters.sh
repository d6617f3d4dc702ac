#!/usr/bin/env bash
# pandapower 3.5.6 has renamed the tables b2b_vsc and bi_vsc of 3.3.3 to vsc_stacked and vsc_bipolar. The format_version of both
# is 3.3.0, so nothing is converted: a file of 3.3.3 opens without a warning, and its converters are in tables that are no
# longer used.
# Seen: one row in b2b_vsc, none in vsc_stacked, which the new release computes with.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
for release in 3.3.3 3.5.6; do
  python3 -m venv "$place/$release"
  "$place/$release/bin/pip" install --quiet --disable-pip-version-check "pandapower==$release"
done
cd "$place"
3.3.3/bin/python - 2>/dev/null <<'PYTHON'
import pandapower

net = pandapower.create_empty_network()
bus = pandapower.create_bus(net, 110)
plus, minus = (pandapower.create_bus_dc(net, 100) for _ in range(2))
pandapower.create_b2b_vsc(net, bus, plus, minus, 0.1, 0.1, 0.1)
pandapower.to_json(net, "net.json")
PYTHON
told=$(3.5.6/bin/python - 2>/dev/null <<'PYTHON'
import pandapower

net = pandapower.from_json("net.json")
print(net.format_version, len(net.b2b_vsc), len(net.vsc_stacked))
PYTHON
)
echo "$told"
[[ $told == "3.3.0 1 0" ]] || {
  echo "This has changed." >&2
  exit 1
}
