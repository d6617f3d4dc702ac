"""Unsaved edits by QGIS's tools, as edits of a transaction."""

import uuid

from qgis.core import QgsFeatureRequest, QgsFields, QgsGeometry, QgsWkbTypes
from qgis.PyQt.QtCore import QByteArray, QDate, QDateTime, Qt, QTime, QVariant

from ..kernel import catalogue
from ..kernel.layers import rows_of
from ..kernel.texts import tr

_CODES = ("ASSETGROUP", "ASSETTYPE")
_GONE = -(2**63)
"""The row of features that others have deleted meanwhile: no feature has it, and the library says so."""
_ORDER = {"delete": 0, "point": 1, "line": 2, "area": 0, None: 3}


class PendingEdit:
    """An edit of one feature.

    Attributes
    ----------
    table : str
    layer_id, fid : str, int
        The feature in the layer; the id is below 0 before it is saved.
    row : int
        The network's row, as the library has it; equal to ``fid`` for a new feature.
    kind : {"insert", "geometry", "attributes", "delete"}
    edits : list of dict
        The edits that save it.
    geometry : QgsGeometry or None
        The new geometry, in the layer's reference system.
    asset_type : AssetType or None
    key : tuple
        A key that is constant while the edit is pending and is not edited further.
    """

    def __init__(self, table, layer, fid, kind, edits, geometry=None, asset_type=None, row=None):
        # A further edit makes it another one: earlier decisions no longer apply.
        self.key = (layer.id() if layer is not None else None, fid, kind, repr(edits))
        self.table = table
        self.layer_id = layer.id() if layer is not None else None
        self.fid = fid
        self.row = fid if row is None else row
        self.kind = kind
        self.edits = edits
        self.geometry = geometry
        self.asset_type = asset_type

    @property
    def name(self):
        """The name in a list."""
        words = self.asset_type.label if self.asset_type is not None else self.table
        return {
            "insert": tr("New: {}"), "geometry": tr("Moved: {}"), "attributes": tr("Changed: {}"),
            "delete": tr("Deleted: {}"),
        }[self.kind].format(words)

    def name_for_life(self):
        """Gives a new feature of a network its global id, to find out later whether it was saved."""
        if self.kind == "insert" and self.asset_type is not None and "globalID" not in self.edits[0]:
            self.edits[0]["globalID"] = str(uuid.uuid4()).upper()

    @property
    def as_exception(self):
        """The same edits, without proposals, for saving against the rules."""
        found = []
        for edit in self.edits:
            edit = dict(edit)
            if "draw" in edit:
                edit["insert"] = edit.pop("draw")
                edit.pop("splitsLines", None)
            elif "redraw" in edit:
                edit = {"setGeometry": edit["redraw"], "geometry": edit["geometry"]}
            found.append(edit)
        return found


def pending_edits(network, layers, default_type):
    """The pending edits in layers of a network, in an order in which they can be applied.

    Parameters
    ----------
    layers : list of (str, QgsVectorLayer)
    default_type : callable
        Returns the AssetType of new features of a network's table, if the user has chosen none.
    """
    found = []
    for table, layer in layers:
        if layer.isEditable() and layer.isModified():
            found += _of_layer(network, table, layer, default_type)
    rank = {id(one): _rank(one) for one in found}
    return sorted(found, key=lambda one: rank[id(one)])


def _rank(one):
    if one.kind == "delete":
        return 0
    geometry = None
    if one.geometry is not None:
        geometry = {QgsWkbTypes.PointGeometry: "point", QgsWkbTypes.LineGeometry: "line"}.get(one.geometry.type(), "area")
    return 1 + 4 * (one.kind == "insert") + _ORDER[geometry]


