"""Traces on the map: set by clicks, compared with the command."""

import json
import os
import shlex
import shutil
import subprocess

import driving
from driving import CLONE, Session, canvas, click, key, move, picture, pump, room, settle, show, until
from driving import wait_for_tasks
from qgis.core import (
    QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsFeature, QgsGeometry, QgsPointXY, QgsProject,
    QgsVectorFileWriter, QgsVectorLayer, QgsWkbTypes,
)
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton, QToolButton
from geosnap_qgis.kernel import store
from geosnap_qgis.kernel.layers import path_and_table
from geosnap_qgis.kernel.package import package
from geosnap_qgis.tracing import expressions

COMMAND = os.environ["GEOSNAP_COMMAND"]
NET3 = os.path.join(CLONE, "Examples", "Water", "Net3.inp")


def ask(*words):
    """The JSON output of the command."""
    done = subprocess.run([COMMAND, *words, "--json"], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def feature(path, identifier):
    """A feature in the file, as in the command's output."""
    return ask("show", path, identifier)["features"][0]


def where(entry, along=0.5):
    """The place of a feature; for a line, the place at a fraction of it."""
    geometry = QgsGeometry.fromWkt(entry["geometry"])
    if geometry.type() == QgsWkbTypes.LineGeometry:
        geometry = geometry.interpolate(geometry.length() * along)
    point = geometry.asPoint()
    return point.x(), point.y()


class TraceSession(Session):
    """A session with an open network and the panel."""

    def setUp(self):
        super().setUp()
        self.room = room("tracing")
        self.panel = self.room.panel

    def open_styled(self, path, domain):
        """Opens a network like its users, with styled layers; the other domain networks are hidden."""
        opened = []
        room("project").open(path, opened.append, self.fail)
        until(lambda: opened, 60, "a network that is open")
        wait_for_tasks()
        for layer in QgsProject.instance().mapLayers().values():
            node = QgsProject.instance().layerTreeRoot().findLayer(layer.id())
            place = path_and_table(layer)
            if node is not None and not (place is not None and place[1].startswith(domain)):
                node.setItemVisibilityChecked(False)
        settle()
        return self.open(path)

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
            layer = driving.plain_layer(path, table, table)
            self.assertTrue(layer.isValid(), table)
            if not self.network.kernel.srid:
                layer.setCrs(QgsCoordinateReferenceSystem())
            QgsProject.instance().addMapLayer(layer)
            self.layers.append(layer)
        if not self.panel.isVisible():
            self.room.action.trigger()
        self.panel.setFixedWidth(400)
        wait_for_tasks()
        pump(0.2)
        return self.network

    def tearDown(self):
        while QApplication.activePopupWidget():
            QApplication.activePopupWidget().close()
            pump(0.05)
        if QApplication.activeModalWidget():
            QApplication.activeModalWidget().close()
        self.room.clear()
        if self.panel.isVisible():
            self.room.action.trigger()
        super().tearDown()

    # Actions of a user

    def press(self, name):
        button = self.panel.findChild((QPushButton, QToolButton), name)
        self.assertIsNotNone(button, name)
        self.assertTrue(
            button.isVisible() and button.isEnabled(), f"{name} cannot be pressed: {self.panel.status.text()}"
        )
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
        """Sets a place by a click on the map, and chooses an entry of the menu if one opens."""
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
        """Chooses an entry of the open menu by a click."""
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

    # Display

    def shown(self):
        """The content of the tree: for each source its asset types with counts."""
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
        """Checks that the panel agrees with the command, also about a missing answer."""
        if "error" in document:
            self.assertIsNone(self.room._answered)
            self.assertIn(document["error"]["message"].split("\n")[0], self.panel.result.title.text())
            head = self.heads().get("Stopped at")
            shown = [head.child(n).data(0, Qt.UserRole).global_id for n in range(head.childCount())] if head else []
            self.assertEqual(shown, [stop["globalID"] for stop in document["stops"]])
            return
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


def marks_shown():
    """The kinds of the marks on the map, with their texts."""
    return [(mark.kind, mark.text) for mark in room("tracing").marks.marks]


GAS = ("PipelineLine", "PipelineJunction", "PipelineDevice")
ELECTRIC = ("ElectricLine", "ElectricJunction", "ElectricDevice")
WATER = ("WaterLine", "WaterJunction", "WaterDevice")


class GasTests(TraceSession):
    def test_downstream_from_the_source(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        self.assertEqual(marks_shown(), [("start", "")])
        self.tab(2)
        self.press("geosnapTraceFunctionsAdd")
        picture("trace-options")
        self.run_trace()
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-downstream")
        told = ask("trace", path, "--type", "downstream", "--start", "origin:ext_grid/0", "--function", "add(Length)")
        self.assert_same(told)
        self.assertEqual(len(told["functions"]), 1)
        head = next(text for text in self.heads() if text.startswith("add(Length)"))
        self.assertEqual(head, f"add(Length) = {told['functions'][0]['result']:.3f}")
        # The length of the lines agrees with the shape in the command's output.
        shape = ask("trace", path, "--type", "downstream", "--start", "origin:ext_grid/0", "--result-type", "geometry")
        lines = shape["aggregatedGeometry"]["line"]["coordinates"]
        length = sum(
            ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for line in lines for a, b in zip(line, line[1:])
        )
        line = next(source for source in self.answer().sources if source.name == "PipelineLine")
        self.assertAlmostEqual(line.length, length, places=3)

    def test_a_barrier_changes_the_result(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        self.run_trace()
        before = self.answer().feature_count
        main = feature(path, "origin:pipe/696")
        self.set_at("barrier", *where(main, 0.5), width=8)
        barrier = self.panel.places.places[1]
        self.assertEqual((barrier.role, barrier.global_id), ("barrier", main["globalID"]))
        self.assertAlmostEqual(barrier.fraction, 0.5, delta=0.02)
        self.run_trace()
        self.assertLess(self.answer().feature_count, before)
        self.assert_same(ask(
            "trace", path, "--type", "downstream", "--start", "origin:ext_grid/0",
            "--barrier", f"{main['globalID']}@{barrier.fraction:.6g}",
        ))
        # After the key removes its row, everything is found again.
        self.tab(0)
        rows = self.panel.places.list
        rows.setCurrentItem(rows.topLevelItem(1))
        rows.setFocus()
        QTest.keyClick(rows, Qt.Key_Delete)
        self.assertEqual(len(self.panel.places.places), 1)
        self.run_trace()
        self.assertEqual(self.answer().feature_count, before)

    def test_nothing_is_said_so(self):
        path = self.copy()
        self.open(path, GAS)
        self.press("geosnapTraceRun")
        self.assertIn("There is no start yet", self.panel.status.text())
        source = feature(path, "origin:ext_grid/0")
        x, y = where(source)
        self.set_at("start", x - 3000, y + 3000)
        self.assertIn("There is no device, junction or line here", self.panel.status.text())
        self.assertEqual(self.panel.places.places, [])
        self.set_type("Shortest path")
        self.set_at("start", x, y)
        self.press("geosnapTraceRun")
        self.assertIn("needs two starts", self.panel.status.text())

    def test_several_at_one_place(self):
        path = self.copy()
        self.open(path, GAS)
        x, y = where(feature(path, "origin:ext_grid/0"))
        show(x, y, 400)
        QTest.mouseClick(self.panel.places.role_buttons["start"], Qt.LeftButton)
        move(x, y)
        pump(0.05)
        near = self.network.kernel.identify(x, y, tolerance=10 * canvas().mapUnitsPerPixel(),
                                            sources=GAS)
        names = self.network.kernel.texts(near.feature, "global_id")
        self.assertGreater(len(names), 2)
        self.assertEqual(self.room.tool._candidates[0].global_id, names[0])
        self.assertIn(f"1 of {len(names)}", self.panel.places.hint.text())
        key(Qt.Key_W)
        self.assertIn(f"2 of {len(names)}", self.panel.places.hint.text())
        picture("trace-several")
        QTest.mouseClick(canvas().viewport(), Qt.LeftButton, Qt.NoModifier, driving.pixel(x, y))
        pump(0.05)
        self.assertEqual([place.global_id for place in self.panel.places.places], [names[1]])
        # The right button offers a choice.
        QTest.mouseClick(canvas().viewport(), Qt.RightButton, Qt.NoModifier, driving.pixel(x, y))
        labels = [action.text() for action in QApplication.activePopupWidget().actions()]
        self.assertEqual(len(labels), len(names))
        self.choose_entry(labels[2])
        self.assertEqual([place.global_id for place in self.panel.places.places], names[1:3])

    def test_isolation_marks_the_valves(self):
        path = self.copy()
        valves = self.put_valves(path, ("origin:pipe/696", "origin:pipe/661"))
        self.open(path, GAS)
        self.set_type("Isolation")
        self.assertEqual(self.panel.conditions.filters.rows[0].expression(), "category = 'Isolating'")
        start = feature(path, "origin:sink/700")
        self.set_at("start", *where(start), width=20)
        self.run_trace()
        words = ("trace", path, "--type", "isolation", "--start", start["globalID"],
                 "--filter-condition", "category = Isolating")
        told = ask(*words)
        self.assert_same(told)
        self.assertEqual([one["globalID"] for one in told["isolation"]["needed"]], [valves[1]])
        self.assertEqual([one.global_id for one in self.answer().needed], [valves[1]])
        self.assertIn(("valve", "1"), marks_shown())
        head = self.heads()["To be shut"]
        self.assertEqual((head.text(1), head.child(0).text(0)), ("1", "1  Valve, V1"))
        # A double click shows it on the map.
        tree = self.panel.result.tree
        QTest.mouseClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, self.middle(head.child(0)))
        QTest.mouseDClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, self.middle(head.child(0)))
        settle()
        x, y = where(feature(path, valves[1]))
        center = canvas().extent().center()
        self.assertAlmostEqual(center.x(), x, delta=0.01)
        self.assertAlmostEqual(center.y(), y, delta=0.01)
        picture("trace-isolation")
        # It cannot be operated: the one before it has to be shut.
        tree.customContextMenuRequested.emit(self.middle(head.child(0)))
        self.choose_entry("It cannot be operated")
        wait_for_tasks()
        pump(0.1)
        told = ask(*words, "--unblock", valves[1])
        self.assert_same(told)
        self.assertEqual([one["globalID"] for one in told["isolation"]["needed"]], [valves[0]])
        self.assertEqual([one.global_id for one in self.answer().needed], [valves[0]])
        self.assertIn(("stuck", ""), marks_shown())
        self.press("geosnapTraceZoom")
        settle()
        picture("trace-isolation-stuck")
        stuck = self.heads()["Cannot be operated"].child(0)
        tree.customContextMenuRequested.emit(self.middle(stuck))
        self.choose_entry("This feature can be operated")
        wait_for_tasks()
        self.assertEqual([one.global_id for one in self.answer().needed], [valves[1]])

    def test_nothing_can_be_shut(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Isolation")
        self.set_at("start", *where(feature(path, "origin:sink/700")), width=20)
        self.run_trace()
        told = ask("trace", path, "--type", "isolation", "--start", "origin:sink/700",
                   "--filter-condition", "category = Isolating")
        self.assertEqual(told["elements"], [])
        self.assert_same(told)
        self.assertIn("⚠ " + told["warnings"][0], self.heads())
        self.assertIn("Not shut off", self.heads())
        self.press("geosnapTraceLayers")
        wait_for_tasks()
        self.assertIn("No feature that was found", self.panel.status.text())
        # Without a filter the library says what is required.
        self.tab(1)
        self.panel.conditions.filters.widgets()[0].findChild(QToolButton, "geosnapTraceRemoveRow").click()
        self.run_trace()
        told = ask("trace", path, "--type", "isolation", "--start", "origin:sink/700")
        self.assertIn(told["error"]["message"], self.panel.status.text())
        self.assert_same(told)

    def test_what_an_isolation_filters_is_no_filter_of_others(self):
        self.open(self.copy(), GAS)
        self.set_type("Isolation")
        rows = self.panel.conditions.filters
        self.assertEqual([row.expression() for row in rows.rows], ["category = 'Isolating'"])
        self.set_type("Downstream")
        self.assertEqual(rows.rows, [])
        self.set_type("Isolation")
        self.assertEqual(len(rows.rows), 1)

    def put_valves(self, path, mains):
        """Inserts valves into mains, and returns their global ids."""
        found = []
        geosnap = package()
        with geosnap.open(path, image="none") as kernel:
            for number, main in enumerate(mains):
                entry = feature(path, main)
                x, y = where(entry)
                edits = [
                    {"split": entry["globalID"], "at": f"POINT ({x} {y})", "terminals": [[1, 2]]},
                    {"insert": "PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": f"POINT ({x} {y})",
                     "attributes": {"DEVICESTATUS": 1, "INSERVICE": 1, "NAME": f"V{number}"}},
                ]
                told = kernel.ask("edit", "--transaction", "-", "--json",
                                  input=json.dumps({"name": "A valve", "edits": edits}))
                found += [one["globalID"] for one in told["committed"][0]["touched"] if one["assetGroup"] == "Valve"]
        return found

    def middle(self, item):
        return self.panel.result.tree.visualItemRect(item).center()

    def test_a_change_marks_the_result_as_of_before(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        self.run_trace()
        before = self.answer().feature_count
        self.assertFalse(self.panel.result.banner.isVisible())
        told = ask("trace", path, "--type", "downstream", "--start", "origin:ext_grid/0")
        meter = next(one for one in told["features"] if "sink" in (one["origin"] or ""))
        self.network.edit("A meter less", [{"delete": meter["globalID"]}], refused=self.fail)
        wait_for_tasks()
        until(lambda: self.panel.result.banner.isVisible(), 10, "the banner")
        self.assertFalse(self.panel.result.buttons["Layers"].isEnabled())
        picture("trace-outdated")
        self.press("geosnapTraceAgain")
        wait_for_tasks()
        self.assertFalse(self.panel.result.banner.isVisible())
        self.assertEqual(self.answer().feature_count, before - 1)
        self.assert_same(ask("trace", path, "--type", "downstream", "--start", "origin:ext_grid/0"))

    def test_layers_selection_report_and_command(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Upstream")
        start = feature(path, "origin:sink/700")
        self.set_at("start", *where(start), width=20)
        self.run_trace()
        told = ask("trace", path, "--type", "upstream", "--start", start["globalID"])
        self.assert_same(told)
        ids = {one["globalID"] for one in told["features"]}
        self.press("geosnapTraceSelect")
        until(lambda: "are selected" in self.panel.status.text(), 10, "a selection")
        selected = {
            str(row["GLOBALID"]).strip("{}").upper() for layer in self.layers for row in layer.selectedFeatures()
        }
        self.assertEqual(selected, ids)
        self.press("geosnapTraceLayers")
        wait_for_tasks()
        group = QgsProject.instance().layerTreeRoot().children()[0]
        self.assertTrue(group.name().startswith("Trace: Upstream"))
        made = {row["globalid"]: row for child in group.children() for row in child.layer().getFeatures()}
        self.assertEqual(set(made), ids)
        one = made[start["globalID"]]
        self.assertEqual((one["source"], one["assettype"], one["name"]),
                         ("PipelineDevice", start["assetType"], start["attributes"]["NAME"]))
        self.press("geosnapTraceCopy")
        line = QApplication.clipboard().text()
        done = subprocess.run(
            [COMMAND, *shlex.split(line)[1:], "--json"], capture_output=True, text=True, check=False
        )
        self.assertEqual(shlex.split(line)[0], "geosnap")
        self.assertEqual(json.loads(done.stdout), told)
        page = os.path.join(self.folder, "page.html")
        self.room.make_report(page)
        wait_for_tasks()
        with open(page, encoding="utf-8") as file:
            text = file.read()
        self.assertIn("<svg", text)
        self.assertIn(f"{len(told['elements'])} elements", text)
        if driving.PICTURES:
            shutil.copy(page, driving.PICTURES)
        picture("trace-layers")


class ElectricTests(TraceSession):
    def test_upstream_from_a_house(self):
        path = self.copy()
        self.open(path, ELECTRIC)
        self.set_type("Upstream")
        house = feature(path, "origin:lv/load/5")
        self.set_at("start", *where(house), width=15)
        self.run_trace()
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-upstream")
        self.assert_same(ask("trace", path, "--type", "upstream", "--start", house["globalID"]))

    def test_a_terminal_is_chosen(self):
        path = self.copy()
        self.open(path, ELECTRIC)
        self.set_type("Downstream")
        transformer = feature(path, "origin:lv/trafo/6")
        self.pick("geosnapTraceTier", "Electric: Low Voltage Radial")
        self.set_at("start", *where(transformer), width=15)
        menu = until(lambda: QApplication.activePopupWidget(), 5, "a menu")
        self.assertEqual([one.text() for one in menu.actions() if not one.isSeparator()],
                         ["XFR:Low (likely)", "XFR:High"])
        menu.grab().save(os.path.join(driving.PICTURES, "trace-terminals.png")) if driving.PICTURES else None
        self.choose_entry("XFR:Low")
        self.run_trace()
        self.assert_same(ask("trace", path, "--type", "downstream", "--start", f"{transformer['globalID']}#XFR:Low",
                             "--tier", "Low Voltage Radial"))
        low = self.answer().feature_count
        # Another terminal, chosen in the row.
        self.tab(0)
        self.pick("geosnapTraceTerminal", "XFR:High")
        self.run_trace()
        self.assert_same(ask("trace", path, "--type", "downstream", "--start", f"{transformer['globalID']}#XFR:High",
                             "--tier", "Low Voltage Radial"))
        self.assertTrue(self.room._answered is None or self.answer().feature_count != low)

    def test_what_if_a_switch_is_open(self):
        path = self.copy()
        self.open(path, ELECTRIC)
        self.set_type("Upstream")
        house = feature(path, "origin:lv/load/5")
        self.set_at("start", *where(house), width=15)
        self.run_trace()
        # The switch that no path avoids.
        switch = None
        for one in ask("trace", path, "--type", "upstream", "--start", house["globalID"])["elements"]:
            if one["assetType"] == "Low Voltage Switch":
                told = ask("trace", path, "--type", "upstream", "--start", house["globalID"],
                           "--set", f"{one['globalID']}.Device Status=Open")
                if "error" in told:
                    switch = feature(path, one["globalID"])
                    break
        self.assertIsNotNone(switch)
        self.set_at("whatIf", *where(switch), width=4)
        self.choose_entry("Device Status", "Open")
        one = self.panel.places.suppositions[0]
        self.assertEqual((one.kind, one.global_id, one.attribute, one.value),
                         ("set", switch["globalID"], "Device Status", "Open"))
        self.assertIn(("set", ""), marks_shown())
        self.run_trace()
        self.assert_same(told)
        self.assertGreater(len(told["stops"]), 0)
        picture("trace-what-if")
        # Nothing was written.
        self.assertNotIn("error", ask("trace", path, "--type", "upstream", "--start", house["globalID"]))

    def test_conditions_are_changed_and_reset(self):
        path = self.copy()
        self.open(path, ELECTRIC)
        self.set_type("Upstream")
        house = feature(path, "origin:lv/load/5")
        self.set_at("start", *where(house), width=15)
        self.tab(1)
        rows = self.panel.conditions.conditions
        self.assertEqual([row.expression() for row in rows.rows], ["'Device Status' = Open", "'In Service' = 0"])
        self.run_trace()
        before = self.answer().element_count
        self.tab(1)
        picture("trace-conditions")
        self.press("geosnapTraceConditionsAddAttribute")
        widget = rows.widgets()[2]
        self.pick(widget.name, "Phases Current")
        self.pick(widget.operator, "not includes")
        self.pick(widget.value, "A")
        self.press("geosnapTraceConditionsAddCategory")
        self.pick(rows.widgets()[3].value, "E:Ground")
        self.press("geosnapTraceConditionsAddExpression")
        line = rows.widgets()[4].value
        line.setFocus()
        QTest.keyClicks(line, "Lenght > 40")
        pump(0.5)
        self.assertIn("There is no network attribute 'Lenght'", rows.sentence.text())
        picture("trace-conditions-wrong")
        line.selectAll()
        QTest.keyClicks(line, "Length > 4000 and (Length < 5000 or 'In Service' = 0)")
        pump(0.5)
        self.assertEqual(rows.sentence.text(), "")
        picture("trace-conditions-changed")
        self.run_trace()
        expression = ("'Device Status' = Open or 'In Service' = 0 or 'Phases Current' not includes A "
                      "or category = 'E:Ground' or (Length > 4000 and (Length < 5000 or 'In Service' = 0))")
        told = ask("trace", path, "--type", "upstream", "--start", house["globalID"],
                   "--no-tier-conditions", "--condition", expression)
        self.assert_same(told)
        self.tab(1)
        self.press("geosnapTraceReset")
        self.assertEqual(len(rows.rows), 2)
        self.run_trace()
        self.assertEqual(self.answer().element_count, before)

    def test_a_saved_configuration(self):
        path = self.copy()
        self.open(path, ELECTRIC)
        self.set_type("Upstream")
        house = feature(path, "origin:lv/load/5")
        self.set_at("start", *where(house), width=15)
        self.run_trace()
        before = self.answer().feature_count
        self.tab(1)
        self.press("geosnapTraceConditionsAddExpression")
        line = self.panel.conditions.conditions.widgets()[2].value
        line.setFocus()
        QTest.keyClicks(line, "Length > 20 and Length < 21")
        pump(0.4)
        self.press("geosnapTraceSave")
        dialog = until(lambda: QApplication.activeModalWidget(), 5, "a dialog")
        name = dialog.findChild(QLineEdit, "geosnapTraceSaveName")
        QTest.keyClicks(name, "Short of 20 m")
        picture("trace-save", dialog)
        QTest.keyClick(name, Qt.Key_Return)
        wait_for_tasks()
        wait_for_tasks()
        listed = ask("trace-config", "list", path)["configurations"]
        self.assertEqual([(one["name"], one["type"]) for one in listed], [("Short of 20 m", "upstream")])
        self.assertEqual(self.panel.configuration_box.currentText(), "Short of 20 m")
        # Saving it does not change the network.
        self.assertFalse(self.panel.result.is_outdated)
        self.run_trace()
        told = ask("trace", path, "--type", "upstream", "--start", house["globalID"], "--config", "Short of 20 m")
        self.assert_same(told)
        self.pick("geosnapTraceConfiguration", "(the definition of the tier)")
        self.run_trace()
        self.assertEqual(self.answer().feature_count, before)
        self.pick("geosnapTraceConfiguration", "Short of 20 m")
        self.press("geosnapTraceDelete")
        wait_for_tasks()
        wait_for_tasks()
        self.assertEqual(ask("trace-config", "list", path)["configurations"], [])
        self.assertEqual(self.panel.configuration_box.count(), 1)


    def test_seed_trace_a_utility_network(self):
        """Starts and barriers by clicks, and the results by source, as in the sample of that name."""
        path = self.copy()
        self.open_styled(path, "Electric")
        self.set_type("Downstream")
        self.pick("geosnapTraceTier", "Electric: Low Voltage Radial")
        transformer = feature(path, "origin:lv/trafo/6")
        self.set_at("start", *where(transformer), width=15, entry="XFR:Low")
        line = feature(path, "origin:lv/line/7355")
        self.set_at("barrier", *where(line), width=15)
        self.assertEqual(self.panel.places.places[1].global_id, line["globalID"])
        self.run_trace()
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("seed-trace")
        self.assert_same(ask("trace", path, "--type", "downstream", "--start", f"{transformer['globalID']}#XFR:Low",
                             "--tier", "Low Voltage Radial", "--barrier", self.panel.places.places[1].word))
        # A row is expanded, and its features are listed and shown.
        tree = self.panel.result.tree
        item = self.heads()["ElectricLine"].child(0)
        item.setExpanded(True)
        self.assertEqual(item.childCount(), min(self.answer().sources[-1].types[0].count, 201))
        QTest.mouseClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, tree.visualItemRect(item.child(0)).center())
        QTest.mouseDClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, tree.visualItemRect(item.child(0)).center())
        settle()
        shown = QgsGeometry.fromWkt(feature(path, item.child(0).data(0, Qt.UserRole))["geometry"]).boundingBox()
        self.assertTrue(canvas().extent().contains(shown))
        self.assertLess(canvas().extent().width(), 6 * max(shown.width(), shown.height()))

    def test_seed_configure_a_trace(self):
        """Conditions as rows, changed and reset, as in the sample of that name."""
        path = self.copy()
        self.open_styled(path, "Electric")
        self.set_type("Downstream")
        self.pick("geosnapTraceTier", "Electric: Low Voltage Radial")
        transformer = feature(path, "origin:lv/trafo/6")
        self.set_at("start", *where(transformer), width=15, entry="XFR:Low")
        self.run_trace()
        before = self.answer().element_count
        self.tab(1)
        rows = self.panel.conditions.conditions
        self.press("geosnapTraceConditionsAddAttribute")
        widget = rows.widgets()[2]
        self.pick(widget.name, "Length")
        self.pick(widget.operator, ">")
        widget.value.lineEdit().setFocus()
        QTest.keyClicks(widget.value.lineEdit(), "100")
        pump(0.4)
        self.run_trace()
        told = ask("trace", path, "--type", "downstream", "--start", f"{transformer['globalID']}#XFR:Low",
                   "--tier", "Low Voltage Radial", "--condition", "Length > 100")
        self.assert_same(told)
        self.assertLess(self.answer().element_count, before)
        self.press("geosnapTraceZoom")
        settle()
        self.tab(1)
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("seed-configure-trace")
        self.press("geosnapTraceReset")
        self.run_trace()
        self.assertEqual(self.answer().element_count, before)


class WaterTests(TraceSession):
    def make(self, **options):
        path = os.path.join(self.folder, "net3.gpkg")
        package().import_network("epanet", NET3, path, **options)
        return self.stored(path)

    def width(self):
        low_x, low_y, high_x, high_y = self.network.kernel.extent
        return max(high_x - low_x, high_y - low_y) / 20

    def test_subnetwork(self):
        path = self.make()
        self.open(path, WATER)
        self.set_type("Subnetwork")
        self.set_at("start", *where(feature(path, "origin:node/111")), width=self.width())
        self.run_trace()
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-net3-subnetwork")
        self.assert_same(ask("trace", path, "--type", "subnetwork", "--start", "origin:node/111"))

    def test_shortest_path(self):
        path = self.make()
        self.open(path, WATER)
        self.set_type("Shortest path")
        self.tab(2)
        self.assertEqual(self.panel.options.cost.currentText(), "Length")
        for node in ("origin:node/111", "origin:node/231"):
            self.set_at("start", *where(feature(path, node)), width=self.width())
        self.run_trace()
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-net3-path")
        told = ask("trace", path, "--type", "shortestPath", "--start", "origin:node/111", "--start", "origin:node/231",
                   "--cost", "Length")
        self.assert_same(told)
        self.assertGreater(told["cost"], 0)

    def test_isolation(self):
        path = self.make(valves=os.path.join(os.path.dirname(NET3), "Net3.valves-random.csv"))
        self.open(path, WATER)
        self.set_type("Isolation")
        self.set_at("start", *where(feature(path, "origin:node/153")), width=self.width())
        self.run_trace()
        self.press("geosnapTraceZoom")
        settle()
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-net3-isolation")
        told = ask("trace", path, "--type", "isolation", "--start", "origin:node/153",
                   "--filter-condition", "category = Isolating")
        self.assert_same(told)
        needed = [one["globalID"] for one in told["isolation"]["needed"]]
        self.assertEqual(len(needed), 3)
        self.assertEqual([one.global_id for one in self.answer().needed], needed)
        self.assertEqual([text for kind, text in marks_shown() if kind == "valve"], ["1", "2", "3"])


class WrongTurnTests(TraceSession):
    """Unexpected actions of users."""

    def test_no_network(self):
        self.room.action.trigger()
        pump(0.2)
        self.assertTrue(self.panel.isVisible())
        self.assertIn("No network is open", self.panel.status.text())
        self.assertFalse(self.panel.run_button.isEnabled())

    def test_the_network_is_closed_while_it_is_traced(self):
        path = self.copy()
        network = self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        self.room.trace()
        driving.plugin().desk.networks.close(network)
        wait_for_tasks()
        self.assertIsNone(self.room._answered)
        self.assertIn("No network is open", self.panel.status.text())
        self.assertEqual(marks_shown(), [])

    def test_layers_are_taken_away_while_it_is_traced(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        start = where(feature(path, "origin:ext_grid/0"))
        self.set_at("start", *start)
        self.room.trace()
        for layer in self.layers[1:]:
            QgsProject.instance().removeMapLayer(layer)
        wait_for_tasks()
        pump(0.2)
        self.assertEqual(self.answer().feature_count, 5119)
        # Features without a layer can be neither selected nor clicked.
        self.press("geosnapTraceSelect")
        until(lambda: "No layer of the project shows PipelineDevice, PipelineJunction" in self.panel.status.text(),
              10, "the sentence")
        self.assertEqual(self.layers[0].selectedFeatureCount(), 2559)
        self.set_at("barrier", *start)
        self.assertEqual([place.source for place in self.panel.places.places], ["PipelineDevice", "PipelineLine"])

    def test_the_project_is_cleared_while_it_is_traced(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        self.room.trace()
        QgsProject.instance().clear()
        wait_for_tasks()
        pump(0.2)
        # The network is closed with its project.
        self.assertIsNone(self.room._answered)
        self.assertEqual(marks_shown(), [])
        self.assertFalse(self.room.overlay.isVisible())

    @driving.file_only("it is a file")
    def test_the_file_is_gone(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        os.remove(path)
        wait_for_tasks()
        self.run_trace()
        self.assertEqual(self.answer().feature_count, 5119)
        # Saving into the file fails, with a message.
        self.room.save_configuration("lost", "")
        wait_for_tasks()
        self.assertTrue(self.panel.status.text().startswith("⚠"), self.panel.status.text())

    def test_a_trace_is_cancelled(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        self.room.trace()
        self.assertTrue(self.panel.cancel_button.isVisible())
        self.press("geosnapTraceCancel")
        wait_for_tasks()
        self.assertIsNone(self.room._answered)
        self.assertIn("cancelled", self.panel.status.text())
        self.assertTrue(self.panel.run_button.isVisible())

    def test_the_map_has_another_reference_system(self):
        path = self.copy()
        self.open(path, GAS)
        canvas().setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
        pump(0.2)
        entry = feature(path, "origin:pipe/696")
        there = QgsCoordinateTransform(
            QgsCoordinateReferenceSystem("EPSG:25832"), canvas().mapSettings().destinationCrs(), QgsProject.instance()
        )
        point = there.transform(QgsPointXY(*where(entry, 0.25)))
        self.set_type("Connected")
        self.set_at("start", point.x(), point.y(), width=6)
        place = self.panel.places.places[0]
        self.assertEqual(place.global_id, entry["globalID"])
        self.assertAlmostEqual(place.fraction, 0.25, delta=0.03)
        mark = self.room.marks.marks[0]
        self.assertAlmostEqual(mark.x, point.x(), delta=0.1)
        self.assertAlmostEqual(mark.y, point.y(), delta=0.1)
        self.run_trace()
        self.assert_same(ask("trace", path, "--type", "connected", "--start", place.word))
        self.press("geosnapTraceZoom")
        settle()
        self.assertTrue(canvas().extent().contains(point))
        until(lambda: not self.room.overlay.is_drawing, 30, "an answer that is drawn")
        picture("trace-other-crs")
        self.assertGreater(self.colored(self.room.overlay._image), 1000)

    @staticmethod
    def colored(image):
        """How many of some pixels of a picture are not empty."""
        return sum(
            image.pixelColor(x, y).alpha() > 0 for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
        )

    def test_a_network_without_tiers(self):
        source, path = (os.path.join(self.folder, name) for name in ("layers.gpkg", "plain.gpkg"))
        layer = QgsVectorLayer("LineString?crs=EPSG:25832&field=kind:string", "pipes", "memory")
        for number in range(5):
            row = QgsFeature(layer.fields())
            row.setAttributes(["Main"])
            row.setGeometry(QgsGeometry.fromWkt(f"LINESTRING ({400000 + 50 * number} 5300000, "
                                                f"{400050 + 50 * number} 5300000)"))
            layer.dataProvider().addFeature(row)
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.layerName = "pipes"
        QgsVectorFileWriter.writeAsVectorFormatV3(layer, source, QgsProject.instance().transformContext(), options)
        mapping = os.path.join(self.folder, "mapping.json")
        with open(mapping, "w", encoding="utf-8") as file:
            json.dump({"domainNetworks": [{"name": "Water"}], "sources": [
                {"name": "Pipe", "usage": "line", "data": {"file": source, "table": "pipes"},
                 "assetType": {"field": "kind", "values": {"Main": "Main"}}}]}, file)
        package().import_network("gis", mapping, path)
        path = self.stored(path)
        self.open(path, ("Pipe",))
        box = self.panel.type_box
        self.assertEqual([box.itemText(n) for n in range(box.count())], ["Connected", "Loops", "Shortest path"])
        self.set_at("start", 400025, 5300000)
        self.run_trace()
        self.assertEqual(self.answer().feature_count, 5)
        self.assert_same(ask("trace", path, "--type", "connected", "--start", self.panel.places.places[0].word))

    def test_two_networks(self):
        first = self.copy()
        self.open(first, GAS)
        self.assertFalse(self.panel.network_box.isVisible())
        self.set_at("start", *where(feature(first, "origin:ext_grid/0")))
        second = os.path.join(self.folder, "net3.gpkg")
        package().import_network("epanet", NET3, second)
        second = self.stored(second)
        opened = []
        driving.plugin().desk.networks.open(second, opened.append, self.fail)
        until(lambda: opened, 60, "a network that is open")
        pump(0.1)
        self.assertTrue(self.panel.network_box.isVisible())
        self.assertEqual(len(self.panel.places.places), 1)
        self.pick("geosnapTraceNetwork", store.name(second))
        wait_for_tasks()
        self.assertIs(driving.plugin().desk.networks.current, opened[0])
        self.assertEqual(self.panel.places.places, [])
        self.assertIn("Water: Supply", [self.panel.tier_box.itemText(n) for n in range(self.panel.tier_box.count())])

    def test_what_is_supposed_of_a_main(self):
        path = self.copy()
        self.open(path, GAS)
        self.set_type("Downstream")
        self.set_at("start", *where(feature(path, "origin:ext_grid/0")))
        first, second = feature(path, "origin:pipe/696"), feature(path, "origin:pipe/661")
        self.set_at("whatIf", *where(first), width=4, entry="Suppose that it blocks")
        self.set_at("filterBarrier", *where(second), width=4)
        self.assertEqual([kind for kind, _ in marks_shown()], ["block", "start", "filterBarrier"])
        picture("trace-places")
        self.run_trace()
        word = self.panel.places.places[1].word
        self.assertTrue(word.startswith(second["globalID"] + "@"))
        self.assert_same(ask("trace", path, "--type", "downstream", "--start", "origin:ext_grid/0",
                             "--block", first["globalID"], "--filter-barrier", word))


class ExpressionTests(TraceSession):
    """Conditions that are parsed and written again have the same meaning for the library."""

    EXPRESSIONS = (
        "'Device Status' = Open or 'In Service' = 0",
        "('Device Status' = Open or Length > 4) and 'In Service' != 1",
        "Length >= 1.5 and Length < 2e3 or category != 'E:Ground'",
        "'Phases Current' not includes 4 or 'Phases Current' includes any 3 and 'Phases Current' includes none 1",
        "\"Phases Current\" includes 7 or 'Transformer Load' > [Length]",
        "category = Isolating and ('In Service' = 0 or ('Length' < -1 and 'Generation KW' = 0))",
    )

    def test_rows_mean_the_same(self):
        path = self.copy()
        self.open(path)
        for expression in self.EXPRESSIONS:
            rows = expressions.read(expression)
            self.assertNotIn("expression", [row.kind for row in rows], expression)
            saved = []
            for name, text in (("as it was", expression), ("as rows", expressions.written(rows))):
                self.assertNotIn("error", ask("trace-config", "save", path, name, "--condition", text), text)
                saved.append(ask("trace-config", "show", path, name)["conditionBarriers"])
            self.assertEqual(saved[0], saved[1], expression)
            again = expressions.read_list(saved[0], self.panel.vocabulary.codes)
            self.assertNotIn("error", ask("trace-config", "save", path, "read", "--condition",
                                          expressions.written(again)))
            self.assertEqual(ask("trace-config", "show", path, "read")["conditionBarriers"], saved[0], expression)

    def test_what_cannot_be_read_stays_a_text(self):
        for text in ("Length >", "and and", "a = b c", "Length > 4 or (", "§ = 1"):
            rows = expressions.read(text)
            self.assertEqual([(row.kind, row.text) for row in rows], [("expression", text)])
