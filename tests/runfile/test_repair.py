"""A repair keeps everything before the damage, and says what it could not keep."""

import random
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from townlet.runfile import RunDamaged, RunExists, RunFileError, create_run, open_reader, open_writer, verify_run
from townlet.runfile.repair import repair_run

from .made import FILES, HEADER, PROMPT, alter, call, commit, event, written
from .test_seal import unsealed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "a.townlet", steps=8)


def test_what_comes_before_the_damage_is_kept_and_goes_on(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    alter(path, "UPDATE memory SET text = 'Una Vesk sleeps.' WHERE step >= 5")
    damaged = path.read_bytes()
    done = repair_run(path, tmp_path / "b.townlet")

    assert done is not None
    assert (done.kept_steps, done.lost_steps) == (5, 3)
    assert done.lost == {"event": 6, "memory": 12, "call": 3}
    assert path.read_bytes() == damaged
    with open_writer(tmp_path / "b.townlet") as run:
        for step in range(5, 8):
            run.record_calls([call(step)], [PROMPT])
            commit(run, step)
        again = run.finish()
    path.write_bytes(whole)
    assert again == verify_run(path).state_hash
    assert verify_run(tmp_path / "b.townlet").sound


def test_a_damaged_reply_takes_the_steps_from_its_call_on(path: Path, tmp_path: Path) -> None:
    alter(path, "UPDATE call SET reply = 'no' WHERE step = 6")
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert done.kept_steps == 6


def test_damage_after_the_last_step_takes_no_step(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        commit(run, 0)
        run.commit_commands(1, [event(1, phase=0)])
    alter(path, "UPDATE event SET data = '{}' WHERE step = 1")
    done = repair_run(path, tmp_path / "b.townlet")

    assert done is not None
    assert (done.kept_steps, done.lost_steps, done.lost["event"]) == (1, 0, 1)
    assert [row.step for row in open_reader(tmp_path / "b.townlet").events()] == [0, 0]


@pytest.mark.parametrize("sql", ["UPDATE progress SET last_step = 2", "DELETE FROM progress", "DELETE FROM part"])
def test_the_seals_tell_how_far_a_run_had_come(path: Path, tmp_path: Path, sql: str) -> None:
    alter(path, sql)
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert done.kept_steps + done.lost_steps == 8


def test_a_broken_index_loses_nothing(path: Path, tmp_path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA writable_schema = ON")
    [[page]] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'event_by_agent'").fetchall()
    [[size]] = connection.execute("PRAGMA page_size").fetchall()
    connection.close()
    data = bytearray(path.read_bytes())
    at = data.rindex(b"Una Vesk", (page - 1) * size, page * size)
    data[at : at + 8] = b"Una Vusk"
    path.write_bytes(data)

    with pytest.raises(RunDamaged, match="table database"):
        open_reader(path)
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert (done.kept_steps, done.lost_steps) == (8, 0)
    assert verify_run(tmp_path / "b.townlet").sound


@pytest.mark.parametrize("sql", ["UPDATE run SET town = 'Utopia'", "DELETE FROM file", "DROP TABLE event"])
def test_a_damaged_beginning_cannot_be_repaired(path: Path, tmp_path: Path, sql: str) -> None:
    alter(path, sql)
    with pytest.raises(RunDamaged, match=r"^Nothing of run file .* can be kept"):
        repair_run(path, tmp_path / "b.townlet")
    assert not (tmp_path / "b.townlet").exists()


def test_a_whole_file_needs_no_repair(path: Path, tmp_path: Path) -> None:
    assert repair_run(path, tmp_path / "b.townlet") is None
    assert not (tmp_path / "b.townlet").exists()


def test_nothing_is_overwritten(path: Path) -> None:
    with pytest.raises(RunExists):
        repair_run(path, path)


def test_any_flipped_bits_end_in_a_whole_file_or_one_line(path: Path, tmp_path: Path) -> None:
    whole, chance = path.read_bytes(), random.Random(3)
    for number in range(60):
        data = bytearray(whole)
        for _ in range(3):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        path.write_bytes(data)
        kept = tmp_path / f"{number}.townlet"
        told = _told(lambda kept=kept: repair_run(path, kept))
        assert len(told.splitlines()) == bool(told)
        assert not kept.exists() or verify_run(kept).sound


def _told(action: Callable[[], object]) -> str:
    """The message of a refusal; empty if there is none."""
    try:
        action()
    except RunFileError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", ["unsealed", "unsealed_fork"])
def test_an_old_file_is_sealed_and_says_since_when(tmp_path: Path, name: str) -> None:
    old = unsealed(tmp_path / "old.townlet", name)
    done = repair_run(old, tmp_path / "new.townlet")

    assert done is not None
    assert done.adopted
    found = verify_run(tmp_path / "new.townlet")
    assert found.sound
    assert found.sealed
    assert found.adopted_at == (5 if name == "unsealed" else 3)
    assert (found.state_hash, found.stored_hash) == (verify_run(old).state_hash, verify_run(old).stored_hash)
    with open_writer(tmp_path / "new.townlet") as run, open_reader(old) as before:
        assert list(run.memories()) == list(before.memories())
        assert list(run.calls()) == list(before.calls())
        assert (run.header.forked_from is None) == (before.header.forked_from is None)
        commit(run, found.adopted_at)
    assert verify_run(tmp_path / "new.townlet").sound


def test_an_altered_old_file_is_not_sealed(tmp_path: Path) -> None:
    old = unsealed(tmp_path / "old.townlet")
    alter(old, "UPDATE memory SET text = 'Una Vesk sleeps.' WHERE step = 3")
    with pytest.raises(RunDamaged, match="without a seal"):
        repair_run(old, tmp_path / "new.townlet")
