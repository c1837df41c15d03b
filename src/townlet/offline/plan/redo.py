"""The plan redone from this moment on: first what calls, then what was promised, then what was planned anyway."""

from __future__ import annotations

import re
from dataclasses import replace

from townlet.offline.fields import Fields, text
from townlet.offline.plan.agenda import SOON, agenda, where_people_are
from townlet.offline.plan.company import Call, whereabouts
from townlet.offline.plan.day import as_answer, compose, rest
from townlet.offline.plan.frame import DayFrame
from townlet.offline.plan.hours import is_bed, shown_plan
from townlet.offline.plan.meals import is_meal
from townlet.offline.plan.scripts import routine
from townlet.offline.plan.timeline import SHORTEST, Block, Timeline
from townlet.offline.reader.facts import content
from townlet.offline.reader.people import persons
from townlet.offline.trades import names_work
from townlet.offline.words import WORDS, pattern

_MINUTES = {
    "shopping": 45,
    "preparing": 60,
    "hosting": 120,
    "attending": 90,
    "chairing": 120,
    "taking part": 90,
    "presenting": 120,
    "listening": 90,
    "tasting": 90,
    "clean": 20,
    "cook": 45,
    "lunch": 40,
    "dinner": 40,
    "breakfast": 30,
}
"""Minutes that the first thing takes, by its routine; else half an hour."""
_TO_BED = 20
"""Minutes until bed for whoever is up past bedtime."""
_ERRAND = 30
"""Minutes for which one sees somebody of whom one was told."""
_EATEN = 5
"""Minutes after which a meal that one leaves for something else is not taken up again."""
_LONGEST, _SHORTEST = 60, 5
"""Minutes for which one thing is gone on with before one asks oneself again."""


