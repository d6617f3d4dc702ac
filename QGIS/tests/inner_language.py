"""A session of QGIS in another language: test_translations starts it, and says in which."""

import os

from driving import Session
from qgis.PyQt.QtWidgets import QAction
from qgis.utils import iface


class LanguageTests(Session):
    def test_the_plugin_speaks_as_qgis_does(self):
        # QGIS's own word first: the plugin has to go with it.
        menu, opened = os.environ["GEOSNAP_QGIS_WORDS"].split("|")
        self.assertEqual(iface.projectMenu().title().replace("&", ""), menu)
        self.assertEqual(iface.mainWindow().findChild(QAction, "geosnapOpen").text(), opened)
