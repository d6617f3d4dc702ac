"""Spark: a real cluster of one master and two workers gives the same answers as one machine."""

import json
import os
import pathlib
import subprocess
import threading
import time

import numpy as np
import pytest
import spark_cluster
from conftest import COMMAND, SAMPLE

import geosnap

lacking = spark_cluster.missing()
if lacking:
    pytest.skip(f"{lacking} Spark is left out.", allow_module_level=True)

import pyarrow as pa  # noqa: E402
from geosnap import _seal, _wkb  # noqa: E402
from geosnap import spark as gs  # noqa: E402
from pyspark.sql import functions  # noqa: E402
from pyspark.sql.types import BinaryType  # noqa: E402

COUNT = int(os.environ.get("GEOSNAP_SPARK_POINTS", "20000"))
HOUSE = "PipelineLine/Service/House Connection"
TAP = "PipelineJunction/Fitting/Tap"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    found = spark_cluster.Cluster(tmp_path_factory.mktemp("spark"))
    try:
        os.environ["GEOSNAP_SPARK_FOLDER"] = str(found.folder / "driver.networks")
        found.connect(**{"spark.sql.execution.arrow.maxRecordsPerBatch": "3000"})
        yield found
    finally:
        os.environ.pop("GEOSNAP_SPARK_FOLDER", None)
        found.end()


@pytest.fixture(scope="module")
def session(cluster):
    return cluster.session


@pytest.fixture(scope="module")
def shared(session):
    return gs.share(session, SAMPLE)


def places(net, count, seed):
    """Points in the network, most of them near features."""
    print(f"seed {seed}")
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = net.extent
    x, y = rng.uniform(x0, x1, count), rng.uniform(y0, y1, count)
    near = net.identify(x, y, tolerance=100)
    chosen = rng.integers(0, len(near), count)
    is_near = rng.random(count) < 0.8
    x[is_near], y[is_near] = (ordinate[chosen][is_near] + rng.normal(0, 3, is_near.sum()) for ordinate in (near.x, near.y))
    return x, y


def table_of(x, y, **more):
    return pa.table({"id": pa.array(np.arange(len(x))), "x": pa.array(x), "y": pa.array(y), **more})


def framed(session, table, parts=8):
    return session.createDataFrame(table).repartition(parts)


def rows_of(frame, *order):
    return frame.orderBy(*order).toArrow()


def numbers(column):
    return column.to_numpy(zero_copy_only=False)


