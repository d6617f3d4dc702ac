"""Reads a service with QGIS: read_with_qgis.py ADDRESS COLLECTION...

Prints for each collection its number of features and the extent of their geometries, as JSON; null if it is invalid.
"""

import json
import os
import sys

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from qgis.core import QgsApplication, QgsRectangle, QgsVectorLayer

address, *collections = sys.argv[1:]
application = QgsApplication([], False)
application.initQgis()


def read(layer):
    if not layer.isValid():
        return None
    count, extent = 0, QgsRectangle()
    for feature in layer.getFeatures():
        count += 1
        if feature.hasGeometry():
            extent.combineExtentWith(feature.geometry().boundingBox())
    return [count, [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()]]


told = {name: read(QgsVectorLayer(f"url='{address}' typename='{name}'", name, "OAPIF")) for name in collections}
application.exitQgis()
print(json.dumps(told))
