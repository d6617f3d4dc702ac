"""Compares the speed of Spark's workers with one process on all cores, and checks that all answers are equal.

    python Python/benchmarks/spark.py NETWORK.gpkg [--points 10000000] [--turns 3] [--folder DIR] [--csv]

Starts a standalone cluster on loopback: one master and two workers of one core. Points are near features, in Parquet.
Each line has nanoseconds per point, and the load of the machine. Start-up is reported separately. Processor seconds
are more reliable while other programs run. The slope is between a fifth of the points and all. --csv also runs the
command's batch, for which GEOSNAP_COMMAND names the command.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.parquet

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests"))

import spark_cluster  # noqa: E402

import geosnap  # noqa: E402
from geosnap import spark as gs  # noqa: E402
from geosnap._spark_tasks import Answers  # noqa: E402

CHUNK = 500_000
COLUMNS = ("source", "row", "global_id", "distance")


def told(name, seconds, points=None):
    load = " ".join(f"{one:.1f}" for one in os.getloadavg()[:2])
    each = f"{seconds / points * 1e9:8.0f} ns a point" if points else " " * 19
    print(f"{name:58s} {seconds:8.2f} s {each}   load {load}", flush=True)
    return seconds


def repeated(name, turns, points, work):
    seconds = []
    for _ in range(turns):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    told(f"{name}, median of {' '.join(f'{one:.1f}' for one in seconds)}", statistics.median(seconds), points)
    return statistics.median(seconds)


def make_points(net, count, path):
    """Points by a fixed seed, within some metres of features all over the network."""
    rng = np.random.default_rng(41)
    x0, y0, x1, y1 = net.extent
    near = net.identify(rng.uniform(x0, x1, 1_000_000), rng.uniform(y0, y1, 1_000_000), tolerance=50)
    schema = pa.schema([("id", pa.int64()), ("x", pa.float64()), ("y", pa.float64())])
    with pa.parquet.ParquetWriter(path, schema, compression="none", use_dictionary=False) as writer:
        for start in range(0, count, CHUNK):
            size = min(CHUNK, count - start)
            chosen = rng.integers(0, len(near), size)
            x, y = near.x[chosen] + rng.normal(0, 5, size), near.y[chosen] + rng.normal(0, 5, size)
            writer.write_table(pa.table([np.arange(start, start + size), x, y], schema=schema), row_group_size=100_000)


def one_process(net, path, tolerance, limit, threads, with_answers):
    """The batch: reads the points, queries all of a chunk at once, and makes the columns of answers."""
    parts = []
    seconds = 0.0
    for batch in pa.parquet.ParquetFile(path).iter_batches(CHUNK):
        x, y = batch.column("x").to_numpy(), batch.column("y").to_numpy()
        start = time.perf_counter()
        hits = net.identify(x, y, tolerance=tolerance, limit=limit or None, threads=threads)
        seconds += time.perf_counter() - start
        if with_answers:
            counts = np.diff(hits.ends.astype(np.int64), prepend=0)
            repeats = np.maximum(counts, 1)
            answers = Answers(int(repeats.sum()), np.repeat(counts > 0, repeats))
            ids = pa.array(np.repeat(batch.column("id").to_numpy(), repeats))
            made = [answers.feature(net, hits.feature, column) for column in COLUMNS[:3]]
            made.append(answers.numbers(hits.distance, pa.float64()))
            parts.append(pa.RecordBatch.from_arrays([ids, *made], names=["id", *COLUMNS]))
    return seconds, parts


def memory(batches):
    """The memory of this process: file pages, of which the image's are shared on a machine, and private pages."""
    for _ in batches:
        pass
    lines = open("/proc/self/smaps_rollup").read().splitlines()[1:]
    found = {line.split(":")[0]: int(line.split()[1]) for line in lines if line.endswith("kB")}
    java = open(f"/proc/{_java(os.getpid())}/status").read().splitlines()
    resident = next(int(line.split()[1]) for line in java if line.startswith("VmRSS"))
    own = found["Anonymous"]
    yield pa.RecordBatch.from_pydict(
        {"pid": [os.getpid()], "own": [own], "mapped": [found["Rss"] - own], "java": [resident]}
    )


