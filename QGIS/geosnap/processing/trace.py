"""Traces as algorithms."""

import json

import numpy as np
from qgis.core import (
    QgsGeometry,
    QgsPointXY,
    QgsProcessing,
    QgsProcessingException,
    QgsProcessingOutputNumber,
    QgsProcessingOutputString,
    QgsProcessingParameterBoolean,
    QgsProcessingParameterEnum,
    QgsProcessingParameterFeatureSource,
    QgsProcessingParameterField,
    QgsWkbTypes,
)

from ..kernel.package import package
from ..kernel.texts import tr
from .algorithm import Algorithm
from .features import FEATURE, Directory, described, fields, geometry_of
from .places import places, stretches_of
from .sinks import Layer, Shapes, middle

TYPES = (
    "connected", "subnetwork", "subnetworkControllers", "upstream", "downstream", "isolation", "loops",
    "shortestPath",
)
PARTS = ("containers", "content", "structures", "barriers", "isolated")
_LISTS = (
    ("CONDITIONS", "condition"), ("FILTER_CONDITIONS", "filter_condition"), ("FUNCTIONS", "function"),
    ("FUNCTION_BARRIERS", "function_barrier"), ("SET", "set"), ("BLOCK", "block"), ("UNBLOCK", "unblock"),
    ("PROPAGATE", "propagate"),
)
_TEXTS = (
    ("TIER", "tier"), ("TARGET_TIER", "target_tier"), ("DOMAIN_NETWORK", "domain_network"),
    ("SUBNETWORK", "subnetwork"), ("COST", "cost"), ("CONFIG", "config"),
)
_FLAGS = (
    ("NO_TIER_CONDITIONS", "no_tier_conditions"), ("DIGITIZED_DIRECTION", "digitized_direction"),
    ("EXPLAIN", "explain"),
)


class PlacesAlgorithm(Algorithm):
    """A query that begins at places: points of a layer, or named features."""

    PLACE_SETS = ()
    """For each set of places: prefix of parameters, name, whether each point is required, whether it is advanced."""
    PLACES_HELP = tr(
        "Places are points of a layer, each of which stands for the nearest feature within the tolerance, or names, "
        "one on each line: a global id, row:Table/12 or origin:X, with @0.5 for halfway along a line and #2 for a "
        "terminal. A field of the layer may have the terminals."
    )

    def add_places(self):
        """Adds the parameters for places."""
        for prefix, text, _, is_advanced in self.PLACE_SETS:
            self.add(
                QgsProcessingParameterFeatureSource(
                    prefix + "_POINTS", tr("{}: points of a layer").format(text), [QgsProcessing.TypeVectorPoint],
                    optional=True,
                ),
                is_advanced,
            )
            self.add_text(prefix, tr("{}: names").format(text), is_long=True, is_advanced=is_advanced)
        self.add_tolerance(tr("Tolerance of the points, in units of the network"))
        prefix, text, _, _ = self.PLACE_SETS[0]
        self.add(
            QgsProcessingParameterField(
                "TERMINAL_FIELD", tr("Field with the terminal of each point"),
                parentLayerParameterName=prefix + "_POINTS", optional=True,
            ),
            is_advanced=True,
        )

    def places_of(self, prefix, is_needed, kernel, definition, parameters, context, feedback):
        """The places of a set, as the library takes them."""
        found = self.texts_of(parameters, prefix, context)
        source = self.parameterAsSource(parameters, prefix + "_POINTS", context)
        if source is not None:
            tolerance = self.parameterAsDouble(parameters, self.TOLERANCE, context)
            field = self.text_of(parameters, "TERMINAL_FIELD", context)
            found = found + places(
                kernel, definition, source, tolerance, field, self.crs_of(kernel), context, feedback, is_needed
            )
        return found

    def all_places(self, kernel, parameters, context, feedback):
        """The places of each set, by prefix."""
        definition = self.definition()
        return {
            prefix: self.places_of(prefix, is_needed, kernel, definition, parameters, context, feedback)
            for prefix, _, is_needed, _ in self.PLACE_SETS
        }

    def add_what_if(self):
        """Adds the parameters for suppositions."""
        text = tr("Suppose other attribute values, such as ID.Device Status=Closed")
        self.add_text("SET", text, is_long=True, is_advanced=True)
        self.add_text("BLOCK", tr("Suppose that these features are shut: names"), is_long=True, is_advanced=True)
        self.add_text("UNBLOCK", tr("Suppose that these features do not block: names"), is_long=True, is_advanced=True)

    def what_if(self, parameters, context):
        """The suppositions, as words of the command."""
        words = []
        for name in ("SET", "BLOCK", "UNBLOCK"):
            for given in self.texts_of(parameters, name, context):
                words += ["--" + name.lower(), given]
        return words

    def add_conditions(self):
        """Adds the parameters for the tier and further conditions."""
        self.add_text("TIER", tr("Tier"), choices="tiers")
        self.add_text("CONDITIONS", tr("Further condition barriers, one on each line"), is_long=True)
        self.add(
            QgsProcessingParameterBoolean("NO_TIER_CONDITIONS", tr("Leave out the conditions of the tier"), False),
            is_advanced=True,
        )
        self.add_text("DOMAIN_NETWORK", tr("Domain network"), is_advanced=True, choices="domain_networks")

    def conditions(self, parameters, context):
        """The tier and conditions, as words of the command."""
        words = []
        for name in ("TIER", "DOMAIN_NETWORK"):
            given = self.text_of(parameters, name, context)
            if given:
                words += ["--" + name.lower().replace("_", "-"), given]
        for given in self.texts_of(parameters, "CONDITIONS", context):
            words += ["--condition", given]
        if self.parameterAsBool(parameters, "NO_TIER_CONDITIONS", context):
            words.append("--no-tier-conditions")
        return words


