"""Where a matter takes place, as people tell it and as the map names it."""

from __future__ import annotations

import pytest

from offline.talks import CY, EVE, MAY, talk, talk_fields
from townlet.language.prompt import Field
from townlet.offline.matters.matter import Matter
from townlet.offline.moves import lookup
from townlet.offline.moves.talk import TalkContext
from townlet.offline.words import using
from townlet.offline.words.added import words_with
from townlet.town.words import places_in_words
from townlet.world.address import Address


def the(kind: str, talk: TalkContext) -> Matter:
    """The one matter of a kind that there is."""
    [matter] = [each for each in talk.matters if each.kind == kind]
    return matter


DINNER = "May Li is holding the Midwinter Dinner in the galley of the Main Hut on Tuesday May 6 from 6 pm to 8 pm."

PLACES = tuple(
    Address.parse(place)
    for place in ("Solheim:Main Hut", "Solheim:Main Hut:galley", "Solheim:Main Hut:sick bay", "Solheim:Ice Lab")
)


@pytest.mark.parametrize(
    ("place", "is_there"),
    [("Main Hut: galley", True), ("Main Hut: sick bay", False), ("Ice Lab: galley", False)],
)
def test_an_event_told_from_the_room_outwards_is_where_the_map_has_it(place: str, is_there: bool) -> None:
    fields = talk_fields(known=(DINNER,), now="Tuesday May 6 2025, 6:30 pm", place=place)
    with using(words_with(places_in_words(PLACES))):
        talk = TalkContext(fields, 1)
        event = the("event", talk)
        assert lookup.is_here(talk, event) == is_there
        assert (lookup.event_here(talk) is not None) == is_there


def test_no_place_is_nowhere() -> None:
    assert not lookup.names_place("Main Hut: galley", "")
    assert not lookup.names_place("Main Hut: galley", "in the")


@pytest.mark.parametrize(
    ("tie", "need", "can"),
    [
        ("Cy O'Du knows May Li from the mill.", "somebody to read the letters from the council", True),
        ("Cy O'Du knows May Li from the mill.", "somebody to help with the boat", False),
        ("May Li and Cy O'Du are good friends.", "somebody to help with the boat", True),
        ("Cy O'Du knows May Li from the mill.", "somebody to mend the boat", False),
        ("", "somebody to read the letters from the council", False),
    ],
)
def test_a_small_thing_is_done_for_acquaintances_and_a_hand_lent_to_friends(tie: str, need: str, can: bool) -> None:
    seen = talk(f"I need {need}.", known=(tie,) if tie else (), me=MAY, you=CY)
    matter = the("need", seen)
    assert lookup.can_help(seen, matter, MAY) == can


def test_what_a_need_is_for_finds_nobody_who_can_meet_it() -> None:
    known = ("May Li writes songs and hopes to sing at the farewell supper.",)
    seen = talk("I need somebody to lend me a projector for the farewell supper.", known=known)
    matter = the("need", seen)
    assert lookup.helps(seen, matter, MAY) is None


@pytest.mark.parametrize(("event", "head"), [("the party for Doctor Hale", "party"), ("the Open Lever", "Lever")])
def test_an_event_is_known_by_its_noun(event: str, head: str) -> None:
    held = talk(known=(f"May Li is holding {event} at the Old Mill on Wednesday May 7 from 6 pm to 9 pm.",))
    matter = the("event", held)
    assert lookup.head_of(matter) == head


