"""How fast the package is beside Shapely, GeoPandas and networkx, on the same arrays.

    python Python/benchmarks/speed.py NETWORK.gpkg [--points 1000000] [--table PipelineLine]

Prints a line for each job: nanoseconds a point, and the ratio. Answers are compared: the pairs of point and line within
the tolerance must be the same.
"""

import argparse
import statistics
import subprocess
import sys
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network")
    parser.add_argument("--points", type=int, default=1_000_000)
    parser.add_argument("--table", default="PipelineLine")
    parser.add_argument("--tolerance", type=float, default=5)
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
    # Near the lines, as a survey is.
    picked = shapely.line_interpolate_point(lines[rng.integers(0, count, given.points)], rng.uniform(0, 1, given.points), normalized=True)
    x = shapely.get_x(picked) + rng.normal(0, given.tolerance * 2, given.points)
    y = shapely.get_y(picked) + rng.normal(0, given.tolerance * 2, given.points)
    print(f"{count} lines, {given.points} points, within {given.tolerance}, seed 1")

    def row(name, seconds, beside=None):
        ratio = f"  {seconds / beside:6.1f}" if beside else ""
        print(f"{name:44s} {seconds / given.points * 1e9:9.0f} ns a point{ratio}", flush=True)

    net.identify(x[:10], y[:10], tolerance=1)
    ours, hits = timed(lambda: net.identify(x, y, tolerance=given.tolerance, sources=[given.table]))
    row("identify, all cores", ours)
    one, _ = timed(lambda: net.identify(x, y, tolerance=given.tolerance, sources=[given.table], threads=1))
    row("identify, one thread", one)
    tree = shapely.STRtree(lines)
    points = shapely.points(x, y)
    theirs, pairs = timed(lambda: tree.query(points, predicate="dwithin", distance=given.tolerance), 1)
    row("STRtree.query(predicate='dwithin')", theirs, ours)
    mine = set(zip(hits.point.tolist(), hits.feature["row"].tolist()))
    others = set(zip(pairs[0].tolist(), pairs[1].tolist()))
    print(f"  pairs: {len(mine)}, and {len(mine ^ others)} of one alone")
    snap, snaps = timed(lambda: net.snap(x, y, tolerance=given.tolerance, kinds="edges", enable=None))
    row("snap to edges, all cores", snap)
    nearest, _ = timed(lambda: tree.query_nearest(points, max_distance=given.tolerance, all_matches=False), 1)
    row("STRtree.query_nearest", nearest, snap)
    left = geopandas.GeoDataFrame(geometry=points, crs=net.crs)
    right = geopandas.GeoDataFrame(geometry=lines, crs=net.crs)
    joined, _ = timed(lambda: geopandas.sjoin_nearest(left, right, max_distance=given.tolerance), 1)
    row("geopandas.sjoin_nearest", joined, ours)
    turns = 100_000
    start = time.perf_counter()
    for number in range(turns):
        net.identify(x[number], y[number], tolerance=given.tolerance)
    print(f"one identify a call: {(time.perf_counter() - start) / turns * 1e9:.0f} ns")
    code = "import numpy"
    more = f"import geosnap; geosnap.open({given.network!r})"
    plain, _ = timed(lambda: subprocess.run([sys.executable, "-c", code], check=True), 5)
    whole, _ = timed(lambda: subprocess.run([sys.executable, "-c", code + ";" + more], check=True), 5)
    print(f"import geosnap and open: {whole - plain:.3f} s beyond import numpy")


if __name__ == "__main__":
    main()
