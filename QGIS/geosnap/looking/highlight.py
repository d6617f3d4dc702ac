"""Geometries highlighted on a map."""

from qgis.core import QgsGeometry, QgsWkbTypes
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

_KINDS = (QgsWkbTypes.PolygonGeometry, QgsWkbTypes.LineGeometry, QgsWkbTypes.PointGeometry)


class Highlight:
    """Highlighted geometries: one item for each of points, lines and areas, however many there are."""

    def __init__(self, canvas, color, width=4, icon=QgsRubberBand.ICON_CIRCLE, size=12, style=Qt.SolidLine):
        self._canvas = canvas
        self._bands = {}
        for kind in _KINDS:
            band = QgsRubberBand(canvas, kind)
            band.setColor(QColor(color))
            band.setWidth(width)
            band.setLineStyle(style)
            band.setSecondaryStrokeColor(QColor(255, 255, 255, 200))
            if kind == QgsWkbTypes.PointGeometry:
                band.setIcon(icon)
                band.setIconSize(size)
            if kind == QgsWkbTypes.PolygonGeometry or (
                kind == QgsWkbTypes.PointGeometry and icon in (QgsRubberBand.ICON_CIRCLE, QgsRubberBand.ICON_BOX)
            ):
                # The feature stays visible below the fill.
                fill = QColor(color)
                fill.setAlpha(40)
                band.setFillColor(fill)
            self._bands[kind] = band

    def show(self, geometries):
        """Highlights only these geometries, in the map's reference system."""
        sorted_by_kind = {kind: [] for kind in _KINDS}
        for geometry in geometries:
            if not geometry.isNull() and geometry.type() in sorted_by_kind:
                sorted_by_kind[geometry.type()].append(geometry)
        for kind, band in self._bands.items():
            band.reset(kind)
            found = sorted_by_kind[kind]
            if found:
                band.addGeometry(found[0] if len(found) == 1 else QgsGeometry.collectGeometry(found), None)

    def clear(self):
        """Removes the highlight."""
        self.show([])

    @property
    def is_empty(self):
        return all(band.numberOfVertices() == 0 for band in self._bands.values())

    def dispose(self):
        """Removes the items from the map."""
        for band in self._bands.values():
            self._canvas.scene().removeItem(band)
        self._bands = {}
