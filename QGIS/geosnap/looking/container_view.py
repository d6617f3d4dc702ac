"""The separate map of a container's content."""

from collections import Counter

import numpy
from qgis.core import QgsGeometry, QgsRectangle
from qgis.gui import QgsMapCanvas, QgsMapToolPan, QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ..kernel.layers import layer_of, open_layer
from ..kernel.package import package
from . import anchors, association_style
from .association_item import AssociationItem
from .highlight import Highlight
from .legend import Legend
from .places import Places

_ROOM = 1.15
"""The factor by which the view exceeds the content's extent, so that the box around it is visible."""
_DEFAULT_SCALE = 200.0
"""The scale for a single point whose asset type has none."""


class ContainerView(QgsMapCanvas):
    """A map that shows only the content of a container.

    Attributes
    ----------
    rows : dict
        The shown rows of each table.
    """

    def __init__(self, parent, panel, map_canvas):
        super().__init__(parent)
        self.setObjectName("geosnapContainerView")
        self.setCanvasColor(QColor(255, 255, 255))
        self.enableAntiAliasing(True)
        self.setMinimumSize(220, 180)
        self._map_canvas = map_canvas
        self._pan = QgsMapToolPan(self)
        self.setMapTool(self._pan)
        self._layers = []
        self.rows = {}
        self.item = AssociationItem(self)
        self.legend = Legend("geosnapContainerLegend", parent=panel)
        self._others = Highlight(self, "#757575", 2, icon=QgsRubberBand.ICON_BOX, size=7)
        self._brought_out = Highlight(self, "#1976d2", 4, size=18)
        self._container = None
        self._network = None

    def dispose(self):
        """Releases all layers."""
        self.clear()
        self._others.dispose()
        self._brought_out.dispose()
        self.legend.dispose()

    def clear(self):
        """Shows nothing."""
        self._container = self._network = None
        self.rows = {}
        self.setLayers([])
        self._layers = []
        self.item.set_associations(numpy.empty((0, 4)), numpy.empty(0, dtype=int))
        self.legend.show_counts({})
        self._others.clear()
        self._brought_out.clear()

    def show_container(self, network, container):
        """Shows the content of a container on the map; if it is shown already, the view stays."""
        before = self._container
        is_same = (
            before is not None and before.feature.global_id == container.feature.global_id
            and before.document["extent"] == container.document["extent"]
        )
        self._network, self._container = network, container
        self.setDestinationCrs(self._map_canvas.mapSettings().destinationCrs())
        self.rows = {}
        for one in container.feature.all():
            self.rows.setdefault(one.source, []).append(one.row)
        self._layers = [
            layer for layer in (self._layer(network, table, rows) for table, rows in self.rows.items())
            if layer is not None
        ]
        # Points over lines over areas.
        self._layers.sort(key=lambda layer: layer.geometryType())
        self.setLayers(self._layers)
        self._show_associations(network, container)
        self.bring_out([])
        if is_same:
            self.refresh()
        else:
            self.zoom_to_content()

    @staticmethod
    def _layer(network, table, rows):
        shown = layer_of(network.path, table)
        if shown is not None:
            layer = shown.clone()
            layer.setScaleBasedVisibility(False)
        else:
            layer = open_layer(network.path, table, table)
        if not layer.isValid() or not layer.isSpatial():
            return None
        keys = layer.primaryKeyAttributes()
        key = layer.fields()[keys[0]].name() if keys else "OBJECTID"
        layer.setSubsetString('"{}" IN ({})'.format(key, ", ".join(str(row) for row in rows)))
        return layer

    def _show_associations(self, network, container):
        places = Places(network, self)
        document = container.document
        own = {one.global_id for one in container.feature.all()} | {container.feature.global_id}
        kinds = {name: number for number, name in enumerate(package().results.ASSOCIATION_KINDS)}
        segments, groups, others = [], [], []
        for one in document["associations"]:
            group = association_style.group(kinds.get(one["kind"]))
            if group is None or not one["geometry"]:
                continue
            segments.append(anchors.ends_of(one["geometry"]))
            groups.append(group)
            for end, xy in (("from", segments[-1][:2]), ("to", segments[-1][2:])):
                if one[end]["globalID"] not in own:
                    others.append(QgsGeometry.fromPointXY(places.point(*xy)))
        on_map = places.points(numpy.array(segments, dtype=float).reshape(-1, 2)).reshape(-1, 4)
        extent = document["extent"]
        is_area = extent is not None and (extent[0] < extent[2] or extent[1] < extent[3])
        box = places.rectangle(extent) if is_area else None
        self.item.set_associations(on_map, numpy.array(groups, dtype=int), box)
        self._others.show(others)
        self.legend.show_counts(Counter(groups), has_box=box is not None, has_others=bool(others))

    def zoom_to_content(self):
        """Shows the extent of the content, at the container's view scale if it has one."""
        if self._container is None or self._container.document["extent"] is None:
            return
        document = self._container.document
        places = Places(self._network, self)
        rectangle = places.rectangle(document["extent"])
        scale = document["viewScale"]
        if scale or rectangle.isEmpty():
            around = QgsRectangle(rectangle.center(), rectangle.center())
            around.grow(1)
            self.setExtent(around)
            self.zoomScale(float(scale or _DEFAULT_SCALE))
        else:
            rectangle.scale(_ROOM)
            self.setExtent(rectangle)
        self.refresh()

    @property
    def legible_scale(self):
        """The scale at which all of the content is distinguishable, if the current scale is too small; else None."""
        scale = self._container.document["legibleScale"] if self._container is not None else None
        return scale if scale and scale < self.scale() else None

    def bring_out(self, geometries, is_near=False):
        """Highlights geometries of the network; if requested, zooms in until their neighbours are distinguishable."""
        if self._network is None:
            return
        places = Places(self._network, self)
        shown = [places.geometry(geometry) for geometry in geometries if not geometry.isNull()]
        self._brought_out.show(shown)
        if is_near and shown:
            self.setCenter(shown[0].boundingBox().center())
            scale = self.legible_scale
            if scale is not None:
                self.zoomScale(scale)
            self.refresh()

    def wheelEvent(self, event):  # noqa: N802 (Qt calls it so)
        # Otherwise the surrounding panel would scroll too.
        super().wheelEvent(event)
        event.setAccepted(True)

    def keyPressEvent(self, event):  # noqa: N802 (Qt calls it so)
        if event.key() == Qt.Key_Home:
            self.zoom_to_content()
            event.accept()
            return
        super().keyPressEvent(event)
