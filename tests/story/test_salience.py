"""What a chapter is worth, and in which order chapters are told."""

from __future__ import annotations

from townlet.story.chapter import Quote, StoryChapter
from townlet.story.salience import rate


def chapter(kind: str, step: int, who: str, quote: bool = False) -> StoryChapter:
    said = Quote(who, "So it is.") if quote else None
    return StoryChapter(kind, kind, (), step, step, step, (who,), None, None, (), quote=said, score=1.0)


def test_chapters_stand_in_the_order_of_time_and_then_of_their_people_whoever_found_them_first() -> None:
    found = [
        chapter("seen", 9, "Ada"),
        chapter("seen", 4, "Cleo"),
        chapter("seen", 4, "Bram"),
        chapter("met", 4, "Ada"),
    ]
    told = [("met-4", "Ada"), ("seen-4", "Bram"), ("seen-4-2", "Cleo"), ("seen-9", "Ada")]
    for order in (found, found[::-1]):
        assert [(each.id, each.people[0]) for each in rate(order)] == told


def test_a_rare_kind_and_words_are_worth_more() -> None:
    score = {each.id: each.score for each in rate([chapter("seen", step, "Ada") for step in range(5)])}
    rated = rate([*(chapter("seen", step, "Ada") for step in range(4)), chapter("met", 4, "Ada")])
    assert rated[-1].score > rated[0].score
    quoted, plain = rate([chapter("seen", 0, "Ada", quote=True), chapter("seen", 1, "Ada")])
    assert quoted.score > plain.score
    assert len(set(score.values())) == 1
