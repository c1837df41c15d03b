"""How soon a replay is on the screen, and how soon another moment is, in a real browser.

    python -m benchmarks.page RUN [--seeks 20]
    python -m benchmarks.page RUN --untouched [--seconds 60]

`townlet serve RUN` is a process of its own. The first picture: from the navigation until the map has been drawn with
people on it (the page marks that moment itself). A seek: from the link to a moment being followed until the panel of a
person shows what they did then. With `--untouched` it tells instead how many conversations pass on a page that nobody
touches from its start: those of which a moment has been on the screen. The browser draws in software, so a laptop with
a graphics card is faster.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from pathlib import Path

from playwright.sync_api import Page
from tests.browser.chromium import running
from tests.browser.served import asked, serving

_FIRST_PICTURE = """() => new Promise((done) => {
    const look = () => {
        const [mark] = performance.getEntriesByName("townlet: people on the map");
        mark ? done(mark.startTime) : setTimeout(look, 5);
    };
    look();
})"""
"""Milliseconds since the navigation began."""

_SEEK = """([name, to]) => new Promise((done) => {
    const slider = document.querySelector('[role="slider"]');
    const began = performance.now();
    const { left, width } = slider.getBoundingClientRect();
    const at = { bubbles: true, pointerId: 1, button: 0, buttons: 1, clientX: left + width * to };
    slider.setPointerCapture = () => undefined;
    slider.dispatchEvent(new PointerEvent("pointerdown", at));
    const look = () => {
        const shown = Number(document.querySelector(".doing")?.dataset.step);
        if (shown === Number(slider.ariaValueNow) + 1) done(performance.now() - began);
        else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})"""
"""Milliseconds from a click into the timeline until the panel shows that moment."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path, help="a run file, of two days at best")
    parser.add_argument("--seeks", type=int, default=20)
    parser.add_argument("--untouched", action="store_true", help="count the conversations that pass by themselves")
    parser.add_argument("--seconds", type=float, default=60)
    given = parser.parse_args()
    run = given.run.resolve()
    with serving(run, folder=run.parent) as address, running() as browser:
        told = asked(address, "session")
        days = told["next_step"] * told["step_seconds"] / 86_400
        print(f"{run.name}: {told['town']}, {days:.1f} days, {run.stat().st_size / 1e6:.0f} MB; {_load()}")
        if given.untouched:
            print(_untouched(browser.new_page(), address, given.seconds))
            return
        first = []
        for _ in range(3):
            page = browser.new_page()
            first.append(_first_picture(page, address))
            page.close()
        print(f"first picture: {_told(first)} of {len(first)} (aim: under 2000 ms)")
        page = browser.new_page()
        name = asked(address, "town")["people"][0]["name"]
        _first_picture(page, f"{address}/#person={name.replace(' ', '+')}")
        page.get_by_role("button", name="Pause").click()
        chance = random.Random(7)
        seeks = [page.evaluate(_SEEK, [name, chance.uniform(0.05, 0.95)]) for _ in range(given.seeks)]
        print(f"seek: {_told(seeks)} of {len(seeks)} (aim: under 200 ms); {_load()}")


def _first_picture(page: Page, address: str) -> float:
    page.goto(address)
    return float(page.evaluate(_FIRST_PICTURE))


def _untouched(page: Page, address: str, seconds: float) -> str:
    """What is seen of the run by who opens it and waits."""
    _first_picture(page, address)
    slider = page.get_by_role("slider", name="Moment of the run")
    shown: set[int] = set()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        shown.add(int(slider.get_attribute("aria-valuenow") or 0))
        page.wait_for_timeout(100)
    talks = [mark for mark in asked(address, "marks") if mark["kind"] == "talk"]
    seen = sum(any(talk["s"] <= step <= talk["to"] for step in shown) for talk in talks)
    minutes = (max(shown) - min(shown)) * asked(address, "session")["step_seconds"] / 60
    return f"untouched for {seconds:.0f} s: {minutes:.0f} game minutes, {seen} conversations seen (aim: 3); {_load()}"


def _told(milliseconds: list[float]) -> str:
    return f"median {statistics.median(milliseconds):.0f} ms, worst {max(milliseconds):.0f} ms"


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores at {time.strftime('%H:%M')}"


if __name__ == "__main__":
    main()
