"""The symbols of the library's products: their graphs, and where a name leads.

The compiler writes what each module declares as a symbol graph. A doc comment names symbols of other modules as it names
those of its own; DocC wants the module before such a name. So the names in the graphs are completed here.
"""

import json
import pathlib
import re
import subprocess

from pages import Problem

# The module maps of the C targets that modules are compiled against.
SYSTEM_MAPS = ("CGEOS", "CPROJ", "CPostgres")
TARGET_MAPS = ("CDefinitions", "CGEOSThread", "CPROJThread", "CHints", "CGeoSnap", "CServicePage")


def search_flags(root, build):
    """What the compiler has to know to find all modules of a build."""
    maps = [root / "Sources" / name / "module.modulemap" for name in SYSTEM_MAPS]
    maps += [build / f"{name}.build" / "module.modulemap" for name in TARGET_MAPS]
    maps += root.glob(".build/checkouts/GRDB.swift/Sources/GRDBSQLite/module.modulemap")
    try:
        own = subprocess.run(["pkg-config", "--cflags", "geos", "proj", "libpq"], capture_output=True, text=True).stdout
    except FileNotFoundError as error:
        raise Problem("there is no pkg-config: apt-get install pkg-config") from error
    flags = [f"-fmodule-map-file={path}" for path in maps] + own.split()
    return ["-I", build / "Modules", *(piece for flag in flags for piece in ("-Xcc", flag))]


def extract(root, build, modules, folder):
    """Writes the symbol graphs of the modules, each into a folder of its own."""
    flags = search_flags(root, build)
    target = json.loads(subprocess.run(["swift", "-print-target-info"], capture_output=True, text=True).stdout)
    for module in modules:
        (folder / module).mkdir(parents=True, exist_ok=True)
        command = ["swift", "symbolgraph-extract", "-module-name", module, "-minimum-access-level", "public"]
        command += [*flags, "-output-dir", folder / module, "-skip-synthesized-members"]
        command += ["-target", target["target"]["unversionedTriple"], "-emit-extension-block-symbols"]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode or not (folder / module / f"{module}.symbols.json").exists():
            raise Problem(f"symbolgraph-extract {module}:\n{done.stderr}")


class Symbols:
    """What the graphs in a folder declare."""

    def __init__(self, folder, modules):
        self.folder, self.modules = folder, modules
        self.graphs = {path: json.loads(path.read_text()) for path in sorted(folder.glob("*/*.symbols.json"))}
        # Each path of names, as "Geometry/area", with the addresses it has: "GeoSnapGeometry/Geometry/area".
        self.addresses = {}
        for path, graph in self.graphs.items():
            for symbol in graph["symbols"]:
                if symbol["kind"]["identifier"] == "swift.extension":
                    continue
                name = "/".join(symbol["pathComponents"])
                found = self.addresses.setdefault(name, [])
                address = f"{self.root(path)}/{name}"
                if address not in found:
                    found.append(address)

    @staticmethod
    def root(path):
        """Below what the symbols of a graph stand: a module, or in it another that it extends."""
        module, _, extended = path.name.removesuffix(".symbols.json").partition("@")
        return f"{module}/{extended}" if extended else module

    def address(self, name):
        """The address of a symbol that a page names, if there is one and only one: `Snapper`, `Geometry.buffer(distance:)`."""
        if name in self.modules:
            return f"/{name}"
        if not re.fullmatch(r"[A-Z]\w+(\.[a-z]\w*(\([\w:]*\))?)?", name):
            return None
        found = self.addresses.get(name.replace(".", "/"), [])
        return f"/{found[0]}" if len(found) == 1 else None

    def complete(self):
        """Completes the links of doc comments: with the module before names that are another's, and to pages."""
        for path, graph in self.graphs.items():
            own = self.root(path).split("/")[0]
            for symbol in graph["symbols"]:
                scope = symbol["pathComponents"]
                for line in symbol.get("docComment", {}).get("lines", []):
                    text = re.sub(
                        r"(?<!`)``([^`]+)``(?!`)", lambda link: self.completed(link, own, scope), line["text"])
                    # What doc comments name as a file is a page here.
                    line["text"] = re.sub(
                        r"`Documentation/([\w-]+)\.md`", r"<doc:/documentation/Guides/\1>", text)
            path.write_text(json.dumps(graph))

    def completed(self, link, own, scope):
        # What tells overloads apart stands behind a hyphen.
        name, suffix = re.fullmatch(r"(.*?)(-(?:\([^()]*\)(?:->.*)?|[a-z0-9]{4,}))?", link[1]).groups()
        candidates = []
        for depth in range(len(scope), -1, -1):
            candidates = self.addresses.get("/".join([*scope[:depth], name]), [])
            if candidates:
                break
        if not candidates or f"{own}/{'/'.join([*scope[:depth], name])}" in candidates:
            return link[0]
        nearest = sorted(candidates, key=lambda address: (not address.startswith(own + "/"), len(address)))
        return f"``/{nearest[0]}{suffix or ''}``"

    def topics(self, module):
        """The types of a module, grouped as the folders of its sources are."""
        groups = {}
        for path, graph in self.graphs.items():
            if self.root(path) != module:
                continue
            for symbol in graph["symbols"]:
                if len(symbol["pathComponents"]) > 1 or "location" not in symbol:
                    continue
                file = pathlib.Path(symbol["location"]["uri"])
                inside = file.parts[file.parts.index(module) + 1:-1]
                groups.setdefault(inside[0] if inside else "", set()).add(symbol["pathComponents"][0])
        return groups
