"""A run file that differs from its seal is not opened, and the seal is whole at every moment."""

import gzip
import os
import shutil
import sqlite3
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from forgery import forged
from townlet.runfile import (
    RowsRefused,
    RunDamaged,
    RunFileError,
    create_run,
    fork_run,
    open_reader,
    open_writer,
    verify_run,
)
from townlet.runfile.files import open_unchecked
from townlet.runfile.inbox import leave_letter
from townlet.runfile.repair import repair_run
from townlet.runfile.seal import unpack_leaves
from townlet.runfile.view import RunView
from townlet.state.encoding import MAX_TOWN_BYTES, decompress, load_json

from .made import FILES, HEADER, PROMPT, alter, call, commit, event, written

ALTERED = "UPDATE memory SET text = 'Una Vesk sleeps.' WHERE agent = 'Una Vesk' AND step = 3 AND ordinal = 0"


def unsealed(path: Path, name: str = "unsealed") -> Path:
    """A run file that an older townlet wrote, before run files were sealed."""
    path.write_bytes(gzip.decompress((Path(__file__).parent / f"{name}.townlet.gz").read_bytes()))
    return path


@pytest.mark.parametrize("opening", [open_reader, open_writer, RunView])
def test_an_altered_file_is_not_opened(tmp_path: Path, opening: Callable[[Path], object]) -> None:
    path = written(tmp_path / "a.townlet")
    alter(path, ALTERED)
    with pytest.raises(RunDamaged, match=r"table memory of step 3, Una Vesk: a row was changed"):
        opening(path)
    assert not path.with_name("a.townlet.lock").exists()


