"""Editing, conforming, importing, pictures, progress."""

import contextlib
import datetime
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from conftest import CLONE, POSTGRES, SAMPLE, STORES, command

import geosnap


def test_a_transaction_is_committed_undone_and_done_again(copy):
    count = copy.feature_count
    with copy.transaction("A point") as t:
        t.insert("survey_points", geometry="POINT (417000 5367000)", attributes={"number": "77"})
    assert t.result is not None and copy.feature_count == count + 1
    hits = copy.identify(417000, 5367000, tolerance=0.01)
    assert hits.to_dataframe()["source"].tolist() == ["survey_points"]
    assert command("info", copy.path, "--json")["sources"]
    copy.undo()
    assert copy.feature_count == count and len(copy.identify(417000, 5367000, tolerance=0.01)) == 0
    copy.redo()
    assert copy.feature_count == count + 1
    assert len(copy.history()) > 0


def test_what_an_older_question_held_stays_as_it_was(copy):
    hits = copy.identify(417831.99, 5367587.99, tolerance=3)
    before = hits.distance.copy()
    with copy.transaction("Away") as t:
        t.delete(hits.to_dataframe()["global_id"][0])
    copy.close()
    assert (hits.distance == before).all()


def test_a_refused_transaction_says_why_and_writes_nothing(copy):
    count = copy.feature_count
    with pytest.raises(geosnap.Refused) as error:
        with copy.transaction("Nothing") as t:
            t.insert("PipelineDevice", geometry="LINESTRING (0 0, 1 1)")
    assert error.value.problems and error.value.problems[0]["code"]
    assert copy.feature_count == count


def test_a_block_that_raises_writes_nothing(copy):
    count = copy.feature_count
    with pytest.raises(KeyError):
        with copy.transaction("Nothing") as t:
            t.insert("survey_points", geometry="POINT (417000 5367000)")
            raise KeyError
    copy.refresh()
    assert copy.feature_count == count


def test_what_others_write_is_taken_over(copy):
    other = geosnap.open(copy.path)
    with other.transaction("Elsewhere") as t:
        t.insert("survey_points", geometry="POINT (417000 5367000)")
    assert copy.refresh()
    assert copy.feature_count == other.feature_count
    assert not copy.refresh()


