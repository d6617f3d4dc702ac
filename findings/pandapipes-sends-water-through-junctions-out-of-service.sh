#!/usr/bin/env bash
# pandapipes 0.16.0 (pandapower 3.3.3): pipeflow sends water through a junction that is out of service, and even gives its
# pressure, as long as pipes in service end there. The result is that of a junction in service, without a warning. The graph of
# the same library leaves the junction out, so unsupplied_junctions reports what pipeflow supplies. In pandapower, a bus out of
# service cuts its lines off: runpp finds no voltage there or behind it, as its topology does.
# Seen: the lines below; junction or bus 1 is the one out of service, between the source 0 and the consumer 2.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapipes==0.16.0 pandapower==3.3.3
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import pandapipes
import pandapipes.topology
import pandapower
import pandapower.topology


def rounded(values):
    return [round(float(value), 3) for value in values]


for is_in_service in (True, False):
    water = pandapipes.create_empty_network(fluid="water")
    for index in range(3):
        pandapipes.create_junction(water, pn_bar=5, tfluid_k=300, in_service=is_in_service or index != 1)
    pandapipes.create_ext_grid(water, 0, p_bar=5, t_k=300)
    pandapipes.create_sink(water, 2, mdot_kg_per_s=1)
    for index in range(2):
        pandapipes.create_pipe_from_parameters(water, index, index + 1, length_km=1, inner_diameter_mm=100)
    pandapipes.pipeflow(water)

    power = pandapower.create_empty_network()
    for index in range(3):
        pandapower.create_bus(power, 20, in_service=is_in_service or index != 1)
    pandapower.create_ext_grid(power, 0)
    pandapower.create_load(power, 2, 1)
    for index in range(2):
        pandapower.create_line_from_parameters(power, index, index + 1, 10, 0.1, 0.1, 0, 1)
    pandapower.runpp(power)

    print("in service" if is_in_service else "out of service")
    print(" pandapipes, bar:", rounded(water.res_junction.p_bar), end=" ")
    print("unsupplied:", sorted(int(one) for one in pandapipes.topology.unsupplied_junctions(water)))
    print(" pandapower, pu:", rounded(power.res_bus.vm_pu), end=" ")
    print("unsupplied:", sorted(int(one) for one in pandapower.topology.unsupplied_buses(power)))
PYTHON
)
echo "$told"
[[ $told == "in service
 pandapipes, bar: [5.0, 4.977, 4.955] unsupplied: []
 pandapower, pu: [1.0, 0.997, 0.995] unsupplied: []
out of service
 pandapipes, bar: [5.0, 4.977, 4.955] unsupplied: [2]
 pandapower, pu: [1.0, nan, nan] unsupplied: [2]" ]] || {
  echo "This has changed." >&2
  exit 1
}
