"""Commands on their way from another process."""

import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.engine.commands import (
    Command,
    CommandRefused,
    SetState,
    Use,
    Walk,
    Whisper,
    command_from_json,
    command_in_letter,
    send_command,
)
from townlet.engine.simulation import Simulation
from townlet.runfile import Letter, inbox_path
from townlet.state.encoding import encode
from townlet.town import load_town
from townlet.world.address import Address
from townlet.world.events import StateChanged, Whispered

from .village import live

ADDRESS = Address(("Otterby", "Mill", "hall"))
st.register_type_strategy(Address, st.just(ADDRESS))


@pytest.mark.parametrize("kind", get_args(Command))
@given(st.data())
def test_every_command_arrives_as_it_was_sent(kind: type, data: st.DataObject) -> None:
    command = data.draw(st.from_type(kind))
    assert command_from_json({"command": kind.__name__, **encode(command)}) == command


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "Unknown command None; expected one of Whisper, Tell"),
        ({"command": "Explode"}, "Unknown command 'Explode'"),
        ({"command": "Whisper", "agent": "Ann Ivy"}, "Whisper is not complete"),
        ({"command": "Whisper", "agent": ["Ann Ivy"], "text": "Hm."}, "is of type list"),
        ({"command": "Whisper", "agent": "Ann Ivy", "text": 5}, "5 is of type int; expected str"),
        ({"command": "Whisper", "agent": "Ann Ivy", "text": "Hm.", "loud": True}, "loud"),
        ({"command": "Walk", "agent": "Ann Ivy", "to": [1]}, "Walk is not complete"),
        ({"command": "SetState", "address": 5, "state": "burning"}, "SetState is not complete"),
    ],
)
def test_what_is_no_command_is_refused_in_one_line(data: dict[str, Any], says: str) -> None:
    with pytest.raises(CommandRefused) as refusal:
        command_from_json(data)
    assert says in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_a_letter_that_cannot_be_read_is_refused_by_name() -> None:
    with pytest.raises(CommandRefused, match=r"letter a\.json cannot be read: it is torn"):
        command_in_letter(Letter("a.json", {}, "it is torn"))


SENDING = """
import sys
from pathlib import Path
from townlet.engine.commands import SetState, Whisper, send_command
from townlet.world.address import Address
send_command(Path(sys.argv[1]), SetState(Address.parse(sys.argv[2]), "burning"))
send_command(Path(sys.argv[1]), Whisper("Nobody At All", "Hm."))
send_command(Path(sys.argv[1]), Whisper("Nell Hart", "Wake up."))
"""


async def test_letters_from_another_process_are_taken_in_their_order_and_refused_ones_named(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    bed = load_town("applegarth").people[0].bed
    with Simulation.start(load_town("applegarth"), path) as simulation:
        await live(simulation.run(0.01))
        subprocess.run([sys.executable, "-c", SENDING, str(path), str(bed)], check=True)
        logs = [await simulation.step() for _ in range(6)]
        commands = [event for log in logs for event in log.commands]
        assert commands == [StateChanged(bed, "burning"), Whispered("Nell Hart", "Wake up.")]
        assert [line.split(";")[0] for line in simulation.refused] == ["Nobody here is called 'Nobody At All'"]
        assert not inbox_path(path).exists() or not list(inbox_path(path).iterdir())


async def test_letters_left_while_nobody_runs_the_town_are_taken_when_it_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        await simulation.step()
    send_command(path, Whisper("Nell Hart", "Wake up."))
    with await Simulation.resume(path) as simulation:
        logs = [await simulation.step() for _ in range(6)]
    assert [event for log in logs for event in log.commands] == [Whispered("Nell Hart", "Wake up.")]


async def test_a_letter_of_the_wrong_form_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        send_command(path, Use("Nell Hart", ADDRESS, "dancing", -5))
        send_command(path, Walk("Nell Hart", (-3, 10**9)))
        send_command(path, SetState(ADDRESS, "burning"))
        (inbox_path(path) / "torn.json").write_text('{"command": ', encoding="utf-8")
        await simulation.step()
        assert len(simulation.refused) == 4
        assert all("\n" not in line for line in simulation.refused)
