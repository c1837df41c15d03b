"""Reports: all that a run shows, as one web page in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from townlet.engine.calls.usage import UsageTotals
from townlet.engine.model_options import ModelOptions
from townlet.evaluation.survey import collect_emergence
from townlet.measures.bill import read_bill
from townlet.measures.run_measures import compute_measures
from townlet.reporting.page.html import render_report
from townlet.reporting.page.studies import read_ablation_plot, read_believability
from townlet.reporting.page.subject import ReportSubject
from townlet.runfile.study_files import refuse_overwriting, write_atomically
from townlet.runfile.view import RunSource, open_view


@dataclass(frozen=True)
class WrittenPage:
    """A web page that was written to a file."""

    path: Path
    size: int
    """In bytes."""
    used: UsageTotals | None = None
    """What interviews for it used, if a language model answered them."""


def report(
    run: RunSource,
    out: Path | str | None = None,
    *,
    force: bool = False,
    interviews: bool | None = None,
    replay: str = "",
    options: ModelOptions | None = None,
) -> WrittenPage:
    """Write a report on a run: how news spread, who knows whom, who was where, and its figures beside the paper's.

    `out` is by default RUN.report.html; `force` overwrites it. `interviews` is as for `measure`. `replay` is the
    address of a replay of the run, as seen from the page: its talks and chapters then lead there. Raises BadInput,
    RunFileError, ModelError, OSError.
    """
    view = open_view(run)
    page = Path(out) if out else view.path.with_suffix(".report.html")
    refuse_overwriting(page, view.path, force)
    beside = read_believability(view.path, view.header.id), read_ablation_plot(view.path, view.header.id)
    emerged, session = collect_emergence(view, interviews, options)
    interviewed = session.settings.model if session else ""
    subject = ReportSubject(emerged, compute_measures(emerged), read_bill(view), interviewed, *beside)
    write_atomically(page, [render_report(subject, replay)])
    used = session.usage if session and not session.settings.offline else None
    return WrittenPage(page, page.stat().st_size, used)
