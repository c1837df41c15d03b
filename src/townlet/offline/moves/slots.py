"""The slots of frames: each is a phrase as the speaker says it to the hearer, or nothing if there is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from townlet.offline.english import article, listing
from townlet.offline.matters.context import draw
from townlet.offline.matters.matter import Matter, at_work
from townlet.offline.moves import lookup, today
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import Fact, content
from townlet.offline.reader.people import persons, slot
from townlet.offline.reader.phrases import gerund, helped_with
from townlet.offline.times import DAYS, say_clock
from townlet.offline.words import WORDS, pattern, words
from townlet.world.register import first_name
from townlet.world.tree import with_article

Slot: TypeAlias = Callable[[TalkContext, Matter], str | None]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TROUBLE = re.compile(r"\b(?:stuck|cannot|not|lost|fails?|failed|forgot|slow|late|trouble|wrong)\b")
_RELATIVE = re.compile(r",? (?:who|whose|whom|which|that) .*")
MOST_WORDS = 16
"""A phrase of more words is not fitted into a frame."""


def _clause(talk: TalkContext, fact: Fact | None, why: bool = False) -> str | None:
    if fact is None or not fact.text:
        return None
    return _short(talk.say(f"{fact.text}, because {fact.why}" if why and fact.why else fact.text))


def _short(said: str | None) -> str | None:
    return said if said and len(said.split()) <= MOST_WORDS else None


def _part(name: str, known: bool = False) -> Slot:
    def phrase(talk: TalkContext, matter: Matter) -> str | None:
        said = matter.parts.get(name)
        return _short(talk.say(said, (matter.owner,) if known else ())) if said else None

    return phrase


def _when(talk: TalkContext, matter: Matter) -> str | None:
    start = matter.start()
    if start is None or matter.fact.when.start is None:
        return None
    gap = (start.date() - talk.now.date()).days
    evening = start.hour >= 18
    named = {0: "tonight" if evening else "today", 1: "tomorrow", -1: "last night" if evening else "yesterday"}
    day = named.get(gap) or f"on {DAYS[start.weekday()]}"
    if gap < 0:
        return day if gap >= -6 else None
    return f"{day} at {_hour(start.hour * 60 + start.minute)}"


def _hour(minutes: int) -> str:
    hour, minute = divmod(minutes % 1440, 60)
    # Eight to twelve are read as the morning, all other hours as the afternoon.
    plain = (8 <= hour <= 12) if hour < 13 else hour <= 19
    if minute in (0, 30) and plain:
        return f"{'half past ' if minute else ''}{_NUMBERS[(hour - 1) % 12 + 1]}"
    return say_clock(minutes)


def _of_event(slot: Slot) -> Slot:
    def said(talk: TalkContext, matter: Matter) -> str | None:
        event = lookup.event_of(talk, matter)
        return slot(talk, event) if event else None

    return said


_OF_ONE = r"\b(?:old|dear|young|little|poor|our) (?={})"


def _event_named(talk: TalkContext, event: Matter) -> str:
    """The event's name as the two say it: to Ann, 'a supper for old ⟦Ann⟧' is 'a supper for you'."""
    between = "|".join(map(re.escape, filter(None, (slot(talk.me), slot(talk.you) if talk.you else ""))))
    return re.sub(_OF_ONE.format(f"(?:{between})"), "", event.parts.get("event", ""))


def _event(talk: TalkContext, event: Matter) -> str | None:
    return _short(talk.say(_event_named(talk, event))) or None


def _an_event(talk: TalkContext, event: Matter) -> str | None:
    named = _event_named(talk, event)
    bare = named.removeprefix("the ")
    if not named.startswith("the ") or bare[:1].isupper():
        return _short(talk.say(named)) or None
    return _short(talk.say(article(bare)))


def _event_in_short(talk: TalkContext, event: Matter) -> str | None:
    """The event once it is clear which one: 'the party', but 'the Open Lever'."""
    named = event.parts.get("event", "")
    head = lookup.head_of(event)
    return f"the {head}" if named.startswith("the ") and head.islower() else _event(talk, event)


