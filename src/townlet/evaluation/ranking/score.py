"""Scores of a run's rankings, with the manifest of what was ranked."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from townlet.evaluation.interviews.answers import build_answers_manifest
from townlet.evaluation.ranking.ranks import TooFewRankings
from townlet.evaluation.ranking.scores import ScoredRankings, score_sessions, scores_as_json
from townlet.evaluation.ranking.sessions import find_rankings_file, read_sessions
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError, write_atomically
from townlet.runfile.view import RunSource, RunView, open_view


@dataclass(frozen=True)
class RankingReport:
    """The scores of all rankings in a file."""

    scored: ScoredRankings
    manifest: dict[str, Json] | None
    """The run and models that the rankings rest on; None if the run is not beside the file."""

    def as_json(self) -> dict[str, Json]:
        """Return all figures as JSON data."""
        note = str(self.manifest["note"]) if self.manifest else ""
        return {**scores_as_json(self.scored), "manifest": self.manifest, "note": note}

    def write(self, out: Path) -> None:
        """Write all figures to a JSON file. Raises OSError."""
        write_atomically(out, [json.dumps(self.as_json(), indent=1), "\n"])


def score(file: RunSource, seed: int = 1) -> RankingReport:
    """Compute how believable each condition is from the rankings of a run, or from those in a rankings file.

    `seed` is that of the shuffling and of the bootstrap. Raises StudyError if there are too few rankings, RunFileError,
    MissingExtra, OSError.
    """
    rankings, run = find_rankings_file(Path(file) if isinstance(file, Path | str) else open_view(file).path)
    try:
        scored = score_sessions(read_sessions(rankings), seed)
    except TooFewRankings as few:
        raise StudyError(f"{rankings}: {few}. Collect rankings with `townlet rate serve` first.") from None
    return RankingReport(scored, _build_manifest(RunView(run), scored) if run else None)


def _build_manifest(view: RunView, scored: ScoredRankings) -> dict[str, Json]:
    """Return the manifest of the ranked answers, with the prompts of the models that judged them."""
    judged: dict[str, Json] = {group.model: list(group.prompts) for group in scored.models}
    if len(scored.interviews) == 1:
        [interview] = scored.interviews
        manifest = build_answers_manifest(view, interview.step, interview.model)
    else:
        manifest = view.manifest.as_json()
    return {**manifest, "judged_with": judged}
