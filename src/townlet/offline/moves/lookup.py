"""What a speaker can find out about a matter from what is remembered."""

from __future__ import annotations

import datetime as dt
import re

from townlet.cognition.wording import age_in
from townlet.offline.fields import text
from townlet.offline.forms import verb_form
from townlet.offline.matters.context import Context, draw, is_trifle
from townlet.offline.matters.matter import Matter
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.clauses import frame
from townlet.offline.reader.facts import Fact, content, residents_of
from townlet.offline.reader.gatherings import OCCASION
from townlet.offline.reader.people import SLOT, plain, slot
from townlet.offline.reader.phrases import gerund
from townlet.offline.states import classify
from townlet.offline.trades import trade_in, trade_of_deed
from townlet.offline.words import WORDS, cached, pattern, words

NO_FACT = Fact("none", "", "")
SCHOOL_ENDS = 16
"""Whoever is younger goes to school; our choice."""
JUST = dt.timedelta(hours=30)
"""So long after it one still speaks of what was."""
LONG = dt.timedelta(hours=9)
"""A plan that lasts so long is what one does all day: one can get away from it."""
_HOME = re.compile(r"\b(?:house|home|apartment|flat|cottage|cabin|dorm|co-living|farmhouse)\b|'s (?:bed)?room\b", re.I)
_NEGATIVE = re.compile(r"\b(?:no|not|never|too|nothing|nobody|cannot|won't|enough|worse|ruins?|should not)\b")


COMES = ("accepted", "joined")
"""What leaves behind that somebody comes to an event: a yes to its host, or to another guest."""


def end(talk: TalkContext, matter: Matter) -> dt.datetime | None:
    """Return when a matter is over: of what is for an event, when the event is."""
    event = event_of(talk, matter)
    return (event or matter).end()


def is_past(talk: TalkContext, matter: Matter) -> bool:
    until = end(talk, matter)
    return until is not None and talk.now >= until


def is_recent(talk: TalkContext, matter: Matter) -> bool:
    """Return whether a matter that is over was on today or yesterday."""
    until = end(talk, matter)
    return until is not None and talk.now < until + JUST


def holds_today(talk: TalkContext, event: Matter) -> bool:
    """Return whether one holds an event later today."""
    start = event.start()
    own = event.kind == "event" and event.owner == talk.me
    return own and start is not None and start.date() == talk.now.date() and talk.now < start


def is_on(talk: TalkContext, matter: Matter) -> bool:
    start, until = matter.start(), matter.end()
    return start is not None and until is not None and start <= talk.now < until


def is_here(talk: TalkContext, matter: Matter) -> bool:
    return names_place(talk.place, matter.fact.place)


def names_place(text: str, place: str) -> bool:
    """Return whether all words of a place stand in a text, in any order: 'the galley of the Main Hut' is 'Main Hut:
    galley'."""
    words = _place_words(place)
    return bool(words) and words <= _place_words(text)


def _place_words(place: str) -> set[str]:
    return set(re.findall(r"[^\W_]+", place.lower())) - {"at", "in", "on", "of", "the", "a", "an", "s"}


def bygone(talk: TalkContext, fact: Fact) -> bool:
    """Return whether a fact is about an event that is over."""
    return any(m.kind == "event" and m.words and m.words <= fact.words and is_past(talk, m) for m in talk.matters)


def event_here(talk: TalkContext) -> Matter | None:
    """Return the event that is going on where one is, unless one has said no to it."""
    on = (matter for matter in talk.matters if matter.kind == "event" and is_on(talk, matter))
    return next((event for event in on if is_here(talk, event) and not has_declined(talk, event)), None)


FEW_GUESTS = 4
"""So many guests, or people of a house, sit at one table: nobody goes round among them."""


def is_small(event: Matter) -> bool:
    """Return whether an event is for a few, or at somebody's home: one talks there as at a table, not as at a party."""
    guests = SLOT.findall(event.parts.get("guestlist", ""))
    return 0 < len(guests) <= FEW_GUESTS or 0 < residents_of(event.fact.place) <= FEW_GUESTS


