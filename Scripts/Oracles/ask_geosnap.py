#!/usr/bin/env python3
"""Asks geosnap the questions of answers files, and reports where its answers differ.

    ask_geosnap.py GEOSNAP ANSWERS.json... [--folder FOLDER] [--every N] [--only WORD] [--show N]

GEOSNAP is the built program. Each file says how its network is imported; that is done once, into FOLDER (by default a
temporary one). --every N asks each Nth question only, --only those whose command has the word, and --show N prints N
differences of each file (10 by default). The exit code is 1 if anything differs. trace/answers.py has the format of
the files. Only the standard library is needed.
"""

import argparse
import collections
import gzip
import json
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PHASES = {"None": 0, "C": 1, "B": 2, "BC": 3, "A": 4, "AC": 5, "AB": 6, "ABC": 7}


def origins(entries, tables=("bus", "node")):
    """The origins in some tables that features or elements name."""
    return {origin.strip() for entry in entries for origin in (entry.get("origin") or "").split(";")
            if origin.strip().split("/")[0] in tables}


def expand(text, nodes):
    found = set()
    for part in text.split():
        first, _, last = part.partition("-")
        found.update(nodes[int(first):int(last or first) + 1])
    return found


def told(expected, found):
    """The differences between two sets, briefly; empty if they are equal."""
    missing, extra = sorted(expected - found), sorted(found - expected)
    return "; ".join(f"{word} {len(some)}: {', '.join(map(str, some[:6]))}"
                     for word, some in (("missing", missing), ("too many", extra)) if some)


def phases_of(document):
    """The phases with which each node is supplied."""
    found = collections.Counter()
    for element in document.get("elements", []):
        value = (element.get("propagated") or {}).get("Phases Current", 0)
        mask = PHASES[value] if isinstance(value, str) else int(value or 0)
        for origin in origins([element]):
            found[origin] |= mask
    return found


class Comparison:
    """Compares documents with the answers of one file."""

    # The member of the document with an answer's content, if it has another name.
    place = {"controllers": "features", "phases": "elements", "lost": "elements",
             **dict.fromkeys(("region", "boundary", "needed", "controllersInside", "sourcesInside"),
                             "isolation")}

    def __init__(self, answers):
        self.nodes = answers["nodes"]
        first = next((q["answer"] for q in answers["questions"] if "phases" in q["answer"]), None)
        self.carried = dict(zip(self.nodes, map(int, first["phases"]))) if first else {}

    def differences(self, answer, document):
        """Each member of the answer that differs from the document."""
        if "error" in document and "error" not in answer:
            yield "error", str(document["error"])
            return
        for member, expected in answer.items():
            if member == "unclear":
                continue
            if self.place.get(member, member) not in document:
                yield member, f"no '{self.place.get(member, member)}' in {sorted(document)}"
                continue
            difference = getattr(self, member)(expected, document, answer)
            if difference:
                yield member, difference

    def disconnected(self, expected, document, _):
        return told(expand(expected, self.nodes), origins(document.get("disconnected", [])))

    def features(self, expected, document, _):
        return told(expand(expected, self.nodes), origins(document.get("features", [])))

    def region(self, expected, document, _):
        isolation = document.get("isolation", {})
        return told(expand(expected, self.nodes), origins(isolation.get("region", [])))

    def subnetworks(self, expected, document, _):
        found = {}
        for subnetwork in document.get("subnetworks", []):
            found.setdefault(subnetwork["name"], set()).update(origins(subnetwork["features"]))
        return " | ".join(filter(None, [
            told(set(expected), set(found)),
            *(f"{name}: {told(expand(some, self.nodes), found[name])}"
              for name, some in expected.items()
              if name in found and expand(some, self.nodes) != found[name])]))

    def controllers(self, expected, document, _):
        tables = {origin.split("/")[0] for origin in expected}
        return told(set(expected), origins(document.get("features", []), tables))

    def distances(self, expected, document, answer):
        unclear = expand(answer.get("unclear", ""), self.nodes)
        found = {}
        for entry in document.get("distances", []):
            for origin in origins([entry]):
                found[origin] = min(found.get(origin, math.inf), entry["value"])
        nodes = expand(expected["nodes"], self.nodes)
        # In the order of the list.
        values = dict(zip((n for n in self.nodes if n in nodes), expected["values"]))
        wrong = [f"{n}: {found[n]} for {values[n]}" for n in values
                 if n in found and n not in unclear
                 and abs(found[n] - values[n]) > 1e-6 * max(1, abs(values[n]))]
        return "; ".join(filter(None, [
            told(nodes - unclear, set(found) - unclear), ", ".join(wrong[:6])]))

    def error(self, expected, document, _):
        found = document.get("error", {}).get("code")
        return "" if found == expected else f"{found} for {expected}"

    def reached(self, expected, document, _):
        return "" if document.get("reached") == expected else f"{document.get('reached')}"

    def isolation_list(self, name, expected, document):
        tables = {"valve", "node", "bus", "switch", "ext_grid"}
        return told(set(expected), origins(document.get("isolation", {}).get(name, []), tables))

    def boundary(self, expected, document, _):
        return self.isolation_list("boundary", expected, document)

    def needed(self, expected, document, _):
        return self.isolation_list("needed", expected, document)

    def controllersInside(self, expected, document, _):
        return self.isolation_list("controllersInside", expected, document)

    def sourcesInside(self, expected, document, _):
        return self.isolation_list("sourcesInside", expected, document)

    def segments(self, expected, document, _):
        def counted(pairs):
            return collections.Counter((frozenset(n), frozenset(v)) for n, v in pairs if n or v)
        wanted = counted((expand(s["nodes"], self.nodes), s["valves"]) for s in expected)
        found = counted((origins(s["features"]), origins([{"origin": valve} if isinstance(
            valve, str) else valve for valve in s["valves"]], ("valve",)))
            for s in document.get("segments", []))
        return "; ".join(
            f"{word} {sum(some.values())}: " + ", ".join(
                f"{sorted(n)[:4]} with {sorted(v)[:4]}" for n, v in list(some)[:3])
            for word, some in (("missing", wanted - found), ("too many", found - wanted)) if some)

    def phases(self, expected, document, _):
        found = phases_of(document)
        return ", ".join([f"{n}: {found[n]} for {digit}" for n, digit in zip(self.nodes, expected)
                          if found[n] != int(digit)][:8])

    def lost(self, expected, document, answer):
        found, unclear = phases_of(document), expand(answer.get("unclear", ""), self.nodes)
        parts = []
        for name, phase in (("A", 4), ("B", 2), ("C", 1)):
            lost = {n for n, carried in self.carried.items() if carried & phase & ~found[n]}
            difference = told(expand(expected.get(name, ""), self.nodes) - unclear, lost - unclear)
            if difference:
                parts.append(f"{name} {difference}")
        return "; ".join(parts)


