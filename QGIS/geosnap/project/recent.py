"""The networks that were opened last."""

import os

from qgis.core import QgsSettings
from qgis.PyQt.QtWidgets import QMenu

from ..kernel.texts import tr

_SETTING = "geosnap/recentNetworks"
_MANY = 10


def recent():
    """Their files, the newest first; those that are gone are left out."""
    listed = QgsSettings().value(_SETTING) or []
    listed = [listed] if isinstance(listed, str) else listed
    return [path for path in listed if os.path.isfile(path)][:_MANY]


def remember(path):
    """Puts a file at the head of the list."""
    path = os.path.abspath(path)
    QgsSettings().setValue(_SETTING, [path, *(one for one in recent() if one != path)][:_MANY])


class RecentMenu(QMenu):
    """The menu of the networks that were opened last.

    Parameters
    ----------
    chosen : callable
        Called with the file that is chosen.
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
            # A single & would underline what follows.
            action = self.addAction(os.path.basename(path).replace("&", "&&"))
            action.setToolTip(path)
            action.triggered.connect(lambda _=False, path=path: self._chosen(path))
        if self.isEmpty():
            self.addAction(tr("None yet")).setEnabled(False)
