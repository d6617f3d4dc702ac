"""Tools that change features: move vertices, reshape, split, merge, delete."""

import math

from qgis.core import QgsGeometry, QgsPointXY, QgsWkbTypes
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ..kernel import features
from ..kernel.texts import tr
from . import sentences
from .course import with_course
from .pick_tool import PickTool, nearest_vertex
from .remedies import remedies_of
from .rule_tool import RuleTool


class VertexTool(PickTool):
    """Moves vertices: a click takes one, the next places it where the rules allow it.

    A double click on a line inserts a vertex, the Delete key removes one. Features that share a vertex move along.
    """

    def __init__(self, desk, room):
        super().__init__(desk, room)
        self._taken = None
        self._hovered = None
        self._band = QgsRubberBand(self.canvas(), QgsWkbTypes.LineGeometry)
        self._band.setColor(QColor(25, 118, 210, 200))
        self._band.setLineStyle(Qt.DashLine)
        self._band.setWidth(2)
        self._handle = QgsRubberBand(self.canvas(), QgsWkbTypes.PointGeometry)
        self._handle.setIcon(QgsRubberBand.ICON_FULL_BOX)
        self._handle.setIconSize(9)
        self._handle.setColor(QColor(25, 118, 210))

    def dispose(self):
        for band in (self._band, self._handle):
            self.canvas().scene().removeItem(band)
        super().dispose()

    def leave(self):
        self.cancel()
        super().leave()

    def network_changed(self):
        self.cancel()
        super().network_changed()

    @property
    def is_dragging(self):
        """Whether a vertex is being moved."""
        return self._taken is not None

    def cancel(self):
        self._taken = self._hovered = None
        self._band.reset(QgsWkbTypes.LineGeometry)
        self._handle.reset(QgsWkbTypes.PointGeometry)
        self.mark.show_place(None, None)
        if self.pointer is not None:
            self.pointer.edit(None)

    def follow(self, point):
        if not self.is_dragging:
            super().follow(point)
            self._show_handle(point)
            return
        RuleTool.follow(self, point)

    def _show_handle(self, point):
        self._hovered = None
        self._handle.reset(QgsWkbTypes.PointGeometry)
        if not self._shown:
            return
        pair = self._shown[0]
        x, y = self.pointer.to_network(point)
        number = nearest_vertex(self.shape(pair), x, y, self.pointer.tolerance(point))
        if number is None:
            return
        self._hovered = (pair, number)
        vertex = self.shape(pair).vertexAt(number)
        self._handle.addPoint(self.pointer.to_map(vertex.x(), vertex.y()))

    def moved(self, point, place, at):
        pair, number, neighbours = self._taken
        goes_to = at if at is not None and not place.is_refused else point
        self._band.reset(QgsWkbTypes.LineGeometry)
        for x, y in neighbours:
            self._band.addPoint(self.pointer.to_map(x, y))
            self._band.addPoint(goes_to)
        if not neighbours:
            self._handle.reset(QgsWkbTypes.PointGeometry)
            self._handle.addPoint(goes_to)

    def clicked(self, point):
        if self.is_dragging:
            self._place(point)
            return
        if self._hovered is None:
            return
        self._take(*self._hovered)

    def _take(self, pair, number):
        geometry = self.shape(pair)
        kind = features.asset_type(self.network, pair)
        before, after = geometry.adjacentVertices(number)
        around = [geometry.vertexAt(one) for one in (before, after) if one >= 0]
        is_point = geometry.type() == QgsWkbTypes.PointGeometry
        role = "point" if is_point else "line-end" if -1 in (before, after) else "inner-vertex"
        gid = features.global_ids(self.network, [pair])[0]
        self.pointer.edit(kind, role if kind is not None else None, gid)
        self._taken = (pair, number, [(one.x(), one.y()) for one in around])
        self.tell_guides([(one.x(), one.y()) for one in around[:1]])
        self.room.say(tr("Click the new place of the vertex. A right click leaves it where it is."))

    def _place(self, point):
        place = self.mark.place
        if place is not None and place.is_refused:
            self.refuse()
            return
        x, y = self.point_of(place, point)
        pair, number, _ = self._taken
        geometry = QgsGeometry(self.shape(pair))
        old = geometry.vertexAt(number)
        moved = old.clone()
        moved.setX(x)
        moved.setY(y)
        # The first and the last vertex of a ring are the same.
        if not geometry.moveVertex(moved, number):
            return
        self._save(tr("Move a vertex of {}"), pair, geometry)

    def _save(self, name, pair, geometry):
        network = self.network
        edit = {
            "redraw": features.key(network, pair),
            "geometry": features.wkt(geometry),
            "movesSharedVertices": True,
        }
        name = name.format(features.name(network, pair))
        self.cancel()
        self.room.edit(network, name, [edit])

    def refuse(self):
        """Says why the vertex may not go to the pointer, and offers remedies."""
        refused = (self.document() or {}).get("refused") or []
        if not refused:
            return
        text = sentences.of_refusal(refused[0])
        self.room.say(text)
        choices = [
            (one.label, lambda one=one: self._carry_out(one))
            for one in remedies_of(self.network, refused[0], self.room.usage(self.network))
            if one.kind in ("placeJunction", "useEnd")
        ]
        self.room.offer.show(sentences.of_offer(refused[0]), choices)

    def _carry_out(self, remedy):
        """Places the junction and moves the vertex to it, as one step."""
        if self._taken is None:
            return
        pair, number, _ = self._taken
        network = self.network
        geometry = QgsGeometry(self.shape(pair))
        vertex = geometry.vertexAt(number).clone()
        vertex.setX(remedy.x)
        vertex.setY(remedy.y)
        geometry.moveVertex(vertex, number)
        redraw = {
            "redraw": features.key(network, pair), "geometry": features.wkt(geometry), "movesSharedVertices": True,
        }
        name = tr("Move a vertex of {}").format(features.name(network, pair))
        self.cancel()
        self.room.edit(network, name, [*remedy.edits, redraw])

    def canvasDoubleClickEvent(self, event):  # noqa: N802 (QGIS calls it so)
        """Inserts a vertex into a line."""
        if self.pointer is None:
            return
        self.cancel()
        found = self.pick(event.mapPoint())
        if found is None:
            return
        pair, (x, y) = found
        if self.shape(pair).type() == QgsWkbTypes.PointGeometry:
            return
        network = self.network
        name = tr("Insert a vertex into {}").format(features.name(network, pair))
        edit = {"insertVertex": features.key(network, pair), "at": f"POINT ({x!r} {y!r})"}
        self.room.edit(network, name, [edit])

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        if event.key() in (Qt.Key_Delete, Qt.Key_Backspace) and self._hovered is not None:
            pair, number = self._hovered
            geometry = QgsGeometry(self.shape(pair))
            if geometry.type() == QgsWkbTypes.PointGeometry or not geometry.deleteVertex(number):
                self.room.say(tr("This vertex cannot be removed: the feature needs it."))
            else:
                self._save(tr("Remove a vertex from {}"), pair, geometry)
            event.ignore()
            return
        super().keyPressEvent(event)


