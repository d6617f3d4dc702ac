"""Traces on the map: the panel, the tool that sets places, and the display of results."""

import os
import tempfile

import numpy as np
from qgis.core import Qgis, QgsCoordinateTransform, QgsCsException, QgsGeometry, QgsPointXY, QgsProject, QgsRectangle
from qgis.PyQt.QtCore import QObject, Qt, QUrl
from qgis.PyQt.QtGui import QDesktopServices
from qgis.PyQt.QtWidgets import QFileDialog, QInputDialog, QMenu

from ..kernel import work
from ..kernel.package import package
from ..kernel.texts import tr
from . import marks, outputs, shapes
from .answer import Answer, labels, stops_of_failure
from .map_tool import PlaceTool
from .overlay import Overlay, dress, dress_region
from .panel import TracePanel
from .question import Place, Supposition
from .result_tab import number
from .trace_types import trace_types

_POINT_SCALE = 500
"""The map scale for zooming to a single point."""


class Room(QObject):
    """Traces on the map."""

    def __init__(self, desk):
        super().__init__()
        self.desk = desk
        self.canvas = desk.iface.mapCanvas()
        self.network = None
        self._answered = None
        self._running = None
        self._selecting = None
        self._role = ""
        self.panel = TracePanel(desk.iface.mainWindow())
        desk.add_dock(self.panel, Qt.RightDockWidgetArea)
        self.panel.hide()
        self.action = desk.add_action(
            "geosnapTrace", tr("Trace"), self.show_panel, icon_name="trace", is_checkable=True,
            tip=tr("Trace the network: connected elements, upstream, downstream, features to shut"),
        )
        self.tool = PlaceTool(self.canvas, lambda: self.network)
        self.overlay = Overlay(self.canvas)
        self.marks = marks.Marks(self.canvas)
        self._connect()
        self._take_network(desk.networks.current)

    def _connect(self):
        panel, tool, networks = self.panel, self.tool, self.desk.networks
        self._connections = [
            (panel.visibilityChanged, self._panel_shown),
            (panel.traceAsked, self.trace), (panel.cancelAsked, self.cancel),
            (panel.networkChosen, networks.make_current), (panel.questionChanged, self._question_changed),
            (panel.configurationSaved, self.save_configuration),
            (panel.configurationRemoved, self.remove_configuration),
            (panel.commandCopied, self.copy_command),
            (panel.places.roleChosen, self.choose_role), (panel.places.zoomed, self._zoom_to_place),
            (panel.places.clear_button.clicked, self.clear),
            (panel.result.againAsked, self.trace), (panel.result.layersAsked, self.make_layers),
            (panel.result.selectionAsked, self.select), (panel.result.reportAsked, self.ask_report),
            (panel.result.zoomAsked, self._zoom_to_extent), (panel.result.featureAsked, self._zoom_to_feature),
            (panel.result.stuckAsked, self.set_stuck), (panel.result.sourcesShown, self._show_sources),
            (tool.picked, self._picked), (tool.missed, self._missed), (tool.hovered, self._hovered),
            (tool.deactivated, self._tool_left),
            (networks.opened, self._networks_changed), (networks.closed, self._network_closed),
            (networks.currentChanged, self._take_network), (networks.changed, self._network_changed),
            (self.canvas.destinationCrsChanged, self._show_marks),
        ]
        for signal, slot in self._connections:
            signal.connect(slot)

    def unload(self):
        """Removes all items."""
        for signal, slot in self._connections:
            signal.disconnect(slot)
        self.cancel()
        if self._selecting is not None:
            self._selecting.stop()
            self._selecting = None
        self.tool.take_away()
        self.overlay.take_away()
        self.marks.take_away()

    # The panel and the networks

    def show_panel(self, is_shown):
        """Shows the panel, or hides it."""
        self.panel.setVisible(is_shown)
        if is_shown:
            self.panel.raise_()

    def _panel_shown(self, is_visible):
        # Behind another panel's tab it is not visible, but still open.
        self.action.setChecked(not self.panel.isHidden())
        if self.panel.isHidden():
            self.canvas.unsetMapTool(self.tool)
        self.overlay.setVisible(not self.panel.isHidden() and bool(self._answered))
        self.marks.setVisible(not self.panel.isHidden())

    def _networks_changed(self, _network):
        self.panel.show_networks(self.desk.networks.all, self.network)

    def _network_closed(self, network):
        if network is self.network:
            self._take_network(self.desk.networks.current)
        self._networks_changed(network)

    def _take_network(self, network):
        if network is not self.network:
            self.cancel()
            self.network = network
            self._answered = None
            self.tool.forget()
            self.overlay.show_layers([])
            self.panel.set_network(network)
            self._read_configurations()
        self._networks_changed(network)
        self._show_marks()

    def _network_changed(self, network, _change):
        if network is not self.network:
            return
        self.tool.forget()
        self.panel.forget_configurations()
        self._read_configurations()
        if self._answered is not None or self.panel.result.answer is not None:
            self.panel.result.set_outdated(True)
            self._show_sources()
            self._show_marks()

    # Setting places

    def choose_role(self, role):
        """The next click on the map sets a start, a barrier, a filter barrier, or a supposition."""
        if role:
            # If it is active already, it is deactivated first.
            self.canvas.setMapTool(self.tool)
            self.canvas.setFocus()
        else:
            self.canvas.unsetMapTool(self.tool)
        self._role = role
        self.panel.places.show_role(role)

    def _tool_left(self):
        self._role = ""
        self.panel.places.show_role("")

    def _hovered(self, text):
        self.panel.places.show_hint(text)

    def _missed(self):
        if self.network is None:
            self.desk.tell(tr("No network is open. Open a network first."), Qgis.Warning)
        else:
            self.panel.tell(tr("There is no device, junction or line here. Click nearer to a feature."), Qgis.Warning)

    def _picked(self, one, pixel):
        if self.network is None:
            return
        self.panel.tell("")
        if self._role == "whatIf":
            self._ask_supposition(one, pixel)
            return
        terminals = one.asset_type.terminals if one.asset_type is not None else []
        if len(terminals) > 1:
            self._ask_terminal(one, self._role, terminals, pixel)
        else:
            self._add_place(self._role, one, None)

    def _add_place(self, role, one, terminal):
        source = one.asset_type.source if one.asset_type is not None else ""
        terminals = one.asset_type.terminals if one.asset_type is not None else []
        self.panel.places.add_place(Place(
            role, one.global_id, one.label, source, one.x, one.y, terminal,
            None if terminal is not None else one.fraction, terminals if len(terminals) > 1 else (),
        ))

    def _ask_terminal(self, one, role, terminals, pixel):
        """Asks for a terminal; the most likely one is first, and Enter chooses it."""
        menu = QMenu(self.canvas)
        menu.setObjectName("geosnapTraceTerminals")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        menu.addSection(one.label)
        entries = [(terminal["name"], terminal["id"]) for terminal in terminals]
        entry_for_all = (tr("All terminals"), None)
        if role != "start" or self.panel.kind.name == "connected":
            entries.insert(0, entry_for_all)
        else:
            upstream = {terminal["id"] for terminal in terminals if terminal.get("upstream")}
            wants_upstream = self.panel.kind.name == "upstream"
            entries.sort(key=lambda entry: (entry[1] in upstream) != wants_upstream)
        for place, (name, identifier) in enumerate(entries):
            action = menu.addAction(tr("{} (likely)").format(name) if place == 0 else name)
            action.triggered.connect(lambda _=False, identifier=identifier: self._add_place(role, one, identifier))
            if place == 0:
                menu.setDefaultAction(action)
                menu.setActiveAction(action)
        menu.popup(pixel)

    # What if

    def _ask_supposition(self, one, pixel):
        """Asks for the supposition about a feature: its attributes, or whether it blocks."""
        menu = QMenu(self.canvas)
        menu.setObjectName("geosnapTraceWhatIf")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        menu.addSection(one.label)
        vocabulary = self.panel.vocabulary
        source = one.asset_type.source if one.asset_type is not None else ""
        for attribute in vocabulary.attributes_of(source):
            values = vocabulary.values.get(attribute)
            if values:
                inside = menu.addMenu(attribute)
                for value in values:
                    inside.addAction(value["name"]).triggered.connect(
                        lambda _=False, attribute=attribute, value=value["name"]: self._suppose(
                            "set", one, attribute, value
                        )
                    )
            else:
                menu.addAction(tr("{} …").format(attribute)).triggered.connect(
                    lambda _=False, attribute=attribute: self._ask_value(one, attribute)
                )
        menu.addSeparator()
        menu.addAction(tr("Suppose that it blocks")).triggered.connect(lambda _=False: self._suppose("block", one))
        menu.addAction(tr("Suppose that it does not block, despite conditions")).triggered.connect(
            lambda _=False: self._suppose("unblock", one)
        )
        menu.popup(pixel)

    def _ask_value(self, one, attribute):
        value, is_given = QInputDialog.getText(
            self.desk.iface.mainWindow(), tr("What if"), tr("{} of {}:").format(attribute, one.label)
        )
        if is_given and value.strip():
            self._suppose("set", one, attribute, value.strip())

    def _suppose(self, kind, one, attribute="", value=""):
        self.panel.places.suppose(Supposition(kind, one.global_id, one.label, one.x, one.y, attribute, value))

    def set_stuck(self, valve, is_stuck):
        """Supposes that a valve cannot be operated, or that it can, and traces again."""
        if is_stuck:
            x, y = _middle(valve.extent)
            self.panel.places.suppose(Supposition("stuck", valve.global_id, valve.label, x, y))
        else:
            self.panel.places.suppose_no_more(valve.global_id, "stuck")
        self.trace()

    # Tracing

    def trace(self):
        """Runs the question of the panel, in the background."""
        if self.network is None or self._running is not None:
            return
        question = self.panel.question()
        starts = sum(place.role == "start" for place in question.places)
        if starts == 0:
            self.panel.tell(tr("There is no start yet. Choose Start, then click on the map."), Qgis.Warning)
            self.panel.tabs.setCurrentWidget(self.panel.places)
            return
        if starts < self.panel.kind.starts:
            self.panel.tell(tr("A shortest path needs two starts: where it begins and where it ends."), Qgis.Warning)
            self.panel.tabs.setCurrentWidget(self.panel.places)
            return
        network, kernel, definition = self.network, self.network.kernel, self.network.definition
        options = question.options()
        self.panel.set_running(True)
        self.panel.tell("")

        def ask(tell):
            try:
                return Answer(kernel, definition, question.type, options, tell)
            except package().GeoSnapError as error:
                error.spots = stops_of_failure(kernel, definition, question.type, options, error)
                raise

        def is_done(answer):
            if running is not self._running:
                return
            self._ended()
            if network is self.network and not network.is_closed:
                self._show(question, answer)

        def has_failed(error):
            if running is not self._running:
                return
            self._ended()
            if network is self.network:
                self._tell_failure(error)

        running = work.run(tr("Trace: {}").format(self.panel.kind.label), ask, is_done, has_failed)
        running.progressChanged.connect(lambda share: self.panel.progress.setValue(int(share)))
        self._running = running

    def cancel(self):
        """Cancels the running trace."""
        running, self._running = self._running, None
        if running is not None:
            running.cancel()
            self.panel.set_running(False)
            self.panel.tell(tr("The trace was cancelled."))

    def _ended(self):
        self._running = None
        self.panel.set_running(False)

    def _tell_failure(self, error):
        text = str(error) or type(error).__name__
        if isinstance(error, work.Cancelled):
            self.panel.tell(tr("The trace was cancelled."))
            return
        self._answered = None
        self.overlay.show_layers([])
        found = getattr(error, "spots", [])
        if found:
            # Its other lines are those of the tree.
            text = text.split("\n")[0]
        self.panel.result.show_failure(text, found)
        if found:
            self.panel.tell(tr("The trace has no answer. The result lists where the trace stopped."), Qgis.Warning)
            self.panel.tabs.setCurrentWidget(self.panel.result)
        else:
            self.panel.tell(text, Qgis.Warning)
        self._show_marks()

    def _show(self, question, answer):
        self._answered = (question, answer)
        result = self.panel.result
        colors = outputs.colors(answer)
        for source, color in zip(answer.sources, colors):
            for layer in source.layers:
                dress(layer, source.usage, color, source.count)
        for layer in answer.region_layers:
            dress_region(layer)
        stuck = [one for one in question.suppositions if one.kind == "stuck"]
        result.show_answer(answer, self._title(answer), self.panel.unit, colors, stuck, self._names)
        if answer.needed_count > marks.MOST_MARKS:
            self.panel.tell(tr("The map marks the first {} of {} valves.").format(
                marks.MOST_MARKS, answer.needed_count))
        self.panel.tabs.setCurrentWidget(result)
        self._show_sources()
        self._show_marks()

    def _title(self, answer):
        if answer.is_isolation:
            return answer.headline[:1].upper() + answer.headline[1:]
        return tr("{}: {} of {}").format(
            next((kind.label for kind in self._kinds() if kind.name == answer.type), answer.type),
            tr("1 element") if answer.element_count == 1 else tr("{} elements").format(number(answer.element_count)),
            tr("1 feature") if answer.feature_count == 1 else tr("{} features").format(number(answer.feature_count)),
        )

    @staticmethod
    def _kinds():
        return trace_types()

    def _names(self, members):
        """The names of features of the answer; None if the network was replaced."""
        answer = self._answered[1] if self._answered else None
        if answer is None or self.network is None or self.panel.result.is_outdated:
            return None
        try:
            return labels(self.network.kernel, self.network.definition, answer.features[np.asarray(members)])
        except package().GeoSnapError as error:
            self.desk.tell_error(error)
            return None

    def _question_changed(self):
        self._show_marks()

    def clear(self):
        """Removes places and results."""
        self.cancel()
        self._answered = None
        self.panel.places.clear()
        self.panel.result.clear()
        self.panel.conditions.reset()
        self.overlay.show_layers([])
        self.panel.tell("")
        self._show_marks()

    # The map

    def _show_sources(self):
        if self._answered is None:
            self.overlay.show_layers([])
            return
        layers = [layer for source in self.panel.result.shown_sources() for layer in source.layers]
        # Points are drawn over lines, and lines over areas.
        layers.sort(key=lambda layer: layer.geometryType())
        if self.panel.result.shows_region:
            layers += sorted(self._answered[1].region_layers, key=lambda layer: layer.geometryType())
        self.overlay.setOpacity(0.4 if self.panel.result.is_outdated else 1.0)
        self.overlay.show_layers(layers)

    def _transform(self):
        """The transformation from the network to the map; None if there is none."""
        crs, own = shapes.crs_of(self.network.kernel.srid), self.canvas.mapSettings().destinationCrs()
        if not crs.isValid() or not own.isValid() or crs == own:
            return None
        return QgsCoordinateTransform(crs, own, QgsProject.instance())

    def _show_marks(self):
        if self.network is None:
            self.marks.show_marks([])
            return
        found = []
        question = self.panel.question()
        if self._answered is not None and not self.panel.result.is_outdated:
            for place, valve in enumerate(self._answered[1].needed, 1):
                if valve.extent is not None:
                    found.append((marks.VALVE, *_middle(valve.extent), str(place)))
        found += [(one.kind, one.x, one.y, "") for one in question.suppositions]
        found += [(place.role, place.x, place.y, "") for place in question.places]
        transform = self._transform()
        shown = []
        for kind, x, y, text in found:
            if x != x or y != y:
                continue
            point = QgsPointXY(x, y)
            if transform is not None:
                try:
                    point = transform.transform(point)
                except QgsCsException:
                    # It has no place on this map.
                    continue
            shown.append(marks.Mark(kind, point.x(), point.y(), text))
        # The latest marks are drawn on top; the oldest are dropped first.
        self.marks.show_marks(shown)

    def _zoom_to_place(self, place):
        if place.x == place.x:
            self._zoom_to_extent(QgsRectangle(place.x, place.y, place.x, place.y))

    def _zoom_to_extent(self, extent):
        """Shows a part of the network on the map; by default the whole answer."""
        if self.network is None:
            return
        if extent is None:
            extent = self._answered[1].extent if self._answered else None
        if shapes.is_nowhere(extent):
            self.panel.tell(tr("It has no place on the map."), Qgis.Warning)
            return
        transform = self._transform()
        if transform is not None:
            try:
                if extent.width() or extent.height():
                    extent = transform.transformBoundingBox(extent)
                else:
                    point = transform.transform(extent.center())
                    extent = QgsRectangle(point, point)
            except QgsCsException:
                self.panel.tell(tr("It has no place on the map."), Qgis.Warning)
                return
        self._look_at(extent)

    def _look_at(self, extent):
        canvas = self.canvas
        center = extent.center()
        if extent.width() == 0 and extent.height() == 0:
            units = canvas.mapSettings().destinationCrs()
            if units.isValid() and not units.isGeographic():
                canvas.setCenter(center)
                if canvas.scale() > _POINT_SCALE:
                    canvas.zoomScale(_POINT_SCALE)
            else:
                # Without a unit of length there is no scale: a part of the network's extent is shown.
                low_x, low_y, high_x, high_y = self.network.kernel.extent
                side = max(high_x - low_x, high_y - low_y) / 40 or 1.0
                if not canvas.mapSettings().destinationCrs().isGeographic() or not self.network.kernel.srid:
                    around = QgsRectangle.fromCenterAndSize(center, side, side)
                else:
                    around = QgsRectangle.fromCenterAndSize(center, 0.002, 0.002)
                if canvas.extent().width() > around.width():
                    canvas.setExtent(around)
                else:
                    canvas.setCenter(center)
        else:
            around = QgsRectangle(extent)
            around.scale(1.2)
            canvas.setExtent(around)
        canvas.refresh()

    def _zoom_to_feature(self, global_id):
        if self.network is None:
            return
        kernel = self.network.kernel
        try:
            found = kernel.named(global_id)
            blob, ends = kernel.wkb_whole(found)
        except package().GeoSnapError as error:
            self.panel.tell(str(error), Qgis.Warning)
            return
        geometry = QgsGeometry()
        if len(ends) and ends[0]:
            geometry.fromWkb(blob[:int(ends[0])])
        if geometry.isNull():
            self.panel.tell(tr("It has no place on the map."), Qgis.Warning)
            return
        self.panel.tell("")
        self._zoom_to_extent(geometry.boundingBox())
        crs = shapes.crs_of(kernel.srid)
        self.canvas.flashGeometries([geometry], crs if crs.isValid() else self.canvas.mapSettings().destinationCrs())

    # Saved configurations

    def _read_configurations(self, chosen=None):
        network = self.network
        if network is None:
            return

        def is_done(document):
            if network is self.network:
                self.panel.show_configurations(document["configurations"])
                if chosen is not None:
                    self.panel.choose_configuration(chosen)

        def has_failed(error):
            if network is self.network:
                self.desk.tell_error(error, tr("Saved configurations"))

        network.ask(tr("Reading saved configurations"), ["trace-config", "list", "--json"], is_done,
                    has_failed)

    def save_configuration(self, name, description):
        """Saves conditions and options in the network's file."""
        question = self.panel.question()
        if not self.panel.conditions.is_base_known and not question.configuration:
            self.panel.tell(tr("Choose the tier first: the configuration is based on its definition."), Qgis.Warning)
            return
        words = ["trace-config", "save", name, "--type", question.type, *self.panel.configuration_words(question)]
        if description:
            words += ["--description", description]
        self._write_configuration(words, tr("Saved: {}").format(name), name)

    def remove_configuration(self, name):
        """Deletes a configuration from the network's file."""
        if name:
            self._write_configuration(["trace-config", "remove", name], tr("Deleted: {}").format(name), "")

    def _write_configuration(self, words, text, chosen):
        network = self.network

        def is_done(_document):
            if network is self.network:
                self.panel.forget_configurations()
                self._read_configurations(chosen)
                self.panel.tell(text)

        network.write_beside(text, [*words, "--json"], is_done,
                             lambda error: self.panel.tell(str(error), Qgis.Warning))

    # Outputs

    def copy_command(self):
        """Copies the command line that gives the same answer."""
        if self.network is not None:
            self.panel.copy_command()
            self.panel.tell(tr("The command line is in the clipboard."))

    def make_layers(self):
        """Makes layers of the answer, in the background."""
        if self._answered is None:
            return
        question, answer = self._answered
        if answer.feature_count > outputs.MOST_IN_LAYERS:
            self.panel.tell(
                tr("{} features are too many for layers in memory: {} at most. "
                   "The command writes a file of them: Copy command, then add --geojson FILE.").format(
                    number(answer.feature_count), number(outputs.MOST_IN_LAYERS)), Qgis.Warning)
            return
        network = self.network
        title = tr("Trace: {} ({})").format(
            next(kind.label for kind in self._kinds() if kind.name == answer.type), number(answer.feature_count)
        )

        def is_done(made):
            layers, without_place = made
            if not layers:
                self.panel.tell(tr("No feature that was found has a place on the map."), Qgis.Warning)
                return
            outputs.add_layers(layers, title, answer)
            text = tr("The layers are in the group {}.").format(title)
            if without_place:
                text += " " + tr("{} features have no place on the map, and are in no layer.").format(without_place)
            self.panel.tell(text)

        work.run(
            tr("Layers of the trace"),
            lambda tell: outputs.make_layers(network.kernel, network.definition, answer, tell), is_done,
            lambda error: self.panel.tell(str(error), Qgis.Warning),
        )

    def select(self):
        """Selects the answer in the layers of the network."""
        if self._answered is None:
            return
        if self._selecting is not None:
            self._selecting.stop()
        self._selecting = outputs.Selecting(self.network.path, self._answered[1], self._has_selected)

    def _has_selected(self, count, missing, too_many):
        self._selecting = None
        text = tr("{} features are selected.").format(number(count))
        if missing:
            text += " " + tr("No layer of the project shows {}.").format(", ".join(missing))
        if too_many:
            text += " " + tr(
                "{} has too many features to select: make layers of the result."
            ).format(", ".join(too_many))
        self.panel.tell(text, Qgis.Warning if missing or too_many else Qgis.Info)

    def ask_report(self):
        """Asks whether to save the page, and opens it in the browser."""
        menu = QMenu(self.panel)
        menu.setObjectName("geosnapTraceReportMenu")
        menu.setAttribute(Qt.WA_DeleteOnClose)
        menu.addAction(tr("Open in the browser"), lambda: self.make_report(None))
        menu.addAction(tr("Save as …"), self._ask_report_place)
        button = self.panel.result.buttons["Report"]
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def _ask_report_place(self):
        path, _ = QFileDialog.getSaveFileName(self.panel, tr("Save the page"), "", tr("Pages (*.html)"))
        if path:
            self.make_report(path if path.lower().endswith((".html", ".htm")) else path + ".html")

    def make_report(self, path):
        """Writes a report page, in the background; without a path, it is opened in the browser."""
        if self._answered is None:
            return
        question, answer = self._answered
        is_shown = path is None
        if is_shown:
            path = os.path.join(tempfile.mkdtemp(prefix="geosnap-trace-"), "trace.html")
        kernel, title, unit = self.network.kernel, self._title(answer), self.panel.unit
        words, line = question.words(), question.command_line(self.network.kernel.path)

        def is_done(page):
            self.panel.tell(tr("The page is in {}.").format(page))
            if is_shown:
                QDesktopServices.openUrl(QUrl.fromLocalFile(page))

        work.run(
            tr("Page of the trace"),
            lambda tell: outputs.write_page(kernel, answer, words, line, title, unit, path, tell), is_done,
            lambda error: self.panel.tell(str(error), Qgis.Warning),
        )


def _middle(extent):
    """The centre of a rectangle; NaN if there is none."""
    if extent is None:
        return float("nan"), float("nan")
    center = extent.center()
    return center.x(), center.y()
