"""Links and codes cannot be guessed from who they are for, and stay the same."""

import stat
import sys
from pathlib import Path

import pytest

from townlet.study.rating.codes import code_of, secret_in, token_of

MANY = [f"r{number:03d}" for number in range(1000)]


def test_a_secret_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    secret = secret_in(tmp_path / "rating")
    assert secret == secret_in(tmp_path / "rating")
    assert secret != secret_in(tmp_path / "another")
    assert len(secret) == 32


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such permissions")
def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    secret_in(tmp_path)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


def test_everybody_has_a_link_and_a_code_of_their_own() -> None:
    secret = b"s" * 32
    tokens, codes = {token_of(secret, who) for who in MANY}, {code_of(secret, who) for who in MANY}
    assert len(tokens) == len(codes) == len(MANY)
    assert {len(token) for token in tokens} == {26}
    assert not {code.replace("-", "").lower() for code in codes} & {token[:10] for token in tokens}


def test_without_the_secret_the_same_name_has_other_ones() -> None:
    assert token_of(b"a" * 32, "r001") != token_of(b"b" * 32, "r001")
    assert code_of(b"a" * 32, "r001") != code_of(b"b" * 32, "r001")
