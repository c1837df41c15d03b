"""Every tool and resource that reads, under the SDK's client. None of them changes the run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import townlet
from townlet.server.mcp import door, reading
from townlet.server.mcp.reading import READING

from .connected import connected


@pytest.fixture(autouse=True)
def unchanged(run: Path) -> Iterator[None]:
    """Neither the file of the run changes, nor its state hash, nor does another file appear beside it."""
    before = run.read_bytes(), townlet.RunView(run).state_hash(), sorted(run.parent.iterdir())
    yield
    assert before == (run.read_bytes(), townlet.RunView(run).state_hash(), sorted(run.parent.iterdir()))


async def test_every_tool_that_reads_answers(run: Path, tmp_path: Path) -> None:
    fork = tmp_path / "early.townlet"
    townlet.fork_run(run, 2_500, fork)
    given = {
        "show": {"person": "nell"},
        "memories": {"person": "nell", "query": "picnic", "top": 3},
        "thread": {"person": "nell"},
        "read": {"since": "8:00", "until": "9:00"},
        "search": {"query": "picnic"},
        "origin": {"person": "owen", "about": "picnic"},
        "compare": {"other": "early"},
    }
    async with connected(run, fork) as assistant:
        found = {name: await assistant.called(name, **given.get(name, {})) for name in ("runs", *READING)}
    assert [each["name"] for each in found["runs"]["runs"]] == ["morning", "early"]
    assert found["runs"]["runs"][1]["forked_from"].endswith("@2500")
    nell = townlet.portray(run, "nell")
    assert found["show"]["summary"] == nell.agent.summary
    assert {each["name"]: each["doing"] for each in found["people"]["people"]}["Nell Hart"] == nell.doing
    assert "Nell Hart" in found["places"]["places"][nell.where]["people"]
    assert found["places"]["places"]["Plum Bakery: bakehouse"]["objects"]["oven"]
    assert [each["scores"]["score"] for each in found["memories"]["found"]][2:] != [0]
    assert found["story"]["title"] == townlet.tell_story(run).title
    assert found["thread"]["beats"]
    assert {each["time"][11:13] for scene in found["read"]["found"] for each in scene["beats"]} == {"08"}
    assert all("picnic" in hit["text"].lower() for hit in found["search"]["memories"]["hits"])
    assert found["measure"]["facts"] == townlet.measure_run(run).as_json()["facts"]
    assert found["compare"]["game_days"] == [0.4, 0.29]
    assert found["compare"]["differing"]


async def test_lists_that_grow_with_the_run_are_shown_in_part(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A day of Smallville has 948 lines that repeat others or name nothing; the whole answer would be refused."""
    monkeypatch.setattr(reading, "MOST_LISTED", 2)
    listed = townlet.measure_run(run).as_json()["liveliness"]["without_detail"]
    async with connected(run) as assistant:
        shown = (await assistant.called("measure"))["liveliness"]["without_detail"]
    assert len(shown) == 3
    assert shown[2] == f"and {len(listed) - 2} more"


async def test_threads_stand_in_the_story_by_title(run: Path) -> None:
    async with connected(run) as assistant:
        [thread, *_] = (await assistant.called("story"))["threads"]
        assert thread.keys() == {"id", "title"}
        assert (await assistant.called("thread", thread=thread["id"]))["beats"]


async def test_who_knows_something_is_traced_to_its_source(run: Path) -> None:
    async with connected(run) as assistant:
        known = (await assistant.called("who_knows"))["picnic"]["known"]
        learnt = next(each for each in known if each["way"] == "heard")
        chain = (await assistant.called("who_knows", person=learnt["person"]))["picnic"]["known"]
        stations = (await assistant.called("origin", person=learnt["person"], about="picnic"))["found"]
    assert chain[0] == learnt
    assert chain[-1]["way"] == "seed"
    assert [each["heard_from"] for each in chain[:-1]] == [each["person"] for each in chain[1:]]
    assert learnt["line"]
    assert len(stations) > 1


