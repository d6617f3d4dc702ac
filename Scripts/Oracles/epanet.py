#!/usr/bin/env python3
"""Writes WNTR's data of EPANET files: the answers that imports are compared with.

    epanet.py OUT_FOLDER FILE.inp [FILE.valves-NAME.csv ...] [FILE.inp ...]
    check GEOSNAP    compares networks with geosnap's imports

For each FILE.inp it writes OUT_FOLDER/FILE.json: the nodes; the links of wn.to_graph with both ends and whether they
conduct (initial status not closed); and for each layer of valves after the file the segments of
wntr.metrics.valve_segments, which treat every link as open. Needs wntr.

`check` takes the networks that WNTR ships and writes and, if epyt is installed, those that it ships and EPANET's
engine writes.
"""

import importlib.util
import json
import pathlib
import sys
import tempfile
import warnings

import compared

if importlib.util.find_spec("wntr"):
    import pandas
    import wntr

warnings.filterwarnings("ignore")


def origin(kind, name):
    """The name in the form of origins."""
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
    """A JSON list with one entry per line."""
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


def of_wntr(folder):
    """The networks that WNTR ships, as WNTR writes them."""
    own = pathlib.Path(wntr.__file__).parent
    shipped = sorted((own / "library" / "networks").glob("*.inp"))
    shipped += [own / "tests" / "networks_for_testing" / f"{name}.inp" for name in (
        "Anytown", "Net6_plus", "Todini_Fig2_optCost_GPM", "Awumah_layout8", "io", "skeletonize", "epanet_leaks",
        "cv_controls", "CCWI17-HermanMahmoud", "prv_open_no_upstream_sources")]
    for source in shipped:
        if not source.exists():
            continue
        network = wntr.network.WaterNetworkModel(str(source))
        path = pathlib.Path(folder) / source.name
        wntr.network.write_inpfile(network, str(path), force_coordinates=True)
        yield source.stem, {
            "nodes": [origin("node", name) for name in network.node_name_list],
            "links": links_of(network),
            "rows": {"junctions": network.num_junctions, "reservoirs": network.num_reservoirs,
                     "tanks": network.num_tanks, "pipes": network.num_pipes, "pumps": network.num_pumps,
                     "valves": network.num_valves}}, path


def of_epyt(folder):
    """The networks that epyt ships, as EPANET's engine saves and reads them."""
    import epyt
    for source in sorted(pathlib.Path(epyt.__file__).parent.rglob("*.inp")):
        path = pathlib.Path(folder) / source.name.replace(" ", "_")
        try:
            engine = epyt.epanet(str(source), display_msg=False)
            engine.saveInputFile(str(path))
            kinds, statuses = engine.getLinkType(), engine.getLinkInitialStatus()
            settings, ends = engine.getLinkInitialSetting(), engine.getNodesConnectingLinksID()
            links = [
                {"origin": origin("link", name), "from": origin("node", str(pair[0])),
                 "to": origin("node", str(pair[1])),
                 "conducting": bool(status) and not (kind == "PUMP" and setting == 0)}
                for name, kind, status, setting, pair in zip(
                    engine.getLinkNameID(), kinds, statuses, settings, ends)]
            nodes = [origin("node", name) for name in engine.getNodeNameID()]
            rows = {"junctions": engine.getNodeJunctionCount(), "reservoirs": engine.getNodeReservoirCount(),
                    "tanks": engine.getNodeTankCount(), "pumps": engine.getLinkPumpCount(),
                    "valves": engine.getLinkValveCount()}
            engine.unload()
        except Exception as error:
            print(f"EPANET does not open {source.name}: {str(error)[:100]}")
            continue
        yield source.stem, {"nodes": nodes, "links": links, "rows": rows}, path


def check(geosnap):
    same = True
    with tempfile.TemporaryDirectory() as folder:
        if importlib.util.find_spec("wntr"):
            same = compared.run(f"wntr {wntr.__version__}", of_wntr(folder), geosnap, "epanet")
        if importlib.util.find_spec("epyt"):
            import epyt
            title = f"EPANET of epyt {epyt.__version__}"
            same = compared.run(title, of_epyt(folder), geosnap, "epanet") and same
    return same


def main():
    if sys.argv[1:2] == ["check"]:
        sys.exit(0 if check(sys.argv[2]) else 1)
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
