"""Validates the features that the last step touched."""

import math

from qgis.PyQt.QtCore import QObject, pyqtSignal

from ..kernel import features, work
from ..kernel.texts import tr

_MOST_FEATURES = 200_000
"""The largest network that is validated after each step. Validation of a larger one takes longer than drawing."""
_MARGIN = 1.0


class Aftermath(QObject):
    """Validates the surroundings of each step of this plugin, in the background."""

    found = pyqtSignal(object, list)
    """An OpenNetwork, and the errors of the features that the last step touched, as in ``geosnap validate``."""

    def __init__(self, desk):
        super().__init__()
        self._desk = desk
        self._is_running = False
        desk.networks.changed.connect(self._changed)

    def close(self):
        """Stops."""
        self._desk.networks.changed.disconnect(self._changed)

    @property
    def is_running(self):
        return self._is_running

    def _changed(self, network, change):
        if change.cause != "committed" or network.kernel.feature_count > _MOST_FEATURES:
            return
        touched = {one["globalID"] for one in change.touched or [] if one["globalID"] and not one["isDeleted"]}
        if not touched:
            return
        self._is_running = True

        def look(tell):
            box = None
            for name in touched:
                for geometry in features.geometries(network, network.kernel.named(name)):
                    if not geometry.isNull():
                        box = geometry.boundingBox() if box is None else box
                        box.combineExtentWith(geometry.boundingBox())
            if box is None or not all(math.isfinite(one) for one in (box.xMinimum(), box.yMaximum())):
                return []
            box.grow(_MARGIN if box.width() + box.height() > 1e-3 or abs(box.xMinimum()) > 180 else 1e-5)
            corners = (box.xMinimum(), box.yMinimum(), box.xMaximum(), box.yMaximum())
            extent = ",".join(repr(one) for one in corners)
            document = network.kernel.ask("validate", f"--extent={extent}", "--json")
            return [
                error for error in document["errors"]
                if any(one["globalID"] in touched for one in error["features"])
            ]

        def is_done(errors):
            self._is_running = False
            if errors:
                self.found.emit(network, errors)

        def has_failed(error):
            # Another step was made or the network was closed in the meantime: the next check reports.
            self._is_running = False

        work.run(tr("Checking the drawn features"), look, is_done, has_failed)
