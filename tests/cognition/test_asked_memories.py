"""Places among the memories of an interview for the time, the people and the matter that a question asks about."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from townlet.cognition.asked_memories import PERSON_SHOWN, TIME_SHOWN, asked_memories
from townlet.cognition.interview import Exchange, interview_person
from townlet.cognition.profile import PAPER
from townlet.memory.record import Memory
from townlet.world.state import World
from world.sketch import peopled

from .scene import ANN, KIOSK, NINE, Scene, memory

YESTERDAY = NINE - timedelta(days=1)
PLAIN = [
    replace(memory(f"Ann Ivy is weaving row {row}.", row, source="done"), created=YESTERDAY + timedelta(minutes=row))
    for row in range(600)
]
"""A memory a minute from nine to seven."""
SEEDS = ("Ann Ivy and Bo Lund are married.", "Ann Ivy knows Cy Moss from the kiosk.")


async def scene(*memories: Memory) -> Scene:
    made = Scene(world=peopled(World.empty(), Ann_Ivy=(2, 2), Bo_Lund=(3, 2), Cy_Moss=(4, 2)))
    made.agent = replace(made.agent, persona=replace(ANN, seeds=SEEDS, household=("Bo Lund",)))
    wants = [f"Ann Ivy needs a reel of blue wool number {number}." for number in range(20)]
    seeds = [memory(text, 700 + place, source="seed") for place, text in enumerate([*SEEDS, *wants])]
    return await made.remember(*seeds, *memories)


async def shown(made: Scene, question: str) -> list[str]:
    return [each.text for each in await asked_memories(made.thought(), question)]


async def test_of_an_hour_the_memories_nearest_to_it_are_shown() -> None:
    found = await shown(await scene(*PLAIN), "Where were you yesterday at two?")
    assert "Ann Ivy is weaving row 300." in found
    assert {text for text in found if "row" in text} <= {f"Ann Ivy is weaving row {row}." for row in range(295, 306)}


async def test_of_a_day_memories_from_its_beginning_to_its_end_are_shown() -> None:
    found = [text for text in await shown(await scene(*PLAIN), "What did you do yesterday?") if "row" in text]
    assert len(found) == TIME_SHOWN
    assert {PLAIN[0].text, PLAIN[-1].text} <= {*found}


async def test_of_an_event_that_was_what_was_seen_at_it_is_shown() -> None:
    fair = memory("There is a fair at the Kiosk on Sunday April 6 from 3 pm to 4 pm.", 800, source="seed")
    seen = replace(memory("Cy Moss is eating a bun.", 801), created=NINE.replace(day=6, hour=15, minute=20))
    made = await scene(*PLAIN, fair, seen)
    assert {seen.text, fair.text} <= {*await shown(made, "How was the fair?")}
    assert seen.text not in await shown(made, "Do you like buns?")


async def test_what_was_seen_from_the_beginning_is_shown_if_only_the_end_tells_the_half_of_the_day() -> None:
    promise = memory("Cy Moss promised me to come to the fair at the Kiosk on Sunday April 6 from 3 to 4 pm.", 800)
    seen = replace(memory("Cy Moss is eating a bun.", 801), created=NINE.replace(day=6, hour=15, minute=20))
    later = replace(memory("Bo Lund is painting a gate.", 802), created=NINE.replace(day=6, hour=17))
    found = await shown(await scene(*PLAIN, promise, seen, later), "Who came to the fair?")
    assert seen.text in found
    assert later.text not in found


async def test_who_is_asked_about_is_known_from_the_first_and_from_what_was_thought_since() -> None:
    thoughts = [memory(f"I have come to think that Cy Moss is right {n}.", 800 + n, source="thought") for n in range(9)]
    found = await shown(await scene(*PLAIN, *thoughts), "What do you think of Cy?")
    assert SEEDS[1] in found
    assert thoughts[-1].text in found
    assert sum("Cy Moss" in text for text in found) <= PERSON_SHOWN


async def test_why_asks_about_the_people_of_the_answer_before() -> None:
    made = await scene()
    before = Exchange("Whom do you like?", "Cy Moss.")
    assert SEEDS[1] in [each.text for each in (await interview_person(made.thought(), "Why?", "", [before])).shown]


async def test_questions_about_family_show_the_household() -> None:
    made = await scene()
    assert SEEDS[0] in await shown(made, "How do you feel about your husband?")
    assert SEEDS[0] not in await shown(made, "Which reel of blue wool do you need?")


async def test_questions_about_work_show_who_one_is() -> None:
    made = await scene(memory("Ann Ivy sorts rags in the Kiosk.", 900, source="seed"))
    made.agent = replace(made.agent, persona=replace(made.agent.persona, workplace=KIOSK))
    assert "Ann Ivy sorts rags in the Kiosk." in await shown(made, "What do you do for a living?")
    assert "Ann Ivy sorts rags in the Kiosk." not in await shown(made, "Which reel of blue wool is the best?")


async def test_the_paper_keeps_no_places() -> None:
    made = await scene(*PLAIN)
    made.profile = PAPER
    assert await shown(made, "What did you do yesterday?") == []


async def test_an_interview_shows_them() -> None:
    made = await scene(*PLAIN)
    exchange = await interview_person(made.thought(), "Where were you yesterday at two?")
    assert "Ann Ivy is weaving row 300." in [each.text for each in exchange.shown]
