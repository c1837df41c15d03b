"""What watchers may do: give orders, go on with a run, fork it, ask people."""

from __future__ import annotations

import asyncio
from itertools import count
from pathlib import Path

from townlet.engine.letters import command_from, send
from townlet.engine.orders import CommandRefused
from townlet.engine.runfile import fork as fork_file
from townlet.engine.simulation import days_meant, opened, settings_now
from townlet.server.live import Live
from townlet.server.minds.shown import memory_shown
from townlet.server.protocol.commands import Command
from townlet.server.protocol.requests import AnswerShown, Question
from townlet.server.stage import Stage
from townlet.study.interviews.asking import Interviewer, Moment

LATEST_MINUTES = 5
"""A command for a moment further back than this is one for the past."""

DAYS_FURTHER = 1.0
"""How much further a run goes that has come to its end, unless said otherwise."""


class Refused(Exception):
    """Something that cannot be done as things stand, told in one line; `fork`: it could be, in a fork of the run."""

    def __init__(self, why: str, *, fork: bool = False) -> None:
        super().__init__(why)
        self.fork = fork


async def order(stage: Stage, command: Command, at: int | None = None) -> int:
    """Carry out a command, or leave it for whoever owns the run; the step at which it takes effect. Raises Refused."""
    late = stage.watching.clock.steps(LATEST_MINUTES)
    if at is not None and at < stage.watching.until - late:
        raise Refused(
            "What has happened stays as it is; fork the run at this moment to change what follows.", fork=True
        )
    try:
        meant = command_from(command.model_dump(mode="json"))
        if stage.live and stage.live.running:
            return await stage.live.order(meant)
        if stage.mode == "following":
            await asyncio.to_thread(send, stage.watching.path, meant)
            return stage.watching.until
    except CommandRefused as error:
        raise Refused(str(error)) from None
    raise Refused("Nobody goes on with this run; resume it, or fork it, to take part.", fork=True)


async def resume(stage: Stage, days: float | None) -> None:
    """Go on with the run on stage, live. Raises Refused, RunFileError, ModelError."""
    async with stage.acting:
        if stage.mode != "replay":
            raise Refused("The run is going on already.")
        path, watching = stage.watching.path, stage.watching
        with opened(path) as reader:
            meant, lived = days_meant(reader, watching.town.days), watching.until / watching.clock.steps_a_day
        further = days if days is not None else max(meant, lived + DAYS_FURTHER if lived >= meant else meant)
        if further <= lived:
            raise Refused(f"The run has lived {lived:.4g} days already, and days count from its start; give more.")
        await _go_live(stage, path, further)


async def fork(stage: Stage, at: int) -> None:
    """Go on live with a copy of the run as it stood when a step began, in a new file beside it. Raises as `resume`."""
    async with stage.acting:
        source, watching = stage.watching.path, stage.watching
        if at > watching.until:
            raise Refused(f"Step {at} has not happened yet; the run has come to step {watching.until}.")
        destination = free_name(source, "fork")
        await asyncio.to_thread(fork_file, source, at, destination)
        days = max(watching.town.days, at / watching.clock.steps_a_day + DAYS_FURTHER)
        await _go_live(stage, destination, days)


def free_name(run: Path, what: str) -> Path:
    """A name for another run beside one, such as 'my-fork2.townlet'."""
    names = (run.with_name(f"{run.stem}-{what}{number}{run.suffix}") for number in count(1))
    return next(name for name in names if not name.exists())


async def _go_live(stage: Stage, path: Path, days: float) -> None:
    live = Live(lambda: stage.means.resume(path), days)
    await asyncio.to_thread(live.start)
    await stage.leave()
    stage.show(path, live)


async def ask(stage: Stage, question: Question, step: int) -> AnswerShown:
    """Interview somebody as they were when a step began. Nobody remembers it. Raises Refused, ModelError."""
    watching, name = stage.watching, question.person
    if name not in watching.past.joined:
        raise Refused(f"Nobody here is called {name[:100]!r}.")
    state = await asyncio.to_thread(watching.minds.state, name, step)
    if name not in state.world.bodies:
        raise Refused(f"{name} is not in the town at this moment.")
    with opened(watching.path) as reader:
        settings = settings_now(reader)
        async with stage.means.desk(reader) as desk:
            interviewer = Interviewer(Moment(step, lambda person: state), desk, settings.how)
            asked = await interviewer.exchange(name, question.question.strip(), asker=question.persona.strip())
    shown = [memory_shown(memory) for memory in asked.shown]
    told = {"person": name, "persona": question.persona, "question": question.question, "answer": asked.answer}
    return AnswerShown(**told, shown=shown, by=settings.model)
