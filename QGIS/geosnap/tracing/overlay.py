"""A result over the map: QGIS renders it on other threads into a separate picture, which is shown as it progresses."""

from qgis.core import (
    QgsFillSymbol, QgsLineSymbol, QgsMapRendererParallelJob, QgsMarkerSymbol, QgsProperty, QgsSimpleLineSymbolLayer,
    QgsSingleSymbolRenderer, QgsVectorSimplifyMethod, QgsWkbTypes,
)
from qgis.gui import QgsMapCanvasItem
from qgis.PyQt.QtCore import QObject, QRectF, QTimer
from qgis.PyQt.QtGui import QColor, QPainter

COLORS = ("#e6007e", "#f39200", "#7b3fe4", "#00a08a", "#c0392b", "#0b7fab", "#8a6d00", "#5c6b00")
"""The colours of sources, in order."""
REGION_COLOR = "#4d6fff"
"""The colour of the isolated part."""
_FEW = 20_000
"""Up to this number, features have a border."""
_SPARSE = 200
"""Up to this number, points have the same size at every scale."""


def symbol(geometry_type, usage, color, count):
    """The symbol of a result's features: wide, with a light border; the shape of a point shows its usage."""
    if geometry_type == QgsWkbTypes.PointGeometry:
        is_square = usage in ("junction", "structureJunction")
        size = 1.9 if is_square else 2.6
        found = QgsMarkerSymbol.createSimple({
            "name": "square" if is_square else "circle", "color": color, "size": str(size),
            "outline_color": "255,255,255,230", "outline_width": "0.3" if count <= _FEW else "0",
        })
        if count > _SPARSE:
            # Many points in view would hide each other and all lines.
            found.setDataDefinedSize(QgsProperty.fromExpression(
                f"{size} * CASE WHEN @map_scale > 12000 THEN 0.4 WHEN @map_scale > 5000 THEN 0.6 ELSE 1 END"
            ))
        return found
    if geometry_type == QgsWkbTypes.PolygonGeometry:
        fill = QColor(color)
        return QgsFillSymbol.createSimple({
            "color": f"{fill.red()},{fill.green()},{fill.blue()},50", "outline_color": color, "outline_width": "0.8",
        })
    found = QgsLineSymbol.createSimple({"line_color": color, "line_width": "1.2", "capstyle": "round"})
    if count <= _FEW:
        # A light border distinguishes them from other lines without colour.
        border = {"line_color": "255,255,255,255", "line_width": "2.4", "capstyle": "round"}
        found.insertSymbolLayer(0, QgsSimpleLineSymbolLayer.create(border))
    return found


