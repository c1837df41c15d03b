"""Growing columns that several continuations of one stream share without disturbing one another.

A column has a buffer and a mark of how much of it is used. A stream that ends at the mark writes past it in
place. One that ends before it (another continuation has been appended meanwhile) shares what is there if it
is equal to what it wants to append, and takes a copy if not. Values before the mark never change.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from townlet.memory.record import Memory, MemoryId

Number = TypeVar("Number", bound=np.generic)
_FIRST_CAPACITY = 16


class Rows(Generic[Number]):
    """A growing array; its first axis is the row."""

    def __init__(self, rows: NDArray[Number], capacity: int = 0) -> None:
        self._used = len(rows)
        self._buffer = np.empty((max(capacity, len(rows)), *rows.shape[1:]), rows.dtype)
        self._buffer[: self._used] = rows

    def first(self, length: int) -> NDArray[Number]:
        """The rows before `length`, without a copy; not to be written to."""
        rows = self._buffer[:length]
        rows.flags.writeable = False
        return rows

    def extended(self, length: int, rows: NDArray[Any]) -> Rows[Number]:
        """This column if it can hold `rows` from `length` on, else a copy that does."""
        overlap = min(self._used, length + len(rows))
        if not np.array_equal(self._buffer[length:overlap], rows[: overlap - length]):
            return self._copied(length, rows)
        fresh = rows[overlap - length :]
        if overlap < self._used or not len(fresh):
            return self
        return self._appended(fresh)

    def changed(self, length: int, places: NDArray[np.int64], rows: NDArray[Any]) -> Rows[Number]:
        """A copy of the first `length` rows with others at `places`."""
        copy = Rows(self._buffer[:length], 2 * length)
        copy._buffer[places] = rows
        return copy

    def _appended(self, rows: NDArray[Any]) -> Rows[Number]:
        end = self._used + len(rows)
        if end > len(self._buffer):
            return self._copied(self._used, rows)
        self._buffer[self._used : end] = rows
        self._used = end
        return self

    def _copied(self, length: int, rows: NDArray[Any]) -> Rows[Number]:
        capacity = max(_FIRST_CAPACITY, 2 * (length + len(rows)))
        return Rows(self._buffer[:length], capacity)._appended(rows)


class Records:
    """A growing list of memories, with the place of each."""

    def __init__(self, memories: Sequence[Memory] = ()) -> None:
        self._memories: list[Memory] = []
        self._places: dict[MemoryId, int] = {}
        self._append(memories)

    def __getitem__(self, place: int) -> Memory:
        return self._memories[place]

    def first(self, start: int, length: int) -> list[Memory]:
        """The memories from `start` to before `length`."""
        return self._memories[start:length]

    def place(self, memory_id: MemoryId, length: int) -> int | None:
        """Where among the first `length` this memory is; None if it is not among them."""
        place = self._places.get(memory_id)
        return place if place is not None and place < length else None

    def extended(self, length: int, memories: Sequence[Memory]) -> Records:
        """This list if it can hold `memories` from `length` on, else a copy that does."""
        present = self._memories[length : length + len(memories)]
        if present != list(memories[: len(present)]):
            return Records([*self._memories[:length], *memories])
        self._append(memories[len(present) :])
        return self

    def _append(self, memories: Sequence[Memory]) -> None:
        for memory in memories:
            if memory.id in self._places:
                raise ValueError(f"Memory {memory.id} is in the stream already; expected ids that are new to it.")
            self._places[memory.id] = len(self._memories)
            self._memories.append(memory)