@pytest.mark.parametrize(
    ("need", "means", "can"),
    [
        ("somebody to mend the waiting room bench", "May Li has a sewing machine in the spare room.", False),
        ("somebody to mend the waiting room bench", "May Li can mend anything of wood.", True),
        ("somebody to mend the waiting room bench", "May Li has a bench in the hall.", True),
        ("paper hearts for the party", "May Li has a roll of coloured paper.", True),
        ("a vet to look at the cat", "May Li is a veterinarian.", True),
        ("a glass case for the old compass", "May Li is a carpenter.", True),
        ("somebody to see to the dripping tap", "May Li is a plumber.", True),
        ("a vet to look at the cat", "May Li is a baker.", False),
    ],
)
def test_a_need_is_met_by_what_it_is_of_and_not_by_a_word_beside_it(need: str, means: str, can: bool) -> None:
    seen = talk(f"I need {need}.", known=(means,), me=MAY, you=CY)
    matter = the("need", seen)
    assert (lookup.helps(seen, matter, MAY) is not None) == can


def test_who_has_said_no_to_an_event_is_no_guest_of_it_though_they_are_there() -> None:
    def guest(*lived: str) -> bool:
        fields = talk_fields(known=(DINNER,), lived=lived, me=CY, you=EVE, now="Tuesday May 6 2025, 6:30 pm")
        return lookup.event_here(TalkContext({**fields, "place": "Main Hut: galley"}, 1)) is not None

    with using(words_with(places_in_words(PLACES))):
        asked = "May Li said to me: 'I'm holding the Midwinter Dinner in the galley tomorrow at six. Will you come?'"
        assert guest(asked)
        assert not guest(asked, "I said to May Li: 'No. I'd rather not.'")


@pytest.mark.parametrize(
    ("event", "head"),
    [
        ("an exhibition about shipwrecks", "exhibition"),
        ("a film evening", "film evening"),
        ("a supper for Eve Fay", "supper"),
        ("a walk with lanterns before the feast", "walk"),
    ],
)
def test_an_event_is_called_in_short_by_what_it_is(event: str, head: str) -> None:
    held = f"May Li is holding {event} at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."
    matter = the("event", talk(known=(held,)))
    assert lookup.head_of(matter) == head


@pytest.mark.parametrize(
    ("event", "story", "takes_part"),
    [
        ("a supper for Cy O'Du", "", True),
        ("a supper for Eve Fay", "", False),
        ("a concert of the choir", "Cy O'Du sings bass in the choir.", True),
        ("a concert of the choir", "Cy O'Du thinks that the choir is too loud.", False),
        ("a concert of the choir", "Cy O'Du loves the choir.", False),
        ("a concert of the band", "Cy O'Du sings bass in the choir.", False),
    ],
)
def test_who_belongs_to_an_event_takes_part_in_it(event: str, story: str, takes_part: bool) -> None:
    held = f"May Li is holding {event} at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."
    seen = talk("Good day.", known=(held, *filter(None, (story,))), me=CY, you=MAY)
    matter = the("event", seen)
    assert lookup.takes_part(seen, matter) == takes_part


@pytest.mark.parametrize(
    ("story", "touched"),
    [
        ("Cy O'Du swims at the public baths every morning.", True),
        ("Cy O'Du buys fish for his uncle, who owns the baths.", True),
        ("Cy O'Du thinks that the baths are too cold.", False),
        ("Cy O'Du swims in the sea.", False),
    ],
)
def test_news_touches_those_whose_days_are_about_it(story: str, touched: bool) -> None:
    seen = talk("Have you heard? They say that the council wants to sell the baths.", known=(story,), me=CY, you=MAY)
    assert lookup.touches_me(seen, the("news", seen).fact) == touched


@pytest.mark.parametrize(
    ("host", "told", "belongs"),
    [
        ("Eve Fay", "", False),
        ("Eve Li", "", True),
        ("Eve", "", False),
        ("Eve Fay", "May Li and Eve Fay are married.", True),
        ("Eve Fay", "May Li and Eve Fay live together at the Mill House.", True),
    ],
)
def test_whoever_has_the_hosts_name_kin_or_house_belongs_to_them(host: str, told: str, belongs: bool) -> None:
    held = f"{host} is holding a lantern walk at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."
    people: list[Field] = [{"name": name, "pronoun": "she"} for name in (MAY, host)]
    seen = talk(known=(held, told) if told else (held,), pronouns=people)
    assert lookup.belongs_to_host(seen, the("event", seen), MAY) == belongs


