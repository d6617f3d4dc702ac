"""Traces on the map: set by clicks, compared with what the command says."""

import json
import os
import subprocess
import time
import unittest

import driving
from driving import CLONE, SCHUTTERWALD, Session, canvas, click, key, move, picture, pump, room, settle, show, until
from driving import wait_for_tasks
from qgis.core import QgsCoordinateReferenceSystem, QgsGeometry, QgsProject, QgsVectorLayer, QgsWkbTypes
from qgis.gui import QgsMapToolPan
from qgis.PyQt.QtCore import QEventLoop, QPoint, Qt, QTimer
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QPushButton, QToolButton
from qgis.utils import iface

COMMAND = os.environ["GEOSNAP_COMMAND"]
NET3 = os.path.join(CLONE, "Examples", "Water", "Net3.inp")


def ask(*words):
    """What the command prints as JSON."""
    done = subprocess.run([COMMAND, *words, "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def feature(path, identifier):
    """All there is to know of a feature in the file, as the command tells it."""
    return ask("show", path, identifier)["features"][0]


def where(entry, along=0.5):
    """The place of a feature; of a line the one at a fraction of it."""
    geometry = QgsGeometry.fromWkt(entry["geometry"])
    if geometry.type() == QgsWkbTypes.LineGeometry:
        geometry = geometry.interpolate(geometry.length() * along)
    point = geometry.asPoint()
    return point.x(), point.y()


class TraceSession(Session):
    """A session with a network that is open, and with the panel shown."""

    def open(self, path, layers=()):
        opened = []
        desk = driving.plugin().desk
        desk.networks.open(path, opened.append, self.fail)
        until(lambda: opened, 60, "a network that is open")
        self.network = opened[0]
        crs = QgsCoordinateReferenceSystem.fromEpsgId(self.network.kernel.srid) if self.network.kernel.srid else None
        canvas().setDestinationCrs(crs if crs is not None else QgsCoordinateReferenceSystem())
        self.layers = []
        for table in layers:
            layer = QgsVectorLayer(f"{path}|layername={table}", table, "ogr")
            self.assertTrue(layer.isValid(), table)
            QgsProject.instance().addMapLayer(layer)
            self.layers.append(layer)
        self.room = room("tracing")
        self.panel = self.room.panel
        if not self.panel.isVisible():
            self.room.action.trigger()
        self.panel.setFixedWidth(400)
        wait_for_tasks()
        pump(0.2)
        return self.network

    def tearDown(self):
        self.room.clear()
        if self.panel.isVisible():
            self.room.action.trigger()
        super().tearDown()

    # What a person does

    def press(self, name):
        button = self.panel.findChild((QPushButton, QToolButton), name)
        self.assertIsNotNone(button, name)
        self.assertTrue(button.isVisible() and button.isEnabled(), f"{name} cannot be pressed")
        QTest.mouseClick(button, Qt.LeftButton)
        pump(0.05)

    def tab(self, number):
        bar = self.panel.tabs.tabBar()
        QTest.mouseClick(bar, Qt.LeftButton, Qt.NoModifier, bar.tabRect(number).center())
        pump(0.05)

    def pick(self, box, text):
        """Chooses in a combo box by the keyboard."""
        if isinstance(box, str):
            box = self.panel.findChild(QComboBox, box)
        number = box.findText(text)
        self.assertGreaterEqual(number, 0, f"{text} is not in {[box.itemText(i) for i in range(box.count())]}")
        box.setFocus()
        box.setCurrentIndex(number)
        box.activated.emit(number)
        pump(0.05)

    def set_type(self, label):
        self.pick("geosnapTraceType", label)

    def set_at(self, role, x, y, width=40.0, entry=None):
        """Sets a place by a click on the map; an entry of the menu where one is asked for."""
        self.tab(0)
        show(x, y, width)
        button = self.panel.places.role_buttons[role]
        if not button.isChecked():
            QTest.mouseClick(button, Qt.LeftButton)
        click(x, y)
        if entry is not None:
            self.choose_entry(entry)
        pump(0.05)

    def choose_entry(self, *texts):
        """Chooses an entry of the menu that is open, by a click."""
        menu = until(lambda: QApplication.activePopupWidget(), 5, "a menu")
        for number, text in enumerate(texts):
            action = next((one for one in menu.actions() if one.text().startswith(text)), None)
            self.assertIsNotNone(action, f"{text} is none of {[one.text() for one in menu.actions()]}")
            QTest.mouseClick(menu, Qt.LeftButton, Qt.NoModifier, menu.actionGeometry(action).center())
            pump(0.05)
            if number + 1 < len(texts):
                menu = action.menu()

    def run_trace(self):
        self.press("geosnapTraceRun")
        wait_for_tasks()
        pump(0.1)
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")

    # What is shown

    def shown(self):
        """What the tree shows: of each source its asset types with counts."""
        found = {}
        tree = self.panel.result.tree
        for number in range(tree.topLevelItemCount()):
            item = tree.topLevelItem(number)
            if item.data(0, Qt.UserRole + 1) == "source":
                found[item.text(0)] = {
                    item.child(place).text(0): int(item.child(place).text(1).replace(",", ""))
                    for place in range(item.childCount())
                }
        return found

    def heads(self):
        """The entries at the top of the tree."""
        tree = self.panel.result.tree
        return {tree.topLevelItem(number).text(0): tree.topLevelItem(number)
                for number in range(tree.topLevelItemCount())}

    def answer(self):
        self.assertIsNotNone(self.room._answered, self.panel.status.text())
        return self.room._answered[1]

    def assert_same(self, document):
        """What the panel shows is what the command says."""
        answer = self.answer()
        self.assertEqual(answer.element_count, len(document["elements"]))
        told = {}
        for feature in document["features"]:
            told.setdefault(feature["source"], set()).add(feature["globalID"])
        shown = {
            source.name: {one for part in source.types for one in answer.global_ids(part.members)}
            for source in answer.sources
        }
        self.assertEqual(shown, told)
        kinds = {}
        for one in {one["globalID"]: one for one in document["elements"]}.values():
            label = one["assetGroup"] if one["assetType"] in (one["assetGroup"], "Unknown") else (
                f"{one['assetGroup']} / {one['assetType']}")
            kinds.setdefault(one["source"], {}).setdefault(label, set()).add(one["globalID"])
        self.assertEqual(
            self.shown(), {source: {label: len(ids) for label, ids in types.items()} for source, types in kinds.items()}
        )
        self.assertEqual(answer.functions, document["functions"])
        self.assertEqual(answer.warnings, document["warnings"])
        self.assertEqual(answer.stop_count, len(document["stops"]))
        self.assertEqual(
            [(one.global_id, one.reason, one.detail) for one in answer.stops],
            [(one["globalID"], one["reason"], one["detail"]) for one in document["stops"][:2000]],
        )
        self.assertEqual(answer.cost, document.get("cost"))


class GasTests(TraceSession):
    LAYERS = ("PipelineLine", "PipelineJunction", "PipelineDevice")

    def test_downstream_from_the_source(self):
        path = self.copy()
        self.open(path, self.LAYERS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        picture("trace-start")
        self.run_trace()
        picture("trace-result")
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-result-whole")
        self.assert_same(ask("trace", path, "--type", "downstream", "--start", "origin:ext_grid/0"))


class Stretches:
    """How long the main thread was busy without a pause, while something happens."""

    def __init__(self):
        self.longest = []
        self._timer = QTimer()
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._tick)
        self._last = None

    def __enter__(self):
        self._last = time.perf_counter()
        self._timer.start()
        return self

    def _tick(self):
        now = time.perf_counter()
        self.longest.append(now - self._last)
        self._last = now

    def __exit__(self, *_):
        self._timer.stop()
        self.longest.sort(reverse=True)

    def __str__(self):
        return ", ".join(f"{1000 * one:.0f}" for one in self.longest[:5]) + " ms"


@unittest.skipUnless(os.environ.get("GEOSNAP_QGIS_LARGE"), "no large network is given")
class LargeTests(TraceSession):
    """A trace with a million features: what the main thread does meanwhile."""

    def wait(self, condition, seconds=120):
        """Waits as QGIS does, without a pause of Python's."""
        loop = QEventLoop()
        timer = QTimer()
        timer.timeout.connect(lambda: condition() and loop.quit())
        timer.start(5)
        QTimer.singleShot(seconds * 1000, loop.quit)
        loop.exec_()
        self.assertTrue(condition())

    def test_a_million(self):
        path = os.environ["GEOSNAP_QGIS_LARGE"]
        self.open(path, ("PipelineLine",))
        canvas().setRenderFlag(True)
        entry = feature(path, "row:PipelineLine/500000")
        self.pan = QgsMapToolPan(canvas())
        self.set_type("Connected")
        self.set_at("start", *where(entry), width=500)
        QgsProject.instance().clear()
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.trace()
            self.wait(lambda: self.room._running is None and self.room._answered)
            answered = time.perf_counter()
        print(f"\ntrace: {self.answer().feature_count} features, {answered - began:.1f} s; longest {stretches}")
        with Stretches() as stretches:
            drawn = time.perf_counter()
            self.room._zoom_to_extent(None)
            self.wait(lambda: not self.room.overlay.is_drawing and not canvas().isDrawing())
        print(f"drawn whole: {time.perf_counter() - drawn:.1f} s; longest {stretches}")
        picture("trace-million")
        middle = QPoint(canvas().width() // 2, canvas().height() // 2)
        canvas().setMapTool(self.pan)
        with Stretches() as stretches:
            # As a hand drags the map, while it is drawn anew.
            for _ in range(3):
                driving.move_to_pixel(middle)
                QTest.mousePress(canvas().viewport(), Qt.LeftButton, Qt.NoModifier, middle)
                for step in range(20):
                    driving.move_to_pixel(middle + QPoint(4 * step, 3 * step), buttons=Qt.LeftButton)
                    self.wait(lambda: True)
                QTest.mouseRelease(canvas().viewport(), Qt.LeftButton, Qt.NoModifier, middle + QPoint(80, 60))
                for _ in range(10):
                    self.wait(lambda: True)
            self.wait(lambda: not self.room.overlay.is_drawing and not canvas().isDrawing())
        print(f"dragged: longest {stretches}")
        x, y = where(entry)
        show(x, y, 1500)
        with Stretches() as stretches:
            began = time.perf_counter()
            self.room.overlay.redraw()
            self.wait(lambda: not self.room.overlay.is_drawing)
        print(f"drawn near: {time.perf_counter() - began:.2f} s; longest {stretches}")
        picture("trace-million-near")
