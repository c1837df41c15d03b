"""What a turn changed in a mind, and the same change made again."""

from dataclasses import fields, replace

from hypothesis import given
from hypothesis import strategies as st

from townlet.cognition.persona import Persona
from townlet.cognition.state import AgentState, Noticed, Plan, PlanItem, TalkNote
from townlet.memory.record import MemoryId
from townlet.state.minds import mind_after, mind_change
from townlet.world.address import Address
from townlet.world.known import KnownTree

MILL = Address(("Otterby", "Mill"))
ANN = Persona("Ann Ivy", 40, ("calm",), ("Ann Ivy weaves.",), 420, 1320, MILL / "attic" / "bed", MILL)

few = st.sampled_from(["Bo", "Cy", "Dee"])
steps = st.integers(0, 9)
items = st.lists(st.builds(PlanItem, steps, steps, few), max_size=2).map(tuple)
PARTS = {
    "known": st.builds(KnownTree, st.dictionaries(st.sampled_from([MILL, MILL / "hall"]), few)),
    "plan": st.builds(Plan, items, items, items, steps),
    "summary": st.sampled_from(["", "Ann weaves."]),
    "summarised": st.integers(-1, 3),
    "importance_sum": st.integers(0, 3),
    "reflected": st.integers(-1, 3),
    "seen": st.dictionaries(few, st.tuples(few, steps)),
    "talked": st.dictionaries(few, steps),
    "talks": st.lists(steps, max_size=2).map(tuple),
    "passed_by": st.dictionaries(few, steps),
    "watched": st.integers(-1, 3),
    "note": st.builds(TalkNote, few, few, few),
    "waiting": steps,
    "noticed": st.lists(st.builds(Noticed, few, steps), max_size=2).map(tuple),
    "missed": st.lists(few, max_size=2).map(tuple),
    "forgotten": st.lists(st.builds(MemoryId, st.just(ANN.name), steps, steps), max_size=2).map(tuple),
}
minds = st.builds(AgentState, st.just(ANN), **PARTS)


def test_every_part_of_a_mind_is_tried_here() -> None:
    assert {each.name for each in fields(AgentState)} == {"persona", *PARTS}


def grown(before: AgentState, after: AgentState) -> AgentState:
    """The later mind as one that has grown out of the earlier: what was noted by name is never forgotten."""
    return replace(
        after,
        known=KnownTree({**before.known.states, **after.known.states}),
        seen={**before.seen, **after.seen},
        talked={**before.talked, **after.talked},
        passed_by={**before.passed_by, **after.passed_by},
    )


@given(minds, minds)
def test_a_change_made_again_leads_to_the_same_mind(before: AgentState, other: AgentState) -> None:
    after = grown(before, other)
    change = mind_change(before, after)
    assert (mind_after(before, change) if change else before) == after


@given(minds)
def test_a_mind_that_did_not_change_leaves_nothing_to_write(mind: AgentState) -> None:
    assert mind_change(mind, replace(mind, known=KnownTree(dict(mind.known.states)))) is None


@given(minds, st.integers(10, 20))
def test_only_the_entries_that_changed_are_written(mind: AgentState, step: int) -> None:
    change = mind_change(mind, replace(mind, talked={**mind.talked, "Eve": step}))
    assert change is not None
    assert change.talked == {"Eve": step}
    assert not change.seen
    assert change.plan is None