def _what_was(talk: TalkContext, seen: Matter) -> str | None:
    """A state of a thing as it was when one saw it."""
    was = re.sub(r" (is|are) ", lambda found: " was " if found[1] == "is" else " were ", seen.fact.text, count=1)
    return _short(talk.say(was[:1].lower() + was[1:])) if was != seen.fact.text else None


def _where(talk: TalkContext, matter: Matter) -> str | None:
    place = talk.say(matter.fact.place)
    return f"here {place}" if place and lookup.is_here(talk, matter) else place or None


def _pronoun(form: int) -> Slot:
    return lambda talk, matter: talk.people.forms(matter.owner)[form] if matter.owner else None


def _about(form: int) -> Slot:
    def said(talk: TalkContext, matter: Matter) -> str | None:
        about = persons(matter.parts.get("about", ""))
        return talk.people.forms(about[0])[form] if about else None

    return said


def _drawn(facts: list[Fact], *keys: object) -> Fact | None:
    return facts[int(draw(*keys) * len(facts))] if facts else None


def _seen_thing(talk: TalkContext, event: Matter) -> str | None:
    return _clause(
        talk, _drawn([f for f in lookup.seen_at(talk, event) if f.kind == "thing"], talk.me, talk.you, talk.now.hour)
    )


def _doer(talk: TalkContext, event: Matter) -> str | None:
    dull = WORDS.tables["doings"]["dull"]
    doers = [
        fact
        for fact in lookup.seen_at(talk, event)
        if fact.kind == "doing" and fact.who not in (talk.me, talk.you, "") and not re.match(dull, fact.about)
    ]
    others = [fact for fact in doers if not talk.kin(talk.you, fact.who)]
    return _clause(talk, _drawn(others, talk.me, talk.you, talk.now.hour))


def _did_there(talk: TalkContext, event: Matter) -> str | None:
    said = _doer(talk, event)
    return re.sub(r"\b(is|are|'s)(?= \w+ing\b)", "was", said, count=1) if said else None


def _busy_with(talk: TalkContext, event: Matter) -> str | None:
    return _clause(talk, lookup.busy(talk, event))


def _listed(talk: TalkContext, names: list[str]) -> str | None:
    """Return up to two people as one speaks of them; None if there are none."""
    return " and ".join(talk.call(name) for name in names[-2:]) or None


def _coming(talk: TalkContext, event: Matter) -> str | None:
    """Who has said that they will come, but for the two who talk and the host."""
    coming = dict.fromkeys(deed.by for deed in event.deeds if deed.does in lookup.COMES)
    return _listed(talk, [name for name in coming if name not in (talk.me, talk.you, event.owner)])


def _guest(talk: TalkContext, event: Matter) -> str | None:
    """Somebody else whom one has talked with or seen at an event, and who is no relative of either."""
    guests = [
        name
        for name in lookup.guests(talk, event)
        if name not in (talk.me, talk.you, event.owner)
        and not any(talk.kin(each, name) or lookup.same_family(each, name) for each in (talk.me, talk.you))
    ]
    return talk.call(guests[-1]) if guests else None


def _missing(talk: TalkContext, event: Matter) -> str | None:
    """Somebody who has said that they will come, and who is not in earshot."""
    away = (deed.by for deed in event.deeds if deed.does in lookup.COMES and deed.by not in talk.near)
    known = lookup.guests(talk, event)
    names = [name for name in away if name not in (talk.me, talk.you, event.owner, *known)]
    return talk.call(names[0]) if names else None


def _event_view(talk: TalkContext, event: Matter) -> str | None:
    """What one thinks of such an event."""
    view = next((f for f in talk.mine("opinion") if not f.secret and not f.source and f.words & event.words), None)
    return _short(talk.say(view.about)) if view else None


