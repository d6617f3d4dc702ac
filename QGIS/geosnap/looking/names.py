"""What features are called, of which global ids were kept."""

import numpy

from ..kernel import features
from ..kernel.package import package


def find(network, global_id):
    """The features that a global id stands for, as an array; an empty one where it is there no more."""
    try:
        return network.kernel.named(global_id)
    except package().UsageError:
        # A network that is closed has none either.
        return features.array_of([])


def named(network, global_ids):
    """The features of global ids, each once, those left out that are not there.

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
    """What features are called, by their global ids: asset type, and name or origin. Any thread may ask."""
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
