"""Which layers of the project show which tables of a network."""

import os

from qgis.core import QgsProject, QgsProviderRegistry, QgsVectorLayer
from qgis.PyQt.QtCore import QTimer


def file_and_table(layer):
    """The file and the table that a layer shows; None where it is none of a GeoPackage."""
    if not isinstance(layer, QgsVectorLayer) or layer.providerType() != "ogr":
        return None
    parts = QgsProviderRegistry.instance().decodeUri("ogr", layer.source())
    path = parts.get("path")
    if not path or not path.lower().endswith(".gpkg"):
        return None
    table = parts.get("layerName") or os.path.splitext(os.path.basename(path))[0]
    return os.path.realpath(path), table


def layers_of(path):
    """The layers of the project that show tables of a network: a list of pairs of table and layer."""
    real = os.path.realpath(path)
    found = []
    for layer in QgsProject.instance().mapLayers().values():
        place = file_and_table(layer)
        if place is not None and place[0] == real:
            found.append((place[1], layer))
    return found


def layer_of(path, table):
    """A layer of the project that shows a table of a network; None where there is none."""
    for name, layer in layers_of(path):
        if name.lower() == table.lower():
            return layer
    return None


def reload(path, tables=None):
    """Shows what is in the file now, in the layers of a network: of all tables, or of some.

    Features, extents, counts in the legend, and fields that are new. A layer that is being edited is read again when
    that ends.

    Parameters
    ----------
    tables : iterable of str, optional
        The tables that have changed, if that is known.
    """
    wanted = None if tables is None else {table.lower() for table in tables}
    for table, layer in layers_of(path):
        if wanted is not None and table.lower() not in wanted:
            continue
        if layer.isEditable():
            _reload_later(layer)
            layer.triggerRepaint()
            continue
        _reload(layer)


def _reload(layer):
    layer.reload()
    layer.updateFields()
    layer.updateExtents(True)
    node = QgsProject.instance().layerTreeRoot().findLayer(layer.id())
    if node is not None and node.customProperty("showFeatureCount") and layer.isSpatial():
        # QGIS counts once for each renderer: with another one, it counts again.
        layer.setRenderer(layer.renderer().clone())
    layer.triggerRepaint()


_waiting = set()
"""The ids of layers that are read again when nobody edits them any more."""


def _reload_later(layer):
    if layer.id() in _waiting:
        return
    identifier = layer.id()
    _waiting.add(identifier)

    def is_over():
        _waiting.discard(identifier)
        layer.editingStopped.disconnect(is_over)
        # Only after all others have been told: they may still look at what was edited.
        QTimer.singleShot(0, lambda: _reload_if_there(identifier))

    layer.editingStopped.connect(is_over)
    layer.willBeDeleted.connect(lambda: _waiting.discard(identifier))


def _reload_if_there(identifier):
    layer = QgsProject.instance().mapLayer(identifier)
    if layer is not None and not layer.isEditable():
        _reload(layer)
