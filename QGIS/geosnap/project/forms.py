"""The forms and tables of a network's layers: names instead of codes, and protected fields."""

import json

from qgis.core import (
    QgsAttributeTableConfig,
    QgsDefaultValue,
    QgsEditorWidgetSetup,
    QgsField,
    QgsMapLayer,
    QgsVectorLayer,
)
from qgis.PyQt.QtCore import QVariant

from ..kernel import catalogue
from ..kernel.texts import tr

TYPE_NAME = "asset_type_name"
"""The computed field for codes of asset types that are ambiguous without the asset group."""
LOOKUP_OF = "geosnap/lookupOf"
"""The property of a lookup layer of forms: the id of the layer that uses it."""


class Forms:
    """Sets up the forms of the layers of a network.

    Attributes
    ----------
    lookups : list of QgsVectorLayer
        The lookup layers of the forms; they have to be in the project.
    """

    def __init__(self, reading):
        self._reading = reading
        self.lookups = []
        document = reading.definition.document
        domains = {one["name"]: one.get("codedValues") for one in document.get("domains", [])}
        self._attributes = {}
        for attribute in document.get("networkAttributes", []):
            for place in attribute.get("fields", []):
                self._attributes[place.lower()] = (attribute["name"], domains.get(attribute.get("domain")))

    def set_up(self, layer, table):
        """Sets up the form of a layer: values, names, protected fields, and the display name."""
        fields = layer.fields()
        types = self._reading.types_of(table)
        for index in range(fields.count()):
            name = fields.at(index).name()
            upper = name.upper()
            field = catalogue.field_of(self._reading.path, table.name, name)
            alias, values = self._attributes.get(f"{table.name}/{field}".lower(), (None, None))
            alias = alias or _aliases().get(upper)
            if alias and alias != name:
                layer.setFieldAlias(index, alias)
            if values:
                layer.setEditorWidgetSetup(index, _value_map([(one["name"], one["code"]) for one in values]))
            if types and upper == "ASSETGROUP":
                groups = {one.group_code: one.group for one in types}
                layer.setEditorWidgetSetup(index, _value_map([(name, code) for code, name in groups.items()]))
            if types and upper == "ASSETTYPE":
                self._set_up_types(layer, index, table, types)
        if table.usage is not None:
            self._protect(layer, table)
        layer.setDisplayExpression(_display(table, types))

    def _set_up_types(self, layer, index, table, types):
        names = {}
        for one in types:
            names.setdefault(one.code, {})[one.name] = one.group
        if all(len(found) == 1 for found in names.values()):
            layer.setEditorWidgetSetup(index, _value_map([(next(iter(found)), code) for code, found in names.items()]))
            return
        lookup = _lookup(table, types, [code for code, found in names.items() if len(found) > 1])
        lookup.setCustomProperty(LOOKUP_OF, layer.id())
        self.lookups.append(lookup)
        layer.setEditorWidgetSetup(
            index,
            QgsEditorWidgetSetup(
                "ValueRelation",
                {
                    "Layer": lookup.id(),
                    "LayerName": lookup.name(),
                    "LayerSource": lookup.source(),
                    "LayerProviderName": "ogr",
                    "Key": "code",
                    "Value": "name",
                    "FilterExpression": "\"group\" = current_value('ASSETGROUP')",
                    "OrderByValue": True,
                    "AllowNull": False,
                    "AllowMulti": False,
                    "UseCompleter": False,
                },
            ),
        )
        # Attribute tables look a code up without its row.
        field = QgsField(TYPE_NAME, QVariant.String)
        field.setAlias(tr("Asset type"))
        layer.addExpressionField(_type_name(types), field)
        layer.setFieldAlias(index, tr("Asset type code"))
        _arrange_columns(layer)

    @staticmethod
    def _protect(layer, table):
        form = layer.editFormConfig()
        fields = layer.fields()
        for index in range(fields.count()):
            upper = fields.at(index).name().upper()
            if upper in ("GLOBALID", TYPE_NAME.upper()) or fields.at(index).name() == table.key:
                form.setReadOnly(index, True)
            if upper == "GLOBALID":
                layer.setDefaultValueDefinition(index, QgsDefaultValue("uuid('WithoutBraces')"))
        layer.setEditFormConfig(form)

    def set_up_associations(self, layer, table_names):
        """Sets up the form of the layer of associations.

        Parameters
        ----------
        table_names : dict
            The name of each source, by id.
        """
        layer.setDisplayExpression(
            "concat(represent_value(\"ASSOCIATIONTYPE\"), ': ', represent_value(\"FROMNETWORKSOURCEID\"), ' → ', "
            'represent_value("TONETWORKSOURCEID"))'
        )
        form = layer.editFormConfig()
        for index in range(layer.fields().count()):
            upper = layer.fields().at(index).name().upper()
            if upper == "ASSOCIATIONTYPE":
                layer.setEditorWidgetSetup(
                    index, _value_map([(name, code) for code, name in _association_types().items()])
                )
            elif upper in ("FROMNETWORKSOURCEID", "TONETWORKSOURCEID"):
                layer.setEditorWidgetSetup(index, _value_map([(name, code) for code, name in table_names.items()]))
            if upper in _association_aliases():
                layer.setFieldAlias(index, _association_aliases()[upper])
            # Associations are made by rules; typed values would not be checked.
            form.setReadOnly(index, True)
        layer.setEditFormConfig(form)