def imported(geosnap, network, folder):
    """The network of an answers file; imported if it is missing."""
    path = pathlib.Path(folder) / network["file"]
    if path.exists():
        return path
    kind, file, *options = network["import"]
    source = ROOT / file
    if source.suffix == ".gz":
        plain = pathlib.Path(folder) / source.stem
        with gzip.open(source, "rb") as packed, open(plain, "wb") as unpacked:
            shutil.copyfileobj(packed, unpacked)
        source = plain
    options = [ROOT / word if "/" in word else word for word in options]
    command = [geosnap, "import", kind, source, path, *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return path


def ask(geosnap, path, command):
    """The output of geosnap; a text is an error message."""
    verb, *rest = command
    run = subprocess.run([geosnap, verb, path, *rest, "--json"], capture_output=True, text=True)
    try:
        document = json.loads(run.stdout)
    except ValueError:
        return f"exit {run.returncode}: {(run.stderr or run.stdout).strip()[:300]}"
    # It also ends with 1 if nothing isolates the start.
    has_failed = "error" in document or bool(document.get("isolation", {}).get("sourcesInside"))
    if run.returncode != int(has_failed):
        return f"exit {run.returncode} with JSON {run.stdout[:200]}"
    return document


def kind(command):
    return " ".join(["trace", command[2]] if command[0] == "trace" else command[:1])


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("geosnap")
    arguments.add_argument("answers", nargs="+")
    arguments.add_argument("--folder")
    arguments.add_argument("--every", type=int, default=1)
    arguments.add_argument("--only")
    arguments.add_argument("--show", type=int, default=10)
    options = arguments.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as temporary:
        for name in options.answers:
            answers = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
            path = imported(options.geosnap, answers["network"], options.folder or temporary)
            wrong += check(answers, name, options, lambda c: ask(options.geosnap, path, c))
    sys.exit(1 if wrong else 0)


def check(answers, name, options, asking):
    """Asks all questions of a file with a function; returns the number of wrong answers."""
    comparison = Comparison(answers)
    agreeing, differing, begin, shown = collections.Counter(), collections.Counter(), time.time(), 0
    questions = answers["questions"][::options.every]
    if options.only:
        questions = [q for q in questions if options.only in " ".join(q["command"])]
    for question in questions:
        document = asking(question["command"])
        if isinstance(document, str):
            differences = [("answer", document)]
        else:
            differences = list(comparison.differences(question["answer"], document))
        (differing if differences else agreeing)[kind(question["command"])] += 1
        if differences and shown < options.show:
            shown += 1
            print(" ".join(f"'{w}'" if " " in w else w for w in question["command"]))
            for member, difference in differences:
                print(f"    {member}: {difference}")
    print(f"{pathlib.Path(name).name}: {sum(agreeing.values())} agree, "
          f"{sum(differing.values())} differ, {time.time() - begin:.0f} s")
    for word in sorted(agreeing | differing):
        print(f"    {word}: {agreeing[word]} agree, {differing[word]} differ")
    return sum(differing.values())


if __name__ == "__main__":
    main()
