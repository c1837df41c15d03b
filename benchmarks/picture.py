"""What the map covers up, who is missing from a chapter, and what the first picture costs, in a real browser.

    python -m benchmarks.picture RUN party --from "2023-02-14T17:00" --minutes 120
    python -m benchmarks.picture RUN chapters --count 12
    python -m benchmarks.picture RUN first
    python -m benchmarks.picture RUN share --every 60

`party` seeks to minute after minute and counts names and bubbles that cover a face or one another. `chapters`
shows each chapter at its moment and counts those who are named but are not in the uncovered part of the window, or
whose faces are covered. `first` gives the bytes and seconds to the first picture, also on a slowed machine with a slow
network, and what happens in the five seconds after it. `share` gives the share of the free part of the window that
belongs to places where somebody is seen, as the director chooses it at the first picture and at moments from then on.
Each does so at three sizes of window. `--shots FOLDER` keeps pictures.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page
from tests.browser.chromium import running
from tests.browser.seen import SHOWN, covered, is_inside
from tests.browser.served import asked, serving

SIZES = ((1440, 900, 1), (390, 844, 1), (2560, 1440, 2))
"""Width and height of the window in CSS pixels, and its ratio of device pixels."""

PATIENCE_MS = 120_000

ENOUGH = 0.6
"""The least share of the first picture that should be places with people."""
UNITS = 64
"""Of the map's camera in a tile."""

_PEOPLED = "performance.getEntriesByName('townlet: people on the map')[0]?.startTime"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="a run file")
    parser.add_argument("what", choices=("party", "chapters", "first", "share"))
    parser.add_argument("--from", dest="since", default="2023-02-14T17:00", help="the first minute of `party`")
    parser.add_argument("--minutes", type=int, default=120)
    parser.add_argument("--every", type=int, default=1, help="sample every so many minutes of `party` or `share`")
    parser.add_argument("--view", default="", help="the view of `party`, as in a link; by default the director's")
    parser.add_argument("--count", type=int, default=12, help="how many chapters")
    parser.add_argument("--sizes", default="0,1,2", help="which of the three sizes")
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    run = given.run.resolve()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    with serving(run, folder=run.parent) as address, running() as browser:
        print(f"{run.name}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores at {time.strftime('%H:%M')}")
        for size in (SIZES[int(each)] for each in given.sizes.split(",")):
            measures = {"party": _party, "chapters": _chapters, "first": _first, "share": _share}
            measures[given.what](browser, address, size, given)


def _party(browser: Browser, address: str, size: tuple[int, int, int], given: argparse.Namespace) -> None:
    page = _page(browser, size)
    counts: Counter[str] = Counter()
    since = datetime.fromisoformat(given.since)
    view = f"&view={given.view}" if given.view else ""
    page.goto(f"{address}/#at={since.isoformat()}{view}&paused")
    _wait(page, _PEOPLED)
    for minute in range(0, given.minutes, given.every):
        at = (since + timedelta(minutes=minute)).isoformat()
        page.evaluate(f"location.hash = 'at={at}{view}&paused'")
        page.wait_for_timeout(700)
        drawn = page.evaluate(SHOWN)["drawn"]
        found = covered(drawn)
        counts.update(found)
        counts["samples"] += 1
        counts.update(each["kind"] + "s" for each in drawn)
        if given.shots and (sum(found.values()) or minute % 15 == 0):
            page.screenshot(timeout=PATIENCE_MS, path=given.shots / f"party-{size[0]}-{minute:03}.png")
    print(f"party at {_told(size)}: {dict(sorted(counts.items()))}")
    page.context.close()


