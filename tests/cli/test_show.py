from __future__ import annotations

from pathlib import Path

import pytest

from townlet.runfile.files import open_reader

from .typed import done, refused


def test_everybody_is_in_one_table(made: Path) -> None:
    stdout = done("show", str(made)).stdout
    assert [name in stdout for name in ("Nell Hart", "Owen Hart", "Jonah Reed", "Bea Winters")] == [True] * 4


def test_the_table_tells_of_the_moment_asked_for(made: Path) -> None:
    night = done("show", str(made), "--at", "3:00", "--json").json["people"]
    assert {person["doing"] for person in night} == {"sleeping"}
    morning = done("show", str(made), "--json").json["people"]
    assert "sleeping" not in {person["doing"] for person in morning}


def test_a_person_is_shown_with_plan_memories_and_reflections(made: Path) -> None:
    stdout = done("show", str(made), "nell").stdout
    for part in ("Nell Hart, 35, warm, energetic, generous", "Plan", "Day", "Hours", "Minutes", "memories"):
        assert part in stdout


def test_the_plan_has_three_levels_and_says_what_is_now(made: Path) -> None:
    plan = done("show", str(made), "nell", "--json").json["plan"]
    assert all(plan[level] for level in ("chunks", "hours", "steps"))
    assert sum(item["now"] for item in plan["hours"]) == 1


def test_a_query_ranks_memories_by_the_sum_of_three_scores(made: Path) -> None:
    memories = done("show", str(made), "nell", "--query", "picnic", "--top", "5", "--json").json["memories"]
    scores = [memory["scores"] for memory in memories]
    assert len(scores) == 5
    assert "picnic" in memories[0]["text"]
    assert [each["score"] for each in scores] == sorted((each["score"] for each in scores), reverse=True)
    for each in scores:
        assert each["score"] == pytest.approx(each["recency"] + each["importance"] + each["relevance"], abs=1e-3)


def test_a_query_prints_the_scores(made: Path) -> None:
    stdout = done("show", str(made), "nell", "--query", "picnic").stdout
    for head in ("Score", "Recency", "Importance", "Relevance"):
        assert head in stdout


def test_memories_of_later_are_not_shown(made: Path) -> None:
    early = done("show", str(made), "nell", "--at", "6:00", "--json").json
    late = done("show", str(made), "nell", "--json").json
    assert early["memories"][0]["time"] < "2025-05-05T06:00:00"
    assert early["memories"][0]["time"] < late["memories"][0]["time"]


def test_looking_leaves_the_run_as_it_is(made: Path) -> None:
    before = made.read_bytes()
    done("show", str(made), "nell", "--query", "picnic")
    assert made.read_bytes() == before
    with open_reader(made) as reader:
        assert reader.stored_hash() == reader.state_hash()


def test_an_unknown_person_is_refused(made: Path) -> None:
    assert "Did you mean Nell Hart?" in refused("show", str(made), "Nel Hort")


def test_a_time_beyond_the_run_is_refused(made: Path) -> None:
    assert "give a time from 2025-05-05 00:00 to 2025-05-05 07:40" in refused("show", str(made), "--at", "day 2 9:00")


def test_a_file_that_is_no_run_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("not a run", encoding="utf-8")
    assert "is not a run file" in refused("show", str(other))


def test_a_damaged_run_is_refused(own: Path) -> None:
    content = bytearray(own.read_bytes())
    content[4096 * 3 : 4096 * 40] = bytes(4096 * 37)
    own.write_bytes(content)
    assert "is damaged" in refused("show", str(own))


def test_a_run_in_another_format_is_refused(own: Path) -> None:
    content = bytearray(own.read_bytes())
    content[60:64] = (99).to_bytes(4, "big")
    own.write_bytes(content)
    assert "has format 99" in refused("show", str(own))


def test_what_results_of_a_run_rest_on_is_shown(made: Path) -> None:
    told = done("show", str(made), "--manifest")
    manifest = done("show", str(made), "--manifest", "--json").json
    assert "town         Applegarth" in told.stdout
    assert "rules and patterns, not a language model" in told.stdout
    assert manifest["state_hash"][:12] in told.stdout
    assert manifest["prompts"]["converse"]["of"] in told.stdout


def test_a_manifest_is_of_no_person_and_no_moment(made: Path) -> None:
    for asked in (["nell"], ["--at", "12:00"], ["--query", "picnic"]):
        assert "--manifest describes the whole run" in refused("show", str(made), *asked, "--manifest")
