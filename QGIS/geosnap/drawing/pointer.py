"""Asks the network where the pointer may go: the way of every single move, which has to be short."""

import math

from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsGeometry, QgsCsException, QgsPointXY, QgsProject

from ..kernel.package import package
from ..kernel.preferences import preferences
from .answer import ALLOWED, LIMITED, PREVENTED, Place


_MOST = 50
"""So many features near the pointer are explained."""


class Pointer:
    """Where the pointer may go on a network, for what is being edited.

    Attributes
    ----------
    asset_type : AssetType or None
        What is being edited; None snaps to everything.
    role : {"point", "line-end", "inner-vertex"} or None
        What of it follows the pointer.
    editing : str or None
        The global id of the feature being edited, which is never snapped to.
    """

    def __init__(self, network, canvas):
        self.network = network
        self.canvas = canvas
        self.asset_type = None
        self.role = None
        self.editing = None
        self._kinds = package().results.KINDS
        self._sources = None
        self._transform = None
        self._own = None
        self.follow_canvas()
        canvas.destinationCrsChanged.connect(self.follow_canvas)
        network.changed.connect(self._forget)

    def close(self):
        """Lets go of the canvas."""
        self.canvas.destinationCrsChanged.disconnect(self.follow_canvas)
        self.network.changed.disconnect(self._forget)

    def _forget(self, _=None):
        self._own = self._sources = None

    def follow_canvas(self):
        """Takes over the reference system of the map."""
        srid = self.network.kernel.srid
        target = self.canvas.mapSettings().destinationCrs()
        source = QgsCoordinateReferenceSystem.fromEpsgId(srid) if srid else target
        if not source.isValid() or not target.isValid() or source == target:
            self._transform = None
        else:
            self._transform = QgsCoordinateTransform(target, source, QgsProject.instance())

    def edit(self, asset_type, role=None, editing=None):
        """Says what is edited from now on."""
        self.asset_type = asset_type
        self.role = role
        self.editing = editing
        self._own = self._sources = None

    # Between the map and the network

    def to_network(self, point):
        """A place on the map, in the reference system of the network; infinite where that knows no such place."""
        if self._transform is None:
            return point.x(), point.y()
        try:
            found = self._transform.transform(point)
        except QgsCsException:
            return math.inf, math.inf
        return found.x(), found.y()

    def to_map(self, x, y):
        """A place in the network, in the reference system of the map."""
        if self._transform is None:
            return QgsPointXY(x, y)
        return self._transform.transform(QgsPointXY(x, y), QgsCoordinateTransform.ReverseTransform)

    def geometry_to_map(self, geometry):
        """A geometry of the network, in the reference system of the map."""
        copy = QgsGeometry(geometry)
        if self._transform is not None:
            copy.transform(self._transform, QgsCoordinateTransform.ReverseTransform)
        return copy

    def tolerance(self, point):
        """How far a place may be from a point on the map, in units of the network."""
        reach = preferences.tolerance_pixels * self.canvas.mapUnitsPerPixel()
        if self._transform is None:
            return reach
        x, y = self.to_network(point)
        ax, ay = self.to_network(QgsPointXY(point.x() + reach, point.y()))
        bx, by = self.to_network(QgsPointXY(point.x(), point.y() + reach))
        return max(math.hypot(ax - x, ay - y), math.hypot(bx - x, by - y))

    # Questions

    def ask(self, point):
        """The place that a point on the map snaps to, or the nearest that is refused; None where nothing is near."""
        x, y = self.to_network(point)
        tolerance = self.tolerance(point)
        return self.ask_near(x, y, tolerance) if all(map(math.isfinite, (x, y, tolerance))) else None

    def ask_near(self, x, y, tolerance):
        """As ``ask``, of a place in the network."""
        kernel = self.network.kernel
        path = self.asset_type.path if self.asset_type is not None else None
        if self.editing:
            snap = kernel.snap(x, y, tolerance=tolerance, asset_type=path, role=self.role, editing=self.editing)
        else:
            snap = kernel.snap(x, y, tolerance=tolerance, asset_type=path, role=self.role)
        kind, at_x, at_y, table, row, rule = snap.item()
        if kind:
            return Place(at_x, at_y, self._kinds[kind], ALLOWED if rule == -1 else LIMITED, (table, row))
        return self._refused(x, y, tolerance)

    def _refused(self, x, y, tolerance):
        """The nearest place of the network that is refused: of points and lines, as areas are everywhere."""
        kernel = self.network.kernel
        hits = kernel.identify(x, y, tolerance=tolerance, sources=self._network_sources(), limit=4)
        for number in range(len(hits)):
            table, row, at_x, at_y, _ = hits.item(number)
            if self.editing and (table, row) == self._own_feature():
                continue
            is_point = self.network.definition.geometry(kernel.tables[table]) == "point"
            return Place(at_x, at_y, "point" if is_point else "segment", PREVENTED, (table, row))
        return None

    def _own_feature(self):
        if self._own is None:
            found = self.network.kernel.named(self.editing)
            self._own = found[0].item() if len(found) else (-1, -1)
        return self._own

    def _network_sources(self):
        if self._sources is None:
            known = {name.lower() for name in self.network.kernel.tables}
            self._sources = tuple(
                name
                for name, domain in self.network.definition.domain_networks.items()
                if name.lower() in known
                and self.network.definition.geometry(name) in ("point", "line")
                # Lines of gas and electricity cross everywhere: they have nothing to do with each other.
                and (self.asset_type is None or domain == self.asset_type.domain_network)
            )
        return self._sources

    def explain(self, x, y, tolerance):
        """What wins at a place in the network, what else there is, and what is refused: a document."""
        hits = self.network.kernel.identify(x, y, tolerance=tolerance, sources=self._network_sources(), limit=_MOST)
        if len(hits) == _MOST:
            # To explain all that is near on a small scale would take long: the nearest will do.
            tolerance = max(hits.item(number)[4] for number in range(_MOST))
        words = ["explain", f"--at={x!r},{y!r}", "--tolerance", repr(float(tolerance)), "--json"]
        if self.asset_type is not None:
            words += ["--asset-type", self.asset_type.path]
        if self.role:
            words += ["--role", self.role]
        if self.editing:
            words += ["--editing", self.editing]
        return self.network.kernel.ask(*words)

    def place_of(self, match):
        """The place that a match of a document tells."""
        features = self.network.kernel.named(
            match["globalID"] if match.get("globalID") else f"row:{match['source']}/{match['row']}"
        )
        feature = features[0].item() if len(features) else (-1, -1)
        x, y = match["location"][:2]
        kind = match["place"]
        if "reason" in match:
            permission = PREVENTED
        else:
            permission = ALLOWED if match.get("rule") is None and not match.get("because") else LIMITED
        return Place(x, y, kind, permission, feature)
