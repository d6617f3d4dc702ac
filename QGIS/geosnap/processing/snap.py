"""The places where points may go, by the rules of a network."""

import math

from qgis.core import (
    QgsGeometry,
    QgsPoint,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingException,
    QgsProcessingOutputNumber,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFeatureSource,
    QgsProcessingUtils,
    QgsWkbTypes,
)

from ..kernel.package import package
from ..kernel.texts import tr
from .algorithm import Algorithm
from .features import FEATURE, described, fields
from .points import Points
from .sinks import Layer

ROLES = ("point", "line-end", "inner-vertex")
KINDS = ("point", "lineEnd", "vertex", "intersection", "midpoint", "centroid", "segment", "boundary", "area")


class Snap(Algorithm):
    """The places where points may go, by the rules of a network."""

    NAME = "snap"
    TITLE = tr("Snap points by the rules")
    SUMMARY = tr("Moves points onto a network, where its rules let an asset type connect.")
    HELP = tr(
        "Choose the asset type that the points will have. Without an asset type, the points snap to everything, and "
        "no rule applies. A vertex wins over a place on a segment; otherwise the nearest place wins.\n"
        "The result has a row for each point: snapped says whether it was moved, kind and rule say where to and by "
        "which rule. A point that is not snapped stays where it was. Conform features to a network reports the "
        "reasons.\n"
        "The points may have any reference system. The result has that of the network."
    )
    TAGS = tr("utility network,snapping,connectivity rules,move,align,clean")
    PAGE = "Snapping.md"

    INPUT = "INPUT"
    ROLE = "ROLE"
    PLACES = "PLACES"
    ENABLE = "ENABLE"
    DISABLE = "DISABLE"
    PREFIX = "PREFIX"
    OUTPUT = "OUTPUT"

    def add_parameters(self):
        self.add_network()
        self.addParameter(
            QgsProcessingParameterFeatureSource(self.INPUT, tr("Points"), [QgsProcessing.TypeVectorPoint])
        )
        self.add_tolerance(tr("Tolerance, in units of the network"))
        self.add_text(self.ASSET_TYPE, tr("Asset type (empty: no rule applies)"), choices="asset_types")
        self.add(
            QgsProcessingParameterEnum(
                self.ROLE, tr("Role of the points (empty: as fits the asset type)"),
                ROLES, optional=True, usesStaticStrings=True,
            ),
            is_advanced=True,
        )
        self.add(
            QgsProcessingParameterEnum(
                self.PLACES, tr("Places to snap to (empty: vertices and segments)"), KINDS, allowMultiple=True,
                optional=True, usesStaticStrings=True,
            ),
            is_advanced=True,
        )
        self.add_text(self.ENABLE, tr("Sources to switch on"), is_advanced=True, choices="sources")
        self.add_text(self.DISABLE, tr("Sources to switch off"), is_advanced=True, choices="sources")
        self.add_text(self.PREFIX, tr("Prefix of the new fields"), is_advanced=True)
        self.add_sink(self.OUTPUT, tr("Snapped points"), QgsProcessing.TypeVectorPoint)
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of points")))
        self.addOutput(QgsProcessingOutputNumber("SNAPPED", tr("Number of snapped points")))

    def answer(self, parameters, context, feedback):
        source = self.parameterAsSource(parameters, self.INPUT, context)
        if source is None:
            raise QgsProcessingException(self.invalidSourceError(parameters, self.INPUT))
        tolerance = self.parameterAsDouble(parameters, self.TOLERANCE, context)
        options = self.options(parameters, context)
        kernel = self.open_network(feedback)
        crs = self.crs_of(kernel)
        result_crs = self.result_crs(kernel, context, source)
        own = fields(
            ("snapped", bool), ("kind", str), ("distance", float), ("fraction", float), ("rule", int),
            ("because", str), *FEATURE,
        )
        prefix = self.text_of(parameters, self.PREFIX, context) or ""
        all_fields = QgsProcessingUtils.combineFields(source.fields(), own, prefix)
        has_z = QgsWkbTypes.hasZ(source.wkbType())
        wkb_type = QgsWkbTypes.PointZ if has_z else QgsWkbTypes.Point
        layer = Layer(
            self, self.OUTPUT, parameters, context, feedback, all_fields, wkb_type, result_crs,
            has_repeats=QgsWkbTypes.isMultiType(source.wkbType()),
        )
        kinds = package().results.KINDS
        points = Points(source, crs, context, feedback, 20, 100)
        snapped = 0
        for block in points.blocks():
            snaps = kernel.snap(block.x, block.y, tolerance=tolerance, **options)
            is_known = snaps.feature["table"] >= 0
            texts = iter(described(kernel, snaps.feature[is_known]))
            columns = zip(
                block.owner, snaps.kind.tolist(), snaps.x.tolist(), snaps.y.tolist(), snaps.z.tolist(),
                snaps.distance.tolist(), snaps.fraction.tolist(), snaps.rule.tolist(), is_known.tolist(),
            )
            given = [feature.attributes() for feature in block.features]
            for owner, kind, x, y, z, distance, fraction, rule, is_known_one in columns:
                snapped += kind != 0
                attributes = given[owner] + [
                    kind != 0, kinds[kind], _number(distance), _number(fraction), rule if rule >= 0 else None,
                    _because(kind, rule), *(next(texts) if is_known_one else (None,) * len(FEATURE)),
                ]
                if math.isnan(x):
                    geometry = None
                elif has_z:
                    geometry = _with_height(x, y, z, block.features[owner])
                else:
                    geometry = QgsGeometry.fromPointXY(QgsPointXY(x, y))
                layer.add(geometry, attributes)
            layer.flush()
        feedback.pushInfo(tr("Points: {}, snapped: {}.").format(points.point_count, snapped))
        return {self.OUTPUT: layer.place, "COUNT": points.point_count, "SNAPPED": snapped}

    def options(self, parameters, context):
        """The options of the snapper."""
        options = {
            "asset_type": self.text_of(parameters, self.ASSET_TYPE, context),
            "role": self.parameterAsEnumString(parameters, self.ROLE, context) or None,
        }
        kinds = self.chosen(parameters, self.PLACES, context)
        if kinds:
            options["kinds"] = ",".join(kinds)
        for name in (self.ENABLE, self.DISABLE):
            given = self.texts_of(parameters, name, context)
            if given:
                options[name.lower()] = given
        return options


def _number(value):
    return None if math.isnan(value) else value


def _because(kind, rule):
    if kind == 0:
        return None
    return "rule" if rule >= 0 else "sameAssetType" if rule == -2 else "unruled"


def _with_height(x, y, z, feature):
    """A point with the network's height, or with its own if the network has none there."""
    if math.isnan(z):
        z = next(feature.geometry().vertices()).z()
    return QgsGeometry(QgsPoint(x, y, z))
