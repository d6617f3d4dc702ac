"""The layers that show subnetworks in their colours."""

from qgis.core import (
    QgsApplication, QgsLineSymbol, QgsMarkerSymbol, QgsPalLayerSettings, QgsProject, QgsProperty,
    QgsSimpleLineSymbolLayer, QgsSimpleMarkerSymbolLayer, QgsSingleSymbolRenderer, QgsSymbolLayer,
    QgsTextBufferSettings, QgsTextFormat, QgsVectorLayer, QgsVectorLayerSimpleLabeling,
)
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ..kernel import store
from ..kernel.texts import tr
from .places import Places
from .supply_map import COLOR_OF_NONE, fields

PROPERTY = "geosnapSubnetworks"
"""The property of these layers with the path of their network."""
_POINTS_FROM = 10000
"""The scale from which points are shown: at smaller scales they would hide the lines."""
_AT_ONCE = 500
"""The number of features added at once; the map is blocked meanwhile."""


def make(network, made):
    """Makes the layers of subnetworks; called in the background, since there may be many features.

    Returns
    -------
    list of QgsVectorLayer
        In map order from the top, for use on the main thread.
    """
    layers = []
    for title, kind, features, style in (
        (tr("Controllers"), "Point", made.controllers, _style_controllers),
        (tr("In no subnetwork: points"), "MultiPoint", made.loose_points, _style_loose_points),
        (tr("In no subnetwork: lines"), "MultiLineString", made.loose_lines, _style_loose_lines),
        (tr("Points"), "MultiPoint", made.points, _style_points),
        (tr("Lines"), "MultiLineString", made.lines, _style_lines),
    ):
        if not features:
            continue
        layer = QgsVectorLayer(kind, title, "memory")
        layer.setCrs(Places.crs(network))
        provider = layer.dataProvider()
        provider.addAttributes(list(fields()))
        layer.updateFields()
        for start in range(0, len(features), _AT_ONCE):
            provider.addFeatures(features[start:start + _AT_ONCE])
        provider.createSpatialIndex()
        layer.updateExtents()
        style(layer)
        layer.setCustomProperty(PROPERTY, network.path)
        # Otherwise QGIS would ask at the end whether to save it.
        layer.setCustomProperty("skipMemoryLayersCheck", 1)
        layer.moveToThread(QgsApplication.instance().thread())
        layers.append(layer)
    return layers


class SupplyLayers:
    """The layers with the subnetworks of a network, in a group of the project."""

    def __init__(self):
        self._ids = []
        self._network = None

    @property
    def network(self):
        """The network whose subnetworks are shown, or None."""
        return self._network

    @property
    def layers(self):
        """The layers that are still in the project."""
        found = (QgsProject.instance().mapLayer(one) for one in self._ids)
        return [layer for layer in found if layer is not None]

    def show(self, network, layers):
        """Replaces the layers with those from ``make``."""
        self.clear()
        self._network = network
        root = QgsProject.instance().layerTreeRoot()
        name = store.title(network.path)
        group = root.insertGroup(0, tr("Subnetworks of {}").format(name))
        group.setCustomProperty(PROPERTY, network.path)
        for layer in layers:
            QgsProject.instance().addMapLayer(layer, False)
            group.addLayer(layer)
            self._ids.append(layer.id())
        group.setExpanded(False)

    def show_tiers(self, tiers):
        """Shows the subnetworks of some tiers only; with None, all."""
        for layer in self.layers:
            if tiers is None:
                layer.setSubsetString("")
            else:
                names = ", ".join("'{}'".format(tier.replace("'", "''")) for tier in tiers)
                layer.setSubsetString("\"tier\" IN ({})".format(", ".join(filter(None, [names, "''"]))))
            layer.triggerRepaint()

    def clear(self):
        """Removes the layers and their group."""
        project = QgsProject.instance()
        project.removeMapLayers([layer.id() for layer in self.layers])
        self._ids = []
        self._network = None
        root = project.layerTreeRoot()
        for group in root.findGroups():
            if group.customProperty(PROPERTY):
                group.parent().removeChildNode(group)

    @staticmethod
    def remove_left_over():
        """Removes these layers from a loaded project: memory layers are saved without features."""
        project = QgsProject.instance()
        project.removeMapLayers([one.id() for one in project.mapLayers().values() if one.customProperty(PROPERTY)])
        for group in project.layerTreeRoot().findGroups():
            if group.customProperty(PROPERTY):
                group.parent().removeChildNode(group)


