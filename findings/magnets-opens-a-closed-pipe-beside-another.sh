#!/usr/bin/env bash
# MAGNets 0.1.10: reduce_model merges a closed pipe with an open pipe beside it into one open pipe of the strength of both, and so
# opens it. It does not read the status of pipes. No junction is removed here, so that heads should stay as they are.
# Seen: the lines below, for a main of 100 mm beside a closed one of 300 mm: the heads before and after, and the pipes after.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check magnets==0.1.10 wntr==1.5.0 six==1.17.0
cd "$place"
cat >closed.inp <<'INP'
[JUNCTIONS]
A 10
B 10 1
C 10 1
[RESERVOIRS]
R 50
[PIPES]
head R A 100 300 100 0 Open
open A B 500 100 100 0 Open
closed A B 500 300 100 0 Closed
end B C 500 100 100 0 Open
[OPTIONS]
UNITS LPS
HEADLOSS H-W
[COORDINATES]
R 0 0
A 1 0
B 2 0
C 3 0
[END]
INP
told=$(python/bin/python - <<'PYTHON' | grep -F '|'
import wntr
from magnets.reduction import reduce_model

first = wntr.network.WaterNetworkModel("closed.inp")
reduced = reduce_model("closed.inp", nodes_to_keep=["B", "C"])
for label, network in (("before", first), ("after", reduced)):
    heads = wntr.sim.EpanetSimulator(network).run_sim().node["head"].iloc[0]
    print(label, "|", *(f"{name} {heads[name]:.2f} m" for name in "ABC"))
print("pipes |", *(f"{name} {round(1000 * pipe.diameter)} mm {pipe.initial_status.name}" for name, pipe in reduced.pipes()))
PYTHON
)
echo "$told"
[[ $told == "before | A 50.00 m B 49.21 m C 49.00 m
after | A 50.00 m B 50.00 m C 49.78 m
pipes | head 300 mm Open end 100 mm Open open 306 mm Open" ]] || {
  echo "This has changed." >&2
  exit 1
}
