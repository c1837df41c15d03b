from pathlib import Path

from measures.made import ADA, BED, GREEN, HOUR, KITCHEN, SHOP, MadeRun, starter, terrain
from townlet.runfile.traces import Stay


def test_a_walk_is_followed_tile_by_tile_from_room_to_room(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    arrives = made.does(HOUR, ADA, "looking about", SHOP)
    stays = made.record(tmp_path).stays_of(ADA)
    assert stays[0].person == ADA
    assert stays[0].start == 0
    assert stays[0].within(BED.parent)  # type: ignore[arg-type]
    assert stays[-1].place == SHOP
    assert HOUR < stays[-1].start <= arrives
    assert any(stay.place is None for stay in stays), "the way leads over open ground"


def test_stays_follow_each_other_without_gap_up_to_the_end(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(HOUR, ADA, "cooking", KITCHEN)
    made.does(2 * HOUR, ADA, "sitting", GREEN)
    stays = made.record(tmp_path, until=3 * HOUR).stays_of(ADA)
    assert [stay.end for stay in stays[:-1]] == [stay.start for stay in stays[1:]]
    assert stays[-1].end == 3 * HOUR + 1


def test_somebody_who_sets_out_anew_on_the_way_is_where_they_got_to(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    made.does(HOUR, ADA, "going to the shop", SHOP)
    del made.logs[max(made.logs)]
    path = terrain().grid.path(*_ends())
    assert path
    halfway = path[len(path) // 2]
    made._tiles[ADA] = halfway
    made.does(HOUR + len(path) // 2, ADA, "going home again", KITCHEN)
    stays = made.record(tmp_path, until=2 * HOUR).stays_of(ADA)
    assert all(stay.place != SHOP for stay in stays)
    assert stays[-1].place == KITCHEN


def _ends() -> tuple[tuple[int, int], tuple[tuple[int, int], ...]]:
    return starter().setting.objects[BED].stands[0], terrain().floor_of(SHOP)


def test_a_spell_lasts_until_the_next_and_knows_when_one_was_there(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    arrives = made.does(HOUR, ADA, "cooking", KITCHEN)
    made.does(2 * HOUR, ADA, "sitting", GREEN)
    cooking, sitting = made.record(tmp_path, until=2 * HOUR).spans_of(ADA)
    assert (cooking.doing, cooking.start, cooking.end, cooking.arrived) == ("cooking", HOUR, 2 * HOUR, arrives)
    assert sitting.arrived is None


def test_a_place_holds_its_rooms() -> None:
    assert Stay(ADA, KITCHEN, 0, 1).within(KITCHEN.parent)  # type: ignore[arg-type]
    assert not Stay(ADA, None, 0, 1).within(KITCHEN)
