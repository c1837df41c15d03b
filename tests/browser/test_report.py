"""A report, opened from disk with the network off."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .conftest import Opener
from .seen import axe


@pytest.fixture(scope="module")
def file(half_day: Path) -> Path:
    page = half_day.with_suffix(".report.html")
    subprocess.run([sys.executable, "-m", "townlet", "report", half_day, "--no-interviews", "--out", page], check=True)
    return page


@pytest.mark.parametrize(("width", "scheme"), [(380, "light"), (820, "dark"), (1440, "light")])
def test_a_report_fits_any_width(
    file: Path, open_page: Opener, shot: Callable[..., None], width: int, scheme: str
) -> None:
    page = open_page(file.as_uri(), width, 900, offline=True, color_scheme=scheme)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
    for drawing in page.locator("figure svg").all():
        assert drawing.bounding_box()
        assert _overlapping(drawing.evaluate(_LABELS)) == []
    shot(page, f"{width}")


def test_a_telling_leads_to_its_line(file: Path, open_page: Opener) -> None:
    page = open_page(file.as_uri(), 1200, 900, offline=True)
    telling = page.locator("#fact-1 svg a").first
    title = telling.locator("title").text_content() or ""
    teller, said = title.partition(" heard it from ")[2].split(": “", 1)
    telling.locator("text").click()
    line = page.locator(":target")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text(teller)
    expect(line).to_contain_text(said.rstrip("”")[:60])


def test_a_number_opens_what_it_rests_on(file: Path, open_page: Opener) -> None:
    page = open_page(file.as_uri(), 1200, 900, offline=True)
    rows = page.locator("#pairs")
    expect(rows).to_be_hidden()
    page.locator("#emergence-density_end a").press("Enter")
    expect(rows).to_be_visible()
    expect(rows).to_be_in_viewport()


def test_on_paper_the_folded_tables_are_open_but_for_the_longest(file: Path, open_page: Opener) -> None:
    page = open_page(file.as_uri(), 1200, 900, offline=True)
    page.evaluate("document.querySelector('#pairs').closest('details').classList.add('vast')")
    page.emulate_media(media="print")
    expect(page.locator("#manifest-prompts table")).to_be_visible()
    expect(page.locator("#pairs table")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(page.locator("#manifest-prompts table")).to_be_hidden()


_LABELS = """svg => [...svg.querySelectorAll('text.label:not(.around)')].map(text => {
    const box = text.getBoundingClientRect()
    return [box.left, box.top + 2, box.right, box.bottom - 2]
})"""
"""The boxes of a drawing's names, without the room above and below their letters."""


def _overlapping(boxes: list[list[float]]) -> list[tuple[list[float], list[float]]]:
    pairs = [(one, other) for place, one in enumerate(boxes) for other in boxes[:place]]
    return [(a, b) for a, b in pairs if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]]
