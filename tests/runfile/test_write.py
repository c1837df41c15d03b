"""What the owner of a run file may rely on."""

from pathlib import Path

import pytest

from townlet.memory.record import MemoryId
from townlet.runfile import (
    RecallRow,
    RowsRefused,
    RunExists,
    Snapshot,
    VectorRow,
    create_run,
    inbox_path,
    leave_letter,
    open_reader,
)
from townlet.runfile.files import open_writer

from .made import FILES, HEADER, PROMPT, call, commit, event, memory, written


def test_a_closed_run_is_a_single_file(tmp_path: Path) -> None:
    written(tmp_path / "a.townlet")

    assert [path.name for path in tmp_path.iterdir()] == ["a.townlet"]


def test_a_new_run_never_overwrites_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.townlet").write_text("precious")

    with pytest.raises(RunExists, match="exists already; choose another name"):
        create_run(tmp_path / "a.townlet", HEADER, FILES)

    assert [path.name for path in tmp_path.iterdir()] == ["a.townlet"]
    assert (tmp_path / "a.townlet").read_text() == "precious"


def test_a_step_with_a_bad_row_leaves_nothing(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        with pytest.raises(RowsRefused, match="FOREIGN KEY"):
            run.commit_step(0, [event(0)], [memory(0, evidence=(MemoryId("Una Vesk", 9, 9),))])

        assert run.last_step() is None
        assert not [*run.events(), *run.memories()]
        commit(run, 0)
        assert run.last_step() == 0


def test_a_step_is_written_once(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        commit(run, 3)

        with pytest.raises(RowsRefused, match="Step 3 is already complete"):
            run.commit_step(3, [event(3, ordinal=1)])


def test_nobody_recalls_the_memories_of_another(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        commit(run, 0)

        with pytest.raises(ValueError, match="expected only their own"):
            run.commit_step(1, recalls=[RecallRow(1, "Una Vesk", (MemoryId("Pell Orrin", 0, 0),))])


def test_steps_wait_for_their_group_and_close_commits_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    seen = []
    with create_run(path, HEADER, FILES, steps_a_commit=3) as run, open_reader(path) as reader:
        for step in range(5):
            commit(run, step)
            seen.append(reader.last_step())
    with open_reader(path) as after:
        assert (seen, after.last_step()) == ([None, None, 2, 2, 2], 4)


def test_a_durable_call_is_visible_at_once_and_another_with_its_step(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run, open_reader(path) as reader:
        run.record_calls([call(0)], [PROMPT], durable=True)
        run.record_calls([call(1)], [PROMPT], durable=False)
        before = [row.step for row in reader.calls()]
        run.commit_step(0)

        assert (before, [row.step for row in reader.calls()]) == ([0], [0, 1])


def test_a_sent_call_gets_its_answer(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        run.record_calls([call(0, status="sent", reply="", ceiling=0.5)], [PROMPT])
        assert run.totals().unanswered_ceiling == 0.5

        run.record_calls([call(0, cost=0.2, fallback=True, ceiling=0.5)])
        assert list(run.calls()) == [call(0, cost=0.2, fallback=True, ceiling=0.5)]
        assert (run.totals().cost, run.totals().unanswered_ceiling) == (0.2, 0.0)


def test_what_may_have_been_paid_for_is_never_overwritten(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        run.record_calls([call(0), call(1, status="sent", reply="")], [PROMPT])
        run.record_calls([call(0, seconds=3.0)])

        for again in (call(0, reply="other"), call(0, status="sent"), call(1, status="sent", reply="")):
            with pytest.raises(RowsRefused, match="as a new attempt"):
                run.record_calls([again])
        run.record_calls([call(0, 1, reply="other")])

        assert [row.reply for row in run.calls()] == ['{"say":"hm"}', "other", ""]


def test_a_later_step_takes_the_end_back(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    with open_writer(path) as run:
        assert run.stored_hash() == run.state_hash()
        commit(run, 5)
        assert run.stored_hash() is None


def test_a_command_is_taken_once_even_if_its_letter_stays(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        leave_letter(path, {"tell": "Una Vesk"})
        [letter] = run.letters()
        run.commit_commands(0, [event(0, phase=0)], [letter])
        assert not inbox_path(path).exists()
        stale = inbox_path(path) / letter.name
        stale.parent.mkdir()
        stale.write_text("{}")

        assert not run.letters()
        assert not stale.exists()
        run.commit_step(0, [event(0)])
        assert [row.phase for row in run.events()] == [0, 1]


def test_vectors_and_snapshots_are_kept(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        vector = VectorRow("hashed", "ab", "int8", bytes(64))
        run.store_vectors([vector, vector])
        run.commit_step(0, snapshot=b"state")

        assert list(run.vectors("hashed")) == [vector]
        assert (run.snapshot(), run.snapshot(-1)) == (Snapshot(0, b"state"), None)


def test_what_is_meant_can_be_changed_and_is_part_of_no_hash(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    with open_writer(path) as run:
        before = run.state_hash()
        assert run.intent("days") is None
        run.intend("days", "2")
        run.intend("days", "3.5")
        assert run.state_hash() == before
    with open_reader(path) as reader:
        assert reader.intent("days") == "3.5"


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    writer = create_run(tmp_path / "a.townlet", HEADER, FILES)
    commit(writer, 0)
    writer.close()
    with open_writer(tmp_path / "a.townlet") as other:
        writer.close()
        commit(other, 1)
        assert other.last_step() == 1
