"""`from townlet import ...` is the promised face: typed, documented, cheap, and all that examples use."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import townlet
import townlet.testing

ROOT = Path(__file__).parent.parent
NAMES = townlet.__all__
DEEP = re.compile(r"(?:from|import) townlet\.(?!testing\b)")


@pytest.mark.parametrize("name", NAMES)
def test_a_public_name_is_documented_where_it_is_defined(name: str) -> None:
    value = getattr(townlet, name)
    if inspect.isclass(value) or inspect.isfunction(value):
        assert value.__doc__
        assert value.__name__ == name


def test_each_name_stands_in_the_stub_with_the_module_that_defines_it() -> None:
    stub = Path(townlet.__file__).with_suffix(".pyi")
    lines = [line.split() for line in stub.read_text(encoding="utf-8").splitlines() if line.startswith("from ")]
    assert sorted(name for _, _, _, name, *_ in lines) == NAMES
    for _, module, _, name, *_ in lines:
        value = getattr(townlet, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__module__.startswith(f"townlet{module}")


def test_importing_townlet_imports_nothing_else_of_it() -> None:
    program = "import sys, townlet; print(sorted(name for name in sys.modules if name.startswith('townlet.')))"
    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


def test_a_name_that_is_not_there_is_refused_with_the_names_that_are() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'Simulator'; public names are .*Simulation"):
        _ = townlet.Simulator


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
