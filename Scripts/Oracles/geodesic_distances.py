#!/usr/bin/env python3
"""Computes with pyproj the distances of lines on the ellipsoid of WGS 84.

For each pair of segments a grid over both is refined around its minima, independently of the library. Writes
Tests/GeoSnapProjectionTests/Answers/distances.tsv: line, line, metres.

    python3 Scripts/Oracles/geodesic_distances.py
"""

import pathlib
import random

import numpy
import pyproj

GEOD = pyproj.Geod(ellps="WGS84")
STEPS = 24


class Segment:
    def __init__(self, start, end):
        self.start = start
        self.azimuth, _, self.length = GEOD.inv(*start, *end)

    def places(self, shares):
        count = len(shares)
        return GEOD.fwd(
            numpy.full(count, self.start[0]),
            numpy.full(count, self.start[1]),
            numpy.full(count, self.azimuth),
            shares * self.length,
        )[:2]


def distances(one, other, own, foreign):
    """The distances between all places of two segments."""
    x, y = one.places(own)
    u, v = other.places(foreign)
    shape = (len(own), len(foreign))
    flat = [
        numpy.broadcast_to(a, shape).ravel()
        for a in (x[:, None], y[:, None], u[None, :], v[None, :])
    ]
    return numpy.asarray(GEOD.inv(*flat)[2]).reshape(shape)


def least(one, other):
    """The minimum distance of two segments."""
    grid = numpy.linspace(0, 1, STEPS + 1)
    coarse = distances(one, other, grid, grid)
    found = coarse.min()
    # The lowest places of the grid, each refined separately.
    for index in numpy.argsort(coarse, axis=None)[:6]:
        s, t = (grid[i] for i in numpy.unravel_index(index, coarse.shape))
        width = 1 / STEPS
        while width * max(one.length, other.length) > 1e-9:
            own = numpy.clip(s + width * numpy.linspace(-1, 1, 9), 0, 1)
            foreign = numpy.clip(t + width * numpy.linspace(-1, 1, 9), 0, 1)
            fine = distances(one, other, own, foreign)
            i, j = numpy.unravel_index(fine.argmin(), fine.shape)
            s, t = own[i], foreign[j]
            found = min(found, fine[i, j])
            width *= 0.6
    return found


def line_text(places):
    return "LINESTRING (" + ", ".join(f"{x!r} {y!r}" for x, y in places) + ")"


def main():
    random.seed(2026)
    rows = []
    for number in range(48):
        size = [0.0005, 0.02, 1.0, 12.0][number % 4]
        x, y = random.uniform(-180, 180), random.uniform(-75, 75)

        def place(dx, dy):
            return (
                round(x + dx + random.uniform(-size, size), 7),
                round(max(-89, min(89, y + dy + random.uniform(-size, size))), 7),
            )

        step = random.uniform(-2, 2) * size, random.uniform(-2, 2) * size
        lines = [
            [place(0, 0) for _ in range(random.randint(2, 4))],
            [place(*step) for _ in range(random.randint(2, 4))],
        ]
        segments = [[Segment(a, b) for a, b in zip(line, line[1:])] for line in lines]
        metres = min(least(a, b) for a in segments[0] for b in segments[1])
        rows.append(f"{line_text(lines[0])}\t{line_text(lines[1])}\t{metres:.7f}\n")
    root = pathlib.Path(__file__).resolve().parents[2]
    path = root / "Tests/GeoSnapProjectionTests/Answers/distances.tsv"
    path.write_text("".join(rows))
    print(f"{len(rows)} answers of pyproj {pyproj.__version__} (PROJ {pyproj.proj_version_str})")


if __name__ == "__main__":
    main()
