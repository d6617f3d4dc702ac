"""Associations of a network as lines."""

from qgis.core import (
    QgsFeatureRequest,
    QgsGeometry,
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterEnum,
    QgsWkbTypes,
)

from ..kernel.layers import open_layer
from ..kernel.texts import tr
from .algorithm import Algorithm
from .features import Directory, described, fields, geometry_of
from .sinks import Layer, middle

KINDS = (
    "connectivity", "attachment", "containment", "junctionEdgeFromConnectivity", "junctionMidspanConnectivity",
    "junctionEdgeToConnectivity",
)
_CONTAINMENT = 2
"""The code of containments in the table of associations, see Documentation/GeoPackage.md."""


class ExportAssociations(Algorithm):
    """Associations of a network as lines."""

    NAME = "associations"
    TITLE = tr("Export associations")
    GROUP = "network"
    SUMMARY = tr("Makes a layer of lines from the associations: connectivity, attachment and containment.")
    HELP = tr(
        "Each line leads from one feature of the association to the other: from the container to its content, from "
        "the structure to the feature attached to it. Associations of features at one place have a line without "
        "length."
    )
    TAGS = tr("utility network,associations,connectivity,containment,attachment,structure")
    PAGE = "Commands.md"

    KIND = "KINDS"
    OUTPUT = "OUTPUT"

    def add_parameters(self):
        self.add_network()
        self.add(
            QgsProcessingParameterEnum(
                self.KIND, tr("Kinds (empty: all)"), KINDS, allowMultiple=True, optional=True, usesStaticStrings=True
            )
        )
        self.add_sink(self.OUTPUT, tr("Associations"), QgsProcessing.TypeVectorLine)
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of associations")))

    def answer(self, parameters, context, feedback):
        kinds = self.chosen(parameters, self.KIND, context) or list(KINDS)
        kernel = self.open_network(feedback)
        ends = ("from", "to")
        layer = Layer(
            self, self.OUTPUT, parameters, context, feedback,
            fields(
                ("kind", str), ("global_id", str),
                *((f"{end}_{name}", kind) for end in ends for name, kind in (
                    ("source", str), ("global_id", str), ("origin", str), ("terminal", int), ("asset_type", str),
                    ("name", str),
                )),
            ),
            QgsWkbTypes.LineString, self.result_crs(kernel, context),
        )
        entries = self._placed(kernel, feedback) + self._contained(kernel, kinds)
        entries = [one for one in entries if one["kind"] in kinds]
        directory = Directory(kernel)
        sides = []
        for end in ends:
            features = directory.features([one[end]["globalID"] for one in entries])
            is_known = features["table"] >= 0
            texts, shapes = iter(described(kernel, features[is_known])), iter(kernel.wkb(features[is_known]))
            sides.append([(next(texts), next(shapes)) if known else (None, None) for known in is_known.tolist()])
        for one, *places in zip(entries, *sides):
            row, points = [one["kind"], one["globalID"]], []
            for end, (texts, wkb) in zip(ends, places):
                side = one[end]
                source, _, global_id, asset_type, origin, name = texts or (None, None, side["globalID"], *(None,) * 3)
                row += [source, global_id, origin, side.get("terminal"), asset_type, name]
                points.append(middle(geometry_of(wkb)))
            line = None
            if one.get("geometry"):
                line = QgsGeometry.fromWkt(one["geometry"])
                if line.type() == QgsWkbTypes.PointGeometry:
                    line = QgsGeometry.fromPolylineXY([line.asPoint(), line.asPoint()])
            elif not any(point.isNull() for point in points):
                line = QgsGeometry.fromPolylineXY([point.asPoint() for point in points])
            layer.add(line, row)
        layer.flush()
        feedback.pushInfo(tr("Associations: {}.").format(layer.count))
        return {self.OUTPUT: layer.place, "COUNT": layer.count}

    def _placed(self, kernel, feedback):
        """The associations that the library draws."""
        corners = [float(one) for one in kernel.extent]
        if any(one != one for one in corners):
            return []
        extent = "--extent=" + ",".join(repr(one) for one in corners)
        tell = self.teller(feedback, 20, 60)
        return kernel.ask("associations", extent, "--json", progress=tell)["associations"]

    def _contained(self, kernel, kinds):
        """Containments. The library draws none, so they are read from their table."""
        if "containment" not in kinds:
            return []
        table = open_layer(self.path, "un_associations", "associations")
        request = QgsFeatureRequest().setFilterExpression(f'"ASSOCIATIONTYPE" = {_CONTAINMENT}')
        return [
            {
                "kind": "containment", "globalID": row["GLOBALID"].upper(), "geometry": None,
                "from": {"globalID": row["FROMGLOBALID"].upper()}, "to": {"globalID": row["TOGLOBALID"].upper()},
            }
            for row in table.getFeatures(request)
        ]
