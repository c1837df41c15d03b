"""`townlet rate serve`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from townlet.cli.hosting import InterruptibleServer, ServingOptions, open_browser, open_socket
from townlet.cli.options import JsonOption, NoOpenOption, RunFileArgument
from townlet.cli.output import format_count, print_json
from townlet.errors import BadInput
from townlet.evaluation.interviews.conditions import PEOPLE_CONDITION
from townlet.evaluation.rating.links import links_path
from townlet.evaluation.rating.plan import lock_rating_study
from townlet.evaluation.rating.setup import RatingRequest
from townlet.server.access import AccessPolicy, is_loopback
from townlet.server.rating.app import create_rating_app
from townlet.server.rating.opening import open_rating_service, write_study_links
from townlet.server.rating.service import RatingService


def describe_study(service: RatingService, preview: str, serving: ServingOptions, public: str) -> Iterator[str]:
    """Yield lines about the study: what is rated, how far it is, where the links are, and how to preview the page."""
    plan = service.plan
    yield from _describe_rated(service)
    holders = format_count(plan.raters, "rater") + (
        f" and {format_count(len(plan.authors), 'author')}" if plan.authors else ""
    )
    if standings := service.standings():
        yield f"Raters so far: {', '.join(f'{number} {each.value}' for each, number in standings.items())}."
    if any(not each.keeps_turn for each in standings):
        idle = format_count(plan.idle, "hour")
        yield f"The next raters take over the assignments of those who failed a check or did nothing for {idle}."
    yield f"Links for {holders}, with completion codes: {links_path(service.run)}"
    if not is_loopback(serving.host) and not public:
        yield "The links work only on this machine. With --address, give the URL at which others reach the server."
    yield f"To see what raters see, open {preview} (nothing that you do there counts). Press Ctrl-C to stop."


def _describe_rated(service: RatingService) -> Iterator[str]:
    plan, answers = service.plan, service.answers
    items = [item for items in answers.people.values() for item in items]
    people = format_count(len(plan.people), "person", "people")
    each = format_count(plan.per * len({item.category for item in items}), "question")
    yield f"Rated: answers of {people}, {each} per rater, under the conditions {', '.join(plan.conditions)}."
    if same := sum(len(set(item.answers.values())) < len(plan.conditions) for item in items):
        yield (
            f"In {same} of {len(items)} questions (counted per person), the answers under two or more conditions are "
            "identical, so no rater can tell them apart."
        )
    if answers.written_for and PEOPLE_CONDITION not in plan.conditions:
        yield (
            f"Human answers exist for {', '.join(answers.written_for)} only, so they are left out. To include them, "
            "limit the study to these people with --person."
        )


def parse_public_address(given: str) -> str:
    """Return the public address as a URL without a path; '' for none. Raises BadInput."""
    if not given:
        return ""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise BadInput(f"--address {given!r} is not the URL of a server. Write it as https://study.example")
    return f"{parts.scheme}://{parts.netloc}"


def serve_rating(
    run: Path, battery: str, request: RatingRequest, consent: Path | None, serving: ServingOptions, public: str
) -> None:
    """Serve the study until Ctrl-C. Raises BadInput, RunFileError."""
    with lock_rating_study(run):
        session, service = open_rating_service(run, battery, request, consent)
        listening = open_socket(serving.host, serving.port)
        policy = AccessPolicy(serving.host, listening.getsockname()[1], per_person_links=True, public_address=public)
        base = public or policy.address.rstrip("/")
        _announce(service, write_study_links(service, base), serving, public)
        InterruptibleServer(create_rating_app(session, service, policy), session).serve_until_interrupted(listening)


def _announce(service: RatingService, preview: str, serving: ServingOptions, public: str) -> None:
    plan, file = service.plan, str(links_path(service.run))
    if serving.as_json:
        what = {"run": str(service.run), "links": file, "preview": preview, "raters": plan.raters}
        come = {each.name.lower(): number for each, number in service.standings().items()}
        who = {"authors": len(plan.authors), "people": plan.people, "come": come}
        print_json({**what, **who, "conditions": plan.conditions})
    else:
        for line in describe_study(service, preview, serving, public):
            typer.echo(line)
    if serving.open_browser:
        open_browser(preview)


DEFAULT_RATING_PORT = 8010
"""A fixed port, because the links contain it."""


RatersOption = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="How many links to create for raters. By default 100.")
]
AuthorsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--author",
        metavar="NAME",
        help="Add a link for an author, who writes answers in place of the resident NAME. Repeat the option for more.",
    ),
]
RatedPeopleOption = Annotated[
    list[str] | None,
    typer.Option("--person", metavar="NAME", help="A person whose answers to rate. Repeat the option for more."),
]
PerOption = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="How many questions of each category a rater sees. By default 1."),
]
IdleOption = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="HOURS",
        help="Hours without an answer after which a rater's assignment goes to the next rater. By default 24.",
    ),
]
RatedBatteryOption = Annotated[
    str, typer.Option(metavar="B", help="The battery whose answers are rated: 'park2023', or your TOML file.")
]
RatedModelOption = Annotated[
    str, typer.Option(metavar="M", help="The model whose answers are rated, if several models have answered.")
]
RatingSeedOption = Annotated[
    int | None, typer.Option(metavar="N", help="Random seed of the study. By default, the run's seed.")
]
ConsentOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The consent text to show, instead of the built-in one.")
]
RatingPortOption = Annotated[
    int, typer.Option(min=0, max=65535, metavar="N", help="The port to listen on; 0 for any free port.")
]
RatingHostOption = Annotated[str, typer.Option(metavar="H", help="The address to listen on.")]
AddressOption = Annotated[
    str,
    typer.Option(metavar="URL", help="The public URL of the server, if raters reach it through a tunnel or a proxy."),
]


def rate_serve_command(  # noqa: PLR0913 - as many as the command has options
    run: RunFileArgument,
    raters: RatersOption = None,
    authors: AuthorsOption = None,
    people: RatedPeopleOption = None,
    per: PerOption = None,
    idle: IdleOption = None,
    battery: RatedBatteryOption = "park2023",
    model: RatedModelOption = "",
    seed: RatingSeedOption = None,
    consent: ConsentOption = None,
    port: RatingPortOption = DEFAULT_RATING_PORT,
    host: RatingHostOption = "127.0.0.1",
    address: AddressOption = "",
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
    request = RatingRequest(raters, tuple(authors or ()), tuple(people or ()), model, per, idle, seed)
    serving = ServingOptions(host, port, not no_open, as_json)
    serve_rating(run, battery, request, consent, serving, parse_public_address(address))
