"""Talks as transcripts, and what people have had to do with one another."""

from __future__ import annotations

from collections.abc import Iterable

from townlet.analysis.text.wording import capitalise_first, insight_text
from townlet.memory.record import Memory
from townlet.server.event_feed import EventFeed
from townlet.server.protocol.base import Step, encode_memory_id
from townlet.server.protocol.event_feed import Says, TalkView
from townlet.server.protocol.views import SocialTie


def find_talks_before(film: EventFeed, step: Step, who: str = "") -> list[TalkView]:
    """The talks that had begun before a step, of everybody or of one person, latest first, with their lines by then."""
    found = [cut_transcript(lines, step) for lines in film.talks(who)]
    return [talk for talk in reversed(found) if talk]


def cut_transcript(lines: Iterable[Says], step: Step) -> TalkView | None:
    """A talk as far as it had come when a step began; None before its first line."""
    said = [line for line in lines if line.s < step]
    if not said:
        return None
    return TalkView(talk=said[0].talk, participants=[said[0].who, said[0].to], lines=said)


def compute_ties(talks: Iterable[TalkView], thoughts: Iterable[Memory], of: str = "") -> list[SocialTie]:
    """With whom each has talked, and the latest that they think of the other; only those of one person, if given.

    `talks` come latest first. A thought is of whoever is named in it.
    """
    found: dict[tuple[str, str], SocialTie] = {}
    for talk in talks:
        one, other = talk.participants
        for pair in ((one, other), (other, one)):
            tie = found.get(pair) or SocialTie(one=pair[0], other=pair[1], talks=0, lines=0, last=talk.lines[-1].s)
            counted = {"talks": tie.talks + 1, "lines": tie.lines + len(talk.lines)}
            found[pair] = tie.model_copy(update=counted)
    for memory in thoughts:
        for (one, other), tie in found.items():
            if one == memory.id.agent and other in memory.text:
                text = capitalise_first(insight_text(memory) or memory.text)
                found[(one, other)] = tie.model_copy(
                    update={"thought": text, "thought_id": encode_memory_id(memory.id)}
                )
    return [tie for pair, tie in sorted(found.items()) if not of or pair[0] == of]
