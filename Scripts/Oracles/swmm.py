#!/usr/bin/env python3
"""Writes what swmm-api reads from SWMM files: the answers that imports are compared with.

    swmm.py OUT_FOLDER FILE.inp [FILE.inp ...]

For each FILE.inp it writes OUT_FOLDER/FILE.json: the nodes, the links with both ends in the drawn
direction, and the nodes up- and downstream of a few nodes by networkx. Needs swmm-api.
"""

import json
import pathlib
import sys

import networkx
from swmm_api import read_inp_file
from swmm_api.input_file.macros import links_dict, nodes_dict


def origin(kind, name):
    """The name as origins have it."""
    for character in "%;#@":
        name = name.replace(character, f"%{ord(character):02X}")
    return f"{kind}/{name}"


def lines(entries):
    """A JSON list with one entry a line."""
    return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries) + "\n]"


def write(path, folder):
    model = read_inp_file(str(path))
    nodes = sorted(origin("node", str(name)) for name in nodes_dict(model))
    links = sorted((
        {"origin": origin("link", str(name)), "from": origin("node", str(link.from_node)),
         "to": origin("node", str(link.to_node)), "conducting": True}
        for name, link in links_dict(model).items()), key=lambda link: link["origin"])
    graph = networkx.MultiDiGraph()
    graph.add_nodes_from(nodes)
    for link in links:
        graph.add_edge(link["from"], link["to"], key=link["origin"])
    starts = nodes[:: max(1, len(nodes) // 5)]
    directions = [
        {"start": start, "upstream": len(networkx.ancestors(graph, start)),
         "downstream": len(networkx.descendants(graph, start))} for start in starts]
    text = ",\n".join((
        f'"nodes":{lines(nodes)}', f'"links":{lines(links)}', f'"directions":{lines(directions)}'))
    (folder / f"{path.stem}.json").write_text("{" + text + "}\n", encoding="utf-8")
    print(f"{path.name}: {len(nodes)} nodes, {len(links)} links")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    for argument in sys.argv[2:]:
        write(pathlib.Path(argument), folder)


if __name__ == "__main__":
    main()
