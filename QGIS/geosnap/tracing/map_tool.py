"""The map tool: it shows which feature a click would pick, and picks it."""

import math

from qgis.core import QgsCoordinateTransform, QgsCsException, QgsGeometry, QgsPointXY, QgsProject, QgsWkbTypes
from qgis.gui import QgsMapTool, QgsRubberBand, QgsVertexMarker
from qgis.PyQt.QtCore import QPoint, Qt, pyqtSignal
from qgis.PyQt.QtGui import QColor, QKeySequence
from qgis.PyQt.QtWidgets import QMenu

from ..kernel import layers as project_layers
from ..kernel.preferences import preferences
from ..kernel.texts import tr
from . import shapes
from .answer import labels

_USABLE = ("device", "junction", "line")
_MOST = 12
"""The maximum number of features offered at a place."""


class Candidate:
    """A feature near the pointer.

    Attributes
    ----------
    x, y : float
        The place on it, in the network's reference system.
    fraction : float or None
        The position along a line.
    asset_type : AssetType or None
    """

    def __init__(self, global_id, label, x, y, geometry, asset_type):
        self.global_id, self.label, self.x, self.y = global_id, label, x, y
        self.geometry, self.asset_type = geometry, asset_type
        self.fraction = None
        if geometry is not None and geometry.type() == QgsWkbTypes.LineGeometry and geometry.length() > 0:
            along = geometry.lineLocatePoint(QgsGeometry.fromPointXY(QgsPointXY(x, y))) / geometry.length()
            self.fraction = min(max(along, 0.0), 1.0)

    @property
    def text(self):
        """For display: the feature, and the position on it."""
        if self.fraction is None:
            return self.label
        return tr("{} at {} % of its length").format(self.label, round(100 * self.fraction))


def usable_sources(definition):
    """The sources at which a trace can start and stop."""
    structure = {one["name"] for one in definition.document["domainNetworks"] if one.get("structure")}
    return tuple(
        sorted({one.source for one in definition.asset_types
                if one.usage in _USABLE and one.domain_network not in structure})
    )