def at_hand(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `at_hand`: what the rest of such a day would begin with, found anew each time."""
    first, *later = _replanned(fields, seed)[0]
    minutes = (later[0].start if later else first.end) - first.start
    return {
        "activity": first.activity,
        "place": first.place,
        "minutes": max(_SHORTEST, min(minutes or _LONGEST, _LONGEST)),
    }


def replan(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `replan`: chunks from now to bed; the first starts now."""
    return as_answer(*_replanned(fields, seed))


def _replanned(fields: Fields, seed: int) -> tuple[list[Block], DayFrame]:
    frame = _evening(DayFrame.from_now(fields, seed))
    line = Timeline(frame.start, max(frame.sleeps, frame.start + 5))
    reason, activity = text(fields, "reason"), text(fields, "activity")
    until_now = [b for b in _shifted(shown_plan(fields, frame.sleeps), frame) if not is_bed(b)]
    shown = [b for b in until_now if not _barred(frame, b)]
    done = pattern(WORDS.tables["plan"]["helped"]).search(reason)
    planned = [b for b in shown if not (done and content(done["it"]) <= content(b.activity))]
    if activity:
        planned = [b for b in planned if not (is_meal(b.activity) and b.start + _EATEN <= frame.start)]
    if activity:
        _first(frame, line, activity, reason)
    sent = [block for block in [_errand(frame, line, reason)] if block]
    called = [block for block in (*agenda(frame), *sent) if block.end > line.start]
    for block in called:
        if block.sort == "event":
            line.put(block)
    if not activity:
        _finish_meal(line, planned)
    for block in called:
        if block.sort != "event":
            line.pour(block)
    for block in sorted(planned, key=lambda b: not is_meal(b.activity)):
        _resume(line, block)
    if planned and shown == until_now and not _shut(reason):
        _close_gaps(line, planned)
    elif planned:
        rest(frame, line)
    else:
        compose(frame, line)
    blocks = line.closed() or [Block(frame.start, frame.sleeps, activity or "resting at home")]
    return blocks, DayFrame(fields, seed, frame.start, line.end)


def _shut(reason: str) -> bool:
    return bool(pattern(WORDS.tables["plan"]["shut"]).search(reason))


def _barred(frame: DayFrame, block: Block) -> bool:
    """Whether a chunk is planned at a place that is not open then, or that one has just found no way into."""
    venue = frame.venues.named(block.place)
    at_home = venue is not None and venue.sector == frame.home.partition(":")[0].strip()
    done = (*frame.deeds, *(act.activity for act in frame.trade.acts))
    at_work = names_work(block.activity) or any(each in block.activity for each in done)
    if venue is None or at_home or at_work:
        return False
    reason = text(frame.fields, "reason").lower()
    room = re.search(rf"(?:the )?([\w' ]+) of (?:the )?{re.escape(venue.sector.lower())}\b", reason)
    named = venue.arena.lower() in room[1] if room else venue.sector.lower() in reason or venue.arena.lower() in reason
    at_once = block.start < frame.start + 60
    return (_shut(reason) and named and at_once) or not venue.open_during(max(block.start, frame.start), block.end - 5)


def _evening(frame: DayFrame) -> DayFrame:
    """Whoever is up past bedtime goes to bed soon."""
    late = (frame.start - frame.sleeps) % 1440
    return DayFrame(frame.fields, frame.seed, frame.start, frame.start + _TO_BED) if 0 < late < 300 else frame


def _shifted(planned: list[Block], frame: DayFrame) -> list[Block]:
    """The plan's chunks on the clock of this frame: those before now belong after midnight, or are past.

    After midnight, a plan that began in the evening began the day before.
    """
    shifted, day = [], 1440
    if planned and frame.start < planned[0].start and frame.start + day <= planned[-1].end:
        planned = [replace(block, start=block.start - day, end=block.end - day) for block in planned]
    for block in planned:
        late = day if block.end <= frame.start and frame.sleeps > day and block.start < frame.sleeps - day else 0
        if block.end + late > frame.start:
            shifted.append(replace(block, start=block.start + late, end=block.end + late))
    return shifted


def _first(frame: DayFrame, line: Timeline, activity: str, reason: str) -> None:
    minutes = _MINUTES.get(routine(activity)[0], 30)
    venue = frame.venues.mentioned(activity) if re.search(r"\b(?:at|in|to) ", activity) else None
    shops = frame.venues.kinds("shop", line.start, line.start + minutes) if "shop" in activity else []
    called = pattern(WORDS.tables["plan"]["is_call"]).search(activity)
    if called or pattern(WORDS.tables["reactions"]["asking"]).match(activity):
        venue = (whereabouts(frame, called["who"]) if called else None) or where_people_are(frame, line.start)
    place = venue.name if venue else shops[0].name if shops else ""
    line.put(Block(line.start, line.start + minutes, activity, place, "event", reason))


def _errand(frame: DayFrame, line: Timeline, reason: str) -> Block | None:
    """A call on whomever one has just been told of; None if the plan changes for another reason."""
    if not pattern(WORDS.tables["plan"]["sends"]).search(reason):
        return None
    named = [who for who in persons(frame.known.people.masked(reason)) if who != frame.name]
    place = whereabouts(frame, named[-1]) if named else None
    start = next((begins for begins, _ in line.gaps(line.start + SOON)), line.start + SOON)
    if place is None or not place.open_during(start, start + _ERRAND):
        return None
    return Block(start, start + _ERRAND, Call(named[-1], place.name, 1.0).doing(0.5), place.name, "errand", reason)


def _finish_meal(line: Timeline, planned: list[Block]) -> None:
    """Nobody gets up from a meal for an errand."""
    for block in planned:
        if is_meal(block.activity) and block.start <= line.start < block.end:
            line.pour(block)


def _resume(line: Timeline, block: Block) -> None:
    """Takes a planned chunk up again; a meal that was displaced moves to the next free time."""
    if not is_meal(block.activity):
        line.pour(block)
        return
    minutes = min(block.end - max(block.start, line.start), 45)
    if any(is_meal(b.activity) and abs(b.start - block.start) < 180 for b in line.blocks):
        return
    for start, end in line.gaps(max(block.start, line.start)):
        if end - start >= min(minutes, 20):
            line.put(replace(block, start=start, end=min(end, start + minutes)))
            return


def _close_gaps(line: Timeline, planned: list[Block]) -> None:
    """What is still free goes to the chunk that was planned next to it."""
    for start, end in line.gaps():
        near = [b for b in planned if not is_meal(b.activity)]
        if end - start >= SHORTEST and near:
            best = min(near, key=lambda b: abs(b.start - start))
            line.put(replace(best, start=start, end=end))
