#!/usr/bin/env python3
"""Writes swmm-api's data of SWMM files: the answers that imports are compared with.

    swmm.py OUT_FOLDER FILE.inp [FILE.inp ...]
    swmm.py check GEOSNAP FILE.inp [FILE.inp ...]   compares SWMM's engine with geosnap

For each FILE.inp it writes OUT_FOLDER/FILE.json: the nodes, the links with both ends in the drawn
direction, and the nodes up- and downstream of a few nodes by networkx. Needs swmm-api; `check`
needs pyswmm instead.
"""

import json
import pathlib
import shutil
import sys
import tempfile

import compared

# The folder of this script must not hide the package of the same name.
sys.path = [path for path in sys.path if pathlib.Path(path or ".").resolve()
            != pathlib.Path(__file__).resolve().parent]


def origin(kind, name):
    """The name in the form of origins."""
    for character in "%;#@":
        name = name.replace(character, f"%{ord(character):02X}")
    return f"{kind}/{name}"


def lines(entries):
    """A JSON list with one entry per line."""
    return "[\n" + ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries) + "\n]"


def write(path, folder):
    import networkx
    from swmm_api import read_inp_file
    from swmm_api.input_file.macros import links_dict, nodes_dict
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


def of_engine(paths, folder):
    """The engine's data of each file that it opens."""
    from pyswmm import Links, Nodes, Simulation
    for source in paths:
        path = pathlib.Path(folder) / source.name
        shutil.copy(source, path)
        try:
            with Simulation(str(path)) as simulation:
                nodes = [origin("node", node.nodeid) for node in Nodes(simulation)]
                links = [
                    {"origin": origin("link", link.linkid), "from": origin("node", link.inlet_node),
                     "to": origin("node", link.outlet_node), "conducting": True}
                    for link in Links(simulation)]
        except Exception as error:
            print(f"SWMM does not open {source.name}: {str(error).strip()[:100]}")
            continue
        yield source.stem, {"nodes": nodes, "links": links}, path


def check(geosnap, paths):
    from swmm.toolkit import solver
    with tempfile.TemporaryDirectory() as folder:
        title = f"SWMM {solver.swmm_version_info()}"
        return compared.run(title, of_engine(map(pathlib.Path, paths), folder), geosnap, "swmm")


def main():
    if sys.argv[1:2] == ["check"]:
        sys.exit(0 if check(sys.argv[2], sys.argv[3:]) else 1)
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    for argument in sys.argv[2:]:
        write(pathlib.Path(argument), folder)


if __name__ == "__main__":
    main()
