"""What is only asked or wondered about is not stated."""

import pytest

from townlet.measures.diffusion.facts import TrackedEvent, TrackedFact
from townlet.measures.text.assertions import strip_wondering

SALE = (("lighthouse",), ("sell", "sold"))


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ("I wonder whether Bo knows what it means to sell a lighthouse.", "I ."),
        ("Di asks everybody she meets who will sell the lighthouse.", "Di ."),
        ("I would like to know if it is sold, for I like it.", "I , for I like it."),
        ("Bo sold the lighthouse, if you ask me, and nobody wonders.", None),
        ("I wonder how Bo fares with the sale.", None),
        ("Bo asked me to come when it is sold.", None),
    ],
)
def test_clauses_in_question_fall_away(sentence: str, left: str | None) -> None:
    assert strip_wondering(sentence) == (sentence if left is None else left)


def test_who_wonders_has_not_told_news_but_speaks_of_an_event() -> None:
    from datetime import datetime

    noon = datetime(2031, 4, 7, 12)
    news = TrackedFact("sale", "Bo Lund", "", SALE)
    event = TrackedFact("sale", "Bo Lund", "", SALE, event=TrackedEvent("Bo Lund", "Quay", noon, noon))
    asked = "I wonder who will come when they sell the lighthouse."
    assert not news.told_by(asked, "Di Marsh")
    assert event.told_by(asked, "Di Marsh")
    assert news.told_by(f"{asked} Bo Lund will sell the lighthouse.", "Di Marsh")
