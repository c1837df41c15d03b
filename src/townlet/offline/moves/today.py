"""One's own day, as a prompt's plan tells it: what one has done, what comes next, and when one eats and works."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from townlet.offline.fields import clock, records, text
from townlet.offline.forms import inflect, verb_form
from townlet.offline.matters.context import is_trifle
from townlet.offline.moves.lookup import trade_of
from townlet.offline.moves.talk import LOOSE, TalkContext
from townlet.offline.reader.facts import content
from townlet.offline.reader.phrases import bound
from townlet.offline.trades import names_work, trade_in
from townlet.offline.words import WORDS, pattern

LUNCH, DINNER, BED = r"\blunch\b", r"\b(?:dinner|supper)\b", r"\bgoing to bed\b"
LONG_ENOUGH = 40
"""Minutes that something took which is worth telling."""
WORKS_OFTEN = 2
"""One works where so many parts of a day consist of several things."""
_HOW_LONG = re.compile(r" for (?:an hour|a while|a moment)\b")
_GERUNDS = re.compile(r"(^| and )(\w+ing)\b")


@dataclass(frozen=True)
class PlannedPart:
    """A part of a day's plan, in minutes after midnight."""

    begins: int
    ends: int
    activity: str
    place: str

    @property
    def main(self) -> str:
        """The first of the things that it consists of."""
        return re.split(r" and (?=\w+ing\b)", self.activity)[0]

    @property
    def site(self) -> str:
        """The building or open space where it is to be."""
        return self.place.partition(":")[0].strip()


def minutes(talk: TalkContext) -> int:
    return talk.now.hour * 60 + talk.now.minute


def parts(talk: TalkContext) -> Iterator[PlannedPart]:
    """Yield the parts of the plan that begin and end on the same day."""
    for each in records(talk.fields, "plan"):
        begins, ends = clock(text(each, "start")), clock(text(each, "end"))
        if begins is not None and ends is not None and begins <= ends:
            yield PlannedPart(begins, ends, text(each, "activity"), text(each, "place"))


def begins_within(talk: TalkContext, activity: str, within: int) -> bool:
    """Return whether something of the plan has not begun, and begins within so many minutes."""
    return any(0 < part.begins - minutes(talk) <= within for part in parts(talk) if re.search(activity, part.activity))


def is_ahead(talk: TalkContext, words: frozenset[str]) -> bool:
    """Return whether the rest of the plan holds something that has most of these words."""
    least = max(1, 0.6 * len(words))
    later = (part for part in parts(talk) if part.begins > minutes(talk))
    return any(len(content(part.activity) & words) >= least for part in later)


def has_begun(talk: TalkContext, activity: str) -> bool:
    return any(part.begins <= minutes(talk) for part in parts(talk) if re.search(activity, part.activity))


def works_within(talk: TalkContext, within: int) -> bool:
    """Return whether one is to be at work elsewhere within so many minutes, or is to be there now."""
    if re.search(r"\bretired\b", trade_of(talk, talk.me)):
        return False
    now, here = minutes(talk), talk.place.partition(":")[0].strip()
    soon = (part for part in parts(talk) if part.begins - now <= within and part.ends > now + 10)
    return any(is_work(talk, part) and part.site != here for part in soon)


def works_yet(talk: TalkContext) -> bool:
    """Return whether more than an hour of today's work is still to be done."""
    return any(part.ends > minutes(talk) + 60 and is_work(talk, part) for part in parts(talk))


def is_work(talk: TalkContext, part: PlannedPart) -> bool:
    """Return whether a part is one's work: it says so, is an act of one's trade, or is where one does several things
    at a time all day."""
    trade = trade_in(trade_of(talk, talk.me))
    acts = {act.activity for act in trade.acts} if trade else set()
    several = part.main != part.activity and part.site in _workplaces(talk)
    named = names_work(part.activity) or part.activity.startswith("working")
    return named or part.main in acts or several