def _can(whose: str) -> Slot:
    def said(talk: TalkContext, need: Matter) -> str | None:
        return _means(talk, need, lookup.helps(talk, need, talk.me if whose == "me" else talk.you))

    return said


def _helper(talk: TalkContext, need: Matter) -> str | None:
    found = lookup.helper(talk, need)
    return talk.call(found[0]) if found else None


def _helper_can(talk: TalkContext, need: Matter) -> str | None:
    found = lookup.helper(talk, need)
    return _means(talk, need, found[1]) if found else None


def _means(talk: TalkContext, need: Matter, by: Fact | None) -> str | None:
    """By what somebody can meet a need; None if they are only the one whom it names."""
    return None if by is need.fact else _clause(talk, by)


def _helper_them(talk: TalkContext, need: Matter) -> str | None:
    found = lookup.helper(talk, need)
    return talk.people.forms(found[0])[1] if found else None


def _place_to_try(talk: TalkContext, need: Matter) -> str | None:
    """A place of the town whose name tells a trade that can meet a need, and where neither of the two is or works."""
    wanted = content(need.parts.get("thing") or need.parts.get("do") or "")
    own = (
        fact.text for fact in talk.known if fact.who in (talk.me, talk.you) and fact.kind in ("trade", "habit", "have")
    )
    homes = words().tables["places"]["homes"]
    known = " ".join((talk.place, *own, *(str(homes.get(who, "")) for who in (talk.me, talk.you))))
    fitting = (name for name in words().tables["places"]["buildings"] if lookup.serves("trades", name, wanted))
    name = next(
        (name for name in fitting if name not in known and not lookup.is_home(name) and not content(name) & wanted),
        None,
    )
    return with_article(name) if name else None


def _tip(talk: TalkContext, need: Matter) -> str | None:
    """Who told one that the other can help."""
    fact = lookup.helps(talk, need, talk.you)
    return talk.call(fact.source) if fact and fact.source not in ("", talk.me, talk.you) else None


def _giver(talk: TalkContext, need: Matter) -> str | None:
    given = [d.by for d in need.deeds if d.does in ("met", "promised") and d.by not in (talk.me, talk.you, need.owner)]
    return talk.call(given[-1]) if given else None


def _them(talk: TalkContext, need: Matter) -> str | None:
    thing = need.parts.get("thing", "")
    plural = re.search(r"\b(?:and|[a-z]{3,}s)\b", thing.split(" of ")[0]) and not re.match(r"(?:an?|one) ", thing)
    return "them" if plural else "it"


def _one(talk: TalkContext, need: Matter) -> str | None:
    """A thing that one has not got: 'one' of what is counted, 'any' of the rest."""
    thing = need.parts.get("thing")
    return ("one" if re.match(r"an? ", thing) else "any") if thing else None


_COUNTED = re.compile(
    r"^(?:the|an?|some|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|forty|his|her|their"
    r"|⟦[^⟧]+⟧'s) "
)


def _need(known: bool) -> Slot:
    """The whole of a need: 'twenty chairs for the dance', 'somebody with a ladder to help me tomorrow at three'."""

    def said(talk: TalkContext, need: Matter) -> str | None:
        parts = need.parts
        whole = f"{parts['thing']} for {parts['purpose']}" if parts.get("purpose") else parts.get("thing", "")
        if parts.get("do"):
            whole = f"somebody {parts.get('like', '')} to {parts['do']}".replace("  ", " ")
        when = _when(talk, need) or ""
        whole = " ".join(filter(None, (whole, "by" if when and parts.get("thing") else "", when)))
        return _short(talk.say(whole, (need.owner,) if known else ())) if whole else None

    return said


def _bare_thing(talk: TalkContext, need: Matter) -> str | None:
    thing = need.parts.get("thing")
    return _short(talk.say(re.sub(_COUNTED, "", thing))) if thing else None


def _the_thing(talk: TalkContext, need: Matter) -> str | None:
    bare = _bare_thing(talk, need)
    return f"the {bare}" if bare else None


