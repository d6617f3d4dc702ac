"""Subnetworks by colour: found in the background, listed in a panel, drawn as layers."""

from qgis.core import QgsProject
from qgis.PyQt.QtCore import QObject, Qt

from ..kernel import features, work
from ..kernel.texts import tr
from . import names, supply_layers, supply_map, supply_panel
from .places import Places


class Subnetworks(QObject):
    """Subnetworks by colour.

    Attributes
    ----------
    made : SupplyMap or None
        The shown subnetworks.
    """

    def __init__(self, desk):
        super().__init__(desk.iface.mainWindow())
        self.desk = desk
        self.made = None
        self._finding = None
        self.layers = supply_layers.SupplyLayers()
        self._asked = 0
        self.panel = supply_panel.SupplyPanel(desk.iface.mainWindow())
        desk.add_dock(self.panel, Qt.RightDockWidgetArea)
        self.panel.hide()
        self.panel.findAsked.connect(self.find)
        self.panel.clearAsked.connect(self.clear)
        self.panel.chosen.connect(self._chosen)
        self.panel.tiersChanged.connect(self._show_tiers)
        self.action = desk.add_action(
            "geosnapSubnetworks", tr("Subnetworks by colour"), self.begin, icon_name="subnetworks",
            tip=tr("Find all subnetworks, draw each in its colour, and list the features in none"),
        )
        networks = desk.networks
        networks.changed.connect(self._network_changed)
        networks.closed.connect(self._network_closed)
        networks.currentChanged.connect(self._current_changed)
        QgsProject.instance().readProject.connect(self._project_read)
        QgsProject.instance().cleared.connect(self._project_cleared)

    def unload(self):
        """Removes the panel and the layers."""
        self._asked += 1
        networks = self.desk.networks
        networks.changed.disconnect(self._network_changed)
        networks.closed.disconnect(self._network_closed)
        networks.currentChanged.disconnect(self._current_changed)
        QgsProject.instance().readProject.disconnect(self._project_read)
        QgsProject.instance().cleared.disconnect(self._project_cleared)
        self.layers.clear()
        self.deleteLater()

    def begin(self):
        """Shows the panel, and finds the subnetworks if they are not known."""
        self.panel.show()
        self.panel.raise_()
        network = self.desk.networks.current
        if network is None or network is not self.layers.network or not self.layers.layers:
            self.find()

    def find(self):
        """Finds the subnetworks of the current network."""
        network = self.desk.networks.current
        if network is None or network.is_closed:
            self.panel.show_nothing(tr("No network is open. Open a network with GeoSnap > Open network."))
            return
        self._asked += 1
        asked = self._asked
        kernel = network.kernel
        self._finding = network
        self.panel.title.setText(tr("The subnetworks are being found."))
        self.panel.find.setEnabled(False)

        def make(tell):
            made = supply_map.make(kernel, tell)
            return made, supply_layers.make(network, made), supply_panel.groups_of(made)

        def is_done(found):
            made, layers, groups = found
            if asked != self._asked:
                return
            self._finding = None
            self.panel.find.setEnabled(True)
            if network.is_closed:
                return
            self.made = made
            self.layers.show(network, layers)
            self.panel.show_supply(made, groups)

        def has_failed(error):
            if asked != self._asked:
                return
            self._finding = None
            self.panel.find.setEnabled(True)
            if network.is_closed:
                return
            if self.made is None:
                self.panel.show_nothing(tr("The subnetworks were not found."))
            else:
                self.panel.title.setText(tr("The subnetworks were not found. The list shows the previous subnetworks."))
            self.desk.tell_error(error, tr("Subnetworks"))

        work.run(tr("Subnetworks"), make, is_done, has_failed)

    def clear(self):
        """Removes the subnetworks from the map."""
        self._asked += 1
        self.made = self._finding = None
        self.layers.clear()
        self.panel.find.setEnabled(True)
        self.panel.show_nothing(tr("No subnetworks are shown."))

    def _show_tiers(self):
        groups = [group for group in self.panel.model.groups if group.is_checked is not None]
        tiers = self.panel.tiers
        self.layers.show_tiers(None if len(tiers) == len(groups) else tiers)

    def _chosen(self, row):
        network = self.layers.network
        if network is None or network.is_closed or self.made is None:
            return
        canvas = self.desk.iface.mapCanvas()
        places = Places(network, canvas)
        if row.subnetwork is not None:
            found = self.made.extents[row.subnetwork]
            if found.isNull():
                return
            extent = places.rectangle((found.xMinimum(), found.yMinimum(), found.xMaximum(), found.yMaximum()))
            shapes = []
        else:
            found = features.geometries(network, names.find(network, row.global_id))
            shapes = [places.geometry(shape) for shape in found if not shape.isNull()]
            if not shapes:
                return
            extent = shapes[0].boundingBox()
        extent.grow(max(extent.width(), extent.height()) * 0.08 or 30 * canvas.mapUnitsPerPixel())
        canvas.setExtent(extent)
        canvas.refresh()
        if shapes:
            canvas.flashGeometries(shapes, canvas.mapSettings().destinationCrs())

    # Networks and projects

    def _network_changed(self, network, change):
        if network is self._finding and network is self.desk.networks.current:
            # A running search may have read states before and after the change.
            self.find()
        elif network is self.layers.network:
            self.panel.title.setText(
                tr("The network has changed since the subnetworks were found. Find the subnetworks again.")
            )

    def _network_closed(self, network):
        if network is self.layers.network or network is self._finding:
            self.clear()

    def _current_changed(self, network):
        if self.made is None and network is not None:
            self.panel.show_nothing(tr("No subnetworks are shown."))

    def _project_read(self, *_):
        self.layers.remove_left_over()

    def _project_cleared(self):
        if self.made is not None and not self.layers.layers:
            self.clear()
