"""`townlet rate serve` behind its options: the study is set up, its links are written, and its server stands."""

from __future__ import annotations

import threading
import webbrowser
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import typer

from townlet.cli.choosing import Choice
from townlet.cli.failures import BadInput
from townlet.cli.listening import Server, listen_at
from townlet.cli.machinery import Means
from townlet.cli.people import find_person
from townlet.cli.printing import print_json
from townlet.cli.rate_told import told
from townlet.cli.serving import Place, computing
from townlet.engine.simulation import opened
from townlet.server.guard import Door
from townlet.server.rating.app import PREFIX, create_rating_app
from townlet.server.rating.room import Room
from townlet.server.stage import Stage
from townlet.study.interviews.battery import battery_named
from townlet.study.interviews.table import rows_beside
from townlet.study.ranking.file import rankings_path, sessions_before
from townlet.study.rating.alone import alone
from townlet.study.rating.codes import token_of
from townlet.study.rating.consent import consent_text
from townlet.study.rating.links import Link, links_path, write_links
from townlet.study.rating.plan import PREVIEW, Role, journal_path, write_plan
from townlet.study.rating.settling import settled
from townlet.study.rating.setup import Wanted, set_up


def public_address(given: str) -> str:
    """An address as browsers name it, without a path; empty for none. Raises BadInput."""
    if not given:
        return ""
    parts = urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise BadInput(f"--address {given!r} is no address of a server; write it as https://study.example")
    return f"{parts.scheme}://{parts.netloc}"


def stage_and_room(run: Path, battery: str, want: Wanted, consent: Path | None) -> tuple[Stage, Room]:
    """The replay and the study, set up and kept. Raises BadInput, RunFileError."""
    rows, asked = rows_beside(run), battery_named(battery)
    names = {row.person for row in rows}
    if names:
        people = tuple(find_person(name, names) for name in want.people)
        want = replace(want, people=people, authors=tuple(find_person(name, names) for name in want.authors))
    texts = _texts(consent)
    with opened(run) as reader:
        plan, answers = set_up(run, reader.header.id, reader.header.seed, asked, rows, want)
        plan = settled(plan, reader)
    sessions_before(rankings_path(run), plan.conditions, plan.interview)
    stage = Stage(run, computing(Choice(), Means()), end=plan.until)
    write_plan(plan, run)
    journal_path(run, PREVIEW.id).unlink(missing_ok=True)
    room = Room(run, plan, answers, rows, stage.watching.past, texts)
    room.catch_up()
    return stage, room


def serve_room(run: Path, battery: str, want: Wanted, consent: Path | None, place: Place, public: str) -> None:
    """Let people come until Ctrl-C. Raises BadInput, RunFileError."""
    with alone(run):
        stage, room = stage_and_room(run, battery, want, consent)
        listening = listen_at(place.host, place.port)
        door = Door(place.host, listening.getsockname()[1], personal=True, public=public)
        base = public or door.address.rstrip("/")
        links = [_link(room, base, who) for who in (PREVIEW.id, *(seat.id for seat in room.plan.seats()))]
        write_links(links, links_path(run))
        _announce(room, links[0].link, place, public)
        Server(create_rating_app(stage, room, door), stage).stand(listening)


def _texts(consent: Path | None) -> dict[Role, str]:
    """What raters and authors agree to. Raises BadInput."""
    if consent is None:
        return {"rater": consent_text("rater"), "author": consent_text("author")}
    try:
        text = consent.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadInput(f"{consent} is not text in UTF-8; save it as UTF-8.") from None
    if not text:
        raise BadInput(f"{consent} is empty; write what people are to agree to.")
    return {"rater": text, "author": text}


def _link(room: Room, base: str, who: str) -> Link:
    token = token_of(room.secret, who)
    seat = room.links[token]
    role = "preview" if seat == PREVIEW else seat.role
    return Link(who, role, room.person(seat), f"{base}{PREFIX}{token}/", room.code(seat))


def _announce(room: Room, preview: str, place: Place, public: str) -> None:
    plan, file = room.plan, str(links_path(room.run))
    if place.as_json:
        what = {"run": str(room.run), "links": file, "preview": preview, "raters": plan.raters}
        come = {each.name.lower(): number for each, number in room.standings().items()}
        who = {"authors": len(plan.authors), "people": plan.people, "come": come}
        print_json({**what, **who, "conditions": plan.conditions})
    else:
        for line in told(room, preview, place, public):
            typer.echo(line)
    if place.open_browser:
        threading.Thread(target=webbrowser.open, args=(preview,), daemon=True).start()
