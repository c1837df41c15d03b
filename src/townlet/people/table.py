"""A table of people in a file of any usual format, read into rows that know where they stand."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from townlet.errors import BadInput
from townlet.files import open_file, parse_json_text, read_file, read_text
from townlet.measures.extras import import_extra
from townlet.runfile.study_files import write_atomically


@dataclass(frozen=True)
class Row:
    """One person as a file has them."""

    where: str
    """The file and the line: 'people.csv, line 3'."""
    cells: Mapping[str, Any]


@dataclass(frozen=True)
class _Values:
    """The values of a table that has a header, each record with the line on which it ends."""

    header: Sequence[object]
    records: Iterable[tuple[int, Sequence[object]]]


def read_table(path: Path, limit: int | None = None) -> list[Row]:
    """Return the rows of a CSV, TSV, XLSX, JSON, JSONL or Parquet file, or of a folder.

    A folder holds JSON files, or a base simulation of generative agents as Park et al. published it.

    `limit` is the most rows that are read. Raises BadInput, with the line, for a file that is broken; MissingExtra; and
    OSError.
    """
    if path.is_dir() and (base := find_base(path)):
        return list(islice(_base_rows(path, base), limit))
    if path.is_dir():
        files = sorted(each for each in path.iterdir() if each.suffix.lower() == ".json")
        found = (row for each in files for row in _json_rows(each))
        return _some(list(islice(found, limit)), path)
    if (reader := _READERS.get(path.suffix.lower())) is None:
        known = ", ".join(sorted(_READERS))
        raise BadInput(f"{path}: a table of people is a file of a kind {known}, or a folder. Save it as one of these.")
    return _some(list(islice(reader(path), limit)), path)


def _some(rows: list[Row], path: Path) -> list[Row]:
    if not rows:
        raise BadInput(f"{path} holds no person. Give a table with a row for each person.")
    return rows


def read_any_text(path: Path) -> str:
    """Return the text of a file in UTF-8 or UTF-16 with or without its mark, or else in the Western code page 1252."""
    content = read_file(path)
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{path} is text in no known encoding. Save it as CSV in UTF-8.")


def _csv_rows(path: Path) -> Iterator[Row]:
    text = re.sub(r"^sep=.\r?\n", "", read_any_text(path), flags=re.IGNORECASE)  # Excel's own line
    first = text.lstrip("\r\n").partition("\n")[0]
    delimiter = max(",;\t|", key=lambda each: (re.sub(r'"[^"]*"', "", first).count(each), each == ","))
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)

    def records() -> Iterator[tuple[int, Sequence[object]]]:
        try:
            yield from ((lines.line_num, cells) for cells in lines)
        except csv.Error as error:
            where = f"{path}, line {lines.line_num}"
            raise BadInput(f"{where}: broken CSV: {error}. Close its quotes, or save the table as CSV again.") from None

    yield from _tabular(path, _below_title(records()))


def _xlsx_rows(path: Path) -> Iterator[Row]:
    openpyxl = import_extra("openpyxl", "Reading an Excel workbook", "sheets")
    with open_file(path) as file:
        try:
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        except Exception as error:  # noqa: BLE001  # openpyxl raises errors of zip files, of XML and of its own
            raise BadInput(f"{path} is no Excel workbook that can be read: {error}. Save it as .xlsx or CSV.") from None
        lines = enumerate(book.worksheets[0].iter_rows(values_only=True), 1)
        yield from _tabular(path, _below_title(lines))


def _below_title(records: Iterator[tuple[int, Sequence[object]]]) -> _Values:
    """Return the values of a table without blank lines and titles of one cell above its header."""
    filled = ((line, cells) for line, cells in records if any(cell not in (None, "") for cell in cells))
    _, header = next(filled, (0, ()))
    following = next(filled, None)
    while following and _width(header) == 1 < _width(following[1]):
        header, following = following[1], next(filled, None)
    return _Values(header, [following, *filled] if following else [])


def _width(cells: Sequence[object]) -> int:
    return sum(cell not in (None, "") for cell in cells)


def _tabular(path: Path, values: _Values) -> Iterator[Row]:
    """Yield the rows below a header. Raises BadInput for a column that is there twice, and a row of another length."""
    names = [str(name or "").strip() for name in values.header]
    while names and not names[-1]:
        names.pop()
    for name, times in Counter(name.casefold() for name in names if name).items():
        if times > 1:
            numbers = [str(number) for number, each in enumerate(names, 1) if each.casefold() == name]
            raise BadInput(f"{path}: the column {name!r} is there twice (columns {' and '.join(numbers)}). Rename one.")
    for line, cells in values.records:
        if not any(cell not in (None, "") for cell in cells):
            continue
        beyond = [cell for cell in cells[len(names) :] if cell not in (None, "")]
        if beyond or len(cells) < len(names):
            count = f"{len(cells)} cells, and the header has {len(names)}"
            raise BadInput(f"{path}, line {line}: the row has {count}. Put cells that hold the separator in quotes.")
        yield Row(f"{path}, line {line}", {name: cell for name, cell in zip(names, cells, strict=False) if name})


def _json_rows(path: Path) -> Iterator[Row]:
    try:
        value = parse_json_text(read_text(path))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path} is not JSON: {error}. Save it as JSON in UTF-8.") from None
    if isinstance(value, dict):
        inner = [each for each in value.values() if _are_tables(each)]
        named = value and all(isinstance(each, dict) for each in value.values())
        value = inner[0] if len(inner) == 1 else [{"name": k, **v} for k, v in value.items()] if named else [value]
    if not _are_tables(value):
        raise BadInput(f"{path}: people in JSON are a list of objects, one for each person.")
    yield from (Row(f"{path}, person {number}", cells) for number, cells in enumerate(value, 1))


def _are_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(each, dict) for each in value)


def _jsonl_rows(path: Path) -> Iterator[Row]:
    for number, line in enumerate(read_any_text(path).split("\n"), 1):
        if not line.strip():
            continue
        try:
            cells = parse_json_text(line)
        except json.JSONDecodeError as error:
            raise BadInput(f"{path}, line {number} is not JSON: {error}. Write an object on each line.") from None
        if not isinstance(cells, dict):
            raise BadInput(f"{path}, line {number} is no object. Write one on each line, such as {{'persona': '...'}}.")
        yield Row(f"{path}, line {number}", cells)


def _parquet_rows(path: Path) -> Iterator[Row]:
    parquet = import_extra("pyarrow.parquet", "Reading a Parquet file", "sheets")
    arrow = import_extra("pyarrow", "Reading a Parquet file", "sheets")
    try:
        batches = parquet.ParquetFile(path).iter_batches(batch_size=1000)
        rows = (cells for batch in batches for cells in batch.to_pylist())
        yield from (Row(f"{path}, row {number}", cells) for number, cells in enumerate(rows, 1))
    except arrow.ArrowInvalid as error:
        raise BadInput(f"{path} is no Parquet file that can be read: {error}".rstrip(".") + ".") from None


_LITERAL = re.compile(
    r"""//[^\n]*|/\*.*?\*/"""  # a comment
    r"""|(?P<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)"""  # a text in any of three quotes
    r"""|(?P<key>[A-Za-z_$][\w$]*)\s*:"""  # name:
    r"""|(?P<last>,)(?=\s*[\]}])""",  # a comma before a bracket that closes
    re.S,
)


