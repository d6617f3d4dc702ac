"""A session of QGIS in which the package cannot be loaded: test_settings starts it."""

import driving
from driving import Session, choose_file, pump, until
from qgis.core import QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QAction, QApplication, QDialogButtonBox, QLabel, QLineEdit, QPushButton
from qgis.utils import iface


def missing():
    """The message that the package is missing, or None."""
    return next((one for one in iface.messageBar().items() if one.objectName() == "geosnapPackageMissing"), None)


def type_address(text):
    """Types an address into the dialog that is about to open, and presses OK."""

    def work():
        dialog = QApplication.activeModalWidget()
        dialog.findChild(QLineEdit, "geosnapAddress").setText(text)
        dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.Ok).click()

    QTimer.singleShot(1000, work)


OTHERS = ("geosnapShowSettings", "geosnapHelp")
"""Actions that need no package."""


class MissingTests(Session):
    def test_it_is_loaded_and_each_action_says_what_to_do(self):
        self.assertIsNotNone(driving.plugin().desk)
        path = self.copy()
        for action in iface.mainWindow().findChildren(QAction):
            if not action.objectName().startswith("geosnap") or action.objectName() in OTHERS:
                continue
            if action.objectName() == "geosnapOpen":
                choose_file("geosnapOpenDialog", path)
            if action.objectName() == "geosnapOpenDatabase":
                type_address("postgresql://geosnap@localhost:1/town?schema=town")
            action.trigger()
            pump(0.1)
        item = until(missing, 30, "what is missing")
        self.assertIn("package geosnap", item.text())
        self.assertEqual(QgsProject.instance().mapLayers(), {})
        driving.picture("package-missing")
        pages = []

        def look():
            dialog = QApplication.activeModalWidget()
            page = dialog.findChild(object, "geosnapSettings")
            pages.append((page.isVisible(), page.findChild(QLabel, "geosnapPackage").text()))
            dialog.reject()

        QTimer.singleShot(1500, look)
        item.findChild(QPushButton, "geosnapOpenSettings").click()
        self.assertEqual(len(pages), 1)
        self.assertTrue(pages[0][0], "the options open at the page of the plugin")
        self.assertIn("package geosnap", pages[0][1])
        self.assertIsNone(missing(), "the message goes when its button is pressed")

    def test_layers_of_a_network_are_shown_all_the_same(self):
        path = self.copy()
        layer = QgsVectorLayer(f"{path}|layername=PipelineLine", "lines", "ogr")
        QgsProject.instance().addMapLayer(layer)
        until(missing, 30, "what is missing")
        self.assertTrue(layer.isValid())
        pump(0.5)
        self.assertEqual(len([one for one in iface.messageBar().items() if one.objectName()]), 1, "it is said once")