def event_of(talk: TalkContext, matter: Matter) -> Matter | None:
    """Return the event that a matter is, or that it is for."""
    if matter.kind == "event":
        return matter
    told = matter.fact.text if matter.kind in ("need", "wish", "plan", "pursuit") else ""
    purpose = matter.parts.get("purpose", "") or told
    words = content(purpose)
    events = [m for m in talk.matters if m.kind == "event"]
    own = [m for m in events if m.owner == matter.owner]
    if len(own) == 1 and _FOR_IT.search(told):
        return own[0]
    return next((m for m in events if m.words and m.words <= words), None)


_FOR_IT = re.compile(r"(?i)\bfor (?:it|that|the occasion|the day)\b")
"""How a story tells of what is needed for an event that it has just told of."""


def head_of(event: Matter) -> str:
    """Return the noun that says what an event is: 'party' of 'the party for Ann Bo', but 'film evening'."""
    whole = re.split(
        r" (?:of|for|in|at|on|with|to|about|by|against|before|after|from|over|near|where|who|that) ",
        event.parts.get("event", ""),
    )[0].split(" ")
    return " ".join(whole[-2:] if whole[-1] in _VAGUE and len(whole) > 2 else whole[-1:])


def is_strange(event: Matter) -> bool:
    """Return whether the name of an event does not say what it is: 'the Open Lever', and no 'Birthday Tea'."""
    return head_of(event)[:1].isupper() and not re.search(rf"(?i)\b(?:{OCCASION})s?\b", event.parts.get("event", ""))


_VAGUE = frozenset(("morning", "afternoon", "evening", "night", "day", "weekend", "house", "hour", "class", "circle"))
"""Nouns that alone do not say what an event is: a film evening is no evening like others, an open house no house."""


def at_home(talk: TalkContext) -> bool:
    """Return whether the two are in the home that they share."""
    shared = text(talk.fields, "household")
    return talk.place.startswith(shared) if shared else talk.bond == "kin" and bool(_HOME.search(talk.place))


def is_home(place: str) -> bool:
    """Return whether a place is somebody's home, by its name."""
    return _HOME.search(place) is not None


def your_doing(talk: Context) -> str:
    """Return what the other is doing, if it is something that one can ask about; else ''."""
    return "" if re.match(WORDS.tables["doings"]["dull"], talk.your_doing) else talk.your_doing


def my_doing(talk: Context) -> str:
    return "" if re.match(WORDS.tables["doings"]["dull"], talk.doing) else talk.doing


def goes(talk: TalkContext, event: Matter, who: str) -> bool:
    """Return whether somebody has said that they will come, or is the host."""
    return event.owner == who or any(deed.by == who and deed.does in COMES for deed in event.deeds)


def has_declined(talk: TalkContext, event: Matter) -> bool:
    """Return whether one's last word on an event is that one does not come."""
    said = [deed.does for deed in event.deeds if deed.by == talk.me and deed.does in (*COMES, "declined")]
    by_story = event.owner != talk.me and (keeps_away(talk, event) or at_odds(talk, event))
    return said[-1:] == ["declined"] if said else by_story


def belongs_to_host(talk: TalkContext, event: Matter, who: str) -> bool:
    """Return whether somebody is kin of an event's host, lives with them, or works where they do."""
    if not event.owner or event.owner == who:
        return False
    home = any(fact.kind == "home" and {who, event.owner} <= set(fact.people) for fact in talk.facts)
    kin = bool(talk.kin(who, event.owner)) or same_family(who, event.owner)
    return home or kin or bool(_workplaces(talk, who) & _workplaces(talk, event.owner))


def same_family(who: str, other: str) -> bool:
    """Return whether two people share a family name, so that whoever knows no more takes them for a family."""
    names = [name.split(" ") for name in (who, other)]
    return all(len(each) > 1 for each in names) and names[0][-1] == names[1][-1]


