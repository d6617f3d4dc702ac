"""A map tool that picks a feature: the feature under the pointer is highlighted before the click."""

import math

from qgis.core import QgsPointXY
from qgis.gui import QgsMapTool
from qgis.PyQt.QtCore import Qt, pyqtSignal

from ..kernel import features
from ..kernel.preferences import preferences
from .highlight import Highlight
from .places import Places


class PickTool(QgsMapTool):
    """A map tool that picks a feature of the current network.

    Attributes
    ----------
    geometries : tuple of str
        The geometries it picks: ``"point"``, ``"line"``, ``"area"``.
    """

    picked = pyqtSignal(object, object, object)
    """An OpenNetwork, features as pairs of table and row with the best match first, and x and y in it."""
    missed = pyqtSignal()
    """A click at a place without features."""
    confirmed = pyqtSignal()
    """The Enter key."""
    cancelled = pyqtSignal()
    """The Escape key, or the right button."""

    def __init__(self, desk, geometries):
        super().__init__(desk.iface.mapCanvas())
        self.desk = desk
        self.geometries = geometries
        self._highlight = Highlight(self.canvas(), "#1976d2", 5, size=14)
        self._shown = None
        self.setCursor(Qt.PointingHandCursor)

    def dispose(self):
        """Removes the items from the map when the plugin is unloaded."""
        self.canvas().unsetMapTool(self)
        self._highlight.dispose()
        self.deleteLater()

    def deactivate(self):
        """Ends the tool; QGIS calls it."""
        self.forget()
        super().deactivate()

    def forget(self):
        """Removes the highlight."""
        self._highlight.clear()
        self._shown = None

    def sources(self, network):
        """The sources of the features that can be picked."""
        known = {name.lower() for name in network.kernel.tables}
        return tuple(
            name for name in network.definition.sources
            if name.lower() in known and network.definition.geometry(name) in self.geometries
        )

    def features_at(self, point):
        """The network, the features and the place at a map point; None if there are no features."""
        network = self.desk.networks.current
        if network is None or network.is_closed:
            return None
        places = Places(network, self.canvas())
        x, y = places.to_network(point)
        if not (math.isfinite(x) and math.isfinite(y)):
            return None
        reach = preferences.tolerance_pixels * self.canvas().mapUnitsPerPixel()
        ax, ay = places.to_network(QgsPointXY(point.x() + reach, point.y()))
        found = network.kernel.identify(
            x, y, tolerance=math.hypot(ax - x, ay - y), sources=self.sources(network), limit=12
        )
        if not len(found):
            return None
        return network, [one.item() for one in found.feature], (float(found.x[0]), float(found.y[0]))

    def canvasMoveEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Highlights the feature that a click would pick; QGIS calls it."""
        found = self.features_at(self.toMapCoordinates(event.pos()))
        first = (found[0].path, found[1][0]) if found else None
        if first == self._shown:
            return
        self._shown = first
        if found is None:
            self._highlight.clear()
            return
        network, pairs, _ = found
        shapes = features.geometries(network, features.array_of(pairs[:1]))
        places = Places(network, self.canvas())
        self._highlight.show([places.geometry(shape) for shape in shapes])

    def canvasReleaseEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Picks the feature under the pointer; QGIS calls it."""
        if event.button() == Qt.RightButton:
            self.cancelled.emit()
            return
        if event.button() != Qt.LeftButton:
            return
        found = self.features_at(self.toMapCoordinates(event.pos()))
        if found is None:
            self.missed.emit()
        else:
            self.picked.emit(*found)

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Confirms and cancels; QGIS calls it."""
        if event.key() in (Qt.Key_Return, Qt.Key_Enter):
            self.confirmed.emit()
            event.accept()
        elif event.key() == Qt.Key_Escape:
            self.cancelled.emit()
            event.accept()
        else:
            event.ignore()
