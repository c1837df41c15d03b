"""`examples/nano.py`, the architecture on one page: what it promises, and that it still points to the right modules."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import subprocess
import sys
from functools import reduce
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "examples" / "nano.py"
SOURCE = PAGE.read_text(encoding="utf-8")
NEWS = "tonight at 19:00 there is a play with puppets at the square"


def _nano() -> ModuleType:
    spec = importlib.util.spec_from_file_location("nano", PAGE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


nano = _nano()


def live(mind: type = nano.Thought, log: Any = (), seed: int = 1) -> Any:
    return nano.Engine(nano.Rules(seed).answer, mind, log).run()


@pytest.fixture(scope="module")
def day() -> Any:
    return live()


def printed(hash_seed: str, *arguments: str) -> list[str]:
    command = [sys.executable, str(PAGE), *arguments]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, encoding="utf-8", check=True)
    return done.stdout.splitlines()


def first_memory_of_the_news(person: Any) -> Any:
    return next(memory for memory in person.stream if NEWS in memory.text)


def test_the_page_has_at_most_300_lines() -> None:
    assert len(SOURCE.splitlines()) <= 300


def test_it_imports_only_the_standard_library() -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(SOURCE)):
        if isinstance(node, ast.Import):
            imported.update(alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "relative").split(".")[0])
    assert imported <= sys.stdlib_module_names


def test_each_part_names_a_place_in_the_package_that_is_there() -> None:
    named = re.findall(r"townlet/[\w/]+(?:\.py)?", SOURCE)
    assert len(set(named)) >= 15
    assert [path for path in named if not (ROOT / "src" / path).exists()] == []


def test_it_prints_the_same_day_twice() -> None:
    lines = printed("1")
    assert lines == printed("2")
    assert lines != printed("1", "2")


def test_it_prints_talk_a_reflection_with_its_evidence_and_who_knows_from_whom() -> None:
    lines = printed("1")
    assert [line for line in lines if f'"Hello, Kofi. Ximena told me that {NEWS}."' in line]
    reflection = next(place for place, line in enumerate(lines) if " thought " in line)
    assert lines[reflection + 1].strip().startswith("because (")
    assert "same state: True" in lines[-2]
    known = "Dilnoza (heard from Ximena), Kofi (heard from Dilnoza), Ximena (from the start)"
    assert lines[-1] == f"Who knows of the play: {known}"


def test_news_comes_by_a_spoken_line_from_somebody_who_knew_it(day: Any) -> None:
    spoken = [turn.action for turn in day.log if isinstance(turn.action, nano.Say)]
    for name in ("Dilnoza", "Kofi"):
        memory = first_memory_of_the_news(day.state[name])
        assert memory.source == "heard"
        (line,) = [line for line in spoken if line.step == memory.created - 1 and line.to == name]
        assert line.speaker == memory.heard_from
        assert NEWS in line.text
        assert first_memory_of_the_news(day.state[line.speaker]).created < line.step


def test_nobody_hears_the_news_where_nobody_begins_a_talk() -> None:
    class Silent(nano.Thought):  # type: ignore[name-defined,misc]
        def react(self, noticed: object) -> None:
            return None

    state = live(Silent).state
    assert [name for name, person in state.items() if any(NEWS in memory.text for memory in person.stream)] == [
        "Ximena"
    ]


def test_whoever_hears_the_news_plans_for_it(day: Any) -> None:
    assert {person.plan[19].doing for person in day.state.values()} == {"enjoying a play with puppets"}
    morning = reduce(nano.apply, day.log[:3], nano.START)
    assert [name for name, person in morning.items() if person.plan[19].place == "square"] == ["Dilnoza", "Ximena"]
    assert [name for name, person in morning.items() if "play" in person.plan[19].doing] == ["Ximena"]


def test_a_new_plan_leaves_the_past_as_it_was(day: Any) -> None:
    morning = reduce(nano.apply, day.log[:3], nano.START)
    for name, person in day.state.items():
        assert person.plan[7] == morning[name].plan[7]
        assert sorted(person.plan) == list(range(nano.WAKES, nano.SLEEPS))


def test_everybody_is_at_an_object_of_the_tree(day: Any) -> None:
    assert [
        turn for turn in day.log if isinstance(turn.action, nano.Do) and turn.action.thing not in places(turn)
    ] == []


def places(turn: Any) -> tuple[str, ...]:
    things: tuple[str, ...] = nano.TREE[turn.action.place]
    return things


def test_the_log_folded_again_gives_the_live_state(day: Any) -> None:
    assert reduce(nano.apply, day.log, nano.START) == day.state
    assert all(not person.stream for person in nano.START.values())


@pytest.mark.parametrize("turns", [0, 1, 2, 3, 38, 40, 100, 250, 251])
def test_a_run_killed_at_any_turn_goes_on_as_if_it_had_not_been(turns: int, day: Any) -> None:
    resumed = live(log=day.log[:turns])
    assert resumed.log == day.log
    assert resumed.state == day.state


def test_thinking_changes_nothing_and_comes_to_the_same_twice(day: Any) -> None:
    for place in range(0, len(day.log), 3):
        state, step = reduce(nano.apply, day.log[:place], nano.START), nano.WAKES * nano.STEPS_AN_HOUR + place // 3
        before = repr(state)
        turns = [[nano.Thought(name, state, step, nano.Rules(1).answer).turn() for name in state] for _ in range(2)]
        assert turns[0] == turns[1]
        assert repr(state) == before


def test_without_the_faculty_nobody_reflects(day: Any) -> None:
    class Unreflecting(nano.Thought):  # type: ignore[name-defined,misc]
        def reflect(self) -> None:
            return None

    def thoughts(state: Any) -> list[str]:
        return [memory.text for person in state.values() for memory in person.stream if memory.source == "thought"]

    ablated = live(Unreflecting)
    assert thoughts(ablated.state) == []
    assert thoughts(day.state) != []
    assert not any("you live for" in turn.action.text for turn in ablated.log if isinstance(turn.action, nano.Say))
    assert any("you live for" in turn.action.text for turn in day.log if isinstance(turn.action, nano.Say))


def test_a_reflection_rests_on_memories_that_its_owner_had_before(day: Any) -> None:
    for person in day.state.values():
        for memory in person.stream:
            assert (memory.source == "thought") == bool(memory.evidence)
            assert all(number < memory.number for number in memory.evidence)


def test_nobody_reflects_before_enough_has_happened() -> None:
    asked: list[str] = []

    def listening(prompt: str) -> str:
        asked.append(prompt.split(":")[0])
        return str(nano.Rules(1).answer(prompt))

    nano.Engine(listening).run()
    assert 3 <= asked.count("questions") <= 9


def test_nobody_comes_to_think_the_same_again() -> None:
    class Brooding(nano.Thought):  # type: ignore[name-defined,misc]
        def turn(self) -> Any:
            self.felt = 25
            return super().turn()

    for person in live(Brooding).state.values():
        thoughts = [memory.text for memory in person.stream if memory.source == "thought"]
        assert len(thoughts) == len(set(thoughts)) > 0


def memory(number: int, text: str = "Kofi is asleep.", accessed: int = 42, importance: int = 2) -> Any:
    return nano.Memory(number, text, "seen", 42, accessed, importance)


@pytest.mark.parametrize(
    "better", [memory(0, accessed=50), memory(0, importance=9), memory(0, text="The well is dry.")], ids=repr
)
def test_what_is_recent_important_or_relevant_comes_first(better: Any) -> None:
    stream = (better, memory(1), memory(2))
    assert nano.retrieve(stream, "is the well dry", 60, top=1) == [better]


def test_scores_are_stretched_to_the_whole_range_and_equal_ones_say_nothing() -> None:
    assert nano.normalised([2, 4, 6]) == [0, 0.5, 1]
    assert nano.normalised([7, 7]) == [0, 0]


def test_of_equal_memories_the_newest_comes_first() -> None:
    assert [found.number for found in nano.retrieve((memory(0), memory(1)), "well", 60)] == [1, 0]


def test_what_was_recalled_counts_as_accessed(day: Any) -> None:
    turn = next(turn for turn in day.log if turn.step > 60 and turn.recalled)
    state = reduce(nano.apply, day.log[: day.log.index(turn) + 1], nano.START)
    old = [memory for memory in state[turn.name].stream if memory.created < turn.step]
    assert {memory.number for memory in old if memory.accessed == turn.step} == {
        memory.number for memory in old if memory.number in turn.recalled
    }


def test_a_rule_tells_only_what_its_prompt_shows() -> None:
    def said(*memories: str) -> str:
        shown = {"name": "Ximena", "hour": 9, "other": "Kofi", "lines": ["Kofi: Hello."], "memories": memories}
        return str(json.loads(nano.Rules(1).answer(f"line: What is said next?\n{json.dumps(shown)}"))["say"])

    assert NEWS in said(f"I know that {NEWS}.")
    assert "play" not in said("Kofi is a builder of boats.")
    assert "play" not in said(f"I know that {NEWS}.", f"I said to Kofi: I know that {NEWS}.")


def test_a_line_to_somebody_who_is_elsewhere_is_not_uttered() -> None:
    class Shouting(nano.Thought):  # type: ignore[name-defined,misc]
        def proceed(self) -> Any:
            return nano.Say(self.step, self.name, "Kofi" if self.name != "Kofi" else "Ximena", "Hello?", False)

    assert [turn for turn in live(Shouting).log if turn.action] == []


def test_of_two_who_speak_to_each_other_at_once_one_is_heard(day: Any) -> None:
    turns = {turn.name: turn.action for turn in day.log if turn.step == 9 * nano.STEPS_AN_HOUR + 1}
    assert isinstance(turns["Dilnoza"], nano.Say)
    assert turns["Ximena"] is None
