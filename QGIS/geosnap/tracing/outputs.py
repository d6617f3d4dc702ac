"""Outputs of a result: layers, a selection, a report page."""

import html
import os
import tempfile

import numpy as np
from qgis.core import (
    QgsCategorizedSymbolRenderer, QgsFeature, QgsField, QgsFields, QgsGeometry, QgsProject, QgsRendererCategory,
    QgsVectorLayer, QgsWkbTypes,
)
from qgis.PyQt.QtCore import QObject, QTimer, QVariant
from qgis.PyQt.QtWidgets import QApplication

from ..kernel import layers as project_layers
from ..kernel import store
from ..kernel.texts import tr
from . import shapes
from .overlay import COLORS, symbol
from .result_tab import reason_text

MOST_IN_LAYERS = 300_000
"""The maximum number of features in memory layers: each takes about a kilobyte."""
MOST_SELECTED = 200_000
"""The maximum number of selected features per layer: QGIS takes too long for more."""
_SELECTED_AT_ONCE = 20_000
_BLOCK = 500
_KINDS = (
    (QgsWkbTypes.LineGeometry, "MultiLineString"), (QgsWkbTypes.PointGeometry, "Point"),
    (QgsWkbTypes.PolygonGeometry, "MultiPolygon"),
)


# Layers

def make_layers(kernel, definition, answer, tell):
    """The layers of a result, each with its number of features; called in the background.

    Returns
    -------
    layers : list of QgsVectorLayer
    without_place : int
        The number of features without a place, which are in no layer.
    """
    titles = {QgsWkbTypes.LineGeometry: tr("Lines"), QgsWkbTypes.PointGeometry: tr("Points"),
              QgsWkbTypes.PolygonGeometry: tr("Areas")}
    made = {}
    fields = QgsFields()
    for name in ("globalid", "source", "assetgroup", "assettype", "name", "origin"):
        fields.append(QgsField(name, QVariant.String))
    count = answer.feature_count
    stretches = dict(answer.stretches(
        kernel, answer._trace, np.flatnonzero(answer.is_partial), answer.elements_of, lambda share: None
    ))
    without_place = 0
    for start in range(0, count, _BLOCK):
        features = answer.features[start:start + _BLOCK]
        blob, ends = kernel.wkb_whole(features)
        rows = zip(
            answer.global_ids(range(start, start + len(features))), kernel.texts(features, "asset_type"),
            kernel.texts(features, "name"), kernel.texts(features, "origin"), ends.tolist(),
        )
        blocks = {}
        place = 0
        for number, (identifier, path, name, origin, end) in enumerate(rows, start):
            geometry = stretches.get(number)
            if geometry is None:
                geometry = QgsGeometry()
                if end > place:
                    geometry.fromWkb(blob[place:end])
            place = end
            kind = geometry.type() if not geometry.isNull() else None
            if kind not in titles:
                without_place += 1
                continue
            if kind != QgsWkbTypes.PointGeometry:
                geometry.convertToMultiType()
            source, group, asset_type = (path or "").split("/", 2) if (path or "").count("/") >= 2 else (path, "", "")
            feature = QgsFeature(fields)
            feature.setAttributes([identifier, source, group, asset_type, name, origin])
            feature.setGeometry(geometry)
            blocks.setdefault(kind, []).append(feature)
        for kind, block in blocks.items():
            if kind not in made:
                type_name = dict(_KINDS)[kind]
                layer = QgsVectorLayer(type_name, titles[kind], "memory")
                layer.setCrs(shapes.crs_of(kernel.srid))
                layer.dataProvider().addAttributes(fields.toList())
                layer.updateFields()
                made[kind] = layer
            made[kind].dataProvider().addFeatures(block)
        tell(min((start + _BLOCK) / count, 1.0))
    found = [made[kind] for kind, _ in _KINDS if kind in made]
    thread = QApplication.instance().thread()
    for layer in found:
        # Computing it takes a while; the layer stores it.
        layer.extent()
        layer.moveToThread(thread)
    return found, without_place


