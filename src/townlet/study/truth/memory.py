"""Memory: what one did, where one was and who said what, each to be found in single records."""

from __future__ import annotations

from collections.abc import Iterator

from townlet.memory.record import Memory
from townlet.study.diffusion.knowing import Spread
from townlet.study.traces import Line, Spell, Stay
from townlet.study.truth.items import Item, of_memories, of_stays
from townlet.study.truth.judging import Chosen, Named
from townlet.study.truth.scene import Scene, building
from townlet.study.words import sentences
from townlet.world.tree import clock_words

PLACES, DOINGS, LINES = 2, 1, 2
"""How many questions of a kind somebody is asked at most."""
OPTIONS = 4
"""Of a closed question."""
WIDEST = 0.5
"""Where guessing would be right more often than this, nothing is asked."""
_AROUND = 10
"""Minutes before and after an hour during which somebody has to have been in one building, to be asked about it."""
_APART = 60
"""Minutes between a doing and what else may be taken for it."""
_LEAST_STEMS = 3
"""Words that a sentence has to carry for it to be asked who said it."""


def memory_items(scene: Scene, person: str, spreads: tuple[Spread, ...]) -> Iterator[Item]:
    """All memory questions to one person."""
    yield from _talked(scene, person)
    yield from _where(scene, person)
    yield from _doing(scene, person)
    yield from _said(scene, person)
    yield from _told(scene, person, spreads)


def _talked(scene: Scene, person: str) -> Iterator[Item]:
    """With whom one has talked today."""
    talks, others = scene.talks_of(person, scene.day), scene.others(person)
    with_whom = tuple(name for name in others if name in talks)
    truth = Named(with_whom, others, people=True)
    if with_whom and truth.guess <= WIDEST:
        evidence = tuple(
            dict.fromkeys(line.utterance for name in with_whom for talk in talks[name] for line in talk.lines)
        )
        yield Item("talked", "talked", "memory", person, "Who have you talked with today?", truth, evidence)


def _where(scene: Scene, person: str) -> Iterator[Item]:
    """In which building one was at an hour: as many hours as buildings, in a drawn order."""
    buildings, spent = scene.buildings(person), _hours(scene, person)
    by_building: dict[str, list[tuple[int, Stay, list[Memory]]]] = {}
    for step, stay, held in spent:
        by_building.setdefault(building(stay.place), []).append((step, stay, held))  # type: ignore[arg-type]
    draw = scene.draw(person, "where")
    chosen = draw.sample(sorted(by_building), min(PLACES, len(by_building)))
    for number, where in enumerate(chosen, start=1):
        step, stay, held = draw.choice(by_building[where])
        text = f"Where were you at {_clock(scene, step)} today?"
        evidence = (*of_stays([stay]), *of_memories(memory.id for memory in held))
        yield Item(f"where-{number}", "where", "memory", person, text, Named((where,), buildings), evidence)


def _hours(scene: Scene, person: str) -> list[tuple[int, Stay, list[Memory]]]:
    """The whole hours of the day that one was awake in one building, with what one remembers doing there."""
    record, around, found = scene.record, scene.record.clock.steps(_AROUND), []
    done = [memory for memory in scene.memories_of(person) if memory.source == "done"]
    midnight, an_hour = record.midnight(scene.day), record.clock.steps(60)
    for step in range(midnight + an_hour, scene.step - an_hour, an_hour):
        stay = next(
            (each for each in scene.stays_of(person) if each.start <= step - around and step + around < each.end), None
        )
        if stay is None or stay.place is None or _asleep(scene, person, step):
            continue
        if held := [memory for memory in done if stay.start <= memory.id.step < stay.end]:
            found.append((step, stay, held))
    return found


def _doing(scene: Scene, person: str) -> Iterator[Item]:
    """What one was doing at an hour, among other things that one did on the same day."""
    today = [
        spell
        for spell in scene.spells_of(person)
        if spell.arrived is not None and not spell.asleep and scene.record.day(spell.start) == scene.day
    ]
    hours = [step for step, _, _ in _hours(scene, person)]
    draw = scene.draw(person, "doing")
    draw.shuffle(hours)
    asked = 0
    for step in hours:
        spell = next((each for each in today if each.start <= step < each.end), None)
        if spell and asked < DOINGS and (options := _options(scene, spell, today, step)):
            asked += 1
            draw.shuffle(options)
            text = f"What were you doing at {_clock(scene, step)} today?"
            held = [
                each.id
                for each in scene.memories_of(person)
                if each.source == "done" and spell.start <= each.id.step < spell.end
            ]
            truth = Chosen(spell.doing, tuple(options))
            yield Item(f"doing-{asked}", "doing", "memory", person, text, truth, tuple(of_memories(held)))


