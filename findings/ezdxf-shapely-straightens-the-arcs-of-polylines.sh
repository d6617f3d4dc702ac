#!/usr/bin/env bash
# ezdxf-shapely 1.0 (ezdxf 1.4.5): convert_all makes a straight line of each arc of a lightweight polyline (LWPOLYLINE), without
# a warning. It tests for a bulge if a vertex has four values, and each vertex has five. The older POLYLINE with the same
# vertices keeps its arcs, and the same function has a parameter for the angle between the vertices of an arc. An ARC of less
# than one degree becomes an empty line, because the number of its vertices is that angle divided by the parameter, which is 1
# by default. A polyline that a mirrored block left with its extrusion downwards stays where it was before it was mirrored. The
# documentation says that the package converts DXF entities to shapely objects, and names no exception. ezdxf itself gives the
# right courses.
# Seen: the lines below, length and bounds of a semicircle of 10 m and 10 m straight, of an arc of 0.9 degrees with a radius of
# 1000 m, and of a mirrored line, by ezdxf-shapely and by ezdxf.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check ezdxf-shapely==1.0 ezdxf==1.4.5 shapely==2.2.0
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import ezdxf
import ezdxf.path
import ezdxf_shapely
from shapely import LineString

space = ezdxf.new().modelspace()
curb = [(0, 0, 1), (10, 0, 0), (20, 0, 0)]
entities = {
    "LWPOLYLINE": space.add_lwpolyline(curb, format="xyb"),
    "POLYLINE": space.add_polyline2d(curb, format="xyb"),
    "ARC": space.add_arc((0, 0), 1000, 0, 0.9),
    "mirrored": space.add_lwpolyline([(0, 0), (10, 5)], dxfattribs={"extrusion": (0, 0, -1)}),
}
for name, entity in entities.items():
    right = LineString([(place.x, place.y) for place in ezdxf.path.make_path(entity).flattening(0.001)])
    for line in (*ezdxf_shapely.convert_all([entity]), right):
        print(name, f"{line.length:.1f}", [round(float(value)) + 0 for value in line.bounds] if not line.is_empty else "empty")
PYTHON
)
echo "$told"
[[ $told == "LWPOLYLINE 20.0 [0, 0, 20, 0]
LWPOLYLINE 25.7 [0, -5, 20, 0]
POLYLINE 25.7 [0, -5, 20, 0]
POLYLINE 25.7 [0, -5, 20, 0]
ARC 0.0 empty
ARC 15.7 [1000, 0, 1000, 16]
mirrored 11.2 [0, 0, 10, 5]
mirrored 11.2 [-10, 0, 0, 5]" ]] || {
  echo "This has changed." >&2
  exit 1
}
