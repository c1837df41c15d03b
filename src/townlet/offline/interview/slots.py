"""The conditions and slots of the frames of words/questions.toml; those of moves hold of the matter asked about."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeAlias

from townlet.cognition.wording import age_in
from townlet.offline.english import article, listing
from townlet.offline.fields import text
from townlet.offline.interview.asked import KINDRED, TABLE, Asked
from townlet.offline.interview.finds import MATTERS, Topic
from townlet.offline.interview.hours import with_place
from townlet.offline.moves import lookup
from townlet.offline.moves.conditions import CONDITIONS as OF_MOVES
from townlet.offline.moves.conditions import DEED_OF, holds, state
from townlet.offline.moves.slots import SLOTS as SLOTS_OF_MOVES
from townlet.offline.reader.facts import Fact, content
from townlet.offline.times import When, part_of_day, say_clock, say_now, say_when
from townlet.offline.trades import trade_in, trade_of_deed
from townlet.offline.words import WORDS
from townlet.world.register import first_name

Slot: TypeAlias = Callable[[Topic], str]
Condition: TypeAlias = Callable[[Topic], bool]


def doing(asked: Asked) -> str:
    """Return what one is at as a gerund phrase; '' if it is none."""
    said = re.sub(r"^.*?\bis (?=\w+ing\b)", "", asked.doing).rstrip(".")
    return asked.own_words(said) if re.match(r"\w+ing\b", said) else ""


def _place(topic: Topic) -> str:
    """The building where one is, as one says it."""
    return topic.asked.own_words(text(topic.asked.fields, "place").partition(":")[0].strip()) or TABLE["somewhere"]


_SUM = re.compile(r"(\d{1,9}) ?([-+*/x×÷]|plus|minus|times|divided by) ?(\d{1,9})", re.I)


def _sum(topic: Topic) -> str:
    """The result of a sum, if it is one that people do in their heads."""
    found = _SUM.search(topic.question.raw)
    if not found:
        return ""
    a, b, sign = int(found[1]), int(found[3]), found[2].lower()
    if sign in ("/", "÷", "divided by"):
        return str(a // b) if b and a % b == 0 else ""
    result = a + b if sign in ("+", "plus") else a - b if sign in ("-", "minus") else a * b
    return str(result) if abs(result) < 10**6 else ""


def _mood(topic: Topic) -> str:
    """How one feels by the description of oneself, unless what it looks forward to is over."""
    felt = next((f for f in topic.asked._of_summary[-1:] if re.search(TABLE["mood"], f.text)), None)
    return topic.asked.clause(felt) if felt and not lookup.bygone(topic.asked, felt) else ""


def _home(topic: Topic) -> str:
    bed = topic.hours.bed()
    if not bed or not re.search(TABLE["bed"], bed.doing):
        return ""
    bare = bed.place[:1].islower() and not bed.place.startswith(("my ", "our "))
    return f"the {bed.place}" if bare else bed.place


def _job(topic: Topic) -> str:
    own = (fact for fact in topic.asked.of(topic.asked.me, "trade") if not fact.source)
    return next((topic.asked.phrase(fact.about) for fact in own), "")


def _deed(topic: Topic) -> str:
    """What one does for a living, where one's own story tells it by a verb and by no name: 'I steer the ferry'."""
    if _job(topic):
        return ""
    own = [fact for fact in topic.asked.of(topic.asked.me, "habit", "have", "past") if fact.own and not fact.secret]
    there = [
        fact for fact in own if fact.kind in ("habit", "have") and fact.when.end is not None and _DOES.match(fact.text)
    ]
    keeps = [fact for fact in own if _KEEPS.match(fact.text) and (fact.kind != "have" or trade_in(fact.about))]
    does = [fact for fact in own if (told := _DOES.match(fact.text)) and trade_of_deed(told["deed"])]
    # A description mostly begins with the work.
    mine = topic.asked.of(topic.asked.me)
    story = [fact for fact in mine if fact.own and fact.number >= 0 and fact.kind not in ("kin", "married")]
    story.sort(key=lambda fact: fact.number)
    first = [fact for fact in story if _RETIRED.match(fact.text)] or story[:1]
    at_first = [fact for fact in does if fact in first]
    begins = [fact for fact in first if fact.kind == "habit" and not fact.secret and _BEGINS.match(fact.text)]
    return next((topic.asked.clause(_alone(fact)) for fact in (*there, *keeps, *at_first, *begins, *does)), "")


