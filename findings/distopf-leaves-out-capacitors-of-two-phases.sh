#!/usr/bin/env bash
# distopf 1.0.2: DSSToCSVConverter, which create_case uses for OpenDSS, gives a capacitor on two phases no power: it shares that
# of three phases out and keeps that of one, but has no case for two. The row says that the bus has a capacitor on these phases.
# The description of the importer lists its limitations, and this is not one of them.
# Seen: the lines below, kvar of each phase by OpenDSS (in OpenDSSDirect.py 0.9.4) and in cap_data, for capacitors of 300 kvar.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check cvxpy==1.9.3 networkx==3.6.1 numpy==2.4.6 \
  opendssdirect.py==0.9.4 pandas==3.1.1 plotly==7.1.0 pyomo==6.10.1 scipy==1.17.1
"$place/python/bin/pip" install --quiet --disable-pip-version-check --no-deps distopf==1.0.2
cat > "$place/feeder.dss" <<'DSS'
clear
new circuit.feeder basekv=12.47 bus1=src
new line.one bus1=src.1.2.3 bus2=one.1.2.3 r1=0.01 x1=0.01 r0=0.01 x0=0.01 c1=0 c0=0
new line.two bus1=src.1.2.3 bus2=two.1.2.3 r1=0.01 x1=0.01 r0=0.01 x0=0.01 c1=0 c0=0
new line.three bus1=src.1.2.3 bus2=three.1.2.3 r1=0.01 x1=0.01 r0=0.01 x0=0.01 c1=0 c0=0
new capacitor.one bus1=one.1 phases=1 kv=7.2 kvar=300
new capacitor.two bus1=two.1.2 phases=2 kv=12.47 kvar=300
new capacitor.three bus1=three.1.2.3 phases=3 kv=12.47 kvar=300
new load.house bus1=three.1.2.3 kv=12.47 kw=10
set voltagebases=[12.47]
calcvoltagebases
solve
DSS
told=$("$place/python/bin/python" - "$place" 2>/dev/null <<'PYTHON'
import sys

import opendssdirect
from distopf.dss_importer import DSSToCSVConverter

read = DSSToCSVConverter(f"{sys.argv[1]}/feeder.dss", s_base=1e3).cap_data.set_index("name")
for name, phases in (("one", 1), ("two", 2), ("three", 3)):
    opendssdirect.Circuit.SetActiveElement(f"capacitor.{name}")
    print(f"{name}:", *(round(-power) for power in opendssdirect.CktElement.Powers()[1:2 * phases:2]), end=", cap_data:")
    print("", *(round(power) for power in read.loc[name, ["q_a", "q_b", "q_c"]]), "on", read.loc[name, "phases"])
PYTHON
)
echo "$told"
[[ $told == "one: 300, cap_data: 300 0 0 on a
two: 150 150, cap_data: 0 0 0 on ab
three: 100 100 100, cap_data: 100 100 100 on abc" ]] || {
  echo "This has changed." >&2
  exit 1
}
