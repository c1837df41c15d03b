"""Build, check and publish a release. Without `--publish` it only rehearses, and says what would be published.

uv run just release              a rehearsal: build, check, install into an empty environment, run two days
uv run just release --publish    the same, and then sign, upload and tag
"""

from __future__ import annotations

import filecmp
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from runpy import run_path
from tempfile import TemporaryDirectory
from urllib.request import urlopen
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
CLIENT = ("townlet/server/client/index.html", "townlet/server/client/rate.html")
LONGEST_NAME = 140
"""Windows allows 260 characters for a whole path; the rest is for the folder of the environment."""
_UNFIT_FOR_WINDOWS = re.compile(r'[<>:"|?*\\]|[. ]$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)', re.IGNORECASE)


class Refused(Exception):
    """Why there can be no release, in one line."""


def main(arguments: list[str]) -> int:
    """Rehearse a release, or publish one; return the exit status."""
    if arguments not in ([], ["--dry-run"], ["--publish"]):
        print("Give --dry-run (the default) or --publish.", file=sys.stderr)
        return 2
    publishes = arguments == ["--publish"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    try:
        missing = [*unfinished(version)]
        if missing and publishes:
            raise Refused("Not ready: " + "; ".join(missing) + ".")
        shutil.rmtree(DIST, ignore_errors=True)
        built = build(DIST)
        checked = [*check(built, project["requires-python"])]
    except (Refused, subprocess.CalledProcessError) as refused:
        print(f"No release: {refused}", file=sys.stderr)
        return 2
    print(f"\nTownlet {version} {'is' if publishes else 'would be'} released as follows.\n\nPublished to PyPI:")
    for path in built:
        print(f"  {path.name}  {path.stat().st_size / 1e6:.1f} MB  sha256 {_hash(path)}")
    print("Checked:", *checked, sep="\n  ")
    print("Signed and published by:")
    for command in publishing(version, built):
        print(f"  {shlex.join([Path(command[0]).name, *command[1:]])}")
        if publishes and subprocess.run(command, cwd=ROOT, check=False).returncode:
            print("This failed; what stands above it is done. Do it and the rest by hand.", file=sys.stderr)
            return 1
    if not publishes:
        print("Nothing was published.", *(f"To do before: {each}." for each in missing), sep="\n")
    return 0


def publishing(version: str, built: Iterable[Path]) -> list[list[str]]:
    """Return the commands that sign the files and the tag, and publish both."""
    files = [str(path.relative_to(ROOT)) for path in built]
    return [
        [_uv(), "tool", "run", "pypi-attestations", "sign", *files],
        [_uv(), "publish", *files],
        ["git", "tag", "--sign", f"v{version}", "--message", f"Townlet {version}"],
        ["git", "push", "origin", f"v{version}"],
    ]


def unfinished(version: str) -> Iterator[str]:
    """Yield what a release of this version still lacks."""
    heading = re.search(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    if not heading or not re.fullmatch(rf"{re.escape(version)}, \d+ \w+ \d{{4}}", heading[1]):
        yield f"CHANGELOG.md begins with '{heading and heading[1]}', not with '{version}, DAY MONTH YEAR'"
    if _git("status", "--porcelain"):
        yield "files are changed and not committed"
    if _git("tag", "--list", f"v{version}"):
        yield f"the tag v{version} is there already; give pyproject.toml a new version"


def build(folder: Path) -> tuple[Path, Path]:
    """Build the source distribution, and from that alone, without Node, the wheel. Return both paths.

    Raises Refused if the wheel that is built from the source tree is another one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sdist = _hatch(ROOT, "sdist", folder)
    with TemporaryDirectory() as scratch:
        with tarfile.open(sdist) as archive:
            archive.extractall(scratch, filter="data")
        unpacked = Path(scratch, sdist.name.removesuffix(".tar.gz"))
        if run_path(str(unpacked / "hatch_build.py"))["needs_building"](unpacked):
            raise Refused(f"{sdist.name} lacks the built web client")
        wheel = _hatch(unpacked, "wheel", folder)
        if not filecmp.cmp(wheel, _hatch(ROOT, "wheel", Path(scratch)), shallow=False):
            raise Refused(f"{sdist.name} builds another {wheel.name} than the source tree")
    return sdist, wheel


def check(built: tuple[Path, Path], requires_python: str) -> Iterator[str]:
    """Yield what was checked, one line each. Raises Refused or CalledProcessError with the first that fails."""
    sdist, wheel = built
    yield f"{sdist.name} builds {wheel.name} without Node, equal to the one of the source tree"
    with ZipFile(wheel) as archive:
        names = archive.namelist()
    if lacking := [name for name in CLIENT if name not in names]:
        raise Refused(f"{wheel.name} lacks {lacking[0]}")
    if unfit := [*unfit_for_windows(names)]:
        raise Refused(f"{wheel.name} has a name that Windows cannot hold: {unfit[0]}")
    yield f"all {len(names)} names fit Windows"
    _run([_uv(), "tool", "run", "twine", "check", "--strict", *map(str, built)])
    yield "twine check --strict"
    with TemporaryDirectory() as scratch, _environment(Path(scratch), wheel, requires_python) as townlet:
        yield f"installed from wheels alone under Python {requires_python}, and all requirements fit"
        _run([*townlet, "run", "smallville", "--out", "town.townlet"], scratch)
        yield "`townlet run smallville`: two days"
        _run([*townlet, "export", "town.townlet", "--replay", "town.html"], scratch)
        yield "`townlet export --replay`"
        _see_served(townlet, Path(scratch))
        yield "`townlet serve` answers with its page"


@contextmanager
def _environment(folder: Path, wheel: Path, requires_python: str) -> Iterator[list[str]]:
    """Give `townlet` in a new environment, without a compiler, Node or anything else on the PATH."""
    uv, place = _uv(), folder / "environment"
    _run([uv, "venv", "--no-project", "--python", requires_python, str(place)])
    scripts = place / ("Scripts" if sys.platform == "win32" else "bin")
    python = str(scripts / "python")
    _run([uv, "pip", "install", "--python", python, "--only-binary", ":all:", str(wheel)])
    _run([uv, "pip", "check", "--python", python])
    before = os.environ["PATH"]
    os.environ["PATH"] = str(scripts)
    try:
        yield [str(scripts / "townlet")]
    finally:
        os.environ["PATH"] = before


def _see_served(townlet: list[str], folder: Path) -> None:
    command = [*townlet, "serve", "town.townlet", "--port", "0", "--no-open"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = next((found[0] for line in server.stdout if (found := re.search(r"http://[\w.:]+/", line))), "")
        try:
            with urlopen(address, timeout=60) as answer:
                page = answer.read().decode()
        except (OSError, ValueError) as error:
            raise Refused(f"`townlet serve` gives no page at {address or 'any address'}: {error}") from error
        finally:
            server.terminate()
    if 'id="app"' not in page:
        raise Refused("`townlet serve` answers without its page")


def unfit_for_windows(names: Iterable[str]) -> Iterator[str]:
    """Yield names of files that Windows cannot hold, or holds as the same file as another."""
    seen: set[str] = set()
    for name in names:
        parts = PurePosixPath(name).parts
        if len(name) > LONGEST_NAME or any(map(_UNFIT_FOR_WINDOWS.search, parts)) or name.lower() in seen:
            yield name
        seen.add(name.lower())


def _hatch(source: Path, target: str, folder: Path) -> Path:
    _run([sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)], source)
    return next(folder.glob("*.whl" if target == "wheel" else "*.tar.gz"))


def _run(command: list[str], folder: str | Path = ROOT) -> None:
    print(f"== {shlex.join(command)}", flush=True)
    subprocess.run(command, cwd=folder, check=True)


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _uv() -> str:
    uv: str | None = os.environ.get("UV") or run_path(str(ROOT / "start.py"))["find_uv"]()
    if uv is None:
        raise Refused("uv is not there; run this by `uv run just release` or `python3 start.py just release`")
    return uv


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
