#!/usr/bin/env bash
# pandapipes 0.16.0 (pandapower 3.3.3): pipeflow applies loss_coefficient of a pipe to each of its sections, so the loss of its
# bends is multiplied by their number, without a warning. Sections divide a pipe only to compute the temperature, or the
# pressure of a gas, more finely, and the friction of the pipe stays the same with any number. So a network with five sections a
# pipe for its temperatures loses five times the pressure in its bends. The documentation calls the value the additional loss
# coefficient of the pipe, for example for bends, and the sections a number of internal parts, and mentions no relation.
# Seen: the lines below, bar between the ends of a pipe of 100 m with 5 kg/s, for the loss coefficient and the number of
# sections.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check pandapipes==0.16.0 pandapower==3.3.3
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import logging

import pandapipes

logging.disable(logging.CRITICAL)
for loss in (0, 50):
    for sections in (1, 2, 5):
        network = pandapipes.create_empty_network(fluid="water")
        start, end = (pandapipes.create_junction(network, 5, 293.15) for _ in range(2))
        pandapipes.create_ext_grid(network, start, 5, 293.15)
        pandapipes.create_sink(network, end, 5)
        pandapipes.create_pipe_from_parameters(network, start, end, 0.1, inner_diameter_mm=100, loss_coefficient=loss,
                                               sections=sections)
        pandapipes.pipeflow(network)
        print(loss, sections, f"{network.res_junction.p_bar[start] - network.res_junction.p_bar[end]:.3f}")
PYTHON
)
echo "$told"
[[ $told == "0 1 0.050
0 2 0.050
0 5 0.050
50 1 0.151
50 2 0.253
50 5 0.557" ]] || {
  echo "This has changed." >&2
  exit 1
}
