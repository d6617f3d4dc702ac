"""Where a network is: in a GeoPackage file, or in a schema of a PostgreSQL database with PostGIS.

The rest of the plugin has a text for it, the network's path: that of the file, or an address
(``postgresql://anna@server/utility?schema=town``). What is different is here and in ``address``, ``catalogue`` and
``watch``.
"""

import os
import pathlib
import sqlite3
from contextlib import contextmanager

from qgis.core import QgsDataSourceUri, QgsProviderRegistry

from . import address
from .address import is_address

_LARGE = 40_000_000
"""A file of more bytes takes long to open."""


def key(path):
    """One name for each network: the path of the file without links, or the address without a password."""
    path = os.fspath(path)
    return address.canonical(path) if is_address(path) else os.path.realpath(os.path.abspath(path))


def name(path):
    """A short name for people: that of the file without its folder, or that of the schema."""
    return _schema(path) if is_address(path) else os.path.basename(path)


def title(path):
    """The short name without an ending."""
    return _schema(path) if is_address(path) else os.path.splitext(os.path.basename(path))[0]


def _schema(path):
    return address.schema_of(path) or path


def is_there(path):
    """Whether a network may be there; of a database that is not known before it is asked."""
    return is_address(path) or os.path.isfile(path)


def is_large(path):
    """Whether it takes long to open, as far as that is known."""
    if is_address(path):
        return True
    try:
        return os.path.getsize(path) > _LARGE
    except OSError:
        return False


def to_open(path):
    """What the library opens; with a password if one is known, so it is shown and kept nowhere."""
    return address.with_secrets(path) if is_address(path) else path


@contextmanager
def connected(path):
    """A connection that reads: it has ``execute``. Any thread may do so.

    Raises
    ------
    sqlite3.Error, DatabaseUnread
        Where it cannot be read.
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
    """A connection to a database that is asked as one to a file is."""

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
    """A name as SQL has it."""
    return '"' + identifier.replace('"', '""') + '"'


def place_of(provider, source):
    """The path of the network that a layer would be of, and the table or relation that it shows; None for others.

    Parameters
    ----------
    provider, source : str
        The layer's provider, and its source.
    """
    if provider == "postgres":
        uri = QgsDataSourceUri(source)
        # What is asked with SQL of its own is no table.
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
        What the table is called there.
    column : str, optional
        The column of its geometries.
    wkb_type : QgsWkbTypes.Type, optional
        Which of its geometries are shown, where it may have several kinds.
    """
    if not is_address(path):
        return QgsProviderRegistry.instance().encodeUri("ogr", {"path": path, "layerName": relation}), "ogr"
    uri = address.uri_of(path)
    uri.setDataSource(address.schema_of(path), relation, column or "", "", "objectid")
    if wkb_type is not None:
        uri.setWkbType(wkb_type)
    return uri.uri(False), "postgres"
