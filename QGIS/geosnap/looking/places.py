"""Conversions between the reference systems of a network and a map."""

import numpy
from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsGeometry, QgsPointXY, QgsProject
from qgis.core import QgsRectangle
from qgis.PyQt.QtCore import QPointF
from qgis.PyQt.QtGui import QPolygonF


class Places:
    """Places of a network on a map; without a reference system, coordinates stay unchanged."""

    def __init__(self, network, canvas):
        srid = network.kernel.srid
        target = canvas.mapSettings().destinationCrs()
        source = QgsCoordinateReferenceSystem.fromEpsgId(srid) if srid else QgsCoordinateReferenceSystem()
        if not source.isValid() or not target.isValid() or source == target:
            self._transform = None
        else:
            self._transform = QgsCoordinateTransform(source, target, QgsProject.instance())

    @staticmethod
    def crs(network):
        """The reference system of a network; invalid if it has none."""
        srid = network.kernel.srid
        return QgsCoordinateReferenceSystem.fromEpsgId(srid) if srid else QgsCoordinateReferenceSystem()

    def geometry(self, geometry):
        """A geometry of the network, on the map."""
        copy = QgsGeometry(geometry)
        if self._transform is not None and not copy.isNull():
            copy.transform(self._transform)
        return copy

    def point(self, x, y):
        """A place in the network, on the map."""
        point = QgsPointXY(x, y)
        return point if self._transform is None else self._transform.transform(point)

    def points(self, xy):
        """An array of places in the network, one per row, on the map."""
        if self._transform is None or not len(xy):
            return xy
        # One call for all: separate calls take a hundred times as long.
        polygon = QPolygonF([QPointF(x, y) for x, y in xy.tolist()])
        self._transform.transformPolygon(polygon)
        return numpy.array([(point.x(), point.y()) for point in polygon])

    def rectangle(self, extent):
        """An extent in the network (xmin, ymin, xmax, ymax), on the map."""
        rectangle = QgsRectangle(*extent)
        return rectangle if self._transform is None else self._transform.transformBoundingBox(rectangle)

    def extent(self, rectangle):
        """A rectangle on the map as an extent in the network: xmin, ymin, xmax, ymax."""
        if self._transform is not None:
            rectangle = self._transform.transformBoundingBox(rectangle, QgsCoordinateTransform.ReverseTransform)
        return rectangle.xMinimum(), rectangle.yMinimum(), rectangle.xMaximum(), rectangle.yMaximum()

    def to_network(self, point):
        """A place on the map, in the network: x and y."""
        if self._transform is not None:
            point = self._transform.transform(point, QgsCoordinateTransform.ReverseTransform)
        return point.x(), point.y()
