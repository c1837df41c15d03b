"""The consent texts that raters and authors agree to before they begin."""

from __future__ import annotations

import hashlib
from importlib import resources

from townlet.evaluation.rating.plan import SeatRole


def read_consent_text(role: SeatRole) -> str:
    """Return the built-in consent text for a role. Blank lines separate its paragraphs."""
    return (resources.files(__package__) / "consent_texts" / f"{role}.txt").read_text(encoding="utf-8")


def hash_consent_text(text: str) -> str:
    """Return the SHA-256 by which a consent text is identified in the journal."""
    return hashlib.sha256(text.encode()).hexdigest()
