"""Events to JSON and back."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.cognition.state import Plan, PlanItem
from townlet.state.encoding import decode, encode, to_json
from townlet.state.events import EVENT_KINDS, MindChanged
from townlet.world.address import Address
from townlet.world.events import Appeared, Arrived

names = (
    st.text(st.characters(codec="utf-8", exclude_characters=":<>"), min_size=1, max_size=6).map(str.strip).filter(bool)
)
addresses = st.lists(names, min_size=1, max_size=4).map(lambda parts: Address(tuple(parts)))
st.register_type_strategy(Address, addresses)


@pytest.mark.parametrize("kind", EVENT_KINDS.values(), ids=EVENT_KINDS)
@given(st.data())
def test_every_kind_of_event_comes_back_from_its_json_as_it_was(kind: type, data: st.DataObject) -> None:
    event = data.draw(st.from_type(kind))
    assert decode(kind, json.loads(to_json(event))) == event


@given(st.dictionaries(names, st.integers(), max_size=4))
def test_equal_values_are_equal_bytes_whatever_the_order_they_came_in(talked: Mapping[str, int]) -> None:
    reverse = dict(reversed(list(talked.items())))
    assert to_json(MindChanged("Ann", talked=talked)) == to_json(MindChanged("Ann", talked=reverse))


def test_what_is_at_its_default_is_left_out() -> None:
    assert encode(Appeared("Ann", (1, 2))) == {"agent": "Ann", "tile": [1, 2]}
    assert encode(Arrived("Ann", (1, 2), Address(("Otterby", "Mill")))) == {
        "agent": "Ann",
        "tile": [1, 2],
        "using": "Otterby:Mill",
    }


def test_an_emptied_value_is_not_taken_for_an_unchanged_one() -> None:
    change = MindChanged("Ann", plan=Plan(), summary="", importance_sum=0)
    assert decode(MindChanged, encode(change)) == change


def test_nested_values_come_back_with_their_types() -> None:
    plan = Plan(chunks=(PlanItem(0, 5, "waking", Address(("Otterby", "Mill"))),))
    again = decode(MindChanged, encode(MindChanged("Ann", plan=plan))).plan
    assert again == plan


@pytest.mark.parametrize(
    "data", [{"agent": 5, "tile": [1, 2]}, {"agent": "Ann", "tile": [1]}, {"agent": "Ann", "at": 1}]
)
def test_what_is_no_event_of_the_kind_is_refused(data: Any) -> None:
    with pytest.raises((KeyError, TypeError, ValueError)):
        decode(Appeared, data)
