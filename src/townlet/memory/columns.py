"""Growing columns: arrays with a row for each memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

Number = TypeVar("Number", bound="np.number[Any] | np.bool_")
_FIRST_CAPACITY = 16
"""Rows to reserve at the first append; the capacity doubles from there."""


class GrowingRows(Generic[Number]):
    """An array that grows at its end. The first axis is the row. Rows change only by `replace`."""

    def __init__(self, rows: NDArray[Number]) -> None:
        self._buffer, self._used = rows, len(rows)
        self._shown = _unwritable(rows)

    def __len__(self) -> int:
        return self._used

    def first(self, length: int) -> NDArray[Number]:
        """Return the first `length` rows as a read-only view."""
        return self._shown[:length]

    def replace(self, places: NDArray[np.intp], rows: ArrayLike) -> None:
        """Overwrite the rows at some places."""
        self._buffer[places] = rows

    def append(self, rows: NDArray[Any]) -> None:
        end = self._used + len(rows)
        if end > len(self._buffer):
            grown = np.empty((max(_FIRST_CAPACITY, 2 * end), *self._buffer.shape[1:]), self._buffer.dtype)
            grown[: self._used] = self._buffer[: self._used]
            self._buffer, self._shown = grown, _unwritable(grown)
        self._buffer[self._used : end] = rows
        self._used = end


class ComputedColumn(GrowingRows[Number]):
    """A column of numbers that are computed when they are first read."""

    def __init__(self, compute: Callable[[int, int], NDArray[Number]], known: NDArray[Number]) -> None:
        """`known` are the first rows; `compute(start, end)` returns the rows from `start` to before `end`."""
        super().__init__(known)
        self._compute = compute

    def first(self, length: int) -> NDArray[Number]:
        """Return the first `length` rows as a read-only view."""
        if not self._used:
            super().__init__(self._compute(0, length))
        elif length > self._used:
            self.append(self._compute(self._used, length))
        return super().first(length)


def _unwritable(rows: NDArray[Number]) -> NDArray[Number]:
    """Return a read-only view of the rows."""
    view = rows.view()
    view.flags.writeable = False
    return view
