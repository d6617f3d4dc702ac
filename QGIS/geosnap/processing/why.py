"""Whether one place reaches another, and the blockers."""

from qgis.core import (
    QgsProcessing,
    QgsProcessingException,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsWkbTypes,
)

from ..kernel.texts import tr
from .features import FEATURE, Directory, fields
from .sinks import Layer, Shapes
from .trace import PlacesAlgorithm, write_places


class Why(PlacesAlgorithm):
    """Whether one place reaches another, and the blockers."""

    NAME = "why"
    TITLE = tr("Why is this (not) reached")
    SUMMARY = tr("Finds the path from one place to another, or what blocks it.")
    HELP = PlacesAlgorithm.PLACES_HELP + "\n" + tr(
        "Give a start and a place to reach. If the place is reached, the result is the path with the fewest elements, "
        "in order. Otherwise, the blockers are the barriers on the path with the fewest barriers, each with the "
        "reason."
    )
    TAGS = tr("utility network,supply,reach,blocked,barrier,path,explain")
    PAGE = "TraceCommands.md#why"
    PLACE_SETS = (("FROM", tr("From"), True, False), ("TO", tr("To"), True, False))

    LINES = "LINES"
    POINTS = "POINTS"
    AREAS = "AREAS"
    BLOCKERS = "BLOCKERS"

    def add_parameters(self):
        self.add_network()
        self.add_places()
        self.add_conditions()
        self.add_what_if()
        self.add_sink(self.LINES, tr("Lines of the path"), QgsProcessing.TypeVectorLine, is_optional=True)
        self.add_sink(self.POINTS, tr("Points of the path"), QgsProcessing.TypeVectorPoint, is_optional=True)
        self.add_sink(
            self.AREAS, tr("Areas of the path"), QgsProcessing.TypeVectorPolygon, is_optional=True, is_default=False
        )
        self.add_sink(self.BLOCKERS, tr("Blockers"), QgsProcessing.TypeVectorPoint, is_optional=True)
        self.add_report()
        self.addOutput(QgsProcessingOutputBoolean("REACHED", tr("Whether it is reached")))
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of elements of the path")))
        self.addOutput(QgsProcessingOutputNumber("BLOCKER_COUNT", tr("Number of blockers")))

    def answer(self, parameters, context, feedback):
        kernel = self.open_network(feedback)
        crs = self.result_crs(kernel, context)
        found = self.all_places(kernel, parameters, context, feedback)
        for prefix, text, _, _ in self.PLACE_SETS:
            if len(found[prefix]) != 1:
                raise QgsProcessingException(tr("{}: give one place; these are {}.").format(text, len(found[prefix])))
        words = ["why", "--from", found["FROM"][0], "--to", found["TO"][0], "--json"]
        words += self.conditions(parameters, context) + self.what_if(parameters, context)
        document = kernel.ask(*words, progress=self.teller(feedback, 25, 80))
        directory = Directory(kernel)
        shapes = Shapes(
            self, (self.POINTS, self.LINES, self.AREAS), parameters, context, feedback,
            fields(("number", int), *FEATURE), kernel, crs,
        )
        if shapes.is_wanted:
            features = directory.features([one["globalID"] for one in document["path"]])
            shapes.add(features, [[]] * len(features), before=[[number] for number in range(1, len(features) + 1)])
        shapes.flush()
        blockers = Layer(
            self, self.BLOCKERS, parameters, context, feedback, fields(("reason", str), ("detail", str), *FEATURE),
            QgsWkbTypes.Point, crs,
        )
        write_places(
            kernel, directory, blockers, [(one, [one["reason"], one["detail"]]) for one in document["blockers"]]
        )
        if document["reached"]:
            feedback.pushInfo(tr("The place is reached. Elements of the path: {}.").format(len(document["path"])))
        else:
            feedback.pushInfo(tr("The place is not reached."))
            for one in document["blockers"]:
                feedback.pushInfo("{}: {}".format(one["origin"] or one["globalID"], one["detail"]))
        return {
            **shapes.places, self.BLOCKERS: blockers.place,
            self.REPORT: self.write_report(document, parameters, context), "REACHED": document["reached"],
            "COUNT": len(document["path"]), "BLOCKER_COUNT": len(document["blockers"]),
        }
