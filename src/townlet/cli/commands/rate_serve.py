"""`townlet rate serve`."""

from __future__ import annotations

import threading
import webbrowser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from townlet.cli.errors import BadInput
from townlet.cli.hosting import InterruptibleServer, ServingOptions, make_server_resources, open_socket
from townlet.cli.lookup import find_person
from townlet.cli.options import JsonOption, NoOpenOption, RunFileArgument
from townlet.cli.output import format_count, print_json
from townlet.cli.resources import ResourceOptions
from townlet.cli.run_config import ModelOptions
from townlet.experiments.interviews.answers import read_answers_beside
from townlet.experiments.interviews.battery import load_battery
from townlet.experiments.interviews.conditions import PEOPLE_CONDITION
from townlet.experiments.ranking.sessions import rankings_path, read_matching_sessions
from townlet.experiments.rating.consent import read_consent_text
from townlet.experiments.rating.links import RaterLink, links_path, make_link_token, write_links
from townlet.experiments.rating.plan import PREVIEW_SEAT, SeatRole, journal_path, lock_rating_study, write_rating_plan
from townlet.experiments.rating.setup import RatingRequest, set_up_rating, settle_plan
from townlet.runfile.view import RunView
from townlet.server.access import AccessPolicy, is_loopback
from townlet.server.rating.app import LINK_PREFIX, create_rating_app
from townlet.server.rating.service import RatingService
from townlet.server.run_session import RunSession


def describe_study(service: RatingService, preview: str, place: ServingOptions, public: str) -> Iterator[str]:
    """What is rated and what to know of it, who has links, and where the page is to be seen; a line each."""
    plan = service.plan
    yield from _describe_rated(service)
    who = format_count(plan.raters, "rater") + (
        f" and {format_count(len(plan.authors), 'author')}" if plan.authors else ""
    )
    if standings := service.standings():
        yield f"Raters so far: {', '.join(f'{number} {each.value}' for each, number in standings.items())}."
    if any(not each.holds for each in standings):
        idle = format_count(plan.idle, "hour")
        yield f"Whoever comes next takes over from those who failed, or did nothing for {idle}."
    yield f"Links for {who}, with completion codes: {links_path(service.run)}"
    if not is_loopback(place.host) and not public:
        yield "The links name this machine; give the address by which others reach it with --address."
    yield f"To see what raters see, open {preview} (nothing done there counts). Ctrl-C ends the server."


def _describe_rated(service: RatingService) -> Iterator[str]:
    plan, answers = service.plan, service.answers
    items = [item for items in answers.people.values() for item in items]
    people = "1 person" if len(plan.people) == 1 else f"{len(plan.people)} people"
    each = format_count(plan.per * len({item.category for item in items}), "question")
    yield f"Rated: {people}, {each} by each rater, under the conditions {', '.join(plan.conditions)}."
    if same := sum(len(set(item.answers.values())) < len(plan.conditions) for item in items):
        yield (
            f"Of {len(items)} questions (each counted for each person), {same} have the very same answer under two "
            f"conditions or more; no rater can tell those apart."
        )
    if answers.written_for and PEOPLE_CONDITION not in plan.conditions:
        yield (
            f"People wrote answers for {', '.join(answers.written_for)} only, so these are left out; with --person you "
            f"can have only those rated who have them."
        )


def parse_public_address(given: str) -> str:
    """An address as browsers name it, without a path; empty for none. Raises BadInput."""
    if not given:
        return ""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise BadInput(f"--address {given!r} is no address of a server; write it as https://study.example")
    return f"{parts.scheme}://{parts.netloc}"


def open_rating_service(
    run: Path, battery: str, want: RatingRequest, consent: Path | None
) -> tuple[RunSession, RatingService]:
    """The replay and the study, set up and kept. Raises BadInput, RunFileError."""
    rows, asked = read_answers_beside(run), load_battery(battery)
    names = {row.person for row in rows}
    if names:
        people = tuple(find_person(name, names) for name in want.people)
        want = replace(want, people=people, authors=tuple(find_person(name, names) for name in want.authors))
    texts = _texts(consent)
    view = RunView(run)
    plan, answers = set_up_rating(run, view.header.id, view.header.seed, asked, rows, want)
    plan = settle_plan(plan, view)
    read_matching_sessions(rankings_path(run), plan.conditions, plan.interview)
    session = RunSession(run, make_server_resources(ModelOptions(), ResourceOptions()), end=plan.until)
    write_rating_plan(plan, run)
    journal_path(run, PREVIEW_SEAT.id).unlink(missing_ok=True)
    service = RatingService(run, plan, answers, rows, session.read_model.past, texts)
    service.store_finished_sessions()
    return session, service


