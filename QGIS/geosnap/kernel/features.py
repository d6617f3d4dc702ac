"""Features of a network as QGIS needs them: names, rows and geometries."""

import numpy
from qgis.core import QgsGeometry

from .package import package


def array_of(pairs):
    """An array of features, from pairs of table and row."""
    return numpy.array([tuple(pair) for pair in pairs], dtype=package().feature_dtype)


def global_ids(network, pairs):
    """The global ids of features; None if they have none."""
    return network.kernel.texts(array_of(pairs), "global_id")


def geometries(network, features):
    """The geometries of an array of features, in the network's reference system; null if a feature has none."""
    found = []
    for wkb in network.kernel.wkb(features):
        geometry = QgsGeometry()
        if wkb:
            geometry.fromWkb(wkb)
        found.append(geometry)
    return found


def asset_type(network, pair):
    """The asset type of a feature; None in a plain table."""
    path = network.kernel.texts(array_of([pair]), "asset_type")[0]
    return network.definition.named(path) if path else None


def key(network, pair):
    """A feature's key in edits: its global id, or its row."""
    features = array_of([pair])
    found = network.kernel.texts(features, "global_id")[0]
    if found:
        return found
    return {"table": network.kernel.tables[pair[0]], "row": int(network.kernel.rows(features)[0])}


def name(network, pair):
    """The name of a feature: its asset type, and its own name if it has one."""
    features = array_of([pair])
    texts = network.kernel.texts
    own = texts(features, "name")[0] or texts(features, "origin")[0]
    kind = asset_type(network, pair)
    words = kind.label if kind is not None else network.kernel.tables[pair[0]]
    return f"{words} {own}" if own else words


def wkt(geometry):
    """A geometry as the library takes it, exact to the last bit."""
    return geometry.asWkt(17)
