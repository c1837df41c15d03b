"""Input without end or bottom: one line that names it, status 2, and nothing left behind; whatever the command."""

from __future__ import annotations

import os
import resource
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from .typed import done, typed

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")

ROOM = 200 << 20
"""How many bytes more than before a command may take."""


@pytest.fixture(autouse=True)
def _little_memory() -> Iterator[None]:
    limits, pages = resource.getrlimit(resource.RLIMIT_AS), Path("/proc/self/statm")
    if not pages.exists():
        yield
        return
    now = int(pages.read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, limits[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, limits)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one, inside another."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A town of one's own, without its plan."""
    folder = tmp_path_factory.mktemp("towns") / "applegarth"
    done("new", str(folder))
    shutil.rmtree(folder / "plan")
    return folder


def left_in(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def check_refused(words: list[str], above: Path) -> None:
    before = left_in(above)
    outcome = typed(*words)
    assert (outcome.status, outcome.stdout) == (2, ""), outcome
    lines = outcome.stderr.splitlines()
    assert len(lines) == 1 or all(line.startswith("  ") for line in lines[1:]), "one line, or a list of defects"
    assert all(len(line) < 1000 for line in lines)
    assert left_in(above) == before


def text(content: str | bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(content if isinstance(content, bytes) else content.encode()) and None


def loop(path: Path) -> None:
    path.symlink_to(path.name)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


NOT_FILES: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "endless device": endless,
    "loop of links": loop,
    "folder": Path.mkdir,
}
TOML = {
    "arrays": text("a = " + "[" * 3000 + "]" * 3000),
    "tables": text("a = " + "{b = " * 3000 + "1" + "}" * 3000),
    "dots": text("a" + ".a" * 50_000 + " = 1"),
    "header": text("[a" + ".a" * 50_000 + "]"),
    "digits": text("a = 1" + "0" * 5000),
    "long": text("a = 1\n" + "# 0123456789\n" * 300_000),
    "zeros": text(b"a = 1\n" + bytes(1000)),
    "no text": text(b"a = '\xff\xfe'"),
}
JSON = {
    "arrays": text("[" * 100_000 + "]" * 100_000),
    "objects": text('{"a":' * 100_000 + "1" + "}" * 100_000),
    "digits": text('{"width": 1' + "0" * 5000 + "}"),
    "zeros": text(bytes(1000)),
    "no text": text(b'"\xff\xfe"'),
}
ALL = {**TOML, **NOT_FILES}

RUN = "RUN"
READERS = [
    *[
        (("check", "applegarth-copy"), f"applegarth-copy/{file}", TOML)
        for file in ("town.toml", "people/nell_hart.toml")
    ],
    (("check", "applegarth-copy"), "applegarth-copy/facts.toml", TOML),
    (("check", "applegarth-copy"), "applegarth-copy/words/trades.toml", TOML),
    (("check", "applegarth-copy"), "applegarth-copy/map.tmj", JSON),
    (("run", "applegarth", "--config", "bad.toml"), "bad.toml", ALL),
    (("models", "--config", "bad.toml"), "bad.toml", ALL),
    (("interview", RUN, "--battery", "bad.toml"), "bad.toml", ALL),
    (("study", "check", "bad.toml"), "bad.toml", ALL),
    (("study", "run", "bad.toml"), "bad.toml", ALL),
    (("replay", "bad.json"), "bad.json", {**JSON, **NOT_FILES}),
    (("measure", "--sheet", "bad.csv"), "bad.csv", {**JSON, **NOT_FILES}),
    (("rate", "score", "bad.jsonl"), "bad.jsonl", {**JSON, **NOT_FILES}),
    (("rate", "serve", RUN, "--consent", "bad.txt"), "bad.txt", NOT_FILES),
    (("show", "bad.townlet"), "bad.townlet", {**JSON, **NOT_FILES}),
    (("repair", "bad.townlet"), "bad.townlet", NOT_FILES),
    (("check", "bad"), "bad", {name: make for name, make in NOT_FILES.items() if name != "folder"}),
]


@pytest.mark.parametrize(
    ("words", "file", "make"),
    [
        pytest.param(words, file, make, id=f"{' '.join(words[:2])} {Path(file).name} {name}")
        for words, file, kinds in READERS
        for name, make in kinds.items()
    ],
)
def test_a_file_without_end_or_bottom_is_refused(
    words: tuple[str, ...], file: str, make: Callable[[Path], None], here: Path, made: Path, town: Path
) -> None:
    if "applegarth-copy" in words:
        shutil.copytree(town, here / "applegarth-copy")
        (here / file).parent.mkdir(exist_ok=True)
        (here / file).unlink(missing_ok=True)
    make(here / file)
    check_refused([str(made) if word == RUN else word for word in words], here.parent)


WRITERS = [
    ("run", "applegarth", "--days", "0.001", "--out"),
    ("fork", RUN, "--at", "6:00", "--out"),
    ("report", RUN, "--no-interviews", "--out"),
    ("export", RUN, "--replay"),
    ("interview", RUN, "--person", "nell", "--out"),
    ("study", "new"),
    ("serve", "applegarth", "--no-open", "--out"),
]
PLACES = [".", "..", "/", "", "a\0b", "missing/x", "a/../../x", "loop", "pipe", "x" * 300, "/dev/full", "made.txt/x"]


@pytest.mark.parametrize("place", PLACES, ids=ascii)
@pytest.mark.parametrize("words", WRITERS, ids=lambda words: " ".join(words[:1]))
def test_a_place_where_no_file_can_be_is_refused(words: tuple[str, ...], place: str, here: Path, made: Path) -> None:
    loop(here / "loop")
    os.mkfifo(here / "pipe")
    (here / "made.txt").touch()
    check_refused([*(str(made) if word == RUN else word for word in words), place], here.parent)


STUDY = '[study]\nname = "a"\ntown = "applegarth"\nseeds = {seeds}\n'
VALUES = [
    ("study", "check", "SEEDS", '"1..999999999"'),
    ("study", "check", "SEEDS", '"1..99999, 100000..999999999999999999"'),
    ("study", "check", "SEEDS", f'"1..{"9" * 5000}"'),
    ("study", "plan", "SEEDS", '"0..4294967296"'),
    ("run", "applegarth", "--days", "1e400"),
    ("run", "applegarth", "--days", "nan"),
    ("run", "applegarth", "--days", "-1"),
    ("run", "applegarth", "--seed", "9" * 5000),
    ("run", "applegarth", "--budget", "1e999usd"),
    ("run", "applegarth", "--budget", "9" * 400 + "usd"),
    ("run", "applegarth\0"),
    ("run", "x" * 5000),
    ("read", RUN, "--sample", "9" * 5000),
    ("tell", RUN, "nell", "a\0b"),
    ("show", RUN, "--at", "day " + "9" * 5000),
    ("show", RUN, "--at", "99999999999999999999:00"),
    ("new", "a/../../x"),
    ("new", "made.txt/x"),
    ("export", RUN, "--format", "csv", "a/../../x"),
    ("export", RUN, "--replay", "x.html", "--chapters", "1-" + "9" * 5000),
]


@pytest.mark.parametrize("words", VALUES, ids=lambda words: ascii(" ".join(words))[:60])
def test_a_value_without_bounds_is_refused(words: tuple[str, ...], here: Path, made: Path) -> None:
    (here / "made.txt").touch()
    command = [str(made) if word == RUN else word for word in words]
    if "SEEDS" in words:
        (here / "study.toml").write_text(STUDY.format(seeds=words[-1]))
        command = [*words[:2], "study.toml"]
    check_refused(command, here.parent)


@pytest.mark.parametrize(
    "change", [('"width":', '"width": 99999999, "was":'), ('"tilewidth":', '"tilewidth": 99999, "was":')]
)
def test_a_map_without_bounds_is_refused(change: tuple[str, str], here: Path, town: Path) -> None:
    shutil.copytree(town, here / "wide")
    drawn = here / "wide/map.tmj"
    drawn.write_text(drawn.read_text().replace(*change, 1))
    check_refused(["check", "wide"], here.parent)
