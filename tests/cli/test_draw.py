from __future__ import annotations

from pathlib import Path

from .typed import done, refused, typed


def town_without_a_map(folder: Path) -> str:
    done("new", str(folder))
    (folder / "map.tmj").unlink()
    return str(folder)


def test_a_town_gets_the_map_that_its_plan_describes(tmp_path: Path) -> None:
    done("new", str(tmp_path / "kept"))
    town = town_without_a_map(tmp_path / "mine")
    assert done("draw", town).stdout == f"Wrote {tmp_path / 'mine' / 'map.tmj'}.\n"
    assert (tmp_path / "mine" / "map.tmj").read_bytes() == (tmp_path / "kept" / "map.tmj").read_bytes()
    done("check", town)


def test_several_towns_are_drawn_at_once(tmp_path: Path) -> None:
    towns = [town_without_a_map(tmp_path / name) for name in ("one", "two")]
    drawn = done("draw", *towns, "--json").json
    assert [each["folder"] for each in drawn] == towns
    assert all(Path(each["map"]).is_file() for each in drawn)


def test_every_defect_of_a_plan_is_listed_and_the_map_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    done("new", str(folder))
    before = (folder / "map.tmj").read_bytes()
    for sheet in sorted((folder / "plan").glob("*.txt"))[:2]:
        sheet.write_text("no line of dashes", encoding="utf-8")
    outcome = typed("draw", str(folder))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert "has 2 defects" in outcome.stderr
    assert outcome.stderr.count("has no line of dashes") == 2
    assert (folder / "map.tmj").read_bytes() == before


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    outcome = typed("draw", str(tmp_path / "nowhere"))
    assert outcome.status == 2
    assert "there is no such folder" in outcome.stderr
    assert "nowhere" in outcome.stderr


def test_a_folder_has_to_be_given() -> None:
    assert "Missing argument 'DIR...'" in refused("draw")
