"""Keeps layers up to date with their networks, including changes by others."""

from ..kernel import store, work
from ..kernel.layers import layers_of, reload
from ..kernel.texts import tr
from .group import PLAIN
from .palette import colors
from .reading import read
from .renderer import add_types, has_rule
from .scales import Scales


class Following:
    """Reloads layers when their network has changed, and draws its new asset types.

    Parameters
    ----------
    desk : Desk
    """

    def __init__(self, desk):
        self._desk = desk
        desk.networks.changed.connect(self._changed)

    def unload(self):
        """Stops."""
        self._desk.networks.changed.disconnect(self._changed)

    def _changed(self, network, change):
        if change.touched is None:
            reload(network.path)
            self._read_new_types(network)
            return
        tables = {feature["source"] for feature in change.touched}
        # Associations may have changed with the features.
        reload(network.path, tables | {"un_associations"})
        drawn = dict(layers_of(network.path))
        for feature in change.touched:
            layer = drawn.get(feature["source"])
            kind = network.definition.named(
                f"{feature['source']}/{feature.get('assetGroup')}/{feature.get('assetType')}"
            )
            if layer is not None and kind is not None and not feature["isDeleted"] and not has_rule(layer, kind):
                self._read_new_types(network)
                return

    def _read_new_types(self, network):
        title = tr("Reading the asset types of {}").format(store.name(network.path))
        work.run(title, lambda tell: read(network.path, tell), self._draw_new_types, self._desk.tell_error)

    def _draw_new_types(self, reading):
        canvas = self._desk.iface.mapCanvas()
        shades = colors(reading.definition.document)
        tables = {table.name.lower(): table for table in reading.tables}
        for name, layer in layers_of(reading.path):
            table = tables.get(name.lower())
            if table is None or table.geometry is None or not layer.isSpatial():
                continue
            units = layer.crs().mapUnits() if layer.crs().isValid() else canvas.mapUnits()
            scales = Scales(reading, canvas.mapSettings().outputDpi(), units)
            if add_types(layer, reading, table, shades.get(table.domain_network, PLAIN), scales):
                layer.triggerRepaint()
