#!/usr/bin/env bash
# PyPSA 1.2.4: import_from_pandapower_net with extra_line_data=True takes the resistance, reactance, capacitance and limit of
# parallel lines of pandapower 3.5.6 from one of them, and without it from all: num_parallel is set in both cases, but is used
# only together with a type. The limit also lacks the factor of the square root of three, even for single lines. The
# documentation and the warning list what is unsupported, but not this.
# Seen: the lines below. Line 0 is two parallel lines of 421 A each at 20 kV, which are 29.17 MVA, and line 1 is one of
# them.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pypsa==1.2.4 pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapower
import pypsa

net = pandapower.create_empty_network()
buses = [pandapower.create_bus(net, 20, name=name) for name in ("A", "B", "C")]
pandapower.create_ext_grid(net, buses[0], name="grid")
for name, start, end, parallel in (("0", 0, 1, 2), ("1", 1, 2, 1), ("2", 0, 2, 1)):
    pandapower.create_line(net, start, end, 10, "NA2XS2Y 1x240 RM/25 12/20 kV", name=name, parallel=parallel)
for bus in buses[1:]:
    pandapower.create_load(net, bus, 2, 0.5, name=f"load {bus}")
pandapower.runpp(net, numba=False)
print("pandapower MW", net.res_line.p_from_mw.round(2).tolist())
limits = net.res_line.i_ka / net.res_line.loading_percent * 100 * 20 * 3**0.5
print("pandapower MVA", limits.round(2).tolist())
for extra in (False, True):
    made = pypsa.Network()
    made.import_from_pandapower_net(net, extra_line_data=extra)
    made.pf()
    print(f"extra_line_data={extra} MW", made.lines_t.p0.iloc[0].round(2).abs().tolist())
print("PyPSA MVA", made.lines.s_nom.round(2).tolist(), "num_parallel", made.lines.num_parallel.tolist())
PYTHON
)
echo "$told"
[[ $told == "pandapower MW [2.41, 0.4, 1.61]
pandapower MVA [29.17, 14.58, 14.58]
extra_line_data=False MW [2.41, 0.4, 1.61]
extra_line_data=True MW [2.01, 0.0, 2.01]
PyPSA MVA [8.42, 8.42, 8.42] num_parallel [2.0, 1.0, 1.0]" ]] || {
  echo "This has changed." >&2
  exit 1
}
