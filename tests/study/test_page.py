from townlet.study.figures import NONE, Bar, Figure, Listing, Part, Section
from townlet.study.page import LINE_WIDTH, ROWS_SHOWN, page, told, told_bar

ABOUT = {"town": "Otterby", "seed": 3, "agents": 4, "game_days": 2.0, "note": "By rules."}


def _page(*figures: Figure, rows: int = 0) -> str:
    listing = Listing("l", "found", ("n", "text"), tuple((n, "x" * 200) for n in range(rows)))
    return page(ABOUT, (Section("s", "Sense", (Part("Meals", figures, (listing,)),)),))


def test_a_figure_stands_beside_its_bar_and_says_whether_it_is_met() -> None:
    text = _page(Figure("a", "shares", 0.02, "share", Bar(most=0.015)), Figure("b", "kinds", 9, bar=Bar(8)))
    missed, met = (line for line in text.splitlines() if "at " in line and "bars" not in line)
    assert missed.split() == ["shares", "2.0", "%", "at", "most", "1.5", "%", "MISSED"]
    assert met.split() == ["kinds", "9", "at", "least", "8", "ok"]
    assert "1 of 2 bars met." in text


def test_long_listings_are_cut_and_say_so() -> None:
    text = _page(rows=ROWS_SHOWN + 3)
    assert "... and 3 more" in text
    assert max(len(line) for line in text.splitlines()) <= LINE_WIDTH


def test_an_empty_listing_is_not_mentioned() -> None:
    assert "found" not in _page()


def test_values_and_bars_are_told_with_their_units() -> None:
    assert told(None, "share") == "-"
    assert told(0.256, "share") == "25.6 %"
    assert told(12, "minutes") == "12.0 min"
    assert told(3, "count") == "3"
    assert told_bar(NONE, "count") == "none"
    assert told_bar(Bar(2, 3), "number") == "2.0 to 3.0"
    assert told_bar(Bar(1), "share") == "all"


def test_the_head_says_which_run_it_is() -> None:
    assert _page().startswith("Otterby, seed 3: 4 people, 2.0 game days\nBy rules.\n")
