"""Views of talks as transcripts, and of the social ties between people."""

from __future__ import annotations

from collections.abc import Iterable

from townlet.measures.text.wording import capitalise_first, insight_text
from townlet.memory.record import Memory
from townlet.runfile.view import format_memory_id
from townlet.server.event_feed import EventFeed
from townlet.server.protocol.base import Step
from townlet.server.protocol.event_feed import Says, TalkView
from townlet.server.protocol.views import SocialTie


def find_talks_before(feed: EventFeed, step: Step, who: str = "") -> list[TalkView]:
    """Return the talks that began before a step, latest first, each with its lines up to then.

    `who`: only this person's talks.
    """
    found = [cut_transcript(lines, step) for lines in feed.talks(who)]
    return [talk for talk in reversed(found) if talk]


def cut_transcript(lines: Iterable[Says], step: Step) -> TalkView | None:
    """Return a talk with the lines before a step; None if it had none yet."""
    said = [line for line in lines if line.s < step]
    if not said:
        return None
    return TalkView(talk=said[0].talk, participants=[said[0].who, said[0].to], lines=said)


def compute_ties(talks: Iterable[TalkView], reflections: Iterable[Memory], person: str = "") -> list[SocialTie]:
    """Return the ties between people who have talked: how often, and the latest that one thinks of the other.

    `talks` are ordered latest first. `reflections` count as being about everybody whom they name. `person`: only the
    ties from this person to others.
    """
    found: dict[tuple[str, str], SocialTie] = {}
    for talk in talks:
        one, other = talk.participants
        for pair in ((one, other), (other, one)):
            tie = found.get(pair) or SocialTie(one=pair[0], other=pair[1], talks=0, lines=0, last=talk.lines[-1].s)
            counted = {"talks": tie.talks + 1, "lines": tie.lines + len(talk.lines)}
            found[pair] = tie.model_copy(update=counted)
    for memory in reflections:
        for (one, other), tie in found.items():
            if one == memory.id.agent and other in memory.text:
                text = capitalise_first(insight_text(memory) or memory.text)
                found[(one, other)] = tie.model_copy(
                    update={"thought": text, "thought_id": format_memory_id(memory.id)}
                )
    return [tie for pair, tie in sorted(found.items()) if not person or pair[0] == person]
