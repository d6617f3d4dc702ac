"""Compares the network of another program with geosnap's import of its file, element by element.

An answer has `nodes`, the origins of the nodes in service; `links`, each with origin, from, to and conducting; and
`rows`, the number of rows of each table or section. These are compared, and also the connected parts of the nodes by
conducting links.
"""

import collections
import json
import pathlib
import sqlite3
import subprocess
import tempfile


def parts(nodes, links):
    """The groups of nodes that conducting links connect."""
    leader = {node: node for node in nodes}

    def root(node):
        while leader[node] != node:
            leader[node] = leader[leader[node]]
            node = leader[node]
        return node

    for _, ends, conducting in links:
        if conducting and all(end in leader for end in ends):
            first, *rest = map(root, ends)
            for other in rest:
                leader[other] = first
    groups = collections.defaultdict(set)
    for node in nodes:
        groups[root(node)].add(node)
    return {frozenset(group) for group in groups.values()}


def out_of_service(path):
    """The origins of the features whose IN_SERVICE is 0."""
    off = set()
    with sqlite3.connect(path) as database:
        tables = [name for name, in database.execute("SELECT table_name FROM gpkg_contents")]
        for table in tables:
            columns = {row[1].upper() for row in database.execute(f'PRAGMA table_info("{table}")')}
            if {"ORIGIN", "INSERVICE"} <= columns:
                off |= {origin for origin, in database.execute(
                    f'SELECT ORIGIN FROM "{table}" WHERE INSERVICE = 0') if origin}
    return off


def told(expected, found):
    less, more = expected - found, found - expected
    return [f"{word} {sum(some.values()) if hasattr(some, 'values') else len(some)}: {sorted(map(str, some))[:3]}"
            for word, some in (("missing", less), ("too many", more)) if some]


def differences(answer, geosnap, kind, source, *options):
    """A sentence for each difference in geosnap's import."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "network.gpkg"
        run = subprocess.run([geosnap, "import", kind, source, path, *options, "--json"],
                             capture_output=True, text=True)
        if run.returncode:
            return [f"not imported: {(run.stderr or run.stdout)[:300]}"]
        report = json.loads(run.stdout)
        graph = json.loads(subprocess.run([geosnap, "graph", path, "--json"],
                                          capture_output=True, text=True, check=True).stdout)
        off = out_of_service(path)
    found = []
    nodes = {node["origin"] for node in graph["nodes"]}
    found += [f"nodes {text}" for text in told(set(answer["nodes"]), nodes - off)]

    def links(entries, conducts):
        return collections.Counter((link["origin"], tuple(sorted((link["from"], link["to"]))), conducts(link))
                                   for link in entries)

    expected = links(answer["links"], lambda link: bool(link["conducting"]))
    made = links(graph["links"], lambda link: link["conducting"] and link["enabled"])
    found += [f"links {text}" for text in told(expected, made)]
    served = set(answer["nodes"])
    if parts(served, expected) != parts(served, made):
        found.append(f"parts: {len(parts(served, made))}, not {len(parts(served, expected))}")
    read, left = report["read"], report["notImported"]
    for table, count in answer.get("rows", {}).items():
        if count and count != read.get(table, 0) + left.get(table, 0):
            found.append(f"rows of {table}: {read.get(table, 0)} read and {left.get(table, 0)} not imported of {count}")
    return found


def written(folder, networks, answer, to_json):
    """Each pandas network with its answer and its file, as this release writes it."""
    for name, net in networks:
        path = pathlib.Path(folder) / f"{name}.json"
        to_json(net, str(path))
        result = answer(net)
        result["rows"] = {
            table: len(net[table]) for table in net.keys()
            if hasattr(net[table], "columns") and not table.startswith(("res_", "_"))
            and not table.endswith("_geodata")}
        yield name, result, path


def run(title, networks, geosnap, kind, *options):
    """Compares networks, each a name, an answer and a file; prints one line for each, and returns whether all agree."""
    count, wrong = 0, 0
    for name, answer, source in networks:
        count += 1
        faults = differences(answer, geosnap, kind, source, *options)
        wrong += bool(faults)
        print(f"{title} {name}: {len(answer['nodes'])} nodes, {len(answer['links'])} links"
              + ("" if faults else ", the same"), flush=True)
        for fault in faults:
            print(f"    {fault}")
    print(f"{title}: {count - wrong} of {count} networks are the same")
    return wrong == 0
