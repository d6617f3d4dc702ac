#!/usr/bin/env python3
"""Writes the tables of an OpenDSS circuit that `geosnap import opendss` reads.

usage: export_opendss.py MASTER.dss FOLDER [BUSCOORDS]

Needs the package opendssdirect.py. BUSCOORDS is a file of bus coordinates that the circuit does
not read itself. Written are

  buses.csv     bus, x, y, nodes (joined by '.'), kv_base_ln (empty coordinates where it has none)
  elements.csv  one row an element: class, enabled, terminals with bus and nodes, switch_flag and
                open_terminals (joined by '|'), length with units, linecode, kva (the rating of a
                transformer; the power of loads and generation in kW), kv (of each winding, joined
                by '/'), bank
  fuses.csv     fuse, element, terminal: for each Fuse the element it stands at

Controls, meters and monitors are rows, too, so that the importer can name what it does not read.
"""

import csv
import sys
from pathlib import Path

import opendssdirect as dss

HEAD = ["element", "class", "enabled", "n_terminals", "n_conductors", "n_phases"]
TAIL = [
    "switch_flag", "open_terminals", "length", "units", "linecode", "kva", "kv", "bank",
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


# The property that has the power of a load or generator, in kW.
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
    opened = [str(t) for t in range(1, terminals + 1) if enabled and active.IsOpen(t, 0)]
    values = dict.fromkeys(TAIL, "")
    values["open_terminals"] = "|".join(opened)
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
        watched = dss.Properties.Value("switchedobj") or dss.Properties.Value("monitoredobj")
        terminal = dss.Properties.Value("switchedterm") or dss.Properties.Value("monitoredterm")
        yield [name, watched, terminal or "1"]


def write(path, head, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(head)
        writer.writerows(rows)


def main(master, folder, coordinates=None):
    folder = Path(folder).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    # OpenDSS goes to the folder of the circuit when it compiles it.
    coordinates = coordinates and Path(coordinates).resolve()
    dss.Basic.ClearAll()
    dss.Text.Command(f'compile "{Path(master).resolve()}"')
    if coordinates:
        dss.Text.Command(f'buscoords "{coordinates}"')
    # Fuses have a table of their own.
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
        write(folder / "fuses.csv", ["fuse", "element", "terminal"], rows)
    print(
        f"{dss.Circuit.Name()}: {dss.Circuit.NumBuses()} buses, {len(names)} elements, "
        f"{len(rows)} fuses"
    )


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
