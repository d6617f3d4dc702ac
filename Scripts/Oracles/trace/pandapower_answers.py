#!/usr/bin/env python3
"""Writes pandapower.topology's answers to traces.

    pandapower_answers.py NETWORK.json ANSWERS.json IMPORT_FILE [--lines N] [--restore N]

The questions are supply after each single outage and each opened switch, restoration by closing each open switch,
subnetworks, distances, and by networkx on pandapower's graph: connected parts, paths to the source, the part behind a
bus, shortest paths and loops. --lines asks the outage of N lines only, --restore the restoration after N outages;
both are drawn with seed 6. IMPORT_FILE is the path of the network in the repository. answers.py has the format of the
answers. Needs pandapower.
"""

import argparse
import gzip
import itertools
import pathlib
import random
import warnings

import networkx
import pandapower
import pandapower.topology

from answers import Answers, tree_order
from graphs import Flow, Link, loops, only_path

warnings.filterwarnings("ignore")
OPEN, CLOSED = 1, 2


def read(path):
    path = pathlib.Path(path)
    if path.suffix == ".gz":
        with gzip.open(path, "rt") as file:
            return pandapower.from_json_string(file.read())
    return pandapower.from_json(str(path))


def bus(index):
    return f"bus/{index}"


class Asker:
    def __init__(self, net, answers_file, importing, options):
        self.net, self.random = net, random.Random(6)
        self.graph = self.graph_of()
        sources = net.ext_grid[net.ext_grid.in_service]
        self.sources = {f"ext_grid/{i}": int(row.bus) for i, row in sources.iterrows()}
        if "slack" in net.gen:
            for i, row in net.gen[net.gen.in_service & net.gen.slack].iterrows():
                self.sources[f"gen/{i}"] = int(row.bus)
        simple = networkx.Graph(self.graph)
        self.buses = [b for b in tree_order(simple, sorted(self.sources.values()))]
        self.answers = Answers(
            importing, answers_file, f"pandapower {pandapower.__version__}", map(bus, self.buses))
        self.options = options

    def graph_of(self, **options):
        return pandapower.topology.create_nxgraph(self.net, multi=True, **options)

    def unsupplied(self, graph=None):
        """pandapower's answer. A given graph without some edges spares making a new one."""
        return self.answers.set(map(bus, self.lacking(graph)))

    def lacking(self, graph=None):
        found = pandapower.topology.unsupplied_buses(self.net, mg=graph)
        return {b for b in found if self.net.bus.at[b, "in_service"]}

    def outage(self, table, index):
        """The buses without supply while an element is out of service."""
        self.net[table].at[index, "in_service"] = False
        try:
            return self.lacking()
        finally:
            self.net[table].at[index, "in_service"] = True

    def without(self, table, index):
        """The same, by pandapower's graph without the element's edges."""
        edges = self.edges.get((table, index), [])
        self.graph.remove_edges_from([edge[:3] for edge in edges])
        found = self.lacking(self.graph)
        self.graph.add_edges_from(edges)
        return found

    def supply(self):
        net, answers = self.net, self.answers
        self.edges = {}
        for u, v, key, data in self.graph.edges(keys=True, data=True):
            self.edges.setdefault(key, []).append((u, v, key, data))
        answers.ask("subnetworks", disconnected=self.unsupplied(), subnetworks={
            name: answers.set(map(bus, networkx.node_connected_component(self.graph, source)))
            for name, source in self.sources.items()}
            if self.parts() == len(self.sources) else {})
        if not answers.questions[-1]["answer"]["subnetworks"]:
            del answers.questions[-1]["answer"]["subnetworks"]
        outages = []
        for table in ("line", "trafo", "trafo3w", "impedance"):
            rows = list(net[table].index[net[table].in_service])
            if table == "line" and self.options.lines and len(rows) > self.options.lines:
                rows = sorted(self.random.sample(rows, self.options.lines))
            for count, index in enumerate(rows):
                lacking = self.without(table, index)
                # The faster computation equals the plain one.
                if count % 50 == 0 and lacking != self.outage(table, index):
                    raise SystemExit(f"{table}/{index}: pandapower's graph differs")
                answers.ask("subnetworks", "--block", f"origin:{table}/{index}",
                            disconnected=answers.set(map(bus, lacking)))
                if len(lacking) > 1:
                    outages.append((table, index))
        for index in net.switch.index[net.switch.closed]:
            net.switch.at[index, "closed"] = False
            answers.ask("subnetworks", "--set", f"origin:switch/{index}.Device Status={OPEN}",
                        disconnected=self.unsupplied())
            net.switch.at[index, "closed"] = True
        for index in net.line.index[~net.line.in_service]:
            net.line.at[index, "in_service"] = True
            for option in (["--set", f"origin:line/{index}.In Service=1"],
                           ["--unblock", f"origin:line/{index}"]):
                answers.ask("subnetworks", *option, disconnected=self.unsupplied())
            net.line.at[index, "in_service"] = False
        ties = list(net.switch.index[~net.switch.closed])
        if not ties:
            return
        for index in ties:
            net.switch.at[index, "closed"] = True
            for option in (["--set", f"origin:switch/{index}.Device Status=Closed"],
                           ["--unblock", f"origin:switch/{index}"]):
                answers.ask("subnetworks", *option, disconnected=self.unsupplied())
            net.switch.at[index, "closed"] = False
        chosen = self.random.sample(outages, min(self.options.restore, len(outages)))
        for table, index in sorted(chosen):
            net[table].at[index, "in_service"] = False
            for tie in ties:
                net.switch.at[tie, "closed"] = True
                answers.ask(
                    "subnetworks", "--block", f"origin:{table}/{index}",
                    "--set", f"origin:switch/{tie}.Device Status={CLOSED}",
                    disconnected=self.unsupplied())
                net.switch.at[tie, "closed"] = False
            net[table].at[index, "in_service"] = True

    def parts(self):
        """The number of parts of the graph with a source."""
        return sum(any(s in part for s in self.sources.values())
                   for part in networkx.connected_components(self.graph))

    def distances(self):
        starts = [*self.sources.items()]
        starts += [(bus(b), b) for b in self.random.sample(self.buses, min(4, len(self.buses)))]
        for name, source in starts:
            found = pandapower.topology.calc_distance_to_bus(self.net, source)
            values = {bus(b): 1000 * km for b, km in found.items()}
            self.answers.ask("distances", "--from", f"origin:{name}", "--cost", "Length",
                             **self.answers.distances(values))

    def traces(self):
        answers, graph = self.answers, networkx.Graph(self.graph)
        lacking = self.lacking()
        supplied = [b for b in self.buses if b not in lacking]
        starts = self.random.sample(supplied, min(40, len(supplied)))
        everything = self.graph_of(respect_switches=False)
        links, all_links = links_of(self.graph), links_of(everything)
        flow = Flow(self.buses, links, set(self.sources.values()))
        for count, start in enumerate(starts):
            at = ("--start", f"origin:{bus(start)}")
            part = networkx.node_connected_component(graph, start)
            controllers = sorted(name for name, b in self.sources.items() if b in part)
            answers.ask("trace", "--type", "subnetworkControllers", *at, controllers=controllers)
            for mode, direction in itertools.product(
                    ("edge", "none", "path")[:3 if count < 12 else 2], ("upstream", "downstream")):
                found = flow.walk(start, direction, mode)
                answers.ask("trace", "--type", direction, *at, "--indeterminate", mode,
                            features=answers.set(map(bus, found)))
        if self.parts() == len(self.sources):
            for name, source in list(self.sources.items())[:4]:
                part = networkx.node_connected_component(graph, source)
                answers.ask("trace", "--type", "subnetwork", "--subnetwork", name,
                            features=answers.set(map(bus, part)))
        for start in starts[:6]:
            at = ("--start", f"origin:{bus(start)}")
            part = answers.set(map(bus, networkx.node_connected_component(graph, start)))
            answers.ask("trace", "--type", "connected", *at, "--tier", "Supply", features=part)
            answers.ask("trace", "--type", "subnetwork", *at, features=part)
            if self.net.bus.in_service.all() and self.net.line.in_service.all():
                answers.ask("trace", "--type", "connected", *at, "--no-tier-conditions",
                            features=answers.set(map(bus, networkx.node_connected_component(
                                networkx.Graph(everything), start))))
        for start in starts[:6]:
            at = ("--start", f"origin:{bus(start)}")
            for options, present in (((), links), (("--no-tier-conditions",), all_links)):
                if options and not self.all_in_service():
                    continue
                answers.ask("trace", "--type", "loops", *at, *options,
                            features=answers.set(map(bus, loops(self.buses, present, start))))
        count = 0
        beside = [self.random.choice(sorted(networkx.node_connected_component(graph, start)))
                  for start in starts[:20]]
        for start, goal in [*zip(starts, reversed(starts)), *zip(starts, beside)]:
            if start == goal or count == 20:
                continue
            reached = networkx.has_path(graph, start, goal)
            answers.ask("why", "--from", f"origin:{bus(start)}", "--to", f"origin:{bus(goal)}",
                        reached=reached)
            path = only_path(self.buses, links, start, goal) if reached else None
            if path:
                count += 1
                answers.ask("trace", "--type", "shortestPath", "--start", f"origin:{bus(start)}",
                            "--start", f"origin:{bus(goal)}", "--cost", "Length",
                            features=answers.set(map(bus, path)))
        # A start that an outage leaves without a source.
        for b in sorted(lacking)[:3]:
            answers.ask("trace", "--type", "upstream", "--start", f"origin:{bus(b)}",
                        error="noControllers")
        behind = [q for q in answers.questions if q["command"][:2] == ["subnetworks", "--block"]
                  and len(q["command"]) == 3 and q["answer"]["disconnected"]]
        for question in self.random.sample(behind, min(5, len(behind))):
            node = answers.nodes[int(question["answer"]["disconnected"].split("-")[0].split()[0])]
            answers.ask("trace", "--type", "upstream", "--start", f"origin:{node}",
                        *question["command"][1:], error="noControllers")
            for source in self.sources.values():
                answers.ask("why", "--from", f"origin:{node}", "--to", f"origin:{bus(source)}",
                            *question["command"][1:], reached=False)

    def all_in_service(self):
        return all(self.net[table].in_service.all() for table in ("bus", "line", "trafo"))


def links_of(graph):
    """The links of pandapower's graph, lengths in metres."""
    return [Link((u, v, key), u, v, 1000 * (data.get("weight") or 0))
            for u, v, key, data in graph.edges(keys=True, data=True)]


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("network")
    arguments.add_argument("answers")
    arguments.add_argument("importing")
    arguments.add_argument("--lines", type=int, default=0)
    arguments.add_argument("--restore", type=int, default=0)
    options = arguments.parse_args()
    stem = pathlib.Path(options.answers).stem
    asker = Asker(read(options.network), f"{stem}.gpkg", ["pandapower", options.importing], options)
    asker.supply()
    asker.distances()
    # The graph has three edges for a three-winding transformer, the network one device.
    if len(asker.net.trafo3w) == 0:
        asker.traces()
    asker.answers.write(options.answers)


if __name__ == "__main__":
    main()