def _my_hours(topic: Topic) -> str:
    """The hours of one's work as one's own story tells them: 'I weave rugs from 8 am to 4 pm'."""
    own = [
        fact
        for who in (topic.asked.me, "")
        for fact in topic.asked.of(who)
        if fact.own
        and fact.kind not in ("event", "attend", "need", "plan", "trial")
        and fact.when.start is not None
        and (fact.kind == "habit" or fact.when.end is not None)
    ]
    whole = [fact for fact in own if fact.when.end is not None] or own
    first = min(whole, key=lambda fact: (fact.kind != "habit", fact.number), default=None)
    if first is None or first.kind != "habit":
        return next(iter(topic.asked.told([first])), "") if first else ""
    return topic.asked.clause(replace(_alone(first), when=first.when))


def _worked(topic: Topic) -> str:
    """What one did for a living for years: 'I drove the night bus for forty years'."""
    own = (fact for fact in topic.asked.of(topic.asked.me, "past") if fact.own and not fact.secret)
    return next((topic.asked.clause(_alone(fact)) for fact in own if _FOR_YEARS.match(fact.text)), "")


_FOR_YEARS = re.compile(r"⟦[^⟧]+⟧ (?!has\b|was\b)[a-z]+ [^,]*\bfor (?:[\w-]+ )?years\b")
_KEEPS = re.compile(
    r"⟦[^⟧]+⟧ (?:runs|keeps|manages|owns|is in charge of|has (?:charge of|run|kept|managed|owned|been in charge of)) "
    r"(?:the )?(?!⟦)\w"
)
_RETIRED = re.compile(r"⟦[^⟧]+⟧ is (?:now )?retired\b")
_BEGINS = re.compile(
    rf"{_RETIRED.pattern}|⟦[^⟧]+⟧ (?:has [a-z]+ .*(?:for|since)\b|(?!(?:has|is|gets|wakes|rises|lives|sleeps|comes|goes"
    r"|walks|swims|sings|plays|dances|looks|laughs|speaks|talks|smiles|thinks|knows|sits|wears|drinks|eats|says)\b)[a-z]+s\b)"
)
"""What one does, where a description begins with it, or that one has retired."""
_DOES = re.compile(r"⟦[^⟧]+⟧ (?P<deed>(?:has (?:been \w+ing|(?!been\b)).* (?:for|since)\b|(?!has\b)\w+s ).*)")
"""What one does now, and has done until now: 'has printed the paper for years', but not 'has printed a card'."""


def _alone(fact: Fact) -> Fact:
    """Return what one does without when one does it and what else the sentence tells of it."""
    text = re.split(r",? (?:which|where|who|but|and)\b|, ", fact.text, maxsplit=1)[0]
    return replace(fact, text=text, when=When())


def _met_first(topic: Topic) -> list[str]:
    """Whom one first talked with in the time asked about, of those whom one's own story does not name."""
    asked = topic.asked
    story = {name for fact in asked.open if fact.own for name in fact.people}
    before = {
        name for line in asked.past_lines if line.at < topic.hours.when.begins for name in (line.speaker, line.hearer)
    }
    return [name for name in topic.hours.met() if name not in story and name not in before]


def _tied(kinds: tuple[str, ...], why: bool = False) -> Slot:
    """What there is between the two, if it is of one of some kinds; or only the reason of it."""

    def said(topic: Topic) -> str:
        fact = topic.tie()
        if fact is None or fact.kind not in kinds:
            return ""
        known = () if "knows" in kinds else (topic.who,)
        return topic.asked.phrase(fact.why, known) if why else topic.asked.clause(fact, known)

    return said


