"""Associations on a map."""

import numpy
from qgis.core import QgsPointXY
from qgis.gui import QgsMapCanvasItem
from qgis.PyQt.QtCore import QPointF, QRectF, Qt
from qgis.PyQt.QtGui import QColor, QPen

from . import association_style


class AssociationItem(QgsMapCanvasItem):
    """Associations, drawn dashed over a map, and the box around a container's content.

    Attributes
    ----------
    segments : ndarray of float64, shape (n, 4)
        Both ends of each, in the map's reference system.
    groups : ndarray of int, shape (n,)
        The style of each: see ``association_style.groups``.
    """

    def __init__(self, canvas):
        super().__init__(canvas)
        self._canvas = canvas
        self.segments = numpy.empty((0, 4))
        self.groups = numpy.empty(0, dtype=int)
        self.box = None
        self.setZValue(500)

    def set_associations(self, segments, groups, box=None):
        """Draws associations, and a box: a rectangle on the map, or None."""
        self.segments = segments
        self.groups = groups
        self.box = box
        self.update()

    def updatePosition(self):  # noqa: N802 (QGIS calls it so)
        """Follows the map; QGIS calls it when the map moves."""
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self):  # noqa: N802 (QGIS calls it so)
        return QRectF(self._canvas.rect()).adjusted(-20, -20, 20, 20)

    def paint(self, painter, option=None, widget=None):
        """Draws them."""
        transform = self._canvas.getCoordinateTransform()

        def pixel(x, y):
            point = transform.transform(QgsPointXY(x, y))
            return QPointF(point.x(), point.y())

        if self.box is not None:
            corner, opposite = (
                pixel(self.box.xMinimum(), self.box.yMaximum()),
                pixel(self.box.xMaximum(), self.box.yMinimum()),
            )
            painter.setBrush(Qt.NoBrush)
            for color, style, width in (("#ffffff", Qt.SolidLine, 4), ("#8a6100", Qt.DashLine, 2)):
                painter.setPen(QPen(QColor(color), width, style))
                painter.drawRect(QRectF(corner, opposite))
        for number in association_style.groups():
            chosen = self.segments[self.groups == number]
            if len(chosen):
                lines = [(pixel(x, y), pixel(ax, ay)) for x, y, ax, ay in chosen.tolist()]
                association_style.draw(painter, number, lines)
