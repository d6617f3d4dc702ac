"""The settings of the plugin: a page in QGIS's options."""

from qgis.gui import QgsOptionsWidgetFactory

from ..kernel.desk import icon
from ..kernel.texts import tr
from .installing import Installing
from .page import Page


class Room:
    """The settings page, and an action that opens it."""

    def __init__(self, desk):
        self.desk = desk
        self.installing = Installing(desk)
        self.installing.installed.connect(self._installed)
        self._factory = _Factory(self.installing)
        desk.iface.registerOptionsWidgetFactory(self._factory)
        self.action = desk.add_action("geosnapShowSettings", tr("Settings…"), desk.show_settings, in_toolbar=False)

    def unload(self):
        """Removes the page."""
        self.desk.iface.unregisterOptionsWidgetFactory(self._factory)

    def _installed(self):
        project = self.desk.room("project")
        if project is not None:
            project.look_again()


class _Factory(QgsOptionsWidgetFactory):
    """Makes the page each time that the options are opened."""

    def __init__(self, installing):
        super().__init__()
        self._installing = installing
        self.setTitle("GeoSnap")
        self.setIcon(icon("geosnap"))

    def createWidget(self, parent):  # noqa: N802 (QGIS calls it so)
        """Makes the page; QGIS calls it."""
        return Page(parent, self._installing)
