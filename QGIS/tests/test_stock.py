"""QGIS's tools in layers of a network: they snap by the rules, and their edits are checked on saving."""

import json
import os
import sqlite3

import driving
import geosnap
from driving import click, move, pump, room, show, until
from geosnap_qgis.kernel.layers import layers_of
from qgis.core import QgsFeature, QgsField, QgsGeometry, QgsPointXY, QgsProject, QgsVectorLayerUtils
from qgis.PyQt.QtCore import QDateTime, Qt, QVariant
from qgis.PyQt.QtWidgets import QAction, QListWidget, QPushButton
from qgis.utils import iface
from test_drawing import MAIN, SERVICE, DrawingSession


def action(name):
    return iface.mainWindow().findChild(QAction, name)


class StockSession(DrawingSession):
    def edit_layer(self, table):
        layer = driving.layer(table)
        iface.setActiveLayer(layer)
        if not layer.isEditable():
            action("mActionToggleEditing").trigger()
        pump(0.1)
        self.assertTrue(layer.isEditable())
        return layer

    def save_layer(self, layer):
        iface.setActiveLayer(layer)
        action("mActionSaveLayerEdits").trigger()
        self.saved()
        driving.wait_for_tasks()
        pump(0.1)

    def press(self, name):
        button = room("stock").dock.findChild(QPushButton, name)
        self.assertTrue(button.isEnabled())
        button.click()
        self.saved()

    def steps(self, path):
        with geosnap.open(path) as net:
            return [step["name"] for step in net.history()["steps"] if not step["isUndone"]]

    def junction(self, path, asset_type, x, y):
        """The nearest point at which an asset type may be drawn."""
        with geosnap.open(path) as net:
            snap = net.snap(x, y, tolerance=300.0, asset_type=asset_type, kinds="point")
            self.assertTrue(snap.is_snapped[0])
            return float(snap.x[0]), float(snap.y[0])

    def service(self, layer, *places):
        """A service line that a script adds to the edits of a layer."""
        line = QgsGeometry.fromPolylineXY([QgsPointXY(x, y) for x, y in places])
        group = self.network.definition.named(SERVICE)
        feature = QgsVectorLayerUtils.createFeature(layer, line)
        feature.setAttribute("ASSETGROUP", group.group_code)
        feature.setAttribute("ASSETTYPE", group.code)
        layer.beginEditCommand("Draw")
        self.assertTrue(layer.addFeature(feature))
        layer.endEditCommand()
        return feature.id()


class SnappingTests(StockSession):
    def test_the_tool_of_qgis_goes_where_the_rules_allow_it(self):
        path = self.copy()
        self.open(path)
        tap = self.junction(path, SERVICE, *MAIN)
        room("drawing").choose(self.network.definition.named(SERVICE))
        layer = self.edit_layer("PipelineLine")
        before = self.counts(path)
        show(*tap, 60)
        action("mActionAddFeature").trigger()
        pump(0.1)
        self.assertTrue(room("stock").follower.is_following)
        x, y = tap
        reach = driving.canvas().mapUnitsPerPixel()
        click(x + 4 * reach, y - 3 * reach)
        click(x + 11, y + 13)
        click(x + 11, y + 13, Qt.RightButton)
        pump(0.3)
        self.assertEqual(len(layer.editBuffer().addedFeatures()), 1)
        line = next(iter(layer.editBuffer().addedFeatures().values())).geometry().asPolyline()
        self.assertEqual((line[0].x(), line[0].y()), tap, "the first vertex is at the junction, to the last bit")
        self.save_layer(layer)
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)
        self.assertEqual(self.steps(path), ["Edits in QGIS"])
        self.assertEqual(room("stock").dock.held, [])
        # The saved feature is as drawn, with the chosen asset type.
        with geosnap.open(path) as net:
            hits = net.identify(x + 11.0, y + 13.0, tolerance=3 * reach)
            self.assertIn(SERVICE, net.texts(hits.feature, "asset_type"))
        self.assertTrue(layer.isEditable(), "saving goes on editing")

    def test_a_click_at_a_bare_main_is_refused(self):
        path = self.copy()
        self.open(path)
        room("drawing").choose(self.network.definition.named(SERVICE))
        layer = self.edit_layer("PipelineLine")
        x, y = MAIN
        show(x, y, 60)
        config = driving.canvas().snappingUtils().config()
        config = (config.enabled(), config.mode(), config.tolerance())
        action("mActionAddFeature").trigger()
        pump(0.1)
        move(x, y)
        pump(0.1)
        self.assertIn("junction between them", room("drawing").sentence)
        click(x, y)
        self.assertTrue(self.remedies())
        click(x + 12, y + 1)
        click(x + 14, y + 4)
        click(x + 14, y + 4, Qt.RightButton)
        pump(0.3)
        driving.picture("stock-refused")
        added = list(layer.editBuffer().addedFeatures().values())
        self.assertEqual(len(added), 1)
        self.assertEqual(len(added[0].geometry().asPolyline()), 2, "the refused click is no vertex")
        layer.rollBack()
        action("mActionPan").trigger()
        pump(0.1)
        self.assertFalse(room("stock").follower.is_following)
        now = driving.canvas().snappingUtils().config()
        self.assertEqual((now.enabled(), now.mode(), now.tolerance()), config, "the user's snapping is back")
        self.assertEqual(
            [one.name() for one in QgsProject.instance().mapLayers().values() if one.name() == "Allowed place"], []
        )