def _kin_word(topic: Topic) -> str:
    asked, kin = topic.asked, topic.asked.kin(topic.asked.me, topic.who)
    spouse = {"he": "husband", "she": "wife"}.get(asked.people.forms(topic.who)[0], "partner")
    return topic.groups.get("kin") or (spouse if kin == "spouse" else kin)


def _event(topic: Topic) -> str:
    """An event as it is first spoken of: 'a picnic'."""
    named = topic.asked.phrase(topic.matter.parts["event"]) if topic.matter else ""
    bare = named.removeprefix("the ")
    return article(bare) if named.startswith("the ") and bare[:1].islower() else named


def _teller(topic: Topic) -> str:
    fact = topic.matter.fact if topic.matter else None
    return topic.asked.names([fact.source]) if fact and fact.source not in ("", topic.asked.me, fact.who) else ""


def _rivals(topic: Topic) -> list[str]:
    about = topic.matter
    alike = [m.owner for m in topic.asked.matters if m.kind == "cause" and about and m.words & about.words]
    return [name for name in alike if about and name not in ("", about.owner)]


def _backers(topic: Topic) -> list[str]:
    return [name for name in topic.by("backed") if topic.matter and name != topic.matter.owner]


def _needed_too(topic: Topic) -> str:
    open_needs = (m for m in topic.pressing() if m is not topic.matter and state(topic.asked, m) == "open")
    return topic.need(next(open_needs, None))


def _first_source(topic: Topic) -> Fact | None:
    return next(iter(topic.sources), None)


def _sources(topic: Topic) -> list[str]:
    direct = [fact.source for fact in topic.sources if fact.hearer in ("", topic.asked.me)]
    return direct or [fact.source for fact in topic.sources[:1]]


def _named(of: Callable[[Topic], Iterable[str]], most: int = 5) -> Slot:
    return lambda topic: topic.asked.names(of(topic), most)


def _form(place: int) -> Slot:
    return lambda topic: topic.asked.people.forms(topic.who)[place] if topic.who else ""


_TRAITS = re.compile(r"\) is ([^.]+)\.")
"""What the first sentence of a summary says of a person after the age."""


def _nth(of: Callable[[Topic], list[str]], place: int) -> Slot:
    return lambda topic: next(iter(of(topic)[place:]), "")


def _talked_there(topic: Topic) -> list[str]:
    told = lookup.talked_there(topic.asked, topic.matter) if topic.matter else []
    return [name for name in dict.fromkeys(name for _, name in told) if name != topic.asked.me]


def _inviter(topic: Topic) -> list[str]:
    """Who asked one to come to the event, or to whom one promised to."""
    deeds, me = (topic.matter.deeds if topic.matter else ()), topic.asked.me
    asked = [deed.by for deed in deeds if deed.does == "invited" and deed.to == me]
    return (asked or [deed.to for deed in deeds if deed.by == me and deed.does in lookup.COMES])[-1:]


def _others_of(facts: Iterable[Fact], me: str) -> list[str]:
    return [name for fact in facts for name in fact.people if name != me]


def _where(topic: Topic) -> bool:
    return re.match(r"(?:where|in which|at which)\b", topic.question.text, re.I) is not None


