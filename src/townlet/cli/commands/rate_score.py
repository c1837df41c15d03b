"""`townlet rate score`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from townlet.cli.options import JsonOption
from townlet.cli.output import format_days, print_result, refuse_overwriting

if TYPE_CHECKING:
    from collections.abc import Mapping

    from townlet.evaluation.ranking.scores import ScoredRankings
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
    import json

    from townlet.cli.terminal.scores import print_scores
    from townlet.evaluation.ranking.ranks import TooFewRankings
    from townlet.evaluation.ranking.scores import score_sessions, scores_as_json
    from townlet.evaluation.ranking.sessions import find_rankings_file, read_sessions
    from townlet.runfile.study_files import StudyError, write_atomically

    if out:
        refuse_overwriting(out, file, force=True)
    rankings, run = find_rankings_file(file)
    try:
        scored = score_sessions(read_sessions(rankings), seed)
    except TooFewRankings as few:
        raise StudyError(f"{rankings}: {few}. Collect rankings with `townlet rate serve` first.") from None
    manifest = _build_manifest(run, scored) if run else None
    note = str(manifest["note"]) if manifest else ""
    result: dict[str, Any] = {**scores_as_json(scored), "manifest": manifest, "note": note}
    if out:
        write_atomically(out, [json.dumps(result, indent=1), "\n"])
    print_result(result, as_json, lambda: print_scores(scored, _describe_subject(manifest) if manifest else ""))


def _build_manifest(run: Path, scored: ScoredRankings) -> dict[str, Json]:
    """Return the manifest of the ranked answers, with the prompts of the models that judged them."""
    from townlet.evaluation.interviews.answers import build_answers_manifest
    from townlet.runfile.view import RunView

    judged: dict[str, Json] = {group.model: list(group.prompts) for group in scored.models}
    view = RunView(run)
    if len(scored.interviews) == 1:
        [interview] = scored.interviews
        manifest = build_answers_manifest(view, interview.step, interview.model)
    else:
        manifest = view.manifest.as_json()
    return {**manifest, "judged_with": judged}


def _describe_subject(manifest: Mapping[str, Json]) -> str:
    days = format_days(float(str(manifest["game_days"])))
    return "{town}, seed {seed}, {days}. {note}".format(**manifest, days=days)
