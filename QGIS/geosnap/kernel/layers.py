"""Which layers of the project show which tables of a network."""

import os

from qgis.core import QgsProject, QgsProviderRegistry, QgsVectorLayer


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


def reload(path):
    """Shows what is in the file now, in all layers of a network."""
    for _, layer in layers_of(path):
        if layer.isEditable():
            # What is being edited is read again when that ends.
            layer.triggerRepaint()
            continue
        layer.reload()
        layer.triggerRepaint()
