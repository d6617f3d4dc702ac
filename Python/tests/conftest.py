"""Networks to ask, and the command to compare with."""

import json
import os
import pathlib
import shutil
import subprocess

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


def command(*words, input=None, code=0):
    """What the command prints: a document with --json, else a text."""
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


@pytest.fixture(scope="session")
def networks(paths):
    return {name: geosnap.open(path) for name, path in paths.items()}


@pytest.fixture(scope="session")
def net(networks):
    return networks["sample"]


@pytest.fixture
def copy(tmp_path):
    """A copy of the sample that may be edited."""
    path = tmp_path / "town.gpkg"
    shutil.copyfile(SAMPLE, path)
    return geosnap.open(path)
