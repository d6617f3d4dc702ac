"""Reads in the background what the layers of a network need."""

import json
import math
import os
import sqlite3
from collections import Counter

from ..kernel import catalogue, contents, store
from ..kernel.address import DatabaseUnread, is_address, schema_of
from ..kernel.definition import Definition, read_document
from ..kernel.texts import tr

_SAMPLE = 4000
"""The number of sampled features from which their density is estimated."""
_CELLS = 64
"""The number of columns and rows into which the extent is divided for the estimate."""
_NAMES = ("NAME", "LABEL", "ID")
"""The fields with the names of features, if the definition has none."""


class NoNetwork(Exception):
    """There is no network; the message says what to do."""


class Table:
    """A table that is shown as a layer.

    Attributes
    ----------
    name : str
        The network's name for it.
    usage : str or None
        As in the definition; None for a plain table, to which no rule applies.
    source_id : int or None
    domain_network : str or None
    geometry : {"point", "line", "area"} or None
    column : str or None
        The geometry column.
    fields : dict
        The type of each field of the layer, by its name there: ``"text"``, ``"integer"``, ``"real"`` or ``"blob"``.
    key : str or None
        The field with the row number.
    name_field : str or None
        The field of the layer with the names of its features.
    rows : int
        The number of rows with an asset type; for a plain table, the maximum number of rows.
    """

    def __init__(self, name):
        self.name = name
        self.usage = self.source_id = self.domain_network = self.geometry = None
        self.column = self.key = self.name_field = None
        self.fields = {}
        self.rows = 0


class Reading:
    """The data read from a network.

    Attributes
    ----------
    path : str
    definition : Definition
    usage : Counter
        The number of uses of each asset type, by its path.
    tables : list of Table
    has_reference_system : bool
        Whether coordinates are positions on the earth.
    area : float
        The area that the features would cover at the density of most of them, in square units of the coordinates; 0
        if unknown.
    center : tuple of float
        The centre of the densest part.
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
        """The asset types that occur in the rows of a table."""
        return [one for one in self.types_of(table) if self.usage[one.path]]


def missing_tables(path):
    """The tables that a file or a schema lacks to be a network. Any thread may call it; for a file it takes a
    millisecond.

    Raises
    ------
    NoNetwork
        If it is neither a GeoPackage nor a database, or cannot be read.
    """
    if not store.is_there(path):
        raise NoNetwork(tr("{}: There is no such file.").format(path))
    try:
        with store.connected(path) as connection:
            return catalogue.missing(connection, path)
    except sqlite3.Error as error:
        raise NoNetwork(tr("{} cannot be read as a GeoPackage: {}").format(os.path.basename(path), error)) from error
    except DatabaseUnread as error:
        raise NoNetwork(str(error)) from error


def read(path, tell=None):
    """Reads a network.

    Raises
    ------
    NoNetwork
        If there is none.
    PackageMissing
        If the package is missing.
    """
    missing = missing_tables(path)
    if missing and is_address(path):
        raise NoNetwork(tr("The schema {} of the database holds no network.").format(schema_of(path)))
    if missing:
        raise NoNetwork(
            tr(
                "{} is a GeoPackage, but holds no network: the tables {} are missing. To make a network from other "
                "data, use the algorithms of GeoSnap in Processing > Toolbox."
            ).format(os.path.basename(path), ", ".join(missing))
        )
    definition = Definition(read_document(path))
    if tell is not None:
        tell(0.2)
    reading = Reading(path, definition, contents.read(path, definition).usage)
    if tell is not None:
        tell(0.8)
    with store.connected(path) as connection:
        _read_tables(connection, reading)
    return reading


def used_types(path, definition):
    """The current number of uses of each asset type, by its path; called in the background."""
    return contents.read(path, definition).usage


def _read_tables(connection, reading):
    sources = _sources(reading.definition.document)
    display_fields = _display_fields(connection, reading.path)
    stored = {}
    for one in catalogue.read(connection, reading.path):
        source = sources.get(one.name.lower())
        if source is None and not one.is_shown:
            continue
        table = Table(one.name)
        if source is not None:
            table.usage, table.source_id, table.domain_network = source
        if one.shape is not None:
            table.column = one.column
            table.geometry = _geometry(one.shape) or reading.definition.geometry(one.name)
            reading.has_reference_system = reading.has_reference_system and one.srid not in (0, -1, None)
        table.key = one.key
        table.fields = {column: kind for column, (_, kind) in one.columns.items()}
        wanted = [display_fields.get(one.name.lower()) or ""] + list(_NAMES)
        table.name_field = next(filter(None, map(one.column_of, wanted)), None)
        table.rows = sum(reading.usage[kind.path] for kind in reading.types_of(table))
        if source is None:
            table.rows = _last_row(connection, one)
        reading.tables.append(table)
        stored[table] = one
    _read_extent(connection, reading, stored)


def _last_row(connection, stored):
    key = store.quoted(stored.key) if stored.key else "rowid"
    last = connection.execute(f"SELECT max({key}) FROM {stored.sql}").fetchone()[0]
    return last if isinstance(last, int) else 0


def _sources(document):
    """Usage, id and domain network of each source, by its name in lower case."""
    return {
        source["name"].lower(): (source.get("usage"), source.get("id"), domain["name"])
        for domain in document["domainNetworks"]
        for source in domain.get("sources", [])
    }


def _display_fields(connection, path):
    """The display field of each source in the stored definition, by the source in lower case."""
    found = {}
    for text in catalogue.definitions(connection, path):
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


def _read_extent(connection, reading, stored):
    """Samples features of each table, to estimate their density."""
    xs, ys = [], []
    total = sum(table.rows for table in reading.tables if table.usage is not None and table.column is not None)
    for table in reading.tables:
        if table.usage is None or table.column is None:
            continue
        last = _last_row(connection, stored[table])
        # Each table is sampled in proportion to its rows, so that the density is right.
        many = min(math.ceil(_SAMPLE * table.rows / total), last) if total else 0
        rows = sorted({1 + math.floor(last / many * number) for number in range(many)})
        places = catalogue.middles(connection, reading.path, stored[table], rows)
        xs.extend(x for x, _ in places)
        ys.extend(y for _, y in places)
    reading.area, reading.center = _dense_area(xs, ys)


def _dense_area(xs, ys):
    """The area that the places would cover at the density of most of them, and the centre of the densest part.

    Two towns connected by a line are as dense as one town, whatever the empty space between them.
    """
    if len(xs) < 2:
        return 0.0, (0.0, 0.0)
    west, south = min(xs), min(ys)
    width, height = (max(xs) - west) / _CELLS, (max(ys) - south) / _CELLS
    if width <= 0 or height <= 0:
        return 0.0, (xs[0], ys[0])
    cells = Counter((int((x - west) / width), int((y - south) / height)) for x, y in zip(xs, ys))
    # The average number of other places in a place's cell.
    others = sum(count * (count - 1) for count in cells.values()) / (len(xs) - 1)
    (column, row), _ = cells.most_common(1)[0]
    center = (west + (column + 0.5) * width, south + (row + 0.5) * height)
    if others <= 0:
        return width * height * _CELLS * _CELLS, center
    return min(len(xs) / others, _CELLS * _CELLS) * width * height, center
