"""Matters: what facts make of themselves, whose they are, and the state that time and deeds leave them in."""

from __future__ import annotations

import pytest

from offline.talks import CY, EVE, MAY, THORA, talk
from townlet.offline.matters.matter import Matter
from townlet.offline.moves.conditions import holds, state
from townlet.offline.moves.talk import TalkContext

NEED = "May Li needs twenty paper lanterns for the lantern walk."
WALK = "May Li is holding a lantern walk at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."


def of(kind: str, scene: TalkContext) -> list[Matter]:
    return [matter for matter in scene.matters if matter.kind == kind]


def test_a_need_has_what_is_needed_and_for_what() -> None:
    (need,) = of("need", talk(known=(NEED,)))
    assert (need.owner, need.parts["thing"], need.parts["purpose"]) == (
        MAY,
        "twenty paper lanterns",
        "the lantern walk",
    )


@pytest.mark.parametrize(
    "said", ["I'm going to watch a film later.", "I want to read about something new this evening."]
)
def test_how_somebody_spends_the_day_is_no_wish_of_theirs(said: str) -> None:
    assert of("wish", talk(said, known=())) == []
    assert of("wish", talk("Hello, May.", said, "Oh, nice.", known=())) == []
    assert of("wish", talk(known=("May Li wants to sail round the island this evening.",)))


def test_what_somebody_was_seen_to_look_for_at_work_is_no_need_of_theirs() -> None:
    searching = "May Li is looking for the fault at Old Mill."
    assert of("need", talk(known=("May Li likes tea.",), lived=(searching,))) == []
    assert of("need", talk(known=(searching,)))


def test_a_list_of_things_and_hands_is_a_need_each() -> None:
    needs = of("need", talk(known=("May Li needs a long table and somebody who can play the fiddle.",)))
    assert [(each.parts.get("thing"), each.parts.get("do")) for each in needs] == [
        ("a long table", None),
        (None, "play the fiddle"),
    ]


def test_two_facts_about_one_need_are_one_matter() -> None:
    assert len(of("need", talk(known=(NEED, "May Li needs paper lanterns.")))) == 1


@pytest.mark.parametrize(
    ("now", "state_then"),
    [
        ("Tuesday May 6 2025, 9:40 am", "ahead"),
        ("Wednesday May 7 2025, 9:40 am", "today"),
        ("Wednesday May 7 2025, 6:00 pm", "on"),
        ("Wednesday May 7 2025, 8:59 pm", "on"),
        ("Wednesday May 7 2025, 9:00 pm", "justover"),
        ("Friday May 9 2025, 10:00 am", "over"),
    ],
)
def test_an_event_is_ahead_today_on_just_over_or_over(now: str, state_then: str) -> None:
    scene = talk(known=(WALK,), now=now)
    (event,) = of("event", scene)
    assert state(scene, event) == state_then


@pytest.mark.parametrize(
    ("now", "state_then"), [("Tuesday May 6 2025, 9:40 am", "open"), ("Wednesday May 7 2025, 6:00 pm", "lapsed")]
)
def test_a_need_for_an_event_lapses_when_the_event_begins(now: str, state_then: str) -> None:
    scene = talk(known=(WALK, NEED), now=now)
    assert state(scene, of("need", scene)[0]) == state_then


def test_a_promise_that_is_remembered_is_on_its_need() -> None:
    scene = talk(known=(WALK, NEED), lived=("Cy O'Du promised me to help with twenty paper lanterns.",))
    assert state(scene, of("need", scene)[0]) == "promised"


def test_help_that_was_given_meets_the_need() -> None:
    scene = talk(known=(WALK, NEED), lived=("Cy O'Du has helped May Li with twenty paper lanterns.",))
    assert state(scene, of("need", scene)[0]) == "met"


def test_who_accepts_in_a_talk_is_going() -> None:
    scene = talk(
        "Will you come to the lantern walk?", "Yes, gladly.", "It starts at six.", "See you there.", known=(WALK,)
    )
    assert any(deed.does == "accepted" and deed.by == CY for deed in of("event", scene)[0].deeds)


def test_a_secret_is_no_matter() -> None:
    assert (
        talk(known=("May Li is secretly in love with Cy O'Du.", "May Li has told nobody that she needs money.")).matters
        == []
    )


def test_what_others_tell_one_about_oneself_is_not_believed() -> None:
    scene = talk("You want to become a lion tamer. You need a whip.")
    assert not [each for each in scene.matters if "lion" in each.fact.text or "whip" in each.fact.text]


def test_what_one_is_told_of_a_third_person_has_its_source() -> None:
    (need,) = of("need", talk("Eve Fay needs twelve jars.", known=()))
    assert (need.owner, need.fact.source) == (EVE, CY)


