"""What a talk leaves behind (section 4.3.2): its lines as heard, what it was about, and what was promised."""

from __future__ import annotations

from dataclasses import replace

from townlet.cognition.answers import Takeaway
from townlet.cognition.farewell import made_with_last_line
from townlet.cognition.harmless import in_quotes
from townlet.cognition.hear_of import hear_of_places
from townlet.cognition.plan import replan
from townlet.cognition.plan.ahead import ahead
from townlet.cognition.state import TalkNote
from townlet.cognition.strangers import most_importance
from townlet.cognition.telling import full_stop, say_time, tell_lines, tell_plan
from townlet.cognition.thought import IMPORTANCE_SCALE, Draft, Thought
from townlet.world.state import Talk


async def remember_talk(thought: Thought, talk: Talk) -> None:
    """After a talk: keep what was said, what it was about, and what it means for one's plans."""
    name = thought.agent.name
    hear_of_places(thought, "\n".join(line.text for line in talk.lines))
    other = next(person for person in talk.participants if person != name)
    takeaway = made_with_last_line(thought, talk) or await _ask(thought, talk, other)
    most = most_importance(thought, other)
    kept = _kept_of(thought, talk, takeaway)
    kept = [draft if draft.source == "said" else replace(draft, at_most=most) for draft in kept]
    await thought.remember(kept, counts_once=True)
    thought.change(talked={**thought.agent.talked, other: thought.view.step}, note=TalkNote())
    if takeaway.change_plan:
        await replan(thought, "", takeaway.reason or full_stop(takeaway.memo).rstrip("."))


async def _ask(thought: Thought, talk: Talk, other: str) -> Takeaway:
    return await thought.ask(
        "after_talk",
        Takeaway,
        name=thought.agent.name,
        summary=thought.agent.summary,
        now=say_time(thought.view.now),
        other=other,
        lines=tell_lines(talk.lines),
        plan=tell_plan(ahead(thought), thought.view.clock),
        scale=IMPORTANCE_SCALE if thought.profile.talks_rated_with_takeaway else "",
    )


def _kept_of(thought: Thought, talk: Talk, takeaway: Takeaway) -> list[Draft]:
    """The lines of a talk, what it was about and what was arranged, with the ratings that came with the answer."""
    ratings = [*takeaway.line_ratings, *[0] * len(talk.lines)]
    lines = [
        replace(_as_memory(talk, place, thought.agent.name), importance=ratings[place])
        for place in range(len(talk.lines))
    ]
    evidence = tuple(thought.id_of_next(place) for place in range(len(lines)))
    memo = Draft(full_stop(takeaway.memo), "thought", importance=takeaway.importance, evidence=evidence, hearsay=True)
    about = [memo] if takeaway.memo else []
    weight = takeaway.commitment_importance
    arranged = [
        Draft(full_stop(text), "planned", "plan", weight, evidence=evidence, hearsay=True)
        for text in takeaway.commitments
    ]
    return [*lines, *about, *arranged]


def _as_memory(talk: Talk, place: int, name: str) -> Draft:
    line = talk.lines[place]
    utterance = f"{talk.id}#{place}"
    if line.speaker == name:
        return Draft(f"I said to {line.to}: {in_quotes(line.text)}", "said", utterance=utterance)
    text = f"{line.speaker} said to me: {in_quotes(line.text)}"
    return Draft(text, "heard", heard_from=line.speaker, utterance=utterance, hearsay=True)
