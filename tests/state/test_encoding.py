"""Equal values are equal bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runfile.made import memory
from townlet.memory.record import MemoryId
from townlet.state.encoding import canonical, compress, decompress, memory_of, memory_row, recalled_of, recalled_text


def test_the_order_of_keys_does_not_matter() -> None:
    assert canonical({"b": 1, "a": [1, "ü"]}) == canonical({"a": [1, "ü"], "b": 1}) == '{"a":[1,"ü"],"b":1}'


def test_what_json_cannot_say_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        canonical(float("nan"))


@given(st.binary())
def test_packed_bytes_come_back(data: bytes) -> None:
    assert decompress(compress(data)) == data


def test_a_memory_comes_back() -> None:
    made = memory(3, evidence=(MemoryId("Una Vesk", 1, 0),))
    assert memory_of(memory_row(made), made.evidence) == made


@given(st.lists(st.tuples(st.integers(-1, 10**6), st.integers(0, 99))))
def test_recalled_memories_come_back(keys: list[tuple[int, int]]) -> None:
    memories = tuple(MemoryId("Una Vesk", *key) for key in keys)
    assert recalled_of("Una Vesk", recalled_text("Una Vesk", memories)) == memories
