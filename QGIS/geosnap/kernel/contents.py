"""The contents of a network's tables: their fields, and how often each asset type is used."""

from collections import Counter

from . import catalogue, store


class Contents:
    """The contents of a network's tables.

    Attributes
    ----------
    fields : dict
        The fields of each table (lower case) that a user may fill: name, and ``"text"``, ``"integer"``, ``"real"`` or
        ``"blob"``.
    usage : Counter
        The number of uses of each asset type, by its path.
    """

    def __init__(self, fields, usage):
        self.fields = fields
        self.usage = usage


def read(path, definition):
    """Reads them; called in the background.

    Raises
    ------
    sqlite3.Error, DatabaseUnread
        If they cannot be read.
    """
    fields, usage = {}, Counter()
    with store.connected(path) as connection:
        tables = {}
        for table in catalogue.read(connection, path):
            tables.setdefault(table.name.lower(), table)
        for source in definition.sources:
            table = tables.get(source.lower())
            if table is None:
                continue
            fields[source.lower()] = table.fields
            counts = connection.execute(
                f"SELECT ASSETGROUP, ASSETTYPE, count(*) FROM {table.sql} GROUP BY ASSETGROUP, ASSETTYPE"
            )
            for group, kind, count in counts.fetchall():
                known = definition.coded(source, group, kind)
                if known is not None:
                    usage[known.path] += count
    return Contents(fields, usage)
