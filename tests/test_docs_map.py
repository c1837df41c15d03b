"""Indexes of the documentation lead to every page, and whatever describes the code names modules that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
PACKAGE = ROOT / "src" / "townlet"
ARCHITECTURE = ROOT / "ARCHITECTURE.md"

LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)")
"""A link to a file: `[Data](data.md#as-files)` gives 'data.md'."""
PATH = re.compile(r"`([a-z_][\w./]+(?:\.py|/))`")
"""A module or folder between backticks: `world/clock.py` and `cognition/plan/`."""
ROW = re.compile(r"^\| (?P<ours>[^|]+) \| (?P<field>[^|]+) \| (?P<what>[^|]+) \| (?P<where>[^|]+) \|$", re.MULTILINE)
"""A row of the glossary: `| feed | event feed | What a watcher sees. | `server/event_feed.py` |`."""


def linked_pages(page: Path) -> set[Path]:
    """The documentation's pages and notebooks that a page links to."""
    found = {(page.parent / link).resolve() for link in LINK.findall(page.read_text(encoding="utf-8"))}
    return {path for path in found if path.suffix in {".md", ".ipynb"}}


def reachable_pages(first: Path) -> set[Path]:
    """All pages that following links from an index page, and from the indexes it links to, leads to."""
    pages = linked_pages(first)
    for page in [page for page in pages if page.name == "index.md" and page != first]:
        pages |= linked_pages(page)
    return pages


def glossary_rows() -> list[re.Match[str]]:
    rows = list(ROW.finditer((DOCS / "glossary.md").read_text(encoding="utf-8")))
    return [row for row in rows if row["ours"] != "Our word"]


def missing_paths(text: str, folder: str = "") -> Iterator[str]:
    """Modules and folders that a text names and that are in neither the package nor the repository."""
    for name in PATH.findall(text):
        if not any((base / name).exists() for base in (PACKAGE, PACKAGE / folder, ROOT)):
            yield name


def test_the_index_leads_to_every_page() -> None:
    pages = {page.resolve() for page in (*DOCS.rglob("*.md"), *DOCS.rglob("*.ipynb"))} - {(DOCS / "index.md").resolve()}
    assert sorted(page.name for page in pages - reachable_pages(DOCS / "index.md")) == []


def test_the_navigation_lists_every_page_but_single_decisions() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    pages = [page for page in DOCS.rglob("*.md") if not page.name.startswith("00")]
    assert [page.name for page in pages if page.relative_to(DOCS).as_posix() not in navigation] == []


def test_the_glossary_names_modules_that_exist() -> None:
    assert len(glossary_rows()) >= 50
    assert [row["where"] for row in glossary_rows() if not PATH.search(row["where"])] == []
    assert list(missing_paths("".join(row["where"] for row in glossary_rows()))) == []


def test_the_glossary_is_sorted_and_has_each_word_once() -> None:
    ours = [re.sub(r"[^a-z ]", "", row["ours"].lower()) for row in glossary_rows()]
    assert ours == sorted(set(ours))


def test_the_architecture_names_modules_that_exist() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    calls = text.partition("is everything about one paid call:")[2].partition("\n\nA failing endpoint")[0]
    evaluation = text.partition("**Evaluation** asks.")[2].partition("\n\n")[0]
    measures = text.partition("**Measures** read")[2].partition("\n\n")[0]
    assert list(missing_paths(calls, "engine/calls")) == []
    assert list(missing_paths(evaluation, "evaluation")) == []
    assert list(missing_paths(measures, "measures")) == []
    rest = text.replace(calls, "").replace(evaluation, "").replace(measures, "")
    assert list(missing_paths(rest)) == []


def test_the_architecture_has_the_layers_of_the_import_contracts() -> None:
    contract = (ROOT / "pyproject.toml").read_text(encoding="utf-8").partition("layers = [\n")[2].partition("]")[0]
    layers = [re.findall(r"townlet\.(\w+)", line) for line in contract.splitlines() if line.strip()]
    drawing = ARCHITECTURE.read_text(encoding="utf-8").partition("each other.\n\n```\n")[2].partition("```")[0]
    # The first 33 columns of a row hold the packages, the rest says what they are.
    assert [row[:33].split() for row in drawing.splitlines()] == layers


def test_the_architecture_has_a_row_for_each_package() -> None:
    packages = {f"{path.name}/" for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    rows = set(re.findall(r"^\| `([a-z_]+/)` \|", ARCHITECTURE.read_text(encoding="utf-8"), re.MULTILINE))
    assert rows == packages


def test_the_architecture_is_short_and_ends_in_limitations() -> None:
    text = ARCHITECTURE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 300
    assert re.findall(r"^## (.+)$", text, re.MULTILINE)[-1] == "Limitations"
