"""Draws by the rules, with mouse and keys."""

import math
from unittest.mock import patch

import driving
import geosnap
from driving import Session, click, key, move, pump, room, show, until, wait_for_tasks
from geosnap_qgis.drawing import draw_tool
from geosnap_qgis.drawing.answer import Place
from geosnap_qgis.kernel.preferences import preferences
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsGeometry,
    QgsPointXY,
    QgsProject,
    QgsRectangle,
)
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QLineEdit, QListWidget, QPushButton, QTableWidget
from qgis.utils import iface

SERVICE = "PipelineLine/Service/House Connection"
TAP = "PipelineJunction/Fitting/Tap"
MAIN = (417831.50380937936, 5367588.087045)
"""A place on a gas main, between two of its vertices."""


class DrawingSession(Session):
    """A session with an open network and its layers."""

    def open(self, path):
        found = []
        room("project").open(path, found.append)
        until(lambda: found, 60, "the network")
        wait_for_tasks()
        driving.settle()
        self.network = driving.plugin().desk.networks.find(path)
        driving.plugin().desk.networks.make_current(self.network)
        return self.network

    def take(self, path):
        """Chooses an asset type like a user: by typing a part of its name."""
        drawing = room("drawing")
        drawing.actions["draw"].trigger()
        pump(0.05)
        search = drawing.chooser.findChild(QLineEdit, "geosnapSearch")
        search.setText("")
        driving.type_into(search, path.split("/")[-1])
        listed = drawing.chooser.findChild(QListWidget, "geosnapAssetTypes")
        items = [listed.item(n) for n in range(listed.count()) if not listed.item(n).isHidden()]
        item = next(one for one in items if one.data(Qt.UserRole).path == path)
        listed.setCurrentItem(item)
        pump(0.05)
        self.assertEqual(drawing.draw_tool.asset_type.path, path)
        return drawing.draw_tool

    def saved(self):
        """Waits until everything is written."""
        wait_for_tasks()
        until(lambda: not self.network.is_busy, 30, "an end of writing")
        pump(0.05)

    def remedies(self):
        """The buttons of the shown message."""
        return [
            button
            for button in iface.messageBar().findChildren(QPushButton)
            if button.objectName().startswith("geosnapRemedy") and button.isVisible()
        ]

    def counts(self, path):
        with geosnap.open(path) as net:
            document = net.ask("info", "--json")
            return {one["name"]: one["features"] for one in document["sources"]}

    def errors(self, path):
        with geosnap.open(path) as net:
            return [error["message"] for error in net.validate().errors]


