"""The shapes of a result as layers that are drawn over the map, with many features per geometry."""

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem, QgsFeature, QgsGeometry, QgsRectangle, QgsVectorLayer, QgsWkbTypes,
)
from qgis.PyQt.QtWidgets import QApplication

_TOGETHER = 256
"""The number of features per geometry: a million are drawn and found in a few thousand steps."""
_AT_ONCE = 50_000
_TYPES = {QgsWkbTypes.PointGeometry: "MultiPoint", QgsWkbTypes.LineGeometry: "MultiLineString",
          QgsWkbTypes.PolygonGeometry: "MultiPolygon"}


def crs_of(srid):
    """The reference system of a network; invalid if it has none."""
    return QgsCoordinateReferenceSystem.fromEpsgId(srid) if srid else QgsCoordinateReferenceSystem()


def first_places(whole, starts, codes):
    """The first coordinate of each geometry that has one: their numbers and coordinates."""
    bytes_of = np.frombuffer(whole or b"\0", dtype=np.uint8)
    base = codes % 1000
    # Byte order, type, and the counts before the first coordinate; parts begin with both again.
    skipped = np.select(
        [base == 1, base == 2, base == 3, base == 4, base == 5, base == 6], [5, 9, 13, 14, 18, 22], default=-1
    )
    known = np.flatnonzero(skipped >= 0)
    places = starts[known] + skipped[known]
    inside = places + 16 <= len(bytes_of)
    known, places = known[inside], places[inside]
    xy = _gathered(bytes_of, places, 16).view("<f8").reshape(-1, 2)
    finite = np.isfinite(xy).all(axis=1)
    return known[finite], xy[finite]


def type_codes(whole, starts, ends):
    """The WKB type of each geometry; 0 if there is none."""
    codes = np.zeros(len(starts), dtype=np.int64)
    there = np.flatnonzero(ends - starts >= 5)
    if len(there):
        bytes_of = np.frombuffer(whole, dtype=np.uint8)
        codes[there] = _gathered(bytes_of, starts[there] + 1, 4).view("<u4").ravel()
    return codes


def _gathered(bytes_of, places, count):
    """A number of bytes from each position, in rows."""
    found = np.empty((len(places), count), dtype=np.uint8)
    columns = np.arange(count)
    for start in range(0, len(places), _AT_ONCE):
        # NumPy blocks all other Python threads while it gathers.
        rows = places[start:start + _AT_ONCE]
        found[start:start + _AT_ONCE] = bytes_of[rows[:, None] + columns]
    return found


class Chunk:
    """Geometries of one kind that are near each other, as one."""

    __slots__ = ("group", "geometry")

    def __init__(self, group, geometry):
        self.group, self.geometry = group, geometry


def chunks(whole, ends, groups, tell):
    """Merges geometries that are near each other.

    Parameters
    ----------
    whole : bytes
        Geometries as WKB, one after the other.
    ends : ndarray of int64
        The end of each.
    groups : ndarray of int
        Geometries with the same number may be merged.
    tell : callable
        Receives the share that is done.

    Returns
    -------
    list of Chunk
    """
    starts = np.concatenate(([0], ends[:-1])) if len(ends) else np.empty(0, dtype=np.int64)
    codes = type_codes(whole, starts, ends)
    known, xy = first_places(whole, starts, codes)
    if not len(known):
        return []
    low, high = xy.min(axis=0), xy.max(axis=0)
    # Cells along a curve that stays near itself: Morton's.
    steps = max(1.0, float(np.sqrt(len(known) / _TOGETHER)))
    side = max(float((high - low).max()) / min(steps, 32000.0), 1e-12)
    cells = np.minimum((xy - low) / side, 32767).astype(np.int64)
    curve = _spread(cells[:, 0]) | (_spread(cells[:, 1]) << 1)
    order = np.lexsort((curve, codes[known], groups[known]))
    known = known[order]
    key = np.stack((groups[known], codes[known]))
    breaks = np.flatnonzero(np.any(key[:, 1:] != key[:, :-1], axis=0)) + 1
    runs = np.split(known, breaks)
    found = []
    done = 0
    for run in runs:
        group, code = int(groups[run[0]]), int(codes[run[0]])
        for first in range(0, len(run), _TOGETHER):
            part = run[first:first + _TOGETHER]
            geometry = _collected(whole, starts[part].tolist(), ends[part].tolist(), code)
            if geometry is not None:
                found.append(Chunk(group, geometry))
            done += len(part)
        tell(done / len(known))
    return found


def _spread(numbers):
    numbers = numbers & 0xFFFF
    for shift, mask in ((8, 0x00FF00FF), (4, 0x0F0F0F0F), (2, 0x33333333), (1, 0x55555555)):
        numbers = (numbers | (numbers << shift)) & mask
    return numbers


def _collected(whole, starts, ends, code):
    base = code % 1000
    if base in (4, 5, 6):
        # The parts of each, without the header that counts them.
        count = sum(int.from_bytes(whole[start + 5:start + 9], "little") for start in starts)
        body = b"".join([whole[start + 9:end] for start, end in zip(starts, ends)])
        kind = code
    else:
        count = len(starts)
        body = b"".join([whole[start:end] for start, end in zip(starts, ends)])
        kind = code + 3
    head = b"\x01" + kind.to_bytes(4, "little") + count.to_bytes(4, "little")
    geometry = QgsGeometry()
    geometry.fromWkb(head + body)
    return None if geometry.isNull() else geometry


def stretch(blob, intervals):
    """The parts of a line between fractions of its planar length; None if it is not a line."""
    line = QgsGeometry()
    line.fromWkb(blob)
    if line.isNull() or line.type() != QgsWkbTypes.LineGeometry:
        return None
    if line.isMultipart():
        if line.constGet().numGeometries() != 1:
            return line
        line.convertToSingleType()
    curve = line.constGet()
    length = curve.length()
    parts = [
        QgsGeometry(curve.curveSubstring(low * length, high * length)) for low, high in merged(intervals) if high > low
    ]
    return QgsGeometry.collectGeometry(parts) if parts else None


def merged(intervals):
    """Intervals, with those that touch merged."""
    found = []
    for low, high in sorted(intervals):
        if found and low <= found[-1][1] + 1e-9:
            found[-1][1] = max(found[-1][1], high)
        else:
            found.append([low, high])
    return found


def layer_of(geometries, geometry_type, srid):
    """A layer of geometries only, made on this thread and used on the main thread."""
    crs = crs_of(srid)
    layer = QgsVectorLayer(_TYPES[geometry_type], "trace", "memory")
    layer.setCrs(crs)
    provider = layer.dataProvider()
    provider.createSpatialIndex()
    features = []
    for geometry in geometries:
        feature = QgsFeature()
        if not geometry.isMultipart():
            geometry.convertToMultiType()
        feature.setGeometry(geometry)
        features.append(feature)
    provider.addFeatures(features)
    # Computing it takes a while; the layer stores it.
    layer.extent()
    layer.moveToThread(QApplication.instance().thread())
    return layer


def rectangle(geometries):
    """The extent of geometries; empty if there are none."""
    found = QgsRectangle()
    found.setMinimal()
    for geometry in geometries:
        found.combineExtentWith(geometry.boundingBox())
    return found


def is_nowhere(extent):
    """Whether a rectangle contains nothing; a single point is not nothing."""
    return extent is None or extent.xMinimum() > extent.xMaximum() or extent.yMinimum() > extent.yMaximum()
