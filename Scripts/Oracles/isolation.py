#!/usr/bin/env python3
"""Applies the results of isolation traces to another program's graph of the same network, and checks what is
supplied.

    isolation.py GEOSNAP [--seed N] [--networks N] [--every N] [--only epanet|pandapower|pandapipes]

EPANET: Net3 and ky4 of Examples/Water with their valve layers, WNTR's Net6 with a random layer, and N random networks
written by WNTR, with tanks, pumps, regulating valves, closed pipes and a random layer of valves, some blocked.
pandapower and pandapipes: their networks, with switches and valves opened at random. For every pipe (each Nth with
--every):

- with the valves of the answer shut, and no other change, no isolated element is connected to a source;
- every valve is necessary;
- valves that are already shut and separate a source from the isolated part are listed;
- the isolated elements and those without supply equal those of a plain search;
- if nothing isolates the place, a source stays connected with every valve shut, and the exit status is 1;
- `geosnap disconnected` with the valves blocked lists exactly the elements without a source.

Needs wntr, pandapower or pandapipes with networkx; a missing package is skipped and reported. The exit code is 1 if
anything differs.
"""

import argparse
import collections
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import warnings

warnings.filterwarnings("ignore")
# Scripts in this folder have the names of packages that they import.
sys.path.pop(0)
ROOT = pathlib.Path(__file__).resolve().parents[2]


class Plain:
    """A graph of connected parts, some through valves; each part belongs to a feature's origin or to none."""

    def __init__(self):
        self.ways = collections.defaultdict(list)
        self.origins = collections.defaultdict(set)
        self.sources = {}
        # Initially closed valves: the origin and the parts on both sides.
        self.closed = []

    def join(self, one, other, valve=None):
        self.ways[one].append((other, valve))
        self.ways[other].append((one, valve))

    def flood(self, starts, shut):
        """The parts that are reached without passing some valves; with None for `shut`, without passing any."""
        seen, stack = set(starts), list(starts)
        while stack:
            for other, valve in self.ways[stack.pop()]:
                if valve is not None and (shut is None or valve in shut):
                    continue
                if other not in seen:
                    seen.add(other)
                    stack.append(other)
        return seen

    def named(self, parts):
        return set().union(*(self.origins[part] for part in parts)) if parts else set()

    def fed(self, parts):
        return {self.sources[part] for part in parts if part in self.sources}


