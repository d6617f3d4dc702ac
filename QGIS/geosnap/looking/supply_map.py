"""The drawing of subnetworks, made in the background for any number of features."""

import numpy
from qgis.core import QgsFeature, QgsField, QgsFields, QgsGeometry, QgsRectangle
from qgis.PyQt.QtCore import QVariant

from . import neighbour_colors, shapes, supply

_NEAR_SHARE = 0.02
"""The distance below which two subnetworks should differ in colour, as a share of the network's side length."""
COLOR_OF_NONE = "#111111"


def fields():
    """The fields of the drawn features."""
    made = QgsFields()
    for name in ("subnetwork", "tier", "color"):
        made.append(QgsField(name, QVariant.String))
    return made


class SupplyMap:
    """Subnetworks with their colours and drawn features.

    Attributes
    ----------
    supply : Supply
    colors : list of str
        The colour of each subnetwork.
    extents : list of QgsRectangle
        The extent of each subnetwork; empty if it has no places.
    disconnected : list of tuple
        The features outside all subnetworks: global id, asset type and name of each.
    lines, points, controllers, loose_lines, loose_points : list of QgsFeature
    """

    def __init__(self, found, colors):
        self.supply = found
        self.colors = colors
        self.extents = []
        self.disconnected = []
        self.lines, self.points, self.controllers = [], [], []
        self.loose_lines, self.loose_points = [], []


def make(kernel, tell):
    """Makes it; called in the background."""
    found = supply.read(kernel, tell)
    groups = found.subnetworks
    blobs = [kernel.wkb(one.features) for one in groups]
    tell(0.7)
    ends = [shapes.Ends(one) for one in blobs]
    tell(0.8)
    numbers = _numbers(kernel, groups, ends)
    made = SupplyMap(found, [neighbour_colors.color(number) for number in numbers])
    tell(0.9)
    for one, own_blobs, own_ends, color in zip(groups, blobs, ends, made.colors):
        values = [one.name, one.tier, color]
        extent = QgsRectangle()
        extent.setMinimal()
        for code, features in ((2, made.lines), (1, made.points)):
            for geometry in shapes.gathered(own_blobs, own_ends, code):
                extent.combineExtentWith(geometry.boundingBox())
                features.append(_feature(geometry, values))
        made.extents.append(extent)
        _add_controllers(kernel, one, values, made.controllers)
    loose = kernel.wkb(found.disconnected)
    loose_ends = shapes.Ends(loose)
    for code, features in ((2, made.loose_lines), (1, made.loose_points)):
        for geometry in shapes.gathered(loose, loose_ends, code):
            features.append(_feature(geometry, ["", "", COLOR_OF_NONE]))
    made.disconnected = list(zip(
        found.disconnected_ids, kernel.texts(found.disconnected, "asset_type"),
        kernel.texts(found.disconnected, "name"), kernel.texts(found.disconnected, "origin"),
    ))
    tell(1.0)
    return made


def _feature(geometry, values):
    feature = QgsFeature(fields())
    feature.setGeometry(geometry)
    feature.setAttributes(list(values))
    return feature


def _add_controllers(kernel, subnetwork, values, features):
    for controller in subnetwork.controllers:
        named = kernel.named(controller["globalID"])
        for wkb in kernel.wkb(named):
            if wkb:
                geometry = QgsGeometry()
                geometry.fromWkb(wkb)
                features.append(_feature(geometry, values))


def _numbers(kernel, groups, ends):
    """The colour number of each subnetwork."""
    count = len(groups)
    group_of = numpy.repeat(numpy.arange(count), [len(one.features) for one in groups])
    if not len(group_of):
        return [0] * count
    keys = _keys(numpy.concatenate([one.features for one in groups]))
    first = numpy.concatenate([one.first for one in ends])
    last = numpy.concatenate([one.last for one in ends])
    is_known = ~numpy.isnan(first[:, 0])
    places = numpy.concatenate([first[is_known], last[is_known]])
    at = numpy.concatenate([group_of[is_known], group_of[is_known]])
    touching = neighbour_colors.meetings(count, keys, group_of)
    touching = neighbour_colors.joined(
        touching, neighbour_colors.meetings(count, places[:, 0] + 1j * places[:, 1], at)
    )
    touching = neighbour_colors.joined(touching, _associated(kernel, count, keys, group_of))
    reach = max(float((kernel.extent[2:] - kernel.extent[:2]).max()) * _NEAR_SHARE, 1e-9)
    weights = [len(one.features) for one in groups]
    return neighbour_colors.numbers(weights, touching, _near(count, places, at, reach))


def _keys(features):
    return (features["table"].astype(numpy.int64) << 32) | features["row"].astype(numpy.int64)


def _near(count, places, groups, reach):
    """The groups with ends in one grid cell or in adjacent cells."""
    if not len(places):
        return [set() for _ in range(count)]
    cells = numpy.floor((places - places.min(axis=0)) / reach).astype(numpy.int64) + 1
    width = int(cells[:, 1].max()) + 2
    # One number for each cell and group: numpy sorts numbers without blocking the main thread, but not rows.
    together = numpy.unique((cells[:, 0] * width + cells[:, 1]) * count + groups)
    squares, groups = together // count, together % count
    around = [squares + dx * width + dy for dx, dy in ((0, 0), (1, -1), (1, 0), (1, 1), (0, 1))]
    return neighbour_colors.meetings(count, numpy.concatenate(around), numpy.tile(groups, len(around)))


def _associated(kernel, count, keys, groups):
    """The groups whose features are associated, directly or with the same ungrouped feature."""
    if not kernel.association_count:
        return [set() for _ in range(count)]
    found = kernel.associations(extent=[float(one) for one in kernel.extent])
    order = numpy.argsort(keys, kind="stable")
    keys, groups = keys[order], groups[order]
    met_keys, met_groups = [], []
    starts, ends = _keys(found.start), _keys(found.end)
    for side, other in ((starts, ends), (ends, starts)):
        low, high = numpy.searchsorted(keys, side, "left"), numpy.searchsorted(keys, side, "right")
        is_none = numpy.searchsorted(keys, other, "left") == numpy.searchsorted(keys, other, "right")
        for number in numpy.flatnonzero(high > low).tolist():
            own = groups[low[number]:high[number]]
            # An ungrouped feature has its own key; other keys are negative numbers of the association.
            key = int(other[number]) if is_none[number] else -1 - number
            met_keys.extend([key] * len(own))
            met_groups.extend(own.tolist())
    return neighbour_colors.meetings(
        count, numpy.array(met_keys, dtype=numpy.int64), numpy.array(met_groups, dtype=int)
    )
