"""Boundaries and errors (Park et al. 2023, section 7.2): where behaviour drifts from what one expects of people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from townlet.cognition.persona import Persona
from townlet.study.coherence.norms import norms
from townlet.study.emergence.drift import drift_of
from townlet.study.emergence.finding import Emergence
from townlet.study.figures import Figure, Listing, Part, mean, share
from townlet.study.liveliness.talking import Talk, talks_of
from townlet.study.record import RunRecord
from townlet.study.traces import Line, Spell

_FORMAL = re.compile(
    r"\b(?:good (?:morning|afternoon|evening|day)|(?:it was|it's been) (?:a pleasure|good|nice|lovely)|"
    r"pleased to meet|thank you (?:so|very) much|would you mind|may I|I would be (?:glad|happy|delighted)|sir|madam)\b",
    re.IGNORECASE,
)
REMARK = (
    "The paper remarks (section 7.2): as people come to know more places, they choose less typical ones, such as the "
    "bar for lunch; they enter a bathroom for one when it is taken, and stores after they have closed; they seldom "
    "refuse what others suggest, and take up their interests; they speak formally even with their families."
)
_SUGGESTING = frozenset(("invitation", "request", "offer"))
_SHORTEST_STAY = 10
"""Minutes at a place below which an activity says nothing of where people go for it; our choice."""


def boundaries(found: Emergence) -> Part:
    """Each of the section's observations as figures, the first day beside the last."""
    record = found.record
    last = record.days - 1
    drifted, drift = drift_of(found)
    suggested, refused = _suggestions(talks_of(record))
    return Part(
        "Boundaries and errors (section 7.2)",
        (
            Figure("sectors_known_start", "places known, a person, at the start", _known(record, 1), "number"),
            Figure(
                "sectors_known_end",
                "places known, a person, at the end",
                _known(record, record.last_step + 1),
                "number",
            ),
            _out("untypical_first", record, 0),
            *([_out("untypical_last", record, last)] if last else []),
            Figure("norms_broken", "norms broken (closed places, full rooms)", _broken(record)),
            Figure("suggestions", "suggestions made (invitations, requests, offers)", suggested),
            Figure("suggestions_refused", "of them refused", share(refused, suggested), "share"),
            Figure(
                "formal_family", "formal lines between those who live together", _formal(record, together=True), "share"
            ),
            Figure("formal_others", "formal lines between others", _formal(record, together=False), "share"),
            *drifted,
        ),
        (_visits(record), drift),
        REMARK,
    )


def _out(name: str, record: RunRecord, day: int) -> Figure:
    return Figure(name, f"time out of home, work and haunts, day {day + 1}", _untypical(record, day), "share")


def _broken(record: RunRecord) -> float:
    """How often, by the figures of coherence."""
    return sum(figure.value or 0 for figure in norms(record).figures)


def _known(record: RunRecord, step: int) -> float | None:
    """Sectors known before a step, on average."""
    residents = {person.name for person in record.people}
    known = [sectors for person, sectors in record.sectors_known.items() if person in residents]
    return mean(sum(since < step for since in sectors.values()) for sectors in known)


def _untypical(record: RunRecord, day: int) -> float | None:
    """Of the waking time that people spend at activities in places, the share in places that are not theirs."""
    away = whole = 0.0
    for person in record.people:
        for spell in _spells(record, person, day):
            minutes = record.minutes(spell.end - spell.start)
            whole += minutes
            away += 0 if _is_own(person, spell) else minutes
    return share(away, whole)


def _spells(record: RunRecord, person: Persona, day: int) -> Iterable[Spell]:
    for spell in record.spells_of(person.name):
        long = record.minutes(spell.end - spell.start) >= _SHORTEST_STAY
        if long and spell.at and not spell.asleep and record.day(spell.start) == day:
            yield spell


def _is_own(person: Persona, spell: Spell) -> bool:
    own = (person.home, person.workplace, *person.haunts)
    return spell.at is not None and any(place is not None and place.contains(spell.at) for place in own)


def _suggestions(talks: Sequence[Talk]) -> tuple[int, int]:
    """How many there were, and how many were refused in the next line of whom they were made to."""
    made = refused = 0
    for talk in talks:
        for place, speech in enumerate(talk.speeches):
            if _SUGGESTING & frozenset(speech.acts):
                made += 1
                answer = next(
                    (each for each in talk.speeches[place + 1 :] if each.line.speaker == speech.line.to), None
                )
                refused += answer is not None and "refusal" in answer.acts
    return made, refused


def _formal(record: RunRecord, *, together: bool) -> float | None:
    homes = {person.name: person.home for person in record.people}

    def wanted(line: Line) -> bool:
        return line.speaker in homes and line.to in homes and (homes[line.speaker] == homes[line.to]) is together

    lines = [line for line in record.own_lines if wanted(line)]
    return share(sum(bool(_FORMAL.search(line.text)) for line in lines), len(lines))


def _visits(record: RunRecord) -> Listing:
    """The places that are most people's, by time spent there by those whose they are not."""
    minutes: dict[str, float] = {}
    for person in record.people:
        for day in range(record.days):
            for spell in _spells(record, person, day):
                if spell.at and not _is_own(person, spell):
                    name = spell.at.parts[min(1, spell.at.depth - 1)]
                    minutes[name] = minutes.get(name, 0.0) + record.minutes(spell.end - spell.start)
    ranked = sorted(minutes.items(), key=lambda item: (-item[1], item[0]))[:12]
    rows = tuple((name, round(time)) for name, time in ranked)
    return Listing("untypical_places", "where people went that is not theirs", ("place", "minutes"), rows)
