"""Networks as groups of layers: opening, styles, recognition in projects, and updates from the file."""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import unittest
from collections import Counter
from contextlib import closing

import driving
import geosnap
from driving import Session, canvas, choose_file, pump, room, settle, show, until, wait_for_tasks
from geosnap_qgis.kernel import store
from geosnap_qgis.kernel.layers import layers_of
from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsExpressionContextUtils,
    QgsFeatureRequest,
    QgsProject,
    QgsRenderContext,
    QgsSymbol,
    QgsUnitTypes,
    QgsVectorLayer,
    QgsVectorLayerCache,
)
from qgis.gui import QgsAttributeForm, QgsAttributeTableModel
from qgis.PyQt.QtCore import QSize
from qgis.PyQt.QtGui import QImage
from qgis.PyQt.QtWidgets import QAction, QComboBox, QMenu, QPushButton
from qgis.utils import iface

NET3 = os.path.join(driving.CLONE, "Examples", "Water", "Net3.inp")
HARBOUR = os.path.join(driving.CLONE, "Examples", "Gis", "harbour.gpkg")
GEOMETRIES = ("point", "line", "area", "none")


def command(*words):
    """The JSON output of the command, in a separate process."""
    done = subprocess.run([os.environ["GEOSNAP_COMMAND"], *words], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def layers():
    """The network's layers in the layer tree, by table, from the top."""
    from geosnap_qgis.kernel.layers import path_and_table

    found = {}
    for node in QgsProject.instance().layerTreeRoot().findLayers():
        place = path_and_table(node.layer())
        if place is not None:
            found[place[1]] = node.layer()
    return found


def rules_of(layer):
    """The labels and filters of a layer's rules."""
    return [(rule.label(), rule.filterExpression()) for rule in layer.renderer().rootRule().descendants()]


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def variable():
    return QgsExpressionContextUtils.projectScope(QgsProject.instance()).variable("geosnap_network")


def written(path, home=None):
    """A network's path as in the project variable, relative to a folder."""
    if driving.DATABASE is not None:
        return path
    return os.path.relpath(os.path.realpath(path), os.path.realpath(home)) if home else os.path.realpath(path)


def networks():
    return driving.plugin().desk.networks


class ProjectSession(Session):
    """A session that opens networks."""

    def setUp(self):
        super().setUp()
        iface.messageBar().clearWidgets()
        pump(0.1)

    def open(self, path):
        """Opens a network from code; its layers are drawn."""
        found = []
        room("project").open(path, found.append, found.append)
        until(lambda: found, 60, "the network")
        if isinstance(found[0], BaseException):
            raise found[0]
        wait_for_tasks()
        settle()
        return found[0]

    def net3(self, name="net3.gpkg"):
        path = os.path.join(self.folder, name)
        geosnap.import_network("epanet", NET3, path)
        return self.stored(path)

    def told(self, text):
        """Waits until the message bar shows a text."""
        return until(lambda: [one for one in self.messages() if text in one], 30, text)

    def edit(self, network, name, edits):
        """Commits edits, and waits until the layers show them."""
        found = []
        network.edit(name, edits, found.append, found.append)
        until(lambda: found, 30, "the commit")
        if isinstance(found[0], BaseException):
            raise found[0]
        wait_for_tasks()
        pump(0.1)
        return found[0]


class OpeningTests(ProjectSession):
    @driving.file_only("the dialog is that of files")
    def test_a_network_is_opened_by_the_action_as_a_group_of_layers(self):
        path = self.copy()
        before = digest(path)
        choose_file("geosnapOpenDialog", path)
        iface.mainWindow().findChild(QAction, "geosnapOpen").trigger()
        until(lambda: networks().current, 60, "the network")
        wait_for_tasks()
        settle()
        self.assertEqual(networks().current.path, os.path.realpath(path))
        self.assertEqual([group.name() for group in QgsProject.instance().layerTreeRoot().findGroups()], ["town"])
        told = command("info", path, "--json")
        found = layers()
        self.assertEqual(
            {table: layer.featureCount() for table, layer in found.items()},
            {source["name"]: source["features"] for source in told["sources"]},
        )
        for layer in found.values():
            self.assertTrue(layer.isValid())
            self.assertFalse(layer.crs().isValid() and layer.crs().authid() != "EPSG:25832")
        names = ("point", "line", "area", "", "none")
        ranks = [GEOMETRIES.index(names[layer.geometryType()]) for layer in found.values()]
        self.assertEqual(ranks, sorted(ranks), "points above lines above areas above tables")
        self.assertEqual(variable(), os.path.realpath(path))
        self.assertEqual(self.messages(), [])
        self.assertEqual(digest(path), before, "nothing was written into the file")
        self.assertTrue(canvas().extent().contains(417831, 5367588))
        # Opened networks are offered again.
        QgsProject.instance().clear()
        pump(0.2)
        self.assertEqual(networks().all, [])
        menu = iface.mainWindow().findChild(QMenu, "geosnapRecentMenu")
        menu.aboutToShow.emit()
        first = menu.actions()[0]
        self.assertEqual((first.text(), first.toolTip()), ("town.gpkg", os.path.realpath(path)))
        first.trigger()
        until(lambda: networks().current, 60, "the network")
        wait_for_tasks()
        self.assertEqual(len(layers()), len(told["sources"]))

    def test_a_network_that_is_shown_already_is_not_shown_twice(self):
        path = self.copy()
        network = self.open(path)
        count = len(QgsProject.instance().mapLayers())
        self.assertIs(self.open(path), network)
        self.assertEqual(len(QgsProject.instance().mapLayers()), count)
        self.told("are in the project already")

    @driving.file_only("they are files")
    def test_files_without_a_network_are_told(self):
        failed = []
        project = room("project")
        other = os.path.join(self.folder, "harbour.gpkg")
        shutil.copyfile(HARBOUR, other)
        project.open(other, self.fail, failed.append)
        text = self.told("holds no network")[0]
        for table in ("un_definition", "un_rules", "un_associations", "un_manifest", "Processing"):
            self.assertIn(table, text)
        text_file = os.path.join(self.folder, "text.gpkg")
        with open(text_file, "w") as file:
            file.write("This is no database, as long as it may be. " * 100)
        project.open(text_file, self.fail, failed.append)
        self.told("text.gpkg cannot be read as a GeoPackage")
        project.open(os.path.join(self.folder, "gone.gpkg"), self.fail, failed.append)
        self.told("gone.gpkg: There is no such file.")
        damaged = self.copy(name="damaged.gpkg")
        with closing(sqlite3.connect(damaged)) as connection:
            connection.execute("UPDATE un_definition SET DEFINITION = '{'")
            connection.commit()
        project.open(damaged, self.fail, failed.append)
        until(lambda: len(failed) == 4, 30, "four errors")
        self.assertEqual(QgsProject.instance().mapLayers(), {})
        self.assertEqual(networks().all, [])
        self.assertEqual(variable(), None)

    def test_a_project_that_is_cleared_meanwhile_stays_empty(self):
        path = self.copy()
        for seconds in (0.0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3):
            room("project").open(path)
            pump(seconds)
            QgsProject.instance().clear()
            wait_for_tasks()
            pump(0.2)
            self.assertEqual(QgsProject.instance().mapLayers(), {}, seconds)
            self.assertEqual(networks().all, [], seconds)

    def test_two_networks_in_a_project_with_another_reference_system(self):
        QgsProject.instance().setCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
        other = QgsVectorLayer("Point?crs=EPSG:3857", "other", "memory")
        QgsProject.instance().addMapLayer(other)
        pump(0.5)
        town = self.copy()
        first = self.open(town)
        pump(0.3)
        self.assertEqual(QgsProject.instance().crs().authid(), "EPSG:3857")
        x, y = canvas().extent().center().x(), canvas().extent().center().y()
        self.assertTrue(850_000 < x < 900_000 and 6_150_000 < y < 6_220_000, (x, y))
        second = self.open(self.net3())
        self.assertIs(networks().current, second)
        self.assertEqual(variable().split("|"), [first.path, second.path])
        groups = [group.name() for group in QgsProject.instance().layerTreeRoot().findGroups()]
        self.assertEqual(groups, [store.title(second.path), store.title(first.path)])


class LookTests(ProjectSession):
    def used(self, path):
        """The number of uses of each asset type, by SQL: by table, and the codes."""
        counts = {}
        for table in layers():
            if table == "survey_points":
                continue
            counts[table] = {
                (group, kind): count
                for group, kind, count in driving.rows_of(
                    path, f"SELECT ASSETGROUP, ASSETTYPE, count(*) FROM {table} GROUP BY 1, 2"
                )
            }
        return counts

    def check_rules(self, network):
        """Checks that each feature is drawn once, by the rule with the name of its asset type."""
        context = QgsRenderContext()
        used = self.used(network.path)
        seen = 0
        for table, layer in layers().items():
            if not layer.isSpatial() or table == "survey_points":
                continue
            renderer = layer.renderer().clone()
            labels = {rule.ruleKey(): rule.label() for rule in renderer.rootRule().descendants()}
            renderer.startRender(context, layer.fields())
            drawn = Counter()
            for feature in layer.getFeatures():
                keys = [
                    key for key in renderer.legendKeysForFeature(feature, context)
                    if renderer.rootRule().findRuleByKey(key).symbol() is not None
                ]
                self.assertEqual(len(keys), 1, (table, feature.id(), keys))
                kind = network.definition.coded(table, feature["ASSETGROUP"], feature["ASSETTYPE"])
                self.assertIn(labels[keys[0]], (kind.name, kind.label), (table, feature.id()))
                drawn[feature["ASSETGROUP"], feature["ASSETTYPE"]] += 1
            renderer.stopRender(context)
            self.assertEqual(dict(drawn), used[table])
            seen += sum(drawn.values())
        return seen

    def pictures(self, layer):
        """The symbols of a layer in grey, by the names of their rules."""
        found = {}
        for rule in layer.renderer().rootRule().descendants():
            if rule.symbol() is not None and rule.label() != "Other":
                symbol = rule.symbol().clone()
                if symbol.type() == QgsSymbol.Line:
                    # With the width at large scales.
                    symbol.setWidth(symbol.symbolLayer(0).widthMapUnitScale().maxSizeMM or symbol.width())
                    symbol.setWidthUnit(QgsUnitTypes.RenderMillimeters)
                image = symbol.asImage(QSize(48, 48)).convertToFormat(QImage.Format_ARGB32)
                grey = []
                for y in range(48):
                    for x in range(48):
                        color = image.pixelColor(x, y)
                        light = 0.3 * color.redF() + 0.59 * color.greenF() + 0.11 * color.blueF()
                        grey.append(color.alphaF() * light + 1 - color.alphaF())
                found[rule.ruleKey()] = grey
        return found

    def check_grey(self, least=0.004):
        """Checks that no two asset types of a layer with features look the same in grey."""
        pairs = 0
        for table, layer in layers().items():
            if not layer.isSpatial() or not layer.featureCount():
                continue
            pictures = sorted(self.pictures(layer).items())
            for number, (key, one) in enumerate(pictures):
                for other_key, other in pictures[number + 1:]:
                    difference = sum(abs(a - b) for a, b in zip(one, other)) / len(one)
                    self.assertGreater(difference, least, (table, key, other_key))
                    pairs += 1
        return pairs

    def check_labels(self, network):
        """Checks that labels on the map are the library's names."""
        seen = 0
        for table, layer in layers().items():
            if not layer.isSpatial() or not layer.labelsEnabled():
                continue
            field = layer.labeling().settings().fieldName
            features = list(layer.getFeatures(QgsFeatureRequest().setLimit(50)))
            has_ids = layer.fields().lookupField("GLOBALID") >= 0
            ids = [feature["GLOBALID"] if has_ids else None for feature in features]
            for feature, identifier in zip(features, ids):
                if identifier is None:
                    continue
                found = network.kernel.named(identifier)
                name = network.kernel.texts(found, "name")[0]
                shown = feature[field]
                self.assertEqual(str(shown) if shown else None, name, (table, feature.id()))
                seen += 1
        return seen

    def test_a_town(self):
        network = self.open(self.copy())
        told = command("info", network.path, "--json")
        self.assertEqual(
            self.check_rules(network), sum(one["features"] for one in told["sources"] if one["kind"] != "plain")
        )
        self.assertGreater(self.check_grey(), 20)
        self.assertGreater(self.check_labels(network), 200)
        # Mains and sources are visible at small scales, all features at larger ones, and names at the largest.
        found = layers()
        rules = {rule.ruleKey(): rule for rule in found["PipelineLine"].renderer().rootRule().descendants()}
        self.assertEqual(rules["geosnap:1/160"].minimumScale(), 0)
        self.assertTrue(2000 <= rules["geosnap:10/1"].minimumScale() <= 30000, rules["geosnap:10/1"].minimumScale())
        devices = {rule.ruleKey(): rule for rule in found["PipelineDevice"].renderer().rootRule().descendants()}
        self.assertEqual(devices["geosnap:1/1"].minimumScale(), 0)
        self.assertTrue(1000 <= devices["geosnap:2/1"].minimumScale() <= 10000)
        labels = found["PipelineDevice"].labeling().settings()
        self.assertTrue(labels.scaleVisibility)
        self.assertLess(labels.minimumScale, devices["geosnap:2/1"].minimumScale())
        main, service = (
            rules[key].symbol().symbolLayer(0).widthMapUnitScale() for key in ("geosnap:1/160", "geosnap:10/1")
        )
        self.assertGreater(main.maxSizeMM, service.maxSizeMM)
        self.assertTrue(0.3 <= service.maxSizeMM < main.maxSizeMM <= 1.5, "millimetres")
        self.assertTrue(0 < main.minSizeMM < main.maxSizeMM, "thinner from far away")
        for name, width in (("town-far", 14000), ("town-middle", 4000), ("town-near", 900), ("town-close", 160)):
            show(417831, 5367588, width)
            driving.picture(name)

    def test_net3(self):
        network = self.open(self.net3())
        self.check_rules(network)
        self.assertGreater(self.check_grey(), 20)
        self.assertGreater(self.check_labels(network), 100)
        self.assertFalse(QgsProject.instance().crs().isValid(), "unknown places are nowhere on the earth")
        # Few features are visible at any scale.
        for layer in layers().values():
            if layer.isSpatial():
                for rule in layer.renderer().rootRule().descendants():
                    self.assertEqual(rule.minimumScale(), 0, rule.label())
        blue = layers()["WaterLine"].renderer().rootRule().descendants()[1].symbol().color()
        self.assertGreater(blue.blue(), blue.red())
        driving.picture("net3")

    def test_every_trade_has_its_colour(self):
        from geosnap_qgis.project.palette import colors

        names = ["Water", "Gas", "Electric", "Sewer", "Structure", "Pneumatic Tubes", "Wastewater", "District Heating"]
        found = colors({"domainNetworks": [{"name": name, "structure": name == "Structure"} for name in names]})
        self.assertEqual(len({color.name() for color in found.values()}), len(names))
        self.assertGreater(found["Water"].blue(), found["Water"].red())
        self.assertGreater(found["Gas"].red(), 2 * found["Gas"].blue())
        self.assertGreater(found["Electric"].red(), 2 * found["Electric"].green())
        self.assertLess(found["Structure"].saturation(), 60)


class FormTests(ProjectSession):
    def shown(self, layer):
        """The values in the attribute table: for each row, by field."""
        cache = QgsVectorLayerCache(layer, 10000)
        model = QgsAttributeTableModel(cache)
        model.loadLayer()
        names = [layer.fields().at(model.fieldIdx(column)).name() for column in range(model.columnCount())]
        names = [name if name == "asset_type_name" else name.upper() for name in names]
        return [
            {name: model.data(model.index(row, column), 0) for column, name in enumerate(names)}
            for row in range(model.rowCount())
        ]

    def check_tables(self, network):
        """Checks that attribute tables show asset groups and types as the library names them."""
        seen = 0
        for table, layer in layers().items():
            if table == "survey_points":
                continue
            for row in self.shown(layer)[:300]:
                feature = network.kernel.named(row["GLOBALID"])
                path = network.kernel.texts(feature, "asset_type")[0]
                kind = row.get("asset_type_name", row["ASSETTYPE"])
                self.assertEqual(f"{table}/{row['ASSETGROUP']}/{kind}", path)
                seen += 1
        return seen

    def test_a_town(self):
        network = self.open(self.copy())
        self.assertGreater(self.check_tables(network), 1500)
        layer = layers()["ElectricDevice"]
        index = layer.fields().lookupField("PHASESCURRENT")
        pairs = {name: code for one in layer.editorWidgetSetup(index).config()["map"] for name, code in one.items()}
        domain = next(
            one for one in command("definition", "show", network.path, "--json")["domains"]
            if one["name"] == "Phases Current"
        )
        self.assertEqual(pairs, {value["name"]: str(value["code"]) for value in domain["codedValues"]})
        self.assertEqual(layer.attributeDisplayName(index), "Phases Current")

    def test_net3(self):
        network = self.open(self.net3())
        self.assertGreater(self.check_tables(network), 200)
        layer = layers()["WaterDevice"]
        pump_type = network.definition.named("WaterDevice/Pump/Pump")
        feature = next(layer.getFeatures(f'"ASSETGROUP" = {pump_type.group_code}'))
        # Each group has its own codes: the form offers those of the group, and shows the right one.
        form = QgsAttributeForm(layer, feature)
        form.show()
        pump(0.3)
        boxes = {
            box.currentText(): [box.itemText(n) for n in range(box.count())] for box in form.findChildren(QComboBox)
        }
        self.assertIn("Pump", boxes)
        types = next(items for items in boxes.values() if "Pump" in items and "Check Valve" not in items)
        self.assertEqual([item for item in types if "(" not in item], ["Pump"])
        driving.picture("form", form)
        form.deleteLater()
        read_only = layer.editFormConfig()
        for name in ("GLOBALID", "OBJECTID"):
            self.assertTrue(read_only.readOnly(layer.fields().lookupField(name)), name)
        identifier = layer.defaultValue(layer.fields().lookupField("GLOBALID"))
        self.assertRegex(identifier, r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")

    def test_features_are_called_as_people_call_them(self):
        self.open(self.net3())
        layer = layers()["WaterDevice"]
        from qgis.core import QgsExpression, QgsExpressionContext

        context = QgsExpressionContext(QgsExpressionContextUtils.globalProjectLayerScopes(layer))
        expression = QgsExpression(layer.displayExpression())
        found = set()
        for feature in layer.getFeatures():
            context.setFeature(feature)
            found.add(expression.evaluate(context))
            self.assertFalse(expression.hasEvalError(), expression.evalErrorString())
        self.assertIn("Water Source / Reservoir River", found)
        self.assertIn("Pump 335", found)

    def test_associations_are_related(self):
        path = self.copy()
        self.open(path)
        manager = QgsProject.instance().relationManager()
        expected = dict(driving.rows_of(
            path, "SELECT FROMGLOBALID, count(*) FROM un_associations GROUP BY FROMGLOBALID ORDER BY 2 DESC LIMIT 20"
        ))
        seen = 0
        for table, layer in layers().items():
            relations = {relation.name(): relation for relation in manager.referencedRelations(layer)}
            if table == "survey_points":
                self.assertEqual(relations, {})
                continue
            self.assertEqual(set(relations), {"Associations from it", "Associations to it"})
            quoted = ", ".join(f"'{one}'" for one in expected)
            for feature in layer.getFeatures(f'"GLOBALID" IN ({quoted})'):
                found = list(relations["Associations from it"].getRelatedFeatures(feature))
                self.assertEqual(len(found), expected[feature["GLOBALID"].upper()])
                seen += 1
        self.assertEqual(seen, len(expected))
        self.assertNotIn("un_associations", layers(), "the table of associations is not listed")


class FollowingTests(ProjectSession):
    VALVE = {"insert": "PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": "POINT (417000 5369900)"}

    def test_layers_show_what_is_committed_and_undone(self):
        path = self.copy()
        network = self.open(path)
        layer = layers()["PipelineDevice"]
        node = QgsProject.instance().layerTreeRoot().findLayer(layer.id())
        node.setCustomProperty("showFeatureCount", 1)
        model = iface.layerTreeView().layerTreeModel()
        pump(0.5)

        def legend():
            return [item.data(0) for item in model.layerLegendNodes(node)]

        def has(text):
            return any(text in one for one in legend())

        until(lambda: has("[1506]"), 10, "counts in the legend")
        self.assertFalse([text for text in legend() if text.startswith("Valve")], legend())
        count, top = layer.featureCount(), layer.extent().yMaximum()
        self.edit(network, "A valve far off", [self.VALVE])
        self.assertEqual(layer.featureCount(), count + 1)
        self.assertEqual(layer.extent().yMaximum(), 5369900)
        self.assertGreater(5369900, top)
        until(lambda: has("Valve [1]"), 10, "the valve in the legend")
        driving.picture("a-valve-more")
        undone = []
        network.undo(undone.append)
        until(lambda: undone, 30, "undo")
        pump(0.2)
        self.assertEqual(layer.featureCount(), count)
        # The spatial index of the file is exact to half a metre.
        self.assertAlmostEqual(layer.extent().yMaximum(), top, delta=1)
        until(lambda: has("Valve [0]"), 10, "no valve in the legend")

    def test_other_programs(self):
        path = self.copy()
        self.open(path)
        layer = layers()["PipelineDevice"]
        count = layer.featureCount()
        transaction = os.path.join(self.folder, "edit.json")
        with open(transaction, "w") as file:
            json.dump({"name": "A valve", "edits": [self.VALVE]}, file)
        command("edit", path, "--transaction", transaction, "--json")
        until(lambda: layer.featureCount() == count + 1, 20, "what the other program has written")
        wait_for_tasks()
        until(lambda: "Valve" in [label for label, _ in rules_of(layer)], 10, "a rule for valves")

    @driving.file_only("who adds a column to a database with SQL has a column that is none of the network")
    def test_new_fields(self):
        path = self.copy()
        network = self.open(path)
        layer = layers()["PipelineDevice"]
        self.assertEqual(layer.fields().lookupField("COMMENTS"), -1)
        with closing(sqlite3.connect(path)) as connection:
            connection.execute('ALTER TABLE "PipelineDevice" ADD COLUMN "COMMENTS" TEXT')
            connection.commit()
        network.look()
        until(lambda: layer.fields().lookupField("COMMENTS") >= 0, 20, "the new field")
        wait_for_tasks()
        self.edit(network, "A comment", [{"setAttributes": "row:PipelineDevice/12", "attributes": {"COMMENTS": "new"}}])
        self.assertEqual(layer.getFeature(12)["COMMENTS"], "new")

    def test_a_style_of_the_user_stays(self):
        from qgis.core import QgsSingleSymbolRenderer

        network = self.open(self.copy())
        layer = layers()["PipelineDevice"]
        layer.setRenderer(QgsSingleSymbolRenderer(QgsSymbol.defaultSymbol(layer.geometryType())))
        self.edit(network, "A valve", [self.VALVE])
        pump(0.3)
        self.assertEqual(layer.renderer().type(), "singleSymbol")

    def test_a_layer_that_is_edited_is_read_again_after_that(self):
        network = self.open(self.copy())
        layer = layers()["PipelineDevice"]
        count = layer.featureCount()
        layer.startEditing()
        layer.changeAttributeValue(driving.fid(layer, 12), layer.fields().lookupField("NAME"), "mine")
        self.edit(network, "A valve", [self.VALVE])
        self.assertTrue(layer.isEditable())
        self.assertEqual(layer.getFeature(driving.fid(layer, 12))["NAME"], "mine", "what is being edited is not lost")
        layer.rollBack()
        pump(0.3)
        self.assertEqual(layer.featureCount(), count + 1)


class RecognitionTests(ProjectSession):
    def test_a_project_is_saved_and_read_again(self):
        for path in (self.copy(), self.net3()):
            folder = os.path.join(self.folder, "projects")
            os.makedirs(folder, exist_ok=True)
            project = os.path.join(folder, "it.qgz")
            self.open(path)
            rules = {table: rules_of(layer) for table, layer in layers().items() if layer.isSpatial()}
            self.assertTrue(QgsProject.instance().write(project))
            self.assertEqual(variable(), written(path, folder))
            self.assertFalse(QgsProject.instance().isDirty(), "a project that was only saved has not changed")
            QgsProject.instance().clear()
            pump(0.2)
            self.assertEqual(networks().all, [])
            self.assertTrue(QgsProject.instance().read(project))
            self.assertEqual(variable(), written(path, folder))
            until(lambda: networks().find(path), 60, "the network of the project")
            wait_for_tasks()
            settle()
            self.assertIs(networks().current, networks().find(path))
            self.assertEqual(self.messages(), [])
            self.assertEqual(
                rules, {table: rules_of(layer) for table, layer in layers().items() if layer.isSpatial()}
            )
            self.assertTrue(all(layer.isValid() for layer in QgsProject.instance().mapLayers().values()))
            FormTests.check_tables(self, networks().current)
            self.assertFalse(QgsProject.instance().isDirty(), "a project that was only opened has not changed")
            QgsProject.instance().clear()
            pump(0.2)

    shown = FormTests.shown

    @driving.file_only("it is a file")
    def test_the_file_of_a_project_is_gone(self):
        path = self.copy()
        project = os.path.join(self.folder, "it.qgs")
        self.open(path)
        QgsProject.instance().write(project)
        QgsProject.instance().clear()
        pump(0.2)
        os.remove(path)
        QgsApplication.instance().processEvents()
        # QGIS would ask for the new place of the layers.
        handler = QgsProject.instance()
        from qgis.core import QgsProjectBadLayerHandler

        handler.setBadLayerHandler(QgsProjectBadLayerHandler())
        handler.read(project)
        self.told("There is no such file.")
        self.assertEqual(networks().all, [])
        self.assertEqual(variable(), "town.gpkg", "what cannot be opened now stays named")

    def test_plain_layers_are_recognised(self):
        path = self.copy()
        layer = driving.plain_layer(path, "PipelineLine", "my pipes")
        QgsProject.instance().addMapLayer(layer)
        until(lambda: networks().find(path), 60, "the network")
        pump(0.2)
        self.assertEqual(variable(), written(path))
        # Its style is set by the user.
        self.assertEqual(layer.renderer().type(), "singleSymbol")

    @driving.file_only("it is a file")
    def test_other_geopackages_are_left_alone(self):
        path = os.path.join(self.folder, "harbour.gpkg")
        shutil.copyfile(HARBOUR, path)
        with closing(sqlite3.connect(path)) as connection:
            table = connection.execute("SELECT table_name FROM gpkg_contents").fetchone()[0]
        QgsProject.instance().addMapLayer(QgsVectorLayer(f"{path}|layername={table}", "harbour", "ogr"))
        pump(0.3)
        wait_for_tasks()
        self.assertEqual(self.messages(), [])
        self.assertEqual(networks().all, [])
        self.assertIsNone(variable())

    def test_it_is_offered_where_the_user_wants_to_be_asked(self):
        from geosnap_qgis.kernel.preferences import preferences

        preferences.save(**{**preferences.defaults(), "opens_projects": False})
        try:
            path = self.copy()
            QgsProject.instance().addMapLayer(driving.plain_layer(path, "PipelineLine", "pipes"))
            self.told(f"The project shows the network {store.name(path)}.")
            pump(0.3)
            self.assertEqual(networks().all, [])
            iface.messageBar().findChild(QPushButton, "geosnapOpenShown").click()
            until(lambda: networks().find(path), 60, "the network")
            pump(0.3)
            self.assertEqual(self.messages(), [])
        finally:
            preferences.save(**preferences.defaults())

    def test_a_network_is_closed_with_its_last_layer(self):
        town, water = self.copy(), self.net3()
        self.open(town)
        self.open(water)
        project = QgsProject.instance()
        found = layers()
        project.removeMapLayers([layer.id() for table, layer in found.items() if not table.startswith("Water")][1:])
        pump(0.3)
        self.assertEqual(len(networks().all), 2, "one layer of the town is left")
        project.removeMapLayer(next(layer.id() for table, layer in layers().items() if not table.startswith("Water")))
        pump(0.3)
        until(lambda: networks().find(town) is None, 10, "the end of the town")
        self.assertIs(networks().current, networks().find(water))
        self.assertEqual(variable(), written(water))
        self.assertEqual(layers_of(town), [])
        project.removeMapLayers([layer.id() for layer in layers().values()])
        pump(0.5)
        self.assertEqual(networks().all, [])
        self.assertEqual(project.mapLayers(), {}, "invisible layers are removed as well")


if __name__ == "__main__":
    unittest.main()
