"""The tables of a network, and the stored names of the tables and their columns."""

from .address import is_address, schema_of
from .store import quoted

OWN = ("GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN")
"""The columns that all features have."""
NEEDED = ("un_definition", "un_rules", "un_associations", "un_manifest")
"""The tables that make a GeoPackage a network."""
_NEEDED_IN_DATABASE = ("un_definition", "un_rules", "un_associations", "un_network", "un_tables", "un_columns")
_known = {}
"""The tables of each database network that was read, by relation."""


class StoredTable:
    """A table as it is stored.

    Attributes
    ----------
    name : str
        The network's name for it.
    relation : str
        The stored name: a database folds it to lower case.
    sql : str
        The stored name, quoted for SQL.
    key : str or None
        The column with the row number.
    column, shape, srid : str, str and int, or None
        The geometry column, its geometry type and its reference system.
    columns : dict
        The field name of each other column, and ``"text"``, ``"integer"``, ``"real"`` or ``"blob"``.
    is_shown : bool
        Whether it has features, or rows that can be listed like features.
    """

    def __init__(self, name, relation, sql):
        self.name = name
        self.relation = relation
        self.sql = sql
        self.key = self.column = self.shape = self.srid = None
        self.columns = {}
        self.is_shown = True

    @property
    def fields(self):
        """The type of each field, by the network's name for it."""
        return dict(self.columns.values())

    def column_of(self, field):
        """The column of a field, compared without case; None if there is none."""
        return next((one for one, (name, _) in self.columns.items() if name.lower() == field.lower()), None)


def missing(connection, path):
    """The required tables that are missing."""
    if is_address(path):
        found = connection.execute(
            "SELECT c.relname FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n "
            "ON n.oid = c.relnamespace WHERE n.nspname = %s AND c.relkind IN ('r', 'p', 'v')", (schema_of(path),)
        ).fetchall()
        needed = _NEEDED_IN_DATABASE
    else:
        found, needed = connection.execute("SELECT name FROM sqlite_master").fetchall(), NEEDED
    found = {table.lower() for (table,) in found}
    return [table for table in needed if table not in found]


def schemas(connection):
    """The schemas of a database that contain readable networks."""
    return [
        name for (name,) in connection.execute(
            "SELECT n.nspname FROM pg_catalog.pg_namespace AS n JOIN pg_catalog.pg_class AS c "
            "ON c.relnamespace = n.oid AND c.relname = 'un_network' "
            "WHERE has_schema_privilege(n.oid, 'USAGE') AND EXISTS (SELECT FROM pg_catalog.pg_class AS d "
            "WHERE d.relnamespace = n.oid AND d.relname = 'un_definition') ORDER BY 1"
        ).fetchall()
    ]


def read(connection, path):
    """Reads the tables.

    Returns
    -------
    list of StoredTable
    """
    if not is_address(path):
        return _of_file(connection)
    found = _of_database(connection, quoted(schema_of(path)))
    _known[path] = {table.relation: table for table in found}
    return found


def definitions(connection, path):
    """The stored definition: JSON texts."""
    table = f"{quoted(schema_of(path))}.un_definition" if is_address(path) else "un_definition"
    return [text for (text,) in connection.execute(f"SELECT definition FROM {table}").fetchall()]


def middles(connection, path, table, rows):
    """The centres of the bounding boxes of some rows; empty for a file without a spatial index."""
    if not rows:
        return []
    listed = ",".join(map(str, rows))
    if is_address(path):
        (postgis,) = connection.execute(
            "SELECT n.nspname FROM pg_catalog.pg_extension AS e JOIN pg_catalog.pg_namespace AS n "
            "ON n.oid = e.extnamespace WHERE e.extname = 'postgis'"
        ).fetchone()
        by = quoted(postgis)
        return connection.execute(
            f"SELECT ({by}.st_xmin(box) + {by}.st_xmax(box)) / 2, ({by}.st_ymin(box) + {by}.st_ymax(box)) / 2 "
            f"FROM (SELECT {by}.box3d(shape) AS box FROM {table.sql} WHERE objectid IN ({listed})) AS boxes "
            "WHERE box IS NOT NULL"
        ).fetchall()
    index = f"rtree_{table.name}_{table.column}"
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (index,)).fetchone() is None:
        return []
    return connection.execute(
        f"SELECT (minx + maxx) / 2, (miny + maxy) / 2 FROM {quoted(index)} WHERE id IN ({listed})"
    ).fetchall()


def table_of(path, name):
    """A table of a database network that was read, by name; None for others."""
    return next((one for one in _known.get(path, {}).values() if one.name.lower() == name.lower()), None)


def name_of(path, relation):
    """The network's name for a table if it was read, else the stored name."""
    table = _known.get(path, {}).get(relation)
    return table.name if table is not None else relation


def field_of(path, table, column):
    """The network's name for a column if the table was read, else the stored name."""
    found = table_of(path, table)
    return found.columns.get(column, (column,))[0] if found is not None else column


def _of_file(connection):
    shapes = {
        table.lower(): rest
        for table, *rest in connection.execute(
            "SELECT table_name, column_name, geometry_type_name, srs_id FROM gpkg_geometry_columns"
        )
    }
    found = []
    for name, kind in connection.execute("SELECT table_name, data_type FROM gpkg_contents").fetchall():
        table = StoredTable(name, name, quoted(name))
        table.is_shown = kind == "features" and not name.lower().startswith("un_")
        if name.lower() in shapes:
            table.column, table.shape, table.srid = shapes[name.lower()]
        for _, field, declared, _, _, is_key in connection.execute(f"PRAGMA table_info({quoted(name)})"):
            if is_key:
                table.key = field
            elif field != table.column:
                table.columns[field] = (field, _kind(declared))
        found.append(table)
    return found


def _kind(declared):
    declared = (declared or "").upper()
    if "INT" in declared or "BOOL" in declared:
        return "integer"
    if any(word in declared for word in ("REAL", "DOUBLE", "FLOAT")):
        return "real"
    return "blob" if "BLOB" in declared else "text"


def _of_database(connection, schema):
    srid = connection.execute(f"SELECT srid FROM {schema}.un_network").fetchone()[0]
    found = {}
    for name, relation, source, shape in connection.execute(
        f"SELECT name, relation, source_id, geometry_type FROM {schema}.un_tables ORDER BY position"
    ).fetchall():
        table = StoredTable(name, relation, f"{schema}.{quoted(relation)}")
        table.key = "objectid"
        if shape is not None:
            table.column, table.shape, table.srid = "shape", shape, srid
        table.is_shown = shape is not None
        own = OWN if source is not None else ("GLOBALID", "ORIGIN")
        table.columns = {one.lower(): (one, "integer" if one.startswith("ASSET") else "text") for one in own}
        found[relation] = table
    for relation, name, column, storage in connection.execute(
        f'SELECT relation, name, "column", storage FROM {schema}.un_columns ORDER BY relation, position'
    ).fetchall():
        found[relation].columns[column] = (name, storage.lower())
    return list(found.values())