_ESCAPES = {"n": "\n", "t": "\t", "\n": ""}
"""What follows a backslash in a script, and what both stand for."""


def _script_rows(path: Path) -> Iterator[Row]:
    """Yield the characters of ai-town's characters.ts: the list that its script names Descriptions."""
    found = re.search(r"\bDescriptions\b[^=]*=\s*(\[.*?\n\])", read_any_text(path), re.S)
    if not found:
        raise BadInput(f"{path} has no list 'Descriptions = [...]', which the characters of ai-town are. Give a table.")

    def as_json(part: re.Match[str]) -> str:
        if part["text"]:
            return json.dumps(
                re.sub(r"\\(.)", lambda sign: _ESCAPES.get(sign[1], sign[1]), part["text"][1:-1], flags=re.S)
            )
        return f'"{part["key"]}":' if part["key"] else ""

    try:
        value = parse_json_text(_LITERAL.sub(as_json, found[1]))
    except json.JSONDecodeError as error:
        raise BadInput(f"{path}: the list 'Descriptions' cannot be read: {error}. Give it as JSON.") from None
    yield from (Row(f"{path}, person {number}", cells) for number, cells in enumerate(value, 1))


SCRATCH = "bootstrap_memory/scratch.json"
_PREFACE = re.compile(r"^\s*(?:this is very important --|for planning,|in terms of your (?:daily )?plans?,)\s*", re.I)
"""What precedes a statement of an agent history and belongs to no sentence about the person."""


def find_base(folder: Path) -> Path | None:
    """Return the folder of the people of a base simulation, at any depth of a folder; None if there is none."""
    return next((found.parents[2] for found in sorted(folder.rglob(f"personas/*/{SCRATCH}"))), None)


def _base_rows(folder: Path, personas: Path) -> Iterator[Row]:
    """Yield the people of a base simulation, with what an agent history beside it whispers to each."""
    whispers: dict[str, str] = {}
    for file in sorted(folder.rglob("agent_history_*.csv")):
        for row in _csv_rows(file):
            told = (
                _PREFACE.sub("", each).strip() for each in str(row.cells.get("Whisper", "")).replace("*", "").split(";")
            )
            whispers[str(row.cells.get("Name", "")).strip()] = ";\n".join(each for each in told if each)
    for file in sorted(personas.glob(f"*/{SCRATCH}")):
        (scratch,) = _json_rows(file)
        texts = {key: each.replace("*", "") if isinstance(each, str) else each for key, each in scratch.cells.items()}
        places = file.with_name("spatial_memory.json")
        known = parse_json_text(read_text(places)) if places.is_file() else {}
        haunts = [sector for world in known.values() for sector in world]
        whisper = whispers.get(str(texts.get("name")), "")
        yield Row(str(file), {**texts, "whisper": whisper, "haunts": haunts})


_READERS: Mapping[str, Callable[[Path], Iterator[Row]]] = {
    **dict.fromkeys((".csv", ".tsv", ".txt"), _csv_rows),
    **dict.fromkeys((".ts", ".js"), _script_rows),
    **dict.fromkeys((".jsonl", ".ndjson"), _jsonl_rows),
    ".json": _json_rows,
    ".parquet": _parquet_rows,
    ".xlsx": _xlsx_rows,
}


def write_csv(path: Path, names: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write rows as CSV in UTF-8 with a mark, by which Excel knows the encoding. Raises BadInput and OSError."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, names, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows(rows)
    write_atomically(path, ["\ufeff", text.getvalue()])
