"""Output layers of algorithms."""

import numpy as np
from qgis.core import (
    QgsFeature,
    QgsFeatureSink,
    QgsGeometry,
    QgsProcessingException,
    QgsProcessingOutputLayerDefinition,
    QgsProperty,
    QgsWkbTypes,
)

from ..kernel.texts import tr
from ..kernel.work import Cancelled
from .features import described, geometry_of

_BLOCK = 20_000
"""The number of features written at once."""


class Layer:
    """An output layer. One that is not requested accepts features and ignores them.

    Parameters
    ----------
    has_repeats : bool
        Whether rows of the input layer occur several times: their keys cannot be kept then.
    """

    def __init__(self, algorithm, name, parameters, context, feedback, fields, wkb_type, crs, has_repeats=False):
        self.fields = fields
        self.count = 0
        self._feedback = feedback
        self._features = []
        flags = QgsFeatureSink.SinkFlags(QgsFeatureSink.RegeneratePrimaryKey if has_repeats else 0)
        self._sink, self.place = algorithm.parameterAsSink(parameters, name, context, fields, wkb_type, crs, flags)
        if self._sink is None and _is_given(parameters.get(name), context):
            raise QgsProcessingException(algorithm.invalidSinkError(parameters, name))

    @property
    def is_wanted(self):
        """Whether the layer is requested."""
        return self._sink is not None

    def add(self, geometry, attributes):
        """Writes a feature; its geometry may be None."""
        feature = QgsFeature(self.fields)
        if geometry is not None:
            feature.setGeometry(geometry)
        feature.setAttributes(attributes)
        self._features.append(feature)
        if len(self._features) >= _BLOCK:
            self.flush()

    def flush(self):
        """Writes the added features."""
        if self._feedback.isCanceled():
            raise Cancelled()
        features, self._features = self._features, []
        if self._sink is None or not features:
            return
        if not self._sink.addFeatures(features, QgsFeatureSink.FastInsert):
            raise QgsProcessingException(
                tr("The layer {} cannot be written: {}").format(self.place, self._sink.lastError())
            )
        self.count += len(features)


def _is_given(destination, context):
    """Whether the layer is requested: in a batch an empty destination means none."""
    if isinstance(destination, QgsProcessingOutputLayerDefinition):
        destination = destination.sink
    if isinstance(destination, QgsProperty):
        destination, _ = destination.valueAsString(context.expressionContext())
    return bool(destination)


class Shapes:
    """Layers of points, lines and areas, since a QGIS layer has one geometry type.

    Features without a geometry go to the points.
    """

    def __init__(self, algorithm, names, parameters, context, feedback, fields, kernel, crs):
        self._kernel = kernel
        has_z = _has_z(kernel)
        kinds = (QgsWkbTypes.Point, QgsWkbTypes.MultiLineString, QgsWkbTypes.MultiPolygon)
        self.layers = {}
        for name, kind in zip(names, kinds):
            wkb_type = QgsWkbTypes.addZ(kind) if has_z else kind
            layer = Layer(algorithm, name, parameters, context, feedback, fields, wkb_type, crs)
            self.layers[QgsWkbTypes.geometryType(kind)] = (layer, wkb_type)
        self.places = {name: layer.place for name, (layer, _) in zip(names, self.layers.values())}

    @property
    def is_wanted(self):
        """Whether any of the layers is requested."""
        return any(layer.is_wanted for layer, _ in self.layers.values())

    def add(self, features, after, geometries=None, before=None):
        """Writes features with the columns that identify them.

        Parameters
        ----------
        features : ndarray
        after, before : list of list
            For each feature, the values after and before these columns.
        geometries : dict, optional
            Other geometries for some features, by number.
        """
        geometries = geometries or {}
        for begin in range(0, len(features), _BLOCK):
            part = features[begin : begin + _BLOCK]
            texts = described(self._kernel, part)
            for number, wkb in enumerate(self._kernel.wkb(part), begin):
                geometry = geometries.get(number)
                if geometry is None:
                    geometry = geometry_of(wkb)
                first = before[number] if before is not None else ()
                self.add_geometry(geometry, [*first, *texts[number - begin], *after[number]])

    def add_geometry(self, geometry, attributes):
        """Writes one feature."""
        kind = QgsWkbTypes.PointGeometry if geometry.isNull() else geometry.type()
        layer, wkb_type = self.layers[kind]
        if layer.is_wanted:
            layer.add(fitted(geometry, wkb_type), attributes)

    def flush(self):
        """Writes the added features."""
        for layer, _ in self.layers.values():
            layer.flush()

    @property
    def count(self):
        """The number of features that were written."""
        return sum(layer.count for layer, _ in self.layers.values())


def fitted(geometry, wkb_type):
    """A geometry converted to a layer's type."""
    if geometry.isNull() or geometry.wkbType() == wkb_type:
        return geometry
    made = geometry.coerceToType(wkb_type)
    return made[0] if made else QgsGeometry()


def _has_z(kernel):
    counts = {one["name"]: one["features"] for one in kernel.info()["sources"]}
    tables = [number for number, name in enumerate(kernel.tables) if counts.get(name)]
    first = np.zeros(len(tables), dtype=[("table", np.int32), ("row", np.int32)])
    first["table"] = tables
    return any(QgsWkbTypes.hasZ(geometry_of(wkb).wkbType()) for wkb in kernel.wkb(first) if wkb)


def middle(geometry):
    """A point that represents a geometry; for a line, the place halfway along."""
    if geometry.isNull():
        return QgsGeometry()
    if geometry.type() == QgsWkbTypes.LineGeometry:
        return geometry.interpolate(geometry.length() / 2)
    if geometry.type() == QgsWkbTypes.PolygonGeometry:
        return geometry.pointOnSurface()
    return fitted(geometry, QgsWkbTypes.Point)
