"""Follows the pointer while one of QGIS's tools draws in a layer of a network."""

from qgis.PyQt.QtCore import QEvent, QObject, Qt
from qgis.PyQt.QtWidgets import QAction

from ..drawing import sentences
from ..drawing.mark import Mark
from ..drawing.pointer import Pointer
from ..drawing.remedies import remedies_of
from ..kernel.layers import path_and_table
from ..kernel.preferences import preferences
from .allowed import AllowedPlace


class Follower(QObject):
    """Lets QGIS's tool for adding features snap to allowed places only."""

    def __init__(self, desk, drawing, default_type):
        super().__init__()
        self._desk = desk
        self._drawing = drawing
        self._default_type = default_type
        self._canvas = desk.iface.mapCanvas()
        self._pointer = None
        self._allowed = AllowedPlace(self._canvas)
        self._mark = Mark(self._canvas)
        self._swallows = False
        self._at = None
        self._add_action = desk.iface.mainWindow().findChild(QAction, "mActionAddFeature")
        self._layer = None
        self._canvas.mapToolSet.connect(self._look)
        desk.iface.currentLayerChanged.connect(self._look)
        desk.networks.opened.connect(self._look)
        desk.networks.closed.connect(self._look)
        self._canvas.viewport().installEventFilter(self)
        self._look()

    def close(self):
        """Stops."""
        self._canvas.mapToolSet.disconnect(self._look)
        self._desk.iface.currentLayerChanged.disconnect(self._look)
        self._desk.networks.opened.disconnect(self._look)
        self._desk.networks.closed.disconnect(self._look)
        self._canvas.viewport().removeEventFilter(self)
        self._stop()
        self._canvas.scene().removeItem(self._mark)

    @property
    def is_following(self):
        """Whether one of QGIS's tools draws in a layer of a network."""
        return self._pointer is not None

    def _look(self, *_):
        """Starts or stops, depending on tool and layer."""
        layer = self._desk.iface.activeLayer()
        tool = self._canvas.mapTool()
        is_drawing = tool is not None and tool.action() is self._add_action and self._add_action is not None
        place = path_and_table(layer) if is_drawing else None
        network = self._desk.networks.find(place[0]) if place is not None else None
        kind = self._default_type(network, place[1]) if network is not None else None
        if network is None or kind is None or kind.geometry not in ("point", "line"):
            self._stop()
            return
        if self._pointer is not None and self._pointer.network is not network:
            self._stop()
        if self._pointer is None:
            self._pointer = Pointer(network, self._canvas)
            self._allowed.begin(network.kernel.srid)
        self._pointer.edit(kind, "point" if kind.geometry == "point" else "line-end")

    def _stop(self):
        if self._pointer is not None:
            self._pointer.close()
            self._pointer = None
        self._allowed.end()
        self._mark.show_place(None, None)
        self._drawing.say("")

    def forget(self):
        """Removes the mark until the pointer moves, since the network has changed."""
        self._mark.show_place(None, None)
        self._drawing.say("")

    def type_chosen(self):
        """Handles the choice of another asset type."""
        self._look()

    def eventFilter(self, watched, event):  # noqa: N802 (Qt calls it so)
        """Runs before QGIS: the place has to exist when QGIS's tool snaps."""
        if self._pointer is None:
            return False
        kind = event.type()
        if kind == QEvent.MouseMove:
            self._follow(event)
        elif kind == QEvent.MouseButtonPress and event.button() == Qt.LeftButton:
            place = self._follow(event)
            self._swallows = place is not None and place.is_refused
            if self._swallows:
                self._refuse()
            return self._swallows
        elif kind == QEvent.MouseButtonRelease and event.button() == Qt.LeftButton and self._swallows:
            self._swallows = False
            return True
        return False

    def _follow(self, event):
        if event.modifiers() & preferences.suspend_modifier:
            self._allowed.clear()
            self._mark.show_place(None, None)
            return None
        point = self._canvas.getCoordinateTransform().toMapCoordinates(event.pos())
        self._at = point
        place = self._pointer.ask(point)
        is_other = (place is None) != (self._mark.place is None) or (
            place is not None and not place.is_same(self._mark.place)
        )
        self._mark.show_place(place, self._pointer.to_map(place.x, place.y) if place is not None else None)
        if place is None or place.is_refused:
            self._allowed.clear()
        else:
            self._allowed.move_to(place.x, place.y)
        if is_other:
            self._drawing.say(sentences.of_document(self._document()) if place is not None else "")
        return place

    def _document(self):
        x, y = self._pointer.to_network(self._at)
        return self._pointer.explain(x, y, self._pointer.tolerance(self._at))

    def _refuse(self):
        refused = self._document().get("refused") or []
        if not refused:
            return
        network = self._pointer.network
        choices = [
            (one.label, lambda one=one: self._drawing.edit(network, one.label, one.edits))
            for one in remedies_of(network, refused[0], self._drawing.usage(network))
            if one.kind == "placeJunction"
        ]
        self._drawing.offer.show(sentences.of_offer(refused[0]), choices)
