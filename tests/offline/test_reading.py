from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.offline.prop import Prop, similar
from townlet.offline.reading import Reader
from townlet.offline.say import Voice
from townlet.offline.times import When

NOW = dt.datetime(2025, 5, 6, 12, 0)
AWKWARD = ["Keir O'Brien", "Will Aster", "May Lindqvist", "Tindra", "Anselm van der Berg", "Ann Bo"]
WEDNESDAY = dt.date(2025, 5, 7)


def reader(me: str, *others: str) -> Reader:
    return Reader(me, others, NOW)


def only(props: list[Prop]) -> Prop:
    assert len(props) == 1, props
    return props[0]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Ann Bo is mending her net.", "doing"),
        ("Ann Bo needs an old map of the coast.", "need"),
        ("Ann Bo wants to learn to sail.", "wish"),
        ("Ann Bo is going to run for mayor.", "plan"),
        ("Ann Bo dislikes Cy Du, because Cy Du sings.", "opinion"),
        ("Ann Bo and Cy Du are old friends.", "relation"),
        ("Ann Bo found the stove burning and put it out.", "done"),
        ("Ann Bo is giving a supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm.", "event"),
        ("Ann Bo plans to decorate Mill Hall for the supper on Wednesday May 7 at 3 pm.", "plan"),
        ("I promised Cy Du to come to the supper at Mill Hall on Wednesday May 7.", "promise"),
        ("I told Cy Du that I cannot come to the supper at Mill Hall on Wednesday May 7.", "refusal"),
        ("I have come to think that Cy Du sings too much.", "thought"),
        ("Ann Bo talked with Cy Du about the supper.", "talk"),
        ("The stove in the kitchen of Mill Hall is burning.", "state"),
        ("Cy Du is on the way to Mill Hall.", "doing"),
    ],
)
def test_memories_are_told_apart(text: str, kind: str) -> None:
    assert only(reader("Ann Bo", "Cy Du").memory(text)).kind == kind


def test_the_plan_of_a_day_is_read_item_by_item() -> None:
    plan = "On Tuesday May 6, Ann Bo plans: mending nets at 8:00 am, having lunch, slowly at 12:30 pm."
    first, second = reader("Ann Bo").memory(plan)
    assert (first.kind, first.when) == ("agenda", When(NOW.date(), 480))
    assert second.when == When(NOW.date(), 750)


def test_hearsay_keeps_who_told_it_nearest_first() -> None:
    prop = only(
        reader("Ann Bo", "Cy Du", "Eve Fox").memory(
            "Cy Du said to me: 'Eve Fox told me the ferry is going to be sold.'"
        )
    )
    assert prop.sources == ("Cy Du", "Eve Fox")


def test_what_i_said_is_told_not_heard() -> None:
    prop = only(reader("Ann Bo", "Cy Du").memory("I said to Cy Du: 'The ferry is going to be sold.'"))
    assert (prop.sources, prop.told) == ((), "Cy Du")


def test_the_teller_is_the_one_who_she_is() -> None:
    prop = only(reader("Ann Bo", "Cy Du").line("Cy Du says they hurt their shoulder.", "Eve Fox", "Ann Bo", NOW))
    assert (prop.subj, prop.sources) == ("Cy Du", ("Cy Du",))


def test_questions_and_manners_assert_nothing() -> None:
    r = reader("Ann Bo", "Cy Du")
    assert r.line("Good morning, Ann. Will you come? Make of it what you will.", "Cy Du", "Ann Bo", NOW) == []


def test_addresses_become_places_as_people_say_them() -> None:
    r = reader("Ann Bo")
    prop = only(r.memory("Ann Bo is mending a net at Mill Hall: kitchen."))
    assert Voice("Ann Bo", "Cy Du", NOW).clause(prop) == "I'm mending a net in the kitchen at Mill Hall"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("Ann Bo is secretly in love with Cy Du.", True),
        ("Ann Bo is secretly building a boat for Cy Du.", True),
        ("Ann Bo is in love with Cy Du.", True),
        ("Ann Bo has told no one that the ferry leaks.", True),
        ("Ann Bo loves her family.", False),
    ],
)
def test_secrets_are_marked(text: str, secret: bool) -> None:
    assert only(reader("Ann Bo", "Cy Du").memory(text)).secret is secret


