"""Folders that commands may make."""

from __future__ import annotations

from pathlib import Path

import pytest

from townlet.errors import BadInput
from townlet.files import find_folder


@pytest.mark.parametrize("path", ["missing/../a", "a/../../x", "file/../a"])
def test_a_folder_beyond_one_that_is_missing_is_refused(path: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="is no folder"):
        find_folder(tmp_path / path)


def test_a_folder_that_has_to_be_made_may_be_deep(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "link").symlink_to("a")
    assert find_folder(tmp_path / "link/../b/c") == tmp_path.resolve() / "b/c"
