"""The algorithms: from QGIS, in models, batches and qgis_process, compared with the command."""

import csv
import importlib
import json
import os
import random
import shutil
import subprocess
import sys
import time

import driving
from driving import SCHUTTERWALD, Session, picture, plugin, pump, until, wait_for_tasks
from qgis.core import (
    QgsApplication,
    QgsCoordinateReferenceSystem,
    QgsCoordinateTransform,
    QgsExpressionContextUtils,
    QgsFeature,
    QgsFeatureRequest,
    QgsGeometry,
    QgsPointXY,
    QgsProcessingAlgRunnerTask,
    QgsProcessingContext,
    QgsProcessingException,
    QgsProcessingFeedback,
    QgsProcessingModelAlgorithm,
    QgsProcessingModelChildAlgorithm,
    QgsProcessingModelChildParameterSource,
    QgsProcessingModelOutput,
    QgsProcessingModelParameter,
    QgsProcessingParameterFile,
    QgsProcessingParameterString,
    QgsProject,
    QgsVectorFileWriter,
    QgsVectorLayer,
    QgsWkbTypes,
)
from qgis.PyQt.QtCore import Qt
from qgis.PyQt.QtTest import QTest
from qgis.PyQt.QtWidgets import QComboBox, QPushButton

EXAMPLES = os.path.join(driving.CLONE, "Examples")
NET3 = os.path.join(EXAMPLES, "Water", "Net3.inp")
VALVES = os.path.join(EXAMPLES, "Water", "Net3.valves-random.csv")
COMMAND = os.environ["GEOSNAP_COMMAND"]
MEMORY = "TEMPORARY_OUTPUT"


class Told(QgsProcessingFeedback):
    """Records the messages of an algorithm."""

    def __init__(self):
        super().__init__(False)
        self.warnings, self.infos, self.shares = [], [], []
        self.progressChanged.connect(self.shares.append)

    def pushWarning(self, text):  # noqa: N802 (QGIS calls it so)
        self.warnings.append(text)

    def pushInfo(self, text):  # noqa: N802 (QGIS calls it so)
        self.infos.append(text)


def command(*words, accepted=(0,)):
    """The output of the command."""
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
    if done.returncode not in accepted:
        raise AssertionError(f"{' '.join(words)}: {done.returncode}: {done.stderr}")
    return json.loads(done.stdout) if "--json" in words else done.stdout


def geojson(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["features"]


def rounded(geometry, digits=6):
    """The vertices of a geometry, in drawing order, or None."""
    if geometry.isNull() or geometry.isEmpty():
        return None
    return [(round(one.x(), digits), round(one.y(), digits)) for one in geometry.vertices()]


def rounded_json(geometry, digits=6):
    """The same for a GeoJSON geometry."""
    found = []

    def walk(value):
        if isinstance(value[0], (int, float)):
            found.append((round(value[0], digits), round(value[1], digits)))
        else:
            for one in value:
                walk(one)

    walk(geometry["coordinates"])
    return found


def point_layer(points, crs="EPSG:25832", fields="field=number:integer&field=label:string(20)"):
    """A layer of points, numbered from 1; None is a feature without geometry."""
    layer = QgsVectorLayer(f"Point?crs={crs}&{fields}" if crs else f"Point?{fields}", "some points", "memory")
    features = []
    for number, point in enumerate(points, 1):
        feature = QgsFeature(layer.fields())
        feature.setAttributes([number, f"p{number}"])
        if point is not None:
            feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(*point)))
        features.append(feature)
    layer.dataProvider().addFeatures(features)
    return layer


class ProcessingSession(Session):
    """Runs algorithms."""

    def setUp(self):
        super().setUp()
        # The first import of a session, which sets QGIS up for scripts.
        import processing

        self.processing = processing
        self.told = Told()

    def run_it(self, name, told=None, context=None, **parameters):
        """Runs an algorithm; layers in the result are layer objects."""
        self.told = told or Told()
        return self.processing.run(
            f"geosnap:{name}", parameters, feedback=self.told, context=context or QgsProcessingContext()
        )

    def refused(self, name, **parameters):
        """The error message of an algorithm that fails."""
        with self.assertRaises(QgsProcessingException) as raised:
            self.run_it(name, **parameters)
        return str(raised.exception)

    def net3(self, *words):
        path = self.path("net3.gpkg")
        command("import", "epanet", NET3, path, "--force", "--json", *words)
        return path

    def path(self, name):
        return os.path.join(self.folder, name)

    def broken(self):
        """Schutterwald without a third of its rules."""
        import sqlite3

        path = self.copy(name="broken.gpkg")
        connection = sqlite3.connect(path)
        connection.execute("DELETE FROM un_rules WHERE rowid % 3 = 0")
        connection.commit()
        connection.close()
        return path


class ProviderTests(ProcessingSession):
    def test_each_algorithm_says_what_it_is(self):
        provider = QgsApplication.processingRegistry().providerById("geosnap")
        names = {one.name() for one in provider.algorithms()}
        self.assertEqual(
            names,
            {
                "identify", "snap", "conform", "trace", "why", "distances", "subnetworks", "segments", "validate",
                "associations", "importepanet", "importswmm", "importopendss", "importpandapower",
                "importpandapipes", "importesri", "importlayers", "importdefinition",
            },
        )
        documentation = os.path.join(driving.CLONE, "Documentation")
        for one in provider.algorithms():
            with self.subTest(one.name()):
                self.assertTrue(one.shortDescription().endswith("."))
                self.assertIn(one.shortDescription(), one.shortHelpString())
                self.assertGreater(len(one.tags()), 2)
                self.assertTrue(os.path.exists(one.svgIconPath()), one.svgIconPath())
                self.assertIn(one.groupId(), ("questions", "network", "import"))
                self.assertTrue(one.create().parameterDefinitions())
                page = one.helpUrl().rpartition("/")[2].partition("#")[0]
                self.assertTrue(os.path.exists(os.path.join(documentation, page)), page)
                for parameter in one.parameterDefinitions():
                    self.assertTrue(parameter.description(), parameter.name())

    def test_they_go_with_the_plugin_and_come_back(self):
        from qgis.utils import loadPlugin, startPlugin, unloadPlugin
        import warnings

        self.run_it("validate", NETWORK=SCHUTTERWALD, ERRORS=MEMORY)
        shown = warnings.showwarning
        registry = QgsApplication.processingRegistry()
        self.assertTrue(unloadPlugin(driving.PLUGIN))
        self.assertIsNone(registry.providerById("geosnap"))
        self.assertNotEqual(warnings.showwarning, shown)
        self.assertFalse([one for one in warnings.filters if one[2].__name__ == "GeoSnapWarning"])
        self.assertTrue(loadPlugin(driving.PLUGIN) and startPlugin(driving.PLUGIN))
        self.assertIsNotNone(registry.algorithmById("geosnap:trace"))
        # Otherwise another version of the plugin would use modules of this one.
        made = type(registry.createAlgorithmById("geosnap:trace"))
        self.assertIs(sys.modules[made.__module__].Trace, made)
        self.assertIs(sys.modules[type(plugin().room("processing")).__module__].Room, type(plugin().room("processing")))


