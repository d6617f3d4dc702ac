#!/usr/bin/env python3
"""Writes the answers of swmm-api and networkx to traces of a sewer network.

    swmm_answers.py NETWORK.inp ANSWERS.json IMPORT_INP [--sample N]

Up- and downstream by the drawn direction are ancestors and descendants in the graph of swmm-api's links, including
the start. Without it, flow goes to the outfalls: a link can carry it from u to v if v is connected to an outfall in
the graph without the link (pumps one way only). Also: loops, shortest paths and distances by the length of conduits,
and the nodes that no outfall reaches when a link is blocked. N starts of each kind are drawn with seed 6. answers.py
has the format of the answers. Needs swmm-api.
"""

import argparse
import pathlib
import random

import networkx
import swmm_api
from swmm_api import read_inp_file
from swmm_api.input_file.macros import links_dict, nodes_dict

from answers import Answers, origin, tree_order
from graphs import Flows, Link, digraph, distances, loops, multigraph, only_path

FEET = {"CFS", "GPM", "MGD"}


def node(name):
    return origin("node", name)


def sample(chooser, values, count):
    values = list(values)
    return chooser.sample(values, min(count, len(values)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("network", "answers", "importing"):
        arguments.add_argument(name)
    arguments.add_argument("--sample", type=int, default=60)
    options = arguments.parse_args()
    model = read_inp_file(options.network)
    scale = 0.3048 if str(model["OPTIONS"].get("FLOW_UNITS", "CFS")) in FEET else 1
    nodes = [str(name) for name in nodes_dict(model)]
    pumps = set(map(str, model["PUMPS"])) if "PUMPS" in model else set()
    links = [
        Link(str(name), str(link.from_node), str(link.to_node),
             scale * float(getattr(link, "length", 0)), str(name) in pumps)
        for name, link in links_dict(model).items()]
    outfalls = [str(name) for name in model["OUTFALLS"]]
    simple = networkx.Graph(multigraph(nodes, links))
    answers = Answers(
        ["swmm", options.importing], f"{pathlib.Path(options.answers).stem}.gpkg",
        f"swmm-api {swmm_api.__version__}, networkx {networkx.__version__}",
        map(node, tree_order(simple, outfalls)))
    names = lambda part: answers.set(map(node, part))
    chooser = random.Random(6)
    drawn = networkx.MultiDiGraph()
    drawn.add_nodes_from(nodes)
    drawn.add_edges_from((link.start, link.end) for link in links)
    for start in sorted(sample(chooser, nodes, options.sample)):
        at = ("--start", f"origin:{node(start)}", "--digitized-direction")
        answers.ask("trace", "--type", "upstream", *at,
                    features=names(networkx.ancestors(drawn, start) | {start}))
        answers.ask("trace", "--type", "downstream", *at,
                    features=names(networkx.descendants(drawn, start) | {start}))
    flow = Flows(nodes, links, outfalls, sinks=True)
    plain = multigraph(nodes, links)
    drained = set().union(*(networkx.node_connected_component(plain, o) for o in outfalls))
    single = {o for o in outfalls if plain.degree(o) == 1}
    for start in sorted(sample(chooser, nodes, options.sample // 3)):
        at = ("--start", f"origin:{node(start)}")
        part = networkx.node_connected_component(plain, start)
        answers.ask("trace", "--type", "connected", *at, features=names(part))
        if start not in drained:
            answers.ask("trace", "--type", "downstream", *at, error="noControllers")
            continue
        if start not in flow.fed and start not in outfalls:
            continue  # Only against a pump.
        for mode in ("edge", "none", "path"):
            for direction in ("upstream", "downstream"):
                # Sinks: downstream is the path to the controller.
                found = flow.walk(start, direction, mode)
                answers.ask("trace", "--type", direction, *at, "--indeterminate", mode,
                            features=names(found))
        if set(outfalls) & part <= single:
            answers.ask("trace", "--type", "loops", *at,
                        features=names(loops(nodes, links, start)))
        goal = chooser.choice(nodes)
        path = only_path(nodes, links, start, goal) if goal != start else None
        if path:
            answers.ask("trace", "--type", "shortestPath", *at, "--start",
                        f"origin:{node(goal)}", "--cost", "Length", features=names(path))
    for start in [*outfalls[:2], *sample(chooser, nodes, 3)]:
        values, unclear = distances(nodes, links, start)
        answers.ask("distances", "--from", f"origin:{node(start)}", "--cost", "Length",
                    **answers.distances({node(n): v for n, v in values.items()}, map(node, unclear)))
    for link in [None, *sample(chooser, links, options.sample)]:
        rest = [other for other in links if other is not link]
        both = multigraph(nodes, rest)
        reached = set().union(*(networkx.node_connected_component(both, o) for o in outfalls))
        one_way = digraph(nodes, rest).reverse()
        if reached != set().union(*(networkx.descendants(one_way, o) | {o} for o in outfalls)):
            continue
        block = ["--block", f"origin:{origin('link', link.name)}"] if link else []
        answers.ask("subnetworks", *block, disconnected=names(set(nodes) - reached))
    answers.write(options.answers)


if __name__ == "__main__":
    main()
