"""The plugin: it opens and closes its rooms."""

import os

from qgis.core import QgsApplication
from qgis.PyQt.QtCore import QCoreApplication, QTranslator

from .kernel.desk import Desk

ROOMS = ("settings", "project", "drawing", "stock", "tracing", "looking", "processing", "help")
"""The packages with a ``room.py``, in the order of opening: each has a class Room with ``unload``."""


class GeoSnapPlugin:
    """The class that QGIS loads and unloads."""

    def __init__(self, iface):
        self.iface = iface
        self.desk = None
        self.rooms = []
        self._translator = None

    def initGui(self):  # noqa: N802 (QGIS calls it so)
        """Opens the rooms."""
        self._translate()
        self.desk = Desk(self.iface, self.room)
        for name in ROOMS:
            # On unloading a plugin, QGIS forgets the modules that it saw being imported, but it does not see
            # importlib.
            room = __import__(f"{__package__}.{name}.room", fromlist=["Room"])
            self.rooms.append(room.Room(self.desk))

    def initProcessing(self):  # noqa: N802 (QGIS calls it so)
        """Opens the algorithms for qgis_process, which has no windows."""
        self._translate()
        from .processing.room import Room

        self.rooms.append(Room(None))

    def unload(self):
        """Closes the rooms, the last first."""
        for room in reversed(self.rooms):
            room.unload()
        self.rooms = []
        if self.desk is not None:
            self.desk.unload()
            self.desk = None
        if self._translator is not None:
            QCoreApplication.removeTranslator(self._translator)
            self._translator = None

    def room(self, name):
        """An open room, by the name of its package."""
        for room in self.rooms:
            if type(room).__module__ == f"{__package__}.{name}.room":
                return room
        return None

    def _translate(self):
        # The language that QGIS uses, from its command line, its settings or the system. Settings that were changed
        # since it started apply to its next start.
        language = QgsApplication.instance().translation()[:2]
        path = os.path.join(os.path.dirname(__file__), "i18n", f"geosnap_{language}.qm")
        if self._translator is None and os.path.exists(path):
            translator = QTranslator()
            if translator.load(path):
                QCoreApplication.installTranslator(translator)
                self._translator = translator