def test_what_is_told_in_confidence_is_no_matter() -> None:
    assert of("need", talk("Tell nobody: Eve Fay needs twelve jars.", known=())) == []


def test_what_a_visitor_tells_of_a_thing_is_news_and_nothing_one_saw() -> None:
    scene = talk("The bell in the tower is cracked.", known=())
    assert [(each.kind, each.fact.source) for each in scene.matters] == [("news", CY)]


def test_conditions_are_negated_joined_and_asked_of_deeds() -> None:
    scene = talk(known=(NEED,))
    need = of("need", scene)[0]
    assert holds(scene, "mine", need)
    assert not holds(scene, "!mine", need)
    assert holds(scene, "yours|mine", need)
    assert holds(scene, "friend", need) == (scene.bond == "friend")
    assert not holds(scene, "was:promised", need)


@pytest.mark.parametrize(
    ("known", "bond"),
    [
        (("May Li and Cy O'Du are good friends.",), "friend"),
        (("May Li is the sister of Cy O'Du.",), "kin"),
        (("May Li is married to Cy O'Du.",), "kin"),
        (("May Li dislikes Cy O'Du, because Cy O'Du shouts.",), "rival"),
        (("May Li knows Cy O'Du from the market.",), "acquaintance"),
        (("May Li knows of Cy O'Du from the market.",), "stranger"),
        (("May Li buys her bread from Cy O'Du.",), "acquaintance"),
        (("May Li listens to Cy O'Du's songs.",), "stranger"),
        ((), "stranger"),
    ],
)
def test_a_bond_is_what_is_known_from_the_first(known: tuple[str, ...], bond: str) -> None:
    assert talk(known=known).bond == bond


def test_a_parent_is_called_so_to_whoever_one_speaks_to() -> None:
    known = ("May Li is the mother of Eve Fay.", "Eve Fay and Cy O'Du are good friends.")
    assert talk(known=known, me=EVE, you=CY).call(MAY) == "my mother"
    assert talk(known=known, me=EVE, you=MAY).call(CY) == "Cy"


@pytest.mark.parametrize(
    ("told", "cy_is", "may_is"),
    [
        ("Cy O'Du is the half-brother of May Li.", "half-brother", "half-sister"),
        ("May Li and Cy O'Du are half-siblings.", "half-brother", "half-sister"),
        ("Cy O'Du is the brother-in-law of May Li.", "brother-in-law", "sister-in-law"),
        ("May Li's son-in-law is Cy O'Du.", "son-in-law", "mother-in-law"),
        ("Cy O'Du is May Li's stepson.", "stepson", "stepmother"),
        ("May Li and Cy O'Du are cousins.", "cousin", "cousin"),
    ],
)
def test_relatives_by_half_by_law_and_by_marriage_are_relatives(told: str, cy_is: str, may_is: str) -> None:
    known = talk(known=(told,))
    assert (known.kin(MAY, CY), known.kin(CY, MAY)) == (cy_is, may_is)


def test_a_town_may_begin_at_any_hour() -> None:
    memories = [{"when": "Tuesday May 6 2025, 7:30 am", "text": "May Li and Cy O'Du are good friends."}]
    assert talk(memories=memories).bond == "friend"


ASKED = "May Li has invited {} to the lantern walk."


@pytest.mark.parametrize(
    ("told", "guests", "beyond"),
    [
        (ASKED.format("Cy O'Du and Þóra"), [CY, THORA], False),
        (ASKED.format("Cy O'Du and her sister"), [CY, EVE], False),
        (ASKED.format("the Fay sisters"), [EVE], False),
        (ASKED.format("Cy O'Du and the neighbours"), [CY], True),
        ("Cy O'Du and Þóra are invited to the lantern walk.", [CY, THORA], False),
    ],
)
def test_a_host_has_thought_of_those_whom_their_story_names(told: str, guests: list[str], beyond: bool) -> None:
    known = (WALK, "Eve Fay is the sister of May Li.", told)
    (walk,) = of("event", talk(known=known))
    assert [name for name in (CY, EVE, THORA) if f"⟦{name}⟧" in walk.parts["guestlist"]] == guests
    assert bool(walk.parts["beyond"]) is beyond
    talks = {name: talk(you=name, known=known) for name in (CY, EVE, THORA)}
    askable = [name for name, each in talks.items() if holds(each, "askable", of("event", each)[0])]
    assert askable == ([CY, EVE, THORA] if beyond else guests)
    assert [name for name, each in talks.items() if holds(each, "listed", of("event", each)[0])] == guests


@pytest.mark.parametrize(
    "told",
    [
        "May Li has not invited Cy O'Du to the lantern walk.",
        "May Li does not want to ask Cy O'Du.",
        "May Li has invited Eve Fay and the neighbours, but not Cy O'Du, to the lantern walk.",
    ],
)
def test_nobody_asks_whom_they_said_that_they_would_not(told: str) -> None:
    talks = {name: talk(you=name, known=(WALK, told)) for name in (CY, EVE, THORA)}
    assert [name for name, each in talks.items() if holds(each, "askable", of("event", each)[0])] == [EVE, THORA]


