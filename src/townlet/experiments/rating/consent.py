"""The texts that people agree to before they begin."""

from __future__ import annotations

import hashlib
from importlib import resources

from townlet.experiments.rating.plan import SeatRole


def read_consent_text(role: SeatRole) -> str:
    """The text that comes with Townlet; paragraphs have empty lines between them."""
    return (resources.files(__package__) / "consent_texts" / f"{role}.txt").read_text(encoding="utf-8")


def hash_consent_text(text: str) -> str:
    """By which a text can be known again."""
    return hashlib.sha256(text.encode()).hexdigest()
