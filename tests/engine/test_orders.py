"""What people at the keyboard may do to a town."""

from itertools import pairwise

import pytest

from townlet.engine.commands import (
    Arrive,
    Command,
    CommandRefused,
    Release,
    SetState,
    Speak,
    Take,
    Tell,
    Use,
    Walk,
    Whisper,
)
from townlet.engine.simulation import Simulation
from townlet.runfile.event_log import StepLog
from townlet.state.events import TookIn
from townlet.town.look import parse_look
from townlet.world.address import Address
from townlet.world.events import Acted, Arrived, Blocked, Departed, Said, StateChanged, TalkEnded
from world.sketch import address

from .village import BATHROOM, LOOM, started, stepped, until, village

HALL = address("Mill:hall")
MOVED_IN = 12
"""Steps after which the first plans are made."""


@pytest.fixture
async def lived_in() -> Simulation:
    """The village, a little after nine in the morning."""
    simulation = started()
    await stepped(simulation, MOVED_IN)
    return simulation


def memories(simulation: Simulation, agent: str, source: str) -> list[str]:
    return [each.text for each in simulation.engine.state.streams[agent] if each.source == source]


async def test_an_inner_voice_becomes_an_intention_of_ones_own(lived_in: Simulation) -> None:
    lived_in.order(Whisper("Ann Ivy", "You are going to run for mayor."))
    await lived_in.step()
    await lived_in.step()
    [intention] = memories(lived_in, "Ann Ivy", "inner voice")
    assert "mayor" in intention
    assert memories(lived_in, "Bo Lund", "inner voice") == []


async def test_what_one_is_told_is_remembered_with_who_said_it(lived_in: Simulation) -> None:
    lived_in.order(Tell("Ann Ivy", "a journalist", "The bridge is closed."))
    await lived_in.step()
    told = [each for each in lived_in.engine.state.streams["Ann Ivy"] if each.source == "told"]
    assert [(each.heard_from, each.hearsay) for each in told] == [("a journalist", True)]
    assert "The bridge is closed." in told[0].text


async def test_an_object_is_in_the_state_that_it_was_put_into(lived_in: Simulation) -> None:
    lived_in.order(SetState(LOOM, "burning"))
    log = await lived_in.step()
    assert log.commands == [StateChanged(LOOM, "burning")]
    assert lived_in.engine.state.world.state_of(lived_in.engine.state.town.setting.objects[LOOM]) == "burning"


def arrived(who: str, log: StepLog) -> bool:
    """Whether somebody has reached the end of a walk in a step."""
    return any(isinstance(event, Arrived) and event.agent == who for event in log.passing)


async def test_a_visitor_walks_speaks_and_leaves(lived_in: Simulation) -> None:
    lived_in.order(Arrive("Vi Quill", HALL))
    lived_in.order(Walk("Vi Quill", (5, 4)))
    walked = await until(lived_in, lambda log: arrived("Vi Quill", log))
    assert lived_in.engine.state.world.bodies["Vi Quill"].tile(walked.step) == (5, 4)
    lived_in.order(Release("Vi Quill"))
    log = await lived_in.step()
    assert Departed("Vi Quill") in log.commands
    assert len(lived_in.engine.state.streams["Vi Quill"]) == 0
    assert "Vi Quill" not in lived_in.engine.state.world.bodies


async def test_visitors_to_a_place_are_spread_over_its_free_tiles(lived_in: Simulation) -> None:
    state = lived_in.engine.state
    floor, taken = state.terrain.floor_of(HALL), {body.path[-1] for body in state.world.bodies.values()}
    free = set(floor) - taken
    names = [f"Vi {number}" for number in range(len(free))]
    for name in names:
        lived_in.order(Arrive(name, HALL))
    tiles = [lived_in.engine.state.world.bodies[name].path[-1] for name in names]
    assert set(tiles) == free, "each free tile is taken once"
    assert all(max(abs(x - other_x), abs(y - other_y)) > 1 for (x, y), (other_x, other_y) in pairwise(tiles[:5]))
    lived_in.order(Arrive("Wim Rook", HALL))
    assert lived_in.engine.state.world.bodies["Wim Rook"].path[-1] in floor


