"""Marks on the map for starts, barriers, suppositions and valves; they differ in shape as well as colour."""

from qgis.core import QgsPointXY
from qgis.gui import QgsMapCanvasItem
from qgis.PyQt.QtCore import QPointF, QRectF, Qt
from qgis.PyQt.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF

MOST_MARKS = 500
"""The maximum number of marks."""

START, BARRIER, FILTER_BARRIER, VALVE, STUCK, BLOCK, UNBLOCK, SET, STOP = (
    "start", "barrier", "filterBarrier", "valve", "stuck", "block", "unblock", "set", "stop"
)


def draw(painter, kind, x, y, text="", size=8.0):
    """Draws a mark at a place of a painter."""
    painter.save()
    painter.setRenderHint(QPainter.Antialiasing)
    painter.translate(x, y)
    _DRAWING[kind](painter, size)
    if text:
        _write(painter, text, size)
    painter.restore()


def _outlined(painter, path, fill, width=1.6):
    painter.setPen(QPen(QColor(255, 255, 255), width + 2.4, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin))
    painter.setBrush(QBrush(fill))
    painter.drawPath(path)
    painter.setPen(QPen(QColor(30, 30, 30), width, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin))
    painter.drawPath(path)


def _start(painter, size):
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), size, size)
    _outlined(painter, path, QColor("#2ecc40"))
    painter.setBrush(QBrush(QColor(20, 20, 20)))
    painter.setPen(Qt.NoPen)
    third = size * 0.55
    painter.drawPolygon(QPolygonF([QPointF(-third * 0.7, -third), QPointF(third, 0), QPointF(-third * 0.7, third)]))


def _cross(painter, arms, color):
    for pen in (QPen(QColor(255, 255, 255), 9, Qt.SolidLine, Qt.RoundCap),
                QPen(QColor(30, 30, 30), 6.5, Qt.SolidLine, Qt.RoundCap),
                QPen(color, 4, Qt.SolidLine, Qt.RoundCap)):
        painter.setPen(pen)
        for start, end in arms:
            painter.drawLine(start, end)


def _barrier(painter, size):
    size *= 0.85
    _cross(painter, [(QPointF(-size, -size), QPointF(size, size)), (QPointF(-size, size), QPointF(size, -size))],
           QColor("#e0241b"))


def _filter_barrier(painter, size):
    _cross(painter, [(QPointF(-size, 0), QPointF(size, 0)), (QPointF(0, -size), QPointF(0, size))], QColor("#ffb000"))


def _valve(painter, size):
    size *= 1.25
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(0, -size), QPointF(size, 0), QPointF(0, size), QPointF(-size, 0)]))
    path.closeSubpath()
    _outlined(painter, path, QColor("#ffe14d"))


def _stuck(painter, size):
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(0, -size * 1.2), QPointF(size * 1.15, size * 0.9),
                               QPointF(-size * 1.15, size * 0.9)]))
    path.closeSubpath()
    _outlined(painter, path, QColor("#b0b0b0"))
    painter.setPen(QPen(QColor(20, 20, 20), 2, Qt.SolidLine, Qt.RoundCap))
    painter.drawLine(QPointF(0, -size * 0.45), QPointF(0, size * 0.2))
    painter.drawPoint(QPointF(0, size * 0.55))


def _block(painter, size):
    path = QPainterPath()
    path.addRect(QRectF(-size, -size, 2 * size, 2 * size))
    _outlined(painter, path, QColor("#e0241b"))
    painter.setPen(QPen(QColor(255, 255, 255), 2.6))
    painter.drawLine(QPointF(-size * 0.6, 0), QPointF(size * 0.6, 0))


def _unblock(painter, size):
    path = QPainterPath()
    path.addRect(QRectF(-size, -size, 2 * size, 2 * size))
    _outlined(painter, path, QColor("#d8f5d0"))
    painter.setPen(QPen(QColor(20, 80, 20), 2.2))
    painter.drawLine(QPointF(-size * 0.55, 0), QPointF(size * 0.55, 0))
    painter.drawLine(QPointF(size * 0.1, -size * 0.45), QPointF(size * 0.55, 0))
    painter.drawLine(QPointF(size * 0.1, size * 0.45), QPointF(size * 0.55, 0))


def _set(painter, size):
    path = QPainterPath()
    path.addRoundedRect(QRectF(-size, -size, 2 * size, 2 * size), size * 0.4, size * 0.4)
    _outlined(painter, path, QColor("#9fd3ff"))
    painter.setPen(QPen(QColor(10, 40, 90), 2))
    for y in (-size * 0.3, size * 0.3):
        painter.drawLine(QPointF(-size * 0.5, y), QPointF(size * 0.5, y))


def _stop(painter, size):
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), size * 1.5, size * 1.5)
    painter.setBrush(Qt.NoBrush)
    painter.setPen(QPen(QColor(255, 255, 255), 5))
    painter.drawPath(path)
    painter.setPen(QPen(QColor(20, 20, 20), 2, Qt.DashLine))
    painter.drawPath(path)


_DRAWING = {
    START: _start, BARRIER: _barrier, FILTER_BARRIER: _filter_barrier, VALVE: _valve, STUCK: _stuck, BLOCK: _block,
    UNBLOCK: _unblock, SET: _set, STOP: _stop,
}


def _write(painter, text, size):
    font = QFont(painter.font())
    font.setBold(True)
    font.setPixelSize(max(9, int(size * (1.5 if len(text) < 2 else 1.2))))
    painter.setFont(font)
    painter.setPen(QColor(20, 20, 20))
    painter.drawText(QRectF(-2 * size, -2 * size, 4 * size, 4 * size), Qt.AlignCenter, text)


class Mark:
    """A mark at a place of the map."""

    __slots__ = ("kind", "x", "y", "text")

    def __init__(self, kind, x, y, text=""):
        self.kind, self.x, self.y, self.text = kind, x, y, text


class Marks(QgsMapCanvasItem):
    """Marks, in map coordinates."""

    def __init__(self, canvas):
        super().__init__(canvas)
        self.setZValue(60)
        self._canvas = canvas
        self.marks = []

    def show_marks(self, marks):
        """Replaces the marks."""
        self.marks = marks[:MOST_MARKS]
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self):  # noqa: N802 (QGIS calls it so)
        """The whole map."""
        return QRectF(-self._canvas.width(), -self._canvas.height(),
                      3 * self._canvas.width(), 3 * self._canvas.height())

    def updatePosition(self):  # noqa: N802 (QGIS calls it so)
        """QGIS calls it when the view changes."""
        self.prepareGeometryChange()
        self.setPos(0, 0)

    def paint(self, painter, option=None, widget=None):
        """Draws the marks at their current places."""
        for mark in self.marks:
            place = self.toCanvasCoordinates(QgsPointXY(mark.x, mark.y))
            draw(painter, mark.kind, place.x(), place.y(), mark.text)

    def take_away(self):
        """Removes the marks from the map."""
        self._canvas.scene().removeItem(self)
