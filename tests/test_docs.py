"""What the documentation shows is run as it stands: examples, Python snippets, and commands."""

from __future__ import annotations

import asyncio
import re
import runpy
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest

import townlet as townlet_package
from townlet.cli import main
from townlet.engine.simulation import Simulation
from townlet.town import load_town

ROOT = Path(__file__).parent.parent
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
NAMED = ("isabella_rodriguez", "john_lin", "klaus_mueller", "maria_lopez", "sam_moore")
"""Whom README's commands name."""
KEEPERS = ("arthur_burton", "carmen_ortiz", "mei_lin", "tom_moreno")
"""Without these, some of Smallville's doors would have no keeper."""

FENCED = re.compile(
    r"^(?P<indent> *)```(?P<language>\w+)[^\n]*\n(?P<body>.*?)^(?P=indent)```",
    re.MULTILINE | re.DOTALL,
)


def snippets(page: Path, language: str) -> Iterator[str]:
    for block in FENCED.finditer(page.read_text(encoding="utf-8")):
        if block["language"] == language:
            yield dedent(block["body"])


def commands(page: Path) -> list[list[str]]:
    lines = "\n".join(snippets(page, "console")).splitlines()
    return [shlex.split(line.removeprefix("$ ")) for line in lines if line.startswith("$ townlet ")]


def write_files(page: Path) -> None:
    """Write the files that a page shows whole: blocks such as ```csv title="people.csv"."""
    for block in re.finditer(
        r'^```\w+ title="([\w.-]+\.(?:csv|toml))"\n(.*?)^```', page.read_text(encoding="utf-8"), re.M | re.S
    ):
        Path(block[1]).write_text(block[2], encoding="utf-8")


def printed(page: Path) -> list[str]:
    """The lines that a page says its commands print: those of blocks such as ```text title="prints"."""
    blocks = re.findall(r'^```text title="prints"\n(.*?)^```', page.read_text(encoding="utf-8"), re.M | re.S)
    return [line.strip() for block in blocks for line in block.splitlines()]


def not_printed(page: Path, told: str) -> list[str]:
    lines = {line.strip() for line in told.splitlines()}
    return [line for line in printed(page) if line not in lines]


def with_snippets(language: str) -> list[Path]:
    return [page for page in PAGES if any(snippets(page, language))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(autouse=True)
def _folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def townlet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> TownletCommand:
    return TownletCommand(monkeypatch, capsys)


class TownletCommand:
    """Runs a command line in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, line: list[str]) -> str:
        """What it prints. Fails unless it succeeds."""
        self._monkeypatch.setattr(sys, "argv", line)
        try:
            main()
            status: object = 0
        except SystemExit as end:
            status = end.code or 0
        printed = self._capsys.readouterr()
        assert status == 0, f"{shlex.join(line)} ended with {status}: {printed.err}"
        return printed.out


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_example_runs_and_prints_something(
    example: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", [str(example)])
    runpy.run_path(str(example), run_name="__main__")
    assert capsys.readouterr().out.count("\n") > 2


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_example_is_one_page(example: Path) -> None:
    most = 300 if example.name == "nano.py" else 60
    assert len(example.read_text(encoding="utf-8").splitlines()) <= most


async def a_morning(path: Path) -> None:
    """A run such as pages that read one take as given."""
    with Simulation.start(load_town("applegarth"), path) as simulation:
        async for _ in simulation.run(days=0.3):
            pass


@pytest.mark.parametrize("page", with_snippets("python"), ids=named)
def test_python_of_a_page_runs(page: Path) -> None:
    if "run.townlet" in "".join(snippets(page, "python")):
        asyncio.run(a_morning(Path("run.townlet")))
    write_files(page)
    namespace: dict[str, object] = {"__name__": "__main__"}
    for snippet in snippets(page, "python"):
        if not snippet.startswith("--8<--"):
            exec(compile(snippet, named(page), "exec"), namespace)


@pytest.fixture
def smaller_town(tmp_path: Path) -> str:
    """The folder of a Smallville with all of its places, and with a third of its people."""
    folder = tmp_path / "smaller" / "smallville"
    shutil.copytree(Path(townlet_package.__file__).parent / "towns" / "smallville", folder)
    for person in (folder / "people").iterdir():
        if person.stem not in (*NAMED, *KEEPERS):
            person.unlink()
    return str(folder)


@pytest.mark.slow
def test_commands_of_the_readme_run(smaller_town: str, townlet: TownletCommand) -> None:
    """The commands need a morning and those whom they name; below, all of Smallville lives its two days."""
    townlet(["townlet", "run", smaller_town, "--days", "0.51"])
    for command in commands(ROOT / "README.md"):
        townlet(shortened(command))


@pytest.mark.parametrize("page", [page for page in with_snippets("console") if page.name != "README.md"], ids=named)
def test_commands_of_a_page_run_and_print_what_it_says(page: Path, townlet: TownletCommand) -> None:
    write_files(page)
    told = "".join(townlet(command) for command in commands(page))
    assert not_printed(page, told) == []


@pytest.mark.slow
def test_two_days_print_what_the_readme_says(townlet: TownletCommand) -> None:
    reading = next(command for command in commands(ROOT / "README.md") if command[1] == "read")
    told = townlet(["townlet", "run"]) + townlet(reading)
    assert len(printed(ROOT / "README.md")) >= 10
    assert not_printed(ROOT / "README.md", told) == []


def shortened(command: list[str]) -> list[str]:
    """A command that goes on with the shortened run, stopped a few game minutes later."""
    return [*command[:-1], "0.52"] if command[1] == "resume" else command


def test_every_prompt_is_described() -> None:
    described = (ROOT / "docs" / "how-it-thinks.md").read_text(encoding="utf-8")
    prompts = sorted((ROOT / "src" / "townlet" / "cognition" / "prompts").glob("*.md"))
    assert [prompt.stem for prompt in prompts if f"`{prompt.stem}`" not in described] == []


def test_every_decision_is_listed() -> None:
    decisions = ROOT / "docs" / "decisions"
    listed = (decisions / "index.md").read_text(encoding="utf-8")
    assert [record.name for record in decisions.glob("0*.md") if f"]({record.name})" not in listed] == []


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_page_names_no_file_that_is_not_there(page: Path) -> None:
    links = re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
