"""The questions of the ablation study and their true answers, worked out from the run file.

Memory questions can be answered from single records, plan questions from the person's plan, and synthesis questions
only by combining many records.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from townlet.cognition.state import Plan, PlanItem
from townlet.evaluation.ablation.context import QuestionContext, building_name
from townlet.evaluation.ablation.grading import (
    LEAST_RECORDS,
    ChosenTruth,
    NamedTruth,
    TimedTruth,
    TruthItem,
    format_memory_evidence,
    format_stay_evidence,
)
from townlet.measures.diffusion.spread import FactSpread
from townlet.measures.text.words import split_sentences
from townlet.memory.record import Memory
from townlet.runfile.traces import ActivitySpan, SpokenLine, Stay
from townlet.world.tree import clock_words

MOST_PLACES, MOST_ACTIVITIES, MOST_LINES = 2, 1, 2
"""The most questions of each of these kinds that a person is asked."""
OPTIONS = 4
"""The number of options of a closed question."""
HIGHEST_CHANCE_LEVEL = 0.5
"""The highest chance level at which a question is still asked."""
_AROUND = 10
"""How many minutes before and after a full hour a person must have been in one place to be asked about that hour."""
_MINUTES_APART = 60
"""Activities this close to the hour in question are never wrong options, because they might be meant too."""
_LEAST_STEMS = 3
"""The fewest content words that a sentence must have for the question who said it."""


def make_memory_items(context: QuestionContext, person: str, spreads: tuple[FactSpread, ...]) -> Iterator[TruthItem]:
    """Yield all memory questions for one person."""
    yield from _talked_today_items(context, person)
    yield from _past_place_items(context, person)
    yield from _past_activity_items(context, person)
    yield from _speaker_items(context, person)
    yield from _teller_items(context, person, spreads)


def _talked_today_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield the question "Who have you talked with today?"."""
    talks, others = context.talks_of(person, context.day), context.others(person)
    with_whom = tuple(name for name in others if name in talks)
    truth = NamedTruth(with_whom, others, people=True)
    if with_whom and truth.chance_level <= HIGHEST_CHANCE_LEVEL:
        evidence = tuple(
            dict.fromkeys(line.utterance for name in with_whom for talk in talks[name] for line in talk.lines)
        )
        yield TruthItem("talked", "talked", "memory", person, "Who have you talked with today?", truth, evidence)


def _past_place_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield questions about where the person was at an hour of the day, each about another building."""
    buildings, spent = context.buildings(person), _hours_at_one_place(context, person)
    by_building: dict[str, list[tuple[int, Stay, list[Memory]]]] = {}
    for step, stay, held in spent:
        by_building.setdefault(building_name(stay.place), []).append((step, stay, held))  # type: ignore[arg-type]
    rng = context.make_random(person, "where")
    chosen = rng.sample(sorted(by_building), min(MOST_PLACES, len(by_building)))
    for number, where in enumerate(chosen, start=1):
        step, stay, held = rng.choice(by_building[where])
        text = f"Where were you at {_clock(context, step)} today?"
        evidence = (*format_stay_evidence([stay]), *format_memory_evidence(memory.id for memory in held))
        yield TruthItem(f"where-{number}", "where", "memory", person, text, NamedTruth((where,), buildings), evidence)


def _hours_at_one_place(context: QuestionContext, person: str) -> list[tuple[int, Stay, list[Memory]]]:
    """Return the hours of the day at which the person was awake and settled in one place.

    Each comes with the stay and with what the person remembers doing there; hours without such memories are left out.
    """
    record, around, found = context.record, context.record.clock.steps(_AROUND), []
    done = [memory for memory in context.memories_of(person) if memory.source == "done"]
    midnight, an_hour = record.midnight(context.day), record.clock.steps(60)
    for step in range(midnight + an_hour, context.step - an_hour, an_hour):
        stay = next(
            (each for each in context.stays_of(person) if each.start <= step - around and step + around < each.end),
            None,
        )
        if stay is None or stay.place is None or _asleep(context, person, step):
            continue
        if held := [memory for memory in done if stay.start <= memory.id.step < stay.end]:
            found.append((step, stay, held))
    return found


def _past_activity_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield questions about what the person did at an hour; the wrong options are other activities of the same day."""
    today = [
        span
        for span in context.spans_of(person)
        if span.arrived is not None and not span.asleep and context.record.day(span.start) == context.day
    ]
    hours = [step for step, _, _ in _hours_at_one_place(context, person)]
    rng = context.make_random(person, "doing")
    rng.shuffle(hours)
    asked = 0
    for step in hours:
        span = next((each for each in today if each.start <= step < each.end), None)
        if span and asked < MOST_ACTIVITIES and (options := _past_activity_options(context, span, today, step)):
            asked += 1
            rng.shuffle(options)
            text = f"What were you doing at {_clock(context, step)} today?"
            held = [
                each.id
                for each in context.memories_of(person)
                if each.source == "done" and span.start <= each.id.step < span.end
            ]
            truth = ChosenTruth(span.doing, tuple(options))
            yield TruthItem(
                f"doing-{asked}", "doing", "memory", person, text, truth, tuple(format_memory_evidence(held))
            )


