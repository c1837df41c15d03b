"""Questions about oneself: who one is, one's hours and days, and what one's own facts say."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from dataclasses import replace

from townlet.offline.english import listing
from townlet.offline.interview.asked import NEAR, Asked, Question, Stretch, moment
from townlet.offline.interview.rows import Row, Slots
from townlet.offline.reader.facts import Fact, content
from townlet.offline.times import say_clock, say_day
from townlet.offline.words import WORDS


def job(asked: Asked) -> str:
    """Return one's trade with its article and place: 'a clockmaker at the mill'; '' if none is known."""
    return next((asked.phrase(fact.about) for fact in asked.of(asked.me, "trade") if not fact.source), "")


def introduction(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots:
    aged, traits = re.search(r"age: (\d+)", asked.summary), re.search(r"\) is ([^.]+)\.", asked.summary)
    kinds = ("doing", "wish", "like", "opinion", "past", "can")
    own = [fact for fact in _lasting(asked, *kinds) if fact.own and not fact.when.known() and not _over(asked, fact)]
    return {
        "me": asked.me,
        "age": aged[1] if aged else "",
        "job": job(asked),
        "traits": traits[1] if traits else "",
        "fact": next(iter(asked.told(own, 1)), ""),
    }


def work(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    doing = next((asked.phrase(fact.about) for fact in asked.of(asked.me, "doing") if fact.own), "")
    return {"job": job(asked), "doing": doing} if job(asked) or doing else {"case": "none"}


def facts(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one's own facts of some kinds say, those that share words with the question first."""
    own = [fact for fact in _lasting(asked, *row.kinds) if not _over(asked, fact)]
    own = [f for f in own if f.kind != "doing" or f.own or f.words & question.words]
    if question.people:
        own = [fact for fact in own if {*question.people} & {*fact.people}]
    if row.about:
        own = [fact for fact in own if fact.words & question.words]
    own.sort(key=lambda fact: (-len(fact.words & question.words), not fact.own))
    said = asked.told(own)
    return _one_and_more(said)


def _lasting(asked: Asked, *kinds: str) -> list[Fact]:
    """One's own facts of some kinds, without the people whom one likes: they are no pastime."""
    own = (fact for fact in asked.of(asked.me, *kinds) if not fact.source)
    return [fact for fact in own if fact.kind != "like" or not fact.about.startswith("⟦")]


def _one_and_more(said: list[str]) -> Slots | None:
    return {"one": said[0], "more": said[1] if len(said) > 1 else ""} if said else {"case": "none"}


def _over(asked: Asked, fact: Fact) -> bool:
    """Whether a fact is of the past: by its own time, or by that of the event that it is about."""
    if fact.end is not None and fact.end <= asked.now:
        return True
    events = (matter for matter in asked.matters if matter.kind == "event" and matter.words <= fact.words)
    return fact.kind in ("wish", "need", "plan") and any(event.end() and event.end() <= asked.now for event in events)  # type: ignore[operator]


def thoughts(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    mine = sorted(
        asked.of(asked.me, "thought") + [f for f in asked.open if f.kind == "thought" and f.who != asked.me],
        key=lambda f: f.at,
        reverse=True,
    )
    return _one_and_more(asked.told(mine))


def mood(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """How one feels by the description of oneself, unless what it looks forward to is over."""
    felt = next((f for f in asked._of_summary[-1:] if re.search(WORDS.tables["questions"]["mood"], f.text)), None)
    over = [m for m in asked.matters if m.kind == "event" and _over(asked, m.fact)]
    if felt and any(event.words & felt.words for event in over):
        felt = None
    return {"felt": asked.clause(felt) if felt else "", "doing": doing(asked)}


def doing(asked: Asked) -> str:
    """Return what one is at as a gerund phrase; '' if it is none."""
    said = re.sub(r"^.*?\bis (?=\w+ing\b)", "", asked.doing).rstrip(".")
    return asked.phrase(asked._mine(said)) if re.match(r"\w+ing\b", said) else ""


# Hours and days.


def _there(question: Question, said: str, place: str) -> str:
    asks = re.match(r"(?:where|in which|at which)\b", question.text, re.I)
    return f"{said} at {place}" if asks and place and place.lower() not in said.lower() else said


def planned(asked: Asked, date: dt.date, minute: int) -> Stretch | None:
    """What the plan of a day has at a minute, but for an event of another day; today's plan stands for a coming day."""
    plan = asked.day(date if date <= asked.now.date() else asked.now.date())
    found = next(
        (s for s in plan if any(s.start <= each < max(s.end, s.start + 1) for each in (minute, minute + 1440))), None
    )
    elsewhen = [
        m.words for m in asked.matters if m.kind == "event" and m.words and m.fact.when.date not in (None, date)
    ]
    return None if found and any(words <= content(found.doing) for words in elsewhen) else found


def _engaged(asked: Asked, date: dt.date) -> list[Fact]:
    """What one has on on a day by what one remembers."""
    kinds = ("event", "attend", "plan", "trial", "promise")
    return [fact for fact in asked.open if fact.who == asked.me and fact.kind in kinds and fact.when.date == date]


def hour(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one did, does or will do at a clock time."""
    clock = question.hour
    if clock is None:
        return None
    at = moment(question.date, clock)
    if at < asked.now and not question.past and not question.dated:
        question, at = replace(question, date=question.date + dt.timedelta(days=1)), at + dt.timedelta(days=1)
    past = at < asked.now
    time, day = say_clock(clock), "" if question.date == asked.now.date() else say_day(question.date, asked.now)
    if past and (said := _lived_at(asked, question, at)):
        return {"case": "was", "doing": said, "time": time, "day": day}
    engaged = next(
        (
            f
            for f in _engaged(asked, question.date)
            if f.when.start is not None and f.when.start <= clock < (f.when.end or f.when.start + 60)
        ),
        None,
    )
    if engaged and not past:
        return {"case": "engaged", "fact": asked.clause(engaged), "time": time, "day": day}
    block = planned(asked, question.date, clock)
    if block:
        said = _there(question, asked.phrase(block.doing), asked.phrase(asked._mine(block.place)))
        case = (
            "meant"
            if past and question.date != asked.now.date()
            else "did"
            if past
            else "will"
            if question.date == asked.now.date()
            else "likely"
        )
        return {"case": case, "doing": said, "time": time, "day": day}
    plan = asked.day(asked.now.date())
    night = not plan or not any(plan[0].start <= each < plan[-1].end for each in (clock, clock + 1440))
    if plan and night and not engaged:
        return {"case": "slept" if past else "asleep", "time": time, "day": day}
    around = asked.names(asked.talked(at - 3 * NEAR, at + 3 * NEAR), 2) if past else ""
    return {"case": "around" if around else "gone" if past else "open", "time": time, "day": day, "people": around}


def _lived_at(asked: Asked, question: Question, at: dt.datetime) -> str:
    """What one remembers of the time around a moment: what one was at, else with whom one talked."""
    near = sorted(asked.lived(at - NEAR, at + NEAR), key=lambda fact: abs(fact.at - at))
    people = asked.talked(at - NEAR / 3, at + NEAR / 3)
    places = [fact.place for fact in near if fact.place]
    with_whom = str(WORDS.tables["questions"]["talking"]).format(who=asked.names(people, 2)) if people else ""
    said = asked.phrase(near[0].about) if near and (not people or abs(near[0].at - at) <= NEAR / 3) else with_whom
    place = re.sub(r"^(?:at|in|on) ", "", asked.phrase(places[0])) if places else ""
    return _there(question, said, place) if said else ""


def finished(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one will just have finished, or had: of the plan's stretches the one that ends nearest to the hour."""
    plan = asked.day(asked.now.date())
    if question.hour is None or not plan:
        return None
    block = min(plan, key=lambda each: abs(each.end - (question.hour or 0)))
    if abs(block.end - question.hour) > 180:
        return hour(asked, question, row, found)
    past = moment(question.date, question.hour) <= asked.now
    return {"case": "had" if past else "will", "time": say_clock(question.hour), "doing": asked.phrase(block.doing)}


def bedtime(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    plan = asked.day(asked.now.date())
    bed = plan and re.search(WORDS.tables["questions"]["bed"], plan[-1].doing)
    return {"time": say_clock((plan[-1].start if bed else plan[-1].end) % 1440 or 1440)} if plan else None


def day(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one did on a day that is past, or has on on one that is to come."""
    start, end = moment(question.date, question.span[0]), moment(question.date, question.span[1])
    when = say_day(question.date, asked.now, question.span[0] >= 1020)
    if question.part in ("morning", "afternoon", "evening") and (question.date - asked.now.date()).days in (-1, 0, 1):
        when = f"{WORDS.tables['questions']['near'][str((question.date - asked.now.date()).days)]} {question.part}"
    if question.hour is not None:
        return hour(asked, question, row, found)
    if question.past:
        return _day_past(asked, when, start, min(end, asked.now), question)
    ahead = [fact for fact in _engaged(asked, question.date) if not _over(asked, fact)]
    said = asked.told(ahead)
    plan = asked.day(asked.now.date()) if question.date == asked.now.date() else []
    now = asked.now.hour * 60 + asked.now.minute
    rest = [s for s in plan if max(now, question.span[0]) <= s.start < question.span[1]][:3]
    shown = listing([f"{asked.phrase(s.doing)} at {say_clock(s.start % 1440)}" for s in rest])
    weekday = question.date.weekday() < 5 and job(asked)
    case = "" if said else "rest" if shown else "working" if weekday else "free"
    return {
        "case": case,
        "fact": said[0] if said else "",
        "more": said[1] if len(said) > 1 else "",
        "rest": shown if not said else "",
        "job": job(asked),
        "when": when.removeprefix("on ") if case == "working" else when,
    }


def _day_past(asked: Asked, when: str, start: dt.datetime, end: dt.datetime, question: Question) -> Slots | None:
    dull = WORDS.tables["questions"]["daily"]
    lived = [fact for fact in asked.lived(start, end) if not re.match(dull, fact.about)]
    few = [lived[k] for k in sorted({0, len(lived) // 2, len(lived) - 1})] if lived else []
    did = list(dict.fromkeys(_placed(asked, fact, after) for fact, after in zip(few, [*few[1:], None], strict=False)))
    people = asked.talked(start, end)
    if not did:
        span = range(question.span[0], question.span[1])
        did = [
            asked.phrase(s.doing) for s in asked.day(question.date) if s.start in span and not re.match(dull, s.doing)
        ]
    case = "was" if did or people else "gone"
    return {"case": case, "when": when, "did": listing(did[:3]), "people": asked.names(people, 3)}


def _placed(asked: Asked, fact: Fact, after: Fact | None) -> str:
    """What one was at, without its place if what is told next was at the same."""
    same = after is not None and after.place == fact.place
    return asked.phrase(fact.about.removesuffix(f" {fact.place}") if same else fact.about)


def usual_day(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Today's plan in broad strokes: its longest parts, in their order."""
    plan: list[Stretch] = []
    for each in asked.day(asked.now.date()):
        if plan and plan[-1].doing == each.doing:
            plan[-1] = Stretch(plan[-1].start, each.end, each.doing, each.place)
        else:
            plan.append(each)
    some = [s for s in plan if question.span[0] <= s.start < question.span[1]]
    longest = sorted(sorted(some, key=lambda s: s.start - s.end)[:6], key=lambda s: s.start)
    strokes = listing(
        [
            str(WORDS.tables["questions"]["stroke"]).format(time=say_clock(s.start % 1440), doing=asked.phrase(s.doing))
            for s in longest
        ]
    )
    return (
        {"job": job(asked), "day": strokes, "case": "part" if question.span != (0, 1440) else ""}
        if strokes or job(asked)
        else None
    )


def meal(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one ate, if one remembers it; else where one had the meal."""
    tables = WORDS.tables["questions"]
    name = (found.groupdict().get("meal") or tables["eaten"].get(question.part, "lunch")).lower()
    first, last = tables["meals"].get(name, (0, 1440))
    lived = asked.lived(moment(question.date, first), moment(question.date, last)) or [
        f for f in asked.lived(dt.datetime.min, asked.now) if not question.dated
    ]
    dishes = [
        dish[1] for fact in lived if (dish := re.match(tables["dish"], re.sub(r" (?:at|in) .*$", "", fact.about)))
    ]
    eaten = [dish for dish in dict.fromkeys(dishes) if not content(dish) & content(tables["no_dish"])]
    places = [fact.place for fact in lived if fact.place]
    when = say_day(question.date, asked.now)
    if eaten:
        return {"case": "was", "dish": listing([asked.phrase(dish) for dish in eaten[-2:]]), "meal": name, "when": when}
    ahead = next((s for s in asked.day(question.date) if name in s.doing), None)
    if ahead and moment(question.date, ahead.start) > asked.now:
        return {"case": "ahead", "meal": name, "time": say_clock(ahead.start % 1440)}
    where = (
        asked.phrase(places[-1])
        if places
        else f"at {asked.phrase(asked._mine(ahead.place))}"
        if ahead and ahead.place
        else ""
    )
    return {"case": "none", "meal": name, "where": where}


def mostly(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """With whom one talks most, or is most; where one, or somebody else, mostly is."""
    met = [
        name
        for line in asked.past_lines
        for name in {line.speaker, line.hearer} - {asked.me}
        if asked.me in (line.speaker, line.hearer)
    ]
    memos = [
        name
        for fact in asked.open
        if fact.kind == "talked" and asked.me in fact.people
        for name in fact.people
        if name != asked.me
    ]
    if row.kinds == ("talk",):
        return _first(asked, Counter([*met, *memos]))
    if row.kinds == ("time",):
        seen = [fact.who for fact in asked.open if fact.who not in ("", asked.me) and not fact.own and not fact.source]
        return _first(asked, Counter([*met, *memos, *seen]))
    who = question.who or asked.me
    work = [
        place[1]
        for fact in asked.of(who, "trade")
        if who != asked.me and (place := re.search(r" (?:at|of|in|for) ((?:the )?[A-Z].*)", fact.about))
    ]
    seen = [
        fact.place for fact in asked.open if fact.who == who and not fact.own and fact.place and fact.kind != "trade"
    ]
    places = Counter(re.sub(r"^(?:at|in|on) (?:the )?", "", place) for place in work or seen if place != "at home")
    if who == asked.me:
        plan = asked.day(asked.now.date())
        places += Counter(each.place for each in plan if each.place)
        working = {s.place for s in plan if re.match(WORDS.tables["questions"]["at_work"], s.doing)}
        if re.search(r"\b(?:besides|apart from|aside from|other than|except)\b", question.raw):
            for own in {*working, *(s.place for s in (*plan[:1], *plan[-1:]))}:
                del places[own]
    most = min(places, key=lambda place: (-places[place], place), default="")
    return {"most": asked.phrase(asked._mine(most) if who == asked.me else most)} if most else None


def _first(asked: Asked, counts: Counter[str]) -> Slots | None:
    most = min(counts, key=lambda name: (-counts[name], name), default="")
    return {"most": asked.call(most)} if most else None


def home(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Where one lives: where the day's plan ends."""
    places = [
        s.place for s in asked.day(asked.now.date()) if s.place and re.search(WORDS.tables["questions"]["bed"], s.doing)
    ]
    own = asked.phrase(asked._mine(places[-1])) if places else ""
    bare = own[:1].islower() and not own.startswith(("my ", "our "))
    return {"place": f"the {own}" if bare else own} if own else {"case": "none"}


def housemates(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """With whom one lives: spouse, parents or children, and whoever one shares a home with."""
    me = asked.me
    kin = [name for name in asked.people.pronouns if asked.kin(me, name) in WORDS.tables["questions"]["same_roof"]]
    shares = [
        name
        for fact in asked.open
        if fact.kind == "home" and not fact.source and me in fact.people
        for name in fact.people
        if name != me
    ]
    return {"people": asked.names([*kin, *shares], 6)} if kin or shares else {"case": "none"}


def relatives(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """Who somebody of one's family is."""
    word = found["kin"].lower()
    names = asked.relatives(word)
    if not names:
        return {"case": "none" if re.search(r"(?:ren|s)$", word) is None else "nones", "kin": word}
    told = asked.told(
        [fact for name in names for fact in asked.of(name, "trade", "doing", "wish", "plan", "cause")],
        1,
        names if len(names) == 1 else (),
    )
    return {
        "case": "" if len(names) == 1 else "many",
        "kin": word,
        "names": listing(names),
        "fact": told[0] if told else "",
    }


def kin_of(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """One's relatives of some kinds, by name."""
    names = [name for name in asked.people.pronouns if asked.kin(asked.me, name) in row.kinds]
    return (
        {"names": listing(names) if row.kinds == ("spouse",) else asked.names(names, 6)} if names else {"case": "none"}
    )


def opinion(asked: Asked, question: Question, row: Row, found: re.Match[str]) -> Slots | None:
    """What one thinks about what is asked; nothing if one has no opinion that shares a word with it."""
    own = [
        fact
        for fact in asked.of(asked.me, *row.kinds)
        if not fact.source and (fact.words & question.words or not question.words)
    ]
    best = max(own, key=lambda fact: len(fact.words & question.words), default=None)
    return {"it": asked.phrase(best.about)} if best else None
