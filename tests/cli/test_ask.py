from __future__ import annotations

from pathlib import Path

from .typed import done, refused


def test_an_answer_names_who_speaks(made: Path) -> None:
    stdout = done("ask", str(made), "nell", "What are you planning?").stdout
    assert stdout.startswith("Nell Hart: ")
    assert len(stdout) > len("Nell Hart: \n")


def test_json_holds_the_memories_that_were_shown(made: Path) -> None:
    answer = done("ask", str(made), "nell", "Who is coming to the picnic?", "--as", "a reporter", "--json").json
    assert answer["as"] == "a reporter"
    assert any("picnic" in memory["text"] for memory in answer["shown"])


def test_earlier_in_the_run_later_memories_are_not_shown(made: Path) -> None:
    answer = done("ask", str(made), "nell", "Who is coming to the picnic?", "--at", "5:00", "--json").json
    assert answer["shown"]
    assert all(memory["time"] < "2025-05-05T05:00:00" for memory in answer["shown"])


def test_the_run_stays_as_it_is(own: Path) -> None:
    before = own.read_bytes()
    done("ask", str(own), "nell", "Who are you?")
    assert own.read_bytes() == before
    assert [path.name for path in own.parent.iterdir()] == [own.name]


def test_an_empty_question_is_refused(made: Path) -> None:
    assert "question is empty" in refused("ask", str(made), "nell", " ")


def test_an_unknown_person_is_refused(made: Path) -> None:
    assert "There is no person called 'Zoltan'" in refused("ask", str(made), "Zoltan", "Who are you?")
