from datetime import datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.memory.record import Memory, MemoryId
from townlet.memory.retrieval import retrieve
from townlet.memory.stream import MemoryStream

START = datetime(2031, 5, 6, 7)
HOUR = timedelta(hours=1)


def memory(number: int, text: str = "", kind="observation") -> Memory:
    created = START + number * HOUR
    return Memory(MemoryId("Bram Oke", number, 0), kind, text or f"text {number}", created, 5, "seen")


def vector(number: int) -> list[int]:
    return [127, number % 128]


def stream_of(count: int) -> MemoryStream:
    numbers = range(count)
    return MemoryStream(2).with_memories([memory(n) for n in numbers], [vector(n) for n in numbers])


def numbers_in(stream: MemoryStream) -> list[int]:
    return [each.id.step for each in stream]


def test_memories_are_kept_in_order_of_creation():
    stream = stream_of(2).with_memories([memory(2)], [vector(2)])
    assert numbers_in(stream) == [0, 1, 2]
    assert (len(stream), stream[0].id.step, stream[-1].id.step) == (3, 0, 2)


def test_appending_leaves_the_stream_as_it_was():
    stream = stream_of(2)
    stream.with_memories([memory(2)], [vector(2)])
    assert numbers_in(stream) == [0, 1]
    assert memory(2).id not in stream
    with pytest.raises(IndexError):
        stream[2]


def test_accessing_leaves_the_stream_as_it_was():
    stream = stream_of(2)
    later = stream.accessed([memory(0).id], START + 9 * HOUR)
    assert later.last_access(memory(0).id) == START + 9 * HOUR
    assert stream.last_access(memory(0).id) == START


def test_a_new_memory_was_last_accessed_when_it_was_created():
    assert stream_of(2).last_access(memory(1).id) == START + HOUR


def test_a_last_access_never_moves_back():
    stream = stream_of(1).accessed([memory(0).id], START + 9 * HOUR)
    assert stream.accessed([memory(0).id], START + 3 * HOUR).last_access(memory(0).id) == START + 9 * HOUR


def test_a_memory_is_found_by_its_id():
    stream = stream_of(3)
    assert stream.get(memory(1).id) == memory(1)
    assert memory(1).id in stream
    with pytest.raises(KeyError, match="stream of 3"):
        stream.get(memory(7).id)


def test_the_newest_come_oldest_first_and_as_many_as_there_are():
    assert [each.id.step for each in stream_of(5).newest(2)] == [3, 4]
    assert [each.id.step for each in stream_of(2).newest(100)] == [0, 1]
    assert stream_of(2).newest(0) == ()


def test_memories_of_a_kind_are_told_apart():
    stream = stream_of(1).with_memories([memory(1, kind="plan")], [vector(1)])
    assert [each.id.step for each in stream.of_kind("plan")] == [1]
    assert stream.of_kind("reflection") == ()


def shares_vectors(one, other):
    return np.shares_memory(*[each._records.embeddings.distinct.first(1) for each in (one, other)])


def test_a_vector_that_many_memories_have_is_kept_once():
    again = [memory(number, "sleeping") for number in range(3, 100)]
    stream = stream_of(3).with_memories(again, [vector(7)] * len(again))
    assert len(stream._records.embeddings.distinct) == 4
    assert stream.vectors[2:, 1].tolist() == [2] + [7] * len(again)


def test_continuations_that_differ_do_not_disturb_one_another():
    base = stream_of(3)
    one = base.with_memories([memory(3, "one"), memory(4, "one")], [vector(30), vector(40)])
    other = base.with_memories([memory(3, "other")], [vector(31)])
    longer = one.with_memories([memory(5, "one")], [vector(50)])
    assert [each.text for each in one][3:] == ["one", "one"]
    assert [each.text for each in other][3:] == ["other"]
    assert [each.text for each in longer][3:] == ["one"] * 3
    assert longer.vectors[3:, 1].tolist() == [30, 40, 50]
    assert other.vectors[3:, 1].tolist() == [31]
    assert memory(4).id not in other


def test_equal_texts_with_other_vectors_do_not_disturb_one_another():
    base = stream_of(1)
    one = base.with_memories([memory(1)], [vector(10)])
    other = base.with_memories([memory(1)], [vector(20)])
    assert (one.vectors[1, 1], other.vectors[1, 1]) == (10, 20)


