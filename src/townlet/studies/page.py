"""The page of a study: one HTML file that answers its question and shows what the answer rests on."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import resources
from typing import Any

from townlet.reporting.page.html import render_page
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.claims import ComparedCells, in_words, signed
from townlet.studies.figures import StudyFigure, draw_figures
from townlet.studies.instruments import title_of
from townlet.studies.partings import NO_CHAIN, WorldParting, arm_names, pair_name
from townlet.studies.record import describe_registration, methods_paragraph
from townlet.studies.validity import ValidityCheck, validity_card

REPLAYS = "replays"
"""The folder beside the page, in an export, with the replays of its pairs."""
FIGURES_SHOWN = ("difference", "curve")
"""The kinds of figures of which the first is shown at once; the others open."""
UNCHECKED = {
    "minimal control": "whether its words ask for what is counted",
    "unawareness": "whether people guess that they are observed",
    "realism": "whether real people would do the same",
    "wording": "whether other words would do the same",
    "registration": "whether this comparison was chosen before its results were seen",
}
"""What a condition of the validity card that is not checked leaves open, in words."""


def render_study_page(
    analysis: StudyAnalysis,
    partings: Sequence[WorldParting],
    figures: Sequence[StudyFigure] | None = None,
    *,
    with_replays: bool = False,
) -> str:
    """Return the page as HTML that loads nothing from elsewhere. Raises StudyError, MissingExtra.

    `with_replays` is whether the files of `side_by_side_file` and of `replay_file` lie beside it: the page then leads
    to each moment of a pair in its world.
    """
    figures = draw_figures(analysis) if figures is None else figures
    pairs = [
        (each, side_by_side_file(analysis, each), [replay_file(world.cell.segment) for world in each.cells])
        if with_replays
        else (each, "", ["", ""])
        for each in sorted(partings, key=lambda each: not any(each.lines))
        if any(each.acts) or any(each.lines)
    ]
    titles = {name: title_of(outcome) for name, outcome in analysis.study.outcomes.items()}
    checks = _in_order(validity_card(analysis))
    variables: dict[str, Any] = {
        "analysis": analysis,
        "study": analysis.study,
        "done": len(analysis.results.lived),
        "cells": len(analysis.results.plan.cells),
        "notes": analysis.results.notes(),
        "instruments": [*analysis.instruments.table().rows],
        "titles": titles,
        "warnings": [*analysis.instruments.warnings()],
        "primary": [_sentence(each, titles) for each in analysis.comparisons if each.is_primary],
        "secondary": [
            (f"{in_words(each.contrast)} on {titles[each.contrast.outcome]}", each)
            for each in analysis.comparisons
            if not each.is_primary
        ],
        "figures": _shown_first([(figure, _data_url(figure.svg)) for figure in figures]),
        "wordings": [(text, found.estimate.mean) for _, text, found in analysis.wordings() if found.estimate],
        "pairs": pairs,
        "alike": len(partings) - len(pairs),
        **_naming(analysis),
        "no_chain": NO_CHAIN,
        "means": analysis.means(),
        "checks": checks,
        "unchecked": [UNCHECKED.get(each.condition, each.condition) for each in checks if not each.checked],
        "signed": signed,
        "registration": [*describe_registration(analysis.study)][1:],
        "methods": methods_paragraph(analysis.results),
        "worlds": analysis.results.worlds(),
    }
    return render_page(template_text("page.html"), variables)


def _sentence(compared: ComparedCells, titles: Mapping[str, str]) -> str:
    told = compared.describe(titles[compared.contrast.outcome])
    return told[0].upper() + told[1:]


def _shown_first(figures: Sequence[tuple[StudyFigure, str]]) -> list[list[tuple[StudyFigure, str]]]:
    """Return the figures that are shown at once, and the others."""
    kinds = [figure.name.partition("-")[0] for figure, _ in figures]
    first = [kinds.index(kind) for kind in FIGURES_SHOWN if kind in kinds] or [0]
    return [[each for at, each in enumerate(figures) if (at in first) is shown] for shown in (True, False)]


def template_text(name: str) -> str:
    """Return the text of a template of this package."""
    return resources.files("townlet.studies").joinpath("templates", name).read_text(encoding="utf-8")


def replay_file(world: str) -> str:
    """Return the path of the replay of a world, as seen from the page."""
    return f"{REPLAYS}/{world}.html"


def render_side_by_side(
    analysis: StudyAnalysis, found: WorldParting, replay_of: Callable[[str], str] = replay_file
) -> str:
    """Return a page that shows the replays of two worlds beside each other, from the first line that differs.

    Without one they open where the worlds part. `replay_of` returns the address of a world's replay as seen from this
    page.
    """
    step = found.step if found.line_step is None else found.line_step
    at = analysis.study.clock.at(step or 0).isoformat()
    variables = {
        "study": analysis.study,
        "pair": found,
        **_naming(analysis),
        "replays": [f"{replay_of(each.cell.segment)}#at={at}" for each in found.cells],
    }
    return render_page(template_text("side_by_side.html"), variables)


def _naming(analysis: StudyAnalysis) -> dict[str, Any]:
    """Return the functions by which the templates name a pair and its worlds."""
    return {"name_of": partial(pair_name, analysis.results), "arms_of": arm_names}


def side_by_side_file(analysis: StudyAnalysis, found: WorldParting) -> str:
    """Return the name of the page of a pair's replays, such as 'pair-seed-3-mind-whole.html'."""
    return "pair-" + re.sub(r"[^\w]+", "-", pair_name(analysis.results, found)) + ".html"


def _in_order(checks: Sequence[ValidityCheck]) -> list[ValidityCheck]:
    """Return what is for the reader to judge first, without what the page says elsewhere."""
    shown = [check for check in checks if check.condition not in ("treatment", "instrument", "people")]
    return sorted(shown, key=lambda check: check.checked)


def _data_url(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{base64.b64encode(svg).decode('ascii')}"
