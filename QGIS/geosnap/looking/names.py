"""The names of features, by stored global ids."""

import numpy

from ..kernel import features
from ..kernel.package import package


def find(network, global_id):
    """The features of a global id, as an array; empty if it no longer exists."""
    try:
        return network.kernel.named(global_id)
    except package().UsageError:
        # A closed network has none either.
        return features.array_of([])


def named(network, global_ids):
    """The features of global ids, each once; ids that do not exist are left out.

    Returns
    -------
    (list of str, ndarray)
        The global ids, and their features.
    """
    known, found = [], []
    for one in dict.fromkeys(global_ids):
        for feature in find(network, one)[:1]:
            known.append(one)
            found.append(feature)
    return known, features.array_of([]) if not found else numpy.array(found)


def labels(network, global_ids):
    """The labels of features by global id: asset type, and name or origin. Any thread may call it."""
    known, found = named(network, global_ids)
    called = {one: one for one in global_ids}
    texts = network.kernel.texts
    for one, path, name, origin in zip(
        known, texts(found, "asset_type"), texts(found, "name"), texts(found, "origin")
    ):
        kind = network.definition.named(path) if path else None
        words = kind.label if kind is not None else path or ""
        called[one] = f"{words} {name or origin or ''}".strip() or one
    return called
