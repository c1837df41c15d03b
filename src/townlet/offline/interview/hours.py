"""The one place that knows somebody's days: what they remember of an hour, and what their plans hold."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from townlet.cognition.asked_time import PARTS, AskedTime
from townlet.offline.english import listing
from townlet.offline.fields import clock, records, text
from townlet.offline.interview.asked import TABLE, Asked
from townlet.offline.reader.facts import Fact, content
from townlet.offline.times import say_clock, say_day

NEAR = dt.timedelta(minutes=45)
"""What is remembered so near to an hour tells what one was at then."""
_ENGAGING = ("event", "attend", "plan", "trial", "promise")


@dataclass(frozen=True)
class ToldPart:
    """A part of a day's plan, in minutes after midnight."""

    start: int
    end: int
    doing: str
    """In one's own words."""
    place: str
    """The name of the building or ground; '' if it is not known."""


class AskedHours:
    """What one can say of the time that a question asks about."""

    def __init__(self, asked: Asked, when: AskedTime) -> None:
        self.asked, self.when, self.today = asked, when, asked.now.date()
        self.been = when.begins < asked.now if when.clock or when.date != self.today else when.past
        """Whether that time is over."""

    # What is remembered.

    def lived(self, start: dt.datetime, end: dt.datetime) -> list[Fact]:
        """Return what one remembers having done between two moments, oldest first."""
        asked = self.asked
        own = (f for f in asked.open if f.kind == "doing" and f.who == asked.me and not f.own and not f.source)
        return [fact for fact in own if start <= fact.at < end]

    def talked(self, start: dt.datetime, end: dt.datetime) -> list[str]:
        """Return with whom one talked between two moments, in their order."""
        asked = self.asked
        lines = ((line.at, {line.speaker, line.hearer}) for line in asked.past_lines)
        memos = ((fact.at, {*fact.people}) for fact in asked.open if fact.kind == "talked")
        mine = [(at, sorted(who - {asked.me})) for at, who in (*lines, *memos) if asked.me in who and start <= at < end]
        return [*dict.fromkeys(name for _, people in sorted(mine) for name in people)]

    def met(self) -> list[str]:
        return self.talked(self.when.begins, self.when.ends if not self.when.clock else self.when.begins + 2 * NEAR)

    def did(self) -> str:
        """Return up to three things that one did: the first, one in the middle and the last."""
        ends = min(self.when.ends, self.asked.now)
        lived = [f for f in self.lived(self.when.begins, ends) if not re.match(TABLE["daily"], f.about)]
        few = [lived[k] for k in sorted({0, len(lived) // 2, len(lived) - 1})] if lived else []
        said = [_placed(self.asked, fact, after) for fact, after in zip(few, [*few[1:], None], strict=False)]
        if not said:
            said = [s.doing for s in self._of_span(self.plan(self.when.date)) if not re.match(TABLE["daily"], s.doing)]
        return listing([*dict.fromkeys(said)][:3])

    def at_hour(self, where: bool) -> str:
        """Return what one remembers of the time around an hour: what one was at, else with whom one talked."""
        at = self.when.begins
        near = sorted(self.lived(at - NEAR, at + NEAR), key=lambda fact: abs(fact.at - at))
        people = self.talked(at - NEAR / 3, at + NEAR / 3)
        if not near or (people and abs(near[0].at - at) > NEAR / 3):
            return TABLE["talking"].format(who=self.asked.names(people, 2)) if people else ""
        places = (re.sub(r"^(?:at|in|on) ", "", self.asked.phrase(fact.place)) for fact in near if fact.place)
        planned = self.planned()
        place = next(places, planned.place if planned else "") if where else ""
        return _at(self.asked.phrase(near[0].about), place)

    # Plans.

    def plan(self, date: dt.date) -> list[ToldPart]:
        """Return the plan of a day, as far as it is known; a time before the last one's is past midnight."""
        if date == self.today:
            keys = ("start", "end", "activity", "place")
            shown = [tuple(text(each, key) for key in keys) for each in records(self.asked.fields, "plan")]
        else:
            plans = (fact.text for fact in self.asked.known if fact.kind == "plans" and fact.at.date() == date)
            items = re.findall(r"(?:: |, )(.+?) at (\d{1,2}:\d\d [ap]m)", next(plans, ""))
            nexts = [*(start for _, start in items[1:]), ""]
            shown = [(start, end, doing, "") for (doing, start), end in zip(items, nexts, strict=False)]
        found: list[ToldPart] = []
        for begins, ends, doing, place in shown:
            start, end = clock(begins), clock(ends)
            if start is None or not doing:
                continue
            start += 1440 if found and start < found[-1].start else 0
            end = start if end is None else end + 1440 * (start // 1440)
            end += 1440 if end < start else 0
            if found and found[-1].doing == self.asked.own_words(doing):
                found[-1] = replace(found[-1], end=end)
            else:
                building = self.asked.own_words(place.partition(":")[0].strip())
                found.append(ToldPart(start, end, self.asked.own_words(doing), building))
        return found

    def planned(self) -> ToldPart | None:
        """Return what the plan has at the hour, but for an event of another day; today's stands for a coming day."""
        date, minute = self.when.date, self.when.start
        plan = self.plan(min(date, self.today))
        found = next(
            (s for s in plan for at in (minute, minute + 1440) if s.start <= at < max(s.end, s.start + 1)), None
        )
        events = (m for m in self.asked.matters if m.kind == "event" and m.words)
        elsewhen = (m.words for m in events if m.fact.when.date not in (None, date))
        return None if found and any(words <= content(found.doing) for words in elsewhen) else found

    def asleep(self) -> bool:
        """Return whether the hour lies outside of the day's plan."""
        plan, minute = self.plan(self.today), self.when.start
        return bool(plan) and not any(plan[0].start <= at < plan[-1].end for at in (minute, minute + 1440))

    def engaged(self) -> list[Fact]:
        """Return what one has on on that day, or at that hour, by what one remembers."""
        asked, when = self.asked, self.when
        mine = (f for f in asked.open if f.who == asked.me and f.kind in _ENGAGING and f.when.date == when.date)
        on = [f for f in mine if when.clock or f.end is None or f.end > asked.now]
        if not when.clock:
            return on
        return [
            f for f in on if f.when.start is not None and f.when.start <= when.start < (f.when.end or f.when.start + 60)
        ]

    def rest(self) -> str:
        """Return what is left of today's plan in the part of the day that is asked about."""
        now = self.asked.now.hour * 60 + self.asked.now.minute
        ahead = (
            [s for s in self._of_span(self.plan(self.today)) if s.start >= now] if self.when.date == self.today else []
        )
        return listing([f"{s.doing} at {say_clock(s.start % 1440)}" for s in ahead[:3]])

    def finished(self) -> str:
        """Return what of today's plan ends nearest to the hour."""
        plan = self.plan(self.today)
        nearest = min(plan, key=lambda each: abs(each.end - self.when.start), default=None)
        return nearest.doing if nearest and abs(nearest.end - self.when.start) <= 180 else ""

    def strokes(self) -> str:
        """Return today's plan in broad strokes: its longest parts, in their order."""
        some = self._of_span(self.plan(self.today))
        longest = sorted(sorted(some, key=lambda s: s.start - s.end)[:6], key=lambda s: s.start)
        return listing([TABLE["stroke"].format(time=say_clock(s.start % 1440), doing=s.doing) for s in longest])

    def bed(self) -> ToldPart | None:
        """Return the end of the day."""
        plan = self.plan(self.today)
        beds = [s for s in plan if re.search(TABLE["bed"], s.doing)]
        return (beds or plan)[-1] if plan else None

    def bedtime(self) -> int | None:
        """Return when the day ends, in minutes after midnight."""
        bed = self.bed()
        return (bed.start if re.search(TABLE["bed"], bed.doing) else bed.end) if bed else None

    def _of_span(self, plan: Iterable[ToldPart]) -> list[ToldPart]:
        start, end = (self.when.start, self.when.end) if not self.when.clock else (0, 1440)
        return [s for s in plan if start <= s.start < end]

    # Meals.

    @property
    def meal(self) -> str:
        """The meal that is asked about: by its name, or by the part of the day."""
        return TABLE["eaten"].get(self.when.part, self.when.part if self.when.part in PARTS else "") or "lunch"

    def sitting(self) -> ToldPart | None:
        """Return when the plan has the meal."""
        return next((s for s in self.plan(self.when.date) if self.meal in s.doing), None)

    def meal_ahead(self) -> bool:
        """Return whether one has not had the meal yet."""
        at = self.sitting()
        return (
            at is not None
            and dt.datetime.combine(self.when.date, dt.time(at.start // 60 % 24, at.start % 60)) > self.asked.now
        )

    def dish(self) -> str:
        """Return what one ate, if one remembers it."""
        sitting = self.sitting()
        start, end = (sitting.start, sitting.end) if sitting else PARTS.get(self.meal, (0, 1440))
        midnight = dt.datetime.combine(self.when.date, dt.time())
        lived = self.lived(midnight + dt.timedelta(minutes=start), midnight + dt.timedelta(minutes=end))
        dishes = (re.match(TABLE["dish"], re.sub(r" (?:at|in) .*$", "", fact.about)) for fact in lived)
        eaten = [dish[1] for dish in dishes if dish and not content(dish[1]) & content(TABLE["no_dish"])]
        return listing([self.asked.phrase(dish) for dish in dict.fromkeys(eaten)][-2:])

    # How one speaks of it.

    def say_day(self) -> str:
        """Return the day or the part of it as one says it: 'yesterday morning', 'on Friday'."""
        gap = (self.when.date - self.today).days
        if self.when.part in ("morning", "afternoon", "evening") and str(gap) in TABLE["near"]:
            return f"{TABLE['near'][str(gap)]} {self.when.part}"
        return say_day(self.when.date, self.asked.now, self.when.start >= 1020 and not self.when.clock)


def _at(said: str, place: str) -> str:
    return f"{said} at {place}" if place and place.lower() not in said.lower() else said


def with_place(stretch: ToldPart | None, where: bool) -> str:
    """Return what a stretch of a plan holds, with its place if that is asked."""
    return _at(stretch.doing, stretch.place if where else "") if stretch else ""


def _placed(asked: Asked, fact: Fact, after: Fact | None) -> str:
    """What one was at, without its place if what is told next was at the same."""
    same = after is not None and after.place == fact.place
    return asked.phrase(fact.about.removesuffix(f" {fact.place}") if same else fact.about)
