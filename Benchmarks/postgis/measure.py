#!/usr/bin/env python3
"""Measures the rivals' way in PostGIS: topology by triggers (giswater.sql), beside a bare insert, in one run.

    Scripts/with-postgres Benchmarks/postgis/measure.py [--arcs 100000] [--seconds 10] [--writers 1,12] [--json]

Fills a new schema `giswater` with a grid of so many arcs, in the database that GEOSNAP_POSTGRES names, and first drops
one that is there. Then each number of writers inserts for so many seconds, and commits each time:

    bare    a point into a table with a primary key and a GiST index, and no trigger
    split   a node 0.1 m beside an arc: the trigger snaps it, and splits the arc. Each writer goes along rows of the
            separate grid, far from the others, from arc to arc, and comes back to an arc at another place

Writers are clients of pgbench with prepared statements, so that no client's language is in the figures. They run on the
cores that the server runs on. At the end it counts what was split and looks whether every arc ends at its nodes. What a
commit costs is the disk's: the time of one write that reaches it is measured too, in the temporary directory, where
with-postgres has its data. Needs Python 3.11 and PostgreSQL's psql and pgbench.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent

# A writer goes along its rows, four times: `n` counts its own gestures, and outlives a transaction. The line that it
# meets rises by 1 m to its middle at 10 m, and falls again.
BARE = """\
\\set x random(0, 20000000)
\\set y random(0, 20000000)
INSERT INTO giswater.bare (geom) VALUES (ST_SetSRID(ST_MakePoint(400000 + :x / 1000.0, 5300000 + :y / 1000.0), 25832));
"""
SPLIT = """\
\\set turn :n / (:rows * (:side - 1))
\\set east case when :turn = 0 then 7 when :turn = 1 then 13 when :turn = 2 then 3 else 17 end
\\set north least(:east, 20 - :east) / 10.0 + 0.1
\\set row :first + :client_id * :rows + mod(:n / (:side - 1), :rows)
\\set column mod(:n, :side - 1)
\\set n :n + 1
INSERT INTO giswater.node (type, geom)
VALUES ('VALVE', ST_SetSRID(ST_MakePoint(400000 + :east + 20 * :column, 5300000 + :north::float8 + 20 * :row), 25832));
"""


def program(name):
    beside = pathlib.Path(os.environ.get("GEOSNAP_POSTGRES_BIN", "")) / name
    found = str(beside) if beside.is_file() else shutil.which(name)
    if not found:
        sys.exit(f"measure: there is no {name} here: Scripts/setup --postgres installs it")
    return found


class Database:
    def __init__(self, uri):
        self.uri = uri
        self.psql, self.pgbench = program("psql"), program("pgbench")

    def ask(self, *words):
        command = [self.psql, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-d", self.uri, *words]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def number(self, question):
        return int(self.ask("-c", question))

    def run(self, script, writers, seconds, **variables):
        """Milliseconds of each transaction, and how many went through in a second."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "script.sql"
            path.write_text(script)
            threads = min(writers, os.cpu_count() or 1)
            command = [self.pgbench, "-n", "-M", "prepared", "-c", str(writers), "-j", str(threads), "-T", str(seconds)]
            command += ["-f", str(path), "-l", "--log-prefix", str(pathlib.Path(folder) / "log")]
            for name, value in variables.items():
                command += ["-D", f"{name}={value}"]
            result = subprocess.run([*command, self.uri], capture_output=True, text=True)
            if result.returncode != 0:
                full = " is within " in result.stderr
                hint = "a writer has split all its arcs: it takes more --arcs or fewer --seconds\n" if full else ""
                sys.exit(f"measure: pgbench failed: {hint}{result.stderr}")
            times, ends = [], []
            for log in pathlib.Path(folder).glob("log.*"):
                for line in log.read_text().splitlines():
                    # client, transaction, microseconds, script, seconds and microseconds of its end
                    words = line.split()
                    times.append(int(words[2]) / 1000)
                    ends.append(int(words[4]) + int(words[5]) / 1e6)
            # From the first's start, so that connecting is not counted.
            lasted = max(ends) - min(end - took / 1000 for end, took in zip(ends, times))
            return times, len(times) / lasted