class SavingTests(StockSession):
    def test_refused_edits_are_listed_before_saving_and_kept_after(self):
        path = self.copy()
        self.open(path)
        before, broken = self.counts(path), self.errors(path)
        layer = self.edit_layer("PipelineLine")
        x, y = MAIN
        good = self.junction(path, SERVICE, *MAIN)
        self.service(layer, MAIN, (x + 12, y + 1))
        self.service(layer, good, (good[0] + 3, good[1] + 4))
        dock = room("stock").dock
        until(lambda: dock.held, 10, "a refused edit before saving")
        self.assertEqual(len(dock.held), 1)
        self.assertFalse(dock.held[0].is_saved)
        self.assertIn("junction", dock.held[0].sentence)
        driving.picture("refused-before-saving")
        self.save_layer(layer)
        # The valid edit is saved; the other is kept, and is in no file.
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)
        self.assertEqual(self.errors(path), broken)
        until(lambda: dock.held, 10, "what was refused")
        self.assertTrue(dock.held[0].is_saved)
        self.assertFalse(layer.isModified())
        # Fix: the missing junction is placed.
        show(x, y, 60)
        self.press("geosnapFix")
        after = self.counts(path)
        self.assertEqual(dock.held, [])
        self.assertEqual(after["PipelineLine"], before["PipelineLine"] + 2)
        self.assertEqual(sum(after.values()), sum(before.values()) + 3, "with a junction")
        self.assertEqual(self.errors(path), broken)
        self.assertEqual(len(self.steps(path)), 2)

    def test_an_exception_is_saved_and_told_by_validation(self):
        path = self.copy()
        self.open(path)
        before, broken = self.counts(path), self.errors(path)
        layer = self.edit_layer("PipelineLine")
        x, y = MAIN
        self.service(layer, MAIN, (x + 12, y + 1))
        self.save_layer(layer)
        dock = room("stock").dock
        until(lambda: dock.held, 10, "what was refused")
        self.assertEqual(self.counts(path), before)
        self.press("geosnapKeep")
        self.assertEqual(dock.held, [])
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)
        # It ends on a main without a vertex there: it is not connected, and the file has no error.
        self.assertEqual(self.errors(path), broken)

    def test_what_was_refused_outlives_a_restart_of_the_network(self):
        path = self.copy()
        self.open(path)
        layer = self.edit_layer("PipelineLine")
        x, y = MAIN
        self.service(layer, MAIN, (x + 12, y + 1))
        self.save_layer(layer)
        dock = room("stock").dock
        until(lambda: dock.held, 10, "what was refused")
        sentence = dock.held[0].sentence
        driving.plugin().desk.networks.close_all()
        pump(0.1)
        self.assertEqual(dock.held, [])
        self.open(path)
        until(lambda: dock.held, 10, "what was kept")
        self.assertEqual(dock.held[0].sentence, sentence)
        self.press("geosnapDrop")
        self.assertEqual(dock.held, [])
        driving.plugin().desk.networks.close_all()
        self.open(path)
        self.assertEqual(dock.held, [])

    def test_undo_before_saving_takes_the_edit_out_of_the_layer(self):
        path = self.copy()
        self.open(path)
        layer = self.edit_layer("PipelineLine")
        x, y = MAIN
        self.service(layer, MAIN, (x + 12, y + 1))
        dock = room("stock").dock
        until(lambda: dock.held, 10, "a refused edit before saving")
        self.press("geosnapDrop")
        self.assertEqual(len(layer.editBuffer().addedFeatures()), 0)
        until(lambda: not dock.held, 10, "an empty list")

    def test_attributes_deletions_and_moves_are_saved_as_one_step(self):
        path = self.copy()
        self.open(path)
        lines, points = self.edit_layer("PipelineLine"), self.edit_layer("PipelineDevice")
        device = next(points.getFeatures())
        number = points.fields().lookupField("NAME")
        points.beginEditCommand("Name")
        points.changeAttributeValue(device.id(), number, "Renamed \u00e4")
        points.endEditCommand()
        service = next(
            one for one in lines.getFeatures() if one["ASSETGROUP"] == self.network.definition.named(SERVICE).group_code
        )
        lines.beginEditCommand("Delete")
        lines.deleteFeature(service.id())
        lines.endEditCommand()
        before = self.counts(path)
        self.save_layer(lines)
        self.assertEqual(self.steps(path), ["Edits in QGIS"])
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] - 1)
        self.assertFalse(points.isModified())
        with geosnap.open(path) as net:
            features = net.named(f"row:PipelineDevice/{device['OBJECTID']}")
            self.assertEqual(net.texts(features, "name"), ["Renamed \u00e4"])
            net.undo()
            self.assertEqual(self.counts(path), before)
        self.assertIsInstance(json.dumps(before), str)

    def test_a_feature_without_edits_elsewhere_goes_through_qgis(self):
        path = self.copy()
        self.open(path)
        layer = self.edit_layer("survey_points")
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(*MAIN)))
        before = layer.featureCount()
        layer.beginEditCommand("Point")
        layer.addFeature(feature)
        layer.endEditCommand()
        self.save_layer(layer)
        with geosnap.open(path) as net:
            self.assertEqual(net.ask("info", "--json")["sources"][-1]["name"] != "", True)
            self.assertEqual(len(net.ask("list", "survey_points", "--json")["features"]), before + 1)


