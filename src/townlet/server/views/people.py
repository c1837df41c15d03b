"""Views of one person as of a step: what they do and why, their plans, their memories."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple

from townlet.cognition.reflect import THRESHOLD
from townlet.measures.portrait import Portrait
from townlet.memory.record import Kind, Memory, MemoryId
from townlet.runfile.history import RecordedMinds
from townlet.server.protocol.views import PersonView, PlanRevision


def build_person_view(portrait: Portrait) -> PersonView:
    """Return the summary of a person that the client shows first."""
    agent, body, objects = portrait.agent, portrait.body, portrait.sight.state.town.setting.objects
    return PersonView(
        name=agent.name,
        step=portrait.sight.step,
        doing=portrait.doing,
        emoji=body.activity.emoji if body else "",
        why=portrait.why,
        place=portrait.where,
        talk=body.talk if body else "",
        summary=agent.summary,
        memories=dict(Counter(memory.kind for memory in portrait.stream)),
        importance_sum=agent.importance_sum,
        threshold=THRESHOLD,
        known_places=sum(address not in objects for address in agent.known.states),
    )


def list_plan_revisions(minds: RecordedMinds, person: str, step: int) -> list[PlanRevision]:
    """Return every version of a person's plans up to a step, oldest first, each as detailed as it became."""
    before = takewhile(lambda version: version.at <= step, iterate_plan_versions(minds, person))
    return list({(plan.step, revision): plan for _, revision, plan in before}.values())


class PlanVersion(NamedTuple):
    """A version of a person's plan, in force from step `at` on."""

    at: int
    revision: int
    plan: PlanRevision


def iterate_plan_versions(minds: RecordedMinds, person: str) -> Iterator[PlanVersion]:
    """Yield a person's plan after every change to it."""
    for made, change in minds.turns(person).changes:
        if plan := change.plan:
            yield PlanVersion(made + 1, plan.revision, PlanRevision.model_validate(plan, from_attributes=True))


def find_newest_memories(
    memories: Sequence[Memory], kind: Kind | None, search: str, before: MemoryId | None, limit: int
) -> list[Memory]:
    """Return up to `limit` memories of a kind that contain every word of `search`, newest first."""
    words = search.casefold().split()
    return list(islice(_fitting(reversed(memories), kind, words, before), limit))


def _fitting(
    memories: Iterable[Memory], kind: Kind | None, words: Sequence[str], before: MemoryId | None
) -> Iterator[Memory]:
    for memory in memories:
        text = memory.text.casefold()
        if (
            (kind is None or memory.kind == kind)
            and (before is None or memory.id < before)
            and all(word in text for word in words)
        ):
            yield memory


def collect_reflections_with_evidence(memories: Sequence[Memory]) -> list[Memory]:
    """Return the reflections, newest first, and after them every memory that they rest on, at any depth."""
    by_id = {memory.id: memory for memory in memories}
    found = {memory.id: memory for memory in reversed(memories) if memory.kind == "reflection"}
    waiting = list(found.values())
    while waiting:
        for each in waiting.pop().evidence:
            if each in by_id and each not in found:
                found[each] = by_id[each]
                waiting.append(by_id[each])
    return list(found.values())
