"""What fills the hours that nothing claims: errands, wishes, one's own projects, hobbies, outings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from townlet.offline.fields import texts
from townlet.offline.plan.company import calls, customary, is_open, whereabouts
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.habits import custom_of, doing_of, short
from townlet.offline.plan.shifts import laid_up
from townlet.offline.plan.timeline import SHORTEST, Block
from townlet.offline.plan.venues import KINDS
from townlet.offline.reader.facts import Fact
from townlet.offline.reader.people import SLOT, persons, plain
from townlet.offline.reader.phrases import gerund
from townlet.offline.trades import trade_in
from townlet.offline.words import WORDS, pattern, words

OPENING = 7 * 60
MORNING, EVENING, NIGHT = 8 * 60 + 30, 17 * 60 + 30, 21 * 60
VISIT = 25
"""How long a call lasts at most, in minutes; our choice."""


@dataclass(frozen=True)
class Idea:
    """Something one might do: a gerund phrase, where, how gladly, and when.

    That is 'morning', 'day', 'evening', 'any', or 'visit': when people are up and dressed. A 'day visit' is one to a
    place where nobody is in the evening.
    """

    activity: str
    where: str
    weight: float
    when: str = "any"
    why: str = ""


def habits(frame: DayFrame) -> Iterator[Idea]:
    """What memories say that one does by habit or likes to do."""
    words = WORDS.tables["plan"]
    for fact in frame.mine:
        if fact.kind == "habit" and (trade := trade_in(fact.about)) and trade.kind == frame.trade.kind:
            continue  # What one does for a living is no pastime.
        if fact.kind == "habit" and not custom_of(fact):
            doing = doing_of(fact)
        elif fact.kind == "like" and not _STATE.match(fact.about):
            doing = gerund(fact.about[3:]) if fact.about.startswith("to ") else fact.about
        else:
            continue
        days = _WEEKDAYS.findall(SLOT.sub("", fact.text))
        doing = short(doing)
        if not doing or persons(doing) or (days and f"{frame.date:%A}" not in days):
            continue
        venue = frame.venues.mentioned(plain(doing)) if re.search(r" (?:in|at|around|to|by) ", doing) else None
        when = (
            "evening"
            if re.search(r"\b(?:evenings?|nights?)\b", fact.text)
            else "day"
            if re.search(words["by_day"], fact.text)
            else "any"
        )
        yield Idea(frame.tell(doing), venue.name if venue else "", 0.58, when, frame.tell(fact.text))


_STATE = re.compile(r"to (?:have|be|know|see|feel|hear|own)\b")
"""What somebody likes and cannot set about: 'likes to have people about'."""
_WEEKDAYS = re.compile(r"\b((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b")


def wishes(frame: DayFrame) -> Iterator[Idea]:
    """What memories say that one wants to do some time, and things one lacks and might look for."""
    words = WORDS.tables["plan"]
    aims = {said for cause in frame.own("cause") for key, said in cause.parts.items() if key.startswith("aim")}
    for fact in frame.mine:
        undated = fact.when.date in (None, frame.date) and fact.when.start is None
        wished = fact.kind in ("wish", "plan") and undated and not fact.secret
        idle = fact.about in aims or (wished and (_not_now(fact) or _far_away(frame, fact)))
        if wished and not idle and (doing := short(gerund(fact.about))):
            yield Idea(frame.tell(doing), "", 0.8, "day", frame.tell(fact.text))
    for need in frame.own("need"):
        thing = need.parts.get("thing", "")
        if thing and is_open(frame, need) and not re.search(WORDS.tables["needs"]["folk"], thing):
            yield Idea(f"looking for {frame.tell(thing)}", "@shop", 0.55, "day", frame.tell(need.fact.text))
    for fact in frame.known.facts:
        found = pattern(words["gladly"]).search(fact.text) if fact.kind == "thought" else None
        if found and (doing := short(found["doing"])):
            yield Idea(frame.tell(doing), "workroom", 0.5, why=frame.tell(fact.text))


def _not_now(fact: Fact) -> bool:
    """Whether no free hour fulfils a wish, or it is one for a later time."""
    words = WORDS.tables["plan"]
    return bool(
        pattern(words["vague"]).search(fact.about) or (not fact.when.date and pattern(words["later"]).search(fact.text))
    )


def _far_away(frame: DayFrame, fact: Fact) -> bool:
    """Whether something is wished for in a place that is none of the known ones."""
    return bool(fact.place) and frame.venues.mentioned(plain(fact.place)) is None


def visits(frame: DayFrame) -> Iterator[Idea]:
    """Calls on people whom one knows: the dearer, the more on one's mind, the gladder."""
    for call in calls(frame):
        at_work = (venue := frame.venues.named(call.place)) is not None and venue.public()
        yield Idea(
            call.doing(), call.place, call.weight + 0.1 * frame.sociable, "day visit" if at_work else "visit", call.why
        )
    for call, when in customary(frame):
        yield Idea(call.doing(0.5), call.place, call.weight, when, call.why)