def _past_activity_options(
    context: QuestionContext, span: ActivitySpan, today: list[ActivitySpan], step: int
) -> list[str]:
    """Return the activity and three others that share no word with anything done within an hour of it.

    Return nothing if there are fewer than three.
    """
    apart, stems = context.record.clock.steps(_MINUTES_APART), context.record.vocabulary.stems
    near = [each for each in today if each.start < step + apart and each.end > step - apart]
    taken = frozenset().union(*(stems(each.doing) for each in near))
    others = _without_shared_words(context, (each.doing for each in today if each not in near), taken)
    if not stems(span.doing) or len(others) < OPTIONS - 1:
        return []
    return [span.doing, *context.make_random(span.person, f"options/{step}").sample(others, OPTIONS - 1)]


def _without_shared_words(context: QuestionContext, activities: Iterable[str], taken: Collection[str]) -> list[str]:
    """Return the activities that share no content word with `taken` or with an activity returned before them."""
    found, words = [], set(taken)
    for activity in activities:
        stems = context.record.vocabulary.stems(activity)
        if stems and not stems & words:
            found.append(activity)
            words |= stems
    return found


def _speaker_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield questions about who said a sentence to the person, unless someone else said much the same to them."""
    lines = {line.utterance: line for talk in context.talks for line in talk.lines if line.to == person}
    heard = [memory for memory in context.memories_of(person) if memory.utterance in lines and memory.source == "heard"]
    stems = context.record.vocabulary.stems
    sentences = [
        (memory, lines[memory.utterance], each)
        for memory in heard
        for each in split_sentences(lines[memory.utterance].text)
    ]
    rng = context.make_random(person, "said")
    rng.shuffle(sentences)
    asked: list[str] = []
    for memory, line, sentence in sentences:
        if (
            len(asked) == MOST_LINES
            or line.speaker in asked
            or len(stems(sentence)) < _LEAST_STEMS
            or sentence.endswith("?")
        ):
            continue
        others = context.others(person, sentence)
        if line.speaker in others and not any(
            _says_half_of(context, sentence, each) for each in lines.values() if each.speaker != line.speaker
        ):
            asked.append(line.speaker)
            text = f"Who said to you: “{sentence}”?"
            evidence = (*format_memory_evidence([memory.id]), line.utterance)
            truth = NamedTruth((line.speaker,), others, people=True)
            yield TruthItem(f"said-{len(asked)}", "said", "memory", person, text, truth, evidence)


def _says_half_of(context: QuestionContext, sentence: str, line: SpokenLine) -> bool:
    """Whether a line contains at least half of a sentence's content words."""
    wanted = context.record.vocabulary.stems(sentence)
    return 2 * len(wanted & context.record.vocabulary.stems(line.text)) >= len(wanted)


def _teller_items(context: QuestionContext, person: str, spreads: tuple[FactSpread, ...]) -> Iterator[TruthItem]:
    """Yield questions about who told the person a tracked fact; it is right to name anyone who did."""
    for spread in spreads:
        known = [
            each for each in spread.known if each.person == person and each.way == "heard" and each.step < context.step
        ]
        if not known or not spread.fact.question:
            continue
        lines = {line.utterance: line for talk in context.talks for line in talk.lines}
        tellers: dict[str, str] = {known[0].heard_from: known[0].utterance}
        for memory in context.memories_of(person):
            line = lines.get(memory.utterance)
            if line and line.speaker != person and spread.fact.told_by(line.text, line.speaker):
                tellers.setdefault(line.speaker, line.utterance)
        truth = NamedTruth(tuple(tellers), context.others(person), people=True)
        if truth.chance_level <= HIGHEST_CHANCE_LEVEL:
            text = f"{spread.fact.question} Who told you about it?"
            yield TruthItem(
                f"told-{_fact_key(spread.fact.name)}", "told", "memory", person, text, truth, tuple(tellers.values())
            )


