"""OGC API - Features: each declared conformance class, requirement by requirement."""

import contextlib
import http.client
import json
import math
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.parse

from driving import NETWORK, Service

CRS84 = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
OWN = "http://www.opengis.net/def/crs/EPSG/0/25832"
PART1 = "http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/"
PART2 = "http://www.opengis.net/spec/ogcapi-features-2/1.0/conf/"


def has_qgis():
    return subprocess.run(["/usr/bin/python3", "-c", "import qgis.core"], capture_output=True).returncode == 0


class OGCTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="geosnap-ogc-"))
        network = cls.folder / "town.gpkg"
        shutil.copyfile(NETWORK, network)
        cls.service = Service(network)

    @classmethod
    def tearDownClass(cls):
        cls.service.close()
        shutil.rmtree(cls.folder)

    def get(self, path, accept="application/json"):
        """Status, headers and document of a path, or of a link of the service."""
        headers = {"Authorization": f"Bearer {self.service.token}", "Accept": accept}
        with contextlib.closing(self.connect()) as connection:
            connection.request("GET", path.removeprefix(self.service.base), headers=headers)
            answer = connection.getresponse()
            return answer.status, answer.headers, json.loads(answer.read())

    def connect(self):
        return http.client.HTTPConnection(self.service.base.removeprefix("http://"), timeout=60)

    def ok(self, path, **options):
        status, headers, document = self.get(path, **options)
        self.assertEqual(status, 200, (path, document))
        return headers, document

    def link(self, document, relation):
        found = [one for one in document["links"] if one["rel"] == relation]
        self.assertTrue(found, relation)
        for one in found:
            self.assertTrue(one["type"])
            self.assertTrue(one["href"].startswith(self.service.base))
        return found[0]["href"]

    # Part 1, Core

    def test_claims(self):
        _, document = self.ok("/conformance")
        self.assertEqual(set(document["conformsTo"]), {PART1 + "core", PART1 + "geojson", PART2 + "crs"})

    def test_landing_page(self):
        _, document = self.ok("/")
        for relation in ("self", "service-desc", "conformance", "data"):
            self.link(document, relation)
        self.ok(self.link(document, "conformance"))
        self.ok(self.link(document, "data"))
        headers, description = self.ok(self.link(document, "service-desc"), accept="*/*")
        self.assertEqual(headers["Content-Type"], "application/vnd.oai.openapi+json;version=3.1")
        self.assertEqual(description["openapi"], "3.1.0")

    def test_collections(self):
        _, document = self.ok("/collections")
        self.link(document, "self")
        self.assertGreater(len(document["collections"]), 10)
        for collection in document["collections"]:
            self.assertTrue(collection["id"])
            _, alone = self.ok(self.link(collection, "self"))
            self.assertEqual(alone, collection)
            self.link(collection, "items")
            if "extent" in collection:
                self.assertEqual(collection["extent"]["spatial"]["crs"], CRS84)
                (west, south, east, north), = collection["extent"]["spatial"]["bbox"]  # fmt: skip
                self.assertTrue(-180 <= west <= east <= 180 and -90 <= south <= north <= 90)

    def test_items(self):
        for collection in ("PipelineLine", "ElectricDevice", "StructureBoundary", "PipelineJunctionObject"):
            headers, document = self.ok(f"/collections/{collection}/items?limit=7")
            self.assertEqual(headers["Content-Type"], "application/geo+json")
            self.assertEqual(document["type"], "FeatureCollection")
            self.assertEqual(document["numberReturned"], len(document["features"]))
            self.assertLessEqual(len(document["features"]), 7)
            self.assertLessEqual(document["numberReturned"], document["numberMatched"])
            self.assertRegex(document["timeStamp"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            self.link(document, "self")
            if document["numberMatched"] > 7:
                _, following = self.ok(self.link(document, "next"))
                ids = [one["id"] for one in document["features"] + following["features"]]
                self.assertEqual(len(ids), len(set(ids)))
            for feature in document["features"]:
                self.assertEqual(feature["type"], "Feature")
                headers, alone = self.ok(f"/collections/{collection}/items/{feature['id']}")
                self.assertEqual(headers["Content-Type"], "application/geo+json")
                self.assertEqual((alone["geometry"], alone["properties"]), (feature["geometry"], feature["properties"]))
                self.link(alone, "self")
                self.link(alone, "collection")

    def test_limits(self):
        for limit, status in ((0, 400), (-1, 400), ("x", 400), (10_001, 400), (1, 200), (10_000, 200)):
            self.assertEqual(self.get(f"/collections/PipelineLine/items?limit={limit}")[0], status)
        _, document = self.ok("/collections/PipelineLine/items?limit=1&offset=1000000")
        self.assertEqual(document["features"], [])

    def test_bbox(self):
        _, whole = self.ok("/collections/PipelineLine/items?limit=10000")
        boxes = []
        for feature in whole["features"]:
            places = feature["geometry"]["coordinates"]
            boxes.append((feature["id"], *(pick(one[axis] for one in places) for pick in (min, max) for axis in (0, 1))))
        box = (7.8872, 48.4571, 7.8925, 48.4602)
        for given in (box, (box[0], box[1], -5, box[2], box[3], 900)):
            _, document = self.ok(f"/collections/PipelineLine/items?limit=10000&bbox={','.join(map(str, given))}")
            found = {one["id"] for one in document["features"]}
            # Features with a vertex inside are included, and none with a bounding box outside.
            inside = {
                feature["id"] for feature in whole["features"]
                if any(box[0] <= x <= box[2] and box[1] <= y <= box[3] for x, y, *_ in feature["geometry"]["coordinates"])
            }  # fmt: skip
            self.assertTrue(inside and inside <= found)
            # In the network's system the box is slightly rotated: by about a metre.
            slack = 3e-4
            apart = {one for one, west, south, east, north in boxes
                     if east < box[0] - slack or west > box[2] + slack or north < box[1] - slack or south > box[3] + slack}  # fmt: skip
            self.assertFalse(found & apart)
        for wrong in ("1,2,3", "1,2,3,x", "a", "3,4,1,2", ""):
            self.assertEqual(self.get(f"/collections/PipelineLine/items?bbox={wrong}")[0], 400, wrong)

    def test_datetime(self):
        _, all_of_them = self.ok("/collections/PipelineLine/items")
        for time in ("2026-11-26", "2026-11-26T10:00:00Z", "../2026-11-26T10:00:00Z", "2026-11-26T10:00:00Z/..",
                     "2020-01-01T00:00:00Z/2026-11-26T10:00:00Z"):  # fmt: skip
            _, document = self.ok(f"/collections/PipelineLine/items?datetime={urllib.parse.quote(time)}")
            self.assertEqual(document["numberMatched"], all_of_them["numberMatched"])
        for wrong in ("yesterday", "2026", "a/b", "2026-11-26T10:00:00Z/x"):
            self.assertEqual(self.get(f"/collections/PipelineLine/items?datetime={wrong}")[0], 400)

    def test_unknown_parameters(self):
        for path in ("/collections", "/conformance", "/collections/PipelineLine", "/collections/PipelineLine/items"):
            self.assertEqual(self.get(f"{path}?unknown=1")[0], 400, path)
        self.assertEqual(self.get("/collections/Unknown")[0], 404)
        self.assertEqual(self.get("/collections/PipelineLine/items/99999999")[0], 404)

    def test_properties(self):
        _, document = self.ok("/collections/PipelineLine/items?ASSETGROUP=Service&limit=10000")
        self.assertTrue(document["features"])
        self.assertEqual({one["properties"]["ASSETGROUP"] for one in document["features"]}, {"Service"})

    # Part 2

    def test_reference_systems(self):
        _, document = self.ok("/collections/PipelineLine")
        self.assertEqual(document["crs"], [CRS84, OWN])
        self.assertEqual(document["storageCrs"], OWN)
        headers, degrees = self.ok("/collections/PipelineLine/items?limit=1")
        self.assertEqual(headers["Content-Crs"], f"<{CRS84}>")
        headers, metres = self.ok(f"/collections/PipelineLine/items?limit=1&crs={OWN}")
        self.assertEqual(headers["Content-Crs"], f"<{OWN}>")
        x, y, *_ = degrees["features"][0]["geometry"]["coordinates"][0]
        self.assertTrue(7 < x < 8 and 48 < y < 49)
        x, y, *_ = metres["features"][0]["geometry"]["coordinates"][0]
        self.assertTrue(4e5 < x < 5e5 and 5.3e6 < y < 5.5e6)
        self.assertEqual(self.get("/collections/PipelineLine/items?crs=http://www.opengis.net/def/crs/EPSG/0/3857")[0], 400)
        around = ",".join(map(str, (x - 1, y - 1, x + 1, y + 1)))
        _, near = self.ok(f"/collections/PipelineLine/items?bbox={around}&bbox-crs={OWN}")
        self.assertIn(metres["features"][0]["id"], [one["id"] for one in near["features"]])
        self.assertEqual(self.get(f"/collections/PipelineLine/items?bbox={around}&bbox-crs=EPSG:1")[0], 400)

    # Programs

    def test_a_token_in_the_address_is_in_the_links(self):
        with contextlib.closing(self.connect()) as connection:
            connection.request("GET", f"/collections/PipelineLine/items?limit=2&token={self.service.token}")
            document = json.loads(connection.getresponse().read())
            following = self.link(document, "next")
            connection.request("GET", following.removeprefix(self.service.base))
            self.assertEqual(connection.getresponse().status, 200)

    @unittest.skipUnless(shutil.which("ogrinfo"), "there is no ogrinfo here")
    def test_gdal_reads_it(self):
        address = f"OAPIF:{self.service.base}/?token={self.service.token}"
        told = subprocess.run(["ogrinfo", "-ro", address], capture_output=True, text=True, timeout=120)
        self.assertIn("PipelineLine", told.stdout)
        told = subprocess.run(["ogrinfo", "-ro", "-json", "-features", address, "StructureBoundary"], capture_output=True,
                              text=True, timeout=120)  # fmt: skip
        if told.returncode == 0 and told.stdout.startswith("{"):
            self.assertTrue(json.loads(told.stdout)["layers"][0]["features"])
        told = subprocess.run(["ogrinfo", "-ro", "-al", "-so", address], capture_output=True, text=True, timeout=300)
        self.assertNotIn("ERROR", told.stdout + told.stderr)
        counts = [int(line.split(":")[1]) for line in told.stdout.splitlines() if line.startswith("Feature Count")]
        _, document = self.ok("/network")
        self.assertEqual(sum(counts), document["features"])
        self.assertTrue(math.isfinite(sum(counts)))

    @unittest.skipUnless(has_qgis(), "there is no QGIS here")
    def test_qgis_reads_it(self):
        _, document = self.ok("/collections")
        names = [one["id"] for one in document["collections"]]
        told = subprocess.run(
            ["/usr/bin/python3", pathlib.Path(__file__).with_name("read_with_qgis.py"), f"{self.service.base}/?token={self.service.token}", *names],
            capture_output=True, text=True, timeout=300,
        )  # fmt: skip
        self.assertEqual(told.returncode, 0, told.stderr)
        read = json.loads(told.stdout.splitlines()[-1])
        with contextlib.closing(sqlite3.connect(self.folder / "town.gpkg")) as file:
            counts = {name: file.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
        self.assertEqual({name: one and one[0] for name, one in read.items()}, counts)
        x0, y0, x1, y1 = read["PipelineLine"][1]
        self.assertTrue(7 < x0 < x1 < 8 and 48 < y0 < y1 < 49, read["PipelineLine"])