def serve_rating(
    run: Path, battery: str, want: RatingRequest, consent: Path | None, place: ServingOptions, public: str
) -> None:
    """Let people come until Ctrl-C. Raises BadInput, RunFileError."""
    with lock_rating_study(run):
        session, service = open_rating_service(run, battery, want, consent)
        listening = open_socket(place.host, place.port)
        policy = AccessPolicy(place.host, listening.getsockname()[1], per_person_links=True, public_address=public)
        base = public or policy.address.rstrip("/")
        links = [_link(service, base, who) for who in (PREVIEW_SEAT.id, *(seat.id for seat in service.plan.seats()))]
        write_links(links, links_path(run))
        _announce(service, links[0].link, place, public)
        InterruptibleServer(create_rating_app(session, service, policy), session).stand(listening)


def _texts(consent: Path | None) -> dict[SeatRole, str]:
    """What raters and authors agree to. Raises BadInput."""
    if consent is None:
        return {"rater": read_consent_text("rater"), "author": read_consent_text("author")}
    try:
        text = consent.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadInput(f"{consent} is not text in UTF-8; save it as UTF-8.") from None
    if not text:
        raise BadInput(f"{consent} is empty; write what people are to agree to.")
    return {"rater": text, "author": text}


def _link(service: RatingService, base: str, who: str) -> RaterLink:
    token = make_link_token(service.secret, who)
    seat = service.links[token]
    role = "preview" if seat == PREVIEW_SEAT else seat.role
    return RaterLink(who, role, service.person(seat), f"{base}{LINK_PREFIX}{token}/", service.completion_code(seat))


def _announce(service: RatingService, preview: str, place: ServingOptions, public: str) -> None:
    plan, file = service.plan, str(links_path(service.run))
    if place.as_json:
        what = {"run": str(service.run), "links": file, "preview": preview, "raters": plan.raters}
        come = {each.name.lower(): number for each, number in service.standings().items()}
        who = {"authors": len(plan.authors), "people": plan.people, "come": come}
        print_json({**what, **who, "conditions": plan.conditions})
    else:
        for line in describe_study(service, preview, place, public):
            typer.echo(line)
    if place.open_browser:
        threading.Thread(target=webbrowser.open, args=(preview,), daemon=True).start()


DEFAULT_RATING_PORT = 8010
"""Always the same, since links name it."""


def rate_serve_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    raters: Annotated[
        int | None, typer.Option(min=0, metavar="N", help="How many links to create for raters. By default 100.")
    ] = None,
    authors: Annotated[
        list[str] | None,
        typer.Option(
            "--author",
            metavar="NAME",
            help="Add a link for an author, who writes answers in NAME's place. Repeat the option for more.",
        ),
    ] = None,
    people: Annotated[
        list[str] | None,
        typer.Option("--person", metavar="NAME", help="Whose answers to rate. Repeat the option for more people."),
    ] = None,
    per: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="How many questions of each category a rater sees. By default 1."),
    ] = None,
    idle: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="HOURS",
            help="Hours without an answer after which a rater's turn goes to the next rater. By default 24.",
        ),
    ] = None,
    battery: Annotated[
        str, typer.Option(metavar="B", help="The battery whose answers are rated: 'park2023', or your TOML file.")
    ] = "park2023",
    model: Annotated[
        str, typer.Option(metavar="M", help="The model whose answers are rated, if several models have answered.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Random seed of the study. By default, the run's seed.")
    ] = None,
    consent: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The consent text to show, instead of the built-in one.")
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen on; 0 for any free port.")
    ] = DEFAULT_RATING_PORT,
    host: Annotated[str, typer.Option(metavar="H", help="The address to listen on.")] = "127.0.0.1",
    address: Annotated[
        str,
        typer.Option(
            metavar="URL", help="The public URL of the server, if raters reach it through a tunnel or a proxy."
        ),
    ] = "",
    no_open: NoOpenOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let people rank answers blind in the browser.

    Each rater has their own link. First collect the answers with `townlet interview RUN --condition all`. The server
    writes links and completion codes to RUN.study/links.csv and finished rankings to RUN.study/rankings.jsonl. Links
    stay valid when the server is restarted, and raters continue where they were. Ctrl-C stops the server.

    Examples:

      townlet rate serve my.townlet --raters 20

      townlet rate serve my.townlet --author ann --author bo

      townlet rate serve my.townlet --address https://study.example
    """
    from townlet.cli.hosting import ServingOptions
    from townlet.experiments.rating.setup import RatingRequest

    want = RatingRequest(raters, tuple(authors or ()), tuple(people or ()), model, per, idle, seed)
    place = ServingOptions(host, port, not no_open, as_json)
    serve_rating(run, battery, want, consent, place, parse_public_address(address))
