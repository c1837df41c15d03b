"""The table of links: who is sent which, and the code by which it is known that they have finished."""

from __future__ import annotations

import base64
import csv
import hmac
import io
import os
import secrets
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from townlet.runfile import study_path
from townlet.runfile.study_files import write_atomically

SECRET_NAME = "secret"
_TOKEN_LETTERS, _CODE_LETTERS = 26, 10


def load_secret(folder: Path) -> bytes:
    """The secret of a folder, which is made if there is none; only its owner may read it."""
    path = folder / SECRET_NAME
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    return bytes.fromhex(path.read_text(encoding="ascii"))


def make_link_token(secret: bytes, who: str) -> str:
    """What is in somebody's link: 26 letters and digits."""
    return _letters(secret, f"link/{who}", _TOKEN_LETTERS).lower()


def make_completion_code(secret: bytes, who: str) -> str:
    """What somebody is told when they have finished, such as 'K7QF2-M4XWA'."""
    letters = _letters(secret, f"code/{who}", _CODE_LETTERS)
    return f"{letters[:5]}-{letters[5:]}"


def _letters(secret: bytes, words: str, count: int) -> str:
    return base64.b32encode(hmac.digest(secret, words.encode(), "sha256")).decode("ascii")[:count]


LINKS_NAME = "links.csv"


@dataclass(frozen=True)
class RaterLink:
    """Somebody's link. Whoever has it is taken for them."""

    id: str
    role: str
    """rater, author, or preview: for the researcher, and never counted."""
    person: str
    """Whom they watch; empty for a rater who has not begun."""
    link: str
    code: str
    """What they are told at the end."""


def links_path(run: Path) -> Path:
    return study_path(run) / LINKS_NAME


def write_links(links: Iterable[RaterLink], to: Path) -> None:
    """As a whole or not at all."""
    to.parent.mkdir(parents=True, exist_ok=True)
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, tuple(RaterLink.__dataclass_fields__), lineterminator="\n")
    writer.writeheader()
    writer.writerows(asdict(link) for link in links)
    write_atomically(to, [table.getvalue()])
