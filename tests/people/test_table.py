"""Tables of people in every form in which people keep them, and broken ones."""

import json
from importlib import import_module

import pytest

from townlet import BadInput
from townlet.measures.extras import MissingExtra
from townlet.people.table import read_table, write_csv

PEOPLE = [{"name": "Zoë Abt", "bio": "Paints; sings."}, {"name": "Bo Li", "bio": "Bakes, mostly."}]


def of(path):
    return [dict(row.cells) for row in read_table(path)]


def as_csv(path, separator, encoding):
    lines = [["name", "bio"], *([f'"{each["name"]}"', f'"{each["bio"]}"'] for each in PEOPLE)]
    path.write_text("\r\n".join(separator.join(line) for line in lines), encoding=encoding, newline="")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_csv_is_read_in_any_encoding_and_with_any_separator(tmp_path, separator, encoding):
    as_csv(tmp_path / "people.csv", separator, encoding)
    assert of(tmp_path / "people.csv") == PEOPLE


def test_excel_json_lines_and_parquet_hold_the_same(tmp_path):
    book = import_module("openpyxl").Workbook()
    for line in (["name", "bio", None], *([*each.values(), None] for each in PEOPLE)):
        book.active.append(line)
    book.save(tmp_path / "people.xlsx")
    arrow = import_module("pyarrow")
    import_module("pyarrow.parquet").write_table(arrow.Table.from_pylist(PEOPLE), tmp_path / "people.parquet")
    (tmp_path / "people.json").write_text(json.dumps(PEOPLE))
    (tmp_path / "people.jsonl").write_text("\n".join(json.dumps(each) for each in PEOPLE))
    for kind in ("xlsx", "parquet", "json", "jsonl"):
        assert of(tmp_path / f"people.{kind}") == PEOPLE


def test_what_is_written_is_read_again(tmp_path):
    cells = [{"name": "Bo", "bio": 'Says "hi";\nleaves, and\tcomes'}]
    write_csv(tmp_path / "people.csv", ["name", "bio"], cells)
    assert of(tmp_path / "people.csv") == cells


BROKEN = {
    "a quote that is not closed": (".csv", 'name,bio\nBo,"Bakes', "line 2: broken CSV"),
    "a row that is too long": (".csv", "name,bio\nBo,Bakes, mostly\n", "line 2: the row has 3 cells"),
    "a column that is there twice": (".csv", "name,age,Age\nBo,1,2\n", "'age' is there twice (columns 2 and 3)"),
    "no row": (".csv", "name,bio\n\n", "holds no person"),
    "no JSON": (".json", "[{", "is not JSON"),
    "JSON of another kind": (".json", "[1]", "a list of objects"),
    "a line that is no object": (".jsonl", '{"name": "Bo"}\n7\n', "line 2 is no object"),
    "no workbook": (".xlsx", "PK", "no Excel workbook"),
    "no Parquet": (".parquet", "PAR", "no Parquet file"),
    "a script without characters": (".ts", "export const x = 1;", "no list 'Descriptions"),
    "another kind of file": (".docx", "Bo", "a file of a kind"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_table_is_refused_in_one_line(tmp_path, case):
    suffix, text, said = BROKEN[case]
    (tmp_path / f"people{suffix}").write_text(text)
    with pytest.raises(BadInput) as refused:
        read_table(tmp_path / f"people{suffix}")
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_missing_library_is_told_with_its_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(import_module("sys").modules, "openpyxl", None)
    (tmp_path / "people.xlsx").write_bytes(b"")
    with pytest.raises(MissingExtra, match=r"pip install 'townlet\[sheets\]'"):
        read_table(tmp_path / "people.xlsx")


@pytest.mark.parametrize("before", ["sep=;\r\n", "People of the town;;\r\n;;\r\n", "\r\n;;\r\n"])
def test_what_stands_above_a_header_is_no_header(tmp_path, before):
    as_csv(tmp_path / "people.csv", ";", "utf-8")
    told = (tmp_path / "people.csv").read_text(encoding="utf-8").replace("\r\n", "\n")
    (tmp_path / "titled.csv").write_text(before.replace(";;", ";") + told, encoding="utf-8", newline="\r\n")
    assert of(tmp_path / "titled.csv") == PEOPLE


def test_a_line_separator_inside_a_text_ends_no_line(tmp_path):
    told = [{"name": "Bo", "bio": "Bakes.\u2028Sings."}]
    (tmp_path / "people.jsonl").write_text(json.dumps(told[0], ensure_ascii=False), encoding="utf-8")
    assert of(tmp_path / "people.jsonl") == told
