"""The drawing style and importance of an asset type, from the words in its name."""

import re

CONTROLLING, MAIN, PLACE, MINOR = range(4)
"""The importance of a feature: from always shown to shown at large scales only."""

_POINTS = (
    # Words, mark, importance. The first match counts.
    (r"check valve|backflow|non.?return", "check_valve", PLACE),
    (r"control(led)? valve|reducing|sustaining|throttl|regulating", "control_valve", MAIN),
    (r"valve|shut.?off|stop.?cock|isolat", "valve", PLACE),
    (r"bank\b|assembly", "box", PLACE),
    (r"instrument transformer|monitor|relay|indicator|sensor|control unit|scada|test point", "monitor", MINOR),
    (r"transformer|substation|voltage.*regulator|regulator bank", "transformer", MAIN),
    (r"breaker|recloser|protector|sectionalizer", "breaker", PLACE),
    (r"fuse", "fuse", PLACE),
    (r"switch|disconnect|elbow|jumper", "switch", PLACE),
    (r"capacitor|reactor|power factor|harmonic|compensator", "capacitor", PLACE),
    (r"invert|rectif|convert|conversion", "converter", PLACE),
    (r"regulator station|source|reservoir|feed.?in|external grid|slack|spring\b|treatment", "source", CONTROLLING),
    (r"generat|photovoltaic|wind\b|solar|biomass|turbine", "generator", MAIN),
    (r"tank|storage|battery|basin", "tank", MAIN),
    (r"pump|lift", "pump", MAIN),
    (r"compressor", "compressor", MAIN),
    (r"regulator|pressure control|flow control", "control_valve", MAIN),
    (r"motor", "pump", PLACE),
    (r"hydrant", "hydrant", PLACE),
    (r"heat", "heat", PLACE),
    (r"meter|customer|consumer|\bloads?\b(?! break)|service", "consumer", MINOR),
    (r"residential|commercial|industrial|house", "consumer", MINOR),
    (r"light", "lamp", MINOR),
    (r"arrester|\bground|\bbound\b|anode", "ground", MINOR),
    (r"outfall|outlet", "outfall", CONTROLLING),
    (r"weir|orifice|divider|regulat", "weir", MAIN),
    (r"manhole|handhole|chamber|shaft|inspection", "manhole", PLACE),
    (r"pole|tower|lattice|h-frame|guy|stub|brace", "pole", MINOR),
    (r"\bpad\b(?! mounted)|pedestal|cabinet|vault|box|bay\b|station|enclosure", "box", PLACE),
    (r"marker", "monitor", MINOR),
    (r"\bend|cap\b|terminat|riser|dead", "end", MINOR),
    (r"\btap", "tap", MINOR),
    (r"\btee|\bwye|cross", "tee", MINOR),
    (r"reduc|wire change|transition", "reducer", MINOR),
    (r"coupling|splice|connect|solid|joint|fitting|junction|attachment|union|elbow|bend", "joint", MINOR),
)
_TURNS = ("circle", "square", "triangle", "diamond", "pentagon", "hexagon")
"""The marks of points whose names match nothing, in turn."""

_LINES = (
    # Words, width in millimetres, whether it is hidden at small scales.
    (r"connector|attachment|regulator link|station pipe|jumper", 0.3, True),
    (r"service|lateral|house|connection|customer|drop\b", 0.35, True),
    (r"busbar|transmission|trunk|high voltage", 0.9, False),
    (r"medium voltage|distribution|main|conduit|sewer|collector|feeder|primary", 0.7, False),
    (r"low voltage|secondary", 0.5, True),
    (r"duct|trench|aerial", 1.1, True),
)


class PointKind:
    """The style of a point.

    Attributes
    ----------
    mark : str
        A name of ``marks.MARKS``.
    weight : int
        The importance: CONTROLLING, MAIN, PLACE or MINOR.
    factor : float
        The size relative to others of its mark.
    """

    def __init__(self, mark, weight, factor):
        self.mark, self.weight, self.factor = mark, weight, factor


class LineKind:
    """The style of a line.

    Attributes
    ----------
    width : float
        In millimetres.
    is_minor : bool
        Whether it is hidden at small scales.
    lightness : float
        How much lighter it is than its domain network, from -1 to 1: larger sizes are darker.
    is_overhead, is_under_water : bool
    """

    def __init__(self, width, is_minor, lightness, text):
        self.width, self.is_minor, self.lightness = width, is_minor, lightness
        self.is_overhead = "overhead" in text or "aerial" in text or "open channel" in text
        self.is_under_water = "submersible" in text or "submarine" in text


def point(asset_type, turn):
    """The style of the points of an asset type.

    Parameters
    ----------
    turn : int
        The number of the mark if the name matches nothing: the position of its group in its source.
    """
    text = _text(asset_type)
    is_controlling = "Subnetwork Controller" in asset_type.categories
    # The asset type is more specific than its group: a generator among sources.
    found = _first(_POINTS, asset_type.name.lower()) or _first(_POINTS, text)
    if found is not None:
        _, mark, weight = found
    else:
        mark, weight = _TURNS[turn % len(_TURNS)], PLACE
        if asset_type.usage in ("junction", "structureJunction"):
            weight = MINOR
    if "isolating" in [one.lower() for one in asset_type.categories] and mark not in ("check_valve", "control_valve"):
        weight = min(weight, PLACE)
    if is_controlling and weight < PLACE:
        weight = CONTROLLING
    factor = 1.0
    if "high voltage" in text:
        factor = 1.25
    elif "low voltage" in text:
        factor = 0.85
    return PointKind(mark, weight, factor)


def line(asset_type, place, of):
    """The style of the lines of an asset type.

    Parameters
    ----------
    place, of : int
        The position of the type in its group, and their number: if they are sizes, larger ones are wider.
    """
    text = _text(asset_type)
    _, width, is_minor = _first(_LINES, text) or (None, 0.55, False)
    lightness = 0.0
    if of > 1 and re.search(r"\d", asset_type.name):
        share = place / (of - 1)
        width *= 0.65 + 0.85 * share
        lightness = 0.15 - 0.4 * share
    return LineKind(round(width, 2), is_minor, lightness, text)


def _first(table, text):
    """The first line of a table whose words are in a text, or None."""
    return next((line for line in table if re.search(line[0], text)), None)


def _text(asset_type):
    return f"{asset_type.group} {asset_type.name}".lower()
