"""Remembered sentences and spoken lines become facts: kind, people, matter, time, place, reason and source."""

from __future__ import annotations

import datetime as dt
import re

import pytest

from townlet.offline.reader.facts import Fact, Reader, in_confidence, sentences, similar
from townlet.offline.reader.people import People
from townlet.offline.reader.phrases import spoken
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.prose import stand_alone
from townlet.town.words import places_in_words
from townlet.world.address import Address

PEOPLE = People({"Ann Bo": "she", "Cy Du": "he", "Eve Fay": "she", "Þóra": "she", "Jean-Luc van den Broek": "he"})
READER = Reader("Ann Bo", PEOPLE)
NOW = dt.datetime(2025, 5, 6, 9, 40)
"""A Tuesday."""


def fact(text: str) -> Fact:
    found = READER.memory(text, NOW)
    assert found is not None
    return found


def told(text: str, speaker: str = "Cy Du", hearer: str = "Ann Bo") -> Fact:
    found = READER.told(text, speaker, hearer, NOW)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "kind", "who", "about"),
    [
        ("Ann Bo is married to Cy Du.", "married", "Ann Bo", ""),
        ("Þóra is the daughter of Eve Fay.", "kin", "Þóra", "daughter"),
        ("Ann Bo and Eve Fay are good friends.", "friend", "Ann Bo", ""),
        ("Ann Bo knows Jean-Luc van den Broek from the mill.", "knows", "Ann Bo", ""),
        ("Ann Bo dislikes Cy Du, because Cy Du shouts.", "quarrel", "Ann Bo", ""),
        ("Eve Fay is secretly in love with Cy Du.", "love", "Eve Fay", ""),
        ("Ann Bo is the clockmaker of the mill.", "trade", "Ann Bo", "the clockmaker of the mill"),
        ("Ann Bo needs a long ladder for the clock.", "need", "Ann Bo", "a long ladder for the clock"),
        ("Ann Bo is looking for somebody to wind the clock.", "need", "Ann Bo", "somebody to wind the clock"),
        ("Ann Bo is always glad to read letters to people.", "can", "Ann Bo", "read letters to people"),
        ("Ann Bo is going to run for mayor.", "cause", "Ann Bo", "mayor"),
        ("Ann Bo worries that nobody needs clocks.", "worry", "Ann Bo", "nobody needs clocks"),
        ("Ann Bo thinks that a town needs a clock.", "opinion", "Ann Bo", "a town needs a clock"),
        ("Ann Bo wants to learn the fiddle.", "wish", "Ann Bo", "learn the fiddle"),
        ("Ann Bo enjoys long walks.", "like", "Ann Bo", "long walks"),
        ("Ann Bo hates wet shoes.", "dislike", "Ann Bo", "wet shoes"),
        ("Ann Bo has two spare lamps.", "have", "Ann Bo", "two spare lamps"),
        ("Ann Bo can sew.", "can", "Ann Bo", "sew"),
        ("Cy Du is mending a net.", "doing", "Cy Du", "mending a net"),
        ("The lamp in the hall is broken.", "thing", "", ""),
        ("Ann Bo plans to meet Eve Fay at 9 am.", "plan", "Ann Bo", "meet ⟦Eve Fay⟧"),
        ("Ann Bo holds that a town needs a clock by 9 am.", "opinion", "Ann Bo", "a town needs a clock"),
        ("Ann Bo gives lessons every Thursday at 4 pm.", "habit", "Ann Bo", "gives lessons every Thursday"),
    ],
)
def test_a_sentence_is_read_as_its_kind(text: str, kind: str, who: str, about: str) -> None:
    read = fact(text)
    assert (read.kind, read.who, read.about) == (kind, who, about)


def test_an_event_has_its_host_its_place_and_its_hours() -> None:
    event = fact("Eve Fay is holding a fish supper at Reed Hall on Wednesday May 7 from 6 pm to 8 pm.")
    assert (event.kind, event.who, event.about, event.place) == ("event", "Eve Fay", "a fish supper", "at Reed Hall")
    assert event.start == dt.datetime(2025, 5, 7, 18)
    assert event.end == dt.datetime(2025, 5, 7, 20)


def test_an_event_may_have_a_place_and_no_host() -> None:
    event = told("There is a concert at the Green on Sunday at 5 pm.")
    assert (event.kind, event.who, event.about, event.source) == ("event", "", "a concert", "Cy Du")
    assert event.start == dt.datetime(2025, 5, 11, 17)


@pytest.mark.parametrize(
    ("said", "start"),
    [
        ("I'm giving a party at Reed Hall today at 5 pm.", dt.datetime(2025, 5, 6, 17)),
        ("I'm giving a party at Reed Hall tomorrow at half past six.", dt.datetime(2025, 5, 7, 18, 30)),
        ("I'm giving a party at Reed Hall on Friday at noon.", dt.datetime(2025, 5, 9, 12)),
        ("I'm giving a party at Reed Hall on Friday May 16 from 10 am to 1 pm.", dt.datetime(2025, 5, 16, 10)),
    ],
)
def test_a_time_is_read_against_the_day_on_which_it_was_said(said: str, start: dt.datetime) -> None:
    assert told(said).start == start


def test_an_event_may_end_after_midnight() -> None:
    event = fact("Eve Fay is holding a dance at Reed Hall on the 9th of May from 10 pm to 2 am.")
    assert event.end == dt.datetime(2025, 5, 10, 2)


@pytest.mark.parametrize(
    ("text", "kind", "text_read"),
    [
        ("Ann Bo's dream is to see the sea.", "wish", "⟦Ann Bo⟧ wants to see the sea"),
        ("Nobody knows that Ann Bo has sold the mill.", "past", "⟦Ann Bo⟧ has sold the mill"),
        ("The pump leaks, and Ann Bo needs a seal.", "need", "⟦Ann Bo⟧ needs a seal"),
        ("If you ask Ann Bo, the tea is too thin.", "opinion", "⟦Ann Bo⟧ thinks that the tea is too thin"),
    ],
)
def test_a_sentence_that_begins_with_something_else_is_read_with_its_person_first(
    text: str, kind: str, text_read: str
) -> None:
    read = READER.facts(text, NOW)[-1]
    assert (read.kind, read.who, read.text) == (kind, "Ann Bo", text_read)


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("Ann Bo values honesty.", "like", "honesty"),
        ("Ann Bo believes in second chances.", "like", "second chances"),
        ("Ann Bo spends her evenings reading old maps.", "like", "reading old maps"),
        ("Ann Bo speaks a little Welsh.", "can", "speak a little Welsh"),
        ("Ann Bo has little patience for small talk.", "dislike", "small talk"),
        ("Ann Bo feels guilty about selling the boat.", "worry", "selling the boat"),
        ("Ann Bo has a fear of deep water.", "fear", "deep water"),
        ("Ann Bo often plays chess with Cy Du.", "knows", ""),
        ("Ann Bo trusts Cy Du with her money.", "friend", ""),
        ("Ann Bo has a habit of humming.", "habit", "has a habit of humming"),
    ],
)
def test_what_paragraphs_about_people_say(text: str, kind: str, about: str) -> None:
    (read,) = READER.facts(text, NOW)
    assert (read.kind, read.about) == (kind, about)


