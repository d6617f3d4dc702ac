"""The marks of points: shapes that are distinguishable without colour, at the size of a letter."""

from qgis.core import QgsMarkerSymbol, QgsSimpleMarkerSymbolLayer
from qgis.PyQt.QtGui import QColor

from .palette import shade

_RIM = "white"

# Each part of a mark: its shape, its size relative to the mark, its fill ("fill", "white", "none", "line"), its
# angle, and its offset from the middle relative to the mark's size.
MARKS = {
    "valve": (3.4, [("triangle", 0.62, "fill", 90, (-0.28, 0)), ("triangle", 0.62, "fill", 270, (0.28, 0))]),
    "check_valve": (3.4, [("triangle", 0.62, "fill", 90, (-0.28, 0)), ("triangle", 0.62, "white", 270, (0.28, 0))]),
    "control_valve": (
        4.0,
        [
            ("triangle", 0.58, "fill", 90, (-0.27, 0.12)),
            ("triangle", 0.58, "fill", 270, (0.27, 0.12)),
            ("semi_circle", 0.5, "fill", 0, (0, -0.22)),
        ],
    ),
    "transformer": (4.2, [("circle", 0.68, "none", 0, (0, -0.2)), ("circle", 0.68, "none", 0, (0, 0.2))]),
    "breaker": (3.0, [("square", 1.0, "white", 0, (0, 0)), ("cross2", 0.62, "line", 0, (0, 0))]),
    "fuse": (3.0, [("square", 1.0, "white", 0, (0, 0)), ("line", 1.0, "line", 0, (0, 0))]),
    "switch": (3.0, [("square", 1.0, "white", 0, (0, 0)), ("line", 1.1, "line", 40, (0, 0))]),
    "capacitor": (3.0, [("line", 0.9, "line", 0, (-0.16, 0)), ("line", 0.9, "line", 0, (0.16, 0))]),
    "converter": (3.2, [("square", 1.0, "white", 0, (0, 0)), ("diagonal_half_square", 1.0, "fill", 0, (0, 0))]),
    "source": (5.0, [("star", 1.0, "fill", 0, (0, 0))]),
    "generator": (3.8, [("circle", 1.0, "white", 0, (0, 0)), ("star", 0.7, "fill", 0, (0, 0))]),
    "tank": (3.8, [("square", 1.0, "white", 0, (0, 0)), ("half_square", 1.0, "fill", 270, (0, 0))]),
    "pump": (3.8, [("circle", 1.0, "white", 0, (0, 0)), ("triangle", 0.62, "fill", 90, (0, 0))]),
    "compressor": (3.8, [("circle", 1.0, "white", 0, (0, 0)), ("diamond", 0.6, "fill", 0, (0, 0))]),
    "hydrant": (3.4, [("circle", 1.0, "white", 0, (0, 0)), ("cross", 0.7, "line", 0, (0, 0))]),
    "heat": (3.2, [("diamond", 1.0, "white", 0, (0, 0)), ("line", 0.7, "line", 90, (0, 0))]),
    "consumer": (2.4, [("pentagon", 1.0, "fill", 0, (0, 0))]),
    "lamp": (2.6, [("asterisk_fill", 1.0, "fill", 0, (0, 0))]),
    "ground": (2.6, [("line", 1.0, "line", 90, (0, -0.3)), ("line", 0.6, "line", 90, (0, 0.0)),
                     ("line", 0.25, "line", 90, (0, 0.3))]),
    "monitor": (2.6, [("circle", 1.0, "white", 0, (0, 0)), ("circle", 0.4, "fill", 0, (0, 0))]),
    "outfall": (4.2, [("triangle", 1.0, "fill", 180, (0, 0))]),
    "weir": (3.4, [("square", 1.0, "white", 0, (0, 0)), ("half_square", 1.0, "fill", 0, (0, 0))]),
    "manhole": (3.0, [("circle", 1.0, "white", 0, (0, 0)), ("circle", 0.5, "none", 0, (0, 0))]),
    "pole": (2.2, [("circle", 1.0, "white", 0, (0, 0)), ("cross2", 0.6, "line", 0, (0, 0))]),
    "box": (3.4, [("square", 1.0, "white", 0, (0, 0)), ("square", 0.5, "none", 0, (0, 0))]),
    "end": (2.0, [("half_square", 1.0, "fill", 0, (0, 0))]),
    "tap": (2.0, [("triangle", 1.0, "fill", 0, (0, 0))]),
    "tee": (2.0, [("triangle", 1.0, "white", 180, (0, 0))]),
    "reducer": (2.0, [("right_half_triangle", 1.0, "fill", 0, (0, 0))]),
    "joint": (1.6, [("circle", 1.0, "fill", 0, (0, 0))]),
    "circle": (2.6, [("circle", 1.0, "fill", 0, (0, 0))]),
    "square": (2.4, [("square", 1.0, "fill", 0, (0, 0))]),
    "triangle": (2.8, [("triangle", 1.0, "fill", 0, (0, 0))]),
    "diamond": (2.8, [("diamond", 1.0, "fill", 0, (0, 0))]),
    "pentagon": (2.8, [("pentagon", 1.0, "fill", 0, (0, 0))]),
    "hexagon": (2.8, [("hexagon", 1.0, "fill", 0, (0, 0))]),
    "other": (2.4, [("cross_fill", 1.0, "white", 0, (0, 0))]),
}
"""Each mark: its size in millimetres, and its parts."""

VARIANTS = 4
"""The number of variants of a mark for several asset types in a layer."""


def symbol(mark, color, factor=1.0, variant=0):
    """A mark as a symbol.

    Parameters
    ----------
    color : QColor
    factor : float
        Its size relative to others of its mark.
    variant : int
        The variant: full, hollow, pale, or dark with a thick outline.
    """
    size, parts = MARKS[mark]
    size *= factor
    outline = shade(color, -0.35)
    fill = (color, QColor("white"), shade(color, 0.55), shade(color, -0.55))[variant % VARIANTS]
    stroke = 0.25 if variant % VARIANTS != 3 else 0.45
    whole = QgsMarkerSymbol()
    whole.deleteSymbolLayer(0)
    for shape, share, filling, angle, (x, y) in parts:
        inside = {"fill": fill, "white": QColor(_RIM), "none": QColor(0, 0, 0, 0), "line": fill}[filling]
        is_line = filling in ("line", "none")
        whole.appendSymbolLayer(
            QgsSimpleMarkerSymbolLayer.create(
                {
                    "name": shape,
                    "color": _rgba(inside),
                    "outline_color": _rgba(outline),
                    "outline_width": str(stroke + (0.15 if is_line else 0)),
                    "outline_width_unit": "MM",
                    "joinstyle": "miter",
                    "size": str(round(size * share, 3)),
                    "size_unit": "MM",
                    "angle": str(angle),
                    "offset": _offset(x * size, y * size, angle),
                    "offset_unit": "MM",
                }
            )
        )
    return whole


def _offset(x, y, angle):
    """An offset as QGIS takes it, which turns with the angle."""
    turned = {0: (x, y), 90: (y, -x), 180: (-x, -y), 270: (-y, x)}.get(angle, (x, y))
    return f"{turned[0]:.3f},{turned[1]:.3f}"


def _rgba(color):
    return f"{color.red()},{color.green()},{color.blue()},{color.alpha()}"
