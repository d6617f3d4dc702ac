"""The help: it opens in the browser, in QGIS's language if that page exists."""

import os

from qgis.core import QgsApplication, QgsSettings
from qgis.PyQt.QtCore import QUrl
from qgis.PyQt.QtGui import QDesktopServices

from ..kernel.texts import tr

_FOLDER = os.path.dirname(__file__)


class Room:
    """The action that opens the help."""

    def __init__(self, desk):
        self.desk = desk
        self.action = desk.add_action(
            "geosnapHelp", tr("Help"), self.show, icon_name="help", in_toolbar=False,
            tip=tr("Show the help of GeoSnap in the browser"),
        )

    def unload(self):
        """Does nothing: the desk removes the action."""

    def show(self):
        """Opens the help in the browser; without a browser, shows where the page is."""
        path = page()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self.desk.tell(tr("No browser was found. The help is in {}.").format(path))


def page(language=None):
    """The help file in a language, such as ``de``; the English file if there is none.

    Parameters
    ----------
    language : str, optional
        Default: QGIS's language.
    """
    if language is None:
        language = QgsSettings().value("locale/userLocale", "") or QgsApplication.instance().locale()
    path = os.path.join(_FOLDER, f"index_{str(language)[:2].lower()}.html")
    return path if os.path.isfile(path) else os.path.join(_FOLDER, "index.html")
