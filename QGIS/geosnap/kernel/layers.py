"""Which layers of the project show which tables of a network."""

from qgis.core import QgsFeatureRequest, QgsProject, QgsVectorLayer, QgsWkbTypes
from qgis.PyQt.QtCore import QTimer

from . import catalogue, store
from .address import DatabaseUnread

_KEY = "objectid"
"""The column of a database by which the library knows rows."""
_ASKED_AT_ONCE = 2000
"""So many rows are named in one question to a database."""


def path_and_table(layer):
    """The network's path and the table that a layer shows; None where it can be none of a network."""
    if not isinstance(layer, QgsVectorLayer):
        return None
    try:
        place = store.place_of(layer.providerType(), layer.source())
    except DatabaseUnread:
        return None
    return (place[0], catalogue.name_of(*place)) if place is not None else None


def layers_of(path):
    """The layers of the project that show tables of a network: a list of pairs of table and layer."""
    key = store.key(path)
    found = []
    for layer in QgsProject.instance().mapLayers().values():
        place = path_and_table(layer)
        if place is not None and place[0] == key:
            found.append((place[1], layer))
    return found


def layer_of(path, table):
    """A layer of the project that shows a table of a network; None where there is none."""
    for name, layer in layers_of(path):
        if name.lower() == table.lower():
            return layer
    return None


def open_layer(path, table, name):
    """A layer that shows a table of a network, and is in no project.

    Parameters
    ----------
    table : str
        What the network calls it.
    """
    stored = catalogue.table_of(path, table)
    # Of a table with several kinds of geometry QGIS shows one, and has to know which.
    is_mixed = stored is not None and (stored.shape or "").upper() in ("GEOMETRY", "GEOMETRYCOLLECTION")
    source, provider = store.layer_source(
        path, stored.relation if stored is not None else table, stored.column if stored is not None else None,
        QgsWkbTypes.Point if is_mixed else None,
    )
    options = QgsVectorLayer.LayerOptions(False)
    # A network may have no reference system: QGIS need not ask for one with each layer.
    options.skipCrsValidation = True
    return QgsVectorLayer(source, name, provider, options)


def rows_of(layer, fids):
    """The network's rows of features of a layer, by their numbers in it: in a database QGIS numbers them anew.

    Also of features that are deleted in the layer, and not yet in the network.
    """
    if layer.providerType() != "postgres":
        return {fid: fid for fid in fids}
    request = QgsFeatureRequest().setFilterFids([fid for fid in fids if fid >= 0])
    return {feature.id(): feature[_KEY] for feature in _keys(layer, request)}


def fids_of(layer, rows):
    """The numbers in a layer of the network's rows, as far as they are in it."""
    rows = [int(row) for row in rows]
    if layer.providerType() != "postgres":
        return rows
    found = []
    for start in range(0, len(rows), _ASKED_AT_ONCE):
        listed = ",".join(map(str, rows[start:start + _ASKED_AT_ONCE]))
        request = QgsFeatureRequest().setFilterExpression(f'"{_KEY}" IN ({listed})')
        found += [feature.id() for feature in _keys(layer, request)]
    return found


def _keys(layer, request):
    request.setFlags(QgsFeatureRequest.NoGeometry)
    request.setSubsetOfAttributes([layer.dataProvider().fieldNameIndex(_KEY)])
    return layer.dataProvider().getFeatures(request)


def reload(path, tables=None):
    """Shows what is in the network now, in the layers of a network: of all tables, or of some.

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