def test_what_is_told_of_somebody_named_last_is_a_fact_about_them() -> None:
    likes, reads = READER.facts("Ann Bo likes Cy Du, who once read to her from a book on whales.", NOW)
    assert (likes.kind, likes.about) == ("like", "⟦Cy Du⟧")
    assert (reads.who, reads.text) == ("Cy Du", "⟦Cy Du⟧ once read to ⟦Ann Bo⟧ from a book on whales")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("Ann Bo collects maps and has a spare lamp.", [("have", "maps"), ("have", "a spare lamp")]),
        ("Ann Bo used to sing and now repairs clocks.", [("past", "used to sing"), ("habit", "repairs clocks")]),
        ("Ann Bo is saving for a flat and rents a room from Cy Du.", [("hope", "a flat"), ("home", "")]),
        ("Ann Bo enjoys dancing but hates counting money.", [("like", "dancing"), ("dislike", "counting money")]),
        ("Ann Bo is a plumber and can mend taps.", [("trade", "a plumber"), ("can", "mend taps")]),
        ("Ann Bo keeps cats and dogs.", [("have", "cats and dogs")]),
        ("Ann Bo keeps cats and dogs at home.", [("have", "cats and dogs at home")]),
        ("Ann Bo owns the shed and builds wooden boats.", [("have", "the shed"), ("habit", "builds wooden boats")]),
        ("Ann Bo and her neighbour Cy Du have not spoken since May.", [("knows", ""), ("quarrel", "")]),
        (
            "Ann Bo has the plums but nobody to play for the dancing.",
            [("have", "the plums"), ("need", "somebody to play for the dancing")],
        ),
        (
            "Ann Bo grows herbs, and she has more thyme than she can use.",
            [("habit", "grows herbs"), ("have", "thyme")],
        ),
        ("Ann Bo lives with Eve Fay, and she has a spare lamp.", [("home", "")]),
        ("Ann Bo knows Eve Fay, who lends her a book.", [("knows", ""), ("habit", "lends ⟦Ann Bo⟧ a book")]),
        (
            "Ann Bo needs a coat, and she has no money until May.",
            [("need", "a coat"), ("habit", "has no money until May")],
        ),
        ("Ann Bo dropped an anvil and finished work.", [("past", "dropped an anvil and finished work")]),
        ("Ann Bo writes songs and hopes to sing one.", [("habit", "writes songs and hopes to sing one")]),
        ("Ann Bo thinks that Cy Du lied and is proud.", [("opinion", "⟦Cy Du⟧ lied and is proud")]),
        ("Ann Bo runs the inn with her sister Eve Fay.", [("kin", "sister"), ("knows", "")]),
        ("Ann Bo lives with her parents, Cy Du and Eve Fay.", [("kin", "father"), ("kin", "mother"), ("home", "")]),
        ("Ann Bo is uneasy with Eve Fay.", [("unease", "")]),
        ("Ann Bo has never felt quite at ease around Eve Fay.", [("unease", "")]),
        ("Ann Bo and Cy Du have argued every week for years and are the best of friends.", [("friend", "")]),
        ("Ann Bo and Cy Du get on well, but they work too much.", [("friend", "")]),
        ("Ann Bo and Cy Du have been married for twenty years.", [("married", "")]),
        ("Ann Bo has been married to Cy Du for eleven years.", [("married", "")]),
        ("Ann Bo and Cy Du have one daughter, Eve Fay.", [("kin", "daughter"), ("kin", "daughter")]),
        ("Ann Bo is Cy Du and Eve Fay's only child.", [("kin", "child"), ("kin", "child")]),
        ("Ann Bo is the cook and the elder sister of Eve Fay.", [("trade", "the cook"), ("kin", "sister")]),
        ("Ann Bo has invited Cy Du and her sister to the supper.", [("guestlist", "⟦Cy Du⟧ and ⟦Ann Bo⟧'s sister")]),
        ("Ann Bo has asked Cy Du and Eve Fay to come.", [("guestlist", "⟦Cy Du⟧ and ⟦Eve Fay⟧")]),
        ("Ann Bo and Cy Du are invited to the supper.", [("guestlist", "⟦Ann Bo⟧ ⟦Cy Du⟧")]),
        ("Ann Bo has not invited Cy Du or Eve Fay.", [("guestlist", "not ⟦Cy Du⟧ or ⟦Eve Fay⟧")]),
        ("Ann Bo did not ask Cy Du about the supper.", [("past", "did not ask ⟦Cy Du⟧ about the supper")]),
        ("Ann Bo is no longer friends with Cy Du.", [("quarrel", "")]),
        ("Ann Bo is a little wary of Cy Du.", [("unease", "")]),
        ("Cy Du is the half-brother of Ann Bo.", [("kin", "half-brother")]),
        ("Ann Bo's mother-in-law is Eve Fay.", [("kin", "mother-in-law")]),
        ("Cy Du is Eve Fay's stepson.", [("kin", "stepson")]),
        ("Ann Bo and Cy Du are no longer friends.", [("quarrel", "")]),
        ("Ann Bo asked Cy Du for a ladder.", [("asked", "a ladder")]),
        ("Ann Bo had words with Cy Du over a crate.", [("quarrel", "")]),
        ("Ann Bo is fond of Cy Du.", [("friend", "")]),
        ("Ann Bo had a bitter quarrel with Cy Du last week.", [("quarrel", "")]),
        ("Ann Bo has been good friends with Cy Du for years.", [("friend", "")]),
        ("Ann Bo gets on badly with Cy Du since May.", [("unease", "")]),
        ("Ann Bo is dreading the exam.", [("worry", "the exam")]),
        ("Ann Bo would rather not be asked to the supper.", [("refusal", "be asked to the supper")]),
        ("Ann Bo keeps losing her spectacles.", [("habit", "keeps losing ⟦Ann Bo⟧'s spectacles")]),
        ("Ann Bo found a fox asleep under the stairs.", [("past", "found a fox asleep under the stairs")]),
        ("Ann Bo could proofread anything.", [("can", "proofread anything")]),
        ("Ann Bo is the oldest woman in the street.", [("habit", "is the oldest woman in the street")]),
        (
            "Ann Bo heard Eve Fay humming a song that her aunt used to hum.",
            [("past", "heard ⟦Eve Fay⟧ humming a song that ⟦Eve Fay⟧'s aunt used to hum")],
        ),
        (
            "Ann Bo saw a wobble in the curve and is not sure that it is real.",
            [("rumour", "there is a wobble in the curve")],
        ),
        ("Ann Bo misses saffron, and nobody on the plain has any.", [("like", "saffron")]),
        ("Ann Bo is uneasy with Eve Fay's plan.", [("worry", "⟦Eve Fay⟧'s plan")]),
        ("Ann Bo talks about clocks with her husband Cy Du.", [("married", ""), ("knows", "")]),
        ("Ann Bo adores fog, Ann Bo loathes bunting.", [("like", "fog"), ("dislike", "bunting")]),
        (
            "Ann Bo loves Cy Du's jam, cannot abide people who hum, and reckons Eve Fay is the best cook on the coast.",
            [
                ("like", "⟦Cy Du⟧'s jam"),
                ("dislike", "people who hum"),
                ("opinion", "⟦Eve Fay⟧ is the best cook on the coast"),
            ],
        ),
        (
            "Ann Bo still lacks two tents and, heaven help her, somebody who can pitch them.",
            [("need", "two tents"), ("need", "somebody who can pitch them")],
        ),
        (
            "Ann Bo could do with another pair of hands that day, as well as someone who knows the way.",
            [("need", "another pair of hands that day"), ("need", "someone who knows the way")],
        ),
        ("Ann Bo has met her late uncle Cy Du.", [("past", "has met ⟦Ann Bo⟧'s late uncle ⟦Cy Du⟧")]),
    ],
)
def test_a_sentence_that_says_two_things_is_read_as_both(text: str, says: list[tuple[str, str]]) -> None:
    assert [(each.kind, each.about) for each in READER.facts(text, NOW)] == says


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        (
            "Cy Du strikes Ann Bo as the best cook on the coast, though he burns toast.",
            "opinion",
            "⟦Cy Du⟧ is the best cook on the coast",
        ),
        ("The new doctor strikes Ann Bo as a little young.", "opinion", "the new doctor is a little young"),
        ("Ann Bo finds Cy Du much too loud and keeps away from him.", "opinion", "⟦Cy Du⟧ is much too loud"),
        ("Ann Bo finds Cy Du's songs dull.", "opinion", "⟦Cy Du⟧'s songs are dull"),
        ("Ann Bo doubts that Cy Du will ever learn to swim.", "opinion", "⟦Cy Du⟧ will never learn to swim"),
        ("In Ann Bo's view Cy Du is wasted here.", "opinion", "⟦Cy Du⟧ is wasted here"),
        ("One of these summers Ann Bo would like to sail round the cape.", "wish", "sail round the cape"),
        ("More than anything Ann Bo wishes that she could be in Bergen.", "wish", "be in Bergen"),
        ("If Ann Bo had her life over again, she would study stars.", "wish", "study stars"),
        ("Before Ann Bo turns forty she means to learn to skate.", "plan", "learn to skate"),
        ("Ann Bo would give a great deal to see snow again.", "wish", "see snow again"),
        (
            "Storms, liquorice and brass bands delight Ann Bo, whereas a dripping tap can ruin her day.",
            "like",
            "storms, liquorice and brass bands",
        ),
        ("Radio plays and pickled eggs are Ann Bo's passions.", "like", "radio plays and pickled eggs"),
        ("Golf bores Ann Bo.", "dislike", "golf"),
        ("Ann Bo is a great one for maps, gin and gossip.", "like", "maps, gin and gossip"),
        ("Ann Bo is short of a bag of coal this week and too proud to ask.", "need", "a bag of coal this week"),
        ("Ann Bo has nine spare chairs and no room to sleep for them.", "have", "nine spare chairs"),
        ("Ann Bo carries a whistle and a rope wherever she goes.", "have", "a whistle and a rope"),
        ("Bagpipes give Ann Bo a headache, but only indoors.", "dislike", "bagpipes"),
        ("Cold tea and loud ringtones both put Ann Bo in a temper.", "dislike", "cold tea and loud ringtones"),
        ("What Ann Bo misses most is snow, deep and dry.", "like", "snow"),
        ("Ann Bo finds Cy Du a cheerful nuisance.", "opinion", "⟦Cy Du⟧ is a cheerful nuisance"),
        ("Of Cy Du Ann Bo says that he rows like a duck.", "opinion", "⟦Cy Du⟧ rows like a duck"),
        ("Ann Bo would give a year of her life to hear that choir again.", "wish", "hear that choir again"),
        ("If Ann Bo could wish for anything, it would be to keep bees.", "wish", "keep bees"),
        ("Lately the debt keeps Ann Bo awake, for the bank has written twice.", "worry", "the debt"),
        ("What Ann Bo dreads most is the dentist in Bodø.", "fear", "the dentist in Bodø"),
        ("Ann Bo wants a few armfuls of straw for the goats.", "need", "a few armfuls of straw for the goats"),
        ("Ann Bo needs a mat for the hall, so that nobody slips.", "need", "a mat for the hall"),
        ("Ann Bo has more plums than she knows what to do with.", "have", "plums"),
        ("Ann Bo has no time at all for gossips.", "dislike", "gossips"),
        (
            "Ann Bo likes maps, cold soup and dogs that do as they are told.",
            "like",
            "maps, cold soup and dogs that do as they are told",
        ),
        ("What gnaws at Ann Bo is the thought that the ferry will stop.", "worry", "the ferry will stop"),
        ("What worries Ann Bo is the crack in the wall, for the frost gets in.", "worry", "the crack in the wall"),
        ("Ann Bo is losing her hearing.", "worry", "losing ⟦Ann Bo⟧'s hearing"),
        ("Ann Bo doubts that the bridge will last.", "worry", "the bridge will not last"),
        ("What Ann Bo has not got is a long ladder, because hers broke.", "need", "a long ladder"),
        ("Ann Bo would be grateful to anyone who mended her gate.", "need", "somebody to mend ⟦Ann Bo⟧'s gate"),
        (
            "Ann Bo has not found anyone to lend her two benches for it.",
            "need",
            "somebody to lend ⟦Ann Bo⟧ two benches",
        ),
        ("Ann Bo needs a stove, the old one having cracked.", "need", "a stove"),
        ("For that Ann Bo would be glad of a long rope, since a goat ate the old one.", "need", "a long rope"),
        ("Ann Bo is looking for a rower, for nobody can row a gig alone.", "need", "a rower"),
        ("Ann Bo cannot finish the model without a tube of glue.", "need", "a tube of glue"),
        ("Ann Bo wants ten kilos of twine for the nets.", "need", "ten kilos of twine for the nets"),
        ("What Ann Bo is after is a tuner for the organ.", "need", "a tuner for the organ"),
        ("Ann Bo would give anything for one winter in Spain.", "hope", "one winter in Spain"),
        ("Ann Bo usually has mussels to spare.", "have", "mussels"),
        ("There are two bottles of cider under Ann Bo's bed.", "have", "two bottles of cider under ⟦Ann Bo⟧'s bed"),
        ("Nothing bores Ann Bo so much as golf.", "dislike", "golf"),
        ("Opera and long walks keep Ann Bo young.", "like", "opera and long walks"),
        ("Cy Du is like an uncle to Ann Bo.", "friend", ""),
        ("Cy Du is Ann Bo's favourite lodger.", "friend", ""),
        ("Ann Bo is not speaking to Cy Du.", "quarrel", ""),
        ("Ann Bo is cross with Cy Du.", "unease", ""),
        ("Ann Bo will tell you that a green boat sinks.", "opinion", "a green boat sinks"),
        ("Downstairs Ann Bo keeps a chest of old tools.", "have", "a chest of old tools"),
        ("Ann Bo has been harbourmaster of Skagen for twenty years.", "trade", "the harbourmaster of Skagen"),
        ("Ann Bo has not spoken a civil word to Cy Du since the flood.", "quarrel", ""),
        ("Ann Bo and Cy Du have been walking out together since May.", "love", ""),
        ("Ann Bo cannot sleep without the door open.", "habit", "cannot sleep without the door open"),
        ("Should anyone have an old kayak, Ann Bo would be glad of a loan of it.", "need", "an old kayak"),
        ("If only somebody would lend Ann Bo a drill: hers is broken.", "need", "a drill"),
        ("Somebody ought to lend Ann Bo a better lamp, for hers flickers.", "need", "a better lamp"),
        ("What Ann Bo badly needs for it is a long table.", "need", "a long table"),
        ("What Ann Bo is after just now is an anvil, any anvil.", "need", "an anvil"),
        (
            "Ann Bo is looking for somebody who can weld, as her gate has rusted through.",
            "need",
            "somebody who can weld",
        ),
        ("Goats Ann Bo adores, geese Ann Bo does not.", "like", "goats"),
        ("Speeches and cold tea Ann Bo can do without.", "dislike", "speeches and cold tea"),
        ("Loud bells make Ann Bo despair of the parish.", "dislike", "loud bells"),
        ("One day, when the boat is paid for, Ann Bo would like to see Iceland.", "wish", "see Iceland one day"),
        ("Ann Bo thinks the world of Cy Du.", "friend", ""),
        ("Ann Bo has been bickering with Cy Du for a month.", "quarrel", ""),
        ("Ann Bo says the band has gone soft, and that Cy Du runs it badly.", "opinion", "the band has gone soft"),
        (
            "Ann Bo worries that her left ear, which she hurt in May, will not mend.",
            "worry",
            "⟦Ann Bo⟧'s left ear will not mend",
        ),
        ("Ann Bo sells eels from five to noon at the Quay.", "habit", "sells eels at the Quay"),
        ("Ann Bo is the verger, and on weekdays you will find her in the Nave.", "trade", "the verger"),
        ("Pickling jars are what Ann Bo lacks.", "need", "pickling jars"),
        ("What would help Ann Bo most is a compass.", "need", "a compass"),
        ("What Ann Bo would give for a dry cellar!", "need", "a dry cellar"),
        ("Ann Bo and Cy Du had words about the hedge.", "quarrel", ""),
        ("Ann Bo is indifferent to politics.", "dislike", "politics"),
        ("Ann Bo is hoping to buy an oboe.", "wish", "buy an oboe"),
        (
            "Ann Bo thinks that Cy Du works too hard, and would tell him if they were speaking.",
            "opinion",
            "⟦Cy Du⟧ works too hard",
        ),
        (
            "Ann Bo needs somebody who reads Greek to help with a deed.",
            "need",
            "somebody who reads Greek to help with a deed",
        ),
        ("In secret Ann Bo has bought a boat.", "have", "a boat"),
    ],
)
def test_what_people_say_in_other_turns(text: str, kind: str, about: str) -> None:
    (read,) = READER.facts(text, NOW, own=True)
    assert (read.kind, read.about) == (kind, about)