class Network:
    """An imported network with its plain graph."""

    def __init__(self, program, path, name, graph, condition, blocked=()):
        self.program, self.path, self.name, self.graph = program, path, name, graph
        self.condition, self.blocked = condition, sorted(blocked)
        self.asked, self.faults = 0, []

    def ask(self, *words):
        done = subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)
        return done.returncode, json.loads(done.stdout or "{}"), done.stderr

    def blocks(self, valves):
        return [word for valve in valves for word in ("--block", f"origin:{valve}")]

    def compared(self, entries, known=None):
        """The origins in the plain graph, or some of them."""
        known = known or {origin for some in self.graph.origins.values() for origin in some}
        return {part.strip() for entry in entries for part in (entry["origin"] or "").split(";")} & known

    def check(self, start, part):
        """Runs one isolation, and shuts the valves of its answer."""
        graph, blocked = self.graph, set(self.blocked)
        self.asked += 1
        status, document, errors = self.ask(
            "trace", self.path, "--type", "isolation", "--start", start, "--filter-condition", self.condition,
            *self.blocks(self.blocked), "--json")

        def fault(text):
            self.faults.append(f"{self.name} {start}: {text}")

        core = graph.flood([part], None)
        if "isolation" not in document:
            if graph.fed(graph.flood([part], blocked)):
                fault(f"no answer, though it is fed: {errors[:200]}")
            return
        answer = document["isolation"]
        needed = [valve for one in answer["needed"] for valve in (one["origin"],)]
        inside = graph.fed(core)
        if bool(inside) != (status == 1):
            fault(f"exit status {status} with {sorted(inside)} joined")
        if inside:
            if self.compared(answer["sourcesInside"], set(graph.sources.values())) != inside:
                fault(f"sources inside {answer['sourcesInside']}, not {sorted(inside)}")
            return
        shut = blocked | set(needed)
        isolated = graph.flood([part], shut)
        if fed := graph.fed(isolated):
            fault(f"with {needed} shut it is joined with {sorted(fed)}")
        if len(set(needed)) != len(needed):
            fault(f"a valve twice: {needed}")
        for valve in needed:
            if not graph.fed(graph.flood([part], shut - {valve})):
                fault(f"{valve} need not be shut")
        reached = graph.flood(list(graph.sources), shut)
        sides = graph.closed + [(valve, one, other) for one, ways in graph.ways.items()
                                for other, valve in ways if valve in blocked]
        held = {origin for origin, *ends in sides
                if any(one in isolated and other in reached for one, other in (ends, ends[::-1]))}
        if missing := held - self.compared(answer["alreadyShut"], held):
            fault(f"not told to be shut already, with a source behind: {sorted(missing)}")
        for key, expected in (("region", core), ("withoutSupply", isolated - core)):
            found, expected = self.compared(answer[key]), graph.named(expected)
            if found != expected:
                fault(f"{key}: missing {sorted(expected - found)[:5]}, too many {sorted(found - expected)[:5]}")
        if self.asked % 10 == 1:
            _, document, _ = self.ask("disconnected", self.path, *self.blocks(sorted(shut)), "--json")
            everything = set(graph.origins)
            expected = graph.named(everything - reached)
            if (found := self.compared(document["disconnected"])) != expected:
                fault(f"disconnected: missing {sorted(expected - found)[:5]}, too many {sorted(found - expected)[:5]}")


# EPANET


def named(kind, name):
    """The origin of an element, with special characters encoded."""
    for sign in "%;#@":
        name = name.replace(sign, f"%{ord(sign):02X}")
    return f"{kind}/{name}"


def water(model, valves):
    """Each link as two halves, connected to its nodes by valves if there are some."""
    import wntr

    graph = Plain()
    for name in model.node_name_list:
        graph.origins["node", name].add(named("node", name))
        graph.ways["node", name] = []
    for name in model.reservoir_name_list + model.tank_name_list:
        graph.sources["node", name] = named("node", name)
    for name, link in model.links():
        halves = ("half", name, 0), ("half", name, 1)
        for half, end in zip(halves, (link.start_node_name, link.end_node_name)):
            graph.origins[half].add(named("link", name))
            rows = [row for row, valve in enumerate(valves) if valve == (name, end)]
            here = ("node", end)
            for row in rows:
                after = ("behind", name, end, row)
                graph.join(here, after, f"valve/{row}")
                here = after
            graph.join(here, half)
        speed = getattr(link, "base_speed", 1)
        if link.initial_status != wntr.network.LinkStatus.Closed and speed != 0:
            graph.join(*halves)
        else:
            graph.closed.append((named("link", name), *halves))
    return graph


