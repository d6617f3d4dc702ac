"""What the rooms share: QGIS, the open networks, actions and messages."""

import os

from qgis.core import Qgis, QgsMessageLog
from qgis.PyQt.QtGui import QIcon
from qgis.PyQt.QtWidgets import QAction, QPushButton

from . import store
from .networks import Networks
from .package import PackageMissing
from .texts import tr
from .work import Cancelled

SETTINGS_PAGE = "geosnapSettings"
"""The name of the settings page."""
_MISSING = "geosnapPackageMissing"


def icon(name):
    """An icon of the plugin."""
    return QIcon(os.path.join(os.path.dirname(os.path.dirname(__file__)), "icons", name + ".svg"))


class Desk:
    """What the rooms share.

    Attributes
    ----------
    iface : QgisInterface
    networks : Networks
    room : callable
        Returns an open room by the name of its package.
    """

    MENU = "GeoSnap"

    def __init__(self, iface, room):
        self.iface = iface
        self.room = room
        self.networks = Networks()
        self.networks.failed.connect(lambda network, error: self.tell_error(error, store.name(network.path)))
        self.toolbar = iface.addToolBar("GeoSnap")
        self.toolbar.setObjectName("GeoSnapToolBar")
        self._actions = []
        self._docks = []

    def add_action(self, name, text, handler, *, icon_name=None, is_checkable=False, in_toolbar=True, tip=None):
        """Adds an action to the menu and the toolbar.

        Parameters
        ----------
        name : str
            The object name, such as ``geosnapDraw``.
        handler : callable
            Called when the action is triggered; a checkable action passes whether it is checked.
        """
        action = QAction(icon(icon_name), text, self.iface.mainWindow()) if icon_name else QAction(
            text, self.iface.mainWindow()
        )
        action.setObjectName(name)
        action.setCheckable(is_checkable)
        if tip:
            action.setToolTip(tip)
            action.setStatusTip(tip)
        if is_checkable:
            action.triggered.connect(handler)
        else:
            action.triggered.connect(lambda _=False: handler())
        self.iface.addPluginToMenu(self.MENU, action)
        if in_toolbar:
            self.toolbar.addAction(action)
        self._actions.append(action)
        return action

    def add_dock(self, dock, area):
        """Adds a dock, which is removed with the plugin."""
        self.iface.addDockWidget(area, dock)
        self._docks.append(dock)

    def take(self, action, tool, panel, is_checked):
        """Activates a map tool with its panel, or deactivates it; without a network it says what to do."""
        canvas = self.iface.mapCanvas()
        if not is_checked:
            canvas.unsetMapTool(tool)
            return
        if self.networks.current is None:
            action.setChecked(False)
            self.tell(tr("No network is open. Open a network with GeoSnap > Open network."))
            return
        canvas.setMapTool(tool)
        panel.show()
        panel.raise_()

    # Messages

    def tell(self, text, level=Qgis.Info, seconds=8):
        """Shows a text in the message bar and in the log."""
        self.iface.messageBar().pushMessage("GeoSnap", text, level, seconds)
        QgsMessageLog.logMessage(text, "GeoSnap", level)

    def tell_error(self, error, what=None):
        """Says why something failed; silent if the user cancelled."""
        if isinstance(error, Cancelled) or type(error).__name__ == "Cancelled":
            return
        text = str(error) or type(error).__name__
        text = tr("{}: {}").format(what, text) if what else text
        if isinstance(error, PackageMissing):
            self._tell_missing(text)
        else:
            self.tell(text, Qgis.Warning, 15)

    def _tell_missing(self, text):
        """Says that the package is missing, with a button that opens the settings."""
        QgsMessageLog.logMessage(text, "GeoSnap", Qgis.Warning)
        bar = self.iface.messageBar()
        for item in bar.items():
            if item.objectName() == _MISSING:
                # Once is enough, even if several actions were tried.
                return
        item = bar.createMessage("GeoSnap", text)
        item.setObjectName(_MISSING)
        item.setLevel(Qgis.Warning)
        button = QPushButton(tr("Settings…"), item)
        button.setObjectName("geosnapOpenSettings")
        button.clicked.connect(lambda _=False: (bar.popWidget(item), self.show_settings()))
        item.layout().addWidget(button)
        bar.pushItem(item)

    def show_settings(self):
        """Opens the settings page in QGIS's options."""
        self.iface.showOptionsDialog(self.iface.mainWindow(), SETTINGS_PAGE)

    def unload(self):
        """Removes all actions, docks and messages."""
        for action in self._actions:
            self.iface.removePluginMenu(self.MENU, action)
            action.deleteLater()
        for dock in self._docks:
            self.iface.removeDockWidget(dock)
            dock.deleteLater()
        self.networks.close_all()
        self.toolbar.deleteLater()
