#!/usr/bin/env python3
"""Writes the answers of WNTR and networkx to traces of a water network with a layer of isolation valves.

    epanet_answers.py NETWORK.inp VALVES.csv ANSWERS.json IMPORT_INP IMPORT_CSV [--tanks]

Segments are those of wntr.metrics.valve_segments, which treat every link as open. The rest is computed by networkx
from WNTR's data: isolation as described below, up- and downstream, loops (not through reservoirs, which block them),
shortest paths, distances, and the elements cut off when a link is blocked or valves are closed. Starts are drawn with
seed 6. --tanks makes tanks controllers, like the reservoirs. IMPORT_INP and IMPORT_CSV are the paths of the files in
the repository. answers.py has the format of the answers. Needs wntr.

Isolation of a start, closed links out, valves of the layer as filter barriers:
  region       reached from the start without passing a valve
  boundary     the valves that are touched
  C            reached from reservoirs and tanks without passing a valve of the boundary
  needed       valves of the boundary with one side in C and the other in the region; not asked if
               a reservoir or tank is in the region
  isolated     reached from the start when only needed valves hold (--include isolated)
Pumps and check valves are passed both ways.
"""

import argparse
import pathlib
import random
import warnings

import networkx
import pandas
import wntr

from answers import Answers, origin, tree_order
from graphs import Flows, Link, distances, digraph, loops, multigraph, only_path

warnings.filterwarnings("ignore")
FILTER = "'Asset group' = 5 and 'Asset type' = 1"
CLOSED = 2


class Water:
    """The network as links, and as a graph in which valves are edges."""

    def __init__(self, model, valves, tanks):
        self.model, self.valves = model, valves
        self.nodes = list(model.node_name_list)
        self.reservoirs = list(model.reservoir_name_list) + (model.tank_name_list if tanks else [])
        self.sources = list(model.reservoir_name_list) + list(model.tank_name_list)
        self.links, self.closed = [], set()
        for name, link in model.links():
            one_way = link.link_type == "Pump" or bool(getattr(link, "check_valve", False))
            length = link.length if link.link_type == "Pipe" else 0.0
            self.links.append(Link(name, link.start_node_name, link.end_node_name, length, one_way))
            if link.initial_status == wntr.network.LinkStatus.Closed:
                self.closed.add(name)
        self.conducting = [link for link in self.links if link.name not in self.closed]
        self.directed = self.chains(True)
        self.graph = self.chains(False)

    def chains(self, directed):
        """Each link as two halves, each connected to its node, by a valve if there is one."""
        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(("node", name) for name in self.nodes)
        for link in self.links:
            halves = ("half", link.name, 0), ("half", link.name, 1)
            graph.add_nodes_from(halves)
            if link.name not in self.closed:
                graph.add_edge(*halves)
                if not (directed and link.one_way):
                    graph.add_edge(*reversed(halves))
            for half, node in zip(halves, (link.start, link.end)):
                rows = [row for row, valve in enumerate(self.valves)
                        if valve == (link.name, node)]
                for pair in ((half, ("node", node)), (("node", node), half)):
                    graph.add_edge(*pair, valve=rows[0] if rows else None)
        return graph

    def flood(self, starts, holding, graph=None, blocked=()):
        """The nodes that are reached without passing valves for which `holding` is true or blocked links, and the
        valves touched."""
        graph = graph if graph is not None else self.graph
        seen, stack, touched = set(starts), list(starts), set()
        while stack:
            node = stack.pop()
            for _, neighbour, valve in graph.out_edges(node, data="valve"):
                if valve is not None and holding(valve):
                    touched.add(valve)
                elif neighbour not in seen and not (neighbour[0] == "half"
                                                    and neighbour[1] in blocked):
                    seen.add(neighbour)
                    stack.append(neighbour)
        return seen, touched

    def sides(self):
        """The two sides of each valve in the graph."""
        return {valve: (u, v) for u, v, valve in self.graph.edges(data="valve")
                if valve is not None}

    def isolation(self, start, graph=None):
        region, boundary = self.flood([("node", start)], lambda valve: True, graph)
        inside = [r for r in self.sources if ("node", r) in region]
        fed, _ = self.flood([("node", r) for r in self.sources],
                            lambda valve: valve in boundary, graph)
        sides = self.sides()
        needed = {valve for valve in boundary
                  if any(a in fed and b in region for a, b in (sides[valve], sides[valve][::-1]))}
        isolated, _ = self.flood([("node", start)], lambda valve: valve in needed, graph)
        return region, boundary, needed, isolated, inside


