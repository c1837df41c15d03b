"""A standalone page contains for any step what the server answers."""

from __future__ import annotations

import base64
import gzip
import hashlib
import html
import json
import re
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from townlet.cli.app import app
from townlet.errors import BadInput
from townlet.server import client_files
from townlet.server.run_session import RunSession
from townlet.server.standalone_page import export
from townlet.server.standalone_page.excerpt import take_chapters
from townlet.server.standalone_page.export import export_site
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
    client = _packed(whole, "client")
    assert client["scripts"] == ['say("</script>")']
    assert client["styles"] == ["@font-face{src:url(data:font/woff2;base64,Zm9udA==)}"]
    policy = html.unescape(whole[: whole.index("</head>")])
    for text in (
        *client["scripts"],
        *client["styles"],
        *re.findall(r'<script type="module">(.*?)</script>', whole, re.S),
    ):
        assert f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" in policy
    assert "default-src 'none'" in whole
    assert not re.search(r"script-src[^;]*(self|unsafe|http)", whole)


def test_the_page_is_laid_out_as_the_client_expects(built: Path) -> None:
    served = (Path(__file__).parents[2] / "web" / "index.html").read_text(encoding="utf-8")
    whole = "".join(render_standalone_page(built, "Town", ()))
    for line in (*re.findall(r"<meta [^>]*>", served), *re.findall(r"<(?:html|div|body)\b[^>]*>", served)):
        assert line in whole


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


def test_a_site_is_a_folder_with_a_page_of_all_chapters(
    run: Path, built: Path, told: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_files, "CLIENT_FOLDER", built)
    site = tmp_path / "a" / "site"
    size = export_site(run, site)
    assert [(path.name, path.stat().st_size) for path in site.iterdir()] == [("index.html", size)]
    page = (site / "index.html").read_text(encoding="utf-8")
    assert [each["id"] for each in _packed(page, "story")["chapters"]] == [each.id for each in told.chapters]
    assert len(_packed(page, "run")["spans"]) <= len(told.chapters)


def test_a_site_neither_replaces_what_is_there_nor_leaves_what_is_too_large(
    run: Path, built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_files, "CLIENT_FOLDER", built)
    monkeypatch.setattr(export, "LARGEST_SITE_PAGE", 1000)
    site = tmp_path / "site"
    with pytest.raises(BadInput, match=r"too much for a site\. Give "):
        export_site(run, site)
    assert not site.exists()
    site.mkdir()
    (site / "CNAME").write_text("town.example")
    with pytest.raises(BadInput, match="already exists; give another name, or --force"):
        export_site(run, site)
    with pytest.raises(BadInput, match="too much for a site"):
        export_site(run, site, force=True)
    assert [path.name for path in site.iterdir()] == ["CNAME"]


@pytest.fixture(scope="module")
def told(run: Path) -> Any:
    """The story of the run; its first chapter is what the tests cut out."""
    read_model = RunSession(run).read_model
    story = read_model.teller.story(read_model.next_step, live=False)
    assert story.chapters
    return story


@pytest.fixture(scope="module")
def cut(run: Path) -> Parts:
    """The parts of a page of the first chapter."""
    session = RunSession(run)
    parts = export_parts(session, lambda done, of: None, take_chapters(session.read_model, [1]))
    return {name: json.loads(part.model_dump_json()) for name, part in parts}


def test_some_chapters_hold_only_what_they_need(exported: Parts, cut: Parts, told: Any) -> None:
    chosen, spans = told.chapters[:1], cut["run"]["spans"]
    assert [each["id"] for each in cut["story"]["chapters"]] == [each.id for each in chosen]
    assert all(any(first < each.start and each.end < end for first, end in spans) for each in chosen)
    assert cut["run"]["session"]["opening"] == spans[0][0]
    hours = {name for name in exported if name.startswith("hour")}
    assert {name for name in cut if name.startswith("hour")} < hours
    people = {name for each in chosen for name in each.people}
    lives = {name: cut[f"life {number}"] for number, name in enumerate(cut["run"]["people"])}
    assert {name for name, life in lives.items() if life["nows"]} == people
    assert {each["tie"]["one"] for each in cut["dealings"]["ties"]} <= people
    assert {each["talk"] for each in cut["dealings"]["talks"]} >= {each.talk for each in chosen if each.talk}
    written = [len(json.dumps({name: page[name] for name in page if name != "run"})) for page in (cut, exported)]
    assert written[0] < written[1] / 2


