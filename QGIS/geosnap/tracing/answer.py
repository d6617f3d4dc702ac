"""The result of a trace, prepared in the background for display."""

import json

import numpy as np
from qgis.core import QgsGeometry, QgsRectangle, QgsWkbTypes

from ..kernel.package import package
from ..kernel.texts import tr
from . import shapes
from .question import words

MOST_SPOTS = 2000
"""The maximum number of listed stops and valves."""


MOST_IN_REGION = 200_000
"""The maximum number of isolated features that are shown: each is looked up by its global id."""


class Spot:
    """A feature that is listed by name: a stop, a valve, a controller.

    Attributes
    ----------
    global_id, label : str
    extent : QgsRectangle or None
        Its extent, in the network's reference system.
    reason, detail : str
        For a stop.
    """

    def __init__(self, global_id, label, extent, reason="", detail=""):
        self.global_id, self.label, self.extent = global_id, label, extent
        self.reason, self.detail = reason, detail


class TypePart:
    """The part of a result with one asset type."""

    def __init__(self, label, members, length, extent):
        self.label = label
        self.members = members
        """The features, as numbers in the result's list."""
        self.length = length
        self.extent = extent

    @property
    def count(self):
        return len(self.members)


class SourcePart:
    """The part of a result in one source."""

    def __init__(self, name, usage, types, layers):
        self.name, self.usage, self.types, self.layers = name, usage, types, layers

    @property
    def count(self):
        return sum(one.count for one in self.types)

    @property
    def length(self):
        lengths = [one.length for one in self.types if one.length is not None]
        return sum(lengths) if lengths else None

    @property
    def extent(self):
        found = QgsRectangle()
        found.setMinimal()
        for one in self.types:
            found.combineExtentWith(one.extent)
        return found


