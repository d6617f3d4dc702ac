#!/usr/bin/env python3
"""Writes a pandapipes or pandapower network with its coordinates in EPSG:25832.

Only coordinates change, rounded to a millimetre; every other byte stays as it was. pandapipes keeps
coordinates in the table junction_geodata, pandapower as GeoJSON in the column `geo` of bus and line:
GeoJSON inside a JSON string inside a JSON string inside JSON.

    transform-sample.py --from EPSG:31467 IN.json[.gz] OUT.json

Needs pyproj:  python3 -m venv .build/sample-venv && .build/sample-venv/bin/pip install pyproj
"""

import argparse
import gzip
import json
import re
import sys

from pyproj import Transformer

TARGET = "EPSG:25832"
# The coordinates of one GeoJSON geometry, as they occur inside the text of a table.
GEOJSON_COORDINATES = re.compile(r'(\\"coordinates\\": )(\[[^"\\]*\])')


def read(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as file:
        return json.load(file)


def moved(coordinates, transform):
    """The GeoJSON coordinates with the same nesting, each position transformed."""
    if isinstance(coordinates[0], list):
        return [moved(inner, transform) for inner in coordinates]
    x, y = transform(coordinates[0], coordinates[1])
    return [round(x, 3), round(y, 3)] + coordinates[2:]


def with_moved_geojson(table, transform):
    """The text of a table whose column `geo` has GeoJSON, and the number of rows with any."""

    def replacement(match):
        return match.group(1) + json.dumps(moved(json.loads(match.group(2)), transform))

    return GEOJSON_COORDINATES.subn(replacement, table)


def with_moved_xy(table, transform):
    """The text of a table with columns x and y only, and its number of rows."""
    content = json.loads(table)
    if content["columns"] != ["x", "y"]:
        sys.exit(f"junction_geodata has columns {content['columns']}; expected x and y.")
    content["data"] = [moved(row, transform) for row in content["data"]]
    return json.dumps(content, separators=(",", ":")), len(content["data"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="source", required=True, metavar="EPSG:CODE")
    parser.add_argument("input")
    parser.add_argument("output")
    arguments = parser.parse_args()

    network = read(arguments.input)
    tables = network["_object"]
    # GeoJSON and the geodata table have east before north, regardless of the authority's order.
    transform = Transformer.from_crs(arguments.source, TARGET, always_xy=True).transform
    counts = {}
    for name, table in tables.items():
        if not (isinstance(table, dict) and table.get("_class") == "DataFrame"):
            continue
        text, rows = table["_object"], json.loads(table["_object"])
        if name == "junction_geodata":
            table["_object"], counts[name] = with_moved_xy(text, transform)
        elif "geo" in rows["columns"]:
            column = rows["columns"].index("geo")
            expected = sum(1 for row in rows["data"] if row[column] is not None)
            table["_object"], counts[name] = with_moved_geojson(text, transform)
            if counts[name] != expected:
                sys.exit(f"{name}: moved {counts[name]} of {expected} geometries.")
    if not counts:
        sys.exit(f"{arguments.input}: no coordinates found.")
    with open(arguments.output, "w", encoding="utf-8") as file:
        json.dump(network, file, indent=2)
    moves = ", ".join(f"{count} in {name}" for name, count in counts.items() if count)
    print(f"{arguments.input}: {arguments.source} -> {TARGET}, coordinates moved: {moves}")


if __name__ == "__main__":
    main()