def _workplaces(talk: TalkContext, who: str) -> set[str]:
    """Return the places that somebody's trade names."""
    trades = (fact.text for fact in talk.known if fact.kind == "trade" and fact.who == who)
    return {found[1] for text in trades if (found := _OF_PLACE.search(text))}


_OF_PLACE = re.compile(r" (?:at|of|in) (?:[Tt]he )?([A-Z].*)")
"""The place in a trade: 'the vet at the surgery'."""


_OF_NO_PART = ("promise", "attend", "event", "plan", "dislike", "refusal", "opinion", "worry", "wonder", "rumour")
"""Kinds of facts that give nobody a part in an event: that one means to go, and what one thinks or has heard of it."""
_DONE_IN = ("habit", "doing", "trade", "can")
"""Kinds of facts that make somebody one of those whose event it is: who sings in the choir, not who loves it."""
_APART = re.compile(r"\b(?:never|not|nothing|avoids|against|heard)\b")
"""'Ann has never been to the Harbour Fair', 'Ann avoids the Harbour Fair'."""


_CO_HOSTS = re.compile(r"⟦[^⟧]+⟧(?:(?:, |,? and )⟦[^⟧]+⟧)+(?= (?:are|have|will|want|plan|hope)\b)")
"""Those who hold an event together: 'Ann Bo and Cy Du are giving a supper'."""


def takes_part(talk: TalkContext, event: Matter) -> bool:
    """Return whether one has something to do with an event by one's own story: plays in it, sews or bakes for it,
    belongs to those whose event it is, or is the one for whom it is held."""
    named = event.parts.get("event", "")
    together = _CO_HOSTS.match(event.fact.text)
    if slot(talk.me) in named or (together and slot(talk.me) in together[0]):
        return True
    of = content(named.partition(" of ")[2])
    own = (fact for fact in talk.facts if fact.own and fact.who == talk.me and not fact.source)
    does = (fact for fact in own if fact.kind not in _OF_NO_PART and not _APART.search(fact.text))
    return any(
        len(fact.words & event.words) > 1 or (of and of <= fact.words and fact.kind in _DONE_IN) for fact in does
    )


def busy(talk: TalkContext, event: Matter) -> Fact | None:
    """Return what one has on while an event is."""
    start, until = event.start(), event.end()
    if start is None or until is None:
        return None
    for fact in talk.mine("plan", "trial", "habit", "event", "attend"):
        begins, ends = fact.start, fact.end
        # By another name: 'a breakfast to go to' is the farewell breakfast.
        same = fact.kind != "trial" and begins == start and bool(fact.words & event.words)
        if (
            fact is event.fact
            or same
            or content(fact.text) >= event.words
            or event.owner in fact.people
            or begins is None
            or ends is None
            or ends - begins > LONG
        ):
            continue
        if begins < until and ends > start:
            return fact
    return None


def _while_there(talk: TalkContext, event: Matter) -> tuple[dt.datetime, dt.datetime] | None:
    """Return from when until when an event went on while one was there: from when one was first at something there,
    as far as one remembers; None for an event without an hour."""
    start, until = event.start(), event.end()
    if start is None or until is None:
        return None
    mine = (fact for fact in talk.mine("doing") if not fact.own and start <= fact.at <= until)
    here = [fact.at for fact in mine if names_place(fact.place, event.fact.place)]
    return min(here, default=start), until


_ON_THE_WAY = "on the way "


def seen_at(talk: TalkContext, event: Matter) -> list[Fact]:
    """Return what one has seen at an event while it went on."""
    during = _while_there(talk, event)
    seen = (f for f in talk.facts if not f.own and not f.source and f.kind in ("doing", "thing"))
    there = (fact for fact in seen if not fact.about.startswith(_ON_THE_WAY))
    return [fact for fact in there if during and during[0] <= fact.at <= during[1]]


def was_there(talk: TalkContext, event: Matter, who: str) -> bool:
    """Return whether one was there and saw somebody, or talked with them."""
    return has_been(talk, event) and who in guests(talk, event)