class Answer:
    """The result of a trace.

    Attributes
    ----------
    element_count : int
    features : ndarray
        Each feature once; valid until the network changes.
    row_ids : ndarray of int64
        The rows of the features in their tables.
    sources : list of SourcePart
    functions : list of dict
    stops, controllers : list of Spot
    stop_count : int
    headline : str
        For an isolation: which element is isolated from what.
    needed, already_shut, left_open, sources_inside, without_supply : list of Spot
        For an isolation.
    region_count : int
    region_layers : list of QgsVectorLayer
        The isolated part; empty if it is too large to show.
    region_extent : QgsRectangle
    region_length : float or None
    cost : float or None
        For a shortest path.
    """

    def __init__(self, kernel, definition, type, options, tell):
        self.type, self.options = type, options
        given = dict(options)
        trace = kernel.trace(
            type, start=given.pop("start", None), functions=given.pop("function", ()),
            progress=lambda share: tell(0.5 * share), **given
        )
        self._trace = trace
        document = trace.summary
        self.element_count = len(trace)
        self.functions = document["functions"]
        self.warnings = document["warnings"]
        self.cost = document.get("cost")
        self._gather(kernel, definition, trace, tell)
        self.stop_count = len(document["stops"])
        self.stops = spots(kernel, definition, document["stops"])
        self.controllers = spots(kernel, definition, document["controllers"])
        isolation = document.get("isolation") or {}
        self.is_isolation = bool(isolation)
        self.needed = spots(kernel, definition, isolation.get("needed", []))
        self.needed_count = len(isolation.get("needed", []))
        self.headline = isolation.get("headline", "")
        self.already_shut = spots(kernel, definition, isolation.get("alreadyShut", []))
        # Each barrier on a line is a separate entry.
        others = [one for key in ("needed", "alreadyShut") for one in isolation.get(key, [])]
        self.left_open = spots(kernel, definition, [one for one in isolation.get("boundary", []) if one not in others])
        self.without_supply = spots(kernel, definition, isolation.get("withoutSupply", []))
        self.without_supply_count = len(isolation.get("withoutSupply", []))
        region = isolation.get("region", [])
        self.region_count = len(region)
        self.region_layers, self.region_extent, self.region_length = self._region(kernel, region, tell)
        self.sources_inside = spots(kernel, definition, isolation.get("sourcesInside", []))
        tell(1.0)

    @property
    def feature_count(self):
        return len(self.features)

    @property
    def extent(self):
        """The extent of the result."""
        found = QgsRectangle()
        found.setMinimal()
        for source in self.sources:
            found.combineExtentWith(source.extent)
        found.combineExtentWith(self.region_extent)
        return found

    def global_ids(self, members):
        """The global ids of some features."""
        return [package().global_id_text(self.identifiers[one]) for one in members]

    def _gather(self, kernel, definition, trace, tell):
        whole = trace.feature
        keys = (whole["table"].astype(np.int64) << 32) | whole["row"].astype(np.int64)
        _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
        self.features = np.ascontiguousarray(whole[first])
        self.elements_of = inverse
        columns = kernel.columns(self.features)
        self.row_ids, self.identifiers = columns["row"], columns["global_id"]
        groups, kinds = columns["asset_group"], columns["asset_type"]
        lengths = trace.position_to - trace.position_from
        is_stretch = np.isfinite(lengths)
        covered = np.bincount(inverse[is_stretch], lengths[is_stretch], minlength=len(first))
        has_stretch = np.bincount(inverse[is_stretch], minlength=len(first)) > 0
        self.is_partial = has_stretch & (covered < 1 - 1e-9)
        # Asset types in the order of tables and codes.
        types, type_of = distinct(self.features["table"], groups, kinds)
        tell(0.55)
        geometries, lengths_of = self._shapes(kernel, trace, type_of, inverse, tell)
        self.sources = []
        usages = {name.lower(): usage for name, usage in definition.sources.items()}
        for table in sorted({one[0] for one in types}):
            name = kernel.tables[table]
            parts = []
            by_kind = {}
            for number, (its_table, group, code) in enumerate(types):
                if its_table != table:
                    continue
                kind = definition.coded(name, group, code)
                found = geometries.get(number, [])
                label = kind.label if kind else tr("Unknown asset type")
                length = lengths_of.get(number)
                members = np.flatnonzero(type_of == number)
                parts.append(TypePart(label, members, length, shapes.rectangle(found)))
                for geometry in found:
                    by_kind.setdefault(geometry.type(), []).append(geometry)
            layers = [
                shapes.layer_of(found, kind, kernel.srid) for kind, found in sorted(by_kind.items())
                if kind in (QgsWkbTypes.PointGeometry, QgsWkbTypes.LineGeometry, QgsWkbTypes.PolygonGeometry)
            ]
            self.sources.append(SourcePart(name, usages.get(name.lower()), parts, layers))
        tell(0.9)

    def _shapes(self, kernel, trace, type_of, inverse, tell):
        """The geometries of each asset type, and the length of its lines."""
        whole_ones = np.flatnonzero(~self.is_partial)
        blob, ends = kernel.wkb_whole(self.features[whole_ones])
        found = {}
        for chunk in shapes.chunks(blob, ends, type_of[whole_ones], lambda share: tell(0.55 + 0.25 * share)):
            found.setdefault(chunk.group, []).append(chunk.geometry)
        del blob
        for number, geometry in self.stretches(kernel, trace, np.flatnonzero(self.is_partial), inverse, tell):
            found.setdefault(int(type_of[number]), []).append(geometry)
        lengths = {}
        for number, geometries in found.items():
            lines = [one for one in geometries if one.type() == QgsWkbTypes.LineGeometry]
            if lines:
                lengths[number] = sum(one.length() for one in lines)
        return found, lengths

    @staticmethod
    def _region(kernel, entries, tell):
        """The isolated part: its layers, its extent, and the length of its lines."""
        if not entries or len(entries) > MOST_IN_REGION:
            return [], shapes.rectangle([]), None
        found = np.concatenate([kernel.named(one["globalID"])[:1] for one in entries])
        blob, ends = kernel.wkb_whole(found)
        groups = np.zeros(len(found), dtype=np.int64)
        by_kind = {}
        for chunk in shapes.chunks(blob, ends, groups, lambda share: tell(0.9 + 0.1 * share)):
            by_kind.setdefault(chunk.geometry.type(), []).append(chunk.geometry)
        lines = by_kind.get(QgsWkbTypes.LineGeometry, [])
        return (
            [shapes.layer_of(geometries, kind, kernel.srid) for kind, geometries in sorted(by_kind.items())],
            shapes.rectangle([one for geometries in by_kind.values() for one in geometries]),
            sum(one.length() for one in lines) if lines else None,
        )

    def stretches(self, kernel, trace, members, inverse, tell):
        """For features that were found in part: their numbers and the geometries of the parts."""
        if not len(members):
            return
        place = {int(number): index for index, number in enumerate(members)}
        intervals = [[] for _ in members]
        for element in np.flatnonzero(self.is_partial[inverse] & np.isfinite(trace.position_from)):
            intervals[place[int(inverse[element])]].append(
                (float(trace.position_from[element]), float(trace.position_to[element]))
            )
        blob, ends = kernel.wkb_whole(self.features[members])
        start = 0
        for index, number in enumerate(members):
            end = int(ends[index])
            geometry = shapes.stretch(blob[start:end], intervals[index]) if end > start else None
            start = end
            if geometry is not None:
                yield int(number), geometry
            if index % 1000 == 0:
                tell(0.8 + 0.1 * index / len(members))


