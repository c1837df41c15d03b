"""A resident of another world: what it notices, decides and says, in a memory that is a run file."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import townlet.residents.resident
from cli.typed import done, refused
from thorough import times
from townlet import (
    BadInput,
    Decision,
    GoOn,
    GoTo,
    ModelError,
    ModelOptions,
    ReplyLine,
    Resident,
    RunFileError,
    RunView,
    Say,
    TownError,
    UseThing,
    replay_run,
)
from townlet.engine.build import BuiltResources, build_resources
from townlet.engine.commands import SetState, send_command
from townlet.language.model import Request
from townlet.residents.world import read_resident
from townlet.testing import FunctionModel
from townlet.world.address import Address

DOCS = Path(__file__).parents[2] / "docs" / "own-game.md"
MORNING = datetime(2030, 5, 6, 7)
ORLA = """
name = "Orla Finch"
age = 44
pronouns = "she"
traits = ["warm", "curious"]
description = '''
Orla Finch keeps the inn. Orla Finch wants to sell the inn in the autumn. She needs somebody to mend the barrel.'''
wakes = "6:00"
sleeps = "22:00"
workplace = "Taproom"
[places]
Taproom = { bar = "clean", stove = "cold" }
Cellar = ["barrel"]
Attic = ["bed"]
"""
OFFERED = [GoTo("Cellar"), UseThing("stove"), UseThing("bar"), UseThing("bed"), Say]


def minutes(number: float) -> datetime:
    return MORNING + timedelta(minutes=number)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "orla.toml"
    path.write_text(ORLA, encoding="utf-8", newline="\n")
    return path


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    return tmp_path / "orla.townlet"


@pytest.fixture
def orla(file: Path, memory: Path) -> Iterator[Resident]:
    with Resident.load(file, memory, model="offline") as resident:
        yield resident


def test_the_lines_of_the_page_run_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = DOCS.read_text(encoding="utf-8")
    (tmp_path / "nell.toml").write_text(_block(page, "toml"), encoding="utf-8", newline="\n")
    monkeypatch.chdir(tmp_path)
    exec(compile(_block(page, "python"), "bakery.py", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out == _block(page, "text")


def _block(page: str, language: str) -> str:
    found = re.search(rf"```{language}[^\n]*\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


async def test_a_decision_is_one_of_the_offers_with_its_reason_and_its_memories(orla: Resident) -> None:
    decided = await orla.decide(OFFERED, at=MORNING)
    assert decided.action in (GoTo("Cellar"), UseThing("stove"), UseThing("bar"), UseThing("bed"), GoOn())
    assert decided.doing
    assert decided.why
    assert decided.memories
    assert {memory.id.agent for memory in decided.memories} == {"Orla Finch"}


@pytest.mark.parametrize("only", [UseThing("stove"), GoTo("Taproom"), GoTo("bar")])
async def test_nothing_but_what_is_offered_comes_out(orla: Resident, only: GoTo | UseThing) -> None:
    orla.meet("Bram Hale", at=MORNING, doing="standing at the bar")
    decided = [await orla.decide([only], at=minutes(60 * hour)) for hour in range(6)]
    assert {each.action for each in decided} <= {only, GoOn()}
    assert only in [each.action for each in decided]


async def test_where_nothing_offered_fits_the_resident_goes_on(orla: Resident) -> None:
    """She does not go to the barrel in the cellar to do what an innkeeper does."""
    decided = [await orla.decide([GoTo("barrel")], at=minutes(60 * hour)) for hour in range(6)]
    assert any("wiping down the bar" in each.doing for each in decided)
    assert {each.action for each in decided} == {GoOn()}


async def test_without_offers_the_resident_goes_on(orla: Resident) -> None:
    assert (await orla.decide([], at=MORNING)).action == GoOn()


async def test_somebody_who_is_there_is_spoken_to_if_that_is_offered(orla: Resident) -> None:
    said: dict[str, object] = {}
    assert Say() == Say("")
    for hour, name in enumerate(("Bram Hale", "Cato Bly", "Dora Wye", "Emil Roth", "Finn Moss", "Gus Park")):
        orla.meet(name, at=minutes(60 * hour), doing="standing at the bar")
        said[name] = (await orla.decide([UseThing("bar"), Say], at=minutes(60 * hour))).action
        orla.part(name, at=minutes(60 * hour + 10))
    lines = {name: action for name, action in said.items() if isinstance(action, Say)}
    assert lines
    assert all(action.to == name and action.text for name, action in lines.items())


async def test_a_reply_rests_on_memories_and_is_remembered(orla: Resident) -> None:
    line = await orla.reply("Bram Hale", "The bridge is going to close on Friday.", at=MORNING)
    assert line.text
    assert line.to == "Bram Hale"
    assert line.why
    assert line.memories
    await orla.reply("Bram Hale", "Goodbye, Orla.", at=minutes(1), leave=True)
    await orla.decide(OFFERED, at=minutes(5))
    heard = [memory for memory in orla.memories if memory.heard_from == "Bram Hale" and "bridge" in memory.text]
    assert {memory.source for memory in heard} >= {"heard"}


async def test_who_only_came_to_talk_is_gone_when_the_talk_is_over(orla: Resident) -> None:
    orla.meet("Cato Bly", at=MORNING)
    await orla.reply("Bram Hale", "Good morning, Orla.", at=MORNING)
    assert orla.present == ("Cato Bly", "Bram Hale")
    await orla.decide(OFFERED, at=minutes(10))
    assert orla.present == ("Cato Bly",)


async def test_a_second_speaker_ends_the_talk_with_the_first(orla: Resident) -> None:
    await orla.reply("Bram Hale", "Good morning, Orla.", at=MORNING)
    line = await orla.reply("Cato Bly", "Good morning, Orla. I am Cato Bly.", at=MORNING)
    assert (line.to, bool(line.text)) == ("Cato Bly", True)


async def test_who_sleeps_wakes_up_to_answer(orla: Resident) -> None:
    await orla.decide(OFFERED, at=MORNING)
    night = minutes(16 * 60)
    assert (await orla.decide([UseThing("bed")], at=night)).doing == "sleeping"
    assert (await orla.reply("Bram Hale", "Orla, wake up!", at=night + timedelta(minutes=30))).text


async def test_a_night_that_nobody_asked_in_is_over_in_the_morning(orla: Resident) -> None:
    await orla.decide(OFFERED, at=MORNING)
    decided = await orla.decide(OFFERED, at=minutes(24 * 60 + 60))
    assert decided.doing != "sleeping"
    assert orla.plan


async def test_what_is_noticed_is_remembered_and_can_change_the_plan(orla: Resident) -> None:
    await orla.decide(OFFERED, at=MORNING)
    orla.change("stove", "burning", at=minutes(9))
    orla.notice("The stove is on fire.", at=minutes(10))
    decided = await orla.decide(OFFERED, at=minutes(10))
    assert orla.plan_changes
    assert decided.why
    await orla.decide(OFFERED, at=minutes(20))
    assert "The stove is on fire." in [memory.text for memory in orla.memories]


async def test_the_reason_of_one_deed_is_not_that_of_the_next(orla: Resident) -> None:
    orla.change("stove", "burning", at=MORNING)
    assert "is burning" in (await orla.decide(OFFERED, at=MORNING)).why
    later = [await orla.decide(OFFERED, at=minutes(60 * hour)) for hour in range(1, 13)]
    assert not [each for each in later if "burning" in each.why and "stove" not in each.doing]


async def test_what_was_told_before_the_first_question_can_change_the_plan(orla: Resident) -> None:
    orla.change("stove", "burning", at=MORNING)
    orla.notice("The stove is on fire.", at=MORNING)
    decided = await orla.decide(OFFERED, at=MORNING)
    assert (decided.action, decided.doing) == (UseThing("stove"), "putting out the stove")
    assert orla.plan_changes


async def test_what_a_command_sets_is_seen_at_the_next_question(orla: Resident, memory: Path) -> None:
    await orla.decide(OFFERED, at=MORNING)
    send_command(memory, SetState(Address(("the world", "Taproom", "Taproom", "stove")), "burning"))
    decided = await orla.decide(OFFERED, at=minutes(2.5))
    assert decided.action == UseThing("stove")
    assert "the flames" in decided.doing


async def test_only_the_host_lets_the_time_of_a_memory_pass(
    orla: Resident, file: Path, memory: Path, tmp_path: Path
) -> None:
    await orla.decide(OFFERED, at=MORNING)
    await orla.decide(OFFERED, at=minutes(60))
    orla.close()
    told = done("set", str(memory), "stove", "cold").stdout
    assert told == "When the program of their world asks the resident next, the stove of Taproom will be cold.\n"
    fork = tmp_path / "fork.townlet"
    forked = done("fork", str(memory), "--at", "7:30", "--out", str(fork)).stdout
    assert "the program of their world can load it" in forked
    assert "townlet resume" not in forked
    for run in (memory, fork):
        for command in (("resume", str(run), "--days", "3"), ("serve", str(run), "--days", "3", "--no-open")):
            assert "is the memory of a resident, whose time passes when the program of" in refused(*command)
    async with Resident.load(file, fork) as other:
        assert other.now <= minutes(30)
        assert (await other.decide(OFFERED, at=minutes(31))).doing


async def test_an_interview_before_any_question_is_answered(orla: Resident) -> None:
    orla.notice("It begins to rain.", at=MORNING)
    assert (await orla.ask("Who are you?")).answer


async def test_an_interview_is_not_remembered(orla: Resident) -> None:
    await orla.decide(OFFERED, at=MORNING)
    known = len(orla.memories)
    assert [each.id for each in orla.memories[-2:]] == [each.id for each in orla.memories][-2:]
    assert "inn" in (await orla.ask("What do you want to do in the autumn?")).answer
    assert len(orla.memories) == known


async def _live(resident: Resident, hours: range) -> None:
    for hour in hours:
        resident.notice(f"The clock of the church strikes {hour}.", at=minutes(60 * hour))
        await resident.decide(OFFERED, at=minutes(60 * hour))
        for text in ("Good day, Orla.", "The mill is going to be sold in June.", "Goodbye."):
            await resident.reply("Bram Hale", text, at=minutes(60 * hour + 5), leave=text == "Goodbye.")


async def test_a_memory_goes_on_where_it_was_closed_and_gives_the_same_state(file: Path, tmp_path: Path) -> None:
    once, twice = tmp_path / "once.townlet", tmp_path / "twice.townlet"
    async with Resident.load(file, once) as resident:
        await _live(resident, range(4))
        whole = resident.close()
    for hours in (range(2), range(2, 4)):
        async with Resident.load(file, twice) as resident:
            await _live(resident, hours)
            parted = resident.close()
    assert parted == whole
    replayed = await replay_run(twice)
    assert replayed.equal
    assert replayed.state_hash == whole


KILLED = """
import asyncio, os, signal, sys
from datetime import datetime
from townlet import Resident, UseThing