SLOTS: Mapping[str, Slot] = {
    "one": lambda t: t.told[0],
    "more": lambda t: t.told[1],
    "it": Topic.phrase_told,
    "me": lambda t: t.asked.me,
    "myself": lambda t: first_name(t.asked.me),
    "age": lambda t: str(age_in(t.asked.summary) or ""),
    "traits": lambda t: found[1] if (found := _TRAITS.search(t.asked.summary)) else "",
    "job": _job,
    "deed": _deed,
    "worked": _worked,
    "work": lambda t: next((t.asked.phrase(f.about) for f in t.asked.of(t.asked.me, "doing") if f.own), ""),
    "mood": _mood,
    "doing": lambda t: doing(t.asked) or TABLE["answering"],
    "mydoing": lambda t: doing(t.asked),
    "home": _home,
    "place": _place,
    "intent": Topic.intent,
    "sum": _sum,
    "language": lambda t: name if (name := language_of(t.question.raw)) != "other" else "",
    "clock": lambda t: say_now(t.asked.now).replace(f" {t.asked.now.year}", ""),
    "part": lambda t: part_of_day(t.asked.now),
    # The time that is asked about.
    "time": lambda t: say_clock(t.question.when.start),
    "day": lambda t: t.hours.say_day(),
    "weekday": lambda t: t.hours.say_day().removeprefix("on "),
    "lived": lambda t: t.hours.at_hour(_where(t)),
    "planned": lambda t: with_place(t.hours.planned(), _where(t)),
    "engaged": _nth(lambda t: t.asked.told(t.hours.engaged()), 0),
    "engagedtoo": _nth(lambda t: t.asked.told(t.hours.engaged()), 1),
    "finished": lambda t: t.hours.finished(),
    "did": lambda t: t.hours.did(),
    "met": _named(lambda t: t.hours.met(), 4),
    "myhours": _my_hours,
    "newmet": _named(_met_first, 4),
    "lastmet": _named(lambda t: t.asked.met()[:1]),
    "rest": lambda t: t.hours.rest(),
    "strokes": lambda t: t.hours.strokes(),
    "bedtime": lambda t: say_clock(at % 1440 or 1440) if (at := t.hours.bedtime()) is not None else "",
    "risetime": lambda t: say_clock(day[0].start) if (day := t.hours.plan(t.hours.today)) else "",
    "meal": lambda t: t.hours.meal,
    "dish": lambda t: t.hours.dish(),
    "mealtime": lambda t: say_clock(at.start % 1440) if (at := t.hours.sitting()) else "",
    "mealplace": lambda t: at.place if (at := t.hours.sitting()) else "",
    # People.
    "name": lambda t: t.asked.call(t.who) if t.who else "",
    "full": lambda t: t.who,
    "first": lambda t: first_name(t.who),
    "unknown": lambda t: t.unknown,
    "he": _form(0),
    "him": _form(1),
    "heis": lambda t: TABLE["is"][t.asked.people.forms(t.who)[0]] if t.who else "",
    "kin": _kin_word,
    "relatives": _named(Topic.kin, 6),
    "kintold": Topic.kin_told,
    "relativesfull": lambda t: listing(t.kin()),
    "housemates": _named(Topic.housemates, 6),
    "tie": _tied(("quarrel", "unease", "love", "friend", "knows", "like", "past", "habit", "home")),
    "warm": _tied(("like", "quarrel", "unease", "friend", "love", "past", "habit")),
    "tiewhy": _tied(("quarrel", "unease", "friend", "love", "like"), why=True),
    "thought": lambda t: t.thought(t.who),
    "viewof": Topic.view_of,
    "storyof": Topic.story_of,
    "last": Topic.last,
    "seen": Topic.seen,
    "topic": lambda t: next((t.asked.phrase(f.about, (t.who,)) for f in reversed(t.talks()) if f.about), ""),
    "topicname": _named(lambda t: _others_of([f for f in t.talks() if f.about][-1:], t.asked.me)),
    "lasttalk": Topic.last_talk,
    "company": lambda t: t.asked.call(t.company) if t.company else "",
    "companywhy": Topic.company_why,
    "mosttalk": lambda t: t.mostly(seen=False),
    "mosttime": lambda t: t.mostly(seen=True),
    "mostplace": Topic.mostly_at,
    # Matters.
    "event": lambda t: t.asked.phrase(t.matter.parts["event"]) if t.matter else "",
    "anevent": _event,
    "when": lambda t: say_when(t.matter.fact.when, t.asked.now) if t.matter else "",
    "teller": _teller,
    "comers": _named(lambda t: t.by(*lookup.COMES)),
    "decliners": _named(lambda t: t.by("declined"), 3),
    "saw": _named(Topic.saw),
    "talkedthere": _named(_talked_there),
    "inviter": _named(_inviter),
    "toldwhom": _named(Topic.told_whom),
    "because": Topic.because,
    "career": Topic.career,
    "evat": Topic.attended,
    "mywords": lambda t: t.words_said(mine=True),
    "theirwords": lambda t: t.words_said(mine=False),
    "absent": _named(Topic.absent),
    "origin": Topic.origin,
    "number": lambda t: "were" if len(t.saw()) > 1 else "was",
    "need": lambda t: t.need(t.matter),
    "needtoo": _needed_too,
    "help": lambda t: t.need(t.matter, helping=True),
    "helpers": _named(lambda t: t.by("met") or t.by("promised")),
    "told": _named(Topic.told_to, 6),
    "backers": _named(_backers),
    "others": _named(_rivals),
    "aim": _nth(Topic.aims, 0),
    "aimtoo": _nth(Topic.aims, 1),
    # Reasons and sources.
    "reason": lambda t: t.asked.phrase(f.why, {f.who} - {t.asked.me}) if (f := t.reason) else "",
    "reasonfrom": lambda t: t.asked.call(f.source) if (f := t.reason) and f.source not in ("", t.asked.me) else "",
    "since": Topic.since,
    "toldby": Topic.told_by,
    "meant": lambda t: t.asked.clause(t.meant) if t.meant else "",
    "sources": _named(_sources, 3),
    "sourced": lambda t: t.asked.clause(f, (f.source,), source=False) if (f := _first_source(t)) else "",
    "sourceto": lambda t: t.asked.call(f.hearer) if (f := _first_source(t)) and f.hearer else "",
    "promisedto": _named(lambda t: _others_of(t.promised()[:1], t.asked.me)),
    "declinedto": _named(lambda t: _others_of(t.promised(TABLE["cannot"])[-1:], t.asked.me)),
    "next": _nth(Topic.ahead, 0),
    "nexttoo": _nth(Topic.ahead, 1),
}
"""What frames can say, by name."""


