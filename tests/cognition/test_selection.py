"""Which memories a prompt shows: places kept for live matters, few spoken lines, nothing twice."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from townlet.cognition.profile import PAPER
from townlet.cognition.relationships import promised_with, terms_with
from townlet.cognition.selection import days_ahead, live_matters, mostly_unsaid, recall_mostly_unsaid, times_in
from townlet.memory.record import Memory
from townlet.world.events import StateChanged
from townlet.world.evolve import evolve

from .scene import ANN, DAY, LOOM, Scene, memory
from .test_converse import spoken_to
from .test_react import meeting

PLAIN = [memory(f"Bo Lund digs well {number}.", number) for number in range(30)]
FAIR = memory("There is a fair at the Kiosk on Friday April 11 at 3 pm.", 40, source="seed")
WISH = memory("Ann Ivy needs blue wool.", 41, source="seed")
OUTCOME = memory("Bo Lund promised Ann Ivy blue wool.", 42, source="thought", heard_from="Bo Lund")
PROMISE = memory("I promised Bo Lund to bring eggs.", 43, kind="plan", source="planned")
DAYS_PLAN = memory("On Friday April 11, Ann Ivy plans: a walk with Bo Lund at 9:00 am.", 44, kind="plan")


async def live(scene: Scene, *apart_from: Memory) -> list[str]:
    return [each.text for each in await live_matters(scene.thought(), apart_from)]


async def test_what_is_dated_wanted_promised_and_settled_has_places_kept_among_many_memories() -> None:
    scene = await Scene().remember(*PLAIN, FAIR, WISH, OUTCOME, PROMISE, DAYS_PLAN)
    found = await live(scene)
    assert found[0] == FAIR.text
    assert set(found) == {FAIR.text, WISH.text, OUTCOME.text, PROMISE.text}


async def test_what_a_prompt_shows_elsewhere_takes_no_place_and_a_text_takes_one() -> None:
    again = replace(FAIR, id=FAIR.id._replace(ordinal=50), source="told")
    scene = await Scene().remember(FAIR, again, WISH)
    assert await live(scene, WISH) == [FAIR.text]


async def test_the_profile_says_how_many_places_are_kept() -> None:
    scene = await Scene(profile=replace(Scene().profile, live_shown=1)).remember(FAIR, WISH, PROMISE)
    assert len(await live(scene)) == 1
    scene.profile = PAPER
    assert await live(scene) == []


async def test_what_is_on_here_today_comes_before_what_is_on_elsewhere() -> None:
    here = memory("There is a dance at the Mill on Monday April 7.", 2, importance=1, source="seed")
    there = memory("There is a sale at the Kiosk on Monday April 7.", 1, importance=9, source="seed")
    assert await live(await Scene().remember(there, here)) == [here.text, there.text]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("a dance on Monday April 7", 0),
        ("a dance on April 9, and again on April 20", 2),
        ("a dance on April 6", None),
        ("a dance on February 30", None),
        ("a dance in May", None),
        ("a dance on December 24", None),
        ("a dance on Friday at six", 4),
        ("a dance on Monday", 0),
        ("a dance on Sunday", 6),
        ("a dance every Friday, or each Friday", None),
        ("a talk on Fridays", None),
    ],
)
def test_a_day_is_live_from_two_months_before_until_it_is_over(text: str, days: int | None) -> None:
    assert days_ahead(text, date(2031, 4, 7), date(2031, 4, 7)) == days


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("a fair from 6 to 8 pm", (18 * 60, 20 * 60)),
        ("a fair from 9:30 to 11 am", (9 * 60 + 30, 11 * 60)),
        ("a fair from 11 to 1 pm", (11 * 60, 13 * 60)),
        ("a fair from 11 am to 1 pm", (11 * 60, 13 * 60)),
        ("3 people from 6 farms at 5 pm", (17 * 60,)),
    ],
)
def test_the_beginning_of_a_stretch_has_the_half_of_the_day_that_its_end_tells(
    text: str, times: tuple[int, ...]
) -> None:
    assert times_in(text) == times


def test_a_day_without_a_date_is_the_next_one_from_when_it_was_told() -> None:
    assert days_ahead("a dance on Friday", date(2031, 4, 10), date(2031, 4, 7)) == 1
    assert days_ahead("a dance on Friday", date(2031, 4, 12), date(2031, 4, 7)) is None
    assert days_ahead("For Friday Ann Ivy has called a dance.", date(2031, 4, 8), date(2031, 4, 7)) == 3
    assert days_ahead("Ann Ivy sings every Friday.", date(2031, 4, 8), date(2031, 4, 7)) is None


def test_a_day_told_by_its_distance_is_counted_from_when_it_was_told() -> None:
    told = date(2031, 4, 7)
    assert days_ahead("Tomorrow Ann Ivy is giving a dance.", told, told) == 1
    assert days_ahead("Ann Ivy sails the day after tomorrow.", date(2031, 4, 8), told) == 1
    assert days_ahead("Ann Ivy is giving a dance tonight.", date(2031, 4, 8), told) is None
    assert days_ahead("Bo Lund said to me: 'What are you doing today?'", told, told) is None


def test_a_date_of_the_next_year_is_near_at_the_end_of_this_one() -> None:
    assert days_ahead("a toast on January 1", date(2031, 12, 30), date(2031, 12, 30)) == 2


def said(number: int, **more: Any) -> Memory:
    return memory(f"I said to Bo Lund: 'Line {number}.'", number, source="said", **more)


def test_spoken_lines_are_a_third_of_all_that_is_shown() -> None:
    lines = [said(number) for number in range(100, 130)]
    shown = mostly_unsaid([*PLAIN[:8], *lines], beside=[FAIR, WISH])
    spoken = [each for each in shown if each.source == "said"]
    assert len(spoken) == 5
    assert spoken[-1] == lines[-1]
    assert [each for each in shown if each.source != "said"] == PLAIN[:8]


def test_who_remembers_hardly_anything_else_is_shown_two_lines() -> None:
    assert len(mostly_unsaid([said(1), said(2), said(3)], beside=())) == 2


async def test_a_third_of_what_comes_to_mind_is_spoken_lines_and_the_rest_is_filled_up() -> None:
    heard = [memory(f"Cy Marr said to me: 'Wells, {number}.'", number, source="heard") for number in range(60, 80)]
    thought = (await Scene().remember(*PLAIN, *heard)).thought()
    found = await recall_mostly_unsaid(thought, "Cy Marr said to me: 'Wells.'", 9)
    assert [each.source for each in found] == ["seen"] * 6 + ["heard"] * 3
    assert len(await recall_mostly_unsaid((await Scene().remember(*PLAIN)).thought(), "wells", 9)) == 9


async def test_a_line_is_asked_for_with_what_was_promised_and_what_is_live_each_shown_once() -> None:
    scene = await spoken_to("The well is dry.").remember(*PLAIN, FAIR, WISH, OUTCOME, PROMISE, DAYS_PLAN)
    turn = await scene.turn()
    [request] = scene.asked("converse")
    fields: Any = request.fields
    assert {each["text"] for each in fields["promised"]} == {OUTCOME.text, PROMISE.text}
    assert {each["text"] for each in fields["live"]} == {FAIR.text, WISH.text}
    assert all(request.text.count(each.text) == 1 for each in (FAIR, WISH, OUTCOME, PROMISE))
    assert {FAIR.id, WISH.id, OUTCOME.id, PROMISE.id} <= set(turn.shown)


async def test_a_reaction_and_a_plan_are_asked_for_with_live_matters() -> None:
    scene = await Scene().remember(FAIR)
    await scene.turn()
    scene.agent = replace(scene.agent, plan=DAY)
    scene.world = evolve(scene.world, [StateChanged(LOOM, "wet")], 0)
    await scene.turn()
    for name in ("day_plan", "react"):
        fields: Any = scene.asked(name)[0].fields
        assert [each["text"] for each in fields["live"]] == [FAIR.text]


async def test_who_lives_or_works_together_and_when_two_last_talked_is_told() -> None:
    scene = Scene(step=100)
    nothing = {"household": "", "colleagues": "", "neighbours": "", "met_today": "", "last_met": ""}
    assert terms_with(scene.thought(), "Bo Lund") == nothing
    persona = replace(ANN, household=("Bo Lund",), colleagues=("Cy Marr",), workplace=ANN.home)
    scene.agent = replace(scene.agent, persona=persona, talked={"Bo Lund": 60, "Cy Marr": -8640})
    at_home = {**nothing, "household": "Mill", "met_today": "9:10 am"}
    assert terms_with(scene.thought(), "Bo Lund") == at_home
    at_work = {**nothing, "colleagues": "Mill", "last_met": "Sunday April 6"}
    assert terms_with(scene.thought(), "Cy Marr") == at_work


async def test_the_household_is_known_to_those_who_belong_to_it() -> None:
    seeds = ("Bo Lund is Cy Marr's uncle.", "Cy Marr sings.", "Di Roe weaves.")
    scene = await spoken_to("The well is dry.").remember(
        *(memory(text, number, source="seed") for number, text in enumerate(seeds))
    )
    scene.profile = replace(scene.profile, memories_shown=0, live_shown=0)
    persona = replace(ANN, seeds=seeds)
    for household, known in (((), seeds[:1]), (("Bo Lund", "Cy Marr"), seeds[:2])):
        scene.agent = replace(scene.agent, persona=replace(persona, household=household))
        await scene.turn()
        fields: Any = scene.asked("converse")[-1].fields
        assert [each["text"] for each in fields["memories"]] == [*known]
        assert fields.get("household", "") == ("Mill" if household else "")


async def test_what_was_settled_with_a_person_or_names_them_is_between_the_two() -> None:
    other = memory("Cy Marr asked Ann Ivy for a rake; Ann Ivy named Bo Lund.", 45, source="thought", heard_from="Cy")
    elsewhere = memory("Cy Marr promised Ann Ivy a rake.", 46, source="thought", heard_from="Cy Marr")
    memo = memory("Ann Ivy and Bo Lund talked about rain.", 47, source="thought")
    changed = memory("Ann Ivy changed the plan and is helping Bo Lund, because it rains.", 48, kind="plan")
    scene = await Scene().remember(PROMISE, OUTCOME, other, elsewhere, memo, changed, DAYS_PLAN)
    assert promised_with(scene.thought(), "Bo Lund") == [PROMISE, OUTCOME, other]


async def test_every_prompt_that_shows_memories_or_a_plan_tells_the_pronouns_of_whom_it_names() -> None:
    scene = await Scene().remember(memory("Bo Lund digs."))
    scene.world = replace(scene.world, register=scene.world.register.with_person("Bo Lund", "he"))
    await scene.turn()
    for name in ("summary", "day_plan", "hour_plan"):
        fields: Any = scene.asked(name)[0].fields
        assert {"name": "Bo Lund", "pronoun": "he"} in fields["pronouns"]


async def test_whom_one_has_invited_is_told_with_what_is_to_come() -> None:
    invited = memory("Ann Ivy has invited Bo Lund to the fair.", 45, source="seed")
    assert set(await live(await Scene().remember(*PLAIN, FAIR, invited))) == {FAIR.text, invited.text}


async def test_beside_the_plan_itself_no_memory_tells_what_it_was() -> None:
    texts = ("On Monday April 7, Ann Ivy plans: carding wool.", "On Sunday April 6, Ann Ivy plans: resting.")
    for scene, name in ((spoken_to("The well is dry."), "converse"), (meeting({"choice": "go on"}), "react")):
        days = (memory(text, place, kind="plan", source="planned") for place, text in enumerate(texts))
        await (await scene.remember(*days)).turn()
        [request] = scene.asked(name)
        assert texts[0] not in request.text
        assert texts[1] in request.text
