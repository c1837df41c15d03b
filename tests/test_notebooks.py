"""The notebooks of the documentation run, and what is kept of them is what readers may see."""

from __future__ import annotations

import runpy
import tomllib
from pathlib import Path
from typing import Any

import nbformat
import pytest

from townlet.offline import react
from townlet.offline.interview import slots as answers
from townlet.offline.moves import conditions as moves
from townlet.offline.moves import slots as move_slots

ROOT = Path(__file__).parent.parent
GENERATE = runpy.run_path(str(ROOT / "docs" / "generate.py"), run_name="generate")
NOTEBOOKS: list[Path] = GENERATE["NOTEBOOKS"]


def kinds(notebook: Any) -> list[list[str]]:
    """What each cell puts out, by kind."""
    return [
        [",".join(sorted(output.get("data", {"stream": ""}))) for output in cell.get("outputs", ())]
        for cell in notebook.cells
    ]


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")
def test_a_notebook_runs_and_puts_out_what_it_did(path: Path) -> None:
    kept = nbformat.read(path, as_version=4)
    assert kinds(GENERATE["executed"](path)) == kinds(kept)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_is_kept_of_a_notebook_is_honest_and_of_no_machine(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert [place for place in (str(Path.home()), "/tmp/", str(ROOT), "site-packages", "\\x1b[") if place in text] == []
    notebook = nbformat.read(path, as_version=4)
    assert "rules" in notebook.cells[0].source
    assert "not a language model" in notebook.cells[0].source.replace("\n", " ")
    assert all(cell.outputs or "=" in cell.source for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_a_page_with_its_tables_and_pictures(path: Path) -> None:
    page = GENERATE["as_markdown"](nbformat.read(path, as_version=4))
    assert page.startswith("# ")
    assert "<table" in page
    assert "](data:image/png;base64," in page
    assert "<style" not in page


def test_the_python_reference_describes_the_public_names_of_today() -> None:
    page = GENERATE["REFERENCE_PAGE"].read_text(encoding="utf-8")
    assert page == GENERATE["reference_page"](), "run `uv run just generate`"


def test_the_page_of_tables_is_of_the_tables_there_are() -> None:
    page = GENERATE["TABLES_PAGE"].read_text(encoding="utf-8")
    assert page == GENERATE["tables_page"](), "run `uv run just generate`, or write the page anew by hand"


def test_the_page_of_models_has_the_prices_of_the_list() -> None:
    page = GENERATE["MODELS_PAGE"].read_text(encoding="utf-8")
    assert page == GENERATE["models_page"](), "run `uv run just generate`"


def test_the_page_of_servers_agrees_with_the_table_of_habits() -> None:
    page = GENERATE["SERVERS_PAGE"].read_text(encoding="utf-8")
    assert page == GENERATE["servers_page"](), "run `uv run just generate`"


def test_the_page_of_rows_says_what_each_condition_and_slot_means() -> None:
    of_rows = {
        "move": {"conditions": moves.CONDITIONS, "slots": move_slots.SLOTS},
        "question": {"conditions": answers.CONDITIONS, "slots": answers.SLOTS},
        "reaction": {"conditions": react.CONDITIONS, "slots": react.Scene({}, 1, "", "").slots()},
    }
    meanings = tomllib.loads(GENERATE["ROWS"].read_text(encoding="utf-8"))
    for rows, names in of_rows.items():
        for title, known in names.items():
            assert set(meanings[rows][title]) == set(known), f"{rows}.{title} in docs/rows.toml"
    page = GENERATE["ROWS_PAGE"].read_text(encoding="utf-8")
    assert page == GENERATE["rows_page"](), "run `uv run just generate`"
