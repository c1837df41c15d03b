from __future__ import annotations

from datetime import datetime

import numpy as np

from townlet.engine.simulation import Simulation
from townlet.measures.portrait import MAX_EVIDENCE_DEPTH, Portrait, RunMoment
from townlet.memory.record import Kind, Memory, MemoryId
from townlet.memory.stream import MemoryStream
from townlet.runfile import RunHeader
from townlet.town import load_town

AT = datetime(2025, 5, 5, 9)


def remembered(ordinal: int, *evidence: int) -> Memory:
    kind: Kind = "reflection" if evidence else "observation"
    ids = tuple(MemoryId("Ann Bo", 1, each) for each in evidence)
    return Memory(MemoryId("Ann Bo", 1, ordinal), kind, f"m{ordinal}", AT, 5, "thought", evidence=ids)


def portrait_with(*memories: Memory) -> Portrait:
    state = Simulation.start(load_town("applegarth")).engine.state
    header = RunHeader("0", "T", "d", 1, AT, 10)
    stream = MemoryStream(1).with_memories(memories, np.zeros((len(memories), 1), np.float32))
    agent = next(iter(state.agents.values()))
    state.streams[agent.name] = stream
    return Portrait(RunMoment(header, state, 1), agent, None)


def test_only_reflections_that_no_other_rests_on_are_tops_newest_first() -> None:
    seen = portrait_with(remembered(0), remembered(1, 0), remembered(2, 1, 0), remembered(3, 0))
    assert [memory.text for memory in seen.reflections()] == ["m3", "m2"]


def test_a_tree_goes_down_to_what_was_observed() -> None:
    seen = portrait_with(remembered(0), remembered(1, 0), remembered(2, 1, 0))
    tree = seen.evidence_tree(seen.stream[2])
    assert [each["text"] for each in tree["evidence"]] == ["m1", "m0"]
    assert [each["text"] for each in tree["evidence"][0]["evidence"]] == ["m0"]


def test_a_tree_stops_at_its_deepest_level() -> None:
    seen = portrait_with(remembered(0), *(remembered(n, n - 1) for n in range(1, 10)))
    tree, levels = seen.evidence_tree(seen.stream[-1]), 1
    while tree["evidence"]:
        [tree], levels = tree["evidence"], levels + 1
    assert levels == MAX_EVIDENCE_DEPTH


def test_somebody_who_has_left_is_gone() -> None:
    assert portrait_with().where == "gone"