class ReshapeTool(PickTool):
    """Draws the new course of a line over it. The course begins and ends on the line."""

    geometry = "line"

    def __init__(self, desk, room):
        super().__init__(desk, room)
        self.vertices = []
        self._line = None
        self._is_on_line = False
        self._band = QgsRubberBand(self.canvas(), QgsWkbTypes.LineGeometry)
        self._band.setColor(QColor(25, 118, 210, 220))
        self._band.setWidth(2)

    def dispose(self):
        self.canvas().scene().removeItem(self._band)
        super().dispose()

    def leave(self):
        self.cancel()
        super().leave()

    def network_changed(self):
        self.cancel()
        super().network_changed()

    def cancel(self):
        self.vertices = []
        self._line = None
        self._is_on_line = False
        self._band.reset(QgsWkbTypes.LineGeometry)
        if self.pointer is not None:
            self.pointer.edit(None)

    def follow(self, point):
        self._at = point
        if self._line is None:
            super().follow(point)
        elif self._band.numberOfVertices():
            self._band.movePoint(point)

    def clicked(self, point):
        if self._line is None:
            found = self.pick(point)
            if found is None:
                self.room.say(tr("Begin on the line that gets the new course."))
                return
            self._line = found[0]
            self.vertices = [found[1]]
        else:
            on_line = self._own_place(point)
            self._is_on_line = on_line is not None
            self.vertices.append(on_line if on_line is not None else self.pointer.to_network(point))
        at = self.pointer.to_map(*self.vertices[-1])
        if len(self.vertices) == 1:
            self._band.addPoint(at)
        else:
            self._band.movePoint(at)
        self._band.addPoint(at)
        self.tell_guides(self.vertices)
        self.room.say(tr("Draw the new course back to the line. A right click ends it."))

    def _own_place(self, point):
        """The pointer's place on the line itself, if the pointer is near it."""
        x, y = self.pointer.to_network(point)
        squared, place, _, _ = self.shape(self._line).closestSegmentWithContext(QgsPointXY(x, y))
        if squared < 0 or math.sqrt(squared) > self.pointer.tolerance(point):
            return None
        return place.x(), place.y()

    def cadCanvasReleaseEvent(self, event):  # noqa: N802 (QGIS calls it so)
        if event.button() == Qt.RightButton and self._line is not None:
            self.finish()
            return
        super().cadCanvasReleaseEvent(event)

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        if event.key() in (Qt.Key_Return, Qt.Key_Enter) and self._line is not None:
            self.finish()
            event.accept()
            return
        super().keyPressEvent(event)

    def finish(self):
        """Gives the line its new course."""
        if len(self.vertices) < 2:
            self.cancel()
            return
        network, pair = self.network, self._line
        if not self._is_on_line:
            self.room.say(tr("The new course ends on the line: click on it, then end with a right click."))
            return
        geometry = with_course(self.shape(pair), self.vertices)
        if geometry is None:
            self.room.say(tr("This line cannot take that course: it has several parts, or the course ends where it begins."))
            return
        name = tr("Reshape {}").format(features.name(network, pair))
        edit = {"redraw": features.key(network, pair), "geometry": features.wkt(geometry)}
        self.cancel()
        self.room.edit(network, name, [edit])


