"""What makes a reply an answer, and what a model is told of one that is none."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from pydantic import BaseModel

from townlet.cognition.answers import (
    AtHand,
    Choice,
    DayPlan,
    Insights,
    Line,
    Questions,
    Ratings,
    Reaction,
    Speech,
    Steps,
    Takeaway,
    Text,
)
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


NO = "I'm sorry, but I can't assist with this request."


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (Text, {"text": NO}),
        (Text, {"answer": NO}),
        (Text, [NO]),
        (Text, NO),
        (Text, {"status": "refused"}),
        (Text, {"apology": "My apologies."}),
        (AtHand, {"activity": NO, "minutes": 10}),
        (Steps, {"steps": [{"minutes": 10, "activity": NO}]}),
        (DayPlan, {"chunks": [{"start": "7:30 am", "activity": NO}]}),
        (Questions, [NO]),
        (Reaction, {"choice": "act", "activity": NO}),
        (Reaction, {"choice": "talk", "topic": NO}),
        (Insights, {"insights": [{"text": NO, "because": [1]}]}),
        (Takeaway, {"memo": "I must respectfully decline.", "outcomes": []}),
        (Line, {"error": NO}),
        (Line, {"error": {"code": 7, "message": NO}}),
        (Line, {"success": False, "message": NO}),
        (Line, {"refusal": "It is not allowed."}),
        (Line, {"say": "As an AI language model, I have no neighbours."}),
        (Speech, {"response": NO}),
        (Speech, [NO]),
    ],
)
def test_a_refusal_in_the_form_asked_for_is_no_answer(form: type[BaseModel], said: object) -> None:
    verdict = validate_reply(reply(json.dumps(said)), Prompt("x", "?", {}, form), "")
    assert (verdict.answer, verdict.complaint) == (None, REFUSED)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        (Text, f'{NO} {{"text": "..."}}'),
        (Line, f'{NO} In the form asked for: {{"say": "..."}}'),
        (Questions, f"{NO} Here is why:\n1. It could hurt somebody.\n2. It is against my guidelines."),
        (AtHand, f"{NO}\nactivity: resting"),
    ],
)
def test_what_goes_with_a_refusal_is_no_answer(form: type[BaseModel], text: str) -> None:
    verdict = validate_reply(reply(text), Prompt("x", "?", {}, form), "")
    assert (verdict.answer, verdict.complaint) == (None, REFUSED)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (Line, {"say": NO}),
        (Line, {"say": "Sorry, I can't come tonight.", "leave": True}),
        (Speech, {"say": "I'd rather not say."}),
        (Reaction, {"choice": "talk", "topic": "I'm sorry that I was late"}),
        (Reaction, {"choice": "act", "activity": "apologising to Bo", "reason": "I can't find his key"}),
        (Takeaway, {"memo": "Ann declined what Bo asked.", "commitments": ["I will not be late on May 6."]}),
        (Insights, {"insights": [{"text": "I cannot run the mill by myself", "because": [1]}]}),
        (Text, {"text": "unable to open"}),
        (Text, {"text": "sorry-looking and bent"}),
        (AtHand, {"activity": "airing the beds"}),
        (AtHand, {"activity": "thanking Ann for the bread, but declining the cake"}),
    ],
)
def test_people_may_be_sorry_and_unable(form: type[BaseModel], said: object) -> None:
    verdict = validate_reply(reply(json.dumps(said)), Prompt("x", "?", {}, form), "")
    assert verdict.answer == form.model_validate(said)


def test_an_answer_after_an_apology_is_an_answer() -> None:
    text = 'I\'m sorry for the mistake. Here it is:\n{"choice": "the mill"}'
    assert validate_reply(reply(text), PLACE, "").answer == Choice(choice="the mill")


@pytest.mark.parametrize(
    "text",
    [
        "I must respectfully decline to write this.",
        "I'm not comfortable writing this.",
        "I would really rather not.",
        "I'm not going to write that.",
        "I don’t think I can take part in this.",
        "Thank you for your trust, but I can't do it.",
        "I understand what you ask for, but I'm unable to give it.",
        "While I understand the aim, I cannot take part.",
        "I appreciate the offer. However, I won't.",
        "This content may violate our usage policies.",
        "Your message has been flagged.",
        "Your request was blocked by our safety system.",
        "I'm just a language model.",
        "As a large language model, I have no opinions.",
        "As an assistant, I can't choose.",
        "My sincere apologies.",
        "Oh, I'm so sorry.",
        "No, I can't do that.",
        "It's against my guidelines.",
        "Désolé, mais ce n'est pas possible.",
        "En tant qu’IA, je ne peux pas choisir.",
        "Leider kann ich das nicht.",
        "Ich bin leider nicht in der Lage dazu.",
        "Como modelo de lenguaje, no elijo.",
        "Não posso escolher.",
        "Mi dispiace.",
        "Het spijt me.",
        "Jeg beklager.",
        "Tyvärr kan jag inte.",
        "Przykro mi, nie mogę wybrać.",
        "Omlouvám se.",
        "Üzgünüm.",
        "Λυπάμαι.",
        "Прошу прощения.",
        "Вибачте.",
        "作为一个AI，我没有看法。",
        "非常抱歉，我不能选。",
        "對不起，無法回答。",
        "すみません。",
        "そのご質問にはお答えできません。",
        "죄송합니다.",
        "عذرًا، لا أستطيع.",
        "मुझे खेद है।",
        "Maaf, saya tidak bisa.",
        "Xin lỗi.",
    ],
)
def test_a_refusal_in_plain_words_is_called_one(text: str) -> None:
    assert validate_reply(reply(text), PLACE, "").complaint == REFUSED


@pytest.mark.parametrize(
    "text", ["I think the mill.", "No, the mill.", "Thank you! The mill, then.", "This is the mill."]
)
def test_other_words_are_not_called_a_refusal(text: str) -> None:
    assert validate_reply(reply(text), PLACE, "").complaint.startswith("it was not one whole JSON")


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
