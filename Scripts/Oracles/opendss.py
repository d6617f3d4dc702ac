#!/usr/bin/env python3
"""Answers about OpenDSS circuits, read from their tables by pandas and networkx.

usage: opendss.py TABLES ANSWERS.json [RAW MASTER]
       opendss.py check GEOSNAP MASTER.dss [MASTER.dss ...]

Writes the links between buses (origin, from, to, 1 if it conducts), the buses without a link, the number of connected
parts of the buses, and the number of buses connected to a source. A link is every element with two buses: one from
its first closed terminal to each other bus it is on. It conducts if the element is enabled and the terminals there
are closed. Shunts, whose other end is grounded or at the same bus, are no links.

With the circuit itself (RAW folder and its MASTER file) OpenDSS compiles it and lists the branches that it cannot
reach from the source; they are written as `isolated` and compared with the tables. Missing line codes are replaced by
plain ones, which do not change the connections.

`check` takes small built-in circuits, in which phases, fuses and controls are open, and the given ones. It exports
each circuit like Scripts/export_opendss.py, and compares geosnap's import of the tables with the engine's solved
circuit through dss-python.
"""

import collections
import itertools
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import compared

NEEDS_TWO = {"line", "transformer", "autotrans"}
MAY_BE_SERIES = {"reactor", "capacitor", "vsource"}

FEEDER = """clear
new circuit.{name} basekv=12.47 bus1=src phases=3
new line.l1 bus1=src bus2=b1 length=100 units=m
new line.l2 bus1=b1 bus2=b2 length=100 units=m
new line.sw bus1=b2 bus2=b3 switch=yes
new line.l3 bus1=b3 bus2=b4 length=100 units=m
set voltagebases=[12.47]
calcvoltagebases
"""
# What is open at the end of each circuit, and why.
OWN = {
    "one_open_phase": "open line.l2 1 2",
    "all_phases_open": "open line.l2 2 1\nopen line.l2 2 2\nopen line.l2 2 3",
    "fuse_with_one_open_phase": "new fuse.f monitoredobj=line.l3 state=open",
    "open_fuse": "new fuse.f monitoredobj=line.l3 state=[open open open]",
    "control_that_never_acted": "new swtcontrol.s switchedobj=line.sw switchedterm=1 action=open",
    "control_that_was_edited": "new swtcontrol.s switchedobj=line.sw switchedterm=1 action=close\nsolve\n"
                               "edit swtcontrol.s action=open",
    "study_over_time": "new swtcontrol.s switchedobj=line.sw switchedterm=1 action=open\nset mode=yearly",
    "state_in_a_study": "set mode=daily number=1\n"
                        "new swtcontrol.s switchedobj=line.sw switchedterm=1 normal=closed state=open",
    "one_open_leg": "new transformer.t phases=1 windings=3 buses=(b4.1.0 l.1.0 l.0.2) kvs=(7.2 .12 .12)\n"
                    "open transformer.t 2",
    "two_controls": "new swtcontrol.s switchedobj=line.sw switchedterm=1 action=open delay=5\n"
                    "new swtcontrol.t switchedobj=line.l2 switchedterm=2 action=open delay=0",
    "open_relay": "new relay.r monitoredobj=line.l3 type=current state=open",
    "open_recloser": "new recloser.r monitoredobj=line.l3 state=open",
}


def encoded(name):
    return re.sub("[;#@%]", lambda sign: f"%{ord(sign.group()):02X}", name.lower())


def bus(name):
    return f"bus/{encoded(name)}"


def read(folder):
    """The tables, with every field as text."""
    import pandas
    return [
        pandas.read_csv(Path(folder) / name, dtype=str, keep_default_na=False)
        for name in ("buses.csv", "elements.csv")
    ]


def links(elements):
    """The links of each element: origin, from, to, whether it conducts."""
    for row in elements.to_dict("records"):
        kind, _, name = row["element"].partition(".")
        kind = kind.lower()
        if kind not in NEEDS_TWO | MAY_BE_SERIES:
            continue
        terminals = [row[f"bus{n}"] for n in (1, 2, 3) if row[f"bus{n}"]]
        if kind in MAY_BE_SERIES:
            grounded = set(row["nodes2"].split(".")) == {"0"}
            if len(terminals) < 2 or terminals[0].lower() == terminals[1].lower() or grounded:
                continue
        opened = {int(number) for number in row["open_terminals"].split("|") if number}
        closed = {}
        for number, terminal in enumerate(terminals, start=1):
            key = bus(terminal)
            join = any if "trans" in kind else all
            closed[key] = join([closed.get(key, number not in opened), number not in opened])
        enabled = row["enabled"] == "1"
        origin = f"{kind}/{encoded(name)}"
        buses = list(closed)
        if len(buses) == 1:
            yield origin, buses[0], buses[0], enabled and all(closed.values())
            continue
        hub = next((key for key in buses if closed[key]), buses[0])
        for key in buses:
            if key != hub:
                yield origin, hub, key, enabled and closed[hub] and closed[key]


def answers(folder):
    buses, elements = read(folder)
    nodes = [bus(name) for name in buses["bus"]]
    found = list(links(elements))
    import networkx
    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from((start, end) for _, start, end, conducts in found if conducts)
    linked = {end for link in found for end in link[1:3]}
    sources = {
        bus(row["bus1"]) for row in elements.to_dict("records")
        if row["element"].lower().startswith("vsource.") and row["enabled"] == "1"
    }
    supplied = set().union(*(networkx.node_connected_component(graph, s) for s in sources))
    return {
        "nodeCount": len(nodes),
        "nodes": [node for node in nodes if node not in linked],
        "parts": networkx.number_connected_components(graph),
        "supplied": len(supplied),
        "links": [[*link[:3], int(link[3])] for link in found],
    }, supplied