def test_whom_one_saw_before_one_came_or_on_the_way_was_no_guest() -> None:
    held = "May Li is holding a lantern walk at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."
    lived = [
        ("6:05 pm", "Eve Fay is playing cards."),
        ("6:20 pm", "Cy O'Du is chatting with other guests at Old Mill."),
        ("6:25 pm", "Þóra is on the way to the Lantern Inn."),
        ("6:30 pm", "May Li is lighting a lantern."),
    ]
    fields = talk_fields(known=(held,), me=CY, you=EVE, now="Wednesday May 7 2025, 7:00 pm")
    seen: list[Field] = [{"when": f"Wednesday May 7 2025, {at}", "text": told} for at, told in lived]
    memories = fields["memories"]
    assert isinstance(memories, list)
    talk = TalkContext({**fields, "memories": [*memories, *seen]}, 1)
    assert lookup.guests(talk, the("event", talk)) == [MAY]


@pytest.mark.parametrize(
    ("need", "of_cy", "helps"),
    [
        ("somebody who understands engines", "knows engines", True),
        ("someone to look at the church roof", "was a roofer in Gdynia until two years ago", True),
        ("someone to look at the church roof", "goes to the church every day", False),
        ("somebody who is kind", "knows engines", False),
    ],
)
def test_what_somebody_knows_or_once_was_meets_a_need(need: str, of_cy: str, helps: bool) -> None:
    scene = talk(me=CY, you=MAY, known=(f"{CY} {of_cy}.", f"{MAY} needs {need}."))
    (matter,) = (each for each in scene.matters if each.kind == "need")
    assert (lookup.helps(scene, matter, CY) is not None) is helps


def test_who_holds_an_event_with_another_has_a_part_in_it() -> None:
    told = "May Li and Cy O'Du are giving a lantern supper at the Old Mill on Wednesday May 7 from 6 pm to 9 pm."

    def takes_part(who: str) -> bool:
        talk = TalkContext(talk_fields(known=(told,), me=who, you=MAY), 1)
        return lookup.takes_part(talk, the("event", talk))

    assert (takes_part(CY), takes_part(EVE)) == (True, False)


def test_nobody_is_too_busy_for_an_event_that_their_story_calls_by_another_name() -> None:
    told = "May Li is giving a farewell breakfast at the Old Mill on Wednesday May 7 at 8 am."
    for going, busy in (("a breakfast to go to at the Old Mill", False), ("a race to go to at the Quay", True)):
        scene = talk(me=CY, you=MAY, known=(told, f"Cy O'Du has {going} on Wednesday May 7 at 8 am."))
        breakfast = next(each for each in scene.matters if each.owner == MAY)
        assert (lookup.busy(scene, breakfast) is not None) is busy


@pytest.mark.parametrize(("known", "busy"), [("plays May Li", False), ("sails with Eve Fay", True)])
def test_who_has_a_date_with_the_host_is_not_too_busy_for_it(known: str, busy: bool) -> None:
    told = "May Li is holding a game of chess at the Old Mill on Wednesday May 7 from 6 pm to 8 pm."
    habit = f"Cy O'Du {known} on Wednesday May 7 at 6 pm."
    scene = talk(me=CY, you=MAY, known=(told, habit))
    assert (lookup.busy(scene, the("event", scene)) is not None) is busy