def _of_layer(network, table, layer, default_type):
    buffer = layer.editBuffer()
    is_source = network.definition.geometry(table) is not None or table in network.definition.sources
    fields = layer.fields()
    keys = set(layer.primaryKeyAttributes())
    # Virtual and joined fields are not in the table.
    others = {n for n in range(fields.count()) if fields.fieldOrigin(n) != QgsFields.OriginProvider}
    found = []

    def field_of(column):
        return catalogue.field_of(network.path, table, column)

    def name(fid):
        return f"row:{table}/{rows[fid]}"

    def kind_of(fid):
        return network.definition.coded(table, *_codes(features.get(fid), fields)) if is_source else None

    deleted = set(buffer.deletedFeatureIds())
    # QGIS keeps earlier changes of a deleted feature.
    changed = {fid: values for fid, values in buffer.changedAttributeValues().items() if fid not in deleted}
    shapes = {fid: geometry for fid, geometry in buffer.changedGeometries().items() if fid not in deleted}
    rows = dict.fromkeys([*deleted, *changed, *shapes], _GONE)
    rows.update(rows_of(layer, rows))
    # One query for all: a query for each takes a millisecond.
    request = QgsFeatureRequest().setFilterFids([*changed, *shapes]).setFlags(QgsFeatureRequest.NoGeometry)
    features = {one.id(): one for one in layer.getFeatures(request)} if changed or shapes else {}
    names = _names_in_use(network, table, {rows[fid] for fid in deleted}) if is_source else None
    for fid in deleted:
        found.append(PendingEdit(table, layer, fid, "delete", [{"delete": name(fid)}], row=rows[fid]))
    for fid, geometry in shapes.items():
        is_drawn = is_source and not geometry.isNull()
        edit = {"redraw" if is_drawn else "setGeometry": name(fid)}
        edit["geometry"] = None if geometry.isNull() else wkt(geometry)
        found.append(PendingEdit(table, layer, fid, "geometry", [edit], QgsGeometry(geometry), kind_of(fid), rows[fid]))
    for fid, values in changed.items():
        edits = _changes(name(fid), features.get(fid), values, fields, keys | others, is_source, field_of)
        if edits:
            found.append(PendingEdit(table, layer, fid, "attributes", edits, None, kind_of(fid), rows[fid]))
    for fid, feature in buffer.addedFeatures().items():
        kind = None
        is_drawn = is_source and network.definition.geometry(table) and not feature.geometry().isNull()
        edit = {"draw" if is_drawn else "insert": table}
        if is_source:
            group, code = _codes(feature, fields)
            kind = network.definition.coded(table, group, code) or default_type(network, table)
            edit["assetGroup"] = kind.group_code if kind is not None else group or 0
            edit["assetType"] = kind.code if kind is not None else code or 0
        geometry = feature.geometry()
        if not geometry.isNull():
            edit["geometry"] = wkt(geometry)
        attributes = {}
        for number in range(fields.count()):
            field = fields.at(number).name()
            value = plain(feature.attribute(number))
            if number in keys or number in others or value is None or (is_source and field.upper() in _CODES):
                continue
            if value == (layer.dataProvider().defaultValueClause(number) or None):
                # The database's default, as QGIS writes it: gen_random_uuid().
                continue
            if field.upper() == "GLOBALID":
                name_of_new = str(value).strip("{}")
                # Splitting and pasting copy the global id as well: the new feature gets a new one.
                if names is None or names(name_of_new):
                    edit["globalID"] = name_of_new
            elif field.upper() == "ORIGIN" and is_source:
                edit["origin"] = str(value)
            else:
                attributes[field_of(field)] = value
        if attributes:
            edit["attributes"] = attributes
        found.append(
            PendingEdit(table, layer, fid, "insert", [edit], QgsGeometry(geometry) if not geometry.isNull() else None, kind)
        )
    return found


def _names_in_use(network, table, deleted):
    """Returns whether a new feature may take a global id: it is free, or becomes free in the same edits."""
    taken = set()

    def is_free(name):
        key = name.upper()
        if key in taken:
            return False
        taken.add(key)
        try:
            features = network.kernel.named(name)
        except ValueError:
            # It is not a global id: the library reports it.
            return True
        rows = network.kernel.rows(features) if len(features) else []
        return all(
            int(row) in deleted and network.kernel.tables[one.item()[0]].lower() == table.lower()
            for one, row in zip(features, rows)
        )

    return is_free


def _changes(name, feature, values, fields, keys, is_source, field_of):
    attributes, codes, edits = {}, False, []
    for number, value in values.items():
        field = fields.at(number).name()
        if number in keys:
            continue
        if is_source and field.upper() in _CODES:
            codes = True
        elif is_source and field.upper() == "ORIGIN":
            value = plain(value)
            edits.append({"setOrigin": name, "origin": None if value is None else str(value)})
        else:
            attributes[field_of(field)] = plain(value)
    if codes:
        group, kind = _codes(feature, fields)
        edits.append({"setAssetType": name, "assetGroup": group or 0, "assetType": kind or 0})
    if attributes:
        edits.append({"setAttributes": name, "attributes": attributes})
    return edits


def _codes(feature, fields):
    found = []
    for field in _CODES:
        number = fields.lookupField(field)
        code = plain(feature.attribute(number)) if number >= 0 and feature is not None else None
        # In QGIS the default of a database is a text.
        found.append(int(code) if isinstance(code, str) and code.isdigit() else code)
    return tuple(found)


def wkt(geometry):
    """A geometry as the library reads it: "LINESTRING Z", while QGIS writes "LineStringZ"."""
    text = geometry.asWkt(17)
    head, bracket, rest = text.partition("(")
    head = head.strip().upper()
    for ending in ("ZM", "Z", "M"):
        if head.endswith(ending) and not head.endswith(" " + ending):
            head = f"{head[: -len(ending)]} {ending}"
            break
    return f"{head} {bracket}{rest}" if bracket else text


def plain(value):
    """A QGIS value as JSON; None if there is none."""
    if value is None or (isinstance(value, QVariant) and value.isNull()):
        return None
    if isinstance(value, QDateTime):
        return value.toString("yyyy-MM-ddTHH:mm:ss.zzz") + ("Z" if value.timeSpec() == Qt.UTC else "")
    if isinstance(value, (QDate, QTime)):
        return value.toString("yyyy-MM-dd" if isinstance(value, QDate) else "HH:mm:ss")
    if isinstance(value, (QByteArray, bytes)):
        return {"blob": bytes(value).hex().upper()}
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return {"real": str(value)}
    return value
