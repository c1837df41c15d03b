"""The report as a page: it holds together, loads nothing, and shows what people said as text."""

from __future__ import annotations

import html
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from measures.made import ADA, CLEO, DAY, GREEN, HOUR, MadeRun
from townlet.measures.bill import read_bill
from townlet.measures.run_measures import compute_measures, read_emergence
from townlet.reporting.page.html import render_report
from townlet.reporting.page.subject import ReportSubject
from townlet.reporting.page.summary import summarise_report
from townlet.runfile.view import RunView
from townlet.story import tell_story

from .pages import Page

MALLORY = "<script>alert(1)</script> & \"Mallory\" 'M'"
ATTACK = "</q></td></table><img src=http://evil.example/x onerror=alert(1)> {{ 7 * 7 }} Ada has a regatta on Saturday."
FACTS = """
[[facts]]
name = "the \\"regatta\\" of 1 May"
kind = "event"
question = "Do you know of a regatta?"
source = "Ada Finch"
match = [["regatta"], ["ada", "saturday"]]
host = "Ada Finch"
place = "green"
start = 2025-05-06T15:00:00
end = 2025-05-06T17:00:00
"""


def lived() -> MadeRun:
    """Ada tells Mallory, whose words would like to be markup, and Mallory tells Cleo, who comes."""
    made = MadeRun(ADA, MALLORY, CLEO)
    seed = made.remembers(0, ADA, "Ada Finch is holding a regatta on Saturday.", "seed")
    first = made.says(DAY + 9 * HOUR, ADA, MALLORY, "Ada has a regatta on Saturday.", shown=[seed])
    heard = made.remembers(DAY + 9 * HOUR + 6, MALLORY, "Ada has a regatta on Saturday.", "heard", utterance=first)
    second = made.says(DAY + 10 * HOUR, MALLORY, CLEO, ATTACK, shown=[heard])
    made.remembers(DAY + 10 * HOUR + 6, CLEO, ATTACK, "heard", utterance=second)
    deep = made.remembers(DAY + 12 * HOUR, CLEO, f"I have come to think that {ATTACK}", "thought", "reflection", [seed])
    made.remembers(DAY + 13 * HOUR, CLEO, "I have come to think more.", "thought", "reflection", [deep])
    made.does(DAY + 15 * HOUR, CLEO, f"watching {ATTACK}", GREEN)
    return made


def written(run: Path, replay: str = "") -> str:
    emerged = read_emergence(RunView(run))
    return render_report(ReportSubject(emerged, compute_measures(emerged), read_bill(RunView(run))), replay)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lived().write(tmp_path_factory.mktemp("report") / "made.townlet", 2 * DAY - 1, FACTS)


@pytest.fixture(scope="module")
def text(run: Path) -> str:
    return written(run)


@pytest.fixture(scope="module")
def page(text: str) -> Page:
    return Page(text)


def test_ids_are_unique_and_every_link_has_its_target(page: Page) -> None:
    assert len(page.ids) == len(set(page.ids))
    assert page.links
    assert all(link.startswith("#") for link in page.links)
    assert {link[1:] for link in page.links} <= set(page.ids)


def test_nothing_is_loaded_and_nothing_runs(page: Page, text: str) -> None:
    assert page.loaded == []
    assert page.handlers == []
    assert not page.tags & {"script", "img", "link", "iframe", "object", "form", "base"}
    assert page.policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "url(" not in text
    assert "@import" not in text


def test_the_run_ends_when_its_last_step_does(run: Path) -> None:
    emerged = read_emergence(RunView(run))
    summary = summarise_report(ReportSubject(emerged, compute_measures(emerged), read_bill(RunView(run))))
    assert (summary["ended"], summary["days"]) == ("Wednesday May 7, 12:00 am", 2)


def test_what_people_are_called_and_say_is_shown_as_they_are_called_and_say_it(page: Page) -> None:
    assert MALLORY in page.text
    assert ATTACK in page.text


def test_who_told_whom_is_told_with_the_line(page: Page) -> None:
    assert f"{MALLORY} heard it from Ada Finch: “Ada has a regatta on Saturday.”" in page.text
    assert f"Cleo Marsh heard it from {MALLORY}: “{ATTACK}”" in page.text
    assert "the longest chain has 2 tellings" in page.text
    assert "rests on 1 memory" in page.text


def test_the_deepest_thought_is_told_down_to_its_ground(page: Page) -> None:
    assert "It has 2 levels of reflection and rests on 2 records" in page.text
    assert "Cleo Marsh/13320/0" in page.text
    assert "Ada Finch/0/0" in page.text


def test_who_came_and_that_rules_answered(page: Page) -> None:
    assert "2 people had been told of it by somebody who knew, and 1 came" in page.text
    assert "None of it is evidence about language models" in page.text


def test_the_same_run_gives_the_same_page(run: Path, text: str) -> None:
    assert written(run) == text


def test_a_run_in_which_nothing_happens_has_a_report(tmp_path: Path) -> None:
    run = MadeRun(ADA).write(tmp_path / "still.townlet", HOUR, "")
    page = Page(written(run))
    assert {link[1:] for link in page.links} <= set(page.ids)
    assert "Nobody has reflected in this run." in page.text
    assert "no facts to follow" in page.text


def test_talks_and_chapters_lead_to_their_moments_in_a_replay(run: Path, text: str) -> None:
    replay = 'my "two" days.html'
    links = re.findall(r'href="([^"]*)">Watch<', written(run, replay))
    view = RunView(run)
    told = {html.unescape(link) for link in links}
    assert f"{replay}#at=2025-05-06T09:00:00&talk={quote(next(iter(view.lines())).talk)}" in told
    assert len([link for link in told if "&chapter=" in link]) == len(tell_story(view).chapters) > 0
    assert ">Watch<" not in text
