"""`townlet rate score`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from townlet.cli.options import JsonOption
from townlet.cli.output import format_days, print_result

if TYPE_CHECKING:
    from collections.abc import Mapping

    from townlet.runfile import Json


def rate_score_command(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A rankings file, or the run file whose rankings are scored.")
    ],
    seed: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random seed for shuffling the rankings and for the bootstrap.")
    ] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write all figures to this JSON file.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Compute from the rankings how believable each condition is.

    The figures say whether the conditions differ, and by how much. They are TrueSkill ratings, mean ranks, the
    Kruskal-Wallis test with Dunn's test, the Friedman test with Nemenyi's test, effect sizes and 95 % intervals. People
    and models are scored separately, and their agreement is measured. Raters who failed an attention check are left
    out. See docs/ranking-statistics.md for each figure.

    Examples:

      townlet rate score my.townlet

      townlet rate score rankings.jsonl --json
    """
    from townlet.cli.terminal.scores import print_scores
    from townlet.evaluation.ranking.score import score
    from townlet.runfile.study_files import refuse_overwriting

    if out:
        refuse_overwriting(out, file, force=True)
    found = score(file, seed)
    if out:
        found.write(out)
    subject = _describe_subject(found.manifest) if found.manifest else ""
    print_result(found.as_json(), as_json, lambda: print_scores(found.scored, subject))


def _describe_subject(manifest: Mapping[str, Json]) -> str:
    days = format_days(float(str(manifest["game_days"])))
    return "{town}, seed {seed}, {days}. {note}".format(**manifest, days=days)