def _chapters(browser: Browser, address: str, size: tuple[int, int, int], given: argparse.Namespace) -> None:
    page = _page(browser, size)
    session = asked(address, "session")
    start = datetime.fromisoformat(session["start"])
    missing = 0
    for number, chapter in enumerate(asked(address, "story")["chapters"][: given.count]):
        at = (start + timedelta(seconds=session["step_seconds"] * chapter["step"])).replace(tzinfo=None).isoformat()
        page.goto("about:blank")
        page.goto(f"{address}/#at={at}&chapter={chapter['id']}&paused")
        _wait(page, _PEOPLED)
        page.wait_for_timeout(2500)
        shown = page.evaluate(SHOWN)
        speaking = {each["who"] for each in shown["drawn"] if each["kind"] == "line"}
        faces = {each["who"]: each["box"] for each in shown["drawn"] if each["kind"] == "face"}
        wanted = [
            *chapter["people"],
            *([chapter["quote"]["who"]] if chapter["quote"] and chapter["quote"]["who"] else []),
        ]
        outside = [who for who in dict.fromkeys(wanted) if not (who in faces and is_inside(faces[who], shown["free"]))]
        hidden = covered(shown["drawn"])
        missing += bool(outside or hidden)
        told = f"zoom {shown['zoom']:.2f}, {len(wanted)} named, {len(speaking)} speak"
        told += f"; outside: {outside or 'nobody'}; covered: {dict(hidden) or 'nothing'}"
        print(f"  {number + 1} {chapter['title']!r}: {told}")
        if given.shots:
            page.screenshot(timeout=PATIENCE_MS, path=given.shots / f"chapter-{size[0]}-{number + 1:02}.png")
    print(f"chapters at {_told(size)}: {missing} of {given.count} miss somebody")
    page.context.close()


def _first(browser: Browser, address: str, size: tuple[int, int, int], given: argparse.Namespace) -> None:
    for slow in (False, True):
        page = _page(browser, size)
        received = _received(page, slow)
        devtools = page.context.new_cdp_session(page)
        devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(address, wait_until="commit")
        _wait(page, _PEOPLED)
        spent = {each["name"]: each["value"] for each in devtools.send("Performance.getMetrics")["metrics"]}
        seconds, total = page.evaluate(_PEOPLED) / 1000, sum(received.values())
        kind = "4x CPU, fast 3G" if slow else "unthrottled"
        busy = f"{spent['TaskDuration']:.2f} CPU s, of that scripts {spent['ScriptDuration']:.2f} s"
        print(f"first picture at {_told(size)}, {kind}: {seconds:.1f} s, {total / 1e6:.2f} MB, {busy}")
        if given.shots:
            page.screenshot(timeout=PATIENCE_MS, path=given.shots / f"first-{size[0]}{'-slow' if slow else ''}.png")
        if not slow:
            print(f"    within five seconds: {_happening(page)}")
            for told in page.evaluate(_REQUESTS):
                print(f"    {told['from']:6.0f} to {told['to']:6.0f} ms {told['kB']:5.0f} kB {told['name'][-70:]}")
        page.context.close()


_REQUESTS = """performance.getEntriesByType('resource').map(told => ({
    from: told.startTime, to: told.responseEnd, kB: told.transferSize / 1000, name: told.name }))"""


def _happening(page: Page) -> str:
    """What is seen to happen within five seconds: who moves, and how many lines are spoken."""
    seen: dict[str, list[dict[str, float]]] = {}
    lines: set[str] = set()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        for each in page.evaluate(SHOWN)["drawn"]:
            if each["kind"] == "face":
                seen.setdefault(each["who"], []).append(each["box"])
            elif each["kind"] == "line":
                lines.add(each["who"])
        page.wait_for_timeout(200)
    moved = [
        who
        for who, boxes in seen.items()
        if any(abs(box[side] - boxes[0][side]) > 8 for box in boxes for side in ("left", "top"))
    ]
    return f"{len(moved)} of {len(seen)} people move, {len(lines)} speak"