def _the_trial(talk: TalkContext, trial: Matter) -> str | None:
    """An exam as it is spoken of once it is known: 'your exam'."""
    named = re.sub(r"^(?:an?|the) ", lambda _: f"{slot(trial.owner)}'s ", trial.parts.get("it", ""))
    return _short(talk.say(named)) if named else None


def _hard(talk: TalkContext, pursuit: Matter) -> str | None:
    """What is hard about what one is at: a worry or a trouble of one's own that has to do with it."""
    troubles = [f for f in talk.mine("worry", "fear", "habit", "past") if not f.secret and f.words & pursuit.words]
    near = (f for f in troubles if len(f.words & pursuit.words) > 1 or f.kind not in ("worry", "fear"))
    fact = next((f for f in near if f.kind in ("worry", "fear") or _TROUBLE.search(f.text)), None)
    return _clause(talk, fact, why=True) or _clause(talk, fact)


def _done(talk: TalkContext, need: Matter) -> str | None:
    """What whoever meets a need helps with."""
    return _short(talk.say(helped_with(need.parts.get("do", "")))) or None


def _why(talk: TalkContext, matter: Matter) -> str | None:
    known = (persons(matter.parts["about"])[0],) if matter.parts.get("about") else ()
    why = lookup.point(talk, matter, "why") if matter.kind == "cause" else matter.fact.why
    return _short(talk.say(why, known)) if why else None


def _aim(talk: TalkContext, cause: Matter) -> str | None:
    aim = lookup.point(talk, cause, "aim")
    return _short(talk.say(aim, (cause.owner,))) if aim else None


def _stance(which: str) -> Slot:
    def said(talk: TalkContext, matter: Matter) -> str | None:
        found, fact = lookup.stance(talk, matter, talk.me)
        if found != which:
            return None
        return _short(talk.say(fact.about if fact.kind == "opinion" else fact.text))

    return said


def _view(talk: TalkContext, cause: Matter) -> str | None:
    view = next(
        (
            f
            for f in talk.mine("opinion")
            if not f.secret
            and not f.source
            and f.words & content(lookup.point(talk, cause, "aim") + " " + lookup.point(talk, cause, "why"))
        ),
        None,
    )
    return _short(talk.say(view.about)) if view else None


def _for_pursuit(talk: TalkContext, need: Matter) -> str | None:
    """What one is at, for which one needs something."""
    own = [f for f in talk.mine("doing", who=need.owner) if f.own and not f.secret and f.words & need.words]
    return _clause(talk, own[0]) if own else None


def _backer(talk: TalkContext, cause: Matter) -> str | None:
    names = [name for name in lookup.backers(talk, cause) if name not in (talk.me, talk.you)]
    return talk.call(names[-1]) if names else None


def _refuser(talk: TalkContext, cause: Matter) -> str | None:
    names = [d.by for d in cause.deeds if d.does == "refused" and d.by not in (talk.me, talk.you)]
    return talk.call(names[-1]) if names else None


def _count(talk: TalkContext, cause: Matter) -> str | None:
    count = len(lookup.backers(talk, cause))
    return _NUMBERS[count] if 1 < count < len(_NUMBERS) else None


def _own(kind: str, whole: bool = False) -> Slot:
    """A phrase of one's own life, another one each day."""

    def said(talk: TalkContext, _: Matter) -> str | None:
        facts = [f for f in talk.mine(kind) if f.own and not f.secret and not f.source and not f.when.known()]
        facts = [f for f in facts if kind != "wish" or (gerund(f.about) and not lookup.bygone(talk, f))]
        facts = [f for f in facts if not pattern(WORDS.tables["doings"]["seeking"]).match(f.about)]
        fact = _drawn(facts, talk.me, kind, talk.now.date())
        return (_clause(talk, fact) if whole else _short(talk.say(at_work(fact.about)))) if fact else None

    return said


