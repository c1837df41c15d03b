"""What of the documentation is made: `python docs/generate.py` writes the page of tables and executes the notebooks.

For mkdocs this is a hook, too, which shows notebooks as pages.
"""

from __future__ import annotations

import html
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat

DOCS = Path(__file__).parent
TABLES_PAGE = DOCS / "tables.md"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
SECONDS = 600
"""The most that a cell may take."""

_ERASED = re.compile(r"(?:[^\n]*\n[^\n]*\x1b\[1A)?[^\n]*\x1b\[2K")
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
_STYLE = re.compile(r"<style.*?</style>\s*", re.DOTALL)


def executed(path: Path) -> Any:
    """The notebook with what its cells print and draw now; they work in a folder of their own."""
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    before = os.environ["PATH"]
    # `!townlet` is the one of this environment, and as wide as a page.
    os.environ.update(PATH=os.pathsep.join((str(Path(sys.executable).parent), before)), COLUMNS="100", TERM="dumb")
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            NotebookClient(
                notebook, timeout=SECONDS, coalesce_streams=True, resources={"metadata": {"path": folder}}
            ).execute()
    finally:
        os.environ["PATH"] = before
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                output.text = _plain(output.text)
    return notebook


def _plain(text: str) -> str:
    """What a terminal is left with: without colours, and without lines that were erased again."""
    return _CONTROL.sub("", _ERASED.sub("", text.replace("\r\n", "\n")))


def as_markdown(notebook: Any) -> str:
    """A page of the notebook: its text, its code, and what that put out."""
    return "\n\n".join(part for cell in notebook.cells for part in _parts(cell)) + "\n"


def _parts(cell: Any) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield cell.source
        return
    yield f"```python\n{cell.source}\n```"
    for output in cell.outputs:
        yield _shown(output)


def _shown(output: Any) -> str:
    if output.output_type == "stream":
        return f'```text title="prints"\n{output.text.rstrip()}\n```'
    data = output.data
    if "image/png" in data:
        alt = html.escape(data.get("text/plain", "a plot"))
        return f"![{alt}](data:image/png;base64,{data['image/png'].strip()})"
    if "text/html" in data:
        # The theme dresses tables without a class.
        table = _STYLE.sub("", data["text/html"]).replace(' border="1" class="dataframe"', "")
        return f'<div class="md-typeset__table">\n{table.strip()}\n</div>'
    return f"```text\n{data['text/plain']}\n```"


def on_files(files: Any, config: Any) -> Any:
    """For mkdocs: a page for each notebook, in its place."""
    from mkdocs.structure.files import File

    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=as_markdown(notebook)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """For mkdocs: links to notebooks lead to their pages."""
    return markdown.replace(".ipynb)", ".md)")


def tables_page() -> str:
    """The page of all tables and their columns."""
    from townlet.reporting.tables.catalogue import TABLES, format_dictionary

    return f"{_TABLES_HEAD}\n{format_dictionary(TABLES)}"


_TABLES_HEAD = """\
# Tables of a run

What `townlet.open_run` and `townlet export` give, column by column; [Data](data.md) tells how to get at it. Steps are
counted from the start of the run and last ten seconds of game time. Times are game time and have no zone. Places and
objects have addresses, `world:sector:arena:object`.
"""

if __name__ == "__main__":
    TABLES_PAGE.write_text(tables_page(), encoding="utf-8", newline="\n")
    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
        print(path.name)
