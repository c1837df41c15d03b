"""The conditions that rows of moves name: each says of a talk and a matter whether something holds."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from townlet.offline.fields import text
from townlet.offline.matters.context import draw
from townlet.offline.matters.matter import Deed, Matter
from townlet.offline.moves import lookup, today
from townlet.offline.moves.table import moves
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import content
from townlet.offline.reader.people import slot
from townlet.offline.words import WORDS, pattern, words

Condition: TypeAlias = Callable[[TalkContext, Matter], bool]

NOTHING = Matter("talk", "", lookup.NO_FACT, frozenset())
"""The matter of moves that are about none."""
NEAR = dt.timedelta(hours=36)
SETTLED = dt.timedelta(minutes=20)
"""So long after an event has begun, guests have found their feet."""
CROWD = 3
"""So many others in earshot make a crowd."""
ASKS_A_DAY = 2
"""Whom one asks on a day for what one needs, of those who are not known to have it."""
SHARE_TOLD = 0.35
"""To so many of those whom one meets on a day one speaks of what is on one's mind."""
RELUCTANT = 0.12
"""The share of events that somebody would rather not go to; twice as many if they are shy or gruff."""
TELLS_EVERY_DAYS = 3
"""Each lasting fact is on one's mind on one day of so many: who told it yesterday tells something else today."""


def _deeds(matter: Matter, who: str, does: str, talk: TalkContext) -> Iterator[Deed]:
    me, you = talk.me, talk.you
    for deed in matter.deeds if matter is not NOTHING else _about_nothing(does, talk):
        if (
            deed.does == does
            and {
                "did": deed.by == me and deed.to == you,
                "was": deed.by == you and deed.to == me,
                "ever": True,
                "i": deed.by == me,
                "to": deed.to == me,
                "now": deed.now,
                "told": you in (deed.by, deed.to),
                "today": deed.at.date() == talk.now.date(),
            }[who]
        ):
            yield deed


def _about_nothing(does: str, talk: TalkContext) -> Iterator[Deed]:
    """The times that a move was made between the two which is about no matter."""
    for act in talk.acts:
        if act.move is not None and act.move.id == does and {act.line.speaker, act.line.hearer} == {talk.me, talk.you}:
            yield Deed(act.line.speaker, act.line.hearer, does, act.line.at, act.line.now)


DEED_OF = ("did", "was", "ever", "i", "to", "now", "told", "today", "said")
"""Whose deed 'did:promised' asks for: mine to the other, theirs to me, anybody's, mine, done to me, in this talk, one
that the other took part in, of today, in one of my latest lines to anybody."""


def _said_lately(does: str, talk: TalkContext) -> bool:
    """Whether one of one's latest lines to anybody makes a move."""
    return any(
        read.move is not None and read.move.id == does for line in talk.own_recent for read in moves().read(line)
    )


def _old(matter: Matter, talk: TalkContext) -> bool:
    return any(not deed.now and {deed.by, deed.to} == {talk.me, talk.you} for deed in matter.deeds)


def _day_of_pair(talk: TalkContext) -> int:
    return int(draw(talk.seed, "day", *sorted((talk.me, talk.you)), talk.now.date()) * 4)


_CLAUSE = re.compile(
    r"(?:the|an?|his|her|their|nobody|somebody|it|they|⟦[^⟧]+⟧(?:'s)?) "
    r"(?:(?!who\b|that\b|which\b|whether\b)[\w’'-]+ ){0,4}"
    r"(?:is|are|was|were|will|would|has|have|may|might|could|does|do)\b"
)
"""'is worried the stove will smoke' tells a clause without its 'that'."""


def _on_day(place: int) -> Condition:
    return lambda talk, m: _day_of_pair(talk) == place


