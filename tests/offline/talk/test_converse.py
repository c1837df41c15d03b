from __future__ import annotations

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from townlet.offline.talk import converse, speech_acts
from townlet.offline.talk.rules import RULES

from .scenes import SUPPER, TUESDAY_NOON, Person, said_by, spoken, talk

SEEDS = range(12)
DORA = Person("Dora Quill", "warm and talkative").knows(
    f"Dora Quill is planning {SUPPER}.",
    "Dora Quill and Ivo Lint are old friends.",
    "Dora Quill wants to learn to sail.",
)
IVO = Person("Ivo Lint", "gruff and dry", "oiling a clock").knows(
    "Dora Quill and Ivo Lint are old friends.",
    "Ivo Lint is repairing the tower clock of the town.",
    "Ivo Lint thinks that rain improves a person.",
)
EVE = Person("Eve Fox", "curious").knows("Eve Fox wants to see a volcano.")


def acts(lines: list[tuple[str, str]]) -> list[tuple[str, ...]]:
    return [speech_acts(line, k < 2) for k, (_, line) in enumerate(lines)]


@pytest.mark.parametrize("seed", SEEDS)
def test_each_greets_and_takes_leave_once(seed: int) -> None:
    lines = talk(DORA, IVO, seed=seed)
    assert 2 <= len(lines) <= 10
    for name in ("Dora Quill", "Ivo Lint"):
        own = [a for a, (who, _) in zip(acts(lines), lines, strict=True) if who == name]
        assert sum("greet" in a for a in own) == 1
        assert sum("farewell" in a for a in own) == 1


@pytest.mark.parametrize("hour", range(24))
def test_the_greeting_fits_the_hour(hour: int) -> None:
    clock = f"{(hour - 1) % 12 + 1}:00 {'pm' if hour >= 12 else 'am'}"
    wrong = {"morning", "afternoon", "evening"} - {
        "morning" if 4 <= hour < 12 else "afternoon" if 12 <= hour < 17 else "evening"
    }
    for seed in range(6):
        for speaker, hearer in ((DORA, IVO), (IVO, DORA)):
            line = talk(speaker, hearer, f"Tuesday May 6 2025, {clock}", seed)[0][1].split(". ")[0].lower()
            assert not any(f"good {part}" in line or line.startswith(part) for part in wrong)


@pytest.mark.parametrize("seed", SEEDS)
def test_strangers_introduce_themselves_once(seed: int) -> None:
    lines = talk(EVE, IVO, seed=seed)
    introduced = [who for (who, _), a in zip(lines, acts(lines), strict=True) if "introduce" in a]
    assert introduced == ["Eve Fox", "Ivo Lint"]


@pytest.mark.parametrize(
    "tie",
    [
        "Dora Quill and Ivo Lint are married.",
        "Ivo Lint is Dora Quill's brother.",
        "Dora Quill and Ivo Lint are roommates.",
        "Dora Quill knows Ivo Lint from the choir.",
        "Dora Quill and Ivo Lint are old friends.",
    ],
)
def test_people_who_know_each_other_do_not_introduce_themselves(tie: str) -> None:
    for seed in SEEDS:
        lines = talk(Person("Dora Quill").knows(tie), Person("Ivo Lint").knows(tie), seed=seed)
        assert not any("introduce" in a for a in acts(lines))


def test_spouses_sound_like_spouses() -> None:
    tie = "Dora Quill and Ivo Lint are married."
    opening = {talk(Person("Dora Quill").knows(tie), Person("Ivo Lint").knows(tie), seed=s)[0][1] for s in range(30)}
    loving = [line for line in opening if any(word in line for word in ("love", "dear", "favourite", "Sweetheart"))]
    assert len(loving) > len(opening) / 3


