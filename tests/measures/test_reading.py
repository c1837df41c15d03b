from dataclasses import replace
from pathlib import Path

import pytest

from forgery import forged
from measures.made import ADA, BRAM, DAY, HOUR, SHOP, STOVE, MadeRun, starter
from townlet.measures.record import EmptyRun, read_run_record
from townlet.memory.record import MemoryId
from townlet.runfile import RunDamaged, RunHeader, create_run
from townlet.runfile.files import open_writer
from townlet.runfile.view import RunView
from townlet.state.events import Joined, MindChanged
from townlet.world.address import Address


def test_lines_are_told_with_the_memories_their_speaker_was_shown(tmp_path: Path) -> None:
    made = MadeRun()
    memory = made.remembers(HOUR, ADA, "The tide is out.")
    made.says(HOUR + 1, ADA, BRAM, "The tide is out.", shown=[memory])
    record = made.record(tmp_path)
    [talk] = record.talks
    assert talk.participants == (ADA, BRAM)
    assert list(record.view.lines_with_memories()) == [(talk.lines[0], (memory,))]
    assert [each.id for each in record.remembered.shown(talk.lines[0])] == [memory]


def test_a_visitor_is_no_resident(tmp_path: Path) -> None:
    made = MadeRun(ADA, BRAM)
    resident = made.log(0).commands[0]
    assert isinstance(resident, Joined)
    made.log(HOUR).commands.append(Joined(replace(resident.persona, name="Vera Lane"), visitor=True))
    record = made.record(tmp_path)
    assert [person.name for person in record.people] == [ADA, BRAM]
    assert record.visitors == ("Vera Lane",)


def test_a_sector_is_known_from_the_first_time_that_a_place_in_it_is(tmp_path: Path) -> None:
    made = MadeRun(ADA)
    town, bakery = Address.parse("Applegarth"), Address.parse("Applegarth:Plum Bakery")
    made.log(HOUR).minds.append(MindChanged(ADA, known={town: "", bakery: ""}))
    made.log(2 * HOUR).minds.append(MindChanged(ADA, known={SHOP: ""}))
    assert made.record(tmp_path).sectors_known == {ADA: {"Plum Bakery": HOUR}}


def test_a_plan_counts_once_for_each_version(tmp_path: Path) -> None:
    made = MadeRun()
    made.plans(HOUR, ADA)
    made.plans(2 * HOUR, ADA, 1, "the stove burns")
    made.log(3 * HOUR).minds.append(made.log(2 * HOUR).minds[-1])
    assert [(p.step, p.revision, p.reason) for p in made.record(tmp_path).plans] == [
        (HOUR, 0, ""),
        (2 * HOUR, 1, "the stove burns"),
    ]


def test_memories_come_in_the_order_in_which_they_were_made(tmp_path: Path) -> None:
    made = MadeRun()
    late = made.remembers(3 * HOUR, ADA, "late")
    early = made.remembers(HOUR, BRAM, "early")
    assert [memory.id for memory in made.record(tmp_path).remembered.by_step()] == [early, late]


def test_what_is_remembered_after_a_record_was_read_is_not_part_of_it(tmp_path: Path) -> None:
    made = MadeRun()
    early = made.remembers(HOUR, ADA, "early", "thought", "reflection")
    record = made.record(tmp_path, until=2 * HOUR)
    with open_writer(record.view.path) as writer:
        made.remembers(3 * HOUR, ADA, "late", "thought", "reflection")
        writer.commit_step(3 * HOUR, (), made.log(3 * HOUR).memories, ())
    assert [memory.id for memory in record.remembered.by_step()] == [early]
    assert list(record.remembered.of(ADA)) == list(record.remembered.thoughts) == [early]
    assert record.remembered.get(MemoryId(ADA, 3 * HOUR, 0)) is None


def test_changes_of_objects_and_choices_are_read(tmp_path: Path) -> None:
    made = MadeRun()
    made.sets(HOUR, STOVE, "burning")
    made.considers(HOUR, ADA, '{"choice":"act"}')
    made.considers(HOUR + 1, ADA, "not json")
    record = made.record(tmp_path)
    assert [change.event.state for change in record.object_changes] == ["burning"]
    assert record.reactions == {"act": 1, "unreadable": 1}


def test_a_run_without_a_step_is_refused_in_one_line(tmp_path: Path) -> None:
    town = starter()
    header = RunHeader("0.1.0", town.name, town.digest, 1, town.start, 10)
    create_run(tmp_path / "empty.townlet", header, town.files).close()
    with pytest.raises(EmptyRun, match="holds no complete step yet"):
        read_run_record(RunView(tmp_path / "empty.townlet"))


def test_events_that_cannot_be_read_are_damage(tmp_path: Path) -> None:
    path = MadeRun().write(tmp_path / "made.townlet", HOUR)
    with forged(path) as connection:
        connection.execute("UPDATE event SET data = '{\"nobody\":1}' WHERE kind = 'Joined'")
    with pytest.raises(RunDamaged, match="cannot be read"):
        read_run_record(RunView(path))


def test_days_and_moments_are_counted_from_the_first_midnight(tmp_path: Path) -> None:
    record = MadeRun().record(tmp_path, until=30 * HOUR)
    assert record.days == 2
    assert record.day(23 * HOUR) == 0
    assert record.when(25 * HOUR + 30) == "day 2, 1:05"
    assert record.midnight(1) == 24 * HOUR
    assert {day for _, day in record.person_days()} == {0}, "a day that has hardly begun is not judged"


@pytest.mark.parametrize(("until", "judged"), [(12 * HOUR, 0), (20 * HOUR - 2, 0), (20 * HOUR - 1, 1), (DAY - 1, 1)])
def test_a_day_is_judged_once_it_has_lasted_until_eight_in_the_evening(tmp_path: Path, until: int, judged: int) -> None:
    assert len(list(MadeRun(ADA).record(tmp_path, until).person_days())) == judged