_AT_PLACE = re.compile(r"^((?:\S+ ){2,}\S+) at .+$")
"""Where somebody works, which nobody adds to a trade that says enough without it."""


def _my_trade(talk: TalkContext, _: Matter) -> str | None:
    told = lookup.trade_of(talk, talk.me)
    trade = _AT_PLACE.sub(r"\1", _RELATIVE.sub("", told))
    called, _at, place = trade.partition(" at ")
    # Nobody is a writer "at" where they live.
    return _short(talk.say(called if lookup.is_home(place) else trade)) or None


def _next(talk: TalkContext, _: Matter) -> str | None:
    """What one is going to do next of one's own will, as something to do."""
    part = today.coming(talk)
    return _short(today.to_do(talk, part.main)) if part else None


def _next_today(talk: TalkContext, _: Matter) -> str | None:
    """The same, with the part of the day in which it begins."""
    part = today.coming(talk)
    return _short(f"{today.to_do(talk, part.main)}{today.when(talk, part)}") if part else None


def _did(talk: TalkContext, _: Matter) -> str | None:
    """What one has done today of one's own will, in the past tense, and when."""
    part = today.over(talk)
    return _short(f"{today.did(talk, part.main)}{today.when(talk, part)}") if part else None


def _way(talk: TalkContext, _: Matter) -> str | None:
    """What one is on the way to do."""
    part = today.on_the_way(talk)
    return _short(today.to_do(talk, part.main)) if part else None


def _family(talk: TalkContext, _: Matter) -> str | None:
    """One's kin, as one names them to somebody who asks whether one has family."""
    kin = [name for name in talk.people.pronouns if name != talk.me and talk.kin(talk.me, name)]
    return listing([talk.call(name) for name in kin][:3]) if kin and talk.you not in kin else None


def _your_kin(talk: TalkContext, _: Matter) -> str | None:
    """Somebody of the other's family, another one each day."""
    kin = sorted(name for name in talk.people.pronouns if name not in (talk.me, talk.you) and talk.kin(talk.you, name))
    return (
        talk.call(kin[int(talk.draw("kin", talk.now.date()) * len(kin))])
        if kin and not talk.kin(talk.me, talk.you)
        else None
    )


def _due(talk: TalkContext, matter: Matter) -> str | None:
    event = lookup.event_of(talk, matter)
    said = _when(talk, event or matter)
    return said.removeprefix("on ") if said else None


def _other(talk: TalkContext, matter: Matter) -> str | None:
    other = persons(matter.parts.get("other", ""))
    return talk.call(other[0]) if other else None


def _of_other(form: int) -> Slot:
    def said(talk: TalkContext, matter: Matter) -> str | None:
        other = persons(matter.parts.get("other", ""))
        return talk.people.forms(other[0])[form] if other else None

    return said


def _my_tie(talk: TalkContext, matter: Matter) -> str | None:
    other = persons(matter.parts.get("other", ""))
    return _clause(talk, lookup.tie(talk, other[0])) if other else None


def _quarrel_why(whose: str) -> Slot:
    def said(talk: TalkContext, matter: Matter) -> str | None:
        why = matter.parts.get(f"why of {talk.me if whose == 'me' else talk.you}")
        return _short(talk.say(why)) if why else None

    return said


def _source(talk: TalkContext, matter: Matter) -> str | None:
    source = matter.fact.source
    if source and source not in (talk.me, talk.you):
        return talk.call(source)
    found = _TOLD_BY.search(matter.fact.text) if matter.fact.own and matter.fact.who == talk.me else None
    return talk.say(found["who"]) if found and talk.you not in found["who"] else None


def _medium(talk: TalkContext, matter: Matter) -> str | None:
    found = _READ_IN.search(matter.fact.text) if matter.fact.own and matter.fact.who == talk.me else None
    return found[0] if found else None


