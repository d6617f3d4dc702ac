"""Marks of errors on the map."""

import numpy
from qgis.core import QgsPointXY
from qgis.gui import QgsMapCanvasItem
from qgis.PyQt.QtCore import QPointF, QRectF, Qt
from qgis.PyQt.QtGui import QColor, QPainter, QPen, QPolygonF

_MOST = 3000
"""The maximum number of marks."""
_SIZE = 9.0


class ProblemMarks(QgsMapCanvasItem):
    """A warning sign at each error in view.

    Attributes
    ----------
    places : ndarray of float64, shape (n, 2)
        In the map's reference system.
    chosen : (float, float) or None
        The highlighted place.
    """

    def __init__(self, canvas):
        super().__init__(canvas)
        self._canvas = canvas
        self.places = numpy.empty((0, 2))
        self.chosen = None
        self.setZValue(600)
        self.hide()

    def set_places(self, places, chosen=None):
        """Marks places, and highlights one of them."""
        self.places = places[~numpy.isnan(places).any(axis=1)]
        self.chosen = chosen
        self.setVisible(bool(len(self.places)) or chosen is not None)
        self.update()

    def in_view(self):
        """The places in view."""
        extent = self._canvas.extent()
        x, y = self.places[:, 0], self.places[:, 1]
        is_in = (x >= extent.xMinimum()) & (x <= extent.xMaximum())
        is_in &= (y >= extent.yMinimum()) & (y <= extent.yMaximum())
        return self.places[is_in][:_MOST]

    def updatePosition(self):  # noqa: N802 (QGIS calls it so)
        """Follows the map; QGIS calls it when the map moves."""
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self):  # noqa: N802 (QGIS calls it so)
        return QRectF(self._canvas.rect()).adjusted(-20, -20, 20, 20)

    def paint(self, painter, option=None, widget=None):
        """Draws the marks."""
        painter.setRenderHint(QPainter.Antialiasing)
        transform = self._canvas.getCoordinateTransform()
        for x, y in self.in_view().tolist():
            point = transform.transform(QgsPointXY(x, y))
            _draw(painter, QPointF(point.x(), point.y()))
        if self.chosen is not None:
            point = transform.transform(QgsPointXY(*self.chosen))
            painter.setBrush(Qt.NoBrush)
            for color, width in (("#ffffff", 5), ("#b71c1c", 2.5)):
                painter.setPen(QPen(QColor(color), width))
                painter.drawEllipse(QPointF(point.x(), point.y()), 17, 17)


def _draw(painter, at):
    """A triangle with an exclamation mark, centred on its place."""
    shape = QPolygonF([
        at + QPointF(0, -_SIZE - 1), at + QPointF(_SIZE, _SIZE - 2), at + QPointF(-_SIZE, _SIZE - 2),
    ])
    painter.setBrush(QColor("#ffca28"))
    painter.setPen(QPen(QColor(255, 255, 255, 230), 4, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin))
    painter.drawPolygon(shape)
    painter.setPen(QPen(QColor("#212121"), 1.6, Qt.SolidLine, Qt.RoundCap, Qt.RoundJoin))
    painter.drawPolygon(shape)
    painter.drawLine(at + QPointF(0, -4), at + QPointF(0, 1.5))
    painter.drawPoint(at + QPointF(0, 4.4))