def _asleep(context: QuestionContext, person: str, step: int) -> bool:
    return any(span.asleep for span in context.spans_of(person) if span.start <= step < span.end)


def _clock(context: QuestionContext, step: int) -> str:
    return clock_words(context.record.clock.minute(step))


def _fact_key(name: str) -> str:
    """Return a fact's name as part of a question id, such as 'sal-s-candidacy' for "Sal's candidacy"."""
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name.lower())


MOST_HOURS_AHEAD = 2
"""The most hours still to come that a person is asked about."""


def make_plan_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield all plan questions for one person; none if they have no plan."""
    plan = context.plans[person]
    ahead = [hour for hour in _hours_planned(context, plan) if hour[0] > context.step]
    rng = context.make_random(person, "plan")
    rng.shuffle(ahead)
    evidence = (f"{person}/plan/{plan.made}", *format_memory_evidence(plan.kept))
    yield from _planned_activity_items(context, person, plan, ahead, evidence)
    yield from _planned_place_items(context, person, ahead, evidence)
    yield from _bedtime_items(context, person, plan, evidence)


def _hours_planned(context: QuestionContext, plan: Plan) -> list[tuple[int, PlanItem]]:
    """Return the full hours that a plan covers until bedtime, each with the plan item for it."""
    clock = context.record.clock
    first, an_hour = context.record.midnight(context.day), clock.steps(60)
    steps = range(first, plan.bedtime, an_hour)
    found = [(step, item) for step in steps if (item := plan.hour(step)) and not item.fallback]
    return [(step, item) for step, item in found if item.start <= step < item.end]


def _planned_activity_items(
    context: QuestionContext, person: str, plan: Plan, ahead: Sequence[tuple[int, PlanItem]], evidence: tuple[str, ...]
) -> Iterator[TruthItem]:
    """Yield questions about what the person plans to do at an hour."""
    for number, (step, item) in enumerate(ahead[:MOST_HOURS_AHEAD], start=1):
        options = _planned_activity_options(context, person, plan, step, item)
        if len(options) == OPTIONS:
            context.make_random(person, f"later/{step}").shuffle(options)
            text = f"What will you be doing at {_clock(context, step)} today?"
            truth = ChosenTruth(item.activity, tuple(options))
            yield TruthItem(f"later-{number}", "later", "plan", person, text, truth, evidence)


def _planned_activity_options(
    context: QuestionContext, person: str, plan: Plan, step: int, item: PlanItem
) -> list[str]:
    """Return the planned activity and wrong options that share no word with it.

    The wrong options come from the person's plan for other hours first, then from other people's plans for this hour.
    """
    stems = context.record.vocabulary.stems
    own = [hour.activity for hour in plan.hours if not hour.fallback]
    theirs = [hour.activity for other in context.people if other != person if (hour := context.plans[other].hour(step))]
    context.make_random(person, f"else/{step}").shuffle(theirs)
    if not stems(item.activity):
        return []
    others = _without_shared_words(context, (*own, *theirs), stems(item.activity))
    return [item.activity, *others[: OPTIONS - 1]]


def _planned_place_items(
    context: QuestionContext, person: str, ahead: Sequence[tuple[int, PlanItem]], evidence: tuple[str, ...]
) -> Iterator[TruthItem]:
    """Yield questions about where the person plans to be at an hour."""
    placed = [(step, building_name(item.place)) for step, item in ahead if item.place is not None]
    for number, (step, where) in enumerate(placed[:MOST_HOURS_AHEAD], start=1):
        text = f"Where will you be at {_clock(context, step)} today?"
        truth = NamedTruth((where,), context.buildings(person))
        yield TruthItem(f"going-{number}", "going", "plan", person, text, truth, evidence)


def _bedtime_items(context: QuestionContext, person: str, plan: Plan, evidence: tuple[str, ...]) -> Iterator[TruthItem]:
    """Yield the question "When will you go to bed tonight?"."""
    if plan.bedtime > context.step:
        others = [context.plans[name].bedtime for name in context.people if name != person]
        minutes = tuple(context.record.clock.minute(step) for step in others if step > context.step)
        truth = TimedTruth(context.record.clock.minute(plan.bedtime), minutes)
        yield TruthItem("bed", "bed", "plan", person, "When will you go to bed tonight?", truth, evidence)


MARGIN = 1.25
"""The highest amount must be at least this many times the second highest. Our choice, not the paper's."""
MOST_OTHERS = 2
"""The most other people that a person is asked about, starting with those they remember most of."""
_LEAST_MINUTES = 30
"""The least total time with a person, or in a place, for a question about it."""
_SHORTEST_VISIT_MINUTES = 5
"""The shortest stay in a building that counts as a visit; anything shorter is passing through."""
_MOST_EVIDENCE = 12
"""The most records of one kind that are listed as evidence."""


