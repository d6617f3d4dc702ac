#!/usr/bin/env python3
"""Kills editors of one network, their server and their connections, and checks that no reported commit is lost.

    kill_editors.py [--bench GEOBENCH] [--kills 200] [--cuts 100] [--writers 6] [--seed N]

Starts a separate PostgreSQL whose writes outlive a crash (Scripts/with-postgres --tcp), and editors as processes
(`GeoBench editor`) that print their confirmed commits. Then, one after the other:

    client      SIGKILL of an editor
    terminate   pg_terminate_backend of a process of the server
    backend     SIGKILL of a process of the server; the server then ends all others and recovers
    server      stops the server as in a crash, and starts it again
    cut         editors go through cut_proxy.py, which cuts their connections at any byte, in three kinds, and delays

After each, every reported commit is in the history exactly once. Every twenty kills, and at the end, the tables equal
the replayed history (`GeoBench editors --judge`): no commit is there in part. Editors that were not killed have to
continue. Prints the seed and figures; ends with 1 on any error. Needs Python 3.11 and psql.
"""

import argparse
import collections
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
WITH_POSTGRES = os.path.join(ROOT, "Scripts", "with-postgres")
SCHEMA = "killed"


class Board:
    """The confirmed commits of all editors, in memory and in a file."""

    def __init__(self, path):
        self.lock = threading.Lock()
        self.file = open(path, "w")
        self.path = path
        self.told = collections.Counter()
        self.counts = collections.Counter()
        self.failures = collections.Counter()
        self.faults = []

    def note(self, line):
        try:
            event = json.loads(line)
        except ValueError:
            return None  # The last line of a killed editor.
        kind = next(iter(event))
        with self.lock:
            self.file.write(line + "\n")
            self.counts[kind] += 1
            if kind == "told":
                self.told[(event["told"]["kind"], event["told"]["name"])] += 1
            elif kind == "failed":
                message = event["failed"]["message"]
                self.failures[event["failed"]["code"] + ": " + message.rpartition("schema=" + SCHEMA + ": ")[2][:70]] += 1
            elif kind == "fault":
                self.faults.append(str(event["fault"]))
        return kind

    def snapshot(self):
        with self.lock:
            self.file.flush()
            return dict(self.told)


