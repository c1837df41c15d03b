"""Questions about what came about in a run: who came to an event, who knows a fact, and what somebody did."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from townlet.errors import BadInput
from townlet.measures.diffusion.facts import TrackedFact, read_tracked_facts
from townlet.measures.diffusion.spread import FactSpread, KnowledgeGain, iterate_step_contents, trace_facts
from townlet.measures.emergence.coordination import measure_coordination
from townlet.measures.record import read_run_record
from townlet.runfile.lookup import find_person
from townlet.runfile.moments import RunTimeline
from townlet.runfile.traces import ActivitySpan
from townlet.runfile.view import RunView, format_memory_id
from townlet.town.defects import nearest
from townlet.world.clock import Clock

AGAIN_MINUTES = 60
"""How much earlier or later somebody may do a thing that still counts as the same deed; our choice."""

DEEDS_OFFERED = 3
"""About how many of the next things that somebody did one is offered to ask."""

WAYS_TO_ASK = (
    "'PERSON came to EVENT', 'PERSON knows FACT', 'who came to EVENT', 'how many know FACT' or 'PERSON did ... at TIME'"
)

_KNOWS = r"(?:knows?|knew)(?: of| about)?"
_FORMS = tuple(
    (verb, re.compile(rf"(?P<who>{who}) {form} (?P<what>.+)", re.IGNORECASE))
    for who in ("who", "how many", ".+?")
    for verb, form in (("came", "(?:came|come) to"), ("knows", _KNOWS))
)
_DEED = re.compile(r"(?P<who>.+?) did(?P<doing>.*) at (?P<time>.+)", re.IGNORECASE)


@dataclass(frozen=True)
class WorldOutcome:
    """What came about in one world: who it was true of, since when, and how each of them came to know the fact."""

    since: Mapping[str, int]
    """Whom it is true of, with the step at which it came about, in order of steps."""
    gains: tuple[KnowledgeGain, ...] = ()

    def gain(self, person: str) -> KnowledgeGain | None:
        """Return how a person came to know the fact; None if they do not."""
        return next((each for each in self.gains if each.person == person), None)


@dataclass(frozen=True)
class CausalQuestion:
    """A question about a run, which another life of its town can be asked as well."""

    text: str
    verb: Literal["came", "knows", "did"]
    person: str
    """The person it is about; empty for everybody."""
    counts: bool
    """Whether only their number counts."""
    until: int
    """The step before which it is decided."""
    fact: TrackedFact | None = None
    doing: str = ""
    step: int = 0
    """The step at which the deed began in the run."""

    def answer(self, view: RunView) -> WorldOutcome:
        """Return what came about in a world, up to the moment at which the question is decided."""
        if self.fact is None:
            return WorldOutcome(
                {span.person: span.start for span in _spans(view, self.person) if self._is_deed(span, view)}
            )
        spread = self.spread(view)
        residents = set(view.residents)
        known = tuple(each for each in spread.known if each.person in residents)
        if self.verb == "knows":
            return WorldOutcome({each.person: each.step for each in known}, known)
        assert self.fact.event
        came = measure_coordination(read_run_record(view), spread, self.fact.event).came
        return WorldOutcome({guest.person: guest.came for guest in came if guest.person in residents}, known)

    def spread(self, view: RunView) -> FactSpread:
        """Return how the fact of the question spread in a world."""
        assert self.fact
        [spread] = trace_facts(iterate_step_contents(view), [self.fact], view.clock)
        return spread

    def differing(self, before: WorldOutcome, after: WorldOutcome) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return of whom it is no more true in another world, and of whom it is true there alone."""
        asked = [each for each in {**before.since, **after.since} if self.person in ("", each)]
        lost = tuple(each for each in asked if each not in after.since)
        return lost, tuple(each for each in asked if each not in before.since)

    def effect(self, before: WorldOutcome, after: WorldOutcome) -> int:
        """Return how much another world differs: in people, or in their number if only that is asked."""
        lost, new = self.differing(before, after)
        return abs(len(lost) - len(new)) if self.counts else len(lost) + len(new)

    def _is_deed(self, span: ActivitySpan, view: RunView) -> bool:
        return span.doing == self.doing and abs(span.start - self.step) <= view.clock.steps(AGAIN_MINUTES)


def _spans(view: RunView, person: str) -> list[ActivitySpan]:
    return [span for _, spans, _ in view.whereabouts() for span in spans if span.person == person]


def read_question(text: str, view: RunView) -> tuple[CausalQuestion, WorldOutcome]:
    """Return a question and what came about in the run. Raises BadInput, also if it did not come about."""
    asked = " ".join(text.split()).rstrip("?.! ")
    question = _read(asked, view)
    found = question.answer(RunView(view.path, before_step=question.until))
    when = view.time(question.until)
    moment = f"{when:%Y-%m-%d %H:%M}"
    if not found.since:
        assert question.fact
        came, name = question.verb == "came", question.fact.name
        instead = f"who knows {name}" if came else "PERSON did ... at TIME"
        done = "had come to" if came else "knew of"
        raise BadInput(f"Nothing to explain: by {moment} nobody {done} {name!r}. Ask '{instead}'.")
    if question.person not in ("", *found.since):
        raise BadInput(
            f"It did not happen: by {moment} it was not true that {asked}. "
            f"It was true of {', '.join(found.since)}; ask about one of them."
        )
    return question, found


