"""Searching the whole run from the page, with keys and with the mouse."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from townlet.runfile.view import RunView

from .conftest import Opener
from .seen import step, wait_until


def test_a_search_leads_to_a_line_said_hours_away_and_to_a_person(
    address: str, half_day: Path, open_paused: Opener, shot: Callable[..., None]
) -> None:
    line = list(RunView(half_day).lines())[-1]
    page = open_paused(address)
    page.keyboard.press("/")
    box = page.get_by_role("combobox", name="Search the whole run")
    expect(box).to_be_focused()
    page.keyboard.type(line.text.upper()[:150].rsplit(" ", 1)[0])
    results = page.get_by_role("listbox", name="Results")
    said = results.get_by_role("group", name="Said").get_by_role("option")
    expect(said.last).to_contain_text(line.speaker)
    for _ in range(results.get_by_role("option").count()):
        if said.last.get_attribute("aria-selected") != "true":
            page.keyboard.press("ArrowDown")
    expect(results.get_by_role("option", selected=True)).to_have_count(1)
    assert box.get_attribute("aria-activedescendant") == results.get_by_role("option", selected=True).get_attribute(
        "id"
    )
    page.set_viewport_size({"width": 390, "height": 844})
    shot(page, "phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    shot(page, "desk")
    page.keyboard.press("Enter")
    expect(box).to_have_count(0)
    wait_until(page, lambda: step(page) >= line.step)
    expect(page.get_by_role("complementary")).to_contain_text(line.text)
    found = page.url
    page.go_back()
    expect(box).to_have_value(line.text.upper()[:150].rsplit(" ", 1)[0])
    page.go_back()
    expect(box).to_have_count(0)
    expect(page.get_by_role("complementary")).to_have_count(0)
    page.go_forward()
    expect(box).to_have_value(line.text.upper()[:150].rsplit(" ", 1)[0])
    page.go_forward()
    expect(page.get_by_role("complementary")).to_contain_text(line.text)
    assert "talk=" in found
    assert "talk=" in page.url
    expect(page.locator("wa-dialog[open]")).to_have_count(0)

    page.get_by_role("button", name="Search the whole run").click()
    who = RunView(half_day).residents[-1]
    box.fill(who.split()[0].lower())
    page.get_by_role("group", name="People").get_by_role("option").first.click()
    expect(page.get_by_role("complementary").get_by_role("heading", name=who)).to_be_visible()
    # Keys belong to the dialog until it has faded out.
    expect(page.locator("wa-dialog[open]")).to_have_count(0)
    page.keyboard.press("/")
    box.fill("<img src=x onerror=alert(1)>")
    expect(page.get_by_text("Nothing in this run contains that.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
