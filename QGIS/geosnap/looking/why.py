"""Whether a feature is supplied: the path to its source, or what blocks it."""

import math
import struct

from ..kernel import catalogue, store
from ..kernel.package import package

_MOST_OF_A_TIER = 8
"""The number of controllers that are tried for a tier, the nearest first."""


class Why:
    """Whether one place reaches another.

    Attributes
    ----------
    start, end : str
        The global ids of both.
    is_reached : bool
    path, blockers : list of dict
        As in ``geosnap why --json``.
    tried : int
        The number of controllers that were tried, if the user named none.
    """

    def __init__(self, start, end, document, tried=0):
        self.start = start
        self.end = end
        self.is_reached = document["reached"]
        self.path = document["path"]
        self.blockers = document["blockers"]
        self.tried = tried


class Controller:
    """A subnetwork controller."""

    def __init__(self, global_id, subnetwork, tier, domain_network):
        self.global_id = global_id
        self.subnetwork = subnetwork
        self.tier = tier
        self.domain_network = domain_network


def between(kernel, start, end):
    """Checks whether one place reaches another; called in the background."""
    return Why(start, end, kernel.why(start, end))


def to_controllers(network, start, source, xy, tell):
    """Finds the nearest controller that reaches a place, else the one with the fewest blockers on the path.

    Called in the background. Returns None if the domain network has no controller.
    """
    geosnap, kernel = package(), network.kernel
    domain = next((one.domain_network for one in network.definition.asset_types if one.source == source), None)
    found = [one for one in controllers(network) if one.domain_network == domain and one.global_id != start]
    nearest, of_tier = [], {}
    for distance, number, one in sorted(_distances(kernel, found, xy)):
        of_tier[one.tier] = of_tier.get(one.tier, 0) + 1
        if of_tier[one.tier] <= _MOST_OF_A_TIER:
            nearest.append(one)
    best = None
    for number, one in enumerate(nearest):
        tell(number / len(nearest))
        try:
            document = kernel.why(start, one.global_id, tier=one.tier, domain_network=domain)
        except geosnap.NoAnswer:
            continue
        answer = Why(start, one.global_id, document, number + 1)
        if answer.is_reached:
            return answer
        if best is None or _barred(answer) < _barred(best):
            best = answer
    if best is not None:
        best.tried = len(nearest)
    return best


def _barred(answer):
    """The number of blockers; infinite if there is no path even without them."""
    return len(answer.blockers) or math.inf


def controllers(network):
    """The stored subnetwork controllers."""
    found = []
    with store.connected(network.path) as connection:
        tables = {table.name.lower(): table for table in catalogue.read(connection, network.path)}
        domains = {one.source: one.domain_network for one in network.definition.asset_types}
        for source, domain in domains.items():
            table = tables.get(source.lower())
            if table is None:
                continue
            columns = [table.column_of(name) for name in ("GLOBALID", "SUBNETWORKCONTROLLERNAME", "TIERNAME")]
            if None in columns:
                continue
            columns = [store.quoted(one) for one in columns]
            rows = connection.execute(
                f"SELECT {', '.join(columns)} FROM {table.sql} "
                f"WHERE {' AND '.join(f'{one} IS NOT NULL' for one in columns)}"
            )
            found.extend(Controller(str(name).upper(), *rest, domain) for name, *rest in rows.fetchall())
    return found


def _distances(kernel, found, xy):
    for number, one in enumerate(found):
        distance = math.inf
        for wkb in kernel.wkb(kernel.named(one.global_id)):
            if wkb and struct.unpack_from("<I", wkb, 1)[0] % 1000 == 1:
                x, y = struct.unpack_from("<dd", wkb, 5)
                distance = math.hypot(x - xy[0], y - xy[1])
        yield distance, number, one
