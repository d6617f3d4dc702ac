"""The cost of a trace with a huge answer, and the longest uninterrupted work on the main thread meanwhile.

Run by `Scripts/check-qgis --measure tracing`, on the network in GEOSNAP_QGIS_NETWORK. GEOSNAP_QGIS_START is the
feature at which the trace starts.
"""

import os
import time
from array import array

import driving
from driving import canvas, picture, show
from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
from qgis.gui import QgsMapToolPan
from qgis.PyQt.QtCore import QEventLoop, QPoint, Qt, QTimer
from qgis.PyQt.QtTest import QTest
from geosnap_qgis.tracing import outputs
from geosnap_qgis.tracing.question import Place
from test_tracing import TraceSession, feature, where


class Stretches:
    """The uninterrupted work on the main thread while an operation runs."""

    def __init__(self):
        # No objects for Python's garbage collector, which would disturb the measurement.
        self.longest, self.works = array("d"), array("d")
        self._timer = QTimer()
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._tick)
        self._last = self._worked = None

    def __enter__(self):
        self._last, self._worked = time.perf_counter(), time.thread_time()
        self._timer.start()
        return self

    def _tick(self):
        now, worked = time.perf_counter(), time.thread_time()
        self.longest.append(now - self._last)
        self.works.append(worked - self._worked)
        self._last, self._worked = now, worked

    def __exit__(self, *_):
        self._timer.stop()

    def __str__(self):
        def longest(times):
            return ", ".join(f"{1000 * one:.0f}" for one in sorted(times, reverse=True)[:3])

        return f"{longest(self.longest)} ms, own work {longest(self.works)} ms"


class TraceMeasurement(TraceSession):
    """A trace with a million features: the work on the main thread meanwhile."""

    def wait(self, condition, seconds=120):
        """Waits as QGIS does, without pauses of Python."""
        loop = QEventLoop()
        timer = QTimer()
        timer.timeout.connect(lambda: condition() and loop.quit())
        timer.start(5)
        QTimer.singleShot(seconds * 1000, loop.quit)
        loop.exec_()
        self.assertTrue(condition())

    def drawn(self):
        return not self.room.overlay.is_drawing and not canvas().isDrawing()

    def test_a_huge_answer(self):
        path = os.environ["GEOSNAP_QGIS_NETWORK"]
        network = self.open(path)
        # Panning and drawing cover the answer alone; without any layer QGIS shows no map.
        QgsProject.instance().addMapLayer(QgsVectorLayer("Point?crs=EPSG:25832", "nothing", "memory"))
        self.wait(self.drawn)
        pan = QgsMapToolPan(canvas())
        start = os.environ.get("GEOSNAP_QGIS_START", "row:PipelineLine/500000")
        entry = feature(path, start)
        x, y = where(entry)
        self.set_type("Connected")
        self.panel.places.add_place(Place("start", start, start, entry["source"], x, y))
        with Stretches() as stretches:
            end = time.perf_counter() + 5
            self.wait(lambda: time.perf_counter() > end)
        print(f"\nnothing done: longest {stretches}")
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.trace()
            self.wait(lambda: self.room._running is None and self.room._answered)
            answered = time.perf_counter()
        answer = self.answer()
        print(f"trace: {answer.feature_count:,} features, {answered - began:.1f} s; longest {stretches}")
        with Stretches() as stretches:
            drawn = time.perf_counter()
            self.room._zoom_to_extent(None)
            self.wait(self.drawn)
        print(f"drawn whole: {time.perf_counter() - drawn:.1f} s; longest {stretches}")
        picture("trace-million")
        middle = QPoint(canvas().width() // 2, canvas().height() // 2)
        canvas().setMapTool(pan)
        with Stretches() as stretches:
            # As a hand drags the map while it is redrawn.
            for _ in range(3):
                driving.move_to_pixel(middle)
                QTest.mousePress(canvas().viewport(), Qt.LeftButton, Qt.NoModifier, middle)
                for step in range(20):
                    driving.move_to_pixel(middle + QPoint(4 * step, 3 * step), buttons=Qt.LeftButton)
                    self.wait(lambda: True)
                QTest.mouseRelease(canvas().viewport(), Qt.LeftButton, Qt.NoModifier, middle + QPoint(80, 60))
                for _ in range(10):
                    self.wait(lambda: True)
            self.wait(self.drawn)
        print(f"dragged: longest {stretches}")
        show(x, y, 1500)
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.overlay.redraw()
            self.wait(self.drawn)
        print(f"drawn near: {time.perf_counter() - began:.2f} s; longest {stretches}")
        picture("trace-million-near")
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.trace()
            self.wait(lambda: self.room._running.progress() > 5, 30)
            cancelled = time.perf_counter()
            self.room.cancel()
            self.wait(lambda: QgsApplication.taskManager().countActiveTasks() == 0)
        print(f"cancelled: ended {time.perf_counter() - cancelled:.2f} s later; longest {stretches}")
        limits = outputs.MOST_IN_LAYERS, outputs.MOST_SELECTED
        outputs.MOST_IN_LAYERS = outputs.MOST_SELECTED = 10_000_000
        self.addCleanup(lambda: (setattr(outputs, "MOST_IN_LAYERS", limits[0]),
                                 setattr(outputs, "MOST_SELECTED", limits[1])))
        before = memory()
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.make_layers()
            self.wait(lambda: QgsApplication.taskManager().countActiveTasks() == 0, 300)
        print(f"layers: {time.perf_counter() - began:.1f} s, {memory() - before:.0f} MB; longest {stretches}")
        made = list(QgsProject.instance().mapLayers())
        for source in answer.sources:
            layer = QgsVectorLayer(f"{path}|layername={source.name}", source.name, "ogr")
            QgsProject.instance().addMapLayer(layer)
        QgsProject.instance().removeMapLayers(made)
        self.wait(self.drawn)
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.select()
            self.wait(lambda: self.room._selecting is None)
        counts = ", ".join(f"{source.name} {source.count:,}" for source in answer.sources)
        print(f"selected: {counts}, {time.perf_counter() - began:.1f} s; longest {stretches}")
        self.assertIs(network, self.room.network)
        self.panel.places.add_place(Place("start", start, start, entry["source"], x, y))
        del answer
        with Stretches() as stretches:
            self.room.clear()
            self.wait(lambda: True)
        print(f"cleared: longest {stretches}")


def memory():
    """The memory of the process, in megabytes."""
    with open("/proc/self/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024
