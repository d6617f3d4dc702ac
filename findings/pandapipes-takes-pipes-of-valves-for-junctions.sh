#!/usr/bin/env bash
# pandapipes 0.16.0 (pandapower 3.3.3): a valve may be between a junction and a pipe, and then its column `element` has the
# number of the pipe. toolbox.drop_junctions, select_subnet and fuse_junctions treat it as a junction: the first drops the valve
# together with a junction that has the pipe's number, the second leaves it out if no junction with that number is selected, and
# the third moves it to another pipe. A closed valve is lost, or closes an open connection. The documentation mentions elements
# that are connected to the junctions. reindex_junctions and the graph of the topology distinguish the two.
# Seen: the lines below, kg/s in the pipes 0, 1 and last, and the valves. The valve closes the last pipe, from 0 to 2, at
# junction 2. Junction 3 is the end of a spur from 1, and is unrelated to that pipe. The pipe is numbered 3, and then 9.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapipes==0.16.0 pandapower==3.3.3
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import pandapipes
from pandapipes import toolbox


def network(last):
    net = pandapipes.create_empty_network(fluid="water")
    for _ in range(4):
        pandapipes.create_junction(net, 5, 293)
    pandapipes.create_ext_grid(net, 0, 5, 293)
    for ends, number in (((0, 1), 0), ((1, 2), 1), ((1, 3), 2), ((0, 2), last)):
        pandapipes.create_pipe_from_parameters(net, *ends, 0.1, inner_diameter_mm=100, index=number)
    pandapipes.create_valve(net, 2, last, et="pi", inner_diameter_mm=100, opened=False)
    pandapipes.create_sink(net, 2, 1.0)
    return net


def tell(name, last, net):
    pandapipes.pipeflow(net)
    print(name, last, (net.res_pipe.mdot_from_kg_per_s[[0, 1, last]].round(2) + 0).tolist(),
          net.valve[["junction", "element", "et"]].values.tolist())


for last in (3, 9):
    net = network(last)
    tell("before", last, net)
    toolbox.drop_junctions(net, [3])
    tell("drop_junctions", last, net)
    tell("select_subnet", last, toolbox.select_subnet(network(last), [0, 1, 2]))
    net = network(last)
    toolbox.fuse_junctions(net, 1, 3)
    tell("fuse_junctions", last, net)
PYTHON
)
echo "$told"
[[ $told == "before 3 [1.0, 1.0, 0.0] [[2, 3, 'pi']]
drop_junctions 3 [0.4, 0.4, 0.6] []
select_subnet 3 [0.4, 0.4, 0.6] []
fuse_junctions 3 [0.0, 0.0, 1.0] [[2, 1, 'pi']]
before 9 [1.0, 1.0, 0.0] [[2, 9, 'pi']]
drop_junctions 9 [1.0, 1.0, 0.0] [[2, 9, 'pi']]
select_subnet 9 [0.4, 0.4, 0.6] []
fuse_junctions 9 [1.0, 1.0, 0.0] [[2, 9, 'pi']]" ]] || {
  echo "This has changed." >&2
  exit 1
}
