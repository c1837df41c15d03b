"""The paper's figures stand beside a run's, where a fact is one of the paper's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from measures.emergence.test_known_answers import FACTS, lived
from measures.made import DAY
from townlet.measures.emergence.result import (
    FigureCount,
    Survey,
    SurveyPair,
    compare_with_paper,
    find_emergence,
    list_who_said_yes,
)
from townlet.measures.run_measures import compute_measures


def test_each_figure_of_the_paper_has_the_runs_beside_it(tmp_path: Path) -> None:
    facts = FACTS.format(place="green") + "paper_start = 1\npaper_end = 12\n"
    rows = {row.key: row for row in compare_with_paper(find_emergence(lived().record(tmp_path, 2 * DAY - 1, facts)))}
    assert (rows["regatta_end"].by_provenance, rows["regatta_end"].paper) == (FigureCount(3, 4), FigureCount(12, 25))
    assert (rows["regatta_came"].by_provenance, rows["regatta_came"].paper) == (FigureCount(1, 2), FigureCount(5, 12))
    assert (rows["density_end"].by_provenance, rows["density_end"].paper) == (FigureCount(0.0), FigureCount(0.74))
    assert rows["regatta_end"].by_interview is None
    assert "hallucinated" not in rows


def test_of_a_fact_without_a_question_nobody_has_said_anything(tmp_path: Path) -> None:
    facts = FACTS.format(place="green").replace('question = "Do you know of a regatta?"', "")
    found = find_emergence(lived().record(tmp_path, 2 * DAY - 1, facts))
    asked = replace(found, survey=SurveyPair(Survey(), Survey(), ()))
    assert {row.key: row.by_interview for row in compare_with_paper(asked)}["regatta_end"] is None
    assert list_who_said_yes(asked, asked.spreads[0].fact) == {"said_yes": None, "said_yes_at_start": None}


def test_a_towns_own_facts_have_nothing_of_the_paper_beside_them(tmp_path: Path) -> None:
    measures = compute_measures(find_emergence(lived().record(tmp_path, 2 * DAY - 1, FACTS.format(place="green"))))
    told = measures.as_json()["paper"]
    assert told["regatta_invited"]["paper"] is None  # type: ignore[call-overload, index]
    assert told["regatta_invited"]["by_provenance"] == {"value": 2, "of": 4}  # type: ignore[call-overload, index]
    assert "of them came to the regatta                   1 of 2 (50.0 %)" in measures.as_text()


def test_a_figure_reads_as_a_number_or_as_a_part_of_a_whole(tmp_path: Path) -> None:
    rows = {row.key: row for row in compare_with_paper(find_emergence(lived().record(tmp_path, 2 * DAY - 1)))}
    assert (str(rows["density_end"].by_provenance), str(rows["density_end"].paper)) == ("0.000", "0.740")
    assert [str(each) for each in (FigureCount(5), FigureCount(5, 12), FigureCount(0, 0))] == [
        "5",
        "5 of 12 (41.7 %)",
        "0 of 0",
    ]
