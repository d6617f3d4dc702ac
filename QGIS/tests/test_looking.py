"""Associations, containers, subnetworks, supply, and validation."""

import csv
import os
import struct
import uuid
from collections import Counter

import driving
import geosnap
from driving import CLONE, Session, canvas, click, key, pump, room, show, until, wait_for_tasks
from qgis.core import QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsProject, QgsRectangle
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QAction, QLineEdit, QPushButton, QTreeView, QTreeWidget
from qgis.utils import iface
from geosnap_qgis.looking.anchors import segments as anchor_segments

NET3 = os.path.join(CLONE, "Examples", "Water", "Net3.inp")
STATION = "2A9B0AA0-AECF-53FF-A585-4E9D279EBE4B"
"""A transformer station with eight features in it."""
AT_STATION = (416844.0, 5368187.0)


class LookingSession(Session):
    """A session with an open network and its layers."""

    def setUp(self):
        super().setUp()
        iface.messageBar().clearWidgets()

    def tearDown(self):
        canvas().setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:25832"))
        look = room("looking")
        if look.associations.action.isChecked():
            look.associations.action.trigger()
        for one in (look.containers, look.subnetworks, look.whys, look.validation):
            one.panel.hide()
        look.validation.panel.only_view.setChecked(False)
        super().tearDown()

    def open(self, path, crs="EPSG:25832", is_shown=True):
        networks = driving.plugin().desk.networks
        found = []
        networks.open(path, found.append, found.append)
        until(lambda: found, 60, "the network")
        if isinstance(found[0], BaseException):
            raise found[0]
        self.network = found[0]
        networks.make_current(self.network)
        for table in self.network.kernel.tables if is_shown else ():
            layer = driving.plain_layer(path, table, table)
            if layer.isValid() and layer.isSpatial() and layer.featureCount():
                QgsProject.instance().addMapLayer(layer)
        pump(0.5)
        QgsProject.instance().setCrs(QgsCoordinateReferenceSystem(crs) if crs else QgsCoordinateReferenceSystem())
        driving.settle()
        # QGIS warns that it cannot transform layers without a reference system.
        iface.messageBar().clearWidgets()
        return self.network

    def net3(self):
        path = os.path.join(self.folder, "net3.gpkg")
        geosnap.import_network("epanet", NET3, path)
        return self.stored(path)

    def action(self, name):
        """Triggers an action as the menu does."""
        iface.mainWindow().findChild(QAction, name).trigger()
        # A new panel takes its space from the map.
        driving.settle()
        pump(0.1)

    def done(self):
        """Waits until no query and no write is running."""
        wait_for_tasks()
        until(lambda: not self.network.is_busy, 30, "an end of writing")
        wait_for_tasks()

    def place(self, name):
        """The place of a point of the network."""
        shapes = self.network.kernel.wkb(self.network.kernel.named(name))
        # An origin may also belong to an area.
        point = next(wkb for wkb in shapes if struct.unpack_from("<I", wkb, 1)[0] % 1000 == 1)
        return struct.unpack_from("<dd", point, 5)

    def fresh(self, path=None):
        """The network as it is in the file, read again."""
        return geosnap.open(path or self.network.path)


def corners():
    """The extent of the map."""
    extent = canvas().extent()
    return extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()


