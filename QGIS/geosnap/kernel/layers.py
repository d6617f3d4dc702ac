"""The layers of the project that show the tables of a network."""

from qgis.core import QgsFeatureRequest, QgsProject, QgsVectorLayer, QgsWkbTypes
from qgis.PyQt.QtCore import QTimer

from . import catalogue, store
from .address import DatabaseUnread

_KEY = "objectid"
"""The database column with the library's row numbers."""
_ASKED_AT_ONCE = 2000
"""The maximum number of rows in one query to a database."""


def path_and_table(layer):
    """The path of the network and the table that a layer shows; None if it cannot belong to a network."""
    if not isinstance(layer, QgsVectorLayer):
        return None
    try:
        place = store.place_of(layer.providerType(), layer.source())
    except DatabaseUnread:
        return None
    return (place[0], catalogue.name_of(*place)) if place is not None else None


def layers_of(path):
    """The layers of the project that show tables of a network: pairs of table and layer."""
    key = store.key(path)
    found = []
    for layer in QgsProject.instance().mapLayers().values():
        place = path_and_table(layer)
        if place is not None and place[0] == key:
            found.append((place[1], layer))
    return found


def layer_of(path, table):
    """A layer of the project that shows a table of a network, or None."""
    for name, layer in layers_of(path):
        if name.lower() == table.lower():
            return layer
    return None


def open_layer(path, table, name):
    """A layer for a table of a network, outside any project.

    Parameters
    ----------
    table : str
        The network's name for it.
    """
    stored = catalogue.table_of(path, table)
    # QGIS shows one geometry type of a mixed table, and has to know which.
    is_mixed = stored is not None and (stored.shape or "").upper() in ("GEOMETRY", "GEOMETRYCOLLECTION")
    source, provider = store.layer_source(
        path, stored.relation if stored is not None else table, stored.column if stored is not None else None,
        QgsWkbTypes.Point if is_mixed else None,
    )
    options = QgsVectorLayer.LayerOptions(False)
    # A network may have no reference system: QGIS should not ask for one for each layer.
    options.skipCrsValidation = True
    return QgsVectorLayer(source, name, provider, options)


def rows_of(layer, fids):
    """The network's rows for feature ids of a layer. They differ in a database, where QGIS numbers features itself.

    Features deleted in the layer and not yet in the network are included.
    """
    if layer.providerType() != "postgres":
        return {fid: fid for fid in fids}
    request = QgsFeatureRequest().setFilterFids([fid for fid in fids if fid >= 0])
    return {feature.id(): feature[_KEY] for feature in _keys(layer, request)}


def fids_of(layer, rows):
    """The feature ids in a layer for rows of the network; rows that are not in the layer are left out."""
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
    """Reloads the layers of a network, for all tables or for some.

    It updates features, extents, counts in the legend, and new fields. A layer in edit mode is reloaded when editing
    ends.

    Parameters
    ----------
    tables : iterable of str, optional
        The changed tables, if known.
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
        # QGIS counts once per renderer: a new renderer makes it count again.
        layer.setRenderer(layer.renderer().clone())
    layer.triggerRepaint()


_waiting = set()
"""The ids of layers that are reloaded when editing ends."""


def _reload_later(layer):
    if layer.id() in _waiting:
        return
    identifier = layer.id()
    _waiting.add(identifier)

    def is_over():
        _waiting.discard(identifier)
        layer.editingStopped.disconnect(is_over)
        # After the other receivers of the signal, which may still need the edited state.
        QTimer.singleShot(0, lambda: _reload_if_there(identifier))

    layer.editingStopped.connect(is_over)
    layer.willBeDeleted.connect(lambda: _waiting.discard(identifier))


def _reload_if_there(identifier):
    layer = QgsProject.instance().mapLayer(identifier)
    if layer is not None and not layer.isEditable():
        _reload(layer)