def distinct(*columns):
    """The distinct rows of integer columns, in order, and the number of each row among them."""
    place = np.zeros(len(columns[0]), dtype=np.int64)
    found = [()]
    for column in columns:
        # Column by column: sorting rows would block all other Python threads.
        values, number = np.unique(column.astype(np.int64), return_inverse=True)
        both, place = np.unique(place * max(len(values), 1) + number, return_inverse=True)
        found = [(*found[one // len(values)], int(values[one % len(values)])) for one in both.tolist()]
    return found, place


def label_of(definition, name, origin, asset_type):
    """The label of a feature: its asset type, and its name or origin."""
    kind = definition.named(asset_type) if asset_type else None
    called = name or origin
    what = kind.label if kind else (asset_type or "")
    return f"{what}, {called}" if called and what else (called or what)


def labels(kernel, definition, features):
    """The labels of features."""
    return [
        label_of(definition, *texts)
        for texts in zip(
            kernel.texts(features, "name"), kernel.texts(features, "origin"), kernel.texts(features, "asset_type")
        )
    ]


def spots(kernel, definition, entries):
    """The features of a part of a document, with names and places: at most MOST_SPOTS."""
    entries = entries[:MOST_SPOTS]
    if not entries:
        return []
    features = [kernel.named(one["globalID"])[:1] for one in entries]
    found = np.concatenate(features)
    blob, ends = kernel.wkb_whole(found)
    spots_found = []
    start = 0
    for one, label, end in zip(entries, labels(kernel, definition, found), ends.tolist()):
        extent = None
        if end > start:
            geometry = QgsGeometry()
            geometry.fromWkb(blob[start:end])
            extent = geometry.boundingBox() if not geometry.isNull() else None
        if one.get("location"):
            # The place of a barrier on a line.
            extent = QgsRectangle(*one["location"], *one["location"])
        start = end
        if one.get("terminal") is not None:
            label = tr("{} at {}").format(label, terminal_name(definition, kernel, found, len(spots_found), one))
        spots_found.append(Spot(one["globalID"], label, extent, one.get("reason", ""), one.get("detail", "")))
    return spots_found


def terminal_name(definition, kernel, features, number, entry):
    """The name of the terminal in an entry of a document."""
    path = kernel.texts(features[number:number + 1], "asset_type")[0]
    kind = definition.named(path) if path else None
    for terminal in kind.terminals if kind else []:
        if terminal["id"] == entry["terminal"]:
            return terminal["name"]
    return str(entry["terminal"])


def stops_of_failure(kernel, definition, type, options, error):
    """The places where the way to a controller ended, for a failed trace; empty if the error has none."""
    geosnap = package()
    if not isinstance(error, geosnap.NoAnswer):
        return []
    try:
        kernel.ask("trace", "--type", type, *words(options), "--json")
    except geosnap.GeoSnapError as told:
        try:
            document = json.loads(told.document or "{}")
        except ValueError:
            return []
        return spots(kernel, definition, document.get("stops", []))
    return []
