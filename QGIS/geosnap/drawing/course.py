"""A new course for a part of a line."""

import math

from qgis.core import QgsGeometry, QgsLineString, QgsPoint, QgsPointXY


def with_course(geometry, places):
    """Replaces the course of a line between two places on it.

    Parameters
    ----------
    geometry : QgsGeometry
        A line of one part.
    places : list of (float, float)
        The new course. The first and the last place are on the line, in either order.

    Returns
    -------
    QgsGeometry or None
        None if the line has several parts, or both ends are at one place.
    """
    line = geometry.constGet()
    if geometry.isMultipart():
        if line.numGeometries() != 1:
            return None
        line = line.geometryN(0)
    vertices = [line.pointN(number) for number in range(line.numPoints())]
    first, last = (_position(geometry, place) for place in (places[0], places[-1]))
    if first == last:
        return None
    course = list(places)
    if first > last:
        first, last = last, first
        course.reverse()
    heights = [_height(vertices, position) for position in (first, last)]
    lengths = [0.0]
    for (ax, ay), (bx, by) in zip(course, course[1:]):
        lengths.append(lengths[-1] + math.hypot(bx - ax, by - ay))
    points = []
    for (x, y), length in zip(course, lengths):
        point = vertices[0].clone()
        point.setX(x)
        point.setY(y)
        if point.is3D():
            share = length / lengths[-1] if lengths[-1] else 0.0
            point.setZ(heights[0] + (heights[1] - heights[0]) * share)
        points.append(point)
    found = []
    for point in [*vertices[: first[0] + 1], *points, *vertices[last[0] + 1:]]:
        if not found or (found[-1].x(), found[-1].y()) != (point.x(), point.y()):
            found.append(QgsPoint(point.x(), point.y(), point.z()) if point.is3D() else QgsPoint(point.x(), point.y()))
    if len(found) < 2:
        return None
    result = QgsGeometry(QgsLineString(found))
    if geometry.isMultipart():
        result.convertToMultiType()
    return result


def _position(geometry, place):
    """The position of a place on a line: the number of the segment, and the fraction along it."""
    _, on_line, after, _ = geometry.closestSegmentWithContext(QgsPointXY(*place))
    start, end = geometry.vertexAt(after - 1), geometry.vertexAt(after)
    length = math.hypot(end.x() - start.x(), end.y() - start.y())
    share = math.hypot(on_line.x() - start.x(), on_line.y() - start.y()) / length if length else 0.0
    return after - 1, min(share, 1.0)


def _height(vertices, position):
    number, share = position
    start, end = vertices[number], vertices[min(number + 1, len(vertices) - 1)]
    return start.z() + (end.z() - start.z()) * share if start.is3D() else 0.0
