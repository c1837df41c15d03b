"""The answer of a study: its comparisons as text, page, figures and tables, and the files that hold them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from townlet.files import refuse_full_folder
from townlet.measures.extras import import_extra
from townlet.measures.table import Table
from townlet.runfile import Json, as_data
from townlet.runfile.study_files import write_atomically
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.figures import StudyFigure, draw_figures
from townlet.studies.page import REPLAYS, render_side_by_side, render_study_page, replay_file, side_by_side_file
from townlet.studies.partings import WorldParting, describe_parting, find_partings, partings_table
from townlet.studies.plan import StudyPlan
from townlet.studies.record import (
    DEVIATIONS,
    FROZEN,
    citation_of,
    describe_registration,
    methods_paragraph,
    write_manifest,
)
from townlet.studies.study import StudySpec
from townlet.studies.supplement import croissant_of, odd_description
from townlet.studies.tables import StudyResults, has_parquet, write_tables
from townlet.studies.validity import validity_card
from townlet.studies.worker import REPLIES, run_path

KEPT = (REPLIES, "answers", FROZEN, DEVIATIONS)
"""What an export takes over from a study's folder, and a reproduction puts there again."""

PAIRS_PRINTED = 6
"""Of how many pairs it is printed where they part; the table has all of them."""


@dataclass(frozen=True)
class AnalysedStudy:
    """A study with everything that its analysis says."""

    results: StudyResults
    analysis: StudyAnalysis
    partings: list[WorldParting]
    text: str
    page: str
    """As one HTML file."""
    figures: tuple[StudyFigure, ...]
    data: dict[str, Json]
    """As JSON data."""
    tables: tuple[Table, ...]

    @property
    def study(self) -> StudySpec:
        return self.results.study

    def write(self, folder: Path | None = None) -> list[Path]:
        """Write tables, page, figures and manifest into a folder, by default the study's. Return their paths.

        Raises OSError.
        """
        folder = folder or self.study.folder
        written = write_tables(self.tables, folder, has_parquet())
        files = {"report.html": self.page.encode()}
        for figure in self.figures:
            files |= {f"{figure.name}.svg": figure.svg, f"{figure.name}.pdf": figure.pdf}
        for name, content in files.items():
            write_atomically(folder / name, [content])
        return [*written, *(folder / name for name in files), write_manifest(self.results, folder)]

    def export(self, out: Path | str, write_replay: Callable[[Path, Path], object] | None = None) -> list[str]:
        """Write what a reader needs to check the study into a new or empty folder. Return the files within it.

        `write_replay`, such as `townlet.export_page`, writes a run file as a web page; it is used for the two worlds of
        each pair of the primary comparison, which a page shows side by side. Raises BadInput, RunFileError, OSError.
        """
        out = Path(out)
        refuse_full_folder(out)
        written = self.write(out)
        texts = {
            self.study.path.name: self.study.path.read_bytes(),
            "analysis.txt": self.text.encode(),
            "analysis.json": json.dumps(self.data, ensure_ascii=False, indent=1).encode() + b"\n",
            "methods.txt": f"{self.data['methods']}\n".encode(),
            "CITATION.cff": citation_of(self.results).encode(),
            "ODD.md": odd_description(self.results).encode(),
            "croissant.json": croissant_of(self.results, self.tables).encode(),
        }
        for name, content in texts.items():
            write_atomically(out / name, [content])
        self._copy_what_it_rests_on(out)
        if write_replay:
            written += self._write_replays(out, write_replay)
        return sorted([str(path.relative_to(out)) for path in written] + list(texts))

    def _copy_what_it_rests_on(self, out: Path) -> None:
        """Copy what another machine needs to live the study again: recorded replies and answers, and its town."""
        for name in KEPT:
            kept = self.study.folder / name
            if kept.is_dir() and any(kept.iterdir()):
                shutil.copytree(kept, out / name)
            elif kept.is_file():
                shutil.copy(kept, out / name)
        town = Path(self.study.town_folder)
        if town.is_dir():
            for name, content in self.study.town.files.items():
                path = out / town.name / name
                path.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(path, [content])

    def _write_replays(self, out: Path, write_replay: Callable[[Path, Path], object]) -> list[Path]:
        """Write each pair as a page with the replays of its two worlds."""
        folder = out / REPLAYS
        folder.mkdir()
        worlds = dict.fromkeys(each.cell.segment for pair in self.partings for each in pair.cells)
        for world in worlds:
            write_replay(run_path(self.study.folder, world), out / replay_file(world))
        pages = []
        for pair in self.partings:
            page = out / side_by_side_file(self.analysis, pair)
            content = render_side_by_side(self.analysis, pair)
            write_atomically(page, [content.encode()])
            pages.append(page)
        report = render_study_page(self.analysis, self.partings, self.figures, with_replays=True)
        write_atomically(out / "report.html", [report.encode()])
        return [*pages, *(out / replay_file(world) for world in worlds)]


def analyse_study(plan: StudyPlan) -> AnalysedStudy:
    """Analyse a study as far as it is lived. Raises StudyError, MissingExtra."""
    import_extra("scipy.stats", "The analysis of a study")
    results = StudyResults(plan)
    analysis = StudyAnalysis(results)
    partings = find_partings(results, results.study.primary) if results.study.primary else []
    parted = partings_table(results, partings)
    told = [line for each in partings[:PAIRS_PRINTED] for line in describe_parting(results, each)]
    registration = [*describe_registration(results.study)]
    parts = [analysis.as_text(), *(["WHERE WORLDS PART\n" + "\n".join(told) + "\n"] if told else [])]
    card = validity_card(analysis)
    written = "\n".join(
        [
            *parts,
            "VALIDITY",
            *(f"  {check}" for check in card),
            "",
            "REGISTRATION",
            *(f"  {line}" for line in registration),
            "",
        ]
    )
    data: dict[str, Json] = {
        **analysis.as_json(),
        "partings": parted.as_json(),
        "validity": as_data(card),
        "registration": list(registration),
        "methods": methods_paragraph(results),
    }
    figures = draw_figures(analysis)
    page = render_study_page(analysis, partings, figures)
    return AnalysedStudy(
        results, analysis, partings, written, page, figures, data, (*results.tables(), *analysis.tables(), parted)
    )
