"""The code blocks on the package's page run, one after the other, and print what their comments say."""

import ast
import contextlib
import fnmatch
import io
import re
import shutil

import pytest
from conftest import CLONE

PAGE = CLONE / "Python" / "README.md"


def blocks(text):
    """Each Python block with its line number."""
    for match in re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield text.count("\n", 0, match.start(1)), match.group(1)


def expected(lines, statement):
    """The output in the comment after a statement, or in the comments below it; None without any."""
    behind = re.search(r"\)  # (.*)$", lines[statement.end_lineno - 1])
    if behind:
        return behind.group(1)
    below = []
    for line in lines[statement.end_lineno :]:
        if not line.startswith("# "):
            break
        below.append(line[2:])
    return "\n".join(below) or None


def words(text):
    return re.sub(r"\s+", " ", text).strip()


def prints(tree):
    """The statements that print, including nested ones."""
    return [
        one for one in ast.walk(tree)
        if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) and getattr(one.value.func, "id", "") == "print"
    ]


def test_the_page_runs_from_its_first_block_to_its_last(tmp_path, monkeypatch):
    for package in ("geopandas", "pyogrio", "tqdm"):
        pytest.importorskip(package)
    shutil.copyfile(CLONE / "Examples" / "Water" / "Net3.inp", tmp_path / "Net3.inp")
    monkeypatch.chdir(tmp_path)
    space = {}
    compared = 0
    for line, block in blocks(PAGE.read_text("utf-8")):
        lines = block.split("\n")
        for statement in ast.parse(block).body:
            where = f"README.md:{line + statement.lineno}"
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                exec(compile(ast.Module([statement], []), where, "exec"), space)
            for one in prints(statement):
                wanted = expected(lines, one)
                if wanted is None:
                    continue
                pattern = words(wanted).replace("[", "[[]").replace("...", "*")
                assert fnmatch.fnmatchcase(words(told.getvalue()), pattern), f"{where}: {told.getvalue()}"
                compared += 1
    assert compared == len(re.findall(r"^ *print\(", PAGE.read_text("utf-8"), re.MULTILINE))


def test_the_page_is_what_a_package_index_shows():
    renderer = pytest.importorskip("readme_renderer.markdown", reason="readme_renderer is not installed")
    text = PAGE.read_text("utf-8")
    page = renderer.render(text)
    assert page is not None
    # Links that work on any page: absolute ones, and those to the page's own headings.
    headings = {re.sub(r"[^a-z0-9 -]", "", one.lower()).replace(" ", "-") for one in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    for link in re.findall(r"\]\(([^)]+)\)", text):
        assert link.startswith("https://") or link.lstrip("#") in headings, link
