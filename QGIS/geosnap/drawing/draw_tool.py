"""Draws points and lines by the rules."""

import math

from qgis.core import QgsPointXY, QgsWkbTypes
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ..kernel import features
from ..kernel.texts import tr
from . import sentences
from .remedies import draw, remedies_of
from .rule_tool import RuleTool

_TERMINAL_FIELDS = ("FROMDEVICETERMINAL", "TODEVICETERMINAL")


class DrawTool(RuleTool):
    """Draws the chosen asset type: a click places a vertex, a right click ends a line and saves it."""

    def __init__(self, desk, room):
        super().__init__(desk, room)
        self.vertices = []
        self._places = []
        self._terminals = {}
        self._later = None
        self._band = QgsRubberBand(self.canvas(), QgsWkbTypes.LineGeometry)
        self._band.setColor(QColor(25, 118, 210, 220))
        self._band.setWidth(2)
        self._rubber = QgsRubberBand(self.canvas(), QgsWkbTypes.LineGeometry)
        self._rubber.setColor(QColor(25, 118, 210, 160))
        self._rubber.setWidth(2)

    # The drawing

    @property
    def asset_type(self):
        """The asset type that is drawn, or None."""
        return self.pointer.asset_type if self.pointer is not None else None

    def choose(self, asset_type):
        """Draws features of an asset type from now on; with None, draws nothing."""
        if self.pointer is None:
            return
        if asset_type is None or self.asset_type is None or asset_type.path != self.asset_type.path:
            self.clear()
        self._edit(asset_type)

    def take_network(self, network):
        self.clear()
        super().take_network(network)
        if self.pointer is not None:
            self._edit(self.room.chosen(network))

    def _edit(self, asset_type):
        if asset_type is None:
            self.pointer.edit(None)
        elif asset_type.geometry == "line":
            self.pointer.edit(asset_type, "line-end")
        elif asset_type.geometry == "point":
            self.pointer.edit(asset_type, "point")
        else:
            self.pointer.edit(asset_type)

    def clear(self):
        """Discards the current drawing."""
        self.vertices = []
        self._places = []
        self._terminals = {}
        self._later = None
        self._band.reset(QgsWkbTypes.LineGeometry)
        self._rubber.reset(QgsWkbTypes.LineGeometry)
        if self.pointer is not None:
            self.tell_guides([])

    def dispose(self):
        for band in (self._band, self._rubber):
            self.canvas().scene().removeItem(band)
        super().dispose()

    # Pointer and keys

    def moved(self, point, place, at):
        if self.vertices:
            self._rubber.movePoint(1, at if at is not None and not place.is_refused else point)

    def cadCanvasReleaseEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Places a vertex, or ends the line; QGIS calls it after its guides."""
        if self.pointer is None:
            self.room.say_no_network()
            return
        click = event.button(), QgsPointXY(event.mapPoint()), self.is_suspending(event.modifiers())
        if self._later is not None:
            # A junction is being placed, and the line goes there first.
            self._later.append(click)
            return
        self._clicked(*click)

    def _clicked(self, button, point, is_suspended):
        if button == Qt.RightButton:
            self.finish()
            return
        if button != Qt.LeftButton:
            return
        if self.asset_type is None:
            self.room.say_no_type()
            return
        self._is_suspended = is_suspended
        self.follow(point)
        place = self.mark.place
        if place is not None and place.is_refused:
            self.refuse()
            self.tell_guides(self.vertices)
            return
        self.room.offer.clear()
        x, y = self.point_of(place, self._at)
        if not (math.isfinite(x) and math.isfinite(y)):
            self.room.say(tr("This place is outside the area of the reference system of the network."))
            return
        self.add_vertex(x, y, place)

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        if event.key() in (Qt.Key_Backspace, Qt.Key_Delete) and self.vertices:
            self.remove_vertex()
            event.ignore()
            return
        if event.key() == Qt.Key_Escape and self.vertices:
            self.clear()
        elif event.key() in (Qt.Key_Return, Qt.Key_Enter) and self.vertices:
            self.finish()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    # Drawing

    def add_vertex(self, x, y, place=None):
        """Places a vertex."""
        if self.vertices and self.vertices[-1] == (x, y):
            # A double click.
            return
        self.vertices.append((x, y))
        self._places.append(place)
        at = self.pointer.to_map(x, y)
        if self.asset_type.geometry == "point":
            self.finish()
            return
        self._band.addPoint(at)
        if len(self.vertices) == 1:
            self._rubber.addPoint(at)
            self._rubber.addPoint(at)
        else:
            self._rubber.movePoint(0, at)
            self._rubber.movePoint(1, at)
        self.tell_guides(self.vertices)
        self._ask_terminal(place)
        if len(self.vertices) > 2:
            self._warn_of_inner_vertex()

    def remove_vertex(self):
        """Removes the last vertex."""
        self.vertices.pop()
        self._places.pop()
        self._terminals.pop(len(self.vertices), None)
        if not self.vertices:
            self.clear()
            return
        self._band.removeLastPoint()
        self._rubber.movePoint(0, self.pointer.to_map(*self.vertices[-1]))
        self.tell_guides(self.vertices)

    def refuse(self):
        """Says why the pointer may not go to its place, and offers remedies."""
        document = self.document()
        refused = (document or {}).get("refused") or []
        if not refused:
            return
        self.room.say(sentences.of_refusal(refused[0]))
        remedies = remedies_of(self.network, refused[0], self.room.usage(self.network))
        choices = [(one.label, lambda one=one: self._carry_out(one)) for one in remedies]
        self.room.offer.show(sentences.of_offer(refused[0]), choices)

    def _carry_out(self, remedy):
        if self.network is None:
            return
        if remedy.kind == "placeJunction":
            name = tr("Create {}").format(remedy.asset_type.label)
            self._later = []

            def is_placed(document):
                self._go_to(remedy.x, remedy.y)
                self._click_later()

            def is_refused(error):
                self._later = None
                self._tell(error)

            self.network.edit(name, remedy.edits, is_placed, is_refused)
        elif remedy.kind == "changeAssetType":
            self.room.choose(remedy.asset_type)
        else:
            self._go_to(remedy.x, remedy.y)

    def _click_later(self):
        """Handles the clicks that came while the junction was being placed."""
        clicks, self._later = self._later or [], None
        for click in clicks:
            if self.pointer is not None:
                self._clicked(*click)

    def _go_to(self, x, y):
        """Places the vertex where the remedy has made it possible."""
        if self.pointer is None or self.asset_type is None:
            return
        at = self.pointer.to_map(x, y)
        place = self.pointer.ask_near(x, y, self.pointer.tolerance(at) / 1000)
        if place is not None and not place.is_refused:
            self.add_vertex(place.x, place.y, place)
            # The pointer is still where the refused click was: refreshes mark and message.
            self.follow(at)
            self.say()
        else:
            self.follow(at)
            self.refuse()

    def _tell(self, error):
        self.desk.tell_error(error)

    def _ask_terminal(self, place):
        """Asks for the terminal if a line has a choice; until then it takes the first."""
        if place is None or self.asset_type.geometry != "line":
            return
        kind = features.asset_type(self.network, place.feature)
        if kind is None or len(kind.terminals) < 2:
            return
        document = self.pointer.explain(place.x, place.y, 0.0)
        terminals = (document.get("match") or {}).get("terminals") or []
        if len(terminals) < 2:
            return
        vertex = len(self.vertices) - 1
        # A choice made after another line was begun does not apply to that line.
        terminals_of_line = self._terminals
        self.room.offer.show(
            tr("{} has several terminals: choose the one that the line goes to.").format(
                features.name(self.network, place.feature)
            ),
            [(one["name"], lambda one=one: terminals_of_line.update({vertex: one["id"]})) for one in terminals],
            level=0,
        )

    def _warn_of_inner_vertex(self):
        """Warns if the vertex before the last may not be inside the line."""
        place = self._places[-2]
        if place is None:
            return
        role, self.pointer.role = self.pointer.role, "inner-vertex"
        try:
            document = self.pointer.explain(place.x, place.y, 0.0)
        finally:
            self.pointer.role = role
        refused = document.get("refused") or []
        if not document.get("match") and refused:
            self.room.offer.show(
                sentences.of_refusal(refused[0]),
                [(tr("Remove the last vertex"), self.remove_vertex)] if self.vertices else [],
            )

    def finish(self):
        """Saves the drawing."""
        kind = self.asset_type
        if kind is None or not self.vertices:
            return
        if kind.geometry == "line" and len(self.vertices) < 2:
            self.room.say(tr("A line has at least two vertices."))
            return
        drawing = Drawing(self.network, kind, self.vertices, self.room.attributes(kind), self._terminals)
        self.clear()
        self.room.save(drawing)

    def take_back(self, drawing):
        """Restores a refused drawing, complete."""
        if self.vertices or self.network is not drawing.network or drawing.asset_type.geometry != "line":
            return
        self.room.choose(drawing.asset_type)
        self._terminals = dict(drawing.terminals)
        for x, y in drawing.vertices:
            self.vertices.append((x, y))
            self._places.append(None)
            self._band.addPoint(self.pointer.to_map(x, y))
        last = self.pointer.to_map(*self.vertices[-1])
        self._rubber.addPoint(last)
        self._rubber.addPoint(last)
        self.tell_guides(self.vertices)


class Drawing:
    """A feature that is drawn and not yet saved."""

    def __init__(self, network, asset_type, vertices, attributes, terminals):
        self.network = network
        self.asset_type = asset_type
        self.vertices = list(vertices)
        self.attributes = dict(attributes)
        self.terminals = dict(terminals)
        last = len(self.vertices) - 1
        for vertex, terminal in terminals.items():
            if vertex in (0, last):
                self.attributes[_TERMINAL_FIELDS[vertex == last]] = terminal

    @property
    def name(self):
        """The name of the step."""
        return tr("Create {}").format(self.asset_type.label)

    @property
    def wkt(self):
        """The geometry, in the network's reference system."""
        places = ", ".join(f"{x!r} {y!r}" for x, y in self.vertices)
        return f"LINESTRING ({places})" if self.asset_type.geometry == "line" else f"POINT ({places})"

    @property
    def edits(self):
        """The edits that save it."""
        return [draw(self.asset_type, self.wkt, self.attributes)]
