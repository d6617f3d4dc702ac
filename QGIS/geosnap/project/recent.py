"""The networks that were opened last."""

import os

from qgis.core import QgsSettings
from qgis.PyQt.QtWidgets import QMenu

from ..kernel import store
from ..kernel.address import is_address
from ..kernel.texts import tr

_SETTING = "geosnap/recentNetworks"
_MANY = 10


def recent():
    """Their paths, the newest first; files that no longer exist are left out."""
    listed = QgsSettings().value(_SETTING) or []
    listed = [listed] if isinstance(listed, str) else listed
    return [path for path in listed if store.is_there(path)][:_MANY]


def remember(path):
    """Puts a path at the top of the list."""
    path = path if is_address(path) else os.path.abspath(path)
    QgsSettings().setValue(_SETTING, [path, *(one for one in recent() if one != path)][:_MANY])


class RecentMenu(QMenu):
    """The menu of recent networks.

    Parameters
    ----------
    chosen : callable
        Called with the chosen path.
    """

    def __init__(self, parent, chosen):
        super().__init__(parent)
        self.setObjectName("geosnapRecentMenu")
        self.setToolTipsVisible(True)
        self._chosen = chosen
        self.aboutToShow.connect(self._fill)
        self._fill()

    def _fill(self):
        self.clear()
        for path in recent():
            # A single & would underline the next letter.
            action = self.addAction(store.name(path).replace("&", "&&"))
            action.setToolTip(path)
            action.triggered.connect(lambda _=False, path=path: self._chosen(path))
        if self.isEmpty():
            self.addAction(tr("None yet")).setEnabled(False)
