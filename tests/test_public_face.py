"""`from townlet import ...` is the promised face: typed, documented, cheap, and all that examples use."""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import townlet
import townlet.testing
from townlet.moved import MOVED

ROOT = Path(__file__).parent.parent
NAMES = [name for modules in townlet.PUBLIC.values() for names in modules.values() for name in names]
DEEP = re.compile(r"(?:from|import) townlet\.(?!testing\b)")


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_documented_where_it_is_defined(name: str) -> None:
    value = getattr(townlet, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert value.__doc__
        assert value.__name__ == name


def test_type_checkers_see_every_public_name_from_the_module_in_the_table() -> None:
    tree = ast.parse(Path(townlet.__file__).read_text(encoding="utf-8"))
    [block] = [node for node in tree.body if isinstance(node, ast.If)]
    seen = {alias.name: node.module for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    listed = {
        name: module for modules in townlet.PUBLIC.values() for module, names in modules.items() for name in names
    }
    assert seen == listed
    assert sorted(townlet.__all__) == sorted(NAMES)


def test_importing_townlet_imports_nothing_else_of_it() -> None:
    program = "import sys, townlet; print(sorted(name for name in sys.modules if name.startswith('townlet.')))"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "['townlet.moved']"


def test_a_name_that_is_not_there_is_refused_with_the_names_that_are() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'Simulator'; public names are .*Simulation"):
        _ = townlet.Simulator


@pytest.mark.parametrize("module", MOVED)
def test_an_old_module_says_where_its_contents_are(module: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=rf"{re.escape(module)} has moved to townlet"):
        importlib.import_module(module)


@pytest.mark.parametrize(
    "line",
    [
        "from townlet.town import load",
        "from townlet.engine.simulation import Machinery",
        "import townlet.study.measure",
    ],
)
def test_an_old_import_of_the_documentation_says_what_to_import(line: str) -> None:
    with pytest.raises(ImportError, match=r"has moved.*from townlet import"):
        exec(line)


@pytest.mark.parametrize(
    "page", [*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md"], ids=lambda page: page.name
)
def test_documentation_imports_from_the_public_face_alone(page: Path) -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))
    assert DEEP.findall(code) == []


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda example: example.name)
def test_examples_import_from_the_public_face_alone(example: Path) -> None:
    assert DEEP.findall(example.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("notebook", sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")), ids=lambda each: each.name)
def test_notebooks_import_from_the_public_face_alone(notebook: Path) -> None:
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert DEEP.findall(code) == []


def test_test_doubles_are_public() -> None:
    assert {"CannedAnswer", "FunctionModel", "ScriptedModel", "forbid_network_models"} <= set(townlet.testing.__all__)