def _is_asked(topic: Topic, fact: Fact) -> bool:
    """Whether a question is about what a fact tells."""
    words = topic.question.words
    return bool(words) and topic.question.shares(topic.asked.words_of(fact)) >= min(2, len(words)) * KINDRED


def _bond(name: str) -> Condition:
    return lambda topic: bool(topic.who) and topic.bond() == name


CONDITIONS: Mapping[str, Condition] = {
    "else": lambda t: True,
    "bare": lambda t: t.question.bare,
    "followup": lambda t: t.question.bare and bool(t.asked.lines),
    "lone": lambda t: t.question.bare and not t.asked.before,
    "stranger": lambda t: t.asked.bond == "stranger",
    "unwilling": lambda t: lookup.unwilling(t.asked),
    "keepsaway": lambda t: lookup.keeps_away(t.asked),
    # The time that is asked about.
    "clock": lambda t: t.question.when.clock,
    "timed": lambda t: t.question.when.named,
    "before": lambda t: t.hours.been,
    "sameday": lambda t: t.question.when.date == t.hours.today,
    "asleep": lambda t: t.hours.asleep(),
    "workday": lambda t: t.question.when.date.weekday() < 5 and "retired" not in _job(t),
    "mealahead": lambda t: t.hours.meal_ahead(),
    # People.
    "person": lambda t: bool(t.who),
    "self": lambda t: t.who == t.asked.me,
    "unknown": lambda t: bool(t.unknown),
    **{name: _bond(name) for name in ("spouse", "rival", "friend", "knownto", "metonly")},
    "tiesecret": Topic.has_secret_tie,
    "kin": lambda t: bool(t.who and t.asked.kin(t.asked.me, t.who)),
    "yourkin": lambda t: bool(t.asked.kin(t.asked.you, t.who)),
    "close": lambda t: t.bond() in ("spouse", "kin", "friend"),
    "acquainted": lambda t: t.who in t.asked.met(),
    "heardof": lambda t: any(t.who in fact.people for fact in t.asked.open),
    "manykin": lambda t: len(t.kin()) > 1,
    # Matters.
    "matter": lambda t: t.matter is not None,
    "there": Topic.was_there,
    "sawthem": lambda t: t.who in t.saw(),
    "comes": lambda t: t.who in t.by(*lookup.COMES),
    "declines": lambda t: t.who in t.by("declined"),
    "igo": Topic.goes,
    "ideclined": Topic.declined,
    "intime": lambda t: t.matter is not None and t.matter.start() is not None,
    "meant": lambda t: bool(t.matter and t.matter.words and t.matter.words <= content(filled(t, "planned"))),
    "spokenof": lambda t: bool(t.told_to()),
    # What one knows of it.
    "overheard": lambda t: (f := _first_source(t)) is not None and f.hearer not in ("", t.asked.me),
    "knownfirsthand": lambda t: any(not f.source and f.words & t.question.words for f in t.asked.open),
    "intended": lambda t: t.meant is not None,
    "carriedout": Topic.carried_out,
    "heardofit": lambda t: any(f.words & t.question.words for f in t.asked.open),
    "hidden": lambda t: any(_is_asked(t, f) for f in t.asked.known if t.asked.is_secret(f) and not f.source),
}
"""What frames can ask of a topic, by name; other names are states or conditions of moves, asked of its matter."""


