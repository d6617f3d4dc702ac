"""Why a feature is not supplied: two clicks, or one and the Enter key."""

from qgis.core import QgsRectangle
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import QObject, Qt

from ..kernel import features, work
from ..kernel.texts import tr
from . import names, why
from .highlight import Highlight
from .pick_tool import PickTool
from .places import Places
from .why_panel import Step, WhyPanel

MOST = 3000
"""A path with more elements is listed, but not drawn."""


class Whys(QObject):
    """Why a feature is not supplied.

    Attributes
    ----------
    answer : Why or None
        The shown answer.
    start : str or None
        The global id of the feature that was clicked first.
    """

    def __init__(self, desk):
        super().__init__(desk.iface.mainWindow())
        self.desk = desk
        self.answer = None
        self.start = None
        self._network = self._question = None
        self._source = self._place = None
        self._asked = 0
        canvas = desk.iface.mapCanvas()
        self.way = Highlight(canvas, "#1565c0", 5, size=7)
        self.ends = Highlight(canvas, "#2e7d32", 6, icon=QgsRubberBand.ICON_FULL_DIAMOND, size=16)
        self.bars = Highlight(canvas, "#c62828", 7, icon=QgsRubberBand.ICON_X, size=20, style=Qt.DotLine)
        self.panel = WhyPanel(desk.iface.mainWindow())
        desk.add_dock(self.panel, Qt.RightDockWidgetArea)
        self.panel.hide()
        self.panel.chosen.connect(self._chosen)
        self.panel.clearAsked.connect(self.clear)
        self.panel.controllersAsked.connect(self.ask_controllers)
        self.panel.visibilityChanged.connect(self._panel_shown)
        self.tool = PickTool(desk, ("point", "line"))
        self.tool.picked.connect(self._picked)
        self.tool.missed.connect(lambda: self._say(tr("There is no feature of the network here.")))
        self.tool.confirmed.connect(self.ask_controllers)
        self.tool.cancelled.connect(self._cancelled)
        self.action = desk.add_action(
            "geosnapWhy", tr("Why is this not supplied?"), self._take, icon_name="why", is_checkable=True,
            tip=tr("Click a feature without supply, then the source that should supply it"),
        )
        self.tool.setAction(self.action)
        desk.networks.changed.connect(self._network_changed)
        desk.networks.closed.connect(self._network_closed)
        canvas.destinationCrsChanged.connect(self._draw)
        self.clear()

    def unload(self):
        """Removes the tool and the panel."""
        self._asked += 1
        self.desk.networks.changed.disconnect(self._network_changed)
        self.desk.networks.closed.disconnect(self._network_closed)
        self.desk.iface.mapCanvas().destinationCrsChanged.disconnect(self._draw)
        self.tool.dispose()
        for one in (self.way, self.ends, self.bars):
            one.dispose()
        self.deleteLater()

    def _say(self, sentence):
        self.desk.iface.statusBarIface().showMessage(sentence)

    def _take(self, is_checked):
        self.desk.take(self.action, self.tool, self.panel, is_checked)

    def clear(self):
        """Starts over."""
        self._asked += 1
        self.answer = self.start = self._network = self._question = None
        self._draw()
        self.panel.say(tr("Click a feature without supply."))

    def _cancelled(self):
        if self.start is None:
            self.desk.iface.mapCanvas().unsetMapTool(self.tool)
        else:
            self.clear()

    def _panel_shown(self, is_visible):
        # A panel behind another tab is not visible either, but not closed.
        if not is_visible and self.panel.isHidden() and self.start is not None:
            self.clear()

    # Asking

    def _picked(self, network, pairs, place):
        is_first = self.start is None or self.answer is not None or network is not self._network
        if not is_first:
            # A controller among other features is preferred.
            pairs = sorted(pairs, key=lambda pair: not _is_controller(network, pair))
        global_id = features.global_ids(network, pairs[:1])[0]
        if not global_id:
            self._say(tr("This feature has no global id, so its path cannot be found."))
            return
        if is_first:
            self.clear()
            self._network, self.start, self._place = network, global_id, place
            self._source = network.kernel.tables[pairs[0][0]]
            self._draw()
            text = tr("From {}.").format(features.name(network, pairs[0])) + " " + tr(
                "Click the source that should supply it, or press Enter to find its controllers."
            )
            self.panel.say(text, True)
            self._say(text)
            return
        start, kernel = self.start, network.kernel
        if start == global_id:
            self._say(tr("The path begins here. Click another feature."))
            return
        self._ask(network, lambda tell: why.between(kernel, start, global_id))

    def ask_controllers(self):
        """Searches for the nearest controllers of the feature that was clicked first."""
        network, start = self._network, self.start
        if start is None or network is None or network.is_closed:
            self._say(tr("Click a feature without supply."))
            return
        source, place = self._source, self._place
        self._ask(network, lambda tell: why.to_controllers(network, start, source, place, tell))

    def _ask(self, network, question):
        self._asked += 1
        asked = self._asked
        self._question = question

        def ask(tell):
            answer = question(tell)
            if answer is None:
                return None, {}
            ids = [answer.start, answer.end] + [one["globalID"] for one in answer.path + answer.blockers]
            return answer, names.labels(network, ids)

        self.panel.say(tr("Searching for the path."))

        def is_done(found):
            answer, labels = found
            if asked != self._asked or network.is_closed:
                return
            if answer is None:
                self.panel.say(tr("There is no controller in this domain network: nothing is supplied in it."))
                return
            self.answer = answer
            self._show(labels)

        def has_failed(error):
            if asked == self._asked and not network.is_closed:
                self.panel.say(str(error) or tr("The path was not found."), True)
                self.desk.tell_error(error)

        work.run(tr("Why is this not supplied?"), ask, is_done, has_failed)

    # Showing

    def _show(self, labels):
        answer = self.answer
        start, end = labels[answer.start], labels[answer.end]
        if answer.is_reached:
            if len(answer.path) == 1:
                sentence = tr("{} is reached from {}.").format(end, start)
            else:
                sentence = tr("{} is reached from {} by {:,} elements.").format(end, start, len(answer.path))
            if len(answer.path) > MOST:
                sentence += " " + tr("The path is too long to be drawn.")
        elif answer.blockers:
            sentence = tr("{} is not reached from {}. These features block the path with the fewest barriers:").format(
                end, start
            )
            sentence += " " + " ".join(
                f"{labels[one['globalID']]}: {one['detail']}" for one in answer.blockers[:3]
            )
        else:
            sentence = tr("{} is not reached from {}: there is no connection at all.").format(end, start)
        if answer.tried > 1:
            sentence += " " + tr("{} controllers were tried, the nearest first.").format(answer.tried)
        self.panel.show_answer(
            sentence,
            [Step(one["globalID"], labels[one["globalID"]]) for one in answer.path],
            [Step(one["globalID"], labels[one["globalID"]], one["detail"]) for one in answer.blockers],
        )
        self._draw()
        if answer.blockers:
            self._show_extent([one["globalID"] for one in answer.blockers])

    def _shapes(self, global_ids):
        network = self._network
        if network is None or network.is_closed:
            return []
        places = Places(network, self.desk.iface.mapCanvas())
        found = features.geometries(network, names.named(network, global_ids)[1])
        return [places.geometry(shape) for shape in found if not shape.isNull()]

    def _draw(self):
        answer = self.answer
        ends = [self.start] if self.start else []
        if answer is not None:
            ends.append(answer.end)
        path = [one["globalID"] for one in answer.path] if answer is not None else []
        self.way.show(self._shapes(path) if len(path) <= MOST else [])
        self.ends.show(self._shapes(ends))
        self.bars.show(self._shapes([one["globalID"] for one in answer.blockers]) if answer is not None else [])

    def _show_extent(self, global_ids):
        """Extends the map view to features outside it."""
        canvas = self.desk.iface.mapCanvas()
        extent = QgsRectangle(canvas.extent())
        found = QgsRectangle()
        found.setMinimal()
        for shape in self._shapes(global_ids):
            found.combineExtentWith(shape.boundingBox())
        if found.isNull() or extent.contains(found):
            return
        extent.combineExtentWith(found)
        extent.scale(1.1)
        canvas.setExtent(extent)
        canvas.refresh()

    def _chosen(self, step):
        shapes = self._shapes([step.global_id])
        if not shapes:
            return
        canvas = self.desk.iface.mapCanvas()
        canvas.setCenter(shapes[0].boundingBox().center())
        canvas.refresh()
        canvas.flashGeometries(shapes, canvas.mapSettings().destinationCrs())

    # Networks

    def _network_changed(self, network, change):
        if network is not self._network or self.start is None:
            return
        if not len(names.find(network, self.start)):
            self.clear()
            return
        self.answer = None
        self._draw()
        if self._question is not None:
            self._ask(network, self._question)

    def _network_closed(self, network):
        if network is self._network:
            self.clear()


def _is_controller(network, pair):
    kind = features.asset_type(network, pair)
    return kind is not None and "Subnetwork Controller" in kind.categories
