"""A resident of anybody's world: one person who thinks as in a town, while the caller says what happens and when."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from townlet.cognition.persona import Persona
from townlet.cognition.profile import ECONOMICAL
from townlet.cognition.sanitisation import NAME_RULE, is_name, name_key, sanitised
from townlet.cognition.state import AgentState
from townlet.engine.build import BuiltResources, build_resources
from townlet.engine.commands import MAX_CHARACTERS, Speak
from townlet.engine.model_options import ModelOptions, replace_model, resolve_run_config
from townlet.engine.simulation import Simulation
from townlet.errors import BadInput
from townlet.evaluation.interviews.interview import AskedPerson, ask
from townlet.language.hashed import hashed_embedder
from townlet.language.model import ModelError
from townlet.language.secrets import redact
from townlet.memory.record import Memory, MemoryId
from townlet.residents.actions import Decision, GoOn, GoTo, Offered, ReplyLine, UseThing
from townlet.residents.world import ResidentPlan, read_resident
from townlet.runfile.config import RunConfig
from townlet.runfile.event_log import StepLog, event_of
from townlet.runfile.kept_settings import read_kept_settings
from townlet.runfile.view import RunView
from townlet.state.events import Embodied, Joined, MoveAsked, RunEvent, Shown
from townlet.town.defects import nearest
from townlet.world.actions import Do, Offer, Say
from townlet.world.address import Address
from townlet.world.events import Acted, Announced, Appeared, Departed, Halted, Said, StateChanged, TalkEnded
from townlet.world.state import IDLE, Body

LATEST_INTENT = "latest"
"""The key under which a memory stores the latest time that its host gave; its own clock may be a little ahead of it."""

AWAKE_MINUTES = 10
"""How long somebody lies awake who was woken up to be spoken to; our choice."""

DAY_MINUTES = 24 * 60

MOST_AT_ONCE = timedelta(days=60)
"""The longest time that may pass between two calls; our choice. Each step of it is lived, which takes a while."""

LATEST_TIME = datetime.max - MOST_AT_ONCE
"""Later than that there is no time for plans."""

Happening = Callable[[], Sequence[RunEvent]]


class Resident:
    """One person of ours in a world of yours: tell them what they notice, and ask what they do and say.

    Time is what you say, as naive datetimes that never run backwards. Everything is in the memory, a run file: all
    that `townlet` can do with a run it can do with it, except let its time pass. Close it after use, or use it as a
    context manager.
    """

    def __init__(
        self, plan: ResidentPlan, memory: Path, config: RunConfig, resources: BuiltResources, seed: int
    ) -> None:
        """Use `Resident.load`."""
        self._plan, self._config, self._resources, self._seed = plan, config, resources, seed
        self.name = plan.name
        """The resident's full name."""
        self.memory = memory
        """The run file."""
        self._simulation: Simulation | None = None
        self._options = ModelOptions()
        self._latest: datetime | None = None
        self._present: dict[str, None] = {}
        """The people who are there, for the checks of what is told while the resident thinks."""
        self._waiting: list[tuple[datetime, Happening]] = []
        """What was told before the memory was open, while the resident was thinking, or since a model failed."""
        self._thinking = asyncio.Lock()
        self._prepared = self._closed = False

    @classmethod
    def load(
        cls,
        file: Path | str,
        memory: Path | str,
        model: str | None = None,
        *,
        seed: int = 1,
        profile: str = ECONOMICAL.name,
        options: ModelOptions | None = None,
    ) -> Resident:
        """Return the resident of a file such as 'nell.toml', with their memory: a new run file, or one to go on with.

        `model` is named as for `townlet run`; without it, a memory goes on with its own. `seed` and `profile` are
        those of a new memory. Raises BadInput, TownError, RunFileError.
        """
        plan, memory = read_resident(Path(file)), Path(memory)
        options = replace(options or ModelOptions(), model=model or (options.model if options else None), ahead=False)
        if not memory.exists():
            config = resolve_run_config(options, profile)
            resident = cls(plan, memory, config, build_resources(config, seed, options), seed)
        else:
            view = RunView(memory)
            if view.header.town_digest != plan.town(view.header.start).digest:
                raise BadInput(
                    f"{memory} is the memory of somebody else than {file} describes; name another memory, or put the "
                    "file back as it was."
                )
            config = replace_model(view.config, options.model)
            with view.reader() as reader:
                resources = build_resources(config, view.header.seed, options, read_kept_settings(reader))
            resident = cls(plan, memory, config, resources, view.header.seed)
            resident._read(view)
            if hashed_embedder(config.embedder):
                resident._reopen()
        resident._options = options
        return resident

    @property
    def present(self) -> tuple[str, ...]:
        """The people who are with the resident."""
        return tuple(self._present)

    @property
    def now(self) -> datetime:
        """The latest time that was told. Raises BadInput before the first call with a time."""
        if self._latest is None:
            raise self._not_lived()
        return self._latest

    @property
    def memories(self) -> tuple[Memory, ...]:
        """Everything that the resident remembers, oldest first. Raises BadInput before the first call with a time."""
        return tuple(self._begun.engine.state.streams[self.name])

    @property
    def summary(self) -> str:
        """Who the resident is and what they are after, as a paragraph that stands in their prompts.

        It is empty until the first day is planned. Raises BadInput before the first call with a time.
        """
        return self._mind.summary

    @property
    def plan(self) -> tuple[str, ...]:
        """The rest of the resident's day as lines such as '07:30 kneading the dough'."""
        begun = self._begun
        hours = self._mind.plan.hours_ahead(begun.next_step)
        return tuple(f"{begun.engine.state.clock.at(item.start):%H:%M} {item.activity}" for item in hours)

    @property
    def plan_changes(self) -> tuple[str, ...]:
        """The reasons for which the resident has changed the plan of the day, oldest first."""
        return self._mind.plan.reasons

    def notice(self, text: str, at: datetime) -> None:
        """Tell the resident what they see or hear, as a sentence with full names. Raises BadInput.

        They perceive it, and remember it, at the next `decide` or `reply`.
        """
        words = _one_line(text, "notice")
        self._happen(at, lambda: (Announced(self._here, words, (self.name,)),))

    def meet(self, name: str, at: datetime, *, doing: str = "here", pronouns: str = "they") -> None:
        """Say that somebody is with the resident from now on, and what they are doing. Raises BadInput."""
        self._check_time(at)
        if name in self._present or name == self.name:
            raise BadInput(f"{name} is here already.")
        self._check_other(name)
        if pronouns not in ("she", "he", "they"):
            raise BadInput(f"The pronouns of {name} are {pronouns!r}; write she, he or they.")
        words = _one_line(doing, "doing")
        self._happen(at, lambda: self._arrival(name, words, pronouns))
        self._present[name] = None

    def part(self, name: str, at: datetime) -> None:
        """Say that somebody is no longer with the resident. Raises BadInput."""
        self._check_time(at)
        if name not in self._present:
            here = f"; there are {', '.join(self._present)}" if self._present else ", and nobody else is"
            raise BadInput(f"{name} is not here{here}.")
        self._happen(at, lambda: (*self._end_of_talk_of(name), Embodied(name, False), Departed(name)))
        del self._present[name]

    def change(self, thing: str, state: str, at: datetime) -> None:
        """Say that a thing is in a new state, as a phrase after 'is', such as 'burning'. Raises BadInput."""
        address, words = self._address(thing, things_alone=True), _one_line(state, "state")
        self._happen(at, lambda: (StateChanged(address, words),))

    async def decide(self, actions: Sequence[Offered | type[Say] | type[GoOn]], at: datetime) -> Decision:
        """Return what the resident does now: one of these actions, or `GoOn` to go on as before.

        `Say` alone offers to speak to anybody who is there. Raises BadInput for an action that is none or names what
        the resident's world does not have, and ModelError; ask the same again then.
        """
        if not isinstance(actions, list | tuple):
            raise BadInput(f"The actions {actions!r} are no list; give one, such as [GoTo('counter'), Say].")
        offers = [(action, offer) for action, offer in map(self._offer, actions) if offer]
        asked = tuple(offer for _, offer in offers)
        async with self._thinking:
            await self._be_at(at)
            log = await self._left_open(asked) or await self._think(asked)
            decision = self._decision(log, offers)
            self._catch_up()
            return decision

    async def reply(self, to: str, text: str, at: datetime, *, leave: bool = False) -> ReplyLine:
        """Return the resident's answer to somebody who speaks to them.

        Who was not met before is there for as long as the talk lasts, and a resident who sleeps is woken. `leave` says
        that the other takes leave with that line, so that at most one line follows. Raises BadInput, and ModelError;
        ask the same again then, and the line counts as said once.
        """
        words = _one_line(text, "text")
        if to == self.name:
            raise BadInput(f"{self.name} does not talk to themselves; `to` is the person who speaks to them.")
        self._check_other(to)
        async with self._thinking:
            await self._be_at(at)
            asked = (Offer(to=to),)
            log = await self._left_open(asked, (to, words))
            if log is None:
                begun = self._begun
                begun.repeat(self._turned_to(to))
                self._present[to] = None
                begun.order(Speak(to, self.name, words, leave))
                log = await self._think(asked)
            said = self._said(log)
            over = said is None or said.leave or any(isinstance(event, TalkEnded) for event in log.actions)
            why = self._mind.note.topic or f"{to} spoke to {self.name}"
            line = ReplyLine(said.text if said else "", to, over, why, self._shown(log))
            self._catch_up()
            return line

    async def ask(self, question: str, *, asker: str = "a visitor") -> AskedPerson:
        """Interview the resident about everything up to now; `.answer` is the answer. They do not remember it.

        Raises BadInput, ModelError.
        """
        words = _one_line(question, "question")
        async with self._thinking:
            await self._be_at(self.now)
            if not self._is_asked:
                self._catch_up()
                self._begun.pass_until(1)  # in the first step a person only appears
                self._begun.commit()
            options = replace(self._options, model=self._config.model)
            try:
                return await asyncio.to_thread(ask, self.memory, self.name, words, asker=asker, options=options)
            finally:
                if not self._is_asked:
                    self._catch_up()

    def close(self) -> str:
        """Write what waits, close the memory and return its state hash. Safe to call twice.

        The hash is empty if nothing has happened yet, or if a model failed and the resident was not asked again.
        """
        if self._closed:
            return ""
        self._closed = True
        if self._waiting and self._simulation is None:
            self._open_if_able()
        if self._simulation is None:
            if self._waiting:
                told = "%s was told %s things that are lost: the embedder has not been asked yet. Use `await aclose()`."
                logging.getLogger(__name__).warning(told, self.name, len(self._waiting))
            return ""
        try:
            if not self._is_asked:
                self._catch_up()
                return self._simulation.finish()
            # The question stays open in the file. What came after it is perceived together with it.
            while self._waiting:
                self._happens(self._waiting.pop(0)[1])
            return ""
        finally:
            self._simulation.close()

    async def aclose(self) -> str:
        """Do as `close`, and close the connections to models."""
        try:
            if self._waiting and not self._closed and self._simulation is None:
                with contextlib.suppress(ModelError):  # `close` says what is lost then, if anything.
                    await self._open()
            return self.close()
        finally:
            await self._resources.aclose()

    def __enter__(self) -> Resident:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    async def __aenter__(self) -> Resident:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.aclose()

    # Time

    def _check_time(self, at: datetime) -> None:
        """Check that the memory is open and that a time does not run backwards. Raises BadInput."""
        if self._closed:
            raise BadInput(f"{self.memory} is closed; load the resident again.")
        if not isinstance(at, datetime):
            raise BadInput(f"The time {at!r} is no datetime; give one, such as datetime(2030, 5, 6, 8).")
        if at.tzinfo is not None:
            raise BadInput(f"The time {at} has a time zone; give the time of your world without one.")
        if at > LATEST_TIME:
            raise BadInput(f"The time {at} is too near the end of the calendar; begin in an earlier year.")
        if self._latest and at < self._latest:
            raise BadInput(f"The time {at} is before {self._latest}, where {self.name} is already; go on from there.")
        if self._latest and at - self._latest > MOST_AT_ONCE:
            raise BadInput(
                f"The time {at} is {(at - self._latest).days:,} days after {self._latest}, where {self.name} is; at "
                f"most {MOST_AT_ONCE.days} days can pass at once. Go there in several calls of `notice`."
            )

    def _happen(self, at: datetime, happening: Happening) -> None:
        """Let something happen at a time: now, or when the resident has thought, if they are thinking."""
        self._check_time(at)
        self._latest = at
        self._waiting.append((at, happening))
        if self._simulation is None and not self._thinking.locked() and self._config.offline:
            self._open_if_able()
        if self._simulation and not self._thinking.locked() and not self._is_asked:
            self._catch_up()

    def _catch_up(self) -> None:
        """Let everything happen that was told, each at its time.

        If several calls have the same time, the memory's clock is a little ahead of it.
        """
        begun = self._begun
        while self._waiting:
            at, happening = self._waiting[0]
            begun.pass_until(begun.engine.state.clock.step_at(at))
            begun.note(LATEST_INTENT, at.isoformat())
            self._happens(happening)
            del self._waiting[0]

    def _happens(self, happening: Happening) -> None:
        if events := happening():
            self._begun.repeat(events)

    async def _be_at(self, at: datetime) -> None:
        """Open the memory, and have the time wait to pass after all that was told; nothing of it happens yet."""
        self._check_time(at)
        self._latest = at
        self._waiting.append((at, tuple))
        await self._open()

    async def _open(self) -> None:
        """Begin the memory or go on with it, if that has not been done. Raises ModelError."""
        if not self._prepared:
            await self._resources.prepare()
            self._prepared = True
        if self._simulation is None:
            self._begin_or_reopen()

    def _open_if_able(self) -> None:
        """Begin the memory or go on with it, if that takes no answer of an embedder."""
        if self._prepared or hashed_embedder(self._config.embedder):
            self._begin_or_reopen()

    def _begin_or_reopen(self) -> None:
        if self.memory.exists():
            self._reopen()
        else:
            town = self._plan.town(self._waiting[0][0].replace(microsecond=0))
            self._simulation = Simulation.start(
                town, self.memory, seed=self._seed, config=self._config, resources=self._resources
            )

    def _reopen(self) -> None:
        simulation = Simulation.reopen(self.memory, resources=self._resources)
        if self._config.model != RunView(self.memory).config.model:
            simulation.hand_over(self._config.model)
        self._simulation = simulation

    def _read(self, view: RunView) -> None:
        """Take up from a memory who is there and what time it is."""
        with view.reader() as reader:
            told = reader.intent(LATEST_INTENT)
            events = [event_of(row) for row in reader.events(kinds=(Embodied.__name__,))]
        self._latest = datetime.fromisoformat(told) if told else view.time(max(0, view.last))
        for event in events:
            assert isinstance(event, Embodied)
            if event.by_person:
                self._present[event.agent] = None
            else:
                self._present.pop(event.agent, None)

    # Thinking

    async def _left_open(self, asked: tuple[Offer, ...], line: tuple[str, str] | None = None) -> StepLog | None:
        """Return the answer to a question that a model failed to answer, if it is now asked again; else go on.

        If something else is asked now, the open question is answered all the same, before anything else happens.
        """
        if self._is_asked:
            again = self._begun.engine.state.asked.get(self.name) == asked and (
                line is None or line == self._last_line()
            )
            log = await self._step()
            if again:
                return log
        self._catch_up()
        self._see_off()
        return None

    async def _think(self, asked: tuple[Offer, ...]) -> StepLog:
        self._begun.repeat([MoveAsked(self.name, asked)])
        return await self._step()

    async def _step(self) -> StepLog:
        log = await self._begun.step()
        self._begun.commit()
        return log

    @property
    def _is_asked(self) -> bool:
        """Whether a question is open, because a model failed or the host was stopped before it was answered."""
        engine = self._begun.engine
        return engine.is_mid_step or self.name in engine.state.asked

    def _last_line(self) -> tuple[str, str] | None:
        """Return who spoke last in the resident's talk, and what they said."""
        talk = self._begun.engine.state.world.talks.get(self._body.talk)
        return (talk.lines[-1].speaker, talk.lines[-1].text) if talk else None

    @property
    def _begun(self) -> Simulation:
        if self._simulation is None:
            raise self._not_lived()
        return self._simulation

    def _not_lived(self) -> BadInput:
        return BadInput(f"{self.name} has not lived yet; say first what happens, with a time.")

    @property
    def _mind(self) -> AgentState:
        return self._begun.engine.state.agents[self.name]

    @property
    def _body(self) -> Body:
        return self._begun.engine.state.world.bodies[self.name]

    @property
    def _here(self) -> Address:
        state = self._begun.engine.state
        return state.terrain.doors.place_at(self._body.tile(self._begun.next_step)) or state.town.setting.root

    def _arrival(self, name: str, doing: str = "", pronouns: str = "they") -> Sequence[RunEvent]:
        begun = self._begun
        tile, here = self._body.tile(begun.next_step), self._here
        persona = Persona(name, 0, (), (), wakes=0, sleeps=0, bed=here, home=here, pronouns=pronouns)
        until = begun.next_step + begun.engine.state.clock.steps(DAY_MINUTES)
        acts = (Acted(name, (tile,), Do(doing, until)),) if doing else ()
        return (Joined(persona, visitor=True), Appeared(name, tile, pronouns), Embodied(name, True), *acts)

    def _turned_to(self, other: str) -> Sequence[RunEvent]:
        """Return what has to happen so that somebody can speak to the resident: they are near, awake and free."""
        begun = self._begun
        world, step = begun.engine.state.world, begun.next_step
        tile, talk = self._body.tile(step), world.talks.get(self._body.talk)
        events: list[RunEvent] = []
        if talk and other not in talk.participants:
            events.append(TalkEnded(talk.id, talk.participants))
        if self._body.asleep:
            awake = Do("lying awake", step + begun.engine.state.clock.steps(AWAKE_MINUTES), self._body.activity.at)
            events.append(Acted(self.name, (tile,), awake))
        if other not in world.bodies:
            events.extend(self._arrival(other))
        elif not begun.engine.state.terrain.in_earshot(tile, world.bodies[other].tile(step)):
            events.append(Halted(other, tile))
        return events

    def _see_off(self) -> None:
        """Let those go who only came to talk, when their talk is over."""
        world = self._begun.engine.state.world
        gone = [each for each in self._present if world.bodies[each].activity.doing == IDLE.doing]
        for name in gone:
            if not world.bodies[name].talk:
                self._begun.repeat((Embodied(name, False), Departed(name)))
                del self._present[name]

    def _end_of_talk_of(self, name: str) -> Sequence[RunEvent]:
        world = self._begun.engine.state.world
        talk = world.talks.get(world.bodies[name].talk)
        return (TalkEnded(talk.id, talk.participants),) if talk else ()

    # Names

    def _check_other(self, name: str) -> None:
        """Check the name of somebody else. Raises BadInput."""
        if not is_name(_text(name, "name")):
            raise BadInput(f"{sanitised(name)[:60]!r} is not a valid name; {NAME_RULE}.")
        met = self._simulation.engine.state.agents if self._simulation else ()
        for known in (self.name, *self._present, *met):
            if name != known and name_key(name) == name_key(known):
                raise BadInput(f"{name!r} is hard to tell from {known!r}; write it alike, or give another name.")

    def _offer(self, action: object) -> tuple[Offered, Offer | None]:
        """Return an action and what it offers; None for going on, which is always open. Raises BadInput."""
        if action is Say or action is GoOn:
            action = Say("") if action is Say else GoOn()
        match action:
            case GoTo(place) as go:
                return go, Offer(self._address(place))
            case UseThing(thing) as use:
                return use, Offer(self._address(thing, things_alone=True))
            case Say(to) as say:
                return say, Offer(to=to)
            case GoOn() as wait:
                return wait, None
            case _:
                raise BadInput(
                    f"{action!r} is no action; offer GoTo(place), UseThing(thing), Say, Say(person) or GoOn."
                )

    def _address(self, name: str, *, things_alone: bool = False) -> Address:
        """Return the address of a thing, or of a place, by its name or as 'place:thing'. Raises BadInput."""
        name = _text(name, "name of a place or thing").replace(": ", ":")
        found = self._addresses(name, things_alone)
        if len(found) == 1:
            return found[0]
        if found:
            raise BadInput(f"There are {len(found)} things called {name!r}; write {_short(found[0])!r}, for example.")
        places = self._plan.places
        known = [thing for things in places.values() for thing in things] + ([] if things_alone else [*places])
        what = "thing" if things_alone else "place or thing"
        raise BadInput(
            f"{self.name}'s world has no {what} {name!r}; there are {', '.join(known)}.{nearest(name, known)}"
        )

    def _addresses(self, name: str, things_alone: bool) -> list[Address]:
        root, places = Address((self._plan.world,)), self._plan.places
        if name in places and not things_alone:
            return [root / name / name]
        things = [root / place / place / thing for place, things in places.items() for thing in things]
        return [thing for thing in things if name in (thing.name, _short(thing))]

    # Answers

    def _decision(self, log: StepLog, offers: Sequence[tuple[Offered, Offer]]) -> Decision:
        activity, clock = self._body.activity, self._begun.engine.state.clock
        said = self._said(log)
        if said:
            why = self._mind.note.topic or f"{said.to} is there"
            soon = clock.at(log.step + 1)
            return Decision(Say(said.to, said.text), f"talking with {said.to}", why, soon, self._shown(log))
        fitting = [action for action, offer in offers if offer.at and offer.at == activity.at]
        action: Offered = next(
            (each for each in fitting if isinstance(each, UseThing)), fitting[0] if fitting else GoOn()
        )
        rests_on = log.recalls.get(self.name) or self._mind.plan.kept
        why = activity.why or "it is part of the plan for the day"
        return Decision(action, activity.doing, why, clock.at(activity.until), self._memories(rests_on))

    def _said(self, log: StepLog) -> Said | None:
        return next((each for each in log.actions if isinstance(each, Said) and each.speaker == self.name), None)

    def _shown(self, log: StepLog) -> tuple[Memory, ...]:
        shown = next((each.memories for each in log.minds if isinstance(each, Shown)), ())
        return self._memories(shown)

    def _memories(self, ids: Sequence[MemoryId]) -> tuple[Memory, ...]:
        stream = self._begun.engine.state.streams[self.name]
        return tuple(stream.get(each) for each in ids if each in stream)


def _short(thing: Address) -> str:
    """Return a thing as 'place:thing'."""
    return f"{thing.sector}:{thing.name}"


def _text(value: object, field: str) -> str:
    """Return a text. Raises BadInput if it is none."""
    if not isinstance(value, str):
        raise BadInput(f"The {field} {value!r} is no text; write it in quotes.")
    return value


def _one_line(text: str, field: str) -> str:
    """Return a text on one line without secrets. Raises BadInput if it is empty or too long."""
    words, most = redact(sanitised(_text(text, field))), MAX_CHARACTERS.get(field, MAX_CHARACTERS["text"])
    if not words:
        raise BadInput(f"The {field} is empty; give some words.")
    if len(words) > most:
        raise BadInput(f"The {field} has {len(words):,} characters; it may have {most:,}. Shorten it.")
    return words
