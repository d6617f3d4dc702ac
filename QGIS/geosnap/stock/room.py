"""QGIS's editing tools: their snapping, and the check of their edits."""

from qgis.core import QgsGeometry, QgsProject, QgsSettings, QgsWkbTypes
from qgis.gui import QgsRubberBand
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtGui import QColor

from ..kernel.preferences import preferences
from ..kernel.texts import tr
from . import refused
from .fixing import fixed
from .follower import Follower
from .guard import Guard
from .pending import PendingEdit
from .refused import HeldEdit, RefusedDock


class Room:
    """QGIS's editing tools."""

    def __init__(self, desk):
        self.desk = desk
        self.drawing = desk.room("drawing")
        self.dock = RefusedDock(desk.iface.mainWindow())
        desk.add_dock(self.dock, Qt.BottomDockWidgetArea)
        self.dock.hide()
        self.action = desk.add_action(
            "geosnapStock", tr("Rules for QGIS's own tools"), self._switch, icon_name="stock", is_checkable=True,
            tip=tr("QGIS's tools snap where the rules allow it, and their edits are checked when they are saved"),
        )
        self.panel_action = desk.add_action(
            "geosnapShowRefused", tr("Refused edits"), self._show_dock, in_toolbar=False
        )
        self.guard = self.follower = None
        self._before, self._after, self._saving = {}, {}, {}
        self._bands = []
        self.dock.fixWanted.connect(self.fix)
        self.dock.keepWanted.connect(self.keep)
        self.dock.undoWanted.connect(self.drop)
        self.dock.shown.connect(self._show)
        self.dock.visibilityChanged.connect(self._dock_shown)
        desk.networks.opened.connect(self._opened)
        desk.networks.closed.connect(self._closed)
        is_on = QgsSettings().value("geosnap/rules_for_stock_tools", True, type=bool)
        self.action.setChecked(is_on)
        self._switch(is_on)

    def unload(self):
        """Releases QGIS's tools."""
        self.desk.networks.opened.disconnect(self._opened)
        self.desk.networks.closed.disconnect(self._closed)
        self._stop()
        self._clear_bands()

    def _switch(self, is_on):
        QgsSettings().setValue("geosnap/rules_for_stock_tools", is_on)
        if is_on and self.guard is None:
            self.guard = Guard(self.desk, self.default_type)
            self.guard.refused.connect(self._refused)
            self.guard.saving.connect(self._saving_begins)
            self.guard.saved.connect(self._saved)
            self.follower = Follower(self.desk, self.drawing, self.default_type)
            self.drawing.chooser.chosen.connect(self._type_chosen)
        elif not is_on:
            self._stop()

    def _stop(self):
        if self.guard is None:
            return
        self.drawing.chooser.chosen.disconnect(self._type_chosen)
        self.guard.close()
        self.follower.close()
        self.guard = self.follower = None

    def _type_chosen(self, _):
        self.follower.type_chosen()

    def default_type(self, network, table):
        """The asset type of new features of a table: the last one chosen in the panel, else the most used."""
        chosen = self.drawing.chosen(network)
        if chosen is not None and chosen.source.lower() == table.lower():
            return chosen
        types = [one for one in network.definition.asset_types if one.source.lower() == table.lower()]
        usage = self.drawing.usage(network)
        return max(types, key=lambda one: usage[one.path], default=None)

    # Refused edits

    def _opened(self, network):
        documents = [one for one in refused.stored(network.path) if not _was_saved(network, one)]
        if documents:
            self._after[network.path] = [_read(network, document) for document in documents]
            self._list()

    def _closed(self, network):
        # Unsaved edits stay in the profile.
        for listed in (self._before, self._after, self._saving):
            listed.pop(network.path, None)
        self._list()

    def _saving_begins(self, network, pending):
        """Stores edits that are in no layer and not yet in the file, since QGIS may be killed meanwhile."""
        sentence = {"message": tr("QGIS ended before this was saved.")}
        self._saving[network.path] = [HeldEdit(network.path, one, [sentence], True) for one in pending]
        self._keep(network.path)

    def _saved(self, network, count):
        # The offers were for edits that are now in the file.
        self.drawing.offer.clear()
        self.drawing.say(tr("Edits saved as one step: {}.").format(count))

    def _refused(self, network, held, is_saved):
        if is_saved:
            self._saving.pop(network.path, None)
            self._after.setdefault(network.path, []).extend(held)
            self._keep(network.path)
            self._before.pop(network.path, None)
        else:
            self._before[network.path] = held
        self._list()

    def _keep(self, path):
        kept = self._after.get(path, []) + self._saving.get(path, [])
        refused.store(path, [_written(one) for one in kept])

    def _list(self):
        both = list(self._after.values()) + list(self._before.values())
        self.dock.show_held([one for held in both for one in held])
        if not self.dock.held:
            self._clear_bands()

    def _show_dock(self):
        self.dock.show()
        self.dock.raise_()

    def _network(self, held):
        return self.desk.networks.find(held.path)

    def _settled(self, held):
        """Removes an edit from the list."""
        for listed in (self._before, self._after):
            if held in listed.get(held.path, []):
                listed[held.path].remove(held)
        self._keep(held.path)
        self._list()
        self.drawing.offer.clear()
        if self.follower is not None:
            self.follower.forget()

    def fix(self, held):
        """Moves it to a place that the rules allow, or places the missing junction."""
        network = self._network(held)
        if network is None:
            return
        canvas = self.desk.iface.mapCanvas()
        tolerance = preferences.tolerance_pixels * canvas.mapUnitsPerPixel()
        found = fixed(network, canvas, held.pending, tolerance, self.drawing.usage(network))
        if found is None:
            self.desk.tell(tr("No fix is known for this. {}").format(held.sentence))
            return
        edits, geometry = found
        self._save(held, edits)

    def _save(self, held, edits):
        network = self._network(held)
        name = tr("Fix: {}").format(held.pending.name)

        def is_saved(document):
            if not held.is_saved:
                self._take_from_layer(held)
            self._settled(held)
            self.drawing.say(tr("Saved: {}").format(name))

        def has_failed(error):
            self.desk.tell_error(error)

        network.edit(name, edits, is_saved, has_failed)

    def keep(self, held):
        """Saves it against the rules."""
        network = self._network(held)
        if network is None:
            return
        if held.is_saved:
            self._settled(held)
            self.guard_or_new().save_exceptions(network, [held.pending])
        else:
            self.guard.keep(held)
            self._settled(held)

    def guard_or_new(self):
        """The guard. If the rules are off for QGIS's tools, this turns them on."""
        if self.guard is None:
            self.action.setChecked(True)
            self._switch(True)
        return self.guard

    def drop(self, held):
        """Discards the edit."""
        if not held.is_saved:
            self._take_from_layer(held)
        self._settled(held)

    def _take_from_layer(self, held):
        """Removes an edit from the layer in which it is pending."""
        layer = QgsProject.instance().mapLayer(held.pending.layer_id)
        if layer is None or not layer.isEditable():
            return
        fid, kind = held.pending.fid, held.pending.kind
        layer.beginEditCommand(tr("Undo: {}").format(held.pending.name))
        if kind == "insert":
            layer.deleteFeature(fid)
        elif kind in ("geometry", "attributes"):
            stored = next(layer.dataProvider().getFeatures(_request(fid)), None)
            if stored is not None and kind == "geometry":
                layer.changeGeometry(fid, QgsGeometry(stored.geometry()))
            elif stored is not None:
                layer.changeAttributeValues(fid, {n: stored.attribute(n) for n in range(layer.fields().count())})
        layer.endEditCommand()

    # On the map

    def _clear_bands(self):
        scene = self.desk.iface.mapCanvas().scene()
        for band in self._bands:
            scene.removeItem(band)
        self._bands = []

    def _dock_shown(self, is_visible):
        if not is_visible:
            self._clear_bands()

    def _show(self, held):
        self._clear_bands()
        geometry = held.pending.geometry
        network = self._network(held)
        if geometry is None or network is None:
            return
        canvas = self.desk.iface.mapCanvas()
        layer = QgsProject.instance().mapLayer(held.pending.layer_id) if held.pending.layer_id else None
        crs = layer.crs() if layer is not None else None
        band = QgsRubberBand(canvas, geometry.type())
        band.setColor(QColor(preferences.colors["prevented"]))
        band.setWidth(4)
        band.setLineStyle(Qt.DotLine)
        if geometry.type() == QgsWkbTypes.PointGeometry:
            band.setIcon(QgsRubberBand.ICON_X)
            band.setIconSize(14)
        if crs is not None:
            band.setToGeometry(geometry, crs)
        else:
            band.setToGeometry(geometry, None)
        self._bands.append(band)
        if not canvas.extent().intersects(band.asGeometry().boundingBox()):
            canvas.setCenter(band.asGeometry().boundingBox().center())
            canvas.refresh()


def _request(fid):
    from qgis.core import QgsFeatureRequest

    return QgsFeatureRequest(fid)


def _was_saved(network, document):
    """Whether a new feature is in the file although it is not marked as saved: QGIS may have been killed in between."""
    name = document["edits"][0].get("globalID") if document["kind"] == "insert" else None
    if not name:
        return False
    try:
        return len(network.kernel.named(name)) > 0
    except ValueError:
        return False


def _written(held):
    pending = held.pending
    return {
        "table": pending.table,
        "fid": pending.row,
        "kind": pending.kind,
        "edits": pending.edits,
        "geometry": pending.geometry.asWkt(17) if pending.geometry is not None else None,
        "assetType": pending.asset_type.path if pending.asset_type is not None else None,
        "problems": held.problems,
    }


def _read(network, document):
    geometry = QgsGeometry.fromWkt(document["geometry"]) if document["geometry"] else None
    kind = network.definition.named(document["assetType"]) if document["assetType"] else None
    pending = PendingEdit(
        document["table"], None, document["fid"], document["kind"], document["edits"], geometry, kind
    )
    return HeldEdit(network.path, pending, document["problems"], True)