@pytest.mark.parametrize(
    ("guests", "place", "homes", "small"),
    [
        ("Cy O'Du and Eve Fay", "the Ice Lab", 0, True),
        ("everybody", "the Ice Lab", 0, False),
        ("everybody", "the Main Hut", 2, True),
        ("everybody", "the Main Hut", 6, False),
    ],
)
def test_an_event_is_small_where_few_are_asked_or_live(guests: str, place: str, homes: int, small: bool) -> None:
    told = f"May Li is holding a supper at {place} on Tuesday May 6 from 6 pm to 8 pm."
    living = {f"Ann {number}": Address.parse("Solheim:Main Hut") for number in range(homes)}
    with using(words_with(places_in_words(PLACES, living))):
        scene = talk(known=(told, f"May Li has invited {guests} to the supper."))
        assert lookup.is_small(the("event", scene)) is small


def test_help_with_a_deed_is_a_deed_and_no_thing() -> None:
    scene = talk(me=CY, you=MAY, known=(), lived=("Cy O'Du promised May Li to help write a speech for the guild.",))
    need = the("need", scene)
    assert (need.parts["do"], need.parts.get("thing", "")) == ("write a speech for the guild", "")


@pytest.mark.parametrize(("memory", "witnessed"), [("noticed", True), ("has heard", False), ("saw", True)])
def test_what_one_saw_oneself_is_no_hearsay(memory: str, witnessed: bool) -> None:
    scene = talk(known=(f"May Li {memory} that the dam is cracked.",), me=MAY, you=CY)
    assert lookup.witnessed(the("news", scene).fact) is witnessed


@pytest.mark.parametrize(
    ("seen", "elsewhere"),
    [
        ("Cy O'Du is mending a net at the Quay.", True),
        ("Cy O'Du is laughing at a joke at the Old Mill.", False),
        ("Eve Fay is mending a net at the Quay.", False),
    ],
)
def test_only_whom_one_saw_elsewhere_was_not_at_an_event(seen: str, elsewhere: bool) -> None:
    fields = talk_fields(known=("Eve Fay is giving a supper at the Old Mill on Monday May 5 from 6 pm to 9 pm.",))
    memories: list[Field] = [*fields["memories"], {"when": "Monday May 5 2025, 7:00 pm", "text": seen}]  # type: ignore[misc]
    scene = TalkContext({**fields, "memories": memories}, 1)
    assert lookup.was_elsewhere(scene, the("event", scene), CY) is elsewhere


def test_an_open_house_is_no_house() -> None:
    scene = talk(known=("May Li is holding an open house for the guild at the Old Mill on Wednesday May 7 at 6 pm.",))
    assert lookup.head_of(the("event", scene)) == "open house"


def test_who_said_no_was_not_at_an_event() -> None:
    supper = "May Li is giving a supper at the Old Mill on Monday May 5 from 6 pm to 9 pm."
    no = "Cy O'Du told May Li that Cy O'Du cannot come to the supper at the Old Mill on Monday May 5."
    scene = talk(known=(supper,), lived=(no,))
    assert lookup.was_elsewhere(scene, the("event", scene), CY)
    assert not lookup.was_elsewhere(scene, the("event", scene), EVE)


def test_a_former_wife_is_no_wife() -> None:
    assert talk(known=("May Li is the wife of Cy O'Du.",)).household
    assert not talk(known=("May Li is the former wife of Cy O'Du.",)).household


@pytest.mark.parametrize(
    ("needed", "means"),
    [
        ("somebody to play the anthem", "May Li plays the zither rather badly."),
        ("somebody to bake a cake", "May Li bakes as well as she sews."),
        ("somebody to repair the barometer", "May Li can repair almost everything."),
        (
            "somebody who knows engines to come and listen to the gearbox",
            "May Li can tell what ails an engine by its cough.",
        ),
    ],
)
def test_what_one_can_do_meets_needs_in_other_words(needed: str, means: str) -> None:
    scene = talk(f"I need {needed}. Do you know anybody?", known=(means, "May Li and Cy O'Du are good friends."))
    (need,) = (matter for matter in scene.matters if matter.kind == "need")
    assert lookup.can_help(scene, need, "May Li")