def isolated(raw, master, elements):
    """The branches that OpenDSS does not reach from the source."""
    import opendssdirect as dss

    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(raw, folder, dirs_exist_ok=True)
        path = Path(folder)
        path.chmod(0o755)
        missing = path / "IEEELineCodes.DSS"
        if not missing.exists():
            codes = {
                row["linecode"]: row["n_phases"] for row in elements.to_dict("records")
                if row["linecode"]
            }
            missing.write_text(
                "".join(f"new linecode.{code} nphases={count}\n" for code, count in codes.items())
            )
        dss.Basic.ClearAll()
        dss.Text.Command(f'compile "{path / master}"')
        return {
            f"{name.split('.', 1)[0].lower()}/{encoded(name.split('.', 1)[1])}"
            for name in dss.Topology.AllIsolatedBranches() or [] if "." in name
        }


def of_engine(circuit):
    """The engine's data of the compiled circuit."""
    nodes = {bus(name) for name in circuit.AllBusNames}
    found, rows = [], collections.Counter()
    for full in circuit.AllElementNames:
        kind, _, name = full.partition(".")
        kind = kind.lower()
        rows[kind] += 1
        if kind not in NEEDS_TWO | MAY_BE_SERIES:
            continue
        circuit.SetActiveElement(full)
        element = circuit.ActiveCktElement
        names, conductors = element.BusNames, element.NumConductors
        ends = [bus(text.partition(".")[0]) for text in names]
        order = element.NodeOrder if element.Enabled else []
        if kind in MAY_BE_SERIES:
            grounded = all(node in ("0", "") for node in names[1].split(".")[1:]) and "." in names[1]
            if len(ends) < 2 or ends[0] == ends[1] or grounded:
                continue
        closed = {}
        for number, end in enumerate(ends, start=1):
            phases = [
                place for place, node in enumerate(order[(number - 1) * conductors:number * conductors], start=1)
                if 1 <= node <= 3]
            opened = bool(phases) and all(element.IsOpen(number, place) for place in phases)
            # Windings at one bus are one terminal.
            join = any if "trans" in kind else all
            closed[end] = join([closed.get(end, not opened), not opened])
        nodes.update(closed)
        pairs = list(itertools.combinations(closed, 2)) or [(ends[0], ends[0])]
        found += [
            {"origin": f"{kind}/{encoded(name)}", "from": one, "to": other,
             "conducting": bool(element.Enabled and closed[one] and closed[other])}
            for one, other in pairs]
    return {"nodes": sorted(nodes), "links": found, "rows": dict(rows)}


def checked(masters, folder):
    from dss import DSS
    script = Path(__file__).resolve().parents[1] / "export_opendss.py"
    own = []
    for name, text in OWN.items():
        own.append(Path(folder) / f"{name}.dss")
        own[-1].write_text(FEEDER.format(name=name) + text + "\n")
    for number, master in enumerate([*own, *masters]):
        path = Path(folder) / str(number)
        run = subprocess.run([sys.executable, script, master, path], capture_output=True, text=True)
        if run.returncode:
            print(f"not exported: {master}: {run.stderr.strip()[-150:]}")
            continue
        DSS.AllowEditor = False
        DSS.ClearAll()
        DSS.Text.Command = f'compile "{Path(master).resolve()}"'
        try:
            # Setting the mode again would reset the controls.
            is_snapshot = DSS.ActiveCircuit.Solution.Mode == 0
            DSS.Text.Command = "solve" if is_snapshot else "solve number=1"
        except Exception as error:
            print(f"not solved: {master}: {str(error)[:100]}")
        yield DSS.ActiveCircuit.Name, of_engine(DSS.ActiveCircuit), path


def check(geosnap, masters):
    import dss
    with tempfile.TemporaryDirectory() as folder:
        return compared.run(f"dss-python {dss.__version__}", checked(masters, folder), geosnap, "opendss")


def main(folder, target, raw=None, master=None):
    target = Path(target).resolve()
    found, supplied = answers(folder)
    if raw:
        _, elements = read(folder)
        enabled = {
            f"{kind.lower()}/{encoded(name)}"
            for kind, _, name in (
                full.partition(".")
                for full in elements.loc[elements["enabled"] == "1", "element"]
            )
        }
        # OpenDSS lists the disabled ones too.
        found["isolated"] = sorted(enabled & isolated(raw, master, elements))
        dead = {
            link[0] for link in found["links"]
            if link[0] in enabled and not {link[1], link[2]} & supplied
        }
        if set(found["isolated"]) != dead:
            sys.exit(f"OpenDSS finds {found['isolated']} isolated, the tables {sorted(dead)}")
    lines = ",\n".join(json.dumps(link, separators=(",", ":")) for link in found.pop("links"))
    text = json.dumps(found, separators=(",", ":"))
    target.write_text(f'{text[:-1]},"links":[\n{lines}\n]}}\n')
    print(f"{target.name}: {found['nodeCount']} buses, {found['parts']} parts")


if __name__ == "__main__":
    if sys.argv[1:2] == ["check"]:
        sys.exit(0 if check(Path(sys.argv[2]).resolve(), sys.argv[3:]) else 1)
    if len(sys.argv) not in (3, 5):
        sys.exit(__doc__)
    main(*sys.argv[1:])
