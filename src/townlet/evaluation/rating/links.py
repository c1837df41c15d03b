"""Personal links and completion codes, derived from a secret, and the table in which they are listed."""

from __future__ import annotations

import base64
import hmac
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from townlet.measures.table import Table
from townlet.runfile import study_path
from townlet.runfile.study_files import write_atomically

SECRET_NAME = "secret"
_TOKEN_LETTERS, _CODE_LETTERS = 26, 10


def load_secret(folder: Path) -> bytes:
    """Return the secret of a folder, creating it if there is none. Only the file's owner may read it."""
    path = folder / SECRET_NAME
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.write(secrets.token_hex(32))
    except FileExistsError:
        pass
    except OSError:
        # A full disk must not leave an empty secret behind, which anybody could guess.
        path.unlink(missing_ok=True)
        raise
    return bytes.fromhex(path.read_text(encoding="ascii"))


def make_link_token(secret: bytes, who: str) -> str:
    """Return the token in a person's link: 26 letters and digits."""
    return _letters(secret, f"link/{who}", _TOKEN_LETTERS).lower()


def make_completion_code(secret: bytes, who: str) -> str:
    """Return the code that a person gets when they have finished, such as 'K7QF2-M4XWA'."""
    letters = _letters(secret, f"code/{who}", _CODE_LETTERS)
    return f"{letters[:5]}-{letters[5:]}"


def _letters(secret: bytes, words: str, count: int) -> str:
    """Return the first `count` letters of the HMAC of `words`, written in base 32."""
    return base64.b32encode(hmac.digest(secret, words.encode(), "sha256")).decode("ascii")[:count]


LINKS_NAME = "links.csv"


@dataclass(frozen=True)
class RaterLink:
    """A row of the table of links. Anyone who has the link can take part as that rater or author."""

    id: str
    role: str
    """'rater', 'author', or 'preview', which is for the researcher and never counted."""
    person: str
    """The simulated person whom they watch; empty for a rater who has not begun."""
    link: str
    code: str
    """The completion code that they get at the end."""


def links_path(path: Path) -> Path:
    """Return the path of a run's table of links."""
    return study_path(path) / LINKS_NAME


def write_links(links: Iterable[RaterLink], to: Path) -> None:
    """Write the table of links as CSV, atomically."""
    to.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(to, [Table.of_records(RaterLink, links).as_csv()])
