"""Run Townlet from its source folder with nothing but Python and pip on the machine.

    python start.py                    two days of the built-in town
    python start.py townlet --help     any other command
    python start.py pytest             the tests

Uses uv, which it fetches into the folder .uv if the machine has none; nothing outside this folder is changed.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent
FETCHED = PROJECT / ".uv"
PINNED = PROJECT / ".ci" / "uv.txt"
OLDEST_PYTHON = (3, 11)
FIRST_COMMAND = ["townlet", "run"]


def main(arguments: list[str]) -> int:
    """Run a command in the project's environment, which is set up first; its exit status."""
    if sys.version_info < OLDEST_PYTHON:
        return refuse(f"Townlet needs Python 3.11 or later, and this is {sys.version.split()[0]}; run it with another.")
    uv = find_uv() or fetch_uv()
    if uv is None:
        return refuse("pip could not fetch uv (its message is above); install uv by other means and run this again.")
    # The command has the terminal: an interruption is its to handle, and this process waits for it to end.
    signal.signal(signal.SIGINT, lambda *_: None)
    return subprocess.call(uv_run(uv, arguments or FIRST_COMMAND), env=settled(os.environ))


def find_uv() -> str | None:
    """The uv of the machine, or the one that was fetched before."""
    return shutil.which("uv") or shutil.which("uv", path=str(FETCHED / "bin"))


def fetch_uv() -> str | None:
    """Have pip put uv into this folder. A folder of its own also suits Pythons that the system manages."""
    print("Setting up: fetching uv ...", file=sys.stderr, flush=True)
    quietly = ["--quiet", "--disable-pip-version-check", "--root-user-action=ignore"]
    # One version, with the hashes of its files: what is fetched here runs at once.
    pinned = ["--require-hashes", "--only-binary", ":all:", "--requirement", str(PINNED)]
    pip = [sys.executable, "-m", "pip", "install", *quietly, "--upgrade", "--target", str(FETCHED), *pinned]
    return find_uv() if subprocess.call(pip, env={**os.environ, "PIP_USER": "0"}) == 0 else None


def uv_run(uv: str, command: list[str]) -> list[str]:
    """The command as uv runs it; Townlet itself does not wait for the tools of development."""
    tools = ["--no-dev", "--group", "build"] if command[0] == "townlet" else []
    return [uv, "run", "--project", str(PROJECT), "--locked", *tools, *command]


def settled(environment: os._Environ[str]) -> dict[str, str]:
    """The environment in which uv uses the Python at hand and looks for no other."""
    return {"UV_PYTHON": sys.executable, "UV_PYTHON_DOWNLOADS": "never", **environment}


def refuse(why: str) -> int:
    """Say in one line why nothing was done."""
    print(why, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
