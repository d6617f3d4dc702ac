"""Compares the speed of the package with Shapely, GeoPandas and networkx, on the same arrays.

    python Python/benchmarks/speed.py NETWORK.gpkg [--points 1000000] [--table PipelineLine]

Prints a line for each job: nanoseconds per point, and the ratio. GeoBench measures Swift's own calls. Answers are
compared: the pairs of point and line within the tolerance must be the same.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

import geosnap


def timed(work, turns=3):
    seconds = []
    for _ in range(turns):
        start = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), result


def beside_swift(given, x, y):
    """The time of the library itself for the same places, in nanoseconds each."""
    with tempfile.NamedTemporaryFile(suffix=".f64") as file:
        np.concatenate([x, y]).tofile(file.name)
        words = [given.bench, "places", given.network, file.name, "--table", given.table]
        words += ["--tolerance", str(given.tolerance)]
        return json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)


def traces(net, start):
    """Compares traces with networkx: connected elements, with and without making the graph."""
    import networkx

    ours, trace = timed(lambda: net.trace("connected", start=start), 21)
    making, graph = timed(net.to_networkx, 1)
    origins = {one for text in net.texts(trace.feature, "origin") if text for one in text.split(";")}
    node = next((origin for origin in origins if origin in graph), None)
    if node is None:
        return print("no junction has an origin: networkx has no node to begin at")
    theirs, found = timed(lambda: networkx.node_connected_component(graph, node), 21)
    open_graph = networkx.subgraph_view(graph, filter_edge=lambda a, b, key: graph.edges[a, b, key]["enabled"])
    filtered, _ = timed(lambda: networkx.node_connected_component(open_graph, node), 5)
    print(f"a trace of {len(trace)} elements: {ours * 1e3:.2f} ms")
    print(f"  networkx, its graph at hand: {theirs * 1e3:.2f} ms, {theirs / ours:.2f} times; {len(found)} nodes")
    print(f"  networkx, of enabled links alone: {filtered * 1e3:.2f} ms, {filtered / ours:.2f} times")
    print(f"  networkx, with making its graph: {(making + theirs) * 1e3:.0f} ms, {(making + theirs) / ours:.0f} times")
    assert set(found) <= origins


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network")
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--table", default="PipelineLine")
    parser.add_argument("--tolerance", type=float, default=5)
    parser.add_argument("--bench", default=".build/release/GeoBench", help="the program GeoBench")
    parser.add_argument("--start", help="where to trace from, such as row:PipelineLine/1")
    parser.add_argument("--random", action="store_true", help="points anywhere, instead of near lines")
    given = parser.parse_args()
    import geopandas
    import shapely

    net = geosnap.open(given.network)
    table = net.tables.index(given.table)
    count = sum(source["features"] for source in net.info()["sources"] if source["name"] == given.table)
    features = np.zeros(count, dtype=geosnap._library.feature_dtype)
    features["table"], features["row"] = table, np.arange(count)
    lines = net.geometries(features)
    x0, y0, x1, y1 = net.extent
    rng = np.random.default_rng(1)
    # Near the lines, like a survey.
    picked = shapely.line_interpolate_point(lines[rng.integers(0, count, given.points)], rng.uniform(0, 1, given.points), normalized=True)
    x = shapely.get_x(picked) + rng.normal(0, given.tolerance * 2, given.points)
    y = shapely.get_y(picked) + rng.normal(0, given.tolerance * 2, given.points)
    if given.random:
        x, y = rng.uniform(x0, x1, given.points), rng.uniform(y0, y1, given.points)
    print(f"{count} lines, {given.points} points, within {given.tolerance}, seed 1")

    def row(name, seconds, beside=None, of=None):
        ratio = f"  {beside / seconds:6.2f} {of}" if of else f"  {seconds / beside:6.1f}" if beside else ""
        print(f"{name:44s} {seconds / given.points * 1e9:9.0f} ns a point{ratio}", flush=True)

    net.identify(x[:10], y[:10], tolerance=1)
    swift = beside_swift(given, x, y)
    sources = [given.table]
    ours, hits = timed(lambda: net.identify(x, y, tolerance=given.tolerance, sources=sources), 5)
    row("identify, all cores", ours)
    row("  the Swift batch", swift["identify"] * given.points / 1e9, ours, "of it")
    one, _ = timed(lambda: net.identify(x, y, tolerance=given.tolerance, sources=sources, threads=1), 5)
    row("identify, one thread", one)
    row("  the Swift batch", swift["identifyOneThread"] * given.points / 1e9, one, "of it")
    assert len(hits) == swift["identifyFound"]
    tree = shapely.STRtree(lines)
    points = shapely.points(x, y)
    theirs, pairs = timed(lambda: tree.query(points, predicate="dwithin", distance=given.tolerance))
    row("STRtree.query(predicate='dwithin')", theirs, ours)
    mine = set(zip(hits.point.tolist(), hits.feature["row"].tolist()))
    others = set(zip(pairs[0].tolist(), pairs[1].tolist()))
    print(f"  pairs: {len(mine)}, and {len(mine ^ others)} of one alone")
    left = geopandas.GeoDataFrame(geometry=points, crs=net.crs)
    right = geopandas.GeoDataFrame(geometry=lines, crs=net.crs)
    joined, _ = timed(lambda: geopandas.sjoin_nearest(left, right, max_distance=given.tolerance), 1)
    row("geopandas.sjoin_nearest", joined, ours)
    snap, snaps = timed(lambda: net.snap(x, y, tolerance=given.tolerance, kinds="edges"), 5)
    row("snap to edges, all cores", snap)
    row("  the Swift batch", swift["snap"] * given.points / 1e9, snap, "of it")
    assert snaps.is_snapped.sum() == swift["snapFound"]
    nearest, found = timed(lambda: tree.query_nearest(
        points, max_distance=given.tolerance, all_matches=False, return_distance=True))
    row("STRtree.query_nearest", nearest, snap)
    # Lines of other tables may be nearer: only lines that both have found are compared.
    theirs_at = np.full(given.points, np.inf)
    theirs_at[found[0][0]] = found[1]
    print(f"  nearer than ours: {(theirs_at < np.where(snaps.is_snapped, snaps.distance, np.inf) - 1e-6).sum()}")
    xs, ys = x[:100_000].tolist(), y[:100_000].tolist()
    for name, ask in (
        ("identify", lambda a, b: net.identify(a, b, tolerance=given.tolerance)),
        ("snap", lambda a, b: net.snap(a, b, tolerance=given.tolerance, kinds="edges")),
    ):
        ask(xs[0], ys[0])
        single, _ = timed(lambda: [None for a, b in zip(xs, ys) if ask(a, b) is None], 5)
        beside = swift[f"{name}Single"]
        print(f"one {name} a call: {single / len(xs) * 1e9:.0f} ns, {single / len(xs) * 1e9 - beside:.0f} more than Swift's")
    if given.start:
        traces(net, given.start)
    code = "import numpy"
    more = f"import geosnap; geosnap.open({given.network!r})"
    plain, _ = timed(lambda: subprocess.run([sys.executable, "-c", code], check=True), 5)
    whole, _ = timed(lambda: subprocess.run([sys.executable, "-c", code + ";" + more], check=True), 5)
    print(f"import geosnap and open: {whole - plain:.3f} s beyond import numpy")


if __name__ == "__main__":
    main()
