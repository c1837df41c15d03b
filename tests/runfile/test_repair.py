"""A repair keeps everything before the damage, and says what it could not keep."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from townlet.memory.record import MemoryId
from townlet.runfile import (
    RunDamaged,
    RunExists,
    RunFileError,
    create_run,
    fork_run,
    open_reader,
    open_writer,
    verify_run,
)
from townlet.runfile.repair import repair_run

from .made import FILES, HEADER, PROMPT, alter, call, commit, event, written
from .test_seal import unsealed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return written(tmp_path / "a.townlet", steps=8)


def test_what_comes_before_the_damage_is_kept_and_goes_on(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    alter(path, "UPDATE event SET data = '{}' WHERE step >= 5")
    damaged = path.read_bytes()
    done = repair_run(path, tmp_path / "b.townlet")

    assert done is not None
    assert (done.kept_steps, done.lost_steps) == (5, 3)
    rest = {"evidence": 6, "recall": 6, "vector": 3, "snapshot": 3}
    assert done.lost == {"event": 6, "memory": 12, "call": 3, **rest}
    assert path.read_bytes() == damaged
    with open_writer(tmp_path / "b.townlet") as run:
        for step in range(5, 8):
            run.record_calls([call(step)], [PROMPT])
            commit(run, step)
        again = run.finish()
    path.write_bytes(whole)
    assert again == verify_run(path).state_hash
    assert verify_run(tmp_path / "b.townlet").sound


def test_lost_memories_take_no_step_and_nothing_rests_on_them(path: Path, tmp_path: Path) -> None:
    alter(path, "UPDATE memory SET text = 'Una Vesk sleeps.' WHERE step = 5 AND ordinal = 0 AND agent = 'Una Vesk'")
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert (done.kept_steps, done.lost) == (8, {"event": 0, "memory": 1, "evidence": 1, "call": 0})
    with open_reader(tmp_path / "b.townlet") as run:
        ids = {memory.id for memory in run.memories()}
        assert (MemoryId("Una Vesk", 5, 0) in ids, len(ids)) == (False, 31)
        assert {memory for row in run.recalls() for memory in row.memories} <= ids
        assert run.stored_hash() is None


def test_a_damaged_reply_takes_no_step_and_verify_tells_of_it(path: Path, tmp_path: Path) -> None:
    before = verify_run(path).state_hash
    alter(path, "UPDATE call SET reply = 'no' WHERE step = 6")
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert (done.kept_steps, done.lost) == (8, {"event": 0, "memory": 0, "call": 1})
    found = verify_run(tmp_path / "b.townlet")
    assert (found.sound, found.state_hash, found.stored_hash) == (True, before, before)
    assert "lost: 1 of call" in found.repairs[0]


def test_a_lost_prompt_takes_no_step_and_is_told_where_it_is_read(path: Path, tmp_path: Path) -> None:
    alter(path, "UPDATE part SET content = 'Nothing.' WHERE content LIKE 'You are%'")
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert (done.kept_steps, done.lost["prompt"]) == (8, 1)
    assert "the texts of 1 prompts are lost" in verify_run(tmp_path / "b.townlet").repairs
    fork_run(tmp_path / "b.townlet", 4, tmp_path / "c.townlet")
    for each in ("b", "c"):
        with open_reader(tmp_path / f"{each}.townlet") as run:
            assert "was lost" in run.prompt(PROMPT.sha).text
        assert verify_run(tmp_path / f"{each}.townlet").sound


def test_a_lost_file_is_taken_from_the_town(path: Path, tmp_path: Path) -> None:
    town = tmp_path / "town"
    for name, content in FILES.items():
        (town / name).parent.mkdir(parents=True, exist_ok=True)
        (town / name).write_bytes(content)
    alter(path, "DELETE FROM file WHERE path = 'town.toml'")
    with pytest.raises(RunDamaged, match=r"a file of its town is lost, .*--town"):
        repair_run(path, tmp_path / "b.townlet")
    done = repair_run(path, tmp_path / "b.townlet", town)
    assert done is not None
    assert done.kept_steps == 8
    assert open_reader(tmp_path / "b.townlet").town_files() == FILES


def test_a_flipped_bit_is_turned_back(path: Path, tmp_path: Path) -> None:
    whole = path.read_bytes()
    for text in (b"kneading loaf 3", b"kneads loaf 5", b'{"say":"hm"}', b"plan/0", b"Otterby"):
        data = bytearray(whole)
        data[data.rindex(text) + 3] ^= 4
        path.write_bytes(data)
        kept = tmp_path / f"{text[-3:].hex()}.townlet"
        done = repair_run(path, kept)
        assert done is not None
        assert (done.kept_steps, done.lost_steps, done.mended) == (8, 0, 1)
        assert verify_run(kept).sound


@pytest.mark.parametrize("pages", [1, 2])
def test_a_file_that_was_cut_off_keeps_what_is_there(tmp_path: Path, pages: int) -> None:
    path = written(tmp_path / "a.townlet", steps=200)
    whole = path.read_bytes()
    path.write_bytes(whole[: -4096 * pages - 1000])
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert done.kept_steps > 100
    assert done.cut_by or any(done.lost.values())
    assert verify_run(tmp_path / "b.townlet").sound


@pytest.mark.parametrize("share", [0.05, 0.2, 0.4])
def test_a_fork_that_was_cut_off_keeps_as_much_as_a_run_that_was_lived(tmp_path: Path, share: float) -> None:
    lived, fork = written(tmp_path / "lived.townlet", steps=200), tmp_path / "fork.townlet"
    fork_run(lived, 200, fork)
    kept = {}
    for path in (lived, fork):
        data = path.read_bytes()
        path.write_bytes(data[: -round(len(data) * share)])
        done = repair_run(path, path.with_suffix(".repaired"))
        assert done is not None
        assert verify_run(done.path).sound
        kept[path] = done.kept_steps
    assert kept[fork] >= kept[lived] > 0


def test_a_second_run_behind_the_first_is_left_out(path: Path, tmp_path: Path) -> None:
    path.write_bytes(path.read_bytes() + written(tmp_path / "other.townlet").read_bytes())
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert done.kept_steps == 8


def test_the_log_of_a_killed_process_is_not_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES) as run:
        for step in range(5):
            commit(run, step)
        for ending in ("", "-wal"):
            shutil.copy(f"{path}{ending}", tmp_path / f"killed.townlet{ending}")
    alter(tmp_path / "killed.townlet", "UPDATE event SET data = '{}' WHERE step = 4")
    done = repair_run(tmp_path / "killed.townlet", tmp_path / "b.townlet")
    assert done is not None
    assert done.kept_steps == 4


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


@pytest.mark.parametrize("which", ["", "WHERE step < 0", "WHERE step BETWEEN 2 AND 4", "WHERE step = 7"])
def test_lost_seals_lose_nothing(path: Path, tmp_path: Path, which: str) -> None:
    alter(path, f"DELETE FROM seal {which}")
    done = repair_run(path, tmp_path / "b.townlet")
    assert done is not None
    assert (done.kept_steps, done.lost_steps, done.lost) == (8, 0, {"event": 0, "memory": 0, "call": 0})
    assert verify_run(tmp_path / "b.townlet").stored_hash == verify_run(path).state_hash


def test_a_lost_page_of_seals_loses_nothing_and_is_not_made_up(tmp_path: Path) -> None:
    path = tmp_path / "a.townlet"
    with create_run(path, HEADER, FILES, steps_a_commit=60) as run:
        for step in range(0, 6000, 30):
            commit(run, step)
            if step % 60:
                run.commit_step(step + 29)
        run.finish()
    with closing(sqlite3.connect(path)) as connection:
        digests = [digest for (digest,) in connection.execute("SELECT digest FROM seal WHERE step > 0 ORDER BY step")]
    data = path.read_bytes()
    for page in {data.index(digest) // 4096 for digest in digests[5::10]}:
        torn = data[: page * 4096] + bytes(4096) + data[(page + 1) * 4096 :]
        path.write_bytes(torn)
        done = repair_run(path, tmp_path / f"{page}.townlet")
        assert done is not None
        assert (done.kept_steps, done.lost_steps) == (6000, 0)
        path.write_bytes(torn.replace(b"kneading loaf 3000", b"stealing loaf 3000"))
        done = repair_run(path, tmp_path / f"{page}-altered.townlet")
        assert done is not None
        assert done.kept_steps <= 3000


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


@pytest.mark.parametrize("sql", ["UPDATE run SET town = 'Utopia'", "DELETE FROM file"])
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
    with pytest.raises(RunFileError, match="without a seal"):
        repair_run(old, tmp_path / "new.townlet")
