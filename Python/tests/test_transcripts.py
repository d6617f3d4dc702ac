"""geosnap.ask gives the same answers as the command in the transcripts."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import shlex
import subprocess

import pytest
from conftest import CLONE, COMMAND

import geosnap

loader = importlib.machinery.SourceFileLoader("transcripts", str(CLONE / "Scripts" / "transcripts"))
transcripts = importlib.util.module_from_spec(importlib.util.spec_from_loader("transcripts", loader))
loader.exec_module(transcripts)

# Verbs that write run once, by the command. Programs are not part of the library.
WRITING = {"edit", "import", "convert", "conform", "copy", "checkout", "checkin", "image", "render", "report", "database",
           "trace-config", "serve"}


def words(command):
    """The words of a query that prints JSON; None if the command does more."""
    first = command.split(" | ")[0]
    if "\n" in command or "--json" not in first or any(mark in first for mark in "$<>;&`*("):
        return None
    try:
        found = shlex.split(first)
    except ValueError:
        return None
    if found[0] != "geosnap" or found[1] in WRITING or {"--write", "-"} & set(found) or "--geojson" in found:
        return None
    return found[1:]


PLACE = CLONE / os.environ.get("GEOSNAP_TRANSCRIPTS", "Tests/Transcripts")
QUESTIONS = [
    path
    for path in sorted(PLACE.rglob("*.console"))
    if path.parent.name != "Postgres" and any(words(step.command) for step in transcripts.steps(path))
]


assert QUESTIONS, PLACE


@pytest.mark.filterwarnings("ignore::geosnap.GeoSnapWarning")
@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_documents_are_those_of_the_command(path, tmp_path, monkeypatch):
    run = transcripts.Run(path, pathlib.Path(COMMAND).resolve())
    run.prepare(tmp_path)
    monkeypatch.chdir(tmp_path)
    environment = run.environment(tmp_path)

    def told(command):
        return subprocess.run(["bash", "-c", command], env=environment, capture_output=True, check=False)

    for step in transcripts.steps(path):
        asked = words(step.command)
        if asked:
            answer = told(step.command.split(" | ")[0])
            try:
                document = geosnap.ask(*asked)
            except geosnap.GeoSnapError as error:
                assert error.status == answer.returncode, step.command
            else:
                assert document == json.loads(answer.stdout), step.command
        told(step.command)
