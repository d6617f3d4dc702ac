"""Shapely's STRtree over whole features, asked with arrays: usage shapely_strtree.py WORKDIR"""

import numpy as np
import shapely
from workload import TOLERANCE, Workload, emit, folder, timed

workload = Workload(folder())
VERSION = f"Shapely {shapely.__version__}, GEOS {shapely.geos_version_string}"


def report(job, seconds, operations, does, found=None):
    emit("shapely", VERSION, job, seconds, operations, does, True, found)


lines = shapely.linestrings(workload.vertices, indices=workload.owners_of_vertices)
features = np.concatenate([lines, shapely.points(workload.junctions)])
points = shapely.points(workload.queries)


def tree_of(geometries):
    tree = shapely.STRtree(geometries)
    tree.query(points[0])  # GEOS packs at the first question
    return tree


seconds, tree = timed(lambda: tree_of(features))
report("build", seconds, len(workload.entries), "STRtree of whole features, geometries at hand")


def identify():
    queries, found = tree.query(points, predicate="dwithin", distance=TOLERANCE)
    distances = shapely.distance(points[queries], features[found])
    return {"hits": len(found), "sum": float(distances.sum())}


seconds, found = timed(identify)
report("identify", seconds, len(points), "STRtree.query(dwithin), distance", found)

line_tree = tree_of(lines)


def snap_edge():
    (queries, found), distances = line_tree.query_nearest(
        points, max_distance=TOLERANCE, return_distance=True, all_matches=False
    )
    places = shapely.get_coordinates(
        shapely.line_interpolate_point(
            lines[found], shapely.line_locate_point(lines[found], points[queries])
        )
    )
    return {"hits": len(found), "sum": float(distances.sum()), "xy": float(places.sum())}


seconds, found = timed(snap_edge)
report("snap_edge", seconds, len(points), "STRtree.query_nearest, project, interpolate", found)


def nearest():
    (_, found), distances = tree.query_nearest(points, return_distance=True, all_matches=False)
    return {"hits": len(found), "sum": float(distances.sum())}


seconds, found = timed(nearest)
report("knn1", seconds, len(points), "STRtree.query_nearest over whole features", found)

associations = shapely.linestrings(workload.associations.reshape(-1, 2, 2))
association_tree = tree_of(associations)
rectangles = shapely.box(*workload.extents.T)


def extent():
    _, found = association_tree.query(rectangles, predicate="intersects")
    return {"hits": len(found), "ids": int(found.sum())}


seconds, found = timed(extent)
report("extent", seconds, len(rectangles), "STRtree.query(intersects)", found)