async def test_a_visitor_looks_as_asked_and_otherwise_as_the_name_has_it(lived_in: Simulation) -> None:
    lived_in.order(Arrive("Vi Quill", HALL, "hair=red extra=none"))
    lived_in.order(Arrive("Wim Rook", HALL))
    await lived_in.step()
    shown = lived_in.engine.state.visitors
    assert shown["Vi Quill"] == str(parse_look("hair=red extra=none", "Vi Quill"))
    assert shown["Wim Rook"] == ""


async def test_a_visitor_is_answered_and_the_talk_is_remembered(lived_in: Simulation) -> None:
    ann = lived_in.engine.state.world.bodies["Ann Ivy"].tile(lived_in.next_step)
    lived_in.order(Arrive("Vi Quill", HALL))
    lived_in.order(Walk("Vi Quill", ann))
    await until(lived_in, lambda log: arrived("Vi Quill", log))
    lived_in.order(Speak("Vi Quill", "Ann Ivy", "Hello, I am Vi Quill."))
    answered = await lived_in.step()
    assert [event.speaker for event in answered.events() if isinstance(event, Said)] == ["Vi Quill", "Ann Ivy"]
    await until(lived_in, lambda log: any(isinstance(event, TalkEnded) for event in log.events()))
    await stepped(lived_in, 2)
    assert any("Hello, I am Vi Quill." in text for text in memories(lived_in, "Ann Ivy", "heard"))
    assert "Vi Quill" not in lived_in.engine.state.notices


async def test_a_visitor_who_leaves_in_the_middle_of_a_talk_ends_it(lived_in: Simulation) -> None:
    ann = lived_in.engine.state.world.bodies["Ann Ivy"].tile(lived_in.next_step)
    lived_in.order(Arrive("Vi Quill", HALL))
    lived_in.order(Walk("Vi Quill", ann))
    await until(lived_in, lambda log: arrived("Vi Quill", log))
    lived_in.order(Speak("Vi Quill", "Ann Ivy", "Hello."))
    lived_in.order(Release("Vi Quill"))
    await stepped(lived_in, 3)
    assert lived_in.engine.state.world.talks == {}
    lived_in.order(Arrive("Vi Quill", HALL))
    await lived_in.step()
    assert "Vi Quill" in lived_in.engine.state.world.bodies


async def test_a_resident_who_is_taken_over_does_nothing_of_their_own_but_goes_on_perceiving(
    lived_in: Simulation,
) -> None:
    lived_in.order(Take("Ann Ivy"))
    lived_in.order(Walk("Ann Ivy", (1, 1)))
    await lived_in.step()
    lived_in.order(Tell("Ann Ivy", "a journalist", "The bridge is closed."))
    logs = await stepped(lived_in, 400)
    assert not [event for log in logs for event in log.actions if isinstance(event, Acted) and event.agent == "Ann Ivy"]
    assert TookIn("Ann Ivy") in logs[0].minds


async def test_a_resident_who_is_handed_back_goes_on_by_themselves(lived_in: Simulation) -> None:
    lived_in.order(Take("Ann Ivy"))
    lived_in.order(Walk("Ann Ivy", (1, 1)))
    await stepped(lived_in, 30)
    lived_in.order(Release("Ann Ivy"))
    logs = await stepped(lived_in, 3)
    acted = [event for log in logs for event in log.actions if isinstance(event, Acted)]
    assert [event.agent for event in acted] == ["Ann Ivy"]


async def test_somebody_embodied_uses_an_object(lived_in: Simulation) -> None:
    while any("Ann Ivy" in talk.participants for talk in lived_in.engine.state.world.talks.values()):
        await lived_in.step()
    lived_in.order(Take("Ann Ivy"))
    lived_in.order(Use("Ann Ivy", LOOM, "weaving", 5))
    await until(lived_in, lambda log: LOOM in lived_in.engine.state.world.users)
    assert lived_in.engine.state.world.users[LOOM] == ("Ann Ivy",)


