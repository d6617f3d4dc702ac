"""The help: it opens in the browser, in the language of QGIS where there is a page in it."""

import os

from qgis.core import QgsApplication, QgsSettings
from qgis.PyQt.QtCore import QUrl
from qgis.PyQt.QtGui import QDesktopServices

from ..kernel.texts import tr

_FOLDER = os.path.dirname(__file__)


class Room:
    """The action that shows the help."""

    def __init__(self, desk):
        self.desk = desk
        self.action = desk.add_action(
            "geosnapHelp", tr("Help"), self.show, icon_name="help", in_toolbar=False,
            tip=tr("Show the help of GeoSnap in the browser"),
        )

    def unload(self):
        """Nothing is left: the desk takes the action away."""

    def show(self):
        """Shows the help in the browser; where there is none, it says where the page is."""
        path = page()
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(path)):
            self.desk.tell(tr("No browser was found. The help is in {}.").format(path))


def page(language=None):
    """The file of the help in a language, such as ``de``; the English one where there is none in it.

    Parameters
    ----------
    language : str, optional
        That of QGIS, unless another is given.
    """
    if language is None:
        language = QgsSettings().value("locale/userLocale", "") or QgsApplication.instance().locale()
    path = os.path.join(_FOLDER, f"index_{str(language)[:2].lower()}.html")
    return path if os.path.isfile(path) else os.path.join(_FOLDER, "index.html")