def test_what_a_turn_remembered_is_shared_when_the_engine_appends_the_same():
    base = stream_of(20)
    in_turn = base.with_memories([memory(20)], [vector(20)]).with_memories([memory(21)], [vector(21)])
    committed = base.with_memories([memory(20), memory(21), memory(22)], [vector(n) for n in (20, 21, 22)])
    assert shares_vectors(in_turn, committed)
    assert (len(in_turn), len(committed)) == (22, 23)


def test_appending_one_at_a_time_copies_seldom():
    stream, copies = stream_of(1), 0
    for number in range(1, 1000):
        longer = stream.with_memories([memory(number)], [vector(number)])
        copies += not shares_vectors(stream, longer)
        stream = longer
    assert copies < 15


def test_an_id_cannot_be_in_a_stream_twice():
    with pytest.raises(ValueError, match="in the stream already"):
        stream_of(2).with_memories([memory(0)], [vector(0)])


def test_vectors_of_another_shape_are_refused_with_both_shapes():
    with pytest.raises(ValueError, match=r"have shape \(1, 3\); expected \(1, 2\)"):
        MemoryStream(2).with_memories([memory(0)], [[1, 2, 3]])


def test_nothing_appended_or_accessed_is_the_same_stream():
    stream = stream_of(2)
    assert stream.with_memories([], []) is stream
    assert stream.accessed([], START) is stream


def test_a_part_keeps_its_last_accesses_and_vectors():
    stream = stream_of(4).accessed([memory(2).id], START + 9 * HOUR)
    part = stream.where(lambda each: each.id.step % 2 == 0)
    assert numbers_in(part) == [0, 2]
    assert part.vectors[:, 1].tolist() == [0, 2]
    assert part.last_access(memory(2).id) == START + 9 * HOUR
    assert numbers_in(stream.where(lambda each: False)) == []


def test_vectors_of_a_stream_cannot_be_written_to():
    with pytest.raises(ValueError, match="read-only"):
        stream_of(1).vectors[0, 0] = 1


def test_a_town_may_live_before_1970():
    old = Memory(MemoryId("Bram Oke", 0, 0), "observation", "text", datetime(1890, 1, 2, 3, 4, 5), 5, "seen")
    assert MemoryStream(2).with_memories([old], [[1, 0]]).last_access(old.id) == old.created


branches = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2), st.integers(0, 3)), max_size=25)


@given(branches)
def test_any_tree_of_continuations_equals_streams_built_alone(branches):
    streams, contents = [MemoryStream(2)], [[]]
    for parent, variant, count in branches:
        parent %= len(streams)
        start = len(contents[parent])
        added = [(memory(start + i, f"variant {variant}"), [127, variant]) for i in range(count)]
        streams.append(streams[parent].with_memories([m for m, _ in added], [v for _, v in added]))
        contents.append(contents[parent] + added)
    for stream, content in zip(streams, contents, strict=True):
        assert list(stream) == [m for m, _ in content]
        assert stream.vectors.tolist() == [v for _, v in content]
        alone = MemoryStream(2)
        for m, v in content:
            alone = alone.with_memories([m], [v])
        assert retrieve(stream, [127, 1], top=50) == retrieve(alone, [127, 1], top=50)


def test_memories_refused_for_one_of_their_ids_leave_nothing_behind():
    stream = stream_of(2)
    with pytest.raises(ValueError, match="in the stream already"):
        stream.with_memories([memory(2), memory(0)], [vector(2), vector(0)])
    longer = stream.with_memories([memory(3)], [vector(3)])
    assert numbers_in(longer) == [0, 1, 3]
    assert longer.vectors[:, 1].tolist() == [0, 1, 3]


def test_a_text_is_found_where_it_was_first_remembered():
    stream = stream_of(2).with_memories([memory(2, "text 1")], [vector(2)])
    found = stream.first_with("text 1")
    assert found is not None
    assert found.id == memory(1).id
    assert stream_of(1).first_with("text 1") is None
    base = stream_of(1)
    base.with_memories([memory(1)], [vector(1)])
    assert base.first_with("text 1") is None
