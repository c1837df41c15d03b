"""Several pages of one server: a fork, a resident whom two pages want to move, a visitor."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from .conftest import Opener
from .seen import opened, pause, seek, select, side, step, wait_until, window
from .served import asked

Shot = Callable[..., None]


def test_a_fork_takes_along_the_page_that_made_it_and_no_other(live: str, open_page: Opener, shot: Shot) -> None:
    who = asked(live, "town")["people"][0]["name"]
    other = open_page(live)
    opened(other)
    page = open_page(live)
    opened(page)
    pause(page)
    at = seek(page, step(page) - 900)
    select(page, who)
    side(page).get_by_role("button", name="Talk to them").click()
    dialog = window(page, f"Talk to {who}")
    dialog.get_by_role("button", name="Inner voice").click()
    dialog.get_by_role("textbox", name="Inner voice").fill("You are going to paint a mural of whales.")
    dialog.get_by_role("button", name="Whisper").click()
    page.get_by_role("button", name="Fork and continue").click()
    expect(dialog.get_by_text("has the thought now")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    wait_until(page, lambda: page.url.startswith(f"{live}/runs/live-fork1/#"))
    wait_until(page, lambda: step(page) > at + 6)
    page.reload()
    opened(page)
    expect(page.locator(".mode")).to_have_attribute("title", "live-fork1.townlet")
    shot(page, "fork")
    assert other.url.startswith(f"{live}/#")
    expect(other.locator(".mode")).to_have_attribute("title", "live.townlet")
    assert asked(live, "session")["file"] == "live.townlet"


def test_one_page_moves_a_resident_and_the_other_learns_that_it_does_not(live: str, open_page: Opener) -> None:
    who = asked(live, "town")["people"][0]["name"]
    first, second = (open_page(live, width=480, height=400) for _ in range(2))
    for page in (first, second):
        opened(page)
    _take(first, who)
    expect(first.get_by_role("region", name=f"You are {who}")).to_be_visible()
    dialog = _take(second, who)
    expect(dialog.get_by_text(f"Somebody moves {who} on another page")).to_be_visible()
    dialog.get_by_role("button", name=f"Continue as {who}").click()
    expect(second.get_by_role("region", name=f"You are {who}")).to_be_visible()
    expect(first.get_by_role("region", name=f"You are {who}")).to_have_count(0)
    expect(first.get_by_text(f"{who} is moved from another page now.")).to_be_visible()


def _take(page: Page, who: str) -> Locator:
    page.get_by_role("button", name="Step in").click()
    dialog = window(page, "Step in")
    dialog.get_by_role("button", name="As a resident").click()
    dialog.get_by_role("combobox", name="Resident to take over").select_option(value=who)
    dialog.get_by_role("button", name="Take over").click()
    return dialog


def test_a_visitor_arrives_in_public_with_a_look_of_their_own(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live)
    opened(page)
    page.get_by_role("button", name="Step in").click()
    dialog = window(page, "Step in")
    dialog.get_by_role("textbox", name="Your name in the town").fill("Pim Quill")
    shot(page, "look")
    dialog.get_by_role("button", name="Arrive").click()
    expect(page.get_by_role("region", name="You are Pim Quill")).to_be_visible()
    green = "Applegarth:Village Green:green"
    wait_until(page, lambda: asked(live, f"things?address={quote(green)}")["users"] == ["Pim Quill"])
    shot(page, "arrived")
