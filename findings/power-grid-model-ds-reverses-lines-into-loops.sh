#!/usr/bin/env bash
# power-grid-model-ds 1.5.3: Grid.reverse_branches with a table of the grid, as in grid.reverse_branches(grid.line), gives each
# line the same node at both ends, without a warning. It exchanges views of the columns, so the second column is filled from the
# first after that has changed. The graph of the grid still has the ends of before. A transformer that is reversed keeps the
# voltages and windings of its sides, so its side of 10 kV is then at the node of 400 V, and the power flow gives 250 kV there.
# The documentation says "Reverse the direction of the branches". Version 1.11.0, which needs Python 3.12, does the same.
# Seen: the lines below: a copy of the lines and the branches of all kinds are reversed right, the table of the lines is not;
# volts at both nodes of the transformer.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check power-grid-model-ds==1.5.3 power-grid-model==1.12.110 \
  numpy==2.4.6
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
from power_grid_model_ds import Grid, PowerGridModelInterface
from power_grid_model_ds.arrays import NodeArray, SourceArray, SymLoadArray, TransformerArray

for name, choose in (
    ("copy", lambda grid: grid.line.filter(grid.line.id)),
    ("branches", lambda grid: grid.branches),
    ("table", lambda grid: grid.line),
):
    grid = Grid.from_txt("S1 2", "2 3", "3 4")
    grid.reverse_branches(choose(grid))
    ends = zip(grid.line.from_node.tolist(), grid.line.to_node.tolist())
    print(f"{name}:", *(f"{start}-{end}" for start, end in ends))


def one(kind, **values):
    row = kind.zeros(1)
    for column, value in values.items():
        row[column] = value
    return row


grid = Grid.empty()
grid.append(one(NodeArray, id=1, u_rated=10000))
grid.append(one(NodeArray, id=2, u_rated=400))
grid.append(one(TransformerArray, id=3, from_node=1, to_node=2, from_status=1, to_status=1, u1=10000, u2=400, sn=630e3, uk=0.04,
                pk=6e3, i0=0.002, p0=600, winding_from=2, winding_to=1, clock=5, tap_size=250))
grid.append(one(SourceArray, id=4, node=1, status=1, u_ref=1))
grid.append(one(SymLoadArray, id=5, node=2, status=1, p_specified=1000))
for when in ("before", "after"):
    volts = PowerGridModelInterface(grid).calculate_power_flow()["node"]["u"]
    print(f"transformer {when}:", *(f"{each:.0f}" for each in volts))
    grid.reverse_branches(grid.transformer.filter([3]))
PYTHON
)
echo "$told"
[[ $told == "copy: 2-1 3-2 4-3
branches: 2-1 3-2 4-3
table: 2-2 3-3 4-4
transformer before: 10000 400
transformer after: 9999 249972" ]] || {
  echo "This has changed." >&2
  exit 1
}