def has_been(talk: TalkContext, event: Matter) -> bool:
    """Return whether one was at an event: one holds it, meant to come and met people meanwhile, or met its host."""
    met = guests(talk, event)
    meant = goes(talk, event, talk.me) and not has_declined(talk, event)
    return event.owner == talk.me or bool(meant and met) or event.owner in met


def was_away(talk: TalkContext, event: Matter) -> bool:
    """Return whether one knows that one was not at an event: one has said no to it, or was at something elsewhere.

    To remember nothing of it is not enough: a talk calls back only a few of one's memories.
    """
    start, until = event.start(), event.end()
    mine = (fact for fact in talk.mine("doing") if not fact.own and start and until and start <= fact.at <= until)
    elsewhere = any(fact.place and not names_place(fact.place, event.fact.place) for fact in mine)
    return has_declined(talk, event) or elsewhere


def was_elsewhere(talk: TalkContext, event: Matter, who: str) -> bool:
    """Return whether one knows that somebody was not at an event: they said no to it, or one saw them elsewhere."""
    start, until = event.start(), event.end()
    seen = (f for f in talk.facts if f.kind == "doing" and f.who == who and not f.own and f.place)
    declined = any(deed.by == who and deed.does == "declined" for deed in event.deeds)
    return declined or any(
        start and until and start <= fact.at <= until and not names_place(fact.place, event.fact.place) for fact in seen
    )


def guests(talk: TalkContext, event: Matter) -> list[str]:
    """Return whom one talked with, or saw at something, while an event went on, oldest first."""
    met = talked_there(talk, event)
    seen = [(fact.at, fact.who) for fact in seen_at(talk, event) if fact.who]
    return [who for who in dict.fromkeys(who for _, who in sorted([*met, *seen])) if who != talk.me]


def talked_there(talk: TalkContext, event: Matter) -> list[tuple[dt.datetime, str]]:
    """Return with whom one talked while an event went on, and when; oneself is among them."""
    during = _while_there(talk, event)
    lines = (line for line in talk.past_lines if during and during[0] <= line.at <= during[1])
    return [(line.at, who) for line in lines for who in (line.speaker, line.hearer)]


def is_story(fact: Fact) -> bool:
    """Return whether a fact is of something that happened once, which one may tell as a tale."""
    beginnings = ("has ", "had ", "was born", "was brought up", "grew up", "came from", "was raised")
    return fact.kind == "past" and (not fact.about.startswith(beginnings) or fact.about.startswith("has never "))


def custom(talk: TalkContext, event: Matter) -> Fact | None:
    """Return what happens at an event."""
    return next((f for f in talk.known if f.kind == "custom" and content(f.about) & event.words), None)


_MEANS = ("have", "can", "habit", "past", "doing", "worry", "wish")
"""Kinds of facts that say what somebody has, can do, or would like to do."""


def _object_of(phrase: str) -> str:
    """Return a noun phrase without what is told about it: 'the wing of a pigeon' as 'the wing'."""
    return re.split(r" (?:of|for|at|in|into|with|on|to|from|by|who|that|before|is|are) ", phrase)[0]


_WAS_ONCE = re.compile(r"(?:was|worked as|used to be|used to work as) (?:an?|the) ")
_UNABLE = re.compile(r"⟦[^⟧]+⟧ (?:cannot|does not|is not|has not|has never|never)\b")


