"""Tables of the facts that are followed through a town, and of who came to know them from whom."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.study.data.columns import STEP, TIME, Row, Table, count, one_of, text, when
from townlet.study.diffusion import spreads, tracked_facts
from townlet.study.diffusion.moments import moments
from townlet.study.source import Source


def _facts(source: Source) -> Iterator[Row]:
    for fact in tracked_facts(source.town):
        event = fact.event
        place = (event.host, event.place, event.start, event.end) if event else (None, None, None, None)
        yield fact.name, fact.source, fact.question or None, *place, fact.paper_start, fact.paper_end


FACTS = Table(
    "facts",
    "a fact that the town's facts.toml has followed",
    ("fact",),
    (
        one_of("fact", "Its name"),
        text("source", "Who knows it at the start"),
        text("question", "How it is asked for", empty="it is not"),
        text("host", "Of an event: who gives it", empty="it is no event"),
        text("place", "Of an event: where it is", empty="it is no event"),
        when("start", "Of an event: when it begins", empty="it is no event"),
        when("end", "Of an event: when it ends", empty="it is no event"),
        count(
            "paper_start", "How many knew it at the start in Park et al. 2023", "people of 25", "it is not of the paper"
        ),
        count("paper_end", "How many knew it at the end there", "people of 25", "it is not of the paper"),
    ),
    _facts,
)


def knowing(source: Source, only: str = "") -> Iterator[Row]:
    """Who came to know each fact, or only the one of that name."""
    facts = [fact for fact in tracked_facts(source.town) if only in ("", fact.name)]
    for found in spreads(moments(source), facts) if facts else ():
        for each in found.known:
            heard, utterance = each.heard_from or None, each.utterance or None
            yield found.fact.name, each.person, each.step, source.time(each.step), each.way, heard, utterance


KNOWING = Table(
    "knowing",
    "a fact and somebody who came to know it: the edges of diffusion are the rows whose way is 'heard'",
    ("fact", "person"),
    (
        one_of("fact", "As in `facts`"),
        text("person", "Who knows it from then on"),
        STEP,
        TIME,
        one_of("way", "seed (own story), seen, inner voice, told (by a person typing) or heard (from a resident)"),
        text("heard_from", "Who told them", empty="nobody did"),
        text("utterance", "By which line, as in `lines`", empty="by none"),
    ),
    knowing,
)