def _share(browser: Browser, address: str, size: tuple[int, int, int], given: argparse.Namespace) -> None:
    page = _page(browser, size)
    places = _places(address)
    session = asked(address, "session")
    start = datetime.fromisoformat(session["start"]).replace(tzinfo=None)
    steps = [session["opening"], *range(0, session["next_step"], given.every * 60 // session["step_seconds"])]
    found: list[float] = []
    for step in steps:
        at = (start + timedelta(seconds=session["step_seconds"] * step)).isoformat()
        if not found:
            page.goto(address)
            _wait(page, _PEOPLED)
            page.evaluate("document.querySelector('[data-clock] [aria-label=Pause]').click()")
        else:
            page.evaluate(f"location.hash = 'at={at}&paused'")
            # The director looks around once in a second.
            page.wait_for_timeout(1500)
        _wait(page, "document.querySelector('.town-map').dataset.map === 'still'")
        shown = page.evaluate(SHOWN)
        share, missing = _peopled(shown, places), _unseen(shown)
        found.append(share)
        if len(found) == 1 or share < ENOUGH or missing:
            print(f"    {at}: {share:.0%} at zoom {shown['zoom']:.2f}{f'; outside: {missing}' if missing else ''}")
        if given.shots:
            page.screenshot(timeout=PATIENCE_MS, path=given.shots / f"share-{size[0]}-{at[:16].replace(':', '')}.png")
    enough = sum(each >= ENOUGH for each in found)
    print(
        f"places with people at {_told(size)}: {enough} of {len(found)} at least {ENOUGH:.0%}; least {min(found):.0%}"
    )
    page.context.close()


def _places(address: str) -> list[tuple[float, float, float, float]]:
    """The areas of the map's buildings and plots, in tiles: left, top, right and bottom."""
    told = asked(address, "town/files/map.tmj")
    wide, tall = told["tilewidth"], told["tileheight"]
    areas = [area for layer in told["layers"] if layer["name"] == "sectors" for area in layer["objects"]]
    return [
        (each["x"] / wide, each["y"] / tall, (each["x"] + each["width"]) / wide, (each["y"] + each["height"]) / tall)
        for each in areas
    ]


def _peopled(shown: dict[str, Any], places: list[tuple[float, float, float, float]]) -> float:
    """The share of the free part of the window that belongs to buildings and plots of which somebody is seen there."""
    free, target = shown["free"], shown["target"]
    tile = UNITS * target["zoom"]
    across, down = free["width"] / tile, free["height"] / tile
    left, top = target["x"] / UNITS - across / 2, target["y"] / UNITS - down / 2
    seen = set()
    for each in shown["drawn"]:
        if each["kind"] == "face" and is_inside(each["box"], free):
            box = each["box"]
            x = left + (box["left"] + box["width"] / 2 - free["left"]) / tile
            # The feet are about a tile and a half below the top of the face.
            y = top + (box["top"] - free["top"]) / tile + 1.4
            seen |= {place for place in places if place[0] <= x < place[2] and place[1] <= y < place[3]}
    sizes = [
        max(0, min(left + across, place[2]) - max(left, place[0]))
        * max(0, min(top + down, place[3]) - max(top, place[1]))
        for place in seen
    ]
    return sum(sizes) / (across * down)


def _unseen(shown: dict[str, Any]) -> list[str]:
    """Those who speak in the picture and whose face is not wholly in the free part of the window."""
    faces = {each["who"]: each["box"] for each in shown["drawn"] if each["kind"] == "face"}
    speaking = {each["who"] for each in shown["drawn"] if each["kind"] == "line"}
    return sorted(who for who in speaking if not is_inside(faces[who], shown["free"]))


def _received(page: Page, slow: bool) -> Counter[str]:
    """The bytes that are received from each address, from now on; as on a telephone, if `slow`."""
    devtools = page.context.new_cdp_session(page)
    urls: dict[str, str] = {}
    received: Counter[str] = Counter()

    def answered(told: dict[str, Any]) -> None:
        urls[told["requestId"]] = told["response"]["url"]

    def ended(told: dict[str, Any]) -> None:
        received[urls.get(told["requestId"], "?")] += int(told["encodedDataLength"])

    devtools.send("Network.enable")
    devtools.on("Network.responseReceived", answered)
    devtools.on("Network.loadingFinished", ended)
    if slow:
        devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        # The "fast 3G" of Chromium's own developer tools.
        network = {"latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
        devtools.send("Network.emulateNetworkConditions", {"offline": False, **network})
    return received


def _page(browser: Browser, size: tuple[int, int, int]) -> Page:
    width, height, ratio = size
    context = browser.new_context(viewport={"width": width, "height": height}, device_scale_factor=ratio)
    return context.new_page()


def _wait(page: Page, holds: str) -> None:
    """Waits until an expression holds; the page's policy forbids `wait_for_function`, which evaluates."""
    end = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(holds):
        if time.monotonic() > end:
            raise TimeoutError(f"After {PATIENCE_MS / 1000:.0f} s it does not hold: {holds}")
        page.wait_for_timeout(25)


def _told(size: tuple[int, int, int]) -> str:
    return f"{size[0]}x{size[1]}@{size[2]}"


if __name__ == "__main__":
    main()