def test_who_tells_whom_they_ask_to_an_event_without_a_host_is_its_host() -> None:
    supper = "There is a lantern walk at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."
    (walk,) = of("event", talk(known=(supper, "Only Cy O'Du and Eve Fay are asked."), me=MAY, you=CY))
    assert walk.owner == MAY
    (walk,) = of("event", talk(known=(supper,), me=MAY, you=CY))
    assert walk.owner == ""


@pytest.mark.parametrize(("what", "minutes"), [("lantern walk", 150), ("meeting about the mill", 75), ("lesson", 75)])
def test_a_meeting_of_which_only_the_beginning_is_told_ends_sooner_than_a_party(what: str, minutes: int) -> None:
    held = f"May Li is holding a {what} at the Old Mill on Wednesday May 7 at 6 pm."
    (event,) = of("event", talk(known=(held,)))
    start, end = event.start(), event.end()
    assert start is not None
    assert end is not None
    assert (end - start).total_seconds() == 60 * minutes


def test_how_one_fills_an_hour_at_midnight_is_no_work_of_ones_own() -> None:
    assert of("pursuit", talk(known=("May Li is sorting out a drawer.",))) == []
    assert of("pursuit", talk(known=("May Li is carving a figurehead.",)))


def test_what_ones_story_says_of_nobody_is_known_in_talks_too() -> None:
    facts = talk(known=("There are forty folding chairs at the back of it, left over from a fair.",)).facts
    assert ("have", MAY, "forty folding chairs") in [(fact.kind, fact.who, fact.about) for fact in facts]


def test_whom_an_event_is_for_is_to_be_asked_unless_it_is_a_surprise() -> None:
    told = "May Li is holding a leaving party for Cy O'Du at the Old Mill on Wednesday May 7 from 6 pm to 9 pm"
    (open_to_all,) = of("event", talk(known=(f"{told}.",)))
    assert open_to_all.is_listed(CY)
    assert open_to_all.is_askable(EVE)
    (surprise,) = of("event", talk(known=(f"{told}, and Cy O'Du must not know.",)))
    assert surprise.is_kept_from(CY)
    assert not surprise.is_listed(CY)
    assert surprise.parts["event"].startswith("the surprise leaving party")


def test_whoever_hears_of_a_surprise_keeps_it_from_whom_it_is_for() -> None:
    asked = "I'm holding a surprise party for Cy O'Du at the Old Mill on Wednesday at six. Will you come?"
    heard = f"Eve Fay said to me: '{asked}'"
    (event,) = of("event", talk(known=(), lived=(heard,)))
    assert event.is_kept_from(CY)
    assert not event.is_kept_from(THORA)


def test_what_is_needed_for_it_is_for_the_event_just_told_of() -> None:
    scene = talk(known=(WALK, "May Li has not found anyone to lend her two benches for it."))
    (need,) = of("need", scene)
    assert need.parts["do"] == "lend ⟦May Li⟧ two benches"
    assert holds(scene, "ofevent", need)


def test_who_is_looked_for_keeps_what_they_know_apart_from_what_they_are_to_do() -> None:
    (need,) = of("need", talk(known=("May Li needs someone who knows clocks to come and look at the tower.",)))
    assert (need.parts["do"], need.parts["like"]) == ("come and look at the tower", "who knows clocks")
    (need,) = of("need", talk(known=("May Li wants somebody who knows the marsh to tell her its old names.",)))
    assert need.parts["do"] == "tell ⟦May Li⟧ its old names"


@pytest.mark.parametrize(
    ("told", "hours"),
    [
        ("It lasts an hour, and the whole town is welcome.", 1.0),
        ("It should last about two hours.", 2.0),
        ("It should be over by half past seven.", 1.5),
        ("It smells of paint.", 2.5),
    ],
)
def test_the_next_sentence_may_tell_when_an_event_ends(told: str, hours: float) -> None:
    scene = talk(known=("May Li is holding a concert at the Old Mill on Wednesday May 7 at 6 pm.", told))
    (event,) = of("event", scene)
    start, end = event.start(), event.end()
    assert start is not None
    assert end is not None
    assert (end - start).total_seconds() == hours * 3600


def test_a_first_name_that_is_all_of_anothers_name_is_no_name_for_short() -> None:
    assert talk(me=EVE, you=MAY, pronouns=[{"name": CY, "pronoun": "he"}]).call(CY) == "Cy"
    both = [{"name": CY, "pronoun": "he"}, {"name": "Cy", "pronoun": "he"}]
    assert talk(me=EVE, you=MAY, pronouns=both).call(CY) == CY
