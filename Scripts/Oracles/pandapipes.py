#!/usr/bin/env python3
"""Writes the results of pandapipes.topology: the answers that imports are compared with.

    make FOLDER             writes small networks that pandapipes ships
    answer FOLDER FILE...   for each FILE.json writes FOLDER/FILE.json
    check GEOSNAP           compares pandapipes' networks with geosnap's imports

An answer has the junctions in service with their connected component, the branches with both ends
and whether create_nxgraph has their edge, and unsupplied_junctions. Needs pandapipes.
"""

import gzip
import itertools
import json
import pathlib
import sys
import tempfile
import warnings

import compared

# The folder of this script must not hide the package of the same name.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve()
            != pathlib.Path(__file__).resolve().parent]
warnings.filterwarnings("ignore")

import networkx
import pandapipes
import pandapipes.networks
import pandapipes.topology

BRANCHES = {
    "pipe": ["from_junction", "to_junction"], "pump": ["from_junction", "to_junction"],
    "compressor": ["from_junction", "to_junction"],
    "press_control": ["from_junction", "to_junction"],
    "flow_control": ["from_junction", "to_junction"],
    "heat_exchanger": ["from_junction", "to_junction"],
    "heat_consumer": ["from_junction", "to_junction"],
    "circ_pump_mass": ["return_junction", "flow_junction"],
    "circ_pump_pressure": ["return_junction", "flow_junction"],
    "valve": ["junction", "element"],
}


def every_kind():
    """A network with a row of each kind of component, some out of service, some shut."""
    net = pandapipes.create_empty_network(fluid="water")
    j = [pandapipes.create_junction(net, 5, 300, geodata=(i * 100.0, (i % 3) * 80.0))
         for i in range(16)]
    pandapipes.create_junction(net, 5, 300, in_service=False, geodata=(50.0, 400.0))
    pandapipes.create_ext_grid(net, j[0], 5, 300)
    pandapipes.create_ext_grid(net, j[9], 5, 300, in_service=False)
    for first, second in [(0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (7, 8), (9, 10), (1, 3)]:
        pandapipes.create_pipe_from_parameters(net, j[first], j[second], 0.1, 100)
    net.pipe.loc[6, "in_service"] = False
    pandapipes.create_valve(net, j[3], j[4], "ju", 100, opened=True)
    pandapipes.create_valve(net, j[6], j[7], "ju", 100, opened=False)
    pandapipes.create_valve(net, j[5], 3, "pi", 100, opened=True)
    pandapipes.create_valve(net, j[2], 2, "pi", 100, opened=False)
    pandapipes.create_pump(net, j[8], j[9], "P1")
    pandapipes.create_compressor(net, j[10], j[11], 1.1)
    pandapipes.create_pressure_control(net, j[11], j[12], j[12], 4)
    pandapipes.create_flow_control(net, j[12], j[13], 0.1)
    pandapipes.create_heat_exchanger(net, j[13], j[14], 100, inner_diameter_mm=50)
    pandapipes.create_heat_consumer(net, j[14], j[15], 100, 0.1)
    pandapipes.create_circ_pump_const_mass_flow(net, j[15], j[0], 5, 0.1, 300)
    pandapipes.create_circ_pump_const_pressure(net, j[15], j[1], 5, 0.1, 300, in_service=False)
    pandapipes.create_sink(net, j[6], 0.1)
    pandapipes.create_source(net, j[7], 0.1)
    pandapipes.create_mass_storage(net, j[8], 0.1)
    return net


def networks():
    yield "pipes_every_kind", every_kind()
    for name in ["gas_meshed_delta", "gas_meshed_two_valves", "gas_meshed_pumps",
                 "gas_versatility", "gas_strand_pump", "water_tcross", "water_meshed_heights",
                 "heat_transfer_heights", "heat_transfer_two_pipes"]:
        yield name, getattr(pandapipes.networks, name)()


def compact(text):
    """The network without results, which imports do not read."""
    document = json.loads(text)
    members = document["_object"]
    for name in list(members):
        if name.startswith("res_") or name.startswith("_empty"):
            del members[name]
    return json.dumps(document, separators=(",", ":"))


def make(folder):
    for name, net in networks():
        path = pathlib.Path(folder) / f"{name}.json"
        path.write_text(compact(pandapipes.to_json(net)) + "\n")
        print(path, path.stat().st_size)


def answer(net):
    graph = pandapipes.topology.create_nxgraph(net, multi=True)
    edges = {(frozenset((u, v)), key) for u, v, key in graph.edges(keys=True)}
    links = []
    for table, columns in BRANCHES.items():
        if table not in net or len(net[table]) == 0:
            continue
        rows = net[table]
        if table == "valve":
            if "et" in rows:
                rows = rows[rows.et == "ju"]
            else:
                columns = ["from_junction", "to_junction"]
        for index, row in rows.iterrows():
            ends = [int(row[column]) for column in columns]
            links.append({
                "origin": f"{table}/{index}", "from": f"junction/{ends[0]}",
                "to": f"junction/{ends[1]}",
                "conducting": (frozenset(ends), (table, index)) in edges})
    components = {}
    parts = [sorted(f"junction/{node}" for node in part)
             for part in networkx.connected_components(graph)]
    for number, part in enumerate(sorted(parts)):
        for node in part:
            components[node] = number
    unsupplied = pandapipes.topology.unsupplied_junctions(net)
    return {"nodes": sorted(components), "links": links,
            "components": [components[node] for node in sorted(components)],
            "unsupplied": sorted(f"junction/{node}" for node in unsupplied)}


def check(geosnap):
    made = itertools.chain(networks(), (
        (name, getattr(pandapipes.networks, name)())
        for name in ["gas_3parallel", "gas_2eg_hnet", "water_district_grid", "water_combined_mixed",
                     "water_strand_net_2pumps", "water_meshed_2valves", "heat_transfer_section_variation",
                     "schutterwald_gas", "schutterwald_heat"]))
    # Not a combination of several networks, such as gas and heat.
    made = ((name, net) for name, net in made if hasattr(net, "junction"))
    with tempfile.TemporaryDirectory() as folder:
        title = f"pandapipes {pandapipes.__version__}"
        return compared.run(title, compared.written(folder, made, answer, pandapipes.to_json), geosnap, "pandapipes")


def lines(entries):
    """A JSON list with one entry per line."""
    return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries) + "\n]"


def write(result, path):
    members = []
    for name, value in result.items():
        text = lines(value) if name == "links" else json.dumps(value, separators=(",", ":"))
        members.append(f'"{name}":{text}')
    path.write_text("{" + ",\n".join(members) + "}\n")
    print(path, path.stat().st_size)


def read(path):
    if path.suffix != ".gz":
        return path.read_text()
    with gzip.open(path, "rt") as file:
        return file.read()


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    elif sys.argv[1] == "check":
        sys.exit(0 if check(sys.argv[2]) else 1)
    else:
        for name in sys.argv[3:]:
            path = pathlib.Path(name)
            stem = path.name.split(".")[0]
            write(answer(pandapipes.from_json_string(read(path))),
                  pathlib.Path(sys.argv[2]) / f"{stem}.json")
