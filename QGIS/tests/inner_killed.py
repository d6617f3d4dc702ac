"""A session of QGIS that draws and saves until it is killed: test_killed starts it."""

import os
import random

import driving
from driving import click, pump, room, show
from qgis.core import QgsGeometry, QgsPointXY, QgsVectorLayerUtils
from test_drawing import MAIN
from test_stock import StockSession

PATH = os.environ["GEOSNAP_QGIS_KILLED"]


class KilledTests(StockSession):
    def test_until_it_is_killed(self):
        self.open(PATH)
        generator = random.Random(int(os.environ["GEOSNAP_QGIS_SEED"]))
        show(*MAIN, 300)
        kernel = self.network.kernel

        def told(change):
            # A check of the file may find the step before its answer arrives, as a change by others.
            if change.cause != "others":
                print("step", flush=True)

        self.network.changed.connect(told)
        # The name of the test is on this line.
        print(flush=True)
        while True:
            x, y = MAIN[0] + generator.uniform(-120, 120), MAIN[1] + generator.uniform(-90, 90)
            if generator.random() < 0.5:
                kind = self.network.definition.named("PipelineDevice/Valve/Valve")
                snap = kernel.snap(x, y, tolerance=80.0, asset_type=kind.path, kinds="segment")
                if not snap.is_snapped[0]:
                    continue
                room("drawing").choose(kind)
                print("saving", flush=True)
                click(float(snap.x[0]), float(snap.y[0]))
            else:
                layer = self.edit_layer("PipelineDevice")
                kind = self.network.definition.named("PipelineDevice/Valve/Valve")
                layer.beginEditCommand("Draw")
                for number in range(3):
                    feature = QgsVectorLayerUtils.createFeature(
                        layer, QgsGeometry.fromPointXY(QgsPointXY(430000 + x % 1000 + number, y))
                    )
                    feature.setAttribute("ASSETGROUP", kind.group_code)
                    feature.setAttribute("ASSETTYPE", kind.code)
                    layer.addFeature(feature)
                layer.endEditCommand()
                print("saving", flush=True)
                layer.commitChanges(False)
            pump(0.01)
            self.saved()
            driving.wait_for_tasks()
            print("saved", flush=True)
