"""`townlet calls`."""

from __future__ import annotations

from typing import Annotated

import typer

from townlet.cli.options import AsJson, RunFile

Whose = Annotated[str, typer.Option("--person", metavar="P", help="Only calls that this person's mind made.")]
Kind = Annotated[str, typer.Option("--kind", metavar="PROMPT", help="Only one kind of prompt, such as 'converse'.")]
Failed = Annotated[bool, typer.Option("--failed", help="Only what failed, did not fit, or was stood in for.")]
AtTime = Annotated[str, typer.Option("--at", metavar="TIME", help="Only calls of the game minute that begins then.")]
Full = Annotated[bool, typer.Option("--full", help="Print every prompt and every answer whole.")]


def calls(
    run: RunFile,
    person: Whose = "",
    kind: Kind = "",
    failed: Failed = False,
    at: AtTime = "",
    full: Full = False,
    as_json: AsJson = False,
) -> None:
    """Read what was asked of the language model, and what it answered.

    A line a call: when, whose, what, how it ended, tokens asked+answered, price, seconds, model, answer.

    Examples:

      townlet calls my.townlet --person ann --kind converse

      townlet calls my.townlet --at "day 2 9:30" --full

      townlet calls my.townlet --failed
    """
    from townlet.cli.call_list import Wanted, print_calls

    print_calls(run, Wanted(person, kind, failed, at), full, as_json)
