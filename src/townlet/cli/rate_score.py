"""`townlet rate score`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from townlet.cli.options import AsJson

if TYPE_CHECKING:
    from collections.abc import Mapping

    from townlet.engine.runfile import Json
    from townlet.study.ranking.scoring import Scored


def score(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A rankings file, or a run, whose rankings are then read.")
    ],
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Of the orders and resamples that are drawn.")] = 1,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Write all figures as JSON, too.")] = None,
    as_json: AsJson = False,
) -> None:
    """Score rankings: how believable the conditions are, whether they differ, and by how much.

    TrueSkill ratings, mean ranks, Kruskal-Wallis with Dunn's test, Friedman with Nemenyi's, effect sizes and 95 %
    intervals; people and models apart, and how far they agree. Raters who failed an attention check are left out.
    See docs/ranking-statistics.md for what each figure is.

    Examples:

      townlet rate score my.townlet

      townlet rate score rankings.jsonl --json
    """
    import json

    from townlet.cli.printing import print_json
    from townlet.study.defects import StudyFault
    from townlet.study.ranking.as_json import as_json as written
    from townlet.study.ranking.file import rankings_meant, read_sessions
    from townlet.study.ranking.rankings import TooFew
    from townlet.study.ranking.scoring import score as scored_by
    from townlet.study.whole import write_whole

    rankings, run = rankings_meant(file)
    try:
        scored = scored_by(read_sessions(rankings), seed)
    except TooFew as few:
        raise StudyFault(f"{rankings}: {few}; let somebody rank first (`townlet rate serve`).") from None
    manifest = _manifest(run, scored) if run else None
    note = str(manifest["note"]) if manifest else ""
    result: dict[str, Any] = {**written(scored), "manifest": manifest, "note": note}
    if out:
        write_whole(out, [json.dumps(result, indent=1), "\n"])
    if as_json:
        print_json(result)
    else:
        from townlet.cli.score_table import print_scores

        print_scores(scored, _told(manifest) if manifest else "")


def _manifest(run: Path, scored: Scored) -> dict[str, Json]:
    """What the answers that were ranked rest on, and by which prompts models judged them."""
    from townlet.engine.simulation import opened
    from townlet.study.interviews.resting import manifest_of_answers
    from townlet.study.manifest import manifest_of

    judged: dict[str, Json] = {group.model: list(group.prompts) for group in scored.models}
    with opened(run) as reader:
        if len(scored.interviews) == 1:
            [asked] = scored.interviews
            of = manifest_of_answers(reader, asked.step, asked.model)
        else:
            of = manifest_of(reader).as_json()
    return {**of, "judged_with": judged}


def _told(manifest: Mapping[str, Json]) -> str:
    return "{town}, seed {seed}, {game_days:g} game days. {note}".format_map(manifest)
