import math
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import Recalled, Weights, retrieve
from townlet.memory.stream import MemoryStream

START = datetime(2031, 5, 6, 7)
HOUR = timedelta(hours=1)
DIMENSIONS = 6


def memory(number: int, importance: int = 5, created: datetime = START) -> Memory:
    return Memory(MemoryId("Ada Lo", number, 0), "observation", f"text {number}", created, importance, "seen")


@dataclass
class Naive:
    """Section 4.1 of Park et al. 2023 written out in float64, one memory at a time."""

    importances: list[int] = field(default_factory=list)
    last_accesses: list[datetime] = field(default_factory=list)
    vectors: list[list[int]] = field(default_factory=list)

    def scores(self, query: list[int], now: datetime, weights: Weights) -> list[float]:
        ages_hours = [(now - each).total_seconds() / 3600 for each in self.last_accesses]
        recency = normalised([0.995**age for age in ages_hours])
        importance = normalised([float(each) for each in self.importances])
        relevance = normalised([cosine(each, query) for each in self.vectors])
        return [
            weights.recency * r + weights.importance * i + weights.relevance * c
            for r, i, c in zip(recency, importance, relevance, strict=True)
        ]


def normalised(values: list[float]) -> list[float]:
    low, high = min(values), max(values)
    return [(value - low) / (high - low) if high > low else 0.0 for value in values]


def cosine(one: list[int], other: list[int]) -> float:
    lengths = math.sqrt(sum(x * x for x in one)) * math.sqrt(sum(x * x for x in other))
    return sum(x * y for x, y in zip(one, other, strict=True)) / lengths if lengths else 0.0


on_grid = st.lists(st.integers(-127, 127), min_size=DIMENSIONS - 1, max_size=DIMENSIONS - 1).map(
    lambda rest: [127, *rest]
)
moments = st.integers(0, 400 * 24 * 360).map(lambda tens: START + timedelta(seconds=10 * tens))
appends = st.lists(st.tuples(st.integers(1, 10), moments, on_grid), min_size=1, max_size=8)
accesses = st.tuples(st.lists(st.integers(0, 100), min_size=1, max_size=5), moments)
histories = st.tuples(appends, st.lists(st.one_of(appends, accesses), max_size=8))
weights = st.builds(Weights, *[st.sampled_from([0.0, 0.5, 1.0, 3.0])] * 3)


def live(history) -> tuple[MemoryStream, Naive]:
    """The same appends and accesses made to a stream and to the naive lists."""
    stream, naive = MemoryStream(DIMENSIONS), Naive()
    for event in [history[0], *history[1]]:
        stream = append(stream, naive, event) if isinstance(event, list) else access(stream, naive, *event)
    return stream, naive


def append(stream: MemoryStream, naive: Naive, rows) -> MemoryStream:
    first = len(naive.vectors)
    for importance, created, vector in rows:
        naive.importances.append(importance)
        naive.last_accesses.append(created)
        naive.vectors.append(vector)
    memories = [memory(first + i, importance, created) for i, (importance, created, _) in enumerate(rows)]
    return stream.with_memories(memories, [vector for *_, vector in rows])


def access(stream: MemoryStream, naive: Naive, picks: list[int], at: datetime) -> MemoryStream:
    places = [pick % len(stream) for pick in picks]
    for place in places:
        naive.last_accesses[place] = max(naive.last_accesses[place], at)
    return stream.accessed([stream[place].id for place in places], at)


@given(histories, on_grid, st.integers(1, 20), weights, st.integers(0, 1000))
def test_ranking_equals_the_formula_written_out_save_pairs_closer_than_1e_9(history, query, top, weights, hours_later):
    stream, naive = live(history)
    now = max(naive.last_accesses) + hours_later * HOUR
    expected = naive.scores(query, now, weights)
    found = retrieve(stream, query, top=top, weights=weights)
    places = [each.memory.id.step for each in found]
    assert len(set(places)) == len(places) == min(top, len(stream))
    assert [each.score for each in found] == pytest.approx([expected[i] for i in places], abs=1e-9)
    ranked = [expected[i] for i in places]
    assert all(later <= earlier + 1e-9 for earlier, later in pairwise(ranked))
    left_out = [score for place, score in enumerate(expected) if place not in places]
    assert all(score <= ranked[-1] + 1e-9 for score in left_out)


@given(histories, on_grid, weights)
def test_a_score_is_the_weighted_sum_of_its_parts(history, query, weights):
    for each in retrieve(live(history)[0], query, top=5, weights=weights):
        parts = weights.recency * each.recency + weights.importance * each.importance
        assert each.score == pytest.approx(parts + weights.relevance * each.relevance, abs=1e-12)


@given(histories, on_grid, st.integers(1, 20))
def test_fewer_are_the_first_of_more(history, query, top):
    stream, _ = live(history)
    assert retrieve(stream, query, top=top) == retrieve(stream, query, top=100)[:top]


def alike(count: int) -> MemoryStream:
    vectors = [[127, 0]] * count
    return MemoryStream(2).with_memories([memory(number) for number in range(count)], vectors)


def steps(found: tuple[Recalled, ...]) -> list[int]:
    return [each.memory.id.step for each in found]


