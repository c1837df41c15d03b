"""`townlet rate authors`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import format_count, print_json
from townlet.errors import BadInput, quote_for_shell

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
    from townlet.evaluation.rating.authors import accept_author, list_authors, refuse_author

    authors = list_authors(run)
    if accept and refuse:
        raise BadInput("Give either --accept or --refuse, for one author at a time.")
    if accept:
        author, new = accept_author(run, accept)
        answers = f"{format_count(new, 'answer')} for {author.person}"
        typer.echo(f"{author.seat.id} is accepted: {answers}, as condition 'people'.")
    elif refuse:
        author = refuse_author(run, refuse)
        again = f"townlet rate serve {quote_for_shell(str(run))} --author {quote_for_shell(author.person)}"
        typer.echo(f"{author.seat.id} is refused. Create a link for another author with: {again}")
    elif as_json:
        print_json([author.as_json() for author in authors])
    else:
        for author in authors:
            _print_author(author)


def _print_author(author: AnswerAuthor) -> None:
    typer.echo(f"{author.seat.id}  {author.person}: {author.status}")
    if author.first:
        asked, text = author.first
        typer.echo(f"     {asked}\n     {text}")
