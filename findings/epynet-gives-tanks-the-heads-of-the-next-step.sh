#!/usr/bin/env bash
# epynet 1.1: run gives tanks the heads, pressures and volumes of the next time step. It calls ENnextH, which moves the tanks on,
# before it reads the results of the step. The series starts with the state after the first step, and ends with the same state
# twice; flows and the heads of junctions belong to the right time. Nothing is said about this. The level of a tank is the
# initial level all the time, because it is read as EN_TANKLEVEL, which is that of the input (the documentation of EPANET once said
# otherwise, see pull request 633 of OpenWaterAnalytics/EPANET).
# Seen: the lines below, for a tank at 40 m with an initial level of 2 m that fills: the head at each hour when EPANET is asked
# between ENrunH and ENnextH, and the head, volume and level in the results of run.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check epynet==1.1 pandas==2.3.3
cd "$place"
cat > filling.inp <<'INP'
[JUNCTIONS]
house 0 10
[RESERVOIRS]
source 50
[TANKS]
tank 40 2 0 5 10 0
[PIPES]
main source tank 1000 150 100 0 Open
service tank house 100 300 100 0 Open
[OPTIONS]
Units CMH
Headloss H-W
[TIMES]
Duration 4:00
Hydraulic Timestep 1:00
[END]
INP
told=$(python/bin/python - <<'PYTHON'
import epynet
from epynet import epanet2

network = epynet.Network("filling.inp")
engine = network.ep
heads = []
engine.ENopenH()
engine.ENinitH(0)
step = 1
while step > 0:
    engine.ENrunH()
    heads.append(engine.ENgetnodevalue(engine.ENgetnodeindex("tank"), epanet2.EN_HEAD))
    step = engine.ENnextH()
engine.ENcloseH()
network.run()
tank = network.tanks["tank"]
for hour, head in enumerate(heads):
    at = 3600 * hour
    print(f"{hour} h: {head:.2f} m, run: {tank.head[at]:.2f} m, {tank.volume[at]:.0f} m3, level {tank.level[at]:.2f} m")
PYTHON
)
echo "$told"
[[ $told == "0 h: 42.00 m, run: 42.51 m, 197 m3, level 2.00 m
1 h: 42.51 m, run: 43.00 m, 236 m3, level 2.00 m
2 h: 43.00 m, run: 43.47 m, 273 m3, level 2.00 m
3 h: 43.47 m, run: 43.92 m, 308 m3, level 2.00 m
4 h: 43.92 m, run: 43.92 m, 308 m3, level 2.00 m" ]] || {
  echo "This has changed." >&2
  exit 1
}