_TOLD_BY = re.compile(r"\b(?:from|by) (?P<who>(?:an?|the|his|her|their|some|one of|⟦)[^,;]*?) that ")
_READ_IN = re.compile(
    r"\b(?:on|in|over) the (?:\w+ )?"
    r"(?:radio|wireless|news|paper|newspaper|television|telephone|net|internet|gazette|bulletin)\b"
)
"""From whom, and in what, one heard some news, by one's own story."""


SLOTS: Mapping[str, Slot] = {
    "Me": lambda talk, m: first_name(talk.me),
    "MeFull": lambda talk, m: talk.me,
    "you": lambda talk, m: WORDS.tables["kin"]["address"].get(talk.kin(talk.me, talk.you)) or first_name(talk.you),
    "daytime": lambda talk, m: (
        "morning" if 4 <= talk.now.hour < 12 else "afternoon" if 12 <= talk.now.hour < 17 else "evening"
    ),
    "mytrade": _my_trade,
    "mypursuit": _own("doing"),
    "mywish": _own("wish"),
    "next": _next,
    "nexttoday": _next_today,
    "did": _did,
    "way": _way,
    "myfamily": _family,
    "yourkin": _your_kin,
    # The matter.
    "owner": lambda talk, m: talk.call(m.owner) if m.owner else None,
    "he": _pronoun(0),
    "him": _pronoun(1),
    "his": _pronoun(2),
    "it": _part("it"),
    "whole": lambda talk, m: _clause(talk, m.fact),
    "why": _why,
    "whatwas": _what_was,
    "doing": _part("doing"),
    "doinghis": _part("doing", known=True),
    "do": _part("do"),
    "dohis": _part("do", known=True),
    "ing": _done,
    "when": _when,
    "where": _where,
    "source": _source,
    "medium": _medium,
    "other": _other,
    "otherhim": _of_other(1),
    "mytie": _my_tie,
    "trade": lambda talk, m: _short(talk.say(_RELATIVE.sub("", m.parts.get("trade", "")))) or None,
    "result": lambda talk, m: _clause(talk, lookup.result(talk, m)),
    # Events.
    "ev": _of_event(_event),
    "evshort": _of_event(_event_in_short),
    "ev_a": _of_event(_an_event),
    "evwhere": _of_event(_where),
    "evwhen": _of_event(_when),
    "host": _of_event(lambda talk, m: talk.call(m.owner) if m.owner not in ("", talk.me, talk.you) else None),
    "custom": _of_event(lambda talk, m: _clause(talk, lookup.custom(talk, m))),
    "seen": _of_event(_seen_thing),
    "doer": _of_event(_doer),
    "didthere": _of_event(_did_there),
    "busywith": _of_event(_busy_with),
    "coming": _of_event(_coming),
    "guest": _of_event(_guest),
    "heldfor": _of_event(_part("held_for")),
    "missing": _of_event(_missing),
    "evview": _of_event(_event_view),
    # Needs.
    "thing": _part("thing"),
    "need": _need(known=False),
    "needhis": _need(known=True),
    "forpursuit": _for_pursuit,
    "thething": _the_thing,
    "barething": _bare_thing,
    "them": _them,
    "one": _one,
    "purpose": _part("purpose"),
    "due": _due,
    "theit": _the_trial,
    "hard": _hard,
    "mycan": _can("me"),
    "yourcan": _can("you"),
    "helper": _helper,
    "helpercan": _helper_can,
    "helperthem": _helper_them,
    "placetotry": _place_to_try,
    "tip": _tip,
    "giver": _giver,
    # Causes, worries, quarrels.
    "office": _part("office"),
    "aim": _aim,
    "stake": _stance("agree"),
    "objection": _stance("object"),
    "view": _view,
    "backer": _backer,
    "refuser": _refuser,
    "count": _count,
    "about": lambda talk, m: talk.call(persons(m.parts["about"])[0]) if m.parts.get("about") else None,
    "abouthe": _about(0),
    "abouthim": _about(1),
    "mywhy": _quarrel_why("me"),
}
"""Every slot that a frame may have, by name."""
