from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from townlet.runfile.study_files import StudyError, StudyFileError
from townlet.studies.reading import read_study
from townlet.studies.study import ContrastTerm

from .small import write_study


def defects_of(path: Path) -> list[str]:
    with pytest.raises(StudyFileError) as caught:
        read_study(path)
    return list(caught.value.defects)


def test_a_study_is_read(tmp_path: Path) -> None:
    study = read_study(write_study(tmp_path))
    assert study.seeds == (1, 2)
    assert study.until == 9 * 360
    assert study.factors["source"].at == 8 * 360
    assert study.factors["mind"].at is None
    assert study.folder == tmp_path / "study.study"
    assert study.primary is not None
    assert study.primary.terms == (ContrastTerm("source", "popular", "isolated"),)
    assert str(study.secondary[0]) == "source: popular - isolated x mind: dull - whole on knew"
    assert study.outcomes["share"].since == 8 * 360
    assert [fact.name for fact in study.facts] == ["picnic", "fireworks"]


def test_a_study_of_the_former_form_is_read_and_its_defects_are_told_in_its_words(tmp_path: Path) -> None:
    study, former = read_study(write_study(tmp_path)), ("[study]", "[experiment]")
    again = read_study(write_study(tmp_path, former))
    assert replace(again, digest=study.digest) == study
    [told] = defects_of(write_study(tmp_path, former, ('seeds = "1..2"', 'seeds = "a few"')))
    assert "line 5: experiment: seeds:" in told
    [told] = defects_of(write_study(tmp_path, ("[study]", '[experiment]\nname = "old"\n\n[study]')))
    assert "experiment: there is no table of this name" in told


def test_all_defects_are_told_at_once_each_with_its_line(tmp_path: Path) -> None:
    path = write_study(
        tmp_path,
        ('tell = "popular"', 'tell = "populr"'),
        ('take = "lowest"', 'take = "least"'),
        ('without = ["reflection"]', 'without = ["sleep"]'),
        ('count = "knew"', 'count = "known"'),
        ("mind: dull - whole", "mind: dull - bright"),
        ('seeds = "1..2"', 'seeds = "a few"'),
    )
    told = defects_of(path)
    numbers = [int(line.split()[1].rstrip(":")) for line in told]
    lines = path.read_text(encoding="utf-8").splitlines()
    assert numbers == sorted(numbers)
    assert "1..5" in next(line for line in told if line.startswith("line 5:"))
    assert lines[4].startswith("seeds")
    # A town cannot be checked against a head that is not read; the forms are checked all the same.
    assert any("'least'" in line for line in told)
    told = defects_of(write_study(tmp_path, ('seeds = "a few"', "seeds = [1]"), text=path.read_text(encoding="utf-8")))
    assert len(told) == 6
    assert sum("Did you mean 'popular'?" in line for line in told) == 1
    assert any("'sleep' cannot be left out; choose" in line for line in told)
    assert any("'bright' is no level of mind" in line for line in told)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('at = "start"\nlevels', 'at = "08:00"\nlevels', "give the factor mind at = 'start'"),
        ('at = "08:00"\n[factors.source', 'at = "start"\n[factors.source', "give the factor source a time"),
        ('at = "08:00"', 'at = "day 3 08:00"', "give a time from"),
        ('at = "08:00"', 'at = "noonish"', "is not a valid time"),
        ("{news}", "{newz}", "Did you mean 'news'?"),
        ('town = "applegarth"', 'town = "applegart"', "Did you mean 'applegarth'?"),
        ('fact = "fireworks", area', 'fact = "firework", area', "is no fact of the study or of the town"),
        ('apart_from = ["popular"]', 'apart_from = ["loud"]', "'loud' is no role above this one"),
        ('{ tell = "popular", text = "{news}" }', '{ shout = "popular" }', "is no change; write a table with one of"),
        ('{ tell = "popular", text = "{news}" }', '{ set = "moon", state = "blue" }', "is no object of the map"),
        ('{ tell = "popular", text = "{news}" }', '{ tell = "popular", text = "x", at = "7:00" }', "the factor source"),
        ('"mind"]', '"weather"]', "'weather' is no factor"),
        ("[outcomes]", "[outcome]", "Did you mean 'outcomes'?"),
        ("source x mind on knew", "source x mind on mood", "'mood' is no outcome"),
        ('levels = { whole = {}, dull = { without = ["reflection"] } }', "levels = { whole = {} }", "needs two"),
        ("[outcomes]", '[outcomes]\na = { ask = "Who?", match = ["x"], of = "Ned" }', "'Ned' is no role"),
        ("[outcomes]", '[outcomes]\na = { ask = "Well?", match = ["Ja"], options = ["No"] }', "none of the opt"),
        ('without = ["reflection"]', 'model = "gpt"', "There is no model 'gpt'"),
        ('without = ["reflection"]', 'story = "Nell Hart", replace = "flies"', "is nowhere in the story of Nell Hart"),
    ],
)  # fmt: skip
def test_a_defect_says_what_to_write_instead(tmp_path: Path, old: str, new: str, said: str) -> None:
    told = defects_of(write_study(tmp_path, (old, new)))
    assert any(said in line for line in told), told
    assert all(line.startswith("line ") for line in told if said in line)


def test_a_file_that_is_not_there_says_how_to_begin(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="townlet study new"):
        read_study(tmp_path / "none.toml")
