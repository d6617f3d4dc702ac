"""What has to be known of a network's file before its layers are made: it is read in the background."""

import json
import math
import os
import pathlib
import sqlite3
from collections import Counter
from contextlib import closing

from ..kernel import contents
from ..kernel.definition import Definition, read_document
from ..kernel.texts import tr

NEEDED = ("un_definition", "un_rules", "un_associations", "un_manifest")
"""The tables that make a network of a GeoPackage."""
_SAMPLE = 4000
"""So many features are looked at to see how far apart they are."""
_CELLS = 64
"""Into so many columns and rows the extent is divided for that."""
_NAMES = ("NAME", "LABEL", "ID")
"""The fields by which people know features, where the definition names none."""


class NoNetwork(Exception):
    """The file holds no network; the sentence says what to do."""


class Table:
    """A table of the file that is shown as a layer.

    Attributes
    ----------
    name : str
    usage : str or None
        As the definition has it; None for a plain table, which no rule concerns.
    source_id : int or None
    domain_network : str or None
    geometry : {"point", "line", "area"} or None
    column : str or None
        The column of the geometry.
    fields : dict
        The kind of each field, by its name: ``"text"``, ``"integer"``, ``"real"`` or ``"blob"``.
    key : str or None
        The field that is the row's number.
    name_field : str or None
        The field by which people know its features.
    rows : int
        How many rows have an asset type; of a plain table, how many rows there are at most.
    """

    def __init__(self, name):
        self.name = name
        self.usage = self.source_id = self.domain_network = self.geometry = None
        self.column = self.key = self.name_field = None
        self.fields = {}
        self.rows = 0


class Reading:
    """What was read of a file.

    Attributes
    ----------
    path : str
    definition : Definition
    usage : Counter
        How often each asset type is used, by its path.
    tables : list of Table
    has_reference_system : bool
        Whether coordinates mean places on the earth.
    area : float
        The area over which the features are spread as densely as most of them lie, in square units of the
        coordinates; 0 where that is not known.
    center : tuple of float
        The middle of where they are densest.
    """

    def __init__(self, path, definition, usage):
        self.path = path
        self.definition = definition
        self.usage = usage
        self.tables = []
        self.has_reference_system = True
        self.area, self.center = 0.0, (0.0, 0.0)

    def types_of(self, table):
        """The asset types of a table, in the order of the definition."""
        return [one for one in self.definition.asset_types if one.source.lower() == table.name.lower()]

    def used_types_of(self, table):
        """The asset types that the rows of a table have."""
        return [one for one in self.types_of(table) if self.usage[one.path]]