def node(name):
    return origin("node", name)


def valve_origins(rows):
    return [f"valve/{row}" for row in sorted(rows)]


def segments(water, answers, layer):
    """WNTR's segments, by nodes and by the valves with one side in each."""
    nodes, links, _ = wntr.metrics.valve_segments(water.model.to_graph(), layer)
    found = {}
    for name, segment in nodes.items():
        found.setdefault(int(segment), ([], set()))[0].append(node(name))
    for row, (link, end) in enumerate(water.valves):
        sides = int(links[link]), int(nodes[end])
        for segment in set(sides) if sides[0] != sides[1] else ():
            found.setdefault(segment, ([], set()))[1].add(row)
    answers.ask("segments", "--ignore-status", segments=[
        {"nodes": answers.set(names), "valves": valve_origins(valves)}
        for names, valves in found.values()])


def ask_isolation(water, answers, starts):
    for start in starts:
        region, boundary, needed, isolated, inside = water.isolation(start)
        command = ("trace", "--type", "isolation", "--start", f"origin:{node(start)}",
                   "--filter-condition", FILTER)
        joined, _ = water.flood([("node", start)], lambda valve: False)
        if not any(("node", r) in joined for r in water.sources):
            answers.ask(*command, error="noControllers")
            continue
        names = lambda part: answers.set(node(p[1]) for p in part if p[0] == "node")
        answer = {"region": names(region), "boundary": valve_origins(boundary),
                  "controllersInside": [node(name) for name in inside if name in water.reservoirs],
                  "sourcesInside": [node(name) for name in inside]}
        if not inside:
            answer["needed"] = valve_origins(needed)
        answers.ask(*command, **answer)
        if not inside:
            answers.ask(*command, "--include", "isolated", region=names(isolated),
                        needed=valve_origins(needed))
            # Closing the needed valves cuts off the isolated part.
            options = [word for row in sorted(needed) for word in
                       ("--set", f"origin:valve/{row}.Device Status=Closed")]
            ask_lack(water, answers, options, closed=needed)


def ask_lack(water, answers, options, blocked=(), closed=()):
    """The nodes that no reservoir reaches; not asked if one-way links make a difference."""
    lacking = []
    for graph in (water.graph, water.directed):
        reached, _ = water.flood([("node", r) for r in water.reservoirs],
                                 lambda valve: valve in closed, graph, blocked)
        lacking.append({node(name) for name in water.nodes if ("node", name) not in reached})
    if lacking[0] != lacking[1]:
        return 1
    answers.ask("subnetworks", *options, disconnected=answers.set(lacking[0]))
    return 0


def ask_supply(water, answers, chooser):
    left = ask_lack(water, answers, [])
    names = [link.name for link in water.conducting]
    graph = multigraph(water.nodes, water.conducting)
    # Half of them with elements behind.
    single = {frozenset(edge) for edge in networkx.bridges(networkx.Graph(graph))}
    behind = [link.name for link in water.conducting
              if frozenset((link.start, link.end)) in single]
    chosen = sample(chooser, behind, 60) + sample(chooser, names, 60)
    for name in dict.fromkeys(chosen):
        left += ask_lack(water, answers, ["--block", f"origin:{origin('link', name)}"], [name])
    for row in sample(chooser, range(len(water.valves)), 40):
        left += ask_lack(
            water, answers, ["--set", f"origin:valve/{row}.Device Status={CLOSED}"], closed=[row])
    return left


