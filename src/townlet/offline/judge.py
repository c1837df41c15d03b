"""Ordering answers by rule: which of them say most of what is remembered. No judge of belief, and told to be none."""

from __future__ import annotations

from townlet.offline.fields import Fields, records, text, texts
from townlet.offline.reader.facts import content


def judge(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `judge`: first whose words are most often those of the memories shown, then who says least beside them.

    What the question says already counts for nothing. Where an answer stands does not matter: of equals, the first in
    the alphabet comes first.
    """
    remembered = content(" ".join(texts(fields, "memories"))) - content(text(fields, "question"))
    answers = [(text(each, "letter"), text(each, "text")) for each in records(fields, "answers") if "letter" in each]

    def least_supported_last(answer: tuple[str, str]) -> tuple[int, int, str]:
        said = content(answer[1])
        return -len(said & remembered), len(said - remembered), answer[1]

    return {"order": [letter for letter, _ in sorted(answers, key=least_supported_last)]}
