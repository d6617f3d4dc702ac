"""Answers equal those of the command."""

import csv
import json
import os
import random

import numpy as np
import pytest
from conftest import command

import geosnap

QUESTIONS = int(os.environ.get("GEOSNAP_QUESTIONS", "500"))
NAMES = ["sample", "epanet", "pandapower", "pandapipes", "opendss"]


def places(net, count, seed):
    """Points in the network: half of them near vertices of features."""
    rng = np.random.default_rng(seed)
    x0, y0, x1, y1 = net.extent
    x, y = rng.uniform(x0, x1, count), rng.uniform(y0, y1, count)
    near = net.identify(x, y, tolerance=max(x1 - x0, y1 - y0) / 10, limit=1)
    for row, hit in zip(rng.integers(0, count, count // 2), range(len(near))):
        size = max(x1 - x0, y1 - y0) / 2000
        x[row], y[row] = near.x[hit] + rng.normal(0, size), near.y[hit] + rng.normal(0, size)
    return x, y, float(max(x1 - x0, y1 - y0) / 500)


@pytest.mark.parametrize("name", NAMES)
def test_identify_as_the_command(networks, paths, tmp_path, name):
    net = networks[name]
    x, y, tolerance = places(net, QUESTIONS, seed=11)
    points, answers = tmp_path / "points.csv", tmp_path / "answers.csv"
    points.write_text("x,y\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(x.tolist(), y.tolist())))
    command("identify", paths[name], "--batch", points, "--tolerance", repr(tolerance), "--output", answers)
    rows = [row for row in csv.DictReader(answers.open()) if row["hit_rank"]]
    hits = net.identify(x, y, tolerance=tolerance)
    table = hits.to_dataframe()
    assert len(rows) == len(hits) > 0, "seed 11"
    assert [int(row["hit_point"]) for row in rows] == (hits.point + 1).tolist()
    assert [row["hit_globalID"] or None for row in rows] == table["global_id"].tolist()
    assert [float(row["hit_distance"]) for row in rows] == hits.distance.tolist()
    assert [float(row["hit_x"]) for row in rows] == hits.x.tolist()
    # One thread gives the same answers as all, and a point alone the same as among others.
    assert net.identify(x, y, tolerance=tolerance, threads=1).to_dataframe().equals(table)
    for point in random.Random(5).sample(range(len(x)), 20):
        alone = net.identify(x[point], y[point], tolerance=tolerance)
        assert (alone.feature == hits.feature[hits.point == point]).all()


@pytest.mark.parametrize("name", NAMES)
def test_snap_as_the_command(networks, paths, tmp_path, name):
    net = networks[name]
    x, y, tolerance = places(net, QUESTIONS, seed=12)
    points, answers = tmp_path / "points.csv", tmp_path / "answers.csv"
    points.write_text("x,y\n" + "".join(f"{a!r},{b!r}\n" for a, b in zip(x.tolist(), y.tolist())))
    questions = [{}]
    if name == "sample":
        questions.append({"asset_type": "PipelineLine/Service/House Connection"})
        questions.append({"asset_type": "PipelineDevice/Valve/Valve", "kinds": "vertices"})
    for options in questions:
        words = [word for key, value in options.items() for word in ("--" + key.replace("_", "-"), value)]
        command(
            "snap", paths[name], "--batch", points, "--tolerance", repr(tolerance), "--output", answers,
            "--force", *words,
        )
        rows = list(csv.DictReader(answers.open()))
        snaps = net.snap(x, y, tolerance=tolerance, **options)
        table = snaps.to_dataframe()
        assert [row["snap_state"] == "snapped" for row in rows] == snaps.is_snapped.tolist(), "seed 12"
        snapped = [row for row in rows if row["snap_state"] == "snapped"]
        found = table[snaps.is_snapped]
        assert [row["snap_globalID"] or None for row in snapped] == found["global_id"].tolist()
        assert [float(row["snap_x"]) for row in snapped] == found["x"].tolist()
        assert [row["snap_rule"] for row in snapped] == [
            str(rule) if rule >= 0 else "" for rule in found["rule"].tolist()
        ]


@pytest.mark.parametrize("name", NAMES)
def test_documents_of_verbs_are_those_of_the_command(networks, name):
    net = networks[name]
    path = net.path
    x, y, tolerance = places(net, 20, seed=13)
    features = net.identify(x, y, tolerance=tolerance * 20, limit=2).feature
    ids = sorted({text for text in net.texts(features, "global_id") if text})[:4]
    questions = [
        ["info"], ["subnetworks"], ["segments"], ["graph"], ["snap-sources"], ["validate"],
        ["find", ids[0][:4]], ["image"],
    ]
    for number in range(4):
        at = f"{x[number].item()!r},{y[number].item()!r}"
        questions.append(["identify", "--at", at, "--tolerance", repr(tolerance)])
        questions.append(["snap", "--at", at, "--tolerance", repr(tolerance), "--explain"])
        questions.append(["explain", "--at", at, "--tolerance", repr(tolerance)])
    for id in ids:
        questions += [["show", id], ["why", "--from", ids[0], "--to", id]]
        for kind in ("connected", "upstream", "downstream", "subnetwork", "isolation"):
            questions.append(["trace", "--type", kind, "--start", id])
    for words in questions:
        try:
            told = net.ask(*words, "--json")
        except geosnap.GeoSnapError as error:
            told = json.loads(error.document)
            assert told["error"]["message"] == str(error), words
        assert told == _run(words, path), words


def _run(words, path):
    import subprocess

    from conftest import COMMAND

    run = subprocess.run(
        [str(COMMAND), words[0], str(path), *words[1:], "--json"], capture_output=True, text=True, check=False
    )
    return json.loads(run.stdout)


def test_traces_as_the_command(net, paths):
    rng = random.Random(14)
    x, y, tolerance = places(net, 200, seed=14)
    features = net.identify(x, y, tolerance=tolerance * 10, limit=1).feature
    ids = [text for text in net.texts(features, "global_id") if text]
    answered = 0
    for id in rng.sample(ids, 25):
        kind = rng.choice(["connected", "upstream", "downstream", "subnetwork"])
        expected = _run(["trace", "--type", kind, "--start", id], paths["sample"])
        try:
            trace = net.trace(kind, start=id)
        except geosnap.GeoSnapError as error:
            assert expected["error"]["message"] == str(error), f"{kind} {id}"
            continue
        answered += 1
        assert trace.document == expected, f"{kind} {id}"
        assert net.texts(trace.feature, "global_id") == [one["globalID"] for one in expected["elements"]]
        starts = [one["positionFrom"] for one in expected["elements"]]
        assert [None if number != number else number for number in trace.position_from.tolist()] == starts
    assert answered > 5


def test_associations_as_the_command(net, paths):
    extent = net.extent
    words = ",".join(repr(float(number)) for number in extent)
    expected = command("associations", paths["sample"], "--extent", words, "--json")["associations"]
    table = net.associations(extent=extent).to_dataframe()
    assert table["global_id"].tolist() == [one["globalID"] for one in expected]
    assert table["kind"].tolist() == [one["kind"] for one in expected]
    assert table["start"].tolist() == [one["from"]["globalID"] for one in expected]
    assert len(table) > 1000


def test_geometries_and_tables_are_those_of_the_file(net, paths):
    pyogrio = pytest.importorskip("pyogrio")
    import shapely

    file = pyogrio.read_dataframe(paths["sample"], layer="PipelineLine", fid_as_index=True)
    features = np.zeros(len(file), dtype=geosnap._library.feature_dtype)
    features["table"] = net.tables.index("PipelineLine")
    features["row"] = np.arange(len(file))
    table = net.describe(features)
    assert table["row"].tolist() == file.index.tolist()
    assert table["global_id"].tolist() == file["GLOBALID"].tolist()
    assert shapely.equals_exact(net.geometries(features), file.geometry.values, 0).all()


def test_an_extent_within_an_open_network_is_another_network(net, paths):
    at, extent = "417831.99,5367587.99", "417700,5367400,417820,5367700"
    words = ["identify", "--at", at, "--tolerance", "12", "--extent", extent, "--json"]
    assert net.ask(*words) == _run(words[:-1], paths["sample"])
    words = ["trace", "--type", "connected", "--start", "origin:pipe/1697", "--extent", "417700,5367400,417900,5367700"]
    assert net.ask(*words, "--json") == _run(words, paths["sample"])


def test_an_answer_in_plain_numbers_is_that_of_the_arrays(net):
    generator = np.random.default_rng(28)
    xmin, ymin, xmax, ymax = net.extent
    for x, y in zip(generator.uniform(xmin, xmax, 300), generator.uniform(ymin, ymax, 300)):
        snap = net.snap(float(x), float(y), tolerance=200.0)
        kind, at_x, at_y, table, row, rule = snap.item()
        assert (kind, at_x, at_y, rule) == (snap.kind[0], snap.x[0], snap.y[0], snap.rule[0])
        assert (table, row) == snap.feature[0].item()
        hits = net.identify(float(x), float(y), tolerance=200.0)
        for number in range(len(hits)):
            assert hits.item(number) == (
                *hits.feature[number].item(), hits.x[number], hits.y[number], hits.distance[number]
            )
        with pytest.raises(IndexError):
            hits.item(len(hits))
    with pytest.raises(IndexError):
        net.snap([], [], tolerance=1.0).item()


def test_columns_and_whole_geometries_are_those_of_each_feature(net):
    hits = net.identify(417831.0, 5367588.0, tolerance=300.0)
    features = hits.feature
    assert len(features) > 100
    columns = net.columns(features)
    assert list(columns["row"]) == list(net.describe(features)["row"])
    assert [geosnap.global_id_text(one) for one in columns["global_id"]] == net.texts(features, "global_id")
    whole, ends = net.wkb_whole(features)
    starts = [0, *ends.tolist()]
    assert [whole[a:b] or None for a, b in zip(starts, starts[1:])] == net.wkb(features)
    nothing = np.zeros(0, dtype=geosnap.feature_dtype)
    assert net.wkb(nothing) == [] and net.wkb_whole(nothing)[0] == b"" and len(net.columns(nothing)["row"]) == 0


def test_the_summary_of_a_trace_is_its_document_without_elements(net):
    trace = net.trace("downstream", start="origin:lv/line/8769@0.5", functions=["add(Length)"])
    rest = {key: value for key, value in trace.document.items() if key not in ("elements", "features")}
    assert {key: trace.summary[key] for key in ("functions", "stops", "controllers")} == {
        key: rest[key] for key in ("functions", "stops", "controllers")
    }
    assert not {"elements", "features"} & set(trace.summary)


def test_a_document_as_text_is_what_ask_reads(net):
    assert json.loads(net.document("subnetworks")) == net.ask("subnetworks", "--json")
