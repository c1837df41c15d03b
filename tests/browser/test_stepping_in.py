"""Stepping into a live town: an object's state, an inner voice, a visit."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect

from .conftest import Opener
from .seen import (
    count_drawing,
    drawn,
    memories,
    open_tab,
    opened,
    pause,
    select,
    set_speed,
    side,
    stand_still,
    step,
    wait_until,
    window,
)
from .served import asked

Shot = Callable[..., None]


def test_a_burning_thing_is_reacted_to(live: str, open_page: Opener, shot: Shot) -> None:
    who, thing = _somebody_beside_something(live)
    page = open_page(f"{live}#thing={quote(thing)}")
    opened(page)
    field = side(page).get_by_role("textbox", name="New state")
    field.fill("burning")
    side(page).get_by_role("button", name="Set", exact=True).click()
    expect(side(page).get_by_text("people who see it may react")).to_be_visible()
    shot(page, "set")
    select(page, who)
    expect(memories(page, "burning").first).to_be_visible()
    plan = open_tab(page, "Plan")
    expect(plan.get_by_role("listitem").filter(has_text="burning").first).to_be_visible()
    shot(page, "reaction")
    reactions = [mark for mark in asked(live, "marks") if mark["kind"] == "reaction" and who in mark["who"]]
    assert any("burning" in mark["text"] for mark in reactions)


def test_an_inner_voice_becomes_an_intent(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live)
    opened(page)
    who = asked(live, "town")["people"][0]["name"]
    select(page, who)
    side(page).get_by_role("button", name="Talk to them").click()
    dialog = window(page, f"Talk to {who}")
    dialog.get_by_role("button", name="Inner voice").click()
    dialog.get_by_role("textbox", name="Inner voice").fill("You are going to paint a mural of whales this afternoon.")
    dialog.get_by_role("button", name="Whisper").click()
    expect(dialog.get_by_text("has the thought now")).to_be_visible()
    shot(page, "whispered")
    dialog.get_by_role("button", name="Close").click()
    intent = memories(page, "whales").first
    expect(intent).to_contain_text(f"{who} is going to paint a mural of whales")
    expect(intent).to_contain_text("inner voice")
    shot(page, "remembered")


def test_a_visitor_is_answered_and_remembered(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live)
    opened(page)
    host, where = _somebody_settled(live)
    page.get_by_role("button", name="Step in").click()
    dialog = window(page, "Step in")
    dialog.get_by_role("textbox", name="Your name in the town").fill("Pim Quill")
    dialog.get_by_role("combobox", name="Where you arrive").select_option(value=where)
    shot(page, "arriving")
    dialog.get_by_role("button", name="Arrive").click()
    pad = page.get_by_role("region", name="You are Pim Quill")
    expect(pad).to_be_visible()
    expect(pad.get_by_role("button", name=host)).to_be_visible()
    pad.get_by_role("button", name=host).click()
    pad.get_by_role("textbox", name=f"Say to {host}").fill("Good morning! I am Pim Quill, and I collect old maps.")
    pad.get_by_role("button", name="Say").click()
    wait_until(page, lambda: _answered(live, host))
    shot(page, "answered")
    pad.get_by_role("button", name="Leave the town").click()
    expect(pad).to_have_count(0)
    select(page, host)
    expect(memories(page, "Pim Quill").first).to_be_visible()
    shot(page, "remembered")
    talks = open_tab(page, "Talks")
    expect(talks.get_by_text("Pim Quill").first).to_be_visible()


def test_a_paused_town_says_what_will_be_when_it_goes_on(live: str, open_page: Opener, shot: Shot) -> None:
    _, thing = _somebody_beside_something(live)
    page = open_page(f"{live}#thing={quote(thing)}")
    opened(page)
    pause(page)
    side(page).get_by_role("textbox", name="New state").fill("covered in balloons")
    side(page).get_by_role("button", name="Set", exact=True).click()
    waits = side(page).get_by_text("It will be “covered in balloons” when the town goes on.")
    expect(waits).to_be_visible()
    shot(page)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(waits).to_have_count(0)
    expect(side(page).get_by_text("covered in balloons", exact=True)).to_be_visible()
    pause(page)
    _arrive(page, "Pim Quill", _somebody_settled(live)[1])
    pad = page.get_by_role("region", name="You are Pim Quill")
    expect(pad.get_by_text("you arrive when it goes on")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(pad.get_by_role("group", name="Whom you speak to")).to_be_visible()


def test_a_visitor_sees_that_a_talk_is_over_and_everybody_why_the_clock_is_slow(
    live: str, open_page: Opener, shot: Shot
) -> None:
    watching = open_page(live, width=390, height=844)
    opened(watching)
    page = open_page(live)
    opened(page)
    host, where = _somebody_settled(live)
    _arrive(page, "Pim Quill", where)
    pad = page.get_by_role("region", name="You are Pim Quill")
    pad.get_by_role("button", name=host).click()
    pad.get_by_role("textbox", name=f"Say to {host}").fill("Good morning! I only wanted to say goodbye.")
    pad.get_by_role("button", name="Say").click()
    expect(pad.get_by_text(f"The conversation with {host} has ended.")).to_be_visible()
    shot(page, "ended")
    slow = watching.get_by_text("Slower while Pim Quill is here in person.")
    expect(slow).to_have_count(0)
    set_speed(watching, "fastest")
    expect(slow).to_be_visible()
    shot(watching, "slow")
    pad.get_by_role("button", name="Leave the town").click()
    expect(slow).to_have_count(0)


def test_the_map_shows_where_one_will_arrive_in_a_paused_town(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live)
    opened(page)
    pause(page)
    _, where = _somebody_settled(live)
    _arrive(page, "Pim Quill", where)
    expect(page.get_by_role("region", name="You are Pim Quill").get_by_text("when it goes on")).to_be_visible()
    tiles = [
        place["tiles"]
        for place in asked(live, "town")["places"]
        if place["kind"] == "object" and place["address"].startswith(f"{where}:")
    ]
    columns, rows = [x for each in tiles for x, _ in each], [y for each in tiles for _, y in each]

    def is_shown() -> bool:
        view = page.url.partition("view=")[2].split("&")[0]
        if view.count(",") != 2:
            return False
        x, y, zoom = map(float, view.split(","))
        beside = min(columns) - 2 <= x <= max(columns) + 3 and min(rows) - 2 <= y <= max(rows) + 3
        return beside and zoom >= 0.6

    wait_until(page, is_shown)
    shot(page)


def test_the_map_shows_the_visitor_beside_the_panel(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live)
    opened(page)
    pause(page)
    _arrive(page, "Pim Quill", _room_apart(live))
    pad = page.get_by_role("region", name="You are Pim Quill")
    alone = pad.get_by_text("Nobody is near enough to speak to.")
    for _ in range(2):  # One step to arrive, and one to be seen.
        before = asked(live, "session")["next_step"]
        page.get_by_role("button", name="One step").click()
        wait_until(page, lambda before=before: asked(live, "session")["next_step"] > before)  # type: ignore[misc]
    expect(alone).to_be_visible()
    stand_still(page)
    shot(page)
    _click_beside(page, pad)
    expect(side(page).get_by_role("heading", name="Pim Quill")).to_be_visible()


def test_a_visitor_who_rests_in_a_paused_town_is_not_drawn(live: str, open_page: Opener) -> None:
    page = open_page(live)
    opened(page)
    who, _ = _somebody_settled(live)
    page.get_by_role("button", name="Step in").click()
    dialog = window(page, "Step in")
    dialog.get_by_role("button", name="As a resident").click()
    dialog.get_by_role("combobox", name="Resident to take over").select_option(value=who)
    dialog.get_by_role("button", name="Take over").click()
    expect(page.get_by_role("region", name=f"You are {who}")).to_be_visible()
    pause(page)
    count_drawing(page)
    stand_still(page)
    assert drawn(page) == 0


def test_a_resident_is_taken_over_moved_and_handed_back(live: str, open_page: Opener, shot: Shot) -> None:
    page = open_page(live)
    opened(page)
    who, _ = _somebody_settled(live)
    page.get_by_role("button", name="Step in").click()
    dialog = window(page, "Step in")
    dialog.get_by_role("button", name="As a resident").click()
    dialog.get_by_role("combobox", name="Resident to take over").select_option(value=who)
    dialog.get_by_role("button", name="Take over").click()
    pad = page.get_by_role("region", name=f"You are {who}")
    expect(pad).to_be_visible()
    wait_until(page, lambda: _shown(live, who)["by_person"])
    before = _shown(live, who)
    town = page.get_by_role("application", name="Map of the town")
    expect(town).to_be_focused()
    turns = itertools.cycle(("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"))

    def walked() -> bool:
        page.keyboard.press(next(turns))
        page.wait_for_timeout(1000)
        return bool(_shown(live, who)["path"] != before["path"])

    wait_until(page, walked)
    shot(page, "taken")
    pad.get_by_role("button", name="Hand back").click()
    expect(pad).to_have_count(0)
    wait_until(page, lambda: not _shown(live, who)["by_person"])


def test_a_page_opened_anew_in_mid_run_is_where_it_was(live: str, open_page: Opener) -> None:
    page = open_page(live)
    opened(page)
    who = asked(live, "town")["people"][0]["name"]
    select(page, who)
    before = step(page)
    _reload(page)
    expect(side(page).get_by_role("heading", name=who)).to_be_visible()
    assert step(page) >= before
    wait_until(page, lambda: step(page) > before + 6)


def _arrive(page: Page, name: str, where: str) -> None:
    page.get_by_role("button", name="Step in").click()
    dialog = window(page, "Step in")
    dialog.get_by_role("textbox", name="Your name in the town").fill(name)
    dialog.get_by_role("combobox", name="Where you arrive").select_option(value=where)
    dialog.get_by_role("button", name="Arrive").click()
    expect(dialog).to_be_hidden()


def _click_beside(page: Page, pad: Locator) -> None:
    """Clicks the middle of the part of the map beside a panel, which is where the camera shows the user's person."""
    above, below = page.locator(".top-bar").bounding_box(), page.locator(".bottom-bar").bounding_box()
    panel = pad.bounding_box()
    assert above
    assert below
    assert panel
    left, right = panel["x"] + panel["width"], page.evaluate("innerWidth")
    page.mouse.click((left + right) / 2, (above["y"] + above["height"] + below["y"]) / 2)


