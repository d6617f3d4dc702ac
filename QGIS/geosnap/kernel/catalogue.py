"""Which tables a network has, and what they and their columns are called where they are."""

from .address import is_address, schema_of
from .store import quoted

OWN = ("GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN")
"""The columns that features have whatever their table is."""
NEEDED = ("un_definition", "un_rules", "un_associations", "un_manifest")
"""The tables that make a network of a GeoPackage."""
_NEEDED_IN_DATABASE = ("un_definition", "un_rules", "un_associations", "un_network", "un_tables", "un_columns")
_known = {}
"""The tables of each network in a database that was read, by their relations."""


class StoredTable:
    """A table as it is stored.

    Attributes
    ----------
    name : str
        What the network calls it.
    relation : str
        What it is called where it is: in a database the name is folded to lower case.
    sql : str
        The same as SQL has it.
    key : str or None
        The column that is the row's number.
    column, shape, srid : str, str and int, or None
        The column of its geometries, their kind and their reference system.
    columns : dict
        Of each other column the name of the field, and ``"text"``, ``"integer"``, ``"real"`` or ``"blob"``.
    is_shown : bool
        Whether it has features, or rows that can be listed as such.
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
        """The kind of each field, by the name that the network has for it."""
        return dict(self.columns.values())

    def column_of(self, field):
        """The column of a field, compared without case; None where there is none."""
        return next((one for one, (name, _) in self.columns.items() if name.lower() == field.lower()), None)


def missing(connection, path):
    """Which tables are missing for a network to be there."""
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
    """The schemas of a database that have networks in them which may be read."""
    return [
        name for (name,) in connection.execute(
            "SELECT n.nspname FROM pg_catalog.pg_namespace AS n JOIN pg_catalog.pg_class AS c "
            "ON c.relnamespace = n.oid AND c.relname = 'un_network' "
            "WHERE has_schema_privilege(n.oid, 'USAGE') AND EXISTS (SELECT FROM pg_catalog.pg_class AS d "
            "WHERE d.relnamespace = n.oid AND d.relname = 'un_definition') ORDER BY 1"
        ).fetchall()
    ]


def read(connection, path):
    """Reads it.

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
    """The definition as it is stored: texts of JSON."""
    table = f"{quoted(schema_of(path))}.un_definition" if is_address(path) else "un_definition"
    return [text for (text,) in connection.execute(f"SELECT definition FROM {table}").fetchall()]


def middles(connection, path, table, rows):
    """The middles of the boxes of some rows, as far as that is known at once."""
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
    """A table of a network in a database that was read, by its name; None for others."""
    return next((one for one in _known.get(path, {}).values() if one.name.lower() == name.lower()), None)


def name_of(path, relation):
    """What a network calls a table: as far as it was read, else as it is called where it is."""
    table = _known.get(path, {}).get(relation)
    return table.name if table is not None else relation


def field_of(path, table, column):
    """What a network calls a column of a table: as far as it was read, else as it is called where it is."""
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