@pytest.mark.parametrize(
    ("told", "kind", "about"),
    [
        ("There are forty folding chairs at the back of it, left over from a fair.", "have", "forty folding chairs"),
        ("Somebody will have to sew the flags.", "need", "somebody to sew the flags"),
        ("The chapel is in want of a bell.", "need", "a bell"),
        ("Nobody else knows it yet, but the mill will close.", "rumour", "the mill will close"),
        ("Nobody knows yet that the mill will close.", "rumour", "the mill will close"),
        ("The lantern still lacks a wick.", "need", "a wick for the lantern"),
    ],
)
def test_what_ones_own_story_tells_of_nobody_is_about_oneself(told: str, kind: str, about: str) -> None:
    (read,) = READER.facts(told, NOW, own=True)
    assert (read.kind, read.about, read.who, read.secret) == (kind, about, "Ann Bo", "Nobody" in told)
    assert not [other for other in READER.facts(told, NOW) if other.who]


@pytest.mark.parametrize(
    ("told", "about", "secret"),
    [
        ("What nobody else knows is that a firm wrote to her last week.", "a firm wrote to ⟦Ann Bo⟧ last week", True),
        ("What the others haven't heard yet is that the mill will close.", "the mill will close", False),
    ],
)
def test_what_others_have_not_heard_is_what_somebody_has_heard(told: str, about: str, secret: bool) -> None:
    (sentence,) = stand_alone(iter([told]), "Ann Bo", "she")
    (read,) = READER.facts(sentence, NOW, own=True)
    assert (read.kind, read.about, read.secret) == ("rumour", about, secret)