class NetworksTests(StockSession):
    def test_new_features_are_of_a_type_of_their_own_network(self):
        town = self.open(self.copy())
        water = os.path.join(self.folder, "net3.gpkg")
        geosnap.import_network("epanet", os.path.join(driving.CLONE, "Examples", "Water", "Net3.inp"), water)
        self.open(self.stored(water))
        layer = next(one for table, one in layers_of(town.path) if table == "PipelineLine")
        iface.setActiveLayer(layer)
        action("mActionToggleEditing").trigger()
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromPolylineXY([QgsPointXY(*MAIN), QgsPointXY(MAIN[0] + 5, MAIN[1])]))
        layer.beginEditCommand("Draw")
        layer.addFeature(feature)
        layer.endEditCommand()
        self.assertIsNot(driving.plugin().desk.networks.current, town)
        pending = room("stock").guard.pending(town)
        self.assertEqual([one.asset_type.source for one in pending], ["PipelineLine"])

    def test_what_waited_when_the_network_was_closed_is_kept_once(self):
        path = self.copy()
        network = self.open(path)
        before = self.counts(path)
        layer = self.edit_layer("PipelineLine")
        good = self.junction(path, SERVICE, *MAIN)
        self.service(layer, good, (good[0] + 3, good[1] + 4))
        # Another write is in progress.
        network._is_writing = True
        iface.setActiveLayer(layer)
        action("mActionSaveLayerEdits").trigger()
        until(lambda: network._waiting, 10, "a commit that waits")
        driving.plugin().desk.networks.close_all()
        self.assertEqual(self.counts(path), before)
        dock = room("stock").dock
        self.open(path)
        until(lambda: dock.held, 10, "what was kept")
        self.assertEqual(len(dock.held), 1)
        self.press("geosnapDrop")
        driving.plugin().desk.networks.close_all()
        self.open(path)
        self.assertEqual(dock.held, [], "what was dropped does not come back")


