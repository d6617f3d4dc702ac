"""Networks in a database: opened by address, edited by several at once, and the edits that QGIS itself may write."""

import json
import os
import subprocess
import time
import unittest

import driving
import geosnap
from driving import canvas, pump, room, run_sql, until, wait_for_tasks
from geosnap_qgis.kernel import address, store
from geosnap_qgis.kernel.layers import layers_of
from qgis.core import (
    QgsCredentials,
    QgsExpressionContextUtils,
    QgsProject,
    QgsSettings,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QAction, QApplication, QComboBox, QDialogButtonBox, QInputDialog, QLineEdit, QMenu
from qgis.utils import iface
from test_drawing import MAIN, SERVICE
from test_stock import StockSession

VALVE = {"insert": "PipelineDevice", "assetGroup": 3, "assetType": 1, "geometry": "POINT (417000 5369900)"}

ANOTHER = {**VALVE, "geometry": "POINT (417100 5369900)"}


def variable():
    return QgsExpressionContextUtils.projectScope(QgsProject.instance()).variable("geosnap_network")


class AddressTests(unittest.TestCase):
    """Addresses, without a database."""

    def test_each_network_has_one_address(self):
        one = "postgresql://anna@server/utility?schema=town"
        for same in (
            one, "postgres://anna@server:5432/utility?schema=town", "postgresql://server/utility?schema=town&user=anna",
            "postgresql:///utility?schema=town&user=anna&host=server&sslmode=prefer",
            "postgresql://anna:secret@server/utility?schema=town",
        ):
            self.assertEqual(store.key(same), one)
        for other in (
            "postgresql://anna@server/utility", "postgresql://anna@server:5433/utility?schema=town",
            "postgresql:///?service=town&schema=a%26b%7Cc%22.d", "postgresql:///?authcfg=ab12cd3&dbname=x&schema=a",
            "postgresql://a,b:5433,5434/utility?schema=town", "postgresql://anna@[::1]/utility?schema=town",
            "postgresql:///utility?host=%2Ftmp%2Fa%20b&schema=%C3%A4",
        ):
            key = store.key(other)
            self.assertEqual(store.key(key), key)
            self.assertNotIn("|", key, "it stands in a list in the project")
            self.assertNotEqual(key, one)

    def test_a_layer_says_which_network_it_is_of(self):
        for text in (
            "postgresql://anna@server/utility?schema=town", "postgresql://server:5433/utility?sslmode=require&schema=t",
            "postgresql:///?service=town&schema=a%26b%7Cc%22.d%27", "postgresql:///utility?host=%2Ftmp%2Fa&schema=%C3%A4",
        ):
            key = store.key(text)
            source, provider = store.layer_source(key, 'pipe"s', "shape")
            self.assertEqual(store.place_of(provider, source), (key, 'pipe"s'))
        self.assertIsNone(store.place_of("postgres", "dbname='a' table=\"(SELECT 1)\" (shape)"))

    def test_passwords_are_in_nothing_that_is_kept(self):
        key = store.key("postgresql://anna:s3%40cret@server/utility?schema=hidden&sslpassword=s3%40cret")
        source, _ = store.layer_source(key, "pipes", "shape")
        for text in (key, source, store.name(key)):
            self.assertNotIn("s3", text)
        self.assertEqual(address.libpq_words(key)["password"], "s3@cret")
        self.assertIn("s3%40cret", store.to_open(key))
        # QGIS needs it for its layers, and forgets it with the session.
        address.lend_password(key)
        realm = address.uri_of(key).connectionInfo(False)
        self.assertEqual(QgsCredentials.instance().get(realm, "anna", "", ""), (True, "anna", "s3@cret"))

    def test_what_is_no_address_is_told_without_a_password(self):
        for text in ("postgresql://anna:s3cret@[::1/c", "postgresql://anna:s3cret@server/c?nonsense=1"):
            with self.assertRaises(address.DatabaseUnread) as caught:
                store.key(text)
            self.assertNotIn("s3cret", str(caught.exception))


@driving.database_only
class DatabaseSession(StockSession):
    def setUp(self):
        super().setUp()
        iface.messageBar().clearWidgets()

    def command(self, *words):
        done = subprocess.run(
            [os.environ["GEOSNAP_COMMAND"], *words], capture_output=True, text=True, check=False
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def elsewhere(self, path, name, *edits):
        """Commits edits in another program."""
        file = os.path.join(self.folder, "edit.json")
        with open(file, "w", encoding="utf-8") as written:
            json.dump({"name": name, "edits": edits}, written)
        return self.command("edit", path, "--transaction", file, "--json")

    def history(self, path):
        """The history: kind, author and place of each step, the newest last."""
        return driving.rows_of(path, "SELECT kind, author, place FROM un_history ORDER BY revision")

    def dialog(self, do, seconds=0.5):
        """Calls a function with the dialog that is about to open."""

        def work():
            dialog = QApplication.activeModalWidget()
            if dialog is not None:
                do(dialog)

        QTimer.singleShot(int(1000 * seconds), work)


class OpeningTests(DatabaseSession):
    def type_address(self, text):
        def do(dialog):
            self.assertEqual(dialog.objectName(), "geosnapAddressDialog")
            line = dialog.findChild(QLineEdit, "geosnapAddress")
            line.setText("postgresql://")
            ok = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.Ok)
            line.setText("town.gpkg")
            self.assertFalse(ok.isEnabled(), "that is no address")
            line.setText(text)
            self.assertTrue(ok.isEnabled())
            driving.picture("open-database", dialog)
            ok.click()

        self.dialog(do)
        iface.mainWindow().findChild(QAction, "geosnapOpenDatabase").trigger()

    def test_an_address_is_opened_by_the_action(self):
        path = self.copy()
        # It has a user, and a password that is not required here.
        self.type_address(path.replace("geosnap@", "geosnap:s3cret@"))
        networks = driving.plugin().desk.networks
        until(lambda: networks.current, 60, "the network")
        wait_for_tasks()
        driving.settle()
        self.assertEqual(networks.current.path, path)
        self.assertEqual(variable(), path)
        shown = layers_of(path)
        self.assertGreater(len(shown), 10)
        self.assertTrue(all(layer.isValid() and layer.providerType() == "postgres" for _, layer in shown))
        self.assertEqual([group.name() for group in QgsProject.instance().layerTreeRoot().findGroups()], [store.name(path)])
        self.assertTrue(canvas().extent().contains(*MAIN))
        project = os.path.join(self.folder, "it.qgs")
        QgsProject.instance().write(project)
        with open(project, encoding="utf-8") as file:
            self.assertNotIn("s3cret", file.read())
        self.assertNotIn("s3cret", json.dumps([str(QgsSettings().value(key)) for key in QgsSettings().allKeys()]))
        # Opened networks are offered again.
        QgsProject.instance().clear()
        pump(0.2)
        menu = iface.mainWindow().findChild(QMenu, "geosnapRecentMenu")
        menu.aboutToShow.emit()
        first = menu.actions()[0]
        self.assertEqual((first.text(), first.toolTip()), (store.name(path), path))
        first.trigger()
        until(lambda: networks.current, 60, "the network")
        wait_for_tasks()

    def test_a_database_says_which_networks_it_has(self):
        path, other = self.copy(), self.copy()
        whole = path[: path.index("schema=")].rstrip("?&")

        def choose(dialog):
            self.assertIsInstance(dialog, QInputDialog)
            box = dialog.findChild(QComboBox)
            listed = [box.itemText(number) for number in range(box.count())]
            self.assertLessEqual({store.name(path), store.name(other)}, set(listed))
            box.setCurrentText(store.name(other))
            dialog.accept()

        opened = []
        self.dialog(choose, 2)
        room("project").open(whole, opened.append, self.fail)
        until(lambda: opened, 60, "the network")
        self.assertEqual(opened[0].path, other)

    def test_connections_of_qgis_fill_the_address_in(self):
        from geosnap_qgis.project.address_dialog import AddressDialog

        settings = QgsSettings()
        settings.setValue("PostgreSQL/connections/the town/host", "server")
        settings.setValue("PostgreSQL/connections/the town/port", "5433")
        settings.setValue("PostgreSQL/connections/the town/database", "utility")
        settings.setValue("PostgreSQL/connections/the town/username", "anna")
        settings.setValue("PostgreSQL/connections/the town/saveUsername", "true")
        try:
            dialog = AddressDialog(iface.mainWindow(), [])
            box = dialog.findChild(QComboBox, "geosnapKnownAddresses")
            box.setCurrentText("Connection the town")
            box.activated.emit(box.currentIndex())
            self.assertEqual(dialog.address, "postgresql://anna@server:5433/utility")
            dialog.deleteLater()
        finally:
            settings.remove("PostgreSQL/connections/the town")

    def test_what_is_no_network_is_told(self):
        failed = []
        project = room("project")
        project.open(store.key(f"{driving.DATABASE}&schema=public"), self.fail, failed.append)
        until(lambda: failed, 30, "an error")
        self.assertIn("holds no network", str(failed[0]))
        project.open("postgresql://geosnap:s3cret@127.0.0.1:1/none?schema=a", self.fail, failed.append)
        until(lambda: len(failed) == 2, 30, "an error")
        self.assertIn("cannot be read", str(failed[1]))
        project.open("postgresql://a@b/c?nonsense=1", self.fail, failed.append)
        self.assertIn("not the address", str(failed[2]))
        self.assertNotIn("s3cret", " ".join(self.messages()))
        self.assertEqual(QgsProject.instance().mapLayers(), {})

    def test_other_layers_of_a_database_are_left_alone(self):
        uri = address.uri_of(store.key(driving.DATABASE))
        uri.setDataSource("public", "spatial_ref_sys", "", "", "srid")
        layer = QgsVectorLayer(uri.uri(False), "systems", "postgres")
        self.assertTrue(layer.isValid())
        QgsProject.instance().addMapLayer(layer)
        pump(0.3)
        wait_for_tasks()
        self.assertEqual(self.messages(), [])
        self.assertEqual(driving.plugin().desk.networks.all, [])
        self.assertIsNone(variable())

    def test_hostile_names(self):
        file = self.file_copy()
        name = "to\"wn's |.%s &=ä"
        schema = address.naming(store.key(driving.DATABASE), name)
        run_sql('DROP SCHEMA IF EXISTS "to""wn\'s |.%s &=ä" CASCADE')
        geosnap.ask("copy", file, store.to_open(schema))
        try:
            network = self.open(schema)
            self.assertTrue(all(layer.isValid() for _, layer in layers_of(schema)))
            count = driving.layer("PipelineDevice").featureCount()
            found = []
            network.edit("A valve", [VALVE], found.append, found.append)
            until(lambda: found, 30, "the commit")
            self.saved()
            self.assertEqual(driving.layer("PipelineDevice").featureCount(), count + 1)
            self.assertEqual(variable(), schema)
            self.elsewhere(schema, "Another valve", ANOTHER)
            until(lambda: driving.layer("PipelineDevice").featureCount() == count + 2, 20, "what others did")
        finally:
            QgsProject.instance().clear()
            wait_for_tasks()
            run_sql('DROP SCHEMA IF EXISTS "to""wn\'s |.%s &=ä" CASCADE')


class TogetherTests(DatabaseSession):
    def test_what_others_commit_is_shown_within_a_moment(self):
        path = self.copy()
        network = self.open(path)
        layer = driving.layer("PipelineDevice")
        count, known = layer.featureCount(), network.kernel.feature_count
        definition = network.definition
        heard = []
        network.changed.connect(heard.append)
        self.elsewhere(path, "A valve", VALVE)
        begun = time.monotonic()
        until(lambda: layer.featureCount() == count + 1 and heard, 20, "what the other program has written")
        took = time.monotonic() - begun
        print(f"shown after {took:.2f} s", flush=True)
        self.assertLess(took, 3)
        self.assertEqual(network.kernel.feature_count, known + 1)
        self.assertEqual([change.cause for change in heard], ["others"])
        self.assertIs(network.definition, definition, "the definition is the same")
        wait_for_tasks()
        # It is another editor's step.
        pump(1)
        self.assertEqual(len(heard), 1, "it is reported once")

    def test_own_steps_are_told_once_and_undone(self):
        path = self.copy()
        network = self.open(path)
        heard, done = [], []
        network.changed.connect(heard.append)
        network.edit("A valve", [VALVE], done.append, done.append)
        until(lambda: done, 30, "the commit")
        self.saved()
        pump(1)
        self.assertEqual([change.cause for change in heard], ["committed"])
        self.assertEqual((network.can_undo, network.undo_name), (True, "A valve"))
        # Another editor's step is not the user's.
        driving.change(path, [("UPDATE PipelineDevice SET NAME = 'theirs' WHERE OBJECTID = 3", ())])
        until(lambda: len(heard) == 2, 20, "what others did")
        wait_for_tasks()
        self.assertEqual(network.undo_name, "A valve")
        network.undo(done.append, done.append)
        until(lambda: len(done) == 2, 30, "undo")
        self.saved()
        self.assertFalse(network.can_undo)
        self.assertEqual(driving.rows_of(path, "SELECT NAME FROM PipelineDevice WHERE OBJECTID = 3"), [("theirs",)])

    def test_two_who_change_the_same_are_told_of_each_other(self):
        path = self.copy()
        network = self.open(path)
        # It receives no notifications until it commits.
        network._timer.stop()
        self.elsewhere(path, "Theirs", {"setAttributes": "row:PipelineDevice/12", "attributes": {"NAME": "theirs"}})
        found = []
        edits = [{"setAttributes": "row:PipelineDevice/12", "attributes": {"NAME": "ours"}}]
        network.edit("Ours", edits, self.fail, found.append)
        until(lambda: found, 30, "a refusal")
        self.saved()
        self.assertIn("PipelineDevice", str(found[0]))
        self.assertIn("Theirs", str(found[0]))
        network._timer.start()
        until(lambda: not network.is_busy and network.kernel.texts(
            network.kernel.named("row:PipelineDevice/12"), "name") == ["theirs"], 20, "what they did")
        network.edit("Ours", edits, found.append, found.append)
        until(lambda: len(found) == 2, 30, "the commit")
        self.saved()
        self.assertEqual(driving.rows_of(path, "SELECT NAME FROM PipelineDevice WHERE OBJECTID = 12"), [("ours",)])

    def test_what_others_do_while_something_is_saved_is_shown_too(self):
        path = self.copy()
        network = self.open(path)
        layer = driving.layer("PipelineDevice")
        count = layer.featureCount()
        heard, done = [], []
        network.changed.connect(heard.append)
        network._timer.stop()
        self.elsewhere(path, "Theirs", VALVE)
        # The commit includes the others' changes, so that the plugin finds nothing new.
        network.edit("Ours", [ANOTHER], done.append, done.append)
        until(lambda: done, 30, "the commit")
        self.saved()
        network._timer.start()
        until(lambda: len(heard) == 2, 20, "what others did")
        self.assertEqual([change.cause for change in heard], ["committed", "others"])
        until(lambda: layer.featureCount() == count + 2, 10, "both valves")

    def test_a_lost_connection_comes_back(self):
        path = self.copy()
        network = self.open(path)
        layer = driving.layer("PipelineDevice")
        count = layer.featureCount()
        run_sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                "AND query LIKE 'LISTEN%'")
        self.elsewhere(path, "A valve", VALVE)
        until(lambda: layer.featureCount() == count + 1, 30, "what others did")
        wait_for_tasks()
        self.elsewhere(path, "Another", ANOTHER)
        until(lambda: layer.featureCount() == count + 2, 30, "what others did then")
        self.assertFalse(network.is_closed)
        self.assertEqual(self.messages(), [])


