"""Questions about other people: who they are, what one feels for them, what they said, and who said so."""

from __future__ import annotations

import re
from collections import Counter

from townlet.offline.interview.asked import Asked, Question, moment
from townlet.offline.interview.rows import Row, Slots
from townlet.offline.reader.facts import Fact, content
from townlet.offline.reader.people import first_name
from townlet.offline.reader.phrases import gerund
from townlet.offline.times import say_clock, say_day
from townlet.offline.words import WORDS

LONG = 10
"""A phrase of so many words is not said of what somebody likes."""
_TIES = ("kin", "married", "friend", "knows", "love", "quarrel", "home")


def named(asked: Asked, question: Question, found: re.Match[str]) -> tuple[str, str]:
    """Return the person that a question names, and the name of somebody unknown if it names one of that name."""
    groups = found.groupdict().items()
    who = next((said[1:-1] for name, said in groups if said and name.startswith("who")), "")
    return who or question.who, next(
        (said for name, said in groups if said and name.startswith("name") and not who), ""
    )


def bond(asked: Asked, who: str) -> str:
    """Return what somebody is to one: spouse, kin, rival, friend, known, met or none."""
    kin, me = asked.kin(asked.me, who), asked.me
    between = {fact.kind for fact in asked.open if {me, who} <= {*fact.people} and not fact.source}
    if "quarrel" in between:
        return "rival"
    if kin:
        return "spouse" if kin == "spouse" else "kin"
    if between & {"friend", "love", "home"}:
        return "friend"
    if between & {"knows", "like"}:
        return "known"
    return "met" if who in met(asked) else "none"


def met(asked: Asked) -> list[str]:
    """Return everybody whom one remembers talking with, the last one first."""
    lines = [
        ({line.speaker, line.hearer} - {asked.me})
        for line in reversed(asked.past_lines)
        if asked.me in (line.speaker, line.hearer)
    ]
    memos = [
        {*fact.people} - {asked.me}
        for fact in reversed(asked.open)
        if fact.kind in ("talked", "promise", "attend") and asked.me in fact.people
    ]
    return [*dict.fromkeys(name for each in (*lines, *memos) for name in each)]


def kin_word(asked: Asked, who: str) -> str:
    """Return what somebody of one's family is to one: 'husband', 'daughter'; '' for anybody else."""
    kin = asked.kin(asked.me, who)
    return {"he": "husband", "she": "wife"}.get(asked.people.forms(who)[0], "partner") if kin == "spouse" else kin


def _tie(asked: Asked, who: str) -> Fact | None:
    """The fact that tells most of what there is between the two."""
    between = [
        fact
        for fact in asked.open
        if {asked.me, who} <= {*fact.people}
        and not fact.source
        and fact.kind in (*_TIES, "like", "past", "habit")
        and fact.own | (fact.kind in _TIES)
    ]
    order = ("quarrel", "love", "friend", "knows", "like", "past", "habit", "home", "married", "kin")
    return min(between, key=lambda fact: (not fact.why, order.index(fact.kind)), default=None)


def _thought(asked: Asked, who: str) -> str:
    """What one has come to think about somebody, and nobody else."""
    fitting = [f for f in reversed(asked.open) if f.kind == "thought" and {*f.people} - {asked.me} == {who}]
    return asked.clause(fitting[0], (who,)) if fitting else ""


def _last(asked: Asked, who: str) -> str:
    """What one last had to do with somebody: a promise, or what one talked about."""
    for fact in reversed(asked.open):
        if (
            fact.kind in ("promise", "helped")
            and fact.who in (asked.me, who)
            and {asked.me, who} <= {*fact.people}
            and fact.source in ("", asked.me)
        ):
            return asked.clause(fact, (who,))
        if fact.kind == "talked" and fact.about and {asked.me, who} <= {*fact.people}:
            row = str(WORDS.tables["questions"]["talked"])
            return row.format(about=asked.phrase(fact.about, (who,)), when=say_day(fact.at.date(), asked.now))
    return ""


