"""Points of a layer as arrays, in a network's reference system."""

import math

import numpy as np
from qgis.core import QgsFeatureRequest, QgsProcessingFeatureSource

from ..kernel.texts import tr
from ..kernel.work import Cancelled

_BLOCK = 50_000
"""The number of features per query, so that memory does not grow with the layer."""


class Block:
    """Some features of a layer, and their points.

    Attributes
    ----------
    features : list of QgsFeature
    owner : list of int
        The feature number of each point; a multipoint has several points.
    x, y : ndarray of float64
        NaN if a feature has no point.
    """

    __slots__ = ("features", "owner", "x", "y")

    def __init__(self, features):
        self.features = features
        self.owner, xs, ys = [], [], []
        for number, feature in enumerate(features):
            geometry = feature.geometry()
            try:
                point = geometry.asPoint()
            except (TypeError, ValueError):
                # It has several points, or none.
                vertices = [(vertex.x(), vertex.y()) for vertex in geometry.vertices()] or [(math.nan, math.nan)]
                for x, y in vertices:
                    self.owner.append(number)
                    xs.append(x)
                    ys.append(y)
                continue
            self.owner.append(number)
            xs.append(point.x())
            ys.append(point.y())
        self.x = np.array(xs, dtype=np.float64)
        self.y = np.array(ys, dtype=np.float64)


class Points:
    """The points of a layer.

    Attributes
    ----------
    feature_count, point_count, missing : int
        The numbers of features, points, and features without a point that were read.
    """

    def __init__(self, source, crs, context, feedback, begin=0.0, end=100.0):
        self.feature_count = self.point_count = self.missing = 0
        self._source = source
        self._feedback = feedback
        self._begin, self._end = begin, end
        self._request = QgsFeatureRequest()
        given = source.sourceCrs()
        if given.isValid() and crs.isValid():
            if given != crs:
                self._request.setDestinationCrs(crs, context.transformContext())
        elif given.isValid():
            feedback.pushWarning(
                tr("The network declares no reference system: the coordinates of {} are taken as they are.").format(
                    source.sourceName()
                )
            )

    def blocks(self):
        """The features in blocks."""
        total = max(self._source.featureCount(), 1)
        features = []
        for feature in self._source.getFeatures(
            self._request, QgsProcessingFeatureSource.FlagSkipGeometryValidityChecks
        ):
            features.append(feature)
            if len(features) == _BLOCK:
                yield self._block(features)
                features = []
                self._tell(total)
        if features:
            yield self._block(features)
        if self.feature_count == 0:
            self._feedback.pushWarning(tr("{} has no features.").format(self._source.sourceName()))
        elif self.missing:
            self._feedback.pushWarning(
                tr("{} of {} features of {} have no point, and get no feature.").format(
                    self.missing, self.feature_count, self._source.sourceName()
                )
            )
        self._tell(total)

    def _block(self, features):
        if self._feedback.isCanceled():
            raise Cancelled()
        block = Block(features)
        self.feature_count += len(features)
        self.point_count += len(block.owner)
        self.missing += int(np.isnan(block.x).sum())
        return block

    def _tell(self, total):
        self._feedback.setProgress(self._begin + (self._end - self._begin) * min(self.feature_count / total, 1.0))