def test_names_of_places_are_not_people() -> None:
    r = Reader.of("Ann Bo", "Cy Du", ["Ann Bo sings at the Net Loft with Eve Fox and drinks at Heron Inn."], NOW)
    assert r.people == {"Ann Bo", "Cy Du", "Eve Fox"}


def test_told_pronouns_name_the_people() -> None:
    r = Reader.of("Ann Bo", "Cy Du", ["Ann Bo rows the Blue Heron."], NOW, {"Cy Du": "he", "Eve Fox": "she"})
    assert r.people == {"Ann Bo", "Cy Du", "Eve Fox"}
    assert r.gender["Eve Fox"] == "she"


CLAUSES = [
    "{n} is mending {p} net in the harbour.",
    "{n} wants to learn to sail before the winter.",
    "{n} lost two hives to the frost.",
    "{n} is giving a honey supper at Mill Hall on Wednesday May 7 from 6 pm to 8 pm.",
    "{n} needs an old map of the coast.",
]


@given(st.sampled_from(CLAUSES), st.permutations(AWKWARD))
def test_a_tale_that_goes_round_comes_back_the_same(clause: str, names: list[str]) -> None:
    """A tells B, B tells C, C tells A: the same proposition, about the same person."""
    a, b, c, *_ = names
    told = only(reader(a, b, c).memory(clause.format(n=a, p="her")))
    for speaker, hearer in ((a, b), (b, c), (c, a)):
        line = Voice(speaker, hearer, NOW, full_names=True).clause(told, vary=False)
        told = only(reader(hearer, a, b, c).line(line, speaker, hearer, NOW))
    again = only(reader(a, b, c).memory(clause.format(n=a, p="her")))
    assert told.subj == a
    assert told.when == again.when
    assert similar(told, again) == 1.0


@given(st.text(max_size=80), st.sampled_from(AWKWARD))
def test_any_text_can_be_read(text: str, name: str) -> None:
    r = Reader.of("Ann Bo", name, [text], NOW)
    r.memory(text)
    r.memory(f"{name} said to me: '{text}'")
    r.line(text, name, "Ann Bo", NOW)


def test_a_noun_that_ends_like_an_adverb_may_be_somebodys() -> None:
    told = only(Reader("Ann Bo", (), NOW, {"Ann Bo": "she"}).memory("Ann Bo loves her family very much."))
    assert Voice("Ann Bo", "Cy Du", NOW).clause(told, vary=False) == "I love my family very much"


@pytest.mark.parametrize(
    ("line", "told"), [("I'm well, thank you.", 0), ("I'm well aware that the ferry is sinking.", 1)]
)
def test_how_one_is_tells_nothing(line: str, told: int) -> None:
    assert len(reader("Ann Bo", "Cy Du").line(line, "Cy Du", "Ann Bo", NOW)) == told


@pytest.mark.parametrize(
    ("line", "relayed"),
    [
        ("I like talk of the vote and am curious who runs.", "Cy Du likes talk of the vote and is curious who runs"),
        ("I enjoy dancing and hate counting money.", "Cy Du enjoys dancing and hates counting money"),
        ("I like bread and butter in the morning.", "Cy Du likes bread and butter in the morning"),
    ],
)
def test_a_second_verb_is_passed_on_in_the_third_person(line: str, relayed: str) -> None:
    told = only(reader("Ann Bo", "Cy Du").line(line, "Cy Du", "Ann Bo", NOW))
    assert Voice("Ann Bo", "Eve Fox", NOW).clause(told, vary=False) == relayed


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Well, Cy Du is mending the mill wheel.", 1),
        ("Oh, I need an old map of the coast.", 1),
        ("Well, well, I need an old map of the coast.", 1),
        ("Well, hello, Ann.", 0),
        ("Well, I have to run, Ann.", 0),
        ("Oh, thank you for that, Ann.", 0),
    ],
)
def test_an_opening_is_no_greeting_by_itself(line: str, told: int) -> None:
    assert len(reader("Ann Bo", "Cy Du").memory(f"Cy Du said to me: '{line}'")) == told
