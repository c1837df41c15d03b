"""Talks as transcripts, and what people have had to do with one another."""

from __future__ import annotations

from collections.abc import Iterable

from townlet.memory.record import Memory
from townlet.server.films import Film
from townlet.server.names import memory_name
from townlet.server.protocol.film import Says, TalkShown
from townlet.server.protocol.minds import Tie
from townlet.server.protocol.part import Step
from townlet.study.wording import capitalised, insight


def talks_before(film: Film, step: Step, who: str = "") -> list[TalkShown]:
    """The talks that had begun before a step, of everybody or of one person, latest first, with their lines by then."""
    found = [transcript(lines, step) for lines in film.talks(who)]
    return [talk for talk in reversed(found) if talk]


def transcript(lines: Iterable[Says], step: Step) -> TalkShown | None:
    """A talk as far as it had come when a step began; None before its first line."""
    said = [line for line in lines if line.s < step]
    if not said:
        return None
    return TalkShown(talk=said[0].talk, participants=[said[0].who, said[0].to], lines=said)


def ties(talks: Iterable[TalkShown], thoughts: Iterable[Memory], of: str = "") -> list[Tie]:
    """With whom each has talked, and the latest that they think of the other; only those of one person, if given.

    `talks` come latest first. A thought is of whoever is named in it.
    """
    found: dict[tuple[str, str], Tie] = {}
    for talk in talks:
        one, other = talk.participants
        for pair in ((one, other), (other, one)):
            tie = found.get(pair) or Tie(one=pair[0], other=pair[1], talks=0, lines=0, last=talk.lines[-1].s)
            counted = {"talks": tie.talks + 1, "lines": tie.lines + len(talk.lines)}
            found[pair] = tie.model_copy(update=counted)
    for memory in thoughts:
        for (one, other), tie in found.items():
            if one == memory.id.agent and other in memory.text:
                text = capitalised(insight(memory) or memory.text)
                found[(one, other)] = tie.model_copy(update={"thought": text, "thought_id": memory_name(memory.id)})
    return [tie for pair, tie in sorted(found.items()) if not of or pair[0] == of]