def day_and_time(clock: Clock, step: int) -> str:
    """Return a step as a day of the run and a time, such as 'day 2 7:16'."""
    at = clock.at(step)
    return f"day {(at.date() - clock.start.date()).days + 1} {at.hour}:{at.minute:02d}"


def questions_about(evidence: str, view: RunView) -> list[str]:
    """Return what can be asked of a life without a line or a memory, by its id: the likeliest first. Raises BadInput.

    First come the facts that it mentions, then what the person did next, then the other facts of the town.
    """
    memories = ((each.id.agent, each.id.step, each.text, format_memory_id(each.id)) for each in view.memories_by_step())
    lines = ((each.to, each.step, each.text, each.utterance) for each in view.lines())
    taken_in = next((each for each in chain(lines, memories) if each[-1] == evidence), None)
    if taken_in is None:
        raise BadInput(f"Before {view.time(view.until):%Y-%m-%d %H:%M} there is no line or memory {evidence!r}.")
    person, step, text, _ = taken_in
    facts, deeds = read_tracked_facts(view.town), _spans(view, person)
    asked = [
        (fact.touched_by(text), f"{verb} the {fact.name}")
        for fact in facts
        for verb in (("who came to", "who knows of") if _has_begun(fact, view) else ("who knows of",))
    ]
    next_deeds = [span for span in deeds if span.start > step and not span.asleep][:DEEDS_OFFERED]
    times = [f"{person} did {span.doing} at {day_and_time(view.clock, span.start)}" for span in next_deeds]
    return [*(each for touched, each in asked if touched), *times, *(each for touched, each in asked if not touched)]


def _has_begun(fact: TrackedFact, view: RunView) -> bool:
    return fact.event is not None and view.clock.step_at(fact.event.start) < view.until


def _read(asked: str, view: RunView) -> CausalQuestion:
    for verb, form in _FORMS:
        if found := form.fullmatch(asked):
            return _about_fact(asked, verb, found, view)
    if found := _DEED.fullmatch(asked):
        return _about_deed(asked, found, view)
    raise BadInput(f"{asked!r} is no question that can be tried; ask {WAYS_TO_ASK}.")


def _about_fact(asked: str, verb: str, found: re.Match[str], view: RunView) -> CausalQuestion:
    who, fact = found["who"].lower(), _fact_named(found["what"], view)
    person = "" if who in ("who", "how many") else find_person(found["who"], view.residents)
    if verb == "knows":
        return CausalQuestion(asked, "knows", person, who == "how many", view.until, fact)
    if fact.event is None:
        raise BadInput(f"{fact.name!r} is no event that anybody could come to; ask 'who knows {fact.name}'.")
    if person == fact.event.host:
        raise BadInput(
            f"{person} is the host of {fact.name!r}, and a host counts as no guest; ask 'who came to {fact.name}'."
        )
    until = min(view.until, view.clock.step_at(fact.event.end))
    return CausalQuestion(asked, "came", person, who == "how many", until, fact)


def _fact_named(text: str, view: RunView) -> TrackedFact:
    facts = read_tracked_facts(view.town)
    typed = re.sub(r"^(?:the|a|an) ", "", text.casefold()).replace("-", " ")
    named = [fact for fact in facts if fact.name.casefold().replace("-", " ") == typed]
    named = named or [fact for fact in facts if fact.touched_by(typed)]
    if len(named) == 1:
        return named[0]
    if not facts:
        raise BadInput(
            f"{view.town.name} has no facts.toml, so no fact is followed there; ask 'PERSON did ... at TIME'."
        )
    names = [fact.name for fact in facts]
    raise BadInput(
        f"{view.town.name} has no fact or event {text!r}.{nearest(typed, names)} It follows {', '.join(names)}."
    )


def _about_deed(asked: str, found: re.Match[str], view: RunView) -> CausalQuestion:
    person = find_person(found["who"], view.residents)
    step = RunTimeline.of(view).step(found["time"])
    spans = [span for span in _spans(view, person) if not span.asleep]
    words = set(re.findall(r"\w+", found["doing"].casefold())) - {"the", "a", "an", "something"}
    alike = [span for span in spans if not words or words & set(re.findall(r"\w+", span.doing.casefold()))]
    if not alike:
        at = next((span.doing for span in spans if span.start <= step < span.end), "asleep")
        raise BadInput(f"{person} never did {found['doing'].strip()!r}; at that time they were {at}.")
    deed = min(alike, key=lambda span: (_apart(span, step), span.start))
    until = min(view.until, deed.start + view.clock.steps(AGAIN_MINUTES) + 1)
    return CausalQuestion(asked, "did", person, False, until, doing=deed.doing, step=deed.start)


def _apart(span: ActivitySpan, step: int) -> int:
    return 0 if span.start <= step < span.end else min(abs(span.start - step), abs(span.end - step))