def test_whom_somebody_does_not_tell_what_they_did_is_left_out_of_a_secret() -> None:
    (broke,) = READER.facts("Ann Bo broke the big jug and hid the pieces, and Cy Du doesn't know.", NOW)
    assert (broke.about, broke.secret) == ("broke the big jug and hid the pieces", True)


def test_its_is_of_the_one_thing_that_a_sentence_begins_with() -> None:
    told = "The barrel organ wheezes, and Ann Bo is looking for somebody to patch its bellows."
    assert [each.about for each in READER.facts(told, NOW)][1] == "somebody to patch the barrel organ's bellows"


@pytest.mark.parametrize("who", ["the notary", "her sister", "Cy Du"])
def test_what_only_somebody_knows_is_kept_and_said_without_them(who: str) -> None:
    told = f"Ann Bo has decided to leave the mill to Eve Fay, and so far only {who} knows it."
    (read,) = READER.facts(told, NOW)
    assert (read.about, read.secret) == ("leave the mill to ⟦Eve Fay⟧", True)


@pytest.mark.parametrize(
    "told",
    [
        "What Ann Bo has told nobody is that she has sold the mill.",
        "What Ann Bo has told nobody is that this will be her last harvest.",
        "What nobody at the mill knows is that Ann Bo has been fainting.",
        "In truth Ann Bo lost the key herself, and her boss must never find out.",
        "Two sacks are gone, and Ann Bo has not yet dared to tell Cy Du.",
        "Ann Bo secretly sat an exam in May, and the answer lies in her desk.",
        "If Ann Bo is honest, she finds Cy Du's songs too long, but she would rather listen than tell him.",
        "Ann Bo has lied about her age.",
        "Ann Bo hides the letters from her sister.",
        "Nobody is supposed to know that Ann Bo lends money to the boys.",
    ],
)
def test_a_secret_is_kept_as_a_whole_and_is_no_possession(told: str) -> None:
    read = READER.facts(told, NOW, own=True)
    assert all(each.secret and each.kind != "have" for each in read)


def test_what_somebody_was_doing_in_their_story_is_over() -> None:
    (raced,) = READER.facts("In truth Ann Bo was racing the mail van.", NOW, own=True)
    assert (raced.kind, raced.secret) == ("past", True)


