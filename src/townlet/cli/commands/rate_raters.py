"""`townlet rate raters`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from townlet.cli.errors import BadInput
from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import print_json

if TYPE_CHECKING:
    from townlet.evaluation.rating.journal import RatingSitting
    from townlet.evaluation.rating.plan import Seat


def rate_raters_command(run: RunFileArgument, as_json: JsonOption = False) -> None:
    """List the raters, their progress and their last activity.

    A rater's assignment becomes free again if the rater fails an attention check or is idle for too long
    (`townlet rate serve --idle`).

    Examples:

      townlet rate raters my.townlet
    """
    from datetime import UTC, datetime

    from townlet.evaluation.rating.journal import classify_rater, read_rater_sittings
    from townlet.evaluation.rating.plan import read_rating_plan

    plan = read_rating_plan(run)
    if plan is None:
        raise BadInput(f"{run} has no rating study. Set one up with `townlet rate serve {run}`.")
    now = datetime.now(UTC).isoformat()
    rows = [
        _row(seat, sitting, classify_rater(sitting, now, plan.idle).value)
        for seat, sitting in read_rater_sittings(run, plan).items()
    ]
    if as_json:
        print_json(rows)
        return
    for row in rows:
        at = f"{row['done']} of {row['of']} tasks, {row['latest']}"
        typer.echo(f"{row['id']}  {row['person']}: {row['standing']} ({at})")
    typer.echo(f"{len(rows)} of {plan.raters} links have been used.")


def _row(seat: Seat, sitting: RatingSitting, standing: str) -> dict[str, object]:
    began = sitting.began
    return {
        "id": seat.id,
        "person": began.person if began else "",
        "turn": began.turn if began else -1,
        "standing": standing,
        "done": len(sitting.completed),
        "of": len(began.tasks) if began else 0,
        "latest": sitting.last_active,
    }
