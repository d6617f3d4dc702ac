"""Colours for groups of features, such that groups that touch have different ones."""

import heapq

import numpy

PALETTE = (
    "#08306b", "#f4a300", "#c2185b", "#00552b", "#5ec8e5", "#d95f0e", "#7a0177", "#4dc36b", "#1976d2", "#7f2704",
    "#e78ac3", "#6a51a3",
)
"""Dark, light and medium colours in turn, so that neighbours are distinguishable in grey too."""


def color(number):
    """A colour by its number: those of the palette first, then further distinct ones."""
    if number < len(PALETTE):
        return PALETTE[number]
    hue = (number * 137.508 % 360) / 60
    light = 170 if number % 2 == 0 else 110
    sides = [(hue + shift) % 6 for shift in (0, 4, 2)]
    return "#" + "".join(f"{int(light * min(max(abs(side - 3) - 1, 0), 1)) + 30:02x}" for side in sides)


def numbers(weights, touching, near):
    """The colour number of each group.

    Parameters
    ----------
    weights : list of int
        The size of each group: the larger a group, the more its colour is avoided nearby.
    touching, near : list of set of int
        For each group, the groups that share a place with it, which never get its colour, and those nearby, which get
        another colour if one is left.
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
    """The order in which groups are coloured: each touches as few as possible of the groups before it."""
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
    """For each group, the other groups that have a key in common with it.

    Parameters
    ----------
    keys : ndarray
        Any sortable values.
    groups : ndarray of int
        The group of each key.
    """
    met = [set() for _ in range(count)]
    if not len(keys):
        return met
    order = numpy.argsort(keys, kind="stable")
    keys, groups = keys[order], groups[order]
    starts = numpy.flatnonzero(numpy.concatenate([[True], keys[1:] != keys[:-1]]))
    ends = numpy.append(starts[1:], len(keys))
    # Only a change of group within a key matters.
    changes = numpy.concatenate([[0], numpy.cumsum(groups[1:] != groups[:-1])])
    for start, end in zip(starts[changes[ends - 1] > changes[starts]], ends[changes[ends - 1] > changes[starts]]):
        together = set(groups[start:end].tolist())
        for one in together:
            met[one] |= together - {one}
    return met


def joined(some, others):
    """The union of two results of ``meetings``."""
    return [one | other for one, other in zip(some, others)]
