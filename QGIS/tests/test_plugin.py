"""The plugin is loaded, unloaded, and loaded again."""

import driving
from driving import Session, plugin, pump
from qgis.PyQt.QtWidgets import QAction, QDockWidget, QToolBar
from qgis.utils import iface, loadPlugin, startPlugin, unloadPlugin


def parts():
    """The parts of the plugin in the main window."""
    window = iface.mainWindow()
    return sorted(
        part.objectName()
        for kind in (QAction, QToolBar, QDockWidget)
        for part in window.findChildren(kind)
        if part.objectName().lower().startswith("geosnap")
    )


class PluginTests(Session):
    def test_it_is_loaded(self):
        self.assertIsNotNone(plugin().desk)
        self.assertIn("GeoSnapToolBar", parts())

    def test_it_unloads_clean_and_loads_again(self):
        before = parts()
        for _ in range(3):
            self.assertTrue(unloadPlugin(driving.PLUGIN))
            pump(0.2)
            self.assertEqual(parts(), [])
            self.assertTrue(loadPlugin(driving.PLUGIN))
            self.assertTrue(startPlugin(driving.PLUGIN))
            pump(0.2)
        self.assertEqual(parts(), before)