class Editor:
    def __init__(self, trial, number):
        self.trial, self.number = trial, number
        self.process = None
        self.last = time.monotonic()
        self.start()

    def start(self):
        self.trial.serial += 1
        self.last = time.monotonic()
        self.process = subprocess.Popen(
            [self.trial.bench, "editor", "--url", self.trial.url, "--schema", SCHEMA, "--writer", str(self.number),
             "--writers", str(self.trial.writers), "--seed", str(self.trial.seed * 10000 + self.trial.serial),
             "--timeout", "20"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        threading.Thread(target=self.listen, args=(self.process,), daemon=True).start()

    def listen(self, process):
        for line in process.stdout:
            if self.trial.board.note(line.rstrip("\n")) == "told":
                self.last = time.monotonic()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.start()

    def end(self):
        try:
            self.process.stdin.close()
            self.process.wait(timeout=60)
        except (OSError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


class Trial:
    def __init__(self, arguments):
        self.bench, self.writers, self.seed = arguments.bench, arguments.writers, arguments.seed
        self.chance = random.Random(self.seed)
        self.serial = 0
        self.direct = os.environ["GEOSNAP_POSTGRES"]
        self.url = self.direct
        self.side = "12"
        self.folder = tempfile.mkdtemp(prefix="geosnap-kills-")
        self.board = Board(os.path.join(self.folder, "told.jsonl"))
        self.wrong = []
        self.editors = []
        self.restarts = 0

    def say(self, text):
        print(f"{time.strftime('%H:%M:%S')} {text}", flush=True)

    def psql(self, sql):
        for attempt in range(100):
            answer = subprocess.run(
                ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", sql, self.direct],
                capture_output=True, text=True,
            )
            if answer.returncode == 0:
                return answer.stdout
            time.sleep(0.2)
        raise SystemExit(f"kill_editors: the server does not answer: {answer.stderr}")

    def geobench(self, *words):
        return subprocess.run(
            [self.bench, "editors", "--side", self.side, "--writers", str(self.writers), "--schema", SCHEMA,
             "--seed", str(self.seed), *words],
            capture_output=True, text=True, env={**os.environ, "GEOSNAP_POSTGRES": self.direct},
        )

    def begin(self):
        answer = self.geobench("--prepare")
        if answer.returncode:
            raise SystemExit(f"kill_editors: {answer.stderr}")

    def open(self):
        self.editors = [Editor(self, number) for number in range(self.writers)]

    def close(self):
        for editor in self.editors:
            editor.end()
        self.editors = []

    # Kills

    def kill(self, kind):
        if kind == "client":
            self.chance.choice(self.editors).kill()
        elif kind in ("terminate", "backend"):
            processes = self.psql(
                "SELECT pid FROM pg_stat_activity WHERE usename LIKE 'geosnap_trial_%' AND backend_type = 'client backend'"
                " ORDER BY pid"
            ).split()
            if not processes:
                return
            process = int(self.chance.choice(processes))
            if kind == "terminate":
                self.psql(f"SELECT pg_terminate_backend({process})")
            else:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        else:
            subprocess.run([WITH_POSTGRES, "--crash"], check=True)
            time.sleep(self.chance.uniform(0, 0.5))
            subprocess.run([WITH_POSTGRES, "--start"], check=True)

    # Checks

    def check(self, what):
        told = self.board.snapshot()
        rows = self.psql(f"SELECT kind || chr(9) || name || chr(9) || count(*) FROM {SCHEMA}.un_history GROUP BY kind, name")
        found = {}
        for row in rows.splitlines():
            kind, name, count = row.split("\t")
            found[kind, name] = int(count)
        for key, count in told.items():
            if found.get(key, 0) < count:
                self.wrong.append(f"{what}: told and not in the history: {key}")
        for (kind, name), count in found.items():
            if kind == "commit" and count > 1:
                self.wrong.append(f"{what}: {count} times in the history: {name}")
        for editor in self.editors:
            if editor.process.poll() is not None:
                # An editor that could not open during the server's absence starts again; a running one must not end.
                error = editor.process.stderr.read()[-300:]
                if "Fatal error" in error or "cannotOpen" not in error and "connect" not in error.lower() and editor.process.returncode < 0:
                    self.wrong.append(f"{what}: an editor has ended with {editor.process.returncode}: {error}")
                self.restarts += 1
                editor.start()

    def wait_for_all(self, what, since):
        deadline = time.monotonic() + 60
        for editor in self.editors:
            while editor.last < since or editor.last <= 0:
                if editor.process.poll() is not None:
                    self.check(what)
                    since = min(since, editor.last)
                    break
                if time.monotonic() > deadline:
                    self.wrong.append(f"{what}: editor {editor.number} does not go on")
                    return
                time.sleep(0.02)

    def judge(self, what):
        self.board.snapshot()
        answer = self.geobench("--judge", self.board.path)
        if answer.returncode:
            self.wrong.append(f"{what}: {answer.stdout}{answer.stderr}")
        return answer.stdout.strip().rpartition("\n")[2]

    # Rounds

    def run_kills(self, count):
        self.open()
        self.wait_for_all("opening", time.monotonic())
        kinds = collections.Counter()
        for number in range(count):
            kind = self.chance.choice(["client", "client", "terminate", "terminate", "backend", "server"])
            time.sleep(self.chance.uniform(0.02, 0.5))
            since = time.monotonic()
            self.kill(kind)
            kinds[kind] += 1
            what = f"kill {number + 1} ({kind})"
            self.wait_for_all(what, since)
            self.check(what)
            if number % 20 == 19:
                self.say(f"{what}: {self.judge(what)}")
            if len(self.wrong) > 5:
                break
        self.close()
        self.check("after all kills")
        self.say(f"{sum(kinds.values())} kills: {dict(kinds)}; {self.judge('after all kills')}")

    def run_cuts(self, count):
        port = os.environ["GEOSNAP_POSTGRES_TCP"].rpartition(":")[2].partition("/")[0]
        proxy = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "cut_proxy.py"), "--listen", "0", "--to", port, "--seed", str(self.seed),
             "--every", "1", "--cut-after", "0..60000", "--direction", "both", "--delay-ms", "0..2", "--until-stdin-ends"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        cuts = collections.Counter()
        listening = json.loads(proxy.stdout.readline())

        def listen():
            for line in proxy.stdout:
                event = json.loads(line)
                if event["event"] == "cut":
                    cuts[event["kind"]] += 1

        threading.Thread(target=listen, daemon=True).start()
        self.url = f"postgresql://geosnap@127.0.0.1:{listening['port']}/geosnap"
        self.open()
        deadline = time.monotonic() + 60 + 5 * count
        checked = 0
        while sum(cuts.values()) < count and time.monotonic() < deadline and len(self.wrong) <= 5:
            time.sleep(0.2)
            if sum(cuts.values()) >= checked + 10:
                checked = sum(cuts.values())
                self.check(f"cut {checked}")
                self.say(f"{checked} cuts: {self.judge(f'cut {checked}')}")
        self.close()
        proxy.stdin.close()
        proxy.wait(timeout=60)
        self.check("after all cuts")
        if sum(cuts.values()) < count:
            self.wrong.append(f"only {sum(cuts.values())} cuts came about")
        self.say(f"{sum(cuts.values())} cuts: {dict(cuts)}; {self.judge('after all cuts')}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", default=os.path.join(ROOT, ".build", "release", "GeoBench"))
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--cuts", type=int, default=100)
    parser.add_argument("--writers", type=int, default=6)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 20))
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if not arguments.inside:
        words = [WITH_POSTGRES, "--tcp", sys.executable, os.path.abspath(__file__), "--inside", "--bench", arguments.bench]
        for name in ("kills", "cuts", "writers", "seed"):
            words += [f"--{name}", str(getattr(arguments, name))]
        raise SystemExit(subprocess.run(words).returncode)
    trial = Trial(arguments)
    trial.say(f"seed {trial.seed}, {trial.writers} editors, {arguments.kills} kills, {arguments.cuts} cuts")
    trial.begin()
    try:
        if arguments.kills:
            trial.run_kills(arguments.kills)
        if arguments.cuts:
            trial.run_cuts(arguments.cuts)
    finally:
        trial.close()
    board = trial.board
    trial.say(f"reported: {dict(board.counts)}; editors started again because they could not open: {trial.restarts}")
    for failure, count in board.failures.most_common(12):
        trial.say(f"  {count} times {failure}")
    for fault in trial.wrong + board.faults:
        trial.say(f"WRONG: {fault}")
    trial.say("all is well" if not trial.wrong and not board.faults else f"the reported commits are in {board.path}")
    raise SystemExit(1 if trial.wrong or board.faults else 0)


if __name__ == "__main__":
    main()
