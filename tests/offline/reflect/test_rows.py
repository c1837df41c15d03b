"""The rows of reflection and summary have no defects, and a defect in a row is named with its file and id."""

from __future__ import annotations

import pytest

from townlet.offline.reflect.rows import defects
from townlet.offline.words import WORDS


@pytest.mark.parametrize(
    ("file", "key"),
    [("reflection", "insight"), ("reflection", "question"), ("summary", "feeling"), ("summary", "relationship")],
)
def test_the_rows_have_no_defects(file: str, key: str) -> None:
    assert not [*defects(file, key, WORDS.tables[file])]


def test_people_think_in_at_least_two_ways_of_everything() -> None:
    few = [row["id"] for row in WORDS.tables["reflection"]["insight"] if len(row["say"]) < 2]
    assert len(few) <= 2


@pytest.mark.parametrize(
    ("use", "say", "defect"),
    [
        (["p: need.bewitched by=A"], "{A} did it", "no trace 'need.bewitched'"),
        (["p: nonsense by=A"], "{A} did it", "no trace 'nonsense'"),
        (["p: need by=A shiny"], "{A} did it", "no condition 'shiny'"),
        (["p: need by=A"], "{B} did it", "no slot {B}"),
        (["p: need by=A"], "{A} did {p.magic}", "no slot {p.magic}"),
        (["p: need by=A same=q"], "{A} did it", "'q' is no item"),
        (["need by A"], "so it is", "is no item"),
    ],
)
def test_a_defect_is_named_with_file_and_row(use: list[str], say: str, defect: str) -> None:
    table = {"insight": [{"id": "odd", "use": use, "say": [say]}]}
    (found,) = defects("reflection", "insight", table)
    assert found.startswith("reflection.toml, insight 'odd': ")
    assert defect in found
