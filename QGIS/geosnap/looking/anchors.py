"""The end points of associations, as in ``geosnap associations``."""

import struct

import numpy
from qgis.core import QgsGeometry, QgsWkbTypes

CONNECTIVITY, ATTACHMENT, FROM_END, MIDSPAN, TO_END = 1, 3, 4, 5, 6
"""The library's numbers for kinds of associations."""


def segments(kernel, found):
    """The straight line of each association of a result.

    Returns
    -------
    ndarray of float64, shape (n, 4)
        x and y of both ends, in the network's reference system. NaN if an end has no place, or if it is midway on a
        line, whose position only documents have.
    """
    return numpy.hstack([_anchors(kernel, found.start, found.kind), _anchors(kernel, found.end, found.kind)])


def _anchors(kernel, features, kinds):
    shapes = kernel.wkb(features)
    anchors = numpy.full((len(shapes), 2), numpy.nan)
    is_point = [wkb is not None and struct.unpack_from("<I", wkb, 1)[0] % 1000 == 1 for wkb in shapes]
    points = numpy.flatnonzero(is_point)
    if len(points):
        together = b"".join(shapes[number][5:21] for number in points.tolist())
        anchors[points] = numpy.frombuffer(together, dtype="<f8").reshape(-1, 2)
    for number, wkb in enumerate(shapes):
        if wkb is not None and not is_point[number]:
            anchors[number] = _anchor(wkb, int(kinds[number]))
    return anchors


def _anchor(wkb, kind):
    geometry = QgsGeometry()
    geometry.fromWkb(wkb)
    if geometry.type() == QgsWkbTypes.LineGeometry:
        if kind == MIDSPAN:
            return numpy.nan, numpy.nan
        share = {FROM_END: 1.0, TO_END: 0.0}.get(kind, 0.5)
        geometry = geometry.interpolate(share * geometry.length())
    elif geometry.type() == QgsWkbTypes.PolygonGeometry:
        geometry = geometry.pointOnSurface()
    if geometry.isNull() or geometry.isEmpty():
        return numpy.nan, numpy.nan
    point = geometry.constGet().vertices().__next__() if geometry.isMultipart() else geometry.asPoint()
    return point.x(), point.y()


def ends_of(wkt):
    """Both ends of a line of two points in a document: x, y, x, y."""
    numbers = wkt[wkt.index("(") + 1:wkt.index(")")].replace(",", " ").split()
    half = len(numbers) // 2
    return [float(one) for one in (numbers[0], numbers[1], numbers[half], numbers[half + 1])]


def text_of(row):
    """A global id of 16 bytes as text, as in files."""
    digits = bytes(row).hex().upper()
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
