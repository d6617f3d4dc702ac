"""libspatialindex's R*-tree over boxes, through the package rtree: usage libspatialindex_rtree.py WORKDIR"""

import numpy as np
import rtree
from rtree.core import rt
from workload import Edits, Workload, boxes, emit, extent, folder, identify, timed

workload = Workload(folder())
library = rt.SIDX_Version()
VERSION = f"libspatialindex {library.decode()}, rtree {rtree.__version__}"


def report(job, seconds, operations, does, found=None, **more):
    emit("libspatialindex", VERSION, job, seconds, operations, does, False, found, **more)


def tree_of(rectangles):
    least, greatest = np.ascontiguousarray(rectangles[:, :2]), np.ascontiguousarray(rectangles[:, 2:])
    return rtree.index.Index((np.arange(len(rectangles)), least, greatest))


def found_in(tree, rectangles):
    found, counts = tree.intersection_v(rectangles[:, :2], rectangles[:, 2:])
    return np.repeat(np.arange(len(rectangles)), counts.astype(np.int64)), found


entry_boxes = boxes(workload.entries)
seconds, tree = timed(lambda: tree_of(entry_boxes))
report("build", seconds, len(entry_boxes), "bulk load of boxes at hand")

windows = workload.windows()
seconds, (queries, found) = timed(lambda: found_in(tree, windows))
does = "boxes only: intersection_v"
report("identify", seconds, len(windows), does, identify(workload, queries, found))

association_tree = tree_of(boxes(workload.associations))
seconds, (queries, found) = timed(lambda: found_in(association_tree, workload.extents))
report("extent", seconds, len(workload.extents), does, extent(workload, queries, found))

for count in (1, 8):
    seconds, _ = timed(lambda: tree.nearest_v(workload.queries, workload.queries, num_results=count))
    report(f"knn{count}", seconds, len(workload.queries), "nearest boxes: nearest_v")

edits = Edits(workload)
old, new = entry_boxes.tolist(), boxes(edits.places).tolist()


def delete():
    for entries in edits.entries:
        for entry in entries:
            tree.delete(entry, old[entry])


def insert():
    for entries in edits.entries:
        for entry in entries:
            tree.insert(entry, old[entry])


def move():
    for entries in edits.entries:
        for entry in entries:
            tree.delete(entry, old[entry])
        for entry in entries:
            tree.insert(entry, new[entry])


for job, work, places in (
    ("delete", delete, workload.entries),
    ("insert", insert, workload.entries),
    ("move", move, edits.places),
):
    seconds, _ = timed(work, 1)
    queries, found = found_in(tree, workload.windows(1000))
    entry_ns = {job + "_entry_ns": seconds / edits.entry_count * 1e9}
    does = "a Python call for each entry, in the bulk-loaded tree, default settings"
    checked = identify(workload, queries, found, places)
    report(job, seconds, len(edits.entries), does, checked, **entry_ns)
