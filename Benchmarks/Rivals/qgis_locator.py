"""QGIS's QgsPointLocator, what its snapping asks: usage qgis_locator.py WORKDIR

Runs under the Python that Debian's python3-qgis installs for, without a screen.
"""

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from qgis.core import (
    Qgis,
    QgsApplication,
    QgsFeature,
    QgsGeometry,
    QgsLineString,
    QgsPointLocator,
    QgsPointXY,
    QgsVectorLayer,
)
from workload import TOLERANCE, Workload, emit, folder, timed

workload = Workload(folder())
QgsApplication.setPrefixPath("/usr", True)
application = QgsApplication([], False)
application.initQgis()
VERSION = "QGIS " + Qgis.QGIS_VERSION.split("-")[0]


def report(job, seconds, operations, does, found=None):
    emit("qgis-locator", VERSION, job, seconds, operations, does, True, found)


layer = QgsVectorLayer("LineString?crs=EPSG:25832", "lines", "memory")
features = []
offsets, (xs, ys) = workload.offsets.tolist(), workload.vertices.T.tolist()
for start, end in zip(offsets, offsets[1:]):
    feature = QgsFeature()
    feature.setGeometry(QgsGeometry(QgsLineString(xs[start:end], ys[start:end])))
    features.append(feature)
layer.dataProvider().addFeatures(features)
del features

locator = QgsPointLocator(layer)
seconds, _ = timed(lambda: locator.init(-1, False), 1)
report("build", seconds, len(workload.entries), "init: the lines of a memory layer")

points = [QgsPointXY(x, y) for x, y in workload.queries.tolist()]


def snap(nearest):
    hits, total, xy = 0, 0.0, 0.0
    for point in points:
        match = nearest(point, TOLERANCE)
        if match.isValid() and match.distance() <= TOLERANCE:
            place = match.point()
            hits += 1
            total += match.distance()
            xy += place.x() + place.y()
    return {"hits": hits, "sum": total, "xy": xy}


seconds, found = timed(lambda: snap(locator.nearestEdge))
report("snap_edge", seconds, len(points), "nearestEdge, a Python call each", found)
seconds, found = timed(lambda: snap(locator.nearestVertex))
report("snap_vertex", seconds, len(points), "nearestVertex, a Python call each", found)


def both():
    vertex, edge = locator.nearestVertex, locator.nearestEdge
    for point in points:
        vertex(point, TOLERANCE)
        edge(point, TOLERANCE)


def calls():
    first, second = locator.hasIndex, locator.isIndexing
    for point in points:
        first()
        second()


# A pointer move of QGIS: the nearest vertex and the nearest edge, without what two calls from Python
# cost that do nothing.
seconds, _ = timed(both)
overhead, _ = timed(calls)
each = overhead / len(points) * 1e9
does = f"nearestVertex and nearestEdge; {each:.0f} ns for two empty calls from Python are taken off"
report("pointer_move", seconds - overhead, len(points), does)
# Without this the interpreter takes the layer down after the application.
os._exit(0)