def test_some_chapters_tell_the_same_of_their_steps_as_the_whole_run(exported: Parts, cut: Parts, told: Any) -> None:
    for first, end in cut["run"]["spans"]:
        for at in (first, (first + end) // 2, end):
            for number, name in enumerate(cut["run"]["people"]):
                whole, part = exported[f"life {number}"], cut[f"life {number}"]
                if not part["nows"]:
                    continue
                assert _state(part["nows"], at, "step") == {**_state(whole["nows"], at, "step"), "step": ANY}, name
                assert _plans(part, at) == _plans(whole, at)
            for address in {each["address"] for each in exported["things"]["objects"]}:
                logs = [page["things"]["objects"] for page in (exported, cut)]
                one, other = ([each for each in log if each["address"] == address and each["at"] <= at] for log in logs)
                assert one[-1:] == other[-1:]
        kept = {each["memory"]["id"] for n in range(len(cut["run"]["people"])) for each in cut[f"life {n}"]["memories"]}
        for number, name in enumerate(cut["run"]["people"]):
            if name in {person for each in told.chapters[:1] for person in each.people}:
                made = [each["memory"] for each in exported[f"life {number}"]["memories"]]
                assert {each["id"] for each in made if first <= each["step"] <= end} <= kept


def test_the_hours_of_some_chapters_have_all_that_happens_in_them(exported: Parts, cut: Parts) -> None:
    for first, end in cut["run"]["spans"]:
        for number in range(first // 360, (end - 1) // 360 + 1):
            hour = cut[f"hour {number}"]
            assert hour["to_step"] == exported[f"hour {number}"]["to_step"]
            assert hour["scene"]["step"] <= max(first, number * 360)
            inside, whole = (
                [each for each in page[f"hour {number}"]["events"] if first <= each["s"] < end]
                for page in (cut, exported)
            )
            assert inside == whole


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("x", "--chapters x names no chapters. Give numbers and ranges, such as 3-8 or 1,4-6."),
        ("3-", "--chapters 3- names no chapters. Give numbers and ranges, such as 3-8 or 1,4-6."),
        ("8-3", "--chapters 8-3: a range goes from a smaller number, 1 or more, to a larger one."),
        ("0-2", "--chapters 0-2: a range goes from a smaller number, 1 or more, to a larger one."),
        ("1-999999", "there is no chapter 999999. `townlet story "),
    ],
)
def test_bad_chapters_are_refused_in_one_line(run: Path, tmp_path: Path, given: str, complaint: str) -> None:
    done = CliRunner().invoke(app, ["export", str(run), "--replay", str(tmp_path / "x.html"), "--chapters", given])
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert complaint in done.stderr
    assert not (tmp_path / "x.html").exists()


def test_chapters_need_a_replay_page(run: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["export", str(run), str(tmp_path / "t"), "--format", "csv", "--chapters", "1"])
    assert (done.exit_code, done.stderr) == (
        2,
        "--chapters is for --replay FILE.html, which writes a page. Add --replay or leave out --chapters.\n",
    )


def _state(log: list[Parts], at: int, field: str) -> Parts:
    return [each for each in log if each[field] <= at][-1]


def _plans(life: Parts, at: int) -> dict[tuple[int, int], Any]:
    return {(each["plan"]["step"], each["revision"]): each["plan"] for each in life["plans"] if each["at"] <= at}


def _packed(page: str, name: str) -> Parts:
    found = re.search(rf'data-part="{name}">([^<]*)<', page)
    assert found
    content: Parts = json.loads(gzip.decompress(base64.b64decode(found[1])))
    return content


def _chain(memory: str, by_id: Parts) -> list[str]:
    found: list[str] = []
    while memory and memory not in found:
        found.append(memory)
        memory = by_id[memory]["before"]
    return found


def _within(place: str, address: str) -> bool:
    return place == address or place.startswith(f"{address}:")