CONDITIONS: Mapping[str, Condition] = {
    # Whose it is.
    "mine": lambda talk, m: m.owner == talk.me,
    "yours": lambda talk, m: m.owner == talk.you,
    "theirs": lambda talk, m: m.owner not in (talk.me, talk.you, ""),
    "odd": lambda talk, m: lookup.is_odd(m),
    "mykin": lambda talk, m: bool(talk.kin(talk.me, m.owner)),
    "yourkin": lambda talk, m: bool(talk.kin(talk.you, m.owner)),
    # Between whom.
    "household": lambda talk, m: talk.household,
    "kin": lambda talk, m: talk.bond == "kin",
    "friend": lambda talk, m: talk.bond == "friend",
    "acquaintance": lambda talk, m: talk.bond == "acquaintance",
    "stranger": lambda talk, m: talk.bond == "stranger",
    "rival": lambda talk, m: talk.bond == "rival",
    "colleague": lambda talk, m: bool(text(talk.fields, "colleagues")),
    "close": lambda talk, m: talk.household or talk.bond in ("kin", "friend"),
    "spouse": lambda talk, m: talk.kin(talk.me, talk.you) == "spouse",
    "child": lambda talk, m: talk.kin(talk.me, talk.you) in ("son", "daughter"),
    "parent": lambda talk, m: talk.kin(talk.me, talk.you) in ("father", "mother"),
    # The hour and the place.
    "morning": lambda talk, m: 4 <= talk.now.hour < 12,
    "early": lambda talk, m: 4 <= talk.now.hour < 9,
    "dawn": lambda talk, m: 4 <= talk.now.hour < 7,
    "late": lambda talk, m: (
        (talk.now.hour >= 21 or talk.now.hour < 4)
        # Nobody says good night to those with whom they are on the night shift.
        and not (lookup.works_here(talk, talk.me) and lookup.works_here(talk, talk.you))
    ),
    "evening": lambda talk, m: talk.now.hour >= 17 or talk.now.hour < 4,
    "athome": lambda talk, m: lookup.at_home(talk),
    "atevent": lambda talk, m: lookup.event_here(talk) is not None,
    "amongfew": lambda talk, m: (event := lookup.event_here(talk)) is not None and lookup.is_small(event),
    "myevent": lambda talk, m: (event := lookup.event_here(talk)) is not None and event.owner == talk.me,
    "athost": lambda talk, m: (event := lookup.event_here(talk)) is not None and event.owner == talk.you,
    # One's plan for the day.
    "worksoon": lambda talk, m: today.works_within(talk, 20),
    "works": lambda talk, m: today.works_yet(talk) and not lookup.is_pupil(talk),
    "atschool": lambda talk, m: today.works_yet(talk) and lookup.is_pupil(talk),
    "lunchsoon": lambda talk, m: today.begins_within(talk, today.LUNCH, 40),
    "dinnersoon": lambda talk, m: today.begins_within(talk, today.DINNER, 40),
    "dined": lambda talk, m: today.has_begun(talk, today.DINNER),
    "bedsoon": lambda talk, m: today.begins_within(talk, today.BED, 60),
    "nextsoon": lambda talk, m: today.coming(talk, 25) is not None,
    # What a pair speaks of on some days and not on others.
    **{f"day_{letter}": _on_day(place) for place, letter in enumerate("abcd")},
    # The talk.
    "first": lambda talk, m: len(talk.lines) < 2,
    "opening": lambda talk, m: not talk.lines,
    "met": lambda talk, m: talk.met_today,
    "talkedbefore": lambda talk, m: talk.met_today or bool(talk.past_talks or text(talk.fields, "last_met")),
    "youdoing": lambda talk, m: lookup.your_doing(talk) != "",
    "medoing": lambda talk, m: lookup.my_doing(talk) != "",
    # The matter's life.
    "past": lambda talk, m: lookup.is_past(talk, m),
    "recent": lambda talk, m: lookup.is_past(talk, m) and lookup.is_recent(talk, m),
    "ison": lambda talk, m: lookup.is_on(talk, m),
    "halfover": lambda talk, m: (
        (start := m.start()) is not None and (until := m.end()) is not None and talk.now > start + (until - start) / 2
    ),
    "crowded": lambda talk, m: len(talk.near) >= CROWD,
    "underway": lambda talk, m: (start := m.start()) is not None and talk.now >= start + SETTLED,
    "festive": lambda talk, m: not m.is_event("debated") and not m.is_event("earnest"),
    "solemn": lambda talk, m: any(each and each.is_event("solemn") for each in (m, lookup.event_here(talk))),
    "debated": lambda talk, m: m.is_event("debated"),
    "played": lambda talk, m: m.is_event("played"),
    "fed": lambda talk, m: m.is_event("fed"),
    "small": lambda talk, m: lookup.is_small(m),
    "honoursme": lambda talk, m: slot(talk.me) in m.parts.get("event", ""),
    "honoursyou": lambda talk, m: slot(talk.you) in m.parts.get("event", ""),
    "occasion": lambda talk, m: m.is_event("occasion"),
    "istoday": lambda talk, m: (
        (start := m.start()) is not None and start.date() == talk.now.date() and talk.now < start
    ),
    "near": lambda talk, m: (start := m.start()) is not None and dt.timedelta(0) < start - talk.now < NEAR,
    "lasting": lambda talk, m: m.fact.own,
    "telling": lambda talk, m: not re.match(WORDS.tables["doings"]["dull"], m.parts.get("doing", "")),
    "gerund": lambda talk, m: (
        re.match(r"\w+ing\b(?!.* (?:and|but) (?:is|has|can|would|\w+s)\b)", m.parts.get("it", "")) is not None
    ),
    "others": lambda talk, m: len(m.fact.people) > 1 or "family" in m.fact.text,
    "story": lambda talk, m: lookup.is_story(m.fact),
    "ability": lambda talk, m: m.fact.kind == "can",
    "onme": lambda talk, m: talk.me in m.fact.people,
    "onyou": lambda talk, m: talk.you in m.fact.people,
    "knowowner": lambda talk, m: lookup.tie(talk, m.owner) is not None,
    "kintold": lambda talk, m: lookup.tells_of_kin(talk),
    "kinother": lambda talk, m: bool(talk.kin(talk.me, m.parts.get("other", "")[1:-1])),
    "knowother": lambda talk, m: lookup.tie(talk, m.parts.get("other", "")[1:-1]) is not None,
    "apropos": lambda talk, m: talk.current is not None and bool(m.words & talk.current.words),
    "neighbour": lambda talk, m: bool(text(talk.fields, "neighbours")),
    "newish": lambda talk, m: not any(f.own and talk.you in f.people for f in talk.facts),
    "yourwork": lambda talk, m: lookup.works_here(talk, talk.you),
    "youretired": lambda talk, m: "retired" in lookup.trade_of(talk, talk.you),
    "youstudy": lambda talk, m: (
        re.search(r"\b(?:student|pupil|apprentice)\b", lookup.trade_of(talk, talk.you)) is not None
    ),
    "answered": lambda talk, m: any(c.kind == "cause" and len(c.words & m.words) > 1 for c in talk.matters),
    "mywork": lambda talk, m: lookup.works_here(talk, talk.me),
    "counter": lambda talk, m: bool(pattern(WORDS.tables["doings"]["counter"]).search(talk.place.lower())),
    "seats": lambda talk, m: bool(pattern(WORDS.tables["doings"]["seats"]).search(talk.place)),
    "outside": lambda talk, m: ":" not in talk.place,
    "tradeknown": lambda talk, m: bool(lookup.trade_of(talk, talk.you)),
    "impersonal": lambda talk, m: not set(m.fact.people) - {talk.me},
    "reasoned": lambda talk, m: bool(pattern(r" (?:to|for) ").search(m.parts.get("thing", ""))),
    "ofkin": lambda talk, m: any(talk.kin(talk.me, name) for name in m.fact.people),
    "metother": lambda talk, m: lookup.has_met(talk, m.parts.get("other", "")[1:-1]),
    "howso": lambda talk, m: m.parts.get("it", "").startswith("how "),
    "working": lambda talk, m: lookup.works_at(talk, m.owner, m),
    "disliked": lambda talk, m: m.fact.kind == "dislike",
    "urgent": lambda talk, m: re.search(r"\bbefore\b", m.fact.text) is not None,
    "dated": lambda talk, m: m.fact.when.date is not None,
    "here": lambda talk, m: lookup.is_here(talk, m) and not lookup.has_declined(talk, m),
    "eventon": lambda talk, m: (e := lookup.event_of(talk, m)) is not None and (e.start() or talk.now) <= talk.now,
    "forowner": lambda talk, m: slot(m.owner) in m.parts.get("do", ""),
    "ofevent": lambda talk, m: lookup.event_of(talk, m) is not None,
    "evnamed": lambda talk, m: (e := lookup.event_of(talk, m)) is not None and e.words <= content(m.fact.about),
    "fresh": lambda talk, m: not any(not d.now and d.by == talk.me and d.to == talk.you for d in m.deeds),
    "unspoken": lambda talk, m: not any(deed.now for deed in m.deeds),
    "oldtalk": lambda talk, m: _old(m, talk),
    "slept": lambda talk, m: m.fact.at < talk.now - dt.timedelta(hours=10),
    "newsy": lambda talk, m: talk.now - m.fact.at < dt.timedelta(hours=20),
    "known": lambda talk, m: (
        m.fact.own or any(not d.now for d in m.deeds) or bool(m.fact.source and m.fact.at < talk.now)
    ),
    "onmind": lambda talk, m: int(draw(m.key) * TELLS_EVERY_DAYS) == talk.now.toordinal() % TELLS_EVERY_DAYS,
    "bychance": lambda talk, m: draw(talk.me, talk.you, m.key, talk.now.date()) < SHARE_TOLD,
    "youknow": lambda talk, m: (
        talk.you in (m.owner, m.fact.source, *m.fact.people) or any(talk.you in (d.by, d.to) for d in m.deeds)
    ),
    "untold": lambda talk, m: not lookup.said_lately(talk, m),
    "witnessed": lambda talk, m: not m.fact.source and lookup.witnessed(m.fact),
    "firsthand": lambda talk, m: bool(m.fact.source) and m.fact.source == m.owner,
    "askedenough": lambda talk, m: (
        sum(d.by == talk.me and d.does == "asked" and d.at.date() == talk.now.date() for d in m.deeds) >= ASKS_A_DAY
    ),
    "subjecthere": lambda talk, m: any(name in talk.near for name in m.fact.people),
    "otherhere": lambda talk, m: lookup.works_here(talk, name := m.parts.get("other", "")[1:-1]) or name in talk.near,
    "decent": lambda talk, m: lookup.decent(talk, m),
    # Events.
    "ofhost": lambda talk, m: lookup.belongs_to_host(talk, m, talk.me),
    "hostspouse": lambda talk, m: talk.kin(m.owner, talk.you) == "spouse",
    "athouse": lambda talk, m: (
        (event := lookup.event_here(talk)) is not None and lookup.belongs_to_host(talk, event, talk.you)
    ),
    "youofhost": lambda talk, m: lookup.belongs_to_host(talk, m, talk.you),
    "going": lambda talk, m: lookup.goes(talk, m, talk.me),
    "youcame": lambda talk, m: bool(m.words & content(talk.your_doing)),
    "yougo": lambda talk, m: lookup.goes(talk, m, talk.you),
    "listed": lambda talk, m: m.is_listed(talk.you),
    "askable": lambda talk, m: m.is_askable(talk.you),
    "reluctant": lambda talk, m: (
        not lookup.works_at(talk, talk.me, m)
        and draw(talk.me, m.parts.get("event", ""), "reluctant")
        < (RELUCTANT if not talk.manners & {"shy", "gruff"} else 2 * RELUCTANT)
    ),
    "partof": lambda talk, m: lookup.takes_part(talk, m),
    "busy": lambda talk, m: lookup.busy(talk, m) is not None,
    "atodds": lookup.at_odds,
    "unwilling": lambda talk, m: lookup.unwilling(talk),
    "solitary": lambda talk, m: lookup.is_solitary(talk),
    "wordless": lambda talk, m: lookup.is_wordless(talk),
    "keepsaway": lambda talk, m: lookup.keeps_away(talk, m),
    "free": lambda talk, m: lookup.busy(talk, m) is None,
    "yourplace": lambda talk, m: lookup.works_at(talk, talk.you, m),
    "youthere": lambda talk, m: lookup.was_there(talk, m, talk.you),
    "youaway": lambda talk, m: lookup.was_elsewhere(talk, m, talk.you),
    "iwas": lambda talk, m: lookup.has_been(talk, m),
    "away": lambda talk, m: lookup.was_away(talk, m),
    "hostmet": lambda talk, m: any(who == m.owner for _, who in lookup.talked_there(talk, m)),
    "strange": lambda talk, m: lookup.is_strange(m),
    "hostday": lambda talk, m: any(lookup.holds_today(talk, each) for each in talk.matters),
    "hosted": lambda talk, m: any(
        each.kind == "event" and each.owner == talk.me and lookup.is_past(talk, each) and lookup.is_recent(talk, each)
        for each in talk.matters
    ),
    "once": lambda talk, m: bool(pattern(WORDS.tables["doings"]["once"]).search(m.parts.get("event", ""))),
    "customknown": lambda talk, m: lookup.custom(talk, m) is not None,
    # Needs.
    "thing": lambda talk, m: bool(m.parts.get("thing")),
    "hand": lambda talk, m: bool(m.parts.get("do")),
    "purposed": lambda talk, m: bool(m.parts.get("purpose")),
    "ican": lambda talk, m: m.owner != talk.me and lookup.can_help(talk, m, talk.me),
    "youcan": lambda talk, m: m.owner != talk.you and lookup.can_help(talk, m, talk.you),
    "bytrade": lambda talk, m: (fact := lookup.helps(talk, m, talk.me)) is not None and fact.kind == "trade",
    "ihave": lambda talk, m: (fact := lookup.helps(talk, m, talk.me)) is not None and fact.kind == "have",
    "youbytrade": lambda talk, m: (fact := lookup.helps(talk, m, talk.you)) is not None and fact.kind == "trade",
    "folk": lambda talk, m: bool(
        pattern(WORDS.tables["needs"]["folk"]).search(m.parts.get("thing", "").split(" of ")[0].split(" who ")[0])
    ),
    "many": lambda talk, m: bool(
        re.match(r"(?!an? )(?:\w+ ){0,3}(?:people|children|\w+s)\b", m.parts.get("thing", ""))
    ),
    "donework": lambda talk, m: lookup.done_work(talk, m, talk.me),
    "youdid": lambda talk, m: lookup.done_work(talk, m, talk.you),
    "knowsone": lambda talk, m: lookup.helper(talk, m) is not None,
    "doingit": lambda talk, m: lookup.doing_it(talk, m),
    # Worries, trials, causes, quarrels.
    "foryou": lambda talk, m: m.parts.get("about") == slot(talk.you),
    "forself": lambda talk, m: not m.parts.get("about"),
    "forthem": lambda talk, m: m.parts.get("about", slot(talk.you)) not in (slot(talk.you), slot(talk.me)),
    "ourkin": lambda talk, m: bool(
        talk.kin(talk.me, m.parts.get("about", "")[1:-1]) and talk.kin(talk.you, m.parts.get("about", "")[1:-1])
    ),
    "clausal": lambda talk, m: f" that {(it := m.parts.get('it', ''))}" in m.fact.text or bool(_CLAUSE.match(it)),
    "iwonder": lambda talk, m: any(
        each.kind == "wonder" and each.owner == talk.me and len(each.words & m.words) > 1 for each in talk.matters
    ),
    "seeking": lambda talk, m: bool(pattern(WORDS.tables["doings"]["seeking"]).match(m.parts.get("doing", ""))),
    "pastime": lambda talk, m: lookup.is_pastime(m.parts.get("do", "")),
    "indifferent": lambda talk, m: any(
        fact.own and pattern(WORDS.tables["doings"]["politics"]).search(fact.text) for fact in talk.mine("dislike")
    ),
    "touched": lambda talk, m: lookup.touches_me(talk, m.fact),
    "concerned": lambda talk, m: lookup.concerns_me(talk, m.fact),
    "errand": lambda talk, m: lookup.errand(m.parts.get("do", "")),
    "withother": lambda talk, m: slot(talk.me if m.owner == talk.you else talk.you) in m.parts.get("do", ""),
    "whyother": lambda talk, m: slot(talk.me if m.owner == talk.you else talk.you) in m.fact.why,
    "haswhy": lambda talk, m: bool(m.fact.why or m.parts.get("why") or m.parts.get("why 0")),
    "agree": lambda talk, m: lookup.stance(talk, m, talk.me)[0] == "agree",
    "object": lambda talk, m: lookup.stance(talk, m, talk.me)[0] == "object",
    "result": lambda talk, m: lookup.result(talk, m) is not None,
    "ours": lambda talk, m: (
        slot(talk.you) in (m.parts.get("other"), slot(m.owner))
        and slot(talk.me) in (m.parts.get("other"), slot(m.owner))
    ),
    "uneasy": lambda talk, m: m.fact.kind == "unease",
    "mywhy": lambda talk, m: bool(m.parts.get(f"why of {talk.me}")),
}


def holds(talk: TalkContext, condition: str, matter: Matter | None) -> bool:
    """Return whether a condition of a row holds: 'mine', '!met', 'friend|household', 'did:asked', a manner of speech
    or a state. Raises KeyError if there is no such condition."""
    if "|" in condition:
        return any(holds(talk, each, matter) for each in condition.split("|"))
    if condition.startswith("!"):
        return not holds(talk, condition[1:], matter)
    m = matter or NOTHING
    if ":" in condition:
        who, does = condition.split(":")
        if who == "said":
            return _said_lately(does, talk)
        return any(True for _ in _deeds(m, who, does, talk))
    if made := CONDITIONS.get(condition):
        return bool(talk.memo(condition, matter, lambda: made(talk, m)))
    if condition in words().tables["manners"]:
        return condition in talk.manners
    if not any(condition in states for states in WORDS.tables["states"].values()):
        raise KeyError(f"There is no condition {condition!r}.")
    return state(talk, m) == condition


def state(talk: TalkContext, matter: Matter) -> str:
    """Return the state of a matter: the first of its kind whose condition holds."""
    states: Mapping[str, str] = WORDS.tables["states"].get(matter.kind, {})
    return next((name for name, when in states.items() if not when or holds(talk, when, matter)), "open")
