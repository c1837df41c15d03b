"""The order of the house: no circle of imports, one meaning a name, few fragments, commands and patterns in order."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("house")

SOURCE = Path(__file__).parent.parent / "src"
WORDS = SOURCE / "townlet" / "offline" / "words"
WIDEST = 120
"""Columns of a line of code; of a pattern in the tables of words, too. Sentences there stand in one line each."""
FRAGMENT_LINES = 70
"""A module this short with a single importer is part of that importer, unless documentation knows it."""


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in sorted(SOURCE.rglob("*.py"))}


@cache
def trees() -> dict[str, ast.Module]:
    """The syntax trees of all modules: parsed for these tests alone, not by each process that collects them."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in MODULES.items()}


def imports_of(module: str) -> set[str]:
    """The modules of Townlet that a module imports anywhere, also inside functions and for type checkers alone."""
    found = set()
    for node in ast.walk(trees()[module]):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "townlet":
            whole = (f"{node.module}.{alias.name}" for alias in node.names)
            found |= {name if name in MODULES else node.module for name in whole}
    return found


@cache
def imports() -> dict[str, set[str]]:
    """What each module imports, without the face itself, which imports what it exports only when that is used."""
    return {name: imports_of(name) for name in MODULES if name != "townlet"}


def test_no_modules_import_each_other_in_a_circle() -> None:
    TopologicalSorter(imports()).prepare()


def test_a_class_and_a_public_function_have_a_name_of_their_own() -> None:
    """Functions of the offline model may be called as others are: its faculties mirror those of cognition."""
    defined = defaultdict(set)
    for module, tree in trees().items():
        for node in tree.body:
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            if isinstance(node, ast.ClassDef) or (
                is_function and not node.name.startswith("_") and not module.startswith("townlet.offline")
            ):
                defined[node.name].add(module)
    assert {name: modules for name, modules in defined.items() if len(modules) > 1} == {}


def test_commands_are_in_their_folder() -> None:
    flat = [path.name for path in (SOURCE / "townlet" / "cli").glob("*.py")]
    assert len(flat) < 15
    assert len(list((SOURCE / "townlet" / "cli" / "commands").glob("*.py"))) > 20


def test_few_short_modules_serve_a_single_importer() -> None:
    importers = defaultdict(set)
    for module, imported in imports().items():
        for each in imported:
            importers[each].add(module)
    fragments = [
        name
        for name, path in MODULES.items()
        if len(importers[name]) == 1
        and path.name != "__init__.py"
        and len(path.read_text(encoding="utf-8").splitlines()) <= FRAGMENT_LINES
    ]
    assert len(fragments) <= 30, fragments


def test_patterns_in_the_tables_of_words_are_wrapped_as_code_is() -> None:
    lines = {path: path.read_text(encoding="utf-8").split("\n") for path in WORDS.rglob("*.toml")}
    assert lines
    wide = [
        f"{path.relative_to(WORDS)}:{number}"
        for path, written in lines.items()
        for number, line in enumerate(written, 1)
        if len(line) > WIDEST and not line.startswith("#") and re.search(r"\(\?|\\[bws]", line)
    ]
    assert not wide