@pytest.mark.parametrize("top", [2, 5, 9])
def test_of_equal_scores_the_newer_comes_first(top):
    assert steps(retrieve(alike(5), [127, 0], top=top)) == [4, 3, 2, 1, 0][:top]


def test_parts_that_are_equal_for_all_memories_count_nothing():
    (found,) = retrieve(alike(1), [127, 0], top=3)
    assert (found.score, found.recency, found.importance, found.relevance) == (0.0, 0.0, 0.0, 0.0)


def test_newer_memory_scores_higher():
    stream = alike(1).with_memories([memory(1, created=START + HOUR)], [[127, 0]])
    assert steps(retrieve(stream, [127, 0], top=2)) == [1, 0]


def test_recalled_memory_scores_higher_than_a_newer_one():
    stream = alike(1).with_memories([memory(1, created=START + HOUR)], [[127, 0]])
    recalled = stream.accessed([stream[0].id], START + 2 * HOUR)
    assert steps(retrieve(recalled, [127, 0], top=2)) == [0, 1]


def test_one_stream_can_be_asked_with_several_weights():
    stream = alike(1).with_memories([memory(1, importance=9, created=START - HOUR)], [[127, 0]])
    asked = [Weights(5, 1, 0), Weights(0, 1, 0), Weights(5, 1, 0)]
    assert [steps(retrieve(stream, [127, 0], top=1, weights=each)) for each in asked] == [[0], [1], [0]]


def test_retrieving_changes_nothing():
    stream = alike(4)
    first = retrieve(stream, [127, 0], top=2)
    assert retrieve(stream, [127, 0], top=2) == first
    assert stream.last_access(stream[0].id) == START


def test_recency_stays_exact_over_a_century_of_game_time():
    stream = alike(1)
    for year in range(1, 100):
        stream = stream.with_memories([memory(year, created=START + timedelta(days=365 * year))], [[127, 0]])
    close = memory(100, created=START + timedelta(days=365 * 99, hours=1))
    stream = stream.with_memories([close], [[127, 0]])
    found = retrieve(stream, [127, 0], top=101)
    assert steps(found) == [100, *range(99, -1, -1)]
    assert [each.recency for each in found[:3]] == pytest.approx([1.0, 0.995, 0.0], abs=1e-9)


def test_an_empty_stream_recalls_nothing():
    assert retrieve(MemoryStream(2), [127, 0], top=3) == ()


def test_a_memory_without_a_direction_is_relevant_to_nothing():
    stream = MemoryStream(2).with_memories([memory(0), memory(1)], [[0, 0], [127, 0]])
    assert [each.relevance for each in retrieve(stream, [127, 0], top=2)] == [1.0, 0.0]


def test_a_query_of_another_length_is_refused_with_both_lengths():
    with pytest.raises(ValueError, match=r"shape \(3,\); expected one vector of 2"):
        retrieve(alike(2), [1, 2, 3], top=1)


def test_the_ranking_does_not_depend_on_how_a_stream_was_appended_to():
    rng = np.random.default_rng(5)
    vectors = rng.normal(size=(300, 24))
    memories = [memory(i, int(rng.integers(1, 11)), START + i * HOUR) for i in range(300)]
    at_once = MemoryStream(24).with_memories(memories, vectors)
    one_by_one = MemoryStream(24)
    for each, vector in zip(memories, vectors, strict=True):
        one_by_one = one_by_one.with_memories([each], [vector])
    assert retrieve(at_once, vectors[7], top=50) == retrieve(one_by_one, vectors[7], top=50)


@given(histories, on_grid, st.integers(1, 6), st.integers(2, 4))
def test_of_those_that_are_kept_the_best_come_in_the_same_order(history, query, top, every):
    stream, _ = live(history)

    def keep(one: Memory) -> bool:
        return one.id.step % every == 0

    passing = [one for one in retrieve(stream, query, top=len(stream)) if keep(one.memory)]
    assert retrieve(stream, query, top=top, keep=keep) == tuple(passing[:top])


@given(appends, appends, st.lists(on_grid, min_size=1, max_size=40))
def test_a_query_asked_before_finds_what_was_remembered_since(first, later, queries):
    def made(rows, start):
        return [memory(start + n, *row[:2]) for n, row in enumerate(rows)], [row[2] for row in rows]

    asked = MemoryStream(DIMENSIONS).with_memories(*made(first, 0))
    for query in queries:
        retrieve(asked, query, top=99)
    asked = asked.with_memories(*made(later, len(first)))
    for query in queries:
        anew = MemoryStream(DIMENSIONS).with_memories(*made([*first, *later], 0))
        assert retrieve(asked, query, top=99) == retrieve(anew, query, top=99)
    assert len(asked._records.embeddings._nearness) < 40


@given(histories, on_grid, st.integers(-3, 0))
def test_none_are_found_where_none_are_wanted(history, query, top):
    assert retrieve(live(history)[0], query, top=top) == ()
    assert retrieve(MemoryStream(DIMENSIONS), query, top=5) == ()


@given(histories, on_grid)
def test_unless_told_otherwise_the_three_parts_count_alike_as_in_the_paper(history, query):
    for each in retrieve(live(history)[0], query, top=100):
        assert each.score == pytest.approx(each.recency + each.importance + each.relevance, abs=1e-12)
