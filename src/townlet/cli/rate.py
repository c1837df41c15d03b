"""`townlet rate`: its commands under one name."""

from __future__ import annotations

from collections.abc import Callable

import typer

from townlet.cli import rate_authors, rate_judge, rate_raters, rate_score, rate_serve

rate = typer.Typer(
    help="Have answers ranked by how believable they are: by people on a blind web page, or by a language model.",
    rich_markup_mode=None,
    no_args_is_help=True,
)


@rate.callback()
def _rate() -> None:
    """Have answers ranked by how believable they are: by people on a blind web page, or by a language model."""


_COMMANDS: dict[str, Callable[..., None]] = {
    "serve": rate_serve.serve,
    "raters": rate_raters.raters,
    "authors": rate_authors.authors,
    "judge": rate_judge.judge,
    "score": rate_score.score,
}

for _name, _command in _COMMANDS.items():
    rate.command(_name)(_command)
