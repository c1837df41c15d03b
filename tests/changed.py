"""Run the tests of what has changed, without those of the slower lanes: `python tests/changed.py`.

Compares the working tree with the point where it left `origin/main`, or with the commit before the last one where
there is no `origin/main`. A changed module of `src/townlet` selects the folder of `tests` that mirrors its package, and
every test module that imports it or a name that it defines, also by way of a package that passes the name on or of a
helper of the tests. A changed test module selects itself, a changed helper the folder it lies in, and changed
documentation or examples the tests of the documentation.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath

from lanes import LANES

ROOT = Path(__file__).parents[1]
SOURCE, TESTS = PurePosixPath("src"), PurePosixPath("tests")
PACKAGE = SOURCE / "townlet"
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
    imports = Imports(root)
    found = {test for name in changed for test in _selected_by(PurePosixPath(name), imports) if (root / test).exists()}
    return sorted(test for test in found if found.isdisjoint(map(str, PurePosixPath(test).parents)))


def _selected_by(path: PurePosixPath, imports: Imports) -> Iterable[str]:
    if path.is_relative_to(PACKAGE / "towns"):
        return OF_TOWNS
    if path.is_relative_to(PACKAGE):
        package = path.relative_to(PACKAGE).parts[0]
        # The modules that lie beside the packages are what users import, which the documentation shows.
        mirrored = OF_DOCUMENTATION if package.endswith(".py") else f"tests/{package}"
        return [mirrored, *imports.tests_that_import(path)]
    if path.parts[0] == "tests":
        is_test, in_package = path.name.startswith("test_"), len(path.parts) > 2
        return [str(path)] if is_test else [str(path.parent)] if in_package else []
    return [OF_DOCUMENTATION] if path.parts[0] in DOCUMENTATION else []


class Imports:
    """What the tests of a source tree import, name by name, as their source says it."""

    def __init__(self, root: Path = ROOT) -> None:
        self.root = root
        self._imported: dict[str, dict[str, tuple[str, str]]] = {}

    def tests_that_import(self, path: PurePosixPath) -> list[str]:
        """The test modules that import a source file, or a name that it defines."""
        module = _module_name(path.relative_to(SOURCE))
        tests = (self.root / TESTS).rglob("test_*.py")
        return [str(each.relative_to(self.root).as_posix()) for each in tests if module in self._needed_by(each)]

    @cached_property
    def _modules(self) -> dict[str, Path]:
        """The files of all modules, by the names by which the tests import them."""
        return {
            _module_name(PurePosixPath(file.relative_to(self.root / folder))): file
            for folder in (SOURCE, TESTS)
            for file in (self.root / folder).rglob("*.py")
        }

    def _needed_by(self, test: Path) -> set[str]:
        """The modules that a test module imports, and those that its helpers and fixtures do."""
        folders = test.relative_to(self.root / TESTS).parents[:-1]
        waiting = [test, *(self.root / TESTS / each / "conftest.py" for each in folders)]
        found: set[str] = set()
        while waiting:
            name = _module_name(PurePosixPath(waiting.pop().relative_to(self.root / TESTS)))
            for module in {self._home(*imported) for imported in self._imports_of(name).values()} - found:
                found.add(module)
                if not module.startswith("townlet") and module in self._modules:
                    waiting.append(self._modules[module])
        return found

    def _home(self, module: str, name: str) -> str:
        """The module that defines what is imported from a module under a name."""
        whole = f"{module}.{name}" if name else module
        if whole in self._modules or not name:
            return whole
        passed_on = self._imports_of(module).get(name)
        return self._home(*passed_on) if passed_on and passed_on != (module, name) else module

    def _imports_of(self, module: str) -> dict[str, tuple[str, str]]:
        """What a module imports: the name that it has there, and from where, with its name there ('' for a module)."""
        if module not in self._imported:
            file = self._modules.get(module)
            package = module if file and file.name == "__init__.py" else module.rpartition(".")[0]
            self._imported[module] = dict(_imports_in(file, package)) if file else {}
        return self._imported[module]


def _imports_in(file: Path, package: str) -> Iterator[tuple[str, tuple[str, str]]]:
    for node in ast.walk(ast.parse(file.read_bytes())):
        match node:
            case ast.Import(names=names):
                yield from ((each.name, (each.name, "")) for each in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                above = package.split(".")[: len(package.split(".")) - level + 1] if level else []
                whole = ".".join([*above, *([module] if module else [])])
                yield from ((each.asname or each.name, (whole, each.name)) for each in names)


def _module_name(path: PurePosixPath) -> str:
    """'a.b' for a/b.py and for a/b/__init__.py."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


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
