"""Associations in view: those with both ends inside, drawn dashed over the map."""

from collections import Counter

import numpy
from qgis.PyQt.QtCore import QObject, QTimer

from ..kernel.texts import tr
from . import anchors, association_style
from .association_item import AssociationItem
from .legend import Legend
from .places import Places

MOST = 2000
"""The maximum number that is drawn."""
_FEW = 200
"""The maximum number that is drawn at any scale: more would overlap at small scales."""
_NEAR_SCALE = 2500.0
"""From this scale on, all are drawn."""
_REST = 60
"""Milliseconds without a move of the map after which associations are read."""


class Associations(QObject):
    """Associations in view.

    Attributes
    ----------
    global_ids : list of str
        The drawn associations.
    sentence : str
        The text below the legend.
    """

    def __init__(self, desk):
        super().__init__(desk.iface.mainWindow())
        self.desk = desk
        self.global_ids = []
        self._asked = 0
        canvas = desk.iface.mapCanvas()
        self.item = AssociationItem(canvas)
        self.item.hide()
        self.legend = Legend("geosnapAssociationsLegend", canvas)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST)
        self._rest.timeout.connect(self.show_now)
        self._canvas = canvas
        self._is_shown = False
        canvas.extentsChanged.connect(self._moved)
        canvas.destinationCrsChanged.connect(self._moved)
        networks = desk.networks
        networks.changed.connect(self._network_changed)
        networks.currentChanged.connect(self._moved)
        self.action = desk.add_action(
            "geosnapAssociations", tr("Associations in view"), self.set_shown, icon_name="associations",
            is_checkable=True, tip=tr("Draw the associations in view as dashed lines"),
        )

    @property
    def sentence(self):
        """The text below the rows of the legend."""
        return self.legend.sentence

    def unload(self):
        """Removes them from the map."""
        self._asked += 1
        self._rest.stop()
        self._canvas.extentsChanged.disconnect(self._moved)
        self._canvas.destinationCrsChanged.disconnect(self._moved)
        self.desk.networks.changed.disconnect(self._network_changed)
        self.desk.networks.currentChanged.disconnect(self._moved)
        self._canvas.scene().removeItem(self.item)
        self.legend.dispose()
        self.deleteLater()

    def set_shown(self, is_shown):
        """Starts or stops drawing them."""
        self._is_shown = is_shown
        if is_shown:
            self.show_now()
        else:
            self._show([], numpy.empty((0, 4)), numpy.empty(0, dtype=int))
            self.legend.show_counts({})

    def _moved(self, *_):
        if self._is_shown:
            self._rest.start()

    def _network_changed(self, network, change):
        if network is self.desk.networks.current:
            self._moved()

    def show_now(self):
        """Draws the associations in view."""
        self._asked += 1
        if not self._is_shown:
            return
        network = self.desk.networks.current
        nothing = ([], numpy.empty((0, 4)), numpy.empty(0, dtype=int))
        if network is None or network.is_closed:
            self._show(*nothing)
            self.legend.show_counts({}, tr("No network is open."))
            return
        places = Places(network, self._canvas)
        extent = places.extent(self._canvas.extent())
        found = network.kernel.associations(extent=extent)
        if len(found) > (MOST if self._canvas.scale() <= _NEAR_SCALE else _FEW):
            self._show(*nothing)
            self.legend.show_counts(
                {}, tr("There are {:,} associations in view. Zoom in to see them.").format(len(found))
            )
            return
        groups = numpy.array([association_style.group(int(kind)) or 0 for kind in found.kind], dtype=int)
        segments = anchors.segments(network.kernel, found)
        global_ids = [anchors.text_of(row) for row in found.global_id]
        if (found.kind == anchors.MIDSPAN).any():
            self._ask_midspans(network, extent, global_ids, segments, groups, places)
        self._draw(global_ids, segments, groups, places)

    def _ask_midspans(self, network, extent, global_ids, segments, groups, places):
        """Reads in the background the positions midway on lines, which only documents have."""
        asked = self._asked

        def is_done(document):
            if asked != self._asked or network.is_closed:
                return
            numbers = {one: number for number, one in enumerate(global_ids)}
            for one in document["associations"]:
                number = numbers.get(one["globalID"])
                if number is not None and one["geometry"]:
                    segments[number] = anchors.ends_of(one["geometry"])
            self._draw(global_ids, segments, groups, places)

        words = [
            "associations", "--extent=" + ",".join(repr(float(one)) for one in extent),
            "--kind", "junctionMidspanConnectivity", "--json",
        ]
        def has_failed(error):
            if asked == self._asked and not network.is_closed:
                self.desk.tell_error(error)

        network.ask(tr("Associations in view"), words, is_done, has_failed)

    def _draw(self, global_ids, segments, groups, places):
        is_known = ~numpy.isnan(segments).any(axis=1) & (groups > 0)
        on_map = places.points(segments[is_known].reshape(-1, 2)).reshape(-1, 4)
        drawn = [one for one, is_drawn in zip(global_ids, is_known) if is_drawn]
        self._show(drawn, on_map, groups[is_known])
        sentence = "" if drawn else tr("There are no associations in view.")
        self.legend.show_counts(Counter(groups[is_known].tolist()), sentence)

    def _show(self, global_ids, segments, groups):
        self.global_ids = global_ids
        self.item.set_associations(segments, groups)
        self.item.setVisible(bool(len(segments)))
