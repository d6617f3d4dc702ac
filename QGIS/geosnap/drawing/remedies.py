"""Remedies for a refusal, each carried out by a button."""

from collections import Counter

from ..kernel.texts import tr


class Remedy:
    """A remedy.

    Attributes
    ----------
    kind : {"placeJunction", "changeAssetType", "useEnd"}
    label : str
        The text of the button.
    asset_type : AssetType or None
        The asset type that is placed, or drawn instead.
    x, y : float
        The place, in the network's reference system.
    """

    def __init__(self, kind, label, x, y, asset_type=None):
        self.kind = kind
        self.label = label
        self.x = x
        self.y = y
        self.asset_type = asset_type

    @property
    def edits(self):
        """The edits that place the junction; none for other kinds."""
        if self.kind != "placeJunction":
            return []
        return [draw(self.asset_type, f"POINT ({self.x!r} {self.y!r})")]


def draw(asset_type, wkt, attributes=None):
    """The edit that draws a feature."""
    edit = {
        "draw": asset_type.source,
        "assetGroup": asset_type.group_code,
        "assetType": asset_type.code,
        "geometry": wkt,
    }
    if attributes:
        edit["attributes"] = dict(attributes)
    return edit


def remedies_of(network, refusal, usage=None):
    """The remedies of a refusal.

    Parameters
    ----------
    refusal : dict
        An entry of ``geosnap explain --json``.
    usage : Counter, optional
        The number of uses of each asset type, by its path: the most used come first.
    """
    remedy = refusal.get("remedy") or {}
    kind = remedy.get("kind")
    x, y = (refusal.get("location") or (0.0, 0.0))[:2]
    usage = usage or Counter()
    types = [network.definition.named(path) for path in remedy.get("assetTypes", [])]
    types = sorted((one for one in types if one is not None), key=lambda one: -usage[one.path])
    if kind == "placeJunction":
        return [
            Remedy(kind, tr("Place {}").format(one.label), x, y, one) for one in types if one.geometry == "point"
        ]
    if kind == "changeAssetType":
        return [Remedy(kind, tr("Draw {} instead").format(one.label), x, y, one) for one in types]
    if kind == "useEnd" and remedy.get("location"):
        x, y = remedy["location"][:2]
        return [Remedy(kind, tr("Use the end of the line"), x, y)]
    return []
