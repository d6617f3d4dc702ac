#!/usr/bin/env bash
# pandapower 3.5.6: toolbox.replace_line_by_impedance uses the number of a line as its position in the table for the length and
# the number of parallel systems. After a line was dropped the two differ, and an impedance gets the length of a later line. The
# documentation says that lines are replaced only if the power flow stays the same, unless only_valid_replace is False.
# replace_impedance_by_line promises that too, and leaves out the shunts of an impedance, gf_pu and bf_pu, although a line has a
# capacitance and a conductance.
# Seen: the lines below. Lines 0, 1 and 2 of 1, 2 and 5 km are parallel, and line 0 is dropped: MW in line 1 and line 2, and
# then in the impedance that replaces line 1 and in line 2. Without the drop nothing changes. The impedance of bf_pu 0.02 at
# both ends delivers 4 Mvar to the grid, the line that replaces it none.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapower==3.5.6
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapower
from pandapower import toolbox


def network():
    net = pandapower.create_empty_network(sn_mva=100)
    pandapower.create_buses(net, 2, 20)
    pandapower.create_ext_grid(net, 0)
    pandapower.create_load(net, 1, 3)
    return net


for dropped in ([], [0]):
    net = network()
    for length in (1, 2, 5):
        pandapower.create_line_from_parameters(net, 0, 1, length, 0.1, 0.1, 0, 1)
    toolbox.drop_lines(net, dropped)
    pandapower.runpp(net, numba=False)
    before = net.res_line.p_from_mw[[1, 2]].round(2).tolist()
    toolbox.replace_line_by_impedance(net, [1])
    pandapower.runpp(net, numba=False)
    print("dropped", dropped, before, [net.res_impedance.p_from_mw.round(2)[0].item(),
                                            net.res_line.p_from_mw.round(2)[2].item()])

net = network()
pandapower.create_impedance(net, 0, 1, 0.01, 0.01, 100, gf_pu=0, bf_pu=0.02)
pandapower.runpp(net, numba=False)
before = round(net.res_ext_grid.q_mvar[0], 1)
toolbox.replace_impedance_by_line(net)
pandapower.runpp(net, numba=False)
print("impedance", before, "line", round(net.res_ext_grid.q_mvar[0], 1), "impedances left", len(net.impedance))
PYTHON
)
echo "$told"
[[ $told == "dropped [] [0.88, 0.35] [0.88, 0.35]
dropped [0] [2.15, 0.86] [1.5, 1.5]
impedance -4.0 line 0.0 impedances left 0" ]] || {
  echo "This has changed." >&2
  exit 1
}
