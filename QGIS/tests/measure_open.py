"""Compares opening a network with opening the same tables as plain layers, in one session.

Run by `Scripts/check-qgis --measure open`, on the networks in GEOSNAP_QGIS_NETWORK, separated by colons.
GEOSNAP_QGIS_ROUNDS is the number of times each is opened; the medians are compared.
"""

import os
import statistics
import time

from driving import Session, canvas, picture, pump, room, wait_for_tasks
from geosnap_qgis.kernel.preferences import preferences
from qgis.core import QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QEventLoop, QTimer

ROUNDS = int(os.environ.get("GEOSNAP_QGIS_ROUNDS", "3"))
MOST = 1.5
"""The allowed multiple of the time for plain layers."""
_TICK = 5
"""The interval between checks, in milliseconds."""


class Opening:
    """One opening of layers: the time until the map was drawn."""

    def __init__(self, begin):
        loop = QEventLoop()
        drawn = []
        connection = canvas().mapCanvasRefreshed.connect(
            lambda: drawn.append((time.perf_counter(), time.thread_time()))
        )
        self.longest, last = 0.0, time.perf_counter()

        def tick():
            nonlocal last
            now = time.perf_counter()
            # A pause of the timer is not work.
            self.longest = max(self.longest, now - last - _TICK / 1000)
            last = now
            if drawn and self.is_there() and not canvas().isDrawing():
                # Adding layers draws the map a moment later, or twice.
                if now - drawn[-1][0] > 1.0:
                    loop.quit()

        timer = QTimer()
        timer.timeout.connect(tick)
        self.is_there = lambda: True
        processor = time.thread_time()
        began = time.perf_counter()
        begin(self)
        timer.start(_TICK)
        QTimer.singleShot(300_000, loop.quit)
        loop.exec_()
        timer.stop()
        self.wall = drawn[-1][0] - began
        self.main = drawn[-1][1] - processor
        canvas().mapCanvasRefreshed.disconnect(connection)


class OpenMeasurement(Session):
    def plain(self, path, tables):
        """Opens the tables as QGIS does."""

        def begin(_):
            layers = [QgsVectorLayer(f"{path}|layername={table}", table, "ogr") for table in tables]
            QgsProject.instance().addMapLayers(layers)

        return Opening(begin)

    def network(self, path):
        """Opens the network as the plugin does."""
        found = []
        opened = []

        def begin(opening):
            began = time.perf_counter()

            def is_done(network):
                opened.append(time.perf_counter() - began)
                found.append(network)

            opening.is_there = lambda: bool(found)
            room("project").open(path, is_done, found.append)

        opening = Opening(begin)
        self.assertFalse(isinstance(found[0], BaseException), found[0])
        opening.open = opened[0]
        return opening

    def clear(self):
        QgsProject.instance().clear()
        wait_for_tasks(120)
        pump(0.5)

    def setUp(self):
        super().setUp()
        # Otherwise the network of the plain layers would be opened as well.
        preferences.opens_projects = False

    def tearDown(self):
        preferences.load()
        super().tearDown()

    def test_opening(self):
        for path in os.environ["GEOSNAP_QGIS_NETWORK"].split(":"):
            name = os.path.basename(path)
            # A copy: QGIS writes into a file that it only reads.
            path = self.copy(path, name)
            self.network(path)
            tables = [
                layer.source().split("layername=")[1] for layer in
                (node.layer() for node in QgsProject.instance().layerTreeRoot().findLayers())
            ]
            picture("open-" + name)
            self.clear()
            plain, ours = [], []
            for _ in range(ROUNDS):
                plain.append(self.plain(path, tables))
                self.clear()
                ours.append(self.network(path))
                self.clear()
            for what, title in (("wall", "until the map is drawn"), ("main", "processor time of the main thread")):
                one = statistics.median(getattr(opening, what) for opening in plain)
                other = statistics.median(getattr(opening, what) for opening in ours)
                print(f"{name}: {title}: plain {one:.2f} s, network {other:.2f} s, ratio {other / one:.2f}", flush=True)
            opened = statistics.median(opening.open for opening in ours)
            print(f"{name}: the network can be asked after {opened:.2f} s", flush=True)
            longest = [max(1000 * opening.longest for opening in each) for each in (plain, ours)]
            print(f"{name}: longest pause of the main thread: plain {longest[0]:.0f} ms, network {longest[1]:.0f} ms")
            one, other = (statistics.median(opening.wall for opening in each) for each in (plain, ours))
            self.assertLessEqual(other, MOST * one, name)