def ask_traces(water, answers, starts, chooser):
    left = 0
    flow = Flows(water.nodes, water.conducting, water.reservoirs)
    both = multigraph(water.nodes, water.conducting)
    one = digraph(water.nodes, water.conducting)
    fed = set().union(*(networkx.descendants(one, r) | {r} for r in water.reservoirs))
    for count, start in enumerate(starts[:40]):
        at = ("--start", f"origin:{node(start)}")
        part = networkx.node_connected_component(both, start)
        if start not in fed:
            if not part & set(water.reservoirs):
                answers.ask("trace", "--type", "upstream", *at, error="noControllers")
            else:
                left += 1
            continue
        for mode in ("edge", "none", "path")[:3 if count < 12 else 2]:
            for direction in ("upstream", "downstream"):
                found = flow.walk(start, direction, mode)
                answers.ask("trace", "--type", direction, *at, "--indeterminate", mode,
                            features=answers.set(map(node, found)))
    for start in starts[:5]:
        at = ("--start", f"origin:{node(start)}")
        part = networkx.node_connected_component(both, start)
        answers.ask("trace", "--type", "connected", *at, "--tier", "Supply",
                    features=answers.set(map(node, part)))
        part = networkx.node_connected_component(multigraph(water.nodes, water.links), start)
        answers.ask("trace", "--type", "connected", *at, "--no-tier-conditions",
                    features=answers.set(map(node, part)))
    for start in starts[:5]:
        at = ("--start", f"origin:{node(start)}")
        for options, links in (((), water.conducting), (("--no-tier-conditions",), water.links)):
            found = loops(*without_passing(water.nodes, links, water.reservoirs), start)
            answers.ask("trace", "--type", "loops", *at, *options, features=answers.set(
                node(name) for name in found if isinstance(name, str)))
    count = 0
    for start in starts:
        goal = chooser.choice(water.nodes)
        path = only_path(water.nodes, water.conducting, start, goal) if start != goal else None
        if path and count < 30:
            count += 1
            answers.ask("trace", "--type", "shortestPath", "--start", f"origin:{node(start)}",
                        "--start", f"origin:{node(goal)}", "--cost", "Length",
                        features=answers.set(map(node, path)))
            answers.ask("why", "--from", f"origin:{node(start)}", "--to", f"origin:{node(goal)}",
                        reached=True)
    for start in [*water.reservoirs, *starts[:4]]:
        values, unclear = distances(water.nodes, water.conducting, start)
        answers.ask("distances", "--from", f"origin:{node(start)}", "--cost", "Length",
                    **answers.distances({node(name): value for name, value in values.items()},
                                        map(node, unclear)))
    return left


def without_passing(nodes, links, ends):
    """Nodes and links whose ends are reached by each link separately: no loop goes through them."""
    nodes, parted = [n for n in nodes if n not in ends], []
    for link in links:
        u, v = ((link.name, n) if n in ends else n for n in (link.start, link.end))
        nodes += [n for n in (u, v) if isinstance(n, tuple)]
        parted.append(link._replace(start=u, end=v))
    return nodes, parted


def sample(chooser, values, count):
    values = list(values)
    return chooser.sample(values, min(count, len(values)))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("network", "valves", "answers", "importing", "layer"):
        arguments.add_argument(name)
    arguments.add_argument("--tanks", action="store_true")
    options = arguments.parse_args()
    layer = pandas.read_csv(options.valves, dtype=str)[["link", "node"]]
    water = Water(wntr.network.WaterNetworkModel(options.network),
                  list(layer.itertuples(index=False, name=None)), options.tanks)
    simple = networkx.Graph(multigraph(water.nodes, water.conducting))
    answers = Answers(
        ["epanet", options.importing, "--valves", options.layer,
         *["--tank-controllers"][:options.tanks]],
        f"{pathlib.Path(options.answers).stem}.gpkg",
        f"wntr {wntr.__version__}, networkx {networkx.__version__}",
        map(node, tree_order(simple, water.reservoirs)))
    chooser = random.Random(6)
    segments(water, answers, layer)
    starts = sample(chooser, [n for n in water.nodes if n not in water.reservoirs], 60)
    ask_isolation(water, answers, starts)
    left = {"supply": ask_supply(water, answers, chooser),
            "traces": ask_traces(water, answers, starts, chooser)}
    print("left out:", left, "reservoirs:",
          {r: len(water.model.get_links_for_node(r)) for r in water.reservoirs})
    answers.write(options.answers)


if __name__ == "__main__":
    main()
