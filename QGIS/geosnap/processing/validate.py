"""The errors of a network."""

import json

from qgis.core import (
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingException,
    QgsProcessingOutputBoolean,
    QgsProcessingOutputNumber,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterExtent,
    QgsWkbTypes,
)

from ..kernel.texts import tr
from .algorithm import Algorithm
from .features import fields
from .sinks import Layer


class Validate(Algorithm):
    """The errors of a network."""

    NAME = "validate"
    TITLE = tr("Validate a network")
    GROUP = "network"
    SUMMARY = tr("Lists the errors of a network: what, where, which rule is missing, and what to do.")
    HELP = tr(
        "Each error has its place as a point, its number and code, a message, a remedy, and the global ids of the "
        "features concerned. Errors without a place have no geometry.\n"
        "Rule gaps are the asset types that meet in the data without a rule, with their number. They always cover "
        "the whole network.\n"
        "Doubts break no rule, but look like mistakes: features drawn twice, ends that connect to nothing, near "
        "misses, crossings, islands and places far from all others.\n"
        "A model can stop if there are errors."
    )
    TAGS = tr("utility network,errors,quality,check,rules,topology,dirty areas")
    PAGE = "Validation.md"

    EXTENT = "EXTENT"
    FAIL = "FAIL"
    ERRORS = "ERRORS"
    GAPS = "GAPS"
    DOUBTS = "DOUBTS"

    def add_parameters(self):
        self.add_network()
        self.addParameter(QgsProcessingParameterExtent(self.EXTENT, tr("Extent (empty: all)"), optional=True))
        self.add(
            QgsProcessingParameterBoolean(self.FAIL, tr("Fail if there are errors"), False), is_advanced=True
        )
        self.add_sink(self.ERRORS, tr("Errors"), QgsProcessing.TypeVectorPoint)
        self.add_sink(self.GAPS, tr("Rule gaps"), QgsProcessing.TypeVector, is_optional=True, is_default=False)
        self.add_sink(self.DOUBTS, tr("Doubts"), QgsProcessing.TypeVectorPoint, is_optional=True, is_default=False)
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("COUNT", tr("Number of errors")))
        self.addOutput(QgsProcessingOutputBoolean("VALID", tr("Whether there are no errors")))

    def answer(self, parameters, context, feedback):
        kernel = self.open_network(feedback)
        crs = self.crs_of(kernel)
        words = ["validate", "--json", "--doubts=all"]
        extent = self.parameterAsExtent(parameters, self.EXTENT, context, crs)
        if not extent.isNull():
            corners = (extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum())
            words.append("--extent=" + ",".join(repr(one) for one in corners))
        document = kernel.ask(*words, progress=self.teller(feedback, 20, 80))
        errors = Layer(
            self, self.ERRORS, parameters, context, feedback,
            fields(
                ("number", int), ("code", str), ("sentence", str), ("fix_kind", str), ("fix", str), ("rule", str),
                ("source", str), ("row", int), ("global_id", str), ("other_source", str), ("other_row", int),
                ("other_global_id", str), ("features", str), ("association", str),
            ),
            QgsWkbTypes.Point, self.result_crs(kernel, context),
        )
        for one in document["errors"]:
            place = one["location"]
            geometry = QgsGeometry.fromPointXY(QgsPointXY(*place)) if place else None
            fix = one["fix"] or {}
            concerned = one["features"]
            ids = ", ".join(each["globalID"] or "" for each in concerned) or None
            named = []
            for number in (0, 1):
                feature = concerned[number] if number < len(concerned) else {}
                named += [feature.get("source"), feature.get("row"), feature.get("globalID")]
            errors.add(
                geometry,
                [
                    one["number"], one["code"], one["message"], fix.get("kind"), fix.get("sentence"),
                    _rule(one["rule"]), *named, ids, one["association"],
                ],
            )
        errors.flush()
        gaps = Layer(
            self, self.GAPS, parameters, context, feedback,
            fields(("kind", str), ("from", str), ("to", str), ("via", str), ("count", int)),
            QgsWkbTypes.NoGeometry, crs,
        )
        for one in document["ruleGaps"]:
            gaps.add(None, [_text(one[key]) for key in ("kind", "from", "to", "via")] + [one["count"]])
        gaps.flush()
        doubts = Layer(
            self, self.DOUBTS, parameters, context, feedback,
            fields(
                ("kind", str), ("sentence", str), ("advice", str), ("distance", float),
                ("source", str), ("row", int), ("global_id", str), ("features", str),
            ),
            QgsWkbTypes.Point, self.result_crs(kernel, context),
        )
        for one in document["doubts"]["list"]:
            first = one["features"][0]
            ids = ", ".join(each["globalID"] or "" for each in one["features"])
            doubts.add(
                QgsGeometry.fromPointXY(QgsPointXY(*one["location"])),
                [
                    one["kind"], one["message"], one["advice"], one["distance"],
                    first["source"], first["row"], first["globalID"], ids,
                ],
            )
        doubts.flush()
        place = self.write_report(document, parameters, context)
        counts = {}
        for one in document["errors"]:
            counts[one["code"]] = counts.get(one["code"], 0) + 1
        for code, count in sorted(counts.items(), key=lambda each: -each[1]):
            feedback.pushInfo(f"{code}: {count}")
        total = len(document["errors"])
        sentence = tr("Errors in the network: {}.").format(total) if total else tr("The network has no errors.")
        if total and self.parameterAsBool(parameters, self.FAIL, context):
            raise QgsProcessingException(sentence)
        feedback.pushInfo(sentence)
        return {
            self.ERRORS: errors.place, self.GAPS: gaps.place, self.DOUBTS: doubts.place, self.REPORT: place,
            "COUNT": total, "VALID": total == 0,
        }


def _rule(rule):
    if not rule:
        return None
    ends = [_text(rule[key]) for key in ("from", "via", "to") if rule.get(key)]
    return "{}: {}".format(rule["kind"], ", ".join(ends))


def _text(value):
    return value if value is None or isinstance(value, str) else json.dumps(value)
