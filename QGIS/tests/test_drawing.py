"""Draws by the rules, with mouse and keys."""

import driving
import geosnap
from driving import Session, canvas, click, key, move, pump, room, show, until, wait_for_tasks
from qgis.core import QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtWidgets import QLineEdit, QListWidget, QPushButton
from qgis.utils import iface

SERVICE = "PipelineLine/Service/House Connection"
TAP = "PipelineJunction/Fitting/Tap"
MAIN = (417831.50380937936, 5367588.087045)
"""A place on a gas main, between two of its vertices."""


class DrawingSession(Session):
    """A session with a network that is open, and its layers."""

    def open(self, path):
        networks = driving.plugin().desk.networks
        found = []
        networks.open(path, found.append, found.append)
        until(lambda: found, 60, "the network")
        if isinstance(found[0], BaseException):
            raise found[0]
        networks.make_current(found[0])
        for table in found[0].kernel.tables:
            layer = QgsVectorLayer(f"{path}|layername={table}", table, "ogr")
            if layer.isValid() and layer.isSpatial():
                QgsProject.instance().addMapLayer(layer)
        driving.settle()
        self.network = found[0]
        return found[0]

    def take(self, path):
        """Chooses an asset type as a person does: by typing a part of its name."""
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
        """The buttons of the message that is shown."""
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


class GestureTests(DrawingSession):
    def test_nothing(self):
        self.assertIsNotNone(canvas())
        key(Qt.Key_Escape)