class Trace(PlacesAlgorithm):
    """Traces: connected, upstream, downstream, isolation and others."""

    NAME = "trace"
    TITLE = tr("Trace a network")
    SUMMARY = tr("Finds connected elements, upstream, downstream, features to shut, loops, or the shortest path.")
    HELP = PlacesAlgorithm.PLACES_HELP + "\n" + tr(
        "A trace uses the conditions of its tier as barriers. A connected trace has no barriers, unless a tier is "
        "given. Conditions are written as 'Device Status' = Closed, or category = Isolating; functions as "
        "add(Length); function barriers as add(Length) >= 4 local.\n"
        "An isolation needs a filter condition for the features that can be shut, such as category = Isolating. A "
        "shortest path needs two starts and the network attribute that it adds up.\n"
        "The result has one row for each feature; for a line, with the part that was found. Elements are listed by "
        "terminal and part of a line. Stops say where the trace ended, and why. The report has everything, "
        "including the values of functions."
    )
    TAGS = tr(
        "utility network,upstream,downstream,isolation,subnetwork,connected,shortest path,loops,valves,what if,flow"
    )
    PAGE = "TraceCommands.md"
    PLACE_SETS = (
        ("START", tr("Starts"), False, False),
        ("BARRIER", tr("Barriers"), True, False),
        ("FILTER_BARRIER", tr("Filter barriers"), True, True),
    )

    TYPE = "TYPE"
    POINTS = "POINTS"
    LINES = "LINES"
    AREAS = "AREAS"
    STOPS = "STOPS"
    VALVES = "VALVES"
    ELEMENTS = "ELEMENTS"

    def add_parameters(self):
        self.add_network()
        self.addParameter(
            QgsProcessingParameterEnum(self.TYPE, tr("Type"), TYPES, defaultValue="connected", usesStaticStrings=True)
        )
        self.add_places()
        self.add_conditions()
        self.add_text("FILTER_CONDITIONS", tr("Filter conditions, one on each line"), is_long=True)
        self.add_text("FUNCTIONS", tr("Functions, one on each line, such as add(Length)"), is_long=True)
        self.add_text("SUBNETWORK", tr("Name of the subnetwork"), is_advanced=True)
        self.add_text("TARGET_TIER", tr("Target tier"), is_advanced=True, choices="tiers")
        self.add_text("COST", tr("Network attribute that a shortest path adds up"), choices="attributes")
        self.add_text("FUNCTION_BARRIERS", tr("Function barriers, one on each line"), is_long=True, is_advanced=True)
        self.add(
            QgsProcessingParameterEnum(
                "INCLUDE", tr("Also return"), PARTS, allowMultiple=True, optional=True, usesStaticStrings=True
            ),
            is_advanced=True,
        )
        self.add(
            QgsProcessingParameterEnum(
                "EXCLUDE", tr("Do not return"), PARTS, allowMultiple=True, optional=True, usesStaticStrings=True
            ),
            is_advanced=True,
        )
        self.add(
            QgsProcessingParameterBoolean("DIGITIZED_DIRECTION", tr("Flow follows the direction of drawing"), False),
            is_advanced=True,
        )
        self.add(
            QgsProcessingParameterEnum(
                "INDETERMINATE", tr("Loops to pass where the flow may run either way"), ("edge", "path", "none"),
                optional=True, usesStaticStrings=True,
            ),
            is_advanced=True,
        )
        self.add_what_if()
        self.add_text("PROPAGATE", tr("Network attributes to propagate"), is_long=True, is_advanced=True)
        self.add(
            QgsProcessingParameterBoolean("EXPLAIN", tr("Mark dead ends among the stops"), False), is_advanced=True
        )
        self.add_text(
            "CONFIG", tr(
                "Trace configuration: a JSON file, or the name of a configuration in the network"
            ), is_advanced=True,
            choices="configurations",
        )
        self.add_sink(self.LINES, tr("Lines of the trace"), QgsProcessing.TypeVectorLine, is_optional=True)
        self.add_sink(self.POINTS, tr("Points of the trace"), QgsProcessing.TypeVectorPoint, is_optional=True)
        self.add_sink(
            self.AREAS, tr("Areas of the trace"), QgsProcessing.TypeVectorPolygon, is_optional=True, is_default=False
        )
        self.add_sink(self.STOPS, tr("Stops"), QgsProcessing.TypeVectorPoint, is_optional=True)
        self.add_sink(
            self.VALVES, tr("Features that an isolation shuts"), QgsProcessing.TypeVectorPoint, is_optional=True,
            is_default=False,
        )
        self.add_sink(self.ELEMENTS, tr("Elements"), QgsProcessing.TypeVector, is_optional=True, is_default=False)
        self.add_report()
        self.addOutput(QgsProcessingOutputNumber("FEATURE_COUNT", tr("Number of features")))
        self.addOutput(QgsProcessingOutputNumber("ELEMENT_COUNT", tr("Number of elements")))
        self.addOutput(QgsProcessingOutputNumber("STOP_COUNT", tr("Number of stops")))
        self.addOutput(QgsProcessingOutputNumber("RESULT", tr("Value of the first function, or cost of the path")))
        self.addOutput(QgsProcessingOutputString("RESULTS", tr("Values of the functions, as JSON")))
        self.addOutput(QgsProcessingOutputString("CONTROLLERS", tr("Controllers, between commas")))

    def answer(self, parameters, context, feedback):
        kernel = self.open_network(feedback)
        crs = self.result_crs(kernel, context)
        trace = self._trace(kernel, parameters, context, feedback)
        feedback.setProgress(60)
        document = trace.document
        for sentence in document["warnings"]:
            feedback.pushWarning(sentence)
        results = self._write_features(kernel, trace, document, crs, parameters, context, feedback)
        feedback.setProgress(85)
        directory = Directory(kernel)
        results.update(self._write_stops(kernel, directory, document, crs, parameters, context, feedback))
        results.update(self._write_valves(kernel, directory, document, crs, parameters, context, feedback))
        results[self.REPORT] = self.write_report(document, parameters, context)
        values = [one["result"] for one in document["functions"]]
        controllers = [one["origin"] or one["globalID"] for one in document["controllers"]]
        feedback.pushInfo(
            tr("Elements: {}. Features: {}. Stops: {}.").format(
                len(trace), len(document["features"]), len(document["stops"])
            )
        )
        for one in document["functions"]:
            feedback.pushInfo("{}({}) = {}".format(one["type"], one["attribute"], one["result"]))
        if controllers:
            feedback.pushInfo(tr("Controllers: {}").format(", ".join(controllers[:20])))
        if "cost" in document:
            values.insert(0, document["cost"])
            feedback.pushInfo(tr("Cost: {}").format(document["cost"]))
        results.update(
            FEATURE_COUNT=len(document["features"]), ELEMENT_COUNT=len(trace), STOP_COUNT=len(document["stops"]),
            RESULT=values[0] if values else None, RESULTS=json.dumps(document["functions"]),
            CONTROLLERS=", ".join(controllers),
        )
        return results

    def _trace(self, kernel, parameters, context, feedback):
        kind = self.parameterAsEnumString(parameters, self.TYPE, context)
        found = self.all_places(kernel, parameters, context, feedback)
        options = {"barrier": found["BARRIER"], "filter_barrier": found["FILTER_BARRIER"]}
        for name, option in _LISTS:
            options[option] = self.texts_of(parameters, name, context)
        for name, option in _TEXTS:
            options[option] = self.text_of(parameters, name, context)
        for name, option in _FLAGS:
            options[option] = self.parameterAsBool(parameters, name, context)
        for name in ("INCLUDE", "EXCLUDE"):
            options[name.lower()] = self.chosen(parameters, name, context)
        options["indeterminate"] = self.parameterAsEnumString(parameters, "INDETERMINATE", context) or None
        functions = options.pop("function")
        try:
            return kernel.trace(
                kind, start=found["START"], functions=functions, progress=self.teller(feedback, 25, 60), **options
            )
        except package().NoAnswer as error:
            stops = json.loads(error.document).get("stops", []) if error.document else []
            told = [f"{one['origin'] or one['globalID']}: {one['detail']}" for one in stops[:10]]
            raise QgsProcessingException("\n".join([str(error), *told])) from error

    def _write_features(self, kernel, trace, document, crs, parameters, context, feedback):
        features, inverse = np.unique(trace.feature, return_inverse=True)
        inverse = inverse.reshape(-1)
        order = np.argsort(inverse, kind="stable")
        bounds = np.searchsorted(inverse[order], np.arange(len(features) + 1))
        begin, end = trace.position_from, trace.position_to
        is_edge = ~np.isnan(begin)
        share = np.bincount(inverse[is_edge], weights=(end - begin)[is_edge], minlength=len(features))
        is_line = np.bincount(inverse[is_edge], minlength=len(features)) > 0
        propagated = [one.get("propagated") for one in document["elements"]]
        has_values = any(one is not None for one in propagated)
        own = [("terminals", str), ("position_from", float), ("position_to", float)]
        own += [("propagated", str)] if has_values else []
        shapes = Shapes(
            self, (self.POINTS, self.LINES, self.AREAS), parameters, context, feedback, fields(*FEATURE, *own),
            kernel, crs,
        )
        counts = np.diff(bounds).tolist()
        firsts = order[bounds[:-1]].tolist()
        begins, ends, terminals = begin.tolist(), end.tolist(), trace.terminal.tolist()
        is_whole = (share >= 1 - 1e-12).tolist()
        after, geometries = [], {}
        for number, (count, first, is_edge_too) in enumerate(zip(counts, firsts, is_line.tolist())):
            elements = [first] if count == 1 else order[bounds[number] : bounds[number + 1]].tolist()
            row = [", ".join(str(terminals[one]) for one in elements if terminals[one] >= 0) or None, None, None]
            if is_edge_too:
                stretches = sorted((begins[one], ends[one]) for one in elements)
                row[1:] = [stretches[0][0], max(last for _, last in stretches)]
                if not is_whole[number] and shapes.is_wanted:
                    line = geometry_of(kernel.wkb(features[number : number + 1])[0])
                    geometries[number] = stretches_of(line, stretches)
            if has_values:
                values = [propagated[one] for one in elements if propagated[one] is not None]
                row.append(json.dumps(values[0]) if values else None)
            after.append(row)
        if shapes.is_wanted:
            shapes.add(features, after, geometries)
        shapes.flush()
        values = propagated if has_values else None
        place = self._write_elements(kernel, trace, values, parameters, context, feedback)
        return {**shapes.places, self.ELEMENTS: place}

    def _write_elements(self, kernel, trace, propagated, parameters, context, feedback):
        own = [("terminal", int), ("position_from", float), ("position_to", float)]
        own += [("propagated", str)] if propagated is not None else []
        layer = Layer(
            self, self.ELEMENTS, parameters, context, feedback, fields(*FEATURE, *own), QgsWkbTypes.NoGeometry,
            self.result_crs(kernel, context),
        )
        if layer.is_wanted:
            columns = zip(
                described(kernel, trace.feature), trace.terminal.tolist(), trace.position_from.tolist(),
                trace.position_to.tolist(),
            )
            for number, (texts, terminal, begin, end) in enumerate(columns):
                row = [
                    *texts, terminal if terminal >= 0 else None, begin if begin == begin else None,
                    end if end == end else None,
                ]
                if propagated is not None:
                    row.append(json.dumps(propagated[number]))
                layer.add(None, row)
        layer.flush()
        return layer.place

    def _write_stops(self, kernel, directory, document, crs, parameters, context, feedback):
        layer = Layer(
            self, self.STOPS, parameters, context, feedback, fields(("reason", str), ("detail", str), *FEATURE),
            QgsWkbTypes.Point, crs,
        )
        write_places(kernel, directory, layer, [(one, [one["reason"], one["detail"]]) for one in document["stops"]])
        return {self.STOPS: layer.place}

    def _write_valves(self, kernel, directory, document, crs, parameters, context, feedback):
        layer = Layer(
            self, self.VALVES, parameters, context, feedback, fields(("needed", bool), *FEATURE), QgsWkbTypes.Point, crs
        )
        isolation = document.get("isolation")
        if isolation is not None:
            needed = isolation["needed"]
            write_places(kernel, directory, layer, [(one, [one in needed]) for one in isolation["boundary"]])
            feedback.pushInfo(
                tr("To be shut: {}").format(
                    ", ".join(one["origin"] or one["globalID"] for one in isolation["needed"]) or "0"
                )
            )
        elif layer.is_wanted:
            feedback.pushWarning(tr("Only an isolation has features to shut."))
        return {self.VALVES: layer.place}


def write_places(kernel, directory, layer, entries):
    """Writes entries of documents as points, with the columns that identify their features after their own.

    Parameters
    ----------
    entries : list of (dict, list)
        Objects with ``globalID``, and the attributes before the feature's columns.
    """
    if not layer.is_wanted:
        return
    features = directory.features([one["globalID"] for one, _ in entries])
    texts = described(kernel, features)
    for (one, before), text, wkb in zip(entries, texts, kernel.wkb(features)):
        location = one.get("location")
        place = QgsGeometry.fromPointXY(QgsPointXY(*location)) if location else middle(geometry_of(wkb))
        layer.add(place, [*before, *text])
    layer.flush()
