"""The subnetworks of a network, and features outside all of them."""

import numpy

from ..kernel.features import array_of
from . import long_document


class Subnetwork:
    """A subnetwork.

    Attributes
    ----------
    name, tier : str
    controllers, functions : list of dict
        As in ``geosnap subnetworks --json``.
    features : ndarray
        Its features, each once.
    """

    def __init__(self, document, features):
        self.name = document["name"]
        self.tier = document["tier"]
        self.controllers = document["controllers"]
        self.functions = document["functions"]
        self.features = features


class Supply:
    """The subnetworks of a network.

    Attributes
    ----------
    subnetworks : list of Subnetwork
    disconnected : ndarray
        The features outside all subnetworks.
    disconnected_ids : list of str
        Their global ids.
    """

    def __init__(self, subnetworks, disconnected, disconnected_ids):
        self.subnetworks = subnetworks
        self.disconnected = disconnected
        self.disconnected_ids = disconnected_ids


def read(kernel, tell):
    """Reads them; called in the background."""
    text = kernel.document("subnetworks", progress=lambda share: tell(0.4 * share))
    length = max(len(text), 1)

    def features(text, place):
        ids, end = long_document.read_array(text, place, _global_id, lambda place: tell(0.4 + 0.2 * place / length))
        return ids, end

    def subnetwork(text, place):
        document, end = long_document.read_object(text, place, {"features": features})
        document["features"] = _features(kernel, document["features"], tell, 0.4 + 0.2 * end / length)
        return Subnetwork(document, document["features"]), end

    document, _ = long_document.read_object(text, 0, {
        "subnetworks": lambda text, place: long_document.read_array(text, place, subnetwork),
        "disconnected": features,
    })
    ids = document["disconnected"]
    return Supply(document["subnetworks"], _features(kernel, ids, tell, 0.6), ids)


def _global_id(text, place):
    document, end = long_document.value(text, place)
    return document["globalID"], end


def _features(kernel, ids, tell, share):
    found = []
    for number, global_id in enumerate(ids):
        found.append(kernel.named(global_id))
        if number % 5000 == 0:
            tell(share)
    return numpy.concatenate(found) if found else array_of([])
