"""The renderer of a network's layer: by asset group and asset type, with their names in the legend."""

from collections import Counter

from qgis.core import (
    QgsFillSymbol,
    QgsLineSymbol,
    QgsMapUnitScale,
    QgsRuleBasedRenderer,
    QgsSimpleFillSymbolLayer,
    QgsSimpleLineSymbolLayer,
    QgsUnitTypes,
)
from qgis.PyQt.QtGui import QColor

from ..kernel.texts import tr
from . import kinds, marks
from .palette import shade

_DASHES = ("solid", "dash", "dash dot", "dot")
_FILLS = ("solid", "b_diagonal", "f_diagonal", "cross", "horizontal", "vertical")
_SHORT = 8
"""Up to this number, all asset types are listed, used or not."""
_MANY_ROWS = 50_000
"""In a larger table each rule costs time: only used asset types have one."""
_RULES_AT_MOST = 40
"""With more asset types in use, those of an asset group share a style."""
_THIN, _WIDE = 0.25, 0.8
"""The width of lines at small scales, and the width from which lines are slightly wider there, in millimetres."""
_KEY = "geosnap:"
_OTHERS = _KEY + "others"
_FACTOR = 100_000
"""More than any code of an asset type, to combine the codes of a group and a type in one number."""


def draw(layer, reading, table, color, scales):
    """Draws a table's layer by rules: by asset group, and below them by asset type.

    Parameters
    ----------
    reading : Reading
    table : Table
    color : QColor
        The colour of the domain network.
    scales : Scales
    """
    _set(layer, QgsRuleBasedRenderer(_Rules(reading, table, color, scales).root()))


def add_types(layer, reading, table, color, scales):
    """Adds rules to a layer for asset types that are now used and have none.

    Returns whether there were any. A layer with another renderer stays unchanged.
    """
    if not isinstance(layer.renderer(), QgsRuleBasedRenderer):
        return False
    rules = _Rules(reading, table, color, scales)
    if not rules.missing(layer.renderer().rootRule()):
        return False
    changed = layer.renderer().clone()
    rules.complete(changed.rootRule())
    _set(layer, changed)
    return True


def _set(layer, renderer):
    layer.setRenderer(renderer)
    # A renderer that Python did not make: QGIS crashes on deleting one that Python made and still refers to.
    layer.setRenderer(layer.renderer().clone())


def has_rule(layer, one):
    """Whether a layer has a rule for an asset type; True for layers with another renderer."""
    current = layer.renderer()
    if not isinstance(current, QgsRuleBasedRenderer):
        return True
    root = current.rootRule()
    return (
        root.findRuleByKey(_OTHERS) is None
        or root.findRuleByKey(_key(one)) is not None
        or _draws_group(root, one)
    )


def group_keys(layer):
    """The keys of asset groups' rules with rules of asset types below them, as in the legend."""
    return [rule.ruleKey() for rule in layer.renderer().rootRule().children() if rule.children()]


