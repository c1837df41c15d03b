"""A chapter is saved as a video, a moving picture and a card, and each file is what it says."""

from __future__ import annotations

import base64
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Download, Page, expect

from .conftest import SHOTS, Opener
from .seen import opened, step, wait_until
from .served import asked

_FRAMES_OF_VIDEO = """async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const video = document.createElement("video");
    video.muted = true;
    video.src = URL.createObjectURL(new Blob([bytes], { type: "video/webm" }));
    await new Promise((done, failed) => ((video.onloadeddata = done), (video.onerror = () => failed(video.error))));
    const [width, height] = [video.videoWidth, video.videoHeight];
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const frames = [];
    for (let at = 0.05; at < video.duration; at += video.duration / 6) {
        video.currentTime = at;
        await new Promise((done) => (video.onseeked = done));
        canvas.getContext("2d").drawImage(video, 0, 0);
        frames.push(canvas.toDataURL("image/png"));
    }
    return { width: canvas.width, height: canvas.height, seconds: video.duration, frames };
}"""
_FRAMES_OF_PICTURE = """async ([text, type]) => {
    const data = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type });
    await decoder.tracks.ready;
    const count = decoder.tracks.selectedTrack.frameCount;
    const canvas = document.createElement("canvas");
    const frames = [];
    let seconds = 0;
    for (let frameIndex = 0; frameIndex < count; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        [canvas.width, canvas.height] = [image.displayWidth, image.displayHeight];
        canvas.getContext("2d").drawImage(image, 0, 0);
        seconds += (image.duration ?? 0) / 1e6;
        if (frameIndex % Math.ceil(count / 6) === 0) frames.push(canvas.toDataURL("image/png"));
    }
    return { width: canvas.width, height: canvas.height, seconds, count, frames };
}"""
_STRIP = """async ([picture, top]) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const dark = (from, height) => {
        const { data } = context.getImageData(0, from, image.width, height);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) count += data[at] + data[at + 1] + data[at + 2] < 300;
        return count / (data.length / 4);
    };
    const [red, green, blue] = context.getImageData(3, image.height - 3, 1, 1).data;
    const map = new Set(context.getImageData(0, 0, image.width, top).data).size;
    return { ink: dark(top, image.height - top), paper: [red, green, blue], map };
}"""


@pytest.fixture
def viewer(address: str, browser: Browser) -> Iterator[Page]:
    """A page that may decode anything."""
    context = browser.new_context(bypass_csp=True)
    page = context.new_page()
    page.goto(f"{address}/api/session")
    yield page
    context.close()


def save(page: Page, form: str, folder: Path) -> Path:
    """Saves the chapter that is shown; `form` is the beginning of the button's name."""
    summary = page.get_by_text("Save", exact=True)
    if not page.get_by_role("button", name="A video of").is_visible():
        summary.click()
    saved: list[Download] = []
    page.once("download", lambda each: saved.append(each))
    page.get_by_role("button", name=form).click()
    made = page.get_by_role("progressbar", name="How much is made")
    wait_until(page, lambda: bool(saved), lambda: made.evaluate_all("bars => bars.map(({ value }) => value)"))
    file = folder / saved[0].suggested_filename
    saved[0].save_as(file)
    expect(page.get_by_role("dialog", name="Making the clip")).to_have_count(0)
    return file


def decoded(viewer: Page, file: Path) -> dict[str, Any]:
    text = base64.b64encode(file.read_bytes()).decode()
    if file.suffix == ".webm":
        found = viewer.evaluate(_FRAMES_OF_VIDEO, text)
    else:
        found = viewer.evaluate(_FRAMES_OF_PICTURE, [text, f"image/{file.suffix[1:]}"])
    SHOTS.mkdir(exist_ok=True)
    for number, frame in enumerate(found["frames"]):
        (SHOTS / f"clip-{file.suffix[1:]}-{number}.png").write_bytes(base64.b64decode(frame.partition(",")[2]))
    return dict(found)


def has_map_and_words(viewer: Page, frame: str, top: int) -> None:
    strip = viewer.evaluate(_STRIP, [frame, top])
    assert strip["paper"] == pytest.approx([253, 248, 236], abs=8)
    assert 0.01 < strip["ink"] < 0.3
    assert strip["map"] > 60


def to_chapter(page: Page, told: dict[str, Any]) -> None:
    opened(page)
    expect(page.get_by_role("region", name="Chapter").get_by_role("heading")).to_have_text(told["title"])


@pytest.mark.slow
def test_a_chapter_is_saved_as_video_gif_and_card(
    address: str, open_page: Opener, viewer: Page, tmp_path: Path
) -> None:
    quoted = [each for each in asked(address, "story")["chapters"] if each["quote"]]
    told = min(quoted, key=lambda each: each["to_step"] - each["step"])
    page = open_page(f"{address}/#chapter={told['id']}&paused")
    to_chapter(page, told)
    loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert not [each for each in loaded if "encoders" in each]

    video = save(page, "A video of", tmp_path)
    found = decoded(viewer, video)
    assert (found["width"], found["height"] > 432 + 80, found["height"] % 2) == (960, True, 0)
    assert 2 < found["seconds"] <= 12.1
    assert len(set(found["frames"])) > 1
    for frame in found["frames"]:
        has_map_and_words(viewer, frame, 436)
    assert video.stat().st_size < 1_500_000

    picture = save(page, "A moving picture of", tmp_path)
    found = decoded(viewer, picture)
    assert (found["width"], found["height"] > 320 + 60) == (640, True)
    assert found["count"] == pytest.approx(found["seconds"] * 6, rel=0.1)
    assert len(set(found["frames"])) > 1
    for frame in found["frames"]:
        has_map_and_words(viewer, frame, 324)

    card = save(page, "A picture of", tmp_path)
    found = decoded(viewer, card)
    assert (found["width"], found["height"] > 540 + 100) == (1080, True)
    has_map_and_words(viewer, found["frames"][0], 544)
    # The page is as it was: its map fills it again, and the chapter can be played.
    assert page.locator(".town-map").bounding_box() == {"x": 0, "y": 0, "width": 880, "height": 560}
    expect(page.get_by_role("region", name="Chapter")).to_be_visible()


def test_a_clip_can_be_stopped(address: str, open_page: Opener) -> None:
    told = asked(address, "story")["chapters"][0]
    page = open_page(f"{address}/#chapter={told['id']}&paused")
    to_chapter(page, told)
    page.get_by_text("Save", exact=True).click()
    page.get_by_role("button", name="A video of").click()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("dialog", name="Making the clip")).to_have_count(0)
    page.get_by_role("toolbar", name="Clock").get_by_role("button", name="Play").click()
    before = step(page)
    wait_until(page, lambda: step(page) != before)


def test_an_exported_page_makes_clips_without_a_server(
    half_day: Path, tmp_path: Path, open_page: Opener, viewer: Page
) -> None:
    file = tmp_path / "one.html"
    command = [sys.executable, "-m", "townlet", "export", half_day, "--replay", file, "--chapters", "1"]
    subprocess.run(list(map(str, command)), check=True)
    page = open_page(file.as_uri(), offline=True)
    opened(page)
    expect(page.get_by_role("region", name="Chapter 1 of 1")).to_be_visible()
    found = decoded(viewer, save(page, "A moving picture of", tmp_path))
    assert found["width"] == 640
    assert len(set(found["frames"])) > 1