def fits(topic: Topic, condition: str) -> bool:
    """Return whether a condition holds: 'before', '!person', or one of moves, such as 'mine' or 'ever:asked'."""
    if condition.startswith("!"):
        return not fits(topic, condition[1:])
    if condition in CONDITIONS:
        return CONDITIONS[condition](topic)
    matter = topic.matter
    if matter is None or condition in WORDS.tables["states"][matter.kind]:
        return matter is not None and state(topic.asked, matter) == condition
    return holds(topic.asked, condition, matter)


def filled(topic: Topic, slot: str) -> str:
    """Return what fills a slot; '' if nothing does."""
    if slot in SLOTS:
        return SLOTS[slot](topic)
    return (SLOTS_OF_MOVES[slot](topic.asked, topic.matter) or "") if topic.matter else ""


def known_condition(condition: str) -> bool:
    """Return whether there is a condition of this name."""
    bare = condition.lstrip("!")
    states = (name for kind in MATTERS for name in WORDS.tables["states"][kind])
    return bare in CONDITIONS or bare in OF_MOVES or bare in states or bare.partition(":")[0] in DEED_OF


def known_slot(slot: str) -> bool:
    """Return whether there is a slot of this name."""
    return slot in SLOTS or slot in SLOTS_OF_MOVES


_LANGUAGES: Mapping[str, re.Pattern[str]] = {
    name: re.compile("|".join(rf"(?<!\w){re.escape(word)}" for word in words), re.I)
    for name, words in WORDS.tables["smalltalk"]["languages"].items()
}
_ENGLISH = re.compile(rf"\b(?:{'|'.join(WORDS.tables['smalltalk']['english']['words'])})\b", re.I)
_LAST_LATIN = "\u024f"


def language_of(said: str) -> str:
    """Return the name of a foreign language that a line is in, 'other' if it can't be told, or '' for English."""
    hits = {name: len(pattern.findall(said)) for name, pattern in _LANGUAGES.items()}
    best = max(hits, key=lambda name: hits[name])
    if hits[best] and hits[best] > len(_ENGLISH.findall(said)):
        return best
    letters = [c for c in said if c.isalpha()]
    return "other" if letters and sum(c > _LAST_LATIN for c in letters) > len(letters) / 2 else ""
