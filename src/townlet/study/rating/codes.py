"""Links that nobody can guess and codes that nobody can make up: both from a secret that is kept beside the run."""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from pathlib import Path

NAME = "secret"
_TOKEN_LETTERS, _CODE_LETTERS = 26, 10


def secret_in(folder: Path) -> bytes:
    """The secret of a folder, which is made if there is none; only its owner may read it."""
    path = folder / NAME
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    return bytes.fromhex(path.read_text(encoding="ascii"))


def token_of(secret: bytes, who: str) -> str:
    """What is in somebody's link: 26 letters and digits."""
    return _letters(secret, f"link/{who}", _TOKEN_LETTERS).lower()


def code_of(secret: bytes, who: str) -> str:
    """What somebody is told when they have finished, such as 'K7QF2-M4XWA'."""
    letters = _letters(secret, f"code/{who}", _CODE_LETTERS)
    return f"{letters[:5]}-{letters[5:]}"


def _letters(secret: bytes, words: str, count: int) -> str:
    return base64.b32encode(hmac.digest(secret, words.encode(), "sha256")).decode("ascii")[:count]
