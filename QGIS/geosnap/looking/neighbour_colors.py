"""Colours for groups of features, so that those which touch never share one."""

import heapq

import numpy

PALETTE = (
    "#08306b", "#f4a300", "#c2185b", "#00552b", "#5ec8e5", "#d95f0e", "#7a0177", "#4dc36b", "#1976d2", "#7f2704",
    "#e78ac3", "#6a51a3",
)
"""Dark, light and middling ones in turn, so that neighbours can be told apart in grey as well."""


def color(number):
    """A colour by its number: those of the palette first, then more that differ from one another."""
    if number < len(PALETTE):
        return PALETTE[number]
    hue = (number * 137.508 % 360) / 60
    light = 170 if number % 2 == 0 else 110
    sides = [(hue + shift) % 6 for shift in (0, 4, 2)]
    return "#" + "".join(f"{int(light * min(max(abs(side - 3) - 1, 0), 1)) + 30:02x}" for side in sides)


def numbers(weights, touching, near):
    """The number of the colour of each group.

    Parameters
    ----------
    weights : list of int
        How much there is of each group: the same colour nearby is avoided the more, the more there is in it.
    touching, near : list of set of int
        Of each group those that share a place with it, which never get its colour, and those that lie near, which
        get another as far as colours go.
    """
    colors = [-1] * len(weights)
    uses = [0] * len(PALETTE)
    for group in _order(touching):
        taken = {colors[other] for other in touching[group]}
        around = dict.fromkeys(range(-1, len(uses)), 0)
        for other in near[group]:
            around[colors[other]] += weights[other]
        free = [number for number in range(len(uses)) if number not in taken]
        if free:
            best = min(free, key=lambda number: (around[number], uses[number], number))
        else:
            best = len(uses)
            uses.append(0)
        colors[group] = best
        uses[best] += 1
    return colors


def _order(touching):
    """The groups in the order in which they are coloured: each touches as few as possible of those before it."""
    degrees = [len(others) for others in touching]
    waiting = [(degree, group) for group, degree in enumerate(degrees)]
    heapq.heapify(waiting)
    is_left = [True] * len(touching)
    order = []
    while waiting:
        degree, group = heapq.heappop(waiting)
        if not is_left[group] or degree != degrees[group]:
            continue
        is_left[group] = False
        order.append(group)
        for other in touching[group]:
            if is_left[other]:
                degrees[other] -= 1
                heapq.heappush(waiting, (degrees[other], other))
    return reversed(order)


def meetings(count, keys, groups):
    """Which groups have a key in common: of each group the others.

    Parameters
    ----------
    keys : ndarray
        Whatever can be sorted.
    groups : ndarray of int
        The group that has each key.
    """
    met = [set() for _ in range(count)]
    if not len(keys):
        return met
    order = numpy.argsort(keys, kind="stable")
    keys, groups = keys[order], groups[order]
    starts = numpy.flatnonzero(numpy.concatenate([[True], keys[1:] != keys[:-1]]))
    ends = numpy.append(starts[1:], len(keys))
    # Only where the group changes within a key is anything to be done.
    changes = numpy.concatenate([[0], numpy.cumsum(groups[1:] != groups[:-1])])
    for start, end in zip(starts[changes[ends - 1] > changes[starts]], ends[changes[ends - 1] > changes[starts]]):
        together = set(groups[start:end].tolist())
        for one in together:
            met[one] |= together - {one}
    return met


def joined(some, others):
    """Both of two answers of ``meetings``."""
    return [one | other for one, other in zip(some, others)]
