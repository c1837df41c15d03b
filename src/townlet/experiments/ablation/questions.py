"""Memory: what one did, where one was and who said what, each to be found in single records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from townlet.analysis.diffusion.spread import FactSpread
from townlet.analysis.text.words import split_sentences
from townlet.analysis.traces import ActivitySpan, SpokenLine, Stay
from townlet.cognition.state import Plan, PlanItem
from townlet.experiments.ablation.context import QuestionContext, building_name
from townlet.experiments.ablation.grading import (
    LEAST_RECORDS,
    ChosenTruth,
    NamedTruth,
    TimedTruth,
    TruthItem,
    format_memory_evidence,
    format_stay_evidence,
)
from townlet.memory.record import Memory
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


def make_memory_items(scene: QuestionContext, person: str, spreads: tuple[FactSpread, ...]) -> Iterator[TruthItem]:
    """All memory questions to one person."""
    yield from _talked_items(scene, person)
    yield from _where_items(scene, person)
    yield from _doing_items(scene, person)
    yield from _said_items(scene, person)
    yield from _told_items(scene, person, spreads)


def _talked_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """With whom one has talked today."""
    talks, others = scene.talks_of(person, scene.day), scene.others(person)
    with_whom = tuple(name for name in others if name in talks)
    truth = NamedTruth(with_whom, others, people=True)
    if with_whom and truth.guess <= WIDEST:
        evidence = tuple(
            dict.fromkeys(line.utterance for name in with_whom for talk in talks[name] for line in talk.lines)
        )
        yield TruthItem("talked", "talked", "memory", person, "Who have you talked with today?", truth, evidence)


def _where_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """In which building one was at an hour: as many hours as buildings, in a drawn order."""
    buildings, spent = scene.buildings(person), _hours_lived(scene, person)
    by_building: dict[str, list[tuple[int, Stay, list[Memory]]]] = {}
    for step, stay, held in spent:
        by_building.setdefault(building_name(stay.place), []).append((step, stay, held))  # type: ignore[arg-type]
    draw = scene.draw(person, "where")
    chosen = draw.sample(sorted(by_building), min(PLACES, len(by_building)))
    for number, where in enumerate(chosen, start=1):
        step, stay, held = draw.choice(by_building[where])
        text = f"Where were you at {_clock(scene, step)} today?"
        evidence = (*format_stay_evidence([stay]), *format_memory_evidence(memory.id for memory in held))
        yield TruthItem(f"where-{number}", "where", "memory", person, text, NamedTruth((where,), buildings), evidence)


def _hours_lived(scene: QuestionContext, person: str) -> list[tuple[int, Stay, list[Memory]]]:
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


def _doing_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """What one was doing at an hour, among other things that one did on the same day."""
    today = [
        spell
        for spell in scene.spells_of(person)
        if spell.arrived is not None and not spell.asleep and scene.record.day(spell.start) == scene.day
    ]
    hours = [step for step, _, _ in _hours_lived(scene, person)]
    draw = scene.draw(person, "doing")
    draw.shuffle(hours)
    asked = 0
    for step in hours:
        spell = next((each for each in today if each.start <= step < each.end), None)
        if spell and asked < DOINGS and (options := _doing_options(scene, spell, today, step)):
            asked += 1
            draw.shuffle(options)
            text = f"What were you doing at {_clock(scene, step)} today?"
            held = [
                each.id
                for each in scene.memories_of(person)
                if each.source == "done" and spell.start <= each.id.step < spell.end
            ]
            truth = ChosenTruth(spell.doing, tuple(options))
            yield TruthItem(
                f"doing-{asked}", "doing", "memory", person, text, truth, tuple(format_memory_evidence(held))
            )


def _doing_options(scene: QuestionContext, spell: ActivitySpan, today: list[ActivitySpan], step: int) -> list[str]:
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


def _said_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Who said something to one, in words that nobody else used to one."""
    lines = {line.utterance: line for talk in scene.talks for line in talk.lines if line.to == person}
    heard = [memory for memory in scene.memories_of(person) if memory.utterance in lines and memory.source == "heard"]
    stems = scene.record.vocabulary.stems
    told = [
        (memory, lines[memory.utterance], each)
        for memory in heard
        for each in split_sentences(lines[memory.utterance].text)
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
            evidence = (*format_memory_evidence([memory.id]), line.utterance)
            truth = NamedTruth((line.speaker,), others, people=True)
            yield TruthItem(f"said-{len(asked)}", "said", "memory", person, text, truth, evidence)


def _alike(scene: QuestionContext, sentence: str, line: SpokenLine) -> bool:
    """Whether a line says half of a sentence's words."""
    wanted = scene.record.vocabulary.stems(sentence)
    return 2 * len(wanted & scene.record.vocabulary.stems(line.text)) >= len(wanted)


def _told_items(scene: QuestionContext, person: str, spreads: tuple[FactSpread, ...]) -> Iterator[TruthItem]:
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
        truth = NamedTruth(tuple(tellers), scene.others(person), people=True)
        if truth.guess <= WIDEST:
            text = f"{spread.fact.question} Who told you about it?"
            yield TruthItem(
                f"told-{_fact_key(spread.fact.name)}", "told", "memory", person, text, truth, tuple(tellers.values())
            )


def _asleep(scene: QuestionContext, person: str, step: int) -> bool:
    return any(spell.asleep for spell in scene.spells_of(person) if spell.start <= step < spell.end)


def _clock(scene: QuestionContext, step: int) -> str:
    return clock_words(scene.record.clock.minute(step))


def _fact_key(name: str) -> str:
    """A fact's name as a part of an id."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())


LATER = 2
"""How many hours still to come somebody is asked about at most."""


def make_plan_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """All plan questions to one person; none without a plan."""
    plan = scene.plans[person]
    ahead = [hour for hour in _hours_planned(scene, plan) if hour[0] > scene.step]
    draw = scene.draw(person, "plan")
    draw.shuffle(ahead)
    evidence = (f"{person}/plan/{plan.made}", *format_memory_evidence(plan.kept))
    yield from _later_items(scene, person, plan, ahead, evidence)
    yield from _going_items(scene, person, ahead, evidence)
    yield from _bedtime_items(scene, person, plan, evidence)


def _hours_planned(scene: QuestionContext, plan: Plan) -> list[tuple[int, PlanItem]]:
    """The whole hours that a plan covers until bedtime, each with what is planned for it."""
    clock = scene.record.clock
    first, an_hour = scene.record.midnight(scene.day), clock.steps(60)
    steps = range(first, plan.bedtime, an_hour)
    found = [(step, item) for step in steps if (item := plan.hour(step)) and not item.fallback]
    return [(step, item) for step, item in found if item.start <= step < item.end]


def _later_items(
    scene: QuestionContext, person: str, plan: Plan, ahead: Sequence[tuple[int, PlanItem]], evidence: tuple[str, ...]
) -> Iterator[TruthItem]:
    """What one will be doing at an hour, among what else the day's plan holds and what others have planned for it."""
    for number, (step, item) in enumerate(ahead[:LATER], start=1):
        options = _later_options(scene, person, plan, step, item)
        if len(options) == OPTIONS:
            scene.draw(person, f"later/{step}").shuffle(options)
            text = f"What will you be doing at {_plan_clock(scene, step)} today?"
            truth = ChosenTruth(item.activity, tuple(options))
            yield TruthItem(f"later-{number}", "later", "plan", person, text, truth, evidence)


def _later_options(scene: QuestionContext, person: str, plan: Plan, step: int, item: PlanItem) -> list[str]:
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


def _going_items(
    scene: QuestionContext, person: str, ahead: Sequence[tuple[int, PlanItem]], evidence: tuple[str, ...]
) -> Iterator[TruthItem]:
    """In which building one will be at an hour."""
    placed = [(step, building_name(item.place)) for step, item in ahead if item.place is not None]
    for number, (step, where) in enumerate(placed[:LATER], start=1):
        text = f"Where will you be at {_plan_clock(scene, step)} today?"
        truth = NamedTruth((where,), scene.buildings(person))
        yield TruthItem(f"going-{number}", "going", "plan", person, text, truth, evidence)


def _bedtime_items(scene: QuestionContext, person: str, plan: Plan, evidence: tuple[str, ...]) -> Iterator[TruthItem]:
    """When one means to go to bed."""
    if plan.bedtime > scene.step:
        others = [scene.plans[name].bedtime for name in scene.people if name != person]
        minutes = tuple(scene.record.clock.minute(step) for step in others if step > scene.step)
        truth = TimedTruth(scene.record.clock.minute(plan.bedtime), minutes)
        yield TruthItem("bed", "bed", "plan", person, "When will you go to bed tonight?", truth, evidence)


def _plan_clock(scene: QuestionContext, step: int) -> str:
    return clock_words(scene.record.clock.minute(step))


MARGIN = 1.25
"""How many times as much the first has to have as the second, for the truth to be clear; our choice."""
OTHERS = 2
"""About how many others somebody is asked at most: those of whom they remember most."""
_LEAST_MINUTES = 30
"""With somebody, or in a place, in all."""
_SHORTEST_VISIT = 5
"""Minutes in a building below which one only passed through."""
_MOST_EVIDENCE = 12
"""Records of one sort that are named as evidence."""


def make_synthesis_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """All synthesis questions to one person."""
    yield from _company_items(scene, person)
    yield from _often_items(scene, person)
    yield from _haunt_items(scene, person)
    known = _known_well(scene, person)
    for number, (other, held) in enumerate(known[:OTHERS], start=1):
        yield from _busy_items(scene, person, other, held, number)
        yield from _found_at_items(scene, person, other, held, number)


def find_clear_leader(amounts: Mapping[str, float]) -> str:
    """The one with most, where no other comes near; empty for none."""
    ordered = sorted(amounts.items(), key=lambda each: (-each[1], each[0]))
    if not ordered or (len(ordered) > 1 and ordered[0][1] < MARGIN * ordered[1][1]):
        return ""
    return ordered[0][0]


def _company_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """With whom one has spent most time, by the stays of both."""
    shared = {other: each for (one, other), each in scene.together.items() if one == person}
    minutes = {other: scene.record.minutes(sum(steps for _, _, steps in each)) for other, each in shared.items()}
    others, first = scene.others(person), find_clear_leader(minutes)
    if first not in others or minutes[first] < _LEAST_MINUTES:
        return
    held = _memories_naming(scene, person, first)
    if len(shared[first]) >= LEAST_RECORDS and len(held) >= LEAST_RECORDS:
        stays = [stay for own, theirs, _ in shared[first] for stay in (own, theirs)]
        text = "Who have you spent most time with these days?"
        evidence = (*format_stay_evidence(stays[:_MOST_EVIDENCE]), *_newest_evidence(held))
        yield TruthItem(
            "company", "company", "synthesis", person, text, NamedTruth((first,), others, people=True), evidence
        )


def _often_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """With whom one talks most often, in talks."""
    talks, others = scene.talks_of(person), scene.others(person)
    first = find_clear_leader({name: len(each) for name, each in talks.items()})
    if first in others and len(talks[first]) >= LEAST_RECORDS:
        evidence = tuple(talk.lines[0].utterance for talk in talks[first])
        text = "Who do you talk with most often?"
        yield TruthItem(
            "often", "often", "synthesis", person, text, NamedTruth((first,), others, people=True), evidence
        )


def _haunt_items(scene: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Where one goes most often besides home and work."""
    own = next(each for each in scene.record.people if each.name == person)
    theirs = {building_name(own.home), building_name(own.workplace) if own.workplace else ""}
    visits = {where: each for where, each in _visits(scene, person).items() if where not in theirs}
    first = find_clear_leader({where: len(each) for where, each in visits.items()})
    if first and len(visits[first]) >= LEAST_RECORDS:
        buildings = {where: words for where, words in scene.buildings(person).items() if where not in theirs}
        evidence = tuple(f"{person}@{first}/{start}-{end}" for start, end in visits[first])
        text = "Where do you go most often, besides home and work?"
        yield TruthItem("haunt", "haunt", "synthesis", person, text, NamedTruth((first,), buildings), evidence)


def _busy_items(
    scene: QuestionContext, person: str, other: str, held: Sequence[Memory], number: int
) -> Iterator[TruthItem]:
    """What somebody else is busy with most of the time, among what others are."""
    stems, main = scene.record.vocabulary.stems, _main_doings(scene)
    if other not in main:
        return
    told = [
        memory for memory in held if len(stems(memory.text) & stems(main[other])) >= min(2, len(stems(main[other])))
    ]
    if len(told) < LEAST_RECORDS:
        return
    options, taken = [main[other]], stems(main[other])
    rest = sorted({doing for name, doing in main.items() if name != other})
    draw = scene.draw(person, f"busy/{other}")
    draw.shuffle(rest)
    for doing in rest:
        if len(options) < OPTIONS and not stems(doing) & taken:
            options.append(doing)
            taken |= stems(doing)
    if len(options) == OPTIONS:
        draw.shuffle(options)
        truth, text = ChosenTruth(main[other], tuple(options)), f"What is {other} busy with most of the time?"
        yield TruthItem(f"busy-{number}", "busy", "synthesis", person, text, truth, _newest_evidence(told))


def _found_at_items(
    scene: QuestionContext, person: str, other: str, held: Sequence[Memory], number: int
) -> Iterator[TruthItem]:
    """In which building somebody else spends most of the day, besides their home."""
    own = next(each for each in scene.record.people if each.name == other)
    stays = [
        stay for stay in scene.stays_of(other) if stay.place and building_name(stay.place) != building_name(own.home)
    ]
    minutes: dict[str, float] = {}
    for stay in stays:
        if stay.place:
            where = building_name(stay.place)
            minutes[where] = minutes.get(where, 0) + scene.record.minutes(stay.end - stay.start)
    first = find_clear_leader(minutes)
    there = [stay for stay in stays if stay.place and building_name(stay.place) == first]
    words = scene.buildings()
    named = [memory for memory in held if any(word in memory.text for word in words.get(first, ()))]
    if first and minutes[first] >= _LEAST_MINUTES and min(len(there), len(named)) >= LEAST_RECORDS:
        places = {
            where: each for where, each in words.items() if where != building_name(own.home) and where not in other
        }
        text = f"Where does {other} spend most of the day, when not at home?"
        evidence = (*format_stay_evidence(there[:_MOST_EVIDENCE]), *_newest_evidence(named))
        yield TruthItem(f"found-{number}", "found", "synthesis", person, text, NamedTruth((first,), places), evidence)


def _visits(scene: QuestionContext, person: str) -> dict[str, list[tuple[int, int]]]:
    """For each building the visits to it, from step to step; from room to room of it is one visit."""
    found: dict[str, list[tuple[int, int]]] = {}
    before = ""
    for stay in scene.stays_of(person):
        where = building_name(stay.place) if stay.place else ""
        if where and where == before:
            found[where][-1] = (found[where][-1][0], stay.end)
        elif where:
            found.setdefault(where, []).append((stay.start, stay.end))
        before = where
    shortest = scene.record.clock.steps(_SHORTEST_VISIT)
    long = {where: [each for each in visits if each[1] - each[0] >= shortest] for where, visits in found.items()}
    return {where: visits for where, visits in long.items() if visits}


def _main_doings(scene: QuestionContext) -> dict[str, str]:
    """For each person the activity that took most of their waking time, where it is clear."""
    found: dict[str, str] = {}
    for person in scene.record.people:
        steps: dict[str, float] = {}
        for spell in scene.spells_of(person.name):
            if _counts_as_doing(spell):
                steps[spell.doing] = steps.get(spell.doing, 0) + spell.end - spell.start
        if (first := find_clear_leader(steps)) and scene.record.vocabulary.stems(first):
            found[person.name] = first
    return found


def _counts_as_doing(spell: ActivitySpan) -> bool:
    return not spell.asleep and spell.arrived is not None


def _known_well(scene: QuestionContext, person: str) -> list[tuple[str, list[Memory]]]:
    """Others by how much one remembers of them, most first."""
    known = [(other, _memories_naming(scene, person, other)) for other in scene.others(person)]
    return sorted(known, key=lambda each: (-len(each[1]), each[0]))


def _memories_naming(scene: QuestionContext, person: str, other: str) -> list[Memory]:
    """What somebody remembers of another: what names them, or was heard from them; no thoughts of one's own."""
    return [
        memory
        for memory in scene.memories_of(person)
        if memory.kind == "observation" and (other in memory.text or memory.heard_from == other)
    ]


def _newest_evidence(memories: Sequence[Memory]) -> tuple[str, ...]:
    return tuple(format_memory_evidence(memory.id for memory in memories[-_MOST_EVIDENCE:]))
