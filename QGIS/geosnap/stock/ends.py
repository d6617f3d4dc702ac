"""Points and line ends that are not at a place that the rules allow."""

import math
from collections import Counter

from qgis.core import QgsWkbTypes

from ..drawing import sentences
from ..kernel.features import array_of
from ..kernel.texts import tr

_SAME = 1e-6
"""The distance up to which places are equal, in the network's units."""


class Judge:
    """Checks the ends of pending edits against a network, in the background.

    Parameters
    ----------
    network : OpenNetwork
    tolerance : float
        The distance up to which an end counts as meant to connect, in the network's units.
    """

    def __init__(self, network, tolerance):
        self._kernel = network.kernel
        self._definition = network.definition
        self._tolerance = tolerance

    def problems(self, pending):
        """The problems with the ends of pending edits.

        Returns
        -------
        list of (PendingEdit, dict)
            The code is ``prevented`` for an end at a refused place, and ``missed`` for an end close to a place that
            it may join.
        """
        drawn = [one for one in pending if one.kind in ("insert", "geometry") and one.asset_type is not None]
        shared = Counter(place for one in drawn for place in {place for place, _ in ends_of(one.geometry)})
        found = []
        for one in drawn:
            for place, role in ends_of(one.geometry):
                # An end that meets another pending end connects to it.
                problem = self._problem(one, place, role) if shared[place] == 1 else None
                if problem is not None:
                    found.append((one, problem))
        return found

    def _problem(self, pending, place, role):
        x, y = place
        path = pending.asset_type.path
        options = {}
        own = None
        if pending.kind == "geometry":
            own = self._kernel.named(f"row:{pending.table}/{pending.row}")
            texts = self._kernel.texts(own, "global_id") if len(own) else []
            if texts and texts[0]:
                options["editing"] = texts[0]
        snap = self._kernel.snap(x, y, tolerance=self._tolerance, asset_type=path, role=role, **options)
        if snap.kind[0]:
            distance = math.hypot(float(snap.x[0]) - x, float(snap.y[0]) - y)
            if distance <= _SAME:
                return None
            name = self._kernel.texts(array_of([snap.feature[0].item()]), "name")[0] or path
            return {
                "code": "missed",
                "message": tr(
                    "The line ends {distance:.3g} from {feature}, which it may join, but does not connect."
                ).format(
                    distance=distance, feature=name
                ),
            }
        if not self._is_near_network(x, y, pending.asset_type, own):
            return None
        words = ["explain", f"--at={x!r},{y!r}", "--tolerance", repr(self._tolerance), "--asset-type", path, "--json"]
        words += ["--role", role]
        if options:
            words += ["--editing", options["editing"]]
        refused = self._kernel.ask(*words).get("refused") or []
        return {"code": "prevented", "message": sentences.of_refusal(refused[0])} if refused else None

    def _is_near_network(self, x, y, asset_type, own):
        sources = [
            name for name, domain in self._definition.domain_networks.items()
            if domain == asset_type.domain_network and self._definition.geometry(name) in ("point", "line")
            and name in self._kernel.tables
        ]
        hits = self._kernel.identify(x, y, tolerance=self._tolerance, sources=sources, limit=2)
        mine = {one.item() for one in own} if own is not None else set()
        return any(hits.feature[number].item() not in mine for number in range(len(hits)))


def ends_of(geometry):
    """The places of a geometry that may connect, with their roles: a point, or both ends of a line."""
    if geometry is None or geometry.isNull():
        return []
    if geometry.type() == QgsWkbTypes.PointGeometry:
        vertex = geometry.vertexAt(0)
        return [((vertex.x(), vertex.y()), "point")]
    if geometry.type() == QgsWkbTypes.LineGeometry:
        count = geometry.constGet().nCoordinates()
        first, last = geometry.vertexAt(0), geometry.vertexAt(count - 1)
        return [((first.x(), first.y()), "line-end"), ((last.x(), last.y()), "line-end")]
    return []
