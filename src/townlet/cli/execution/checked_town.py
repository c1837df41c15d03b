"""Loading a town with all that is checked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from townlet.language.prompt import WordFiles
    from townlet.town import Town


def load_checked_town(where: str) -> Town:
    """Load a town, and check its words for the offline model, too. Raises TownError with every defect at once."""
    from townlet.town import load_town

    return load_town(where, _word_defects)


def _word_defects(files: WordFiles) -> list[str]:
    if not files:
        return []
    from townlet.offline.words.added import word_defects

    return word_defects(files)
