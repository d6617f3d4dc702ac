"""The notebooks run, and give the same figures as when they were saved."""

import ast
import json
import pathlib

import pytest
from conftest import CLONE

pytest.importorskip("geopandas")
pytest.importorskip("matplotlib", reason="a notebook draws with Matplotlib, which is not installed")
nbformat = pytest.importorskip("nbformat", reason="notebooks are run by nbclient, which is not installed")
nbclient = pytest.importorskip("nbclient", reason="notebooks are run by nbclient, which is not installed")
pytest.importorskip("ipykernel", reason="notebooks are run by ipykernel, which is not installed")

FOLDER = CLONE / "Python" / "notebooks"
FIGURES = {
    "clean-a-survey": {"surveyed": 57, "moved": 109, "stayed": 5, "still without": 2, "errors": 0},
    "who-is-without-supply": {
        "behind": 116,
        "houses": 27,
        "needed": ["lv/switch/258"],
        "boundary": ["lv/switch/258", "lv/switch/76"],
        "ties": ["lv/switch/209", "lv/switch/352"],
        # In normal operation, with the cable isolated, and with one of the two ties closed.
        "plans": [0, 27, 6, 6],
        "carried out": 6,
    },
    "rules-report": {
        "pairs": 328329,
        "allowed": 1299,
        "refused": ["zeroLengthLine", "stackedPoints", "noConnectivityRule"],
        "errors": ["noConnectivityRule", "noVertexForConnection", "stackedPoints", "zeroLengthLine"],
        "reason": "needsJunction",
        "pages": 6,
    },
}


def figures(notebook):
    """The output of the cell with the tag `figures`."""
    cells = [cell for cell in notebook.cells if "figures" in cell.metadata.get("tags", [])]
    assert len(cells) == 1
    return ast.literal_eval(cells[0].outputs[-1]["data"]["text/plain"])


def test_all_notebooks_are_known():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(FIGURES)
    table = (FOLDER / "README.md").read_text("utf-8")
    assert all(f"]({name}.ipynb)" in table for name in FIGURES)


@pytest.mark.parametrize("name", FIGURES)
def test_a_notebook_runs_anywhere(name, tmp_path, monkeypatch):
    monkeypatch.setenv("GEOSNAP_EXAMPLES", str(CLONE / "Examples"))
    # A kernel uses the same package as this process, installed or not.
    package = pathlib.Path(__import__("geosnap").__file__).parent.parent
    monkeypatch.setenv("PYTHONPATH", str(package))
    notebook = nbformat.read(FOLDER / f"{name}.ipynb", 4)
    shown = figures(notebook)
    nbclient.NotebookClient(
        notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    assert figures(notebook) == FIGURES[name]
    assert shown == FIGURES[name], "the notebook shows other figures: run Scripts/run-notebooks"


@pytest.mark.parametrize("name", FIGURES)
def test_a_notebook_is_kept_with_what_it_shows(name):
    text = (FOLDER / f"{name}.ipynb").read_text("utf-8")
    notebook = json.loads(text)
    assert len(text) < 600_000
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            assert cell["execution_count"], "the notebook was not run: run Scripts/run-notebooks"
            assert all(output["output_type"] != "error" for output in cell["outputs"])
        assert set(cell["metadata"]) <= {"tags"}
    assert "/tmp/" not in text and "/home/" not in text and "/root/" not in text
