"""Fixes a refused edit: its points and ends move to allowed places, or get the missing junction."""

from qgis.core import QgsGeometry, QgsWkbTypes

from ..drawing.pointer import Pointer
from ..drawing.remedies import remedies_of
from .pending import wkt


def fixed(network, canvas, pending, tolerance, usage):
    """The fixed edits of a pending edit; None if no fix is known.

    Parameters
    ----------
    tolerance : float
        The maximum distance that a vertex moves, in the network's units.
    usage : Counter
        The number of uses of asset types: of the suitable junctions, the most used is placed.

    Returns
    -------
    tuple of list of dict and QgsGeometry
        The edits with the required junctions, and the geometry.
    """
    geometry, kind = pending.geometry, pending.asset_type
    if geometry is None or kind is None:
        return None
    geometry = QgsGeometry(geometry)
    pointer = Pointer(network, canvas)
    try:
        editing = _global_id(network, pending) if pending.kind == "geometry" else None
        before, is_mended = [], False
        for number, role in _ends(geometry):
            pointer.edit(kind, role, editing)
            vertex = geometry.vertexAt(number)
            document = pointer.explain(vertex.x(), vertex.y(), tolerance)
            match = document.get("match")
            if match is None:
                refused = document.get("refused") or []
                remedies = remedies_of(network, refused[0], usage) if refused else []
                usable = [one for one in remedies if one.kind in ("placeJunction", "useEnd")]
                if not usable:
                    continue
                before += usable[0].edits
                x, y = usable[0].x, usable[0].y
            else:
                x, y = match["location"][:2]
                if (x, y) == (vertex.x(), vertex.y()):
                    continue
            moved = vertex.clone()
            moved.setX(x)
            moved.setY(y)
            geometry.moveVertex(moved, number)
            is_mended = True
    finally:
        pointer.close()
    if not is_mended:
        return None
    edits = [dict(edit) for edit in pending.edits]
    for edit in edits:
        if "geometry" in edit:
            edit["geometry"] = wkt(geometry)
    return before + edits, geometry


def _ends(geometry):
    """The vertices that may connect, with their roles: points, and both ends of a line."""
    if geometry.type() == QgsWkbTypes.PointGeometry:
        return [(0, "point")]
    if geometry.type() == QgsWkbTypes.LineGeometry:
        count = geometry.constGet().nCoordinates()
        return [(0, "line-end"), (count - 1, "line-end")] if count > 1 else []
    return []


def _global_id(network, pending):
    features = network.kernel.named(f"row:{pending.table}/{pending.row}")
    texts = network.kernel.texts(features, "global_id") if len(features) else []
    return texts[0] if texts else None
