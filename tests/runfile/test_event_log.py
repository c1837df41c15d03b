"""Between what happens and the rows of a run file."""

from pathlib import Path

from townlet.engine.simulation import Simulation
from townlet.runfile.event_log import StepLog, read_steps
from townlet.runfile.files import open_reader
from townlet.town import load_town


async def test_what_is_read_is_what_has_happened(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    lived: list[StepLog] = []
    with Simulation.start(load_town("applegarth"), path) as simulation:
        async for log in simulation.run(0.3):
            if log:
                lived.append(log)
    with open_reader(path) as reader:
        read = list(read_steps(reader))
    assert [log.step for log in read] == [log.step for log in lived]
    for written, log in zip(read, lived, strict=True):
        assert written.commands == log.commands
        assert written.passing == log.passing
        assert written.actions == log.actions
        assert sorted(written.memories, key=lambda each: each.id) == sorted(log.memories, key=lambda each: each.id)
        assert written.recalls == log.recalls
        for agent in {event.agent for event in log.minds}:
            assert [e for e in written.minds if e.agent == agent] == [e for e in log.minds if e.agent == agent]


async def test_a_step_in_which_nothing_happens_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        logs = [log async for log in simulation.run(0.05)]
    with open_reader(path) as reader:
        steps = {row.step for row in reader.events()}
    assert steps == {log.step for log in logs if log}
    assert len(steps) < len(logs) / 10


async def test_reading_up_to_a_step_leaves_the_later_ones_out(tmp_path: Path) -> None:
    path = tmp_path / "run.townlet"
    with Simulation.start(load_town("applegarth"), path) as simulation:
        async for _ in simulation.run(0.3):
            pass
    with open_reader(path) as reader:
        whole = list(read_steps(reader))
        middle = whole[len(whole) // 2].step
        assert [log.step for log in read_steps(reader, until=middle)] == [
            log.step for log in whole if log.step <= middle
        ]