def add_layers(layers, title, answer):
    """Adds layers to the project, in a group at the top, in the colours of the result."""
    for layer in layers:
        kind = layer.geometryType()
        categories = [
            QgsRendererCategory(source.name, symbol(kind, source.usage, color, source.count), source.name)
            for source, color in zip(answer.sources, colors(answer))
            if any(shown.geometryType() == kind for shown in source.layers)
        ]
        layer.setRenderer(QgsCategorizedSymbolRenderer("source", categories))
    project = QgsProject.instance()
    group = project.layerTreeRoot().insertGroup(0, title)
    for layer in layers:
        project.addMapLayer(layer, False)
        group.addLayer(layer)
    return group


# Selection

def rows_by_layer(path, answer):
    """The rows of the result for each layer of the network in the project, and the sources without a layer."""
    found, missing = [], []
    shown = {}
    for table, layer in project_layers.layers_of(path):
        shown.setdefault(table.lower(), []).append(layer)
    for source in answer.sources:
        members = np.concatenate([part.members for part in source.types])
        if source.name.lower() not in shown:
            missing.append(source.name)
            continue
        found.append((shown[source.name.lower()], answer.row_ids[members]))
    return found, missing


class Selecting(QObject):
    """Selects the features of a result in the layers of the project, in portions so that QGIS stays responsive.

    ``done`` is called with the number of selected features, the sources without a layer, and the sources with more
    features than QGIS can select.
    """

    def __init__(self, path, answer, done):
        super().__init__()
        self._done = done
        self._count, self._too_many = 0, []
        self._steps = []
        found, self._missing = rows_by_layer(path, answer)
        chosen = set()
        for layers, rows in found:
            if len(rows) > MOST_SELECTED:
                self._too_many.append(layers[0].name())
                continue
            self._count += len(rows)
            for layer in layers:
                chosen.add(layer.id())
                for start in range(0, len(rows), _SELECTED_AT_ONCE):
                    self._steps.append((layer.id(), rows[start:start + _SELECTED_AT_ONCE], start == 0))
        for _, layer in project_layers.layers_of(path):
            if layer.id() not in chosen and layer.selectedFeatureCount():
                layer.removeSelection()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        self._timer.start(0)

    def stop(self):
        """Stops."""
        self._timer.stop()

    def _step(self):
        if not self._steps:
            self._timer.stop()
            self._done(self._count, self._missing, self._too_many)
            return
        identifier, rows, is_first = self._steps.pop(0)
        # The layer may have been removed meanwhile.
        layer = QgsProject.instance().mapLayer(identifier)
        if layer is not None:
            layer.selectByIds(project_layers.fids_of(layer, rows.tolist()), layer.SetSelection if is_first else layer.AddToSelection)


# The report page

_STYLE = """
body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1000px;color:#222}
h1{font-size:1.5em}h2{font-size:1.15em;margin-top:1.6em}
table{border-collapse:collapse;width:100%}td,th{padding:3px 8px;border-bottom:1px solid #ddd;text-align:left}
td.n,th.n{text-align:right}code{background:#f2f2f2;padding:6px 8px;display:block;overflow-wrap:anywhere}
.map svg,.map img{width:100%;height:auto;border:1px solid #ccc}.source{font-weight:600}
"""


