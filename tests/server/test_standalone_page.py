"""A standalone page contains for any step what the server answers."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from townlet.cli.app import app
from townlet.server import client_files
from townlet.server.run_session import RunSession
from townlet.server.standalone_page.page import ClientNotBuilt, encode_part, render_standalone_page
from townlet.server.standalone_page.parts import export_parts

Parts = dict[str, Any]


@pytest.fixture(scope="module")
def exported(run: Path) -> Parts:
    return {name: json.loads(gzip.decompress(base64.b64decode(encode_part(part)))) for name, part in _parts(run)}


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A made-up built client: a page with a script, a style sheet and an icon in separate files."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(
        '<!doctype html><html><head><meta charset="utf-8" /><title>Town</title>'
        '<link rel="icon" href="./assets/i.svg" /><script type="module" crossorigin src="./assets/a.js"></script>'
        '<link rel="stylesheet" crossorigin href="./assets/a.css"></head><body><div id="app"></div></body></html>'
    )
    (tmp_path / "assets" / "i.svg").write_text("<svg/>")
    (tmp_path / "assets" / "f.woff2").write_bytes(b"font")
    (tmp_path / "assets" / "a.js").write_text('say("</script>")')
    (tmp_path / "assets" / "a.css").write_text("@font-face{src:url(./f.woff2)}")
    return tmp_path


def _parts(run: Path) -> list[tuple[str, Any]]:
    return list(export_parts(RunSession(run), lambda done, of: None))


def _moments(exported: Parts) -> list[int]:
    end = exported["run"]["session"]["next_step"]
    return [1, end // 3, end // 2, end - 700, end - 301, end - 40, end]


def test_people_are_as_the_server_describes_them_at_any_step(exported: Parts, client: TestClient) -> None:
    for number, name in enumerate(exported["run"]["people"]):
        life = exported[f"life {number}"]
        for at in _moments(exported):
            told = client.get(f"/api/people/{name}", params={"at": at}).json()
            known = [now for now in life["nows"] if now["step"] <= at][-1]
            assert {**known, "step": at} == told


def test_plans_have_the_details_of_the_step(exported: Parts, client: TestClient) -> None:
    for number, name in enumerate(exported["run"]["people"]):
        for at in _moments(exported):
            known = {}
            for each in exported[f"life {number}"]["plans"]:
                if each["at"] <= at:
                    known[(each["plan"]["step"], each["revision"])] = each["plan"]
            assert list(known.values()) == client.get(f"/api/people/{name}/plans", params={"at": at}).json()


def test_memories_have_their_provenance(exported: Parts, client: TestClient) -> None:
    life = exported["life 1"]
    name, kept = exported["run"]["people"][1], {each["memory"]["id"]: each for each in life["memories"]}
    told = client.get(f"/api/people/{name}/memories", params={"limit": 500}).json()
    assert [each["memory"] for each in life["memories"]][::-1][: len(told)] == told
    by_id = {each["memory"]["id"]: each for n in range(4) for each in exported[f"life {n}"]["memories"]}
    for memory in [each for each in kept if kept[each]["before"]][:10]:
        chain = client.get(f"/api/memories/{memory}/origin").json()
        assert [each["memory"]["id"] for each in chain] == _chain(memory, by_id)
        assert [each["how"] for each in chain] == [by_id[each]["how"] for each in _chain(memory, by_id)]


def test_ties_and_talks_are_those_of_the_step(exported: Parts, client: TestClient) -> None:
    log = exported["dealings"]["ties"]
    for at in _moments(exported):
        known = {(each["tie"]["one"], each["tie"]["other"]): each["tie"] for each in log if each["at"] <= at}
        assert [known[pair] for pair in sorted(known)] == client.get("/api/ties", params={"at": at}).json()
    assert exported["dealings"]["talks"]


def test_objects_and_places_are_those_of_the_step(exported: Parts, client: TestClient) -> None:
    log = exported["things"]
    for address in {each["address"] for each in log["objects"]}:
        for at in _moments(exported):
            told = client.get("/api/things", params={"address": address, "at": at}).json()
            if known := [each for each in log["objects"] if each["address"] == address and each["at"] <= at]:
                assert (known[-1]["state"], known[-1]["users"]) == (told["state"], told["users"])
            history = [
                each["event"]
                for each in log["history"]
                if each["event"]["step"] < at and _within(each["where"], address) and not each["only"]
            ]
            assert history[::-1][:50] == told["history"]


def test_the_users_of_a_place_are_the_people_inside(exported: Parts, client: TestClient) -> None:
    homes = {person["home"].rsplit(":", 1)[0] for person in exported["run"]["town"]["people"]}
    for home in homes:
        for at in _moments(exported):
            where = {each["who"]: each["place"] for each in exported["things"]["whereabouts"] if each["at"] <= at}
            inside = sorted(who for who, place in where.items() if _within(place, home))
            assert inside == client.get("/api/things", params={"address": home, "at": at}).json()["users"]


def test_the_event_feed_is_complete(exported: Parts, client: TestClient) -> None:
    hour = 360
    for number in range(-(-exported["run"]["session"]["next_step"] // hour)):
        asked = {"from_step": number * hour, "to_step": (number + 1) * hour}
        assert exported[f"hour {number}"] == client.get("/api/reel", params=asked).json()
    assert exported["run"]["session"]["mode"] == "replay"


def test_the_same_run_makes_the_same_page(run: Path, built: Path) -> None:
    one, other = ("".join(render_standalone_page(built, "A & B", _parts(run))) for _ in range(2))
    assert one == other
    assert "<title>A &amp; B</title>" in one


def test_the_page_contains_everything_it_needs(run: Path, built: Path) -> None:
    whole = "".join(render_standalone_page(built, "Town", _parts(run)[:1]))
    assert "./assets" not in whole
    assert "url(data:font/woff2;base64," in whole
    assert 'say("<\\/script>")' in whole
    assert "default-src 'none'" in whole
    assert not re.search(r"script-src[^;]*(self|unsafe|http)", whole)


def test_without_the_client_there_is_no_page(tmp_path: Path) -> None:
    with pytest.raises(ClientNotBuilt):
        next(render_standalone_page(tmp_path, "Town", ()))


def test_a_page_is_overwritten_only_with_force(
    run: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_files, "CLIENT_FOLDER", built)
    file = tmp_path / "page.html"
    done = CliRunner().invoke(app, ["export", str(run), "--replay", str(file), "--json"])
    assert json.loads(done.stdout) == {"page": str(file), "bytes": file.stat().st_size}
    refused = CliRunner().invoke(app, ["export", str(run), "--replay", str(file)])
    assert (refused.exit_code, refused.stderr) == (2, f"{file} already exists; use --force to overwrite it.\n")
    assert CliRunner().invoke(app, ["export", str(run), "--replay", str(file), "--force"]).exit_code == 0
    before = run.read_bytes()
    refused = CliRunner().invoke(app, ["export", str(run), "--replay", str(run), "--force"])
    assert (refused.exit_code, run.read_bytes()) == (2, before)


def _chain(memory: str, by_id: Parts) -> list[str]:
    found: list[str] = []
    while memory and memory not in found:
        found.append(memory)
        memory = by_id[memory]["before"]
    return found


def _within(place: str, address: str) -> bool:
    return place == address or place.startswith(f"{address}:")
