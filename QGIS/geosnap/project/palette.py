"""The colour of each domain network: the usual colour of its trade on plans."""

import re

from qgis.PyQt.QtGui import QColor

_TRADES = (
    # Trade, its colours, words in the name of the domain network, words in the names of its contents.
    ("structure", ("#6b7280",), r"structure|civil", r"duct|conduit|manhole|vault|pole|trench"),
    ("sewer", ("#7a5230", "#3f7d4e"), r"sewer|waste|drain|storm|sanitary|abwasser|kanal", r"outfall|weir|orifice"),
    ("heat", ("#a3357a",), r"heat|district|steam|cooling|chilled|fernw", r"heat"),
    ("electric", ("#c0282d", "#8e2f6b"), r"electri|power|volt|strom", r"transformer|voltage|busbar|switchgear"),
    ("gas", ("#d08700", "#b5651d"), r"\bgas|gas\b|natural", r"regulator|compressor|pressure source"),
    ("water", ("#1769aa", "#0f8b8d"), r"water|hydr|wasser", r"reservoir|hydrant|tank|water"),
    ("communications", ("#5b3fa0",), r"commun|telecom|fib(er|re)|data", r"splice closure|fiber|fibre|cable tv"),
)
_OTHERS = ("#0f766e", "#5b3fa0", "#9d174d", "#4d7c0f", "#1d4ed8", "#92400e")


def colors(document):
    """The colour of each domain network, by its name: no two have the same.

    Parameters
    ----------
    document : dict
        The definition, as ``geosnap definition show --json`` has it.
    """
    found, taken = {}, set()
    for domain in document["domainNetworks"]:
        wanted = [color for trade in [_trade(domain)] if trade for color in trade] + list(_OTHERS)
        color = next((one for one in wanted if one not in taken), wanted[0])
        taken.add(color)
        found[domain["name"]] = QColor(color)
    return found


def shade(color, lightness):
    """A lighter or darker colour; the change in lightness is from -1 to 1."""
    hue, saturation, value, alpha = color.getHslF()
    value = value + (1 - value) * lightness if lightness > 0 else value * (1 + lightness)
    return QColor.fromHslF(max(hue, 0), saturation, min(max(value, 0), 1), alpha)


def _trade(domain):
    if domain.get("structure"):
        return _TRADES[0][1]
    name = domain["name"].lower()
    for _, shades, words, _ in _TRADES:
        if re.search(words, name):
            return shades
    # If the name matches nothing, the names of its contents decide.
    told = [group["name"] for source in domain.get("sources", []) for group in source.get("assetGroups", [])]
    told += [
        kind["name"]
        for source in domain.get("sources", [])
        for group in source.get("assetGroups", [])
        for kind in group.get("assetTypes", [])
    ]
    told += [tier["name"] for tier in domain.get("tiers", [])]
    text = " ".join(told).lower()
    counts = [(len(re.findall(words, text)), shades) for _, shades, _, words in _TRADES[1:]]
    best = max(counts, key=lambda one: one[0])
    return best[1] if best[0] else None
