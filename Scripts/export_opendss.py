#!/usr/bin/env python3
"""Writes the tables of an OpenDSS circuit that `geosnap import opendss` reads.

usage: export_opendss.py MASTER.dss FOLDER [BUSCOORDS]

Needs the package opendssdirect.py. BUSCOORDS is a file of bus coordinates that the circuit itself does not read. It
writes

  buses.csv     bus, x, y, nodes (joined by '.'), kv_base_ln (empty coordinates where it has none)
  elements.csv  one row per element: class, enabled, terminals with bus and nodes, switch_flag and
                open_terminals (all phases are open; joined by '|'), open_phases (of terminals whose
                other phases are closed, as terminal.node; joined by '|'), length with units,
                linecode, kva (the rating of a transformer; the power of loads and generation in
                kW), kv (of each winding, joined by '/'), bank
  fuses.csv     fuse, element, terminal, open: for each Fuse its element, and whether all its phases
                are open

States are those in which the circuit settles: it is solved before they are read, so that controls have acted; the
resulting changes are printed. If it does not solve, the state in each SwtControl is used. Controls, meters and
monitors are rows too, so that the importer can list what it does not read.
"""

import csv
import sys
from pathlib import Path

import opendssdirect as dss

HEAD = ["element", "class", "enabled", "n_terminals", "n_conductors", "n_phases"]
TAIL = [
    "switch_flag", "open_terminals", "open_phases", "length", "units", "linecode", "kva", "kv", "bank",
]


def buses():
    """The rows of buses.csv."""
    for name in dss.Circuit.AllBusNames():
        dss.Circuit.SetActiveBus(name)
        known = dss.Bus.Coorddefined()
        yield [
            name,
            repr(dss.Bus.X()) if known else "",
            repr(dss.Bus.Y()) if known else "",
            ".".join(str(node) for node in sorted(dss.Bus.Nodes())),
            round(dss.Bus.kVBase(), 6),
        ]


# The property with the power of a load or generator, in kW.
POWER = {
    "load": "kw", "generator": "kw", "indmach012": "kw", "pvsystem": "pmpp",
    "storage": "kwrated", "windgen": "kw",
}


def windings(count):
    """The kV of each winding of the active transformer."""
    kilovolts = []
    for winding in range(1, count + 1):
        dss.Text.Command(f"~ wdg={winding}")
        kilovolts.append("%g" % float(dss.Properties.Value("kv")))
    dss.Text.Command("~ wdg=1")
    return "/".join(kilovolts)


def open_nodes():
    """For each terminal of the active element with an open conductor: its open phases, and its phases.

    Phases are the nodes 1 to 3; a terminal without any has all its nodes.
    """
    active = dss.CktElement
    terminals, count = active.NumTerminals(), active.NumConductors()
    order, found = active.NodeOrder(), {}
    for terminal in range(1, terminals + 1):
        if not active.IsOpen(terminal, 0):
            continue
        nodes = order[(terminal - 1) * count:terminal * count]
        phases = {node for node in nodes if 1 <= node <= 3} or set(nodes)
        # The conductors of a single phase are in series: one open conductor opens it.
        some = phases if active.NumPhases() == 1 else {
            node for number, node in enumerate(nodes, start=1)
            if node in phases and active.IsOpen(terminal, number)
        }
        if some:
            found[terminal] = some, phases
    return found


def states():
    """The open terminals and phases of the enabled elements with any."""
    found = {}
    for name in dss.Circuit.AllElementNames():
        dss.Circuit.SetActiveElement(name)
        if dss.CktElement.Enabled() and (opened := open_nodes()):
            found[name] = opened
    return found


def apply_switch_controls():
    """Gives each switch the state in its SwtControl."""
    dss.Circuit.SetActiveClass("swtcontrol")
    for name in dss.ActiveClass.AllNames():
        dss.Circuit.SetActiveElement(f"swtcontrol.{name}")
        if not dss.CktElement.Enabled():
            continue
        state = dss.Properties.Value("state").lower()
        switch, terminal = dss.Properties.Value("switchedobj"), dss.Properties.Value("switchedterm")
        dss.Text.Command(f"{'open' if state.startswith('o') else 'close'} {switch} {terminal or 1}")


def settle():
    """Solves the circuit, so that controls act, and prints the changes."""
    try:
        before = states()
    except dss.DSSException:
        # A circuit that was never solved has no nodes yet.
        dss.Text.Command("makebuslist")
        before = states()
    is_snapshot = dss.Solution.Mode() == 0
    reason = ""
    try:
        # The circuit itself runs a study over time to its end; it is not solved again.
        if is_snapshot:
            dss.Text.Command("solve")
        elif dss.Solution.Iterations() == 0:
            # A change of the mode would reset controls to their normal state.
            dss.Solution.SolveSnap()
        if not dss.Solution.Converged():
            reason = "the solution does not converge"
    except dss.DSSException as error:
        reason = str(error)
    if reason:
        print(f"The circuit does not solve: {reason}. Switches have the state that their "
              "SwtControl asks for; relays, reclosers and fuses have that before.", file=sys.stderr)
        apply_switch_controls()
    after = states()
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) != after.get(name):
            word = "opened" if len(after.get(name, ())) >= len(before.get(name, ())) else "closed"
            print(f"{name} is {word} by its control.", file=sys.stderr)


