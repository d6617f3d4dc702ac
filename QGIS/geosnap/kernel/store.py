"""Where a network is stored: a GeoPackage file, or a schema of a PostgreSQL database with PostGIS.

The rest of the plugin uses a text, the network's path: a file, or an address
(``postgresql://anna@server/utility?schema=town``). The differences are handled here and in ``address``, ``catalogue``
and ``watch``.
"""

import os
import pathlib
import sqlite3
from contextlib import contextmanager

from qgis.core import QgsDataSourceUri, QgsProviderRegistry

from . import address
from .address import is_address

_LARGE = 40_000_000
"""A larger file, in bytes, takes long to open."""


def key(path):
    """The key of a network: its file with links resolved, or its address without the password."""
    path = os.fspath(path)
    return address.canonical(path) if is_address(path) else os.path.realpath(os.path.abspath(path))


def name(path):
    """A short name for display: the file name, or the schema."""
    return _schema(path) if is_address(path) else os.path.basename(path)


def title(path):
    """The short name without the file extension."""
    return _schema(path) if is_address(path) else os.path.splitext(os.path.basename(path))[0]


def _schema(path):
    return address.schema_of(path) or path


def is_there(path):
    """Whether a network may exist there; a database cannot be judged without a query."""
    return is_address(path) or os.path.isfile(path)


def is_large(path):
    """Whether opening takes long, as far as known."""
    if is_address(path):
        return True
    try:
        return os.path.getsize(path) > _LARGE
    except OSError:
        return False


def to_open(path):
    """The path as the library opens it. It may contain a password: it must not be shown or saved."""
    return address.with_secrets(path) if is_address(path) else path


@contextmanager
def connected(path):
    """A connection for reading: it has ``execute``. Any thread may call it.

    Raises
    ------
    sqlite3.Error, DatabaseUnread
        If it cannot be read.
    """
    if is_address(path):
        connection = _Connection(path)
    else:
        connection = sqlite3.connect(pathlib.Path(path).absolute().as_uri() + "?mode=ro", uri=True, timeout=5)
    try:
        yield connection
    finally:
        connection.close()


class _Connection:
    """A connection to a database with the interface of a connection to a file."""

    def __init__(self, path):
        self._path = path
        self._connection = address.connect(path)

    def execute(self, sql, values=None):
        cursor = self._connection.cursor()
        try:
            cursor.execute(sql, values)
        except address.failures() as error:
            raise address.DatabaseUnread(address.unread(self._path, error)) from error
        return cursor

    def close(self):
        self._connection.close()


def quoted(identifier):
    """A quoted SQL identifier."""
    return '"' + identifier.replace('"', '""') + '"'


def place_of(provider, source):
    """The path of the network that a layer would belong to, and the table or relation that it shows; None for others.

    Parameters
    ----------
    provider, source : str
        The layer's provider, and its source.
    """
    if provider == "postgres":
        uri = QgsDataSourceUri(source)
        # An SQL query is not a table.
        if not uri.schema() or not uri.table() or uri.table().startswith("("):
            return None
        return address.of_layer(uri), uri.table()
    if provider != "ogr":
        return None
    parts = QgsProviderRegistry.instance().decodeUri("ogr", source)
    path = parts.get("path")
    if not path or not path.lower().endswith(".gpkg"):
        return None
    return os.path.realpath(path), parts.get("layerName") or os.path.splitext(os.path.basename(path))[0]


def layer_source(path, relation, column=None, wkb_type=None):
    """The source and the provider of a layer that shows a table.

    Parameters
    ----------
    relation : str
        The stored name of the table.
    column : str, optional
        The geometry column.
    wkb_type : QgsWkbTypes.Type, optional
        The geometry type to show, if the table has several.
    """
    if not is_address(path):
        return QgsProviderRegistry.instance().encodeUri("ogr", {"path": path, "layerName": relation}), "ogr"
    uri = address.uri_of(path)
    uri.setDataSource(address.schema_of(path), relation, column or "", "", "objectid")
    if wkb_type is not None:
        uri.setWkbType(wkb_type)
    return uri.uri(False), "postgres"
