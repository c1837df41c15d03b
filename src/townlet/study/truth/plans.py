"""Plan: what one means to do, where and until when, by the plan as it stands when one is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from townlet.cognition.state import Plan, PlanItem
from townlet.study.truth.items import Item, of_memories
from townlet.study.truth.judging import Chosen, Named, Timed
from townlet.study.truth.memory import OPTIONS
from townlet.study.truth.scene import Scene, building
from townlet.world.tree import clock_words

LATER = 2
"""How many hours still to come somebody is asked about at most."""


def plan_items(scene: Scene, person: str) -> Iterator[Item]:
    """All plan questions to one person; none without a plan."""
    plan = scene.plans[person]
    ahead = [hour for hour in _hours(scene, plan) if hour[0] > scene.step]
    draw = scene.draw(person, "plan")
    draw.shuffle(ahead)
    evidence = (f"{person}/plan/{plan.made}", *of_memories(plan.kept))
    yield from _doing(scene, person, plan, ahead, evidence)
    yield from _where(scene, person, ahead, evidence)
    yield from _bedtime(scene, person, plan, evidence)


def _hours(scene: Scene, plan: Plan) -> list[tuple[int, PlanItem]]:
    """The whole hours that a plan covers until bedtime, each with what is planned for it."""
    clock = scene.record.clock
    first, an_hour = scene.record.midnight(scene.day), clock.steps(60)
    steps = range(first, plan.bedtime, an_hour)
    found = [(step, item) for step in steps if (item := plan.hour(step)) and not item.fallback]
    return [(step, item) for step, item in found if item.start <= step < item.end]


def _doing(
    scene: Scene, person: str, plan: Plan, ahead: Sequence[tuple[int, PlanItem]], evidence: tuple[str, ...]
) -> Iterator[Item]:
    """What one will be doing at an hour, among what else the day's plan holds and what others have planned for it."""
    for number, (step, item) in enumerate(ahead[:LATER], start=1):
        options = _options(scene, person, plan, step, item)
        if len(options) == OPTIONS:
            scene.draw(person, f"later/{step}").shuffle(options)
            text = f"What will you be doing at {_clock(scene, step)} today?"
            truth = Chosen(item.activity, tuple(options))
            yield Item(f"later-{number}", "later", "plan", person, text, truth, evidence)


def _options(scene: Scene, person: str, plan: Plan, step: int, item: PlanItem) -> list[str]:
    """What is planned, and what shares no word with it: of one's own plan at other hours first."""
    stems = scene.record.vocabulary.stems
    own = [hour.activity for hour in plan.hours if not hour.fallback]
    theirs = [hour.activity for other in scene.people if other != person if (hour := scene.plans[other].hour(step))]
    scene.draw(person, f"else/{step}").shuffle(theirs)
    options, taken = [item.activity], stems(item.activity)
    for activity in (*dict.fromkeys(own), *dict.fromkeys(theirs)):
        if len(options) < OPTIONS and stems(activity) and not stems(activity) & taken:
            options.append(activity)
            taken |= stems(activity)
    return options if stems(item.activity) else []


def _where(
    scene: Scene, person: str, ahead: Sequence[tuple[int, PlanItem]], evidence: tuple[str, ...]
) -> Iterator[Item]:
    """In which building one will be at an hour."""
    placed = [(step, building(item.place)) for step, item in ahead if item.place is not None]
    for number, (step, where) in enumerate(placed[:LATER], start=1):
        text = f"Where will you be at {_clock(scene, step)} today?"
        truth = Named((where,), scene.buildings(person))
        yield Item(f"going-{number}", "going", "plan", person, text, truth, evidence)


def _bedtime(scene: Scene, person: str, plan: Plan, evidence: tuple[str, ...]) -> Iterator[Item]:
    """When one means to go to bed."""
    if plan.bedtime > scene.step:
        others = [scene.plans[name].bedtime for name in scene.people if name != person]
        minutes = tuple(scene.record.clock.minute(step) for step in others if step > scene.step)
        truth = Timed(scene.record.clock.minute(plan.bedtime), minutes)
        yield Item("bed", "bed", "plan", person, "When will you go to bed tonight?", truth, evidence)


def _clock(scene: Scene, step: int) -> str:
    return clock_words(scene.record.clock.minute(step))
