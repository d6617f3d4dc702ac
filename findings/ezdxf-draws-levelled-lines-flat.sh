#!/usr/bin/env bash
# ezdxf 1.4.5: addons.geo reads the heights of a 3D POLYLINE and of a LINE into __geo_interface__, and leaves them out on the
# way back: to_dxf_entities makes a LWPOLYLINE of each LineString, which has one elevation for all vertices, and that is 0. No
# warning appears. A levelled pipe that goes through the add-on, for example to be cut by another library, is at height 0 in the
# drawing. A Point keeps its height. The documentation calls the conversion to and from longitude and latitude one of two
# dimensions, and mentions no heights of entities.
# Seen: the lines below, each entity, its interface, and the entity that comes of it.
set -euo pipefail
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
python3 -m venv "$place/python"
"$place/python/bin/pip" install --quiet --disable-pip-version-check ezdxf==1.4.5
told=$("$place/python/bin/python" - 2>/dev/null <<'PYTHON'
import ezdxf
from ezdxf.addons import geo

space = ezdxf.new().modelspace()


def shown(entity):
    kind = entity.dxftype()
    places = {"POINT": lambda: [entity.dxf.location], "LINE": lambda: [entity.dxf.start, entity.dxf.end],
              "POLYLINE": lambda: entity.points(), "LWPOLYLINE": lambda: entity.vertices_in_wcs()}[kind]()
    return f"{kind} {', '.join(f'{place.x:.0f} {place.y:.0f} {place.z:.0f}' for place in places)}"


for entity in (space.add_polyline3d([(0, 0, 41), (10, 0, 42), (10, 5, 43)]), space.add_line((0, 0, 41), (10, 0, 42)),
               space.add_point((3, 4, 41))):
    proxy = geo.proxy(entity)
    print(shown(entity), "|", proxy.__geo_interface__["coordinates"], "|", *map(shown, proxy.to_dxf_entities()))
PYTHON
)
echo "$told"
[[ $told == "POLYLINE 0 0 41, 10 0 42, 10 5 43 | [(0.0, 0.0, 41.0), (10.0, 0.0, 42.0), (10.0, 5.0, 43.0)] | LWPOLYLINE 0 0 0, 10 0 0, 10 5 0
LINE 0 0 41, 10 0 42 | [(0.0, 0.0, 41.0), (10.0, 0.0, 42.0)] | LWPOLYLINE 0 0 0, 10 0 0
POINT 3 4 41 | (3.0, 4.0, 41.0) | POINT 3 4 41" ]] || {
  echo "This has changed." >&2
  exit 1
}