class IdentifyTests(ProcessingSession):
    def check(self, points, crs, tolerance, **options):
        """Compares with a batch of the command at the same places."""
        layer = point_layer(points, crs)
        there = QgsCoordinateTransform(
            QgsCoordinateReferenceSystem(crs), QgsCoordinateReferenceSystem("EPSG:25832"), QgsProject.instance()
        )
        with open(self.path("points.csv"), "w", encoding="utf-8") as file:
            file.write("x,y\n")
            for point in points:
                place = there.transform(QgsPointXY(*point))
                file.write(f"{place.x()!r},{place.y()!r}\n")
        words = [each for option in options.get("sources", []) for each in ("--source", option)]
        if options.get("limit"):
            words += ["--limit", str(options["limit"])]
        listed = command(
            "identify", SCHUTTERWALD, "--batch", self.path("points.csv"), "--tolerance", repr(tolerance), *words
        )
        expected = {
            (int(row["hit_point"]), int(row["hit_rank"]), row["hit_globalID"]): row
            for row in csv.DictReader(listed.splitlines())
            if row["hit_rank"]
        }
        answer = self.run_it(
            "identify", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=tolerance, OUTPUT=MEMORY, UNMATCHED=MEMORY,
            SOURCES=";".join(options.get("sources", [])), LIMIT=options.get("limit"),
        )
        found = {
            (one["number"], one["rank"], one["global_id"] or ""): one for one in answer["OUTPUT"].getFeatures()
        }
        self.assertEqual(set(found), set(expected))
        for key, one in found.items():
            row = expected[key]
            self.assertAlmostEqual(one["distance"], float(row["hit_distance"]), 6)
            self.assertEqual(one["source"], row["hit_source"])
            self.assertEqual(one["row"], int(row["hit_row"]))
            self.assertEqual(one["origin"] or "", row["hit_origin"])
            self.assertEqual(one["label"], f"p{key[0]}")
            place = one.geometry().asPoint()
            self.assertAlmostEqual(place.x(), float(row["hit_x"]), 5)
            self.assertAlmostEqual(place.y(), float(row["hit_y"]), 5)
        self.assertEqual(answer["COUNT"], len(expected))
        self.assertEqual(answer["OUTPUT"].crs().authid(), "EPSG:25832")
        nothing = {one["number"] for one in answer["UNMATCHED"].getFeatures()}
        self.assertEqual(nothing, set(range(1, len(points) + 1)) - {key[0] for key in expected})
        self.assertEqual(answer["UNMATCHED_COUNT"], len(nothing))
        return answer

    def places(self, count, crs, seed):
        """Places at and around features of the network, and some far from all features."""
        chance = random.Random(seed)
        back = QgsCoordinateTransform(
            QgsCoordinateReferenceSystem("EPSG:25832"), QgsCoordinateReferenceSystem(crs), QgsProject.instance()
        )
        rows = list(QgsVectorLayer(f"{SCHUTTERWALD}|layername=PipelineJunction", "j", "ogr").getFeatures())
        found = []
        for _ in range(count):
            point = chance.choice(rows).geometry().asPoint()
            far = 5000 if chance.random() < 0.1 else 6
            place = back.transform(
                QgsPointXY(point.x() + chance.uniform(-far, far), point.y() + chance.uniform(-far, far))
            )
            found.append((place.x(), place.y()))
        return found

    def test_it_says_what_the_command_says(self):
        answer = self.check(self.places(2000, "EPSG:25832", 1), "EPSG:25832", 5.0)
        self.assertGreater(answer["COUNT"], 2000)
        self.assertEqual(self.told.warnings, [])

    def test_points_in_degrees_are_transformed(self):
        self.check(self.places(500, "EPSG:4326", 2), "EPSG:4326", 3.0)
        self.check(self.places(500, "EPSG:31467", 3), "EPSG:31467", 3.0, sources=["PipelineLine", "PipelineDevice"])

    def test_a_limit_and_the_place_of_the_point(self):
        points = self.places(300, "EPSG:25832", 4)
        self.check(points, "EPSG:25832", 5.0, limit=1)
        answer = self.run_it(
            "identify", NETWORK=SCHUTTERWALD, INPUT=point_layer(points), TOLERANCE=5, LIMIT=1, PLACE=1, OUTPUT=MEMORY,
            PREFIX="net_",
        )
        for one in answer["OUTPUT"].getFeatures():
            self.assertEqual(rounded(one.geometry()), [tuple(round(each, 6) for each in points[one["number"] - 1])])
            self.assertTrue(one["net_global_id"])

    def test_features_without_geometry_are_kept_and_told(self):
        answer = self.run_it(
            "identify", NETWORK=SCHUTTERWALD, INPUT=point_layer([(416927, 5368281), None, None]), TOLERANCE=5,
            OUTPUT=MEMORY, UNMATCHED=MEMORY,
        )
        self.assertEqual([one["number"] for one in answer["UNMATCHED"].getFeatures()], [2, 3])
        self.assertIn("2 of 3 features of some points have no point", self.told.warnings[0])

    def test_rows_with_keys_are_written_several_times(self):
        points = QgsVectorLayer(f"{SCHUTTERWALD}|layername=survey_points", "survey", "ogr")
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = "GPKG"
        QgsVectorFileWriter.writeAsVectorFormatV3(
            points, self.path("survey.gpkg"), QgsProject.instance().transformContext(), options
        )
        answer = self.run_it(
            "identify", NETWORK=SCHUTTERWALD, INPUT=self.path("survey.gpkg"), TOLERANCE=5.0,
            OUTPUT=self.path("hits.gpkg"), UNMATCHED=self.path("none.gpkg"),
        )
        self.assertGreater(answer["COUNT"], 100)
        self.assertEqual(QgsVectorLayer(self.path("hits.gpkg"), "h", "ogr").featureCount(), answer["COUNT"])
        answer = self.run_it(
            "conform", NETWORK=SCHUTTERWALD, INPUT=self.path("survey.gpkg"), TOLERANCE=5.0,
            OUTPUT=self.path("conformed.gpkg"), UNMOVED=self.path("unmoved.gpkg"),
        )
        keys = [one.id() for one in QgsVectorLayer(self.path("conformed.gpkg"), "c", "ogr").getFeatures()]
        self.assertEqual(keys, [one.id() for one in QgsVectorLayer(self.path("survey.gpkg"), "s", "ogr").getFeatures()])

    def test_an_empty_layer_is_told(self):
        answer = self.run_it(
            "identify", NETWORK=SCHUTTERWALD, INPUT=point_layer([]), TOLERANCE=5, OUTPUT=MEMORY
        )
        self.assertEqual(answer["OUTPUT"].featureCount(), 0)
        self.assertEqual(self.told.warnings, ["some points has no features."])

    def test_multipoints_are_asked_one_by_one(self):
        layer = QgsVectorLayer("MultiPoint?crs=EPSG:25832&field=number:integer", "several", "memory")
        feature = QgsFeature(layer.fields())
        feature.setAttributes([1])
        pipe = next(QgsVectorLayer(f"{SCHUTTERWALD}|layername=PipelineLine", "l", "ogr").getFeatures())
        ends = [pipe.geometry().asPolyline()[0], pipe.geometry().asPolyline()[-1]]
        feature.setGeometry(QgsGeometry.fromMultiPointXY(ends))
        layer.dataProvider().addFeatures([feature])
        answer = self.run_it(
            "identify", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=0.01, SOURCES="PipelineLine", OUTPUT=MEMORY
        )
        self.assertEqual(answer["POINTS"], 2)
        found = [one["row"] for one in answer["OUTPUT"].getFeatures()]
        self.assertEqual(found.count(pipe.id()), 2)

    def test_a_network_without_reference_system(self):
        path = self.net3()
        layer = point_layer([(28.13, 22.63)], "EPSG:25832")
        answer = self.run_it("identify", NETWORK=path, INPUT=layer, TOLERANCE=0.01, LIMIT=1, OUTPUT=MEMORY)
        self.assertEqual([one["origin"] for one in answer["OUTPUT"].getFeatures()], ["node/153"])
        # The coordinates are in the layer's system. Without one, QGIS would take them for degrees.
        self.assertEqual(answer["OUTPUT"].crs().authid(), "EPSG:25832")
        self.assertIn("declares no reference system", self.told.warnings[0])

    def test_it_can_be_cancelled(self):
        layer = point_layer(self.places(1000, "EPSG:25832", 5))
        told = Told()
        told.cancel()
        algorithm = QgsApplication.processingRegistry().createAlgorithmById("geosnap:identify")
        context = QgsProcessingContext()
        answer, _ = algorithm.run(
            {"NETWORK": SCHUTTERWALD, "INPUT": layer, "TOLERANCE": 5.0, "OUTPUT": "memory:"}, context, told
        )
        self.assertEqual(answer, {})

    def test_it_can_be_cancelled_halfway(self):
        for name, parameters in (
            ("identify", {"INPUT": point_layer([(416927, 5368281)] * 150_000), "TOLERANCE": 5.0, "LIMIT": 1}),
            ("conform", {"INPUT": point_layer([(416927, 5368281)] * 50_000), "TOLERANCE": 5.0}),
        ):
            told = Told()
            told.progressChanged.connect(lambda share, told=told: told.cancel() if share > 45 else None)
            algorithm = QgsApplication.processingRegistry().createAlgorithmById("geosnap:" + name)
            answer, _ = algorithm.run(
                {"NETWORK": SCHUTTERWALD, "OUTPUT": "memory:", **parameters}, QgsProcessingContext(), told
            )
            self.assertEqual(answer, {})
            self.assertGreater(max(told.shares), 45)
            self.assertLess(max(told.shares), 90)


