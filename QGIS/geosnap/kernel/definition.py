"""A network's definition, as the rooms need it."""

import os
import pathlib
import sqlite3
import tempfile
from contextlib import closing

from . import store
from .address import is_address
from .package import package

_GEOMETRIES = {
    "device": "point", "junction": "point", "line": "line", "assembly": "point",
    "structureJunction": "point", "structureLine": "line", "structureBoundary": "area",
    "subnetLine": "line", "junctionObject": None, "edgeObject": None,
    "structureJunctionObject": None, "structureEdgeObject": None,
}


class AssetType:
    """An asset type of a source."""

    __slots__ = (
        "source", "usage", "geometry", "domain_network", "group", "group_code", "name", "code", "terminals",
        "categories",
    )

    def __init__(self, domain_network, source, group, kind, terminals):
        self.domain_network = domain_network["name"]
        self.source = source["name"]
        self.usage = source.get("usage")
        self.geometry = _GEOMETRIES.get(self.usage)
        self.group, self.group_code = group["name"], group["code"]
        self.name, self.code = kind["name"], kind["code"]
        self.terminals = terminals
        self.categories = kind.get("categories", [])

    @property
    def path(self):
        """As the library takes it: Source/Asset group/Asset type."""
        return f"{self.source}/{self.group}/{self.name}"

    @property
    def label(self):
        """For display: the asset group and, if it adds information, the asset type."""
        return self.group if self.name in (self.group, "Unknown") else f"{self.group} / {self.name}"


class Definition:
    """A network's definition.

    Attributes
    ----------
    document : dict
        The output of ``geosnap definition show --json``.
    asset_types : list of AssetType
    """

    def __init__(self, document):
        self.document = document
        configurations = {one["name"]: one["terminals"] for one in document.get("terminalConfigurations", [])}
        self.asset_types = [
            AssetType(domain, source, group, kind, configurations.get(kind.get("terminals"), []))
            for domain in document["domainNetworks"]
            for source in domain.get("sources", [])
            for group in source.get("assetGroups", [])
            for kind in group.get("assetTypes", [])
        ]
        self._by_path = {one.path: one for one in self.asset_types}
        self._geometries = {one.source.lower(): one.geometry for one in self.asset_types}
        self._by_codes = {(one.source.lower(), one.group_code, one.code): one for one in self.asset_types}

    def named(self, path):
        """The asset type of a path, or None."""
        return self._by_path.get(path)

    def coded(self, source, group, kind):
        """The asset type for the codes of a row, or None."""
        return self._by_codes.get((source.lower(), group, kind))

    @property
    def sources(self):
        """The sources in the order of the definition, each once: name and usage."""
        return {one.source: one.usage for one in self.asset_types}

    @property
    def domain_networks(self):
        """The domain network of each source, by the source's name."""
        return {one.source: one.domain_network for one in self.asset_types}

    def geometry(self, source):
        """The geometry of a source's features: ``"point"``, ``"line"``, ``"area"``, or None."""
        return self._geometries.get(source.lower())


def read_document(path):
    """The output of ``geosnap definition show --json`` for a network; called in the background.

    The library would read the whole file. It reads a copy without features instead, which takes a hundredth of the
    time at a million features.
    """
    geosnap = package()
    if is_address(path):
        return geosnap.ask("definition", "show", store.to_open(path), "--json")
    with tempfile.TemporaryDirectory(prefix="geosnap-") as folder:
        empty = os.path.join(folder, os.path.basename(path))
        try:
            _copy_without_features(path, empty)
            return geosnap.ask("definition", "show", empty, "--json")
        except (sqlite3.Error, geosnap.GeoSnapError):
            # Errors are reported for the original file.
            return geosnap.ask("definition", "show", path, "--json")


_COPIED = ("un_definition", "un_rules", "un_manifest")
_META = ("gpkg_contents", "gpkg_spatial_ref_sys", "gpkg_geometry_columns")


def _copy_without_features(path, empty):
    whole = pathlib.Path(path).absolute().as_uri() + "?mode=ro"
    address = pathlib.Path(empty).absolute().as_uri()
    with closing(sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("ATTACH ? AS whole", (whole,))
        for name in ("application_id", "user_version"):
            (value,) = connection.execute(f"PRAGMA whole.{name}").fetchone()
            connection.execute(f"PRAGMA main.{name} = {value}")
        connection.execute("BEGIN")
        listed = {name.lower() for (name,) in connection.execute("SELECT table_name FROM whole.gpkg_contents")}
        tables = connection.execute("SELECT name, sql FROM whole.sqlite_master WHERE type = 'table'").fetchall()
        for name, sql in tables:
            if name.lower() not in listed and name.lower() not in _META:
                continue
            connection.execute(sql)
            if name.lower() in _META + _COPIED:
                quoted = '"' + name.replace('"', '""') + '"'
                connection.execute(f"INSERT INTO main.{quoted} SELECT * FROM whole.{quoted}")
        connection.execute("UPDATE un_manifest SET ROWCOUNT = 0")
        connection.execute("COMMIT")
