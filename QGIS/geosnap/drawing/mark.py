"""The mark at the pointer: its shape shows the kind of place, its colour and outline the permission."""

from qgis.core import QgsPointXY
from qgis.gui import QgsMapCanvasItem
from qgis.PyQt.QtCore import QPointF, QRectF, Qt
from qgis.PyQt.QtGui import QColor, QPainter, QPen, QPixmap, QPolygonF

from ..kernel.preferences import preferences
from .answer import LIMITED, PREVENTED

_SIZE = 9
"""Half of the width, in pixels."""


class Mark(QgsMapCanvasItem):
    """The mark at the pointer.

    As in the pictures of the command, a square is a vertex, an hourglass a segment, a triangle a midpoint, a circle a
    centroid. A prevented place has a cross and a dashed outline; a place that a rule limits is filled.
    """

    def __init__(self, canvas):
        super().__init__(canvas)
        self._canvas = canvas
        self._place = None
        self._at = QgsPointXY()
        self._pixmaps = {}
        self.setZValue(1000)
        self.hide()

    @property
    def place(self):
        """The marked place, or None."""
        return self._place

    def show_place(self, place, at):
        """Marks a place at a point on the map; with None, removes the mark."""
        if place is None:
            if self._place is not None:
                self._place = None
                self.hide()
            return
        looks_different = self._place is None or self._place.looks != place.looks
        self._place = place
        self._at = at
        self.updatePosition()
        if looks_different:
            self.show()
            self.update()

    def updatePosition(self):  # noqa: N802 (QGIS calls it so)
        """Moves the mark with the map; QGIS calls it when the map moves."""
        self.setPos(self.toCanvasCoordinates(self._at))

    def boundingRect(self):  # noqa: N802 (QGIS calls it so)
        reach = _SIZE + 5
        return QRectF(-reach, -reach, 2 * reach, 2 * reach)

    def paint(self, painter, option=None, widget=None):
        """Draws the mark."""
        if self._place is None:
            return
        reach = _SIZE + 5
        painter.drawPixmap(QPointF(-reach, -reach), self._pixmap(painter.device().devicePixelRatioF()))

    def _pixmap(self, ratio):
        """The picture of the mark, drawn once because it is painted at each move."""
        key = (self._place.looks, preferences.colors[self._place.permission], ratio)
        if key not in self._pixmaps:
            reach = _SIZE + 5
            pixmap = QPixmap(round(2 * reach * ratio), round(2 * reach * ratio))
            pixmap.setDevicePixelRatio(ratio)
            pixmap.fill(Qt.transparent)
            painter = QPainter(pixmap)
            painter.translate(reach, reach)
            draw(painter, self._place.kind, self._place.permission)
            painter.end()
            self._pixmaps[key] = pixmap
        return self._pixmaps[key]


def draw(painter, kind, permission, size=_SIZE):
    """Draws a mark at the origin of a painter."""
    painter.setRenderHint(QPainter.Antialiasing)
    color = QColor(preferences.colors[permission])
    shape = outline(kind, size)
    # A white rim, so that it is visible on every map.
    painter.setBrush(Qt.NoBrush)
    painter.setPen(QPen(QColor(255, 255, 255, 220), 5))
    _stroke(painter, shape)
    pen = QPen(color, 2.5, Qt.DotLine if permission == PREVENTED else Qt.SolidLine)
    pen.setJoinStyle(Qt.MiterJoin)
    painter.setPen(pen)
    if permission == LIMITED:
        filled = QColor(color)
        filled.setAlpha(110)
        painter.setBrush(filled)
    _stroke(painter, shape)
    if permission == PREVENTED:
        painter.setPen(QPen(QColor(255, 255, 255, 220), 6))
        for start, end in _cross(size - 1):
            painter.drawLine(start, end)
        painter.setPen(QPen(color, 3))
        for start, end in _cross(size - 1):
            painter.drawLine(start, end)


def outline(kind, size):
    """The shape of a kind of place; a rectangle represents the ellipse inside it."""
    s = float(size)
    if kind in ("point", "lineEnd", "vertex"):
        return QPolygonF([QPointF(-s, -s), QPointF(s, -s), QPointF(s, s), QPointF(-s, s), QPointF(-s, -s)])
    if kind == "midpoint":
        return QPolygonF([QPointF(0, -s), QPointF(s, s), QPointF(-s, s), QPointF(0, -s)])
    if kind == "intersection":
        return QPolygonF([QPointF(0, -s), QPointF(s, 0), QPointF(0, s), QPointF(-s, 0), QPointF(0, -s)])
    if kind in ("segment", "boundary"):
        return QPolygonF([QPointF(-s, -s), QPointF(s, -s), QPointF(-s, s), QPointF(s, s), QPointF(-s, -s)])
    return QRectF(-s, -s, 2 * s, 2 * s)


def _stroke(painter, shape):
    if isinstance(shape, QRectF):
        painter.drawEllipse(shape)
    else:
        painter.drawPolygon(shape)


def _cross(size):
    s = float(size)
    return [(QPointF(-s, -s), QPointF(s, s)), (QPointF(-s, s), QPointF(s, -s))]