def test_a_friend_of_ones_spouse_is_no_spouse() -> None:
    ivo = Person("Ivo Lint").knows("Ivo Lint knows Dora Quill as the wife of Cy Du and likes her honey.")
    for seed in range(30):
        assert "love" not in talk(ivo, DORA, seed=seed)[0][1].split(".")[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_an_invitation_tells_event_place_day_and_hours(seed: int) -> None:
    line = said_by("Dora Quill", talk(DORA, IVO, seed=seed))
    assert "honey supper at Mill Hall tomorrow evening from 6 to 8 pm" in line


def test_some_decline_with_a_reason_and_most_accept() -> None:
    ivo = Person("Ivo Lint", "calm").knows("Ivo Lint knows Dora Quill from the choir.")
    answers = [acts(talk(DORA, ivo, seed=seed)) for seed in range(80)]
    accepted = sum(any("accept" in a for a in lines) for lines in answers)
    declined = sum(any("decline" in a for a in lines) for lines in answers)
    assert accepted + declined == 80
    assert 8 <= declined <= 32


def test_who_has_promised_elsewhere_says_so() -> None:
    ivo = IVO.knows("I promised Eve Fox to come to the chess match at Heron Inn on Wednesday May 7 from 7 pm to 9 pm.")
    for seed in SEEDS:
        answer = talk(DORA, ivo, seed=seed)[1][1]
        assert "promised to come to the chess match" in answer
        assert "decline" in speech_acts(answer, True)


def test_who_works_at_that_hour_today_cannot_come_tomorrow() -> None:
    for at, declines in (("6:00 pm", SEEDS), ("3:00 pm", ())):
        ivo = IVO.knows(f"On Tuesday May 6, Ivo Lint plans: working at the forge at {at}, going to bed at 11:00 pm.")
        answers = [talk(DORA, ivo, seed=seed)[1][1] for seed in SEEDS]
        assert [seed for seed, said in zip(SEEDS, answers, strict=True) if "at the forge" in said] == [*declines]


def test_nobody_is_invited_twice_but_reminded() -> None:
    promise = "Ivo Lint promised me to come to the honey supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm."
    dora = DORA.knows(promise, when="Tuesday May 6 2025, 9:00 am")
    for seed in range(30):
        lines = talk(dora, IVO, "Wednesday May 7 2025, 1:00 pm", seed)
        own = [a for a, (who, _) in zip(acts(lines), lines, strict=True) if who == "Dora Quill"]
        assert not any("invite" in a for a in own)


@pytest.mark.parametrize(
    ("secret", "word"),
    [
        ("Ivo Lint is secretly in love with Dora Quill.", "in love"),
        ("Ivo Lint is secretly building a boat for Dora Quill.", "boat"),
        ("Ivo Lint secretly paints the bridge at night.", "bridge"),
        ("Ivo Lint has told no one that the ferry leaks.", "ferry"),
    ],
)
def test_a_secret_is_never_spoken(secret: str, word: str) -> None:
    ivo = IVO.knows(secret)
    for seed in range(100):
        assert word not in said_by("Ivo Lint", talk(ivo, DORA, seed=seed)).lower()


def test_who_has_said_no_stays_away() -> None:
    ivo = IVO.knows("I told Dora Quill that I cannot come to the honey supper at Mill Hall on Wednesday May 7.")
    for seed in SEEDS:
        answer = talk(DORA, ivo, seed=seed)[1][1]
        assert "accept" not in speech_acts(answer, True)


def test_one_who_is_disliked_hears_less_and_is_not_asked_along() -> None:
    cold = DORA.knows("Dora Quill dislikes Ivo Lint, because Ivo Lint laughed at her bees.")
    short = [len(talk(cold, IVO, seed=s)) for s in range(20)]
    long = [len(talk(DORA, IVO, seed=s)) for s in range(20)]
    assert sum(short) < sum(long)


def test_one_asks_after_what_the_other_told() -> None:
    dora = Person("Dora Quill").knows("Dora Quill knows Ivo Lint from the choir.")
    dora.last_talk.append(("Tuesday May 6 2025, 8:00 am", "Ivo Lint said to me: 'I want to learn to sail.'"))
    asked = [talk(dora, IVO, seed=s)[0][1] for s in SEEDS]
    assert all("learning to sail" in line for line in asked)


def test_what_a_child_told_is_told_to_the_other_parent() -> None:
    married = "Dora Quill and Ivo Quill are married."
    told = ("Tuesday May 6 2025, 7:00 am", "Kit Quill said to me: 'I'm working on a music composition for my class.'")
    ivo = Person("Ivo Quill").knows(married, "Kit Quill is Ivo Quill's son.").knows(told[1], when=told[0])
    dora = Person("Dora Quill").knows(married, "Kit Quill is Dora Quill's son.")
    lines = [said_by("Ivo Quill", talk(ivo, dora, "Tuesday May 6 2025, 7:30 am", s)) for s in SEEDS]
    assert all("working on a music composition" in line and "Kit" in line for line in lines)


def test_the_intention_is_brought_up_first() -> None:
    dora = DORA.knows("Dora Quill found the stove burning and put it out.", when="Tuesday May 6 2025, 9:00 am")
    quiet = Person("Dora Quill").knows(
        "Dora Quill knows Ivo Lint from the choir.", "Dora Quill wants to learn to sail."
    )
    quiet = quiet.knows("Dora Quill found the stove burning and put it out.", when="Tuesday May 6 2025, 9:00 am")
    for seed in SEEDS:
        line = talk(quiet, IVO, seed=seed, intention="the stove burning")[0][1]
        assert "stove" in line
    assert dora


def test_without_its_sentence_a_detail_is_gone() -> None:
    without = Person("Dora Quill", DORA.traits).knows(*(text for _, text in DORA.memories if "supper" not in text))
    for seed in SEEDS:
        assert "supper" in said_by("Dora Quill", talk(DORA, IVO, seed=seed))
        assert not any("supper" in line for _, line in talk(without, IVO, seed=seed))


def test_renamed_people_speak_of_themselves_by_their_new_names() -> None:
    renamed = Person("Ann Bo", DORA.traits).knows(*(text.replace("Dora Quill", "Ann Bo") for _, text in DORA.memories))
    other = Person("Cy Du", IVO.traits).knows(*(t.replace("Ivo Lint", "Cy Du") for _, t in IVO.memories))
    other = other.knows("Ann Bo and Cy Du are old friends.")
    for seed in SEEDS:
        text = " ".join(line for _, line in talk(renamed, other, seed=seed))
        assert "Dora" not in text
        assert "Ivo" not in text
        assert "honey supper" in text


ASKED = [
    "How are you?",
    "What are you doing tomorrow?",
    "What do you think of Dora?",
    "Who told you that?",
    "How long have you been oiling a clock?",
    "Is it true that you are leaving?",
    "What happened to the ferry?",
    "Could you help me carry a table?",
    "Where is the library?",
]


@pytest.mark.parametrize("question", ASKED)
def test_every_question_gets_an_answer(question: str) -> None:
    for seed in SEEDS:
        history = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "Dora."), ("Dora Quill", question))
        said = converse(IVO.fields(DORA, TUESDAY_NOON, history), seed)
        assert len(str(said["say"]).split()) > 2


