"""Whatever a command does, Python can do: a command parses, calls a public function of `townlet`, and prints."""

from __future__ import annotations

import ast
import asyncio
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

import townlet
from townlet.cli import app as table
from townlet.cli.app import CommandEntry, app
from townlet.engine.blocking import wait_for
from townlet.runfile import inbox_path

from .typed import typed

FUNCTIONS: dict[str, tuple[str, ...]] = {
    "ablate": ("ablate", "resimulate"),
    "ask": ("ask",),
    "attack": ("attack",),
    "calls": ("list_calls",),
    "causes": ("find_causes", "Inquiry", "write_causes_page"),
    "check": ("check_town", "rehearse_town"),
    "cost": ("read_bill",),
    "doctor": ("check_models",),
    "draw": ("draw_town",),
    "estimate": ("estimate",),
    "export": ("export_run", "export_page", "export_site"),
    "fork": ("fork_run",),
    "interview": ("interview",),
    "map import": ("import_map",),
    "measure": ("measure", "score_sheets"),
    "models": ("find_models",),
    "new": ("new_town", "new_published_town"),
    "people export": ("export_people",),
    "people import": ("import_people",),
    "rate authors": ("list_authors", "accept_author", "refuse_author"),
    "rate judge": ("judge",),
    "rate raters": ("list_raters",),
    "rate score": ("score",),
    "read": ("read_script", "draw_sheet"),
    "repair": ("repair_run",),
    "replay": ("replay_run", "relive"),
    "report": ("report",),
    "resume": ("plan_resumed_run",),
    "run": ("plan_new_run",),
    "set": ("send_command",),
    "show": ("portray", "portray_everybody"),
    "story": ("tell_story", "find_thread"),
    "study analyse": ("Study.analysed",),
    "study audit": ("Study.audit",),
    "study check": ("Study.plan",),
    "study export": ("Study.export",),
    "study freeze": ("Study.freeze",),
    "study new": ("new_study",),
    "study plan": ("Study.plan",),
    "study reproduce": ("Study.reproduce",),
    "study run": ("Study.run",),
    "study status": ("Study.status",),
    "study verify": ("Study.verify",),
    "tell": ("send_command",),
    "towns": ("builtin_towns",),
    "verify": ("verify_run",),
}
"""The public functions, or methods of a public class, that each command calls."""

OF_THE_SHELL = {
    "serve": "a server that has its process to itself until Ctrl-C, and opens a browser",
    "rate serve": "the same, for raters",
    "mcp": "the same, for assistants",
    "skill": "prints a text that ships with the package",
    "residents serve": "the same, for the worlds of other programs",
}
"""The commands without a function, and why they have none."""

ENTRIES = {
    **{entry.name: entry for entry in table.COMMANDS},
    **{f"{group} {entry.name}": entry for group, (_, entries) in table.GROUPED.items() for entry in entries},
}
COMMANDS = Path(table.__file__).parent / "commands"


def commands_of(group: Any, before: str = "") -> Iterator[str]:
    """Yield the commands of a group and of the groups in it, as they are typed, without hidden ones."""
    for name, command in group.commands.items():
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from commands_of(command, f"{before}{name} ")
        else:
            yield f"{before}{name}"


def names_used(entry: CommandEntry) -> set[str]:
    """The names and attributes that a command's function uses, also through other functions of its module."""
    source = (COMMANDS / f"{entry.module}.py").read_text(encoding="utf-8")
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    used: set[str] = set()
    waiting = [entry.function]
    while waiting:
        for node in ast.walk(functions.pop(waiting.pop())):
            if isinstance(node, ast.Name):
                used.add(node.id)
                waiting += [node.id] if node.id in functions and node.id not in waiting else []
            elif isinstance(node, ast.Attribute):
                used.add(node.attr)
    return used


def test_each_command_has_a_function_or_a_reason_to_have_none() -> None:
    assert sorted([*FUNCTIONS, *OF_THE_SHELL]) == sorted(commands_of(typer.main.get_command(app)))


@pytest.mark.parametrize("command", FUNCTIONS)
def test_a_command_calls_its_function(command: str) -> None:
    used = names_used(ENTRIES[command])
    for function in FUNCTIONS[command]:
        name, _, member = function.partition(".")
        assert name in townlet.__all__
        assert name in used
        assert not member or (member in used and (hasattr(townlet.Study, member) or member == "plan"))


@pytest.mark.parametrize("module", sorted(path.stem for path in COMMANDS.glob("*.py")))
def test_a_command_writes_no_file(module: str) -> None:
    import_module(f"townlet.cli.commands.{module}")
    tree = ast.parse((COMMANDS / f"{module}.py").read_text(encoding="utf-8"))
    called = {getattr(node.func, "attr", getattr(node.func, "id", "")) for node in calls_of(tree)}
    assert called.isdisjoint({"open", "mkdir", "unlink", "write_atomically", "write_bytes", "write_text"})