def test_who_told_news_is_told_with_it() -> None:
    (read,) = READER.facts("Last night a porter from the north told Ann Bo that the pass is snowed in.", NOW, own=True)
    assert read.text == "⟦Ann Bo⟧ was told by a porter from the north that the pass is snowed in"


def test_who_goes_to_a_place_to_do_something_plans_it() -> None:
    with using(words_with(places_in_words([Address(("World", "Reed Hall"))]))):
        (draws,) = READER.facts("On Friday at ten Ann Bo is going to the Reed Hall to draw the barn behind it.", NOW)
        (dances,) = READER.facts("On Friday at ten Ann Bo is going to the Reed Hall dance.", NOW)
    assert (draws.kind, draws.about, draws.place) == ("plan", "draw the barn behind the Reed Hall", "at the Reed Hall")
    assert dances.kind == "attend"


def test_what_only_one_person_knows_is_secret() -> None:
    for told in ("Only Ann Bo knows that the mill is sold.", "Nobody but Ann Bo knows that she has sold the mill."):
        (read,) = READER.facts(told, NOW, own=True)
        assert read.secret
        assert read.who == "Ann Bo"
    (done,) = READER.facts("It was Ann Bo who left the gate open.", NOW, own=True)
    assert (done.kind, done.about) == ("past", "left the gate open")


def test_a_place_among_brothers_and_sisters_is_no_trade() -> None:
    for told in ("Ann Bo is the sixth of seven children.", "Ann Bo is the big sister that Eve Fay never had."):
        assert all(read.kind != "trade" for read in READER.facts(told, NOW, own=True))


def test_a_child_by_blood_has_a_trade_beside() -> None:
    kin, trade = READER.facts("Ann Bo is Eve Fay's only child and the pilot at the harbour.", NOW, own=True)
    assert (kin.kind, kin.about, trade.kind, trade.about) == ("kin", "daughter", "trade", "the pilot at the harbour")


def test_what_befell_a_thing_on_a_weekday_befell_it_on_the_last_one() -> None:
    (read, *_) = READER.facts("Ann Bo's old kiln gave up the ghost on Saturday.", NOW)
    assert read.when.date == dt.date(2025, 5, 3)


def test_what_somebody_does_with_an_opinion_is_no_part_of_it() -> None:
    assert fact("Ann Bo thinks that plays are a waste of time, and says so.").about == "plays are a waste of time"


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Ann Bo quarrelled with Cy Du on Friday.", 2),
        ("Ann Bo fell off the ladder on Monday.", 5),
        ("Ann Bo and Cy Du have quarrelled on Friday.", 2),
        ("Ann Bo has practice on Friday.", 9),
        ("Ann Bo booked the hall on Friday.", 9),
        ("Ann Bo plays chess with Cy Du on Friday.", 9),
    ],
)
def test_what_was_done_on_a_weekday_was_done_on_the_last_one(text: str, day: int) -> None:
    assert fact(text).when.date == dt.date(2025, 5, day)


def test_what_somebody_was_is_not_their_trade_now() -> None:
    (read,) = READER.facts("As a student, Ann Bo worked in a bookshop.", NOW)
    assert (read.kind, read.about) == ("past", "worked in a bookshop as a student")


def test_what_never_happens_is_not_read_as_what_does() -> None:
    assert fact("Ann Bo never needs a ladder.").kind == "habit"
    assert fact("Ann Bo never sings in the choir.").kind == "habit"


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Ann Bo never helps anybody.", "helps anybody"),
        ("Ann Bo will never lend a hand to the choir.", "lend a hand to the choir"),
        ("Ann Bo refuses to sing.", "sing"),
        ("Ann Bo has sworn never to go out on the ice again.", "go out on the ice again"),
        ("Ann Bo will not sail in a fog.", "sail in a fog"),
    ],
)
def test_what_somebody_will_not_do_is_a_refusal_and_no_plan(text: str, about: str) -> None:
    assert (fact(text).kind, fact(text).about) == ("refusal", about)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Ann Bo needs the drill mended before the frost.", "somebody to mend the drill before the frost"),
        ("Ann Bo needs her roof to be repaired.", "somebody to repair ⟦Ann Bo⟧'s roof"),
        ("Ann Bo has to have the old piano tuned.", "somebody to tune the old piano"),
        ("Ann Bo needs a used bicycle.", "a used bicycle"),
        ("Ann Bo needs the painted box.", "the painted box"),
        ("Ann Bo needs the cart for a day.", "the cart for a day"),
    ],
)
def test_what_somebody_needs_done_is_a_need_of_a_hand(text: str, about: str) -> None:
    assert (fact(text).kind, fact(text).about) == ("need", about)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Right now Ann Bo needs thread.", "thread"),
        ("Ann Bo's kettle has sprung a leak and she needs a new one.", "a new kettle"),
        ("Ann Bo's cart needs four new wheels, but nobody lends her the money.", "four new wheels for ⟦Ann Bo⟧'s cart"),
    ],
)
def test_what_somebodys_things_need_they_need_themselves(text: str, about: str) -> None:
    (read,) = READER.facts(text, NOW, own=True)
    assert (read.kind, read.about) == ("need", about)


@pytest.mark.parametrize("verb", ["opening", "showing", "unveiling", "staging", "performing"])
def test_what_somebody_shows_at_a_place_and_an_hour_is_an_event(verb: str) -> None:
    told = f"Ann Bo is {verb} a play of shadows at home on Tuesday May 6 at 7 pm, and hopes that all will come."
    assert (fact(told).kind, fact(told).about) == ("event", "a play of shadows")
    assert fact(f"Ann Bo is {verb} a play of shadows.").kind == "doing"


@pytest.mark.parametrize("status", ["widower", "bachelor", "vegetarian", "night owl"])
def test_what_somebody_is_besides_their_work_is_no_trade(status: str) -> None:
    assert fact(f"Cy Du is a {status}.").kind != "trade"
    assert fact(f"Cy Du is a {status}, and his daughter wants him to move.").kind != "trade"


@pytest.mark.parametrize(
    "more",
    [
        ", and she wants the whole mill to be there",
        ", and everybody is invited",
        ", and the people of the lane are invited",
        " and he hopes that Eve Fay will come",
    ],
)
def test_what_a_sentence_tells_beside_its_event_is_no_part_of_the_events_name(more: str) -> None:
    read = fact(f"Ann Bo is putting on a reading of old tales on Tuesday May 6 from 7 pm to 9 pm{more}.")
    assert (read.kind, read.about) == ("event", "a reading of old tales")


@pytest.mark.parametrize("day", ["final exam", "birthday", "day off"])
def test_what_nobody_holds_is_no_event(day: str) -> None:
    assert fact(f"Ann Bo's {day} is on Friday.").kind != "event"
    assert fact("Ann Bo's supper is on Friday.").kind == "event"


def test_a_clause_without_a_subject_is_no_news() -> None:
    assert fact("Ann Bo has had a letter from a shipyard that offers her a job.").kind != "rumour"
    assert fact("Ann Bo has had a letter from a cousin that the yard will close.").kind == "rumour"


