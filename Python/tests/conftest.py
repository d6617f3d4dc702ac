"""Sample networks, and the command for comparison."""

import json
import os
import pathlib
import shutil
import subprocess
import uuid

import pytest

import geosnap

CLONE = pathlib.Path(__file__).resolve().parents[2]
COMMAND = pathlib.Path(os.environ.get("GEOSNAP_COMMAND", CLONE / ".build" / "release" / "geosnap"))
SAMPLE = CLONE / "Examples" / "Schutterwald" / "schutterwald.gpkg"
SOURCES = [
    ("epanet", "Examples/Water/Net3.inp"),
    ("pandapower", "Examples/Pandapower/cigre_mv_all.json"),
    ("pandapipes", "Examples/Pandapipes/gas_versatility.json"),
    ("opendss", "Examples/IEEE123"),
]

POSTGRES = os.environ.get("GEOSNAP_POSTGRES", "none")
"""The database that also contains the networks, from Scripts/with-postgres."""
STORES = ["file"] if POSTGRES in ("", "none") else ["file", "database"]


def command(*words, input=None, code=0):
    """The output of the command: a document with --json, else a text."""
    run = subprocess.run(
        [str(COMMAND), *map(str, words)], input=input, capture_output=True, text=True, check=False
    )
    assert run.returncode == code, (words, run.returncode, run.stderr)
    return json.loads(run.stdout) if "--json" in words else run.stdout


@pytest.fixture(scope="session")
def paths(tmp_path_factory):
    """The files of all sample networks."""
    folder = tmp_path_factory.mktemp("networks")
    found = {"sample": SAMPLE}
    for kind, source in SOURCES:
        path = folder / f"{kind}.gpkg"
        geosnap.import_network(kind, CLONE / source, path)
        found[kind] = path
    return found


class Schemas:
    """Schemas of a database with copies of networks, which are deleted at the end."""

    def __init__(self):
        self.names = []

    def copy(self, path):
        """The address of a copy of a file."""
        name = f"python_{uuid.uuid4().hex[:12]}"
        address = f"{POSTGRES}{'&' if '?' in POSTGRES else '?'}schema={name}"
        geosnap.ask("copy", str(path), address)
        self.names.append(name)
        return address

    def drop(self):
        for name in self.names:
            drop = ["psql", "-X", "-q", "-c", f"DROP SCHEMA {name} CASCADE", POSTGRES]
            subprocess.run(drop, check=True, capture_output=True)


@pytest.fixture(scope="session")
def schemas():
    schemas = Schemas()
    yield schemas
    schemas.drop()


@pytest.fixture(scope="session", params=STORES)
def store(request):
    """Where the networks are stored: in a file, or in a database."""
    return request.param


@pytest.fixture(scope="session")
def networks(paths, store, schemas):
    if store == "file":
        return {name: geosnap.open(path) for name, path in paths.items()}
    return {name: geosnap.open(schemas.copy(path)) for name, path in paths.items()}


@pytest.fixture(scope="session")
def net(networks):
    return networks["sample"]


@pytest.fixture
def file_copy(tmp_path):
    """A copy of the sample's file that may be edited."""
    path = tmp_path / "town.gpkg"
    shutil.copyfile(SAMPLE, path)
    return geosnap.open(path)


@pytest.fixture
def copy(store, schemas, request):
    """A copy of the sample that may be edited."""
    if store == "file":
        return request.getfixturevalue("file_copy")
    return geosnap.open(schemas.copy(SAMPLE))
