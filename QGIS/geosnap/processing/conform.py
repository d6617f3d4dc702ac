"""Moves a whole layer onto a network."""

import os
import tempfile

import numpy as np
from qgis.core import (
    QgsCoordinateReferenceSystem,
    QgsFeature,
    QgsFeatureRequest,
    QgsFeatureSink,
    QgsField,
    QgsFields,
    QgsGeometry,
    QgsProcessing,
    QgsProcessingException,
    QgsProcessingFeatureSource,
    QgsProcessingOutputNumber,
    QgsProcessingParameterFeatureSource,
    QgsProcessingUtils,
    QgsVectorFileWriter,
    QgsVectorLayer,
    QgsVertexId,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import QVariant

from ..kernel.texts import tr
from ..kernel.work import Cancelled
from .algorithm import Algorithm
from .features import fields
from .sinks import Layer

_BLOCK = 20_000
_NUMBER = "geosnap_number"


def sentences():
    """The reasons why a vertex is not moved, by their code in reports."""
    return {
        "nothingNear": tr("No feature of the network is within the tolerance."),
        "alreadyThere": tr("The vertex is at its place already."),
        "wouldCollapse": tr("The line would become too short, or two of its vertices would coincide."),
        "sharedConflict": tr("Another vertex with the same coordinate has to stay."),
        "unsupportedGeometry": tr("The feature does not have the shape of the asset type."),
        "noGeometry": tr("The feature has no geometry."),
        "refused:noRule": tr("No rule of the network allows the connection."),
        "refused:needsJunction": tr("A junction is needed there first."),
        "refused:junctionOnJunction": tr("Another junction is there."),
        "refused:endVertexOnly": tr("The line there connects at its ends only."),
        "refused:disabled": tr("All features nearby are switched off."),
    }


class Conform(Algorithm):
    """Moves a whole layer onto a network."""

    NAME = "conform"
    TITLE = tr("Conform features to a network")
    SUMMARY = tr("Moves a layer of points or lines, such as a survey, onto a network by its rules.")
    HELP = tr(
        "Each vertex moves to a place where the rules let the asset type connect. Without such a place, the vertex "
        "stays. Vertices that shared a coordinate still share a coordinate, and no line becomes shorter than the "
        "tolerance.\n"
        "The result has all features in their order, with their attributes, in the reference system of the network: "
        "moved and stayed count the vertices, farthest is the longest distance that one moved, and reasons says why "
        "some stayed. A layer of points has each vertex that stayed, with the reason.\n"
        "For a junction the points move, and for a line its ends. Without an asset type every vertex moves, and no "
        "rule applies."
    )
    TAGS = tr("utility network,snapping,survey,clean,CAD,align,connectivity rules")
    PAGE = "Conform.md"

    INPUT = "INPUT"
    ENABLE = "ENABLE"
    DISABLE = "DISABLE"
    PREFIX = "PREFIX"
    OUTPUT = "OUTPUT"
    UNMOVED = "UNMOVED"

    def add_parameters(self):
        self.add_network()
        self.addParameter(
            QgsProcessingParameterFeatureSource(
                self.INPUT, tr("Features"), [QgsProcessing.TypeVectorPoint, QgsProcessing.TypeVectorLine]
            )
        )
        self.add_tolerance(tr("Maximum distance to move a vertex, in units of the network"))
        self.add_text(self.ASSET_TYPE, tr("Asset type (empty: no rule applies)"), choices="asset_types")
        self.add_text(self.ENABLE, tr("Sources to switch on"), is_advanced=True, choices="sources")
        self.add_text(self.DISABLE, tr("Sources to switch off"), is_advanced=True, choices="sources")
        self.add_text(self.PREFIX, tr("Prefix of the new fields"), is_advanced=True)
        self.add_sink(self.OUTPUT, tr("Conformed features"))
        self.add_sink(
            self.UNMOVED, tr("Vertices that stayed"), QgsProcessing.TypeVectorPoint, is_optional=True
        )
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of features")))
        self.addOutput(QgsProcessingOutputNumber("MOVED", tr("Number of vertices that moved")))
        self.addOutput(QgsProcessingOutputNumber("STAYED", tr("Number of vertices that stayed")))

    def answer(self, parameters, context, feedback):
        source = self.parameterAsSource(parameters, self.INPUT, context)
        if source is None:
            raise QgsProcessingException(self.invalidSourceError(parameters, self.INPUT))
        words = ["--tolerance", repr(self.parameterAsDouble(parameters, self.TOLERANCE, context))]
        asset_type = self.text_of(parameters, self.ASSET_TYPE, context)
        if asset_type:
            words += ["--asset-type", asset_type]
        for name in (self.ENABLE, self.DISABLE):
            for given in self.texts_of(parameters, name, context):
                words += ["--" + name.lower(), given]
        kernel = self.open_network(feedback)
        crs = self.crs_of(kernel)
        result_crs = self.result_crs(kernel, context, source)
        prefix = self.text_of(parameters, self.PREFIX, context) or ""
        own = fields(("moved", int), ("stayed", int), ("farthest", float), ("reasons", str))
        conformed = Layer(
            self, self.OUTPUT, parameters, context, feedback,
            QgsProcessingUtils.combineFields(source.fields(), own, prefix),
            QgsWkbTypes.linearType(source.wkbType()), result_crs,
        )
        kept = fields(("part", int), ("vertex", int), ("reason", str), ("sentence", str))
        has_z = QgsWkbTypes.hasZ(source.wkbType())
        unmoved = Layer(
            self, self.UNMOVED, parameters, context, feedback,
            QgsProcessingUtils.combineFields(source.fields(), kept, prefix),
            QgsWkbTypes.PointZ if has_z else QgsWkbTypes.Point, result_crs, has_repeats=True,
        )
        if source.sourceCrs().isValid() and not crs.isValid():
            feedback.pushWarning(
                tr("The network declares no reference system: the coordinates of {} are taken as they are.").format(
                    source.sourceName()
                )
            )
        with tempfile.TemporaryDirectory(prefix="geosnap-") as folder:
            before, after = (os.path.join(folder, name) for name in ("before.gpkg", "after.gpkg"))
            ids = self._write(source, crs, before, context, feedback)
            report = {"moved": [], "unmoved": [], "summary": {"features": 0, "vertices": 0, "moved": 0, "unmoved": {}}}
            if ids:
                tell = self.teller(feedback, 40, 70)
                report = kernel.ask("conform", before, *words, "--output", after, "--json", progress=tell)
                self._read(source, crs, before, after, ids, report, conformed, unmoved, context, feedback)
            else:
                feedback.pushWarning(tr("{} has no features.").format(source.sourceName()))
        place = self.write_report(report, parameters, context)
        summary = report["summary"]
        stayed = sum(summary["unmoved"].values())
        feedback.pushInfo(
            tr("Features: {}. Vertices: {}, moved: {}.").format(
                summary["features"], summary["vertices"], summary["moved"]
            )
        )
        for reason, count in sorted(summary["unmoved"].items()):
            feedback.pushInfo(tr("Not moved, {}: {}").format(reason, count))
        return {
            self.OUTPUT: conformed.place, self.UNMOVED: unmoved.place, self.REPORT: place,
            "COUNT": len(ids), "MOVED": summary["moved"], "STAYED": stayed,
        }

    def _request(self, source, crs, context):
        request = QgsFeatureRequest()
        if crs.isValid() and source.sourceCrs().isValid() and source.sourceCrs() != crs:
            request.setDestinationCrs(crs, context.transformContext())
        return request

    def _write(self, source, crs, path, context, feedback):
        """Writes the geometries, numbered from 1. Returns the ids of the features in their layer."""
        numbered = QgsFields()
        numbered.append(QgsField(_NUMBER, QVariant.LongLong))
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = "GPKG"
        options.layerName = "features"
        # This file is not queried by location, and an index takes longer than everything else.
        options.layerOptions = ["SPATIAL_INDEX=NO"]
        writer = QgsVectorFileWriter.create(
            path, numbered, QgsWkbTypes.linearType(source.wkbType()), crs if crs.isValid() else QgsCoordinateReferenceSystem(),
            context.transformContext(), options,
        )
        if writer.hasError() != QgsVectorFileWriter.NoError:
            raise QgsProcessingException(writer.errorMessage())
        ids, features, missing = [], [], 0
        is_curved = QgsWkbTypes.isCurvedType(source.wkbType())
        if is_curved:
            feedback.pushWarning(
                tr("{} has curves: they become short straight lines.").format(source.sourceName())
            )
        total = max(source.featureCount(), 1)
        request = self._request(source, crs, context).setSubsetOfAttributes([])
        for feature in source.getFeatures(request, QgsProcessingFeatureSource.FlagSkipGeometryValidityChecks):
            ids.append(feature.id())
            made = QgsFeature(numbered)
            geometry = feature.geometry()
            if is_curved:
                geometry.convertToStraightSegment()
            made.setGeometry(geometry)
            made.setAttributes([len(ids)])
            missing += geometry.isNull()
            features.append(made)
            if len(features) == _BLOCK:
                self._hand_over(writer, features, feedback, 20 + 20 * len(ids) / total)
                features = []
        self._hand_over(writer, features, feedback, 40)
        if missing:
            feedback.pushWarning(
                tr("{} of {} features of {} have no geometry: they stay as they are.").format(
                    missing, len(ids), source.sourceName()
                )
            )
        return ids

    @staticmethod
    def _hand_over(writer, features, feedback, share):
        if feedback.isCanceled():
            raise Cancelled()
        if features and not writer.addFeatures(features, QgsFeatureSink.FastInsert):
            raise QgsProcessingException(writer.errorMessage())
        feedback.setProgress(share)

    def _read(self, source, crs, before, after, ids, report, conformed, unmoved, context, feedback):
        """Combines the new geometries with the old attributes."""
        count = len(ids)
        layer = QgsVectorLayer(after, "after", "ogr")
        original = QgsVectorLayer(before, "before", "ogr")
        # The report identifies features by their keys in the file, which follow the numbers.
        moved = np.bincount(np.array([one["id"] for one in report["moved"]], dtype=np.int64), minlength=count + 1)
        farthest = np.zeros(count + 1)
        np.maximum.at(
            farthest, np.array([one["id"] for one in report["moved"]], dtype=np.int64),
            np.array([one["distance"] for one in report["moved"]], dtype=np.float64),
        )
        stays = {}
        for one in report["unmoved"]:
            stays.setdefault(one["id"], []).append(one)
        told = sentences()
        results, olds = layer.getFeatures(), original.getFeatures()
        request = QgsFeatureRequest().setFlags(QgsFeatureRequest.NoGeometry)
        given = source.getFeatures(request, QgsProcessingFeatureSource.FlagSkipGeometryValidityChecks)
        for number, feature in enumerate(given, 1):
            if number > count or feature.id() != ids[number - 1]:
                raise QgsProcessingException(
                    tr("{} has changed during the run: run the algorithm again.").format(source.sourceName())
                )
            result, old = next(results), next(olds)
            kept = stays.get(number, [])
            reasons = ", ".join(sorted({one["reason"] for one in kept}))
            way = float(farthest[number]) if moved[number] else None
            conformed.add(
                result.geometry(), feature.attributes() + [int(moved[number]), len(kept), way, reasons or None]
            )
            if unmoved.is_wanted:
                for one in kept:
                    part, vertex = one.get("part"), one.get("vertex")
                    unmoved.add(
                        _vertex(old.geometry(), part, vertex),
                        feature.attributes() + [part, vertex, one["reason"], _sentence(told, one["reason"])],
                    )
            if number % _BLOCK == 0:
                feedback.setProgress(70 + 30 * number / count)
        conformed.flush()
        unmoved.flush()


def _sentence(told, reason):
    return told.get(reason) or tr("All places nearby are refused: {}.").format(reason.partition(":")[2])


def _vertex(geometry, part, vertex):
    """The position of a vertex; None if the report concerns the whole feature."""
    if vertex is None or geometry.isNull():
        return None
    shape = geometry.constGet()
    # In QGIS each point of a multipoint is a part; empty parts are not counted.
    return QgsGeometry(shape.vertexAt(QgsVertexId(part or 0, 0, vertex)).clone())
