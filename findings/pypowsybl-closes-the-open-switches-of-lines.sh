#!/usr/bin/env bash
# pypowsybl 1.16.1: network.convert_from_pandapower leaves out each switch between a bus and a line or a transformer, without a
# warning, so a line that pandapower 3.5.6 opens at one end is closed at both. Switches between two buses are converted, and so
# are lines out of service. It also divides the limit of parallel lines by their number, while pandapower multiplies.
# Seen: the lines below. The ring of three lines is open at one end of line 1, and line 0 is two parallel lines of 421 A
# each.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pypowsybl==1.16.1 pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapower
import pypowsybl

net = pandapower.create_empty_network()
buses = [pandapower.create_bus(net, 20) for _ in range(3)]
pandapower.create_ext_grid(net, buses[0])
for start, end, parallel in ((0, 1, 2), (1, 2, 1), (0, 2, 1)):
    pandapower.create_line(net, start, end, 10, "NA2XS2Y 1x240 RM/25 12/20 kV", parallel=parallel)
for bus in buses[1:]:
    pandapower.create_load(net, bus, 2, 0.5)
pandapower.create_switch(net, buses[2], 1, et="l", closed=False)
pandapower.runpp(net, numba=False)
made = pypowsybl.network.convert_from_pandapower(net)
pypowsybl.loadflow.run_ac(made)
print("switches", len(net.switch), "and", len(made.get_switches()))
print("pandapower MW", net.res_line.p_from_mw.round(2).abs().tolist())
print("pypowsybl MW", made.get_lines().p1.round(2).abs().tolist())
limits = net.res_line.i_ka / net.res_line.loading_percent * 1e5
print("pandapower A", limits.round(1).tolist())
print("pypowsybl A", made.get_operational_limits().value.round(1).tolist())
PYTHON
)
echo "$told"
[[ $told == "switches 1 and 0
pandapower MW [2.01, 0.0, 2.01]
pypowsybl MW [2.41, 0.4, 1.61]
pandapower A [842.0, 421.0, 421.0]
pypowsybl A [210.5, 421.0, 421.0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
