#!/usr/bin/env python3
"""Writes OpenDSS's answers to traces of a circuit.

    opendss_answers.py FOLDER/MASTER.dss TABLES ANSWERS.json IMPORT_FOLDER [--sample N]

OpenDSS compiles the circuit, with controls off. Its topology tree gives the path from each bus to the source and the
buses behind it (N of them, seed 6). Then each closed switch line is opened, each open one is closed if that makes no
loop, and single conductors of N lines, regulators and other transformers below the substation transformer are opened,
and the circuit is solved: a bus.phase whose |V| is below 0.5 per unit is without supply. On secondaries of
centre-tapped transformers nodes 1 and 2 are legs: the phase is the primary's.

Loads between two phases put a voltage on a wire that has no other feed. If |V| is between 0.35 and 0.7 per unit, or
is over 0.5 only with such loads, the answer is unclear: the bus is in `unclear` and not compared. If a clear answer
differs from the connections, the script reports it. Missing line codes are replaced by plain ones.

TABLES are written by export_opendss.py; IMPORT_FOLDER is their path in the repository. answers.py has the format of
the answers. Needs opendssdirect.py.
"""

import argparse
import pathlib
import random
import re
import shutil
import tempfile

import networkx
import opendssdirect as dss
import pandas

from answers import Answers, origin, tree_order

DIGIT = {"1": 4, "2": 2, "3": 1}
NAMES = ["None", "C", "B", "BC", "A", "AC", "AB", "ABC"]
LOW, HALF, HIGH = 0.35, 0.5, 0.7


def bus(name):
    return origin("bus", name.lower())


def element(name):
    kind, _, rest = name.partition(".")
    return origin(kind.lower(), rest.lower())


def command(text):
    dss.Text.Command(text)
    if dss.Error.Number():
        raise SystemExit(f"{text}: {dss.Error.Description()}")


def compile_circuit(master, elements, folder):
    shutil.copytree(master.parent, folder, dirs_exist_ok=True)
    folder = pathlib.Path(folder)
    folder.chmod(0o755)
    missing = folder / "IEEELineCodes.DSS"
    if not missing.exists():
        codes = {row["linecode"]: row["n_phases"] for row in elements if row["linecode"]}
        missing.write_text("".join(
            f"new linecode.{code} nphases={count}\n" for code, count in codes.items()))
    dss.Basic.ClearAll()
    dss.Text.Command(f'compile "{folder / master.name}"')
    command("set controlmode=off")
    command("set maxiterations=200")


class Circuit:
    def __init__(self, elements):
        self.rows = {row["element"].lower(): row for row in elements}
        self.branches = {}
        for name, row in self.rows.items():
            buses = list(dict.fromkeys(
                row[f"bus{n}"].lower() for n in (1, 2, 3)
                if row[f"bus{n}"] and set(row[f"nodes{n}"].split(".")) != {"0"}))
            if row["class"] in ("line", "transformer", "reactor", "capacitor") and len(buses) > 1:
                self.branches[name] = buses
        self.parents = self.tree()

    def tree(self):
        """The bus before each bus on OpenDSS's path from the source."""
        parents, topology = {}, dss.Topology
        found = topology.First()
        while found:
            name = topology.BranchName().lower()
            if name.startswith("vsource."):
                parents[self.rows[name]["bus1"].lower()] = None
            elif name in self.branches:
                ends = self.branches[name]
                known = [end for end in ends if end in parents]
                for end in ends:
                    if end not in parents:
                        parents[end] = known[0]
            found = topology.Next()
        return parents

    def graph(self, skip=()):
        """The conducting elements: closed and enabled."""
        graph = networkx.MultiGraph()
        graph.add_nodes_from(self.parents)
        for name, ends in self.branches.items():
            row = self.rows[name]
            if row["enabled"] == "1" and not row["open_terminals"] and name not in skip:
                for end in ends[1:]:
                    graph.add_edge(ends[0], end, key=name)
        return graph

    def legs(self):
        """The phase of each bus behind a centre-tapped transformer."""
        phases, behind = {}, {}
        for child, parent in self.parents.items():
            behind.setdefault(parent, []).append(child)
        for name, ends in self.branches.items():
            row = self.rows[name]
            if row["class"] == "transformer" and row["bus3"] and row["bus3"] == row["bus2"]:
                phase = DIGIT[row["nodes1"].split(".")[0]]
                stack = [row["bus2"].lower()]
                while stack:
                    place = stack.pop()
                    phases[place] = phase
                    stack.extend(behind.get(place, ()))
        return phases


