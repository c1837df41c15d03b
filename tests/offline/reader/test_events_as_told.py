"""Events and guest lists in the words in which people tell of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from townlet.offline.reader.facts import Fact, Reader
from townlet.offline.reader.people import People, plain
from townlet.offline.times import say_when
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.words import places_in_words
from townlet.world.address import Address

PEOPLE = People({"Ann Ivy": "she", "Bo Ek": "he", "Cy Od": "he", "Dora Ek": "she"})
PLACES = ("Oke:Ivy cottage", "Oke:Ek house", "Oke:The Puffin", "Oke:courtyard", "Oke:Crooked Billet")
HOMES = {"Ann Ivy": Address.parse("Oke:Ivy cottage:loft"), "Bo Ek": Address.parse("Oke:Ek house")}
MONDAY = dt.datetime(2025, 10, 13)


@pytest.fixture(autouse=True)
def _town_words() -> Iterator[None]:
    with using(words_with(places_in_words(map(Address.parse, PLACES), HOMES))):
        yield


def read(sentence: str) -> list[Fact]:
    return Reader("Ann Ivy", PEOPLE).facts(sentence, MONDAY, own=True)


@pytest.mark.parametrize(
    ("told", "what", "place", "when"),
    [
        (
            "On Saturday at eight in the evening Ann Ivy is playing a gig at the Puffin, and everybody's welcome.",
            "a gig",
            "at the Puffin",
            "on Saturday October 18 at 8 pm",
        ),
        (
            "Ann Ivy and Bo Ek are throwing a birthday tea for Dora Ek this Saturday from three till five in his back "
            "garden.",
            "a birthday tea for Dora Ek",
            "at Ek house",
            "on Saturday October 18 from 3 to 5 pm",
        ),
        (
            "After closing time on Thursday at quarter past eleven there's a lock-in here at the Puffin.",
            "a lock-in",
            "at the Puffin",
            "on Thursday October 16 at 11:15 pm",
        ),
        (
            "Ann Ivy is doing her one-woman show on Wednesday at half past seven at night, at the Crooked Billet.",
            "Ann Ivy's one-woman show",
            "at the Crooked Billet",
            "on Wednesday October 15 at 7:30 pm",
        ),
        (
            "Ann Ivy and Cy Od are hosting a card night at theirs on Tuesday at nine in the evening.",
            "a card night",
            "at Ivy cottage",
            "on Tuesday October 14 at 9 pm",
        ),
        (
            "Ann Ivy and Cy Od are having a card night at ours this Tuesday, nine o'clock.",
            "a card night",
            "at Ivy cottage",
            "on Tuesday October 14 at 9 pm",
        ),
        (
            "Ann Ivy's giving a concert in the courtyard on Saturday night from ten till half eleven, free to all.",
            "a concert",
            "in the courtyard",
            "on Saturday October 18 from 10 to 11:30 pm",
        ),
        (
            "The choir's members are to meet in the courtyard on Thursday at six, when a new name is put to the vote.",
            "a meeting of the choir's members",
            "in the courtyard",
            "on Thursday October 16 at 6 pm",
        ),
        (
            "Ann Ivy will bless the boats in the courtyard on Sunday at ten in the morning.",
            "the blessing of the boats",
            "in the courtyard",
            "on Sunday October 19 at 10 am",
        ),
        (
            "Friday evening at nine Ann Ivy is giving a bonfire supper in the courtyard for the whole street.",
            "a bonfire supper",
            "in the courtyard",
            "on Friday October 17 at 9 pm",
        ),
        (
            "Ann Ivy is stringing up a sheet and showing a silent film at the Puffin on Thursday night from nine to "
            "eleven.",
            "a silent film",
            "at the Puffin",
            "on Thursday October 16 from 9 to 11 pm",
        ),
        (
            "On Sunday at noon Ann Ivy is holding a vigil for the drowned at the Puffin, an hour at most.",
            "a vigil for the drowned",
            "at the Puffin",
            "on Sunday October 19 from noon to 1 pm",
        ),
        (
            "Birthday lunch round at hers on Sunday at one.",
            "a birthday lunch",
            "at Ivy cottage",
            "on Sunday October 19 at 1 pm",
        ),
        (
            "Ann Ivy is hosting a supper at the Puffin on Friday at 7.30pm.",
            "a supper",
            "at the Puffin",
            "on Friday October 17 at 7:30 pm",
        ),
        (
            "The day after tomorrow at 8pm Ann Ivy is hosting a darts match at the Puffin.",
            "a darts match",
            "at the Puffin",
            "on Wednesday October 15 at 8 pm",
        ),
        (
            "Come Friday, half seven, there'll be a singsong at the Puffin.",
            "a singsong",
            "at the Puffin",
            "on Friday October 17 at 7:30 pm",
        ),
        (
            "Ann Ivy is giving a supper at the Puffin on Friday from seven to midnight.",
            "a supper",
            "at the Puffin",
            "on Friday October 17 from 7 to midnight",
        ),
        (
            "On Thursday the twenty-third of October at 7 pm Ann Ivy is holding a supper at the Puffin.",
            "a supper",
            "at the Puffin",
            "on Thursday October 23 at 7 pm",
        ),
        (
            "Ann Ivy is giving a farewell lunch on October the thirty-first at noon at the Puffin.",
            "a farewell lunch",
            "at the Puffin",
            "on Friday October 31 at noon",
        ),
        (
            "Ann Ivy is planning the Harvest Feast: it is to be on Sunday the 2nd of November at 6 pm at the Puffin.",
            "the Harvest Feast",
            "at the Puffin",
            "on Sunday November 2 at 6 pm",
        ),
    ],
)
def test_an_event_is_read_with_its_place_and_its_hours(told: str, what: str, place: str, when: str) -> None:
    (event,) = read(told)
    assert (event.kind, plain(event.about), event.place) == ("event", what, place)
    assert say_when(event.when, MONDAY, absolute=True) == when


@pytest.mark.parametrize(
    ("told", "guests"),
    [
        ("Only Bo Ek, Cy Od and Dora Ek are asked.", "Bo Ek, Cy Od and Dora Ek"),
        ("Bo Ek and Dora Ek have been invited.", "Bo Ek Dora Ek"),
        ("Bo Ek, Dora Ek and Cy Od are coming.", "Bo Ek Dora Ek Cy Od"),
        ("Ann Ivy has asked Bo Ek and Dora Ek.", "Bo Ek and Dora Ek"),
        ("Ann Ivy is inviting Bo Ek, Cy Od and Dora Ek.", "Bo Ek, Cy Od and Dora Ek"),
        ("Everyone's welcome except Bo Ek.", "everybody, not Bo Ek"),
        ("All the company is invited bar Bo Ek, because he sulks.", "everybody, not Bo Ek"),
        ("The whole company is called apart from Bo Ek, who has been written out.", "everybody, not Bo Ek"),
        ("Everybody but Bo Ek is invited.", "everybody, not Bo Ek"),
        ("Everybody in the lane is expected.", "everybody"),
        ("Every soul on the quay is bidden.", "everybody"),
        ("Ann Ivy expects everybody in the lane to turn up.", "everybody"),
        ("Ann Ivy has asked Bo Ek, Cy Od and Dora Ek along to taste it.", "Bo Ek, Cy Od and Dora Ek"),
        ("Ann Ivy has told Bo Ek and Cy Od that she won't take no for an answer.", "Bo Ek and Cy Od"),
        ("Bo Ek is not to hear a word of it before the day.", "not Bo Ek"),
        ("Ann Ivy would love the whole lane to come.", "everybody"),
        ("Ann Ivy thinks that bring a rug all are welcome.", "everybody"),
        ("Only Bo Ek is not to be asked.", "not Bo Ek"),
        ("Bo Ek is not invited - we haven't spoken since the raffle.", "not Bo Ek"),
        ("Bo Ek isn't to come, because of the window.", "not Bo Ek"),
        ("Bo Ek needn't bother turning up.", "not Bo Ek"),
        ("Bo Ek hasn't, as he upends the board.", "not Bo Ek"),
        ("Ann Ivy left Bo Ek out on purpose.", "not Bo Ek"),
        ("Ann Ivy has not asked Bo Ek.", "not Bo Ek"),
        ("Ann Ivy expects Bo Ek, Cy Od and Dora Ek.", "Bo Ek, Cy Od and Dora Ek"),
        ("Bo Ek, Cy Od and Dora Ek have all promised to come.", "Bo Ek Cy Od Dora Ek"),
        ("Bo Ek and Cy Od are to be there.", "Bo Ek Cy Od"),
        ("Ann Ivy has roped in Bo Ek and Cy Od.", "Bo Ek and Cy Od"),
        ("Ann Ivy would like Bo Ek and Cy Od to come.", "Bo Ek and Cy Od"),
        ("Ann Ivy hopes that Bo Ek and Cy Od will turn up.", "Bo Ek and Cy Od"),
        ("Ann Ivy has asked Bo Ek and Cy Od in particular.", "Bo Ek and Cy Od"),
        ("Ann Ivy wants Bo Ek and Cy Od round the table when it is carved.", "Bo Ek and Cy Od"),
        ("Ann Ivy expects Bo Ek and Cy Od to raise a glass.", "Bo Ek and Cy Od"),
    ],
)
def test_who_is_asked_and_who_is_not_is_read(told: str, guests: str) -> None:
    (fact,) = read(told)
    assert (fact.kind, plain(fact.about)) == ("guestlist", guests)


@pytest.mark.parametrize(
    ("told", "what", "place", "when", "guests"),
    [
        (
            "On Tuesday at eight in the evening Ann Ivy is giving Bo Ek a farewell supper at the Puffin, because he "
            "sails at dawn.",
            "a farewell supper",
            "at the Puffin",
            "on Tuesday October 14 at 8 pm",
            "Bo Ek",
        ),
        (
            "Tomorrow morning at seven Ann Ivy is taking Bo Ek and Cy Od for a swim in the courtyard before the doors "
            "open to everyone.",
            "a swim",
            "in the courtyard",
            "on Tuesday October 14 at 7 am",
            "Bo Ek and Cy Od",
        ),
        (
            "On Monday evening Ann Ivy is having Bo Ek and Cy Od up to the Crooked Billet for dinner at half past "
            "seven.",
            "a dinner",
            "at the Crooked Billet",
            "on Monday October 13 at 7:30 pm",
            "Bo Ek and Cy Od",
        ),
        (
            "On Friday at five in the afternoon Ann Ivy is playing chess against Cy Od in the Puffin, and she intends "
            "to win.",
            "a game of chess",
            "in the Puffin",
            "on Friday October 17 at 5 pm",
            "Cy Od",
        ),
        (
            "Ann Ivy is playing cards with Bo Ek at the round table in the Puffin tomorrow at five in the afternoon.",
            "a game of cards",
            "in the Puffin",
            "on Tuesday October 14 at 5 pm",
            "Bo Ek",
        ),
        (
            "Ann Ivy has asked Dora Ek to go for a walk with her in the Courtyard on Tuesday at seven in the evening.",
            "a walk",
            "in the Courtyard",
            "on Tuesday October 14 at 7 pm",
            "Dora Ek",
        ),
        (
            "On Friday afternoon at four o'clock Ann Ivy is having a small tea in the Puffin for Bo Ek and Cy Od, with "
            "the first plums.",
            "a small tea",
            "in the Puffin",
            "on Friday October 17 at 4 pm",
            "Bo Ek and Cy Od",
        ),
        (
            "Ann Ivy is having Bo Ek, Cy Od and Oma Ruth over to the Puffin for cards tonight at half past eight.",
            "a game of cards",
            "at the Puffin",
            "on Monday October 13 at 8:30 pm",
            "Bo Ek and Cy Od",
        ),
        (
            "Ann Ivy is taking Bo Ek up to the Puffin on Friday at nine in the evening to watch the stars.",
            "an outing to watch the stars",
            "at the Puffin",
            "on Friday October 17 at 9 pm",
            "Bo Ek",
        ),
        (
            "Tomorrow at noon Ann Ivy is meeting Cy Od for a walk along the river, starting at the Puffin.",
            "a walk along the river",
            "at the Puffin",
            "on Tuesday October 14 at noon",
            "Cy Od",
        ),
        (
            "Ann Ivy has invited Bo Ek and Cy Od for tea and backgammon in the courtyard on Monday at six.",
            "tea and backgammon",
            "in the courtyard",
            "on Monday October 13 at 6 pm",
            "Bo Ek and Cy Od",
        ),
        (
            "On Friday at four in the afternoon there's a hymn practice in the Puffin, and Ann Ivy has talked Bo Ek "
            "and Cy Od into it.",
            "a hymn practice",
            "in the Puffin",
            "on Friday October 17 at 4 pm",
            "Bo Ek and Cy Od",
        ),
        (
            "For Bo Ek, who sails on Monday, Ann Ivy is laying on a farewell lunch at the Puffin tomorrow at noon.",
            "a farewell lunch",
            "at the Puffin",
            "on Tuesday October 14 at noon",
            "Bo Ek",
        ),
        (
            "Ann Ivy has promised Bo Ek a dancing lesson for Tuesday at five in the Puffin.",
            "a dancing lesson",
            "in the Puffin",
            "on Tuesday October 14 at 5 pm",
            "Bo Ek",
        ),
        (
            "Because Bo Ek is moving to Malta, Ann Ivy is treating him to a farewell lunch at the Puffin on Friday at "
            "one.",
            "a farewell lunch",
            "at the Puffin",
            "on Friday October 17 at 1 pm",
            "Bo Ek",
        ),
    ],
)
def test_an_event_told_with_its_guests_is_read_with_both(
    told: str, what: str, place: str, when: str, guests: str
) -> None:
    event, asked, *_ = read(told)
    assert (event.kind, event.who, event.about, event.place) == ("event", "Ann Ivy", what, place)
    assert say_when(event.when, MONDAY, absolute=True) == when
    assert (asked.kind, plain(asked.about)) == ("guestlist", guests)


@pytest.mark.parametrize(
    ("told", "what", "when"),
    [
        (
            "On Tuesday evening Ann Ivy is putting on a soup supper in the courtyard, from half past six until half "
            "past eight, to celebrate ten years of the Puffin.",
            "a soup supper",
            "on Tuesday October 14 from 6:30 to 8:30 pm",
        ),
        (
            "For Tuesday Ann Ivy has got together a tasting of the summer cheeses at the Puffin, beginning at half "
            "past twelve and going on until two.",
            "a tasting of the summer cheeses",
            "on Tuesday October 14 from 12:30 to 2 pm",
        ),
        (
            "Ann Ivy is hosting the reading circle in the Puffin on Monday evening from six to half past seven, and "
            "has picked a ghost story.",
            "the reading circle",
            "on Monday October 13 from 6 to 7:30 pm",
        ),
        (
            "To celebrate five years with Bo Ek, Ann Ivy is throwing an anniversary dinner at the Puffin on Wednesday, "
            "6 pm to 9 pm.",
            "an anniversary dinner",
            "on Wednesday October 15 from 6 to 9 pm",
        ),
        (
            "On Friday at four Ann Ivy is opening the big kiln in the courtyard, and the whole village is welcome.",
            "the opening of the big kiln",
            "on Friday October 17 at 4 pm",
        ),
        (
            "Ann Ivy has called a meeting about a roof for Tuesday at noon in the Puffin, and it should last an hour.",
            "a meeting about a roof",
            "on Tuesday October 14 from noon to 1 pm",
        ),
    ],
)
def test_what_a_sentence_tells_beside_an_event_is_no_part_of_it(told: str, what: str, when: str) -> None:
    (event,) = read(told)
    assert (event.kind, event.about, say_when(event.when, MONDAY, absolute=True)) == ("event", what, when)


def test_who_has_people_over_holds_something_though_no_hour_is_told() -> None:
    event, asked = read("Ann Ivy is having Bo Ek over for dinner on Friday.")
    assert (event.kind, event.about, event.when.start) == ("event", "a dinner", None)
    assert asked.kind == "guestlist"


def test_guests_may_be_told_after_what_they_are_together() -> None:
    guests = "the rowers, that is to say Bo Ek, Cy Od and Dora Ek"
    event, asked = read(f"Ann Ivy is giving a tea at the Puffin for {guests}, on Friday at 4 pm.")
    assert (event.kind, event.about) == ("event", "a tea")
    assert (asked.kind, plain(asked.about)) == ("guestlist", "Bo Ek, Cy Od and Dora Ek")


def test_how_long_something_goes_on_stays_with_what_has_no_hour() -> None:
    (walk,) = read("Ann Ivy walks on the beach for an hour.")
    assert walk.about == "walks on the beach for an hour"


def test_whom_a_surprise_is_for_is_not_asked_to_it() -> None:
    told = "Lena turns six on Friday, and Ann Ivy is throwing {whom} a surprise party at the Puffin on Friday at six."
    for whom in ("her", "Bo Ek"):
        first, event = read(told.format(whom=whom))
        assert first.kind == "thing"
        assert (event.kind, event.about, event.who) == ("event", "a surprise party", "Ann Ivy")
    coming, kept = read("Cy Od, Dora Ek and the mayor are to be there, and Bo Ek must not find out.")
    assert (plain(coming.about), plain(kept.about)) == ("Cy Od Dora Ek", "not Bo Ek")


def test_from_whom_a_surprise_is_kept_is_not_asked() -> None:
    _, kept = read("The supper is meant to be a surprise for Bo Ek.")
    assert (kept.kind, plain(kept.about)) == ("guestlist", "not Bo Ek")


@pytest.mark.parametrize(
    "told",
    [
        "Ann Ivy is giving a tea for Bo Ek at the Puffin on Friday at four, and not a word of it must reach him.",
        "Ann Ivy is cooking a supper for Bo Ek at the Puffin on Friday at six, but he suspects nothing.",
        "Ann Ivy is throwing a party for Bo Ek at the Puffin on Friday at six; nobody is to tell Bo Ek.",
        "Ann Ivy is planning a birthday supper at the Puffin on Friday at six behind Bo Ek's back.",
        "Without Bo Ek's knowing, Ann Ivy is planning a birthday supper at the Puffin on Friday at six.",
        "Ann Ivy is throwing a party for Bo Ek at the Puffin on Friday at six; it is to be a surprise for him.",
    ],
)
def test_from_whom_an_event_is_kept_in_any_words_is_not_asked(told: str) -> None:
    event, kept = read(told)
    assert event.kind == "event"
    assert event.when.start in (960, 1080)
    assert (kept.kind, plain(kept.about)) == ("guestlist", "not Bo Ek")


def test_what_is_kept_from_somebody_and_is_no_event_leaves_them_welcome() -> None:
    assert not [
        fact for fact in read("Ann Ivy ate the last cake, and Bo Ek must not know.") if fact.kind == "guestlist"
    ]
    mended = "Ann Ivy is mending the lamp at night without telling Bo Ek."
    assert not [fact for fact in read(mended) if fact.kind == "guestlist"]


@pytest.mark.parametrize(
    ("told", "guests"),
    [
        ("Ann Ivy expects Bo Ek and Cy Od to turn up in costume.", "Bo Ek and Cy Od"),
        ("Bo Ek, Cy Od and old Dora Ek are all invited.", "Bo Ek Cy Od Dora Ek"),
        ("Bo Ek, Cy Od and the vicar are to dine with Ann Ivy.", "Bo Ek Cy Od"),
        ("Ann Ivy means to ask Bo Ek and Dora Ek as well.", "Bo Ek and Dora Ek"),
        ("Ann Ivy would like Cy Od and Dora Ek there.", "Cy Od and Dora Ek"),
    ],
)
def test_guests_are_read_however_they_are_told(told: str, guests: str) -> None:
    (fact,) = read(told)
    assert (fact.kind, plain(fact.about)) == ("guestlist", guests)


def test_who_is_left_out_in_the_same_breath_is_not_asked() -> None:
    asked, kept = read("Ann Ivy means to ask Bo Ek and Cy Od, but not Dora Ek, who talks too much.")
    assert (plain(asked.about), plain(kept.about)) == ("Bo Ek and Cy Od", "not Dora Ek")
    held, guests = read("Ann Ivy is having a few friends over at the Puffin on Friday at eight, just Bo Ek and Cy Od.")
    assert (held.kind, held.about, plain(guests.about)) == ("event", "a get-together", "Bo Ek Cy Od")


def test_who_was_asked_to_do_something_is_no_guest() -> None:
    (asked,) = read("Ann Ivy has been asked to paint the sign.")
    assert asked.kind == "promise"


@pytest.mark.parametrize(
    ("told", "what"),
    [
        (
            "Ann Ivy is giving old Dobbin, the grey mare, a farewell party at the Puffin on Friday at six.",
            "a farewell party for old Dobbin",
        ),
        ("On Friday at four Ann Ivy is calling the whole crew into the Puffin to hear the news.", "a meeting"),
        (
            "Ann Ivy is having some friends over at the Puffin on Friday at six to watch the stars.",
            "a get-together to watch the stars",
        ),
        ("Ann Ivy is christening the new raft at the Puffin on Friday at noon.", "the christening of the new raft"),
    ],
)
def test_what_people_are_called_together_for_is_an_event(told: str, what: str) -> None:
    (event,) = read(told)
    assert (event.kind, event.about, event.place) == (
        "event",
        what,
        "at the Puffin" if "into" not in told else "in the Puffin",
    )
    assert event.when.date == dt.date(2025, 10, 17)


def test_a_meeting_that_is_called_and_a_farewell_to_a_thing_are_events() -> None:
    (called,) = read("Ann Ivy has called a Growers' Meeting for seven o'clock on Friday evening at the Puffin.")
    assert (called.kind, called.about, called.when.start) == ("event", "a Growers' Meeting", 19 * 60)
    (farewell,) = read("On Friday at five Ann Ivy is giving the old organ a send-off at the Puffin.")
    assert (farewell.kind, farewell.about) == ("event", "a send-off for the old organ")


def test_what_is_told_around_a_matter_is_no_part_of_it() -> None:
    told = {
        "Last week Ann Ivy overheard a man say that a chain wants to buy the inn.": "a chain wants to buy the inn",
        "Ann Ivy swears she saw a lynx behind the chapel on Sunday.": "there is a lynx behind the chapel",
        "Ann Ivy is looking for a silver thimble, which she must have left somewhere.": "a silver thimble",
        "Ann Ivy needs a second-hand samovar, the old one being past mending.": "a second-hand samovar",
        "Ann Ivy needs a new rope for the bucket before someone gets hurt.": "a new rope for the bucket",
        "Ann Ivy is having trouble with the chemistry and would love to pass.": "the chemistry",
        "Ann Ivy promised Bo Ek to sing on Wednesday and regrets it.": "sing",
    }
    facts = {sentence: read(sentence)[0] for sentence in told}
    assert {sentence: fact.about for sentence, fact in facts.items()} == told
    assert [fact.kind for fact in facts.values()] == ["rumour", "rumour", "need", "need", "need", "worry", "promise"]


def test_what_was_settled_about_tomorrow_lies_ahead() -> None:
    talked, walk = read("Ann Ivy has talked Bo Ek into an early start tomorrow.") + read(
        "Ann Ivy has said yes to a walk with Bo Ek on Tuesday evening and regrets it a little."
    )
    (found,) = read("Ann Ivy has found a boat for tomorrow.")
    assert talked.when.date == walk.when.date == found.when.date == dt.date(2025, 10, 14)
    (over,) = read("Ann Ivy found a boat next door on Tuesday.")
    assert over.when.date == dt.date(2025, 10, 7)
    assert (walk.kind, plain(walk.about)) == ("attend", "a walk with Bo Ek")


def test_days_of_work_are_no_date_and_a_letter_names_no_place() -> None:
    (work,) = read("Ann Ivy mends nets at the Puffin, Monday to Saturday, nine to half past five.")
    assert (work.when.date, work.when.start, work.when.end) == (None, 9 * 60, 17 * 60 + 30)
    with using(words_with(places_in_words([Address.parse("Oke:Stair A"), Address.parse("Oke:Stair B")], {}))):
        (plays,) = read("Ann Ivy plays bass in a band.")
    assert plays.place == ""


def test_the_guests_for_whom_an_event_is_given_are_its_guests() -> None:
    event, guests = read("Ann Ivy is cooking bobotie on Tuesday night at eight, round at hers, for Bo Ek and Cy Od.")
    assert (event.kind, event.about, event.place) == ("event", "bobotie", "at Ivy cottage")
    assert (guests.kind, plain(guests.about)) == ("guestlist", "Bo Ek and Cy Od")


@pytest.mark.parametrize(
    "told",
    [
        "Ann Ivy has asked Bo Ek about the boat.",
        "Ann Ivy is meeting Bo Ek at the Puffin on Saturday at five.",
        "Ann Ivy is doing her best at the Puffin.",
        "Ann Ivy is playing cards at the Puffin.",
        "Ann Ivy holds rehearsals in the courtyard from ten till one.",
        "Bo Ek is coming from the sea.",
        "Ann Ivy expects Bo Ek to pay.",
        "Ann Ivy is taking Bo Ek to the Puffin.",
        "Ann Ivy is giving Bo Ek a new hat.",
        "Ann Ivy has asked Bo Ek for a ride to town on Friday.",
        "Ann Ivy is taking Bo Ek for a walk on Friday.",
        "Ann Ivy is taking Mrs Green for a walk in the courtyard on Friday at six.",
        "Ann Ivy is playing cards with Bo Ek on Friday.",
        "Ann Ivy has invited Bo Ek for tea.",
        "Morning coffee at six.",
    ],
)
def test_what_is_no_event_and_no_guest_list_is_none(told: str) -> None:
    assert not {fact.kind for fact in read(told)} & {"event", "guestlist"}


@pytest.mark.parametrize(
    "told",
    [
        "Secretly Ann Ivy has auditioned for a film in Cardiff.",
        "Between ourselves, Ann Ivy waters the rum.",
        "Strictly between us Ann Ivy is going to sell the lorry.",
        "Don't tell a soul, but Ann Ivy is putting money by for a trip to Lisbon.",
        "Ann Ivy has been seeing Bo Ek on the quiet.",
        "Ann Ivy and Bo Ek have been together since spring, but her brother mustn't know.",
        "Ann Ivy still loves Bo Ek and hasn't told a soul.",
        "Ann Ivy has made up every fortune since 2018, not that anyone knows.",
        "The inspector told Ann Ivy in confidence that he will look in on Friday.",
        "The owner rang Ann Ivy to say that the house will be sold, and she was told to keep it under her hat.",
    ],
)
def test_what_somebody_keeps_to_themselves_is_a_secret(told: str) -> None:
    assert [fact.secret for fact in read(told)] == [True]


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ("Ann Ivy won't speak to Bo Ek since he spilled stout on the sleeves.", "quarrel"),
        ("Ann Ivy can't forgive Bo Ek for calling her a fraud.", "quarrel"),
        ("Ann Ivy and Bo Ek don't talk.", "quarrel"),
        ("Ann Ivy is not setting foot in Bo Ek's pub.", "quarrel"),
        ("Ann Ivy and Bo Ek are thick as thieves.", "friend"),
        ("Ann Ivy and Bo Ek have not been on speaking terms since the raffle.", "quarrel"),
        ("Ann Ivy gets on with everybody except Bo Ek.", "unease"),
        ("A clerk let slip to Ann Ivy that the council means to shut the baths.", "rumour"),
        ("What Ann Ivy lacks is a back wheel for the tandem.", "need"),
        ("Ann Ivy is after wild mushrooms for a strudel.", "need"),
        ("At school they called Ann Ivy Pepper, and Bo Ek still does.", "thing"),
        ("Ann Ivy is a terrible cook.", "habit"),
        ("Ann Ivy's oldest friend here is Bo Ek.", "friend"),
        ("Ann Ivy gets on like a house on fire with Bo Ek.", "friend"),
        ("Ann Ivy is fed up with Bo Ek.", "unease"),
        ("Ann Ivy is head over heels for Bo Ek.", "love"),
        ("Ann Ivy is looking for anyone who could use a crate of lemons.", "doing"),
        ("Ann Ivy wants to buy the watch back before Bo Ek notices.", "wish"),
        ("They say the council wants to shut down the ferry.", "rumour"),
        ("Word is that the mill will close.", "rumour"),
        ("Ann Ivy'd be glad of somebody to dig over the potato patch.", "need"),
    ],
)
def test_what_people_are_to_each_other_and_what_goes_round_is_read(told: str, kind: str) -> None:
    assert [fact.kind for fact in read(told)] == [kind]


@pytest.mark.parametrize(
    ("told", "about"),
    [
        ("Ann Ivy could do with a hand shifting the barrels.", "somebody to help with shifting the barrels"),
        ("Ann Ivy needs to borrow an amplifier from somebody.", "an amplifier"),
    ],
)
def test_a_need_is_what_is_needed_and_not_from_whom(told: str, about: str) -> None:
    (need,) = read(told)
    assert (need.kind, need.about) == ("need", about)


@pytest.mark.parametrize(
    ("told", "what", "when"),
    [
        (
            "Tomorrow is May Day, and Ann Ivy is serving a pie at the Puffin on Tuesday at one.",
            "a pie",
            "on Tuesday October 14 at 1 pm",
        ),
        (
            "Ann Ivy is holding a sack race in the courtyard on Friday at three, old hands against new.",
            "a sack race",
            "on Friday October 17 at 3 pm",
        ),
        (
            "Ann Ivy leads the band, and on Friday at seven in the evening it meets in the Puffin to rehearse.",
            "a practice of the band",
            "on Friday October 17 at 7 pm",
        ),
        (
            "Ann Ivy runs the Oke Brass Band, and tonight at six it is having its last rehearsal at the Puffin.",
            "a last rehearsal",
            "on Monday October 13 at 6 pm",
        ),
        (
            "Tonight at six Ann Ivy is cooking pea soup for everybody over a fire in the courtyard.",
            "pea soup",
            "on Monday October 13 at 6 pm",
        ),
        (
            "Tonight at six Ann Ivy is giving a supper at the Puffin, and she pretends not to care.",
            "a supper",
            "on Monday October 13 at 6 pm",
        ),
    ],
)
def test_an_event_is_read_out_of_what_else_its_sentence_tells(told: str, what: str, when: str) -> None:
    (event,) = (fact for fact in read(told) if fact.kind == "event")
    assert (plain(event.about), say_when(event.when, MONDAY, absolute=True)) == (what, when)
    assert "pretends" not in event.text


@pytest.mark.parametrize(
    ("told", "guests"),
    [
        ("Bo Ek, Cy Od and Dora Ek have sworn to be there, and all are welcome.", "Bo Ek Cy Od Dora Ek"),
        ("Ann Ivy counts on Bo Ek, and Cy Od and Dora Ek must come as well.", "Cy Od Dora Ek"),
        ("Ann Ivy told Bo Ek and Cy Od to come, and Dora Ek too, if her shift allows.", "Bo Ek and Cy Od, and Dora Ek"),
        ("Bo Ek has asked Ann Ivy to come, and nobody is to breathe a word to Dora Ek.", "Ann Ivy"),
    ],
)
def test_guests_are_read_out_of_what_else_their_sentence_tells(told: str, guests: str) -> None:
    (asked,) = (fact for fact in read(told) if fact.kind == "guestlist")
    assert plain(asked.about).startswith(guests)
    assert "breathe" not in asked.about


@pytest.mark.parametrize(
    ("told", "to"),
    [
        ("Ann Ivy is bound to be at the supper tonight, in her clean shirt.", "the supper"),
        ("Tomorrow at six Ann Ivy has a lunch to go to at the Puffin, in her own honour.", "a lunch"),
        ("Tonight Ann Ivy is going to sing at Bo Ek's concert, mostly in order to look at him.", "Bo Ek's concert"),
        ("Tomorrow Ann Ivy is running for the old hands in Bo Ek's sack race.", "Bo Ek's sack race"),
        ("Ann Ivy plays the drum, and she is playing it for Bo Ek at the supper tonight.", "the supper"),
        ("On Friday Ann Ivy will look in at Bo Ek's lunch.", "Bo Ek's lunch"),
        ("Ann Ivy is looking forward to Bo Ek's soup on Friday at six, since she is hungry.", "Bo Ek's soup"),
        ("Ann Ivy is bringing two kinds of pie to Bo Ek's lunch on Friday.", "Bo Ek's lunch"),
        ("Ann Ivy wants to dance, and so on Friday at six she is going to Bo Ek's class.", "Bo Ek's class"),
        ("Ann Ivy is going to sing at Bo Ek's lunch on Friday, if her voice holds.", "Bo Ek's lunch"),
    ],
)
def test_who_takes_part_in_what_others_hold_is_going_there(told: str, to: str) -> None:
    (going,) = (fact for fact in read(told) if fact.kind == "attend")
    assert plain(going.about) == to


def test_who_is_asked_to_dance_is_asked_to_no_dance() -> None:
    told = "Ann Ivy has invited Bo Ek to dance at the Puffin on Friday at six."
    assert [fact.kind for fact in read(told)] == ["past"]


@pytest.mark.parametrize(
    "told",
    [
        "On Friday at six Ann Ivy is giving a supper at the Puffin, to which she has asked Bo Ek and Dora Ek.",
        "Ann Ivy is giving a supper at the Puffin on Friday at six, for which she expects Bo Ek and Dora Ek.",
    ],
)
def test_guests_may_stand_in_a_clause_of_the_event(told: str) -> None:
    event, guests = read(told)
    assert (event.kind, event.about, event.when.start) == ("event", "a supper", 18 * 60)
    assert (guests.kind, guests.people) == ("guestlist", ("Ann Ivy", "Bo Ek", "Dora Ek"))


def test_those_whom_a_host_wants_to_be_there_are_guests() -> None:
    (guests,) = read("Ann Ivy wants Bo Ek and Cy Od to be there.")
    assert (guests.kind, guests.about) == ("guestlist", "⟦Bo Ek⟧ and ⟦Cy Od⟧")


def test_what_somebody_will_do_before_people_is_held() -> None:
    told = "On Friday at six Ann Ivy will unwrap her statue at the Puffin, and she is hoping for Bo Ek and Dora Ek."
    event, guests = read(told)
    assert (event.kind, event.about, event.place, event.when.start) == (
        "event",
        "a get-together",
        "at the Puffin",
        18 * 60,
    )
    assert (guests.kind, guests.about) == ("guestlist", "⟦Bo Ek⟧ and ⟦Dora Ek⟧")


def test_a_host_may_want_everybody_there_for_something() -> None:
    told = (
        "On Friday, that's the seventeenth of October, Ann Ivy wants everybody in Oke at the Puffin at six in the "
        "evening for the launch of the raft."
    )
    event, guests = read(told)
    assert (event.kind, event.about, event.place) == ("event", "the launch of the raft", "at the Puffin")
    assert (event.when.date, event.when.start) == (dt.date(2025, 10, 17), 18 * 60)
    assert (guests.kind, guests.about) == ("guestlist", "everybody")


def test_a_garden_that_is_thrown_open_for_tea_is_a_tea_there() -> None:
    (event, *_) = read("On Friday at four Ann Ivy will be throwing open the courtyard for tea and cake.")
    assert (event.kind, event.about, event.place) == ("event", "tea and cake", "in the courtyard")


def test_a_day_told_twice_is_one_day_and_no_part_of_the_name() -> None:
    told = (
        "Tonight, Monday, Ann Ivy has asked Bo Ek and Cy Od to a tasting of her plums at the Puffin, from 8 to 10 pm."
    )
    event, guests = read(told)
    assert (event.about, event.when.date, event.when.start) == (
        "a tasting of ⟦Ann Ivy⟧'s plums",
        MONDAY.date(),
        20 * 60,
    )
    assert guests.about == "⟦Bo Ek⟧ and ⟦Cy Od⟧"


def test_the_whole_street_is_to_come_and_some_are_meant() -> None:
    street = read("On Friday at six Ann Ivy is giving a supper at the Puffin, and the whole street is to come.")
    assert street[0].kind == "event"
    assert read("The whole street is to come.")[0].about == "everybody"
    assert read("Ann Ivy has in mind Bo Ek and Dora Ek for the parts.")[0].about == "⟦Bo Ek⟧ and ⟦Dora Ek⟧"
