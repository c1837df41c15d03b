"""What people take up is told apart by where they had it from."""

from __future__ import annotations

from pathlib import Path

from measures.made import ADA, BRAM, DAY, HOUR, MadeRun
from townlet.evaluation.survey import INTEREST_QUESTION
from townlet.measures.emergence.boundaries import (
    find_new_topics,
    find_planned_topics,
    find_stated_topics,
    measure_interest_drift,
)
from townlet.measures.emergence.result import Emergence, Survey, SurveyPair, SurveyReply, find_emergence


def lived(path: Path) -> Emergence:
    """Ada carves; Bram tells her of kites, and she promises to fly one; that he promised is no plan of hers."""
    made = MadeRun(ADA, BRAM)
    made.remembers(0, ADA, "Ada Finch enjoys carving spoons.", "seed")
    made.remembers(HOUR, ADA, "On Tuesday May 6, Ada Finch plans: carving spoons at 9:00 am.", "planned", "plan")
    said = made.says(DAY + HOUR, BRAM, ADA, "Fly a kite with me, Ada, and carve less.")
    made.remembers(
        DAY + HOUR + 1,
        ADA,
        "Bram Oake said to me: 'Fly a kite with me, Ada, and carve less.'",
        "heard",
        utterance=said,
    )
    made.remembers(DAY + 2 * HOUR, ADA, "I promised Bram Oake to fly a kite.", "planned", "plan")
    made.remembers(DAY + 2 * HOUR, ADA, "Bram Oake promised me to bring string.", "planned", "plan")
    return find_emergence(made.record(path, 2 * DAY - 1))


def answered(text: str) -> Survey:
    return Survey((), (), (SurveyReply(ADA, ADA, INTEREST_QUESTION, text, True, ()),))


def test_topics_of_plans_come_from_oneself_or_from_others(tmp_path: Path) -> None:
    record = lived(tmp_path).record
    assert {(topic.word, topic.from_others) for topic in find_planned_topics(record, 0)} >= {
        ("carv", False),
        ("spoon", False),
    }
    assert {(topic.word, topic.from_others) for topic in find_planned_topics(record, 1)} >= {
        ("fli", True),
        ("kite", True),
    }
    assert "string" not in {topic.word for topic in find_planned_topics(record, 1)}


def test_interests_stated_later_are_new_and_some_are_others(tmp_path: Path) -> None:
    record = lived(tmp_path).record
    before, after = answered("I enjoy carving."), answered("I like carving spoons and kites.")
    assert [
        (topic.word, topic.from_others) for topic in find_new_topics(record, before, find_stated_topics(record, after))
    ] == [
        ("kite", True),
        ("spoon", False),
    ]
    assert find_stated_topics(record, answered("I don't know what to say to that.")) == []


def test_the_figures_give_shares_and_the_lines_behind_them(tmp_path: Path) -> None:
    found = lived(tmp_path)
    said = SurveyPair(answered("I enjoy carving."), answered("I like carving and kites."), ())
    asked = Emergence(found.record, found.people, found.spreads, found.met, found.events, said)
    figures, listing = measure_interest_drift(asked.record, asked.survey)
    values = {figure.key: figure.value for figure in figures}
    assert values["interests_new"] == values["interests_from_others"] == 0.5
    assert values["plans_from_others_first"] == 0
    assert (ADA, "kite", BRAM) in [(row[0], row[1], row[2]) for row in listing.rows]
    assert listing.rows[0][4] == "Fly a kite with me, Ada, and carve less."
