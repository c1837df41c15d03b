"""Reading sheets: the classes of winces, sheets that readers have filled in, and what the sheets add up to."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from io import StringIO
from itertools import combinations
from pathlib import Path

import numpy as np

from townlet.files import read_text
from townlet.measures.figures import compute_mean
from townlet.measures.statistics import IntervalEstimate, clustered_share
from townlet.measures.table import Cell, Column, Table
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError, StudyFileError

WINCES: Mapping[str, str] = {
    "non-sequitur": "does not answer or follow the line before",
    "frame": "a stock phrase with a noun phrase stuck in that does not fit",
    "grammar": "broken grammar, or words that were misread",
    "question": "leaves at a question",
    "tone": "the wrong tone for this person or moment",
    "recites": "recites the speaker's own file as news",
    "contradicts": "contradicts facts, the time or the plan",
    "repeats": "says the same again",
    "family": "family who talk like strangers",
    "knows": "knows what the speaker cannot know, or does not know what they must",
}
"""The classes of winces by the key that a reader writes, each with its meaning."""

SEVERITIES = ("mild", "severe")
"""mild: odd, but a person might say it; severe: nobody would say this."""

SHEET_COLUMNS = ("line", "class", "severity", "talk", "time", "speaker", "to", "text", "utterance")
"""The headings of a sheet. A reader fills in `class` and `severity`."""

COMMENT = "#"
"""The first character of rows that a reader only reads: headings, stage directions, what the classes mean."""

READER_ROW, RUN_ROW = "reader", "run"
"""The rows above the headings that hold the reader's name, which they write themselves, and the id of the run."""

LEAST_TALKS = 5
"""Fewer talks give no interval; our choice, as for people and raters."""

_HEADINGS = re.compile(r'^"?line"?(?P<delimiter>[,;\t])', re.MULTILINE)
"""The row of headings: spreadsheets may save commas as semicolons or tabs."""
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class SheetMark:
    """One line of a sheet with the reader's mark."""

    run: str
    utterance: str
    """The id of the line in its run: the talk and the number of the line."""
    wince: str = ""
    """A key of WINCES; empty if the reader found nothing wrong."""
    severe: bool = False

    @property
    def talk(self) -> tuple[str, str]:
        return self.run, self.utterance.rpartition("#")[0]

    @property
    def line(self) -> tuple[str, str]:
        return self.run, self.utterance


@dataclass(frozen=True)
class FilledSheet:
    """A sheet that a reader has filled in."""

    path: Path
    reader: str
    marks: tuple[SheetMark, ...]


def read_filled_sheet(path: Path) -> FilledSheet:
    """Read a filled-in sheet. Raises StudyError for a file that is no sheet, and StudyFileError with all defects."""
    try:
        text = read_text(path)
    except UnicodeDecodeError:
        raise StudyError(f"{path} is not UTF-8 text. Save the sheet as CSV (UTF-8).") from None
    headings = _HEADINGS.search(text)
    if headings is None:
        raise StudyError(
            f"{path} is no reading sheet: it has no row of headings that begins with 'line'. "
            "`townlet read RUN --sheet` writes a sheet."
        )
    rows = csv.reader(StringIO(text, newline=""), delimiter=headings["delimiter"], strict=True)
    reading = _SheetReading()
    try:
        for row in rows:
            reading.take(rows.line_num, [cell.strip() for cell in row])
    except csv.Error as error:
        raise StudyFileError(path, [f"line {rows.line_num}: not CSV ({error}); check the quotation marks"]) from None
    defects = [*reading.defects, *reading.missing()]
    if defects:
        raise StudyFileError(path, defects)
    return FilledSheet(path, reading.head[READER_ROW], tuple(reading.marks))


