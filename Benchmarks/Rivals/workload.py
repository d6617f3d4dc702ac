"""The workload's files, the exact tests, the timer and the output that the Python rivals share.

Needs numpy. Every job is printed as one line of JSON with the keys of the C++ peers: `identify_ns`,
`identify_hits`, `identify_sum`, ... `does` says what was timed, and `exact` whether it was the whole
job: where it is false, only candidates (boxes) were timed, and hits and sums come from the exact test
made afterwards, to prove that no candidate is missing.
"""

import json
import math
import os
import sys
import time

import numpy as np

TOLERANCE = 5.0
REPETITIONS = int(os.environ.get("REPS", "1"))


class Workload:
    """The files, as arrays. Entries are the segments, then the junctions."""

    def __init__(self, folder):
        def read(name, kind, columns):
            return np.fromfile(os.path.join(folder, name), kind).reshape(-1, columns)

        self.vertices = read("lines_xy.f64", "<f8", 2)
        self.offsets = read("lines_off.u32", "<u4", 1)[:, 0].astype(np.int64)
        self.junctions = read("junctions_xy.f64", "<f8", 2)
        self.associations = read("assoc.f64", "<f8", 4)
        questions = int(os.environ.get("QUERIES", "100000"))
        self.queries = read("qpoints.f64", "<f8", 2)[:questions]
        self.extents = read("extents.f64", "<f8", 4)[:questions]
        self.lines = len(self.offsets) - 1
        self.owners_of_vertices = np.repeat(np.arange(self.lines), np.diff(self.offsets))
        first = np.ones(len(self.vertices), bool)
        first[self.offsets[1:] - 1] = False
        starts = np.flatnonzero(first)
        self.entries = np.vstack(
            [
                np.hstack([self.vertices[starts], self.vertices[starts + 1]]),
                np.hstack([self.junctions, self.junctions]),
            ]
        )
        self.owners = np.concatenate(
            [self.owners_of_vertices[starts], self.lines + np.arange(len(self.junctions))]
        )
        self.first_entries = np.searchsorted(self.owners, np.arange(self.features + 1))

    @property
    def features(self):
        return self.lines + len(self.junctions)

    def windows(self, count=None):
        """The boxes of 5 m around the query points."""
        points = self.queries[:count]
        return np.hstack([points - TOLERANCE, points + TOLERANCE])


def boxes(segments):
    """Least x, least y, greatest x, greatest y of segments."""
    return np.hstack(
        [np.minimum(segments[:, :2], segments[:, 2:]), np.maximum(segments[:, :2], segments[:, 2:])]
    )


def identify(workload, queries, entries, places=None):
    """Hits and sum of the features within 5 m, from pairs of query and candidate entry."""
    places = workload.entries if places is None else places
    queries, entries = np.asarray(queries, np.int64), np.asarray(entries, np.int64)
    point, segment = workload.queries[queries], places[entries]
    along = segment[:, 2:] - segment[:, :2]
    squared = (along**2).sum(1)
    fraction = ((point - segment[:, :2]) * along).sum(1) / np.where(squared > 0, squared, 1)
    nearest = segment[:, :2] + np.clip(fraction, 0, 1)[:, None] * along
    distance = np.hypot(*(point - nearest).T)
    near = distance <= TOLERANCE
    key = queries[near] * workload.features + workload.owners[entries[near]]
    order = np.lexsort((distance[near], key))
    _, first = np.unique(key[order], return_index=True)
    return {"hits": len(first), "sum": math.fsum(distance[near][order][first])}


def extent(workload, queries, associations):
    """Hits and sum of identifiers of the associations that meet a rectangle (slab clipping)."""
    associations = np.asarray(associations, np.int64)
    segment, box = workload.associations[associations], workload.extents[np.asarray(queries, np.int64)]
    enter, leave = np.zeros(len(segment)), np.ones(len(segment))
    inside = np.ones(len(segment), bool)
    for axis in (0, 1):
        start, step = segment[:, axis], segment[:, axis + 2] - segment[:, axis]
        still = step == 0
        inside &= ~still | ((start >= box[:, axis]) & (start <= box[:, axis + 2]))
        with np.errstate(divide="ignore", invalid="ignore"):
            one, other = (box[:, axis] - start) / step, (box[:, axis + 2] - start) / step
        enter = np.where(still, enter, np.maximum(enter, np.minimum(one, other)))
        leave = np.where(still, leave, np.minimum(leave, np.maximum(one, other)))
    met = inside & (enter <= leave)
    return {"hits": int(met.sum()), "ids": int(associations[met].sum())}


class Edits:
    """What is edited: the choice that boost_dynamic.cpp describes."""

    def __init__(self, workload):
        state = 20240601
        mask = (1 << 64) - 1

        def draw():
            nonlocal state
            state = (state + 0x9E3779B97F4A7C15) & mask
            z = state
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
            return z ^ (z >> 31)

        def gauss():
            radius, turn = 1 - (draw() >> 11) * 2.0**-53, (draw() >> 11) * 2.0**-53
            return math.sqrt(-2 * math.log(radius)) * math.cos(2 * math.pi * turn)

        count = workload.features
        order = list(range(count))
        chosen = min(100_000, count // 2)
        for i in range(chosen):
            other = i + (draw() * (count - i) >> 64)
            order[i], order[other] = order[other], order[i]
        self.chosen = order[:chosen]
        shifts = np.array([[gauss(), gauss()] for _ in range(chosen)])
        shift = np.zeros((count, 2))
        shift[self.chosen] = shifts
        moved = workload.entries + np.tile(shift[workload.owners], 2)
        scaled = moved * 1000
        # Away from zero at the half, as C rounds.
        rounded = np.copysign(np.floor(np.abs(scaled) + 0.5), scaled) / 1000
        is_moved = np.isin(workload.owners, self.chosen)
        self.places = np.where(is_moved[:, None], rounded, workload.entries)
        self.entries = [
            list(range(workload.first_entries[f], workload.first_entries[f + 1])) for f in self.chosen
        ]
        self.entry_count = sum(map(len, self.entries))


def timed(work, repetitions=None):
    """The median time of `work` in seconds, and what it returned last."""
    times = []
    for _ in range(repetitions or REPETITIONS):
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2], result


def emit(engine, version, job, seconds, operations, does, exact, found=None, **more):
    """Prints one job. `found` holds hits, sum, xy or ids; None when there is nothing to compare."""
    line = {"peer": engine, "version": version, "does": does, "exact": exact}
    line[job + "_ns"] = seconds / operations * 1e9
    for key, value in (found or {}).items():
        line[f"{job}_{key}"] = value
    for key, value in more.items():
        line[key] = value
    print(json.dumps(line), flush=True)


def resident_bytes():
    """Memory that the process holds now."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS:"))


def folder():
    if len(sys.argv) != 2:
        sys.exit(f"usage: {sys.argv[0]} WORKDIR")
    return sys.argv[1]