def calls_of(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


GPT, OPENAI = townlet.ModelOptions(model="gpt"), townlet.ModelOptions(model="openai:m")
EUROS, ODD = townlet.ModelOptions(budget="5eur"), townlet.NewRun(profile="x")
WRONG: dict[str, tuple[Callable[[Path], object], str]] = {
    "model": (lambda run: townlet.ask(run, "nell", "Who?", options=GPT), "ask RUN nell Who? --model gpt"),
    "key": (lambda run: townlet.interview(run, options=OPENAI), "interview RUN --model openai:m"),
    "person": (lambda run: townlet.ask(run, "Zoe", "Who?"), "ask RUN Zoe Who?"),
    "moment": (lambda run: townlet.portray(run, "nell", "teatime"), "show RUN nell --at teatime"),
    "battery": (lambda run: townlet.interview(run, "mine"), "interview RUN --battery mine"),
    "condition": (lambda run: townlet.ablate(run, conditions=["x"]), "ablate RUN --condition x"),
    "run": (lambda run: townlet.measure(run.with_suffix(".txt")), "measure TEXT"),
    "table": (lambda run: townlet.export_run(run, "t", "csv", ["x"]), "export RUN t --format csv --table x"),
    "format": (lambda run: townlet.export_run(run, "t", "xls"), "export RUN t --format xls"),
    "chapter": (lambda run: townlet.export_page(run, "t", "99"), "export RUN --replay t --chapters 99"),
    "site": (lambda run: townlet.export_site(run, run.with_suffix(".txt")), "export RUN --site TEXT"),
    "thread": (lambda run: townlet.find_thread(run, "x"), "story RUN --thread x"),
    "town": (lambda run: townlet.check_town("nowhere"), "check nowhere"),
    "profile": (
        lambda run: townlet.simulate("applegarth", ODD),
        "run applegarth --profile x",
    ),
    "budget": (lambda run: townlet.ask(run, "nell", "Who?", options=EUROS), "ask RUN nell Who? --budget 5eur"),
    "rankings": (lambda run: townlet.score(run), "rate score RUN"),
    "answers": (lambda run: townlet.judge(run), "rate judge RUN"),
    "study": (lambda run: townlet.Study("none.toml"), "study status none.toml"),
}


@pytest.mark.parametrize("what", WRONG)
def test_python_is_told_the_line_that_the_command_prints(
    what: str, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    run = Path(shutil.copy(made, "a.townlet"))
    run.with_suffix(".txt").write_text("no run", encoding="utf-8")
    call, words = WRONG[what]
    with pytest.raises(townlet.TownletError) as told:
        call(run)
    outcome = typed(*({"RUN": str(run), "TEXT": "a.txt"}.get(word, word) for word in words.split()))
    assert (outcome.status, outcome.stderr) == (2, f"{told.value}\n")


def test_an_unknown_figure_is_told_with_one_that_is_like_it(made: Path) -> None:
    with pytest.raises(townlet.UnknownName, match=r"There is no figure 'substanz'\. Did you mean 'substance'"):
        townlet.measure(made, interviews=False).runs[0].figure("substanz")


def test_an_extra_that_is_missing_is_told_in_the_same_line(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(townlet.MissingExtra, match=r"pip install 'townlet\[study\]'") as told:
        townlet.export_run(made, made.with_name("t"), "parquet")
    words = ("export", str(made), str(made.with_name("t")), "--format", "parquet")
    assert typed(*words).stderr == f"{told.value}\n"


async def test_functions_run_where_a_loop_runs_already_as_in_a_notebook(own: Path) -> None:
    """An open run is as good as its path."""
    asked = townlet.ask(townlet.open_run(own), "nell", "Who are you?")
    assert asked.answer == townlet.ask(str(own), "nell", "Who are you?").answer
    assert asked.offline
    counted: list[None] = []
    options = townlet.ModelOptions(on_answer=lambda: counted.append(None))
    interviewed = townlet.interview(townlet.RunView(own), people=["nell"], options=options)
    assert len(counted) == len(interviewed.rows) > 10
    assert townlet.interview(own, people=["nell"]).reused == len(interviewed.rows)


@pytest.mark.parametrize("opened", [str, townlet.RunView, townlet.open_run])
async def test_an_open_run_is_copied_compared_and_repeated_as_its_file_is(
    own: Path, opened: Callable[[Path], Any]
) -> None:
    run, fork = opened(own), own.with_name("fork.townlet")
    assert townlet.fork_run(run, 60, str(fork)).forked_from is not None
    assert townlet.verify_run(run).sound
    assert townlet.repair_run(run, str(own.with_name("new.townlet"))) is None
    assert (await townlet.replay_run(opened(fork))).equal
    townlet.send_command(run, townlet.Whisper("Nell Hart", "The oven is on."))
    assert len(list(inbox_path(own).iterdir())) == 1
    assert townlet.rankings_path(run) == townlet.rankings_path(own)


@pytest.mark.skipif(sys.platform == "win32", reason="signals go to no thread")
async def test_ctrl_c_in_a_notebook_cancels_what_is_under_way() -> None:
    cancelled: list[bool] = []

    async def forever() -> None:
        try:
            interrupt = partial(signal.pthread_kill, threading.main_thread().ident or 0, signal.SIGINT)
            asyncio.get_running_loop().call_later(0.1, interrupt)
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            cancelled.append(True)
            raise

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            wait_for(forever())
    finally:
        signal.signal(signal.SIGINT, before)
    assert cancelled == [True]


def test_a_run_is_lived_and_continued_from_python(tmp_path: Path) -> None:
    steps: list[int] = []
    new = townlet.NewRun(days=0.01, out=tmp_path / "a.townlet")
    run = townlet.simulate("applegarth", new, on_step=lambda log, simulation: steps.append(log.step))
    assert (run.until, len(steps)) == (86, 86)
    assert townlet.resume(run, 0.02).until == 173
    with pytest.raises(townlet.AlreadyThere, match="nothing to do"):
        townlet.resume(run, 0.02)
    whole = townlet.simulate("applegarth", townlet.NewRun(days=0.02, out=tmp_path / "b.townlet"))
    assert whole.state_hash() == townlet.RunView(run.path).state_hash()


def test_a_model_named_for_a_study_is_refused_rather_than_ignored(tmp_path: Path) -> None:
    townlet.new_study(tmp_path / "s.toml")
    with pytest.raises(townlet.BadInput, match="file of a study names its models"):
        townlet.Study(tmp_path / "s.toml").run(options=townlet.ModelOptions(model="offline"))
