"""`townlet export --format`: a run as tables or networks in a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import typer

from townlet.cli.failures import BadInput
from townlet.cli.printing import counted, print_json
from townlet.study.data.files import FORMATS
from townlet.study.data.folder import DICTIONARY, MANIFEST, Form, Written, export
from townlet.study.data.tables import TABLES
from townlet.study.source import Source


def export_data(run: Path, folder: Path, form: str, tables: Sequence[str], force: bool, as_json: bool) -> None:
    """Write the folder and tell what is in it. Raises BadInput, RunFileError, MissingExtra."""
    known = _form(form)
    if known == "graphml" and tables:
        raise BadInput("--table is for parquet, csv and jsonl; graphml writes the run's networks.")
    for name in tables:
        if name not in TABLES:
            raise BadInput(f"There is no table {name!r}; choose from {', '.join(TABLES)}.")
    source = Source.of(run)
    files = export(source, folder, known, tuple(dict.fromkeys(tables)), force=force, told=_tell(known, as_json))
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "files": [{"name": file.name, "rows": file.rows, "bytes": file.size} for file in files],
                "manifest": source.manifest.as_json(),
            }
        )
        return
    size = sum(file.size for file in files)
    typer.echo(f"{folder}: {size / 1e6:.1f} MB. {DICTIONARY} tells what everything means, {MANIFEST} what run it is.")
    typer.echo(source.manifest.note)


def _form(name: str) -> Form:
    forms: tuple[Form, ...] = (*FORMATS, "graphml")
    for form in forms:
        if form == name:
            return form
    raise BadInput(f"There is no format {name!r}; choose from {', '.join(forms)}.")


def _tell(form: Form, as_json: bool) -> Callable[[Written], None]:
    """Tells people of each file when it is written."""
    thing = "edge" if form == "graphml" else "row"

    def tell(file: Written) -> None:
        if not as_json:
            typer.echo(f"  {file.name:<24} {counted(file.rows, thing)}")

    return tell
