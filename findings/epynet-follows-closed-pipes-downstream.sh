#!/usr/bin/env bash
# epynet 1.1: downstream_links of a node lists links without flow, such as closed pipes, if they end at the node. For these it
# asks for less than 0.001, where it means less than -0.001, as upstream_links does. A closed pipe that starts at the node is not
# listed. Who follows the water downstream then goes through closed valves.
# Seen: the lines below, for a house between two open pipes, a closed pipe that ends there and one that starts there.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check epynet==1.1 pandas==2.3.3
cd "$place"
cat > street.inp <<'INP'
[JUNCTIONS]
house 0 10
end 0 10
[RESERVOIRS]
source 50
other 60
[PIPES]
in source house 100 300 100 0 Open
out house end 100 300 100 0 Open
closed_to_house other house 100 300 100 0 Closed
closed_from_house house other 100 300 100 0 Closed
[OPTIONS]
Units CMH
Headloss H-W
[END]
INP
told=$(python/bin/python - <<'PYTHON'
import epynet

network = epynet.Network("street.inp")
network.solve()
house = network.nodes["house"]
for link in house.links:
    print(f"{link.uid}: {link.flow:.0f} m3/h")
print("upstream:", *(link.uid for link in house.upstream_links))
print("downstream:", *(link.uid for link in house.downstream_links))
PYTHON
)
echo "$told"
[[ $told == "in: 20 m3/h
out: 10 m3/h
closed_to_house: 0 m3/h
closed_from_house: 0 m3/h
upstream: in
downstream: out closed_to_house" ]] || {
  echo "This has changed." >&2
  exit 1
}