def feelings(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    who, unknown = named(asked, question, found)
    who = who or next(iter(asked.relatives("spouse")), "") if "marriage" in question.raw else who
    if not who:
        return {"case": "nobody", "name": unknown} if unknown else None
    tie, he = bond(asked, who), asked.people.forms(who)
    fact = _tie(asked, who)
    why = asked.phrase(fact.why, (who,)) if fact and fact.why else ""
    said = (
        asked.clause(fact, (who,))
        if fact and fact.kind in ("like", "quarrel", "friend", "love", "past", "habit")
        else ""
    )
    if len(question.people) > 1 and any({*question.people} <= {*f.people} for f in asked.open):
        return None
    kin = asked.phrase(kin_word(asked, who))
    return {
        "case": tie, "name": asked.call(who) if not kin else first_name(who), "he": he[0], "him": he[1], "his": he[2],
        "kin": kin, "why": why, "fact": said, "thought": _thought(asked, who), "last": _last(asked, who),
        "heis": WORDS.tables["questions"]["is"][he[0]],
    }  # fmt: skip


def _about(asked: Asked, who: str) -> list[Fact]:
    """What one may tell of somebody: lasting things first, then what they want, think and plan."""
    kinds = (
        "trade",
        "cause",
        "doing",
        "event",
        "wish",
        "plan",
        "opinion",
        "worry",
        "need",
        "like",
        "past",
        "can",
        "have",
        "habit",
        "arrival",
    )
    lasting = [f for f in asked.of(who, *kinds) if lasts(asked, f)]
    other = [
        f
        for f in asked.open
        if who in f.people
        and f.who not in (who, asked.me)
        and f.kind not in ("thought", "talked", "attend", "promise")
        and lasts(asked, f)
    ]
    return [*sorted(lasting, key=lambda fact: kinds.index(fact.kind)), *reversed(other)]


def lasts(asked: Asked, fact: Fact) -> bool:
    """Return whether a fact says more than what somebody was seen at, and is not over."""
    passing = fact.kind in ("doing", "habit", "thing") and not fact.own and not fact.source
    least = 3 if fact.source == fact.who else 2
    empty = fact.kind in ("plan", "past", "habit") and len(fact.words) < least and not fact.when.known()
    return not passing and not empty and not (fact.end and fact.end <= asked.now)


def who_is(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    who, unknown = named(asked, question, found)
    if not who or who == asked.me:
        return (
            {"case": "stranger", "name": unknown}
            if unknown and not who
            else {"case": "me", "me": asked.me, "job": job_of(asked, asked.me)}
            if who
            else None
        )
    fact, kin = _tie(asked, who), kin_word(asked, who)
    tie = asked.clause(fact) if fact and fact.kind not in ("married", "kin") else ""
    told = asked.told([f for f in _about(asked, who) if f is not fact], 2, (who,) if kin or tie else ())
    knows = {
        "name": asked.call(who) if not kin else who,
        "kin": kin,
        "tie": tie,
        "thought": _thought(asked, who),
        "last": _last(asked, who),
        "fact": told[0] if told else "",
        "more": told[1] if len(told) > 1 else "",
        "he": asked.people.forms(who)[0],
        "him": asked.people.forms(who)[1],
    }
    if kin and told and asked.kin(asked.you, who):
        # Nobody tells a relative who their relative is.
        return {**knows, "case": "told"}
    if kin or tie or told:
        return {**knows, "case": "kin" if kin else "tie" if tie else "told" if who in met(asked) else "heardof"}
    if seen := _seen(asked, who):
        return {**knows, "case": "seen", "seen": seen}
    if who in met(asked):
        return {**knows, "case": "met"}
    return (
        {"case": "stranger", "name": who}
        if not any(who in f.people for f in asked.open)
        else {"case": "little", "name": who}
    )


def job_of(asked: Asked, who: str) -> str:
    return next((asked.phrase(fact.about) for fact in asked.of(who, "trade")), "")


def _seen(asked: Asked, who: str) -> str:
    """What one saw somebody at, as it was."""
    seen = [
        f for f in reversed(asked.open) if f.who == who and not f.own and not f.source and f.kind in ("doing", "habit")
    ]
    return asked.phrase(re.sub(r"(?<=⟧) is\b", " was", seen[0].text, count=1)) if seen else ""


def whereabouts(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    who, unknown = named(asked, question, found)
    if not who or who == asked.me:
        return {"case": "stranger", "name": unknown} if unknown else None
    return {"case": "" if _seen(asked, who) else "none", "seen": _seen(asked, who), "name": first_name(who)}


def theirs(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one knows of somebody else's trade, wishes, worries, doings: facts of the kinds asked for."""
    who, unknown = named(asked, question, found)
    if unknown or not who:
        return {"case": "stranger", "name": unknown} if unknown else None
    if who == asked.me:
        return None
    told = asked.told([f for f in asked.of(who, *row.kinds) if lasts(asked, f)])
    if not told and row.kinds and row.kinds[0] == "doing" and (seen := _seen(asked, who)):
        return {"case": "seen", "seen": seen}
    return (
        {"one": told[0], "more": told[1] if len(told) > 1 else ""}
        if told
        else {"case": "none", "name": first_name(who), "he": asked.people.forms(who)[0]}
    )


def of_me(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What somebody thinks of one, as far as they have shown it."""
    who, unknown = named(asked, question, found)
    if not who:
        return {"case": "stranger", "name": unknown} if unknown else None
    said = [
        f
        for f in asked.of(who)
        if asked.me in f.people
        and f.who == who
        and f.kind in ("opinion", "like", "dislike", "friend", "love", "quarrel", "habit")
    ]
    told = asked.told(said, 1)
    return {"one": told[0]} if told else {"case": "none", "him": asked.people.forms(who)[1]}


def said_by(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What somebody told one."""
    who, unknown = named(asked, question, found)
    if not who:
        return {"case": "stranger", "name": unknown} if unknown else None
    heard = [
        f
        for f in reversed(asked.open)
        if f.source == who and len(f.words) > 1 and f.kind != "rumour" and (lasts(asked, f) or len(f.words) > 3)
    ]
    heard.sort(
        key=lambda f: (
            -len(f.words & question.words),
            f.kind not in ("cause", "event", "need", "wish", "worry", "trade"),
        )
    )
    told = asked.told(heard)
    if told:
        return {"one": told[0], "more": told[1] if len(told) > 1 else ""}
    last = _last(asked, who)
    return {
        "case": "little" if last or kin_word(asked, who) or who in met(asked) else "none",
        "last": last,
        "name": first_name(who),
    }


def met_on(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Whom one talked with on the day asked about."""
    day = question.date if question.dated else asked.now.date()
    people = asked.talked(moment(day, question.span[0]), moment(day, question.span[1]))
    about = [
        fact
        for fact in asked.open
        if fact.kind == "talked" and fact.about and asked.me in fact.people and fact.at.date() == day
    ]
    if people:
        topic = asked.phrase(about[-1].about) if about else ""
        whom = asked.call(next(name for name in about[-1].people if name != asked.me)) if about else ""
        return {"names": asked.names(people), "topic": topic, "whom": whom, "case": "many" if len(people) > 1 else ""}
    return {"case": "last", "names": asked.call(met(asked)[0])} if met(asked) else {"case": "none"}


def last_met(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """When one last talked with somebody, on the day asked about if one is named, and about what."""
    who, unknown = named(asked, question, found)
    if not who or who == asked.me:
        return {"case": "none", "name": unknown} if unknown else None
    lines = [line.at for line in asked.past_lines if {line.speaker, line.hearer} == {asked.me, who}]
    memos = [fact for fact in asked.open if fact.kind == "talked" and {asked.me, who} <= {*fact.people}]
    times = [at for at in (*lines, *(fact.at for fact in memos)) if not question.dated or at.date() == question.date]
    if not times:
        return {"case": "none", "name": first_name(who), "him": asked.people.forms(who)[1]}
    last = max(times)
    when = (
        f"{say_day(last.date(), asked.now)} {WORDS.tables['questions']['at']} {say_clock(last.hour * 60 + last.minute)}"
    )
    topics = [fact.about for fact in memos if fact.about and fact.at.date() == last.date()]
    return {
        "when": when,
        "topic": asked.phrase(topics[-1], (who,)) if topics else "",
        "him": asked.people.forms(who)[1],
    }


def source(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """From whom one has something: those who told one of it, the first of them first; or that one saw it oneself."""
    words = question.words
    if not words and not question.people:
        words = frozenset(word for line in asked.before[-2:] for word in content(line))
    about = set(question.people)
    if not words and not about:
        return {"case": "what"}
    known = [
        f
        for f in asked.known
        if f.source not in ("", asked.me) and not f.secret and (f.words & words or about & {*f.people})
    ]
    most = max((len(f.words & words) + len(about & {*f.people}) for f in known), default=0)
    heard = [f for f in known if len(f.words & words) + len(about & {*f.people}) == most]
    if heard:
        first = min(heard, key=lambda f: (f.kind not in ("cause", "event"), not f.when.known()))
        direct = first.hearer in ("", asked.me)
        names = list(dict.fromkeys(f.source for f in heard if f.hearer in ("", asked.me))) or [first.source]
        bare = asked.clause(first, (first.source,), source=False)
        return {
            "case": "" if direct else "overheard",
            "names": asked.names(names, 3),
            "fact": bare,
            "to": asked.call(first.hearer) if first.hearer and first.hearer != asked.me else "",
        }
    promised = [
        f
        for f in asked.open
        if f.kind in ("attend", "promise") and f.who == asked.me and f.words & words and len(f.people) > 1
    ]
    if promised:
        return {"case": "", "names": asked.names(name for name in promised[0].people if name != asked.me), "fact": ""}
    own = [f for f in asked.open if not f.source and f.words & words]
    return {"case": "own"} if own else {"case": "none"}


def company(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Whom one would spend time with, and why: those one is fond of, or has talked with, the most first."""
    count: Counter[str] = Counter(met(asked))
    for fact in asked.open:
        warm = (
            3 if fact.kind in ("friend", "like", "love", "helped", "thought") else -9 if fact.kind == "quarrel" else 0
        )
        for name in fact.people:
            if (
                name != asked.me
                and warm
                and (asked.me in fact.people or fact.who == asked.me or fact.kind == "thought")
            ):
                count[name] += warm
    lately = met(asked)
    pool = lately if re.search(r"\b(?:recently|lately|met|talked)\b", question.raw) and lately else [*count]
    if re.search(r"\bfriends?\b", question.raw):
        pool = [name for name in [*count] if bond(asked, name) == "friend"]
    best = max((name for name in pool if name != asked.you), key=lambda name: (count[name], name), default="")
    if not best:
        return {"case": "none"}
    why = _thought(asked, best) or next(
        iter(asked.told([*filter(None, [_tie(asked, best)]), *_about(asked, best)], 1, (best,))), ""
    )
    return {"name": asked.call(best), "why": why}


def liked(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What somebody else cares about, to give, to read or to praise."""
    who, _ = named(asked, question, found)
    if not who:
        return None
    for fact in (fact for fact in asked.of(who, "like") + asked.of(who, "doing", "wish") if lasts(asked, fact)):
        about = gerund(fact.about) or fact.about if fact.kind == "wish" else fact.about
        said = re.sub(WORDS.tables["questions"]["second_verb"], "", asked.phrase(about, (who,)))
        if 1 < len(said.split()) < LONG:
            return {"it": said, "first": first_name(who)}
    close = bond(asked, who) in ("spouse", "kin", "friend")
    return {"case": "close" if close else "none", "first": first_name(who)}