class Overlay(QgsMapCanvasItem):
    """Layers that are drawn over the map without being part of the project."""

    def __init__(self, canvas):
        super().__init__(canvas)
        self.setZValue(40)
        self._canvas = canvas
        self._layers = []
        self._image = None
        self._drawn = None
        self._job = None
        self._waiting = []
        self._painter = _Redrawing(self)
        self.hide()

    # Showing

    def show_layers(self, layers):
        """Replaces the layers."""
        self._layers = list(layers)
        self._image = None
        self._stop()
        self.setVisible(bool(self._layers))
        if self._layers:
            self.redraw()

    def redraw(self):
        """Draws the layers in view, in the background."""
        self._stop()
        if not self._layers or self._canvas.width() < 2:
            return
        settings = self._canvas.mapSettings()
        settings.setLayers(self._layers)
        settings.setBackgroundColor(QColor(0, 0, 0, 0))
        settings.setLabelingEngineSettings(type(settings.labelingEngineSettings())())
        job = QgsMapRendererParallelJob(settings)
        self._job = job
        job.finished.connect(lambda: self._is_drawn(job))
        job.start()

    @property
    def is_drawing(self):
        """Whether a picture is being drawn, or about to be."""
        return self._job is not None or self._painter.is_waiting

    def _is_drawn(self, job):
        if job is not self._job:
            self._waiting = [one for one in self._waiting if one is not job]
            return
        self._job = None
        self._image = job.renderedImage()
        self._drawn = job.mapSettings()
        self.update()

    def _stop(self):
        job, self._job = self._job, None
        if job is not None:
            # It ends on other threads, and has to exist until then.
            self._waiting.append(job)
            job.cancelWithoutBlocking()

    # Methods that QGIS calls

    def boundingRect(self):  # noqa: N802 (QGIS calls it so)
        """The whole map."""
        return QRectF(-self._canvas.width(), -self._canvas.height(),
                      3 * self._canvas.width(), 3 * self._canvas.height())

    def updatePosition(self):  # noqa: N802 (QGIS calls it so)
        """QGIS calls it when the view changes."""
        self.prepareGeometryChange()
        self.setPos(0, 0)

    def paint(self, painter, option=None, widget=None):
        """Shows the picture at its current position on the map."""
        if self._image is None or self._drawn is None:
            return
        shown = self._drawn.visibleExtent().center()
        middle = self.toCanvasCoordinates(shown)
        scale = self._drawn.mapUnitsPerPixel() / max(self._canvas.mapUnitsPerPixel(), 1e-300)
        size = self._drawn.outputSize()
        width, height = size.width() * scale, size.height() * scale
        if scale != 1:
            painter.setRenderHint(QPainter.SmoothPixmapTransform, False)
        painter.drawImage(QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height), self._image)

    def take_away(self):
        """Removes it from the map."""
        self._painter.stop()
        self._layers = []
        self._image = None
        job, self._job = self._job, None
        for one in [*self._waiting, job]:
            if one is not None:
                one.cancel()
        self._waiting = []
        self._canvas.scene().removeItem(self)


class _Redrawing(QObject):
    """Redraws an overlay after the map."""

    def __init__(self, overlay):
        super().__init__()
        self._overlay = overlay
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(60)
        self._timer.timeout.connect(overlay.redraw)
        canvas = overlay._canvas
        self._canvas = canvas
        canvas.extentsChanged.connect(self._timer.start)
        canvas.destinationCrsChanged.connect(self._timer.start)
        canvas.rotationChanged.connect(self._timer.start)

    @property
    def is_waiting(self):
        """Whether the map was moved just now."""
        return self._timer.isActive()

    def stop(self):
        """Stops."""
        self._timer.stop()
        self._canvas.extentsChanged.disconnect(self._timer.start)
        self._canvas.destinationCrsChanged.disconnect(self._timer.start)
        self._canvas.rotationChanged.disconnect(self._timer.start)


def dress_region(layer):
    """Sets the symbol of the isolated part: dashed, to distinguish it from the result."""
    if layer.geometryType() == QgsWkbTypes.LineGeometry:
        found = QgsLineSymbol.createSimple({"line_color": REGION_COLOR, "line_width": "0.9", "line_style": "dash"})
    elif layer.geometryType() == QgsWkbTypes.PointGeometry:
        found = QgsMarkerSymbol.createSimple(
            {"name": "circle", "color": "255,255,255,0", "outline_color": REGION_COLOR, "outline_width": "0.4",
             "size": "1.6"}
        )
    else:
        found = symbol(layer.geometryType(), None, REGION_COLOR, 1)
    layer.setRenderer(QgsSingleSymbolRenderer(found))
    return layer


def dress(layer, usage, color, count):
    """Sets the symbol of a result's layer."""
    layer.setRenderer(QgsSingleSymbolRenderer(symbol(layer.geometryType(), usage, color, count)))
    method = QgsVectorSimplifyMethod()
    method.setSimplifyHints(QgsVectorSimplifyMethod.FullSimplification)
    method.setThreshold(1.5)
    method.setForceLocalOptimization(True)
    layer.setSimplifyMethod(method)
    return layer


