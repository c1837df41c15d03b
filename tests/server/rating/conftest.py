"""A rating study of a short run, with made-up answers, and its server."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from evaluation.rating.made import BATTERY, QUESTIONS, rows
from townlet.engine.simulation import Simulation
from townlet.evaluation.interviews.answers import append_answers, interviews_path, read_answers
from townlet.evaluation.interviews.battery import Battery
from townlet.evaluation.rating.links import make_link_token
from townlet.evaluation.rating.plan import write_rating_plan
from townlet.evaluation.rating.setup import RatingRequest, set_up_rating, settle_plan
from townlet.runfile.files import open_reader
from townlet.runfile.view import RunView
from townlet.server.access import AccessPolicy
from townlet.server.rating.app import create_rating_app
from townlet.server.rating.service import RatingService
from townlet.server.run_session import RunSession
from townlet.town import load_town

PEOPLE = tuple(person.name for person in load_town("applegarth").people)


async def lived_on(run: Path) -> None:
    """Continue a run for some minutes."""
    with await Simulation.resume(run) as simulation:
        for _ in range(30):
            await simulation.step()
        simulation.finish()


Server = Callable[..., tuple[TestClient, RatingService]]


@pytest.fixture
def asked(run: Path, tmp_path: Path) -> Path:
    """A run with answers beside it."""
    own = Path(shutil.copy(run, tmp_path / "own.townlet"))
    with open_reader(own) as reader:
        append_answers(rows(PEOPLE, reader.header.id), interviews_path(own))
    return own


@pytest.fixture(scope="module")
def session(run: Path) -> RunSession:
    """The session of the run; copies of the run have the same content."""
    return RunSession(run)


@pytest.fixture
def start(asked: Path, session: RunSession) -> Iterator[Server]:
    """Return a function that starts the study's server, or restarts it; only files survive a restart.

    With `anew` the server reads the run again.
    """
    with ExitStack() as stack:

        def started(
            policy: AccessPolicy | None = None, anew: bool = False, **want: object
        ) -> tuple[TestClient, RatingService]:
            view = RunView(asked)
            battery = Battery(name=BATTERY, first=QUESTIONS[4])
            given, wanted = read_answers(interviews_path(asked)), RatingRequest(**{"raters": 4, **want})  # type: ignore[arg-type]
            plan, answers = set_up_rating(asked, view.header.id, view.header.seed, battery, given, wanted)
            plan = settle_plan(plan, view)
            write_rating_plan(plan, asked)
            texts = {"rater": "For raters.\n\nBe kind.", "author": "For authors."}
            shown = RunSession(asked, end=plan.until) if anew else session
            service = RatingService(asked, plan, answers, given, shown.read_model.past, texts)  # type: ignore[arg-type]
            service.store_finished_sessions()
            app = create_rating_app(shown, service, policy or AccessPolicy(port=80, per_person_links=True))
            return stack.enter_context(TestClient(app, base_url="http://localhost")), service

        yield started


def link(service: RatingService, who: str) -> str:
    """Return the path of a rater's link, with its slash."""
    return f"/r/{make_link_token(service.secret, who)}/"
