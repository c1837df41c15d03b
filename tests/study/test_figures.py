import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.study.figures import NONE, Bar, Figure, Listing, Part, Section, commonest, mean, share


@pytest.mark.parametrize(
    ("bar", "value", "met"),
    [
        (Bar(2, 3), 2, True),
        (Bar(2, 3), 3, True),
        (Bar(2, 3), 3.1, False),
        (Bar(2, 3), 1.9, False),
        (Bar(least=8), 9, True),
        (Bar(most=0.35), 0.36, False),
        (NONE, 0, True),
        (NONE, 1, False),
    ],
)
def test_a_bar_is_met_between_its_ends(bar: Bar, value: float, met: bool) -> None:
    assert bar.met(value) is met


def test_a_figure_without_bar_or_value_is_neither_met_nor_missed() -> None:
    assert Figure("a", "a", 1).met is None
    assert Figure("a", "a", None, bar=NONE).met is None


def test_a_section_gives_figures_and_listings_by_key_and_names_what_was_missed() -> None:
    rows = Listing("names", "names", ("person", "times"), (("Ada", 2),))
    figures = (Figure("good", "g", 0.12345, "share"), Figure("bad", "b", 1, bar=NONE))
    section = Section("s", "S", (Part("P", figures, (rows,)),))
    assert section.as_json() == {
        "good": 0.1235,
        "bad": 1,
        "names": [{"person": "Ada", "times": 2}],
        "missed": ["bad"],
    }


def test_nothing_has_no_share_and_no_mean() -> None:
    assert share(0, 0) is None
    assert mean([]) is None
    assert share(1, 4) == 0.25
    assert mean([1, 2]) == 1.5


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 5), max_size=8))
def test_the_commonest_do_not_depend_on_the_order_of_counting(counts: dict[str, int]) -> None:
    turned = dict(reversed(list(counts.items())))
    assert commonest(counts) == commonest(turned)
    assert [times for _, times in commonest(counts)] == sorted(counts.values(), reverse=True)
