"""The features of a network at points."""

from qgis.core import (
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingException,
    QgsProcessingOutputNumber,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterNumber,
    QgsProcessingUtils,
    QgsWkbTypes,
)

from ..kernel.texts import tr
from .algorithm import Algorithm
from .features import FEATURE, described, fields
from .points import Points
from .sinks import Layer


class Identify(Algorithm):
    """The features of a network at points."""

    NAME = "identify"
    TITLE = tr("Identify features at points")
    SUMMARY = tr("Lists the features of a network within a tolerance of each point.")
    HELP = tr(
        "The points may have any reference system. They are transformed to that of the network, and so is the "
        "result.\n"
        "The features of each point are in the order points, lines, areas, the nearest first: rank counts them. "
        "Each row has the attributes of the point, the feature that was found, and its distance.\n"
        "Points without a feature, including those without a geometry, go to a separate layer if one is chosen."
    )
    TAGS = tr("utility network,what is here,nearest,join,lookup,attributes")
    PAGE = "Commands.md"

    INPUT = "INPUT"
    SOURCES = "SOURCES"
    LIMIT = "LIMIT"
    PLACE = "PLACE"
    PREFIX = "PREFIX"
    OUTPUT = "OUTPUT"
    UNMATCHED = "UNMATCHED"

    def add_parameters(self):
        self.add_network()
        self.addParameter(
            QgsProcessingParameterFeatureSource(self.INPUT, tr("Points"), [QgsProcessing.TypeVectorPoint])
        )
        self.add_tolerance(tr("Tolerance, in units of the network"))
        self.add_text(self.SOURCES, tr("Sources to look in (empty: all)"), choices="sources")
        self.add(
            QgsProcessingParameterNumber(
                self.LIMIT, tr("Maximum number of features of a point (empty: all)"), optional=True, minValue=1
            )
        )
        self.add(
            QgsProcessingParameterEnum(
                self.PLACE, tr("Place of the results"), [tr("At the nearest place of the feature"), tr("At the point")],
                defaultValue=0,
            ),
            is_advanced=True,
        )
        self.add_text(self.PREFIX, tr("Prefix of the new fields"), is_advanced=True)
        self.add_sink(self.OUTPUT, tr("Features found"), QgsProcessing.TypeVectorPoint)
        self.add_sink(
            self.UNMATCHED, tr("Points without a feature"), QgsProcessing.TypeVectorPoint, is_optional=True,
            is_default=False,
        )
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of features found")))
        self.addOutput(QgsProcessingOutputNumber("POINTS", tr("Number of points")))
        self.addOutput(QgsProcessingOutputNumber("UNMATCHED_COUNT", tr("Number of points without a feature")))

    def answer(self, parameters, context, feedback):
        source = self.parameterAsSource(parameters, self.INPUT, context)
        if source is None:
            raise QgsProcessingException(self.invalidSourceError(parameters, self.INPUT))
        tolerance = self.parameterAsDouble(parameters, self.TOLERANCE, context)
        tables = self.texts_of(parameters, self.SOURCES, context) or None
        limit = self.parameterAsInt(parameters, self.LIMIT, context) if parameters.get(self.LIMIT) else None
        is_at_point = self.parameterAsEnum(parameters, self.PLACE, context) == 1
        kernel = self.open_network(feedback)
        crs = self.crs_of(kernel)
        result_crs = self.result_crs(kernel, context, source)
        own = fields(*FEATURE, ("rank", int), ("distance", float))
        prefix = self.text_of(parameters, self.PREFIX, context) or ""
        all_fields = QgsProcessingUtils.combineFields(source.fields(), own, prefix)
        found = Layer(
            self, self.OUTPUT, parameters, context, feedback, all_fields, QgsWkbTypes.Point, result_crs,
            has_repeats=True,
        )
        unmatched = Layer(
            self, self.UNMATCHED, parameters, context, feedback, source.fields(), source.wkbType(), result_crs,
            has_repeats=QgsWkbTypes.isMultiType(source.wkbType()),
        )
        points = Points(source, crs, context, feedback, 20, 100)
        nothing = 0
        for block in points.blocks():
            hits = kernel.identify(block.x, block.y, tolerance=tolerance, sources=tables, limit=limit)
            features = block.features
            texts = described(kernel, hits.feature)
            distances, xs, ys = hits.distance.tolist(), hits.x.tolist(), hits.y.tolist()
            at = 0
            for number, end in enumerate(hits.ends.tolist()):
                if end == at:
                    nothing += 1
                    if unmatched.is_wanted:
                        feature = features[block.owner[number]]
                        unmatched.add(feature.geometry(), feature.attributes())
                    continue
                given = features[block.owner[number]].attributes()
                for hit in range(at, end):
                    x, y = (block.x[number], block.y[number]) if is_at_point else (xs[hit], ys[hit])
                    found.add(
                        QgsGeometry.fromPointXY(QgsPointXY(x, y)),
                        given + [*texts[hit], hit - at + 1, distances[hit]],
                    )
                at = end
            found.flush()
            unmatched.flush()
        feedback.pushInfo(
            tr("Features found: {}. Points: {}, without a feature: {}.").format(
                found.count, points.point_count, nothing
            )
        )
        return {
            self.OUTPUT: found.place, self.UNMATCHED: unmatched.place, "COUNT": found.count,
            "POINTS": points.point_count, "UNMATCHED_COUNT": nothing,
        }
