"""Two scenes of the paper in the built-in town: news at home in the morning, and strangers who meet again."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass

import pytest

from townlet.engine.simulation import Simulation
from townlet.town import load_town

from .embodying import Embodied
from .lives import DAY, HOUR, exhaust

pytestmark = pytest.mark.xdist_group("built-in town")

NEWS = "I'm working on my music for the class. I finished a waltz for the cello at midnight."
TRADE = "I'm Latoya Williams; I'm a photographer. I'm working on a series of photographs from my travels in Peru."


@dataclass(frozen=True)
class Morning:
    """What was said: at home, and by a retired officer to a stranger at their first three meetings."""

    to_mei: list[str]
    first: list[str]
    second: list[str]
    third: list[str]


@pytest.fixture(scope="module")
def morning() -> Morning:
    """A morning on which a person at the keyboard speaks for a son and his mother at home, and for a photographer."""
    return asyncio.run(_morning())


async def _morning() -> Morning:
    simulation = Simulation.start(load_town("smallville"))
    await exhaust(simulation.run(7 / 24))
    eddy = Embodied(simulation, "Eddy Lin")
    await eddy.meets("John Lin", ["Good morning, Dad.", NEWS, "I must be off. See you later."])
    await eddy.goes_back()
    mei = Embodied(simulation, "Mei Lin")
    to_mei = await mei.meets(
        "John Lin",
        ["Good morning, love.", "How is Eddy getting on with his music for the class?", "I must go. See you."],
    )
    latoya = Embodied(simulation, "Latoya Williams")
    first = await latoya.meets("Sam Moore", ["Good morning. We haven't met, I believe.", TRADE, "Goodbye, Sam."])
    await exhaust(simulation.run((simulation.next_step + 2 * HOUR) / DAY))
    again = ["Hello, Sam.", "I'm well, thank you.", "I must go. Goodbye, Sam."]
    second = await latoya.meets("Sam Moore", again)
    await exhaust(simulation.run((simulation.next_step + 2 * HOUR) / DAY))
    return Morning(to_mei, first, second, await latoya.meets("Sam Moore", again))


def test_a_father_tells_his_wife_what_their_son_told_him(morning: Morning) -> None:
    assert any("waltz" in line for line in morning.to_mei), morning.to_mei


def introduces_himself(lines: list[str]) -> bool:
    return any(re.search(r"\b(?:I'm|I am|name is) Sam\b", line) for line in lines)


def test_strangers_introduce_themselves_once(morning: Morning) -> None:
    assert introduces_himself(morning.first), morning.first
    assert not introduces_himself(morning.second), morning.second


def test_at_one_of_the_next_meetings_one_asks_after_what_the_other_said(morning: Morning) -> None:
    """Not always at the second: he has something of his own to tell, too."""
    asked = [line for line in (*morning.second, *morning.third) if "?" in line]
    assert any(re.search(r"photograph|Peru|travels|series", line) for line in asked), asked
