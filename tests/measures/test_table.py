"""A table gives aligned text, CSV and JSON from one description."""

import csv
from io import StringIO

import pytest

from townlet.measures.table import Cell, Column, Table

TABLE = Table(
    (Column("figure", width=12), Column("value", align="right"), Column("names")),
    (
        ("lines [bold]", Cell(0.256, "25.6 %"), ["Ada", "Bram"]),
        ("a label wider than its column", Cell(None, "-"), None),
        (":smile:", 1200, 0.5),
    ),
    "Talks",
)


def test_text_is_aligned_under_its_headings_and_nothing_is_markup() -> None:
    assert TABLE.as_text().splitlines() == [
        "Talks",
        "  figure                          value  names",
        "  lines [bold]                   25.6 %  Ada, Bram",
        "  a label wider than its column       -",
        "  :smile:                          1200  0.5",
    ]


def test_columns_keep_their_least_width_so_that_tables_line_up() -> None:
    first, second = (
        Table((Column("a", width=10), Column("b")), [(label, "here")]).as_text(indent=4, headings=False)
        for label in ("one", "seventeen")
    )
    assert first == "    one         here\n"
    assert second.index("here") == first.index("here")


def test_no_line_is_wrapped_or_cut_however_long_a_cell_is() -> None:
    assert Table((Column("a"), Column("b")), [("x" * 300, "y" * 300)]).as_text(headings=False) == (
        f"{'x' * 300}  {'y' * 300}\n"
    )


def test_a_table_without_rows_or_headings_is_empty() -> None:
    assert Table((Column("a"),), ()).as_text(headings=False) == ""


def test_json_and_csv_have_values_where_text_has_what_people_read() -> None:
    rows = TABLE.as_json()
    assert rows[0] == {"figure": "lines [bold]", "value": 0.256, "names": ["Ada", "Bram"]}
    assert rows[1]["value"] is None
    assert TABLE.as_csv().splitlines() == [
        "figure,value,names",
        "lines [bold],0.256,Ada; Bram",
        "a label wider than its column,,",
        ":smile:,1200,0.5",
    ]


def read_cell(value: object, *, raw: bool = False) -> str:
    """The text of a value in a CSV table, read back."""
    text = Table((Column("first"), Column("text")), [("x", value)]).as_csv(raw=raw)  # type: ignore[list-item]
    _, [_, cell] = csv.reader(StringIO(text, newline=""))
    return cell


@pytest.mark.parametrize("text", ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "=", "-", "- No."])
def test_a_text_that_a_spreadsheet_would_run_gets_an_apostrophe_unless_it_is_wanted_raw(text: str) -> None:
    assert read_cell(text) == f"'{text}"
    assert read_cell(text, raw=True) == text
    assert read_cell([text, "b"]) == f"'{text}; b"


@pytest.mark.parametrize("value", [-1.5, -3, "-1.5", "+44", "-1e-05", "-1,234.5", "a=b", "1-2", " =1", "'=1", ""])
def test_numbers_and_other_texts_stay_as_they_are_in_csv(value: object) -> None:
    assert read_cell(value) == str(value)


def test_rows_that_are_read_one_by_one_are_never_held_as_a_whole() -> None:
    table = Table(
        (Column("number", type="integer"), Column("word", type="category")), ((n, "a") for n in range(20_000))
    )
    arrow = table.as_arrow()
    assert (arrow.num_rows, arrow.column("number").num_chunks) == (20_000, 3)


def test_a_table_whose_columns_have_no_type_takes_that_of_its_values() -> None:
    table = Table.of("words", "", ("word", "share", "none"), (("a", 0.5, None), ("b", 1.5, None)))
    assert [str(each) for each in table.as_arrow().schema.types] == ["string", "double", "null"]
    assert table.as_json() == [{"word": "a", "share": 0.5, "none": None}, {"word": "b", "share": 1.5, "none": None}]