def make_synthesis_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield all synthesis questions for one person."""
    yield from _most_time_items(context, person)
    yield from _most_talks_items(context, person)
    yield from _favourite_place_items(context, person)
    known = _best_remembered(context, person)
    for number, (other, held) in enumerate(known[:MOST_OTHERS], start=1):
        yield from _main_activity_items(context, person, other, held, number)
        yield from _usual_place_items(context, person, other, held, number)


def find_clear_leader(amounts: Mapping[str, float]) -> str:
    """Return the key with the highest amount if it leads by `MARGIN`, otherwise an empty string."""
    ordered = sorted(amounts.items(), key=lambda each: (-each[1], each[0]))
    if not ordered or (len(ordered) > 1 and ordered[0][1] < MARGIN * ordered[1][1]):
        return ""
    return ordered[0][0]


def _most_time_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield the question "Who have you spent most time with?", whose truth follows from shared stays."""
    shared = {other: each for (one, other), each in context.shared_stays.items() if one == person}
    minutes = {other: context.record.minutes(sum(steps for _, _, steps in each)) for other, each in shared.items()}
    others, first = context.others(person), find_clear_leader(minutes)
    if first not in others or minutes[first] < _LEAST_MINUTES:
        return
    held = _memories_naming(context, person, first)
    if len(shared[first]) >= LEAST_RECORDS and len(held) >= LEAST_RECORDS:
        stays = [stay for own, theirs, _ in shared[first] for stay in (own, theirs)]
        text = "Who have you spent most time with these days?"
        evidence = (*format_stay_evidence(stays[:_MOST_EVIDENCE]), *_newest_evidence(held))
        yield TruthItem(
            "company", "company", "synthesis", person, text, NamedTruth((first,), others, people=True), evidence
        )


def _most_talks_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield the question "Who do you talk with most often?"."""
    talks, others = context.talks_of(person), context.others(person)
    first = find_clear_leader({name: len(each) for name, each in talks.items()})
    if first in others and len(talks[first]) >= LEAST_RECORDS:
        evidence = tuple(talk.lines[0].utterance for talk in talks[first])
        text = "Who do you talk with most often?"
        yield TruthItem(
            "often", "often", "synthesis", person, text, NamedTruth((first,), others, people=True), evidence
        )


def _favourite_place_items(context: QuestionContext, person: str) -> Iterator[TruthItem]:
    """Yield the question "Where do you go most often, besides home and work?"."""
    own = next(each for each in context.record.people if each.name == person)
    theirs = {building_name(own.home), building_name(own.workplace) if own.workplace else ""}
    visits = {where: each for where, each in _visits(context, person).items() if where not in theirs}
    first = find_clear_leader({where: len(each) for where, each in visits.items()})
    if first and len(visits[first]) >= LEAST_RECORDS:
        buildings = {where: words for where, words in context.buildings(person).items() if where not in theirs}
        evidence = tuple(f"{person}@{first}/{start}-{end}" for start, end in visits[first])
        text = "Where do you go most often, besides home and work?"
        yield TruthItem("haunt", "haunt", "synthesis", person, text, NamedTruth((first,), buildings), evidence)


def _main_activity_items(
    context: QuestionContext, person: str, other: str, held: Sequence[Memory], number: int
) -> Iterator[TruthItem]:
    """Yield a question about another person's main activity; the wrong options are those of other people."""
    stems, main = context.record.vocabulary.stems, _main_activities(context)
    if other not in main:
        return
    relevant = [
        memory for memory in held if len(stems(memory.text) & stems(main[other])) >= min(2, len(stems(main[other])))
    ]
    if len(relevant) < LEAST_RECORDS:
        return
    rest = sorted({doing for name, doing in main.items() if name != other})
    rng = context.make_random(person, f"busy/{other}")
    rng.shuffle(rest)
    options = [main[other], *_without_shared_words(context, rest, stems(main[other]))[: OPTIONS - 1]]
    if len(options) == OPTIONS:
        rng.shuffle(options)
        truth, text = ChosenTruth(main[other], tuple(options)), f"What is {other} busy with most of the time?"
        yield TruthItem(f"busy-{number}", "busy", "synthesis", person, text, truth, _newest_evidence(relevant))


