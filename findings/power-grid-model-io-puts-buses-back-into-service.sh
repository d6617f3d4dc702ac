#!/usr/bin/env bash
# power-grid-model-io 1.3.38: PandaPowerConverter does not look at in_service of a bus, so a bus that is out of service is in
# service after the conversion. pandapower 3.5.6 ends the lines there and takes what is connected to the bus out of service, and
# power-grid-model 1.12.110 supplies that bus, its load, and all buses behind it, without a warning. Lines, transformers and
# loads that are out of service stay so. The documentation lists the differences between the two models and the features that
# are not supported, and does not mention buses. If set_isolated_areas_out_of_service of pandapower is called before the
# conversion, the buses behind it are without voltage, and that bus is still supplied.
# Seen: the lines below, for a line of four buses with a load at each, with bus 2 in service and out of it: voltages in percent
# and MW of the external grid by pandapower, by power-grid-model, and by power-grid-model after that call.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check power-grid-model-io==1.3.38 power-grid-model==1.12.110 \
  pandapower==3.5.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import logging

import pandapower
from power_grid_model import PowerGridModel
from power_grid_model_io.converters import PandaPowerConverter

logging.disable(logging.CRITICAL)


def converted(network):
    result = PowerGridModel(PandaPowerConverter().load_input_data(network)[0]).calculate_power_flow()
    return shown(result["node"]["u_pu"], result["source"]["p"].sum() / 1e6)


def shown(voltages, power):
    return " ".join("-" if not voltage > 0 else f"{voltage * 100:.1f}" for voltage in voltages) + f" {power:.2f} MW"


for service in (True, False):
    network = pandapower.create_empty_network()
    for number in range(4):
        pandapower.create_bus(network, 20, in_service=number != 2 or service)
        if number:
            pandapower.create_line_from_parameters(network, number - 1, number, 5, 0.3, 0.35, 10, 0.4)
            pandapower.create_load(network, number, 2)
    pandapower.create_ext_grid(network, 0, s_sc_max_mva=1e5, rx_max=0.1)
    pandapower.runpp(network)
    print(f"{service}:", shown(network.res_bus.vm_pu, network.res_ext_grid.p_mw.sum()), "|", converted(network), end=" | ")
    pandapower.toolbox.set_isolated_areas_out_of_service(network)
    print(converted(network))
PYTHON
)
echo "$told"
[[ $told == "True: 100.0 97.6 96.0 95.2 6.23 MW | 100.0 97.6 96.0 95.2 6.23 MW | 100.0 97.6 96.0 95.2 6.23 MW
False: 100.0 99.2 - - 2.02 MW | 100.0 97.6 96.0 95.2 6.23 MW | 100.0 98.4 97.7 - 4.08 MW" ]] || {
  echo "This has changed." >&2
  exit 1
}
