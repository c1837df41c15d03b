"""Where a key stands in the text of a TOML file."""

from __future__ import annotations

from townlet.town.toml_lines import TomlLines


def test_lines_of_keys_are_found_in_arrays_inline_tables_and_long_strings() -> None:
    lines = TomlLines(
        'a = """\n[no]\nb = 1\n"""\n[t]\nx = [\n  1,\n  2,\n]\n[[f]]\nname = "[ one"\n[[f]]\nname = "two"\n'
    )
    assert lines.line_of(("a",)) == 1
    assert lines.line_of(("t", "x", 1)) == 8
    assert lines.line_of(("f", 0, "name")) == 11
    assert lines.line_of(("f", 1, "none")) == 12
    assert lines.line_of(("nowhere",)) == 0
    inline = TomlLines("[factors.source.levels]\npopular = [{ tell = 'a' }]\n")
    assert inline.line_of(("factors", "source", "levels", "nobody")) == 1


def test_defects_are_told_once_in_the_order_of_their_lines() -> None:
    lines = TomlLines("a = 1\nb = 2\n")
    found = [(("b",), "b is odd"), ((), "lacks c"), (("a",), "a is odd"), (("b",), "b is odd")]
    assert lines.tell(found) == ["lacks c", "line 1: a is odd", "line 2: b is odd"]
