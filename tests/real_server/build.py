"""llama.cpp's server, built from its sources once a version and kept in the user's cache folder.

`python tests/real_server/build.py` builds it at once and prints where it is.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from filelock import FileLock
from platformdirs import user_cache_path

REQUIREMENTS = Path(__file__).with_name("requirements.txt")
TOGETHER = Path(__file__).with_name("together.cmake")
SOURCES = "vendor/llama.cpp"
"""Where the archive holds llama.cpp."""
OPTIONS = (
    "CMAKE_BUILD_TYPE=Release",
    "BUILD_SHARED_LIBS=OFF",
    "GGML_NATIVE=OFF",
    "LLAMA_BUILD_APP=OFF",
    "LLAMA_BUILD_EXAMPLES=OFF",
    "LLAMA_BUILD_TESTS=OFF",
    "LLAMA_BUILD_UI=OFF",
    "LLAMA_OPENSSL=OFF",
    "LLAMA_USE_PREBUILT_UI=OFF",
    "CMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG",
)
"""No web page, nothing fetched while building, nothing of this very processor. C++ with few optimisations is compiled
sooner, and fast enough for the tests' tiny model; the kernels that multiply are C."""
MOST_SECONDS = 1800
"""More than a tool takes on a slow machine."""
ONE_DATE = 1_600_000_000
PROGRAM = "llama-server.exe" if sys.platform == "win32" else "llama-server"


class CannotBuild(Exception):
    """The server could not be built here: a line for people, then the last words of the tool that failed."""


def built_server() -> Path:
    """The server's program; built first, in minutes, where this user has none of this version yet."""
    folder = cache_folder()
    program = folder / PROGRAM
    folder.mkdir(parents=True, exist_ok=True)
    with FileLock(folder / "building.lock"):
        if not program.exists():
            _build_into(program)
    return program


def cache_folder() -> Path:
    """Where the server of this version, with these options and for this machine, is kept."""
    recipe = "\n".join((*(file.read_text(encoding="utf-8") for file in (REQUIREMENTS, TOGETHER)), *OPTIONS))
    machine = f"{platform.system()}-{platform.machine()}".lower()
    return user_cache_path("townlet") / "llama-server" / f"{machine}-{hashlib.sha256(recipe.encode()).hexdigest()[:12]}"


def _build_into(program: Path) -> None:
    with tempfile.TemporaryDirectory(dir=program.parent, ignore_cleanup_errors=True) as scratch:
        sources = _unpacked(_archive(Path(scratch)), Path(scratch))
        made = _compiled(sources, Path(scratch) / "made")
        os.replace(made, program)


def _archive(folder: Path) -> Path:
    """The sources, fetched and checked against their digest by pip."""
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    _run([*pip, "--no-binary", "llama-cpp-python", "--requirement", str(REQUIREMENTS), "--dest", str(folder)])
    (archive,) = folder.glob("*.tar.gz")
    return archive


def _unpacked(archive: Path, folder: Path) -> Path:
    """llama.cpp's own sources, without what else the archive holds.

    All files get one date: with the archive's own, which lie in the future for some, the build starts over for ever.
    """
    with tarfile.open(archive) as tar:
        members = [member for member in tar if SOURCES in member.name and not member.isdev()]
        for member in members:
            member.mtime = ONE_DATE
        tar.extractall(folder, members, filter="data")
    return next(folder.glob(f"*/{SOURCES}"))


def _compiled(sources: Path, folder: Path) -> Path:
    generator = [] if sys.platform == "win32" else ["-G", "Ninja"]
    options = [f"-D{option}" for option in (*OPTIONS, f"CMAKE_PROJECT_llama.cpp_INCLUDE={TOGETHER}")]
    _run(["cmake", "-S", str(sources), "-B", str(folder), *generator, *options])
    cores = str(os.cpu_count() or 1)
    _run(["cmake", "--build", str(folder), "--config", "Release", "--target", "llama-server", "--parallel", cores])
    return next(path for path in sorted(folder.rglob(PROGRAM)) if path.is_file())


def _run(command: list[str]) -> None:
    """Run a tool, preferring those that were installed beside this Python."""
    search = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    program = shutil.which(command[0], path=search) or command[0]
    environment = {**os.environ, "PATH": search}
    done = subprocess.run(
        [program, *command[1:]], env=environment, capture_output=True, text=True, errors="replace", timeout=MOST_SECONDS
    )
    if done.returncode:
        words = (done.stdout + done.stderr).strip()[-3000:]
        tool = Path(program).stem
        raise CannotBuild(
            f"The language model server for tests could not be built: {tool} failed; the first time, it takes"
            f" a C++ compiler and the package index.\n{words}"
        )


if __name__ == "__main__":
    print(built_server())
