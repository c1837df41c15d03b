"""Folders that commands may make."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from townlet.errors import BadInput
from townlet.files import find_folder, parse_toml_text


@pytest.mark.parametrize("path", ["missing/../a", "a/../../x", "file/../a"])
def test_a_folder_beyond_one_that_is_missing_is_refused(path: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="is no folder"):
        find_folder(tmp_path / path)


def test_a_folder_that_has_to_be_made_may_be_deep(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to("a")
    assert find_folder(tmp_path / "link/../b/c") == tmp_path.resolve() / "b/c"


TALES = "The mill's wheel turns. " * 1_200


@pytest.mark.parametrize("quoted", ["'''{}'''", '"""{}"""', '"{}"', '"a"  # {}', '"""a""""  # {}'])
def test_a_line_may_have_any_number_of_sentences(quoted: str) -> None:
    assert parse_toml_text(f"tales = {quoted.format(TALES)}")["tales"].strip('"') in (TALES, "a")


@pytest.mark.parametrize("part", ["b.", '"b".', "'b' . "])
@pytest.mark.parametrize("before", ["", "a = \"'\"  # '\n", 'a = """b""""\n'])
def test_a_key_of_too_many_parts_is_refused_wherever_it_stands(before: str, part: str) -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match="too deeply"):
        parse_toml_text(f"{before}{part * 1_001}c = 1")