class PlaceTool(QgsMapTool):
    """Picks features of the network.

    It signals the picked features; ``network`` returns the OpenNetwork to query, or None.
    """

    picked = pyqtSignal(object, QPoint)
    """A Candidate, and the screen position."""
    missed = pyqtSignal()
    """The user clicked where there are no features."""
    hovered = pyqtSignal(str)
    """The feature that a click would pick; empty if there is none."""

    def __init__(self, canvas, network):
        super().__init__(canvas)
        self._network = network
        self._candidates = []
        self._chosen = 0
        self._pixel = None
        self._sources = None
        self._band = QgsRubberBand(canvas, QgsWkbTypes.LineGeometry)
        self._band.setWidth(4)
        self._band.setColor(QColor(0, 120, 255, 170))
        self._band.setSecondaryStrokeColor(QColor(255, 255, 255, 200))
        self._spot = QgsVertexMarker(canvas)
        self._spot.setIconType(QgsVertexMarker.ICON_CIRCLE)
        self._spot.setIconSize(15)
        self._spot.setPenWidth(3)
        self._spot.setColor(QColor(0, 90, 220))
        self._spot.hide()
        self.setCursor(Qt.CrossCursor)

        canvas.layersChanged.connect(self.forget_sources)
        canvas.extentsChanged.connect(self._map_has_moved)

    # Nearby features

    def forget_sources(self):
        """Checks again which sources are shown."""
        self._sources = None

    def _map_has_moved(self):
        # There may be another feature below a resting pointer.
        self._pixel = None

    def _sources_in_view(self, network):
        """The sources that a click may pick: those that the map shows, or all if it shows none."""
        usable = usable_sources(network.definition)
        shown = {layer.id() for layer in self.canvas().layers()}
        tables = {table.lower() for table, layer in project_layers.layers_of(network.path) if layer.id() in shown}
        return tuple(one for one in usable if one.lower() in tables) or usable

    def transform(self, network):
        """The transformation from the map to the network; None if there is none."""
        crs, own = shapes.crs_of(network.kernel.srid), self.canvas().mapSettings().destinationCrs()
        if not crs.isValid() or not own.isValid() or crs == own:
            return None
        return QgsCoordinateTransform(own, crs, QgsProject.instance())

    def near(self, pixel):
        """The candidates around a pixel, the nearest first: points, then lines."""
        network = self._network()
        if network is None or network.is_closed:
            return []
        to_map = self.canvas().getCoordinateTransform()
        here = to_map.toMapCoordinates(pixel.x(), pixel.y())
        beside = to_map.toMapCoordinates(pixel.x() + preferences.tolerance_pixels, pixel.y())
        transform = self.transform(network)
        if transform is not None:
            try:
                here, beside = transform.transform(here), transform.transform(beside)
            except QgsCsException:
                # The pointer is outside the network's reference system.
                return []
        tolerance = math.hypot(beside.x() - here.x(), beside.y() - here.y())
        if not math.isfinite(here.x() + here.y() + tolerance):
            return []
        definition = network.definition
        if self._sources is None:
            self._sources = self._sources_in_view(network)
        kernel = network.kernel
        hits = kernel.identify(
            float(here.x()), float(here.y()), tolerance=float(tolerance), sources=self._sources, limit=_MOST
        )
        if not len(hits):
            return []
        features = hits.feature
        blob, ends = kernel.wkb_whole(features)
        found = []
        start = 0
        rows = zip(
            kernel.texts(features, "global_id"), labels(kernel, definition, features),
            kernel.texts(features, "asset_type"), hits.x.tolist(), hits.y.tolist(), ends.tolist(),
        )
        for global_id, label, path, x, y, end in rows:
            geometry = QgsGeometry()
            if end > start:
                geometry.fromWkb(blob[start:end])
            start = end
            found.append(Candidate(
                global_id, label, x, y, None if geometry.isNull() else geometry, definition.named(path)
            ))
        return found

    # Events of QGIS

    def canvasMoveEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Shows which feature a click would pick."""
        self._look(event.pos())

    def canvasReleaseEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Picks the feature; the right button offers a choice."""
        self._look(event.pos())
        if not self._candidates:
            self.missed.emit()
        elif event.button() == Qt.RightButton:
            self._ask(event.pos())
        elif event.button() == Qt.LeftButton:
            self.picked.emit(self._candidates[self._chosen], self.canvas().viewport().mapToGlobal(event.pos()))

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """A key switches to the next of several features; Escape ends."""
        if event.key() == preferences.cycle_key and len(self._candidates) > 1:
            self._chosen = (self._chosen + 1) % len(self._candidates)
            self._show()
            event.accept()
        elif event.key() == Qt.Key_Escape:
            self.canvas().unsetMapTool(self)
            event.accept()
        else:
            event.ignore()

    def deactivate(self):
        """QGIS calls it when another tool is activated."""
        self.forget()
        super().deactivate()

    def forget(self):
        """Hides everything: the features have changed."""
        self._sources = None
        self._candidates, self._pixel = [], None
        self._band.reset(QgsWkbTypes.LineGeometry)
        self._spot.hide()
        self.hovered.emit("")

    def take_away(self):
        """Removes all items from the map."""
        self.canvas().layersChanged.disconnect(self.forget_sources)
        self.canvas().extentsChanged.disconnect(self._map_has_moved)
        self.canvas().unsetMapTool(self)
        self.canvas().scene().removeItem(self._band)
        self.canvas().scene().removeItem(self._spot)

    def _look(self, pixel):
        if self._pixel is not None and (pixel - self._pixel).manhattanLength() <= 2 and self._candidates:
            # A resting pointer keeps the feature chosen with the key.
            return
        self._candidates = self.near(pixel)
        self._pixel = QPoint(pixel)
        self._chosen = 0
        self._show()

    def _show(self):
        if not self._candidates:
            self._band.reset(QgsWkbTypes.LineGeometry)
            self._spot.hide()
            self.hovered.emit("")
            return
        one = self._candidates[self._chosen]
        transform = self.transform(self._network())
        place = QgsPointXY(one.x, one.y)
        geometry = QgsGeometry(one.geometry) if one.geometry is not None else QgsGeometry.fromPointXY(place)
        if transform is not None:
            place = transform.transform(place, QgsCoordinateTransform.ReverseTransform)
            geometry.transform(transform, QgsCoordinateTransform.ReverseTransform)
        self._band.reset(geometry.type())
        if geometry.type() != QgsWkbTypes.PointGeometry:
            self._band.setToGeometry(geometry, None)
        self._spot.setCenter(place)
        self._spot.show()
        text = one.text
        if len(self._candidates) > 1:
            text = tr("{}  ({} of {} here: press {} for the next, the right button for a list)").format(
                text, self._chosen + 1, len(self._candidates),
                QKeySequence(preferences.cycle_key).toString(QKeySequence.NativeText),
            )
        self.hovered.emit(text)

    def _ask(self, pixel):
        menu = QMenu(self.canvas())
        menu.setObjectName("geosnapTraceCandidates")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        place = self.canvas().viewport().mapToGlobal(pixel)
        for one in self._candidates:
            action = menu.addAction(one.text)
            action.triggered.connect(lambda _=False, one=one: self.picked.emit(one, place))
        menu.popup(place)