def helps(talk: TalkContext, need: Matter, who: str) -> Fact | None:
    """Return the fact by which somebody can meet a need: what they own, can do, or do for a living.

    It is that of the need itself if that names them as the one to ask.
    """
    if slot(who) in need.parts.get("ask", "") and who not in (talk.me, need.owner):
        refused = any(deed.by == who and deed.does == "refused" for deed in need.deeds)
        return None if refused else need.fact
    # What it is for says nothing of who can meet it: who sings at a supper has no projector for it.
    thing, do = (need.parts.get(part, "").partition(" for ")[0] for part in ("thing", "do"))
    loose = frozenset(WORDS.tables["stop"]["loose"])
    wanted = content(f"{thing or do} {need.parts.get('like', '')}") - loose
    named = _object_of(thing or do.partition(" ")[2])
    head = content(f"{named.split(' ')[-1]} {need.parts.get('like', '')}") - loose
    # Coloured paper makes paper hearts; a spare room mends no bench of the waiting room.
    made_of = content(named) - loose if thing else head
    deed = content(do.partition(" ")[0]) - loose
    called = trade_in(_object_of(thing)) if thing else None
    for fact in talk.known:
        if fact.who != who or fact.secret:
            continue
        if (fact.kind == "trade" or _WAS_ONCE.match(fact.about)) and (
            serves("trades", fact.about, wanted) or (called and called == trade_in(fact.about))
        ):
            return fact
        if fact.kind in ("can", "habit") and do and serves("skills", fact.text, wanted):
            return fact
        if fact.kind not in _MEANS or not (fact.own or fact.source) or _UNABLE.search(fact.text):
            continue
        shared = (fact.words - loose) & wanted
        anything = fact.kind == "can" and shared & deed and re.search(r"\b(?:any|every)thing\b", fact.text)
        if len(shared) > 1 or shared & (made_of if fact.kind == "have" else head) or anything:
            return fact
    return None


_NOTICED = re.compile(r"⟦[^⟧]+⟧ (?:has |had )?(?:noticed|saw|seen|spotted|sighted|discovered|caught sight of)\b")


def witnessed(fact: Fact) -> bool:
    """Return whether somebody knows a thing because they saw it, and not by hearsay."""
    return _NOTICED.match(fact.text) is not None


def can_help(talk: TalkContext, need: Matter, who: str) -> bool:
    """Return whether one of the two can meet the other's need: by their means, or by what anybody can do.

    A hand is lent to friends; to read a letter or water the plants is a small thing among acquaintances, too.
    """
    do = need.parts.get("do", "")
    heavy = pattern(WORDS.tables["doings"]["heavy"]).search(do)
    weak = heavy and (_says_of_oneself(talk, "weak") or _says_of_oneself(talk, "stays_in"))
    if who == talk.me and (weak or unwilling(talk) or at_odds(talk, need)):
        return False
    close = talk.household or talk.bond in ("kin", "friend")
    small = not do.startswith("help ") and talk.bond == "acquaintance"
    lends = pattern(WORDS.tables["needs"]["anyone"]).match(do) is not None and (close or small)
    return lends or helps(talk, need, who) is not None


def at_odds(talk: TalkContext, matter: Matter) -> bool:
    """Return whether one has a quarrel with whom a matter belongs to, or avoids them."""
    between = (fact for fact in talk.facts if {talk.me, matter.owner} <= set(fact.people))
    return any(f.kind == "quarrel" or (f.kind == "unease" and f.own and f.who == talk.me) for f in between)


def unwilling(talk: TalkContext) -> bool:
    """Return whether one helps nobody, or not the other, by one's own story."""
    return _says_of_oneself(talk, "helps_nobody") or is_solitary(talk) or avoids(talk)


def keeps_away(talk: TalkContext, event: Matter | None = None) -> bool:
    """Return whether one goes to nothing that one is invited to, by one's own story, or not to the place of an event:
    but where one works, one is."""
    if event and shuns(talk, event.fact.place):
        return True
    stays = _says_of_oneself(talk, "goes_nowhere") or is_solitary(talk)
    return stays and not (event and works_at(talk, talk.me, event))


def shuns(talk: TalkContext, place: str) -> bool:
    """Return whether one may not or will not go to a place, by one's own story: or to any, because one stays in."""
    if talk.memo("stays in", None, lambda: _says_of_oneself(talk, "stays_in")):
        return True
    mine = (_shunned(fact.text) for fact in talk.facts if fact.own and fact.who == talk.me)
    size = len(_place_words(place)) + 1
    return any(names_place(" ".join(words[:size]), place) for words in mine)