def element(full, width):
    """The row of one element."""
    kind = full.split(".", 1)[0].lower()
    dss.Circuit.SetActiveElement(full)
    active = dss.CktElement
    enabled, terminals = active.Enabled(), active.NumTerminals()
    row = [full, kind, int(enabled), terminals, active.NumConductors(), active.NumPhases()]
    names = active.BusNames()
    for position in range(width):
        if position < len(names) and names[position]:
            bus, *nodes = names[position].split(".")
            row += [bus, ".".join(nodes or map(str, range(1, active.NumPhases() + 1)))]
        else:
            row += ["", ""]
    values = dict.fromkeys(TAIL, "")
    opened = open_nodes() if enabled else {}
    whole = {terminal for terminal, (some, all_of_them) in opened.items() if some >= all_of_them}
    values["open_terminals"] = "|".join(map(str, sorted(whole)))
    values["open_phases"] = "|".join(
        f"{terminal}.{node}" for terminal, (some, _) in sorted(opened.items())
        if terminal not in whole for node in sorted(some)
    )
    if kind == "capacitor" and enabled:
        # Its control switches steps, not terminals: without any step it is off.
        steps = dss.Properties.Value("states").strip(" []").replace(",", " ").split()
        if steps and not any(int(step) for step in steps):
            values["open_terminals"], values["open_phases"] = "1", ""
    if kind == "line":
        flag = dss.Properties.Value("switch").lower()
        values["switch_flag"] = int(flag.startswith(("y", "t")))
        for name in ("length", "units", "linecode"):
            values[name] = dss.Properties.Value(name)
    elif kind in ("transformer", "autotrans"):
        values["bank"] = dss.Properties.Value("bank") if kind == "transformer" else ""
        values["kv"] = windings(int(dss.Properties.Value("windings")))
        values["kva"] = dss.Properties.Value("kva")
    elif kind in POWER:
        values["kva"] = dss.Properties.Value(POWER[kind])
        values["kv"] = dss.Properties.Value("kv")
    return row + [values[name] for name in TAIL]


def fuses():
    """The rows of fuses.csv."""
    dss.Circuit.SetActiveClass("fuse")
    for name in dss.ActiveClass.AllNames():
        dss.Circuit.SetActiveElement(f"fuse.{name}")
        if not dss.CktElement.Enabled():
            continue
        phases = [word.strip().lower() for word in dss.Properties.Value("state").strip(" []").split(",")]
        phases = [word for word in phases if word]
        watched = dss.Properties.Value("switchedobj") or dss.Properties.Value("monitoredobj")
        terminal = dss.Properties.Value("switchedterm") or dss.Properties.Value("monitoredterm")
        is_open = bool(phases) and all(word.startswith("o") for word in phases)
        yield [name, watched, terminal or "1", int(is_open)]


def write(path, head, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)


def main(master, folder, coordinates=None):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # OpenDSS changes to the folder of the circuit when it compiles it.
    coordinates = coordinates and Path(coordinates).resolve()
    # A circuit may show reports, which are not needed here.
    dss.Basic.AllowEditor(False)
    dss.Basic.ClearAll()
    dss.Text.Command(f'compile "{Path(master).resolve()}"')
    if coordinates:
        # Without a bus list, OpenDSS ignores coordinates silently.
        dss.Text.Command("makebuslist")
        dss.Text.Command(f'buscoords "{coordinates}"')
    settle()
    # Fuses have a separate table.
    names = [
        name for name in dss.Circuit.AllElementNames()
        if name.split(".", 1)[0].lower() != "fuse"
    ]
    width = 3
    for name in names:
        dss.Circuit.SetActiveElement(name)
        width = max(width, len(dss.CktElement.BusNames()))
    terminals = [f"{word}{number}" for number in range(1, width + 1) for word in ("bus", "nodes")]
    write(folder / "buses.csv", ["bus", "x", "y", "nodes", "kv_base_ln"], buses())
    write(
        folder / "elements.csv",
        HEAD + terminals + TAIL,
        [element(name, width) for name in names],
    )
    rows = list(fuses())
    if rows:
        write(folder / "fuses.csv", ["fuse", "element", "terminal", "open"], rows)
    print(
        f"{dss.Circuit.Name()}: {dss.Circuit.NumBuses()} buses, {len(names)} elements, "
        f"{len(rows)} fuses"
    )


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
