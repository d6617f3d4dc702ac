#!/usr/bin/env python3
"""Writes the results of pandapower.topology: the answers that imports are compared with.

    make FOLDER             writes small networks that pandapower ships
    answer FOLDER FILE...   for each FILE.json writes FOLDER/FILE.json
    check GEOSNAP           compares pandapower's networks with geosnap's imports

An answer has the buses in service with their connected component, the branches with both ends and whether
create_nxgraph(respect_switches=True) has their edge, and unsupplied_buses. A branch between three buses has an edge
for each pair. pandapower's graph has no direct current: the branches and buses of its tables are added directly, in
service or not. Needs pandapower 3.
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
import pandapower
import pandapower.networks
import pandapower.topology

BRANCHES = {
    "line": ["from_bus", "to_bus"], "trafo": ["hv_bus", "lv_bus"],
    "trafo3w": ["hv_bus", "mv_bus", "lv_bus"], "impedance": ["from_bus", "to_bus"],
    "dcline": ["from_bus", "to_bus"], "tcsc": ["from_bus", "to_bus"],
    "line_dc": ["from_bus_dc", "to_bus_dc"], "vsc": ["bus", "bus_dc"],
    # The second name of each is that in pandapower 3.5.
    **dict.fromkeys(("b2b_vsc", "vsc_stacked", "bi_vsc", "vsc_bipolar"),
                    ["bus", "bus_dc_plus", "bus_dc_minus"]),
}
DIRECT = {"line_dc", "vsc", "b2b_vsc", "vsc_stacked", "bi_vsc", "vsc_bipolar"}


def every_kind():
    """A network with a row of each kind of element, some out of service, some switched off."""
    net = pandapower.create_empty_network()
    b = [pandapower.create_bus(net, 110 if i < 4 else 20, geodata=(7.8 + i * 0.01, 48.4))
         for i in range(12)]
    low = pandapower.create_bus(net, 0.4, geodata=(7.9, 48.45))
    pandapower.create_bus(net, 20, in_service=False, geodata=(7.91, 48.47))
    pandapower.create_ext_grid(net, b[0])
    pandapower.create_ext_grid(net, b[3], in_service=False)
    for first, second in [(0, 1), (1, 2)]:
        pandapower.create_line(net, b[first], b[second], 1.2, "149-AL1/24-ST1A 110.0")
    for first, second in [(4, 5), (5, 6), (6, 7), (7, 8), (4, 8)]:
        pandapower.create_line(net, b[first], b[second], 0.7, "NA2XS2Y 1x95 RM/25 12/20 kV")
    net.line.loc[5, "in_service"] = False
    pandapower.create_transformer(net, b[2], b[4], "25 MVA 110/20 kV")
    pandapower.create_transformer(net, b[8], low, "0.4 MVA 20/0.4 kV")
    pandapower.create_transformer3w_from_parameters(
        net, b[1], b[9], b[10], 110, 20, 20, 40, 25, 15, 10, 11, 12, 0.3, 0.31, 0.32, 30, 0.1)
    pandapower.create_switch(net, b[4], 2, "l", closed=True)
    pandapower.create_switch(net, b[8], 6, "l", closed=False)
    pandapower.create_switch(net, b[4], 0, "t", closed=True)
    pandapower.create_switch(net, b[10], 0, "t3", closed=False)
    pandapower.create_switch(net, b[10], b[11], "b", closed=True, z_ohm=0.2)
    pandapower.create_switch(net, b[9], b[11], "b", closed=False)
    pandapower.create_impedance(net, b[5], b[9], 0.01, 0.02, 10)
    pandapower.create_dcline(net, b[2], b[3], 5, 1, 0.1, 1.0, 1.0)
    pandapower.create_tcsc(net, b[6], b[10], 1, -10, -2, 140, in_service=False)
    pandapower.create_load(net, low, 0.1)
    pandapower.create_sgen(net, b[5], 0.3)
    pandapower.create_gen(net, b[9], 2)
    pandapower.create_gen(net, b[11], 2, slack=True)
    pandapower.create_shunt(net, b[6], 0.5)
    pandapower.create_ward(net, b[7], 1, 1, 0.1, 0.1)
    pandapower.create_xward(net, b[7], 1, 1, 0.1, 0.1, 0.1, 0.1, 1.0)
    pandapower.create_motor(net, b[7], 1, 0.9)
    pandapower.create_storage(net, b[5], 0.2, 1.0)
    pandapower.create_asymmetric_load(net, low, 0.1)
    pandapower.create_asymmetric_sgen(net, low, 0.1)
    pandapower.create_svc(net, b[4], 1, -10, 1.0, 145)
    pandapower.create_ssc(net, b[4], 0, 1, 1.0)
    pandapower.create_measurement(net, "v", "bus", 1.0, 0.01, b[0])
    pandapower.create_poly_cost(net, 0, "gen", 1)
    pandapower.create_pwl_cost(net, 1, "gen", [[0, 20, 1]])
    pandapower.create_group(net, ["line"], [[0, 1]], name="feeders")
    d = [pandapower.create_bus_dc(net, 100, geodata=(7.81 + i * 0.01, 48.5)) for i in range(6)]
    pandapower.create_line_dc(net, d[0], d[1], 3, "2400-CU")
    pandapower.create_line_dc(net, d[2], d[3], 3, "2400-CU", in_service=False)
    pandapower.create_vsc(net, b[1], d[0], 0.1, 0.1, 0.1)
    pandapower.create_vsc(net, b[3], d[1], 0.1, 0.1, 0.1)
    stacked, bipolar = (
        (pandapower.create_vsc_stacked, pandapower.create_vsc_bipolar)
        if hasattr(pandapower, "create_vsc_stacked")
        else (pandapower.create_b2b_vsc, pandapower.create_bi_vsc))
    stacked(net, b[10], d[2], d[4], 0.1, 0.1, 0.1)
    bipolar(net, b[11], d[3], d[5], 0.1, 0.1, 0.1)
    pandapower.create_load_dc(net, d[4], 1)
    pandapower.create_source_dc(net, d[5], 1.0)
    return net


def networks():
    names = pandapower.networks
    yield "every_kind", every_kind()
    yield "example_multivoltage", names.example_multivoltage()
    yield "example_simple", names.example_simple()
    yield "cigre_mv_all", names.create_cigre_network_mv(with_der="all")
    yield "cigre_hv", names.create_cigre_network_hv()
    yield "cigre_lv", names.create_cigre_network_lv()
    yield "case14", names.case14()
    yield "case145", names.case145()
    yield "european_lv_asymmetric", names.ieee_european_lv_asymmetric()
    yield "kerber_freileitung", names.create_kerber_landnetz_freileitung_2()


def compact(text):
    """The network without results and standard types, which imports do not read."""
    document = json.loads(text)
    members = document["_object"]
    for name in list(members):
        if name.startswith("res_") or name.startswith("_empty") or name == "std_types":
            del members[name]
    return json.dumps(document, separators=(",", ":"))


def make(folder):
    for name, net in networks():
        path = pathlib.Path(folder) / f"{name}.json"
        path.write_text(compact(pandapower.to_json(net)) + "\n")
        print(path, path.stat().st_size)


def origin(table, column, index):
    """The bus in a column of a table."""
    return f"bus_dc/{index}" if "bus_dc" in column else f"bus/{index}"


def answer(net):
    graph = pandapower.topology.create_nxgraph(net, respect_switches=True, multi=True)
    edges = {(frozenset((u, v)), key) for u, v, key in graph.edges(keys=True)}
    named = networkx.Graph()
    named.add_nodes_from(f"bus/{bus}" for bus in graph.nodes)
    if "bus_dc" in net:
        named.add_nodes_from(f"bus_dc/{bus}" for bus in net.bus_dc.index[net.bus_dc.in_service])
    links = []

    def add(table, index, ends, conducting):
        links.append({"origin": f"{table}/{index}", "from": ends[0], "to": ends[1],
                      "conducting": bool(conducting)})
        if conducting:
            named.add_edge(*ends)

    for table, columns in BRANCHES.items():
        if table not in net or len(net[table]) == 0:
            continue
        for index, row in net[table].iterrows():
            for pair in itertools.combinations(columns, 2):
                ends = [origin(table, column, int(row[column])) for column in pair]
                if table in DIRECT:
                    conducting = row.in_service and all(end in named for end in ends)
                else:
                    buses = frozenset(int(row[column]) for column in pair)
                    conducting = (buses, (table, index)) in edges
                add(table, index, ends, conducting)
    for index, row in net.switch[net.switch.et == "b"].iterrows():
        ends = [f"bus/{row.bus}", f"bus/{row.element}"]
        add("switch", index, ends,
            (frozenset((row.bus, row.element)), ("switch", index)) in edges)
    components = {}
    for number, component in enumerate(
            sorted(sorted(component) for component in networkx.connected_components(named))):
        for node in component:
            components[node] = number
    result = {"nodes": sorted(components), "links": links,
              "components": [components[node] for node in sorted(components)]}
    # The graph without direct current does not show its supply.
    if not any(table in net and len(net[table]) for table in DIRECT):
        unsupplied = pandapower.topology.unsupplied_buses(net, respect_switches=True)
        result["unsupplied"] = sorted(f"bus/{bus}" for bus in unsupplied)
    return result


def more_networks():
    """Further networks of pandapower, for `check`."""
    names = pandapower.networks
    for name in ["case9", "case30", "case57", "case118", "case300", "case_illinois200", "mv_oberrhein",
                 "create_kerber_dorfnetz", "create_kerber_vorstadtnetz_kabel_1", "iceland",
                 "create_synthetic_voltage_control_lv_network", "case1354pegase"]:
        yield name, getattr(names, name)()


def check(geosnap):
    made = itertools.chain(networks(), more_networks())
    with tempfile.TemporaryDirectory() as folder:
        title = f"pandapower {pandapower.__version__}"
        return compared.run(title, compared.written(folder, made, answer, pandapower.to_json), geosnap, "pandapower")


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
            write(answer(pandapower.from_json_string(read(path))),
                  pathlib.Path(sys.argv[2]) / f"{stem}.json")