def random_water(number, seed, folder):
    """A grid network with all kinds of EPANET elements."""
    import wntr

    generator = random.Random(f"{seed}/{number}")
    model = wntr.network.WaterNetworkModel()
    width, height = generator.randint(3, 12), generator.randint(3, 12)
    for x in range(width):
        for y in range(height):
            model.add_junction(f"J{x}-{y}", base_demand=generator.choice([0, 0.001, 0.002]), elevation=10,
                               coordinates=(100 * x + generator.uniform(0, 20), 100 * y + generator.uniform(0, 20)))

    def add(name, one, other):
        # A tank has one pipe.
        kind = 0.5 if name.startswith("L") else generator.random()
        if kind < 0.86:
            model.add_pipe(name, one, other, length=100, diameter=0.3, roughness=100,
                           initial_status="CLOSED" if kind < 0.05 else "OPEN", check_valve=0.05 <= kind < 0.08)
        elif kind < 0.92:
            model.add_pump(name, one, other, pump_type="POWER", pump_parameter=10.0)
        else:
            model.add_valve(name, one, other, diameter=0.3, valve_type=generator.choice(["PRV", "TCV", "FCV"]),
                            minor_loss=0, initial_setting=10, initial_status="CLOSED" if kind > 0.99 else "OPEN")

    for x in range(width):
        for y in range(height):
            if x + 1 < width and generator.random() < 0.8:
                add(f"H{x}-{y}", f"J{x}-{y}", f"J{x + 1}-{y}")
            if y + 1 < height and generator.random() < 0.8:
                add(f"V{x}-{y}", f"J{x}-{y}", f"J{x}-{y + 1}")
    for count, add_node, letter in ((generator.randint(1, 2), model.add_reservoir, "R"),
                                    (generator.randint(0, 4), model.add_tank, "T")):
        for one in range(count):
            name = f"{letter}{one}"
            add_node(name, **({"base_head": 50} if letter == "R" else {"elevation": 40}),
                     coordinates=(-60 - 40 * one, 100 * generator.randint(0, height - 1) + (50 if letter == "T" else 5)))
            add(f"L{name}", name, f"J0-{generator.randint(0, height - 1)}")
    path = folder / f"random-{number}.inp"
    wntr.network.write_inpfile(model, str(path))
    return path, *random_valves(model, generator, folder / f"random-{number}.csv")


