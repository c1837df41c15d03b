"""The texts that people agree to before they begin."""

from __future__ import annotations

import hashlib
from importlib import resources

from townlet.study.rating.plan import Role


def consent_text(role: Role) -> str:
    """The text that comes with Townlet; paragraphs have empty lines between them."""
    return (resources.files(__package__) / f"{role}.txt").read_text(encoding="utf-8")


def fingerprint(text: str) -> str:
    """By which a text can be known again."""
    return hashlib.sha256(text.encode()).hexdigest()
