"""The session of a server: the run that it shows, the process that computes it, and the connected viewers."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from importlib.metadata import version
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from townlet.engine.build import open_run_embedder
from townlet.engine.calls.usage import UsageTotals
from townlet.engine.model_options import ModelOptions
from townlet.engine.planned_run import plan_resumed_run
from townlet.engine.simulation import Simulation
from townlet.language.embedder import Embedder, EmbedderWrapper
from townlet.runfile import RunFileError, is_owned
from townlet.runfile.config import config_of
from townlet.server.broadcast import BroadcastHub, BroadcastSubscriber
from townlet.server.controls import Controls
from townlet.server.live_run import LiveRun, LiveRunEnding
from townlet.server.protocol.messages import (
    HelloMessage,
    PlaybackMessage,
    PlaybackState,
    SessionInfo,
    SpendingMessage,
    StepsMessage,
    StoppedMessage,
)
from townlet.server.read_model import RunReadModel
from townlet.server.timeline_markers import find_opening_step
from townlet.server.what_if import WhatIfs

SessionMode = Literal["live", "replay", "following"]


ALONE_SECONDS = 120.0
"""How long after its last viewer has gone a live run pauses. A page that is loaded again takes a few seconds."""
PAUSED_ALONE = (
    "Nobody watches any more, so the town is paused until somebody opens the page. With --keep-running it goes on."
)


_MAX_DAYS = 10_000.0
"""Game days; whoever asks for the run to go on decides how far."""


class MemoizingEmbedder(EmbedderWrapper):
    """A cache around an embedder: each text is embedded once, however often one searches. Implements `Embedder`."""

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    async def __call__(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if new := [text for text in dict.fromkeys(texts) if text not in self._known]:
            self._known.update(zip(new, await self.embedder(new), strict=True))
        return np.stack([self._known[text] for text in texts])


class RunSession:
    """The run that is shown, and its viewers. Use it from the server's event loop."""

    def __init__(
        self,
        path: Path,
        options: ModelOptions | None = None,
        live: LiveRun | None = None,
        end: int | None = None,
        address: str = "",
    ) -> None:
        """Show the run at `path`, which `live` computes; without `live` it is replayed or followed.

        `options` say which models answer questions and go on with the run; by default the run's own.
        `end`: ignore this step and all later ones. `address`: where the run's page is, from the server's root.
        Raises RunFileError.
        """
        self.options = options or ModelOptions()
        self.hub = BroadcastHub()
        self.controls = Controls()
        self.switching = asyncio.Lock()
        """Held while the run is being resumed."""
        self.loop: asyncio.AbstractEventLoop | None = None
        """The server's event loop, once it runs."""
        self.keep_running = False
        """Whether a live run goes on when its last viewer has gone."""
        self._paused_alone = False
        self._woken = asyncio.Event()
        self._polling = asyncio.Lock()
        self.read_model = RunReadModel(path, end)
        self.what_ifs = WhatIfs(path, self.options)
        self.address = address
        self.show(live)

    def show(self, live: LiveRun | None) -> None:
        """Show the run as `live` computes it from now on, and send every viewer a new hello. Raises RunFileError."""
        self.read_model.read_new_steps()
        self.live_run = live
        self.announced_until = self.read_model.next_step
        """All steps before this one have been sent to the viewers."""
        self._owned = live is None and is_owned(self.read_model.path)
        self._opening = (-1, 0)
        self._open = AsyncExitStack()
        self._embedder: MemoizingEmbedder | None = None
        self._published: tuple[SessionMode, PlaybackState | None, LiveRunEnding | None, UsageTotals] = (
            self.mode,
            None,
            None,
            UsageTotals(),
        )
        if live:
            live.changed = self.notify
        self.announce_session()

    @property
    def mode(self) -> SessionMode:
        """'live' if this server computes the run, 'following' if another process does, else 'replay'."""
        if self.live_run:
            return "live"
        return "following" if self._owned else "replay"

    def info(self, may_direct: bool = True) -> SessionInfo:
        """Return the description of the run for a client, as of the steps that the viewers have been sent."""
        read_model, settings = self.read_model, config_of(self.read_model.header)
        return SessionInfo(
            mode=self.mode,
            path=self.address,
            run=read_model.header.id,
            file=read_model.path.name,
            town=read_model.town.name,
            about=read_model.town.about,
            seed=read_model.header.seed,
            model=settings.model,
            offline=settings.offline,
            start=read_model.header.start.isoformat(),
            step_seconds=read_model.header.step_seconds,
            next_step=self.announced_until,
            opening=self._opening_step(),
            goal=self.live_run.goal if self.live_run else 0,
            can_command=self.mode != "replay",
            may_direct=may_direct,
            version=version("townlet"),
        )

    async def embedder(self) -> Embedder:
        """Return the embedder for searches in the run's memories; it is opened on first use. Raises ModelError."""
        if self._embedder is None:
            with self.read_model.view.reader() as reader:
                opened = await self._open.enter_async_context(open_run_embedder(reader, self.options.config))
                self._embedder = MemoizingEmbedder(opened)
        return self._embedder

    def unsubscribe(self, subscriber: BroadcastSubscriber) -> None:
        """Remove a viewer. A live run pauses a while after the last one has gone, so that nobody pays for nothing."""
        self.hub.unsubscribe(subscriber)
        if not self.hub and self.live_run and not self.keep_running:
            asyncio.get_running_loop().call_later(ALONE_SECONDS, self._pause_if_alone)

    def _pause_if_alone(self) -> None:
        live = self.live_run
        if not self.hub and live and live.running and live.playback.playing:
            self._paused_alone = True
            live.set_playback(playing=False, speed=None)
            logging.getLogger(__name__).warning(PAUSED_ALONE)

    async def resume(self, path: Path) -> Simulation:
        """Resume a run with this session's models. Raises BadInput, RunFileError, ModelError."""
        return await plan_resumed_run(path, _MAX_DAYS, self.options).begin()

    def subscribe(self, may_direct: bool = True) -> BroadcastSubscriber:
        """Add a viewer; their first messages are the hello and, if the live run has stopped, the reason.

        A run that was paused because nobody watched goes on.
        """
        if self._paused_alone and self.live_run and self.live_run.running:
            self.live_run.set_playback(playing=True, speed=None)
            # Whoever comes between the two changes may be greeted with the pause, so that the pace is told once more.
            mode, _, ending, spent = self._published
            self._published = (mode, None, ending, spent)
        self._paused_alone = False
        subscriber = self.hub.subscribe(may_direct)
        subscriber.send(self.hello_message(may_direct).model_dump_json())
        if self.live_run and self.live_run.ending:
            subscriber.send(_stopped_json(self.live_run.ending))
        return subscriber

    def hello_message(self, may_direct: bool = True) -> HelloMessage:
        """Return the first message of a connection."""
        return HelloMessage(session=self.info(may_direct), pace=self.live_run.playback if self.live_run else None)

    def announce_session(self) -> None:
        """Send every viewer a new hello message."""
        hello = {may_direct: self.hello_message(may_direct).model_dump_json() for may_direct in (True, False)}
        for viewer in self.hub:
            viewer.send(hello[viewer.may_direct])

    @property
    def can_resume(self) -> bool:
        """Whether this server computed the run and stopped before its end."""
        return self.live_run is not None and self.read_model.next_step < self.live_run.goal

    async def close(self) -> None:
        """Release the run: a live run and what is being tried stop after their current step, the embedder is closed."""
        await asyncio.to_thread(self.what_ifs.close)
        if self.live_run:
            await asyncio.to_thread(self._stop, self.live_run)
        await self._open.aclose()

    def _stop(self, live: LiveRun) -> None:
        """Stop a live run once nothing reads its file, so that the file can be merged.

        A poll that was cancelled goes on reading in its thread.
        """
        with self.read_model.without_reading():
            live.stop()

    async def wait_for_change(self, seconds: float) -> None:
        """Wait until something changes in the live run, at most `seconds`."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)
        self._woken.clear()

    async def poll(self) -> None:
        """Read what has changed in the run, and publish it to the viewers. Raises RunFileError."""
        async with self._polling:
            await self._poll()

    def note_controls(self) -> None:
        """Tell the live run whose viewers are there."""
        if self.live_run:
            self.live_run.attended = self.controls.attended()

    async def _poll(self) -> None:
        read_model = self.read_model
        self.note_controls()
        running = self.live_run is not None and self.live_run.running
        steps = await asyncio.to_thread(read_model.read_new_steps)
        owned = self.live_run is None and await asyncio.to_thread(is_owned, read_model.path)
        self._owned = owned
        if steps:
            self._publish_steps(steps)
        if self.live_run:
            self._publish_changes(self.live_run)
            # `running` was read before the new steps were, so none of the last steps can have been missed.
            self.live_run = self.live_run if running else None
        if self.mode != self._published[0]:
            self._published = (self.mode, *self._published[1:])
            self.announce_session()

    def _publish_steps(self, steps: StepsMessage) -> None:
        self.announced_until = steps.to_step
        if len(self.hub):
            self.hub.publish(steps.model_dump_json())

    def _publish_changes(self, live: LiveRun) -> None:
        """Publish what has changed in the playback state, the usage totals and the reason of an ending."""
        mode, pace, ending, spent = self._published
        tally = live.simulation.usage.total
        if live.playback != pace:
            pace = live.playback
            self.hub.publish(PlaybackMessage(pace=pace).model_dump_json())
        if tally.calls != spent.calls:
            spent = UsageTotals(tally.calls, tally.prompt_tokens, tally.answer_tokens, tally.usd)
            self.hub.publish(_spending(spent).model_dump_json())
        if live.ending != ending:
            ending = live.ending
            if ending:
                self.hub.publish(_stopped_json(ending))
        self._published = (mode, pace, ending, spent)

    def _opening_step(self) -> int:
        """Return the step at which a replay opens; cached until the run grows."""
        known, step = self._opening
        if not step and known != self.read_model.next_step:
            step = find_opening_step(self.read_model.past, self.read_model.markers)
            self._opening = (self.read_model.next_step, step)
        return step

    def notify(self) -> None:
        """Wake `wait_for_change`. May be called from any thread once the server runs."""
        if self.loop:
            with suppress(RuntimeError):
                # Raised if the loop has been closed meanwhile.
                self.loop.call_soon_threadsafe(self._woken.set)


def _stopped_json(ending: LiveRunEnding) -> str:
    return StoppedMessage(why=ending.why, paused=ending.paused).model_dump_json()


def _spending(tally: UsageTotals) -> SpendingMessage:
    return SpendingMessage(
        calls=tally.calls, input_tokens=tally.prompt_tokens, output_tokens=tally.answer_tokens, usd=round(tally.usd, 6)
    )


POLL_SECONDS = 0.2
"""The longest time between two polls of the run file."""
MIN_POLL_SECONDS = 0.12
"""The shortest time between two polls. Steps that come faster are sent together; nobody could see them apart."""


async def follow_run(session: RunSession) -> None:
    """Publish new steps and changes of mode until cancelled."""
    while True:
        try:
            await session.poll()
        except RunFileError as error:
            # The owner locks the file for a moment while it merges the write-ahead log.
            logging.getLogger(__name__).debug("Polling again: %s", error)
        await asyncio.sleep(MIN_POLL_SECONDS)
        await session.wait_for_change(POLL_SECONDS - MIN_POLL_SECONDS)


PRELOAD_DELAY_SECONDS = 3.0
"""Preloading starts after this delay, so that it does not slow down the first picture."""
PRELOAD_PAUSE_SECONDS = 0.1
"""The pause between two people, so that viewers' requests are not kept waiting."""
PRELOAD_MAX_PEOPLE = 60
"""In larger towns a mind is read only on demand: most are never looked at, and all of them take much memory."""


async def preload_minds(session: RunSession) -> None:
    """Read everybody's mind ahead of the first request, unless this server computes the run."""
    await asyncio.sleep(PRELOAD_DELAY_SECONDS)
    read_model = session.read_model
    people = [name for name, joined in read_model.past.joined.items() if not joined.visitor]
    if session.mode == "live" or len(people) > PRELOAD_MAX_PEOPLE:
        return
    for name in people:
        try:
            await asyncio.to_thread(read_model.minds.of, name)
        except RunFileError:
            return
        await asyncio.sleep(PRELOAD_PAUSE_SECONDS)