def _java(pid):
    while "java" not in open(f"/proc/{pid}/comm").read():
        pid = int(open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[1])
    return pid


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("network")
    parser.add_argument("--points", type=int, default=10_000_000)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--tolerance", type=float, default=5)
    parser.add_argument("--limit", type=int, default=1, help="the most features of a point; 0 for all")
    parser.add_argument("--partitions", type=int, default=16)
    parser.add_argument("--batch", type=int, default=50_000)
    parser.add_argument("--folder", type=pathlib.Path)
    parser.add_argument("--csv", action="store_true")
    parser.add_argument("--no-check", action="store_true")
    parser.add_argument("--memory", default="1g")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        measure(given, pathlib.Path(folder))


def measure(given, folder):
    count, turns = given.points, given.turns
    (folder / "driver").mkdir(0o700)
    os.environ["GEOSNAP_SPARK_FOLDER"] = str(folder / "driver")
    start = time.perf_counter()
    cluster = spark_cluster.Cluster(folder / "cluster", memory="3g")
    try:
        told("start-up: master and two workers", time.perf_counter() - start)
        start = time.perf_counter()
        session = cluster.connect(**{
            "spark.sql.execution.arrow.maxRecordsPerBatch": str(given.batch),
            "spark.executor.memory": given.memory,
            "spark.sql.files.maxPartitionBytes": str(max(count * 25 // given.partitions, 1 << 20)),
            "spark.sql.files.openCostInBytes": "0",
            "spark.sql.adaptive.enabled": "false",
        })
        told("start-up: the session", time.perf_counter() - start)
        start = time.perf_counter()
        shared = gs.share(session, given.network)
        told("start-up: share (copy, image, checksums)", time.perf_counter() - start)
        net = shared.network
        print(f"{net.feature_count} features, {count} points within {given.tolerance}, {given.limit or 'any number of'} features each, seed 41")
        path = folder / "points.parquet"
        make_points(net, count, path)
        frame = session.read.parquet(str(path))
        make_points(net, count // 5, folder / "few.parquet")
        start = time.perf_counter()
        asked(gs.identify(frame.limit(10), shared, x="x", y="y", tolerance=1))
        session.range(0, 64, 1, 64).mapInArrow(memory, "pid long, own long, mapped long, java long").collect()
        wait = gs.identify(session.range(0, 2000, 1, 8).selectExpr("id", "0D x", "0D y"), shared, x="x", y="y", tolerance=1)
        asked(wait)
        told("start-up: executors, files brought and laid, Python", time.perf_counter() - start)
        print(f"{frame.rdd.getNumPartitions()} partitions")
        answers = gs.identify(frame, shared, x="x", y="y", tolerance=given.tolerance, limit=given.limit or None, columns=COLUMNS)
        some = session.read.parquet(str(folder / "few.parquet")).coalesce(given.partitions)
        few = gs.identify(some, shared, x="x", y="y", tolerance=given.tolerance, limit=given.limit or None, columns=COLUMNS)
        start = time.perf_counter()
        asked(answers)
        told("the first job, Java still being compiled", time.perf_counter() - start, count)
        read = repeated("Spark: reads the points", turns, count, lambda: asked(frame))
        passed = repeated("Spark: through Arrow and Python and back", turns, count, lambda: asked(frame.mapInArrow(same, frame.schema)))
        names = [*frame.columns, *("hit_" + one for one in COLUMNS), "hit_error"]
        wide = frame.mapInArrow(Widened(names), answers.schema)
        widened = repeated("Spark: the same, with columns as wide as answers", turns, count, lambda: asked(wide))
        # In turns, so that other work on the machine disturbs both.
        spark, alone, library, fifth = [], [], [], []
        work = {"spark": [], "fifth": [], "alone": []}
        for _ in range(turns):
            for seconds, name, job in ((fifth, "fifth", few), (spark, "spark", answers)):
                begun, used = time.perf_counter(), cluster.processor_seconds()
                asked(job)
                seconds.append(time.perf_counter() - begun)
                work[name].append(cluster.processor_seconds() - used)
            begun, used = time.perf_counter(), time.process_time()
            library.append(one_process(net, path, given.tolerance, given.limit, 0, True)[0])
            alone.append(time.perf_counter() - begun)
            work["alone"].append(time.process_time() - used)
        ours = told(f"Spark: identify, median of {' '.join(f'{one:.1f}' for one in spark)}", statistics.median(spark), count)
        told(f"one process, both cores, median of {' '.join(f'{one:.1f}' for one in alone)}", statistics.median(alone), count)
        told("  of which the library's call", statistics.median(library), count)
        single = told("  the library's call on one thread", one_process(net, path, given.tolerance, given.limit, 1, False)[0], count)
        pairs = [statistics.median(one / other for one, other in zip(spark, beside)) for beside in (alone, library)]
        print(f"Spark over one process, median of turns: {pairs[0]:.2f}; over the library's call alone: {pairs[1]:.2f}")
        used = {name: statistics.median(seconds) for name, seconds in work.items()}
        slope = (ours - statistics.median(fifth)) / (count - count // 5) * 1e6
        processors = (used["spark"] - used["fifth"]) / (count - count // 5) * 1e6
        print(f"Seconds of processors: Spark {used['spark']:.1f}, one process {used['alone']:.1f}, ratio {used['spark'] / used['alone']:.2f}")
        print(f"Slope of Spark: {slope:.2f} s a million points on two workers, {processors:.2f} of processors; "
              f"{ours - slope * count / 1e6:.1f} s for a job of none")
        print(f"Spark less reading: {(ours - read) / count * 1e9:.0f} ns; transport alone: {(widened - read) / count * 1e9:.0f} ns; "
              f"library on one thread, halved: {single / 2 / count * 1e9:.0f} ns; narrow transport {(passed - read) / count * 1e9:.0f} ns")
        held = wait.repartition(64).mapInArrow(memory, "pid long, own long, mapped long, java long").toPandas()
        for row in held.drop_duplicates("pid").itertuples():
            print(f"Python worker: {row.own / 1024:.0f} MB private, {row.mapped / 1024:.0f} MB of files mapped; "
                  f"its executor's Java: {row.java / 1024:.0f} MB")
        print("network and image:", [file.stat().st_size // 1_000_000 for file in (folder / "driver").rglob("*") if file.stat().st_size > 4096], "MB")
        if given.csv:
            command(given, net, path, folder, count, turns, ours)
        if not given.no_check:
            compare(given, net, answers, path, folder)
    finally:
        cluster.end()


def asked(frame):
    """Computes all rows, and discards them."""
    frame.write.format("noop").mode("overwrite").save()


def same(batches):
    yield from batches


class Widened:
    """Returns columns of the types of answers, without querying the network."""

    def __init__(self, names):
        self.names = names

    def __call__(self, batches):
        for batch in batches:
            n = batch.num_rows
            texts = pa.array(["PipelineDevice"], pa.string()).take(pa.array(np.zeros(n, dtype=np.int32)))
            ids = pa.array(["9A3B4C5D-0000-5000-8000-000000000000"], pa.string()).take(pa.array(np.zeros(n, dtype=np.int32)))
            columns = [*batch.columns, texts, batch.column(0), ids, batch.column(1), pa.nulls(n, pa.string())]
            yield pa.RecordBatch.from_arrays(columns, names=self.names)


def command(given, net, path, folder, count, turns, ours):
    """The command's batch on both cores, from CSV to CSV."""
    import pyarrow.csv

    source = folder / "points.csv"
    pa.csv.write_csv(pa.parquet.read_table(path), source)
    words = [
        os.environ["GEOSNAP_COMMAND"], "identify", net.path, "--image", str(pathlib.Path(net.path).parent / "image"), "--batch", str(source),
        "--tolerance", str(given.tolerance), "--output", "-",
        *(["--limit", str(given.limit)] if given.limit else []),
    ]

    def run():
        with open(os.devnull, "wb") as nothing:
            subprocess.run(words, stdout=nothing, check=True)

    batch = repeated("the command's batch, CSV to CSV, both cores", turns, count, run)
    print(f"Spark over the command's batch: {ours / batch:.2f}")


def compare(given, net, answers, path, folder):
    """Compares all answers of Spark with those of one process."""
    target = folder / "answers"
    names = {f"hit_{one}": one for one in COLUMNS}
    answers.withColumnsRenamed(names).select("id", *COLUMNS, "hit_error").write.parquet(str(target))
    found = pa.parquet.read_table(target)
    assert found["hit_error"].null_count == len(found) >= given.points, (len(found), given.points)
    # Hits of a point are consecutive and in order, and numpy's stable sort keeps them so.
    found = found.take(pa.array(np.argsort(found["id"].to_numpy(), kind="stable")))
    expected = pa.Table.from_batches(one_process(net, path, given.tolerance, given.limit, 0, True)[1])
    for name in ("id", *COLUMNS):
        assert found[name].combine_chunks().equals(expected[name].combine_chunks()), f"{name} differs"
    print(f"all {len(found)} answers equal, {len(found) - found['global_id'].null_count} of them with a feature")


if __name__ == "__main__":
    main()
