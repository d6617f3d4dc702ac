#!/usr/bin/env bash
# wntr 1.5.0: wntr.morph.split_pipe and break_pipe give the new pipe a check valve if the original pipe has one, so there are
# two. The documentation says that the new pipe gets none, and a logged warning says the same. A demand or a leak at the new
# junction then takes no water from downstream, although the check valve is upstream of it.
# Seen: the lines below; the written file has CV twice. X takes 2 l/s through P from the low reservoir, although the high
# one is open to it; without the second check valve the water comes from the high one.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0
cd "$place"
told=$(python/bin/python - 2>&1 <<'PYTHON'
import logging
import sys

import wntr

logging.basicConfig(stream=sys.stdout, format="%(message)s", level=logging.WARNING)
network = wntr.network.WaterNetworkModel()
network.add_reservoir("low", base_head=50)
network.add_reservoir("high", base_head=60)
network.add_junction("A", elevation=10)
network.add_pipe("P", "low", "A", length=100, diameter=0.2, check_valve=True)
network.add_pipe("Q", "high", "A", length=100, diameter=0.2)
for split, nodes in ((wntr.morph.split_pipe, ("X",)), (wntr.morph.break_pipe, ("X", "Y"))):
    for at_end in (True, False):
        made = split(network, "P", "new", *nodes, add_pipe_at_end=at_end)
        wntr.network.write_inpfile(made, "split.inp")
        print(split.__name__, "at the end" if at_end else "at the start", open("split.inp").read().split().count("CV"), "CV")
made = wntr.morph.split_pipe(network, "P", "new", "X")
made.get_node("X").demand_timeseries_list[0].base_value = 0.002
for what in ("as made", "as documented"):
    flows = wntr.sim.EpanetSimulator(made).run_sim().link["flowrate"].loc[0]
    print(what, {name: abs(round(float(flows[name]) * 1000, 1)) for name in ("P", "new")})
    made.get_link("new").check_valve = False
PYTHON
)
told=$(tr -s ' ' <<<"$told")
echo "$told"
warned="You are splitting a pipe with a check valve. The new pipe will not have a check valve."
[[ $told == "$warned
split_pipe at the end 2 CV
$warned
split_pipe at the start 2 CV
$warned
break_pipe at the end 2 CV
$warned
break_pipe at the start 2 CV
$warned
as made {'P': 2.0, 'new': 0.0}
as documented {'P': 0.0, 'new': 2.0}" ]] || {
  echo "This has changed." >&2
  exit 1
}
