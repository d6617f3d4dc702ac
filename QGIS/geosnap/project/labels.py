"""Labels with names, from the scale at which there is room for them."""

from qgis.core import (
    QgsPalLayerSettings,
    QgsTextBufferSettings,
    QgsTextFormat,
    QgsUnitTypes,
    QgsVectorLayerSimpleLabeling,
)
from qgis.PyQt.QtGui import QColor, QFont

from .palette import shade


def label(layer, table, color, scales):
    """Labels the features of a layer with their names, if the table has a field for them."""
    if table.name_field is None or table.geometry is None or table.usage == "structureJunction":
        # A feature on a structure junction has the same name: it would be shown twice.
        return
    settings = QgsPalLayerSettings()
    settings.fieldName = table.name_field
    settings.isExpression = False
    settings.placement = {
        "point": QgsPalLayerSettings.OrderedPositionsAroundPoint,
        "line": QgsPalLayerSettings.Line,
        "area": QgsPalLayerSettings.AroundPoint,
    }[table.geometry]
    settings.dist = 0.6
    settings.distUnits = QgsUnitTypes.RenderMillimeters
    if table.geometry == "point":
        settings.offsetType = QgsPalLayerSettings.FromSymbolBounds
    settings.priority = {"point": 6, "line": 4, "area": 8}[table.geometry]
    scale = scales.of_labels(table.geometry, table.rows)
    settings.scaleVisibility = scale > 0
    settings.minimumScale = scale
    settings.maximumScale = 0
    form = QgsTextFormat()
    form.setFont(QFont("Sans Serif"))
    form.setSize(8)
    form.setSizeUnit(QgsUnitTypes.RenderPoints)
    form.setColor(shade(color, -0.45))
    buffer = QgsTextBufferSettings()
    buffer.setEnabled(True)
    buffer.setSize(0.8)
    buffer.setColor(QColor("white"))
    form.setBuffer(buffer)
    settings.setFormat(form)
    layer.setLabeling(QgsVectorLayerSimpleLabeling(settings))
    layer.setLabelsEnabled(True)
