"""Snapshots: what a run file keeps once a game day is what folding its event log gives."""

from __future__ import annotations

import asyncio
import json
import shutil
import zlib
from pathlib import Path

import pytest

from forgery import forged
from townlet.engine.commands import Arrive, Command, Release, SetState, Speak, Take, Walk, Whisper
from townlet.engine.simulation import Simulation
from townlet.runfile import fork_run, open_reader
from townlet.runfile.snapshots import catch_up, fold, nearest_snapshot, snapshot_problems
from townlet.runfile.view import RunView
from townlet.server.read_model import RunReadModel
from townlet.server.timeline_markers import find_opening_step
from townlet.server.views.things import build_thing_view
from townlet.state.run_state import RunState
from townlet.state.scheduler import Scheduler
from townlet.town import load_town

DAY = 8640
DAYS = 3.02
STEPS = round(DAYS * DAY)
KEPT = [DAY, 2 * DAY, 3 * DAY]


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three days of the town of four: visitors come and go, things are set, somebody is taken over at midnight."""
    path = tmp_path_factory.mktemp("runs") / "lived.townlet"
    asyncio.run(_live(path))
    return path


@pytest.fixture(scope="module")
def bare(lived: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of those days without a snapshot."""
    return copy_without(lived, tmp_path_factory.mktemp("bare") / "bare.townlet", "DELETE FROM snapshot")


@pytest.fixture(scope="module")
def views(lived: Path, bare: Path) -> tuple[RunView, RunView]:
    """Those days with snapshots and without, as several tests read them."""
    return RunView(lived), RunView(bare)


def commands(simulation: Simulation) -> dict[int, list[Command]]:
    town = simulation.engine.state.town
    objects = list(town.setting.objects)
    home, name = town.people[0].home, town.people[0].name
    x, y = next(iter(town.setting.tiles.doors))
    return {
        2700: [Arrive("Vi Quill", home), SetState(objects[0], "painted blue")],
        2701: [Speak("Vi Quill", name, "There is a fair on the green tonight.")],
        5000: [Whisper(name, "You are going to learn the flute.")],
        DAY - 2: [Release("Vi Quill"), Take(name), Walk(name, (x, y))],
        DAY: [SetState(objects[1], "on fire")],
        DAY + 1: [Release(name)],
        2 * DAY - 1: [Arrive("Ray Moss", home, "hair=red style=bun"), SetState(objects[2], "broken")],
        2 * DAY + 3000: [Release("Ray Moss")],
    }


async def _live(path: Path) -> None:
    with Simulation.start(load_town("applegarth"), path) as simulation:
        due = commands(simulation)
        while simulation.next_step < STEPS:
            for command in due.get(simulation.next_step, ()):
                simulation.order(command)
            await simulation.step()
        simulation.finish()


def parts(state: RunState) -> dict[str, object]:
    names = ("world", "agents", "notices", "embodied", "joined", "visitors")
    return {name: getattr(state, name) for name in names}


def orders(state: RunState) -> list[list[object]]:
    """The keys of all maps in whose order a run goes on."""
    world = state.world
    maps = (world.bodies, world.objects, world.users, world.talks, world.last_talk, state.agents, state.notices)
    return [[*each] for each in maps]


def copy_without(run: Path, to: Path, *statements: str) -> Path:
    shutil.copy(run, to)
    with forged(to) as connection:
        for statement in statements:
            connection.execute(statement)
    return to


def rewrite(path: Path, step: int, data: bytes) -> None:
    with forged(path) as connection:
        connection.execute("UPDATE snapshot SET packed = ? WHERE step = ?", (zlib.compress(data), step))


def problems(path: Path) -> list[str]:
    with open_reader(path) as reader:
        return [*snapshot_problems(reader)]


def test_a_run_keeps_a_snapshot_at_the_first_step_of_each_day_but_its_first(lived: Path) -> None:
    with open_reader(lived) as reader:
        assert [kept.step for kept in reader.snapshots()] == KEPT