class SnapTests(ProcessingSession):
    def test_it_says_what_the_command_says(self):
        chance = random.Random(7)
        rows = list(QgsVectorLayer(f"{SCHUTTERWALD}|layername=PipelineLine", "l", "ogr").getFeatures())
        points = []
        for _ in range(1500):
            line = chance.choice(rows).geometry()
            place = line.interpolate(line.length() * chance.random()).asPoint()
            points.append((place.x() + chance.uniform(-3, 3), place.y() + chance.uniform(-3, 3)))
        with open(self.path("points.csv"), "w", encoding="utf-8") as file:
            file.write("x,y\n" + "".join(f"{x!r},{y!r}\n" for x, y in points))
        for asset_type, role in (
            ("PipelineJunction/Fitting/Tap", None), ("PipelineLine/Service/House Connection", "line-end"), (None, None),
        ):
            with self.subTest(asset_type):
                words = (["--asset-type", asset_type] if asset_type else []) + (["--role", role] if role else [])
                listed = command(
                    "snap", SCHUTTERWALD, "--batch", self.path("points.csv"), "--tolerance", "2.0", *words
                )
                expected = list(csv.DictReader(listed.splitlines()))
                answer = self.run_it(
                    "snap", NETWORK=SCHUTTERWALD, INPUT=point_layer(points), TOLERANCE=2.0, ASSET_TYPE=asset_type,
                    ROLE=role, OUTPUT=MEMORY,
                )
                found = list(answer["OUTPUT"].getFeatures())
                self.assertEqual(len(found), len(points))
                self.assertGreater(answer["SNAPPED"], 100)
                self.assertEqual(answer["SNAPPED"], sum(row["snap_state"] == "snapped" for row in expected))
                for one, row, point in zip(found, expected, points):
                    self.assertEqual(one["snapped"], row["snap_state"] == "snapped")
                    place = one.geometry().asPoint()
                    if not one["snapped"]:
                        self.assertEqual((place.x(), place.y()), point)
                        self.assertFalse(one["global_id"])
                        continue
                    self.assertEqual(one["global_id"], row["snap_globalID"])
                    self.assertEqual((place.x(), place.y()), (float(row["snap_x"]), float(row["snap_y"])))
                    self.assertAlmostEqual(one["distance"], float(row["snap_distance"]), 9)
                    self.assertEqual(str(one["rule"] or ""), row["snap_rule"])
                    because = "rule" if row["snap_rule"] else "unruled" if asset_type is None else "sameAssetType"
                    self.assertEqual(one["because"], because, row["snap_because"])

    def test_an_asset_type_that_is_not_there(self):
        sentence = self.refused(
            "snap", NETWORK=SCHUTTERWALD, INPUT=point_layer([(0, 0)]), ASSET_TYPE="PipelineLine/Nothing/Such",
            OUTPUT=MEMORY,
        )
        self.assertIn("Nothing", sentence)
        self.assertNotIn("Traceback", sentence)

    def test_features_without_geometry_are_kept(self):
        layer = point_layer([None, (416927, 5368281)])
        answer = self.run_it("snap", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=5.0, OUTPUT=MEMORY)
        found = list(answer["OUTPUT"].getFeatures())
        self.assertEqual([one["number"] for one in found], [1, 2])
        self.assertTrue(found[0].geometry().isNull())
        self.assertFalse(found[0]["snapped"])
        self.assertIn("1 of 2 features", self.told.warnings[0])

    def test_heights_are_those_of_the_point_where_the_network_has_none(self):
        layer = QgsVectorLayer("PointZ?crs=EPSG:25832&field=number:integer", "high", "memory")
        feature = QgsFeature(layer.fields())
        feature.setAttributes([1])
        feature.setGeometry(QgsGeometry.fromWkt("PointZ (416927.6 5368281.0 123.5)"))
        layer.dataProvider().addFeatures([feature])
        answer = self.run_it("snap", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=1.0, OUTPUT=MEMORY)
        one = next(answer["OUTPUT"].getFeatures())
        self.assertTrue(one["snapped"])
        self.assertEqual(next(one.geometry().vertices()).z(), 123.5)


class ConformTests(ProcessingSession):
    def survey(self, count=400, crs="EPSG:25832"):
        """Lines close to those of the network, with attributes, as GeoPackage."""
        chance = random.Random(11)
        layer = QgsVectorLayer(f"LineString?crs={crs}&field=code:string&field=height:double", "survey", "memory")
        there = QgsCoordinateTransform(
            QgsCoordinateReferenceSystem("EPSG:25832"), QgsCoordinateReferenceSystem(crs), QgsProject.instance()
        )
        rows = list(QgsVectorLayer(f"{SCHUTTERWALD}|layername=PipelineLine", "l", "ogr").getFeatures())
        features = []
        for number in range(count):
            line = chance.choice(rows).geometry().asPolyline()
            moved = [QgsPointXY(p.x() + chance.uniform(-0.8, 0.8), p.y() + chance.uniform(-0.8, 0.8)) for p in line]
            feature = QgsFeature(layer.fields())
            feature.setAttributes([f"c{number}", number / 7])
            geometry = QgsGeometry.fromPolylineXY(moved)
            geometry.transform(there)
            feature.setGeometry(geometry)
            features.append(feature)
        features.append(QgsFeature(layer.fields()))
        layer.dataProvider().addFeatures(features)
        return layer

    def test_it_says_what_the_command_says(self):
        layer = self.survey()
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = "GPKG"
        options.layerName = "survey"
        QgsVectorFileWriter.writeAsVectorFormatV3(
            layer, self.path("survey.gpkg"), QgsProject.instance().transformContext(), options
        )
        expected = command(
            "conform", self.path("survey.gpkg"), SCHUTTERWALD, "--tolerance", "1.0", "--asset-type",
            "PipelineLine/Plastic Main/161 to 225 mm", "--output", self.path("conformed.gpkg"), "--json",
        )
        answer = self.run_it(
            "conform", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=1.0,
            ASSET_TYPE="PipelineLine/Plastic Main/161 to 225 mm", OUTPUT=MEMORY, UNMOVED=MEMORY,
            REPORT=self.path("report.json"),
        )
        self.assertGreater(expected["summary"]["moved"], 100)
        self.assertGreater(len(expected["unmoved"]), 50)
        with open(self.path("report.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file)["summary"], expected["summary"])
        self.assertEqual(answer["MOVED"], expected["summary"]["moved"])
        conformed = list(QgsVectorLayer(self.path("conformed.gpkg"), "c", "ogr").getFeatures())
        found = list(answer["OUTPUT"].getFeatures())
        self.assertEqual(len(found), len(conformed))
        for one, other, before in zip(found, conformed, layer.getFeatures()):
            self.assertEqual(one.geometry().asWkb(), other.geometry().asWkb())
            self.assertEqual(one.attributes()[:2], before.attributes())
        self.assertEqual(sum(one["moved"] for one in found), expected["summary"]["moved"])
        kept = list(answer["UNMOVED"].getFeatures())
        self.assertEqual(len(kept), len(expected["unmoved"]))
        befores = list(layer.getFeatures())
        for one, entry in zip(kept, sorted(expected["unmoved"], key=lambda each: each["id"])):
            self.assertEqual(one["reason"], entry["reason"])
            self.assertTrue(one["sentence"])
            before = befores[entry["id"] - 1]
            self.assertEqual(one["code"], before["code"])
            if entry.get("vertex") is not None:
                vertex = list(before.geometry().vertices())[entry["vertex"]]
                self.assertEqual(rounded(one.geometry()), [(round(vertex.x(), 6), round(vertex.y(), 6))])
        self.assertTrue(any("have no geometry" in text for text in self.told.warnings))

    def test_points_of_another_reference_system(self):
        layer = QgsVectorLayer(f"{SCHUTTERWALD}|layername=survey_points", "survey", "ogr")
        degrees = QgsVectorLayer("Point?crs=EPSG:4326&field=number:integer", "degrees", "memory")
        there = QgsCoordinateTransform(layer.crs(), degrees.crs(), QgsProject.instance())
        features = []
        for number, one in enumerate(layer.getFeatures()):
            feature = QgsFeature(degrees.fields())
            feature.setAttributes([number])
            geometry = one.geometry()
            geometry.transform(there)
            feature.setGeometry(geometry)
            features.append(feature)
        degrees.dataProvider().addFeatures(features)
        answer = self.run_it(
            "conform", NETWORK=SCHUTTERWALD, INPUT=degrees, TOLERANCE=5, DISABLE="survey_points",
            ASSET_TYPE="PipelineJunction/Fitting/Tap", OUTPUT=MEMORY, UNMOVED=MEMORY,
        )
        # As in Documentation/Conform.md.
        self.assertEqual((answer["MOVED"], answer["STAYED"]), (41, 19))
        self.assertEqual(answer["UNMOVED"].featureCount(), 19)
        self.assertEqual(answer["OUTPUT"].crs().authid(), "EPSG:25832")

    def test_an_empty_layer(self):
        layer = QgsVectorLayer("LineString?crs=EPSG:25832&field=code:string", "no lines", "memory")
        answer = self.run_it("conform", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=1.0, OUTPUT=MEMORY)
        self.assertEqual(answer["COUNT"], 0)
        self.assertEqual(self.told.warnings, ["no lines has no features."])

    def test_a_network_without_reference_system(self):
        layer = QgsVectorLayer("LineString?crs=EPSG:25832&field=code:string", "lines", "memory")
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromWkt("LineString (28.14 22.64, 40 40)"))
        layer.dataProvider().addFeatures([feature])
        answer = self.run_it("conform", NETWORK=self.net3(), INPUT=layer, TOLERANCE=0.1, OUTPUT=MEMORY)
        self.assertEqual(answer["MOVED"], 1)
        self.assertEqual(rounded(next(answer["OUTPUT"].getFeatures()).geometry())[0], (28.13, 22.63))

    def test_lines_of_several_parts(self):
        layer = QgsVectorLayer("MultiLineString?crs=EPSG:25832&field=code:string", "parts", "memory")
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromWkt(
            "MultiLineString ((416927.6 5368281, 416940 5368200), (416960.3 5368323.7, 416990 5368350))"
        ))
        layer.dataProvider().addFeatures([feature])
        answer = self.run_it(
            "conform", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=0.5, OUTPUT=MEMORY, UNMOVED=MEMORY
        )
        moved = rounded(next(answer["OUTPUT"].getFeatures()).geometry(), 3)
        self.assertEqual(moved[0], (416927.554, 5368280.922))
        self.assertEqual(moved[2], (416960.258, 5368323.648))
        kept = {(one["part"], one["vertex"]): rounded(one.geometry(), 3) for one in answer["UNMOVED"].getFeatures()}
        self.assertEqual(kept[(1, 1)], [(416990, 5368350)])


    def test_curves(self):
        layer = QgsVectorLayer("CompoundCurve?crs=EPSG:25832&field=code:string", "curves", "memory")
        feature = QgsFeature(layer.fields())
        feature.setGeometry(QgsGeometry.fromWkt(
            "CompoundCurve (CircularString (416927.6 5368281, 416935 5368240, 416940 5368200))"
        ))
        layer.dataProvider().addFeatures([feature])
        answer = self.run_it(
            "conform", NETWORK=SCHUTTERWALD, INPUT=layer, TOLERANCE=0.5, OUTPUT=MEMORY, UNMOVED=MEMORY
        )
        self.assertEqual(answer["COUNT"], 1)
        moved = rounded(next(answer["OUTPUT"].getFeatures()).geometry(), 3)
        self.assertEqual(moved[0], (416927.554, 5368280.922))
        self.assertGreater(len(moved), 3)
        self.assertIn("curves has curves", self.told.warnings[0])