class DrawingTests(DrawingSession):
    def test_backspace_deletes_nothing_that_is_selected(self):
        path = self.copy()
        self.open(path)
        layer = driving.layer("ElectricLine")
        iface.setActiveLayer(layer)
        layer.startEditing()
        layer.selectByIds([next(layer.getFeatures()).id()])
        x, y = MAIN
        show(x, y, 60)
        self.take(SERVICE)
        click(x + 12, y + 1)
        click(x + 14, y + 6)
        for left in (1, 0, 0):
            key(Qt.Key_Backspace)
            self.assertEqual(len(room("drawing").draw_tool.vertices), left)
        for name in ("vertex", "delete"):
            room("drawing").actions[name].trigger()
            move(x + 12, y + 12)
            key(Qt.Key_Delete)
        pump(0.2)
        self.assertEqual(list(layer.editBuffer().deletedFeatureIds()), [])

    def test_a_service_refused_at_a_bare_main_with_a_tap_as_remedy(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        broken = self.errors(path)
        show(*MAIN, 60)
        self.take(SERVICE)
        x, y = MAIN
        click(x + 12, y + 1)
        move(x + 0.1, y)
        pump(0.3)
        mark = room("drawing").draw_tool.mark.place
        self.assertEqual(mark.permission, "prevented")
        self.assertIn("needs", room("drawing").sentence.lower() + " needs")
        self.assertIn("junction between them", room("drawing").sentence)
        driving.picture("refused")
        click(x + 0.1, y)
        self.assertEqual(len(room("drawing").draw_tool.vertices), 1, "a refused click places no vertex")
        buttons = self.remedies()
        self.assertTrue(buttons, self.messages())
        driving.picture("remedy")
        labels = [button.text() for button in buttons]
        self.assertTrue(all(label.startswith("Place ") for label in labels), labels)
        buttons[0].click()
        self.saved()
        self.assertEqual(len(room("drawing").draw_tool.vertices), 2, "the line goes to the junction")
        self.assertIn("Tap", room("drawing").sentence, "what is said is not of before")
        self.assertNotIn("Refused", room("drawing").sentence)
        click(x + 12, y + 5, Qt.RightButton)
        self.saved()
        after = self.counts(path)
        self.assertEqual(after["PipelineLine"], before["PipelineLine"] + 1)
        self.assertEqual(sum(after.values()), sum(before.values()) + 2)
        self.assertEqual(self.errors(path), broken)
        layer = driving.layer("PipelineLine")
        self.assertEqual(layer.featureCount(), after["PipelineLine"])
        # Two steps of undo: the line, and the junction.
        for _ in range(2):
            room("drawing").undo_action.trigger()
            self.saved()
        self.assertEqual(self.counts(path), before)
        self.assertEqual(layer.featureCount(), before["PipelineLine"])


    def test_clicks_while_the_remedy_is_carried_out_are_done_behind_it(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        show(*MAIN, 60)
        self.take(SERVICE)
        x, y = MAIN
        click(x, y)
        self.remedies()[0].click()
        click(x + 12, y + 1)
        click(x + 12, y + 1, Qt.RightButton)
        self.saved()
        after = self.counts(path)
        self.assertEqual(after["PipelineLine"], before["PipelineLine"] + 1)
        self.assertEqual(sum(after.values()), sum(before.values()) + 2)
        self.assertEqual(room("drawing").draw_tool.vertices, [])
        room("drawing").undo()
        self.saved()
        self.assertIn("Undone: Create Service / House Connection", room("drawing").sentence)

    def test_a_valve_on_a_main_splits_it_and_a_key_undoes_it(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        show(*MAIN, 40)
        tool = self.take("PipelineDevice/Valve/Valve")
        x, y = MAIN
        move(x + 0.3, y + 0.2)
        pump(0.2)
        self.assertEqual(tool.mark.place.permission, "limited")
        self.assertEqual(tool.mark.place.kind, "segment")
        self.assertIn("rule", room("drawing").sentence)
        click(x + 0.3, y + 0.2)
        self.saved()
        after = self.counts(path)
        self.assertEqual(after["PipelineDevice"], before["PipelineDevice"] + 1)
        self.assertEqual(after["PipelineLine"], before["PipelineLine"] + 1, "the main is split at the valve")
        self.assertEqual(self.errors(path), [])
        self.assertTrue(room("drawing").undo_action.isEnabled())
        key(Qt.Key_Z, Qt.ControlModifier)
        self.saved()
        self.assertEqual(self.counts(path), before)
        key(Qt.Key_Z, Qt.ControlModifier | Qt.ShiftModifier)
        self.saved()
        self.assertEqual(self.counts(path), after)

    def test_keys_suspend_cycle_take_back_and_cancel(self):
        path = self.copy()
        self.open(path)
        show(*MAIN, 60)
        tool = self.take(SERVICE)
        x, y = MAIN
        click(x, y)
        self.assertEqual(tool.vertices, [], "the main is refused")
        click(x, y, modifiers=preferences.suspend_modifier)
        self.assertEqual(len(tool.vertices), 1, "while the key is down nothing is refused")
        click(x + 12, y + 1)
        click(x + 14, y + 2)
        self.assertEqual(len(tool.vertices), 3)
        key(Qt.Key_Backspace)
        self.assertEqual(len(tool.vertices), 2)
        key(Qt.Key_Escape)
        self.assertEqual(tool.vertices, [])
        # A tap may be placed on any vertex and segment: where lines meet, several places match.
        self.take(TAP)
        show(417829.494, 5367578.018, 30)
        move(417829.494 + 0.2, 5367578.018 + 0.1)
        pump(0.2)
        first = tool.mark.place
        document = tool.document()
        self.assertGreater(len(document["candidates"]), 1)
        key(preferences.cycle_key)
        self.assertFalse(tool.mark.place.is_same(first), "the next place")
        for _ in range(len(document["candidates"]) - 1):
            key(preferences.cycle_key)
        self.assertTrue(tool.mark.place.is_same(first), "and the first again")

    def test_guides_of_advanced_digitizing_say_where(self):
        path = self.copy()
        self.open(path)
        show(*MAIN, 60)
        tool = self.take(SERVICE)
        x, y = MAIN
        dock = iface.cadDockWidget()
        dock.enableAction().trigger()
        pump(0.1)
        self.assertTrue(dock.cadEnabled())
        try:
            click(x + 12, y + 1)
            start = tool.vertices[0]
            dock.constraintDistance().setLockMode(dock.CadConstraint.HardLock)
            dock.constraintDistance().setValue(7.5)
            dock.constraintDistance().setLockMode(dock.CadConstraint.HardLock)
            click(x + 17, y - 4)
            self.assertEqual(len(tool.vertices), 2)
            end = tool.vertices[1]
            self.assertAlmostEqual(math.hypot(end[0] - start[0], end[1] - start[1]), 7.5, 6)
        finally:
            tool.clear()
            dock.enableAction().trigger()
            pump(0.1)

    def test_attributes_are_offered_again(self):
        path = self.copy()
        self.open(path)
        show(*MAIN, 60)
        self.take("PipelineDevice/Valve/Valve")
        table = room("drawing").chooser.findChild(QTableWidget, "geosnapAttributes")
        for row in range(table.rowCount()):
            if table.item(row, 0).text() == "NAME":
                table.item(row, 1).setText("V 4711")
        x, y = MAIN
        for _ in range(2):
            click(x, y)
            self.saved()
            x, y = x + 1.0, y
        with geosnap.open(path) as net:
            found = net.ask("find", "V 4711", "--json")
        self.assertEqual(len(found["hits"]), 2, found)

    def test_another_reference_system_on_the_map(self):
        path = self.copy()
        self.open(path)
        QgsProject.instance().setCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
        pump(0.3)
        change = QgsCoordinateTransform(
            QgsCoordinateReferenceSystem("EPSG:25832"), QgsCoordinateReferenceSystem("EPSG:3857"), QgsProject.instance()
        )
        at = change.transform(QgsPointXY(*MAIN))
        show(at.x(), at.y(), 60)
        before = self.counts(path)
        tool = self.take("PipelineDevice/Valve/Valve")
        move(at.x() + 0.2, at.y() + 0.2)
        pump(0.1)
        self.assertIsNotNone(tool.mark.place)
        self.assertLess(math.hypot(tool.mark.place.x - MAIN[0], tool.mark.place.y - MAIN[1]), 1)
        click(at.x() + 0.2, at.y() + 0.2)
        self.saved()
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)

    def test_the_whole_world_on_the_map(self):
        path = self.copy()
        self.open(path)
        tool = self.take(SERVICE)
        degrees = QgsCoordinateReferenceSystem("EPSG:4326")
        QgsProject.instance().setCrs(degrees)
        driving.canvas().setDestinationCrs(degrees)
        driving.canvas().setExtent(QgsRectangle(-300, -100, 300, 100))
        driving.settle()
        try:
            # A place outside the network's range is refused with a message.
            for place in ((180, 90), (99, 0), (189, 0)):
                click(*place)
            self.assertTrue(all(map(math.isfinite, sum(tool.vertices, ()))), tool.vertices)
            for name in ("delete", "split", "reshape"):
                room("drawing").actions[name].trigger()
                move(180, 90)
            room("drawing").actions["draw"].trigger()
            # Even with all of the town near the pointer, there is a message.
            move(8, 48)
            until(lambda: room("drawing").sentence, 30, "a sentence")
        finally:
            QgsProject.instance().setCrs(QgsCoordinateReferenceSystem("EPSG:25832"))

    def test_terminals_go_with_their_vertices(self):
        self.open(self.copy())
        tool = self.take(SERVICE)
        x, y = MAIN
        device = next(one for one in self.network.definition.asset_types if len(one.terminals) > 1)
        offered = {"match": {"terminals": [{"id": one["id"], "name": one["name"]} for one in device.terminals]}}
        place = Place(x, y, "point", "limited", (0, 0))
        with patch.object(draw_tool.features, "asset_type", return_value=device), \
                patch.object(draw_tool.features, "name", return_value="A device"), \
                patch.object(tool.pointer, "explain", return_value=offered):
            tool.add_vertex(x, y, place)
            self.remedies()[0].click()
            self.assertEqual(tool._terminals, {0: device.terminals[0]["id"]})
            # It is removed with its vertex.
            tool.remove_vertex()
            self.assertEqual(tool._terminals, {})
            # It does not apply to the next line.
            tool.add_vertex(x, y, place)
            late = self.remedies()[0]
            tool.clear()
            tool.add_vertex(x + 5, y)
            late.click()
            self.assertEqual(tool._terminals, {})
            # A refused drawing returns with its terminals.
            tool.clear()
            drawn = draw_tool.Drawing(self.network, tool.asset_type, [(x, y), (x + 5, y)], {}, {1: 2})
            tool.take_back(drawn)
            again = draw_tool.Drawing(self.network, tool.asset_type, tool.vertices, {}, tool._terminals)
            self.assertEqual(again.attributes, {"TODEVICETERMINAL": 2})

    def test_nothing_is_open(self):
        for action in room("drawing").actions.values():
            action.trigger()
            pump()
            self.assertFalse(action.isChecked())
        self.assertTrue(any("No network is open" in text for text in self.messages()))

    def test_others_write_to_the_file(self):
        path = self.copy()
        network = self.open(path)
        before = network.kernel.feature_count
        heard = []
        network.changed.connect(heard.append)
        show(*MAIN, 60)
        tool = self.take(SERVICE)
        click(MAIN[0] + 12, MAIN[1] + 1)
        with geosnap.open(path) as net, net.transaction("Elsewhere") as t:
            t.insert("PipelineDevice", asset_type="Valve/Valve", geometry="POINT (417900 5367500)")
        until(lambda: heard, 15, "what others have written")
        self.assertEqual(heard[0].cause, "others")
        self.assertEqual(network.kernel.feature_count, before + 1)
        self.assertTrue(network.can_undo)
        self.assertEqual(len(tool.vertices), 1, "what is being drawn stays")
        tool.clear()


class EditTests(DrawingSession):
    """Moves, reshapes, splits, merges and deletes."""

    def tool(self, name):
        room("drawing").actions[name].trigger()
        pump(0.05)
        return room("drawing").tools[name]

    def lines_at(self, path, x, y, tolerance=0.01):
        with geosnap.open(path) as net:
            hits = net.identify(x, y, tolerance=tolerance, sources=["PipelineLine"])
            return net.texts(hits.feature, "global_id")

    def vertices(self, path, gid):
        with geosnap.open(path) as net:
            geometry = QgsGeometry()
            geometry.fromWkb(net.wkb(net.named(gid))[0])
            return [(one.x(), one.y()) for one in geometry.vertices()]

    def test_a_vertex_is_moved_and_what_shares_it_moves_along(self):
        path = self.copy()
        self.open(path)
        x, y = 417829.494, 5367578.018
        around = self.lines_at(path, x, y)
        self.assertGreater(len(around), 1)
        show(x, y, 30)
        tool = self.tool("vertex")
        move(x, y)
        pump()
        click(x, y)
        self.assertTrue(tool.is_dragging)
        move(x + 3, y + 2)
        click(x + 3, y + 2)
        self.saved()
        at = tool.pointer.to_network(QgsPointXY(*driving.place(driving.pixel(x + 3, y + 2))))
        self.assertEqual(sorted(self.lines_at(path, *at, tolerance=0.001)), sorted(around))
        self.assertEqual(self.lines_at(path, x, y), [])
        self.assertEqual(self.errors(path), [])
        room("drawing").undo()
        self.saved()
        self.assertEqual(sorted(self.lines_at(path, x, y)), sorted(around))

    def test_vertices_are_put_in_and_taken_out(self):
        path = self.copy()
        self.open(path)
        gid = self.lines_at(path, *MAIN)[0]
        before = self.vertices(path, gid)
        show(*MAIN, 30)
        tool = self.tool("vertex")
        x, y = MAIN
        driving.double_click(x, y)
        self.saved()
        after = self.vertices(path, gid)
        self.assertEqual(len(after), len(before) + 1)
        new = next(one for one in after if one not in before)
        self.assertLess(math.hypot(new[0] - x, new[1] - y), 0.2)
        move(*new)
        pump(0.05)
        self.assertIsNotNone(tool._hovered)
        key(Qt.Key_Delete)
        self.saved()
        self.assertEqual(self.vertices(path, gid), before)

    def test_an_end_of_a_service_is_refused_at_the_main_and_the_remedy_moves_it_there(self):
        path = self.copy()
        self.open(path)
        x, y = MAIN
        with geosnap.open(path) as net, net.transaction("A loose service") as t:
            t.draw("PipelineLine", asset_type="Service/House Connection",
                   geometry=f"LINESTRING ({x + 12} {y + 1}, {x + 14} {y + 2})")
        until(lambda: self.network.can_undo, 15, "what others have written")
        self.saved()
        before = self.counts(path)
        show(x, y, 60)
        tool = self.tool("vertex")
        click(x + 12, y + 1)
        self.assertTrue(tool.is_dragging)
        click(x, y)
        self.assertTrue(tool.is_dragging, "a refused place does not take it")
        buttons = self.remedies()
        self.assertTrue(buttons)
        buttons[0].click()
        self.saved()
        after = self.counts(path)
        self.assertEqual(sum(after.values()), sum(before.values()) + 1, "a junction")
        self.assertEqual(self.errors(path), [])
        with geosnap.open(path) as net:
            hits = net.identify(float(tool.pointer.to_network(QgsPointXY(x, y))[0]), y, tolerance=0.3)
            kinds = net.texts(hits.feature, "asset_type")
        self.assertIn(SERVICE, kinds)
        # One step: the junction and the move.
        room("drawing").undo()
        self.saved()
        self.assertEqual(self.counts(path), before)

    def test_split_merge_and_undo(self):
        path = self.copy()
        self.open(path)
        gid = self.lines_at(path, *MAIN)[0]
        whole = self.vertices(path, gid)
        show(*MAIN, 60)
        self.tool("split")
        click(*MAIN)
        self.saved()
        halves = self.lines_at(path, *MAIN, tolerance=0.3)
        self.assertEqual(len(halves), 2)
        self.tool("merge")
        first, second = (self.vertices(path, half) for half in halves)
        middle = [
            tuple((a + b) / 2 for a, b in zip(half[0], half[1])) for half in (first, second)
        ]
        click(*middle[0])
        click(*middle[1])
        self.saved()
        merged = self.lines_at(path, *MAIN, tolerance=0.3)
        self.assertEqual(len(merged), 1)
        for _ in range(2):
            room("drawing").undo()
            self.saved()
        self.assertEqual(self.vertices(path, gid), whole)

    def test_a_line_gets_a_new_course(self):
        path = self.copy()
        self.open(path)
        gid = self.lines_at(path, *MAIN)[0]
        before = self.vertices(path, gid)
        show(*MAIN, 60)
        self.tool("reshape")
        (ax, ay), (bx, by) = before[0], before[1]

        def along(share):
            return ax + (bx - ax) * share, ay + (by - ay) * share

        first, last = along(0.3), along(0.6)
        away = (first[0] + 5, first[1])
        click(*first)
        click(*away)
        click(*last)
        click(*last, button=Qt.RightButton)
        self.saved()
        after = self.vertices(path, gid)
        self.assertEqual((after[0], after[-1]), (before[0], before[-1]), "the ends stay where they are joined")
        self.assertTrue(any(math.hypot(x - away[0], y - away[1]) < 0.2 for x, y in after), after)
        self.assertEqual(self.errors(path), [])

    def test_deleting_a_junction_heals_the_line(self):
        path = self.copy()
        self.open(path)
        whole = self.counts(path)
        show(*MAIN, 40)
        self.take("PipelineDevice/Valve/Valve")
        click(*MAIN)
        self.saved()
        self.assertEqual(self.counts(path)["PipelineLine"], whole["PipelineLine"] + 1)
        self.tool("delete")
        click(*MAIN)
        self.saved()
        self.assertEqual(self.counts(path), whole)
        # The key deletes the selection, as one step.
        layer = driving.layer("PipelineLine")
        layer.selectByIds([1, 2, 3])
        key(Qt.Key_Delete)
        self.saved()
        self.assertEqual(self.counts(path)["PipelineLine"], whole["PipelineLine"] - 3)
        room("drawing").undo()
        self.saved()
        self.assertEqual(self.counts(path), whole)
