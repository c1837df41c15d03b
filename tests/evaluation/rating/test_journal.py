"""What is written down stays, whatever happened while it was written."""

from pathlib import Path

import pytest

from townlet.evaluation.ranking.sessions import RankedInterview
from townlet.evaluation.rating.journal import (
    BeganEntry,
    DidEntry,
    RatingSitting,
    WatchedEntry,
    append_entry,
    read_journal,
)
from townlet.evaluation.rating.tasks import ChooseTask, OrderTask
from townlet.runfile.study_files import StudyFileError

NOON = "2030-01-01T12:00:00+00:00"
LATER = "2030-01-01T12:00:30+00:00"
ASKED = RankedInterview(battery="Nine questions", step=100, model="offline")
CHECK = ChooseTask(id="watched", asked="Where?", options=("here", "there"), right=1)
ORDER = OrderTask(id="past-1", category="past", asked="When?", texts=("a", "b"), conditions=("full", "no-memory"))
READ = OrderTask(id="read", asked="As told.", texts=("last", "first"), right=(1, 0))
BEGAN = BeganEntry(at=NOON, person="Ada Finch", consent="0" * 64, tasks=(CHECK, ORDER, READ))


def test_what_broke_off_in_the_writing_is_passed_over_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "r001.jsonl"
    append_entry(BEGAN, path)
    append_entry(WatchedEntry(at=NOON), path)
    with path.open("ab") as file:
        file.write(b'{"event":"did","at":"2030-01-01T12:00:30+00:00","pl')
    assert len(read_journal(path)) == 2
    append_entry(DidEntry(at=LATER, place=0, choice=1), path)
    assert RatingSitting.from_entries(read_journal(path)).task == ORDER


def test_lines_that_are_no_entries_are_all_told(tmp_path: Path) -> None:
    path = tmp_path / "r001.jsonl"
    append_entry(BEGAN, path)
    path.write_text(path.read_text(encoding="utf-8") + '{"event":"danced"}\n{"event":"did"}\n', encoding="utf-8")
    with pytest.raises(StudyFileError) as told:
        read_journal(path)
    assert [defect[:6] for defect in told.value.defects][:2] == ["line 2", "line 3"]


def test_the_same_task_done_twice_counts_once() -> None:
    done = DidEntry(at=LATER, place=0, choice=0)
    sitting = RatingSitting.from_entries([BEGAN, WatchedEntry(at=NOON), done, done.model_copy(update={"choice": 1})])
    assert sitting.completed == (done,)


def test_a_finished_session_says_what_was_ordered_how_it_was_shown_and_which_checks_failed() -> None:
    did = [
        DidEntry(at=LATER, place=0, choice=0),
        DidEntry(at="2030-01-01T12:01:12.5+00:00", place=1, order=(1, 0)),
        DidEntry(at="2030-01-01T12:02:00+00:00", place=2, order=(1, 0)),
    ]
    sitting = RatingSitting.from_entries([BEGAN, WatchedEntry(at=NOON), *did])
    assert sitting.stage == "done"
    session = sitting.session("r001", "made", ASKED, "CODE")
    assert [(check.id, check.passed) for check in session.attention] == [("watched", False), ("read", True)]
    assert session.interview == ASKED
    [ranked] = session.rankings
    assert ranked.order == ("no-memory", "full")
    assert ranked.shown == ("full", "no-memory")
    assert ranked.seconds == 42.5
    assert (session.began, session.ended, session.person) == (NOON, did[-1].at, "Ada Finch")


def test_who_has_not_finished_has_no_session() -> None:
    with pytest.raises(ValueError, match="r001 has not finished"):
        RatingSitting.from_entries([BEGAN]).session("r001", "made", ASKED, "CODE")