class SavingTests(DatabaseSession):
    def test_what_the_tools_of_qgis_edit_is_a_commit_of_the_session(self):
        path = self.copy()
        self.open(path)
        lines, points = self.edit_layer("PipelineLine"), self.edit_layer("PipelineDevice")
        good = self.junction(path, SERVICE, *MAIN)
        self.service(lines, good, (good[0] + 3, good[1] + 4))
        device = next(points.getFeatures('"objectid" = 12'))
        points.beginEditCommand("Name")
        points.changeAttributeValue(device.id(), points.fields().lookupField("NAME"), "ours")
        points.endEditCommand()
        self.save_layer(lines)
        self.assertEqual([kind for kind, _, _ in self.history(path)], ["commit"], "QGIS writes nothing itself")
        self.assertEqual(driving.rows_of(path, "SELECT NAME FROM PipelineDevice WHERE OBJECTID = 12"), [("ours",)])
        self.assertEqual(self.errors(path), [])

    def test_what_the_rules_are_not_asked_about_is_noted_and_taken_over(self):
        path = self.copy()
        network = self.open(path)
        stock = room("stock")
        stock.action.trigger()
        heard = []
        network.changed.connect(heard.append)
        try:
            layer = self.edit_layer("PipelineDevice")
            device = next(layer.getFeatures('"objectid" = 12'))
            layer.changeAttributeValue(device.id(), layer.fields().lookupField("NAME"), "by SQL")
            self.save_layer(layer)
            until(lambda: heard, 20, "what QGIS has written")
            self.saved()
        finally:
            stock.action.trigger()
        self.assertEqual([(kind, place) for kind, _, place in self.history(path)], [("foreign", "QGIS")])
        found = network.kernel.named("row:PipelineDevice/12")
        self.assertEqual(network.kernel.texts(found, "name"), ["by SQL"])
        self.assertFalse(network.can_undo, "it is no step of the session")

    def test_what_others_have_deleted_meanwhile_harms_nothing_else(self):
        path = self.copy()
        network = self.open(path)
        network._timer.stop()
        layer = self.edit_layer("PipelineDevice")
        # Row numbers differ from the layer's feature ids.
        device = next(layer.getFeatures('"objectid" = 1200'))
        layer.beginEditCommand("Name")
        layer.changeAttributeValue(device.id(), layer.fields().lookupField("NAME"), "ours")
        layer.endEditCommand()
        before = dict(driving.rows_of(path, "SELECT OBJECTID, NAME FROM PipelineDevice"))
        driving.change(path, [("DELETE FROM PipelineDevice WHERE OBJECTID = 1200", ())])
        self.save_layer(layer)
        until(lambda: room("stock").dock.held, 20, "what was refused")
        before.pop(1200)
        self.assertEqual(dict(driving.rows_of(path, "SELECT OBJECTID, NAME FROM PipelineDevice")), before)
        self.press("geosnapDrop")
        network._timer.start()

    def test_a_reader_is_told_that_he_may_not(self):
        path = self.copy()
        role = f"reader_{os.getpid()}"
        run_sql(f"CREATE ROLE {role} LOGIN")
        run_sql(f'SELECT "{address.schema_of(path)}".un_grant(%s, %s)', (role, "reader"))
        try:
            network = self.open(store.key(path.replace("geosnap@", f"{role}@")))
            self.assertIn(role, network.path)
            found = []
            network.edit("A valve", [VALVE], self.fail, found.append)
            until(lambda: found, 30, "a refusal")
            self.assertIn("is not allowed to", str(found[0]))
            self.assertTrue(network.kernel.feature_count)
        finally:
            QgsProject.instance().clear()
            driving.plugin().desk.networks.close_all()
            pump(0.3)
            run_sql(f'SELECT "{address.schema_of(path)}".un_grant(%s, %s)', (role, "none"))
            run_sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '{role}'")
            run_sql(f"DROP ROLE {role}")

    def test_selected_features_are_deleted_by_their_rows(self):
        path = self.copy()
        self.open(path)
        # A layer that was not drawn yet.
        layer = driving.plain_layer(path, "PipelineLine", "my pipes")
        QgsProject.instance().addMapLayer(layer, False)
        group = self.network.definition.named(SERVICE).group_code
        chosen = [one for one in layer.getFeatures(f'"assetgroup" = {group}')][-3:]
        layer.selectByIds([one.id() for one in chosen])
        rows = sorted(one["objectid"] for one in chosen)
        self.assertNotEqual(sorted(one.id() for one in chosen), rows, "QGIS numbers rows itself")
        all_rows = {row for (row,) in driving.rows_of(path, "SELECT OBJECTID FROM PipelineLine")}
        room("drawing").delete_selected()
        self.saved()
        left = {row for (row,) in driving.rows_of(path, "SELECT OBJECTID FROM PipelineLine")}
        self.assertEqual(sorted(all_rows - left), rows)


if __name__ == "__main__":
    unittest.main()
