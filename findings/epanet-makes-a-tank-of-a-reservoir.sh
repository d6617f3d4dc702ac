#!/usr/bin/env bash
# EPANET 2.3.5 (in epyt 2.3.5.3) makes a tank of a row in [RESERVOIRS] that has the columns of a tank, and a reservoir of a row in
# [TANKS] with a name and one number. No message is given. It goes by the number of words in a row, not by the section. The manual
# describes a reservoir as a name, a head and a pattern, and a tank as a name and six numbers. WNTR 1.5.0 reads the first row as a
# reservoir, and takes the third word for a pattern, which does not exist. It refuses the second row.
# Seen: the lines below, with the types and heads of the nodes.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check epyt==2.3.5.3 wntr==1.5.0 six==1.17.0
cd "$place"
for name in long short; do
  cat >"$name.inp" <<INP
[JUNCTIONS]
J1 10 5
[RESERVOIRS]
R 50$([[ $name == long ]] && echo " 3 0 6 10 0")
[TANKS]
T 40$([[ $name == long ]] && echo " 3 0 6 10 0")
[PIPES]
P1 R J1 100 300 100
P2 J1 T 100 300 100
[OPTIONS]
UNITS LPS
[COORDINATES]
R 0 0
J1 1 0
T 2 0
[END]
INP
done
told=$(python/bin/python - 2>/dev/null <<'PYTHON' | grep -F '|'
import wntr
from epyt import epanet

for name in ("long", "short"):
    network = epanet(f"{name}.inp", display_msg=False)
    network.openHydraulicAnalysis()
    network.initializeHydraulicAnalysis()
    network.runHydraulicAnalysis()
    names = network.getNodeNameID()
    heads = network.getNodeHydraulicHead()
    for node in "RT":
        row = names.index(node)
        print(name, "|", node, network.getNodeType(row + 1), round(float(heads[row]), 2))
    try:
        network = wntr.network.WaterNetworkModel(f"{name}.inp")
        reservoir = network.get_node("R")
        pattern = reservoir.head_pattern_name
        print(name, "| WNTR", reservoir.node_type, "pattern", pattern, pattern in network.pattern_name_list)
    except wntr.epanet.exceptions.EpanetException as error:
        print(name, "| WNTR", str(error).split(")")[0] + ")")
PYTHON
)
echo "$told"
[[ $told == "long | R TANK 53.0
long | T TANK 43.0
long | WNTR Reservoir pattern 3 False
short | R RESERVOIR 50.0
short | T RESERVOIR 40.0
short | WNTR (Error 200)" ]] || {
  echo "This has changed." >&2
  exit 1
}
