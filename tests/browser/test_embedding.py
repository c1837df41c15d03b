"""A page on another port shows the town in a frame and steers it, if its origin is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from .seen import wait_until
from .served import asked, serving

DOCS = Path(__file__).parents[2] / "docs" / "embed.md"
_RECORD = """<script>
window.heard = [];
addEventListener("message", ({ data }) => window.heard.push(data));
</script>"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_request(self, *about: object) -> None:
        """Says nothing."""


@contextmanager
def site(folder: Path) -> Iterator[ThreadingHTTPServer]:
    """A web server of somebody else, on a free port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def origin_of(server: ThreadingHTTPServer) -> str:
    return f"http://127.0.0.1:{server.server_address[1]}"


def example(address: str) -> str:
    """The page of the documentation, for a town at an address, that also keeps what it hears."""
    found = re.search(r"```html\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    assert "http://localhost:8000/" in found[1]
    return _RECORD + found[1].replace("http://localhost:8000/", f"{address}/")


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    folder = tmp_path_factory.mktemp("site")
    with site(folder) as server:
        yield origin_of(server), folder


@pytest.fixture(scope="module")
def address(half_day: Path, here: tuple[str, Path]) -> Iterator[str]:
    with serving(half_day, "--allow-embed", here[0], folder=half_day.parent) as address:
        (here[1] / "index.html").write_text(example(address), encoding="utf-8")
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 960, "height": 720})
    yield context.new_page()
    context.close()


def heard(page: Page, event: str) -> list[dict[str, Any]]:
    return [each for each in page.evaluate("window.heard") if each.get("event") == event]


def ask(page: Page, text: str) -> None:
    page.evaluate(f"ask({text})")


def test_the_page_of_the_documentation_plays_a_chapter(address: str, here: tuple[str, Path], page: Page) -> None:
    chapters = asked(address, "story")["chapters"]
    page.goto(here[0])
    expect(page.locator("#said")).to_contain_text("Ready at 20")
    page.get_by_role("button", name="Show the first chapter").click()
    expect(page.locator("#said")).to_have_text(chapters[0]["title"])
    town = page.frame_locator("#town")
    expect(town.get_by_role("region", name="Chapter 1 of").get_by_role("heading")).to_have_text(chapters[0]["title"])
    wait_until(page, lambda: any(each["playing"] for each in heard(page, "time")))
    page.get_by_role("button", name="Pause").click()
    wait_until(page, lambda: not heard(page, "time")[-1]["playing"])
    assert heard(page, "chapter")[-1] == {
        "townlet": 1, "event": "chapter", "chapter": chapters[0]["id"], "number": 1, "title": chapters[0]["title"]
    }  # fmt: skip

    ask(page, '{ do: "seek", step: 3000 }')
    wait_until(page, lambda: heard(page, "time")[-1]["step"] == 3000)
    ask(page, f'{{ do: "seek", at: "{heard(page, "time")[-1]["at"][:10]}T09:00:00" }}')
    wait_until(page, lambda: heard(page, "time")[-1]["step"] == 3240)
    who = chapters[0]["people"][0]
    ask(page, f'{{ do: "person", person: "{who}" }}')
    expect(town.get_by_role("complementary", name="What is selected").get_by_role("heading", name=who)).to_be_visible()
    ask(page, f'{{ do: "chapter", chapter: "{chapters[1]["id"]}" }}')
    wait_until(page, lambda: heard(page, "chapter")[-1]["number"] == 2)
    ask(page, '{ do: "chapter", chapter: "" }')
    wait_until(page, lambda: heard(page, "chapter")[-1]["number"] == 0)


def test_messages_that_make_no_sense_are_refused_with_a_reason(
    address: str, here: tuple[str, Path], page: Page
) -> None:
    page.goto(here[0])
    expect(page.locator("#said")).to_contain_text("Ready at 20")
    wrong = [
        '{ do: "dance" }',
        '{ do: "seek", at: "noon" }',
        '{ do: "person", person: "Nobody" }',
        '{ do: "chapter", chapter: 99 }',
    ]
    for number, text in enumerate(wrong, 1):
        ask(page, text)
        wait_until(page, lambda number=number: len(heard(page, "refused")) == number)  # type: ignore[misc]
    whys = [each["why"] for each in heard(page, "refused")]
    assert whys[0] == "Expected do: hello, play, pause, seek, chapter or person."
    assert whys[1].startswith("seek needs step")
    assert whys[2].startswith("person needs person")
    assert whys[3].startswith("chapter needs chapter, a number from 1 to ")


def test_a_page_that_is_not_allowed_gets_no_frame(address: str, here: tuple[str, Path], page: Page) -> None:
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text) if "frame-ancestors" in said.text else None)
    with site(here[1]) as other:
        page.goto(origin_of(other))
        wait_until(page, lambda: bool(refused))
        page.wait_for_timeout(1500)
        assert page.locator("#said").inner_text() == "Waiting for the town"
        assert page.evaluate("window.heard") == []
        assert page.frame_locator("#town").get_by_role("slider", name="Moment of the run").count() == 0


def test_an_allowed_page_that_is_not_the_parent_is_not_heard(address: str, here: tuple[str, Path], page: Page) -> None:
    page.goto(here[0])
    expect(page.locator("#said")).to_contain_text("Ready at 20")
    page.evaluate(
        """() => new Promise((done) => {
            const sibling = document.createElement("iframe");
            const message = "{ townlet: 1, do: 'seek', step: 7 }";
            sibling.srcdoc = `<script>parent.frames[0].postMessage(${message}, "*")</scr` + "ipt>";
            sibling.onload = () => setTimeout(done, 1500);
            document.body.append(sibling);
        })"""
    )
    assert 7 not in [each["step"] for each in heard(page, "time")]
    assert heard(page, "refused") == []