def own_work(frame: DayFrame) -> Iterator[Idea]:
    """One's own projects, for those whose trade does not fill the day."""
    for place, project in enumerate(frame.projects[:4]):
        yield Idea(project.activity, "workroom", 0.62 - 0.08 * place)


def hobbies(frame: DayFrame) -> Iterator[Idea]:
    """Pastimes that fit what is said of a person, and a few that fit anyone."""
    about = f"{frame.summary} {' '.join(plain(fact.text) for fact in frame.mine if fact.own and fact.kind != 'event')}"
    kin = any(frame.known.kin(frame.name, who) and whereabouts(frame, who) for who in frame.known.people.pronouns)
    in_bed = laid_up(frame)
    for row in words().rows("pastimes", "pastime"):
        stems = "|".join(row["stems"])
        exerts = row["when"] == "day" and (stems or row["where"] != "@outdoors")
        if (row.get("kin") and not kin) or (exerts and in_bed):
            continue
        if not stems or pattern(rf"(?i)\b(?:{stems})").search(about):
            for activity in row["do"]:
                yield Idea(activity, row["where"], 0.36 if stems else 0.18, "any" if in_bed else row["when"])


def outings(frame: DayFrame) -> Iterator[Idea]:
    """Evenings out, the gladder the more one likes company."""
    for row in words().rows("pastimes", "outing") if not laid_up(frame) else ():
        for activity in row["do"]:
            yield Idea(activity, row["where"], 0.62 if frame.sociable else 0.3, row.get("when", "evening"))


def ideas(frame: DayFrame) -> list[Idea]:
    """Everything that one might do with free time today, errands first."""
    found = [
        *wishes(frame),
        *habits(frame),
        *visits(frame),
        *own_work(frame),
        *hobbies(frame),
        *outings(frame),
    ]
    yesterday = " ".join(texts(frame.fields, "yesterday"))
    return [replace(idea, weight=idea.weight - 0.45 * (idea.activity in yesterday)) for idea in found]


def _timely(idea: Idea, start: int) -> bool:
    if idea.when == "morning":
        return OPENING <= start < MORNING + 60
    if idea.when.endswith("visit"):
        return MORNING <= start <= (NIGHT if idea.when == "visit" else EVENING) - VISIT
    return idea.when == "any" or (idea.when == "evening") is (start >= EVENING)


def fill(frame: DayFrame, start: int, end: int, pool: list[Idea], used: set[str]) -> Block:
    """The best thing to do between two times; each idea serves once a day. At home with a book if all else fails."""
    best, score = Block(start, end, "resting at home", frame.room("living"), "rest"), 0.0
    for idea in pool:
        if idea.activity in used or not _timely(idea, start):
            continue
        unplaced = not idea.where or "@" in idea.where
        if unplaced and ((start < MORNING and idea.when != "morning") or (start >= NIGHT and idea.when == "any")):
            continue
        place = _place(frame, idea.where, start, end)
        gladness = idea.weight + 0.4 * frame.roll("idea", idea.activity, start // 60)
        if place is not None and gladness > score:
            best, score = Block(start, end, idea.activity, place, "rest", idea.why), gladness
    used.add(best.activity)
    # A call or a search is short: whoever finds nobody in does not wait for hours.
    brief = is_call(best.activity) or best.activity.startswith("looking for")
    if brief and end - start >= VISIT + SHORTEST:
        return replace(best, end=start + VISIT)
    return best


def is_call(activity: str) -> bool:
    return pattern(WORDS.tables["plan"]["is_call"]).search(activity) is not None


def _place(frame: DayFrame, where: str, start: int, end: int) -> str | None:
    """The place for an idea; None if there is none open. An empty name leaves it to the moment."""
    if where.startswith("@"):
        late = end > 21 * 60 + 30 and not (where == "@night" and frame.sociable)
        at_work = frame.workplace.sector if frame.workplace else ""
        # Nobody goes out to where they work.
        open_now = [v for v in frame.venues.kinds(where[1:], start, end) if not late and v.sector != at_work]
        return min(open_now, key=lambda v: frame.roll("venue", v.sector, start // 90)).name if open_now else None
    if where == "garden":
        return frame.room(where) or None
    if where == "kitchen":
        return frame.stove(start, end) or None
    if where in KINDS:
        return frame.room(where)
    venue = frame.venues.named(where)
    return (where if venue and venue.open_during(start, end) else None) if where else ""
