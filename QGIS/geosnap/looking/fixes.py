"""Fixes of errors: the edits that carry out what ``geosnap validate`` proposes."""

import json

from qgis.core import QgsGeometry, QgsPointXY

from ..kernel import features
from ..kernel.network import problems_of
from ..kernel.package import package
from ..kernel.texts import tr
from . import names

_MOST = 12
"""The maximum number of fixes offered."""


class Choice:
    """One fix of an error.

    Attributes
    ----------
    label : str
        The text of the button or the menu entry.
    field : str or None
        The field whose value the user has to enter first.
    """

    def __init__(self, label, make, field=None):
        self.label = label
        self.field = field
        self._make = make

    def edits(self, value=None):
        """The edits that carry it out; with the entered value, if there is one."""
        return self._make(value) if self.field is not None else self._make()


def choices_of(network, error):
    """The fixes of an error; none if the user has to move or draw something, or add a rule."""
    fix = error.get("fix") or {}
    maker = _MAKERS.get(fix.get("kind"))
    if maker is None or ("feature" in fix and _key(error, fix) is None):
        return []
    return maker(network, error, fix)[:_MOST]


def possible(network, error, tell):
    """The fixes of an error that would be accepted; called in the background.

    Returns
    -------
    (list of Choice, str)
        The fixes, and the reason if there is none.
    """
    found, why_not = [], ""
    for number, choice in enumerate(choices_of(network, error)):
        tell(number / _MOST)
        if choice.field is not None:
            # An entered value is checked when it is entered.
            found.append(choice)
            continue
        try:
            edits = json.dumps({"name": choice.label, "edits": choice.edits()})
            network.kernel.ask("edit", "--transaction", "-", "--check", "--json", input=edits)
            found.append(choice)
        except package().Cancelled:
            raise
        except package().GeoSnapError as refused:
            messages = [one["message"] for one in problems_of(refused)] or [str(refused)]
            why_not = why_not or " ".join(dict.fromkeys(messages))
    return found, "" if found else why_not


def _key(error, fix):
    """The key of a fix's feature in edits: its global id, or its row."""
    if fix.get("feature"):
        return fix["feature"]
    # A feature without a global id is identified by its row.
    nameless = [one for one in error["features"] if not one.get("globalID")]
    return {"table": nameless[0]["source"], "row": nameless[0]["row"]} if nameless else None


def _feature(network, key):
    """The features for a key, as an array of one."""
    return names.find(network, key if isinstance(key, str) else "row:{}/{}".format(key["table"], key["row"]))


def _shape(network, key):
    found = _feature(network, key)
    return features.geometries(network, found)[0] if len(found) else QgsGeometry()


def _point(location):
    return "POINT ({!r} {!r})".format(*(float(one) for one in location[:2]))


def _insert_vertex(network, error, fix):
    edit = {"insertVertex": _key(error, fix), "at": _point(fix["location"])}
    return [Choice(tr("Insert a vertex"), lambda: [edit])]


def _split_line(network, error, fix):
    edit = {"split": _key(error, fix), "at": _point(fix["location"])}
    terminals = fix.get("terminals") or []
    if not terminals:
        return [Choice(tr("Split the line"), lambda: [edit])]
    terminal = _terminal_names(network, error)
    pairs = [(one, other) for one in terminals for other in terminals if one != other or len(terminals) == 1]
    return [
        Choice(
            tr("Split the line: {} before, {} behind").format(terminal.get(one, one), terminal.get(other, other)),
            lambda one=one, other=other: [dict(edit, terminals=[[one, other]])],
        )
        for one, other in pairs
    ]


def _terminal_names(network, error):
    """The terminal names of the features concerned, by id."""
    known = {}
    for one in error["features"]:
        kind = network.definition.named("{source}/{assetGroup}/{assetType}".format(**one))
        for terminal in kind.terminals if kind is not None else ():
            known[terminal.get("id")] = terminal.get("name")
    return known


def _set_terminal(network, error, fix):
    terminal = _terminal_names(network, error)
    key = _key(error, fix)
    return [
        Choice(
            tr("Join terminal {}").format(terminal.get(one, one)),
            lambda one=one: [{"setAttributes": key, "attributes": {fix["field"]: one}}],
        )
        for one in fix["terminals"]
    ]


