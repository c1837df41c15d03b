"""What makes a reply an answer, and what a model is told of one that is none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from townlet.cognition.answers import Choice, DayPlan, Ratings, Steps
from townlet.engine.calls.validation import (
    CHARACTERS_KEPT,
    CUT_OFF,
    EMPTY,
    OVERTHOUGHT,
    REFUSED,
    storable_reply,
    validate_reply,
)
from townlet.language.model import Finish, Reply
from townlet.language.prompt import Prompt

PLACE = Prompt("place", "Where?", {}, Choice)
EXAMPLE = 'an answer looks like {"choice": "..."}'


def reply(text: str, finish: Finish = "stop", reasoning: int = 0, complaint: str = "") -> Reply:
    return Reply(text, "made up", 1, 1, reasoning_tokens=reasoning, finish=finish, complaint=complaint)


def test_a_reply_that_fits_is_an_answer() -> None:
    verdict = validate_reply(reply('{"choice": "the mill"}'), PLACE, "English")
    assert verdict.answer == Choice(choice="the mill")
    assert verdict.complaint == ""


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        (reply("I would rather not.", "refusal"), REFUSED),
        (reply("", "refusal"), REFUSED),
        (reply(""), EMPTY),
        (reply(" \n"), EMPTY),
        (reply('{"choice": "the mi', "length"), CUT_OFF),
        (reply("", "length"), OVERTHOUGHT),
        (reply("", reasoning=900), OVERTHOUGHT),
        (reply('{"choice": 3}'), "choice: Input should be a valid string; " + EXAMPLE),
        (reply('{"place": "the mill", "why": "It is near."}'), "choice: Field required; " + EXAMPLE),
        (reply("I'm sorry, but I can't help with that."), REFUSED),
        (reply("As an AI, I do not play people."), REFUSED),
        (reply("Lo siento, no puedo ayudar con eso."), REFUSED),
    ],
)
def test_each_unfit_reply_gets_a_complaint_of_its_own(given: Reply, complaint: str) -> None:
    verdict = validate_reply(given, PLACE, "English")
    assert verdict.answer is None
    assert verdict.complaint == complaint


def test_no_json_at_all_is_said_to_be_none() -> None:
    complaint = validate_reply(reply("Certainly! The mill."), PLACE, "").complaint
    assert complaint == f"it was not one whole JSON object; {EXAMPLE}"


def test_a_complaint_shows_an_example_and_no_regular_expression() -> None:
    plan = Prompt("day_plan", "Plan", {}, DayPlan)
    complaint = validate_reply(reply('{"chunks": [{"start": "7:30", "activity": "rising"}]}'), plan, "").complaint
    assert "[0-9]" not in complaint
    assert '"start": "10:00 pm"' in complaint


def test_an_answer_that_is_cut_off_is_never_completed() -> None:
    cut = '{"choice": "the mill", "why": "it is'
    assert validate_reply(reply(cut, "length"), PLACE, "").complaint == CUT_OFF
    assert validate_reply(reply(cut), PLACE, "").answer is None


def test_a_complaint_stays_short_however_much_is_wrong() -> None:
    wrong = reply('{"ratings": [' + ", ".join(["99"] * 500) + "]}")
    complaint = validate_reply(wrong, Prompt("importance", "Rate", {}, Ratings), "").complaint
    assert complaint.count("ratings.") == 3
    assert len(complaint) < 300


def test_an_answer_in_another_language_is_none_where_the_town_has_one() -> None:
    text = "moler la harina toda la mañana y después llevar los sacos al almacén con los demás, porque llueve mucho"
    spanish = reply(f'{{"steps": [{{"minutes": 10, "activity": "{text}"}}]}}')
    steps = Prompt("minute_plan", "What next?", {}, Steps)
    assert "has to be in English" in validate_reply(spanish, steps, "English").complaint
    assert validate_reply(spanish, steps, "").answer is not None
    assert validate_reply(spanish, steps, "Spanish").answer is not None


def test_a_reply_from_the_file_is_not_judged_anew() -> None:
    verdict = validate_reply(reply('{"choice": "the mill"}', complaint="it was in another language"), PLACE, "English")
    assert (verdict.answer, verdict.complaint) == (None, "it was in another language")


def test_what_is_kept_of_a_reply_is_bounded_and_can_be_written() -> None:
    endless = storable_reply(reply("x" * 10_000_000))
    assert len(endless.text) == CHARACTERS_KEPT
    assert storable_reply(reply('{"choice": "\ud83d"}')).text.encode()
    short = reply('{"choice": "the mill"}')
    assert storable_reply(short) is short


def test_what_fits_the_schema_can_still_have_a_defect_of_its_own() -> None:
    checked = replace(PLACE, check=lambda answer: "" if answer.choice == "the mill" else f"there is no {answer.choice}")
    assert validate_reply(reply('{"choice": "the mill"}'), checked, "").answer == Choice(choice="the mill")
    assert validate_reply(reply('{"choice": "Mars"}'), checked, "").complaint == "there is no Mars"
