#!/usr/bin/env python3
"""Runs the test files of the JTS Topology Suite through `geosnap geometry`.

    jts.py GEOSNAP [FOLDER]

Runs each operation of each file, and compares the answer with the one in the file. FOLDER/differences.txt lists known
differences: `FILE PLACE NAME` below a line that begins with # and has the reason. The exit code is 1 if an unlisted
operation differs, or a listed one passes. Needs shapely.

Numbers and coordinates may differ by 1e-9 of the greatest ordinate, since programs add in different orders. Areas
from set operations may have other vertices on the same outline. Buffers may differ by a thousandth of their area,
since arcs are approximated in many ways.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree

import shapely

JTS = pathlib.Path(__file__).resolve().parents[2] / "Tests/GeoSnapTestSupport/JTS"
# The operation names of the files: the number of geometries, and the words of the verb with the other arguments.
OPERATIONS = {name: (2, name) for name in (
    "contains", "covers", "crosses", "disjoint", "distance", "equals", "intersects", "overlaps", "touches", "within")}
OPERATIONS |= {
    "boundary": (1, "boundary"), "buffer": (1, "buffer --distance={1}"),
    "buffermitredjoin": (1, "buffer --distance={1} --join mitre"), "convexhull": (1, "convex-hull"),
    "coveredby": (2, "covered-by"), "densify": (1, "densify --length {1}"), "equalsexact": (2, "equals-exactly"),
    "equalsnorm": (2, "equals-normalized"), "equalstopo": (2, "equals"), "getboundary": (1, "boundary"),
    "getcentroid": (1, "centroid"), "getinteriorpoint": (1, "point-on-surface"),
    "issimple": (1, "is-simple --convention ogc"), "isvalid": (1, "is-valid"),
    "iswithindistance": (2, "within-distance --distance {2}"), "minclearance": (1, "minimum-clearance"),
    "minclearanceline": (1, "minimum-clearance-line"), "polygonize": (1, "polygonize"),
    "relate": (2, "relate --pattern {2}"), "simplifydp": (1, "generalize --deviation {1}"),
    "simplifytp": (1, "generalize --deviation {1} --preserve-topology"),
}
OVERLAYS = {"union": "union", "intersection": "intersection", "difference": "difference",
            "symdifference": "symmetric-difference"}


class Operation:
    """One operation of a file: its position, its operands, and the expected result."""

    def __init__(self, file, place, node, operands, grid):
        self.name = node.get("name").lower()
        self.key = f"{file} {place} {self.name}"
        self.arguments = [node.get(f"arg{number}").strip() for number in range(1, 6) if node.get(f"arg{number}")]
        self.expected = (node.text or "").strip()
        self.operands = operands
        self.grid = grid

    def question(self):
        """The words of the verb, and its geometries."""
        if self.name in OPERATIONS:
            count, words = OPERATIONS[self.name]
            words = words.format(*self.arguments).split()
            if self.name == "buffer" and len(self.arguments) > 2:
                words += ["--segments", self.arguments[2]]
        else:
            base, kind = re.fullmatch(r"(union|intersection|difference|symdifference)(sr|ng)?", self.name).groups()
            count = 1 if base == "union" and len(self.arguments) == 1 else 2
            words = ["unary-union" if count == 1 else OVERLAYS[base]]
            words += ["--convention", "ogc"] if base == "intersection" else []
            # A scale for snap rounding is the number of grid lines per unit.
            grid = 1 / float(self.arguments[2]) if kind == "sr" else None if kind == "ng" else self.grid
            words += ["--grid", repr(grid)] if grid else []
        return words, [self.operands[name.lower()] for name in self.arguments[:count]]

    def problem(self, answer):
        """The difference from the expected answer, or None."""
        if isinstance(answer, bool):
            return None if str(answer).lower() == self.expected.lower() else f"expected {self.expected}, got {answer}"
        if self.name in ("distance", "minclearance"):
            # The value in the files for no answer.
            nothing = 0 if self.name == "distance" else sys.float_info.max
            number, wanted = nothing if answer is None else answer, float(self.expected)
            near = abs(number - wanted) <= 1e-9 * max(abs(number), abs(wanted))
            return None if near else f"expected {wanted}, got {number}"
        if isinstance(answer, dict):
            found = shapely.GeometryCollection([shapely.from_wkt(polygon) for polygon in answer["polygons"]])
        else:
            found = shapely.from_wkt(answer or "LINESTRING EMPTY")
        text = plain(self.expected)
        return self.different(found, shapely.from_wkt(text) if "(" in text or " " in text else shapely.from_wkb(text))

    def different(self, found, expected):
        reach = max((abs(value) for value in shapely.get_coordinates(expected).flat), default=0)
        if found.is_empty and expected.is_empty and found.geom_type == expected.geom_type:
            return None
        if shapely.normalize(found).equals_exact(shapely.normalize(expected), reach * 1e-9):
            return None
        share = 1e-3 if self.name.startswith("buffer") else 1e-12 if self.name.startswith(tuple(OVERLAYS)) else 0
        if share and {found.geom_type, expected.geom_type} <= {"Polygon", "MultiPolygon"}:
            if found.symmetric_difference(expected).area <= share * max(found.area, expected.area):
                return None
        return f"expected {expected.wkt}, got {found.wkt}"


def plain(text):
    """Well-known text without trailing text, a linear ring as a line; hexadecimal well-known binary unchanged."""
    text = text.strip()
    if re.fullmatch(r"[0-9A-Fa-f]+", text):
        return text
    text = re.sub(r"\s+", " ", text.upper()).replace("LINEARRING", "LINESTRING")
    depth = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == ")" and depth == 0:
            return text[: index + 1]
    return text


def operations(path, name):
    root = xml.etree.ElementTree.parse(path).getroot()
    model = root.find("precisionModel")
    scale = None if model is None or model.get("type", "").upper() == "FLOATING" else model.get("scale")
    for case, node in enumerate(root.iter("case"), 1):
        operands = {letter: plain(node.findtext(letter)) for letter in "ab" if node.findtext(letter)}
        for place, test in enumerate(node.findall("test/op"), 1):
            yield Operation(name, f"{case}.{place}", test, operands, 1 / float(scale) if scale else None)


def known(path):
    causes, cause = {}, None
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            cause = line.lstrip("# ")
        elif line.strip():
            causes[line.strip()] = cause
    return causes


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else JTS
    causes, groups = known(folder / "differences.txt"), collections.defaultdict(list)
    for path in sorted(folder.rglob("*.xml")):
        for operation in operations(path, path.relative_to(folder).as_posix()):
            words, geometries = operation.question()
            groups[tuple(words)].append((operation, "\t".join(geometries)))
    listed, wrong, executed = collections.Counter(), [], 0
    for words, asked in groups.items():
        lines = "".join(f"{text}\n" for _, text in asked)
        run = subprocess.run([program, "geometry", *words, "--json"], input=lines, capture_output=True, text=True)
        answers = {item["line"]: item for item in json.loads(run.stdout)} if run.returncode in (0, 3) else {}
        ended = {"error": f"geosnap geometry {' '.join(words)} ended with {run.returncode}: {run.stderr}"}
        for line, (operation, _) in enumerate(asked, 1):
            executed += 1
            item = answers.get(line, ended)
            problem = operation.problem(item["answer"]) if "answer" in item else item["error"]
            cause = causes.get(operation.key)
            if problem and cause:
                listed[cause] += 1
            elif problem:
                wrong.append(f"differs: {operation.key}: {problem}")
            elif cause:
                wrong.append(f"passes though listed: {operation.key}")
    print("\n".join(wrong + [f"listed: {count} for {cause}" for cause, count in sorted(listed.items())]))
    print(f"{executed} executed, {sum(listed.values())} listed, {len(wrong)} wrong")
    sys.exit(1 if wrong or not executed else 0)


if __name__ == "__main__":
    main()
