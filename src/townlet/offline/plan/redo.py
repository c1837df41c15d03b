"""The plan redone from this moment on: first what calls, then what was promised, then what was planned anyway."""

from __future__ import annotations

import re

from townlet.offline.fields import Fields, records, text
from townlet.offline.plan.company import CALLING
from townlet.offline.plan.day import as_answer, compose, rest
from townlet.offline.plan.engagements import fixed
from townlet.offline.plan.frame import Frame
from townlet.offline.plan.hours import is_bed, shown_plan
from townlet.offline.plan.meals import is_meal
from townlet.offline.plan.promises import whereabouts
from townlet.offline.plan.scripts import is_work, routine
from townlet.offline.plan.timeline import SHORTEST, Block, Timeline
from townlet.offline.reader.people import People, persons

_MINUTES = {
    "shopping": 45,
    "preparing": 60,
    "hosting": 120,
    "attending": 90,
    "talk to": 30,
    "clean": 20,
    "cook": 45,
    "help": 45,
    "lunch": 40,
    "dinner": 40,
    "breakfast": 30,
}
_SOON = 20
_UNTIL_ERRAND, _ERRAND = 15, 30
"""Minutes until one sets out to see somebody, and for how long."""
_TOLD_OF = re.compile(r" (?:says that|worries about) ")


def replan(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `replan`: chunks from now to bed; the first starts now."""
    frame = _evening(Frame.from_now(fields, seed))
    line = Timeline(frame.start, max(frame.sleeps, frame.start + 5))
    planned = [b for b in _shifted(shown_plan(fields, frame.sleeps), frame) if not is_bed(b) and not _barred(frame, b)]
    if activity := text(fields, "activity"):
        _first(frame, line, activity)
    for block in fixed(frame):
        _keep(line, block)
    if errand := _errand(frame, line):
        line.pour(errand)
    for block in sorted(planned, key=lambda b: not is_meal(b.activity)):
        _resume(line, block, planned)
    if planned and not _SHUT.search(text(fields, "reason")):
        _close_gaps(line, planned)
    elif planned:
        rest(frame, line)
    else:
        compose(frame, line)
    blocks = line.closed() or [Block(frame.start, frame.sleeps, activity or "resting at home")]
    return as_answer(blocks, Frame(fields, seed, frame.start, line.end))


_SHUT = re.compile(r"\bclos|\bshut|cannot be reached|blocked|occupied|no way|locked|full\b")


def _barred(frame: Frame, block: Block) -> bool:
    """Whether a chunk is planned at a place that is not open then, or that one has just found no way into."""
    venue = frame.venues.named(block.place)
    if venue is None or _at_work(frame, block):
        return False
    reason = text(frame.fields, "reason").lower()
    named = venue.sector.lower() in reason or venue.arena.lower() in reason
    at_once = block.start < frame.start + 60
    return (bool(_SHUT.search(reason)) and named and at_once) or not venue.open_during(
        max(block.start, frame.start), block.end - 5
    )


def _at_work(frame: Frame, block: Block) -> bool:
    """Whether a chunk is one's job, whose doors open to one at any hour."""
    return is_work(block.activity) or any(act.activity in block.activity for act in frame.trade.acts)


def _evening(frame: Frame) -> Frame:
    """Whoever is up past bedtime goes to bed soon."""
    late = (frame.start - frame.sleeps) % 1440
    return Frame(frame.fields, frame.seed, frame.start, frame.start + _SOON) if 0 < late < 300 else frame


def _shifted(planned: list[Block], frame: Frame) -> list[Block]:
    """The plan's chunks on the clock of this frame: those before now belong after midnight, or are past."""
    shifted = []
    for block in planned:
        late = 1440 if block.end <= frame.start and frame.sleeps > 1440 and block.start < frame.sleeps - 1440 else 0
        if block.end + late > frame.start:
            shifted.append(Block(block.start + late, block.end + late, block.activity, block.place))
    return shifted


def _first(frame: Frame, line: Timeline, activity: str) -> None:
    minutes = next((m for name, m in _MINUTES.items() if routine(activity)[0] == name), 30)
    venue = frame.venues.mentioned(activity) if re.search(r"\b(?:at|in|to) ", activity) else None
    shops = frame.venues.kinds("shop", line.start, line.start + minutes) if "shop" in activity else []
    place = venue.name if venue else shops[0].name if shops else ""
    line.put(Block(line.start, line.start + minutes, activity, place))


def _errand(frame: Frame, line: Timeline) -> Block | None:
    """Returns a call on whomever one has just been told of; None if the plan changes for another reason."""
    reason = text(frame.fields, "reason")
    if not _TOLD_OF.search(reason):
        return None
    pronouns = {text(each, "name"): text(each, "pronoun") for each in records(frame.fields, "pronouns")}
    named = [who for who in persons(People(pronouns).masked(reason)) if who != frame.name]
    place = whereabouts(frame, named[-1]) if named else None
    if place is None or not place.open_during(line.start + _UNTIL_ERRAND, line.start + _UNTIL_ERRAND + _ERRAND):
        return None
    start = line.start + _UNTIL_ERRAND
    return Block(start, start + _ERRAND, CALLING[1].format(named[-1]), place.name, "errand")


def _keep(line: Timeline, block: Block) -> None:
    if block.end > line.start and block.sort == "event":
        line.put(block)
    elif block.end > line.start:
        line.pour(block)


def _resume(line: Timeline, block: Block, planned: list[Block]) -> None:
    """Takes a planned chunk up again; a meal that was displaced moves to the next free time."""
    if not is_meal(block.activity):
        line.pour(block)
        return
    minutes = min(block.end - max(block.start, line.start), 45)
    if any(is_meal(b.activity) and abs(b.start - block.start) < 180 for b in line.blocks):
        return
    for start, end in line.gaps(max(block.start, line.start)):
        if end - start >= min(minutes, 20):
            line.put(Block(start, min(end, start + minutes), block.activity, block.place))
            return


def _close_gaps(line: Timeline, planned: list[Block]) -> None:
    """What is still free goes to the chunk that was planned next to it."""
    for start, end in line.gaps():
        near = [b for b in planned if not is_meal(b.activity)]
        if end - start >= SHORTEST and near:
            best = min(near, key=lambda b: abs(b.start - start))
            line.put(Block(start, end, best.activity, best.place))