def shape_of(blob):
    """The ordinates of a GeoPackage geometry, for points and lines in two dimensions."""
    start = 8 + (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
    code = struct.unpack_from("<I", blob, start + 1)[0]
    width = 2 + (code // 1000 in (1, 2)) + 2 * (code // 1000 == 3)
    if code % 1000 == 1:
        return [struct.unpack_from("<dd", blob, start + 5)]
    count = struct.unpack_from("<I", blob, start + 5)[0]
    return [struct.unpack_from("<dd", blob, start + 9 + 8 * width * number) for number in range(count)]


def edit_file(path, *statements):
    """Changes a network without the plugin, as other programs do."""
    functions = [("ST_IsEmpty", 1, lambda blob: 0)]
    for name, axis, choose in (("MinX", 0, min), ("MaxX", 0, max), ("MinY", 1, min), ("MaxY", 1, max)):
        functions.append(
            ("ST_" + name, 1, lambda blob, axis=axis, choose=choose: choose(xy[axis] for xy in shape_of(blob)))
        )
    driving.change(path, statements, functions)


def rows_of(path, statement, *values):
    return driving.rows_of(path, statement, values)


class AssociationTests(LookingSession):
    def brute(self, path, extent):
        """The associations with both ends in an extent, computed from the rows of the file alone."""
        places = {}
        for table in self.network.kernel.tables:
            if self.network.definition.geometry(table) is not None and "Boundary" not in table:
                for global_id, blob in rows_of(path, f"SELECT GLOBALID, SHAPE FROM {table} WHERE SHAPE NOT NULL"):
                    places[global_id] = shape_of(blob)[0]
        found = rows_of(path, "SELECT GLOBALID, FROMGLOBALID, TOGLOBALID, ASSOCIATIONTYPE FROM un_associations")

        def is_in(xy):
            return xy and extent[0] <= xy[0] <= extent[2] and extent[1] <= xy[1] <= extent[3]

        return {
            global_id: kind for global_id, start, end, kind in found
            if kind != 2 and is_in(places.get(start)) and is_in(places.get(end))
        }

    def check_view(self, path):
        """Checks that exactly the associations in view are drawn."""
        look = room("looking").associations
        until(lambda: not look._rest.isActive(), 5, "a map that rests")
        wait_for_tasks()
        extent = corners()
        expected = self.brute(path, extent)
        self.assertEqual(sorted(look.global_ids), sorted(expected))
        kernel = self.network.kernel.associations(extent=extent)
        self.assertEqual(len(kernel), len(expected))
        self.assertEqual(len(look.item.segments), len(expected))
        self.assertEqual(Counter(look.item.groups.tolist()), Counter(expected.values()))
        return expected

    def test_what_is_in_view_is_drawn_and_nothing_else(self):
        path = self.copy()
        self.open(path)
        look = room("looking").associations
        show(*AT_STATION, 60)
        self.assertEqual(look.global_ids, [])
        self.action("geosnapAssociations")
        pump(0.1)
        self.assertEqual(len(self.check_view(path)), 13)
        driving.picture("associations")
        # An end of one of them is outside now.
        show(AT_STATION[0] + 1.2, AT_STATION[1] + 4, 6)
        pump(0.2)
        narrow = self.check_view(path)
        self.assertTrue(0 < len(narrow) < 13, narrow)
        # Attachments and connectivity together.
        x, y = self.place(rows_of(path, "SELECT TOGLOBALID FROM un_associations WHERE ASSOCIATIONTYPE = 3")[0][0])
        show(x, y, 30)
        pump(0.2)
        self.assertEqual(set(self.check_view(path).values()), {1, 3})
        driving.picture("associations-of-two-kinds")
        self.assertTrue(look.legend.isVisible())
        self.assertEqual(len(look.legend.rows), 2)
        # The ends are as in the command.
        document = self.network.kernel.ask(
            "associations", "--extent=" + ",".join(repr(one) for one in corners()), "--json"
        )
        drawn = {one: row for one, row in zip(look.global_ids, look.item.segments.tolist())}
        for one in document["associations"]:
            numbers = [float(n) for n in one["geometry"][12:-1].replace(",", " ").split()]
            for told, shown in zip(numbers, drawn[one["globalID"]]):
                self.assertAlmostEqual(told, shown, 6)

    def test_from_afar_a_sentence_says_how_many_there_are(self):
        path = self.copy()
        self.open(path)
        self.action("geosnapAssociations")
        canvas().zoomToFullExtent()
        driving.settle()
        pump(0.3)
        look = room("looking").associations
        self.assertEqual(look.global_ids, [])
        self.assertIn("1,486", look.sentence)
        driving.picture("associations-from-afar")
        self.action("geosnapAssociations")
        self.assertFalse(look.legend.isVisible())

    def test_they_follow_edits_and_undo(self):
        path = self.copy()
        network = self.open(path)
        show(*AT_STATION, 60)
        self.action("geosnapAssociations")
        pump(0.1)
        before = self.check_view(path)
        gone = sorted(before)[0]
        network.edit("Without", [{"dissociate": gone}])
        self.done()
        pump(0.3)
        self.assertEqual(sorted(self.check_view(path)), sorted(set(before) - {gone}))
        network.undo()
        self.done()
        pump(0.3)
        self.assertEqual(self.check_view(path), before)

    def test_another_reference_system_on_the_map(self):
        path = self.copy()
        self.open(path, "EPSG:4326")
        look = room("looking").associations
        show(7.8755, 48.4605, 0.01)
        x, y = self.place("origin:lv/bus/2983")
        transform = QgsCoordinateTransform(
            QgsCoordinateReferenceSystem("EPSG:25832"), QgsCoordinateReferenceSystem("EPSG:4326"), QgsProject.instance()
        )
        point = transform.transform(x, y)
        show(point.x(), point.y(), 0.0006)
        self.action("geosnapAssociations")
        pump(0.2)
        self.assertEqual(len(look.global_ids), 13, (look.sentence, corners(), canvas().scale()))
        ends = look.item.segments.reshape(-1, 2)
        nearest = min(abs(one[0] - point.x()) + abs(one[1] - point.y()) for one in ends.tolist())
        self.assertLess(nearest, 1e-9)

    def test_lines_and_areas_are_met_where_the_command_says(self):
        path = self.copy()
        network = self.open(path)
        line, blob = next(
            row for row in rows_of(path, "SELECT GLOBALID, SHAPE FROM ElectricLine WHERE ORIGIN LIKE 'lv/line/%'")
            if 20 < length(shape_of(row[1])) < 60 and len(shape_of(row[1])) > 2
        )
        x, y = shape_of(blob)[0]
        hits = network.kernel.identify(x, y, tolerance=5.0, sources=("ElectricJunction",), limit=1)
        bus = network.kernel.texts(hits.feature, "global_id")[0]
        # No rule allows these, but other programs do not check: the content of the file is shown.
        made = {}
        statements = []
        for kind, source, start, share, end_source, end in (
            (4, "ElectricJunction", bus, None, "ElectricLine", line),
            (5, "ElectricJunction", bus, 0.25, "ElectricLine", line),
            (6, "ElectricJunction", bus, None, "ElectricLine", line),
            (3, "StructureBoundary", STATION, None, "ElectricLine", line),
        ):
            global_id = made[kind] = str(uuid.uuid4()).upper()
            statements.append((
                "INSERT INTO un_associations (FROMNETWORKSOURCEID, FROMGLOBALID, TONETWORKSOURCEID, TOGLOBALID, "
                "ASSOCIATIONTYPE, ISCONTENTVISIBLE, PERCENTALONG, GLOBALID, STATUS) VALUES (?, ?, ?, ?, ?, FALSE, ?, "
                "?, 0)",
                (source_id(network, source), start, source_id(network, end_source), end, kind, share, global_id),
            ))
        edit_file(path, *statements)
        network.look()
        self.done()
        look = room("looking").associations
        self.action("geosnapAssociations")
        for kind, global_id in made.items():
            document = network.kernel.ask("associations", "--element", line, "--json")
            told = next(one for one in document["associations"] if one["globalID"] == global_id)
            numbers = [float(n) for n in told["geometry"][12:-1].replace(",", " ").split()]
            xs, ys = numbers[::2], numbers[1::2]
            width = max(2.5 * (max(xs) - min(xs)), 3.5 * (max(ys) - min(ys)), 10)
            show((xs[0] + xs[1]) / 2, (ys[0] + ys[1]) / 2, width)
            pump(0.2)
            wait_for_tasks()
            if kind == 3 and not look.global_ids:
                # The station is far away, so too many are in view to be drawn.
                self.assertIn("Zoom in", look.sentence)
                found = network.kernel.associations(extent=corners())
                rows = anchor_segments(network.kernel, found)
                ids = [bytes(row).hex().upper() for row in found.global_id]
                row = rows[ids.index(global_id.replace("-", ""))].tolist()
            else:
                self.assertIn(global_id, look.global_ids)
                row = look.item.segments[look.global_ids.index(global_id)].tolist()
            for one, other in zip(row, numbers):
                self.assertAlmostEqual(one, other, 6, f"kind {kind}")

    def test_without_a_network_and_without_associations(self):
        self.action("geosnapAssociations")
        look = room("looking").associations
        self.assertIn("No network", look.sentence)
        self.open(self.net3(), None)
        pump(0.3)
        self.assertIn("no associations", look.sentence)
        QgsProject.instance().clear()
        driving.plugin().desk.networks.close_all()
        pump(0.3)
        self.assertIn("No network", look.sentence)


def source_id(network, name):
    return next(
        source["id"] for domain in network.definition.document["domainNetworks"] for source in domain["sources"]
        if source["name"] == name
    )


def global_id_of(network, name):
    return network.kernel.texts(network.kernel.named(name), "global_id")[0]


class ContainerTests(LookingSession):
    def open_station(self):
        path = self.copy()
        self.open(path)
        show(*AT_STATION, 60)
        self.action("geosnapContainer")
        return path

    def content(self, path, global_id):
        return {row[0] for row in rows_of(
            path, "SELECT TOGLOBALID FROM un_associations WHERE ASSOCIATIONTYPE = 2 AND FROMGLOBALID = ?", global_id
        )}

    def listed(self):
        tree = room("looking").containers.panel.findChild(QTreeWidget, "geosnapContainerTree")
        found = []

        def walk(item):
            for number in range(item.childCount()):
                child = item.child(number)
                found.append(child.data(0, Qt.UserRole).global_id)
                walk(child)

        walk(tree.invisibleRootItem())
        return found

    def shown(self):
        """The global ids of the drawn features."""
        view = room("looking").containers.panel.view
        return {
            feature["GLOBALID"].upper() for layer in view.layers() for feature in layer.getFeatures()
        }

    def test_a_click_in_a_station_shows_exactly_what_it_holds(self):
        path = self.open_station()
        look = room("looking").containers
        # Inside the station's area, where there are no other features.
        click(416844.5, 5368184.5)
        self.done()
        driving.settle()
        expected = self.content(path, STATION)
        self.assertEqual(len(expected), 8)
        self.assertEqual(look.container.feature.global_id, STATION)
        self.assertEqual(set(self.listed()), expected)
        self.assertEqual(len(self.listed()), 8)
        self.assertEqual(self.shown(), expected)
        document = self.network.kernel.container(STATION)
        self.assertEqual(len(look.panel.view.item.segments), len(document["associations"]))
        box = look.panel.view.item.box
        for told, drawn in zip(document["extent"], (box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum())):
            self.assertAlmostEqual(told, drawn, 6)
        self.assertTrue(look.panel.view.extent().contains(box))
        self.assertIn("holds 8 features", look.panel.title.text())
        pump(0.5)
        driving.picture("container-content")
        # A click in the tree zooms in until all is distinguishable, and the button shows everything again.
        self.assertGreater(look.panel.view.scale(), document["legibleScale"])
        item = look.panel.tree.findItems("lv/switch/74", Qt.MatchExactly, 1)[0]
        rectangle = look.panel.tree.visualItemRect(item)
        QTest.mouseClick(look.panel.tree.viewport(), Qt.LeftButton, Qt.NoModifier, rectangle.center())
        self.assertAlmostEqual(look.panel.view.scale(), document["legibleScale"], 0)
        # Changes by others elsewhere affect neither the choice nor the view.
        edit_file(path, ("UPDATE PipelineLine SET NAME = 'Elsewhere' WHERE ORIGIN = 'pipe/1715'", ()))
        asked = look._asked
        self.network.look()
        self.done()
        self.assertGreater(look._asked, asked)
        # The answer arrives after the check of the file.
        until(lambda: look.panel.tree.currentItem() is not None, 20, "what was chosen")
        self.assertEqual(look.panel.tree.currentItem().text(1), "lv/switch/74")
        self.assertAlmostEqual(look.panel.view.scale(), document["legibleScale"], 0)
        pump(0.5)
        x, y = self.place("origin:lv/switch/74")
        self.assertTrue(look.panel.view.extent().contains(QgsRectangle(x, y, x, y)))
        driving.picture("container-content-near")
        look.panel.whole.trigger()
        pump(0.1)
        self.assertTrue(look.panel.view.extent().contains(box))
        # Only the content is selected.
        look.panel.select.trigger()
        chosen = {
            feature["GLOBALID"].upper() for layer in QgsProject.instance().mapLayers().values()
            for feature in layer.selectedFeatures()
        }
        self.assertEqual(chosen, expected)

    def test_a_click_on_a_feature_opens_the_container_that_holds_it(self):
        self.open_station()
        look = room("looking").containers
        click(*self.place("origin:lv/bus/3000"))
        self.done()
        self.assertEqual(look.container.feature.global_id, STATION)
        tree = look.panel.tree
        self.assertEqual(tree.currentItem().data(0, Qt.UserRole).origin, "lv/bus/3000")
        self.assertFalse(look.panel.view._brought_out.is_empty)

    def test_nested_containers_back_and_up(self):
        path = self.copy()
        network = self.open(path)
        boundary = next(
            row[0] for row in rows_of(path, "SELECT GLOBALID FROM StructureBoundary WHERE ASSETGROUP = 201 LIMIT 1")
        )
        assembly = rows_of(
            path,
            "SELECT FROMGLOBALID FROM un_associations WHERE ASSOCIATIONTYPE = 2 AND FROMNETWORKSOURCEID = 13 LIMIT 1",
        )[0][0]
        inner = self.content(path, assembly)
        # No rule of the sample lets a station contain an assembly, but other programs do not check.
        edit_file(path, (
            "INSERT INTO un_associations (FROMNETWORKSOURCEID, FROMGLOBALID, TONETWORKSOURCEID, TOGLOBALID, "
            "ASSOCIATIONTYPE, ISCONTENTVISIBLE, GLOBALID, STATUS) VALUES (6, ?, 13, ?, 2, FALSE, ?, 0)",
            (boundary, assembly, str(uuid.uuid4()).upper()),
        ))
        network.look()
        self.done()
        look = room("looking").containers
        look.open(network, boundary)
        self.done()
        self.assertEqual(set(self.listed()), self.content(path, boundary) | inner)
        self.assertEqual(self.shown(), self.content(path, boundary) | inner)
        self.assertFalse(look.panel.back.isEnabled())
        item = next(
            one for one in look.panel.tree.findItems("", Qt.MatchContains | Qt.MatchRecursive)
            if one.data(0, Qt.UserRole).global_id == assembly
        )
        self.assertEqual(item.childCount(), len(inner))
        look.panel._double_clicked(item, 0)
        self.done()
        self.assertEqual(look.container.feature.global_id, assembly)
        self.assertEqual(set(self.listed()), inner)
        look.panel.up.trigger()
        self.done()
        self.assertEqual(look.container.feature.global_id, boundary)
        look.panel.back.trigger()
        self.done()
        self.assertEqual(look.container.feature.global_id, assembly)
        look.panel.back.trigger()
        self.done()
        self.assertEqual(look.container.feature.global_id, boundary)
        self.assertFalse(look.panel.back.isEnabled())
        before = canvas().extent()
        look.panel.zoom.trigger()
        driving.settle()
        self.assertNotEqual(canvas().extent(), before)
        extent = self.network.kernel.container(boundary)["extent"]
        self.assertTrue(canvas().extent().contains(QgsRectangle(*extent)))

    def test_it_follows_edits_layers_that_are_removed_and_the_network(self):
        path = self.open_station()
        look = room("looking").containers
        click(416844.5, 5368184.5)
        self.done()
        gone = rows_of(
            path, "SELECT GLOBALID, TOGLOBALID FROM un_associations WHERE ASSOCIATIONTYPE = 2 AND FROMGLOBALID = ?",
            STATION,
        )[0]
        self.network.edit("Out of the station", [{"dissociate": gone[0]}])
        self.done()
        self.assertEqual(len(self.listed()), 7)
        self.assertNotIn(gone[1], self.shown())
        self.network.undo()
        self.done()
        self.assertEqual(len(self.listed()), 8)
        driving.plugin().desk.networks.close_all()
        pump(0.1)
        self.assertEqual(self.listed(), [])
        self.assertEqual(look.panel.view.layers(), [])
        look.panel.back.trigger()
        look.zoom()

    def test_the_content_is_shown_where_the_project_has_no_layers(self):
        path = self.copy()
        network = self.open(path, is_shown=False)
        self.assertEqual(len(QgsProject.instance().mapLayers()), 0)
        look = room("looking").containers
        look.open(network, STATION)
        self.done()
        driving.settle()
        self.assertEqual(self.shown(), self.content(path, STATION))
        look.panel.select.trigger()
        self.assertIn("No layer of the project", iface.statusBarIface().currentMessage())
        # The layers of a network are removed from the project while it is shown.
        self.open(path)
        QgsProject.instance().removeAllMapLayers()
        pump(0.2)
        if not network.is_closed:
            look.panel.zoom.trigger()
            look.panel.whole.trigger()

    def test_nothing_here_no_container_and_no_network(self):
        self.action("geosnapContainer")
        self.assertIn("No network is open", " ".join(self.messages()))
        self.open(self.net3(), None)
        look = room("looking").containers
        show(25, 15, 40)
        self.action("geosnapContainer")
        click(*self.place("origin:node/10"))
        self.done()
        self.assertIsNone(look.container)
        self.assertIn("is not a container", iface.statusBarIface().currentMessage())
        click(2, 2)
        self.done()
        self.assertIsNone(look.container)


class SubnetworkTests(LookingSession):
    def find(self):
        self.action("geosnapSubnetworks")
        self.done()
        return room("looking").subnetworks

    def check(self, path):
        """Checks that everything is as in the command."""
        look = room("looking").subnetworks
        with self.fresh(path) as kernel:
            document = kernel.ask("subnetworks", "--json")
        expected = {(one["tier"], one["name"]): one for one in document["subnetworks"]}
        rows = [row for group in look.panel.model.groups for row in group.rows if row.subnetwork is not None]
        self.assertEqual(
            {(row.tier, row.name): row.count for row in rows},
            {name: len(one["features"]) for name, one in expected.items()},
        )
        for row in rows:
            told = ", ".join(one["origin"] for one in expected[row.tier, row.name]["controllers"])
            self.assertEqual(row.controllers, told)
        loose = [row.global_id for group in look.panel.model.groups for row in group.rows if row.subnetwork is None]
        self.assertEqual(loose, [one["globalID"] for one in document["disconnected"]])
        return document

    def test_schutterwald_as_the_command_says(self):
        path = self.copy()
        self.open(path)
        look = self.find()
        document = self.check(path)
        self.assertIn("174 subnetworks", look.panel.title.text())
        self.assertIn("1 feature is in no subnetwork", look.panel.title.text())
        # Every line of a subnetwork is drawn, once for each of its subnetworks.
        with self.fresh(path) as kernel:
            lengths = Counter()
            for one in document["subnetworks"]:
                for feature in one["features"]:
                    named = kernel.named(feature["globalID"])
                    if "Line" in kernel.tables[named["table"][0]]:
                        lengths[one["name"]] += 1
        lines = next(layer for layer in look.layers.layers if layer.name() == "Lines")
        drawn = Counter()
        for feature in lines.getFeatures():
            drawn[feature["subnetwork"]] += feature.geometry().constGet().numGeometries()
        self.assertEqual(drawn, lengths)
        loose = next(layer for layer in look.layers.layers if layer.name() == "In no subnetwork: lines")
        self.assertEqual(loose.featureCount(), 1)
        # Neighbours have different colours: those with a common feature, and those with a common place.
        color = {one["name"]: look.made.colors[number] for number, one in enumerate(document["subnetworks"])}
        of_feature = {}
        for one in document["subnetworks"]:
            for feature in one["features"]:
                of_feature.setdefault(feature["globalID"], set()).add(one["name"])
        shared = [names for names in of_feature.values() if len(names) > 1]
        self.assertTrue(shared)
        for names in shared:
            self.assertEqual(len({color[name] for name in names}), len(names), names)
        canvas().zoomToFullExtent()
        driving.settle()
        driving.picture("subnetworks")
        show(416850, 5367900, 1400)
        driving.picture("subnetworks-near")

    def test_a_click_zooms_tiers_are_hidden_and_the_list_is_filtered(self):
        path = self.copy()
        self.open(path)
        look = self.find()
        tree = look.panel.findChild(QTreeView, "geosnapSubnetworksTree")
        model = look.panel.model
        row = next(row for group in model.groups for row in group.rows if row.name == "lv/trafo/16")
        index = model.index_of(row)
        tree.scrollTo(index)
        pump(0.05)
        QTest.mouseClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, tree.visualRect(index).center())
        driving.settle()
        self.assertTrue(canvas().extent().contains(look.made.extents[row.subnetwork]))
        self.assertLess(canvas().extent().width(), 3000)
        group = next(one for one in model.groups if one.value == "Low Voltage Radial")
        place = model.groups.index(group)
        model.setData(model.index(place, 0), Qt.Unchecked, Qt.CheckStateRole)
        pump(0.1)
        lines = next(layer for layer in look.layers.layers if layer.name() == "Lines")
        self.assertNotIn("Low Voltage Radial", {feature["tier"] for feature in lines.getFeatures()})
        self.assertIn("Supply", {feature["tier"] for feature in lines.getFeatures()})
        model.setData(model.index(place, 0), Qt.Checked, Qt.CheckStateRole)
        self.assertIn("Low Voltage Radial", {feature["tier"] for feature in lines.getFeatures()})
        search = look.panel.findChild(QLineEdit, "geosnapSubnetworksFilter")
        driving.type_into(search, "MV/ext")
        self.assertEqual(model.shown_count, 2)
        search.clear()
        loose = next(row for group in model.groups for row in group.rows if row.subnetwork is None)
        index = model.index_of(loose)
        tree.scrollTo(index)
        QTest.mouseClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, tree.visualRect(index).center())
        driving.settle()
        shape = QgsRectangle(*envelope(self.network.kernel, loose.global_id))
        self.assertTrue(canvas().extent().contains(shape))
        driving.picture("subnetworks-none")

    def test_net3_and_what_comes_of_closing_a_pipe(self):
        path = self.net3()
        network = self.open(path, None)
        look = self.find()
        self.check(path)
        self.assertIn("2 subnetworks", look.panel.title.text())
        canvas().zoomToFullExtent()
        driving.settle()
        driving.picture("subnetworks-net3")
        # Without the pipe at the river most features are in no subnetwork, after the next search.
        document = self.shut(network, path)
        self.assertIn("has changed", look.panel.title.text())
        look.panel.findChild(QPushButton, "geosnapSubnetworksFind").click()
        self.done()
        self.assertTrue(self.check(path)["disconnected"])
        self.assertEqual(len(document["disconnected"]), len(look.made.disconnected))
        driving.picture("subnetworks-net3-shut")

    def shut(self, network, path):
        """Deletes the pipe at the river, so that most of the network is without water."""
        network.edit("Without the river", [{"delete": global_id_of(network, "origin:link/60")}], None, self.fail)
        self.done()
        with self.fresh(path) as kernel:
            return kernel.ask("subnetworks", "--json")

    def test_a_change_while_they_are_found(self):
        path = self.copy()
        network = self.open(path)
        look = room("looking").subnetworks
        main = global_id_of(network, "origin:pipe/1715")
        network.edit("Without a main", [{"delete": main}], None, self.fail)
        for _ in range(3):
            look.find()
            pump(0.02)
        self.done()
        if "has changed" in look.panel.title.text():
            # They were found before the change, and the panel says so.
            look.find()
            self.done()
        document = self.check(path)
        self.assertGreater(len(document["disconnected"]), 1000)
        self.assertIn("are in no subnetwork", look.panel.title.text())

    def test_layers_taken_away_networks_closed_projects_cleared(self):
        path = self.copy()
        self.open(path)
        look = self.find()
        self.assertTrue(look.layers.layers)
        QgsProject.instance().removeMapLayers([look.layers.layers[0].id()])
        look.find()
        self.done()
        count = len(look.layers.layers)
        self.assertGreaterEqual(count, 4)
        look.find()
        QgsProject.instance().clear()
        self.done()
        # The running search is shown in the new project.
        look.panel.clear_button.click()
        self.assertEqual(look.layers.layers, [])
        self.assertEqual(QgsProject.instance().layerTreeRoot().findGroups(), [])
        look.find()
        driving.plugin().desk.networks.close_all()
        wait_for_tasks()
        self.assertEqual(look.layers.layers, [])
        self.assertEqual(look.panel.model.groups, [])
        self.action("geosnapSubnetworks")
        self.assertIn("No network is open", look.panel.title.text())

    def test_a_network_without_controllers(self):
        path = self.copy()
        edit_file(path, *(
            (f"UPDATE {table} SET SUBNETWORKCONTROLLERNAME = NULL, TIERNAME = NULL, CONTROLLERTERMINAL = NULL", ())
            for table in ("PipelineDevice", "ElectricDevice")
        ))
        self.open(path)
        look = self.find()
        self.assertIn("no subnetworks", look.panel.title.text().lower())
        self.check(path)


