"""Segments that the same valves isolate."""

from qgis.core import QgsProcessing, QgsProcessingOutputNumber, QgsProcessingParameterBoolean, QgsWkbTypes

from ..kernel.texts import tr
from .features import FEATURE, Directory, fields
from .sinks import Layer, Shapes
from .trace import PlacesAlgorithm


class Segments(PlacesAlgorithm):
    """Segments that the same valves isolate."""

    NAME = "segments"
    TITLE = tr("Divide a network at its valves")
    GROUP = "network"
    SUMMARY = tr("Divides a network into segments, each isolated by the valves around it.")
    HELP = tr(
        "Valves are the features that meet the condition. Without a condition they are devices of the category "
        "Isolating or, if no asset type has it, all devices with a status. A valve is part of no segment.\n"
        "Each feature of the result has the number of its segment. The table has a row for each segment, with its "
        "valves."
    )
    TAGS = tr("utility network,valves,isolation,section,shut-off,segment,criticality")
    PAGE = "TraceCommands.md#isolation-and-segments"

    VALVES = "VALVES"
    IGNORE_STATUS = "IGNORE_STATUS"
    LINES = "LINES"
    POINTS = "POINTS"
    AREAS = "AREAS"
    TABLE = "TABLE"

    def add_parameters(self):
        self.add_network()
        self.add_text(self.VALVES, tr("Condition for valves"))
        self.add(
            QgsProcessingParameterBoolean(
                self.IGNORE_STATUS, tr("Suppose that all devices conduct, whether open or shut"), False
            )
        )
        self.add_what_if()
        self.add_sink(self.LINES, tr("Lines by segment"), QgsProcessing.TypeVectorLine, is_optional=True)
        self.add_sink(
            self.POINTS, tr("Points by segment"), QgsProcessing.TypeVectorPoint, is_optional=True, is_default=False
        )
        self.add_sink(
            self.AREAS, tr("Areas by segment"), QgsProcessing.TypeVectorPolygon, is_optional=True, is_default=False
        )
        self.add_sink(self.TABLE, tr("Segments"), QgsProcessing.TypeVector, is_optional=True)
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of segments")))
        self.addOutput(QgsProcessingOutputNumber("FEATURE_COUNT", tr("Number of features of all segments")))

    def answer(self, parameters, context, feedback):
        kernel = self.open_network(feedback)
        words = ["segments", "--json", *self.what_if(parameters, context)]
        valves = self.text_of(parameters, self.VALVES, context)
        if valves:
            words += ["--valves", valves]
        if self.parameterAsBool(parameters, self.IGNORE_STATUS, context):
            words.append("--ignore-status")
        document = kernel.ask(*words, progress=self.teller(feedback, 20, 60))
        segments = document["segments"]
        shapes = Shapes(
            self, (self.POINTS, self.LINES, self.AREAS), parameters, context, feedback,
            fields(("segment", int), *FEATURE), kernel, self.result_crs(kernel, context),
        )
        ids = [feature["globalID"] for one in segments for feature in one["features"]]
        if shapes.is_wanted:
            numbers = [[one["id"]] for one in segments for _ in one["features"]]
            shapes.add(Directory(kernel).features(ids), [[]] * len(ids), before=numbers)
        shapes.flush()
        table = Layer(
            self, self.TABLE, parameters, context, feedback,
            fields(("segment", int), ("features", int), ("valve_count", int), ("valves", str)),
            QgsWkbTypes.NoGeometry, self.result_crs(kernel, context),
        )
        for one in segments:
            table.add(None, [one["id"], len(one["features"]), len(one["valves"]), ", ".join(one["valves"]) or None])
        table.flush()
        feedback.pushInfo(tr("Segments: {}. Features in them: {}.").format(len(segments), len(ids)))
        return {
            **shapes.places, self.TABLE: table.place, self.REPORT: self.write_report(document, parameters, context),
            "COUNT": len(segments), "FEATURE_COUNT": len(ids),
        }