def test_what_is_told_to_one_person_only_is_a_secret_and_a_state_is_no_pursuit() -> None:
    read = fact("Ann Bo is expecting a baby in the autumn and has only told her sister.")
    assert read.secret
    assert read.kind != "doing"


def test_what_is_asked_of_an_employer_is_no_need_of_help() -> None:
    assert fact("Ann Bo has asked for more pay and is waiting for an answer.").kind != "need"
    assert fact("Ann Bo has asked for more chairs.").kind == "need"


def test_the_guests_of_an_event_stay_in_its_name() -> None:
    read = fact("Ann Bo is giving a supper for Cy Du and Eve Fay on Tuesday May 6 from 7 pm to 9 pm.")
    assert read.about == "a supper for ⟦Cy Du⟧ and ⟦Eve Fay⟧"


def test_an_event_without_an_end_lasts_an_hour_and_a_half() -> None:
    event = told("I'm giving a party at Reed Hall today at 5 pm.")
    assert event.end == dt.datetime(2025, 5, 6, 18, 30)


def test_a_reason_is_kept_apart_from_what_it_is_the_reason_of() -> None:
    read = fact("Ann Bo dislikes Cy Du, because Cy Du shouts at her.")
    assert read.text == "⟦Ann Bo⟧ dislikes ⟦Cy Du⟧"
    assert read.why == "⟦Cy Du⟧ shouts at ⟦Ann Bo⟧"


def test_pronouns_of_the_subject_are_bound_to_it() -> None:
    read = fact("Ann Bo worries about her brother, because he left her house.")
    assert read.people[0] == "Ann Bo"
    assert "⟦Ann Bo⟧'s brother" in read.text


def test_what_one_is_told_has_its_source_and_who_it_is_about() -> None:
    read = told("I need twelve lamps.")
    assert (read.kind, read.who, read.source, read.hearer) == ("need", "Cy Du", "Cy Du", "Ann Bo")
    other = told("Þóra needs twelve lamps.")
    assert (other.who, other.source) == ("Þóra", "Cy Du")


def test_a_question_tells_nothing() -> None:
    assert READER.told("Do you need twelve lamps?", "Cy Du", "Ann Bo", NOW) is None


@pytest.mark.parametrize(
    "text",
    [
        "Ann Bo is secretly in love with Cy Du.",
        "Ann Bo has told nobody that the mill is sold.",
        "Ann Bo is saving for a surprise for Cy Du.",
        "Ann Bo broke the church window and has not owned up.",
        "Ann Bo has never told a living soul that the dam leaks.",
        "Ann Bo has a sweetheart in Skye and keeps mum about it.",
        "Ann Bo owes the miller ten crowns, which nobody is to know.",
        "Ann Bo cannot swim, and hopes that no one ever finds out.",
        "Ann Bo does not want anybody to know that the mill is losing money.",
        "Ann Bo is selling the field without anyone knowing.",
        "Ann Bo has kept from Cy Du that the letter came.",
        "Ann Bo hides a bottle behind the flour.",
        "Ann Bo has been offered a post in Riga, but she has not mentioned it at the mill.",
        "Ann Bo writes poems and shows them to nobody.",
        "Ann Bo pretends not to know who broke the window.",
        "Ann Bo has never admitted that the clock was late.",
        "Behind Cy Du's back, Ann Bo has sold the ladder.",
        "Without telling anybody, Ann Bo is learning Greek.",
    ],
)
def test_a_secret_is_known_for_one(text: str) -> None:
    assert all(read.secret for read in READER.facts(text, NOW, own=True))


@pytest.mark.parametrize(
    ("text", "kind", "about"),
    [
        ("Ann Bo would be glad if somebody wound the clock.", "need", "somebody to wind the clock"),
        (
            "Ann Bo hopes that somebody with a cart will take her to the fair.",
            "need",
            "somebody with a cart to take ⟦Ann Bo⟧ to the fair",
        ),
        ("Ann Bo speaks very good Greek.", "can", "speak Greek"),
    ],
)
def test_a_sentence_put_in_another_way_is_read_as_its_kind(text: str, kind: str, about: str) -> None:
    (read,) = READER.facts(text, NOW, own=True)
    assert (read.kind, read.about) == (kind, about)


@pytest.mark.parametrize(
    "text", ["Behind the mill, Ann Bo keeps a goat.", "Ann Bo says that nobody knows the marsh better than Cy Du."]
)
def test_what_is_no_secret_is_told(text: str) -> None:
    assert not any(read.secret for read in READER.facts(text, NOW, own=True))


@pytest.mark.parametrize(
    "line",
    [
        "Tell nobody: the painting is forged.",
        "Between us two: the key lies under the step.",
        "Keep this to yourself. The will is in the oak.",
        "I tell you this in confidence.",
        "Not a word to anybody about the boat.",
    ],
)
def test_what_is_told_in_confidence_is_known_for_it(line: str) -> None:
    assert in_confidence(line)


@pytest.mark.parametrize("line", ["Tell everybody about the dance.", "Keep the lamp.", "Nobody knows me here."])
def test_what_anybody_may_hear_is_not_told_in_confidence(line: str) -> None:
    assert not in_confidence(line)


def test_memories_that_quote_are_lines_and_no_facts() -> None:
    heard = READER.line("Cy Du said to me: 'I need a lamp.'", NOW)
    said = READER.line("I said to Cy Du: 'So do I.'", NOW)
    over = READER.line("Cy Du said to Eve Fay: 'Good day.'", NOW)
    assert heard is not None
    assert said is not None
    assert over is not None
    assert (heard.speaker, heard.hearer, heard.text) == ("Cy Du", "Ann Bo", "I need a lamp.")
    assert (said.speaker, said.hearer) == ("Ann Bo", "Cy Du")
    assert (over.speaker, over.hearer) == ("Cy Du", "Eve Fay")
    assert READER.line("Cy Du is mending a net.", NOW) is None


def test_a_thought_is_a_thought_whatever_it_says() -> None:
    assert fact("I have come to think that Cy Du needs a rest.").kind == "thought"


def test_facts_that_tell_the_same_are_alike_and_others_are_not() -> None:
    need, again, other = (
        fact("Ann Bo needs twenty paper lanterns."),
        told("I'm looking for paper lanterns.", "Ann Bo", "Cy Du"),
        fact("Ann Bo needs a clock spring."),
    )
    assert similar(need, again) > 0.9
    assert similar(need, other) == 0
    assert similar(need, fact("Cy Du needs twenty paper lanterns.")) == 0


def test_a_line_is_cut_into_its_sentences() -> None:
    assert sentences("Hello, Cy. It's at 6.30 pm! Will you come?") == [
        "Hello, Cy.",
        "It's at 6.30 pm!",
        "Will you come?",
    ]


def test_the_same_memory_is_read_the_same_twice() -> None:
    assert fact("Ann Bo needs a long ladder.") == fact("Ann Bo needs a long ladder.")


