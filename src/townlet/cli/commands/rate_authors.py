"""`townlet rate authors`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import format_count, print_json, quote_for_shell

if TYPE_CHECKING:
    from townlet.evaluation.rating.authors import AnswerAuthor


def rate_authors_command(
    run: RunFileArgument,
    accept: Annotated[
        str, typer.Option(metavar="ID", help="Accept the answers of the author with this id, such as a01.")
    ] = "",
    refuse: Annotated[str, typer.Option(metavar="ID", help="Refuse the author with this id.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List the authors of human answers, and accept or refuse them.

    An author is a person who writes answers in a resident's place. Each author answers one question first. As in the
    paper, that answer decides whether an author is accepted: it should be in whole sentences and in the person's voice.
    Accepted answers become the condition 'people' in RUN.study/interviews.jsonl.

    Examples:

      townlet rate authors my.townlet

      townlet rate authors my.townlet --accept a01
    """
    from townlet.evaluation.rating.authors import read_authors
    from townlet.evaluation.rating.plan import read_rating_plan

    plan = read_rating_plan(run)
    authors = read_authors(run, plan) if plan else []
    if not plan or not authors:
        raise BadInput(f"{run} has no authors. Create a link for one with `townlet rate serve {run} --author NAME`.")
    if accept and refuse:
        raise BadInput("Give either --accept or --refuse, for one author at a time.")
    if accept or refuse:
        _judge(run, _find_author(accept or refuse, authors), authors, accepted=bool(accept))
    elif as_json:
        print_json([_as_json(author) for author in authors])
    else:
        for author in authors:
            _print_author(author)


def _find_author(author_id: str, authors: list[AnswerAuthor]) -> AnswerAuthor:

    for author in authors:
        if author.seat.id == author_id:
            return author
    raise BadInput(
        f"There is no author {author_id!r}. The authors are {', '.join(author.seat.id for author in authors)}."
    )


def _judge(run: Path, author: AnswerAuthor, all_authors: list[AnswerAuthor], *, accepted: bool) -> None:
    from datetime import UTC, datetime

    from townlet.evaluation.interviews.answers import append_answers, interviews_path, read_answers_beside
    from townlet.evaluation.rating.authors import check_author_acceptable, judge_author, list_author_rows
    from townlet.evaluation.rating.plan import read_rating_plan

    plan, rows = read_rating_plan(run), read_answers_beside(run)
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    if not accepted or plan is None:
        judge_author(run, author, False, now)
        again = f"townlet rate serve {quote_for_shell(str(run))} --author {quote_for_shell(author.person)}"
        typer.echo(f"{author.seat.id} is refused. Create a link for another author with: {again}")
        return
    check_author_acceptable(author, all_authors)
    there = {row.key for row in rows}
    new = [row for row in list_author_rows(author, rows, plan) if row.key not in there]
    append_answers(new, interviews_path(run))
    judge_author(run, author, True, now)
    typer.echo(
        f"{author.seat.id} is accepted: {format_count(len(new), 'answer')} for {author.person}, as condition 'people'."
    )


def _print_author(author: AnswerAuthor) -> None:
    typer.echo(f"{author.seat.id}  {author.person}: {author.status}")
    if author.first:
        asked, text = author.first
        typer.echo(f"     {asked}\n     {text}")


def _as_json(author: AnswerAuthor) -> dict[str, object]:
    asked, text = author.first or ("", "")
    return {
        "id": author.seat.id,
        "person": author.person,
        "status": author.status,
        "first": asked,
        "answer": text,
    }
