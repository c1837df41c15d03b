"""What is written down stays, whatever happened while it was written."""

from pathlib import Path

import pytest

from townlet.study.defects import FileFaults
from townlet.study.ranking.session import Interview
from townlet.study.rating.journal import Began, Did, Watched, append, read
from townlet.study.rating.sitting import Sitting
from townlet.study.rating.tasks import Choose, Order

NOON = "2030-01-01T12:00:00+00:00"
LATER = "2030-01-01T12:00:30+00:00"
ASKED = Interview(battery="Nine questions", step=100, model="offline")
CHECK = Choose(id="watched", asked="Where?", options=("here", "there"), right=1)
ORDER = Order(id="past-1", category="past", asked="When?", texts=("a", "b"), conditions=("full", "no-memory"))
READ = Order(id="read", asked="As told.", texts=("last", "first"), right=(1, 0))
BEGAN = Began(at=NOON, person="Ada Finch", consent="0" * 64, tasks=(CHECK, ORDER, READ))


def test_what_broke_off_in_the_writing_is_passed_over_and_written_again(tmp_path: Path) -> None:
    path = tmp_path / "r001.jsonl"
    append(BEGAN, path)
    append(Watched(at=NOON), path)
    with path.open("ab") as file:
        file.write(b'{"event":"did","at":"2030-01-01T12:00:30+00:00","pl')
    assert len(read(path)) == 2
    append(Did(at=LATER, place=0, choice=1), path)
    assert Sitting.of(read(path)).task == ORDER


def test_lines_that_are_no_entries_are_all_told(tmp_path: Path) -> None:
    path = tmp_path / "r001.jsonl"
    append(BEGAN, path)
    path.write_text(path.read_text(encoding="utf-8") + '{"event":"danced"}\n{"event":"did"}\n', encoding="utf-8")
    with pytest.raises(FileFaults) as told:
        read(path)
    assert [defect[:6] for defect in told.value.defects][:2] == ["line 2", "line 3"]


def test_the_same_task_done_twice_counts_once() -> None:
    done = Did(at=LATER, place=0, choice=0)
    sitting = Sitting.of([BEGAN, Watched(at=NOON), done, done.model_copy(update={"choice": 1})])
    assert sitting.did == (done,)


def test_a_finished_session_says_what_was_ordered_how_it_was_shown_and_which_checks_failed() -> None:
    did = [
        Did(at=LATER, place=0, choice=0),
        Did(at="2030-01-01T12:01:12.5+00:00", place=1, order=(1, 0)),
        Did(at="2030-01-01T12:02:00+00:00", place=2, order=(1, 0)),
    ]
    sitting = Sitting.of([BEGAN, Watched(at=NOON), *did])
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
        Sitting.of([BEGAN]).session("r001", "made", ASKED, "CODE")
