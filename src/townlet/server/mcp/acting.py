"""The tools that act in a run, or pay for answers about it. They work only if the server was started to allow them.

Time in a run that somebody acts in stands still between calls, so that an assistant may think as long as it likes:
only `wait` lets the town live on. The run is otherwise the same as one that a browser takes part in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Annotated, Any

from mcp.server.mcpserver import Context
from pydantic import BaseModel, Field

from townlet.errors import BadInput
from townlet.runfile import as_data, fork_run
from townlet.runfile.lookup import find_object, find_person
from townlet.runfile.moments import find_step
from townlet.runfile.view import RunView
from townlet.server.actions import submit_command
from townlet.server.errors import ActionRefused
from townlet.server.mcp.open_runs import OpenRuns, RunName
from townlet.server.mcp.reading import Data
from townlet.server.protocol import requests
from townlet.server.run_session import RunSession
from townlet.server.served_runs import find_free_path
from townlet.state.events import RunEvent
from townlet.world.address import Address
from townlet.world.events import Arrived, Blocked, Said, TalkEnded
from townlet.world.state import Body
from townlet.world.tree import label

COMMANDS: dict[str, type[BaseModel]] = {
    "whisper": requests.WhisperRequest,
    "tell": requests.TellRequest,
    "set_state": requests.SetStateRequest,
    "arrive": requests.ArriveRequest,
    "take": requests.TakeRequest,
    "release": requests.ReleaseRequest,
    "use": requests.UseRequest,
    "speak": requests.SpeakRequest,
}
"""The tools that are a command to the town, and what each takes."""


class ActingTools:
    """What the tools that act do in runs."""

    def __init__(self, runs: OpenRuns) -> None:
        self._runs = runs

    async def command(self, kind: type[Any], given: Data, run: str = "") -> Data:
        """Carry out a command. People, places and objects may be given by any part of their names that is enough."""
        session = await self._runs.live(run)
        for field in {"agent", "to"} & given.keys():
            given[field] = find_person(given[field], _bodies(session))
        for field in {"at", "address"} & {name for name, value in given.items() if value}:
            given[field] = str(_find_place(session, given[field]))
        await submit_command(session, kind(**given))
        return _now(session)

    async def go(
        self,
        agent: Annotated[str, Field(description="Whom you move.")],
        to: Annotated[str, Field(description="A place, such as 'Heron Inn: bar room', or a person.")],
        run: RunName = "",
    ) -> Data:
        """Walk to a place or a person as a person whom the viewer controls. `wait` tells of the arrival."""
        session = await self._runs.live(run)
        try:
            body = _bodies(session)[find_person(to, _bodies(session))]
        except BadInput:
            return await self.command(requests.UseRequest, {"agent": agent, "at": to, "doing": "looking around"}, run)
        tile = body.tile(session.read_model.next_step)
        await submit_command(session, requests.WalkRequest(agent=find_person(agent, _bodies(session)), to=tile))
        return _now(session)

    def fork(self, at: Annotated[str, Field(description="A moment of the run.")], run: RunName = "") -> Data:
        """Copy a run's past, up to a moment, into a new run beside it, to act there and to compare the two."""
        path = self._runs.path(run)
        step, copy = find_step(RunView(path), at), find_free_path(path, "fork")
        fork_run(path, step, copy)
        self._runs.add(copy)
        return {"run": copy.stem, "step": step, "forked_from": path.stem}

    async def wait(
        self,
        context: Context[Any, Any],
        minutes: Annotated[int, Field(ge=1, le=1440, description="How long at most, in game minutes.")] = 30,
        agent: Annotated[str, Field(description="Whom it has to concern; if left out, any line will do.")] = "",
        run: RunName = "",
    ) -> Data:
        """Let the town live on until something happens: somebody speaks to a person or near them, or they arrive.

        The progress tells how many of the minutes have passed.
        """
        session = await self._runs.live(run)
        read_model = session.read_model
        who = find_person(agent, _bodies(session)) if agent else ""
        happened, stopped = list[Data](), ""
        for minute in range(minutes):
            await context.report_progress(minute, minutes)
            since = read_model.next_step
            stopped = await _live_on(session, read_model.clock.steps(1))
            events = read_model.past.between(since, read_model.next_step)
            happened = [
                _told(each.event, read_model.clock.at(each.step)) for each in events if _concerns(each.event, who)
            ]
            if happened or stopped:
                break
        return {**_now(session), "happened": happened, "stopped": stopped}


def _now(session: RunSession) -> Data:
    read_model = session.read_model
    return {"run": read_model.path.stem, "time": read_model.clock.at(read_model.next_step).isoformat()}


async def _live_on(session: RunSession, steps: int) -> str:
    """Have a run live so many steps more. Return why it has stopped before; empty if it has not."""
    if not session.live_run:
        raise ActionRefused("Another process computes this run, so it goes on by itself. Read it again in a while.")
    try:
        await session.live_run.advance(steps)
    except ActionRefused as refused:
        return str(refused)
    finally:
        await session.poll()
    return ""


def _concerns(event: RunEvent, who: str) -> bool:
    match event:
        case Said(speaker=speaker, to=to, hearers=hearers):
            return not who or (who in (to, *hearers) and who != speaker)
        case Arrived(agent=agent) | Blocked(agent=agent):
            return agent == who
        case TalkEnded(participants=participants):
            return who in participants
        case _:
            return False


def _told(event: RunEvent, time: datetime) -> Data:
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    told = {name: label(each) if isinstance(each, Address) else as_data(each) for name, each in values.items()}
    return {"time": time.isoformat(), "what": type(event).__name__, **told}


def _bodies(session: RunSession) -> Mapping[str, Body]:
    """Return everybody who is in the town, also whoever has stepped in since the last step."""
    live, read_model = session.live_run, session.read_model
    world = live.simulation.engine.state.world if live else read_model.past.at(read_model.next_step).world
    return world.bodies


def _find_place(session: RunSession, text: str) -> Address:
    setting = session.read_model.town.setting
    return find_object(text, [*setting.places, *setting.objects], "place or object")