@pytest.mark.parametrize("step", KEPT)
def test_a_snapshot_is_what_the_whole_event_log_gives(lived: Path, step: int) -> None:
    view = RunView(lived)
    folded, kept = RunState(view.town, view.clock, 1), RunState(view.town, view.clock, 1)
    schedulers = Scheduler(), Scheduler()
    with view.reader() as reader:
        fold(reader, folded, 0, step + 1, schedulers[0])
        found = nearest_snapshot(reader, step + 1)
        assert found is not None
        assert found.step == step
        found.restore(kept, schedulers[1])
    assert parts(kept) == parts(folded)
    assert orders(kept) == orders(folded)
    assert schedulers[0].state == schedulers[1].state


def test_a_run_of_several_days_has_no_problem_with_its_snapshots(lived: Path) -> None:
    assert problems(lived) == []


@pytest.mark.parametrize("step", [1, DAY, DAY + 1, DAY + 2, 2 * DAY, 2 * DAY + 4000, STEPS])
def test_a_moment_is_the_same_with_snapshots_and_without(views: tuple[RunView, RunView], step: int) -> None:
    with_them, without = (view.state_at(step) for view in views)
    assert parts(with_them) == parts(without)
    assert [*with_them.streams["Nell Hart"]] == [*without.streams["Nell Hart"]]


def test_a_moment_needs_no_event_from_before_its_snapshot(lived: Path, tmp_path: Path) -> None:
    short = copy_without(lived, tmp_path / "short.townlet", f"DELETE FROM event WHERE step <= {2 * DAY}")
    assert parts(RunView(short).state_at(STEPS)) == parts(RunView(lived).state_at(STEPS))


@pytest.mark.parametrize("forgotten", ["", "DELETE FROM snapshot", f"DELETE FROM snapshot WHERE step > {DAY}"])
async def test_a_run_goes_on_alike_whatever_snapshot_it_is_resumed_from(
    lived: Path, tmp_path: Path, forgotten: str
) -> None:
    path = tmp_path / "fork.townlet"
    fork_run(lived, 3 * DAY - 200, path)
    with open_reader(path) as reader:
        assert [kept.step for kept in reader.snapshots()] == KEPT[:2]
    if forgotten:
        path = copy_without(path, tmp_path / "forgetful.townlet", forgotten)
    with await Simulation.resume(path) as simulation:
        async for _ in simulation.run(DAYS):
            pass
        assert simulation.finish() == RunView(lived).state_hash()
    if not forgotten:
        with open_reader(path) as resumed, open_reader(lived) as whole:
            assert [*resumed.snapshots()] == [*whole.snapshots()], "the same bytes"


def test_an_altered_snapshot_is_named_with_what_differs(lived: Path, tmp_path: Path) -> None:
    with open_reader(lived) as reader:
        kept = {each.step: json.loads(each.data) for each in reader.snapshots()}
    names = sorted(kept[DAY].keys() - {"version"})
    # A part is taken from each of the snapshots at a time: to tell what differs, the whole event log is folded.
    for begin in range(0, len(names), len(KEPT)):
        path, expected = copy_without(lived, tmp_path / f"altered{begin}.townlet"), []
        for step, part in zip(KEPT, names[begin:], strict=False):
            whole = kept[step][part]
            less = whole[1:] if isinstance(whole, list) else {}
            rewrite(path, step, json.dumps(kept[step] | {part: less}).encode())
            what = "its form" if less == whole else part
            expected.append(f"the snapshot of step {step} is not what the event log gives: {what} differs")
        assert problems(path) == expected


@pytest.mark.parametrize("data", [b"", b"nonsense", b"[]", b'{"no": "version"}'])
def test_a_snapshot_that_cannot_be_read_is_a_problem(lived: Path, tmp_path: Path, data: bytes) -> None:
    path = copy_without(lived, tmp_path / "broken.townlet")
    rewrite(path, DAY, data)
    assert problems(path) == [f"the snapshot of step {DAY} cannot be read"]


def test_a_snapshot_of_another_version_is_left_unused(lived: Path, tmp_path: Path) -> None:
    path = copy_without(lived, tmp_path / "later.townlet")
    for step in KEPT[1:]:
        rewrite(path, step, b'{"version": 99, "world": "packed in another way"}')
    assert problems(path) == []
    with open_reader(path) as reader:
        found = nearest_snapshot(reader, STEPS)
    assert found is not None
    assert found.step == DAY
    assert parts(RunView(path).state_at(STEPS)) == parts(RunView(lived).state_at(STEPS))