def envelope(kernel, global_id):
    document = kernel.show(global_id)[0]
    numbers = [float(n) for n in document["geometry"].split("(", 1)[1].strip("()").replace(",", " ").split()]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])


class WhyTests(LookingSession):
    def ask(self, start, end=None):
        """Clicks both, or clicks the first and presses Enter."""
        if not room("looking").whys.action.isChecked():
            self.action("geosnapWhy")
        click(*self.place(start))
        pump(0.1)
        if end is None:
            key(Qt.Key_Return)
        else:
            click(*self.place(end))
        self.done()
        return room("looking").whys

    def view(self, *names):
        places = [self.place(name) for name in names]
        xs, ys = [x for x, _ in places], [y for _, y in places]
        width = max(max(xs) - min(xs), 1.3 * (max(ys) - min(ys)), 1.0) * 1.6
        show((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2, width)

    def test_the_way_as_the_command_says(self):
        path = self.copy()
        network = self.open(path)
        start, end = "origin:sink/5", "origin:ext_grid/0"
        self.view(start, end)
        look = self.ask(start, end)
        told = network.kernel.why(start, end)
        self.assertTrue(told["reached"])
        self.assertEqual(
            [one["globalID"] for one in look.answer.path], [one["globalID"] for one in told["path"]]
        )
        self.assertIn(f"by {len(told['path'])} elements", look.panel.title.text())
        self.assertFalse(look.way.is_empty)
        self.assertTrue(look.bars.is_empty)
        driving.picture("why-reached")
        look.panel.findChild(QPushButton, "geosnapWhyClear").click()
        self.assertTrue(look.way.is_empty)
        self.assertTrue(look.ends.is_empty)

    def test_a_closed_valve_is_named(self):
        path = self.copy()
        network = self.open(path)
        # A valve is inserted into the main, and closed.
        line, blob = rows_of(path, "SELECT GLOBALID, SHAPE FROM PipelineLine WHERE ORIGIN = 'pipe/1715'")[0]
        (x, y), (ax, ay) = shape_of(blob)[:2]
        valve = str(uuid.uuid4()).upper()
        place = f"POINT ({(x + ax) / 2!r} {(y + ay) / 2!r})"
        failures = []
        network.edit("A valve", [
            {"split": line, "at": place, "terminals": [[1, 2]]},
            {"insert": "PipelineDevice", "globalID": valve, "assetGroup": 3, "assetType": 1, "geometry": place,
             "attributes": {"DEVICESTATUS": 0, "INSERVICE": 1, "NAME": "V 1"}},
        ], None, failures.append)
        self.done()
        self.assertEqual([str(one) for one in failures], [])
        start, end = "origin:sink/5", "origin:ext_grid/0"
        self.view(start, end)
        look = self.ask(start, end)
        self.assertTrue(look.answer.is_reached)
        codes = {
            one["name"]: one["code"] for domain in network.definition.document["domains"]
            for one in domain.get("codedValues", domain.get("values", [])) if "Status" in domain["name"]
        }
        closed = codes.get("Closed", 1)
        network.edit("Shut", [{"setAttributes": valve, "attributes": {"DEVICESTATUS": closed}}], None, failures.append)
        self.done()
        self.assertEqual([str(one) for one in failures], [])
        # The query is repeated automatically.
        told = network.kernel.why(start, end)
        self.assertFalse(told["reached"])
        self.assertEqual([one["globalID"] for one in told["blockers"]], [valve])
        self.assertFalse(look.answer.is_reached)
        self.assertEqual([one["globalID"] for one in look.answer.blockers], [valve])
        self.assertIn("V 1", look.panel.title.text())
        self.assertIn(told["blockers"][0]["detail"], look.panel.title.text())
        self.assertFalse(look.bars.is_empty)
        driving.picture("why-barred")
        # With one click the controllers are searched for, and the result is the same valve.
        look.panel.findChild(QPushButton, "geosnapWhyClear").click()
        look = self.ask(start)
        self.assertEqual([one["globalID"] for one in look.answer.blockers], [valve])
        network.undo()
        self.done()
        self.assertTrue(look.answer.is_reached)

    def test_one_click_in_electricity(self):
        path = self.copy()
        network = self.open(path)
        start = "origin:lv/load/5"
        x, y = self.place(start)
        show(x, y, 300)
        look = self.ask(start)
        with self.fresh(path) as kernel:
            document = kernel.ask("subnetworks", "--json")
        own = global_id_of(network, start)
        supplied = [one for one in document["subnetworks"] if any(f["globalID"] == own for f in one["features"])]
        self.assertTrue(supplied)
        self.assertTrue(look.answer.is_reached)
        controllers = {one["globalID"] for found in document["subnetworks"] for one in found["controllers"]}
        self.assertIn(look.answer.end, controllers)
        driving.picture("why-controllers")

    def test_net3_where_nothing_supplies(self):
        path = self.net3()
        network = self.open(path, None)
        self.view("origin:node/10", "origin:node/River")
        look = self.ask("origin:node/10", "origin:node/River")
        told = network.kernel.why("origin:node/10", "origin:node/River")
        self.assertEqual(look.answer.is_reached, told["reached"])
        self.assertEqual(len(look.answer.path), len(told["path"]))
        driving.picture("why-net3")
        network.edit("Without the river", [{"delete": global_id_of(network, "origin:link/60")}], None, self.fail)
        self.done()
        told = network.kernel.why("origin:node/10", "origin:node/River")
        self.assertEqual(look.answer.is_reached, told["reached"])
        if not told["blockers"] and not told["reached"]:
            self.assertIn("no connection at all", look.panel.title.text())

    def test_what_people_do_wrong(self):
        self.action("geosnapWhy")
        self.assertIn("No network is open", " ".join(self.messages()))
        path = self.copy()
        edit_file(path, *(
            (f"UPDATE {table} SET SUBNETWORKCONTROLLERNAME = NULL, TIERNAME = NULL, CONTROLLERTERMINAL = NULL", ())
            for table in ("PipelineDevice", "ElectricDevice")
        ))
        self.open(path)
        x, y = self.place("origin:sink/5")
        show(x, y, 200)
        look = self.ask("origin:sink/5")
        self.assertIn("no controller", look.panel.title.text())
        look.clear()
        # The same feature twice, a click beside everything, and Escape.
        look = self.ask("origin:sink/5", "origin:sink/5")
        self.assertIsNone(look.answer)
        click(x + 95, y + 40)
        key(Qt.Key_Escape)
        self.assertIsNone(look.start)
        key(Qt.Key_Escape)
        self.assertIsNot(canvas().mapTool(), look.tool)
        self.ask("origin:sink/5")
        driving.plugin().desk.networks.close_all()
        pump(0.1)
        self.assertTrue(look.ends.is_empty)


class ValidationTests(LookingSession):
    def broken(self):
        """A copy with errors of four kinds, inserted into the file by SQL."""
        path = self.copy()
        lines = rows_of(
            path, "SELECT OBJECTID, SHAPE, GLOBALID, ASSETGROUP, ASSETTYPE FROM PipelineLine WHERE ASSETGROUP < 10 "
            "ORDER BY OBJECTID LIMIT 80"
        )
        long = [row for row in lines if length(shape_of(row[1])[:2]) > 10][:3]
        ends = [shape_of(row[1])[:2] for row in long]

        def middle(number, share=0.5):
            (x, y), (ax, ay) = ends[number]
            return x + share * (ax - x), y + share * (ay - y)

        statements = [
            # A tap on a main that has no vertex there.
            ("INSERT INTO PipelineJunction (SHAPE, GLOBALID, ASSETGROUP, ASSETTYPE, ORIGIN) VALUES (?, ?, 1, 6, 'b/1')",
             (gpkg_point(*middle(0)), str(uuid.uuid4()).upper())),
            # A device at the place of another one.
            ("INSERT INTO PipelineDevice (SHAPE, GLOBALID, ASSETGROUP, ASSETTYPE, ORIGIN) VALUES (?, ?, 2, 1, 'b/2')",
             (rows_of(path, "SELECT SHAPE FROM PipelineDevice WHERE ORIGIN LIKE '%sink/5'")[0][0],
              str(uuid.uuid4()).upper())),
            # A row with an asset type that does not exist.
            ("UPDATE PipelineLine SET ASSETTYPE = 4711 WHERE OBJECTID = ?", (long[1][0],)),
            # An association with a missing feature.
            ("INSERT INTO un_associations (FROMNETWORKSOURCEID, FROMGLOBALID, TONETWORKSOURCEID, TOGLOBALID, "
             "ASSOCIATIONTYPE, ISCONTENTVISIBLE, GLOBALID, STATUS) VALUES (6, ?, 22, ?, 2, FALSE, ?, 0)",
             (STATION, str(uuid.uuid4()).upper(), str(uuid.uuid4()).upper())),
        ]
        edit_file(path, *statements)
        return path

    def errors(self, path):
        with self.fresh(path) as kernel:
            return kernel.validate().errors

    def validate(self):
        self.action("geosnapValidate")
        self.done()
        return room("looking").validation

    def choose(self, code):
        look = room("looking").validation
        row = next(row for group in look.panel.model.groups for row in group.rows if row.code == code)
        tree = look.panel.findChild(QTreeView, "geosnapValidationTree")
        tree.setCurrentIndex(look.panel.model.index_of(row))
        self.done()
        return row

    def test_valid_networks(self):
        self.open(self.copy())
        look = self.validate()
        self.assertIn("Nothing is wrong", look.panel.title.text())
        self.assertEqual(look.panel.model.groups, [])
        driving.plugin().desk.networks.close_all()
        QgsProject.instance().clear()
        self.open(self.net3(), None)
        look = self.validate()
        self.assertIn("Nothing is wrong", look.panel.title.text())

    def test_the_list_is_that_of_the_command_and_each_zooms(self):
        path = self.broken()
        self.open(path)
        look = self.validate()
        expected = self.errors(path)
        self.assertGreaterEqual(len({one["code"] for one in expected}), 4)
        rows = [row for group in look.panel.model.groups for row in group.rows]
        self.assertEqual([row.document for row in rows], expected)
        self.assertEqual(len(look.marks.places), sum(1 for one in expected if one["location"]))
        canvas().zoomToFullExtent()
        tree = look.panel.findChild(QTreeView, "geosnapValidationTree")
        tree.expandAll()
        for row in rows:
            if not row.location:
                continue
            canvas().zoomToFullExtent()
            index = look.panel.model.index_of(row)
            tree.scrollTo(index)
            pump(0.05)
            center = tree.visualRect(index).center()
            QTest.mouseClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, center)
            QTest.mouseDClick(tree.viewport(), Qt.LeftButton, Qt.NoModifier, center)
            pump(0.05)
            middle = canvas().extent().center()
            self.assertAlmostEqual(middle.x(), row.location[0], 3)
            self.assertAlmostEqual(middle.y(), row.location[1], 3)
            self.assertLess(canvas().extent().width(), 400)
        driving.settle()
        driving.picture("validation")
        # The filter, and the exported file.
        search = look.panel.findChild(QLineEdit, "geosnapValidationFilter")
        driving.type_into(search, "VERTEX THERE")
        self.assertEqual(look.panel.model.shown_count, sum("vertex there" in one["message"] for one in expected))
        search.clear()
        exported = os.path.join(self.folder, "problems.csv")
        look.export(exported)
        with open(exported, encoding="utf-8-sig", newline="") as file:
            written = list(csv.DictReader(file))
        self.assertEqual([row["message"] for row in written], [one["message"] for one in expected])
        self.assertEqual([row["code"] for row in written], [one["code"] for one in expected])

    def test_in_this_view_only(self):
        path = self.broken()
        self.open(path)
        look = self.validate()
        row = self.choose("noVertexForConnection")
        show(*row.location[:2], 30)
        look.panel.only_view.click()
        self.done()
        words = [repr(one) for one in corners()]
        told = self.network.kernel.ask("validate", "--extent=" + ",".join(words), "--json")["errors"]
        self.assertEqual([one.document for one in look.problems.all], told)
        self.assertLess(len(told), len(self.errors(path)))
        self.assertIn("in the view", look.panel.title.text())

    def fix(self, code, choice=0):
        """Chooses an error and clicks its fix; in a menu, the choice of a number."""
        look = room("looking").validation
        self.choose(code)
        button = look.panel.findChild(QPushButton, "geosnapValidationFix")
        self.assertFalse(button.isHidden(), code)
        if button.menu() is None:
            button.click()
        else:
            button.menu().actions()[choice].trigger()
        self.done()

    def test_fixes_are_carried_out_by_a_click_and_undone(self):
        path = self.broken()
        network = self.open(path)
        look = self.validate()
        before = self.errors(path)
        for code in ("noVertexForConnection",):
            count = len(self.errors(path))
            self.fix(code)
            after = self.errors(path)
            self.assertNotIn(code, {one["code"] for one in after}, self.messages())
            self.assertLess(len(after), count)
            # The list is updated automatically.
            self.assertEqual([one.document for one in look.problems.all], after)
        # Errors that a user has to fix by moving or editing have no button.
        for code, reason in (
            # For an unreadable row in a database, the only message is what to correct.
            ("stackedPoints", None), ("invalidAssetType", "set aside" if driving.DATABASE is None else None),
            ("missingAssociatedFeature", "set aside"),
        ):
            self.choose(code)
            self.assertTrue(look.panel.findChild(QPushButton, "geosnapValidationFix").isHidden())
            self.assertIn("To do", look.panel.detail.toPlainText())
            text = look.panel.detail.toPlainText()
            self.assertEqual(reason is not None, "This cannot be done here" in text, text)
            self.assertIn(reason or "", look.panel.detail.toPlainText())
        network.edit("By hand", [{"delete": global_id_of(network, "origin:b/2")}])
        self.done()
        self.assertEqual(
            sorted(one["code"] for one in self.errors(path)), ["invalidAssetType", "missingAssociatedFeature"]
        )
        for _ in range(2):
            network.undo()
            self.done()
        self.assertEqual(
            Counter(one["code"] for one in self.errors(path)), Counter(one["code"] for one in before)
        )
        self.assertEqual(len(look.problems.all), len(before))

    def test_a_line_is_split_at_a_valve_and_its_terminals_chosen(self):
        path = self.copy()
        line = rows_of(path, "SELECT SHAPE FROM PipelineLine WHERE ORIGIN = 'pipe/1715'")[0][0]
        (x, y), (ax, ay) = shape_of(line)[:2]
        edit_file(path, (
            "INSERT INTO PipelineDevice (SHAPE, GLOBALID, ASSETGROUP, ASSETTYPE, ORIGIN) VALUES (?, ?, 3, 1, 'b/3')",
            (gpkg_point((x + ax) / 2, (y + ay) / 2), str(uuid.uuid4()).upper()),
        ))
        self.open(path)
        look = self.validate()
        self.assertEqual([one["code"] for one in self.errors(path)], ["noVertexForConnection"])
        self.choose("noVertexForConnection")
        labels = [
            action.text() for action in look.panel.findChild(QPushButton, "geosnapValidationFix").menu().actions()
        ]
        self.assertEqual(len(labels), 2, labels)
        self.assertTrue(all("Port 1" in label and "Port 2" in label for label in labels), labels)
        driving.picture("validation-fix")
        count = len(rows_of(path, "SELECT OBJECTID FROM PipelineLine"))
        self.fix("noVertexForConnection", 1)
        self.assertEqual(self.errors(path), [])
        self.assertEqual(len(rows_of(path, "SELECT OBJECTID FROM PipelineLine")), count + 1)

    def test_other_fixes(self):
        path = self.copy()
        mains = [
            row for row in rows_of(path, "SELECT OBJECTID, SHAPE, ORIGIN FROM PipelineLine WHERE ASSETGROUP = 10")
            if len(shape_of(row[1])) == 2 and length(shape_of(row[1])) > 4
        ][:2]
        (x, y), (ax, ay) = shape_of(mains[0][1])
        doubled = [(x, y), ((x + ax) / 2, (y + ay) / 2), ((x + ax) / 2, (y + ay) / 2), (ax, ay)]
        edit_file(
            path,
            ("UPDATE PipelineLine SET SHAPE = ? WHERE OBJECTID = ?", (gpkg_line(doubled), mains[0][0])),
            ("UPDATE PipelineDevice SET DEVICESTATUS = 77 WHERE ORIGIN LIKE '%sink/5'", ()),
        )
        self.open(path)
        look = self.validate()
        codes = [one["code"] for one in self.errors(path)]
        self.assertEqual(sorted(codes), ["invalidAttributeValue", "repeatedVertex"])
        for code in codes:
            self.fix(code)
        self.assertEqual(self.errors(path), [])
        blob = rows_of(path, "SELECT SHAPE FROM PipelineLine WHERE OBJECTID = ?", mains[0][0])[0][0]
        self.assertEqual(len(shape_of(blob)), 3)
        self.assertEqual(look.problems.all, [])

    def test_a_junction_is_placed_where_lines_meet(self):
        path = self.copy()
        tap = rows_of(path, "SELECT SHAPE FROM PipelineJunction WHERE ORIGIN = 'junction/177'")[0][0]
        edit_file(path, ("DELETE FROM PipelineJunction WHERE ORIGIN = 'junction/177'", ()))
        self.open(path)
        look = self.validate()
        self.assertEqual([one["code"] for one in self.errors(path)], ["noJunctionBetweenLines"])
        self.choose("noJunctionBetweenLines")
        labels = [
            action.text() for action in look.panel.findChild(QPushButton, "geosnapValidationFix").menu().actions()
        ]
        # The most used of the possible asset types is first.
        self.assertEqual(labels[0], "Place Fitting / Tap", labels)
        driving.picture("validation-place")
        self.fix("noJunctionBetweenLines")
        self.assertEqual(self.errors(path), [])
        self.assertEqual(look.panel.model.groups, [])
        self.assertFalse(look.marks.isVisible())
        placed = rows_of(path, "SELECT SHAPE, ASSETTYPE FROM PipelineJunction ORDER BY OBJECTID DESC LIMIT 1")[0]
        self.assertEqual(shape_of(placed[0]), shape_of(tap))
        self.assertEqual(placed[1], 6)

    def test_another_asset_type_is_chosen(self):
        path = self.copy()
        with geosnap.open(path) as kernel:
            codes = kernel.asset_type_codes("PipelineLine", "Iron Main/To 63 mm")
        edit_file(path, ("UPDATE PipelineLine SET ASSETGROUP = ?, ASSETTYPE = ? WHERE ORIGIN = 'pipe/1724'", codes))
        self.open(path)
        look = self.validate()
        errors = self.errors(path)
        self.assertEqual([one["fix"]["kind"] for one in errors], ["chooseAssetType"])
        self.assertEqual([one.document for one in look.problems.all], errors)
        self.fix(errors[0]["code"])
        self.assertEqual(self.errors(path), [], self.messages())

    def test_a_line_of_several_parts(self):
        path = self.copy()
        object_id, blob, origin = next(
            row for row in rows_of(path, "SELECT OBJECTID, SHAPE, ORIGIN FROM PipelineLine WHERE ASSETGROUP = 10")
            if len(shape_of(row[1])) == 2 and length(shape_of(row[1])) > 4
        )
        (x, y), (ax, ay) = shape_of(blob)
        between = (x + 0.6 * (ax - x), y + 0.6 * (ay - y))
        parts = [[(x, y), between], [between, (ax, ay)]]
        if driving.DATABASE is None:
            driving.change(path, [("DROP TRIGGER rtree_PipelineLine_SHAPE_update1", ())])
        edit_file(path, ("UPDATE PipelineLine SET SHAPE = ? WHERE OBJECTID = ?", (gpkg_lines(parts), object_id)))
        self.open(path)
        self.validate()
        self.assertIn("multipartLine", [one["code"] for one in self.errors(path)])
        count = len(rows_of(path, "SELECT OBJECTID FROM PipelineLine"))
        self.fix("multipartLine")
        self.assertEqual(self.errors(path), [])
        self.assertEqual(len(rows_of(path, "SELECT OBJECTID FROM PipelineLine")), count + 1)

    def test_what_people_do_wrong(self):
        look = self.validate_nothing()
        self.assertIn("No network is open", look.panel.title.text())
        path = self.broken()
        self.open(path)
        look = self.validate()
        self.choose("noVertexForConnection")
        look.check()
        driving.plugin().desk.networks.close_all()
        wait_for_tasks()
        self.assertEqual(look.panel.model.groups, [])
        self.assertFalse(look.marks.isVisible())

    def validate_nothing(self):
        self.action("geosnapValidate")
        wait_for_tasks()
        return room("looking").validation


def length(places):
    (x, y), (ax, ay) = places[0], places[-1]
    return ((x - ax) ** 2 + (y - ay) ** 2) ** 0.5


def gpkg_point(x, y):
    return b"GP\x00\x01" + struct.pack("<i", 25832) + struct.pack("<BIdd", 1, 1, x, y)


def wkb_line(places):
    return struct.pack("<BII", 1, 2, len(places)) + b"".join(struct.pack("<dd", *xy) for xy in places)


def gpkg_line(places):
    return b"GP\x00\x01" + struct.pack("<i", 25832) + wkb_line(places)


def gpkg_lines(parts):
    head = b"GP\x00\x01" + struct.pack("<i", 25832) + struct.pack("<BII", 1, 5, len(parts))
    return head + b"".join(wkb_line(part) for part in parts)