def run(*words, input=None):
    told = subprocess.run([str(COMMAND), *map(str, words)], input=input, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return told.stdout


def test_identify_as_on_one_machine(session, shared, net):
    x, y = places(net, COUNT, seed=21)
    frame = framed(session, table_of(x, y, word=pa.array([f"row {row}" for row in range(COUNT)])))
    columns = ("rank", "source", "row", "global_id", "asset_type", "origin", "name", "distance", "x", "y")
    answered = gs.identify(frame, shared, x="x", y="y", tolerance=5, columns=columns)
    assert answered.columns == ["id", "x", "y", "word", *("hit_" + one for one in columns), "hit_error"]
    rows = rows_of(answered, "id", "hit_rank")
    hits = net.identify(x, y, tolerance=5)
    expected = hits.to_dataframe()
    found = rows.filter(rows["hit_rank"].is_valid())
    assert len(found) == len(hits) > COUNT
    assert found["id"].to_pylist() == hits.point.tolist()
    for name in ("source", "row", "global_id", "asset_type", "origin", "name", "distance", "x", "y"):
        assert found["hit_" + name].to_pylist() == expected[name].tolist(), name
    # All points are present, with their columns.
    assert sorted(set(rows["id"].to_pylist())) == list(range(COUNT))
    assert rows["word"].to_pylist() == [f"row {row}" for row in rows["id"].to_pylist()]
    assert rows["hit_error"].null_count == len(rows)
    # At most one hit, or only points with hits.
    first = rows_of(gs.identify(frame, shared, x="x", y="y", tolerance=5, limit=1), "id")
    assert len(first) == COUNT
    one = net.identify(x, y, tolerance=5, limit=1)
    assert [text for text in first["hit_global_id"].to_pylist() if text] == net.texts(one.feature, "global_id")
    assert gs.identify(frame, shared, x="x", y="y", tolerance=5, how="inner").count() == len(hits)
    only = gs.identify(frame, shared, x="x", y="y", tolerance=5, sources="PipelineLine", how="inner")
    assert only.count() == len(net.identify(x, y, tolerance=5, sources=["PipelineLine"]))


def test_identify_as_the_command(session, shared, net):
    x, y = places(net, 200, seed=22)
    rows = rows_of(gs.identify(framed(session, table_of(x, y)), shared, x="x", y="y", tolerance=5), "id")
    for point in range(0, 200, 10):
        told = json.loads(run("identify", SAMPLE, "--at", f"{x[point].item()!r},{y[point].item()!r}", "--tolerance", "5", "--json"))
        ids = [id for id, row in zip(rows["hit_global_id"].to_pylist(), rows["id"].to_pylist()) if row == point and id]
        assert sorted(ids) == sorted(hit["globalID"] for hit in told["hits"])


@pytest.mark.parametrize("options", [{}, {"asset_type": HOUSE}, {"asset_type": TAP, "kinds": "vertices"}])
def test_snap_as_on_one_machine(session, shared, net, options):
    x, y = places(net, COUNT, seed=23)
    rows = rows_of(gs.snap(framed(session, table_of(x, y)), shared, x="x", y="y", tolerance=4, **options), "id")
    snaps = net.snap(x, y, tolerance=4, **options)
    expected = snaps.to_dataframe()
    assert rows["snap_kind"].to_pylist() == expected["kind"].tolist()
    for name in ("x", "y", "distance", "fraction"):
        np.testing.assert_array_equal(numbers(rows["snap_" + name]), getattr(snaps, name), err_msg=name)
    ids = expected["global_id"].astype(object).where(expected["global_id"].notna(), None)
    assert rows["snap_global_id"].to_pylist() == ids.tolist()
    assert rows["snap_rule"].to_pylist() == [rule if rule >= 0 else None for rule in snaps.rule.tolist()]
    assert 0 < snaps.is_snapped.sum() < COUNT


def test_points_in_every_form(session, shared, net):
    import shapely

    x, y = places(net, 500, seed=24)
    points = shapely.points(x, y)
    mixed = [
        shapely.to_wkb(one, byte_order=number % 2, include_srid=number % 3 == 0)
        for number, one in enumerate(shapely.set_srid(points, 25832))
    ]
    with_z = shapely.to_wkb(shapely.points(x, y, 7.0), flavor="iso")
    forms = {"wkb": shapely.to_wkb(points), "ewkb": shapely.to_wkb(shapely.set_srid(points, 25832), include_srid=True)}
    forms |= {"mixed": np.array(mixed, dtype=object), "z": with_z}
    table = table_of(x, y, **{name: pa.array(blobs.tolist(), pa.binary()) for name, blobs in forms.items()})
    frame = framed(session, table, 3).selectExpr("*", "ST_GeomFromWKB(wkb) AS own", "CAST(x AS decimal(30, 15)) AS dx")
    expected = rows_of(gs.snap(frame, shared, x="x", y="y", tolerance=4), "id")
    for form in (*forms, "own"):
        answered = gs.snap(frame, shared, geometry=form, tolerance=4)
        assert answered.schema[form].dataType == frame.schema[form].dataType
        rows = rows_of(answered.drop("own"), "id")
        assert rows["snap_global_id"] == expected["snap_global_id"], form
        assert rows["snap_x"] == expected["snap_x"], form
        assert rows["snap_error"].null_count == 500
    assert gs.snap(frame, shared, x="DX", y="Y", tolerance=4).drop("own").where("snap_kind <> 'unsnapped'").count() > 100


def test_geometries_of_a_library(session, shared, net):
    """The same for Sedona's columns: they are queried as ST_AsEWKB returns them, and are not changed."""
    import shapely
    from spark_geometries import Shape

    session.sparkContext.addPyFile(str(pathlib.Path(__file__).with_name("spark_geometries.py")))
    x, y = places(net, 50, seed=25)
    shapes = [Shape(blob) for blob in shapely.to_wkb(shapely.points(x, y)).tolist()]
    frame = session.createDataFrame(list(enumerate(shapes)), ["id", "geom"]).repartition(2)
    session.udf.register("ST_AsEWKB", lambda shape: shape.blob, BinaryType())
    try:
        answered = gs.snap(frame, shared, geometry="geom", tolerance=4)
        assert type(answered.schema["geom"].dataType).__name__ == "GeometryType"
        rows = answered.orderBy("id").collect()
        computed = gs.snap(frame, shared, geometry=functions.expr("ST_AsEWKB(geom)"), tolerance=4).orderBy("id")
        assert [row["snap_x"] for row in computed.collect()] == [row["snap_x"] for row in rows]
        with pytest.raises(ValueError, match="binary"):
            gs.snap(frame, shared, geometry=functions.col("id"), tolerance=4)
    finally:
        session.sql("DROP TEMPORARY FUNCTION ST_AsEWKB")
    assert [row["geom"] for row in rows] == shapes
    assert [row["snap_x"] for row in rows] == net.snap(x, y, tolerance=4).x.tolist()


def test_bad_rows_have_errors_and_the_others_answers(session, shared, net):
    import shapely

    x, y = places(net, 1000, seed=26)
    good = shapely.to_wkb(shapely.points(x, y)).tolist()
    xs, blobs = x.tolist(), list(good)
    xs[3], xs[4], xs[5] = None, float("nan"), float("-inf")
    blobs[3], blobs[4], blobs[5], blobs[6] = None, b"", good[5][:13], b"\x07" + good[6][1:]
    blobs[7] = shapely.to_wkb(shapely.from_wkt("LINESTRING (0 0, 1 1)"))
    blobs[8] = shapely.to_wkb(shapely.from_wkt("POINT EMPTY"))
    blobs[9] = shapely.to_wkb(shapely.set_srid(shapely.points(1, 2), 4326), include_srid=True)
    blobs[10] = good[10] + b"\0"
    blobs[11] = shapely.to_wkb(shapely.points(float("inf"), 2))
    table = pa.table({"id": np.arange(1000), "x": pa.array(xs, pa.float64()), "y": y, "g": pa.array(blobs, pa.binary())})
    frame = framed(session, table, 3)
    questions = [
        ("hit_error", lambda **at: gs.identify(frame, shared, tolerance=4, limit=1, how="inner", **at)),
        ("hit_error", lambda **at: gs.identify(frame, shared, tolerance=4, **at)),
        ("snap_error", lambda **at: gs.snap(frame, shared, tolerance=4, **at)),
        ("conform_error", lambda **at: gs.conform(frame, shared, tolerance=4, **at)),
        ("subnetwork_error", lambda **at: gs.subnetwork_of(frame, shared, tolerance=4, **at)),
        ("along_error", lambda **at: gs.distance_along(frame, shared, tolerance=4, **at)),
    ]
    for column, ask in questions:
        for at, bad in (({"x": "x", "y": "y"}, [3, 4, 5]), ({"geometry": "g"}, [3, 4, 5, 6, 7, 8, 9, 10, 11])):
            if column == "conform_error":
                # Lines and empty points are conformed, even if only to report that they stay.
                bad = [row for row in bad if row not in (7, 8)]
            rows = rows_of(ask(**at), "id")
            errors = {id: text for id, text in zip(rows["id"].to_pylist(), rows[column].to_pylist()) if text}
            assert sorted(errors) == bad, (column, errors)
            assert all(text.endswith(".") for text in errors.values())
    assert errors[7] == "The geometry is a LineString; a Point is expected."
    assert errors[9] == "The geometry is in EPSG:4326, but the network is in EPSG:25832."


def test_conform_by_row_and_together(session, shared, net, tmp_path):
    import shapely

    x, y = places(net, 400, seed=27)
    rng = np.random.default_rng(28)
    steps = np.cumsum(rng.normal(0, 6, (400, 5, 2)), axis=1) + np.stack((x, y), axis=1)[:, None]
    # Neighbours share an end, and some lines are so short that they would collapse.
    steps[1:, 0] = np.where(np.arange(399)[:, None] % 3 == 0, steps[:-1, -1], steps[1:, 0])
    steps[::7] = steps[::7, :1] + (steps[::7] - steps[::7, :1]) / 15
    lines = shapely.linestrings(steps)
    blobs = shapely.to_wkb(lines).tolist()
    table = pa.table({"id": np.arange(400), "all": np.zeros(400, dtype=np.int32), "g": pa.array(blobs, pa.binary())})
    frame = framed(session, table, 3).selectExpr("*", "timestamp'2020-01-01 10:00:00' AS at", "array(at) AS ats")
    source, output, report = (tmp_path / name for name in ("in.geojsonl", "out.geojsonl", "report.json"))

    def expected(rows):
        texts = [
            json.dumps({"type": "Feature", "id": row, "geometry": shapely.geometry.mapping(lines[row]), "properties": None})
            for row in rows
        ]
        source.write_text("\n".join(texts) + "\n")
        run("conform", source, SAMPLE, "--tolerance", "3", "--output", output, "--report", report, "--force")
        told = [json.loads(line)["geometry"] for line in output.read_text().splitlines()]
        return [shapely.geometry.shape(one) for one in told], json.loads(report.read_text())

    whole, document = expected(range(400))
    assert document["summary"]["unmoved"]["wouldCollapse"] and document["summary"]["unmoved"]["sharedConflict"]
    rows = rows_of(gs.conform(frame, shared, geometry="g", tolerance=3, together="all"), "id")
    assert shapely.equals_exact(shapely.from_wkb(rows["conform_geometry"].to_numpy()), whole, 0).all()
    assert sum(rows["conform_moved"].to_pylist()) == document["summary"]["moved"]
    assert max(one or 0 for one in rows["conform_greatest_distance"].to_pylist()) == document["summary"]["greatestDistance"]
    # Separately, with any partitions.
    alone = rows_of(gs.conform(frame, shared, geometry="g", tolerance=3), "id")
    other = rows_of(gs.conform(frame.repartition(5), shared, geometry="g", tolerance=3), "id")
    assert alone == other
    found = shapely.from_wkb(alone["conform_geometry"].to_numpy())
    for row in range(0, 400, 20):
        one, document = expected([row])
        assert shapely.equals_exact(found[row], one[0], 0)
        told = json.loads(alone["conform_report"][row].as_py())
        assert told["moved"] == [{key: move[key] for key in move if key != "id"} for move in document["moved"]]
    differ = ~shapely.equals_exact(found, whole, 0)
    assert 0 < differ.sum() < 100


def test_conform_keeps_measures_and_forms():
    import shapely

    line = shapely.from_wkt("MULTILINESTRING ZM ((0 0 1 2, 3 0 1 2), EMPTY, (9 9 1 2, 8 8 1 2))")
    for order in (0, 1):
        blob = shapely.to_wkb(shapely.set_srid(line, 25832), byte_order=order, include_srid=True, output_dimension=4)
        found = _wkb.geometry(blob, 25832)
        moved = found.moved([{"part": 1, "vertex": 0, "to": [9.5, 9.25, 4.0]}])
        assert shapely.to_wkt(shapely.from_wkb(moved), output_dimension=4) == (
            "MULTILINESTRING ZM ((0 0 1 2, 3 0 1 2), EMPTY, (9.5 9.25 4 2, 8 8 1 2))"
        )
        assert shapely.get_srid(shapely.from_wkb(moved)) == 25832


def test_subnetworks_of_the_nearest(session, shared, net):
    x, y = places(net, 2000, seed=29)
    rows = rows_of(gs.subnetwork_of(framed(session, table_of(x, y)), shared, x="x", y="y", tolerance=5), "id")
    known = {}
    document = net.ask("subnetworks", "--json")
    for subnetwork in document["subnetworks"]:
        for feature in subnetwork["features"]:
            known.setdefault(feature["globalID"], []).append((subnetwork["name"], subnetwork["tier"]))
    loose = {feature["globalID"] for feature in document["disconnected"]}
    hits = net.identify(x, y, tolerance=5)
    expected = {}
    for point, id, distance in zip(hits.point.tolist(), net.texts(hits.feature, "global_id"), hits.distance.tolist()):
        if (id in known or id in loose) and (point not in expected or distance < expected[point][1]):
            expected[point] = id, distance
    sources = {one["name"] for one in net.info()["sources"] if one["usage"] in ("device", "junction", "line")}
    assert set(filter(None, rows["subnetwork_source"].to_pylist())) <= sources
    for point, row in enumerate(rows.to_pylist()):
        assert row["id"] == point
        if point not in expected:
            continue
        # A feature that belongs to no subnetwork may be nearer: in these tables all can.
        assert row["subnetwork_distance"] <= expected[point][1]
        if row["subnetwork_global_id"] == expected[point][0]:
            told = list(zip(row["subnetwork_names"], row["subnetwork_tiers"]))
            assert sorted(told) == sorted(known.get(expected[point][0], [])), point
    assert sum(1 for point in expected if rows["subnetwork_global_id"][point].as_py() == expected[point][0]) > 1000


def test_distances_along_lines_as_the_command(session, shared, net):
    x, y = places(net, 2000, seed=30)
    rows = rows_of(gs.distance_along(framed(session, table_of(x, y)), shared, x="x", y="y", tolerance=8), "id").to_pylist()
    asked = 0
    for row in rows:
        assert row["along_error"] is None
        if row["along_global_id"] is None or row["id"] % 50:
            continue
        told = json.loads(
            run("fraction", SAMPLE, "--element", f"row:{row['along_source']}/{row['along_row']}", "--at", f"{row['x']!r},{row['y']!r}", "--json")
        )
        assert row["along_fraction"] == pytest.approx(told["fraction"], abs=1e-9)
        assert row["along_offset"] == pytest.approx(told["distance"], abs=1e-9)
        assert row["along_distance"] == pytest.approx(told["fraction"] * row["along_line_length"], abs=1e-6)
        asked += 1
    assert asked > 10
    hits = net.identify(x, y, tolerance=8, sources=["StructureLine", "PipelineLine", "ElectricLine"], limit=1)
    assert [row["along_global_id"] for row in rows if row["along_global_id"]] == net.texts(hits.feature, "global_id")


def test_what_is_wrong_for_all_rows_is_raised_at_once(session, shared):
    frame = session.createDataFrame([(1, 2.0, 3.0, "a", b"")], ["id", "x", "y", "word", "g"])
    at = {"x": "x", "y": "y", "tolerance": 1}
    with pytest.raises(geosnap.UsageError):
        gs.identify(frame, shared, sources=["Nothing"], **at)
    with pytest.raises(geosnap.GeoSnapError):
        gs.snap(frame, shared, asset_type="PipelineLine/Nothing", **at)
    with pytest.raises(geosnap.GeoSnapError):
        gs.conform(frame, shared, asset_type="PipelineLine/Nothing", **at)
    for wrong in (
        {"x": "x"}, {"x": "word", "y": "y"}, {"x": "x", "y": "z"}, {"geometry": "word"}, {"geometry": "g", "x": "x"},
        {"x": "x", "y": "y", "columns": ["nothing"]}, {"x": "x", "y": "y", "how": "outer"},
        {"x": "x", "y": "y", "limit": 0},
    ):
        with pytest.raises(ValueError):
            gs.identify(frame, shared, tolerance=1, **wrong)
    for tolerance in (-1, float("nan")):
        with pytest.raises(ValueError):
            gs.snap(frame, shared, x="x", y="y", tolerance=tolerance)
    with pytest.raises(ValueError, match="prefix"):
        gs.identify(gs.identify(frame, shared, **at), shared, **at)
    with pytest.raises(ValueError, match="EPSG:4326"):
        gs.snap(frame.selectExpr("ST_SetSrid(ST_GeomFromWKB(X'0101000000000000000000F03F000000000000F03F'), 4326) AS o"), shared, geometry="o", tolerance=1)
    with pytest.raises(geosnap.CannotOpen):
        gs.share(session, "/nowhere/town.gpkg")


def test_files_are_brought_once_and_mapped(cluster, session, shared, net):
    """The image on each machine is the driver's: its rows are not read there, and all processes map the one file."""

    def maps(batches):
        from geosnap._spark_place import opened

        for _ in batches:
            opened(place)
            names = {line.split()[-1] for line in open("/proc/self/maps") if line.rstrip().endswith(".gsimage")}
            yield pa.RecordBatch.from_pydict({"pid": [os.getpid()], "image": [" ".join(sorted(names))]})

    place = shared._place
    assert len(place.digests) == 2, "the seal that the library writes is another one"
    x, y = places(net, 1000, seed=31)
    assert gs.identify(framed(session, table_of(x, y)), shared, x="x", y="y", tolerance=5).count() > 1000
    told = session.range(0, 8, 1, 8).mapInArrow(maps, "pid long, image string").collect()
    images = {row["image"] for row in told if row["image"]}
    driver = pathlib.Path(os.environ["GEOSNAP_SPARK_FOLDER"])
    original = next(driver.glob("*/image/*.gsimage")).read_bytes()
    laid = [next(cluster.networks(number).glob("*/image/*.gsimage")) for number in (0, 1)]
    for image in laid:
        assert image.read_bytes() == original
        network = image.parent.parent / place.files[0]
        assert _seal.is_known(str(network), str(image), str(image)[: -len("gsimage")] + "gsseal")
    assert images and images <= {str(image) for image in laid}
    # Only the owner may access the folder.
    assert all((path.stat().st_mode & 0o077) == 0 for path in (laid[0], laid[0].parent, cluster.networks(0)))


def test_a_file_that_all_machines_have(session, net, tmp_path):
    (tmp_path / "images").mkdir(0o700)
    shared = gs.share(session, SAMPLE, path_on_workers=str(SAMPLE), image=str(tmp_path / "images"))
    x, y = places(net, 500, seed=32)
    rows = rows_of(gs.snap(framed(session, table_of(x, y), 2), shared, x="x", y="y", tolerance=4), "id")
    assert numbers(rows["snap_x"]).tolist() == net.snap(x, y, tolerance=4).x.tolist()


def test_every_row_comes_when_a_worker_is_killed(cluster, session, shared, net):
    count, parts = 24_000, 48
    x, y = places(net, count, seed=33)

    def slowly(batches):
        for batch in batches:
            time.sleep(0.25)
            yield batch

    frame = session.createDataFrame(table_of(x, y)).repartition(parts)
    slow = frame.mapInArrow(slowly, frame.schema)
    answered = gs.identify(slow, shared, x="x", y="y", tolerance=5, columns=("rank", "global_id", "distance"))
    outcome = []
    session.sparkContext.setJobGroup("killed", "killed")

    def work():
        session.sparkContext.setJobGroup("killed", "killed")
        outcome.append(answered.toArrow())

    thread = threading.Thread(target=work)
    thread.start()
    tracker, done = session.sparkContext.statusTracker(), 0
    end = time.monotonic() + 120
    while done < parts // 4 and time.monotonic() < end and thread.is_alive():
        stages = [tracker.getStageInfo(number) for number in tracker.getActiveStageIds()]
        done = max((stage.numCompletedTasks for stage in stages if stage and stage.numTasks == parts), default=0)
        time.sleep(0.02)
    assert parts // 4 <= done < parts, "the job was not in its middle"
    killed = cluster.kill_worker(1)
    print(f"killed {len(killed)} processes when {done} of {parts} parts were done")
    thread.join(180)
    cluster.add_worker("worker2")
    assert len(outcome) == 1, "the job has not ended"
    rows = outcome[0].sort_by([("id", "ascending"), ("hit_rank", "ascending")])
    hits = net.identify(x, y, tolerance=5)
    assert sorted(set(rows["id"].to_pylist())) == list(range(count))
    found = rows.filter(rows["hit_rank"].is_valid())
    assert found["id"].to_pylist() == hits.point.tolist()
    assert found["hit_global_id"].to_pylist() == net.texts(hits.feature, "global_id")
    assert found["hit_distance"].to_pylist() == hits.distance.tolist()
