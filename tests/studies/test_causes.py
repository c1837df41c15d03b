"""What made the difference, in small towns in which the cause is planted by hand."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast

import pytest

from thorough import times
from townlet.engine.calls.budget import Budget
from townlet.engine.commands import Arrive, Command, Tell, Unheard, Use, Whisper
from townlet.engine.model_options import ModelOptions
from townlet.engine.resources import RunResources
from townlet.engine.simulation import Simulation
from townlet.errors import BadInput
from townlet.evaluation.estimate import UsageAmount
from townlet.language.pricing import Spend
from townlet.runfile import fork_run
from townlet.runfile.config import RunConfig
from townlet.runfile.view import RunView, format_memory_id
from townlet.state.encoding import as_data, decode
from townlet.story import tell_story
from townlet.story.tested import note_tested, read_tested
from townlet.studies.causes import find
from townlet.studies.causes.cone import Candidate, Cone
from townlet.studies.causes.find import Inquiry, find_causes
from townlet.studies.causes.page import BAR_WIDTH, render_causes_page, write_causes_page
from townlet.studies.causes.question import WorldOutcome, questions_about, read_question
from townlet.studies.causes.result import Causes, TriedCause
from townlet.studies.runner import JobEnd, Progress
from townlet.studies.worker import Job, run_path
from townlet.town import load_town
from townlet.world.address import Address

FACT = """
[[facts]]
name = "fireworks"
question = "Do you know what will happen on Sunday?"
source = "Nell Hart"
match = [["firework"]]
"""
NEWS = "You have heard that there will be fireworks on Sunday."
FAILED = JobEnd(cast("Job", None), "failed", "The disk is full.")
TWICE_FAILED, STOPPED = Progress(0, 0, 0, problems=[FAILED, FAILED]), Progress(0, 0, 0, stopped=True)
EARLY, LATER, END = 2300, 2400, 2760
"""6:23, 6:40 and 7:40 in the morning."""

SOLE: Mapping[int, Command] = {EARLY: Whisper("Nell Hart", NEWS)}
PAIR: Mapping[int, Command] = {
    EARLY: Tell("Nell Hart", "Old Tom", "There will be fireworks on Sunday."),
    LATER: Tell("Nell Hart", "The Postman", "I hear there are fireworks on Sunday."),
}
FRIEND: Mapping[int, Command] = {LATER: Tell("Nell Hart", "The Postman", "Nell, I hear of a picnic on the green.")}
"""Nell knows of the picnic by her own story: it is hers."""


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return orchard(tmp_path_factory.mktemp("town"))


def orchard(home: Path) -> Path:
    """Applegarth, in which a second fact is followed."""
    folder = home / "orchard"
    shutil.copytree(Path(find.__file__).parents[2] / "towns" / "applegarth", folder)
    with (folder / "facts.toml").open("a", encoding="utf-8") as facts:
        facts.write(FACT)
    return folder


def lived(
    town: Path,
    path: Path,
    commands: Mapping[int, Command],
    seed: int = 2,
    end: int = END,
    resources: RunResources | None = None,
    config: RunConfig | None = None,
) -> Path:
    async def live() -> None:
        if resources:
            await resources.prepare()
        started = Simulation.start(load_town(str(town)), path, seed=seed, config=config, resources=resources)
        async with started as simulation:
            while simulation.next_step < end:
                if command := commands.get(simulation.next_step):
                    simulation.order(command)
                await simulation.step()
            simulation.finish()
        if resources:
            await resources.aclose()

    asyncio.run(live())
    return path


@pytest.fixture(scope="module", autouse=True)
def few_placebos() -> object:
    """Few placebos, so that a question takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(find, "FEWEST_PLACEBOS", 3)
        yield


