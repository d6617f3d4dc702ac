#!/usr/bin/env python3
"""Measures `geosnap serve` on a network: with wrk, beside the same question asked of PostGIS, in one run.

    Scripts/with-postgres Benchmarks/service/measure.py NETWORK [--seconds 60] [--program FILE]

Starts the service on a copy of the network, and asks at places of its features:

    mixed     64 connections ask identify, snap and trace, in the proportion 8 to 3 to 1, as fast as they can
    half      the same mixture at half the rate that was answered: how long identify takes
    postgis   what pg_featureserv asks: ST_DWithin over the tables of the network, by psycopg, on one connection for
              each of the two cores; the network is copied into the database that GEOSNAP_POSTGRES names

It prints requests per second, latencies, errors, and the memory of the service before and after. Needs wrk, psycopg2 and
the built programs geosnap and geosnap-serve. wrk runs on the cores that the service runs on.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import sqlite3
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOKEN = "a-token-to-measure-with"
TOLERANCE = 5.0


def places(path, count, seed=30):
    """Places near features of the network: the first vertices of lines and points."""
    found = []
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as connection:
        tables = connection.execute(
            "SELECT table_name, column_name FROM gpkg_geometry_columns WHERE geometry_type_name LIKE '%LINE%' OR geometry_type_name LIKE '%POINT%'"
        ).fetchall()
        for table, column in tables:
            rows = connection.execute(f'SELECT "{column}" FROM "{table}" WHERE "{column}" IS NOT NULL LIMIT {40 * count}').fetchall()
            found += [first(blob) for (blob,) in random.Random(seed).sample(rows, min(count, len(rows)))]
    random.Random(seed).shuffle(found)
    # Near a feature, and rarely on it.
    shift = random.Random(seed + 1)
    return [(x + shift.uniform(-3, 3), y + shift.uniform(-3, 3)) for x, y in found[:count]]


def first(blob):
    """The first place of a GeoPackage geometry."""
    size = {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[(blob[3] >> 1) & 7]
    start = 8 + size
    order = "<" if blob[start] else ">"
    kind = struct.unpack_from(order + "I", blob, start + 1)[0] % 1000
    at = start + 5
    if kind in (4, 5, 6):
        at += 4 + 5
        kind -= 3
    at += {1: 0, 2: 4, 3: 8}[kind]
    return struct.unpack_from(order + "dd", blob, at)


def lua(name, requests, rest=0):
    """A script of wrk that asks these requests one after the other, with a rest of so many milliseconds between two."""
    body = ",\n".join(
        "{" + ", ".join(json.dumps(part) for part in (method, target, content)) + "}" for method, target, content in requests
    )
    delay = f"function delay() return math.random(0, {round(2 * rest)}) end" if rest else ""
    path = pathlib.Path(tempfile.mkdtemp()) / f"{name}.lua"
    path.write_text(f"""
local requests = {{{body}}}
local at = 0
local failed = 0
local threads = {{}}
function setup(thread) thread:set("first", #threads * 7919); table.insert(threads, thread) end
function init(args) at = first % #requests; wrong = 0 end
function request()
  at = at % #requests + 1
  local one = requests[at]
  local headers = {{["Authorization"] = "Bearer {TOKEN}", ["Content-Type"] = "application/json"}}
  return wrk.format(one[1], one[2], headers, one[3] ~= "" and one[3] or nil)
end
{delay}
function response(status) if status ~= 200 then wrong = wrong + 1 end end
function done(summary, latency)
  local all = 0
  for _, thread in ipairs(threads) do all = all + thread:get("wrong") end
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d %d %f\\n", summary.requests, summary.duration, all,
    errors.connect + errors.read + errors.write + errors.timeout, latency:percentile(50), latency:percentile(99), latency.mean))
end
""")
    return path


def wrk(base, script, seconds, connections, threads=2):
    told = subprocess.run(
        ["wrk", "-t", str(threads), "-c", str(connections), "-d", f"{seconds}s", "--timeout", "60s", "-s", str(script), base],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    numbers = re.search(r"RESULT (.*)", told)[1].split()
    requests, duration, wrong, errors, median, most, _ = (float(number) for number in numbers)
    return {
        "perSecond": requests / duration * 1e6, "requests": int(requests), "wrongStatus": int(wrong), "errors": int(errors),
        "medianMS": median / 1000, "p99MS": most / 1000,
    }  # fmt: skip


def half(base, identify, others, rate, seconds, connections=16):
    """Asks for the mixture at a rate, identify by a separate wrk: how long identify takes while the others are answered.

    Each connection rests between two requests, at random around what makes the rate.
    """
    shares = {"identify": (identify, rate * 8 / 12), "others": (others, rate * 4 / 12)}
    with concurrent.futures.ThreadPoolExecutor() as pool:
        running = {
            name: pool.submit(wrk, base, lua(name, requests, rest=1000 * connections / own), seconds, connections, 1)
            for name, (requests, own) in shares.items()
        }
    return {"wantedPerSecond": rate, **{name: one.result() for name, one in running.items()}}


def memory(process):
    """The resident memory of a process, in MB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024


