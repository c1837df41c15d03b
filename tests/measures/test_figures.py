import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.measures.figures import (
    NEVER_BAR,
    Figure,
    FigureBar,
    FigureGroup,
    MeasureSection,
    compute_mean,
    compute_share,
    largest_counts,
)
from townlet.measures.table import Table


@pytest.mark.parametrize(
    ("bar", "value", "met"),
    [
        (FigureBar(2, 3), 2, True),
        (FigureBar(2, 3), 3, True),
        (FigureBar(2, 3), 3.1, False),
        (FigureBar(2, 3), 1.9, False),
        (FigureBar(least=8), 9, True),
        (FigureBar(most=0.35), 0.36, False),
        (NEVER_BAR, 0, True),
        (NEVER_BAR, 1, False),
    ],
)
def test_a_bar_is_met_between_its_ends(bar: FigureBar, value: float, met: bool) -> None:
    assert bar.is_met_by(value) is met


def test_a_figure_without_bar_or_value_is_neither_met_nor_missed() -> None:
    assert Figure("a", "a", 1).met is None
    assert Figure("a", "a", None, bar=NEVER_BAR).met is None


def test_a_section_gives_figures_and_listings_by_key_and_names_what_was_missed() -> None:
    rows = Table.of("names", "names", ("person", "times"), (("Ada", 2),))
    figures = (Figure("good", "g", 0.12345, "share"), Figure("bad", "b", 1, bar=NEVER_BAR))
    section = MeasureSection("s", "S", (FigureGroup("P", figures, (rows,)),))
    assert section.as_json() == {
        "good": 0.1235,
        "bad": 1,
        "names": [{"person": "Ada", "times": 2}],
        "missed": ["bad"],
    }


def test_nothing_has_no_share_and_no_mean() -> None:
    assert compute_share(0, 0) is None
    assert compute_mean([]) is None
    assert compute_share(1, 4) == 0.25
    assert compute_mean([1, 2]) == 1.5


@given(st.dictionaries(st.text(max_size=3), st.integers(0, 5), max_size=8))
def test_the_commonest_do_not_depend_on_the_order_of_counting(counts: dict[str, int]) -> None:
    turned = dict(reversed(list(counts.items())))
    assert largest_counts(counts) == largest_counts(turned)
    assert [times for _, times in largest_counts(counts)] == sorted(counts.values(), reverse=True)
