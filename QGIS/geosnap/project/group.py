"""The layers of a network, as a group of the project."""

import re

from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsCsException,
    QgsMapLayer,
    QgsRectangle,
)
from qgis.PyQt.QtGui import QColor

from ..kernel import store
from ..kernel.layers import open_layer
from ..kernel.texts import tr
from .forms import Forms
from .labels import label
from .palette import colors
from .relations import relate
from .renderer import draw, group_keys
from .scales import Scales

_ORDER = (
    "device", "assembly", "junction", "structureJunction", "line", "subnetLine", "structureLine", "structureBoundary",
    "junctionObject", "edgeObject", "structureJunctionObject", "structureEdgeObject",
)
_GEOMETRIES = ("point", "line", "area", None)
_ASSOCIATIONS = "un_associations"
HIDDEN = "geosnap/hidden"
"""The property of a layer that is in the project only for relations."""
PLAIN = QColor("#4b5563")
"""The colour of tables outside all domain networks."""


class Group:
    """Makes the layers of a network one by one, and adds them to a project all at once.

    Parameters
    ----------
    reading : Reading
    canvas : QgsMapCanvas
    """

    def __init__(self, reading, canvas):
        self._reading, self._canvas = reading, canvas
        self._tables = sorted(reading.tables, key=_rank)
        self._colors = colors(reading.definition.document)
        self._forms = Forms(reading)
        self._scales = None
        self.layers = []

    def steps(self):
        """Makes one layer per step, so that QGIS can process events between steps."""
        for table in self._tables:
            self.layers.append((table, self._layer(table)))
            yield

    def add_to(self, project):
        """Adds the layers to a project, as a group at the top.

        Returns
        -------
        QgsLayerTreeGroup
        """
        is_first = not any(layer.isSpatial() for layer in project.mapLayers().values())
        if is_first and not self._reading.has_reference_system:
            # Otherwise places in an unknown system would be shown somewhere on the earth.
            project.setCrs(QgsCoordinateReferenceSystem())
        associations = self._associations()
        project.addMapLayers([layer for _, layer in self.layers], False)
        project.addMapLayers([*self._forms.lookups, *([associations] if associations is not None else [])], False)
        if associations is not None:
            relate(project, associations, [layer for table, layer in self.layers if table.usage is not None])
        group = project.layerTreeRoot().insertGroup(0, store.title(self._reading.path))
        for table, layer in self.layers:
            node = group.addLayer(layer)
            node.setExpanded(table.rows > 0 and table.geometry is not None and len(self.layers) < 6)
            if table.geometry is not None:
                node.setCustomProperty("expandedLegendNodes", group_keys(layer))
        if not is_first:
            self._show(project)
        return group

    def _layer(self, table):
        path = self._reading.path
        layer = self._open(table.name, title(table.name))
        if table.geometry is not None and not self._reading.has_reference_system:
            # GDAL calls it undefined, and QGIS would complain that it has no transformation to the map.
            layer.setCrs(QgsCoordinateReferenceSystem())
        if self._scales is None:
            units = layer.crs().mapUnits() if layer.crs().isValid() else self._canvas.mapUnits()
            self._scales = Scales(self._reading, self._canvas.mapSettings().outputDpi(), units)
        color = self._colors.get(table.domain_network, PLAIN)
        if table.geometry is not None:
            draw(layer, self._reading, table, color, self._scales)
            label(layer, table, color, self._scales)
        self._forms.set_up(layer, table)
        layer.setAbstract(tr("{} of the network {}").format(table.name, store.name(path)))
        return layer

    def _associations(self):
        layer = self._open(_ASSOCIATIONS, tr("Associations"))
        if not layer.isValid():
            return None
        layer.setFlags(layer.flags() | QgsMapLayer.Private)
        layer.setCustomProperty(HIDDEN, True)
        self._forms.set_up_associations(
            layer, {table.source_id: title(table.name) for table in self._tables if table.source_id is not None}
        )
        return layer

    def _open(self, table, name):
        return open_layer(self._reading.path, table, name)

    def _show(self, project):
        """Shows the network's extent, since the project now shows another one."""
        extent = QgsRectangle()
        for table, layer in self.layers:
            if table.rows and table.geometry is not None:
                extent.combineExtentWith(_on_map(layer, project))
        if not extent.isEmpty():
            extent.scale(1.05)
            self._canvas.setExtent(extent)
            self._canvas.refresh()


def title(table):
    """The name of a table for display: ``PipelineDevice`` becomes Pipeline Device."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", table.replace("_", " "))
    return re.sub(r"\s+", " ", words).strip() or table


def _rank(table):
    usage = _ORDER.index(table.usage) if table.usage in _ORDER else len(_ORDER)
    return _GEOMETRIES.index(table.geometry), usage


def _on_map(layer, project):
    extent = layer.extent()
    if not (layer.crs().isValid() and project.crs().isValid()) or extent.isEmpty():
        return extent
    try:
        return QgsCoordinateTransform(layer.crs(), project.crs(), project).transformBoundingBox(extent)
    except QgsCsException:
        return QgsRectangle()
