"""From what a model answers to a day without gap or overlap."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from cognition.scene import BED, HALL, NINE, Scene, village
from townlet.cognition.answers import Chunk
from townlet.cognition.plan.day import known_places, with_bedtime
from townlet.cognition.plan.schedule import schedule
from townlet.cognition.state import PlanItem

clock_times = st.builds("{}:{:02d} {}m".format, st.integers(0, 12), st.integers(0, 59), st.sampled_from("ap"))
activities = st.sampled_from(["weaving", "having lunch", "going to bed", "sleeping", "weeding the flower bed"])
places = st.sampled_from(["", "Mill: hall", "the moon"])
chunk_lists = st.lists(st.builds(Chunk, start=clock_times, activity=activities, place=places), min_size=1, max_size=9)
minutes = st.integers(0, 1439)


def day(chunks: Sequence[Chunk], minute: int = 0) -> tuple[PlanItem, ...]:
    """The day that chunks come to, planned so many minutes after nine in the morning."""
    thought = Scene(terrain=village(NINE + timedelta(minutes=minute))).thought()
    return with_bedtime(thought, schedule(thought, chunks, known_places(thought)))


def chunk(start: str, activity: str = "weaving", place: str = "") -> Chunk:
    return Chunk(start=start, activity=activity, place=place)


@given(chunk_lists, minutes)
def test_whatever_a_model_answers_is_a_day_from_now_to_bed_without_gap_or_overlap(
    chunks: list[Chunk], minute: int
) -> None:
    items = day(chunks, minute)
    assert all(before.end == after.start for before, after in pairwise(items))
    assert all(item.start < item.end for item in items)
    assert items[-1].place == BED
    assert items[-1].start <= 24 * 360
    assert len(items) == 1 or items[0].start == 0


def test_times_are_read_as_the_next_such_time() -> None:
    items = day([chunk("9:00 am"), chunk("1:00 pm", "having lunch"), chunk("10:00 pm", "going to bed")])
    assert [(item.start, item.activity) for item in items] == [
        (0, "weaving"),
        (1440, "having lunch"),
        (4680, "going to bed"),
    ]


def test_the_first_part_begins_now_though_the_answer_gives_a_later_time() -> None:
    assert day([chunk("9:20 am"), chunk("10:00 am", "having lunch")])[0].start == 0


def test_the_first_part_begins_now_though_the_answer_gives_an_earlier_time() -> None:
    assert day([chunk("8:40 am"), chunk("10:00 am", "having lunch")])[0].start == 0


def test_what_is_out_of_order_is_left_out() -> None:
    items = day([chunk("9:00 am"), chunk("11:00 am", "having lunch"), chunk("10:00 am", "dreaming")])
    assert [item.activity for item in items] == ["weaving", "having lunch", "going to bed"]


def test_going_to_bed_is_added_at_the_usual_hour_if_the_answer_leaves_it_out() -> None:
    last = day([chunk("9:00 am"), chunk("11:00 am", "having lunch")])[-1]
    assert (last.start, last.activity, last.place) == (4680, "going to bed", BED)


def test_a_flower_bed_is_no_bedtime() -> None:
    items = day([chunk("9:00 am"), chunk("11:00 am", "weeding the flower bed")])
    assert [item.activity for item in items] == ["weaving", "weeding the flower bed", "going to bed"]


def test_who_plans_anew_after_bedtime_goes_to_bed_soon() -> None:
    thought = Scene(terrain=village(datetime(2031, 4, 7, 22, 10))).thought()
    items = with_bedtime(thought, schedule(thought, [chunk("10:10 pm"), chunk("10:00 pm", "going to bed")], ()))
    assert items[-1].place == BED
    assert items[-1].start <= thought.view.clock.steps(60)


def test_places_are_found_among_those_that_are_known() -> None:
    items = day([chunk("9:00 am", place="mill: HALL"), chunk("11:00 am", "dreaming", "the moon")])
    assert [item.place for item in items[:2]] == [HALL, None]
