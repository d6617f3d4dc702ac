"""The room of the algorithms: they are in QGIS's toolbox while it is open."""

from qgis.core import QgsApplication

from . import notes
from .provider import GeoSnapProvider


class Room:
    """Adds the algorithms to QGIS, and removes them.

    Parameters
    ----------
    desk : Desk or None
        None in qgis_process, which has no windows.
    """

    def __init__(self, desk):
        self._provider = GeoSnapProvider(desk)
        QgsApplication.processingRegistry().addProvider(self._provider)

    def unload(self):
        """Removes the algorithms."""
        registry = QgsApplication.processingRegistry()
        if self._provider is not None and registry.providerById(GeoSnapProvider.ID) is not None:
            registry.removeProvider(self._provider)
        self._provider = None
        notes.stop_listening()
