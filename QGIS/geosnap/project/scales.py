"""The scale from which features are shown: there, the number in view is distinguishable."""

import math

from qgis.core import QgsRectangle, QgsScaleCalculator

from .kinds import CONTROLLING, MAIN, MINOR, PLACE

_IN_VIEW = {MAIN: 600, PLACE: 500, MINOR: 400}
_LINES_IN_VIEW = 1200
_WIDE_LINES_IN_VIEW = 12_000
"""Up to this number in view, lines have their full width."""
_FEW = 100
"""Up to this number, points are shown at any scale."""
_AREAS_IN_VIEW = 2500
_LABELS_IN_VIEW = {"point": 25, "line": 15, "area": 25}
_WIDTH, _HEIGHT = 1200, 800
"""The assumed size of a map, in pixels."""
_MILLIMETRES = 25.4
_STEPS = (1, 1.5, 2, 2.5, 4, 5, 7.5)


class Scales:
    """The scales of a network, from the density of its features.

    The unit of the coordinates does not matter: a network without a reference system has scales too.

    Parameters
    ----------
    reading : Reading
    dpi : float
        The resolution of the screen.
    units : Qgis.DistanceUnit
        The map's units.
    """

    def __init__(self, reading, dpi, units):
        self._area = reading.area
        self._dpi = dpi
        self._center = reading.center
        self._calculator = QgsScaleCalculator(dpi, units)

    def of_points(self, weight, count):
        """The scale from which points are shown, given their total number; 0 for always."""
        if weight == CONTROLLING or count <= _FEW or self._area <= 0:
            return 0
        # Few points may still be dense, if they are in a corner of the map.
        return self._of_view(self._view(count, _IN_VIEW[weight]))

    def of_lines(self, is_minor, count):
        """The scale from which lines are shown; 0 for always."""
        return self._scale(count, _LINES_IN_VIEW) if is_minor else 0

    def of_areas(self, count):
        """The scale from which areas are shown; 0 for always."""
        return self._scale(count, _AREAS_IN_VIEW)

    def units_of_lines(self, count):
        """The map units per millimetre at which lines have their full width, given their number; 0 if unknown."""
        width = self._view(max(count, 1), _WIDE_LINES_IN_VIEW)
        return width / (_WIDTH * _MILLIMETRES / self._dpi)

    def of_labels(self, geometry, count):
        """The scale from which labels are shown; 0 for always."""
        return self._scale(count, _LABELS_IN_VIEW[geometry])

    def _scale(self, count, in_view):
        if count <= in_view or self._area <= 0:
            return 0
        return self._of_view(self._view(count, in_view))

    def _of_view(self, width):
        """The scale of a view with this width."""
        x, y = self._center
        height = width * _HEIGHT / _WIDTH
        view = QgsRectangle(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        return _rounded(self._calculator.calculate(view, _WIDTH))

    def _view(self, count, in_view):
        """The width of a view that contains this number of features."""
        return math.sqrt(self._area * in_view / count * _WIDTH / _HEIGHT)


def _rounded(scale):
    """The next round scale."""
    if not math.isfinite(scale) or scale <= 0:
        return 0
    power = 10 ** math.floor(math.log10(scale))
    return min((step * power for step in (*_STEPS, 10)), key=lambda one: abs(math.log(one / scale)))