def test_a_file_that_another_program_writes_is_a_conflict(file_copy):
    with contextlib.closing(sqlite3.connect(file_copy.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(geosnap.Conflict) as error:
            with file_copy.transaction("A point", timeout=0) as t:
                t.insert("survey_points", geometry="POINT (417000 5367000)")
    assert error.value.code == "inUse"


def test_an_extent_has_what_reaches_into_it():
    part = geosnap.open(SAMPLE, extent=(417700, 5367400, 418000, 5367700))
    whole = geosnap.open(SAMPLE)
    assert 0 < part.feature_count < whole.feature_count
    one = part.identify(417831.99, 5367587.99, tolerance=3).to_dataframe()
    other = whole.identify(417831.99, 5367587.99, tolerance=3).to_dataframe()
    assert one["global_id"].tolist() == other["global_id"].tolist()


def test_survey_points_are_conformed(net):
    geopandas = pytest.importorskip("geopandas")
    import shapely

    hits = net.identify(417831.99, 5367587.99, tolerance=3)
    points = geopandas.GeoDataFrame(
        {"name": ["near", "far"]},
        geometry=shapely.points([hits.x[0] + 0.2, 0.0], [hits.y[0], 0.0]),
        crs=net.crs,
        index=[7, 9],
    )
    moved, report = net.conform(points, tolerance=1)
    assert moved.index.tolist() == [7, 9] and moved["name"].tolist() == ["near", "far"]
    assert report["summary"]["features"] == 2 and report["summary"]["moved"] == 1
    assert moved.geometry.iloc[0].distance(points.geometry.iloc[0]) > 0.01
    assert moved.geometry.iloc[1].equals(points.geometry.iloc[1])


def test_networks_are_imported(tmp_path):
    report = geosnap.import_network("epanet", CLONE / "Examples/Water/Net3.inp", tmp_path / "net3.gpkg")
    assert report
    net = geosnap.open(tmp_path / "net3.gpkg")
    assert net.feature_count > 100
    with pytest.raises(geosnap.GeoSnapError, match="force"):
        geosnap.import_network("epanet", CLONE / "Examples/Water/Net3.inp", tmp_path / "net3.gpkg")


def test_a_graph_goes_to_networkx(networks):
    networkx = pytest.importorskip("networkx")
    net = networks["epanet"]
    graph = net.to_networkx()
    document = net.ask("graph", "--json")
    assert graph.number_of_edges() == len(document["links"]) > 100
    assert networkx.number_connected_components(networkx.Graph(graph)) < 10


def test_notebooks_show_pictures(net):
    assert "<svg" in net._repr_html_()
    assert "<svg" in net.trace("upstream", start="row:PipelineLine/12")._repr_html_()
    assert "<table" in net.identify(417831.99, 5367587.99, tolerance=3)._repr_html_()


def test_an_explanation_is_read_and_printed(net):
    snap = net.snap(417831.99, 5367587.99, tolerance=1, asset_type="PipelineLine/Service/House Connection")
    explanation = snap.explain()
    assert explanation["refused"] and "needsJunction" in str(explanation)
    with pytest.raises(ValueError):
        net.snap([1, 2], [3, 4], tolerance=1).explain()


def test_progress_is_told_and_ends_a_call():
    told = []
    geosnap.open(SAMPLE, image="none", progress=told.append)
    assert told and all(0 <= share <= 1 for share in told)

    class Enough(Exception):
        pass

    def stop(_share):
        raise Enough

    with pytest.raises(Enough):
        geosnap.open(SAMPLE, image="none", progress=stop)


def test_eight_threads_are_answered_as_one(net):
    rng = np.random.default_rng(3)
    x0, y0, x1, y1 = net.extent
    x, y = rng.uniform(x0, x1, 4000), rng.uniform(y0, y1, 4000)
    expected = net.identify(x, y, tolerance=20)
    snaps = net.snap(x, y, tolerance=20)
    trace = net.trace("upstream", start="row:PipelineLine/12").document
    wrong = []

    def ask(number):
        for turn in range(6):
            threads = (number + turn) % 2
            hits = net.identify(x, y, tolerance=20, threads=threads)
            if not (hits.feature == expected.feature).all():
                wrong.append("identify")
            if not (net.snap(x, y, tolerance=20, threads=threads).x == snaps.x).all():
                wrong.append("snap")
            if turn == 0 and net.trace("upstream", start="row:PipelineLine/12").document != trace:
                wrong.append("trace")

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_million_calls_keep_no_memory(net):
    calls = int(os.environ.get("GEOSNAP_CALLS", "50000"))
    x = np.array([417831.99, 412041.0])
    y = np.array([5367587.99, 5364905.0])

    def size():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    def ask(count):
        for number in range(count):
            net.identify(x, y, tolerance=3)
            if number % 50 == 0:
                net.snap(x, y, tolerance=3)
                net.named("row:PipelineLine/12")
                try:
                    net.named("nothing")
                except geosnap.UsageError:
                    pass

    ask(5000)
    before = size()
    ask(calls)
    assert size() - before < 8_000_000


def test_a_program_that_has_asked_ends_well(tmp_path):

    code = f"import geosnap; net = geosnap.open({str(SAMPLE)!r}); net.ask('subnetworks', '--json'); net.validate()"
    for _ in range(15):
        assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_feature_is_inserted_by_the_name_of_its_type(copy):
    count = copy.feature_count
    with copy.transaction("A valve") as t:
        t.insert("PipelineDevice", asset_type="Valve/Valve", geometry="POINT (417000 5367000)")
    assert copy.feature_count == count + 1
    hits = copy.identify(417000, 5367000, tolerance=0.1)
    assert hits.to_dataframe()["asset_type"].tolist() == ["PipelineDevice/Valve/Valve"]
    with pytest.raises(geosnap.UsageError, match="called Nothing"):
        copy.asset_type_codes("PipelineDevice", "Nothing")


def test_what_is_drawn_is_joined_and_can_be_asked_about_first(tmp_path):
    path = tmp_path / "net3.gpkg"
    geosnap.import_network("epanet", CLONE / "Examples/Water/Net3.inp", path)
    net = geosnap.open(path)
    count = net.feature_count
    place = "POINT (13.522338916149124 21.022822647522133)"
    valve = "0E1C4E1C-64A5-4D0C-8F0B-5C8E8C1F8D11"
    t = net.transaction("A valve")
    t.draw("WaterDevice", asset_type="Isolation Valve/Isolation Valve", geometry=place, global_id=valve)
    t.set_attributes(valve, TAG="x")
    assert t.problems() == []
    checked = net.check(t)
    assert checked["revision"] == 0 and checked["committed"][0]["revision"] == 1
    assert net.feature_count == count and net.history()["steps"] == []
    done = net.commit(t)["committed"][0]
    assert done["drawn"][0]["splits"] == 1 and done["drawn"][0]["globalID"] == valve
    assert [one["terminal"] for one in done["drawn"][0]["terminalChoices"]] == [1, 2]
    assert net.feature_count == count + 2 and len(net.validate()) == 0
    with net.transaction("Along") as t:
        t.redraw(valve, "POINT (13.5 21)", moves_shared_vertices=True)
    assert len(net.validate()) == 0
    with net.transaction("Away") as t:
        t.delete(valve, heals_lines=True)
    assert net.feature_count == count and len(net.validate()) == 0


def test_what_would_be_refused_says_why(copy):
    t = copy.transaction("Nothing")
    t.set_attributes("row:survey_points/1", number="1")
    t.draw("PipelineLine", asset_type="Plastic Main/161 to 225 mm", geometry="LINESTRING (0 0, 0 0)")
    problems = copy.problems_of(t)
    assert [(one["code"], one["number"], one["path"]) for one in problems] == [("zeroLength", 5, "edits[1]")]
    with pytest.raises(geosnap.Refused):
        copy.check(t)
    with pytest.raises(geosnap.GeoSnapError):
        copy.problems_of(copy.transaction("No edit"))


def test_rows_and_geometries_are_arrays_without_other_packages(net):
    hits = net.identify(417831.99, 5367587.99, tolerance=30)
    rows = net.rows(hits.feature)
    assert rows.dtype == np.int64 and rows.tolist() == net.describe(hits.feature)["row"].tolist()
    blobs = net.wkb(hits.feature)
    assert len(blobs) == len(rows) > 0 and all(isinstance(one, bytes) for one in blobs)
    shapely = pytest.importorskip("shapely")
    assert (shapely.from_wkb(blobs) == net.geometries(hits.feature)).all()
    empty = hits.feature[:0]
    assert net.rows(empty).size == 0 and net.wkb(empty) == [] and net.geometries(empty).size == 0


def test_what_begins_with_a_dash_is_looked_for(net):
    assert net.find("--help") == []


def test_nothing_is_conformed(net):
    geopandas = pytest.importorskip("geopandas")
    moved, report = net.conform(geopandas.GeoDataFrame(geometry=[], crs=net.crs), tolerance=1)
    assert len(moved) == 0 and report["moved"] == []


def test_distances_name_what_is_added_up(net):
    found = net.distances("origin:pipe/1697", cost="Length")
    assert len(found["distances"]) > 1


def test_snaps_follow_what_any_verb_has_written(copy):
    assert not copy.snap(417000, 5367000, tolerance=0.5).is_snapped[0]
    edit = '{"name": "a", "edits": [{"insert": "survey_points", "geometry": "POINT (417000 5367000)"}]}'
    count = copy.feature_count
    copy.ask("edit", "--transaction", "-", "--json", input=edit)
    assert copy.feature_count == count + 1
    assert copy.snap(417000, 5367000, tolerance=0.5).is_snapped[0]
    other = geosnap.open(copy.path)
    other.undo()
    assert copy.refresh() and not copy.refresh()
    assert not copy.snap(417000, 5367000, tolerance=0.5).is_snapped[0]


def test_verbs_read_what_is_given_in_place_of_stdin(net):
    assert geosnap.ask("geometry", "area", input="POLYGON ((0 0, 1 0, 1 1, 0 0))\n\nPOLYGON ((0 0, 2 0, 2 2, 0 0))").split() == [
        "0.5", "2.0",
    ]
    points = "x,y\n417831.99,5367587.99\n"
    told = net.ask("identify", "--batch", "-", "--tolerance", "3", input=points)
    assert told.count("PipelineLine") == 1
    with pytest.raises(geosnap.GeoSnapError, match="empty"):
        net.ask("identify", "--batch", "-", "--tolerance", "3")


def test_data_that_is_wrong_is_an_error():
    with pytest.raises(geosnap.GeoSnapError, match="missing") as error:
        geosnap.ask("geometry", "centroid", "POINT")
    assert error.value.status == 65


def test_an_opening_of_a_small_network_is_ended_too(networks):
    def stop(_share):
        raise KeyError("enough")

    with pytest.raises(KeyError):
        geosnap.open(networks["epanet"].path, progress=stop)


def test_one_place_is_answered_as_many(net):
    rng = np.random.default_rng(27)
    x0, y0, x1, y1 = net.extent
    x, y = rng.uniform(x0, x1, 2000), rng.uniform(y0, y1, 2000)
    hits = net.identify(x, y, tolerance=20)
    snaps = net.snap(x, y, tolerance=20, kinds="edges,vertices")
    start = 0
    for number, (px, py) in enumerate(zip(x, y)):
        one = net.identify(px, py, tolerance=20)
        end = int(hits.ends[number])
        assert one.is_scalar and len(one) == end - start and one.ends.tolist() == [len(one)]
        for name in ("feature", "distance", "x", "y", "z"):
            np.testing.assert_array_equal(getattr(one, name), getattr(hits, name)[start:end])
        start = end
        snap = net.snap(px, py, tolerance=20, kinds="edges,vertices")
        for name in ("kind", "feature", "x", "y", "z", "distance", "fraction", "rule"):
            np.testing.assert_array_equal(getattr(snap, name), getattr(snaps, name)[number : number + 1])


@pytest.mark.parametrize("ask", ["identify", "snap"])
def test_control_c_ends_many_places(net, ask):
    x = np.full(20_000_000, 417831.99)
    y = np.full(len(x), 5367587.99)
    # A background program of a shell starts with the signal ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        getattr(net, ask)(x, y, tolerance=5)
        threading.Event().wait(60)
    assert len(net.identify(x[:3], y[:3], tolerance=5)) > 0


@pytest.mark.parametrize("threads", [0, 1])
@pytest.mark.parametrize("ask", ["identify", "snap"])
def test_many_places_tell_how_far_they_are(net, ask, threads):
    x, y = np.full(20_000, 417831.99), np.full(20_000, 5367587.99)
    shares = []
    getattr(net, ask)(x, y, tolerance=5, threads=threads, progress=shares.append)
    assert shares == sorted(shares) and shares[-1] == 1

    def stop(share):
        raise LookupError("enough")

    with pytest.raises(LookupError):
        getattr(net, ask)(x, y, tolerance=5, threads=threads, progress=stop)


def test_progress_is_shown_by_tqdm(net, capsys):
    pytest.importorskip("tqdm")
    net.identify(np.full(20_000, 417831.99), np.full(20_000, 5367587.99), tolerance=5, progress=True)
    assert "100" in capsys.readouterr().err


def test_what_somebody_should_know_is_a_warning(net):
    with pytest.warns(geosnap.GeoSnapWarning, match="extent") as caught:
        net.ask("identify", "--at", "417831.99,5367587.99", "--tolerance", "3", "--extent",
                "417800,5367500,417900,5367600", "--json")
    assert caught[0].filename == __file__


def test_a_closed_network_says_so():
    net = geosnap.open(SAMPLE)
    hits = net.identify(417831.99, 5367587.99, tolerance=3)
    net.close()
    net.close()
    for ask in (
        hits.to_dataframe, net.info, net.refresh, lambda: net.identify(1.0, 2.0, tolerance=1),
        lambda: net.identify([1.0], [2.0], tolerance=1), lambda: net.snap(1.0, 2.0, tolerance=1),
        lambda: net.trace("connected"), lambda: net.associations(extent=(0, 0, 1, 1)),
    ):
        with pytest.raises(geosnap.UsageError, match="The network is closed"):
            ask()


def test_a_file_that_cannot_be_opened_is_named(tmp_path):
    with pytest.raises(geosnap.CannotOpen) as error:
        geosnap.open(tmp_path / "none.gpkg")
    assert error.value.filename == str(tmp_path / "none.gpkg") and error.value.errno == 2


def test_paths_may_be_bytes_or_begin_with_a_dash(file_copy, tmp_path, monkeypatch):
    folder = pathlib.Path(file_copy.path).parent
    os.rename(file_copy.path, folder / "-town.gpkg")
    monkeypatch.chdir(folder)
    net = geosnap.open(b"-town.gpkg")
    assert sum(source["features"] for source in net.info()["sources"]) == net.feature_count
    with net.transaction("A point") as t:
        t.insert("survey_points", geometry="POINT (417000 5367000)")
    assert t.result is not None
    with pytest.raises(geosnap.UsageError, match="is not a text"):
        geosnap.open("\\ud800.gpkg".encode().decode("unicode_escape"))


@pytest.mark.parametrize("verb", ["convert", "copy", "definition", "geometry", "import"])
def test_verbs_without_a_network_are_asked_of_none(net, verb):
    with pytest.raises(geosnap.UsageError, match="does not take a network|does not take an open network"):
        net.ask(verb)


def test_values_are_texts_numbers_bytes_and_dates(copy):
    day = datetime.date(2026, 11, 26)
    with copy.transaction("A point") as t:
        t.insert("survey_points", geometry="POINT (417000 5367000)", attributes={"number": day})
    hit = copy.identify(417000.0, 5367000.0, tolerance=0.01).to_dataframe().iloc[0]
    row = f"row:{hit.source}/{hit.row}"
    assert "2026-11-26" in str(copy.show(row))
    with pytest.raises(TypeError, match="not object"):
        copy.transaction("Nothing").set_attributes(row, number=object())


def test_a_refusal_has_its_document(copy):
    with pytest.raises(geosnap.Refused) as error:
        with copy.transaction("Nothing") as t:
            t.insert("PipelineDevice", geometry="LINESTRING (0 0, 1 1)")
    assert json.loads(error.value.document)["refused"]


def test_pictures_are_drawn_whatever_was_asked(net, tmp_path):
    trace = net.trace("connected", start="row:PipelineLine/1", svg=str(tmp_path / "trace.svg"))
    assert "<svg" in trace._repr_html_()


def test_an_answer_of_before_a_change_names_no_features(copy):
    hits = copy.identify(417831.99, 5367587.99, tolerance=3)
    snaps = copy.snap([417831.99], [5367587.99], tolerance=3)
    trace = copy.trace("connected", start=hits.feature[:1])
    distances = hits.distance.copy()
    with copy.transaction("Away") as t:
        t.delete(hits.to_dataframe()["global_id"][0])
    for ask in (hits.to_dataframe, hits.to_geodataframe, snaps.to_dataframe, snaps.explain, trace.to_dataframe):
        with pytest.raises(geosnap.GeoSnapError, match="has changed since it was asked") as error:
            ask()
        assert error.value.code == "changed"
    assert (hits.distance == distances).all() and len(trace.document["elements"]) == len(trace)


def test_a_program_ends_well_after_control_c(tmp_path):
    program = tmp_path / "asking.py"
    program.write_text(
        "import geosnap\n"
        f"net = geosnap.open({str(SAMPLE)!r}, image='none')\n"
        "print('asking', flush=True)\n"
        "try:\n"
        "    while True:\n"
        "        net.segments()\n"
        "except KeyboardInterrupt:\n"
        "    print('ended')\n"
    )
    for turn in range(int(os.environ.get("GEOSNAP_TURNS", 6))):
        child = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
        assert child.stdout.readline() == "asking\n"
        time.sleep(0.05 * (1 + turn % 6))
        child.send_signal(signal.SIGINT)
        told, _ = child.communicate(timeout=60)
        assert (child.returncode, told) == (0, "ended\n"), turn


def test_a_child_after_fork_is_told(tmp_path):
    program = tmp_path / "forking.py"
    program.write_text(
        "import os, geosnap\n"
        f"net = geosnap.open({str(SAMPLE)!r}, image='none')\n"
        "hits = net.identify(417831.99, 5367587.99, tolerance=5)\n"
        "child = os.fork()\n"
        "for ask in (lambda: net.identify(1.0, 2.0, tolerance=1), lambda: net.identify([1.0], [2.0], tolerance=1),\n"
        "            net.info, lambda: net.trace('connected'), hits.to_dataframe, lambda: geosnap.open('x')):\n"
        "    if child == 0:\n"
        "        try:\n"
        "            ask()\n"
        "        except geosnap.GeoSnapError as error:\n"
        "            if error.code != 'afterFork': os._exit(1)\n"
        "        else:\n"
        "            os._exit(2)\n"
        "if child == 0:\n"
        "    os._exit(0)\n"
        "assert os.waitpid(child, 0)[1] == 0\n"
        "assert len(net.identify(417831.99, 5367587.99, tolerance=5)) == len(hits)\n"
    )
    subprocess.run([sys.executable, str(program)], check=True, timeout=60)


def test_the_report_of_conform_names_rows(net):
    geopandas = pytest.importorskip("geopandas")
    points = geopandas.points_from_xy([417831.9, 410000.0], [5367587.9, 5360000.0])
    frame = geopandas.GeoDataFrame({"name": ["near", "far"]}, geometry=points, crs=net.crs, index=["a", "b"])
    moved, report = net.conform(frame, tolerance=1)
    assert [entry["id"] for entry in report["moved"]] == ["a"]
    assert [entry["id"] for entry in report["unmoved"]] == ["b"]
    assert moved.index.tolist() == ["a", "b"]


def test_options_may_be_tuples_and_features(net):
    x0, y0, x1, y1 = net.extent
    assert len(net.validate(extent=(x0, y0, x1, y1))) == len(net.validate())
    feature = net.named("row:PipelineLine/1")
    assert len(net.trace("connected", start=feature)) == len(net.trace("connected", start="row:PipelineLine/1"))
    picture = net.render(extent=(x0, y0, (x0 + x1) / 2, (y0 + y1) / 2))
    assert picture._repr_svg_().startswith("<")
    assert isinstance(net.disconnected(), list)


def test_an_isolation_counts_tanks_and_can_be_checked(tmp_path):
    water = CLONE / "Examples/Water"
    path = tmp_path / "ky4.gpkg"
    words = ["epanet", str(water / "ky4.inp"), str(path), "--valves", str(water / "ky4.valves-strategic2.csv")]
    geosnap.ask("import", *words)
    with geosnap.open(path) as net:
        trace = net.isolation("origin:link/P-500")
        needed = [one["origin"] for one in trace.isolation["needed"]]
        assert sorted(needed) == ["valve/458", "valve/560", "valve/561"]
        assert len(trace.isolation["sources"]) == 5 and not trace.isolation["sourcesInside"]
        lost = net.disconnected(block=[f"origin:{valve}" for valve in needed])
        isolated = trace.isolation["region"] + trace.isolation["withoutSupply"]
        assert {one["globalID"] for one in lost} == {one["globalID"] for one in isolated}
        stuck = net.isolation("origin:node/T-1")
        assert [one["origin"] for one in stuck.isolation["sourcesInside"]] == ["node/T-1"]


def _resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_traces_and_networks_keep_no_memory(net):
    def trace(network):
        assert len(network.trace("connected", start="row:PipelineLine/1").document["elements"]) > 1000

    def opened():
        with geosnap.open(SAMPLE, image="none") as other:
            trace(other)

    for ask, turns, most in ((lambda: trace(net), 150, 16 << 20), (opened, 12, 32 << 20)):
        for _ in range(turns // 3):
            ask()
        before = _resident()
        for _ in range(turns):
            ask()
        assert _resident() - before < most, (turns, _resident() - before)


def test_a_network_that_is_asked_from_outside_is_followed(copy):
    count = copy.feature_count
    at = copy.snap([417831.99], [5367587.99], tolerance=3, kinds="edges")
    row = copy.describe(at.feature).iloc[0]
    edits = {"name": "Away", "edits": [{"delete": row.global_id}]}
    geosnap.ask("edit", "--transaction", "-", "--json", network=copy, input=json.dumps(edits))
    assert copy.feature_count == count - 1
    again = copy.snap([417831.99], [5367587.99], tolerance=3, kinds="edges")
    fresh = geosnap.open(copy.path).snap([417831.99], [5367587.99], tolerance=3, kinds="edges")
    assert (again.x == fresh.x).all() and (again.kind == fresh.kind).all()


def test_what_a_handler_of_a_signal_raises_ends_a_call(net):
    class Late(Exception):
        pass

    def late(*_):
        raise Late

    before = signal.signal(signal.SIGALRM, late)
    x, y = np.full(20_000_000, 417831.99), np.full(20_000_000, 5367587.99)
    try:
        with pytest.raises(Late):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            net.identify(x, y, tolerance=5)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not any(thread.name == "geosnap" for thread in threading.enumerate())


def test_what_is_shown_never_raises(copy):
    hits = copy.identify(417831.99, 5367587.99, tolerance=3)
    snap = copy.snap(417831.99, 5367587.99, tolerance=3)
    said = snap.explain()
    copy.close()
    for answer in (hits, snap):
        assert "closed" in answer._repr_html_()
    assert repr(said) and said._repr_html_()


@pytest.mark.parametrize("more", [{"limit": 1.5}, {"limit": "a"}, {"limit": np.array([1])}, {"sources": 5}, {"sources": ("X", [])}])
def test_options_of_another_kind_have_a_sentence(net, more):
    with pytest.raises(TypeError, match="must be"):
        net.identify(1.0, 2.0, tolerance=1, **more)


def test_a_password_is_told_nowhere(store, schemas):
    with pytest.raises(geosnap.CannotOpen) as error:
        geosnap.open("postgresql://anna:S3cret@127.0.0.1:1/town?schema=a&password=S3cret")
    assert "S3cret" not in str(error.value) and "anna@127.0.0.1" in str(error.value)
    if store == "database":
        net = geosnap.open(schemas.copy(SAMPLE).replace("@", ":S3cret@", 1))
        assert "S3cret" not in net.path + repr(net)
        assert "S3cret" not in json.dumps(net.ask("info", "--json"))
        with pytest.raises(geosnap.GeoSnapError) as error:
            net.ask("show", "origin:nothing")
        assert "S3cret" not in str(error.value)


@pytest.fixture
def address(schemas):
    """A copy of the sample in a database."""
    if STORES == ["file"]:
        pytest.skip("There is no database here.")
    return schemas.copy(SAMPLE)


def sql(address, text):
    """The output of psql in the schema of an address."""
    text = f"SET search_path = {address.rpartition('schema=')[2]}, public; {text}"
    asked = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", text, POSTGRES]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()


def origin(net, name):
    """Gives a feature another origin."""
    with net.transaction("Renamed") as t:
        t.add({"setOrigin": name, "origin": "renamed"})
    return t.result["committed"]


def test_a_feature_that_others_have_changed_is_a_conflict(address):
    net, other = geosnap.open(address), geosnap.open(address)
    row = sql(address, "SELECT min(objectid) FROM pipelineline")
    assert origin(other, f"row:PipelineLine/{row}")
    with pytest.raises(geosnap.Conflict) as error:
        with net.transaction("Renamed otherwise") as t:
            t.add({"setOrigin": f"row:PipelineLine/{row}", "origin": "otherwise"})
    assert error.value.code == "changedByOthers" and t.result is None
    # The network has followed: the edit can be repeated.
    assert net.commit(t)["committed"]


def test_a_row_with_a_nan_is_edited_from_an_open_network(address):
    column = sql(
        address,
        "SELECT attname FROM pg_attribute WHERE attrelid = 'pipelineline'::regclass AND atttypid = 701 LIMIT 1",
    )
    row = sql(address, "SELECT min(objectid) FROM pipelineline")
    sql(address, f"UPDATE pipelineline SET {column} = 'NaN' WHERE objectid = {row}")
    assert origin(geosnap.open(address), f"row:PipelineLine/{row}")


def test_what_lies_beyond_an_open_extent_is_edited(address):
    row, x, y = sql(
        address, "SELECT objectid, st_x(shape), st_y(shape) FROM pipelinedevice ORDER BY 1 LIMIT 1"
    ).split("|")
    x, y = float(x) + 1000, float(y) + 1000
    net = geosnap.open(address, extent=(x, y, x + 10, y + 10))
    assert origin(net, f"row:PipelineDevice/{row}")
    assert sql(address, f"SELECT origin FROM pipelinedevice WHERE objectid = {row}") == "renamed"
