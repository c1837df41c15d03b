"""Questions that memories raise, and the insights that follow from them (Park et al. 2023, section 4.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from townlet.cognition.wording import THOUGHT_LEAD
from townlet.offline.english import sentence
from townlet.offline.fields import Fields, number, records, text, texts
from townlet.offline.importance import rate
from townlet.offline.moves.talk import TalkContext
from townlet.offline.reader.facts import content
from townlet.offline.reader.people import persons
from townlet.offline.reflect.rows import Found, matches, rows, tone_of, worded
from townlet.offline.reflect.traces import NEW, Trace, Traces
from townlet.offline.words import WORDS

ASKED, MOST_INSIGHTS = 3, 2


def traces_of(fields: Fields, seed: int) -> Traces:
    """Return the traces of the memories that a prompt shows."""
    kept = ("name", "other", "now", "memories", "pronouns")
    name = text(fields, "name") or WORDS.tables["reflection"]["nobody"]
    talk = TalkContext({**{key: fields[key] for key in kept if key in fields}, "name": name}, seed)
    shown = (text(each, "text") for each in records(fields, "memories"))
    tones = {
        n: tone_of(said.removeprefix(THOUGHT_LEAD)) for n, said in enumerate(shown) if said.startswith(THOUGHT_LEAD)
    }
    return Traces(talk, tones)


def questions(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `questions`: three, about different people and matters, the newest and weightiest first."""
    traces = traces_of(fields, seed)
    ranked = sorted(_found("question", traces), key=lambda found: -_weight(found, traces))
    asked: list[str] = []
    kinds: set[str] = set()
    people: set[str] = set()
    for strict in (True, False):
        for found in ranked:
            named = set(found.people.values())
            if len(asked) == ASKED or (strict and (found.row.id in kinds or named & people)):
                continue
            said = sentence(worded(found, traces, "", traces.talk.now.date()))
            if said and said not in asked:
                asked.append(said)
                kinds.add(found.row.id)
                people |= named
    return {"questions": asked}


def insights(fields: Fields, seed: int) -> dict[str, object]:
    """Answers `insights`: clauses that can follow 'I have come to think that', and the numbers that carry them."""
    traces = traces_of(fields, seed)
    found = [each for each in _found("insight", traces) if any(map(traces.is_new, each.traces))]
    had = [_gist(fact.text) for fact in traces.talk.facts if fact.kind == "thought"]
    numbers = [number(each, "n", place + 1) for place, each in enumerate(records(fields, "memories"))]
    kept: list[dict[str, object]] = []
    for question in map(traces.talk.people.masked, texts(fields, "questions")):
        for clause, because in _insights_on(question, found, traces, had):
            rated = {"importance": rate(THOUGHT_LEAD + clause, traces.talk.me)} if text(fields, "scale") else {}
            kept.append({"text": clause, "because": [numbers[n] for n in because if n < len(numbers)], **rated})
    return {"insights": kept}


def _insights_on(
    question: str, found: Sequence[Found], traces: Traces, had: list[frozenset[str]]
) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield the insights that bear on a question, with the places of what carries them. `had` grows by their gists."""
    talk = traces.talk
    nearest = sorted(found, key=lambda each: -_weight(each, traces, question) - _nearness(each, question))
    used: set[str] = set()
    for each in sorted(nearest, key=lambda each: each.row.prefer < 0):
        said = worded(each, traces, talk.me, talk.now.date())
        beside = not _nearness(each, question) or each.row.prefer < 0
        clause = sentence(f"I {said}")[2:]
        gist = _gist(talk.people.masked(clause))
        if not said or (used and beside) or each.row.tone in used or any(_alike(gist, other) for other in had):
            continue
        used.add(each.row.tone)
        had.append(gist)
        yield clause, each.because
        if len(used) == MOST_INSIGHTS:
            return


def _found(key: str, traces: Traces) -> Iterator[Found]:
    for row in rows("reflection", key):
        each = matches(row, traces)
        yield from {
            (*found.people.values(), *(_matter(t) for t in found.traces[:1])): found for found in reversed(each)
        }.values()


def _matter(trace: Trace) -> str:
    return trace.matter.key if trace.matter else trace.fact.text


def _weight(found: Found, traces: Traces, *keys: object) -> float:
    """What is new weighs most; a little chance, so that people and days differ."""
    talk = traces.talk
    age = [min(1.0, (talk.now - trace.at) / NEW) for trace in found.traces]
    newest = 2.0 * (1 - min(age)) if age else 0.0
    newness = sum(1 - each for each in age) / len(age) if age else 0.0
    luck = talk.draw(found.row.id, *found.people.values(), talk.now.date(), *keys)
    return found.row.prefer + newest + newness + 2.0 * luck


def _nearness(found: Found, question: str) -> float:
    """How far the traces are what the question is about."""
    words, named = content(question), set(persons(question))
    shared = max((len(words & trace.words) for trace in found.traces), default=0)
    return 1.2 * min(shared, 3) + 2.0 * len(named & set(found.people.values()))


def _gist(thought: str) -> frozenset[str]:
    return content(thought) | frozenset(persons(thought))


def _alike(a: frozenset[str], b: frozenset[str]) -> bool:
    return len(a & b) >= 0.75 * max(1, min(len(a), len(b)))