def test_a_snapshot_of_a_step_to_come_is_a_problem(lived: Path, tmp_path: Path) -> None:
    path = copy_without(
        lived, tmp_path / "ahead.townlet", f"UPDATE snapshot SET step = {9 * DAY} WHERE step = {3 * DAY}"
    )
    assert problems(path) == [f"there is a snapshot of step {9 * DAY}, which the run has not reached"]


def test_a_scheduler_comes_along_only_if_it_is_wanted(lived: Path) -> None:
    view = RunView(lived)
    state = RunState(view.town, view.clock, 1)
    with view.reader() as reader:
        catch_up(reader, state, 2 * DAY)
    assert parts(state) == parts(view.state_at(2 * DAY))


def test_a_history_in_chapters_is_the_one_that_is_read_whole(views: tuple[RunView, RunView]) -> None:
    chapters, whole = (view.history for view in views)
    assert len([*chapters.chapters(0, STEPS)]) == 1 + len(KEPT)
    assert len([*whole.chapters(0, STEPS)]) == 1
    assert chapters.joined == whole.joined
    assert [*chapters.between(0, STEPS)] == [*whole.between(0, STEPS)]
    assert chapters.between(DAY - 300, DAY + 2500) == whole.between(DAY - 300, DAY + 2500)
    for step in (STEPS, 0, DAY - 1, DAY, DAY + 1, DAY + 2, 2 * DAY + 3100, 5000):
        assert chapters.at(step) == whole.at(step)
    assert chapters.spoken() == whole.spoken() != ()
    worlds = ((step, one == other) for (step, one), (_, other) in zip(chapters.worlds(), whole.worlds(), strict=True))
    assert all(same for step, same in worlds if step % 997 == 0)


@pytest.mark.parametrize("step", [1, 5000, DAY, DAY + 1, 2 * DAY + 3100, STEPS])
def test_minds_are_the_same_with_snapshots_and_without(views: tuple[RunView, RunView], step: int) -> None:
    one, other = (view.minds for view in views)
    state = views[0].state_at(step)
    for name in state.agents:
        assert one.agent(name, step) == other.agent(name, step) == state.agents[name]
    assert one.stream("Nell Hart", step).recency.tolist() == state.streams["Nell Hart"].recency.tolist()


def test_the_browser_is_shown_the_same_with_snapshots_and_without(lived: Path, bare: Path) -> None:
    one, other = RunReadModel(lived), RunReadModel(bare)
    assert one.markers.between(0, STEPS) == other.markers.between(0, STEPS) != []
    assert one.feed.talks() == other.feed.talks() != []
    assert find_opening_step(one.past, one.markers) == find_opening_step(other.past, other.markers)
    for hour in (71, 47, 8, 24, 0, 13):
        assert one.segment_json(hour * one.hour, (hour + 1) * one.hour) == other.segment_json(
            hour * one.hour, (hour + 1) * one.hour
        )
    for thing in one.town.setting.objects:
        things = [build_thing_view(each.past, each.minds.terrain.doors, thing, STEPS) for each in (one, other)]
        assert things[0] == things[1]


async def test_a_history_that_grows_over_midnight_is_the_one_that_is_read_afterwards(
    lived: Path, tmp_path: Path
) -> None:
    path = tmp_path / "growing.townlet"
    fork_run(lived, 3 * DAY - 50, path)
    growing = RunReadModel(path)
    marks, events = [], []
    with await Simulation.resume(path) as simulation:
        while simulation.next_step < STEPS:
            for _ in range(40):
                await simulation.step()
            simulation.commit()
            steps = growing.read_new_steps()
            assert steps is not None
            marks += steps.marks
            events += steps.events
    afterwards = RunReadModel(path)
    assert len([*growing.past.chapters(0, growing.next_step)]) == 1 + len(KEPT)
    assert events == [*afterwards.feed.between(3 * DAY - 50, afterwards.next_step)]
    assert growing.markers.between(0, STEPS) == afterwards.markers.between(0, STEPS)
    for step in (3 * DAY - 60, 3 * DAY, 3 * DAY + 1, STEPS):
        assert growing.past.at(step) == afterwards.past.at(step)
