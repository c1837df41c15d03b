"""Start pairs of processes on one run file, each through another name, and count what came of it.

    uv run python benchmarks/owners.py [--pairs 100] [--town applegarth] [--seed 1]

The second name is, in turn: the same, a symlink, a hard link in the same folder and in another one, a way round by
`..`, the name in capitals where that is the same file, a symlink to the folder, a mount of the file and one of the
folder (for root on Linux). Both processes resume the run at once. Every third winner is killed, and the run is resumed
by the other name. A command is left by the other name before each start. Prints, for each kind of name, how often one
wrote alone, both wrote one after the other, the loser was told who owns the run, the command arrived, and `verify`
found damage.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from townlet import RunView, Simulation, Whisper, load_town, verify_run
from townlet.engine.commands import send_command
from townlet.runfile import inbox_path, is_owned, study_path

RESUME = """
import asyncio, sys
from pathlib import Path
from townlet import Simulation
from townlet.runfile import RunLocked

async def resume(path, until):
    try:
        with await Simulation.resume(path) as simulation:
            while simulation.next_step < until:
                await simulation.step()
            simulation.finish()
    except RunLocked as error:
        sys.exit(f"locked: {error}")

print("ready", flush=True)
sys.stdin.readline()
asyncio.run(resume(Path(sys.argv[1]), int(sys.argv[2])))
"""
TOLD = re.compile(
    r"^locked: Run file \S+ is being written by process \d+ on \S+ since \d{4}-\d\d-\d\d \S+.*; wait until .*"
)
STEPS = 240


def same(path: Path) -> Path:
    return path


def symlink(path: Path) -> Path:
    other = path.with_name("linked.townlet")
    other.symlink_to(path.name)
    return other


def hard_link(path: Path) -> Path:
    other = path.with_name("hard.townlet")
    other.hardlink_to(path)
    return other


def hard_link_elsewhere(path: Path) -> Path:
    other = _folder(path) / "hard.townlet"
    other.hardlink_to(path)
    return other


def way_round(path: Path) -> Path:
    return _folder(path) / ".." / path.name


def other_case(path: Path) -> Path:
    other = path.with_name(path.name.upper())
    if not other.exists():
        raise OSError("names in capitals are those of other files here")
    return other


def linked_folder(path: Path) -> Path:
    folder = path.with_name("link")
    folder.symlink_to(path.parent, target_is_directory=True)
    return folder / path.name


def mounted_file(path: Path) -> Path:
    other = _folder(path) / "mounted.townlet"
    other.touch()
    return _mounted(path, other)


def mounted_folder(path: Path) -> Path:
    return _mounted(path.parent, path.parent.with_name("mounted")) / path.name


NAMES: tuple[Callable[[Path], Path], ...] = (
    same,
    symlink,
    hard_link,
    hard_link_elsewhere,
    way_round,
    other_case,
    linked_folder,
    mounted_file,
    mounted_folder,
)


def _folder(path: Path) -> Path:
    folder = path.with_name("elsewhere")
    folder.mkdir()
    return folder


_mounts: list[Path] = []


def _mounted(what: Path, at: Path) -> Path:
    """Mount a file or a folder at a second place. Raises OSError where this is not possible."""
    if what.is_dir():
        at.mkdir()
    if subprocess.run(["mount", "--bind", what, at], capture_output=True, check=False).returncode:
        raise OSError("mounting is not possible here")
    _mounts.append(at)
    return at


@contextmanager
def two_names(base: bytes, kind: Callable[[Path], Path]) -> Iterator[tuple[Path, Path]]:
    """Make a copy of a run file in a folder of its own, with a second name. Raises OSError if that cannot be made."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "town", "a.townlet")
        path.parent.mkdir()
        path.write_bytes(base)
        try:
            yield path, kind(path)
        finally:
            while _mounts:
                subprocess.run(["umount", _mounts.pop()], check=True)


def begin(path: Path, until: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RESUME, str(path), str(until)]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout
    process.stdout.readline()
    return process


def let_go(process: subprocess.Popen[str]) -> None:
    """Let a process that is ready go on."""
    assert process.stdin
    process.stdin.write("go\n")
    process.stdin.flush()


def try_pair(names: tuple[Path, Path], *, kill: bool) -> Counter[str]:
    """Start two processes at once, and judge what they leave."""
    path, other = names
    view = RunView(path)
    start, person = view.until, next(iter(load_town(view.header.town.lower()).people)).name
    send_command(other, Whisper(person, "There is a fair on Friday."))
    pair = [begin(each, start + STEPS) for each in names]
    for process in pair:
        let_go(process)
    if kill:
        _kill_one(pair, path)
    told = [process.communicate(timeout=280)[1] for process in pair]
    codes = [process.returncode for process in pair]
    count = Counter(pairs=1, told=sum(bool(TOLD.match(text)) for text in told))
    for text in told:
        if "Traceback" in text:
            count["tracebacks"] += 1
            print(text)
    count["wrote"] += codes.count(0)
    count["killed"] += codes.count(-9)
    if kill:
        last = begin(other, start + STEPS)
        let_go(last)
        count["resumed"] += not last.wait(timeout=280)
    view = RunView(path)
    count["complete"] += view.until >= start + STEPS
    count["damaged"] += any(not verify_run(each).sound for each in names)
    with view.reader() as run:
        count["heard"] += any(True for _ in run.events(kinds=["Whispered"]))
    for place in (inbox_path, study_path):
        place(path).mkdir()
        count["two places"] += not place(other).exists()
    return count


def _kill_one(pair: list[subprocess.Popen[str]], path: Path) -> None:
    """Kill whoever writes, once somebody does."""
    while not is_owned(path) and any(process.poll() is None for process in pair):
        time.sleep(0.01)
    time.sleep(0.2)
    writing = [process for process in pair if process.poll() is None]
    if writing and is_owned(path):
        for process in writing:
            process.kill()


async def live(town: str, seed: int, path: Path) -> None:
    with Simulation.start(load_town(town), path, seed=seed) as simulation:
        async for _ in simulation.run(0.35):
            pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--town", default="applegarth")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(live(options.town, options.seed, Path(folder, "base.townlet")))
        base = Path(folder, "base.townlet").read_bytes()
    total = Counter[str]()
    for kind in NAMES:
        found = Counter[str]()
        for number in range(-(-options.pairs // len(NAMES))):
            try:
                with two_names(base, kind) as names:
                    found += try_pair(names, kill=number % 3 == 2)
            except OSError as error:
                print(f"{kind.__name__}: {error}")
                break
        print(f"{kind.__name__:<20}", dict(found), flush=True)
        total += found
    print(f"{'all':<20}", dict(total), f"damaged: {total['damaged']}")


if __name__ == "__main__":
    main()
