"""What a line says, and whether it may be said at its hour."""

from __future__ import annotations

import pytest

from measures.made import line
from townlet.measures.liveliness.content import find_line_faults


@pytest.mark.parametrize("greeting", ["Good evening", "Good night"])
def test_evening_and_night_are_wished_until_four_in_the_morning(greeting: str) -> None:
    wrong = [hour for hour in (3.5, 3.9, 4, 4.5) if find_line_faults(line(f"{greeting}, Bram."), hour)]
    assert wrong == [4, 4.5]
