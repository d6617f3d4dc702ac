"""Many features merged into few geometries: a map draws a hundred thousand lines as fast as one."""

import struct

import numpy
from qgis.core import QgsGeometry

_AT_ONCE = 200
"""The number of neighbouring features in one geometry, so that the map skips those far away."""


class Ends:
    """The first and last points of features; equal for a point.

    Attributes
    ----------
    codes : ndarray of int
        1 for points, 2 for lines, 0 for others.
    first, last : ndarray of float64, shape (n, 2)
    """

    def __init__(self, shapes):
        self.codes = numpy.zeros(len(shapes), dtype=int)
        self.first = numpy.full((len(shapes), 2), numpy.nan)
        self.last = numpy.full((len(shapes), 2), numpy.nan)
        for number, wkb in enumerate(shapes):
            if not wkb:
                continue
            code = struct.unpack_from("<I", wkb, 1)[0]
            width = 8 * (2, 3, 3, 4)[code // 1000 % 4]
            if code % 1000 == 1:
                self.codes[number] = 1
                self.first[number] = self.last[number] = struct.unpack_from("<dd", wkb, 5)
            elif code % 1000 == 2 and len(wkb) > 9:
                self.codes[number] = 2
                self.first[number] = struct.unpack_from("<dd", wkb, 9)
                self.last[number] = struct.unpack_from("<dd", wkb, len(wkb) - width)


def gathered(shapes, ends, code):
    """The points (code 1) or lines (code 2) among shapes, with neighbours merged into one geometry.

    Parameters
    ----------
    shapes : list of bytes or None
        Well-known binary.
    ends : Ends
        For the same shapes.

    Returns
    -------
    list of QgsGeometry
    """
    found = numpy.flatnonzero(ends.codes == code)
    if not len(found):
        return []
    order = found[numpy.argsort(_curve(ends.first[found]), kind="stable")].tolist()
    geometries = []
    for start in range(0, len(order), _AT_ONCE):
        by_code = {}
        for number in order[start:start + _AT_ONCE]:
            by_code.setdefault(shapes[number][1:5], []).append(shapes[number])
        for head, parts in by_code.items():
            multi = struct.unpack("<I", head)[0] + 3
            geometry = QgsGeometry()
            geometry.fromWkb(b"\x01" + struct.pack("<II", multi, len(parts)) + b"".join(parts))
            geometries.append(geometry)
    return geometries


def _curve(xy):
    """A number for each place, such that places with close numbers are neighbours."""
    low, high = xy.min(axis=0), xy.max(axis=0)
    side = max(float((high - low).max()), 1e-12)
    cells = ((xy - low) / side * 65535).astype(numpy.uint64)
    return _spread(cells[:, 0]) | (_spread(cells[:, 1]) << numpy.uint64(1))


def _spread(values):
    for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
        values = (values | (values << numpy.uint64(shift))) & numpy.uint64(mask)
    return values