def _render(layer, symbol, *symbol_layers):
    # Passed to the constructor, they would be deleted with their Python objects.
    for one in symbol_layers:
        symbol.appendSymbolLayer(one)
    while symbol.symbolLayerCount() > len(symbol_layers):
        symbol.deleteSymbolLayer(0)
    layer.setRenderer(QgsSingleSymbolRenderer(symbol))


def _style_lines(layer):
    line = QgsSimpleLineSymbolLayer(QColor("#555555"), 0.9)
    line.setPenCapStyle(Qt.RoundCap)
    line.setDataDefinedProperty(QgsSymbolLayer.PropertyStrokeColor, QgsProperty.fromField("color"))
    _render(layer, QgsLineSymbol(), line)


def _style_points(layer):
    marker = QgsSimpleMarkerSymbolLayer(QgsSimpleMarkerSymbolLayer.Circle, 1.7)
    marker.setStrokeColor(QColor("#ffffff"))
    marker.setStrokeWidth(0.2)
    marker.setDataDefinedProperty(QgsSymbolLayer.PropertyFillColor, QgsProperty.fromField("color"))
    _render(layer, QgsMarkerSymbol(), marker)
    layer.setMinimumScale(_POINTS_FROM)
    layer.setScaleBasedVisibility(True)


def _style_controllers(layer):
    marker = QgsSimpleMarkerSymbolLayer(QgsSimpleMarkerSymbolLayer.Diamond, 3.6)
    marker.setStrokeColor(QColor("#ffffff"))
    marker.setStrokeWidth(0.5)
    marker.setDataDefinedProperty(QgsSymbolLayer.PropertyFillColor, QgsProperty.fromField("color"))
    _render(layer, QgsMarkerSymbol(), marker)
    settings = QgsPalLayerSettings()
    settings.fieldName = "subnetwork"
    settings.placement = QgsPalLayerSettings.OrderedPositionsAroundPoint
    settings.dist = 1.2
    written = QgsTextFormat()
    written.setSize(8)
    written.setColor(QColor("#1a1a1a"))
    rim = QgsTextBufferSettings()
    rim.setEnabled(True)
    rim.setSize(0.8)
    rim.setColor(QColor("#ffffff"))
    written.setBuffer(rim)
    settings.setFormat(written)
    layer.setLabeling(QgsVectorLayerSimpleLabeling(settings))
    layer.setLabelsEnabled(True)


def _style_loose_lines(layer):
    under = QgsSimpleLineSymbolLayer(QColor("#ffd54f"), 1.6)
    over = QgsSimpleLineSymbolLayer(QColor(COLOR_OF_NONE), 0.6)
    over.setUseCustomDashPattern(True)
    over.setCustomDashVector([2.0, 1.6])
    _render(layer, QgsLineSymbol(), under, over)


def _style_loose_points(layer):
    under = QgsSimpleMarkerSymbolLayer(QgsSimpleMarkerSymbolLayer.Circle, 4.0)
    under.setColor(QColor("#ffd54f"))
    under.setStrokeColor(QColor(COLOR_OF_NONE))
    over = QgsSimpleMarkerSymbolLayer(QgsSimpleMarkerSymbolLayer.Cross2, 2.2)
    over.setStrokeColor(QColor(COLOR_OF_NONE))
    over.setStrokeWidth(0.5)
    _render(layer, QgsMarkerSymbol(), under, over)
