from __future__ import annotations

from pathlib import Path

import pytest

from townlet.town import builtin_towns

from .typed import done, refused, typed

SOURCE = Path(__file__).parents[2] / "src"


def test_built_in_towns_are_listed() -> None:
    listed = {town["town"]: town["people"] for town in done("towns", "--json").json}
    assert listed["applegarth"] == 4
    assert all(name in done("towns").stdout for name in listed)


def test_a_sound_town_is_told_in_figures() -> None:
    assert "applegarth has no defects: 4 people, " in done("check", "applegarth").stdout


def test_every_defect_has_a_line_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done("new", str(folder))
    for person in ("owen_hart", "jonah_reed"):
        file = folder / "people" / f"{person}.toml"
        text = file.read_text(encoding="utf-8").replace("bed = ", "bed = 'nowhere' # ")
        file.write_text(text, encoding="utf-8", newline="\n")
    outcome = typed("check", str(folder))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert outcome.stderr.count("'nowhere'") == 2
    assert "2 defects" in outcome.stderr.splitlines()[0]
    assert len(typed("check", str(folder), "--json").json["defects"]) == 2


def test_notes_tell_what_may_not_be_meant(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done("new", str(folder))
    (folder / "people" / "ida.toml.txt").write_text("name = 'Ida'", encoding="utf-8")
    line = "people/ida.toml.txt is not read; name it 'people/ida.toml', or move it elsewhere"
    assert f"Note: {line}.\n" in done("check", str(folder)).stdout
    assert done("check", str(folder), "--json").json["notes"] == [line]


def test_an_unknown_town_is_refused() -> None:
    outcome = typed("check", "applegart")
    assert outcome.status == 2
    assert "Did you mean 'applegarth'?" in outcome.stderr


def test_a_new_town_is_sound_and_can_be_run(tmp_path: Path) -> None:
    folder = tmp_path / "my town"
    stdout = done("new", str(folder)).stdout
    assert stdout.startswith(f"{folder} holds a town of 4 people, copied from applegarth. ")
    assert f'townlet run "{folder}" --days 1' in stdout
    done("check", str(folder))
    out = str(tmp_path / "a.townlet")
    assert done("run", str(folder), "--days", "0.01", "--out", out, "--json").json["agents"] == 4


def test_a_new_town_has_its_plan_and_its_facts(tmp_path: Path) -> None:
    names = done("new", str(tmp_path / "mine"), "--json").json["files"]
    assert {"town.toml", "facts.toml", "map.tmj", "plan/legend.toml"} <= set(names)
    assert all((tmp_path / "mine" / name).is_file() for name in names)


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("mine", encoding="utf-8")
    assert "not an empty folder" in refused("new", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["note.txt"]


def test_an_empty_folder_will_do(tmp_path: Path) -> None:
    done("new", str(tmp_path))
    assert (tmp_path / "town.toml").is_file()


@pytest.mark.parametrize("town", builtin_towns())
def test_any_built_in_town_can_be_copied_whole(town: str, tmp_path: Path) -> None:
    names = done("new", str(tmp_path / "mine"), "--from", town, "--json").json["files"]
    source = SOURCE / "townlet" / "towns" / town
    assert set(names) == {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert all((tmp_path / "mine" / name).read_bytes() == (source / name).read_bytes() for name in names)


def test_a_town_in_a_folder_is_copied_without_what_is_not_the_town(tmp_path: Path) -> None:
    done("new", str(tmp_path / "first"))
    (tmp_path / "first" / "long.townlet").write_bytes(b"a run")
    done("new", str(tmp_path / "second"), "--from", str(tmp_path / "first"))
    names = {path.name for path in (tmp_path / "second").iterdir()}
    assert {"town.toml", "map.tmj", "people", "plan"} <= names
    assert "long.townlet" not in names
    done("check", str(tmp_path / "second"))


def test_what_is_no_town_is_not_copied(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for source, told in ((str(tmp_path / "empty"), "has no town.toml"), ("smalville", "Did you mean 'smallville'?")):
        outcome = typed("new", str(tmp_path / "mine"), "--from", source)
        assert (outcome.status, told in outcome.stderr) == (2, True)
    assert not (tmp_path / "mine").exists()


def test_a_copy_may_have_other_names(tmp_path: Path) -> None:
    names = tmp_path / "names.toml"
    names.write_text('"Bea Winters" = "王小明"\n', encoding="utf-8")
    done("new", str(tmp_path / "twin"), "--rename", str(names))
    written = (tmp_path / "twin" / "people" / "bea_winters.toml").read_text(encoding="utf-8")
    assert 'key = "Bea Winters"' in written
    assert 'name = "王小明"' in written
    assert "4 people" in done("check", str(tmp_path / "twin")).stdout


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('"Bea Winter" = "Zoe Adams"', "Did you mean 'Bea Winters'?"),
        ('"Bea Winters" = "Nell Hart"', "Two people would be called 'Nell Hart'"),
        ('"Bea Winters" = 7', "gives no names"),
        ("", "gives no names"),
        ("Bea Winters = Zoe", "not valid TOML"),
    ],
)
def test_names_that_cannot_be_given_leave_no_folder(content: str, why: str, tmp_path: Path) -> None:
    names = tmp_path / "names.toml"
    names.write_text(content, encoding="utf-8")
    assert why in refused("new", str(tmp_path / "twin"), "--rename", str(names))
    assert not (tmp_path / "twin").exists()
