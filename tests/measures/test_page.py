from townlet.measures.figures import NEVER_BAR, Figure, FigureBar, FigureGroup, MeasureSection
from townlet.measures.run_measures import LINE_WIDTH, ROWS_SHOWN, RunMeasures, format_bar, format_figure
from townlet.measures.table import Table
from townlet.runfile import Json

ABOUT = {"town": "Otterby", "seed": 3, "agents": 4, "game_days": 2.0, "note": "By rules."}


def _page(*figures: Figure, rows: int = 0) -> str:
    listing = Table.of("l", "found", ("n", "text"), tuple((n, "x" * 200) for n in range(rows)))
    return RunMeasures(ABOUT, (MeasureSection("s", "Sense", (FigureGroup("Meals", figures, (listing,)),)),)).as_text()


def test_a_figure_stands_beside_its_bar_and_says_whether_it_is_met() -> None:
    text = _page(Figure("a", "shares", 0.02, "share", FigureBar(most=0.015)), Figure("b", "kinds", 9, bar=FigureBar(8)))
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
    assert format_figure(None, "share") == "-"
    assert format_figure(0.256, "share") == "25.6 %"
    assert format_figure(12, "minutes") == "12.0 min"
    assert format_figure(3, "count") == "3"
    assert format_bar(NEVER_BAR, "count") == "none"
    assert format_bar(FigureBar(2, 3), "number") == "2.0 to 3.0"
    assert format_bar(FigureBar(1), "share") == "all"


def test_the_head_says_which_run_it_is() -> None:
    assert _page().startswith("Otterby, seed 3: 4 people, 2.0 game days\nBy rules.\n")


def test_the_rows_of_a_listing_are_told_without_what_is_empty() -> None:
    rows: tuple[tuple[Json, ...], ...] = (("Ada", 1.50, 3, None), ("Bram", 0.1 + 0.2, "", "late"))
    listing = Table.of("l", "found", ("who", "hours", "times", "why"), rows)
    text = RunMeasures(ABOUT, (MeasureSection("s", "Sense", (FigureGroup("Meals", (), (listing,)),)),)).as_text()
    assert "Ada | 1.5 | 3\n" in text
    assert "Bram | 0.3 | late" in text
