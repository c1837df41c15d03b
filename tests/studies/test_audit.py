"""Audits: planted artefacts are SHIFTED or FRAGILE, a sound effect is ROBUST, and nothing costs more than it may."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from townlet.studies import audit as auditing
from townlet.studies.audit import (
    MOST_COST,
    AuditFinding,
    StudyAudit,
    _Auditor,
    audit_study,
    judge_control,
    judge_each_seed,
    judge_placebo,
    judge_variant,
)
from townlet.studies.claims import ComparedCells
from townlet.studies.paired_tests import PairedEstimate
from townlet.studies.plan import plan_study
from townlet.studies.reading import read_study
from townlet.studies.study import Contrast, ContrastTerm, StudySpec

from .in_process import InProcess, live

SHORT = """
[study]
name = "short"
town = "orchard"
until = "00:05"
seeds = "1..6"

[[facts]]
name = "fireworks"
question = "Do you know what will happen on Sunday?"
match = [["firework"]]

[factors.who]
levels.Nell = { story = "Nell Hart", replace = "Nell Hart needs", by = "Nell Hart knows of fireworks and needs" }
levels.nobody = {}

[outcomes]
knew = { fact = "fireworks", count = "knew" }

[analysis]
primary = { outcome = "knew", contrast = "who: Nell - nobody" }
"""
AUDITED = sorted(Path(__file__).with_name("audited").glob("*.toml"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all studies, so that what their worlds have in common is lived once."""
    return tmp_path_factory.mktemp("audited")