@pytest.fixture(scope="module")
def sole(town: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A morning on which Nell is told by the user and tells somebody, and other people talk as well."""
    folder = tmp_path_factory.mktemp("runs")
    for seed in range(1, 9):
        path = lived(town, folder / f"sole{seed}.townlet", SOLE, seed)
        lines = [*RunView(path).lines()]
        talks = {line.talk for line in lines if "firework" in line.text}
        if talks and len([line for line in lines if line.talk not in talks]) >= 3:
            return path
    raise AssertionError("In no seed does Nell tell anybody.")


@pytest.fixture(scope="module")
def answered(sole: Path) -> Causes:
    return find_causes(sole, "who knows fireworks")


@pytest.fixture
def own(sole: Path, answered: Causes, tmp_path: Path) -> Path:
    """A copy of that run, whose worlds are lived, to change."""
    shutil.copytree(answered.folder.parent, tmp_path / answered.folder.parent.name)
    return Path(shutil.copy(sole, tmp_path / sole.name))


def test_the_planted_cause_comes_first_and_the_line_that_passed_it_on_second(answered: Causes) -> None:
    assert [each.candidate.kind for each in answered.causes] == ["whisper", "line"]
    first, line = answered.causes
    assert line.candidate.speaker == "Nell Hart"
    assert line.lost == (line.candidate.person,)
    assert set(first.lost) == {"Nell Hart", *line.lost}
    assert not line.instead
    assert first.p == line.p == 1 / (1 + len(answered.placebos))
    assert answered.sentence.startswith("Had the user not told Nell Hart “You have heard that ")


def test_the_run_lived_again_with_nothing_silenced_is_the_run(answered: Causes) -> None:
    assert answered.same is True


def test_the_story_marks_what_was_tested(sole: Path, answered: Causes) -> None:
    first, line = answered.causes
    tested = tell_story(sole).tested
    assert {line.candidate.utterance, f"Whispered/{EARLY}/Nell Hart"} <= set(tested)
    [mark] = tested[line.candidate.utterance]
    assert mark == (
        f"had {line.candidate.person} not taken it in: {answered.change(line)}, p {line.p:.3f} (who knows fireworks)"
    )
    assert first.candidate.evidence[0] in tested


def test_placebos_are_lines_of_other_talks_that_have_nothing_to_do_with_it(answered: Causes) -> None:
    assert len(answered.placebos) == 3
    talks = {each.candidate.utterance.partition("#")[0] for each in answered.tried}
    assert not talks & {each.candidate.utterance.partition("#")[0] for each in answered.placebos}
    assert not any("firework" in each.candidate.text for each in answered.placebos)


async def test_each_world_is_a_fork_by_hand(sole: Path, answered: Causes, tmp_path: Path) -> None:
    """Equal to brute force: what each world says is what a fork says in which somebody gives the command."""
    question = answered.question
    for number, tried in enumerate((*answered.tried, *answered.placebos)):
        line = tried.candidate
        if line.kind == "line":
            fork = tmp_path / f"{number}.townlet"
            fork_run(sole, line.begin, fork)
            talk, _, place = line.utterance.rpartition("#")
            with await Simulation.resume(fork) as simulation:
                simulation.order(Unheard(line.person, talk, int(place)))
                while simulation.next_step < END:
                    if simulation.next_step == EARLY:
                        simulation.order(SOLE[EARLY])
                    await simulation.step()
                simulation.finish()
            assert RunView(fork).state_hash() == RunView(tried.world).state_hash()
            assert question.differing(answered.outcome, question.answer(RunView(fork))) == (tried.lost, tried.new)


def test_one_line_or_memory_is_tried_alone(sole: Path, answered: Causes) -> None:
    line = answered.causes[1].candidate
    memory = next(
        each for each in RunView(sole).memories_by_step() if each.utterance == line.utterance and each.source == "heard"
    )
    asked = "who knows fireworks"
    for name in (line.utterance, format_memory_id(memory.id)):
        assert Inquiry(sole, asked, without=name).candidates == [line]
        assert questions_about(name, RunView(sole))[0] == "who knows of the fireworks"
    own_line = next(each for each in RunView(sole).memories_by_step() if each.source == "said")
    for name in ("nothing", format_memory_id(own_line.id)):
        with pytest.raises(BadInput, match="is nothing that somebody heard, saw or thought before"):
            Inquiry(sole, asked, without=name)


def test_sights_are_placebos_when_there_are_not_enough_lines(sole: Path, answered: Causes) -> None:
    view = RunView(sole)
    cone = Cone(view, answered.question, answered.outcome)
    tested = [each.candidate for each in answered.tried]
    chosen = cone.placebos(tested, 1000, 2)
    kinds = [each.kind for each in chosen]
    assert kinds == sorted(kinds)
    assert {"line", "sight"} == set(kinds)
    assert len(set(chosen)) == len(chosen)
    assert not {*chosen} & {*cone.candidates}
    [talk] = [each for each in tested if each.kind == "line"]
    near = [each for each in chosen if each.kind == "sight" and 0 <= talk.step - each.step <= 60]
    assert not {each.person for each in near} & {talk.person, talk.speaker}


def test_notes_of_single_tests_add_up(sole: Path, tmp_path: Path) -> None:
    run = RunView(Path(shutil.copy(sole, tmp_path / "run.townlet")))
    note_tested(run, "who came", {"1-Ann#0": ["no difference"], "1-Bo#0": ["no difference"]})
    note_tested(run, "who came", {"1-Ann#0": ["Ann stays away"]})
    assert read_tested(run) == {"1-Ann#0": ["Ann stays away (who came)"], "1-Bo#0": ["no difference (who came)"]}


def test_the_answer_says_how_much_it_is_worth(answered: Causes) -> None:
    first, second, *rest = answered.placebos
    moved = (replace(first, effects=(2,)), replace(second, effects=(1,)), *rest)
    assert answered.sentence.endswith(" would not have known. 1 more thing made a difference, too.")
    assert answered.noise.endswith(
        "None changed anything. An effect beyond all of them comes about by chance once in 4."
    )
    assert "Only 3 lines outside of the chain could serve as placebos, so no p is below 0.25." in answered.as_text()
    noisy = replace(answered, placebos=moved)
    assert "2 changed something, for 2 people at most." in noisy.noise
    [told] = answered.causes[1].lost
    assert answered.change(answered.causes[1]) == f"{told} would not have known"
    assert answered.change(answered.causes[0]) in [
        f"{one} and {other} would not have known" for one, other in (("Nell Hart", told), (told, "Nell Hart"))
    ]
    nothing = replace(answered, tried=tuple(replace(each, effects=(0,)) for each in answered.tried), pairs=())
    assert nothing.sentence == "None of the 2 things that were tried made a difference beyond chance."
    assert nothing.noise.endswith("None changed anything.")
    assert replace(answered, tried=()).sentence == "Nothing that could be kept from anybody led to it."


@pytest.mark.parametrize(
    ("change", "note"),
    [
        (
            {"progress": STOPPED},
            "Stopped before all placebos were lived, so no effect can be told from chance yet.",
        ),
        ({"untried": 1}, "Not tried: 1 more thing that led to it; --most tries more of them."),
        ({"untried": 2}, "Not tried: 2 more things that led to it; --most tries more of them."),
        ({"progress": Progress(0, 0, 0, problems=[FAILED])}, "1 world could not be lived and is missing here."),
        (
            {"progress": TWICE_FAILED},
            "2 worlds could not be lived and are missing here.",
        ),
        ({"same": False}, "This run, lived again with nothing silenced, is not the same run: Townlet has changed"),
    ],
)
def test_what_makes_an_answer_worth_less_is_told(answered: Causes, change: dict[str, Any], note: str) -> None:
    assert note not in answered.as_text()
    assert note in replace(answered, **change).as_text()


def test_nothing_is_lived_again(own: Path, answered: Causes) -> None:
    before = {path: path.stat().st_mtime_ns for path in own.parent.rglob("runs/*.townlet")}
    done: list[int] = []
    again = find_causes(own, "who knows fireworks", on_progress=lambda progress, _: done.append(progress.segments))
    assert done == [0]
    assert [each.effect for each in again.tried] == [each.effect for each in answered.tried]
    assert {path: path.stat().st_mtime_ns for path in own.parent.rglob("runs/*.townlet")} == before


def test_what_was_stopped_or_lost_goes_on_to_the_same_answer(own: Path, answered: Causes) -> None:
    """As after a kill: a world half lived, one not begun, and a draft that was left over."""
    folder = own.parent / answered.folder.relative_to(answered.run.parent)
    shutil.rmtree(folder / "rows")
    (folder / "rows").mkdir()
    [one, other] = [folder / "runs" / each.world.name for each in answered.tried]
    other.unlink()
    half = one.with_name("half")
    fork_run(one, LATER, half, label=one.stem)
    half.replace(one)
    (folder / "runs" / "left.draft").write_bytes(b"")
    again = find_causes(own, "who knows fireworks")
    assert as_told(again) == as_told(answered)


def test_other_futures_have_the_same_past_and_another_life(
    own: Path, answered: Causes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "FEWEST_PLACEBOS", 1)
    inquiry = Inquiry(own, "who knows fireworks", most=1, seeds=2)
    found = find_causes(own, "who knows fireworks", most=1, seeds=2)
    [tried] = found.tried
    assert tried.silenced == answered.tried[1].silenced
    assert tried.fewer[0] == len(answered.tried[1].lost)
    [_, (without, control)] = inquiry.worlds[tried.silenced]
    assert control
    before, after = inquiry.result_of(control), inquiry.result_of(without)
    assert before
    assert after
    assert "Nell Hart" in before.since
    assert tried.fewer[1] == len(before.since) - len(after.since) > 0
    other = RunView(run_path(found.folder, control.segment))
    begin, run = tried.candidate.begin, RunView(own)
    assert other.state_hash(begin - 1) == run.state_hash(begin - 1)
    assert other.state_hash() != run.state_hash()
    assert tried.over_futures() == f"{sum(tried.fewer) / 2:.1f} ({min(tried.fewer):.1f} to {max(tried.fewer):.1f})"
    assert "2 futures give a range" in found.as_text()
    assert "over 2 futures" in render_causes_page(found)


def as_told(found: Causes) -> dict[str, object]:
    data = found.as_json()
    text = json.dumps({key: data[key] for key in ("answer", "tried", "placebos", "pairs", "same_without_silencing")})
    return json.loads(text.replace(str(found.folder), ""))


def test_stopped_at_once_it_says_so(sole: Path, tmp_path: Path) -> None:
    run = Path(shutil.copy(sole, tmp_path / "run.townlet"))
    found = find_causes(run, "who knows fireworks", is_stopped=lambda: True)
    assert found.progress.stopped
    assert not found.tried


@pytest.mark.parametrize("seed", times([1], range(1, 21)))
def test_a_planted_sole_cause_comes_first(town: Path, tmp_path: Path, seed: int) -> None:
    found = find_causes(lived(town, tmp_path / "run.townlet", SOLE, seed), "Nell knows fireworks")
    assert found.tried[0].candidate.kind == "whisper"
    assert found.tried[0].made_a_difference


@pytest.mark.parametrize("seed", times([1], range(1, 21)))
def test_of_a_planted_pair_either_is_enough(town: Path, tmp_path: Path, seed: int) -> None:
    found = find_causes(lived(town, tmp_path / "run.townlet", PAIR, seed), "Nell knows fireworks")
    assert not found.causes
    [pair] = [pair for pair in found.pairs if pair.made_a_difference]
    assert {each.step for each in pair.silenced} == {EARLY, LATER}
    assert found.sentence.startswith("Either of two was enough")
    assert "either was enough" in found.as_text()
    early = next(each for each in found.tried if each.candidate.step == EARLY)
    assert found.told_instead(early).startswith("The Postman at day 1 6:40")


@pytest.mark.parametrize("seed", times([1], range(1, 21)))
def test_a_planted_false_friend_makes_no_difference(town: Path, tmp_path: Path, seed: int) -> None:
    found = find_causes(lived(town, tmp_path / "run.townlet", FRIEND, seed), "Nell knows the picnic")
    assert "whisper" in {each.candidate.kind for each in found.tried}
    assert not found.causes
    assert not any(pair.made_a_difference for pair in found.pairs)


def test_without_placebos_nothing_is_told_from_chance(answered: Causes) -> None:
    bare = [replace(each, placebos=0) for each in answered.tried]
    found = replace(answered, tried=tuple(bare), placebos=())
    assert not found.causes
    assert found.sentence.endswith("would not have known.")
    assert found.noise == "Nothing could be tried beside it for comparison, so this may be chance."


def test_a_deed_is_asked_about_by_time_and_words(sole: Path) -> None:
    view = RunView(sole)
    question, outcome = read_question("Nell did something at 6:30?", view)
    assert (question.verb, question.person, [*outcome.since]) == ("did", "Nell Hart", ["Nell Hart"])
    assert outcome.since["Nell Hart"] == question.step < view.clock.step_at(datetime(2025, 5, 5, 6, 30))
    assert not replace(question, step=question.step + view.clock.steps(61)).answer(view).since
    assert not replace(question, doing="flying").answer(view).since
    inquiry = Inquiry(sole, f"Nell did {question.doing} at 6:30", most=2)
    assert inquiry.question.doing == question.doing
    assert inquiry.as_json()["worlds"] == len(inquiry.candidates) + len(inquiry.placebos) + bool(inquiry.candidates)


def test_an_outcome_is_read_from_its_row(answered: Causes) -> None:
    assert decode(WorldOutcome, json.loads(json.dumps(as_data(answered.outcome)))) == answered.outcome


def test_the_page_shows_the_answer_and_both_worlds(answered: Causes, tmp_path: Path) -> None:
    page = render_causes_page(answered)
    assert answered.sentence.replace("“", "").partition(":")[0] in page.replace("“", "")
    assert "without it" in page
    assert "Placebos" in page
    bars = [float(width) for width in re.findall(r'width="([\d.]+)" height="6"', page)]
    largest = answered.tried[0].effect
    wide = [round(BAR_WIDTH * each.effect / largest, 1) for each in (*answered.tried, *answered.placebos)]
    assert bars == wide
    write_causes_page(answered, tmp_path / "why.html")
    assert (tmp_path / "why.html").read_text(encoding="utf-8") == page


WRONG: dict[str, tuple[str, str]] = {
    "form": ("Nell flew", "is no question that can be tried; ask 'PERSON came to EVENT'"),
    "person": ("Zed knows fireworks", "There is no person called 'Zed'"),
    "fact": ("Nell knows firewerks", "has no fact or event 'firewerks'. Did you mean 'fireworks'"),
    "event": ("Nell came to fireworks", "ask 'who knows fireworks'"),
    "host": ("Nell came to the picnic", "Nell Hart is the host"),
    "not-true": ("Bea knows fireworks", "It was true of Nell Hart"),
    "nothing": ("who came to the picnic", "nobody had come to 'picnic'. Ask 'who knows picnic'"),
    "deed": ("Nell did fly at 6:30", "Nell Hart never did 'fly'"),
    "time": ("Nell did something at 23:00", "is outside this run"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_asked_is_told_in_one_line(sole: Path, case: str) -> None:
    question, says = WRONG[case]
    with pytest.raises(BadInput) as caught:
        find_causes(sole, question)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_run_in_which_somebody_was_moved_by_hand_is_refused(town: Path, tmp_path: Path) -> None:
    green = Address.parse("Applegarth:Village Green")
    visit = {2440: Arrive("Tam Brook", green), 2445: Use("Tam Brook", green, "looking about")}
    run = lived(town, tmp_path / "run.townlet", {**SOLE, **visit}, end=2600)
    with pytest.raises(BadInput, match="moved or spoke for Tam Brook at 2025-05-05 06:47"):
        find_causes(run, "who knows fireworks")


def test_a_run_in_which_a_program_outside_decided_is_refused(town: Path, tmp_path: Path) -> None:
    async def mind(message: Mapping[str, object]) -> object:
        return {"do": "go on"}

    outside = RunResources(minds={"Bea Winters": mind})
    run = lived(town, tmp_path / "run.townlet", SOLE, end=2320, resources=outside)
    with pytest.raises(BadInput, match=r"A program outside decided for Bea Winters, .*; ask about a run in which"):
        find_causes(run, "Nell knows fireworks")


def test_a_budget_that_is_too_small_for_one_world_is_refused(sole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inquiry = Inquiry(sole, "Nell knows fireworks", most=1, options=ModelOptions(budget="0.01usd"))
    inquiry.check_budget()
    monkeypatch.setattr(type(inquiry.left.study.config), "offline", False)
    worlds = len(inquiry.left.cells)
    cost = UsageAmount(10, 1000 * worlds, 100 * worlds, usd=5.0 * worlds)
    monkeypatch.setattr(find, "forecast_repeats", lambda *_: {"openai:m": cost})
    with pytest.raises(BadInput, match=r"A world takes about 5\.00 US dollars, and the budget is 0\.01usd"):
        inquiry.check_budget()
    monkeypatch.setattr(find, "spend_of_runs", lambda folder: Spend(9_000, 0.005))
    inquiry.budget = Budget(tokens=10_000)
    with pytest.raises(
        BadInput, match=r"1,100 tokens, .* 10ktok, of which earlier .* 9,000; give a budget of 10100tok"
    ):
        inquiry.check_budget()
    inquiry.budget = Budget(tokens=10_100)
    inquiry.check_budget()


@pytest.mark.parametrize(
    ("effect", "as_strong", "placebos", "p", "made_it"),
    [(2, 0, 19, 0.05, True), (2, 1, 19, 0.1, False), (0, 19, 19, 1, False), (0, 0, 0, 1, False)],
)
def test_only_an_effect_beyond_every_placebo_makes_a_difference(
    effect: int, as_strong: int, placebos: int, p: float, made_it: bool
) -> None:
    found = TriedCause((), ("Ann",) * effect, (), (effect,), (effect,), as_strong, placebos, Path("world.townlet"))
    assert (found.p, found.made_a_difference) == (p, made_it)


def test_candidates_say_what_they_are() -> None:
    told: dict[str, Callable[[], Candidate]] = {
        "Bo to Ann: “Hi.”": lambda: Candidate("line", "Ann", 3, "Hi.", "Bo", "1-Bo#0"),
        "Ann sees: Bo is asleep.": lambda: Candidate("sight", "Ann", 3, "Bo is asleep."),
        "Ann thinks: It rains.": lambda: Candidate("thought", "Ann", 3, "It rains.", memory=(3, 1)),
    }
    for text, make in told.items():
        assert str(make()) == text
        assert make().act.kind in ("unheard", "unseen", "forget")