def write_page(kernel, answer, words, command_line, title, unit, page, tell):
    """Writes a report page: a map, the totals, the stops; called in the background."""
    picture = _picture(kernel, words, page, answer.element_count, tell)
    parts = [
        "<!DOCTYPE html><html><head><meta charset='utf-8'><title>", html.escape(title), "</title><style>", _STYLE,
        "</style></head><body><h1>", html.escape(title), "</h1><p>", html.escape(store.name(kernel.path)),
        "</p>", f"<div class='map'>{picture}</div>",
    ]
    if answer.warnings:
        parts.append(f"<h2>{_text(tr('Warnings'))}</h2>")
        parts += [f"<p>⚠ {_text(one)}</p>" for one in answer.warnings]
    if answer.is_isolation:
        parts.append(f"<h2>{_text(tr('To be shut'))}: {answer.needed_count}</h2><ol>")
        parts += [f"<li>{_text(one.label)}</li>" for one in answer.needed]
        parts.append("</ol>")
        for heading, found in (
            (tr("Shut already"), answer.already_shut), (tr("May stay open"), answer.left_open),
            (tr("Also without supply"), answer.without_supply),
        ):
            if found:
                parts.append(f"<h2>{_text(heading)}</h2><ul>")
                parts += [f"<li>{_text(one.label)}</li>" for one in found]
                parts.append("</ul>")
    parts.append(
        f"<h2>{_text(tr('Found'))}</h2><table><tr><th></th><th class='n'>{_text(tr('Features'))}</th>"
        f"<th class='n'>{_text(tr('Length'))}</th></tr>"
    )
    for source, color in zip(answer.sources, colors(answer)):
        parts.append(_row(source.name, source.count, source.length, unit, f"source' style='color:{color}"))
        parts += [_row(one.label, one.count, one.length, unit, "") for one in source.types]
    parts.append("</table>")
    if answer.functions or answer.cost is not None:
        parts.append(f"<h2>{_text(tr('Added up'))}</h2><table>")
        for one in answer.functions:
            called = _text(f"{one['type']}({one['attribute']})")
            parts.append(f"<tr><td>{called}</td><td class='n'>{one['result']}</td></tr>")
        if answer.cost is not None:
            parts.append(f"<tr><td>{_text(tr('Cost of the path'))}</td><td class='n'>{answer.cost:g}</td></tr>")
        parts.append("</table>")
    for heading, found in (
        (tr("Controllers"), answer.controllers), (tr("Sources inside"), answer.sources_inside),
    ):
        if found:
            parts.append(f"<h2>{_text(heading)}</h2><ul>")
            parts += [f"<li>{_text(one.label)}</li>" for one in found]
            parts.append("</ul>")
    if answer.stop_count:
        parts.append(f"<h2>{_text(tr('Stopped at'))}: {answer.stop_count}</h2><table>")
        parts += [
            f"<tr><td>{_text(reason_text(one.reason))}</td><td>{_text(one.label)}</td><td>{_text(one.detail)}</td></tr>"
            for one in answer.stops
        ]
        parts.append("</table>")
    heading = _text(tr("The same on the command line"))
    parts.append(f"<h2>{heading}</h2><code>{_text(command_line)}</code></body></html>")
    with open(page, "w", encoding="utf-8") as file:
        file.write("".join(parts))
    return page


_MOST_IN_SVG = 20_000
"""Larger pictures are raster images: browsers are slow with more shapes."""


def _picture(kernel, words, page, count, tell):
    if count > _MOST_IN_SVG:
        path = os.path.splitext(page)[0] + ".png"
        kernel.ask(*words, "--svg", path, "--force", progress=tell)
        return f"<img src='{html.escape(os.path.basename(path))}' alt=''>"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.svg")
        kernel.ask(*words, "--svg", path, progress=tell)
        with open(path, encoding="utf-8") as file:
            text = file.read()
    return text[text.find("<svg"):]


def colors(answer):
    """The colours of the sources of a result."""
    return [COLORS[number % len(COLORS)] for number in range(len(answer.sources))]


def _text(text):
    return html.escape(str(text))


def _row(name, count, length, unit, style):
    length = "" if length is None else f"{length:,.1f} {unit}"
    return (
        f"<tr><td class='{style}'>{_text(name)}</td><td class='n'>{count:,}</td><td class='n'>{_text(length)}</td></tr>"
    )