def _usual_place_items(
    context: QuestionContext, person: str, other: str, held: Sequence[Memory], number: int
) -> Iterator[TruthItem]:
    """Yield a question about the building, other than home, in which another person spends most time."""
    own = next(each for each in context.record.people if each.name == other)
    stays = [
        stay for stay in context.stays_of(other) if stay.place and building_name(stay.place) != building_name(own.home)
    ]
    minutes: dict[str, float] = {}
    for stay in stays:
        if stay.place:
            where = building_name(stay.place)
            minutes[where] = minutes.get(where, 0) + context.record.minutes(stay.end - stay.start)
    first = find_clear_leader(minutes)
    there = [stay for stay in stays if stay.place and building_name(stay.place) == first]
    words = context.buildings()
    named = [memory for memory in held if any(word in memory.text for word in words.get(first, ()))]
    if first and minutes[first] >= _LEAST_MINUTES and min(len(there), len(named)) >= LEAST_RECORDS:
        places = {
            where: each for where, each in words.items() if where != building_name(own.home) and where not in other
        }
        text = f"Where does {other} spend most of the day, when not at home?"
        evidence = (*format_stay_evidence(there[:_MOST_EVIDENCE]), *_newest_evidence(named))
        yield TruthItem(f"found-{number}", "found", "synthesis", person, text, NamedTruth((first,), places), evidence)


def _visits(context: QuestionContext, person: str) -> dict[str, list[tuple[int, int]]]:
    """Return the visits to each building as (first step, end step); moving between its rooms is one visit."""
    found: dict[str, list[tuple[int, int]]] = {}
    before = ""
    for stay in context.stays_of(person):
        where = building_name(stay.place) if stay.place else ""
        if where and where == before:
            found[where][-1] = (found[where][-1][0], stay.end)
        elif where:
            found.setdefault(where, []).append((stay.start, stay.end))
        before = where
    shortest = context.record.clock.steps(_SHORTEST_VISIT_MINUTES)
    long = {where: [each for each in visits if each[1] - each[0] >= shortest] for where, visits in found.items()}
    return {where: visits for where, visits in long.items() if visits}


def _main_activities(context: QuestionContext) -> dict[str, str]:
    """Return the activity that took most of each person's waking time, where one clearly leads."""
    found: dict[str, str] = {}
    for person in context.record.people:
        steps: dict[str, float] = {}
        for span in context.spans_of(person.name):
            if _counts_as_activity(span):
                steps[span.doing] = steps.get(span.doing, 0) + span.end - span.start
        if (first := find_clear_leader(steps)) and context.record.vocabulary.stems(first):
            found[person.name] = first
    return found


def _counts_as_activity(span: ActivitySpan) -> bool:
    return not span.asleep and span.arrived is not None


def _best_remembered(context: QuestionContext, person: str) -> list[tuple[str, list[Memory]]]:
    """Return the other people with the memories of each, those with most memories first."""
    known = [(other, _memories_naming(context, person, other)) for other in context.others(person)]
    return sorted(known, key=lambda each: (-len(each[1]), each[0]))


def _memories_naming(context: QuestionContext, person: str, other: str) -> list[Memory]:
    """Return the person's observations that name another person or were heard from them."""
    return [
        memory
        for memory in context.memories_of(person)
        if memory.kind == "observation" and (other in memory.text or memory.heard_from == other)
    ]


def _newest_evidence(memories: Sequence[Memory]) -> tuple[str, ...]:
    return tuple(format_memory_evidence(memory.id for memory in memories[-_MOST_EVIDENCE:]))
