"""Opening a rating study: its plan and its links are written, and its run is opened for replay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from townlet.errors import BadInput
from townlet.evaluation.interviews.answers import read_answers_beside
from townlet.evaluation.interviews.battery import load_battery
from townlet.evaluation.ranking.sessions import rankings_path, read_matching_sessions
from townlet.evaluation.rating.consent import read_consent_text
from townlet.evaluation.rating.links import RaterLink, links_path, make_link_token, write_links
from townlet.evaluation.rating.plan import PREVIEW_SEAT, SeatRole, journal_path, write_rating_plan
from townlet.evaluation.rating.setup import RatingRequest, set_up_rating, settle_plan
from townlet.files import read_text
from townlet.runfile.lookup import find_person
from townlet.runfile.view import RunView
from townlet.server.rating.app import LINK_PREFIX
from townlet.server.rating.service import RatingService
from townlet.server.run_session import RunSession


def open_rating_service(
    run: Path, battery: str, request: RatingRequest, consent: Path | None
) -> tuple[RunSession, RatingService]:
    """Set up the study, store its plan, and open the run for replay. Raises BadInput, RunFileError."""
    rows, asked = read_answers_beside(run), load_battery(battery)
    names = {row.person for row in rows}
    if names:
        people = tuple(find_person(name, names) for name in request.people)
        request = replace(request, people=people, authors=tuple(find_person(name, names) for name in request.authors))
    texts = _read_consent_texts(consent)
    view = RunView(run)
    plan, answers = set_up_rating(run, view.header.id, view.header.seed, asked, rows, request)
    plan = settle_plan(plan, view)
    read_matching_sessions(rankings_path(run), plan.conditions, plan.interview)
    session = RunSession(run, end=plan.until)
    write_rating_plan(plan, run)
    journal_path(run, PREVIEW_SEAT.id).unlink(missing_ok=True)
    service = RatingService(run, plan, answers, rows, session.read_model.past, texts)
    service.store_finished_sessions()
    return session, service


def _read_consent_texts(consent: Path | None) -> dict[SeatRole, str]:
    """Return the consent texts of raters and authors. Raises BadInput."""
    if consent is None:
        return {"rater": read_consent_text("rater"), "author": read_consent_text("author")}
    try:
        text = read_text(consent).strip()
    except UnicodeDecodeError:
        raise BadInput(f"{consent} is not encoded as UTF-8. Save it as UTF-8.") from None
    if not text:
        raise BadInput(f"{consent} is empty. Write the text that people agree to.")
    return {"rater": text, "author": text}


def write_study_links(service: RatingService, base: str) -> str:
    """Write everybody's link into the study's folder, as seen from `base`, and return the link for a preview."""
    everybody = (PREVIEW_SEAT.id, *(seat.id for seat in service.plan.seats()))
    links = [_make_link(service, base, who) for who in everybody]
    write_links(links, links_path(service.run))
    return links[0].link


def _make_link(service: RatingService, base: str, who: str) -> RaterLink:
    token = make_link_token(service.secret, who)
    seat = service.links[token]
    role = "preview" if seat == PREVIEW_SEAT else seat.role
    return RaterLink(who, role, service.person(seat), f"{base}{LINK_PREFIX}{token}/", service.completion_code(seat))
