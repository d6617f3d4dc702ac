"""The style of associations: each kind has its own colour and pattern, distinguishable without colour."""

import math

from qgis.PyQt.QtCore import QPointF, Qt
from qgis.PyQt.QtGui import QColor, QPainter, QPen

from ..kernel.texts import tr
from .anchors import ATTACHMENT, CONNECTIVITY, FROM_END, MIDSPAN, TO_END

_STYLES = {
    # Colour, width in pixels, and pattern: dashes and gaps in widths.
    CONNECTIVITY: ("#c62828", 2.2, (4.0, 2.2)),
    ATTACHMENT: ("#2e7d32", 3.0, (0.01, 2.0)),
    FROM_END: ("#6a1b9a", 2.2, (5.0, 2.0, 0.01, 2.0)),
}
_GROUP = {CONNECTIVITY: CONNECTIVITY, ATTACHMENT: ATTACHMENT, FROM_END: FROM_END, MIDSPAN: FROM_END, TO_END: FROM_END}
_NEAR = 4.0
"""Ends that are closer, in pixels, are shown as a ring around both."""
_GAP = 5.0
"""The gap between a line's end and the feature, in pixels, so that the feature's mark stays visible."""


def group(kind):
    """The group of a kind: kinds that look alike share one; None for kinds that are not drawn."""
    return _GROUP.get(kind)


def groups():
    """The groups in the order of the legend."""
    return list(_STYLES)


def label(number):
    """The text of a group in the legend."""
    return {
        CONNECTIVITY: tr("Connectivity"),
        ATTACHMENT: tr("Attachment"),
        FROM_END: tr("Connectivity with a line"),
    }[number]


def pen(number):
    """The pen of a group."""
    color, width, pattern = _STYLES[number]
    made = QPen(QColor(color), width)
    made.setDashPattern(list(pattern))
    made.setCapStyle(Qt.RoundCap if pattern[0] < 0.1 else Qt.FlatCap)
    return made


def halo(number):
    """The white rim under a pen, so that it is visible on every map."""
    made = QPen(QColor(255, 255, 255, 210), _STYLES[number][1] + 1.8)
    made.setCapStyle(Qt.RoundCap)
    return made


def draw(painter, number, lines):
    """Draws lines, pairs of points in pixels, in the style of a group; a ring if both points coincide."""
    painter.setRenderHint(QPainter.Antialiasing)
    painter.setBrush(Qt.NoBrush)
    for current in (halo(number), pen(number)):
        painter.setPen(current)
        for start, end in lines:
            if abs(start.x() - end.x()) < _NEAR and abs(start.y() - end.y()) < _NEAR:
                middle = QPointF((start.x() + end.x()) / 2, (start.y() + end.y()) / 2)
                painter.drawEllipse(middle, 7.0, 7.0)
            else:
                painter.drawLine(*_shortened(start, end))


def _shortened(start, end):
    way = end - start
    length = math.hypot(way.x(), way.y())
    if length < 4 * _GAP:
        return start, end
    return start + way * (_GAP / length), end - way * (_GAP / length)
