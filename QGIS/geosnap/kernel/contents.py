"""What is in the tables of a network: their fields, and how often each asset type is used."""

import pathlib
import sqlite3
from collections import Counter


class Contents:
    """What is in the tables of a network.

    Attributes
    ----------
    fields : dict
        Of each table, in lower case, the fields that a user may fill: name, and ``"text"``, ``"integer"``,
        ``"real"`` or ``"blob"``.
    usage : Counter
        How often each asset type is used, by its path.
    """

    def __init__(self, fields, usage):
        self.fields = fields
        self.usage = usage


def read(path, definition):
    """Reads them; it is called in the background.

    Raises
    ------
    sqlite3.Error
        Where the file cannot be read.
    """
    fields, usage = {}, Counter()
    address = pathlib.Path(path).absolute().as_uri() + "?mode=ro"
    connection = sqlite3.connect(address, uri=True, timeout=5)
    try:
        shapes = {
            table.lower(): column
            for table, column in connection.execute("SELECT table_name, column_name FROM gpkg_geometry_columns")
        }
        tables = [name for (name,) in connection.execute("SELECT table_name FROM gpkg_contents")]
        for source in definition.sources:
            table = next((name for name in tables if name.lower() == source.lower()), None)
            if table is None:
                continue
            quoted = table.replace('"', '""')
            fields[source.lower()] = {
                name: _type(kind)
                for _, name, kind, _, _, key in connection.execute(f'PRAGMA table_info("{quoted}")')
                if not key and name != shapes.get(table.lower())
            }
            counts = connection.execute(
                f'SELECT ASSETGROUP, ASSETTYPE, count(*) FROM "{quoted}" GROUP BY ASSETGROUP, ASSETTYPE'
            )
            for group, kind, count in counts:
                known = definition.coded(source, group, kind)
                if known is not None:
                    usage[known.path] += count
    finally:
        connection.close()
    return Contents(fields, usage)


def _type(declared):
    declared = (declared or "").upper()
    if "INT" in declared or "BOOL" in declared:
        return "integer"
    if any(word in declared for word in ("REAL", "DOUBLE", "FLOAT")):
        return "real"
    return "blob" if "BLOB" in declared else "text"
