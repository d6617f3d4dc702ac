"""A session of QGIS in another language: test_translations starts it and sets the language."""

import os

from driving import Session
from qgis.PyQt.QtWidgets import QAction
from qgis.utils import iface


class LanguageTests(Session):
    def test_the_plugin_speaks_as_qgis_does(self):
        # A text of QGIS first: the plugin has to use the same language.
        menu, opened = os.environ["GEOSNAP_QGIS_WORDS"].split("|")
        self.assertEqual(iface.projectMenu().title().replace("&", ""), menu)
        self.assertEqual(iface.mainWindow().findChild(QAction, "geosnapOpen").text(), opened)
