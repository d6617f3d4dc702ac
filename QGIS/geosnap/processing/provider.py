"""The provider of the algorithms."""

from qgis.core import QgsProcessingProvider

from ..kernel.texts import tr
from .algorithm import picture, picture_path
from .associations import ExportAssociations
from .conform import Conform
from .distances import Distances
from .identify import Identify
from .imports import IMPORTS
from .segments import Segments
from .snap import Snap
from .subnetworks import Subnetworks
from .trace import Trace
from .validate import Validate
from .why import Why

ALGORITHMS = (
    Identify, Snap, Conform, Trace, Why, Distances, Subnetworks, Segments, Validate, ExportAssociations, *IMPORTS,
)


class GeoSnapProvider(QgsProcessingProvider):
    """The algorithms of the plugin."""

    ID = "geosnap"

    def __init__(self, desk):
        super().__init__()
        self._desk = desk

    def id(self):
        """The prefix of the algorithms' names, as in geosnap:trace."""
        return self.ID

    def name(self):
        return "GeoSnap"

    def longName(self):  # noqa: N802 (QGIS calls it so)
        return tr("GeoSnap utility networks")

    def icon(self):
        return picture("geosnap")

    def svgIconPath(self):  # noqa: N802 (QGIS calls it so)
        return picture_path("geosnap")

    def loadAlgorithms(self):  # noqa: N802 (QGIS calls it so)
        for kind in ALGORITHMS:
            self.addAlgorithm(kind(self._desk))