class BufferTests(StockSession):
    """QGIS's data about unsaved edits."""

    def one_service(self, layer, longer_than=0.0):
        code = self.network.definition.named(SERVICE).group_code
        return next(one for one in layer.getFeatures()
                    if one["ASSETGROUP"] == code and one.geometry().length() > longer_than)

    def edit(self, layer, do):
        layer.beginEditCommand("Edit")
        do()
        layer.endEditCommand()

    def test_what_was_changed_and_then_deleted_is_deleted(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        lines = self.edit_layer("PipelineLine")
        feature = self.one_service(lines)
        number = feature.id()
        shape = QgsGeometry(feature.geometry())
        shape.moveVertex(shape.vertexAt(0).x() + 1, shape.vertexAt(0).y(), 0)
        self.edit(lines, lambda: lines.changeAttributeValue(number, lines.fields().lookupField("NAME"), "x"))
        self.edit(lines, lambda: lines.changeGeometry(number, shape))
        self.edit(lines, lambda: lines.deleteFeature(number))
        self.save_layer(lines)
        self.assertEqual(room("stock").dock.held, [])
        self.assertEqual(self.steps(path), ["Edits in QGIS"])
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] - 1)

    def test_virtual_fields_are_not_saved(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        lines = driving.layer("PipelineLine")
        lines.addExpressionField("'x'", QgsField("virtual", QVariant.String))
        self.edit_layer("PipelineLine")
        good = self.junction(path, SERVICE, *MAIN)
        # Pasting a feature also pastes the value of the virtual field.
        pasted = QgsFeature(self.one_service(lines))
        pasted.setAttribute("OBJECTID", None)
        pasted.setGeometry(QgsGeometry.fromPolylineXY([QgsPointXY(*good), QgsPointXY(good[0] + 3, good[1] + 4)]))
        self.assertEqual(pasted["virtual"], "x")
        self.edit(lines, lambda: lines.addFeature(pasted))
        self.save_layer(lines)
        self.assertEqual(room("stock").dock.held, [])
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)

    def test_both_parts_of_a_split_line_are_saved(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        lines = self.edit_layer("PipelineLine")
        feature = self.one_service(lines, 5.0)
        shape = feature.geometry()
        middle, beside = (shape.interpolate(shape.length() / 2 + far).asPoint() for far in (0.0, 0.01))
        dx, dy = beside.x() - middle.x(), beside.y() - middle.y()
        lines.selectByIds([feature.id()])
        self.edit(lines, lambda: lines.splitFeatures([
            QgsPointXY(middle.x() - 100 * dy, middle.y() + 100 * dx),
            QgsPointXY(middle.x() + 100 * dy, middle.y() - 100 * dx),
        ], False))
        self.assertEqual(len(lines.editBuffer().addedFeatures()), 1)
        self.save_layer(lines)
        self.assertEqual(room("stock").dock.held, [])
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)
        with geosnap.open(path) as net:
            self.assertEqual(len(net.named(feature["GLOBALID"])), 1)

    def test_a_deleted_feature_that_is_pasted_again_keeps_its_global_id(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        lines = self.edit_layer("PipelineLine")
        feature = self.one_service(lines)
        pasted = QgsFeature(feature)
        pasted.setAttribute("OBJECTID", None)
        self.edit(lines, lambda: lines.deleteFeature(feature.id()))
        self.edit(lines, lambda: lines.addFeature(pasted))
        self.save_layer(lines)
        self.assertEqual([one.sentence for one in room("stock").dock.held], [])
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"])
        with geosnap.open(path) as net:
            self.assertEqual(len(net.named(feature["GLOBALID"])), 1)

    def test_many_edits_are_found_by_one_request(self):
        self.open(self.copy())
        lines = self.edit_layer("PipelineLine")
        number = lines.fields().lookupField("NAME")
        ids = [one.id() for one in lines.getFeatures()]
        self.edit(lines, lambda: [lines.changeAttributeValue(one, number, "x") for one in ids])
        pending = room("stock").guard.pending(self.network)
        self.assertEqual(len(pending), len(ids))
        self.assertNotIn(None, [one.asset_type for one in pending])

    def test_what_was_saved_cannot_be_done_again(self):
        path = self.copy()
        self.open(path)
        lines, points = self.edit_layer("PipelineLine"), self.edit_layer("PipelineDevice")
        good = self.junction(path, SERVICE, *MAIN)
        self.service(lines, good, (good[0] + 3, good[1] + 4))
        device = next(points.getFeatures())
        self.edit(points, lambda: points.changeAttributeValue(device.id(), points.fields().lookupField("NAME"), "x"))
        self.save_layer(points)
        self.assertEqual(self.steps(path), ["Edits in QGIS"])
        self.assertFalse(lines.isModified())
        self.assertFalse(lines.undoStack().canRedo(), "the line would be saved twice")

    def test_an_exception_counts_for_the_edit_that_it_was_made_for(self):
        path = self.copy()
        self.open(path)
        before = self.counts(path)
        lines = self.edit_layer("PipelineLine")
        x, y = MAIN
        fid = self.service(lines, MAIN, (x + 12, y + 1))
        dock = room("stock").dock
        until(lambda: dock.held, 10, "a refused edit before saving")
        self.press("geosnapKeep")
        self.edit(lines, lambda: lines.changeGeometry(
            fid, QgsGeometry.fromPolylineXY([QgsPointXY(x, y), QgsPointXY(x + 9, y + 2)])
        ))
        self.save_layer(lines)
        until(lambda: dock.held and dock.held[0].is_saved, 10, "what was refused")
        self.assertEqual(self.counts(path), before)

    def test_edits_in_a_transaction_of_qgis_are_not_lost(self):
        path = self.copy()
        QgsProject.instance().setAutoTransaction(True)
        try:
            self.open(path)
            before = self.counts(path)
            lines = self.edit_layer("PipelineLine")
            good = self.junction(path, SERVICE, *MAIN)
            self.service(lines, good, (good[0] + 3, good[1] + 4))
            self.save_layer(lines)
            lines.rollBack()
            self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1)
            self.assertIn("transaction", " ".join(self.messages()))
        finally:
            QgsProject.instance().setAutoTransaction(False)

    @driving.file_only("a database has no such column: fields of a network are texts, numbers and bytes")
    def test_times_are_saved_as_qgis_saves_them(self):
        path = self.copy()
        with sqlite3.connect(path) as connection:
            connection.execute("ALTER TABLE PipelineDevice ADD COLUMN BUILT DATETIME")
        connection.close()
        self.open(path)
        points = self.edit_layer("PipelineDevice")
        device = next(points.getFeatures())
        built = QDateTime(2020, 1, 2, 3, 4, 5, 678)
        self.edit(points, lambda: points.changeAttributeValue(device.id(), points.fields().indexOf("BUILT"), built))
        self.save_layer(points)
        with sqlite3.connect(path) as connection:
            found = connection.execute("SELECT BUILT FROM PipelineDevice WHERE OBJECTID = ?", (device.id(),)).fetchone()
        connection.close()
        self.assertEqual(found, ("2020-01-02T03:04:05.678",))