@cached(4096)
def _shunned(told: str) -> tuple[str, ...]:
    """The words that follow where a sentence tells what somebody may not or will not go to; none if it does not."""
    found = _saying("shuns").search(told)
    return (*told[found.end() :].split(),) if found else ()


def is_solitary(talk: TalkContext) -> bool:
    """Return whether one wants no company, by one's own story."""
    shuns = talk.bond == "stranger" and _says_of_oneself(talk, "shuns_strangers")
    return shuns or _says_of_oneself(talk, "solitary")


def is_wordless(talk: TalkContext) -> bool:
    """Return whether one says nothing, by one's own story: one is mute, or keeps silent."""
    return _says_of_oneself(talk, "wordless")


def avoids(talk: TalkContext) -> bool:
    """Return whether one would rather not meet the other, by one's own story."""
    return any(f.kind == "unease" and f.own and f.who == talk.me and talk.you in f.people for f in talk.facts)


def tells_of_kin(talk: TalkContext) -> bool:
    """Return whether one's own story tells of relatives, named or not."""
    words = content(" ".join(WORDS.tables["questions"]["relatives"].values()))
    return any(fact.own and not fact.source and fact.words & words for fact in talk.facts)


@cached()
def _saying(key: str) -> re.Pattern[str]:
    return frame(words().tables["doings"][key])


def _says_of_oneself(talk: TalkContext, key: str) -> bool:
    says = _saying(key)
    mine = (fact for fact in talk.facts if fact.own and fact.who == talk.me)
    # 'Only helps Ann' says nothing to Ann.
    return any(says.search(fact.text) and talk.you not in fact.people for fact in mine)


def serves(table: str, means: str, wanted: frozenset[str]) -> bool:
    """Return whether a trade or a skill has to do with what is wanted."""
    low = means.lower()
    for stem, hands in words().tables["skills"][table].items():
        if re.search(rf"\b(?:{stem})", low) and content(hands) & wanted:
            return True
    return table == "trades" and bool(content(means) & wanted)


def helper(talk: TalkContext, need: Matter) -> tuple[str, Fact] | None:
    """Return somebody else who can meet a need, with the fact that says so."""
    for who in talk.people.pronouns:
        if who not in (talk.me, talk.you, need.owner) and (fact := helps(talk, need, who)):
            return who, fact
    return None


def concerned(talk: TalkContext, news: Fact) -> str:
    """Return whom else news concerns most: by words that one knows of them and of nobody else; '' for nobody."""
    loose = frozenset(WORDS.tables["stop"]["loose"])
    about: dict[str, frozenset[str]] = {}
    for fact in talk.known:
        if fact.who and not fact.secret and fact.kind not in ("talked", "told", "plans"):
            about[fact.who] = about.get(fact.who, frozenset()) | (fact.words - loose)
    best, most = "", 0
    for who, theirs in about.items():
        others = frozenset[str]().union(*(each for name, each in about.items() if name != who))
        shared = len((theirs - others) & news.words)
        if who not in (talk.me, talk.you, *news.people) and shared > most:
            best, most = who, shared
    return best


def concerns_me(talk: TalkContext, news: Fact) -> bool:
    """Return whether news is about one's own work: it names what one's trade is of, or somebody's place of work."""
    trade = re.split(r" (?:of|at) (?:the )?", trade_of(talk, talk.me), maxsplit=1)
    owned = [
        fact.about
        for fact in talk.mine("habit", "have", "past")
        if fact.own and _KEEPS.match(fact.text.partition(" ")[2])
    ]
    told = content(" ".join((*trade[1:], *owned))) - frozenset(WORDS.tables["stop"]["loose"])
    return bool(told & news.words)