def _association_types():
    return {
        1: tr("connectivity"),
        2: tr("containment"),
        3: tr("attachment"),
        4: tr("connectivity with the end of an edge"),
        5: tr("connectivity along an edge"),
        6: tr("connectivity with the start of an edge"),
    }


def _aliases():
    return {
        "OBJECTID": tr("Row"),
        "GLOBALID": tr("Global id"),
        "ASSETGROUP": tr("Asset group"),
        "ASSETTYPE": tr("Asset type"),
        "NAME": tr("Name"),
        "ORIGIN": tr("Origin"),
        "SUBNETWORKCONTROLLERNAME": tr("Subnetwork controller"),
        "TIERNAME": tr("Tier"),
        "CONTROLLERTERMINAL": tr("Terminal of the controller"),
        "FROMDEVICETERMINAL": tr("Terminal at the start"),
        "TODEVICETERMINAL": tr("Terminal at the end"),
    }


def _association_aliases():
    return {
        "FROMNETWORKSOURCEID": tr("From table"),
        "FROMGLOBALID": tr("From global id"),
        "FROMTERMINALID": tr("From terminal"),
        "TONETWORKSOURCEID": tr("To table"),
        "TOGLOBALID": tr("To global id"),
        "TOTERMINALID": tr("To terminal"),
        "ASSOCIATIONTYPE": tr("Association"),
        "ISCONTENTVISIBLE": tr("Content is visible"),
        "PERCENTALONG": tr("Position along the line"),
    }


def _value_map(pairs):
    # A list keeps the order. QGIS stores values as texts.
    return QgsEditorWidgetSetup("ValueMap", {"map": [{str(name): str(code)} for name, code in pairs]})


def _lookup(table, types, ambiguous):
    """The names of asset types, as a layer whose data is in the project file."""
    rows = [(one.group_code, one.code, one.name) for one in types]
    # Without a group, the first entry of a code is shown: it begins with the digits, which sort first.
    rows += [(None, code, tr("{} (see the asset group)").format(code)) for code in ambiguous]
    document = {
        "type": "FeatureCollection",
        "features": [
            {"type": "Feature", "properties": {"group": group, "code": code, "name": name}, "geometry": None}
            for group, code, name in sorted(rows, key=lambda row: row[0] is None)
        ],
    }
    # A | would end the source.
    source = json.dumps(document, ensure_ascii=False).replace("|", "\\u007c")
    options = QgsVectorLayer.LayerOptions(False)
    options.skipCrsValidation = True
    layer = QgsVectorLayer(source, tr("Asset types of {}").format(table.name), "ogr", options)
    layer.setFlags(layer.flags() | QgsMapLayer.Private)
    layer.setReadOnly(True)
    return layer


def type_map(types, text):
    """An expression that returns a text for the asset type of a feature."""
    names = {f"{one.group_code}/{one.code}": text(one) for one in types}
    quoted = json.dumps(names, ensure_ascii=False).replace("\\", "\\\\").replace("'", "''")
    return f"map_get(json_to_map('{quoted}'), concat(\"ASSETGROUP\", '/', \"ASSETTYPE\"))"


def _type_name(types):
    return type_map(types, lambda one: one.name)


def _display(table, types):
    """The display name of a feature: its asset type, and its name if it has one."""
    known = {field.lower(): field for field in table.fields}
    names = [f'"{name}"' for name in (table.name_field, known.get("origin")) if name]
    kind = type_map(types, lambda one: one.label) if types else None
    name = f"coalesce({', '.join(names + [_text('')])})" if names else None
    if kind and name:
        return f"trim(concat({kind}, ' ', {name}))"
    return kind or name or f'"{table.key}"'


def _text(text):
    return "'" + text.replace("'", "''") + "'"


def _arrange_columns(layer):
    """Shows the name of the asset type beside its group, instead of its code."""
    config = layer.attributeTableConfig()
    config.update(layer.fields())
    columns = config.columns()
    names = [column.name.lower() for column in columns]
    moved = columns.pop(names.index(TYPE_NAME))
    names.remove(TYPE_NAME)
    place = names.index("assettype")
    columns[place].hidden = True
    columns.insert(place, moved)
    arranged = QgsAttributeTableConfig(config)
    arranged.setColumns(columns)
    layer.setAttributeTableConfig(arranged)
