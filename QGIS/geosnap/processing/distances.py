"""Distances of all elements from a place."""

from qgis.core import QgsProcessing, QgsProcessingException, QgsProcessingOutputNumber

from ..kernel.texts import tr
from .features import FEATURE, Directory, fields
from .sinks import Shapes
from .trace import PlacesAlgorithm


class Distances(PlacesAlgorithm):
    """Distances of all elements from a place."""

    NAME = "distances"
    TITLE = tr("Distances within a network")
    SUMMARY = tr("Computes the cost of reaching each feature from a place, along the network.")
    HELP = PlacesAlgorithm.PLACES_HELP + "\n" + tr(
        "The cost is the sum of a network attribute, such as Length; elements without a value cost nothing. The cost "
        "of a line is that of its nearer end. The result has only the features that are reached, the nearest first. "
        "Of several places, the nearest counts."
    )
    TAGS = tr("utility network,cost,reach,service area,length")
    PAGE = "TraceCommands.md"
    PLACE_SETS = (("FROM", tr("From"), False, False),)

    COST = "COST"
    LINES = "LINES"
    POINTS = "POINTS"
    AREAS = "AREAS"

    def add_parameters(self):
        self.add_network()
        self.add_places()
        self.add_text(self.COST, tr("Network attribute to add up"), value="Length", choices="attributes")
        self.add_conditions()
        self.add_what_if()
        self.add_sink(self.LINES, tr("Lines by distance"), QgsProcessing.TypeVectorLine, is_optional=True)
        self.add_sink(self.POINTS, tr("Points by distance"), QgsProcessing.TypeVectorPoint, is_optional=True)
        self.add_sink(
            self.AREAS, tr("Areas by distance"), QgsProcessing.TypeVectorPolygon, is_optional=True, is_default=False
        )
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of features")))
        self.addOutput(QgsProcessingOutputNumber("FARTHEST", tr("The greatest distance")))

    def answer(self, parameters, context, feedback):
        kernel = self.open_network(feedback)
        found = self.all_places(kernel, parameters, context, feedback)["FROM"]
        if not found:
            raise QgsProcessingException(tr("Give a place to measure from."))
        words = ["distances", "--cost", self.text_of(parameters, self.COST, context) or "", "--json"]
        for place in found:
            words += ["--from", place]
        words += self.conditions(parameters, context) + self.what_if(parameters, context)
        document = kernel.ask(*words, progress=self.teller(feedback, 25, 70))
        entries = document["distances"]
        shapes = Shapes(
            self, (self.POINTS, self.LINES, self.AREAS), parameters, context, feedback,
            fields(*FEATURE, ("distance", float)), kernel, self.result_crs(kernel, context),
        )
        if shapes.is_wanted:
            features = Directory(kernel).features([one["globalID"] for one in entries])
            shapes.add(features, [[one["value"]] for one in entries])
        shapes.flush()
        farthest = max((one["value"] for one in entries), default=None)
        feedback.pushInfo(tr("Features reached: {}. The farthest is at {}.").format(len(entries), farthest))
        return {
            **shapes.places, self.REPORT: self.write_report(document, parameters, context), "COUNT": len(entries),
            "FARTHEST": farthest,
        }
