"""All subnetworks, with their features."""

import json

from qgis.core import (
    QgsProcessing,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsWkbTypes,
)

from ..kernel.texts import tr
from .features import FEATURE, Directory, fields
from .sinks import Layer, Shapes
from .trace import PlacesAlgorithm, write_places


class Subnetworks(PlacesAlgorithm):
    """All subnetworks, with their features."""

    NAME = "subnetworks"
    TITLE = tr("Find subnetworks")
    GROUP = "network"
    SUMMARY = tr("Finds all subnetworks from their controllers, the features of each, and the features in none.")
    HELP = tr(
        "Each subnetwork is traced from its controllers by the definition of its tier. A feature in several "
        "subnetworks has a row for each. The table has a row for each subnetwork, with its controllers and the "
        "values of its summaries.\n"
        "Features in no subnetwork have a separate layer, such as those without supply if a valve were shut.\n"
        "The names can be written to the features, into the field that the tier names. This changes the network as "
        "one step, which can be undone."
    )
    TAGS = tr("utility network,subnetwork,feeder,circuit,pressure zone,pressure area,disconnected,without supply")
    PAGE = "TraceCommands.md#subnetworks"

    WRITE = "WRITE"
    LINES = "LINES"
    POINTS = "POINTS"
    AREAS = "AREAS"
    TABLE = "TABLE"
    DISCONNECTED = "DISCONNECTED"

    def add_parameters(self):
        self.add_network()
        self.add_text("TIER", tr("Tier (empty: all)"), choices="tiers")
        self.add_text("DOMAIN_NETWORK", tr("Domain network (empty: all)"), is_advanced=True, choices="domain_networks")
        self.add_what_if()
        self.add(
            QgsProcessingParameterBoolean(self.WRITE, tr("Write the names of subnetworks to the features"), False),
            is_advanced=True,
        )
        self.add_sink(self.LINES, tr("Lines by subnetwork"), QgsProcessing.TypeVectorLine, is_optional=True)
        self.add_sink(
            self.POINTS, tr("Points by subnetwork"), QgsProcessing.TypeVectorPoint, is_optional=True, is_default=False
        )
        self.add_sink(
            self.AREAS, tr("Areas by subnetwork"), QgsProcessing.TypeVectorPolygon, is_optional=True, is_default=False
        )
        self.add_sink(self.TABLE, tr("Subnetworks"), QgsProcessing.TypeVector, is_optional=True)
        self.add_sink(
            self.DISCONNECTED, tr("In no subnetwork"), QgsProcessing.TypeVectorPoint, is_optional=True, is_default=False
        )
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of subnetworks")))
        self.addOutput(QgsProcessingOutputNumber("FEATURE_COUNT", tr("Number of features of all subnetworks")))
        self.addOutput(QgsProcessingOutputNumber("DISCONNECTED_COUNT", tr("Number of features in no subnetwork")))

    def answer(self, parameters, context, feedback):
        kernel = self.open_network(feedback)
        crs = self.result_crs(kernel, context)
        words = ["subnetworks", "--json", *self.what_if(parameters, context)]
        for name in ("TIER", "DOMAIN_NETWORK"):
            given = self.text_of(parameters, name, context)
            if given:
                words += ["--" + name.lower().replace("_", "-"), given]
        if self.parameterAsBool(parameters, self.WRITE, context):
            words.append("--write")
        document = kernel.ask(*words, progress=self.teller(feedback, 20, 60))
        directory = Directory(kernel)
        total = sum(len(one["features"]) for one in document["subnetworks"])
        shapes = Shapes(
            self, (self.POINTS, self.LINES, self.AREAS), parameters, context, feedback,
            fields(("subnetwork", str), ("tier", str), *FEATURE), kernel, crs,
        )
        if shapes.is_wanted:
            names = [
                [one["name"], one["tier"]] for one in document["subnetworks"] for _ in one["features"]
            ]
            ids = [feature["globalID"] for one in document["subnetworks"] for feature in one["features"]]
            shapes.add(directory.features(ids), [[]] * len(ids), before=names)
        shapes.flush()
        feedback.setProgress(90)
        table = Layer(
            self, self.TABLE, parameters, context, feedback,
            fields(("name", str), ("tier", str), ("controllers", str), ("features", int), ("functions", str)),
            QgsWkbTypes.NoGeometry, crs,
        )
        for one in document["subnetworks"]:
            controllers = ", ".join(each["origin"] or each["globalID"] for each in one["controllers"])
            functions = json.dumps(one["functions"]) if one["functions"] else None
            table.add(None, [one["name"], one["tier"], controllers, len(one["features"]), functions])
        table.flush()
        disconnected = Layer(
            self, self.DISCONNECTED, parameters, context, feedback, fields(*FEATURE), QgsWkbTypes.Point, crs
        )
        write_places(kernel, directory, disconnected, [(one, []) for one in document["disconnected"]])
        count = len(document["subnetworks"])
        feedback.pushInfo(
            tr("Subnetworks: {}. Features in no subnetwork: {}.").format(count, len(document["disconnected"]))
        )
        return {
            **shapes.places, self.TABLE: table.place, self.DISCONNECTED: disconnected.place,
            self.REPORT: self.write_report(document, parameters, context), "COUNT": count, "FEATURE_COUNT": total,
            "DISCONNECTED_COUNT": len(document["disconnected"]),
        }
