"""Sound: off until somebody asks for it."""

from __future__ import annotations

from playwright.sync_api import expect

from .conftest import Opener
from .seen import opened, pause, wait_until

_COUNT_CONTEXTS = """() => {
    window.made = [];
    window.AudioContext = class extends AudioContext {
        constructor(...given) {
            super(...given);
            window.made.push(this);
        }
    };
}"""


def test_sound_is_off_until_it_is_turned_on_and_rests_while_the_run_is_paused(address: str, open_page: Opener) -> None:
    page = open_page(address)
    opened(page)
    page.evaluate(_COUNT_CONTEXTS)
    button = page.get_by_role("button", name="Sound", exact=True)
    expect(button).to_have_attribute("aria-pressed", "false")
    pause(page)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("window.made.length") == 0
    page.get_by_role("button", name="Play", exact=True).click()
    wait_until(page, lambda: page.evaluate("window.made.length") == 1)
    pause(page)
    wait_until(page, lambda: page.evaluate("window.made[0].state") == "suspended")
    page.keyboard.press("m")
    expect(button).to_have_attribute("aria-pressed", "false")