def test_an_event_that_somebody_is_planning_on_has_its_day_without_the_year() -> None:
    party = fact("Ann Bo is planning on having a summer party at Mill Hall on May 9th, 2025 from 5pm to 7pm.")
    assert (party.kind, party.about, party.place) == ("event", "a summer party", "at Mill Hall")
    assert (party.start, party.end) == (dt.datetime(2025, 5, 9, 17), dt.datetime(2025, 5, 9, 19))


@pytest.mark.parametrize(
    ("text", "about", "secret"),
    [
        ("Cy Du is going to leave in autumn, and his mother does not know yet.", "leave in autumn", True),
        (
            "Cy Du plans to sell the shop without his wife knowing.",
            "sell the shop without ⟦Cy Du⟧'s wife knowing",
            True,
        ),
        ("Cy Du wonders who rang, but does not know.", "who rang, but does not know", False),
        ("Cy Du heard that their landlord will sell.", "the landlord will sell", False),
    ],
)
def test_what_is_kept_from_somebody_is_a_secret_and_nobodys_landlord_is_the_landlord(
    text: str, about: str, secret: bool
) -> None:
    read = fact(text)
    assert (read.about, read.secret) == (about, secret)


def test_what_is_done_to_ones_bread_is_done_to_ones_own() -> None:
    assert fact("Ann Bo dislikes Eve Fay, because Eve Fay spoke ill of her bread.").why == (
        "⟦Eve Fay⟧ spoke ill of ⟦Ann Bo⟧'s bread"
    )


@pytest.mark.parametrize("written", ["O’Brien", "O'Brien"])
def test_a_name_is_known_with_either_apostrophe(written: str) -> None:
    people = People({"Fionnuala O’Brien": "she"})
    assert people.masked(f"Fionnuala {written} bakes.") == "⟦Fionnuala O’Brien⟧ bakes."


def test_what_follows_free_time_is_a_clause_of_its_own() -> None:
    ann = Reader("Ann Bo", People({"Ann Bo": "she"}))
    facts = ann.facts("In Ann Bo's free time she enjoys chess, and she has two brothers.", NOW)
    assert [(fact.kind, fact.about) for fact in facts] == [("like", "chess"), ("have", "two brothers")]


@pytest.mark.parametrize(
    "told",
    [
        "Ann Bo has noticed that coins are missing, and has told only Cy Du.",
        "Ann Bo has an audition in May and nobody at home knows.",
        "Ann Bo has an audition in May, and only Cy Du knows.",
        "Ann Bo knows that a lorry is coming on Friday, and hasn't mentioned it to anybody.",
    ],
)
def test_what_somebody_keeps_to_themselves_is_a_secret_and_that_is_no_part_of_it(told: str) -> None:
    found = READER.facts(told, NOW)[-1]
    assert found.secret
    assert not re.search(r"told|knows|mentioned", found.about)


def test_a_day_of_each_week_is_no_date() -> None:
    for told in ("Ann Bo and Cy Du quarrel every Friday.", "Ann Bo will not sail on a Friday."):
        assert fact(told).when.date is None
    assert fact("Ann Bo will sail on Friday.").when.date


def test_a_mine_in_which_people_dig_is_nobodys() -> None:
    assert "the new mine" in fact("Ann Bo hears the noise that the new mine makes.").text
    assert "⟦Cy Du⟧'s" in told("The book is mine.", "Cy Du", "Ann Bo").text


@pytest.mark.parametrize(
    ("tail", "name"),
    [
        (", when it gets dark, where anyone may read a page", "a reading"),
        (" until dusk", "a reading"),
        (" after the evening service", "a reading"),
        (" of old letters before the supper", "a reading of old letters"),
    ],
)
def test_what_is_told_beside_an_event_is_no_part_of_its_name(tail: str, name: str) -> None:
    read = fact(f"Ann Bo is holding a reading{tail} on Friday from 4 pm to 7 pm.")
    assert (read.kind, read.about) == ("event", name)


HOMES = places_in_words(
    [Address.parse("Oke:Bo cottage"), Address.parse("Oke:Mill Hall")], {"Ann Bo": Address.parse("Oke:Bo cottage:loft")}
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("Ann Bo is giving a supper at home on Friday May 9 from 6 pm to 8 pm.", "at Bo cottage"),
        ("Ann Bo is giving a supper at her house on Friday May 9 from 6 pm to 8 pm.", "at Bo cottage"),
        ("Ann Bo is giving a supper at her own place on Friday May 9 at 6 pm.", "at Bo cottage"),
        ("There is a supper at Ann Bo's house on Friday May 9 at 6 pm.", "at Bo cottage"),
        ("Cy Du is giving a supper at Ann Bo's flat on Friday May 9 at 6 pm.", "at Bo cottage"),
        ("Ann Bo is giving a supper at the Mill Hall on Friday May 9 at 6 pm.", "at the Mill Hall"),
        ("Cy Du is giving a supper at home on Friday May 9 at 6 pm.", "at home"),
    ],
)
def test_an_event_at_home_names_the_home_so_that_guests_find_it(text: str, place: str) -> None:
    with using(words_with(HOMES)):
        read = fact(text)
        assert (read.kind, read.about, read.place) == ("event", "a supper", place)


def test_what_one_does_at_home_stays_there() -> None:
    with using(words_with(HOMES)):
        assert fact("Ann Bo is mending a net at home.").place == "at home"


@pytest.mark.parametrize(
    ("told", "kind", "about"),
    [
        ("Ann Bo is the miller, as her mother and her aunt were.", "trade", "the miller"),
        ("Ann Bo is the vet, three winters in Oke and still lost.", "trade", "the vet"),
        ("Ann Bo is the town's dentist, a Dane from Ribe who came for a week.", "trade", "the town's dentist"),
        ("Ann Bo likes plums, thunder and sleep, more or less in that order.", "like", "plums, thunder and sleep"),
        ("Ann Bo dislikes wet wool more than anything on earth.", "dislike", "wet wool"),
        ("Ann Bo grinds rye, as she has done for forty years.", "habit", "grinds rye"),
        ("Ann Bo guts eels at the quay, and her sleeves smell of it.", "habit", "guts eels at the quay"),
        (
            "Every dawn Ann Bo bakes flatbread, and there is a crowd before it cools.",
            "habit",
            "bakes flatbread every dawn",
        ),
        ("Ann Bo has run the ferry for eleven years.", "habit", "runs the ferry"),
        ("Ann Bo has shorn sheep since she was twelve.", "habit", "shears sheep"),
        (
            "Last night Ann Bo buried a ring under the quay, and so far she has kept it quiet.",
            "past",
            "buried a ring under the quay last night",
        ),
        ("Lately Ann Bo worries about the roof.", "worry", "the roof"),
    ],
)
def test_what_is_told_beside_the_matter_is_no_part_of_it(told: str, kind: str, about: str) -> None:
    read = READER.facts(told, NOW)[0]
    assert (read.kind, read.about) == (kind, about)


@pytest.mark.parametrize("told", ["Ann Bo has known Cy Du since June.", "Ann Bo has not been home for six years."])
def test_what_has_been_so_for_years_is_no_work(told: str) -> None:
    assert fact(told).kind != "habit"


