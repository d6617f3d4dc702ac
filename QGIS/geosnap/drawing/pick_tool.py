"""Tools that pick a feature: the feature under the pointer is highlighted before the click."""

import math

from qgis.core import QgsPointXY, QgsWkbTypes
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ..kernel import features
from .rule_tool import RuleTool


class PickTool(RuleTool):
    """A tool that picks a feature.

    Attributes
    ----------
    geometry : {"point", "line", None}
        The features it picks; None for both.
    """

    geometry = None

    def __init__(self, desk, room):
        super().__init__(desk, room)
        self._shown = None
        self._geometries = {}
        self._highlights = {
            kind: self._new_band(kind, QColor(25, 118, 210, 170), 5)
            for kind in (QgsWkbTypes.PointGeometry, QgsWkbTypes.LineGeometry, QgsWkbTypes.PolygonGeometry)
        }

    def _new_band(self, kind, color, width):
        band = QgsRubberBand(self.canvas(), kind)
        band.setColor(color)
        band.setWidth(width)
        if kind == QgsWkbTypes.PointGeometry:
            band.setIcon(QgsRubberBand.ICON_CIRCLE)
            band.setIconSize(14)
        if kind == QgsWkbTypes.PolygonGeometry:
            band.setFillColor(QColor(25, 118, 210, 40))
        return band

    def leave(self):
        super().leave()
        self.highlight([])
        self._geometries = {}

    def network_changed(self):
        super().network_changed()
        self._geometries = {}
        self._shown = None
        self.highlight([])

    def dispose(self):
        for band in self._highlights.values():
            self.canvas().scene().removeItem(band)
        super().dispose()

    # The feature under the pointer

    def sources(self):
        """The sources of the features that can be picked."""
        definition = self.network.definition
        known = {name.lower() for name in self.network.kernel.tables}
        wanted = (self.geometry,) if self.geometry else ("point", "line")
        return tuple(
            name for name in definition.sources if name.lower() in known and definition.geometry(name) in wanted
        )

    def pick(self, point):
        """The feature nearest to a point on the map, as table and row, and its place; None if none is near."""
        x, y = self.pointer.to_network(point)
        tolerance = self.pointer.tolerance(point)
        if not all(map(math.isfinite, (x, y, tolerance))):
            return None
        hits = self.network.kernel.identify(x, y, tolerance=tolerance, sources=self.sources(), limit=1)
        if not len(hits):
            return None
        return hits.feature[0].item(), (float(hits.x[0]), float(hits.y[0]))

    def shape(self, pair):
        """The geometry of a feature, in the network's reference system."""
        if pair not in self._geometries:
            self._geometries[pair] = features.geometries(self.network, features.array_of([pair]))[0]
        return self._geometries[pair]

    def highlight(self, pairs):
        """Highlights these features only."""
        pairs = list(pairs)
        if pairs == self._shown:
            return
        self._shown = pairs
        for kind, band in self._highlights.items():
            band.reset(kind)
        for pair in pairs:
            geometry = self.on_map(self.shape(pair))
            band = self._highlights.get(geometry.type())
            if band is not None:
                band.addGeometry(geometry, None)

    def on_map(self, geometry):
        """A geometry of the network, in the map's reference system."""
        return self.pointer.geometry_to_map(geometry)

    def follow(self, point):
        """Highlights the feature that a click would pick."""
        self._at = point
        found = self.pick(point)
        self.highlight([found[0]] if found else [])

    def cadCanvasReleaseEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Picks the feature under the pointer; QGIS calls it."""
        if self.pointer is None:
            self.room.say_no_network()
            return
        if event.button() == Qt.RightButton:
            self.cancel()
            return
        if event.button() != Qt.LeftButton:
            return
        self._is_suspended = self.is_suspending(event.modifiers())
        self.follow(event.mapPoint())
        self.clicked(event.mapPoint())

    def clicked(self, point):
        """Handles a click at a point on the map."""
        raise NotImplementedError

    def cancel(self):
        """Releases the picked feature."""

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        if event.key() == Qt.Key_Escape:
            self.cancel()
            event.accept()
            return
        super().keyPressEvent(event)


def nearest_vertex(geometry, x, y, tolerance):
    """The number of the vertex of a geometry that is nearest to a place; None if none is near."""
    if geometry.isNull():
        return None
    point, number, _, _, squared = geometry.closestVertex(QgsPointXY(x, y))
    return number if number >= 0 and math.sqrt(max(squared, 0.0)) <= tolerance else None