class _Rules:
    """Makes the rules of one layer, with distinguishable asset types."""

    def __init__(self, reading, table, color, scales):
        self._table, self._color, self._scales = table, color, scales
        self._types = reading.types_of(table)
        self._used = reading.used_types_of(table)
        is_short = len(self._types) <= _SHORT and table.rows <= _MANY_ROWS
        self._listed = self._types if is_short else self._used
        self._is_by_type = len(self._listed) <= _RULES_AT_MOST
        self._of_group = {}
        for one in self._types:
            self._of_group.setdefault(one.group_code, []).append(one)
        self._has_mains = any(not self._line(one).is_minor for one in self._used) if table.geometry == "line" else False
        # Types of the same style appear at the same scale.
        self._counts = Counter()
        for one in self._used:
            self._counts[self._weight(one)] += reading.usage[one.path]
        self._seen = Counter()

    # Rules

    def root(self):
        root = QgsRuleBasedRenderer.Rule(None)
        if not self._types:
            is_point = self._table.geometry == "point"
            scale = self._scales.of_points(kinds.PLACE, self._table.rows) if is_point else 0
            root.appendChild(self._rule(self._plain_symbol(), "", tr("All"), _OTHERS, scale))
            return root
        if len(self._types) == 1:
            # With a single type, a filter would only slow down drawing.
            only = self._types[0]
            root.appendChild(self._rule(self._symbol(only), "", only.label, _key(only), self._scale(only)))
            return root
        for code, types in self._groups(self._listed).items():
            root.appendChild(self._rule_of_group(code, types))
        root.appendChild(self._rule(self._plain_symbol(), "", tr("Other"), _OTHERS))
        self._limit_others(root)
        return root

    def missing(self, root):
        """The used asset types without a rule, in rules that were made here."""
        keys = {rule.ruleKey() for rule in root.descendants()}
        if _OTHERS not in keys or not self._is_by_type:
            return []
        return [one for one in self._used if _key(one) not in keys and not _draws_group(root, one)]

    def complete(self, root):
        """Adds the missing rules."""
        missing = self.missing(root)
        keys = {rule.ruleKey() for rule in root.descendants()}
        for one in self._types:
            if _key(one) in keys:
                self._symbol(one)
        for one in missing:
            group = root.findRuleByKey(_group_key(one.group_code))
            if group is not None:
                group.appendChild(self._rule_of_type(one))
                scale = self._scale(one)
                group.setMinimumScale(max(scale, group.minimumScale()) if scale and group.minimumScale() else 0)
            else:
                root.insertChild(max(len(root.children()) - 1, 0), self._rule_of_group(one.group_code, [one]))
        self._limit_others(root)

    @staticmethod
    def _groups(types):
        found = {}
        for one in types:
            found.setdefault(one.group_code, []).append(one)
        return found

    def _rule_of_group(self, code, types):
        first = types[0]
        expression = f'"ASSETGROUP" = {code}'
        if not self._is_by_type:
            return self._rule(self._symbol(first), expression, first.group, _group_key(code), self._scale(first))
        if len(types) == 1:
            # One line in the legend instead of two.
            rule = self._rule_of_type(first)
            rule.setFilterExpression(f'{expression} AND "ASSETTYPE" = {first.code}')
            rule.setLabel(first.label)
            return rule
        scales = [self._scale(one) for one in types]
        # If none is shown, none has to be read.
        rule = self._rule(None, expression, first.group, _group_key(code), max(scales) if all(scales) else 0)
        for one in types:
            rule.appendChild(self._rule_of_type(one))
        return rule

    def _rule_of_type(self, one):
        return self._rule(self._symbol(one), f'"ASSETTYPE" = {one.code}', one.name, _key(one), self._scale(one))

    @staticmethod
    def _rule(symbol, expression, label, key, scale=0):
        rule = QgsRuleBasedRenderer.Rule(symbol, 0, 0, expression, label)
        rule.setMinimumScale(scale)
        rule.setRuleKey(key)
        return rule

    def _limit_others(self, root):
        # Not ELSE: that would draw features that other rules hide at a scale.
        others = root.findRuleByKey(_OTHERS)
        keys = {rule.ruleKey() for rule in root.descendants()}
        codes = [
            one.group_code * _FACTOR + one.code for one in self._types if _key(one) in keys or _draws_group(root, one)
        ]
        if others is not None and codes:
            listed = ", ".join(str(code) for code in codes)
            others.setFilterExpression(
                f'"ASSETTYPE" IS NULL OR "ASSETGROUP" * {_FACTOR} + "ASSETTYPE" NOT IN ({listed})'
            )

    # Symbols

    def _weight(self, one):
        if self._table.geometry == "point":
            return self._point(one).weight
        return self._line(one).is_minor if self._table.geometry == "line" else None

    def _scale(self, one):
        count = self._counts[self._weight(one)]
        if self._table.geometry == "point":
            return self._scales.of_points(self._point(one).weight, count)
        if self._table.geometry == "line":
            # If a layer has only service lines, they are visible at any scale.
            return self._scales.of_lines(self._line(one).is_minor and self._has_mains, count)
        return self._scales.of_areas(count)

    def _point(self, one):
        return kinds.point(one, list(self._of_group).index(one.group_code))

    def _line(self, one):
        group = self._of_group[one.group_code]
        return kinds.line(one, group.index(one), len(group))

    def _symbol(self, one):
        if self._table.geometry == "point":
            kind = self._point(one)
            return marks.symbol(kind.mark, self._color, kind.factor, self._turn(kind.mark))
        if self._table.geometry == "line":
            kind = self._line(one)
            unit = self._scales.units_of_lines(sum(self._counts.values()))
            if kind.is_overhead:
                return line(shade(self._color, 0.1), kind.width, "dash", unit)
            if kind.is_under_water:
                return line(shade(self._color, -0.3), kind.width, "dash dot", unit)
            turn = self._turn(kind.width)
            lightness = kind.lightness + (0, -0.35, 0.25)[turn % 3] + (0.2 if kind.is_minor else 0)
            return line(shade(self._color, lightness), kind.width, _DASHES[turn % len(_DASHES)], unit)
        return area(self._color, _FILLS[self._turn("area") % len(_FILLS)])

    def _turn(self, what):
        """The number of earlier types with the same style."""
        self._seen[what] += 1
        return self._seen[what] - 1

    def _plain_symbol(self):
        color = QColor("#6b7280")
        if self._table.geometry == "point":
            return marks.symbol("other", color)
        return line(color, 0.4, "dot") if self._table.geometry == "line" else area(color, "dense7")


def line(color, width, style, unit=0):
    """A line as a symbol.

    Parameters
    ----------
    width : float
        In millimetres. It is thinner at small scales: the line keeps its width on the ground.
    unit : float
        The map units per millimetre at the scale where the line has its width; 0 for a constant width.
    """
    symbol = QgsLineSymbol()
    layer = QgsSimpleLineSymbolLayer.create(
        {
            "line_color": color.name(),
            "line_width": str(width),
            "line_width_unit": "MM",
            "line_style": style,
            "capstyle": "flat" if style != "solid" else "square",
        }
    )
    if unit > 0:
        limits = QgsMapUnitScale()
        limits.minSizeMMEnabled = limits.maxSizeMMEnabled = True
        # One pixel on most screens, which is drawn fastest.
        limits.minSizeMM = _THIN if width < _WIDE else 1.6 * _THIN
        limits.maxSizeMM = width
        layer.setWidth(width * unit)
        layer.setWidthUnit(QgsUnitTypes.RenderMapUnits)
        layer.setWidthMapUnitScale(limits)
    symbol.changeSymbolLayer(0, layer)
    return symbol


def area(color, style):
    """An area as a symbol: its edge, and a pale transparent fill."""
    fill = shade(color, 0.45)
    symbol = QgsFillSymbol()
    symbol.changeSymbolLayer(
        0,
        QgsSimpleFillSymbolLayer.create(
            {
                "color": f"{fill.red()},{fill.green()},{fill.blue()},{70 if style == 'solid' else 140}",
                "style": style,
                "outline_color": color.name(),
                "outline_width": "0.3",
                "outline_width_unit": "MM",
            }
        ),
    )
    return symbol


def _key(one):
    return f"{_KEY}{one.group_code}/{one.code}"


def _group_key(code):
    return f"{_KEY}{code}"


def _draws_group(root, one):
    """Whether there is a rule for an asset type's whole group."""
    rule = root.findRuleByKey(_group_key(one.group_code))
    return rule is not None and rule.symbol() is not None
