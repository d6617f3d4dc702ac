#!/usr/bin/env bash
# pypowsybl 1.16.1: the export to PSS/E writes each shunt compensator that has a target voltage twice, as a fixed shunt and as a
# switched shunt, whether it regulates or not. Both are in service with the whole susceptance, so a reader of the file has twice
# the shunt. PSS/E separates the two kinds: a switched shunt must not be entered as a fixed one too. The documentation of the
# export does not mention shunts. CGMES and XIIDM write one.
# Seen: the lines below, mS of the shunts and kV at their bus before, and after each export and import, and the numbers of
# rows of fixed and of switched shunts in the file of PSS/E. The network is a line of 110 kV with a load and a shunt of 1 mS at
# its end.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pypowsybl==1.16.1
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandas
from pypowsybl import loadflow, network


def create(target, regulates):
    net = network.create_empty()
    for end in ("A", "B"):
        net.create_substations(id="substation" + end)
        net.create_voltage_levels(id="level" + end, substation_id="substation" + end, topology_kind="BUS_BREAKER",
                                  nominal_v=110)
        net.create_buses(id="bus" + end, voltage_level_id="level" + end)
    net.create_lines(id="line", voltage_level1_id="levelA", bus1_id="busA", voltage_level2_id="levelB", bus2_id="busB",
                     r=1, x=10, g1=0, b1=0, g2=0, b2=0)
    net.create_generators(id="generator", voltage_level_id="levelA", bus_id="busA", target_p=10, target_v=110,
                          target_q=0, voltage_regulator_on=True, min_p=0, max_p=100)
    net.create_loads(id="load", voltage_level_id="levelB", bus_id="busB", p0=10, q0=0)
    shunt = {"id": "shunt", "voltage_level_id": "levelB", "bus_id": "busB", "model_type": "LINEAR", "section_count": 1}
    sections = {"id": "shunt", "g_per_section": 0.0, "b_per_section": 0.001, "max_section_count": 1}
    net.create_shunt_compensators(pandas.DataFrame([shunt | target]).set_index("id"),
                                  linear_model_df=pandas.DataFrame([sections]).set_index("id"))
    if regulates:
        net.update_shunt_compensators(id="shunt", voltage_regulation_on=True)
    return net


def tell(name, net):
    loadflow.run_ac(net)
    print(name, (net.get_shunt_compensators().b * 1000).round(3).tolist(), net.get_buses().v_mag.round(1).max())


target = {"target_v": 112.0, "target_deadband": 1.0}
for name, net in (("no target", create({}, False)), ("target", create(target, False)),
                  ("regulating", create(target, True))):
    tell(name + ", before", net)
    for form, file in (("XIIDM", "net.xiidm"), ("CGMES", "net.zip"), ("PSS/E", "net.raw")):
        net.save(file, format=form)
        tell(f"{name}, {form}", network.load(file))
    with open("net.raw") as raw:
        text = raw.read()
    for kind in ("FIXED", "SWITCHED"):
        rows = text.split(f"BEGIN {kind} SHUNT DATA\n")[1].split("0 / END")[0].splitlines()
        print(name, kind, len(rows))
PYTHON
)
echo "$told"
[[ $told == "no target, before [1.0] 111.0
no target, XIIDM [1.0] 111.0
no target, CGMES [1.0] 111.0
no target, PSS/E [1.0] 111.0
no target FIXED 1
no target SWITCHED 0
target, before [1.0] 111.0
target, XIIDM [1.0] 111.0
target, CGMES [1.0] 111.0
target, PSS/E [1.0, 1.0] 112.1
target FIXED 1
target SWITCHED 1
regulating, before [1.0] 111.0
regulating, XIIDM [1.0] 111.0
regulating, CGMES [1.0] 111.0
regulating, PSS/E [1.0, 1.0] 112.1
regulating FIXED 1
regulating SWITCHED 1" ]] || {
  echo "This has changed." >&2
  exit 1
}
