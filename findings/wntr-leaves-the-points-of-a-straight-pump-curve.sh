#!/usr/bin/env bash
# WNTR 1.5.0: get_head_curve_coefficients gives a pump curve of two points the exponent 1, for the straight line through them,
# but divides by the difference of the squares of the flows. The line misses the curve, below by 960 m at the second point, and
# the WNTRSimulator pumps next to nothing. The documentation says that a straight line is fit between the points. The
# EpanetSimulator of the same library takes the curve as it is, and a third point on the same line makes both agree.
# Seen: the lines below; heads in metres by the coefficients at 0 and 40 l/s, where the curve has 60 and 20, and flows in l/s.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check wntr==1.5.0 six==1.17.0
cd "$place"
told=$(python/bin/python - 2>/dev/null <<'PYTHON'
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()):
    import wntr


def network(points):
    net = wntr.network.WaterNetworkModel()
    net.options.time.duration = 0
    net.add_reservoir("R", base_head=20)
    net.add_junction("J", base_demand=0.005, elevation=10)
    net.add_tank("T", elevation=50, init_level=5, max_level=20, diameter=20)
    net.add_curve("C", "HEAD", points)
    net.add_pump("PU", "R", "J", "HEAD", "C")
    net.add_pipe("P", "J", "T", length=1000, diameter=0.2, roughness=100)
    return net


def flow(simulator, points):
    return round(float(simulator(network(points)).run_sim().link["flowrate"]["PU"].iloc[0]) * 1000, 1)


for points in ([(0, 60), (0.04, 20)], [(0, 60), (0.02, 40), (0.04, 20)]):
    a, b, c = network(points).get_link("PU").get_head_curve_coefficients()
    heads = [round(a - b * at**c) for at in (0, 0.04)]
    flows = [flow(of, points) for of in (wntr.sim.EpanetSimulator, wntr.sim.WNTRSimulator)]
    print(f"{len(points)} points: heads {heads[0]} and {heads[1]}, EPANET {flows[0]}, WNTR {flows[1]}")
PYTHON
)
echo "$told"
[[ $told == "2 points: heads 60 and -940, EPANET 22.1, WNTR 1.0
3 points: heads 60 and 20, EPANET 22.1, WNTR 22.1" ]] || {
  echo "This has changed." >&2
  exit 1
}