class _SheetReading:
    """Reads a sheet row by row, and collects its defects."""

    def __init__(self) -> None:
        self.head: dict[str, str] = {}
        self.columns: tuple[str, ...] = ()
        self.marks: list[SheetMark] = []
        self.defects: list[str] = []
        self._seen: set[str] = set()

    def take(self, number: int, row: list[str]) -> None:
        """Read one row, which ends on line `number` of the file."""
        if not any(row) or row[0].startswith(COMMENT):
            return
        if self.columns:
            self.defects += (f"line {number}: {defect}" for defect in self._take_line(row))
        elif row[0] == SHEET_COLUMNS[0]:
            self.columns = tuple(row)
            if absent := [column for column in SHEET_COLUMNS[:3] + SHEET_COLUMNS[-1:] if column not in row]:
                self.defects.append(f"line {number}: the column {absent[0]!r} is missing; put it back")
        else:
            self.head[row[0]] = row[1] if len(row) > 1 else ""

    def missing(self) -> Iterator[str]:
        """Yield what a whole sheet lacks."""
        if not self.head.get(RUN_ROW):
            yield f"the row '{RUN_ROW}' with the id of the run is missing; copy it from the empty sheet"
        if not self.head.get(READER_ROW):
            yield f"no reader is named; when you have read all lines, write your name beside '{READER_ROW}'"
        if not self._seen:
            yield "it has no spoken lines"

    def _take_line(self, row: list[str]) -> Iterator[str]:
        cells = dict(zip(self.columns, [*row, *[""] * len(self.columns)], strict=False))
        number, utterance = cells["line"], cells.get("utterance", "")
        wince, severity = cells.get("class", "").lower(), cells.get("severity", "").lower()
        if not _NUMBER.fullmatch(number):
            yield f"the number of the spoken line is {number!r}; put the number back, or begin a note with '{COMMENT}'"
        elif not utterance.rpartition("#")[0]:
            yield f"the last column has {utterance!r} and no id of a spoken line; copy it from the empty sheet"
        elif utterance in self._seen:
            yield f"spoken line {number} is there twice; delete one of the rows"
        self._seen.add(utterance)
        if wince and wince not in WINCES:
            close = get_close_matches(wince, WINCES, 1)
            yield f"there is no class {wince!r}; " + (f"did you mean {close[0]!r}?" if close else _list_classes())
        elif wince and severity not in SEVERITIES:
            yield f"the severity is {severity!r}; write 'mild' or 'severe' beside the class"
        elif severity and not wince:
            yield f"the severity is {severity!r}, but there is no class; write a class, or clear it"
        self.marks.append(SheetMark(self.head.get(RUN_ROW, ""), utterance, wince, severity == "severe"))


def _list_classes() -> str:
    return f"write one of {', '.join(WINCES)}"


@dataclass(frozen=True)
class ReaderScore:
    """What one reader's sheets, or all sheets, add up to."""

    reader: str
    marks: tuple[SheetMark, ...]

    @property
    def talks(self) -> int:
        return len({mark.talk for mark in self.marks})

    def classes(self) -> Counter[str]:
        """Return how many lines have each class of wince."""
        return Counter(mark.wince for mark in self.marks if mark.wince)

    @property
    def winces(self) -> IntervalEstimate:
        """The share of lines with a wince."""
        return self._share([bool(mark.wince) for mark in self.marks])

    @property
    def severe(self) -> IntervalEstimate:
        """The share of lines with a severe wince."""
        return self._share([mark.severe for mark in self.marks])

    def _share(self, hits: Sequence[bool]) -> IntervalEstimate:
        talks = {talk: index for index, talk in enumerate(dict.fromkeys(mark.talk for mark in self.marks))}
        hit, lines = np.zeros(len(talks), np.int64), np.zeros(len(talks), np.int64)
        for mark, is_hit in zip(self.marks, hits, strict=True):
            hit[talks[mark.talk]] += is_hit
            lines[talks[mark.talk]] += 1
        return clustered_share(hit, lines, LEAST_TALKS)

    def as_json(self) -> dict[str, Json]:
        return {
            "reader": self.reader,
            "lines": len(self.marks),
            "talks": self.talks,
            "winces_per_100": _estimate_json(self.winces),
            "severe_per_100": _estimate_json(self.severe),
            "classes": dict(sorted(self.classes().items())),
        }


@dataclass(frozen=True)
class ReaderAgreement:
    """How far two readers agree on the lines that both have read."""

    readers: tuple[str, str]
    pairs: tuple[tuple[SheetMark, SheetMark], ...]

    @property
    def questions(self) -> Mapping[str, tuple[float, float]]:
        """For each question, the share of lines on which the two agree, and Gwet's AC1."""
        winces = [(bool(one.wince), bool(other.wince)) for one, other in self.pairs]
        severe = [(one.severe, other.severe) for one, other in self.pairs]
        classes = [(one.wince, other.wince) for one, other in self.pairs]
        return {
            "wince or not": _agreement(winces, 2),
            "severe or not": _agreement(severe, 2),
            "class": _agreement(classes, len(WINCES) + 1),
        }

    def as_json(self) -> dict[str, Json]:
        questions: dict[str, Json] = {
            question: {"agree": round(agree, 4), "ac1": round(ac1, 4)}
            for question, (agree, ac1) in self.questions.items()
        }
        return {"readers": list(self.readers), "lines": len(self.pairs), **questions}