def touches_me(talk: TalkContext, news: Fact) -> bool:
    """Return whether news is about a place or a thing that one's own days are about: 'swims at the baths'."""
    loose = frozenset(WORDS.tables["stop"]["loose"])
    own = (fact for fact in talk.mine("habit", "doing", "trade", "have", "like") if fact.own and not fact.source)
    places = (found for fact in own for found in _DAYS_ARE_ABOUT.findall(fact.text))
    return any((content(each) - loose) & news.words for each in places)


_DAYS_ARE_ABOUT = re.compile(
    r" (?:at|in|for|on|owns|runs|drives|packs|keeps) (?:the|his|her|their) ((?:[\w'’-]+ ?){1,3})"
)
_KEEPS = re.compile(r"(?:\S+ )?(?:owns|runs|keeps|manages|leads|has (?:run|owned|kept))\b")


def is_pastime(do: str) -> bool:
    """Return whether something is one of the things with which anybody fills an hour."""
    return bool(do) and is_trifle(gerund(do))


def doing_it(talk: TalkContext, need: Matter) -> bool:
    wanted = content(need.parts.get("thing") or need.parts.get("do") or "")
    return bool(content(talk.doing) & wanted)


def done_work(talk: TalkContext, need: Matter, who: str) -> bool:
    """Return whether one remembers that somebody was at what a need is about since they promised it."""
    promised = [deed.at for deed in need.deeds if deed.does == "promised" and deed.by == who]
    wanted = content(need.parts.get("thing") or need.parts.get("do") or "")
    done = talk.mine("doing", "helped", "past", who=who)
    return bool(promised) and any(not f.own and f.at > min(promised) and content(f.about) & wanted for f in done)


def errand(do: str) -> bool:
    """Return whether a wish is nothing to dream of: an errand, or no deed at all."""
    return not verb_form(do.split(" ")[0]) or bool(re.search(WORDS.tables["wishes"]["errand"], do))


_AGAINST = re.compile(r"\bis (?:firmly |strongly )?(?:against|opposed to) (?:the |an? )?([^,]+)")


def stance(talk: TalkContext, matter: Matter, who: str) -> tuple[str, Fact]:
    """Return whether somebody agrees with what a matter is for, objects, or neither, and the fact that it rests on.

    A fact bears on it by two words, or by the thing that it is for.
    """
    loose = frozenset(WORDS.tables["stop"]["loose"]) | content(matter.parts.get("office", ""))
    aim = point(talk, matter, "aim") if matter.kind == "cause" else matter.parts.get("it", "")
    why = point(talk, matter, "why") if matter.kind == "cause" else matter.fact.why
    words, things = content(f"{aim} {why}") - loose, content(_object_of(aim.partition(" ")[2])) - loose
    # What one does day by day says nothing of what one makes of a piece of news, or of somebody.
    habits = () if matter.kind in ("news", "opinion") else ("habit",)
    for fact in talk.mine("opinion", "worry", *habits, "wish", "like", "dislike", who=who):
        # Who wants all to know a thing has not said what they make of it.
        if fact.secret or fact is matter.fact or (words and words <= fact.words):
            continue
        opposed = _AGAINST.search(fact.about)
        if opposed and content(opposed[1]) & words:
            return "object", fact
        if len(fact.words & words) < 2 and not fact.words & things:
            continue
        against = fact.kind == "dislike" or (fact.kind == "opinion" and _NEGATIVE.search(fact.about))
        return ("object" if against else "agree"), fact
    return "none", NO_FACT


def point(talk: TalkContext, cause: Matter, part: str) -> str:
    """Return one point of what somebody stands for, the same one throughout a talk: what to do ('aim'), or why."""
    points = sum(key.startswith("aim ") for key in cause.parts)
    if not points:
        return cause.parts.get(part, "")
    place = int(draw(cause.owner, *sorted((talk.me, talk.you)), talk.now.date()) * points)
    return cause.parts.get(f"{part} {place}", "")


def tie(talk: TalkContext, who: str) -> Fact | None:
    """Return what one remembers of how one knows somebody, or else something that one says of them."""
    between = [f for f in talk.facts if f.own and f.kind in _TIES and {talk.me, who} <= set(f.people) and not f.secret]
    return min(between, key=lambda fact: _TIES.index(fact.kind), default=None)