def test_an_altered_file_is_not_forked(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    alter(path, ALTERED)
    with pytest.raises(RunDamaged, match="step 3"):
        fork_run(path, 2, tmp_path / "b.townlet")
    assert not (tmp_path / "b.townlet").exists()


def test_a_file_that_changes_behind_an_earlier_check_is_checked_again(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    open_reader(path).close()
    alter(path, ALTERED)
    with pytest.raises(RunDamaged):
        open_reader(path)


def test_a_run_that_grows_can_be_read_at_every_moment(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES, intents={"days": "2"}) as run:
        for step in range(4):
            run.commit_commands(step, [event(step, phase=0)])
            assert open_reader(path).last_step() == (step - 1 if step else None)
            run.record_calls([call(step, status="sent"), call(step + 1, path="plan/1")], [PROMPT])
            assert verify_run(path).sound
            run.record_calls([call(step, temperature=1, cost=0)])
            run.intend("budget", f"{step} usd")
            assert verify_run(path).sound
            commit(run, step)
            assert open_reader(path).last_step() == step
        run.finish()
    assert verify_run(path).sound


def committed_together(path: Path) -> Path:
    """A run whose ten steps have three seals: to step 3, 7 and 9. Step 5 is idle."""
    with create_run(path, HEADER, FILES, steps_a_commit=4) as run:
        for step in range(10):
            if step == 5:
                run.commit_step(step)
            else:
                run.record_calls([call(step)], [PROMPT], durable=False)
                commit(run, step)
        run.finish()
    return path


def test_steps_that_are_committed_together_have_one_seal(tmp_path: Path) -> None:
    path = committed_together(tmp_path / "a.townlet")
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT step FROM seal ORDER BY step").fetchall() == [(-1,), (3,), (7,), (9,)]
    assert verify_run(path).sound


@pytest.mark.parametrize("at_step", range(11))
def test_a_fork_may_cut_what_was_committed_together(tmp_path: Path, at_step: int) -> None:
    path = committed_together(tmp_path / "a.townlet")
    fork_run(path, at_step, tmp_path / "b.townlet")
    with open_writer(tmp_path / "b.townlet") as run:
        assert run.last_step() == (at_step - 1 if at_step else None)
        commit(run, at_step)
    assert verify_run(tmp_path / "b.townlet").sound
    alter(tmp_path / "b.townlet", "UPDATE event SET data = '{}' WHERE step = ?", at_step)
    assert f"table event of step {at_step}" in verify_run(tmp_path / "b.townlet").problems[0]


@pytest.mark.parametrize(
    ("sql", "told", "kept"),
    [
        (
            "UPDATE event SET data = '{}' WHERE step = 6 AND agent = 'Una Vesk'",
            "event of step 6, Una Vesk: a row was",
            4,
        ),
        ("UPDATE event SET step = 5 WHERE step = 6 AND agent = 'Una Vesk'", "event of step 5, Una Vesk: a row was", 4),
        ("UPDATE event SET step = 5 WHERE step = 9 AND agent = 'Una Vesk'", "event of step 5, Una Vesk: a row was", 8),
        ("UPDATE event SET step = -7 WHERE step = 9 AND agent = 'Una Vesk'", "event of step -7, Una Vesk: ", 8),
        ("INSERT INTO event VALUES (5, 0, '', 0, 'acted', '{}')", "event of step 5: a row was changed or added", 10),
        (
            "INSERT INTO event VALUES (-7, 0, '', 0, 'acted', '{}')",
            "event of step -7: the seal does not cover a row",
            10,
        ),
        ("DELETE FROM memory WHERE step = 6", "table memory of step ", 10),
        ("DELETE FROM memory WHERE step BETWEEN 4 AND 7", "memory of step 7: 12 rows are missing", 10),
        ("DELETE FROM seal WHERE step = 7", "event of step 4, Una Vesk: a row was changed or added", 4),
        ("UPDATE seal SET step = 6 WHERE step = 7", "seal of step 6: the chain breaks here", 10),
        ("UPDATE seal SET step = 8 WHERE step = 7", "seal of step 8: the chain breaks here", 4),
    ],
)
def test_damage_within_a_commit_is_named_and_what_is_good_is_kept(
    tmp_path: Path, sql: str, told: str, kept: int
) -> None:
    path = committed_together(tmp_path / "a.townlet")
    alter(path, sql)
    problems = verify_run(path).problems
    assert any(told in each for each in problems), problems
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert done.kept_steps == kept
    assert verify_run(tmp_path / "b.townlet").sound


def test_a_row_that_was_added_is_told_and_nothing_else(tmp_path: Path) -> None:
    path = committed_together(tmp_path / "a.townlet")
    alter(path, "INSERT INTO event VALUES (5, 0, '', 0, 'acted', '{}')")
    told = [each for each in verify_run(path).problems if each.startswith("table ")]
    assert told == ["table event of step 5: a row was changed or added"]


def test_a_seal_that_no_longer_fits_its_rows_is_told_even_if_every_checksum_does(tmp_path: Path) -> None:
    path = committed_together(tmp_path / "a.townlet")
    with sqlite3.connect(path) as connection:
        [(leaves,)] = connection.execute("SELECT leaves FROM seal WHERE step = 7")
    digest = unpack_leaves(leaves)["event"].digest
    alter(path, "UPDATE seal SET leaves = ? WHERE step = 7", leaves.replace(digest, bytes(len(digest))))
    assert any("event of step 7: the seal of the rows was changed" in each for each in verify_run(path).problems)


def test_what_is_undone_is_not_sealed(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        commit(run, 0)
        with pytest.raises(RowsRefused):
            run.commit_step(1, [event(1), event(1)])
        run.record_calls([call(1)], [PROMPT])
        with pytest.raises(RowsRefused):
            run.record_calls([call(1, 1), call(1, reply="another")])
        commit(run, 1)
    assert verify_run(path).sound


def test_rows_of_a_complete_step_are_refused(tmp_path: Path) -> None:
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        commit(run, 0)
        commit(run, 1)
        with pytest.raises(RowsRefused, match=r"table call belongs to step 0, which is complete"):
            run.record_calls([call(0)], [PROMPT])
        commit(run, 2)
    assert verify_run(tmp_path / "a.townlet").sound


def test_a_run_goes_on_under_its_seal(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        commit(run, 0)
        run.record_calls([call(1, status="sent")], [PROMPT])
        leave_letter(path, {"pause": True})
        run.commit_commands(1, [event(1, phase=0)], run.letters())
    for step in (1, 2):
        with open_writer(path) as run:
            run.record_calls([call(step)], [PROMPT])
            commit(run, step)
    assert verify_run(path).sound


def test_a_fork_carries_the_seal_of_its_past_and_has_an_id_of_its_own(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    ids = {fork_run(path, 3, tmp_path / name).id for name in ("b.townlet", "c.townlet")}
    ids.add(fork_run(tmp_path / "b.townlet", 3, tmp_path / "d.townlet").id)
    ids.add(open_reader(path).header.id)

    assert len(ids) == 4
    with open_writer(tmp_path / "d.townlet") as run:
        commit(run, 3)
        assert run.header.forked_from
        assert run.header.forked_from.run == open_reader(tmp_path / "b.townlet").header.id
    for name in "bcd":
        assert verify_run(tmp_path / f"{name}.townlet").sound
    with sqlite3.connect(path) as one, sqlite3.connect(tmp_path / "d.townlet") as other:
        past = "SELECT digest FROM seal WHERE step < 3 ORDER BY step"
        assert one.execute(past).fetchall() == other.execute(past).fetchall()


def test_every_bit_that_changes_a_value_is_found(tmp_path: Path) -> None:
    """All bits of some bytes all over the file: found, or the rows are as they were."""
    path = written(tmp_path / "a.townlet", steps=12)
    whole, rows = path.read_bytes(), _rows(path)
    for place in range(101, len(whole), 997):
        data = bytearray(whole)
        data[place] ^= 1 << place % 8
        (tmp_path / "b.townlet").write_bytes(data)
        try:
            open_unchecked(tmp_path / "b.townlet").close()
            sound = verify_run(tmp_path / "b.townlet").sound
        except RunFileError:
            continue
        assert not sound or _rows(tmp_path / "b.townlet") == rows


def _rows(path: Path) -> object:
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    found = [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]
    connection.close()
    return found


def test_a_file_that_unpacks_to_gigabytes_is_refused(tmp_path: Path) -> None:
    packer = zlib.compressobj(9)
    bomb = b"".join([*(packer.compress(bytes(1 << 24)) for _ in range(8)), packer.flush()])
    with pytest.raises(ValueError, match=f"more than {MAX_TOWN_BYTES:,} bytes"):
        decompress(bomb, MAX_TOWN_BYTES)
    path = written(tmp_path / "a.townlet")
    with forged(path) as connection:
        connection.execute("UPDATE file SET packed = ? WHERE path = 'town.toml'", (bomb,))
    with open_reader(path) as run, pytest.raises(RunDamaged, match="takes more than"):
        run.town_files()
    with pytest.raises(RunFileError, match="The files of Otterby take 33,554,433 bytes"):
        create_run(tmp_path / "b.townlet", HEADER, {"map.tmj": bytes(MAX_TOWN_BYTES + 1)})
    assert not (tmp_path / "b.townlet").exists()
    with pytest.raises(ValueError, match="cut off"):
        decompress(zlib.compress(b"loaf")[:-1])


def test_an_endless_view_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    alter(path, "ALTER TABLE event RENAME TO other")
    alter(path, "CREATE VIEW event AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n")
    with pytest.raises(RunDamaged, match="is not as Townlet writes it"):
        open_reader(path)


@pytest.mark.parametrize("text", ["NaN", "[" * 100_000, '"' + "a" * (17 << 20) + '"'])
def test_a_json_value_that_townlet_cannot_have_written_is_refused(text: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        load_json(text)


def test_an_old_file_can_be_read_and_says_that_it_has_no_seal(tmp_path: Path) -> None:
    path = unsealed(tmp_path / "a.townlet")
    found = verify_run(path)

    assert found.sound
    assert (found.sealed, found.head) == (False, None)
    assert found.state_hash == verify_run(written(tmp_path / "b.townlet")).state_hash
    with open_reader(path) as run:
        assert run.town_files() == FILES
        assert len(list(run.vectors("hashed"))) == 5
    assert open_reader(unsealed(tmp_path / "c.townlet", "unsealed_fork")).header.forked_from is not None


@pytest.mark.parametrize("opening", [open_writer, lambda path: fork_run(path, 2, path.with_name("f.townlet"))])
def test_an_old_file_is_not_continued_without_a_seal(tmp_path: Path, opening: Callable[[Path], object]) -> None:
    with pytest.raises(RunFileError, match=r"before runs were sealed.*`townlet repair`"):
        opening(unsealed(tmp_path / "a.townlet"))


def test_a_copy_with_the_same_times_is_not_taken_for_the_checked_one(tmp_path: Path) -> None:
    path = written(tmp_path / "a.townlet")
    open_reader(path).close()
    times = path.stat()
    shutil.copy(path, tmp_path / "b.townlet")
    alter(tmp_path / "b.townlet", ALTERED)
    time.sleep(0.01)
    os.replace(tmp_path / "b.townlet", path)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    with pytest.raises(RunDamaged):
        open_reader(path)