def _reload(page: Page) -> None:
    page.reload()
    opened(page)


def _answered(live: str, host: str) -> bool:
    talks = asked(live, f"people/{quote(host)}/talks")
    lines = [line for talk in talks if "Pim Quill" in talk["participants"] for line in talk["lines"]]
    return any(line["who"] == host for line in lines)


def _somebody_beside_something(live: str) -> tuple[str, str]:
    """Somebody who is awake in a room for a while, and an object in it that nobody uses."""
    who, room = _somebody_settled(live)
    things = [place["address"] for place in asked(live, "town")["places"] if place["kind"] == "object"]
    inside = [thing for thing in things if thing.startswith(f"{room}:")]
    return who, next(thing for thing in inside if not asked(live, f"things?address={quote(thing)}")["users"])


def _somebody_settled(live: str) -> tuple[str, str]:
    """Somebody who is at something in a room, by themselves, with the room's address."""
    people = _scene(live)
    rooms = {person["who"]: person["at"].rsplit(":", 1)[0] for person in people if person["using"]}
    return next((who, room) for who, room in sorted(rooms.items()) if [*rooms.values()].count(room) == 1)


def _room_apart(live: str) -> str:
    """The room furthest from everybody, where nobody will speak to who arrives: the camera would show both."""
    taken = [person["path"][-1] for person in _scene(live)]
    near = {
        place["address"].rsplit(":", 1)[0]: min(abs(x - a) + abs(y - b) for x, y in place["tiles"] for a, b in taken)
        for place in asked(live, "town")["places"]
        if place["kind"] == "object"
    }
    return max(sorted(near), key=near.__getitem__)


def _shown(live: str, who: str) -> dict[str, Any]:
    return next(person for person in _scene(live) if person["who"] == who)


def _scene(live: str) -> list[dict[str, Any]]:
    at = asked(live, "session")["next_step"]
    return asked(live, f"reel?from_step={at}")["scene"]["people"]  # type: ignore[no-any-return]
