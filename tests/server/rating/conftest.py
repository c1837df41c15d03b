"""A rating study of a short run, with made-up answers, and its server."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from study.rating.made import BATTERY, QUESTIONS, rows
from townlet.engine.simulation import Simulation, opened
from townlet.server.guard import Door
from townlet.server.rating.app import create_rating_app
from townlet.server.rating.room import Room
from townlet.server.stage import Stage
from townlet.study.interviews.battery import Battery
from townlet.study.interviews.table import append, interviews_path, read_rows
from townlet.study.rating.codes import token_of
from townlet.study.rating.plan import write_plan
from townlet.study.rating.settling import settled
from townlet.study.rating.setup import Wanted, set_up
from townlet.town import load

PEOPLE = tuple(person.name for person in load("applegarth").people)


async def lived_on(run: Path) -> None:
    """A run goes on for some minutes."""
    with await Simulation.resume(run) as simulation:
        for _ in range(30):
            await simulation.step()
        simulation.finish()


Server = Callable[..., tuple[TestClient, Room]]


@pytest.fixture
def asked(run: Path, tmp_path: Path) -> Path:
    """A run with answers beside it."""
    own = Path(shutil.copy(run, tmp_path / "own.townlet"))
    with opened(own) as reader:
        append(rows(PEOPLE, reader.header.id), interviews_path(own))
    return own


@pytest.fixture(scope="module")
def stage(run: Path) -> Stage:
    """The run as it is watched; its copies hold the same."""
    return Stage(run)


@pytest.fixture
def start(asked: Path, stage: Stage) -> Iterator[Server]:
    """Starts the study's server, or another when it was ended; nothing but files passes from one to the next.

    `anew` has it read the run as it is by then.
    """
    with ExitStack() as stack:

        def started(door: Door | None = None, anew: bool = False, **want: object) -> tuple[TestClient, Room]:
            with opened(asked) as reader:
                header = reader.header
                battery = Battery(name=BATTERY, first=QUESTIONS[4])
                given, wanted = read_rows(interviews_path(asked)), Wanted(**{"raters": 4, **want})  # type: ignore[arg-type]
                plan, answers = set_up(asked, header.id, header.seed, battery, given, wanted)
                plan = settled(plan, reader)
            write_plan(plan, asked)
            texts = {"rater": "For raters.\n\nBe kind.", "author": "For authors."}
            shown = Stage(asked, end=plan.until) if anew else stage
            room = Room(asked, plan, answers, given, shown.watching.past, texts)  # type: ignore[arg-type]
            room.catch_up()
            app = create_rating_app(shown, room, door or Door(port=80, personal=True))
            return stack.enter_context(TestClient(app, base_url="http://localhost")), room

        yield started


def link(room: Room, who: str) -> str:
    """The path of somebody's link, with its slash."""
    return f"/r/{token_of(room.secret, who)}/"