def time_to_disk():
    """Milliseconds of a write of 8 KiB that has to reach the disk: the least that a commit costs."""
    with tempfile.TemporaryFile() as file:
        times = []
        for _ in range(500):
            began = time.perf_counter()
            os.pwrite(file.fileno(), bytes(8192), 0)
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - began) * 1000)
        return round(statistics.median(times), 3)


def counts(text):
    return [int(word) for word in text.split(",")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arcs", type=int, default=100_000)
    parser.add_argument("--seconds", type=int, default=10, help="of each measurement")
    parser.add_argument("--writers", type=counts, default=[1, 12], metavar="N,N")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    uri = os.environ.get("GEOSNAP_POSTGRES")
    if not uri:
        sys.exit("measure: GEOSNAP_POSTGRES names no database: run it by Scripts/with-postgres")
    database = Database(uri)
    disk = time_to_disk()

    # A grid of s times s nodes has 2 s (s - 1) arcs.
    side = max(2, round((1 + math.sqrt(1 + 2 * arguments.arcs)) / 2))
    database.ask("-c", "SET client_min_messages = warning", "-c", "DROP SCHEMA IF EXISTS giswater CASCADE")
    database.ask("-f", str(HERE / "giswater.sql"))
    database.ask("-c", f"SELECT giswater.fill({side})")
    database.ask("-c", "VACUUM ANALYZE giswater.node, giswater.arc", "-c", "CHECKPOINT")
    arcs, nodes = (database.number(f"SELECT count(*) FROM giswater.{table}") for table in ("arc", "node"))

    # Each measurement has separate rows, and each writer a share of them.
    band = side // len(arguments.writers)
    results, first, gestures = [], 0, 0
    for writers in arguments.writers:
        rows = band // writers
        if rows < 1:
            sys.exit(f"measure: {arcs} arcs are too few for {writers} writers")
        for job in ("bare", "split"):
            if job == "bare":
                times, rate = database.run(BARE, writers, arguments.seconds)
            else:
                places = {"first": first, "rows": rows, "side": side, "n": 0}
                times, rate = database.run(SPLIT, writers, arguments.seconds, **places)
                first += band
                gestures += len(times)
            ordered = sorted(times)
            results.append(
                {
                    "job": job,
                    "writers": writers,
                    "transactions": len(times),
                    "medianMilliseconds": round(statistics.median(ordered), 3),
                    "percentile99Milliseconds": round(ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)], 3),
                    "transactionsPerSecond": round(rate, 1),
                }
            )
    wrong = database.number("SELECT count(*) FROM giswater.wrong")
    splits = database.number("SELECT count(*) FROM giswater.arc") - arcs
    report = {
        "format": 1,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "cores": os.cpu_count(),
        "server": database.ask("-c", "SHOW server_version"),
        "postgis": database.ask("-c", "SELECT postgis_lib_version()"),
        "settings": {
            name: database.ask("-c", f"SHOW {name}")
            for name in ("fsync", "synchronous_commit", "full_page_writes", "shared_buffers")
        },
        "diskMilliseconds": disk,
        "arcs": arcs,
        "nodes": nodes,
        "seconds": arguments.seconds,
        "results": results,
        "splits": splits,
        "gestures": gestures,
        "wrong": wrong,
        "agrees": wrong == 0 and splits == gestures,
    }
    if arguments.json:
        print(json.dumps(report, indent=1))
    else:
        settings = ", ".join(f"{name} {value}" for name, value in report["settings"].items())
        print(f"PostgreSQL {report['server']}, PostGIS {report['postgis']}: {settings}")
        print(f"{arcs:,} arcs; a write to the temporary directory's disk takes {disk} ms")
        print(f"{'job':8}{'writers':>8}{'median ms':>12}{'99% ms':>10}{'a second':>12}")
        for row in results:
            print(
                f"{row['job']:8}{row['writers']:>8}{row['medianMilliseconds']:>12.3f}"
                f"{row['percentile99Milliseconds']:>10.3f}{row['transactionsPerSecond']:>12,.1f}"
            )
        print(f"{splits:,} arcs split by {gestures:,} nodes; {wrong} wrong")
    if not report["agrees"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
