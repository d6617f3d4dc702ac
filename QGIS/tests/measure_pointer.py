"""The cost of a pointer move: with the plugin's tool, with QGIS's snapping, and without a tool.

Run by `Scripts/check-qgis --measure pointer`, on the network in GEOSNAP_QGIS_NETWORK.
"""

import os
import random
import time

import driving
from driving import canvas, click, pump, show
from qgis.core import QgsProject, QgsSnappingConfig, QgsTolerance, QgsVectorLayer
from qgis.PyQt.QtCore import QEvent, QPointF, Qt
from qgis.PyQt.QtGui import QMouseEvent
from qgis.PyQt.QtWidgets import QAction, QApplication
from qgis.utils import iface
from geosnap_qgis.drawing.pointer import Pointer
from geosnap_qgis.kernel.preferences import preferences
from test_drawing import DrawingSession

MOVES = int(os.environ.get("GEOSNAP_QGIS_MOVES", "4000"))
SEED = int(os.environ.get("GEOSNAP_QGIS_SEED", "28"))


def moves(points):
    """The processor time of each move, including all events it causes, in milliseconds."""
    viewport = canvas().viewport()
    found = []
    for point in points:
        event = QMouseEvent(
            QEvent.MouseMove, QPointF(point), QPointF(viewport.mapToGlobal(point)), Qt.NoButton, Qt.NoButton,
            Qt.NoModifier,
        )
        began = time.process_time()
        QApplication.sendEvent(viewport, event)
        QApplication.processEvents()
        found.append((time.process_time() - began) * 1000)
    return sorted(found)


def told(name, times):
    median, high = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"{name}: median {median:.3f} ms, 99th percentile {high:.3f} ms, of {len(times)} moves", flush=True)
    return median


def asked(name, question, places):
    """The mean processor time of a query at each place, in milliseconds: a single one is too short to measure."""
    began = time.process_time()
    for place in places:
        question(place)
    mean = (time.process_time() - began) * 1000 / len(places)
    print(f"{name}: mean {mean:.4f} ms", flush=True)
    return mean


class PointerMeasurement(DrawingSession):
    def test_moves(self):
        # A copy: QGIS writes into a file that it only reads.
        path = self.copy(os.environ["GEOSNAP_QGIS_NETWORK"])
        network = self.open(path)
        generator = random.Random(SEED)
        print(f"seed {SEED}, {network.kernel.feature_count:,} features", flush=True)
        usage = network.contents.usage
        types = [one for one in network.definition.asset_types if one.geometry == "line" and usage[one.path]]
        kind = max(types, key=lambda one: usage[one.path])
        layer = driving.layer(kind.source)
        # At features: one in the middle of the file.
        middle = next(layer.getFeatures(driving.request(layer.featureCount() // 2)))
        center = middle.geometry().boundingBox().center()
        show(center.x(), center.y(), float(os.environ.get("GEOSNAP_QGIS_WIDTH", "120")))
        size = canvas().viewport().size()

        def path_of_pointer():
            """A path like that of a hand: small steps, and some jumps."""
            x, y = size.width() / 2, size.height() / 2
            points = []
            for _ in range(MOVES):
                if generator.random() < 0.02:
                    x, y = generator.uniform(0, size.width()), generator.uniform(0, size.height())
                x = min(max(x + generator.gauss(0, 4), 1), size.width() - 2)
                y = min(max(y + generator.gauss(0, 4), 1), size.height() - 2)
                points.append(QPointF(x, y).toPoint())
            return points

        points = path_of_pointer()
        iface.mainWindow().findChild(QAction, "mActionPan").trigger()
        pump(0.5)
        told("no snapping (pan tool)", moves(points))

        tool = self.take(kind.path)
        pump(0.3)
        drawn = [told("the plugin's tool", moves(points))]
        click(center.x() + 17.3, center.y() + 11.1, modifiers=preferences.suspend_modifier)
        self.assertEqual(len(tool.vertices), 1)
        drawn.append(told("the plugin's tool, drawing a line", moves(points)))
        tool.clear()
        pointer = Pointer(network, canvas())
        pointer.edit(kind, "line-end")

        # QGIS's tool draws in a separate layer, and snaps to all layers of the network.
        sketch = QgsVectorLayer(f"LineString?crs={layer.crs().authid()}", "sketch", "memory")
        QgsProject.instance().addMapLayer(sketch)
        iface.setActiveLayer(sketch)
        sketch.startEditing()
        utils = canvas().snappingUtils()
        config = QgsSnappingConfig(utils.config())
        config.setEnabled(True)
        config.setMode(QgsSnappingConfig.AllLayers)
        config.setTypeFlag(QgsSnappingConfig.VertexFlag | QgsSnappingConfig.SegmentFlag)
        config.setTolerance(10)
        config.setUnits(QgsTolerance.Pixels)
        utils.setConfig(config)
        iface.mainWindow().findChild(QAction, "mActionAddFeature").trigger()
        pump(0.5)
        # The first indexing by QGIS is not counted.
        moves(points[:200])
        pump(5)
        moves(points)
        stock = [told("QGIS's own snapping, all layers", moves(points))]
        places = [canvas().getCoordinateTransform().toMapCoordinates(point) for point in points]
        alone = [asked("the plugin's question alone", pointer.ask, places)]
        alone.append(asked("QGIS's question alone", utils.snapToMap, places))
        print(f"the question alone: QGIS's own takes {alone[1] / alone[0]:.1f} times as long", flush=True)
        snapped = sum(utils.snapToMap(point).isValid() for point in points[:500])
        print(f"QGIS's own snaps at {snapped} of 500 positions", flush=True)
        self.assertGreater(snapped, 0)
        click(center.x() + 17.3, center.y() + 11.1)
        stock.append(told("QGIS's own snapping, all layers, drawing a line", moves(points)))
        for number, what in enumerate(("hovering", "drawing a line")):
            print(f"{what}: QGIS's own takes {stock[number] / drawn[number]:.1f} times as long", flush=True)
        sketch.rollBack()