def test_the_same_prompt_gets_the_same_line() -> None:
    fields = DORA.fields(IVO, TUESDAY_NOON, [])
    assert converse(fields, 3) == converse(json.loads(json.dumps(fields)), 3)
    assert len({json.dumps(converse(fields, seed)) for seed in SEEDS}) > 4


def test_nothing_said_lately_is_said_again() -> None:
    first = str(converse(DORA.fields(IVO, TUESDAY_NOON, []), 1)["say"])
    assert converse(DORA.fields(IVO, TUESDAY_NOON, [], own_recent=[first]), 1)["say"] != first


def test_every_rule_counts() -> None:
    assert len(RULES) == len(set(RULES))


FIELDS = ("name", "summary", "now", "doing", "place", "other", "other_doing", "memories", "last_talk", "lines")


@pytest.mark.parametrize("missing", FIELDS)
def test_a_missing_field_reads_as_empty(missing: str) -> None:
    fields = DORA.fields(IVO, TUESDAY_NOON, spoken(("Ivo Lint", "Good morning, Dora. How are you?")))
    said = converse({key: value for key, value in fields.items() if key != missing}, 1)
    assert said["say"]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(FIELDS), st.text(max_size=60), st.lists(st.text(max_size=40), max_size=3))
def test_odd_text_anywhere_still_gets_a_line(key: str, text: str, texts: list[str]) -> None:
    fields = DORA.fields(IVO, TUESDAY_NOON, spoken(*(("Ivo Lint", t) for t in texts)))
    fields["memories"] = [*[{"when": text, "text": t} for t in texts]]
    fields[key] = text if not isinstance(fields[key], list) else [text]
    said = converse(fields, 1)
    assert 0 < len(str(said["say"])) <= 600
    assert isinstance(said["leave"], bool)