def _remove_vertices(network, error, fix):
    key = _key(error, fix)

    def make():
        geometry = QgsGeometry(_shape(network, key))
        for number in sorted(fix["vertices"], reverse=True):
            geometry.deleteVertex(number)
        return [{"setGeometry": key, "geometry": features.wkt(geometry)}]

    return [Choice(tr("Remove the repeated vertices"), make)]


def _snap_end(network, error, fix):
    key = _key(error, fix)

    def make():
        geometry = QgsGeometry(_shape(network, key))
        number = 0 if fix["end"] == "start" else geometry.constGet().nCoordinates() - 1
        point = QgsPointXY(*fix["location"][:2])
        geometry.moveVertex(point.x(), point.y(), number)
        return [{"setGeometry": key, "geometry": features.wkt(geometry)}]

    return [Choice(tr("Move the end to the junction"), make)]


def _separate_parts(network, error, fix):
    key = _key(error, fix)

    def make():
        parts = _shape(network, key).asGeometryCollection()
        name = key if isinstance(key, str) else "row:{}/{}".format(key["table"], key["row"])
        document = network.kernel.show(name)[0]
        kind = network.definition.named("{source}/{assetGroup}/{assetType}".format(**document))
        attributes = document["attributes"]

        def untouched(number):
            """The terminals that a part does not touch: only the first and last part have an end with one."""
            ends = (("FROMDEVICETERMINAL", 0), ("TODEVICETERMINAL", len(parts) - 1))
            return {
                field: None
                for field in attributes
                for end, part in ends if field.upper() == end and number != part and attributes[field] is not None
            }

        longest = max(range(len(parts)), key=lambda number: parts[number].length())
        edits = [{"setGeometry": key, "geometry": features.wkt(parts[longest])}]
        if untouched(longest):
            edits.append({"setAttributes": key, "attributes": untouched(longest)})
        for number, part in enumerate(parts):
            if number != longest:
                edits.append({
                    "insert": document["source"], "assetGroup": kind.group_code, "assetType": kind.code,
                    "geometry": features.wkt(part), "attributes": {**attributes, **untouched(number)},
                })
        return edits

    return [Choice(tr("Make a line of each part"), make)]


def _delete_feature(network, error, fix):
    return [Choice(tr("Delete the feature"), lambda: [{"delete": _key(error, fix)}])]


def _delete_association(network, error, fix):
    return [Choice(tr("Delete the association"), lambda: [{"dissociate": fix["association"]}])]


def _types(network, fix):
    """The asset types of a fix, the most used first."""
    usage = network.contents.usage
    known = [network.definition.named(path) for path in fix["assetTypes"]]
    return sorted((one for one in known if one is not None), key=lambda one: -usage[one.path])


def _place_junction(network, error, fix):
    return [
        Choice(
            tr("Place {}").format(one.label),
            lambda one=one: [{
                "draw": one.source, "assetGroup": one.group_code, "assetType": one.code,
                "geometry": _point(fix["location"]),
            }],
        )
        for one in _types(network, fix) if one.geometry == "point"
    ]


def _choose_asset_type(network, error, fix):
    key = _key(error, fix)
    return [
        Choice(
            tr("Make it {}").format(one.label),
            lambda one=one: [{"setAssetType": key, "assetGroup": one.group_code, "assetType": one.code}],
        )
        for one in _types(network, fix)
    ]


def _set_value(network, error, fix):
    key, field = _key(error, fix), fix["field"]

    def make(value):
        return [{"setAttributes": key, "attributes": {field: value}}]

    if not fix.get("values"):
        return [Choice(tr("Give {} another value").format(field), make, field)]
    return [
        Choice(tr("Set {} to {}").format(field, one), lambda one=one: make(one)) for one in fix["values"]
    ]


_MAKERS = {
    "insertVertex": _insert_vertex,
    "splitLine": _split_line,
    "setTerminal": _set_terminal,
    "removeVertices": _remove_vertices,
    "snapEnd": _snap_end,
    "separateParts": _separate_parts,
    "deleteFeature": _delete_feature,
    "deleteAssociation": _delete_association,
    "placeJunction": _place_junction,
    "chooseAssetType": _choose_asset_type,
    "setValue": _set_value,
}
