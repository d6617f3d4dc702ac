#!/usr/bin/env bash
# pandapower 3.5.6: toolbox.merge_same_bus_generation_plants adds the power of plants that are out of service to that of the
# first plant at the bus, and ignores the scaling of the others, so the total power changes. If the first is out of service, all
# are. The documentation says that it merges the plants of a bus so that one is left, and mentions neither effect.
# Seen: the lines below, MW that two static generators of 4 and 2 MW deliver at a bus, before and after.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapower
from pandapower import toolbox


def delivered(net):
    pandapower.runpp(net, numba=False)
    return round(net.res_sgen.p_mw.sum(), 3)


for name, first, second in (
    ("both in service", {}, {}),
    ("second out of service", {}, {"in_service": False}),
    ("first out of service", {"in_service": False}, {}),
    ("second scaled by a half", {}, {"scaling": 0.5}),
    ("first scaled by a half", {"scaling": 0.5}, {}),
):
    net = pandapower.create_empty_network()
    pandapower.create_buses(net, 2, 20)
    pandapower.create_ext_grid(net, 0)
    pandapower.create_line_from_parameters(net, 0, 1, 1, 0.1, 0.1, 0, 1)
    pandapower.create_sgen(net, 1, 4, **first)
    pandapower.create_sgen(net, 1, 2, **second)
    before = delivered(net)
    toolbox.merge_same_bus_generation_plants(net)
    print(name, before, delivered(net))
PYTHON
)
echo "$told"
[[ $told == "both in service 6.0 6.0
second out of service 4.0 6.0
first out of service 2.0 0.0
second scaled by a half 5.0 6.0
first scaled by a half 4.0 3.0" ]] || {
  echo "This has changed." >&2
  exit 1
}