def voltages(legs):
    """The highest |V| of each phase of each bus, in per unit."""
    found = {}
    for name, value in zip(dss.Circuit.AllNodeNames(), dss.Circuit.AllBusMagPu()):
        place, _, node = name.lower().rpartition(".")
        if place not in legs and node not in DIGIT:
            continue
        phase = legs.get(place) or DIGIT[node]
        key = place, phase
        found[key] = max(found.get(key, 0), value)
    return found


def loads_between_phases():
    """The loads that connect phases."""
    found = []
    more = dss.Loads.First()
    while more:
        if dss.Loads.IsDelta():
            found.append(f"load.{dss.Loads.Name()}")
        more = dss.Loads.Next()
    return found


def solve():
    command("solve")
    if not dss.Solution.Converged():
        command("set loadmodel=admittance")
        command("solve")
        command("set loadmodel=powerflow")
    return dss.Solution.Converged()


class Asker:
    def __init__(self, circuit, answers, sources):
        self.circuit, self.answers = circuit, answers
        self.legs = circuit.legs()
        self.subnetwork = ["trace", "--type", "subnetwork", "--subnetwork", sources[0],
                           "--propagate", "Phases Current"]
        self.unclear, self.differing = {}, {}
        self.between = loads_between_phases()
        solve()
        self.full = voltages(self.legs)
        self.carried = {}
        for (place, phase), value in self.full.items():
            if value >= HALF:
                self.carried[place] = self.carried.get(place, 0) | phase

    def intact(self):
        text = "".join(str(self.carried.get(place, 0)) for place in self.circuit.parents)
        rest = len(self.answers.nodes) - len(self.circuit.parents)
        self.answers.ask(*self.subnetwork, phases=text + "0" * rest)

    def lost(self, options, supplied):
        """Adds the question which phases are lost; `supplied` has the connected phases of each bus."""
        if not solve():
            raise SystemExit(f"{options}: no solution")
        now = voltages(self.legs)
        gone = {key for key, value in now.items() if value < HALF and self.full[key] >= HALF}
        back = {key for key, value in now.items() if value >= HALF > self.full[key]}
        vague = {key for key, value in now.items() if LOW <= value < HIGH}
        if self.between:
            for load in self.between:
                command(f"edit {load} enabled=no")
            solve()
            vague |= {key for key, value in voltages(self.legs).items()
                      if (value >= HALF) != (now[key] >= HALF)}
            for load in self.between:
                command(f"edit {load} enabled=yes")
        if back:
            raise SystemExit(f"{options}: a phase comes back")
        expected = {(place, phase) for place, carried in self.carried.items()
                    for phase in (4, 2, 1) if carried & phase and not supplied(place) & phase}
        unclear = sorted({place for place, _ in vague})
        for key in vague:
            self.unclear.setdefault(key[0], []).append(round(now[key], 2))
        for place, phase in gone ^ expected:
            self.differing.setdefault(place, []).append((" ".join(options), round(now[place, phase], 2)))
        wrong = {place for place, _ in gone ^ expected} - set(unclear)
        if wrong:
            print("differs from connection:", " ".join(options), sorted(wrong))
        lost = {
            name: self.answers.set(
                bus(place) for place, p in gone if p == phase and place not in unclear)
            for name, phase in (("A", 4), ("B", 2), ("C", 1))}
        answer = {"lost": {name: places for name, places in lost.items() if places}}
        if unclear:
            answer["unclear"] = self.answers.set(map(bus, unclear))
        self.answers.ask(*self.subnetwork, *options, **answer)

    def supplied_without(self, name, nodes=None):
        """The phases of each bus that are connected to the source, by the tables alone."""
        graph = networkx.Graph()
        graph.add_nodes_from((place, phase) for place in self.circuit.parents for phase in (4, 2, 1))
        for branch, ends in self.circuit.branches.items():
            row = self.circuit.rows[branch]
            if row["enabled"] != "1" or row["open_terminals"] or (branch == name and not nodes):
                continue
            phases = [[DIGIT.get(n) for n in row[f"nodes{k}"].split(".")] for k in (1, 2)]
            if ends[0] in self.legs or ends[1] in self.legs:
                phase = self.legs.get(ends[1]) or self.legs.get(ends[0])
                pairs = [(phase, phase)]
            else:
                pairs = [(p, p) for p in phases[0] if p and p in phases[1]]
            for p, q in pairs:
                if not (branch == name and p in nodes):
                    graph.add_edge((ends[0], p), (ends[1], q))
        fed = {}
        for source in (place for place, parent in self.circuit.parents.items() if not parent):
            for phase in (4, 2, 1):
                for place, p in networkx.node_connected_component(graph, (source, phase)):
                    fed[place] = fed.get(place, 0) | p
        return lambda place: fed.get(place, 0)


