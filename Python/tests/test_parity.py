"""C and Python have all functions of the command: the table of Documentation/Bindings.md is complete and correct."""

import re
import subprocess

import pytest
from conftest import CLONE, COMMAND

import geosnap

PROGRAMS = {"serve"}


def verbs():
    text = subprocess.run([COMMAND, "--help"], capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^  ([a-z][a-z-]*)(?:  |$)", text.split("SUBCOMMANDS:")[1], re.MULTILINE)
    return set(found) - {"help", "geosnap"}


def table():
    text = (CLONE / "Documentation" / "Bindings.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \| (.*) \|$", text, re.MULTILINE)
    return {verb: (re.findall("`([^`]*)`", c), re.findall("`([^`]*)`", python)) for verb, c, python in rows}


def test_the_table_has_all_verbs():
    assert set(table()) == verbs() - PROGRAMS


def test_its_functions_are_there():
    header = (CLONE / "Sources/CGeoSnap/include/geosnap.h").read_text("utf-8")
    for verb, (functions, names) in table().items():
        assert functions and names, verb
        for function in functions:
            assert f" {function}(" in header, (verb, function)
        for name in names:
            found = geosnap
            for part in name.split("."):
                found = getattr(found, part)


@pytest.mark.parametrize("verb", sorted(verbs() - PROGRAMS))
def test_every_verb_is_asked(verb):
    help = geosnap.ask(verb, "--help")
    expected = subprocess.run([COMMAND, verb, "--help"], capture_output=True, text=True, check=True).stdout
    assert help.strip() == expected.strip()


@pytest.mark.parametrize("verb", sorted(PROGRAMS))
def test_programs_are_refused_with_a_sentence(verb):
    with pytest.raises(geosnap.UsageError, match="separate program"):
        geosnap.ask(verb)
