"""The base of all tools that follow the rules: the pointer, its mark, and the message about it."""

import math

from qgis.core import QgsPointXY
from qgis.gui import QgsMapToolAdvancedDigitizing
from qgis.PyQt.QtCore import Qt, QTimer

from ..kernel.preferences import preferences
from . import sentences
from .mark import Mark
from .pointer import Pointer

_REST = 80
"""Milliseconds without a move after which the message is made."""


class RuleTool(QgsMapToolAdvancedDigitizing):
    """A map tool that asks the network where the pointer may go.

    The guides of QGIS's advanced digitizing come first: the network is queried at the position that they yield. A
    position that a guide fixes is kept.
    """

    def __init__(self, desk, room):
        super().__init__(desk.iface.mapCanvas(), desk.iface.cadDockWidget())
        self.desk = desk
        self.room = room
        self.pointer = None
        # The network snaps, not QGIS.
        self.setAutoSnapEnabled(False)
        # QGIS would redraw the whole map at each move, for a grid that networks do not have.
        self.setSnapToLayerGridEnabled(False)
        self.mark = Mark(self.canvas())
        self.setCursor(Qt.CrossCursor)
        self._at = None
        self._is_suspended = False
        self._chosen = None
        self._cycle = None
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self.say)

    # Activation

    def activate(self):
        """Starts on the current network; QGIS calls it."""
        super().activate()
        self.take_network(self.desk.networks.current)

    def deactivate(self):
        """Ends; QGIS calls it."""
        # The offered remedies belong to this tool.
        self.room.offer.clear()
        self.take_network(None)
        super().deactivate()

    def take_network(self, network):
        """Works on this network from now on, or on none."""
        self.leave()
        if self.pointer is not None:
            self.pointer.close()
            self.pointer = None
        if network is not None and not network.is_closed:
            self.pointer = Pointer(network, self.canvas())

    @property
    def network(self):
        """The network that the tool works on, or None."""
        return self.pointer.network if self.pointer is not None else None

    def leave(self):
        """Forgets the pointer position."""
        self._rest.stop()
        self._at = self._chosen = self._cycle = None
        self.mark.show_place(None, None)

    def network_changed(self):
        """Discards results from the network before the change."""
        self._chosen = self._cycle = None

    def dispose(self):
        """Removes the items from the map when the plugin is unloaded."""
        self.leave()
        self.canvas().scene().removeItem(self.mark)
        self.deleteLater()

    # The pointer

    def cadCanvasMoveEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Follows the pointer; QGIS calls it after its guides."""
        if self.pointer is None:
            return
        self._is_suspended = self.is_suspending(event.modifiers())
        self.follow(event.mapPoint())

    def follow(self, point):
        """Shows the place for a map point."""
        self._at = point
        place = self.locate(point)
        at = self.pointer.to_map(place.x, place.y) if place is not None else None
        old = self.mark.place
        self.mark.show_place(place, at)
        self.moved(point, place, at)
        is_other = not place.is_same(old) if place is not None else old is not None
        if is_other:
            self._rest.start()

    def moved(self, point, place, at):
        """Updates the drawing: the pointer is at a map point and would go to a place."""

    def locate(self, point):
        """The place for a map point; None if nothing is near or snapping is suspended."""
        if self._is_suspended or self.pointer is None:
            return None
        chosen = self._chosen
        if chosen is not None:
            x, y = self.pointer.to_network(point)
            if math.hypot(chosen.x - x, chosen.y - y) <= self.pointer.tolerance(point):
                return chosen
            self._chosen = self._cycle = None
        place = self.pointer.ask(point)
        if place is not None and self.is_guided:
            # A fixed guide determines the position: only a place exactly there counts.
            x, y = self.pointer.to_network(point)
            if math.hypot(place.x - x, place.y - y) > self.canvas().mapUnitsPerPixel() / 2:
                return None
        return place

    @property
    def is_guided(self):
        """Whether a guide of advanced digitizing fixes the pointer."""
        dock = self.cadDockWidget()
        return dock.cadEnabled() and (
            dock.constraintAngle().isLocked()
            or dock.constraintDistance().isLocked()
            or dock.constraintX().isLocked()
            or dock.constraintY().isLocked()
            or dock.additionalConstraint() != dock.NoConstraint
        )

    @staticmethod
    def is_suspending(modifiers):
        """Whether the key that suspends snapping is held down."""
        return bool(modifiers & preferences.suspend_modifier)

    def point_of(self, place, point):
        """The place of a click in the network: the snapped place, or the pointer position."""
        if place is not None:
            return place.x, place.y
        return self.pointer.to_network(point)

    def tell_guides(self, points):
        """Passes the points drawn so far to advanced digitizing, in the network's reference system."""
        dock = self.cadDockWidget()
        if dock.cadEnabled():
            on_map = [self.pointer.to_map(x, y) for x, y in points]
            # The last one follows the pointer.
            dock.setPoints([*on_map, self._at if self._at is not None else QgsPointXY()])

    # Messages

    def document(self):
        """What the network reports at the pointer; None if the pointer has no position."""
        if self.pointer is None or self._at is None:
            return None
        x, y = self.pointer.to_network(self._at)
        return self.pointer.explain(x, y, self.pointer.tolerance(self._at))

    def say(self):
        """Shows in the status line what is at the pointer, and why."""
        if self.mark.place is None:
            self.room.say("")
            return
        if self._chosen is not None:
            self.room.say(sentences.of_match(self._cycle[0][self._cycle[1]], len(self._cycle[0]) - 1))
            return
        document = self.document()
        if document is not None:
            self.room.say(sentences.of_document(document))

    def cycle(self):
        """Switches to the next of the matches at the pointer."""
        if self._at is None or self.mark.place is None:
            return
        if self._cycle is None:
            document = self.document() or {}
            matches = document.get("candidates") or []
            if len(matches) < 2:
                self.room.say(sentences.of_document(document))
                return
            self._cycle = (matches, 0)
        matches, number = self._cycle
        self._cycle = (matches, (number + 1) % len(matches))
        self._chosen = self.pointer.place_of(matches[self._cycle[1]])
        self.follow(self._at)
        self.say()

    # Keys

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Cycles and cancels; QGIS calls it."""
        if event.key() == preferences.cycle_key:
            self.cycle()
            event.accept()
            return
        if event.key() in (Qt.Key_Backspace, Qt.Key_Delete):
            # If a tool does not ignore these keys, QGIS deletes the selection of the layer in edit mode.
            event.ignore()
            return
        super().keyPressEvent(event)