def gwet_ac1(pairs: Sequence[tuple[object, object]], categories: int) -> float:
    """Return Gwet's AC1 for two readers: agreement beyond chance, at most 1 (Gwet 2008).

    Cohen's kappa falls towards 0 where nearly all lines are fine, however well two readers agree. AC1 does not.
    `pairs` holds the two marks of each line and must not be empty; `categories` is the number of possible marks.
    """
    agree = sum(one == other for one, other in pairs) / len(pairs)
    counts = Counter(mark for pair in pairs for mark in pair)
    shares = [count / (2 * len(pairs)) for count in counts.values()]
    by_chance = sum(share * (1 - share) for share in shares) / (categories - 1)
    return (agree - by_chance) / (1 - by_chance)


def _agreement(pairs: Sequence[tuple[object, object]], categories: int) -> tuple[float, float]:
    return compute_mean(float(one == other) for one, other in pairs) or 0.0, gwet_ac1(pairs, categories)


@dataclass(frozen=True)
class SheetScores:
    """The results of filled-in sheets: rates of winces, and how far readers agree."""

    readers: tuple[ReaderScore, ...]
    agreements: tuple[ReaderAgreement, ...]

    @property
    def total(self) -> ReaderScore:
        """All marks of all readers. The intervals allow for lines that were read twice, since these share a talk."""
        return ReaderScore("all", tuple(mark for each in self.readers for mark in each.marks))

    def as_json(self) -> dict[str, Json]:
        return {
            "readers": [each.as_json() for each in self.readers],
            "all": self.total.as_json(),
            "agreement": [each.as_json() for each in self.agreements],
        }

    def as_text(self) -> str:
        """Return the rates with their intervals, the classes of winces, and the agreement of readers as tables."""
        tables = [self._rates(), self._classes(), *map(_agreement_table, self.agreements)]
        page = "\n".join(table.as_text() for table in tables)
        if len(self.readers) > 1 and not self.agreements:
            page += "\nThe readers have read no line in common, so nothing is said about their agreement.\n"
        return page

    def _rates(self) -> Table:
        shown = (*self.readers, self.total) if len(self.readers) > 1 else self.readers
        columns = ("lines", "talks", "winces per 100", "95 % interval", "severe per 100", "95 % interval")
        return Table(
            (Column("reader"), *(Column(heading, align="right") for heading in columns)),
            [
                (each.reader, len(each.marks), each.talks, *_rate_cells(each.winces), *_rate_cells(each.severe))
                for each in shown
            ],
        )

    def _classes(self) -> Table:
        total = self.total
        rows = [
            (wince, count, f"{100 * count / len(total.marks):.1f}", WINCES[wince])
            for wince, count in sorted(total.classes().items(), key=lambda item: (-item[1], item[0]))
        ]
        columns = (Column("lines", align="right"), Column("per 100", align="right"), Column("meaning"))
        return Table((Column("class"), *columns), rows)


def score_sheets(paths: Sequence[Path]) -> SheetScores:
    """Add up filled-in sheets, and compare readers who have read the same lines. Raises StudyError."""
    marks: dict[str, dict[tuple[str, str], SheetMark]] = {}
    for sheet in map(read_filled_sheet, paths):
        own = marks.setdefault(sheet.reader, {})
        if again := next((mark for mark in sheet.marks if mark.line in own), None):
            raise StudyError(
                f"{sheet.path}: {sheet.reader} has read line {again.utterance} in another of these sheets. "
                "Give each sheet once, and have each reader write a name of their own."
            )
        own |= {mark.line: mark for mark in sheet.marks}
    agreements = []
    for one, other in combinations(marks, 2):
        if both := [line for line in marks[one] if line in marks[other]]:
            pairs = tuple((marks[one][line], marks[other][line]) for line in both)
            agreements.append(ReaderAgreement((one, other), pairs))
    readers = tuple(ReaderScore(reader, tuple(own.values())) for reader, own in marks.items())
    return SheetScores(readers, tuple(agreements))


def _agreement_table(agreement: ReaderAgreement) -> Table:
    return Table(
        (Column("question"), Column("agree", align="right"), Column("Gwet's AC1", align="right")),
        [(question, f"{100 * agree:.1f} %", f"{ac1:.2f}") for question, (agree, ac1) in agreement.questions.items()],
        f"{' and '.join(agreement.readers)}, {len(agreement.pairs)} lines read by both",
    )


def _rate_cells(estimate: IntervalEstimate) -> tuple[Cell, Cell]:
    within = estimate.interval.as_text(".1f", percent=True) if estimate.interval else "-"
    return Cell(estimate.value, f"{100 * estimate.value:.1f}"), Cell(None, within)


def _estimate_json(estimate: IntervalEstimate) -> Json:
    ends = estimate.interval
    return {"value": round(100 * estimate.value, 2), "interval": ends and [round(100 * end, 2) for end in ends]}