def _options(scene: Scene, spell: Spell, today: list[Spell], step: int) -> list[str]:
    """The doing and three that share no word with anything done within an hour of it; none if there are not so many."""
    apart, stems = scene.record.clock.steps(_APART), scene.record.vocabulary.stems
    near = [each for each in today if each.start < step + apart and each.end > step - apart]
    taken = frozenset().union(*(stems(each.doing) for each in near))
    options = [spell.doing]
    for other in dict.fromkeys(each.doing for each in today if each not in near):
        if stems(other) and not stems(other) & taken:
            taken |= stems(other)
            options.append(other)
    if not stems(spell.doing) or len(options) < OPTIONS:
        return []
    return [spell.doing, *scene.draw(spell.person, f"options/{step}").sample(options[1:], OPTIONS - 1)]


def _said(scene: Scene, person: str) -> Iterator[Item]:
    """Who said something to one, in words that nobody else used to one."""
    lines = {line.utterance: line for talk in scene.talks for line in talk.lines if line.to == person}
    heard = [memory for memory in scene.memories_of(person) if memory.utterance in lines and memory.source == "heard"]
    stems = scene.record.vocabulary.stems
    told = [
        (memory, lines[memory.utterance], each) for memory in heard for each in sentences(lines[memory.utterance].text)
    ]
    draw = scene.draw(person, "said")
    draw.shuffle(told)
    asked: list[str] = []
    for memory, line, sentence in told:
        if (
            len(asked) == PLACES
            or line.speaker in asked
            or len(stems(sentence)) < _LEAST_STEMS
            or sentence.endswith("?")
        ):
            continue
        others = scene.others(person, sentence)
        if line.speaker in others and not any(
            _alike(scene, sentence, each) for each in lines.values() if each.speaker != line.speaker
        ):
            asked.append(line.speaker)
            text = f"Who said to you: “{sentence}”?"
            evidence = (*of_memories([memory.id]), line.utterance)
            truth = Named((line.speaker,), others, people=True)
            yield Item(f"said-{len(asked)}", "said", "memory", person, text, truth, evidence)


def _alike(scene: Scene, sentence: str, line: Line) -> bool:
    """Whether a line says half of a sentence's words."""
    wanted = scene.record.vocabulary.stems(sentence)
    return 2 * len(wanted & scene.record.vocabulary.stems(line.text)) >= len(wanted)


def _told(scene: Scene, person: str, spreads: tuple[Spread, ...]) -> Iterator[Item]:
    """Who told one of a fact that the town follows: any of those from whom one has it."""
    for spread in spreads:
        known = [
            each for each in spread.known if each.person == person and each.way == "heard" and each.step < scene.step
        ]
        if not known or not spread.fact.question:
            continue
        lines = {line.utterance: line for talk in scene.talks for line in talk.lines}
        tellers: dict[str, str] = {known[0].heard_from: known[0].utterance}
        for memory in scene.memories_of(person):
            line = lines.get(memory.utterance)
            if line and line.speaker != person and spread.fact.told_by(line.text, line.speaker):
                tellers.setdefault(line.speaker, line.utterance)
        truth = Named(tuple(tellers), scene.others(person), people=True)
        if truth.guess <= WIDEST:
            text = f"{spread.fact.question} Who told you about it?"
            yield Item(f"told-{_key(spread.fact.name)}", "told", "memory", person, text, truth, tuple(tellers.values()))


def _asleep(scene: Scene, person: str, step: int) -> bool:
    return any(spell.asleep for spell in scene.spells_of(person) if spell.start <= step < spell.end)


def _clock(scene: Scene, step: int) -> str:
    return clock_words(scene.record.clock.minute(step))


def _key(name: str) -> str:
    """A fact's name as a part of an id."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())