class TraceTests(ProcessingSession):
    def check(self, network, kind, options=(), **parameters):
        """Compares a trace with the command's: features, stretches, stops, functions."""
        words = ["trace", network, "--type", kind, *options]
        expected = command(*words, "--json", "--geojson", self.path("trace.geojson"), "--force")
        stretches = {}
        for one in geojson(self.path("trace.geojson")):
            stretches.setdefault(one["properties"]["globalID"], []).append(one)
        answer = self.run_it(
            "trace", NETWORK=network, TYPE=kind, LINES=MEMORY, POINTS=MEMORY, AREAS=MEMORY, STOPS=MEMORY,
            ELEMENTS=MEMORY, VALVES=MEMORY, REPORT=self.path("trace.json"), **parameters,
        )
        rows = [one for name in ("LINES", "POINTS", "AREAS") for one in answer[name].getFeatures()]
        self.assertEqual(
            sorted(one["global_id"] for one in rows), sorted(one["globalID"] for one in expected["features"])
        )
        for one in rows:
            elements = stretches[one["global_id"]]
            self.assertEqual(one["source"], elements[0]["properties"]["source"])
            self.assertEqual(one["origin"] or None, elements[0]["properties"]["origin"])
            if one.geometry().isNull():
                continue
            if one.geometry().type() != QgsWkbTypes.LineGeometry:
                self.assertEqual(rounded(one.geometry(), 5), rounded_json(elements[0]["geometry"], 5))
                continue
            parts = [rounded_json(each["geometry"], 12) for each in elements if each["geometry"]]
            length = sum(QgsGeometry.fromPolylineXY([QgsPointXY(*point) for point in part]).length() for part in parts)
            self.assertAlmostEqual(one.geometry().length(), length, 5)
            if len(elements) == 1:
                self.assertEqual(rounded(one.geometry(), 5), rounded_json(elements[0]["geometry"], 5))
        self.assertEqual(answer["ELEMENTS"].featureCount(), len(expected["elements"]))
        listed = [(one["global_id"], one["terminal"] or None) for one in answer["ELEMENTS"].getFeatures()]
        self.assertEqual(listed, [(one["globalID"], one["terminal"]) for one in expected["elements"]])
        stops = [(one["global_id"], one["reason"], one["detail"]) for one in answer["STOPS"].getFeatures()]
        self.assertEqual(stops, [(one["globalID"], one["reason"], one["detail"]) for one in expected["stops"]])
        self.assertEqual(json.loads(answer["RESULTS"]), expected["functions"])
        with open(self.path("trace.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), expected)
        self.assertEqual(answer["FEATURE_COUNT"], len(expected["features"]))
        return answer, expected

    def test_each_type_on_net3(self):
        path = self.net3("--valves", VALVES)
        isolating = "category = 'Isolating'"
        self.check(path, "connected", ["--start", "origin:node/153"], START="origin:node/153")
        for kind in ("upstream", "downstream", "subnetwork", "subnetworkControllers", "loops"):
            with self.subTest(kind):
                self.check(
                    path, kind, ["--start", "origin:node/153", "--function", "add(Length)", "--explain"],
                    START="origin:node/153", FUNCTIONS="add(Length)", EXPLAIN=True,
                )
        answer, expected = self.check(
            path, "isolation", ["--start", "origin:node/153", "--filter-condition", isolating],
            START="origin:node/153", FILTER_CONDITIONS=isolating,
        )
        shut = {(one["global_id"], one["needed"]) for one in answer["VALVES"].getFeatures()}
        needed = {one["globalID"] for one in expected["isolation"]["needed"]}
        self.assertEqual(
            shut, {(one["globalID"], one["globalID"] in needed) for one in expected["isolation"]["boundary"]}
        )
        self.assertEqual(len(needed), 3)
        answer, expected = self.check(
            path, "shortestPath",
            ["--start", "origin:node/153", "--start", "origin:node/River", "--cost", "Length"],
            START="origin:node/153;origin:node/River", COST="Length",
        )
        self.assertEqual(answer["RESULT"], expected["cost"])

    def long_main(self):
        """A main with several parts between its taps, for traces with partial lines."""

        def collection(name, features):
            with open(self.path(name), "w", encoding="utf-8") as file:
                json.dump({
                    "type": "FeatureCollection",
                    "crs": {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::25832"}},
                    "features": [
                        {"type": "Feature", "id": number, "properties": {"kind": kind},
                         "geometry": {"type": shape, "coordinates": coordinates}}
                        for number, (kind, shape, coordinates) in enumerate(features)
                    ],
                }, file)

        x, y = 417000, 5367000
        stops = [0, 30, 50, 90, 100, 160, 200]
        collection("pipes.geojson", [("Main", "LineString", [[x + stop, y + stop / 7] for stop in stops])])
        collection("taps.geojson", [("Tap", "Point", [x + stop, y + stop / 7]) for stop in (0, 50, 100, 160, 200)])
        mapping = {
            "domainNetworks": [{"name": "Water", "tiers": [{"name": "Supply"}]}],
            "sources": [
                {"name": "Pipe", "usage": "line", "data": "pipes.geojson", "policy": "anyVertex", "assetType": "Main"},
                {"name": "Fitting", "usage": "junction", "data": "taps.geojson", "assetType": "Tap"},
            ],
            "rules": [{"junctionEdge": ["Tap", "Main"]}],
        }
        with open(self.path("mapping.json"), "w", encoding="utf-8") as file:
            json.dump(mapping, file)
        command("import", "gis", self.path("mapping.json"), self.path("main.gpkg"), "--force", "--json")
        return self.path("main.gpkg")

    def test_stretches_of_lines(self):
        path = self.long_main()
        whole = next(QgsVectorLayer(f"{path}|layername=Pipe", "l", "ogr").getFeatures()).geometry()
        for starts, barriers, shares in (
            (["row:Fitting/1"], ["row:Fitting/3"], 0.5), (["row:Fitting/2"], ["row:Fitting/1", "row:Fitting/4"], 0.8),
            (["row:Pipe/1@0.6"], ["row:Fitting/3", "row:Fitting/4"], 0.3),
            (["row:Pipe/1@0.1", "row:Pipe/1@0.9"], ["row:Fitting/2", "row:Fitting/4"], 0.45),
            (["row:Fitting/1"], [], 1.0),
        ):
            words = [word for start in starts for word in ("--start", start)]
            words += [word for barrier in barriers for word in ("--barrier", barrier)]
            answer, _ = self.check(path, "connected", words, START=";".join(starts), BARRIER="\n".join(barriers))
            part = next(answer["LINES"].getFeatures())
            self.assertAlmostEqual(part.geometry().length(), shares * whole.length(), 6)
            self.assertTrue(whole.buffer(1e-6, 4).contains(part.geometry()))

    def test_subnetworks_of_schutterwald_with_what_is_in_them(self):
        answer, expected = self.check(
            SCHUTTERWALD, "subnetwork",
            ["--subnetwork", "mv/trafo/142", "--tier", "Medium Voltage Radial", "--include", "containers",
             "--include", "structures", "--include", "content", "--propagate", "Phases Current",
             "--function", "add(Length)", "--function", "count(Length) where 'In Service' = 1"],
            SUBNETWORK="mv/trafo/142", TIER="Medium Voltage Radial", INCLUDE=["containers", "structures", "content"],
            PROPAGATE="Phases Current", FUNCTIONS="add(Length)\ncount(Length) where 'In Service' = 1",
        )
        self.assertGreater(answer["AREAS"].featureCount(), 20)
        self.assertGreater(len(expected["stops"]), 10)
        propagated = {
            one["global_id"]: json.loads(one["propagated"])
            for one in answer["LINES"].getFeatures() if one["propagated"]
        }
        self.assertGreater(len(propagated), 50)
        for one in expected["elements"]:
            if one["globalID"] in propagated:
                self.assertEqual(propagated[one["globalID"]], one["propagated"])

    def test_what_if(self):
        start = "origin:junction/168"
        self.check(
            SCHUTTERWALD, "downstream",
            ["--start", start, "--block", "origin:pipe/1714", "--set", "origin:pipe/1715.In Service=0"],
            START=start, BLOCK="origin:pipe/1714", SET="origin:pipe/1715.In Service=0",
        )

    def test_starts_are_points_of_a_layer(self):
        layer = QgsVectorLayer(f"{SCHUTTERWALD}|layername=PipelineLine", "l", "ogr")
        pipe = next(layer.getFeatures(QgsFeatureRequest().setFilterExpression("\"ORIGIN\" = 'pipe/1714'")))
        place = pipe.geometry().interpolate(pipe.geometry().length() * 0.25).asPoint()
        there = QgsCoordinateTransform(
            layer.crs(), QgsCoordinateReferenceSystem("EPSG:4326"), QgsProject.instance()
        )
        away = there.transform(QgsPointXY(place.x() + 0.05, place.y() - 0.05))
        starts = point_layer([(away.x(), away.y())], "EPSG:4326")
        answer = self.run_it(
            "trace", NETWORK=SCHUTTERWALD, TYPE="connected", START_POINTS=starts, TOLERANCE=0.5,
            BARRIER="origin:junction/168", LINES=MEMORY,
        )
        expected = command(
            "trace", SCHUTTERWALD, "--type", "connected", "--start", "origin:pipe/1714@0.25", "--barrier",
            "origin:junction/168", "--json",
        )
        self.assertEqual(answer["FEATURE_COUNT"], len(expected["features"]))

    def test_a_terminal_of_a_field(self):
        devices = QgsVectorLayer(f"{SCHUTTERWALD}|layername=ElectricDevice", "d", "ogr")
        device = next(devices.getFeatures(QgsFeatureRequest().setFilterExpression("\"ORIGIN\" = 'mv/trafo/142'")))
        layer = point_layer([tuple(device.geometry().asPoint())], fields="field=number:integer&field=terminal:string")
        layer.startEditing()
        layer.changeAttributeValue(1, 1, "2")
        layer.commitChanges()
        expected = command(
            "trace", SCHUTTERWALD, "--type", "downstream", "--start", f"row:ElectricDevice/{device.id()}#2", "--tier",
            "Medium Voltage Radial", "--json",
        )
        answer = self.run_it(
            "trace", NETWORK=SCHUTTERWALD, TYPE="downstream", START_POINTS=layer, TOLERANCE=0.01,
            TERMINAL_FIELD="terminal", TIER="Medium Voltage Radial", LINES=MEMORY,
        )
        self.assertEqual(answer["FEATURE_COUNT"], len(expected["features"]))
        self.assertGreater(answer["FEATURE_COUNT"], 100)

    def test_starts_that_are_near_nothing(self):
        far = point_layer([(0, 0)])
        self.assertIn(
            "have no feature within 1",
            self.refused("trace", NETWORK=SCHUTTERWALD, TYPE="connected", START_POINTS=far, LINES=MEMORY),
        )
        mixed = point_layer([(0, 0), (416927.554, 5368280.922)])
        self.run_it("trace", NETWORK=SCHUTTERWALD, TYPE="connected", START_POINTS=mixed, LINES=MEMORY)
        self.assertIn("1 points of some points have no feature", self.told.warnings[0])
        self.assertIn(
            "have no feature within",
            self.refused(
                "trace", NETWORK=SCHUTTERWALD, TYPE="connected", START="origin:junction/168", BARRIER_POINTS=mixed,
                LINES=MEMORY,
            ),
        )

    def test_what_cannot_be_traced_is_said(self):
        self.assertIn(
            "Lenght",
            self.refused(
                "trace", NETWORK=self.net3(), TYPE="upstream", START="origin:node/153", CONDITIONS="Lenght > 4"
            ),
        )
        self.assertIn(
            "filter condition",
            self.refused("trace", NETWORK=self.net3(), TYPE="isolation", START="origin:node/153"),
        )
        sentence = self.refused(
            "trace", NETWORK=self.net3(), TYPE="upstream", START="origin:node/153",
            BLOCK="origin:node/River;origin:node/Lake",
        )
        self.assertTrue(sentence and "Traceback" not in sentence, sentence)


class NetworkTests(ProcessingSession):
    def test_subnetworks(self):
        for path in (SCHUTTERWALD, self.net3()):
            expected = command("subnetworks", path, "--json")
            answer = self.run_it(
                "subnetworks", NETWORK=path, LINES=MEMORY, POINTS=MEMORY, AREAS=MEMORY, TABLE=MEMORY,
                DISCONNECTED=MEMORY,
            )
            rows = [
                (one["subnetwork"], one["tier"], one["global_id"])
                for name in ("LINES", "POINTS", "AREAS") for one in answer[name].getFeatures()
            ]
            self.assertEqual(
                sorted(rows),
                sorted(
                    (one["name"], one["tier"], feature["globalID"])
                    for one in expected["subnetworks"] for feature in one["features"]
                ),
            )
            table = [(one["name"], one["tier"], one["features"]) for one in answer["TABLE"].getFeatures()]
            self.assertEqual(
                table, [(one["name"], one["tier"], len(one["features"])) for one in expected["subnetworks"]]
            )
            self.assertEqual(
                {one["global_id"] for one in answer["DISCONNECTED"].getFeatures()},
                {one["globalID"] for one in expected["disconnected"]},
            )
            self.assert_places(path, answer["LINES"])

    def assert_places(self, path, layer):
        """Checks that the geometries are those in the file."""
        originals = {}
        for one in layer.getFeatures():
            source = one["source"]
            if source not in originals:
                table = QgsVectorLayer(f"{path}|layername={source}", source, "ogr")
                originals[source] = {row.id(): row.geometry() for row in table.getFeatures()}
            self.assertEqual(rounded(one.geometry(), 9), rounded(originals[source][one["row"]], 9))
        self.assertTrue(originals)

    def test_subnetworks_that_would_be(self):
        path = self.net3()
        expected = command("subnetworks", path, "--block", "origin:link/101", "--json")
        answer = self.run_it(
            "subnetworks", NETWORK=path, BLOCK="origin:link/101", DISCONNECTED=MEMORY, TABLE=MEMORY
        )
        self.assertEqual(answer["DISCONNECTED_COUNT"], len(expected["disconnected"]))

    def test_names_of_subnetworks_are_written(self):
        path = self.net3()
        self.run_it("subnetworks", NETWORK=path, WRITE=True)
        layer = QgsVectorLayer(f"{path}|layername=WaterLine", "l", "ogr")
        names = {one["SUBNETWORKNAME"] for one in layer.getFeatures()}
        self.assertEqual(names, {"node/River", "node/Lake"})
        self.assertEqual(command("validate", path, "--json")["errors"], [])

    def test_segments(self):
        path = self.net3("--valves", VALVES)
        expected = command("segments", path, "--ignore-status", "--json")
        answer = self.run_it(
            "segments", NETWORK=path, IGNORE_STATUS=True, LINES=MEMORY, POINTS=MEMORY, TABLE=MEMORY
        )
        rows = [
            (one["segment"], one["global_id"]) for name in ("LINES", "POINTS") for one in answer[name].getFeatures()
        ]
        self.assertEqual(
            sorted(rows),
            sorted((one["id"], feature["globalID"]) for one in expected["segments"] for feature in one["features"]),
        )
        self.assertEqual(answer["COUNT"], 15)
        valves = {one["segment"]: one["valves"] or "" for one in answer["TABLE"].getFeatures()}
        self.assertEqual(valves, {one["id"]: ", ".join(one["valves"]) for one in expected["segments"]})
        self.assert_places(path, answer["LINES"])

    def test_distances(self):
        path = self.net3()
        expected = command("distances", path, "--from", "origin:node/River", "--cost", "Length", "--json")
        answer = self.run_it(
            "distances", NETWORK=path, FROM="origin:node/River", COST="Length", LINES=MEMORY, POINTS=MEMORY
        )
        rows = {
            one["global_id"]: one["distance"] for name in ("LINES", "POINTS") for one in answer[name].getFeatures()
        }
        self.assertEqual(rows, {one["globalID"]: one["value"] for one in expected["distances"]})
        self.assertGreater(answer["FARTHEST"], 1000)
        self.assertIn("Give a place", self.refused("distances", NETWORK=path, COST="Length"))

    def test_why(self):
        path = self.net3()
        words = ["--from", "origin:node/River", "--to", "origin:node/153"]
        for options, parameters in ((), {}), (("--block", "origin:link/60"), {"BLOCK": "origin:link/60"}):
            expected = command("why", path, *words, *options, "--json")
            answer = self.run_it(
                "why", NETWORK=path, FROM="origin:node/River", TO="origin:node/153", LINES=MEMORY, POINTS=MEMORY,
                BLOCKERS=MEMORY, **parameters,
            )
            self.assertEqual(answer["REACHED"], expected["reached"])
            rows = sorted(
                (one["number"], one["global_id"])
                for name in ("LINES", "POINTS") for one in answer[name].getFeatures()
            )
            self.assertEqual([name for _, name in rows], [one["globalID"] for one in expected["path"]])
            blockers = [(one["global_id"], one["detail"]) for one in answer["BLOCKERS"].getFeatures()]
            self.assertEqual(blockers, [(one["globalID"], one["detail"]) for one in expected["blockers"]])
        self.assertIn("give one place", self.refused("why", NETWORK=path, FROM="origin:node/River"))

    def test_validate(self):
        for path in (self.broken(), self.net3()):
            expected = command("validate", path, "--json", accepted=(0, 1))
            answer = self.run_it("validate", NETWORK=path, ERRORS=MEMORY, GAPS=MEMORY)
            rows = [
                (one["number"] or None, one["code"], one["sentence"], one["fix"] or None, rounded(one.geometry()))
                for one in answer["ERRORS"].getFeatures()
            ]
            self.assertEqual(
                rows,
                [
                    (
                        one["number"], one["code"], one["message"], one["fix"] and one["fix"]["sentence"],
                        one["location"] and [tuple(round(each, 6) for each in one["location"])],
                    )
                    for one in expected["errors"]
                ],
            )
            self.assertEqual(answer["COUNT"], len(expected["errors"]))
            self.assertEqual(answer["VALID"], not expected["errors"])
            self.assertEqual(answer["GAPS"].featureCount(), len(expected["ruleGaps"]))
        broken = self.path("broken.gpkg")
        self.run_it("validate", NETWORK=broken, ERRORS=MEMORY)
        self.assertTrue(any("un_manifest" in text for text in self.told.warnings), self.told.warnings)
        self.run_it("validate", NETWORK=broken, ERRORS=MEMORY)
        self.assertTrue(any("un_manifest" in text for text in self.told.warnings), "the second time")
        self.assertIn("Errors in the network", self.refused("validate", NETWORK=broken, FAIL=True, ERRORS=MEMORY))
        corners = "417000,417400,5367500,5367900 [EPSG:25832]"
        expected = command(
            "validate", broken, "--extent", "417000,5367500,417400,5367900", "--json", accepted=(0, 1)
        )
        answer = self.run_it("validate", NETWORK=broken, EXTENT=corners, ERRORS=MEMORY)
        self.assertEqual(answer["COUNT"], len(expected["errors"]))
        self.assertGreater(answer["COUNT"], 0)

    def test_associations(self):
        answer = self.run_it("associations", NETWORK=SCHUTTERWALD, OUTPUT=MEMORY)
        counts = {}
        for one in answer["OUTPUT"].getFeatures():
            counts[one["kind"]] = counts.get(one["kind"], 0) + 1
            self.assertTrue(one["from_global_id"] and one["to_global_id"] and one["from_source"])
        self.assertEqual(counts, command("info", SCHUTTERWALD, "--json")["associations"])
        expected = {
            one["globalID"]: one["geometry"]
            for one in command(
                "associations", SCHUTTERWALD, "--extent", "407000,5353000,421500,5369800", "--json"
            )["associations"]
        }
        drawn = {one["global_id"]: one.geometry() for one in answer["OUTPUT"].getFeatures()}
        for name, wkt in expected.items():
            self.assertTrue(drawn[name].length() == QgsGeometry.fromWkt(wkt).length(), name)
        answer = self.run_it("associations", NETWORK=SCHUTTERWALD, KINDS=["attachment"], OUTPUT=MEMORY)
        self.assertEqual(answer["COUNT"], 154)


class ImportTests(ProcessingSession):
    def check(self, algorithm, kind, source, words=(), **parameters):
        """Checks that the network equals the one that the command makes."""
        expected, output = self.path(f"{kind}-command.gpkg"), self.path(f"{kind}.gpkg")
        report = command("import", kind, source, expected, "--force", "--json", *words)
        answer = self.run_it(
            algorithm, INPUT=source, OUTPUT=output, REPORT=self.path("report.json"), **parameters
        )
        self.assertEqual(answer["OUTPUT"], output)
        with open(self.path("report.json"), encoding="utf-8") as file:
            document = json.load(file)
        for key in report:
            if key not in ("out", "notes"):
                self.assertEqual(document[key], report[key], key)
        of_ours, of_theirs = (command("info", path, "--json") for path in (output, expected))
        self.assertEqual(of_ours, of_theirs)
        for path in (output, expected):
            self.assertEqual(command("export", path, path + ".geojsonl", "--force", "--json")["features"],
                             sum(one["features"] for one in of_ours["sources"]))
        with open(output + ".geojsonl", encoding="utf-8") as ours, open(
            expected + ".geojsonl", encoding="utf-8"
        ) as theirs:
            self.assertEqual(ours.read(), theirs.read())
        return answer

    def test_epanet(self):
        answer = self.check(
            "importepanet", "epanet", NET3,
            ["--name", "n", "--valves", VALVES, "--tank-controllers", "--srid", "25832"],
            NETWORK_NAME="n", VALVES=VALVES, TANK_CONTROLLERS=True, CRS="EPSG:25832",
        )
        self.assertGreater(answer["FEATURE_COUNT"], 200)
        self.assertTrue(self.told.warnings)

    def test_swmm(self):
        self.check("importswmm", "swmm", os.path.join(EXAMPLES, "Sewer", "user5.inp"))

    def test_opendss(self):
        self.check("importopendss", "opendss", os.path.join(EXAMPLES, "IEEE13"))

    def test_pandapower(self):
        self.check(
            "importpandapower", "pandapower", os.path.join(EXAMPLES, "Pandapower", "cigre_mv_all.json"),
            ["--tiers", "voltage"], TIERS="voltage",
        )

    def test_pandapipes(self):
        self.check("importpandapipes", "pandapipes", os.path.join(EXAMPLES, "Pandapipes", "gas_meshed_delta.json"))

    def test_layers(self):
        self.check("importlayers", "gis", os.path.join(EXAMPLES, "Gis", "mapping.json"))

    def test_esri_says_what_is_missing(self):
        self.assertIn("dataElement", self.refused("importesri", INPUT=self.folder, OUTPUT=self.path("esri.gpkg")))

    def test_a_definition(self):
        document = command("definition", "show", SCHUTTERWALD, "--json")
        with open(self.path("definition.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.run_it(
            "importdefinition", INPUT=self.path("definition.json"), OUTPUT=self.path("empty.gpkg"), CRS="EPSG:25832"
        )
        self.assertEqual(command("definition", "show", self.path("empty.gpkg"), "--json"), document)

    def test_one_network_of_two_files(self):
        output = self.path("both.gpkg")
        self.run_it("importepanet", INPUT=NET3, OUTPUT=output, CRS="EPSG:25832", PREFIX="water")
        self.run_it(
            "importswmm", INPUT=os.path.join(EXAMPLES, "Sewer", "user5.inp"), OUTPUT=output, APPEND=True,
            CRS="EPSG:25832", PREFIX="sewer",
        )
        sources = {one["name"] for one in command("info", output, "--json")["sources"] if one["features"]}
        self.assertTrue({"WaterLine", "WaterDevice"} < sources and len(sources) > 4, sources)

    def test_what_cannot_be_imported(self):
        self.assertIn("no folder", self.refused("importepanet", INPUT=NET3, OUTPUT="/nowhere/at/all.gpkg"))
        wrong = self.path("wrong.inp")
        with open(wrong, "w", encoding="utf-8") as file:
            file.write("not a model\n")
        sentence = self.refused("importepanet", INPUT=wrong, OUTPUT=self.path("wrong.gpkg"))
        self.assertIn("wrong.inp", sentence)
        self.assertFalse(os.path.exists(self.path("wrong.gpkg")))


class BadInputTests(ProcessingSession):
    def test_no_network(self):
        sentence = self.refused("validate", ERRORS=MEMORY)
        self.assertIn("Choose a network", sentence)
        self.assertIn("no such file", self.refused("validate", NETWORK=self.path("gone.gpkg"), ERRORS=MEMORY).lower())

    def test_what_is_no_network(self):
        other = self.path("other.gpkg")
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = "GPKG"
        QgsVectorFileWriter.writeAsVectorFormatV3(
            point_layer([(1, 2)]), other, QgsProject.instance().transformContext(), options
        )
        for name, output in (
            ("validate", "ERRORS"), ("subnetworks", "LINES"), ("segments", "LINES"), ("associations", "OUTPUT"),
        ):
            self.assertIn("other.gpkg", self.refused(name, NETWORK=other, **{output: MEMORY}))
        text = self.path("text.gpkg")
        with open(text, "w", encoding="utf-8") as file:
            file.write("no database")
        self.assertIn("text.gpkg", self.refused("validate", NETWORK=text, ERRORS=MEMORY))

    def test_an_output_that_cannot_be_written(self):
        sentence = self.refused("validate", NETWORK=SCHUTTERWALD, ERRORS="/nowhere/at/all.gpkg")
        self.assertIn("/nowhere/at/all", sentence)
        sentence = self.refused("validate", NETWORK=SCHUTTERWALD, ERRORS=MEMORY, REPORT="/nowhere/report.json")
        self.assertIn("/nowhere/report.json", sentence)

    def test_a_layer_of_the_network_names_it(self):
        answer = self.run_it("validate", NETWORK=f"{SCHUTTERWALD}|layername=PipelineLine", ERRORS=MEMORY)
        self.assertTrue(answer["VALID"])


class SessionTests(ProcessingSession):
    """With an open network, in dialogs, models, batches and the background."""

    def open_town(self):
        path = self.copy()
        plugin().desk.networks.open(path)
        wait_for_tasks()
        self.assertIsNotNone(plugin().desk.networks.current)
        return path

    def test_the_network_that_is_open_is_the_default(self):
        path = self.open_town()
        algorithm = QgsApplication.processingRegistry().createAlgorithmById("geosnap:subnetworks")
        self.assertEqual(algorithm.parameterDefinition("NETWORK").defaultValue(), os.path.realpath(path))
        answer = self.run_it("subnetworks", TABLE=MEMORY)
        self.assertEqual(answer["COUNT"], 174)

    def test_a_dialog(self):
        path = self.open_town()
        layer = QgsVectorLayer(f"{path}|layername=survey_points", "survey", "ogr")
        QgsProject.instance().addMapLayer(layer)
        dialog = self.processing.createAlgorithmDialog("geosnap:snap", {"INPUT": layer.id(), "TOLERANCE": 5})
        dialog.resize(900, 700)
        dialog.show()
        try:
            box = until(lambda: dialog.findChild(QComboBox, "geosnap_ASSET_TYPE"), what="the list of asset types")
            until(lambda: box.count() > 20, what="asset types in it")
            self.assertIn("PipelineJunction/Fitting/Tap", [box.itemText(row) for row in range(box.count())])
            box.lineEdit().setFocus()
            QTest.keyClicks(box.lineEdit(), "fitting/tap")
            pump(0.3)
            picture("processing-snap-typed", dialog)
            popup = box.completer().popup()
            self.assertTrue(popup.isVisible())
            QTest.keyClick(popup, Qt.Key_Down)
            QTest.keyClick(popup, Qt.Key_Return)
            pump(0.1)
            self.assertEqual(box.currentText(), "PipelineJunction/Fitting/Tap")
            run = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Run")
            QTest.mouseClick(run, Qt.LeftButton)
            found = until(
                lambda: [one for one in QgsProject.instance().mapLayers().values() if one.name() == "Snapped points"],
                what="the layer",
            )[0]
            pump(0.3)
            picture("processing-snap-done", dialog)
            self.assertEqual(sum(one["snapped"] for one in found.getFeatures()), 41)
        finally:
            dialog.close()
            pump(0.1)

    def test_all_dialogs_open(self):
        self.open_town()
        for one in QgsApplication.processingRegistry().providerById("geosnap").algorithms():
            dialog = self.processing.createAlgorithmDialog(one.id(), {})
            self.assertIsNotNone(dialog, one.id())
            dialog.resize(900, 900)
            dialog.show()
            pump(0.2)
            wait_for_tasks()
            picture(f"processing-{one.name()}", dialog)
            dialog.close()
            pump(0.05)

    def test_a_batch(self):
        from processing.gui.BatchAlgorithmDialog import BatchAlgorithmDialog

        paths = [self.net3(), self.copy(), self.broken()]
        algorithm = QgsApplication.processingRegistry().createAlgorithmById("geosnap:validate")
        dialog = BatchAlgorithmDialog(algorithm)
        dialog.resize(1100, 500)
        dialog.show()
        pump(0.2)
        try:
            panel, context = dialog.mainWidget(), QgsProcessingContext()
            while panel.batchRowCount() < len(paths):
                panel.addRow()
            for row, path in enumerate(paths):
                panel.wrappers[row][panel.parameter_to_column["NETWORK"]].setParameterValue(path, context)
                wrapper = panel.tblParameters.cellWidget(row + 1, panel.parameter_to_column["ERRORS"])
                wrapper.setValue(self.path(f"errors-{row}.gpkg"))
            pump(0.1)
            picture("processing-batch", dialog)
            run = next(one for one in dialog.findChildren(QPushButton) if one.text() == "Run")
            QTest.mouseClick(run, Qt.LeftButton)
            until(lambda: os.path.exists(self.path("errors-2.gpkg")), what="the last of the batch")
            pump(0.5)
            picture("processing-batch-done", dialog)
            counts = [QgsVectorLayer(self.path(f"errors-{row}.gpkg"), "e", "ogr").featureCount() for row in range(3)]
            self.assertEqual(counts, [0, 0, len(command("validate", paths[2], "--json", accepted=(0, 1))["errors"])])
        finally:
            dialog.close()
            wait_for_tasks()

    def model(self):
        """A model: an EPANET file becomes a network, and a trace starts from a node."""
        model = QgsProcessingModelAlgorithm("Trace a file of EPANET", "Tests")
        parameter = QgsProcessingModelParameter("file")
        model.addModelParameter(QgsProcessingParameterFile("file", "File"), parameter)
        imported = QgsProcessingModelChildAlgorithm("geosnap:importepanet")
        imported.setChildId("import")
        imported.addParameterSources(
            "INPUT", [QgsProcessingModelChildParameterSource.fromModelParameter("file")]
        )
        model.addChildAlgorithm(imported)
        traced = QgsProcessingModelChildAlgorithm("geosnap:trace")
        traced.setChildId("trace")
        traced.addParameterSources(
            "NETWORK", [QgsProcessingModelChildParameterSource.fromChildOutput("import", "OUTPUT")]
        )
        for name, value in (("TYPE", "subnetwork"), ("START", "origin:node/153"), ("FUNCTIONS", "add(Length)")):
            traced.addParameterSources(name, [QgsProcessingModelChildParameterSource.fromStaticValue(value)])
        lines = QgsProcessingModelOutput("lines", "Lines")
        lines.setChildId("trace")
        lines.setChildOutputName("LINES")
        traced.setModelOutputs({"lines": lines})
        model.addChildAlgorithm(traced)
        # The result of a trace is the input of QGIS's algorithms.
        buffered = QgsProcessingModelChildAlgorithm("native:buffer")
        buffered.setChildId("buffer")
        buffered.addParameterSources(
            "INPUT", [QgsProcessingModelChildParameterSource.fromChildOutput("trace", "LINES")]
        )
        buffered.addParameterSources("DISTANCE", [QgsProcessingModelChildParameterSource.fromStaticValue(0.1)])
        buffered.addParameterSources("DISSOLVE", [QgsProcessingModelChildParameterSource.fromStaticValue(True)])
        area = QgsProcessingModelOutput("area", "Area")
        area.setChildId("buffer")
        area.setChildOutputName("OUTPUT")
        buffered.setModelOutputs({"area": area})
        model.addChildAlgorithm(buffered)
        return model

    def test_the_modeler_takes_inputs_of_the_model(self):
        from processing.modeler.ModelerParametersDialog import ModelerParametersDialog

        self.open_town()
        model = QgsProcessingModelAlgorithm("Snap", "Tests")
        model.addModelParameter(QgsProcessingParameterString("kind", "Kind"), QgsProcessingModelParameter("kind"))
        algorithm = QgsApplication.processingRegistry().createAlgorithmById("geosnap:snap")
        dialog = ModelerParametersDialog(algorithm, model)
        dialog.show()
        pump(0.2)
        picture("processing-modeler", dialog)
        wrapper = dialog.widget.widget.wrappers["ASSET_TYPE"]
        wrapper.setWidgetValue(QgsProcessingModelChildParameterSource.fromModelParameter("kind"))
        child = dialog.createAlgorithm()
        dialog.close()
        source = child.parameterSources()["ASSET_TYPE"][0]
        self.assertEqual(source.source(), QgsProcessingModelChildParameterSource.ModelParameter)
        self.assertEqual(source.parameterName(), "kind")

    def test_the_network_of_a_project(self):
        path = self.net3()
        self.assertIn("the project has none", self.refused("validate", ERRORS=MEMORY))
        project = QgsProject.instance()
        project.write(self.path("project.qgz"))
        QgsExpressionContextUtils.setProjectVariable(project, "geosnap_network", "net3.gpkg")
        context = QgsProcessingContext()
        context.setProject(project)
        answer = self.run_it("subnetworks", context=context, TABLE=MEMORY)
        self.assertEqual(answer["COUNT"], len(command("subnetworks", path, "--json")["subnetworks"]))

    def test_where_the_package_is_missing(self):
        from unittest import mock

        name = f"{driving.PLUGIN}.processing.algorithm"
        missing = importlib.import_module(name).PackageMissing("There is no package: install it.")
        with mock.patch(f"{name}.package", side_effect=missing):
            self.assertEqual(
                self.refused("validate", NETWORK=SCHUTTERWALD, ERRORS=MEMORY), "There is no package: install it."
            )

    def test_a_model(self):
        expected = command("trace", self.net3(), "--type", "subnetwork", "--start", "origin:node/153", "--json")
        count = sum(one["source"] == "WaterLine" for one in expected["features"])
        path = self.path("model.model3")
        self.assertTrue(self.model().toFile(path))
        model = QgsProcessingModelAlgorithm()
        self.assertTrue(model.fromFile(path))
        answer = self.processing.run(
            model, {"file": NET3, "trace:lines": MEMORY, "buffer:area": MEMORY}, feedback=self.told
        )
        self.assertEqual(answer["trace:lines"].featureCount(), count)
        self.assertEqual(answer["buffer:area"].featureCount(), 1)

    def test_in_the_background_while_the_network_is_drawn_and_closed(self):
        path = self.open_town()
        algorithm = QgsApplication.processingRegistry().createAlgorithmById("geosnap:trace")
        context, told = QgsProcessingContext(), Told()
        context.setProject(QgsProject.instance())
        found = []
        task = QgsProcessingAlgRunnerTask(
            algorithm,
            {"NETWORK": path, "TYPE": "subnetwork", "SUBNETWORK": "ext_grid/0", "TIER": "Supply",
             "LINES": "TEMPORARY_OUTPUT"},
            context, told,
        )
        task.executed.connect(lambda is_good, results: found.append((is_good, results)))
        QgsApplication.taskManager().addTask(task)
        plugin().desk.networks.close_all()
        QgsProject.instance().clear()
        until(lambda: found, what="the answer")
        is_good, results = found[0]
        self.assertTrue(is_good, told.htmlLog())
        self.assertEqual(results["FEATURE_COUNT"], 5119)


class ProcessTests(ProcessingSession):
    """qgis_process has no windows."""

    def process(self, *words, accepted=(0,), document=None):
        # Debian's qgis_process passes on an option that only the desktop knows.
        program = shutil.which("qgis_process.bin") or shutil.which("qgis_process")
        environment = dict(
            os.environ, QT_QPA_PLATFORM="offscreen", QGIS_CUSTOM_CONFIG_PATH=self.path("profile")
        )
        done = subprocess.run(
            [program, *words], capture_output=True, text=True, env=environment, check=False, timeout=120,
            input=None if document is None else json.dumps(document),
        )
        self.assertIn(done.returncode, accepted, done.stdout + done.stderr)
        return done.stdout

    def test_all_of_it(self):
        os.makedirs(self.path("profile"))
        self.process("plugins", "enable", driving.PLUGIN)
        listed = self.process("list")
        for name in ("geosnap:trace", "geosnap:identify", "geosnap:importepanet"):
            self.assertIn(name, listed)
        self.assertIn("Conditions are written as", self.process("help", "geosnap:trace").replace("\n", " "))
        network = self.path("net3.gpkg")
        told = json.loads(
            self.process("--json", "run", "geosnap:importepanet", f"--INPUT={NET3}", f"--OUTPUT={network}")
        )
        self.assertEqual(told["results"]["FEATURE_COUNT"], 222)
        expected = command("trace", network, "--type", "upstream", "--start", "origin:node/153", "--json")
        told = json.loads(
            self.process(
                "--json", "run", "geosnap:trace", f"--NETWORK={network}", "--TYPE=upstream", "--START=origin:node/153",
                f"--LINES={self.path('lines.gpkg')}", f"--STOPS={self.path('stops.geojson')}",
            )
        )
        self.assertEqual(told["results"]["FEATURE_COUNT"], len(expected["features"]))
        lines = QgsVectorLayer(self.path("lines.gpkg"), "l", "ogr")
        self.assertEqual(
            lines.featureCount(), sum(one["source"] == "WaterLine" for one in expected["features"])
        )
        refusal = self.process("run", "geosnap:trace", "--TYPE=upstream", "--START=origin:node/153", accepted=(1,))
        self.assertNotIn("Traceback", refusal)


class MillionTests(ProcessingSession):
    """A million points; only in long runs."""

    def test_a_million_points(self):
        if os.environ.get("GEOSNAP_QGIS_EXTENT") != "long" or not os.environ.get("GEOSNAP_QGIS_LARGE"):
            self.skipTest("GEOSNAP_QGIS_LARGE names a network of a million features")
        import resource

        import geosnap
        import numpy

        path = os.environ["GEOSNAP_QGIS_LARGE"]
        kernel = geosnap.open(path)
        chance = numpy.random.default_rng(1)
        xmin, ymin, xmax, ymax = kernel.extent
        x, y = chance.uniform(xmin, xmax, 1_000_000), chance.uniform(ymin, ymax, 1_000_000)
        with open(self.path("points.csv"), "w", encoding="utf-8") as file:
            file.write("number,x,y\n")
            file.writelines(f"{number},{a!r},{b!r}\n" for number, (a, b) in enumerate(zip(x.tolist(), y.tolist())))
        address = f"file://{self.path('points.csv')}?type=csv&xField=x&yField=y&crs=EPSG:{kernel.srid}"
        options = QgsVectorFileWriter.SaveVectorOptions()
        options.driverName = "GPKG"
        QgsVectorFileWriter.writeAsVectorFormatV3(
            QgsVectorLayer(address, "points", "delimitedtext"), self.path("points.gpkg"),
            QgsProject.instance().transformContext(), options,
        )
        began = time.monotonic()
        hits = kernel.identify(x, y, tolerance=5.0)
        asked = time.monotonic() - began
        layer = QgsVectorLayer(self.path("points.gpkg"), "points", "ogr")
        began = time.monotonic()
        for _ in layer.getFeatures():
            pass
        read = time.monotonic() - began
        for output in (self.path("hits.gpkg"), "memory:"):
            began = time.monotonic()
            answer = self.run_it("identify", NETWORK=path, INPUT=layer, TOLERANCE=5.0, OUTPUT=output)
            total = time.monotonic() - began
            self.assertEqual(answer["COUNT"], len(hits))
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(
                f"a million points to {os.path.basename(output)}: {total:.1f} s, of which the question {asked:.2f} s, "
                f"reading in QGIS alone {read:.1f} s; {answer['COUNT']} rows; most memory {peak:.0f} MB"
            )
