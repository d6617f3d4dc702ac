"""Installs the package in the background, even while the settings page is closed."""

import os
import sys

from qgis.core import Qgis
from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..kernel import work
from ..kernel.package import PackageMissing, install, package
from ..kernel.texts import tr
from ..kernel.work import Cancelled


class Installing(QObject):
    """Installs the package.

    Attributes
    ----------
    is_running : bool
    result : str
        The result of the last installation; empty if there was none.
    """

    changed = pyqtSignal()
    installed = pyqtSignal()
    """The package can be used now."""

    def __init__(self, desk):
        super().__init__()
        self._desk = desk
        self.is_running = False
        self.result = ""

    def install(self, wheel):
        """Installs a wheel."""
        if self.is_running:
            return
        was_loaded = "geosnap" in sys.modules
        self.is_running = True
        self.changed.emit()

        def is_done(_):
            try:
                found = package()
            except PackageMissing as error:
                has_failed(error)
                return
            if was_loaded:
                text = tr(
                    "{} is installed. QGIS uses it after a restart; until then, QGIS uses version {}, from {}."
                ).format(os.path.basename(wheel), found.__version__, os.path.dirname(found.__file__))
            else:
                text = tr("Version {} is installed, and used from now on. It is in {}.").format(
                    found.__version__, os.path.dirname(found.__file__)
                )
            self._end(text, Qgis.Success)
            if not was_loaded:
                self.installed.emit()

        def has_failed(error):
            if isinstance(error, Cancelled):
                self._end("", Qgis.Info)
                return
            self._end(str(error), Qgis.Warning)

        work.run(tr("Installing {}").format(os.path.basename(wheel)), lambda tell: install(wheel), is_done, has_failed)

    def _end(self, text, level):
        self.is_running = False
        self.result = text
        self.changed.emit()
        if text:
            self._desk.tell(text, level, 20)
