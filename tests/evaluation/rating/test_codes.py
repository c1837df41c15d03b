"""Links and codes cannot be guessed from who they are for, and stay the same."""

import stat
import sys
from pathlib import Path

import pytest

from townlet.evaluation.rating.links import load_secret, make_completion_code, make_link_token

MANY = [f"r{number:03d}" for number in range(1000)]


def test_a_secret_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    secret = load_secret(tmp_path / "rating")
    assert secret == load_secret(tmp_path / "rating")
    assert secret != load_secret(tmp_path / "another")
    assert len(secret) == 32


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    load_secret(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_everybody_has_a_link_and_a_code_of_their_own() -> None:
    secret = b"s" * 32
    tokens, codes = {make_link_token(secret, who) for who in MANY}, {make_completion_code(secret, who) for who in MANY}
    assert len(tokens) == len(codes) == len(MANY)
    assert {len(token) for token in tokens} == {26}
    assert not {code.replace("-", "").lower() for code in codes} & {token[:10] for token in tokens}


def test_without_the_secret_the_same_name_has_other_ones() -> None:
    assert make_link_token(b"a" * 32, "r001") != make_link_token(b"b" * 32, "r001")
    assert make_completion_code(b"a" * 32, "r001") != make_completion_code(b"b" * 32, "r001")
