"""The cost of panning: a network's layers as the plugin styles them, with and without its tools, and plain layers.

Run by `Scripts/check-qgis --measure panning`, on the network in GEOSNAP_QGIS_NETWORK.
"""

import os
import statistics
import time

import driving
from driving import canvas, room, settle, show, wait_for_tasks
from qgis.core import QgsProject, QgsRectangle, QgsVectorLayer
from qgis.PyQt.QtWidgets import QAction
from qgis.utils import iface
from test_drawing import DrawingSession

PANS = int(os.environ.get("GEOSNAP_QGIS_PANS", "15"))
WIDTH = float(os.environ.get("GEOSNAP_QGIS_WIDTH", "300"))


def pans(x, y):
    """The time until the map is drawn after each pan, in milliseconds."""
    found = []
    for number in range(PANS):
        extent = canvas().extent()
        step = extent.width() / 3 * (1 if number % 2 else -1)
        drawn = []
        connection = canvas().mapCanvasRefreshed.connect(lambda drawn=drawn: drawn.append(time.perf_counter()))
        began = time.perf_counter()
        canvas().setExtent(QgsRectangle(
            extent.xMinimum() + step, extent.yMinimum() + step / 2, extent.xMaximum() + step, extent.yMaximum() + step / 2
        ))
        canvas().refresh()
        driving.until(lambda drawn=drawn: drawn, 60, "a map that is drawn")
        canvas().mapCanvasRefreshed.disconnect(connection)
        found.append((drawn[0] - began) * 1000)
        settle()
    show(x, y, WIDTH)
    return found


def told(name, times):
    print(f"{name}: median {statistics.median(times):.0f} ms, most {max(times):.0f} ms, of {len(times)} pans", flush=True)


class PanningMeasurement(DrawingSession):
    def test_pans(self):
        path = self.copy(os.environ["GEOSNAP_QGIS_NETWORK"])
        network = self.open(path)
        kind = max(
            (one for one in network.definition.asset_types if one.geometry == "line"),
            key=lambda one: network.contents.usage[one.path],
        )
        layer = driving.layer(kind.source)
        middle = next(layer.getFeatures(driving.request(layer.featureCount() // 2)))
        center = middle.geometry().boundingBox().center()
        x, y = center.x(), center.y()
        show(x, y, WIDTH)
        print(f"{network.kernel.feature_count:,} features, {WIDTH:g} wide", flush=True)
        pans(x, y)
        iface.mainWindow().findChild(QAction, "mActionPan").trigger()
        told("the plugin's layers, no tool of the plugin's", pans(x, y))
        self.take(kind.path)
        told("the plugin's layers, its drawing tool taken", pans(x, y))
        associations = iface.mainWindow().findChild(QAction, "geosnapAssociations")
        associations.trigger()
        told("the same, with associations in view", pans(x, y))
        associations.trigger()
        room("drawing").chooser.hide()
        for node in QgsProject.instance().layerTreeRoot().findLayers():
            if node.layer().isSpatial():
                node.layer().setLabelsEnabled(False)
        settle()
        told("the plugin's layers without labels", pans(x, y))
        iface.mainWindow().findChild(QAction, "mActionPan").trigger()
        tables = [
            (node.layer().source(), node.layer().name()) for node in QgsProject.instance().layerTreeRoot().findLayers()
            if node.layer().isSpatial()
        ]
        QgsProject.instance().clear()
        wait_for_tasks(120)
        for source, name in tables:
            QgsProject.instance().addMapLayer(QgsVectorLayer(source, name, "ogr"))
        settle()
        show(x, y, WIDTH)
        pans(x, y)
        told("plain layers of one symbol each", pans(x, y))