@pytest.mark.parametrize(
    ("known", "works"),
    [
        (("Cy O'Du is an athlete.", "Cy O'Du trains at the Lantern Inn in the morning."), False),
        (("Cy O'Du is a cook.", "Cy O'Du works at the Lantern Inn in the morning."), True),
        (("Cy O'Du is a cook.", "Cy O'Du cooks at the Lantern Inn in the morning."), True),
        (("Cy O'Du sells eels at the Lantern Inn from five to noon.",), True),
        (("Cy O'Du is the keeper of the Lantern Inn.",), True),
    ],
)
def test_who_only_trains_somewhere_serves_nobody_there(known: tuple[str, ...], works: bool) -> None:
    assert lookup.works_here(talk(known=known, me=CY, you=MAY, summary=""), CY) == works


PICNIC = (
    "May Li is holding a picnic at the Swan Field on Wednesday May 7 from 4 pm to 6 pm.",
    "May Li needs somebody to carry a bench.",
    "May Li and Cy O'Du are good friends.",
)


@pytest.mark.parametrize(
    ("story", "refuses"),
    [
        ("loathes May Li", {"at_odds", "helps"}),
        ("has a bitter dispute with May Li", {"at_odds", "helps"}),
        ("shuns everything that May Li puts on", {"at_odds", "helps"}),
        ("has a court order against May Li", {"at_odds", "helps"}),
        ("is terrified of May Li", {"at_odds", "helps", "unwilling"}),
        ("would sooner starve than sit at a table with May Li", {"at_odds", "helps"}),
        ("distrusts people, especially May Li", {"at_odds", "helps"}),
        ("cannot bear the way May Li sings", set()),
        ("fears that May Li is ill", set()),
        ("is not on good terms with anybody", {"away", "helps", "unwilling"}),
        ("cannot abide feasts", {"away"}),
        ("does not care for big crowds", {"away"}),
        ("steers clear of social occasions", {"away"}),
        ("is too shy to attend gatherings", {"away"}),
        ("is in deep mourning", {"away"}),
        ("likes being alone", {"away"}),
        ("hates to be late for parties", set()),
        ("never goes out after dark", set()),
        ("is barred from the Swan Field", {"away"}),
        ("has sworn never to set foot in the Swan Field", {"away"}),
        ("stays away from the Swan Field since the flood", {"away"}),
        ("hates the geese of the Swan Field", set()),
        ("never goes to the Swan Field before breakfast", set()),
        ("has not left the hut in two years", {"away", "helps"}),
        ("never leaves the hut without a scarf", set()),
        ("is on house arrest", {"away", "helps"}),
        ("has a weak hip", {"helps"}),
        ("may not carry anything", {"helps"}),
        ("does not help anyone unless they pay", {"helps", "unwilling"}),
        ("dislikes being asked for favours", {"helps", "unwilling"}),
        ("is mean and disobliging", {"helps", "unwilling"}),
        ("lends nothing to nobody", {"helps", "unwilling"}),
        ("would never lend anything to anyone", {"helps", "unwilling"}),
        ("avoids all fish", set()),
        ("dislikes people who shout", set()),
    ],
)
def test_who_refuses_by_their_own_story_refuses(story: str, refuses: set[str]) -> None:
    scene = talk(known=(*PICNIC, f"Cy O'Du {story}."), me=CY, you=MAY)
    picnic, bench = the("event", scene), the("need", scene)
    found = {
        "at_odds": lookup.at_odds(scene, picnic),
        "away": lookup.keeps_away(scene, picnic),
        "helps": not lookup.can_help(scene, bench, CY),
        "unwilling": lookup.unwilling(scene),
    }
    assert {name for name, holds in found.items() if holds} == refuses


@pytest.mark.parametrize("story", ["took a vow of silence at Easter", "is bound by an oath of silence", "cannot speak"])
def test_who_keeps_silent_says_nothing(story: str) -> None:
    assert lookup.is_wordless(talk(known=(*PICNIC, f"Cy O'Du {story}."), me=CY, you=MAY))
