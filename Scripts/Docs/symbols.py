"""The symbols of the library's products: their graphs, and the targets of names.

The compiler writes the declarations of each module as a symbol graph. Doc comments name symbols of other modules
without the module, but DocC requires it. This script completes the names in the graphs.
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
    """The compiler's options for finding all modules of a build."""
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
    """Writes the symbol graphs of the modules, each into a separate folder."""
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
    """The declarations in the graphs of a folder."""

    def __init__(self, folder, modules):
        self.folder, self.modules = folder, modules
        self.graphs = {path: json.loads(path.read_text()) for path in sorted(folder.glob("*/*.symbols.json"))}
        # For each path of names, such as "Geometry/area", its addresses: "GeoSnapGeometry/Geometry/area".
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
        """The parent of a graph's symbols: a module, or another module that it extends."""
        module, _, extended = path.name.removesuffix(".symbols.json").partition("@")
        return f"{module}/{extended}" if extended else module

    def address(self, name):
        """The address of a symbol in a page, if it is unambiguous: `Snapper`, `Geometry.buffer(distance:)`."""
        if name in self.modules:
            return f"/{name}"
        if not re.fullmatch(r"[A-Z]\w+(\.[a-z]\w*(\([\w:]*\))?)?", name):
            return None
        found = self.addresses.get(name.replace(".", "/"), [])
        return f"/{found[0]}" if len(found) == 1 else None

    def complete(self):
        """Completes the links of doc comments: adds modules to names, and links pages."""
        for path, graph in self.graphs.items():
            own = self.root(path).split("/")[0]
            for symbol in graph["symbols"]:
                scope = symbol["pathComponents"]
                for line in symbol.get("docComment", {}).get("lines", []):
                    text = re.sub(
                        r"(?<!`)``([^`]+)``(?!`)", lambda link: self.completed(link, own, scope), line["text"])
                    # File names in doc comments become pages.
                    line["text"] = re.sub(
                        r"`Documentation/([\w-]+)\.md`", r"<doc:/documentation/Guides/\1>", text)
            path.write_text(json.dumps(graph))

    def completed(self, link, own, scope):
        # The suffix of overloads follows a hyphen.
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
        """The types of a module, grouped by the folders of its sources."""
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
