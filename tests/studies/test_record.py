"""A study as a sealed record: changed rows and runs are named and never used, and an export can be made again."""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from townlet.runfile.study_files import StudyError
from townlet.studies import analysed
from townlet.studies.analysed import analyse_study
from townlet.studies.plan import StudyPlan, plan_study
from townlet.studies.reading import read_study
from townlet.studies.record import describe_registration, freeze_study, note_deviation
from townlet.studies.reproduction import reproduce_study, verify_study
from townlet.studies.rows import write_row
from townlet.studies.tables import StudyResults
from townlet.studies.worker import answers_path, row_path, run_path

from .in_process import InProcess, live

STUDY = (Path(__file__).with_name("audited") / "sound.toml").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def lived(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("study") / "study.toml"
    says = 'says = { ask = "Do you know what will happen on Sunday?", match = ["firework"] }\n'
    text = STUDY.replace('seeds = "1..6"', 'seeds = "1"').replace("[outcomes]\n", f"[outcomes]\n{says}")
    path.write_text(text, encoding="utf-8")
    live(plan_study(read_study(path)))
    return path


@pytest.fixture
def plan(lived: Path, tmp_path: Path) -> StudyPlan:
    """A copy of the study that is lived, to be changed by a test."""
    path = tmp_path / lived.name
    shutil.copy(lived, path)
    shutil.copytree(lived.with_suffix(".study"), path.with_suffix(".study"))
    return plan_study(read_study(path))


def a_row(plan: StudyPlan) -> Path:
    return row_path(plan.study.folder, plan.cells[0].row)


def forged(text: str) -> str:
    row = json.loads(text)
    row["outcomes"]["knew"] = 4.0
    return json.dumps(row)


@pytest.mark.parametrize(
    "change",
    [
        forged, lambda text: "", lambda text: "[]", lambda text: "null", lambda text: '"row"', lambda text: "{}",
        lambda text: "[" * 100_000, lambda text: text[:-20], lambda text: text.replace('"form": 3', '"form": 1'),
        lambda text: json.dumps({**json.loads(text), "outcomes": []}),
        lambda text: json.dumps({**json.loads(text), "residents": "four"}),
    ],
)  # fmt: skip
def test_a_changed_row_is_named_and_measured_again(plan: StudyPlan, change: object) -> None:
    path = a_row(plan)
    before = path.read_text(encoding="utf-8")
    path.write_text(change(before), encoding="utf-8")  # type: ignore[operator]
    with pytest.raises(StudyError, match="`townlet study run` measures it again") as told:
        _ = StudyResults(plan).lived
    assert str(path) in str(told.value)
    live(plan)
    assert path.read_text(encoding="utf-8") == before


def test_a_row_that_is_forged_with_its_hash_does_not_survive_verification(plan: StudyPlan) -> None:
    assert verify_study(plan).problems == ()
    row = json.loads(a_row(plan).read_text(encoding="utf-8"))
    row["outcomes"]["knew"] = 4.0
    write_row(a_row(plan), row)
    [problem] = verify_study(plan).problems
    assert "says that knew is 4.0; its run gives 1.0" in problem


def test_a_row_of_another_run_is_not_used(plan: StudyPlan) -> None:
    one, other = (run_path(plan.study.folder, cell.segment) for cell in plan.cells)
    shutil.copy(other, one)
    with pytest.raises(StudyError, match="rests on another run"):
        _ = StudyResults(plan).lived


def test_a_flipped_run_is_named(plan: StudyPlan) -> None:
    run = run_path(plan.study.folder, plan.cells[0].segment)
    content = bytearray(run.read_bytes())
    place = content.index(b"fireworks")
    content[place] ^= 1
    run.write_bytes(content)
    assert any(str(run) in problem for problem in verify_study(plan).problems)


def test_answers_of_another_run_are_not_used(plan: StudyPlan) -> None:
    cell = plan.cells[0]
    path = answers_path(plan.study.folder, cell.row)
    kept = json.loads(path.read_text(encoding="utf-8"))
    kept["content"] = "0" * 64
    kept["answers"]["says"] = dict.fromkeys(kept["answers"]["says"], "fireworks")
    path.write_text(json.dumps(kept), encoding="utf-8")
    before = a_row(plan).read_text(encoding="utf-8")
    a_row(plan).unlink()
    live(plan)
    assert a_row(plan).read_text(encoding="utf-8") == before


def test_an_export_is_made_again_and_a_flipped_byte_is_named(plan: StudyPlan, tmp_path: Path) -> None:
    out = tmp_path / "data"
    names = analyse_study(plan).export(out)
    found = reproduce_study(out, InProcess)
    assert (found.checked, found.problems) == (len(names), ())
    page = out / "report.html"
    content = bytearray(page.read_bytes())
    content[5000] ^= 1
    page.write_bytes(content)
    assert reproduce_study(out, InProcess).problems == (
        f"{page} differs from what its study gives, from byte 5000 on.",
    )
    with pytest.raises(StudyError, match="holds no study file"):
        reproduce_study(tmp_path / "nothing", InProcess)


def test_an_export_is_made_again_wherever_its_town_was_and_whichever_python_wrote_it(tmp_path: Path) -> None:
    town, path = "../mill", tmp_path / "work" / "study.toml"
    path.parent.mkdir()
    shutil.copytree(Path(analysed.__file__).parents[1] / "towns" / "applegarth", path.parent / town)
    text = STUDY.replace('seeds = "1..6"', 'seeds = "1"').replace('"applegarth"', f'"{town}"')
    path.write_text(text, encoding="utf-8")
    plan = plan_study(read_study(path))
    live(plan)
    out = tmp_path / "data"
    analyse_study(plan).export(out, lambda run, page: page.write_text("a replay"))
    shutil.rmtree(path.parent / town)
    manifest = out / "study.manifest.json"
    now = json.dumps(platform.python_version())
    manifest.write_text(manifest.read_text(encoding="utf-8").replace(now, '"3.11.0"'), encoding="utf-8")
    assert reproduce_study(out, InProcess).problems == ()
    (out / "analysis.txt").unlink()
    told = reproduce_study(out, InProcess).problems
    assert told[0] == f"{out / 'analysis.txt'} is missing."
    assert told[1].startswith("It was written with Python 3.11.0; this is Python ")


def test_an_export_describes_itself_by_odd_and_croissant(plan: StudyPlan, tmp_path: Path) -> None:
    out = tmp_path / "data"
    names = analyse_study(plan).export(out)
    odd = (out / "ODD.md").read_text(encoding="utf-8")
    assert [line[3] for line in odd.splitlines() if line.startswith("## ")] == [*"1234567"]
    assert all(words in odd for words in ("4 people of Applegarth", "residents who know of fireworks", "told, nobody"))
    data = json.loads((out / "croissant.json").read_text(encoding="utf-8"))
    for file in data["distribution"]:
        assert file["contentUrl"] in names
        assert hashlib.sha256((out / file["contentUrl"]).read_bytes()).hexdigest() == file["sha256"]
    for records in data["recordSet"]:
        head = (out / f"{records['name']}.csv").read_text(encoding="utf-8").splitlines()[0].split(",")
        assert [field["source"]["extract"]["column"] for field in records["field"]] == head
    # In a process of its own: the library leaves files open, and uses what another one has deprecated.
    reads = (
        "import sys, mlcroissant; found = mlcroissant.Dataset(jsonld=sys.argv[1]); "
        "print(found.metadata.ctx.issues.errors or len([*found.records('cells')]))"
    )
    command = [sys.executable, "-W", "ignore", "-c", reads, str(out / "croissant.json")]
    cells = (out / "cells.csv").read_text(encoding="utf-8").splitlines()
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == f"{len(cells) - 1}\n"


def test_each_deviation_has_its_time_and_the_cells_that_had_been_seen(plan: StudyPlan) -> None:
    study = plan.study
    freeze_study(study, 0)
    note_deviation(study, 0)
    for number, cells in ((2, 0), (3, 2)):
        text = study.path.read_text(encoding="utf-8").replace(f'seeds = "{number - 1}"', f'seeds = "{number}"')
        study.path.write_text(text, encoding="utf-8")
        note_deviation(study, cells)
        note_deviation(study, cells)
    told = "\n".join(describe_registration(study))
    assert "It has been changed 2 times since." in told
    assert told.index("when no cell had been seen:") < told.index('+seeds = "2"') < told.index("when 2 cells had been")