def test_news_from_elsewhere_is_passed_on_with_its_source() -> None:
    ivo = IVO.knows("Ivo Lint heard from a passenger that the island council is going to sell the lighthouse.")
    told = [said_by("Ivo Lint", talk(ivo, DORA, seed=s)) for s in SEEDS]
    passed_on = [line for line in told if "passenger" in line and "sell the lighthouse" in line]
    assert len(passed_on) > len(told) / 2


def test_hearsay_told_again_names_its_last_teller() -> None:
    eve = Person("Eve Fox", "lively").knows("Eve Fox knows Dora Quill from the choir.", "Ivo Lint knows Eve Fox.")
    eve = eve.knows(
        "Ivo Lint said to me: 'A passenger says the lighthouse is going to be sold.'",
        when="Tuesday May 6 2025, 9:00 am",
    )
    told = [said_by("Eve Fox", talk(eve, DORA, seed=s)) for s in range(30)]
    passed_on = [line for line in told if "lighthouse" in line]
    assert passed_on
    assert all("Ivo" in line for line in passed_on)


def test_asked_after_what_is_long_over_one_does_not_speak_of_progress() -> None:
    tale = "Dora Quill lost a race at a school fair when she was nine."
    told = ("Monday May 5 2025, 3:00 pm", "I said to Ivo Lint: 'I lost a race at a school fair when I was nine.'")
    dora = Person("Dora Quill").knows(tale, "Dora Quill knows Ivo Lint from the choir.")
    dora = Person(dora.name, dora.traits, dora.doing, [*dora.memories, told], [])
    for seed in range(8):
        asked = spoken(("Ivo Lint", "Hello, Dora. You mentioned the school fair before — what happened?"))
        said = str(converse(dora.fields(Person("Ivo Lint"), TUESDAY_NOON, asked), seed)["say"])
        assert not re.search(r"hopeful|progress|further|closer|moves when I push|nothing to report", said, re.I), said


def test_the_answer_is_about_what_was_asked_not_about_what_the_asker_told() -> None:
    dora = Person("Dora Quill").knows(
        "Dora Quill needs a new copper wheel for the tower clock.",
        "Dora Quill wants to learn to sail.",
        "I said to Ivo Lint: 'I need a new copper wheel for the tower clock. I want to learn to sail.'",
        "Dora Quill and Ivo Lint are old friends.",
    )
    line = "I saw a new copper wheel for a tower clock. How are things with learning to sail?"
    for seed in range(8):
        asked = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", line))
        assert "wheel" not in str(converse(dora.fields(IVO, TUESDAY_NOON, asked), seed)["say"])


def test_a_project_that_somebody_told_of_is_asked_after() -> None:
    told = (
        "Tuesday May 6 2025, 8:00 am",
        "Ivo Lint said to me: 'I'm working on a series of tin birds. Mind yourself.'",
    )
    dora = Person("Dora Quill", memories=[told])
    said = [str(converse(dora.fields(IVO, "Tuesday May 6 2025, 12:10 pm", []), seed)["say"]) for seed in range(6)]
    assert all("working on a series of tin birds" in line for line in said), said


