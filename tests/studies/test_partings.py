"""Where worlds part, in a study that is really lived; the first difference is looked up by hand beside it."""

from __future__ import annotations

from itertools import zip_longest
from pathlib import Path

import pytest

from townlet.runfile.event_log import COMMANDS
from townlet.runfile.view import RunView
from townlet.studies.partings import WorldParting, describe_parting, find_partings, partings_table, trace_acts
from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.runner import LocalProcesses, run_study
from townlet.studies.tables import StudyResults
from townlet.studies.worker import run_path

from .small import write_study

CHANGES = (
    ('until = "09:00"', 'until = "10:30"'),
    ('at = "08:00"', 'at = "07:00"'),
    ('seeds = "1..2"', 'seeds = "1"'),
    (', "Word is that there are fireworks on Sunday."', ""),
    ("nobody = []\n", ""),
    ('[factors.mind]\nat = "start"\nlevels = { whole = {}, dull = { without = ["reflection"] } }\n', ""),
    (', "mind"', ""),
    ('secondary = ["source x mind on knew", "mind: dull - whole on knew"]\n', ""),
)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    plan = plan_study(read_study(write_study(tmp_path_factory.mktemp("study"), *CHANGES)))
    assert run_study(plan, LocalProcesses(2)).done == 2
    return StudyResults(plan)


@pytest.fixture(scope="module")
def parting(results: StudyResults) -> WorldParting:
    assert results.study.primary is not None
    [found] = find_partings(results, results.study.primary)
    return found


def test_the_first_step_that_differs_is_found(results: StudyResults, parting: WorldParting) -> None:
    by_hand = []
    views = [RunView(run_path(results.study.folder, each.cell.segment)) for each in parting.cells]
    rows = [[row for row in view.events() if row.phase != COMMANDS] for view in views]
    for one, other in zip_longest(*rows):
        if one != other:
            by_hand.append(min(row.step for row in (one, other) if row))
            break
    assert parting.step == by_hand[0] >= 7 * 360


def test_the_first_line_that_differs_is_found(results: StudyResults, parting: WorldParting) -> None:
    said = [
        [
            (line.step, line.speaker, line.text)
            for line in RunView(run_path(results.study.folder, each.cell.segment)).lines()
        ]
        for each in parting.cells
    ]
    first = next(pair for pair in zip_longest(*said) if pair[0] != pair[1])
    assert parting.line_step == min(line[0] for line in first if line)
    for line, words in zip(first, parting.lines, strict=True):
        if line and line[0] == parting.line_step:
            assert words.startswith(line[1])
            assert words.endswith(line[2])


def test_a_chain_begins_with_what_was_done_and_names_every_step(results: StudyResults) -> None:
    lines = 0
    for each in results.lived:
        [act] = each.row["acts"]
        view = RunView(run_path(results.study.folder, each.cell.segment))
        said = {line.utterance: line for line in view.lines()}
        traces = trace_acts(view, act["step"], each.row["acts"])
        for utterance in traces.lines:
            chain = traces.chain(utterance)
            assert (chain[0].person, chain[0].what) == (act["tell"], "remembers (inner voice)")
            assert [link.step for link in chain] == sorted(link.step for link in chain)
            assert chain[-1].text == said[utterance].text
            lines += 1
    assert lines, "somebody says what they were told within three hours"


def test_a_parting_is_told_in_words(results: StudyResults, parting: WorldParting) -> None:
    told = [*describe_parting(results, parting)]
    assert told[0].startswith("  seed 1: from 2025-05-05 07:")
    words = [each for each in (*parting.acts, *parting.lines) if each]
    assert words
    assert all(any(each in line for line in told[1:]) for each in words)


def test_the_table_has_a_row_for_each_pair(results: StudyResults, parting: WorldParting) -> None:
    table = partings_table(results, [parting])
    row = dict(zip(table.names, table.rows[0], strict=True))
    assert (row["seed"], row["step"], row["source"]) == (1, parting.step, "popular")
    assert row["line"] == parting.lines[0]
    assert Path(run_path(results.study.folder, str(row["other_world"]))).is_file()