def _workplaces(talk: TalkContext) -> list[str]:
    busy = [part.site for part in parts(talk) if part.main != part.activity]
    return [site for site in busy if busy.count(site) >= WORKS_OFTEN]


def coming(talk: TalkContext, within: int = 24 * 60) -> PlannedPart | None:
    """Return what one is going to do next of one's own will, if it begins within so many minutes."""
    now = minutes(talk)
    own = (part for part in parts(talk) if now < part.begins <= now + within and not is_work(talk, part))
    return next((part for part in own if _to_tell(talk, part)), None)


def on_the_way(talk: TalkContext) -> PlannedPart | None:
    """Return what one is on the way to: what the plan holds for now, if it is somewhere else."""
    here = talk.place.partition(":")[0].strip()
    now = next((part for part in parts(talk) if part.begins <= minutes(talk) < part.ends), None)
    away = now is not None and bool(now.site) and now.site != here
    return now if now and away and not is_work(talk, now) and _to_tell(talk, now) else None


def over(talk: TalkContext) -> PlannedPart | None:
    """Return what one has done longest today of one's own will; of equals, the last."""
    done = [part for part in parts(talk) if part.ends <= minutes(talk) and part.ends - part.begins >= LONG_ENOUGH]
    own = [part for part in done if not is_work(talk, part) and _to_tell(talk, part)]
    return max(own, key=lambda part: (part.ends - part.begins, part.begins), default=None)


def _to_tell(talk: TalkContext, part: PlannedPart) -> bool:
    """Return whether one would speak of it to the other: no routine, no work of months, and nothing secret."""
    words = content(talk.people.masked(part.main))
    lasting = any(fact.own and len(fact.words & words) > 1 for fact in talk.mine("doing", "plan", "wish", "habit"))
    routine = pattern(WORDS.tables["doings"]["routine"]).match(part.main) or is_trifle(part.main)
    names_you = bool(talk.you) and talk.you in part.activity
    # One's own event is told as an invitation, and one's cause by itself: not as a round of errands.
    hosts = any(
        each.kind in ("event", "cause") and each.owner == talk.me and each.words <= words for each in talk.matters
    )
    return not (lasting or routine or names_you or hosts) and tellable(talk, part.main)


def tellable(talk: TalkContext, doing: str) -> bool:
    """Return whether what one does touches nothing that one keeps secret."""
    words = content(talk.people.masked(doing)) - LOOSE
    return not any(fact.secret and fact.words & words for fact in talk.facts)


def when(talk: TalkContext, part: PlannedPart) -> str:
    """Return when a part of today was or will be, to be said after it; '' if it says so itself."""
    if re.search(r"\b(?:morning|afternoon|evening|night|day)\b", part.main):
        return ""
    of_day = _part_of_day(part.begins)
    ahead = part.begins > minutes(talk)
    return " later" if ahead and of_day == _part_of_day(minutes(talk)) else f" this {of_day}"


def _part_of_day(minute: int) -> str:
    return "morning" if minute < 12 * 60 else "afternoon" if minute < 17 * 60 else "evening"


def spoken(talk: TalkContext, activity: str) -> str:
    """Return an activity as one says it to the other."""
    return talk.say(bound(talk.people.masked(_HOW_LONG.sub("", activity)), talk.me, talk.people))


def to_do(talk: TalkContext, activity: str) -> str:
    """Return an activity as something to do: 'look in on Ann'; '' if it does not begin with a verb."""
    return spoken(talk, _with_verbs(activity, "VB"))


def did(talk: TalkContext, activity: str) -> str:
    """Return an activity as what one did: 'looked in on Ann'; '' if it does not begin with a verb."""
    return spoken(talk, re.sub(r"\bwhat has\b", "what had", _with_verbs(activity, "VBD")))


def _with_verbs(activity: str, tag: str) -> str:
    def form(found: re.Match[str]) -> str:
        verb = verb_form(found[2])
        return found[1] + (inflect(verb[0], tag) if verb and verb[1] == "VBG" else found[2])

    changed = _GERUNDS.sub(form, activity)
    return "" if changed == activity else changed