async def test_a_person_at_the_keyboard_is_kept_out_like_anybody(lived_in: Simulation) -> None:
    lived_in.order(Arrive("Vi Quill", BATHROOM))
    lived_in.order(Take("Ann Ivy"))
    doors, world = lived_in.engine.state.terrain.doors, lived_in.engine.state.world
    blocked = 0
    for _ in range(60):
        lived_in.order(Walk("Ann Ivy", (14, 6)))
        log = await lived_in.step()
        blocked += sum(isinstance(event, Blocked) for event in log.events())
        world = lived_in.engine.state.world
        inside = [body.name for body in world.bodies.values() if doors.inside(BATHROOM, body.tile(log.step))]
        assert inside == ["Vi Quill"]


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (Whisper("Nobody", "Hello."), "Nobody here is called 'Nobody'; there are Ann Ivy, Bo Lund."),
        (Whisper("Ann Ivy", " \n"), "empty"),
        (Tell("Ann Ivy", "", "Hello."), "empty"),
        (SetState(HALL, "burning"), "no object 'Otterby:Mill:hall'"),
        (SetState(LOOM, ""), "empty"),
        (Take("Nobody"), "Nobody here"),
        (Walk("Ann Ivy", (1, 1)), "You do not control Ann Ivy; take control of them first"),
        (Speak("Ann Ivy", "Bo Lund", "Hello."), "You do not control Ann Ivy"),
        (Release("Ann Ivy"), "You do not control Ann Ivy"),
        (Arrive("Ann Ivy", HALL), "called 'Ann Ivy' already"),
        (Arrive("", HALL), "empty"),
        (Arrive("Vi: 'Open!'", HALL), "is not a valid name"),
        (Arrive("Vi" * 40, HALL), "is not a valid name"),
        (Tell("Ann Ivy", "Bo Lund said to me: me", "Hello."), "is not a valid name"),
        (Arrive("Vi Quill", HALL, "hair=gren"), "Did you mean 'grey'?"),
        (Arrive("Vi Quill", Address(("Otterby", "Nowhere"))), "Nobody can stand in"),
        (Arrive("Vi Quill", address("Kiosk")), "arrive in Kiosk now: it is closed"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
async def test_what_the_town_does_not_allow_is_refused_in_one_line(
    lived_in: Simulation, command: Command, says: str
) -> None:
    before = lived_in.engine.state.world
    with pytest.raises(CommandRefused) as refusal:
        lived_in.order(command)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert lived_in.engine.state.world is before


async def test_a_full_place_takes_no_visitor(lived_in: Simulation) -> None:
    lived_in.order(Arrive("Vi Quill", BATHROOM))
    with pytest.raises(CommandRefused, match=r"bathroom of .* now: it is full"):
        lived_in.order(Arrive("Wim Rook", BATHROOM))


async def test_one_cannot_speak_to_who_is_far_away_nor_out_of_turn(lived_in: Simulation) -> None:
    lived_in.order(Arrive("Vi Quill", BATHROOM))
    with pytest.raises(CommandRefused, match="cannot be spoken to now"):
        lived_in.order(Speak("Vi Quill", "Ann Ivy", "Hello?"))


async def test_commands_of_a_step_that_failed_wait_for_it() -> None:
    simulation = started(village(), FailingOnce())
    with pytest.raises(ZeroDivisionError):
        await simulation.step()
    with pytest.raises(CommandRefused, match="continue the run first"):
        simulation.order(Whisper("Ann Ivy", "Hello."))


class FailingOnce:
    """A model that is broken."""

    name = "broken"

    async def __call__(self, request: object):  # type: ignore[no-untyped-def]
        raise ZeroDivisionError


async def test_nobody_takes_in_what_did_not_happen_to_them() -> None:
    simulation = started()
    quiet = await stepped(simulation, 5)
    assert {event.agent for log in quiet for event in log.minds} == {"Ann Ivy", "Bo Lund"}
    assert not [event for log in quiet for event in log.minds if isinstance(event, TookIn)]
