"""A table gives aligned text, CSV and JSON from one description."""

from io import StringIO

from townlet.analysis.table import Cell, Column, Table

TABLE = Table(
    (Column("figure", width=12), Column("value", "right"), Column("names")),
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
    file = StringIO()
    TABLE.write_csv(file)
    assert file.getvalue().splitlines() == [
        "figure,value,names",
        "lines [bold],0.256,Ada; Bram",
        "a label wider than its column,,",
        ":smile:,1200,0.5",
    ]
