from __future__ import annotations

import re
from pathlib import Path

from .typed import done, refused


def test_a_report_is_written_and_its_figures_are_those_of_measure(made: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    said = done("report", str(made), "--out", str(page), "--json").json
    text = page.read_text(encoding="utf-8")
    assert said == {"report": str(page), "bytes": len(text.encode())}
    data = done("measure", str(made), "--json").json
    hallucination, density = data["hallucination"], data["density"]
    assert _figure(text, "emergence-density_end") == f"{density['end']:.3f}"
    assert _figure(text, "emergence-affirmed") == str(hallucination["affirmed"])
    assert _figure(text, "liveliness-lines") == str(data["liveliness"]["lines"])
    assert _figure(text, "liveliness-substance") == f"{100 * data['liveliness']['substance']:.1f} %"
    assert data["facts"]
    for place, fact in enumerate(data["facts"], start=1):
        assert text.count(f'<circle class="dot c{place}"') == len(fact["edges"])
        assert _figure(text, f"diffusion-{fact['name']}_end") == str(len(fact["knew_at_end"]))


def test_a_page_that_is_there_is_not_overwritten_unasked(made: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text("mine", encoding="utf-8")
    assert "use --force to overwrite it" in refused("report", str(made), "--out", str(page))
    assert page.read_text(encoding="utf-8") == "mine"
    done("report", str(made), "--out", str(page), "--force", "--no-interviews")
    first = page.read_bytes()
    assert b"Nobody was asked" in first
    done("report", str(made), "--out", str(page), "--force", "--no-interviews")
    assert page.read_bytes() == first


def test_what_ablations_found_is_drawn(own: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = ("ablate", str(own), "--condition", "full", "--condition", "no-memory", "--json")
    share = done(*words).json["shares"]["full"]["all"]["value"]
    done("report", str(own), "--out", str(page), "--no-interviews")
    assert f"full architecture: {100 * share:.0f} %" in page.read_text(encoding="utf-8")


def test_a_folder_that_is_not_there_is_refused_at_once(made: Path, tmp_path: Path) -> None:
    assert "Create it first" in refused("report", str(made), "--out", str(tmp_path / "no" / "page.html"))


def test_a_run_is_never_overwritten(own: Path) -> None:
    assert "give another name" in refused("report", str(own), "--out", str(own), "--force")


def test_a_run_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "There is no run file" in refused("report", str(tmp_path / "none.townlet"))


def _figure(text: str, anchor: str) -> str:
    """What stands in the row of a figure."""
    found = re.search(rf'<tr id="{anchor}">.*?<td class="number">(?:<a [^>]*>)?([^<]*)', text, re.DOTALL)
    assert found, anchor
    return found[1]
