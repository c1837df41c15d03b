"""A town's fingerprint: equal for two towns in which the same would happen."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping

_UNSEEN_BY_PEOPLE = re.compile(r"facts\.toml|.*\.png")
"""Files that only studies read, and pictures."""


def digest_of(files: Mapping[str, bytes]) -> str:
    """SHA-256, in hexadecimal, over the files in order of name; over what TOML files say rather than how
    they are laid out, and without how people look. Line endings do not count."""
    total = hashlib.sha256()
    for name in sorted(name for name in files if not _UNSEEN_BY_PEOPLE.fullmatch(name)):
        part = hashlib.sha256(_said(name, files[name])).hexdigest()
        total.update(f"{name}\0{part}\n".encode())
    return total.hexdigest()


def _said(name: str, content: bytes) -> bytes:
    text = content.decode("utf-8-sig").replace("\r\n", "\n")
    if not name.endswith(".toml"):
        return text.encode()
    table = tomllib.loads(text)
    table.pop("look", None)
    return json.dumps(table, sort_keys=True, default=str).encode()
