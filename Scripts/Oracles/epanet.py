#!/usr/bin/env python3
"""Writes what WNTR reads from EPANET files: the answers that imports are compared with.

    epanet.py OUT_FOLDER FILE.inp [FILE.valves-NAME.csv ...] [FILE.inp ...]

For each FILE.inp it writes OUT_FOLDER/FILE.json: the nodes; the links of wn.to_graph with both
ends and whether they conduct (initial status not closed); and for each layer of valves after the
file the segments of wntr.metrics.valve_segments, which take every link as open. Needs wntr.
"""

import json
import pathlib
import sys
import warnings

import pandas
import wntr

warnings.filterwarnings("ignore")


def origin(kind, name):
    """The name as origins have it."""
    for character in "%;#@":
        name = name.replace(character, f"%{ord(character):02X}")
    return f"{kind}/{name}"


def links_of(network):
    """The links of the graph, in the order of their names."""
    links = []
    for start, end, name in network.to_graph().edges(keys=True):
        link = network.get_link(name)
        closed = link.initial_status == wntr.network.LinkStatus.Closed
        links.append({
            "origin": origin("link", name), "from": origin("node", start),
            "to": origin("node", end), "conducting": not closed})
    return sorted(links, key=lambda link: link["origin"])


def layer_of(network, path):
    """The valves of a layer, and the nodes and links of each segment between them."""
    valves = pandas.read_csv(path, dtype=str)[["link", "node"]]
    rows = [
        {"origin": f"valve/{row}", "link": origin("link", valve.link),
         "node": origin("node", valve.node)}
        for row, valve in enumerate(valves.itertuples())]
    nodes, links, _ = wntr.metrics.valve_segments(network.to_graph(), valves)
    segments = {}
    for kind, series in (("node", nodes), ("link", links)):
        for name, segment in series.items():
            segments.setdefault(int(segment), []).append(origin(kind, name))
    return {"valves": rows, "segments": sorted(sorted(segment) for segment in segments.values())}


def lines(entries):
    """A JSON list with one entry a line."""
    return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries) + "\n]"


def write(path, layers, folder):
    network = wntr.network.WaterNetworkModel(str(path))
    nodes = sorted(origin("node", name) for name in network.node_name_list)
    members = [f'"nodes":{lines(nodes)}', f'"links":{lines(links_of(network))}']
    if layers:
        parts = []
        for layer in layers:
            answer = layer_of(network, layer)
            name = layer.stem.split(".valves-")[1]
            parts.append(
                f'"{name}":{{"valves":{lines(answer["valves"])},'
                f'"segments":{lines(answer["segments"])}}}')
        members.append('"layers":{' + ",\n".join(parts) + "}")
    (folder / f"{path.stem}.json").write_text("{" + ",\n".join(members) + "}\n", encoding="utf-8")
    print(f"{path.name}: {len(network.node_name_list)} nodes, {len(network.link_name_list)} links")


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    paths = [pathlib.Path(argument) for argument in sys.argv[2:]]
    for path in paths:
        if path.suffix == ".inp":
            layers = [p for p in paths if p.name.startswith(f"{path.stem}.valves-")]
            write(path, layers, folder)


if __name__ == "__main__":
    main()