async def main():
    orla = Resident.load(sys.argv[1], sys.argv[2])
    await orla.decide([UseThing("bar")], at=datetime(2030, 5, 6, 7))
    await orla.reply("Bram Hale", "The bridge is going to close.", at=datetime(2030, 5, 6, 7, 1))
    orla.notice("It begins to rain.", at=datetime(2030, 5, 6, 7, 2))
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
async def test_nothing_is_lost_when_the_host_is_killed(file: Path, memory: Path, tmp_path: Path) -> None:
    program = [sys.executable, "-c", KILLED, str(file), str(memory)]
    assert subprocess.run(program, timeout=120).returncode == -signal.SIGKILL
    async with Resident.load(file, memory) as orla:
        assert orla.present == ("Bram Hale",)
        await orla.decide(OFFERED, at=minutes(20))
        await orla.decide(OFFERED, at=minutes(60))
        texts = [memory.text for memory in orla.memories]
    assert "It begins to rain." in texts
    assert any("bridge" in text for text in texts)
    assert (await replay_run(memory)).equal


async def test_calls_at_the_same_time_keep_their_order_and_a_reopened_memory_knows_it(file: Path, memory: Path) -> None:
    async with Resident.load(file, memory) as orla:
        for text in ("Good morning.", "How are you?", "The weather is fine."):
            await orla.reply("Bram Hale", text, at=MORNING)
    async with Resident.load(file, memory) as orla:
        assert (await orla.reply("Bram Hale", "Are you still there?", at=MORNING)).text
        with pytest.raises(BadInput, match="is before 2030-05-06 07:00:00, where Orla Finch is already"):
            orla.notice("It rains.", at=minutes(-1))
        orla.notice("It rains.", at=minutes(180))
    async with Resident.load(file, memory) as orla:
        assert orla.now == minutes(180)
        with pytest.raises(BadInput, match="is before 2030-05-06 10:00:00, where Orla Finch is already"):
            orla.notice("It rains.", at=minutes(179))


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The prompts that the model of each resident does not answer now."""
    prompts: list[str] = []

    def build(*given: Any) -> BuiltResources:
        built = build_resources(*given)

        async def answer(request: Request) -> str:
            if request.name in prompts:
                raise ModelError("The endpoint is away; try again later.")
            return (await built.model(request)).text

        return replace(built, model=FunctionModel(answer))

    monkeypatch.setattr(townlet.residents.resident, "build_resources", build)
    return prompts


@pytest.mark.parametrize("reopened", [False, True])
async def test_asked_again_after_a_failure_the_same_line_is_said_once(
    file: Path, memory: Path, away: list[str], reopened: bool
) -> None:
    async with Resident.load(file, memory) as orla:
        await orla.decide(OFFERED, at=MORNING)
        away.append("converse")
        with pytest.raises(ModelError):
            await orla.reply("Bram Hale", "The bridge is going to close on Friday.", at=minutes(1))
        orla.notice("It begins to rain.", at=minutes(2))
        away.clear()
        if not reopened:
            line = await orla.reply("Bram Hale", "The bridge is going to close on Friday.", at=minutes(3))
    if reopened:
        async with Resident.load(file, memory) as orla:
            line = await orla.reply("Bram Hale", "The bridge is going to close on Friday.", at=minutes(3))
    async with Resident.load(file, memory) as orla:
        assert orla.now == minutes(3)
        await orla.decide(OFFERED, at=minutes(10))
        assert "It begins to rain." in [memory.text for memory in orla.memories]
    said = [(each.speaker, each.text) for each in RunView(memory).lines()]
    assert said == [("Bram Hale", "The bridge is going to close on Friday."), ("Orla Finch", line.text)]
    assert line.text
    assert line.memories
    assert (await replay_run(memory)).equal


async def test_asked_again_after_a_failure_a_decision_is_made_once(file: Path, memory: Path, away: list[str]) -> None:
    async with Resident.load(file, memory) as orla:
        away.append("day_plan")
        with pytest.raises(ModelError):
            await orla.decide(OFFERED, at=MORNING)
        away.clear()
        decided = await orla.decide(OFFERED, at=minutes(2))
        assert decided.until <= minutes(60)
        assert (await orla.decide([UseThing("bed")], at=minutes(3))).doing
    asked = list(RunView(memory).events("MoveAsked"))
    assert len(asked) == 2


async def test_another_question_after_a_failure_is_answered_by_itself(
    file: Path, memory: Path, away: list[str]
) -> None:
    async with Resident.load(file, memory) as orla:
        await orla.decide(OFFERED, at=MORNING)
        away.append("converse")
        with pytest.raises(ModelError):
            await orla.reply("Bram Hale", "Good morning, Orla.", at=minutes(1))
        away.clear()
        line = await orla.reply("Bram Hale", "Is the bridge closed?", at=minutes(1))
    assert [each.text for each in RunView(memory).lines()][2:] == ["Is the bridge closed?", line.text]


async def test_what_is_only_told_is_kept(file: Path, memory: Path) -> None:
    with Resident.load(file, memory) as orla:
        orla.notice("It begins to rain.", at=MORNING)
        assert memory.exists()
        orla.meet("Cato Bly", at=minutes(1))
        assert orla.close()
    async with Resident.load(file, memory) as orla:
        assert orla.present == ("Cato Bly",)
        assert orla.now == minutes(1)
        await orla.decide(OFFERED, at=minutes(2))
        assert "It begins to rain." in [memory.text for memory in orla.memories]


async def test_what_is_told_during_an_interview_is_kept_at_once(orla: Resident, memory: Path) -> None:
    await orla.decide(OFFERED, at=MORNING)
    asked = asyncio.create_task(orla.ask("Who are you?"))
    await asyncio.sleep(0)
    orla.notice("It begins to rain.", at=minutes(1))
    assert "Orla Finch" in (await asked).answer
    with RunView(memory).reader() as reader:
        assert [row.kind for row in reader.events(kinds=("Announced",))] == ["Announced"]


class Probed:
    """An embedder whose vectors have a length that is known when it has been prepared, as those of a server."""

    name = "ollama:probed"

    def __init__(self) -> None:
        self._prepared = False

    @property
    def dimensions(self) -> int:
        if not self._prepared:
            raise ModelError("Prepare it first.")
        return 2

    async def prepare(self) -> None:
        self._prepared = True

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[len(text), 1] for text in texts], np.float32).reshape(len(texts), 2)


async def test_with_an_embedder_of_a_server_nothing_told_is_forgotten(
    file: Path, memory: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(
        townlet.residents.resident,
        "build_resources",
        lambda *given: replace(build_resources(*given), embedder=Probed()),
    )
    options = ModelOptions(embedding="ollama:probed")
    async with Resident.load(file, memory, options=options) as orla:
        orla.meet("Bram Hale", at=MORNING)
    async with Resident.load(file, memory, options=options) as orla:
        assert orla.present == ("Bram Hale",)
        with pytest.raises(BadInput, match="is before 2030-05-06 07:00:00"):
            orla.notice("It rains.", at=minutes(-1))
        orla.part("Bram Hale", at=minutes(1))
        orla.meet("Cato Bly", at=minutes(1))
        await orla.decide(OFFERED, at=minutes(2))
        assert orla.present == ("Cato Bly",)
    with Resident.load(file, memory, options=options) as orla:
        orla.notice("It rains.", at=minutes(3))
    assert "Orla Finch was told 1 things that are lost" in caplog.text


async def test_a_memory_goes_on_with_the_model_that_was_named_last(file: Path, memory: Path) -> None:
    for model, kept in ((None, "offline"), ("ollama:other", "ollama:other"), (None, "ollama:other")):
        with Resident.load(file, memory, model=model) as orla:
            orla.notice("It rains.", at=MORNING)
        assert RunView(memory).config.model == kept


def test_a_description_says_which_pronouns_are_meant_if_no_line_does(file: Path) -> None:
    file.write_text(ORLA.replace('pronouns = "she"\n', ""), encoding="utf-8")
    [person] = read_resident(file).town(MORNING).people
    assert person.pronouns == "she"


def test_all_places_of_their_world_are_known_to_a_resident_from_the_start(file: Path) -> None:
    [person] = read_resident(file).town(MORNING).people
    assert person.home.name == "Attic"
    assert [haunt.name for haunt in person.haunts] == ["Taproom", "Cellar"]


async def test_a_long_time_passes_in_parts(orla: Resident) -> None:
    orla.notice("It begins to rain.", at=MORNING)
    with pytest.raises(BadInput, match="is 61 days after 2030-05-06 07:00:00, where Orla Finch is; at most 60 days"):
        orla.notice("It is still raining.", at=MORNING + timedelta(days=61))
    orla.notice("It is still raining.", at=MORNING + timedelta(days=60))
    assert orla.now == MORNING + timedelta(days=60)


async def test_two_calls_at_once_wait_for_each_other(orla: Resident) -> None:
    decided, line = await asyncio.gather(
        orla.decide(OFFERED, at=MORNING), orla.reply("Bram Hale", "Hello, Orla.", at=MORNING)
    )
    assert isinstance(decided, Decision)
    assert isinstance(line, ReplyLine)
    assert line.text


async def test_three_days_of_talk_show_every_faculty(orla: Resident, memory: Path) -> None:
    """The default suite has a third of the lines, which are too few to reflect on."""
    talks, spoken = times((8, 15), (7, 8, 9, 10, 12, 14, 16)), 0
    lines = (
        "Good morning, Orla.",
        "The bridge over the mill race is going to close on Friday.",
        "I heard it from the council.",
        "The doctor says that my mother is dying.",
        "Do you know anybody who can mend a roof?",
    )
    changes: list[str] = []
    for day in range(3):
        for number, hour in enumerate(talks):
            at = MORNING + timedelta(days=day, hours=hour - 7)
            orla.notice(("The stove is on fire.", "The barrel is leaking.", "The bed is broken.")[day], at=at)
            await orla.decide(OFFERED, at=at)
            changes += [reason for reason in orla.plan_changes if reason not in changes]
            other = ("Bram Hale", "Cato Bly", "Dora Wye", "Emil Roth")[(number + day) % 4]
            for text in lines:
                at += timedelta(seconds=20)
                line = await orla.reply(other, text, at=at, leave=text == lines[-1])
                spoken += 2
                if line.leaves:
                    break
            await orla.decide(OFFERED, at=at + timedelta(minutes=5))
    assert spoken >= times(50, 190)
    reflections = [each for each in orla.memories if each.kind == "reflection"]
    assert len(reflections) >= times(0, 2)
    assert all(each.evidence for each in reflections)
    assert len(changes) >= 2
    assert "close on Friday" in (await orla.ask("What will happen to the bridge?")).answer
    assert "Zed Quill" not in " ".join(each.text for each in orla.memories)
    unknown = (await orla.ask("Do you know Zed Quill?")).answer
    assert re.search(r"can't place|don't know|never heard|don't think", unknown), unknown


async def test_two_residents_of_one_world_know_of_each_other_what_they_were_told(file: Path, tmp_path: Path) -> None:
    second = tmp_path / "bram.toml"
    second.write_text(
        ORLA.replace("Orla Finch", "Bram Hale").replace("sell the inn", "mend the mill").replace("She", "He"),
        encoding="utf-8",
        newline="\n",
    )
    async with (
        Resident.load(file, tmp_path / "a.townlet") as orla,
        Resident.load(second, tmp_path / "b.townlet") as bram,
    ):
        for hour in range(13):
            for resident in (orla, bram):
                await resident.decide(OFFERED, at=minutes(60 * hour))
            if hour == 3:
                text, at = "Good day, Bram. I saw a heron on the roof of the inn.", minutes(60 * hour + 5)
                for _ in range(2):
                    answer = await bram.reply("Orla Finch", text, at=at)
                    text = (await orla.reply("Bram Hale", answer.text or "Goodbye.", at=at)).text or "Goodbye."
        of_orla = [each for each in bram.memories if "Orla" in each.text]
        of_bram = [each for each in orla.memories if "Bram" in each.text]
    assert any("heron" in each.text for each in of_orla)
    for own, others in ((of_orla, "sell the inn"), (of_bram, "mend the mill")):
        assert own
        assert {each.id.step for each in own if each.source == "seen"} == set()
        told = " ".join(each.text for each in own if each.source != "heard")
        heard = " ".join(each.text for each in own if each.source == "heard")
        assert others not in told or others in heard


Call = Callable[[Resident], Coroutine[Any, Any, object]]


def _told(call: Callable[[Resident], object]) -> Call:
    async def later(resident: Resident) -> object:
        return call(resident)

    return later


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (
            lambda orla: orla.decide([GoTo("Kitchen")], at=MORNING),
            "has no place or thing 'Kitchen'; there are bar",
        ),
        (lambda orla: orla.decide([UseThing("Taproom")], at=MORNING), "has no thing 'Taproom'"),
        (lambda orla: orla.decide([UseThing("bad")], at=MORNING), "Did you mean 'bed'?"),
        (
            lambda orla: orla.decide(["dance"], at=MORNING),
            "'dance' is no action; offer GoTo(place), UseThing(",
        ),
        (lambda orla: orla.decide([], at=minutes(-1)), "is before 2030-05-06 07:00:00"),
        (lambda orla: orla.decide([], at=MORNING.replace(tzinfo=UTC)), "without one"),
        (lambda orla: orla.decide([], at="2030-05-06"), "The time '2030-05-06' is no datetime; give one, such as"),
        (lambda orla: orla.reply("Bram Hale", " ", at=MORNING), "The text is empty; give some words."),
        (lambda orla: orla.reply("Bram Hale", "a" * 2001, at=MORNING), "The text has 2,001 characters; it may have"),
        (lambda orla: orla.reply("Orla Finch", "Hello.", at=MORNING), "does not talk to themselves"),
        (lambda orla: orla.reply("<Bram: x>", "Hello.", at=MORNING), "is not a valid name"),
        (_told(lambda orla: orla.notice("", at=MORNING)), "The notice is empty"),
        (lambda orla: orla.decide(GoTo("Cellar"), at=MORNING), "are no list; give one, such as [GoTo('counter'), Say]"),
        (lambda orla: orla.decide([GoTo(3)], at=MORNING), "The name of a place or thing 3 is no text"),
        (lambda orla: orla.decide([], at=datetime.max), "is too near the end of the calendar"),
        (lambda orla: orla.reply("Bram Hale", None, at=MORNING), "The text None is no text; write it in quotes."),
        (lambda orla: orla.reply("bram hale", "Hello.", at=MORNING), "'bram hale' is hard to tell from 'Bram Hale'"),
        (lambda orla: orla.ask(None), "The question None is no text"),
        (_told(lambda orla: orla.meet("ORLA FINCH", at=MORNING)), "'ORLA FINCH' is hard to tell from 'Orla Finch'"),
        (_told(lambda orla: orla.notice(5, at=MORNING)), "The notice 5 is no text; write it in quotes."),
        (_told(lambda orla: orla.meet("Bram Hale", at=MORNING)), "Bram Hale is here already."),
        (_told(lambda orla: orla.part("Cato Bly", at=MORNING)), "Cato Bly is not here; there are Bram Hale."),
        (_told(lambda orla: orla.change("sink", "full", at=MORNING)), "has no thing 'sink'"),
    ],
)
async def test_bad_input_is_told_in_one_line_and_nothing_happens(orla: Resident, call: Call, said: str) -> None:
    orla.meet("Bram Hale", at=MORNING)
    await orla.decide(OFFERED, at=MORNING)
    known = len(orla.memories)
    with pytest.raises(BadInput) as refused:
        await call(orla)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert len(orla.memories) == known
    assert (await orla.decide(OFFERED, at=MORNING)).doing


async def test_a_closed_memory_is_told(file: Path, memory: Path) -> None:
    orla = Resident.load(file, memory)
    await orla.decide(OFFERED, at=MORNING)
    assert orla.close()
    assert orla.close() == ""
    for call in (orla.decide([], at=MORNING), orla.reply("Bram Hale", "Hello.", at=MORNING), orla.ask("Who are you?")):
        with pytest.raises(BadInput, match=re.escape(f"{memory} is closed; load the resident again.")):
            await call
    with pytest.raises(BadInput, match="is closed"):
        orla.notice("It rains.", at=MORNING)


async def test_a_memory_has_one_owner_and_one_person(orla: Resident, file: Path, memory: Path) -> None:
    with pytest.raises(BadInput, match="Orla Finch has not lived yet"):
        _ = orla.memories
    await orla.decide(OFFERED, at=MORNING)
    with pytest.raises(RunFileError):
        Resident.load(file, memory)
    orla.close()
    file.write_text(ORLA.replace("44", "45"), encoding="utf-8")
    with pytest.raises(BadInput, match="is the memory of somebody else than"):
        Resident.load(file, memory)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("Orla Finch", "Orla: Finch"), "name"),
        (("Orla Finch", "Orla F\u0456nch"), "letters of two alphabets"),
        (("Cellar =", "taproom ="), "'taproom' is hard to tell from 'Taproom'"),
        (('workplace = "Taproom"', 'workplace = "Taprom"'), "Did you mean 'Taproom'?"),
        (('wakes = "6:00"', 'wakes = "late"'), "'late' is not a time of day"),
        (("age = 44", "aged = 44"), "the key 'aged' is not known"),
        (('["barrel"]', "[]"), "places.Cellar: a place is a list of things"),
        (('["barrel"]', "3"), "has 1 defect:\n  orla.toml: places.Cellar: a place is a list of things"),
        (('["barrel"]', '["barrel"]\nworld = "Hill"'), "keys that are not places belong above [places]"),
    ],
)
def test_a_resident_that_cannot_be_is_refused(file: Path, memory: Path, change: tuple[str, str], said: str) -> None:
    file.write_text(ORLA.replace(*change), encoding="utf-8")
    with pytest.raises((BadInput, TownError), match=re.escape(said)):
        Resident.load(file, memory)
    assert not memory.exists()


def test_a_missing_file_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nobody\.toml cannot be read"):
        Resident.load(tmp_path / "nobody.toml", tmp_path / "memory.townlet")


async def test_without_places_there_is_a_home_with_a_bed(file: Path, memory: Path) -> None:
    file.write_text(ORLA[: ORLA.index("workplace")], encoding="utf-8")
    async with Resident.load(file, memory) as orla:
        assert (await orla.decide([GoTo("Home"), UseThing("bed")], at=minutes(17 * 60))).action == UseThing("bed")
        assert os.path.getsize(memory)
