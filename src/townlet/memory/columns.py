"""Growing columns: arrays with a row for each memory. What they hold never changes; they only grow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", bound=np.number[Any])
_FIRST_CAPACITY = 16


class GrowingRows(Generic[Number]):
    """A growing array; its first axis is the row."""

    def __init__(self, rows: NDArray[Number]) -> None:
        self._buffer, self._used = rows, len(rows)
        self._shown = _unwritable(rows)

    def first(self, length: int) -> NDArray[Number]:
        """The rows before `length`, without a copy; not to be written to."""
        return self._shown[:length]

    def append(self, rows: NDArray[np.number[Any]]) -> None:
        end = self._used + len(rows)
        if end > len(self._buffer):
            grown = np.empty((max(_FIRST_CAPACITY, 2 * end), *self._buffer.shape[1:]), self._buffer.dtype)
            grown[: self._used] = self._buffer[: self._used]
            self._buffer, self._shown = grown, _unwritable(grown)
        self._buffer[self._used : end] = rows
        self._used = end


class ComputedColumn(GrowingRows[Number]):
    """A number for each memory, worked out no sooner than it is asked for."""

    def __init__(self, worked_out: Callable[[int, int], NDArray[Number]], known: NDArray[Number]) -> None:
        """`known` are the first rows; `worked_out` gives those from one place to before another."""
        super().__init__(known)
        self._worked_out = worked_out

    def first(self, length: int) -> NDArray[Number]:
        """The rows before `length`, without a copy; not to be written to."""
        if not self._used:
            super().__init__(self._worked_out(0, length))
        elif length > self._used:
            self.append(self._worked_out(self._used, length))
        return super().first(length)


def _unwritable(rows: NDArray[Number]) -> NDArray[Number]:
    """The same rows, to be read only."""
    view = rows.view()
    view.flags.writeable = False
    return view
