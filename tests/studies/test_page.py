"""The page of a study with its figures, and two worlds side by side."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from townlet.runfile.study_files import write_atomically
from townlet.studies.analysis import StudyAnalysis
from townlet.studies.figures import draw_figures
from townlet.studies.page import render_side_by_side, render_study_page, side_by_side_file
from townlet.studies.partings import NO_CHAIN, ChainLink, WorldParting, describe_parting
from townlet.studies.record import citation_of

from .test_analysis import planned, write_rows

HOSTILE = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def analysis(tmp_path_factory: pytest.TempPathFactory) -> StudyAnalysis:
    return write_rows(planned(tmp_path_factory.mktemp("study")))


def parting(analysis: StudyAnalysis) -> WorldParting:
    one = next(each for each in analysis.results.lived if each.cell.labels["source"] == "popular")
    labels = {**one.cell.labels, "source": "isolated"}
    other = next(
        each for each in analysis.results.lived if (each.cell.seed, each.cell.labels) == (one.cell.seed, labels)
    )
    lines = (f"Nell: {HOSTILE}", "")
    return WorldParting((one, other), 3000, 3300, ("Nell Hart: baking", ""), 3600, lines, ((), ()))


def test_the_answer_comes_first_and_in_words(analysis: StudyAnalysis) -> None:
    page = render_study_page(analysis, [])
    first = analysis.comparisons[0]
    told = first.describe("mean share who know of fireworks (share)").removeprefix("m")
    assert f"<strong>M{told}" in page
    at = [told, "Not checked: ", 'id="figures"', 'id="validity"', 'id="methods"']
    assert sorted(at, key=page.index) == at
    assert "higher by" in told or "lower by" in told


def test_the_page_loads_nothing_from_elsewhere_and_runs_nothing(analysis: StudyAnalysis) -> None:
    page = render_study_page(analysis, [parting(analysis)])
    assert not re.search(r"(?:src|href)=.(?:https?:)?//", page)
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_only_the_first_figures_and_the_first_pair_are_open(analysis: StudyAnalysis) -> None:
    figures = draw_figures(analysis)
    page = render_study_page(analysis, [parting(analysis)] * 3, figures)
    shown, others = page.split("More figures", 1)
    assert (shown.count('<img class="drawing"'), others.count('<img class="drawing"')) == (2, len(figures) - 2)
    assert 'More pairs <span class="count">2</span>' in page


def test_a_line_to_which_no_memory_leads_says_so(analysis: StudyAnalysis) -> None:
    found = parting(analysis)
    assert NO_CHAIN in render_study_page(analysis, [found])
    assert [NO_CHAIN in line for line in describe_parting(analysis.results, found)].count(True) == 1
    link = ChainLink(2880, "08:00", "Nell Hart", "remembers (inner voice)", "There will be fireworks.")
    assert NO_CHAIN not in render_study_page(analysis, [replace(found, chains=((link, link), ()))])


def test_figures_have_all_seeds_are_drawn_alike_and_say_what_they_show(analysis: StudyAnalysis) -> None:
    figures, again = draw_figures(analysis), draw_figures(analysis)
    assert [(each.name, each.svg, each.pdf) for each in figures] == [(each.name, each.svg, each.pdf) for each in again]
    assert all(each.pdf.startswith(b"%PDF") and each.told for each in figures)
    page = render_study_page(analysis, [], figures)
    assert page.count('<img class="drawing"') == len(figures) == len({each.name for each in figures})
    shown = next(each for each in figures if each.name == "difference-share")
    marks = {
        "".join(element.itertext())
        for element in ElementTree.fromstring(shown.svg).iter()
        if element.tag.endswith("text")
    }
    assert "source: popular less isolated" in marks


def test_a_difference_around_zero_is_not_called_one(analysis: StudyAnalysis) -> None:
    told = [each.describe() for each in analysis.comparisons]
    for each, words in zip(analysis.comparisons, told, strict=True):
        assert ("do not show a difference" in words) is (each.verdict == "not shown")


def test_a_pair_opens_both_replays_at_the_first_line_that_differs(analysis: StudyAnalysis) -> None:
    found = parting(analysis)
    page = render_side_by_side(analysis, found, lambda world: f"replays/{world}.html")
    at = analysis.study.clock.at(3600).isoformat()
    for each in found.cells:
        assert f'src="replays/{each.cell.segment}.html#at={at}"' in page
    name = side_by_side_file(analysis, found)
    assert re.fullmatch(r"pair-seed-1-mind-whole-news-1\.html", name)
    assert f'href="{name}"' in render_study_page(analysis, [found], with_replays=True)
    assert f'href="{name}"' not in render_study_page(analysis, [found])


def test_each_line_of_a_pair_leads_to_its_moment_in_its_world(analysis: StudyAnalysis) -> None:
    link = ChainLink(2880, "08:00", "Nell Hart", "remembers (inner voice)", "There will be fireworks.")
    found = replace(parting(analysis), chains=((link, link), ()))
    page = render_study_page(analysis, [found], with_replays=True)
    for each, step, said in zip(found.cells, (found.line_step, found.line_step), found.lines, strict=True):
        moment = f"replays/{each.cell.segment}.html#at={analysis.study.clock.at(step or 0).isoformat()}"
        assert (f'href="{moment}"' in page) is bool(said)
    assert f"#at={analysis.study.clock.at(2880).isoformat()}" in page
    assert "replays/" not in render_study_page(analysis, [found])


def test_the_citation_names_the_file_and_the_paper(analysis: StudyAnalysis, tmp_path: Path) -> None:
    text = citation_of(analysis.results)
    write_atomically(tmp_path / "CITATION.cff", [text.encode()])
    assert f"sha256:{analysis.study.digest}" in text
    assert "10.1145/3586183.3606763" in text
    assert text.startswith("cff-version: 1.2.0\n")
