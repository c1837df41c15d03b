"""Run the tests of what has changed, without those of the slower lanes: `python tests/changed.py`.

Compares the working tree with the point where it left `origin/main`, or with the commit before the last one where
there is no `origin/main`. A changed package of `src/townlet` selects the folder of `tests` that mirrors it, a changed
test module selects itself, and changed documentation or examples select the tests of the documentation.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from lanes import LANES

ROOT = Path(__file__).parents[1]
PACKAGE = PurePosixPath("src/townlet")
DOCUMENTATION = ("docs", "examples", "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md")
OF_DOCUMENTATION = "tests/test_docs.py"
ALL_DESELECTED = 5
"""Pytest's exit status if all the tests that it was asked for are in the slower lanes."""
OF_TOWNS = ("tests/town", "tests/test_towns_are_data.py")


def changed_files() -> list[str]:
    """The files that differ from the base, new ones included, as paths from the project's folder."""
    base = _git("merge-base", "HEAD", "origin/main") or _git("rev-parse", "--verify", "--quiet", "HEAD~1") or ["HEAD"]
    return [*_git("diff", "--name-only", base[0]), *_git("ls-files", "--others", "--exclude-standard")]


def selected(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """The folders and modules of tests to run for some changed files."""
    found = {test for name in changed for test in _selected_by(PurePosixPath(name)) if (root / test).exists()}
    return sorted(test for test in found if found.isdisjoint(map(str, PurePosixPath(test).parents)))


def _selected_by(path: PurePosixPath) -> Iterable[str]:
    if path.is_relative_to(PACKAGE / "towns"):
        return OF_TOWNS
    if path.is_relative_to(PACKAGE):
        package = path.relative_to(PACKAGE).parts[0]
        # The modules that lie beside the packages are what users import, which the documentation shows.
        return [OF_DOCUMENTATION if package.endswith(".py") else f"tests/{package}"]
    if path.parts[0] == "tests":
        is_test, in_package = path.name.startswith("test_"), len(path.parts) > 2
        return [str(path)] if is_test else [str(path.parent)] if in_package else []
    return [OF_DOCUMENTATION] if path.parts[0] in DOCUMENTATION else []


def _git(*words: str) -> list[str]:
    """The lines that git prints, or none where it fails."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, encoding="utf-8").stdout.splitlines()


def main() -> int:
    tests = selected(changed_files())
    if not tests:
        print("No tests belong to what has changed.")
        return 0
    print("Tests of what has changed:", *tests, flush=True)
    fast = " and ".join(f"not {lane}" for lane in LANES)
    status = subprocess.call([sys.executable, "-m", "pytest", "-m", fast, *tests], cwd=ROOT)
    return 0 if status == ALL_DESELECTED else status


if __name__ == "__main__":
    sys.exit(main())
