"""A session of QGIS in which the package is installed from a wheel: test_settings starts it."""

import os
import sys

import driving
from driving import Session, choose_file, pump, room, until
from qgis.core import QgsApplication, QgsProject, QgsVectorLayer
from qgis.PyQt.QtCore import QTimer
from qgis.PyQt.QtWidgets import QAction, QApplication, QLabel, QPushButton
from qgis.utils import iface

WHEEL = os.environ["GEOSNAP_WHEEL"]


class InstallTests(Session):
    def test_the_package_is_installed_and_used(self):
        self.assertNotIn("geosnap", sys.modules)
        path = self.copy()
        layer = QgsVectorLayer(f"{path}|layername=PipelineLine", "lines", "ogr")
        QgsProject.instance().addMapLayer(layer)
        until(lambda: self.messages(), 30, "that the package is missing")
        texts = []

        def in_options():
            dialog = QApplication.activeModalWidget()
            page = dialog.findChild(object, "geosnapSettings")
            label = page.findChild(QLabel, "geosnapPackage")
            choose_file("geosnapWheelDialog", WHEEL)
            page.findChild(QPushButton, "geosnapInstall").click()
            until(lambda: not room("settings").installing.is_running, 180, "the end of installing")
            pump(0.2)
            texts.append(label.text())
            driving.picture("installed", dialog)
            dialog.reject()

        QTimer.singleShot(1500, in_options)
        iface.mainWindow().findChild(QAction, "geosnapShowSettings").trigger()
        self.assertEqual(len(texts), 1)
        self.assertIn("is installed, and used from now on", texts[0])
        import geosnap

        own = QgsApplication.qgisSettingsDirPath()
        self.assertTrue(geosnap.__file__.startswith(own), geosnap.__file__)
        # The project's network opens automatically, since the package is now there.
        networks = driving.plugin().desk.networks
        until(lambda: networks.find(path), 60, "the network")
        self.assertEqual(networks.current.path, os.path.realpath(path))
        # A second time: the loaded version stays until QGIS restarts, and a message says so.
        room("settings").installing.install(WHEEL)
        until(lambda: not room("settings").installing.is_running, 180, "the end of installing")
        self.assertIn("after a restart", room("settings").installing.result)