@pytest.mark.parametrize("path", AUDITED, ids=[path.stem for path in AUDITED])
def test_an_audit_finds_what_a_claim_rests_on(path: Path, home: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[1]
    verdict, _, check = first.removeprefix("# Expected: ").partition(" ")
    plan = plan_study(replace(read_study(path), home=home))
    live(plan)
    audit = audit_study(plan, InProcess)
    assert len(audit.claims) == 1, audit.as_text()
    assert audit.cost <= MOST_COST
    assert audit.verdict(audit.claims[0]) == verdict, audit.as_text()
    if check:
        [found] = [each for each in audit.findings if each.check.startswith(check)]
        assert (found.verdict, found.seed in plan.study.seeds) == (verdict, True)
    assert any(line.startswith("Another model: none is given") for line in audit.missing)
    [names] = [each for each in audit.findings if each.check == "other names for the people"]
    [order] = [each for each in audit.findings if each.check == "the town's files in another order"]
    assert order.verdict == "ROBUST"
    assert names.verdict == "ROBUST"
    facts = [each.check for each in audit.findings if each.check.startswith("control, who knows")]
    expected = {"another-fact-with-it": ["control, who knows of picnic at first"], "words-that-do-not-matter": []}
    assert facts == expected.get(path.stem, ["control, who knows of picnic"])


def test_an_audit_goes_on_when_the_town_has_changed_and_when_an_arm_cannot_be_made(tmp_path: Path) -> None:
    """The arms are made and not lived, which would take half a minute."""
    town, path = tmp_path / "orchard", tmp_path / "study.toml"
    shutil.copytree(Path(auditing.__file__).parents[1] / "towns" / "applegarth", town)
    path.write_text(SHORT, encoding="utf-8")
    for name in ("nell_hart", "hart"):
        (town / "people" / "nell_hart.toml").rename(town / "people" / f"{name}.toml")
        auditor = _Auditor(plan_study(read_study(path)), InProcess, None)
        made = {what: make() for what, make in auditor._variants().items()}
        assert [len(each.town.people) for each in made.values()] == [4, 4]
    assert [*made["other names for the people"].factors["who"].levels] != ["Nell", "nobody"]
    path.write_text("town", encoding="utf-8")
    what = "other names for the people"
    assert [*auditor._variant(what, auditor._variants()[what], ())] == []
    [missed] = [line for line in auditor.missing if not line.startswith("Another ")]
    assert missed.startswith("Other names for the people: ")
    assert "\n" not in missed


def compared(*differences: float, matters: float | None = None, untested: str = "") -> ComparedCells:
    contrast = Contrast("knew", (ContrastTerm("news", "told", "nobody"),))
    seeds = tuple(range(1, len(differences) + 1))
    return ComparedCells(contrast, True, PairedEstimate(differences), seeds, len(seeds), 0, untested, matters)


CLAIM = compared(2.0, 2.5, 1.5, 2.0, 3.0, 1.0, 2.0, 2.0)
NONE = compared(0.1, -0.1, 0.0, 0.2, -0.2, 0.0, 0.1, -0.1, matters=0.5)
ARTEFACTS: dict[str, AuditFinding] = {
    "one seed makes the difference": judge_each_seed(compared(0.1, 0.1, -0.1, 0.1, 0.1, 9.0, 0.1, 0.1)),
    "a third of the seeds go the other way": judge_each_seed(compared(2.0, 2.0, 2.0, 2.0, -0.5, -0.5)),
    "another wording turns it": judge_variant(CLAIM, compared(*[-1.0] * 8), "wording"),
    "other people have little of it": judge_variant(CLAIM, compared(1, 1.5, 0, 0.5, 1, 0, 1.0, 0.5), "other people"),
    "in another order nothing is left": judge_variant(CLAIM, compared(*[0.0] * 8), "order"),
    "another profile makes it five times as large": judge_variant(CLAIM, compared(*[10.0] * 8), "profile"),
    "another model is not heard": judge_variant(CLAIM, compared(*[0.0] * 8, untested="deaf"), "model"),
    "a placebo does as much": judge_placebo(CLAIM, compared(*[1.5] * 8)),
    "a placebo does something": judge_placebo(CLAIM, compared(0.5, 0.4, 0.6, 0.5, 0.5, 0.4, 0.6, 0.5)),
    "worlds differed before": judge_control(CLAIM, compared(0, 0, 0, 0, 0, 0, 0, 1), "before", is_exact=True),
    "another fact spread, too": judge_control(CLAIM, compared(1, 1, 1, 1, 2, 1, 1, 1), "fact", is_exact=False),
    "one seed hides a difference": judge_each_seed(compared(0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, -3.0, matters=0.5)),
    "elsewhere a difference matters": judge_variant(NONE, compared(*[0.9, 0.8] * 4, matters=0.5), "profile"),
}


@pytest.mark.parametrize("name", ARTEFACTS)
def test_an_artefact_is_shifted_or_fragile_and_names_a_seed(name: str) -> None:
    found = ARTEFACTS[name]
    assert found.verdict in ("SHIFTED", "FRAGILE")
    assert found.seed is not None


def test_a_sound_claim_is_robust() -> None:
    assert judge_each_seed(CLAIM).verdict == "ROBUST"
    assert judge_variant(CLAIM, compared(1.5, 2.5, 2.5, 1.0, 3.0, 1.5, 2.0, 1.5), "order").verdict == "ROBUST"
    assert judge_variant(CLAIM, compared(*[0.8] * 8), "measured at 07:45", may_grow=True).verdict == "ROBUST"
    assert judge_placebo(CLAIM, compared(*[0.0] * 8), "nobody heard it").verdict == "not audited"
    assert judge_placebo(CLAIM, compared(0.5, -0.5, 0.0, 0.2, -0.1, 0.0, 0.1, 0.0)).verdict == "ROBUST"
    assert judge_control(CLAIM, compared(*[0.0] * 8), "before", is_exact=True).verdict == "ROBUST"
    assert NONE.verdict == "no difference that matters"
    assert judge_each_seed(NONE).verdict == "ROBUST"
    assert judge_variant(NONE, compared(*[0.05, -0.05] * 4, matters=0.5), "profile").verdict == "ROBUST"


def varied(*differences: float, claim: ComparedCells = CLAIM, may_grow: bool = False) -> AuditFinding:
    return judge_variant(claim, compared(*differences, matters=claim.matters), "elsewhere", may_grow=may_grow)


BOUNDS: dict[str, tuple[str, AuditFinding]] = {
    "a quarter is left": ("FRAGILE", varied(*[0.5] * 8)),
    "more than a quarter is left": ("SHIFTED", varied(*[0.51] * 8)),
    "less than half is left": ("SHIFTED", varied(*[0.99] * 8)),
    "half is left": ("ROBUST", varied(*[1.0] * 8)),
    "twice as much": ("ROBUST", varied(*[4.0] * 8)),
    "more than twice as much": ("SHIFTED", varied(*[4.1] * 8)),
    "two seeds make all of it": ("SHIFTED", varied(8.0, 8.0, *[0.0] * 6)),
    "as much in fewer seeds": ("ROBUST", varied(2.0, 2.0)),
    "a third so far": ("ROBUST", varied(*[0.7] * 8, may_grow=True)),
    "a quarter so far": ("FRAGILE", varied(*[0.5] * 8, may_grow=True)),
    "three times as much before the end": ("SHIFTED", varied(*[6.0] * 8, may_grow=True)),
    "a difference as large as one that matters": ("FRAGILE", varied(*[0.5] * 8, claim=NONE)),
    "too spread to tell": ("SHIFTED", varied(*[1.2, -0.4] * 4, claim=NONE)),
    "a placebo does half": ("FRAGILE", judge_placebo(CLAIM, compared(*[1.0] * 8))),
    "a placebo does less than half": ("SHIFTED", judge_placebo(CLAIM, compared(*[0.99] * 8))),
    "a placebo does the opposite": ("SHIFTED", judge_placebo(CLAIM, compared(*[-3.0] * 8))),
    "one world differed before": ("FRAGILE", judge_control(CLAIM, compared(*[0] * 7, 1), "before", is_exact=True)),
    "one world differs elsewhere": ("ROBUST", judge_control(CLAIM, compared(*[0] * 7, 1), "fact", is_exact=False)),
    "all worlds differ elsewhere": ("SHIFTED", judge_control(CLAIM, compared(*[1] * 8), "fact", is_exact=False)),
    "little is left without one seed": ("SHIFTED", judge_each_seed(compared(*[0.1] * 7, 9.0))),
    "the opposite is left without one seed": ("FRAGILE", judge_each_seed(compared(*[-0.1] * 7, 9.0))),
    "twice as much without one seed": ("ROBUST", judge_each_seed(compared(*[1.0] * 7, -3.0))),
    "more than twice as much without one seed": ("SHIFTED", judge_each_seed(compared(*[1.0] * 7, -3.2))),
    "a third of the seeds say the opposite": ("SHIFTED", judge_each_seed(compared(2.0, 2.0, 2.0, 2.0, -0.1, -0.1))),
    "a sixth of the seeds say the opposite": ("ROBUST", judge_each_seed(compared(2.0, 2.0, 2.0, 2.0, 2.0, -0.1))),
    "half of the seeds say little": ("ROBUST", judge_each_seed(compared(2.0, 2.0, 2.0, 0.4, 0.4, 0.4))),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_verdict_has_its_bounds(name: str) -> None:
    expected, found = BOUNDS[name]
    assert found.verdict == expected, str(found)


def test_a_claim_has_the_worst_verdict_of_its_own_checks() -> None:
    one, other = (
        AuditFinding("a", "placebo", "SHIFTED", "it does something.", 3),
        AuditFinding("b", "order", "FRAGILE", "it is gone."),
    )
    robust = tuple(AuditFinding(claim, "each seed left out", "ROBUST", "it holds.") for claim in ("a", "b", "c"))
    audit = StudyAudit(cast(StudySpec, None), ("a", "b", "c", "d"), (*robust, one, other), (), 1.0)
    assert [audit.verdict(claim) for claim in audit.claims] == ["SHIFTED", "FRAGILE", "ROBUST", "not audited"]
    assert str(one) == "SHIFTED  placebo: it does something. Seed 3 shows it best."
    assert str(other) == "FRAGILE  order: it is gone."