def postgis(network, program, at, seconds):
    """What pg_featureserv's kind of answer takes: ST_DWithin over the tables of the network, by psycopg."""
    import psycopg2

    address = os.environ["GEOSNAP_POSTGRES"]
    separator = "&" if "?" in address else "?"
    subprocess.run([program, "copy", network, f"{address}{separator}schema=measured", "--force"], check=True, stdout=subprocess.DEVNULL)
    counts = []

    def work():
        connection = psycopg2.connect(address)
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute("SELECT f_table_name, f_geometry_column, srid FROM geometry_columns WHERE f_table_schema = 'measured'")
        tables = cursor.fetchall()
        union = " UNION ALL ".join(
            f"""SELECT '{table}' AS name, to_json(t) FROM measured."{table}" t
                WHERE ST_DWithin(t."{column}", ST_SetSRID(ST_MakePoint(%(x)s, %(y)s), {srid}), {TOLERANCE})"""
            for table, column, srid in tables
        )
        done, end, number = 0, time.monotonic() + seconds, 0
        while time.monotonic() < end:
            x, y = at[number % len(at)]
            cursor.execute(union, {"x": x, "y": y})
            cursor.fetchall()
            number += 1
            done += 1
        counts.append(done)

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return {"perSecond": sum(counts) / seconds}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--program", default=str(ROOT / ".build/release/geosnap"))
    parser.add_argument("--asset-type", default="")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="geosnap-measure-"))
    network = folder / "network.gpkg"
    shutil.copyfile(options.network, network)
    at = places(network, 2_000)
    subprocess.run([options.program, "image", str(network), "--make"], stdout=subprocess.DEVNULL, check=True)
    process = subprocess.Popen(
        [options.program, "serve", str(network), "--port", "0"],
        stdout=subprocess.PIPE, text=True, env={**os.environ, "GEOSNAP_TOKEN": TOKEN},
    )  # fmt: skip
    try:
        began = time.monotonic()
        line = process.stdout.readline()
        base = line[line.index("http://") :].split("/?")[0]
        result = {"startS": round(time.monotonic() - began, 3)}
        import urllib.request

        def ask(path, body=None):
            request = urllib.request.Request(
                base + path, data=body and json.dumps(body).encode(),
                headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"},
            )  # fmt: skip
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)

        began = time.monotonic()
        described = ask("/network")
        result["networkS"] = round(time.monotonic() - began, 3)
        result["features"] = described["features"]
        lines = [one["path"] for one in described["assetTypes"] if one["kind"] == "line"]
        kind = options.asset_type or lines[0]
        identify = [("GET", f"/identify?at={x:.3f},{y:.3f}&tolerance={TOLERANCE}", "") for x, y in at]
        quoted = kind.replace(" ", "%20")
        snap = [("GET", f"/snap?at={x:.3f},{y:.3f}&tolerance={TOLERANCE}&asset-type={quoted}", "") for x, y in at]
        starts = []
        for x, y in at[:60]:
            for hit in ask(f"/identify?at={x:.3f},{y:.3f}&tolerance=20&limit=5")["hits"]:
                if hit["source"].endswith("Line"):
                    starts.append(hit["globalID"])
                    break
        trace = [("POST", "/trace", json.dumps({"type": "connected", "start": [one]})) for one in starts]
        usable = []
        for method, target, body in trace:
            began = time.monotonic()
            try:
                answer = ask(target, json.loads(body))
            except OSError:
                continue
            usable.append((len(answer["elements"]), time.monotonic() - began, (method, target, body)))
        usable.sort(key=lambda one: one[:2])
        trace = [one[2] for one in usable[: max(1, len(usable) // 2)]]
        result["traceElements"] = [usable[0][0], usable[len(usable) // 2][0]] if usable else []
        mixed = []
        for number in range(2_400):
            group = number % 12
            if group < 8:
                mixed.append(identify[number % len(identify)])
            elif group < 11:
                mixed.append(snap[number % len(snap)])
            else:
                mixed.append(trace[number // 12 % len(trace)])
        wrk(base, lua("warm", identify), 3, 16)
        before = memory(process)
        result["mixed"] = wrk(base, lua("mixed", mixed), options.seconds, 64)
        result["identify"] = wrk(base, lua("identify", identify), max(5, options.seconds // 4), 64)
        result["snap"] = wrk(base, lua("snap", snap), max(5, options.seconds // 4), 64)
        middle = memory(process)
        wrk(base, lua("mixed", mixed), max(5, options.seconds // 4), 64)
        result["memoryMB"] = [round(before), round(middle), round(memory(process))]
        rate = result["mixed"]["perSecond"] / 2
        others = [one for one in mixed if not one[1].startswith("/identify")]
        result["half"] = half(base, identify, others, rate, max(5, options.seconds // 2))
        pointer = []
        for _, target, _ in (snap + identify)[:3000:3]:
            began = time.monotonic()
            ask(target)
            pointer.append(time.monotonic() - began)
        result["pointerMedianMS"] = 1000 * statistics.median(pointer)
        if os.environ.get("GEOSNAP_POSTGRES"):
            result["postgis"] = postgis(str(network), options.program, at, max(5, options.seconds // 4))
            result["timesPostgis"] = result["identify"]["perSecond"] / result["postgis"]["perSecond"]
    finally:
        process.terminate()
        process.wait(20)
        shutil.rmtree(folder)
    print(json.dumps(result, indent=1))


main()