async def test_resources_are_the_story_its_chapters_and_the_people(run: Path) -> None:
    async with connected(run) as assistant:
        listed = {each.uri for each in (await assistant.client.list_resources()).resources}
        assert listed == {"townlet://morning/story", "townlet://morning/people"}
        story = await assistant.read("townlet://morning/story")
        assert await assistant.read("townlet://morning/chapters/1") == story["chapters"][0]
        assert (await assistant.read("townlet://morning/people/Nell%20Hart"))["name"] == "Nell Hart"
        assert len((await assistant.read("townlet://morning/people"))["people"]) == 4
        for chapter in ("0", "99", "one"):
            assert "There is no chapter" in await assistant.not_read(f"townlet://morning/chapters/{chapter}")
        assert "There is no run 'other' here." in await assistant.not_read("townlet://other/people/nell")
        assert "There is no person called 'zoe'." in await assistant.not_read("townlet://morning/people/zoe")


async def test_tools_that_act_are_refused_with_what_allows_them(run: Path) -> None:
    async with connected(run) as assistant:
        tools = (await assistant.client.list_tools()).tools
        acting = [each.name for each in tools if each.annotations and not each.annotations.read_only_hint]
        assert {"ask", "whisper", "tell", "set_state", "fork", "arrive", "speak", "go", "use", "wait"} <= {*acting}
        for tool in acting:
            assert "townlet mcp RUN --allow" in await assistant.refused(tool)


async def test_every_tool_says_what_it_takes_for_a_person_a_place_and_a_moment(run: Path) -> None:
    async with connected(run) as assistant:
        for tool in (await assistant.client.list_tools()).tools:
            taken = tool.input_schema["properties"]
            for name in {"agent", "to", "person", "at", "address", "run"} & taken.keys():
                assert taken[name]["description"], f"{tool.name}: {name}"


@pytest.mark.parametrize(
    ("tool", "arguments", "reason"),
    [
        ("show", {}, "show: the argument person is not right: Field required."),
        ("show", {"person": "zoe"}, "There is no person called 'zoe'. The people are Bea Winters, Jonah Reed, "),
        ("show", {"person": "nell", "at": "teatime"}, "teatime"),
        ("people", {"at": "day 9 8:00"}, "day 9 8:00"),
        ("story", {"chapters": 0}, "story: the argument chapters is not right: Input should be greater than"),
        ("story", {"chapter": 1}, "story has no argument 'chapter'. Did you mean 'chapters'?"),
        ("story", {"chapters": "many"}, "the argument chapters is not right: Input should be a valid integer"),
        ("thread", {"thread": "x"}, "There is no thread 'x'"),
        ("people", {"run": "../morning"}, "There is no run '../morning' here. The runs are morning."),
        ("compare", {"other": "morning"}, "The same run is given twice; give each run once."),
        ("who_knows", {"fact": "x"}, "The town tracks no fact 'x'. Its facts are picnic."),
        ("origin", {"person": "nell", "about": "quark"}, "Nell Hart remembers nothing with the words 'quark'."),
        ("dance", {}, "Unknown tool: dance"),
    ],
)
async def test_bad_arguments_are_told_in_one_line(
    run: Path, tool: str, arguments: dict[str, object], reason: str
) -> None:
    async with connected(run) as assistant:
        assert reason in await assistant.refused(tool, **arguments)


async def test_an_answer_that_is_too_long_is_refused_with_what_to_narrow(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MAX_CHARACTERS", 1_000)
    async with connected(run) as assistant:
        assert "Ask for less: one person, a shorter time" in await assistant.refused("read")
        await assistant.called("read", since="9:00", until="9:05", person="jonah")


async def test_a_resource_that_is_too_long_is_refused_with_what_to_narrow(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "MAX_CHARACTERS", 1_000)
    async with connected(run) as assistant:
        refused = await assistant.not_read("townlet://morning/story")
        assert "characters; at most 1,000 are given. Ask for less: one person, a shorter time" in refused
        assert (await assistant.read("townlet://morning/people"))["people"]


async def test_long_work_reports_how_long_it_has_taken(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "BEAT_SECONDS", 0.001)
    async with connected(run) as assistant:
        await assistant.called("measure")
        assert assistant.progress
        assert all(total is None for _, total in assistant.progress)


async def test_two_runs_of_one_name_are_refused(run: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(run, tmp_path / run.name))
    with pytest.raises(townlet.BadInput, match="Two runs are called morning"):
        async with connected(run, copy):
            pass