def test_asked_about_somebody_one_tells_what_they_told_one_today() -> None:
    told = ("Tuesday May 6 2025, 8:00 am", "Eve Fox said to me: 'I finished a waltz for the cello at midnight.'")
    dora = Person("Dora Quill", memories=[told]).knows(
        "Dora Quill and Ivo Lint are married.", "Dora Quill is the mother of Eve Fox, who studies music."
    )
    for seed in range(6):
        asked = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "Have you talked to Eve?"))
        said = str(converse(dora.fields(IVO, TUESDAY_NOON, asked), seed)["say"])
        assert "Eve" in said
        assert "waltz" in said


def test_what_somebody_told_of_themselves_is_not_said_to_have_been_seen() -> None:
    told = ("Tuesday May 6 2025, 8:00 am", "Eve Fox said to me: 'I'm working on a big map of the harbour.'")
    dora = Person("Dora Quill", memories=[told])
    for seed in range(8):
        asked = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "What is Eve up to?"))
        said = str(converse(dora.fields(IVO, TUESDAY_NOON, asked, overhearing=["Eve Fox"]), seed)["say"])
        assert not re.search(r"\bsaw\b|map", said), said


def test_nobody_returns_a_question_that_was_not_asked() -> None:
    for seed in range(40):
        first = str(converse(EVE.fields(Person("Ann Bo"), TUESDAY_NOON, []), seed)["say"])
        strange = Person("Eve Fox").knows("Eve Fox knows Ann Bo from the choir.")
        known = str(converse(strange.fields(Person("Ann Bo", doing="resting"), TUESDAY_NOON, []), seed)["say"])
        assert "And you? " not in first + known


@pytest.mark.parametrize(("at_six", "hindered"), [("having dinner", False), ("teaching the choir", True)])
def test_only_what_cannot_be_moved_is_a_reason_not_to_come(at_six: str, hindered: bool) -> None:
    day = f"On Wednesday May 7, Ivo Lint plans: working as a clockmaker at 9:00 am, {at_six} at 6:00 pm."
    ivo = IVO.knows(day, when="Wednesday May 7 2025, 7:00 am")
    asked = spoken(("Dora Quill", f"Hello, Ivo. I'm planning {SUPPER}. Will you come?"))
    for seed in range(8):
        said = str(converse(ivo.fields(DORA, "Wednesday May 7 2025, 12:10 pm", asked), seed)["say"])
        assert (at_six in said) == hindered, said


def test_those_at_home_hear_first_what_one_has_made_up_ones_mind_to_do() -> None:
    dora = Person("Dora Lint").knows(
        "Dora Lint and Ivo Lint are married.",
        "Dora Lint wants to learn to sail.",
        "Dora Lint loves thunder.",
        "Dora Lint is writing a book on owls.",
        "Dora Lint needs a new copper wheel.",
    )
    mind = ("Tuesday May 6 2025, 6:00 am", "Dora Lint is going to run against Eve Fox in the upcoming election.")
    told = ("Tuesday May 6 2025, 9:00 am", "Eve Fox said to me: 'I painted a barn last year.'")
    dora = Person(dora.name, memories=[*dora.memories, mind, told])
    for seed in range(8):
        assert "run against" in str(converse(dora.fields(IVO, TUESDAY_NOON, []), seed)["say"])


def test_a_gathering_is_no_chore_that_one_gets_back_to() -> None:
    dora = Person("Dora Quill", doing="hosting the honey supper").knows("Dora Quill knows Ivo Lint from the choir.")
    leaving = spoken(("Dora Quill", "Hello, Ivo."), ("Ivo Lint", "I must be off, Dora. Take care."))
    for minute in range(0, 60, 2):
        said = str(converse(dora.fields(IVO, f"Tuesday May 6 2025, 7:{minute:02d} pm", leaving), 1)["say"])
        assert "supper" not in said
