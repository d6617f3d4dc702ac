"""Containers: the tool that opens them, and the panel that shows them."""

from qgis.core import QgsRectangle
from qgis.PyQt.QtCore import QObject, Qt

from ..kernel import features, work
from ..kernel.layers import fids_of, layers_of
from ..kernel.texts import tr
from . import container, names
from .container_panel import ContainerPanel
from .pick_tool import PickTool
from .places import Places


class Containers(QObject):
    """Containers.

    Attributes
    ----------
    container : Container or None
        The shown container.
    """

    def __init__(self, desk):
        super().__init__(desk.iface.mainWindow())
        self.desk = desk
        self.container = None
        self._network = None
        self._before = []
        self._asked = 0
        self.panel = ContainerPanel(desk.iface.mainWindow(), desk.iface.mapCanvas())
        desk.add_dock(self.panel, Qt.RightDockWidgetArea)
        self.panel.hide()
        self.panel.back.setEnabled(False)
        self.panel.backAsked.connect(self.back)
        self.panel.upAsked.connect(self.up)
        self.panel.zoomAsked.connect(self.zoom)
        self.panel.selectAsked.connect(self.select)
        self.panel.wholeAsked.connect(self.panel.view.zoom_to_content)
        self.panel.openAsked.connect(lambda content: self.open(self._network, content.global_id))
        self.panel.chosen.connect(self._chosen)
        self.tool = PickTool(desk, ("point", "line", "area"))
        self.tool.picked.connect(self._picked)
        self.tool.missed.connect(lambda: self._say(tr("There is no feature of the network here.")))
        self.tool.cancelled.connect(lambda: desk.iface.mapCanvas().unsetMapTool(self.tool))
        self.action = desk.add_action(
            "geosnapContainer", tr("Container contents"), self._take, icon_name="container", is_checkable=True,
            tip=tr("Click a container, or a feature in a container, to see the content"),
        )
        self.tool.setAction(self.action)
        networks = desk.networks
        networks.changed.connect(self._network_changed)
        networks.closed.connect(self._network_closed)

    def unload(self):
        """Removes the tool and the panel."""
        self._asked += 1
        self.desk.networks.changed.disconnect(self._network_changed)
        self.desk.networks.closed.disconnect(self._network_closed)
        self.tool.dispose()
        self.panel.view.dispose()
        self.deleteLater()

    def _say(self, sentence):
        self.desk.iface.statusBarIface().showMessage(sentence)

    def _take(self, is_checked):
        self.desk.take(self.action, self.tool, self.panel, is_checked)

    # Showing

    def _picked(self, network, pairs, _):
        global_ids = features.global_ids(network, pairs)
        kernel = network.kernel
        self._asked += 1
        asked = self._asked

        def is_done(found):
            if asked != self._asked or network.is_closed:
                return
            if found is None:
                self._say(tr("{} is not a container, and is in no container.").format(features.name(network, pairs[0])))
                return
            self.open(network, found[0], found[1])

        def has_failed(error):
            if not network.is_closed:
                self.desk.tell_error(error)

        work.run(
            tr("Container contents"), lambda tell: container.holder_of(kernel, global_ids), is_done, has_failed
        )

    def open(self, network, global_id, chosen=None):
        """Shows the content of a container."""
        if self.container is not None and self.container.feature.global_id != global_id:
            self._before.append((self._network, self.container.feature.global_id))
        self._show(network, global_id, chosen)

    def _show(self, network, global_id, chosen=None):
        kernel = network.kernel
        self._asked += 1
        asked = self._asked

        def is_done(found):
            if asked != self._asked or network.is_closed:
                return
            self._network, self.container = network, found
            self.panel.show()
            self.panel.raise_()
            self.panel.show_container(network, found, chosen)
            self._show_back()
            if chosen is not None:
                self._bring_out([chosen])

        def has_failed(error):
            if asked == self._asked and not network.is_closed:
                self.container = None
                self.panel.show_nothing(str(error) or tr("The container cannot be shown."))
                self._show_back()

        work.run(tr("Container contents"), lambda tell: container.read(kernel, global_id), is_done, has_failed)

    def back(self):
        """Shows the previous container."""
        while self._before:
            network, global_id = self._before.pop()
            if not network.is_closed:
                self._show(network, global_id)
                return
        self._show_back()

    def up(self):
        """Opens the container around this one."""
        if self.container is not None and self.container.holders:
            self.open(self._network, self.container.holders[0], self.container.feature.global_id)

    def _show_back(self):
        self.panel.back.setEnabled(any(not network.is_closed for network, _ in self._before))

    def _chosen(self, content):
        self._bring_out([content.global_id], is_near=True)

    def _bring_out(self, global_ids, is_near=False):
        _, found = names.named(self._network, [one for one in global_ids if one])
        self.panel.view.bring_out(features.geometries(self._network, found), is_near)

    def zoom(self):
        """Shows on the map the container and its content."""
        if self.container is None:
            return
        canvas = self.desk.iface.mapCanvas()
        places = Places(self._network, canvas)
        extent = QgsRectangle()
        extent.setMinimal()
        if self.container.document["extent"] is not None:
            extent.combineExtentWith(places.rectangle(self.container.document["extent"]))
        own = names.find(self._network, self.container.feature.global_id)
        for shape in features.geometries(self._network, own):
            if not shape.isNull():
                extent.combineExtentWith(places.geometry(shape).boundingBox())
        if extent.isNull():
            self._say(tr("The container and its content have no place on the map."))
            return
        extent.grow(max(extent.width(), extent.height()) * 0.1 or 5 * canvas.mapUnitsPerPixel())
        canvas.setExtent(extent)
        canvas.refresh()

    def select(self):
        """Selects only the content, in its layers."""
        if self.container is None:
            return
        count = 0
        for table, layer in layers_of(self._network.path):
            rows = next((rows for name, rows in self.panel.view.rows.items() if name.lower() == table.lower()), [])
            layer.selectByIds(fids_of(layer, rows))
            count += len(rows)
        self._say(tr("{:,} features are selected.").format(count) if count else
                  tr("No layer of the project shows the content."))

    # Networks

    def _network_changed(self, network, change):
        if network is self._network and self.container is not None:
            self._show(network, self.container.feature.global_id, self.panel.chosen_id)

    def _network_closed(self, network):
        self._before = [one for one in self._before if one[0] is not network]
        if network is self._network:
            self._asked += 1
            self._network = self.container = None
            self.panel.show_nothing(tr("Click a container on the map, or a feature in a container."))
        self._show_back()