def missing_tables(path):
    """Which tables a file lacks to be a network; it may be called anywhere, and takes a millisecond.

    Raises
    ------
    NoNetwork
        Where it is no GeoPackage at all, or cannot be read.
    """
    name = os.path.basename(path)
    if not os.path.isfile(path):
        raise NoNetwork(tr("{}: There is no such file.").format(path))
    try:
        with closing(_connect(path)) as connection:
            found = {table.lower() for (table,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        raise NoNetwork(tr("{} cannot be read as a GeoPackage: {}").format(name, error)) from error
    return [table for table in NEEDED if table not in found]


def read(path, tell=None):
    """Reads it.

    Raises
    ------
    NoNetwork
        Where the file has none.
    PackageMissing
        Where the package is not there to read it.
    """
    missing = missing_tables(path)
    if missing:
        raise NoNetwork(
            tr(
                "{} is a GeoPackage, but holds no network: the tables {} are missing. A network is made of other data "
                "by the algorithms of GeoSnap in Processing > Toolbox."
            ).format(os.path.basename(path), ", ".join(missing))
        )
    definition = Definition(read_document(path))
    if tell is not None:
        tell(0.2)
    reading = Reading(path, definition, contents.read(path, definition).usage)
    if tell is not None:
        tell(0.8)
    with closing(_connect(path)) as connection:
        _read_tables(connection, reading)
        _read_extent(connection, reading)
    return reading


def used_types(path, definition):
    """How often each asset type is used now, by its path; it is called in the background."""
    return contents.read(path, definition).usage


def _connect(path):
    return sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=ro", uri=True, timeout=5)


def _quoted(name):
    return '"' + name.replace('"', '""') + '"'


def _read_tables(connection, reading):
    sources = _sources(reading.definition.document)
    display_fields = _display_fields(connection)
    shapes = {
        table.lower(): (column, kind, srs)
        for table, column, kind, srs in connection.execute(
            "SELECT table_name, column_name, geometry_type_name, srs_id FROM gpkg_geometry_columns"
        )
    }
    for name, kind in connection.execute("SELECT table_name, data_type FROM gpkg_contents"):
        source = sources.get(name.lower())
        is_service = name.lower().startswith("un_")
        if source is None and (is_service or kind != "features"):
            continue
        table = Table(name)
        if source is not None:
            table.usage, table.source_id, table.domain_network = source
        if name.lower() in shapes:
            table.column, shape, srs = shapes[name.lower()]
            table.geometry = _geometry(shape) or reading.definition.geometry(name)
            reading.has_reference_system = reading.has_reference_system and srs not in (0, -1, None)
        for _, field, declared, _, _, is_key in connection.execute(f"PRAGMA table_info({_quoted(name)})"):
            if is_key:
                table.key = field
            elif field != table.column:
                table.fields[field] = _kind(declared)
        known = {field.lower(): field for field in table.fields}
        wanted = [display_fields.get(name.lower()) or ""] + list(_NAMES)
        table.name_field = next((known[one.lower()] for one in wanted if one.lower() in known), None)
        table.rows = sum(reading.usage[one.path] for one in reading.types_of(table))
        if source is None:
            table.rows = connection.execute(f"SELECT max(rowid) FROM {_quoted(name)}").fetchone()[0] or 0
        reading.tables.append(table)


def _sources(document):
    """Usage, id and domain network of each source, by its name in lower case."""
    return {
        source["name"].lower(): (source.get("usage"), source.get("id"), domain["name"])
        for domain in document["domainNetworks"]
        for source in domain.get("sources", [])
    }


def _display_fields(connection):
    """The field of each source that the definition in the file names for people, by the source in lower case."""
    found = {}
    for (text,) in connection.execute("SELECT DEFINITION FROM un_definition"):
        document = json.loads(text)
        for domain in document.get("domainNetworks") or []:
            for source in (domain.get("junctionSources") or []) + (domain.get("edgeSources") or []):
                if source.get("displayField"):
                    found[str(source.get("name", "")).lower()] = source["displayField"]
    return found


def _geometry(shape):
    shape = (shape or "").upper()
    if shape.endswith("POINT"):
        return "point"
    if shape.endswith("LINESTRING") or shape.endswith("CURVE"):
        return "line"
    if shape.endswith("POLYGON") or shape.endswith("SURFACE"):
        return "area"
    return None


def _kind(declared):
    declared = (declared or "").upper()
    if "INT" in declared or "BOOL" in declared:
        return "integer"
    if any(word in declared for word in ("REAL", "DOUBLE", "FLOAT")):
        return "real"
    return "blob" if "BLOB" in declared else "text"


def _read_extent(connection, reading):
    """Looks at some features of each table, to see how far apart they are."""
    xs, ys = [], []
    total = sum(table.rows for table in reading.tables if table.usage is not None and table.column is not None)
    present = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE name LIKE 'rtree%'")}
    for table in reading.tables:
        index = f"rtree_{table.name}_{table.column}"
        if table.usage is None or table.column is None or index not in present:
            continue
        last = connection.execute(f"SELECT max(rowid) FROM {_quoted(table.name)}").fetchone()[0] or 0
        # As many of each table as are its share: where most are, it is dense.
        many = min(math.ceil(_SAMPLE * table.rows / total), last) if total else 0
        rows = sorted({1 + math.floor(last / many * number) for number in range(many)})
        places = connection.execute(
            f"SELECT (minx + maxx) / 2, (miny + maxy) / 2 FROM {_quoted(index)} "
            f"WHERE id IN ({','.join(map(str, rows))})"
        ).fetchall()
        xs.extend(x for x, _ in places)
        ys.extend(y for _, y in places)
    reading.area, reading.center = _dense_area(xs, ys)


def _dense_area(xs, ys):
    """The area over which places are spread as densely as most of them lie, and the middle of where they are densest.

    A town with a line to another one is as dense as a town, whatever lies around both.
    """
    if len(xs) < 2:
        return 0.0, (0.0, 0.0)
    west, south = min(xs), min(ys)
    width, height = (max(xs) - west) / _CELLS, (max(ys) - south) / _CELLS
    if width <= 0 or height <= 0:
        return 0.0, (xs[0], ys[0])
    cells = Counter((int((x - west) / width), int((y - south) / height)) for x, y in zip(xs, ys))
    # With how many others a place shares its cell, all places together: the sparser, the fewer.
    others = sum(count * (count - 1) for count in cells.values()) / (len(xs) - 1)
    (column, row), _ = cells.most_common(1)[0]
    center = (west + (column + 0.5) * width, south + (row + 0.5) * height)
    if others <= 0:
        return width * height * _CELLS * _CELLS, center
    return min(len(xs) / others, _CELLS * _CELLS) * width * height, center