_TIES = ("knows", "friend", "trade", "doing", "habit", "opinion")


def has_met(talk: TalkContext, who: str) -> bool:
    """Return whether one remembers having talked with somebody."""
    return any({line.speaker, line.hearer} == {talk.me, who} for line in talk.past_lines)


def trade_of(talk: TalkContext, who: str) -> str:
    """Return what somebody does for a living, or ''."""
    return next((f.about for f in talk.known if f.kind == "trade" and f.who == who), "")


def is_pupil(talk: TalkContext) -> bool:
    """Return whether one is a pupil by trade, or of an age at which one is at school."""
    age = age_in(talk.summary)
    return "pupil" in trade_of(talk, talk.me) or (age is not None and age < SCHOOL_ENDS)


def works_here(talk: TalkContext, who: str) -> bool:
    """Return whether somebody's trade, or what they do day by day, names the place where one is."""
    here = talk.place.partition(":")[0].strip()
    if not here or re.search(r"\b(?:retired|student|pupil)\b", trade_of(talk, who)):
        return False
    trades = [fact for fact in talk.known if fact.who == who and fact.kind == "trade"]
    # Who is an athlete and trains in the park does not serve people there; who only 'sells fish at the stall' does.
    habits = (fact for fact in talk.known if fact.who == who and fact.kind == "habit" and fact.own)
    kinds = {trade.kind for fact in trades if (trade := trade_in(fact.about))}

    def is_work(habit: Fact) -> bool:
        deed = trade_of_deed(habit.about)
        return not trades or _AT_WORK.match(habit.about) is not None or (deed is not None and deed.kind in kinds)

    return any(here in fact.text for fact in (*trades, *filter(is_work, habits)))


_AT_WORK = re.compile(r"(?:works|teaches|serves|is on duty|owns|runs|keeps|manages)\b")


def works_at(talk: TalkContext, who: str, matter: Matter) -> bool:
    """Return whether somebody's trade, or work that has its hours, names the place of a matter."""
    known = (f for f in talk.known if f.kind == "trade" or (f.kind in ("habit", "have") and f.when.end is not None))
    return any(f.who == who and names_place(f.text, matter.fact.place) for f in known)


def backers(talk: TalkContext, cause: Matter) -> list[str]:
    """Return who has said that they are for it."""
    return [*dict.fromkeys(deed.by for deed in cause.deeds if deed.does == "backed")]


def result(talk: TalkContext, matter: Matter) -> Fact | None:
    """Return what came of a matter, as far as one knows."""
    since = matter.start() or matter.fact.at
    told = [
        f for f in talk.known if f.who == matter.owner and f.kind in ("past", "helped") and not f.own and f.at >= since
    ]
    return next((fact for fact in reversed(told) if fact.words & matter.words), None)


def is_odd(seen: Matter) -> bool:
    """Return whether what was seen is a state of a thing out of the ordinary, and not where something takes place."""
    placed = pattern(r" (?:is|are) (?:at|in|on) ").search(seen.fact.text) is not None
    return not placed and classify(plain(seen.fact.text)).of.sort != "none"


def said_lately(talk: TalkContext, matter: Matter) -> bool:
    """Return whether one of one's latest lines to anybody says most of a matter."""
    words = matter.words
    return len(words) > 1 and any(len(words & content(line)) >= max(2, 0.6 * len(words)) for line in talk.own_recent)


def decent(talk: TalkContext, matter: Matter) -> bool:
    """Return whether a matter may be spoken of to this hearer, with those in earshot: no secrets, nothing on others
    to strangers or in their hearing."""
    fact = matter.fact
    if fact.secret:
        return False
    others = [name for name in fact.people if name not in (talk.me, talk.you)]
    if any(name in talk.near for name in others) and (fact.source or fact.kind == "thought"):
        return False
    return talk.bond not in ("stranger", "rival") or not others or fact.kind in ("event", "trade")
