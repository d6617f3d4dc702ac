"""Asks the network where the pointer may go. It runs at every pointer move, so it has to be fast."""

import math

from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsGeometry, QgsCsException, QgsPointXY, QgsProject

from ..kernel.package import package
from ..kernel.preferences import preferences
from .answer import ALLOWED, LIMITED, PREVENTED, Place


_MOST = 50
"""The maximum number of features near the pointer that are explained."""


class Pointer:
    """Where the pointer may go on a network, for the current edit.

    Attributes
    ----------
    asset_type : AssetType or None
        The edited asset type; None snaps to everything.
    role : {"point", "line-end", "inner-vertex"} or None
        The part of the feature that follows the pointer.
    editing : str or None
        The global id of the edited feature, which is never snapped to.
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
        """Releases the canvas."""
        self.canvas.destinationCrsChanged.disconnect(self.follow_canvas)
        self.network.changed.disconnect(self._forget)

    def _forget(self, _=None):
        self._own = self._sources = None

    def follow_canvas(self):
        """Takes over the map's reference system."""
        srid = self.network.kernel.srid
        target = self.canvas.mapSettings().destinationCrs()
        source = QgsCoordinateReferenceSystem.fromEpsgId(srid) if srid else target
        if not source.isValid() or not target.isValid() or source == target:
            self._transform = None
        else:
            self._transform = QgsCoordinateTransform(target, source, QgsProject.instance())

    def edit(self, asset_type, role=None, editing=None):
        """Sets what is edited from now on."""
        self.asset_type = asset_type
        self.role = role
        self.editing = editing
        self._own = self._sources = None

    # Conversions between map and network

    def to_network(self, point):
        """A map point in the network's reference system; infinite if it has no coordinates there."""
        if self._transform is None:
            return point.x(), point.y()
        try:
            found = self._transform.transform(point)
        except QgsCsException:
            return math.inf, math.inf
        return found.x(), found.y()

    def to_map(self, x, y):
        """A place in the network, in the map's reference system."""
        if self._transform is None:
            return QgsPointXY(x, y)
        return self._transform.transform(QgsPointXY(x, y), QgsCoordinateTransform.ReverseTransform)

    def geometry_to_map(self, geometry):
        """A geometry of the network, in the map's reference system."""
        copy = QgsGeometry(geometry)
        if self._transform is not None:
            copy.transform(self._transform, QgsCoordinateTransform.ReverseTransform)
        return copy

    def tolerance(self, point):
        """The snapping distance at a map point, in the network's units."""
        reach = preferences.tolerance_pixels * self.canvas.mapUnitsPerPixel()
        if self._transform is None:
            return reach
        x, y = self.to_network(point)
        ax, ay = self.to_network(QgsPointXY(point.x() + reach, point.y()))
        bx, by = self.to_network(QgsPointXY(point.x(), point.y() + reach))
        return max(math.hypot(ax - x, ay - y), math.hypot(bx - x, by - y))

    # Queries

    def ask(self, point):
        """The place that a map point snaps to, or the nearest refused place; None if nothing is near."""
        x, y = self.to_network(point)
        tolerance = self.tolerance(point)
        return self.ask_near(x, y, tolerance) if all(map(math.isfinite, (x, y, tolerance))) else None

    def ask_near(self, x, y, tolerance):
        """Like ``ask``, for a place in the network."""
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
        """The nearest refused place on a point or a line; areas are left out, since they are everywhere."""
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
                # Lines of gas and electricity cross everywhere without being related.
                and (self.asset_type is None or domain == self.asset_type.domain_network)
            )
        return self._sources

    def explain(self, x, y, tolerance):
        """A document: the match that wins at a place, the other matches, and the refusals."""
        hits = self.network.kernel.identify(x, y, tolerance=tolerance, sources=self._network_sources(), limit=_MOST)
        if len(hits) == _MOST:
            # At a small scale there are many features nearby, and explaining all takes long: the nearest are enough.
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
        """The place of a match in a document."""
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