class UnreadableTests(StockSession):
    def test_an_edit_without_a_shape_holds_no_other_back(self):
        path = self.copy()
        self.open(path)
        before, broken = self.counts(path), self.errors(path)
        lines = self.edit_layer("PipelineLine")
        place = self.junction(path, SERVICE, *MAIN)
        self.service(lines, place, (place[0] + 3, place[1] + 4))
        kind = self.network.definition.named(SERVICE)
        empty = QgsVectorLayerUtils.createFeature(lines)
        empty.setAttribute("ASSETGROUP", kind.group_code)
        empty.setAttribute("ASSETTYPE", kind.code)
        lines.beginEditCommand("Draw")
        lines.addFeature(empty)
        lines.endEditCommand()
        self.save_layer(lines)
        dock = room("stock").dock
        until(lambda: dock.held, 20, "what was refused")
        self.assertEqual(len(dock.held), 1)
        self.assertEqual(self.counts(path)["PipelineLine"], before["PipelineLine"] + 1, "the other is saved")
        self.assertEqual(self.errors(path), broken)
        self.press("geosnapDrop")

    def test_an_edit_that_cannot_be_read_is_a_problem_of_that_edit(self):
        self.open(self.copy())
        edits = [{"delete": "row:PipelineLine/3"}, {"setGeometry": "row:PipelineLine/4", "geometry": "LINESTRING (1 2, 3"}]
        problems = self.network.problems(edits)
        self.assertEqual([problem["edit"] for problem in problems], [2])
        self.assertIn("well-known text", problems[0]["message"])


class ReplacedTests(StockSession):
    def test_another_network_in_the_same_file_is_known_by_its_own_definition(self):
        path = self.copy()
        network = self.open(path)
        tool = self.take(SERVICE)
        heard = []
        network.changed.connect(heard.append)
        other = os.path.join(self.folder, "net3.gpkg")
        geosnap.import_network("epanet", os.path.join(driving.CLONE, "Examples", "Water", "Net3.inp"), other)
        if driving.DATABASE is None:
            os.replace(other, path)
        else:
            geosnap.ask("copy", other, path, "--force")
        until(lambda: heard, 40, "what others have written")
        sources = {one.source for one in network.definition.asset_types}
        self.assertIn("WaterLine", sources)
        self.assertNotIn("PipelineLine", sources)
        self.assertGreater(sum(network.contents.usage.values()), 100)
        chooser = room("drawing").chooser
        self.assertEqual(chooser.findChild(QListWidget, "geosnapAssetTypes").count(), len(
            [one for one in network.definition.asset_types if one.geometry in ("point", "line")]
        ))
        self.assertIsNone(tool.asset_type, "there is no such asset type any more")
        self.assertIsNone(chooser.current)