@pytest.mark.parametrize(
    ("told", "kind", "about"),
    [
        ("Cy Du will drown one day, if you ask Ann Bo.", "opinion", "⟦Cy Du⟧ will drown one day"),
        ("Cy Du is, to Ann Bo's mind, a born liar.", "opinion", "⟦Cy Du⟧ is a born liar"),
        ("Cy Du, in Ann Bo's view, sings flat.", "opinion", "⟦Cy Du⟧ sings flat"),
        ("Ann Bo suspects Cy Du of watering the milk.", "opinion", "⟦Cy Du⟧ is watering the milk"),
        ("Ann Bo finds Cy Du rather overbearing.", "opinion", "⟦Cy Du⟧ is rather overbearing"),
        ("Between Ann Bo and Cy Du there is an old feud.", "quarrel", ""),
        ("As Ann Bo alone knows, the mill is to be sold.", "rumour", "the mill is to be sold"),
        ("Among Ann Bo's belongings is a brass telescope.", "have", "a brass telescope"),
        ("Under the stairs Ann Bo keeps a folding ladder.", "have", "a folding ladder"),
        ("Ann Bo's harp wants stringing badly.", "need", "somebody to see to the stringing of ⟦Ann Bo⟧'s harp"),
        ("Ann Bo's gloves are torn, so she needs a new pair.", "need", "a new pair of gloves"),
        ("If only somebody had a spare anchor!", "need", "a spare anchor"),
        ("What the choir needs is a tenor.", "need", "a tenor"),
        ("Ann Bo lets the attic to Cy Du.", "home", ""),
        ("Ann Bo lets a room in the mill to Cy Du and has grown used to his flute.", "home", ""),
        ("It is Ann Bo's firm conviction that rain is good for bread.", "opinion", "rain is good for bread"),
        ("Cy Du is, Ann Bo says, the slowest man in Oke.", "opinion", "⟦Cy Du⟧ is the slowest man in Oke"),
        ("Cy Du, Ann Bo reckons, could sell sand.", "opinion", "⟦Cy Du⟧ could sell sand"),
        (
            "Ann Bo considers Cy Du the only sailor worth his salt.",
            "opinion",
            "⟦Cy Du⟧ is the only sailor worth ⟦Cy Du⟧'s salt",
        ),
        ("There is nothing Ann Bo likes better than a cold bath.", "like", "a cold bath"),
        ("Cy Du gets on Ann Bo's nerves.", "unease", ""),
        ("Thunder scares Ann Bo.", "fear", "thunder"),
        ("If only somebody could teach Ann Bo to knit!", "need", "somebody to teach ⟦Ann Bo⟧ to knit"),
        ("Someone with a saw should see to the gate.", "need", "somebody to see to the gate"),
        ("Ann Bo would like, just once, to fly.", "wish", "fly"),
        ("A letter came from the bank: the mill is to close.", "rumour", "the mill is to close"),
        ("Only Ann Bo has noticed that the bridge is rotten.", "rumour", "the bridge is rotten"),
        ("Ever since the flood, Ann Bo and Cy Du have avoided each other.", "quarrel", ""),
        ("Cy Du ought to see a doctor.", "opinion", "⟦Cy Du⟧ ought to see a doctor"),
        ("Ann Bo would give her right arm to see Rome.", "wish", "see Rome"),
        ("Ann Bo misses the hills so much that she paints them.", "like", "the hills"),
        ("Ann Bo needs somebody to hold the kite beforehand.", "need", "somebody to hold the kite"),
    ],
)
def test_more_turns_of_phrase_say_what_plain_ones_say(told: str, kind: str, about: str) -> None:
    read = READER.facts(told, NOW, own=True)
    assert (read[0].kind, read[0].about) == (kind, about)


@pytest.mark.parametrize(
    ("told", "about"),
    [
        ("Ann Bo has been offered a post abroad and hasn't told her husband.", "has been offered a post abroad"),
        ("Ann Bo broke the blue jug in May; nobody must ever know.", "broke the blue jug in May"),
        ("Nobody in Oke has heard that Ann Bo once sang in Rome.", "sang in Rome"),
        ("Ann Bo saw lights on the reef, and she hasn't let on, for fear of a fuss.", None),
    ],
)
def test_what_is_kept_back_is_a_secret_without_the_words_that_say_so(told: str, about: str | None) -> None:
    (read,) = READER.facts(told, NOW, own=True)
    assert read.secret
    assert about in (None, read.about)


def test_two_needs_may_be_a_thing_and_a_deed_that_somebody_must_do() -> None:
    told = "Ann Bo is short of nails, and someone has to hang the bell, since she won't climb any more."
    nails, hand = READER.facts(told, NOW)
    assert nails.about == "nails"
    assert hand.about.startswith("somebody to hang the bell")


def test_what_somebody_does_first_thing_or_keeps_open_tells_the_half_of_the_day() -> None:
    assert fact("Ann Bo is on the quay by five, when it is still dark.").when.start == 5 * 60
    hours = fact("Ann Bo opens the forge at eight and closes it at six.").when
    assert (hours.start, hours.end) == (8 * 60, 18 * 60)


def test_what_is_nobodys_to_name_is_mine() -> None:
    assert spoken("⟦Ann Bo⟧ found a saw that is not ⟦Ann Bo⟧'s", "Ann Bo", "Cy Du", PEOPLE, str).endswith("not mine")


def test_a_saved_life_is_nothing_that_somebody_has() -> None:
    assert fact("Cy Du once saved Ann Bo's life.").kind == "past"


def test_somebodys_character_is_no_trade() -> None:
    assert fact("Cy Du is a rogue but a kind one.").kind != "trade"


def test_the_first_boat_goes_in_the_morning() -> None:
    assert fact("Ann Bo takes the first boat out at six sharp.").when.start == 6 * 60


def test_the_part_of_the_day_that_is_told_wins_over_what_is_usual() -> None:
    assert fact("Ann Bo opens the kiln at five in the afternoon.").when.start == 17 * 60
    assert fact("Ann Bo rises at eleven at night.").when.start == 23 * 60


@pytest.mark.parametrize(
    ("told", "about"),
    [
        ("Ann Bo is short of rope, and the shops have none.", "rope"),
        ("Ann Bo is out of indigo, and without a jar of it the rest will be grey.", "indigo"),
    ],
)
def test_what_follows_from_a_need_is_no_part_of_it(told: str, about: str) -> None:
    assert (fact(told).kind, fact(told).about) == ("need", about)


def test_people_speak_of_another_before_themselves_and_of_what_is_theirs() -> None:
    assert spoken("⟦Ann Bo⟧ and ⟦Cy Du⟧ fell out", "Ann Bo", "Eve Fay", PEOPLE, str) == "Cy Du and I fell out"
    said = spoken(
        "a cousin of ⟦Ann Bo⟧'s at the town hall saw a photo of ⟦Ann Bo⟧'s boat", "Ann Bo", "Eve Fay", PEOPLE, str
    )
    assert said == "a cousin of mine at the town hall saw a photo of my boat"
