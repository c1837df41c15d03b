"""Mistakes in the words of a town are told before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from .typed import done, typed

MISTAKEN = """
[[move]]
id = "bell_ask"
if = "frend"
asks = true
say = ["Did you hear {bel} ring?"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A town with three mistakes in its words and one in its head."""
    done("new", str(tmp_path / "mine"))
    town = tmp_path / "mine"
    (town / "words").mkdir()
    (town / "words" / "moves.toml").write_text(MISTAKEN, encoding="utf-8")
    head = (town / "town.toml").read_text(encoding="utf-8")
    (town / "town.toml").write_text(head + '\n[[norms]]\nplace = "Nowhere"\n', encoding="utf-8")
    return town


@pytest.mark.parametrize("command", [("check",), ("run", "--days", "0.1")], ids=lambda command: command[0])
def test_all_defects_are_told_at_once_with_file_and_line(
    folder: Path, command: tuple[str, ...], tmp_path: Path
) -> None:
    outcome = typed(command[0], str(folder), *command[1:])
    assert (outcome.status, outcome.stdout) == (2, "")
    assert "has 4 defects" in outcome.stderr
    assert "words/moves.toml, line 4: there is no condition 'frend'. Did you mean 'friend'?" in outcome.stderr
    assert "words/moves.toml, line 6: there is no slot {bel}" in outcome.stderr
    assert "words/moves.toml, line 3: 'bell_ask' asks, and no answer fits always." in outcome.stderr
    assert "Nowhere" in outcome.stderr


def test_a_file_that_is_no_toml_is_a_defect_and_not_a_crash(folder: Path) -> None:
    (folder / "words" / "moves.toml").write_text("[[move]", encoding="utf-8")
    outcome = typed("check", str(folder))
    assert outcome.status == 2
    assert "words/moves.toml: is not valid TOML" in outcome.stderr
