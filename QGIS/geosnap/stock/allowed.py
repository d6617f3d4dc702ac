"""The allowed place near the pointer, as a private layer: QGIS's snapping uses this layer only."""

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsGeometry,
    QgsMapLayer,
    QgsPointXY,
    QgsProject,
    QgsSnappingConfig,
    QgsTolerance,
    QgsVectorLayer,
)

from ..kernel.preferences import preferences
from ..kernel.texts import tr

_FAR_AWAY = QgsPointXY(1e12, 1e12)


class AllowedPlace:
    """A private layer with one point: the place where QGIS's tools may snap.

    While it is active, the map snaps to it alone. The user's snapping settings are restored afterwards.
    """

    def __init__(self, canvas):
        self._canvas = canvas
        self._layer = None
        self._fid = None
        self._at = None
        self._before = None

    @property
    def is_used(self):
        return self._before is not None

    def begin(self, srid):
        """Directs the snapping of QGIS's tools to the layer."""
        if self.is_used:
            return
        layer = QgsVectorLayer("Point", tr("Allowed place"), "memory")
        crs = QgsCoordinateReferenceSystem.fromEpsgId(srid) if srid else self._canvas.mapSettings().destinationCrs()
        layer.setCrs(crs)
        layer.setFlags(QgsMapLayer.Private)
        feature = QgsFeature()
        feature.setGeometry(QgsGeometry.fromPointXY(_FAR_AWAY))
        _, added = layer.dataProvider().addFeatures([feature])
        self._layer, self._fid, self._at = layer, added[0].id(), None
        QgsProject.instance().addMapLayer(layer, False)
        utils = self._canvas.snappingUtils()
        self._before = QgsSnappingConfig(utils.config())
        config = QgsSnappingConfig(utils.config())
        config.setEnabled(True)
        config.setMode(QgsSnappingConfig.AdvancedConfiguration)
        config.setIntersectionSnapping(False)
        config.setSelfSnapping(False)
        config.clearIndividualLayerSettings()
        settings = QgsSnappingConfig.IndividualLayerSettings(
            # The place was found within the tolerance; two pixels more allow for rounding.
            True, QgsSnappingConfig.VertexFlag, preferences.tolerance_pixels + 2, QgsTolerance.Pixels
        )
        config.setIndividualLayerSettings(layer, settings)
        utils.setConfig(config)

    def move_to(self, x, y):
        """Sets the place, in the network's reference system."""
        self._move(QgsPointXY(x, y))

    def clear(self):
        """Removes the place."""
        self._move(_FAR_AWAY)

    def _move(self, point):
        if not self.is_used or point == self._at:
            return
        self._at = point
        self._layer.dataProvider().changeGeometryValues({self._fid: QgsGeometry.fromPointXY(point)})
        self._layer.dataProvider().dataChanged.emit()
        # QGIS would build its index of the layer in the background, and not snap until it is ready.
        self._canvas.snappingUtils().locatorForLayer(self._layer).init(-1, False)

    def end(self):
        """Restores the user's snapping."""
        if not self.is_used:
            return
        before, self._before = self._before, None
        layer, self._layer = self._layer, None
        project = QgsProject.instance()
        if project.mapLayer(layer.id()) is not None:
            project.removeMapLayer(layer.id())
        self._canvas.snappingUtils().setConfig(before)
