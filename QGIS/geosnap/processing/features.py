"""Features of a network as QGIS shows them: fields and geometries."""

import numpy as np
from qgis.core import QgsField, QgsFields, QgsGeometry
from qgis.PyQt.QtCore import QVariant

FEATURE_DTYPE = np.dtype([("table", np.int32), ("row", np.int32)])
"""The identifier of a feature in arrays of the package."""
_FEW = 2000
"""Up to this number, global ids are looked up singly; beyond, all are listed."""


def geometry_of(wkb):
    """A QGIS geometry; empty for None."""
    geometry = QgsGeometry()
    if wkb:
        geometry.fromWkb(wkb)
    return geometry


def fields(*columns):
    """Fields of names and types, such as ``("distance", float)``."""
    kinds = {str: QVariant.String, int: QVariant.LongLong, float: QVariant.Double, bool: QVariant.Bool}
    made = QgsFields()
    for name, kind in columns:
        made.append(QgsField(name, kinds[kind]))
    return made


FEATURE = (
    ("source", str), ("row", int), ("global_id", str), ("asset_type", str), ("origin", str), ("name", str),
)
"""The columns that identify a feature."""


def described(kernel, features):
    """The values of the columns FEATURE for each feature: a list of tuples."""
    if len(features) == 0:
        return []
    names = np.asarray(kernel.tables, dtype=object)[features["table"]].tolist()
    texts = [kernel.texts(features, which) for which in ("global_id", "asset_type", "origin", "name")]
    return list(zip(names, kernel.rows(features).tolist(), *texts))


class Directory:
    """The features of a network by global id, as in documents."""

    def __init__(self, kernel):
        self._kernel = kernel
        self._all = None
        self._numbers = None

    def features(self, global_ids):
        """The feature of each global id; its table is -1 if the network has none."""
        features = np.full(len(global_ids), -1, dtype=np.int64).astype(FEATURE_DTYPE)
        if self._numbers is None and len(global_ids) <= _FEW:
            for number, global_id in enumerate(global_ids):
                if global_id:
                    features[number] = self._kernel.named(global_id)[0]
            return features
        self._list()
        numbers = np.array([self._numbers.get(one, -1) for one in global_ids], dtype=np.int64)
        features[numbers >= 0] = self._all[numbers[numbers >= 0]]
        return features

    def _list(self):
        if self._numbers is not None:
            return
        counts = {one["name"]: one["features"] for one in self._kernel.info()["sources"]}
        parts = []
        for table, name in enumerate(self._kernel.tables):
            part = np.zeros(counts.get(name, 0), dtype=FEATURE_DTYPE)
            part["table"] = table
            part["row"] = np.arange(len(part))
            parts.append(part)
        self._all = np.concatenate(parts)
        self._numbers = {name: number for number, name in enumerate(self._kernel.texts(self._all, "global_id"))}