def ask_tree(circuit, answers, sample):
    behind = {}
    for place in circuit.parents:
        above = place
        while above is not None:
            behind.setdefault(above, []).append(place)
            above = circuit.parents[above]
    # Every bus of a small circuit; else some, half of them with many buses behind.
    places = list(circuit.parents)
    if len(places) > sample:
        chooser = random.Random(6)
        trunk = [place for place in places if len(behind[place]) > 20]
        places = sorted(chooser.sample(trunk, min(sample // 2, len(trunk)))
                        + chooser.sample(places, sample // 2))
    for place in dict.fromkeys(places):
        chain, above = [], place
        while above is not None:
            chain.append(bus(above))
            above = circuit.parents[above]
        at = ("--start", f"origin:{bus(place)}")
        answers.ask("trace", "--type", "upstream", *at, features=answers.set(chain))
        answers.ask("trace", "--type", "downstream", *at,
                    features=answers.set(map(bus, behind[place])))


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    for name in ("master", "tables", "answers", "importing"):
        arguments.add_argument(name)
    arguments.add_argument("--sample", type=int, default=200)
    options = arguments.parse_args()
    # OpenDSS changes the working directory.
    options.answers = pathlib.Path(options.answers).resolve()
    read = lambda name: pandas.read_csv(
        pathlib.Path(options.tables) / name, dtype=str, keep_default_na=False).to_dict("records")
    buses, elements = [row["bus"].lower() for row in read("buses.csv")], read("elements.csv")
    with tempfile.TemporaryDirectory() as folder:
        compile_circuit(pathlib.Path(options.master).resolve(), elements, folder)
        ask(Circuit(elements), buses, options)


def ask(circuit, buses, options):
    simple = networkx.Graph((c, p) for c, p in circuit.parents.items() if p)
    roots = [place for place, parent in circuit.parents.items() if not parent]
    order = [place for place in tree_order(simple, roots) if place in circuit.parents]
    circuit.parents = {place: circuit.parents[place] for place in order}
    rest = [place for place in buses if place not in circuit.parents]
    answers = Answers(["opendss", options.importing], f"{options.answers.stem}.gpkg",
                      f"OpenDSSDirect.py {dss.__version__}", map(bus, order + rest))
    sources = [element(name) for name in circuit.rows if name.startswith("vsource.")]
    graph = circuit.graph()
    parts = networkx.node_connected_component(graph, roots[0])
    if parts != set(circuit.parents):
        print("tree and graph differ:", len(parts), len(circuit.parents))
    bridges = len(networkx.Graph(graph).edges) == len(circuit.parents) - 1
    print("radial" if bridges else "not radial", "without a way:", rest)
    asker = Asker(circuit, answers, sources)
    asker.intact()
    answers.ask("subnetworks", disconnected=answers.set(map(bus, rest)),
                subnetworks={sources[0]: answers.set(map(bus, order))})
    ask_tree(circuit, answers, options.sample)
    ask_supply(circuit, asker, options.sample)
    for place, values in asker.unclear.items():
        print("unclear:", place, f"{len(values)} times,", min(values), "to", max(values))
    for place, cases in asker.differing.items():
        print("0.5 is not connection:", place, f"{len(cases)} times,", *cases[0])
    answers.write(options.answers)


def below_substation(circuit):
    """The branches that the substation transformer feeds; all if there is none."""
    substation = None
    for name, row in circuit.rows.items():
        kilovolts = [float(word) for word in row["kv"].split("/") if word]
        if row["class"] == "transformer" and max(kilovolts) > 36:
            substation = row["bus2"].lower()
    if not substation:
        return list(circuit.branches)
    below = {substation}
    for place, parent in circuit.parents.items():
        if parent in below:
            below.add(place)
    return [name for name, ends in circuit.branches.items() if set(ends) <= below]


def ask_supply(circuit, asker, sample):
    chooser = random.Random(66)
    names = [n for n in below_substation(circuit) if circuit.rows[n]["enabled"] == "1"]
    switches = [n for n in circuit.branches if circuit.rows[n]["switch_flag"] == "1"]
    for count, name in enumerate(switches):
        row, id = circuit.rows[name], f"origin:{element(name)}"
        if row["enabled"] != "1" or row["open_terminals"]:
            continue
        command(f"open {name} 1 0")
        without = asker.supplied_without(name)
        asker.lost(["--set", f"{id}.Device Status=Open"], without)
        gone = [place for place in circuit.parents if not without(place)]
        asker.answers.ask("subnetworks", "--set", f"{id}.Device Status=Open",
                          disconnected=asker.answers.set(
                              [*map(bus, gone), *asker.answers.nodes[len(circuit.parents):]]))
        command(f"close {name} 1 0")
    many = [n for n in names if n not in switches
            and len(circuit.rows[n]["nodes1"].split(".")) > 1 and n.startswith("line.")]
    single = [n for n in names if n not in switches and n not in many
              and n.startswith("line.") and circuit.branches[n][0] not in asker.legs]
    secondary = [n for n in names if n.startswith("line.") and circuit.branches[n][0] in asker.legs]
    service = [n for n in names if n.startswith("transformer.")
               and circuit.branches[n][1] in asker.legs]
    regulators = [n for n in names if n.startswith("transformer.") and n not in service]
    chosen = []
    for group, share in ((switches, sample // 2), (many, sample // 2), (single, sample // 2),
                         (secondary, sample // 20), (service, sample // 20), (regulators, sample)):
        group = [n for n in group if n in names]
        chosen += group if len(group) <= share else sorted(chooser.sample(group, share))
    for count, name in enumerate(dict.fromkeys(chosen)):
        row, id = circuit.rows[name], f"origin:{element(name)}"
        nodes = [n for n in row["nodes1"].split(".") if n in DIGIT]
        if circuit.branches[name][0] in asker.legs:
            # Both legs: the section between them and the primary is one phase.
            command(f"open {name} 1 0")
            asker.lost(["--block", id], asker.supplied_without(name))
            command(f"close {name} 1 0")
            continue
        whole = sum(DIGIT[n] for n in nodes)
        conductors = range(len(nodes)) if len(nodes) > 1 else [0]
        for conductor in conductors:
            phase = DIGIT[nodes[conductor]]
            rest = NAMES[whole - phase]
            if len(nodes) == 1 and count % 2:
                option = ["--block", id]
            else:
                option = ["--set", f"{id}.Phases Current={rest}"]
            command(f"open {name} 1 {conductor + 1}")
            asker.lost(option, asker.supplied_without(name, [phase]))
            command(f"close {name} 1 {conductor + 1}")


if __name__ == "__main__":
    main()