class SplitTool(PickTool):
    """Splits a line where it is clicked."""

    geometry = "line"

    def clicked(self, point):
        found = self.pick(point)
        if found is None:
            self.room.say(tr("Click on the line to split."))
            return
        pair, (x, y) = found
        network = self.network
        number = nearest_vertex(self.shape(pair), x, y, self.pointer.tolerance(point))
        if number is not None and -1 not in self.shape(pair).adjacentVertices(number):
            vertex = self.shape(pair).vertexAt(number)
            x, y = vertex.x(), vertex.y()
        name = tr("Split {}").format(features.name(network, pair))
        self.room.edit(network, name, [{"split": features.key(network, pair), "at": f"POINT ({x!r} {y!r})"}])


class MergeTool(PickTool):
    """Merges two lines that meet; the line that was clicked first remains."""

    geometry = "line"

    def __init__(self, desk, room):
        super().__init__(desk, room)
        self._first = None

    def cancel(self):
        self._first = None
        self.highlight([])

    def leave(self):
        self._first = None
        super().leave()

    def network_changed(self):
        self._first = None
        super().network_changed()

    def follow(self, point):
        self._at = point
        found = self.pick(point)
        under = [found[0]] if found else []
        self.highlight(([self._first] if self._first is not None else []) + under)

    def clicked(self, point):
        found = self.pick(point)
        if found is None:
            self.room.say(tr("Click on a line."))
            return
        network = self.network
        if self._first is None or self._first == found[0]:
            self._first = found[0]
            self.room.say(tr("Click on the line that becomes part of this one."))
            return
        keys = [features.key(network, pair) for pair in (self._first, found[0])]
        name = tr("Merge {}").format(features.name(network, self._first))
        self._first = None
        self.room.edit(network, name, [{"merge": keys[0], "with": keys[1]}])


class DeleteTool(PickTool):
    """Deletes the clicked feature. Two lines that a deleted junction connected become one."""

    def clicked(self, point):
        found = self.pick(point)
        if found is None:
            self.room.say(tr("Click on the feature to delete."))
            return
        network, pair = self.network, found[0]
        name = tr("Delete {}").format(features.name(network, pair))
        self.room.edit(network, name, [{"delete": features.key(network, pair), "healsLines": True}])

    def keyPressEvent(self, event):  # noqa: N802 (QGIS calls it so)
        if event.key() in (Qt.Key_Delete, Qt.Key_Backspace):
            self.room.delete_selected()
            event.ignore()
            return
        super().keyPressEvent(event)
