"""geoindex-rs's packed Hilbert R-tree over boxes: usage geoindex_rtree.py WORKDIR"""

import importlib.metadata

import numpy as np
from geoindex_rs import rtree
from workload import Workload, boxes, emit, extent, folder, identify, timed

workload = Workload(folder())
VERSION = "geoindex-rs " + importlib.metadata.version("geoindex-rs")


def columns(rectangles):
    return [np.ascontiguousarray(column) for column in rectangles.T]


def tree_of(columns):
    builder = rtree.RTreeBuilder(len(columns[0]))
    builder.add(*columns)
    return builder.finish()


def report(job, seconds, operations, does, found=None):
    emit("geoindex-rs", VERSION, job, seconds, operations, does, False, found)


entry_boxes = columns(boxes(workload.entries))
seconds, tree = timed(lambda: tree_of(entry_boxes))
report("build", seconds, len(workload.entries), "Hilbert R-tree of boxes at hand")


def joined(tree, rectangles):
    pairs = rtree.tree_join(tree_of(rectangles), tree)
    return np.asarray(pairs["left"]), np.asarray(pairs["right"])


windows = columns(workload.windows())
seconds, (queries, found) = timed(lambda: joined(tree, windows))
does = "boxes only: a tree of all windows joined with the tree of entries"
report("identify", seconds, len(workload.queries), does, identify(workload, queries, found))

rectangles = columns(workload.extents)
association_tree = tree_of(columns(boxes(workload.associations)))
seconds, (queries, found) = timed(lambda: joined(association_tree, rectangles))
does = "boxes only: a tree of all rectangles joined with the tree of associations"
report("extent", seconds, len(workload.extents), does, extent(workload, queries, found))

points = workload.queries.tolist()


def nearest(count):
    for x, y in points:
        rtree.neighbors(tree, x, y, max_results=count)


for count in (1, 8):
    seconds, _ = timed(lambda: nearest(count))
    report(f"knn{count}", seconds, len(points), "nearest boxes, a Python call each")