def random_valves(model, generator, layer):
    """A layer of valves at some ends of pipes, and the blocked ones among them."""
    ends = [(name, end) for name, pipe in model.pipes() for end in (pipe.start_node_name, pipe.end_node_name)]
    valves = generator.sample(ends, max(1, int(len(ends) * generator.uniform(0.1, 0.7))))
    with open(layer, "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["link", "node"])
        rows.writerows(valves)
    return layer, {f"valve/{row}" for row in range(len(valves)) if generator.random() < 0.1}


def epanet(program, folder, words):
    import wntr

    examples = ROOT / "Examples/Water"
    files = [(examples / f"{name}.inp", examples / f"{name}.valves-{layer}.csv", set())
             for name in ("Net3", "ky4") for layer in ("random", "strategic2")]
    net6 = pathlib.Path(wntr.__file__).parent / "library/networks/Net6.inp"
    model = wntr.network.WaterNetworkModel(str(net6))
    files.append((net6, *random_valves(model, random.Random(f"{words.seed}/Net6"), folder / "Net6.csv")))
    files += [random_water(number, words.seed, folder) for number in range(words.networks)]
    for number, (path, layer, blocked) in enumerate(files):
        model = wntr.network.WaterNetworkModel(str(path))
        with open(layer, newline="") as file:
            valves = [(row["link"], row["node"]) for row in csv.DictReader(file)]
        made = folder / f"water-{number}.gpkg"
        subprocess.run([program, "import", "epanet", path, made, "--valves", layer], check=True, capture_output=True)
        network = Network(program, made, f"{path.name} {layer.name}", water(model, valves),
                          "category = Isolating", blocked)
        for name in model.pipe_name_list[:: words.every]:
            pipe = model.get_link(name)
            # A closed pipe, or one with a check valve, is two lines with one origin.
            if pipe.initial_status != wntr.network.LinkStatus.Closed and not pipe.check_valve:
                network.check(f"origin:{named('link', name)}@0.5", ("half", name, 0))
        yield network


# pandapower


def power(program, folder, words):
    import networkx
    import pandapower
    import pandapower.networks as networks
    import pandapower.topology

    made_by = [networks.example_simple, networks.example_multivoltage, networks.mv_oberrhein, networks.create_cigre_network_mv,
               lambda: networks.create_cigre_network_mv(with_der="pv_wind"), networks.create_cigre_network_lv,
               networks.create_kerber_landnetz_freileitung_1, networks.case33bw]
    for number, make in enumerate(made_by):
        net = make()
        generator = random.Random(f"{words.seed}/power/{number}")
        if not len(net.switch):
            for line in net.line.index:
                pandapower.create_switch(net, net.line.at[line, "from_bus"], line, "l", closed=True)
        for switch in net.switch.index:
            if generator.random() < 0.05:
                net.switch.at[switch, "closed"] = False
        for bus in generator.sample(list(net.bus.index), min(4, len(net.bus))):
            generator.choice([
                lambda: pandapower.create_sgen(net, bus, p_mw=0.1), lambda: pandapower.create_gen(net, bus, p_mw=0.1),
                lambda: pandapower.create_storage(net, bus, p_mw=0.1, max_e_mwh=1),
                lambda: pandapower.create_sgen(net, bus, p_mw=0.1, in_service=False)])()
        path, made = folder / f"power-{number}.json", folder / f"power-{number}.gpkg"
        pandapower.to_json(net, str(path))
        done = subprocess.run([program, "import", "pandapower", path, made], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        graph = Plain()
        buses = [bus for bus in net.bus.index if net.bus.at[bus, "in_service"]]
        for bus in buses:
            graph.origins["bus", bus].add(f"bus/{bus}")
            graph.ways["bus", bus] = []
        for table in ("ext_grid", "gen", "sgen", "storage"):
            for row in net[table].itertuples():
                if row.in_service and row.bus in buses:
                    graph.join(("bus", row.bus), (table, row.Index))
                    graph.sources[table, row.Index] = f"{table}/{row.Index}"
        for kind, table, ends in (("l", "line", ("from_bus", "to_bus")), ("t", "trafo", ("hv_bus", "lv_bus")),
                                  ("t3", "trafo3w", ("hv_bus", "mv_bus", "lv_bus"))):
            for row in net[table].itertuples():
                if not row.in_service:
                    continue
                for end in ends:
                    bus = getattr(row, end)
                    here = ("bus", bus)
                    if bus not in buses:
                        continue
                    is_open = False
                    for switch in net.switch[(net.switch.et == kind) & (net.switch.element == row.Index)
                                             & (net.switch.bus == bus)].itertuples():
                        is_open |= not switch.closed
                        after = ("switch", switch.Index)
                        graph.join(here, after, f"switch/{switch.Index}")
                        here = after
                    if not is_open:
                        graph.join(here, (table, row.Index))
        for table in ("impedance", "dcline"):
            for row in net[table].itertuples():
                if row.in_service and row.from_bus in buses and row.to_bus in buses:
                    graph.join(("bus", row.from_bus), ("bus", row.to_bus))
        for switch in net.switch[(net.switch.et == "b") & net.switch.closed].itertuples():
            if switch.bus in buses and switch.element in buses:
                graph.join(("bus", switch.bus), ("bus", switch.element), f"switch/{switch.Index}")
        # The plain graph is pandapower's.
        own = pandapower.topology.create_nxgraph(net, respect_switches=True, include_out_of_service=False)
        for component in networkx.connected_components(own):
            start = next(iter(component))
            mine = {part[1] for part in graph.flood([("bus", start)], set()) if part[0] == "bus"}
            assert mine == component, (number, component ^ mine)
        network = Network(program, made, f"pandapower {number}", graph, "'Device Status' >= 0")
        for bus in buses[:: words.every]:
            network.check(f"origin:bus/{bus}", ("bus", bus))
        yield network


# pandapipes


def pipes(program, folder, words):
    import networkx
    import pandapipes
    import pandapipes.networks as networks
    import pandapipes.topology

    made_by = [networks.gas_meshed_delta, networks.gas_meshed_square, networks.gas_strand_2pipes,
               networks.water_district_grid, networks.heat_transfer_delta, networks.schutterwald,
               networks.gas_versatility]
    for number, make in enumerate(made_by):
        net = make()
        generator = random.Random(f"{words.seed}/pipes/{number}")
        junctions = list(net.junction.index)
        for junction in generator.sample(junctions, min(3, len(junctions))):
            generator.choice([
                lambda: pandapipes.create_source(net, junction, 0.01),
                lambda: pandapipes.create_mass_storage(net, junction, 0.01)])()
        if "valve" not in net or not len(net.valve):
            # A valve before some pipes, at a separate junction.
            for pipe in generator.sample(list(net.pipe.index), max(1, len(net.pipe) // 3)):
                old = net.pipe.at[pipe, "from_junction"]
                new = pandapipes.create_junction(net, pn_bar=1, tfluid_k=293, geodata=tuple(
                    net.junction_geodata.loc[old, ["x", "y"]] + [0.5, 0.5]) if len(net.junction_geodata) else None)
                net.pipe.at[pipe, "from_junction"] = new
                if pipe in net.pipe_geodata.index:
                    net.pipe_geodata.drop(index=pipe, inplace=True)
                pandapipes.create_valve(net, old, new, "ju", inner_diameter_mm=100, opened=generator.random() > 0.1)
        path, made = folder / f"pipes-{number}.json", folder / f"pipes-{number}.gpkg"
        pandapipes.to_json(net, str(path))
        done = subprocess.run([program, "import", "pandapipes", path, made], capture_output=True, text=True)
        if done.returncode:
            print(f"pandapipes {number} is not imported: {done.stderr[:200]}")
            continue
        graph = Plain()
        for junction in net.junction.index:
            if net.junction.at[junction, "in_service"]:
                graph.origins["junction", junction].add(f"junction/{junction}")
                graph.ways["junction", junction] = []
        for table, columns in (("ext_grid", ["junction"]), ("source", ["junction"]), ("mass_storage", ["junction"]),
                               ("circ_pump_mass", ["return_junction", "flow_junction"]),
                               ("circ_pump_pressure", ["return_junction", "flow_junction"])):
            for row in net.get(table, net.pipe.iloc[:0]).itertuples():
                if row.in_service:
                    for column in columns:
                        graph.join(("junction", getattr(row, column)), (table, row.Index))
                    graph.sources[table, row.Index] = f"{table}/{row.Index}"
        for table in ("pipe", "pump", "compressor", "press_control", "flow_control", "heat_exchanger", "heat_consumer"):
            for row in net.get(table, net.pipe.iloc[:0]).itertuples():
                if row.in_service:
                    for column in ("from_junction", "to_junction"):
                        graph.join(("junction", getattr(row, column)), (table, row.Index))
        for row in net.get("valve", net.pipe.iloc[:0]).itertuples():
            if row.opened and row.et == "ju":
                graph.join(("junction", row.junction), ("junction", row.element), f"valve/{row.Index}")
        own = pandapipes.topology.create_nxgraph(net)
        for component in networkx.connected_components(own):
            start = next(iter(component))
            mine = {part[1] for part in graph.flood([("junction", start)], set()) if part[0] == "junction"}
            if mine != component:
                print(f"pandapipes {number}: its own graph joins otherwise: {sorted(component ^ mine)[:5]}")
        network = Network(program, made, f"pandapipes {number}", graph, "category = Isolating")
        for junction in list(net.junction.index)[:: words.every]:
            if ("junction", junction) in graph.ways:
                network.check(f"origin:junction/{junction}", ("junction", junction))
        yield network


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("program")
    words.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    words.add_argument("--networks", type=int, default=20)
    words.add_argument("--every", type=int, default=1)
    words.add_argument("--only", choices=("epanet", "pandapower", "pandapipes"))
    words = words.parse_args()
    print(f"seed {words.seed}")
    kinds = {"epanet": epanet, "pandapower": power, "pandapipes": pipes}
    wrong = 0
    for name, networks in kinds.items():
        if words.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                for network in networks(str(pathlib.Path(words.program).resolve()), pathlib.Path(folder), words):
                    wrong += len(network.faults)
                    print(f"{network.name}: {network.asked} isolations, {len(network.faults)} faults", flush=True)
                    for fault in network.faults[:5]:
                        print(f"  {fault}")
            except ModuleNotFoundError as error:
                print(f"{name}: {error.name} is not installed; passed over")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
