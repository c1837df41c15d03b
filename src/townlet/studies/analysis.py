"""The analysis of a study: comparisons paired by seed, means, curves over time, and what wordings change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from statistics import fmean
from typing import Any

from townlet.evaluation.ranking.significance import adjust_by_holm
from townlet.measures.table import Cell, Column, Table
from townlet.runfile import Json
from townlet.runfile.study_files import StudyError
from townlet.studies.claims import ComparedCells
from townlet.studies.instruments import Instruments, short_number
from townlet.studies.paired_tests import PairedEstimate, survival_curve
from townlet.studies.schema import TimeToEntry
from townlet.studies.study import Contrast
from townlet.studies.tables import LivedCell, StudyResults

CURVE_MINUTES = 10
"""The game minutes between two points of a curve."""


class StudyAnalysis:
    """Compares the cells of a study, as far as they are done."""

    def __init__(self, results: StudyResults) -> None:
        """Raises StudyError if no cell is done."""
        self.results, self.study = results, results.study
        if not results.lived:
            raise StudyError(
                f"No cell of {self.study.path} is done yet; give `townlet study run {self.study.path}` first."
            )

    @cached_property
    def instruments(self) -> Instruments:
        """Whether the factors operated and the outcomes can move."""
        return Instruments(self.results)

    @cached_property
    def comparisons(self) -> tuple[ComparedCells, ...]:
        """The primary comparison, then the secondary ones with their p values after Holm.

        Comparisons that can show nothing say why, and are not of the family of tests.
        """
        primary = [self.compare(self.study.primary, is_primary=True)] if self.study.primary else []
        secondary = [self.compare(contrast) for contrast in self.study.secondary]
        family = {
            place: p
            for place, each in enumerate(secondary)
            if each.estimate and not each.untested and (p := each.estimate.p_sign_flips) is not None
        }
        adjusted = dict(zip(family, adjust_by_holm([*family.values()]), strict=True))
        return (*primary, *(replace(each, adjusted=adjusted.get(place)) for place, each in enumerate(secondary)))

    def compare(
        self, contrast: Contrast, labels: Mapping[str, str] | None = None, *, is_primary: bool = False
    ) -> ComparedCells:
        """Compare all cells, or those with these labels: differences within pairs, averaged in each seed."""
        labels = labels or {}
        values = {
            (each.cell.seed, *each.cell.labels.items()): each.outcomes[contrast.outcome]
            for each in self.results.lived
            if all(each.cell.labels[name] == level for name, level in labels.items())
        }
        by_seed: dict[int, list[float]] = {}
        pairs = missing = 0
        for seed, rest in self._blocks(contrast, labels):
            signed = [
                (sign, values.get((seed, *(self._labels(rest, levels)).items()))) for sign, levels in _arms(contrast)
            ]
            known = [(sign, value) for sign, value in signed if value is not None]
            if len(known) == len(signed):
                by_seed.setdefault(seed, []).append(sum(sign * value for sign, value in known))
                pairs += 1
            else:
                missing += 1
        estimate = PairedEstimate(tuple(map(fmean, by_seed.values()))) if by_seed else None
        untested, matters = self.instruments.why_untested(contrast), self.study.matters.get(contrast.outcome)
        return ComparedCells(contrast, is_primary, estimate, tuple(by_seed), pairs, missing, untested, matters)

    def _blocks(self, contrast: Contrast, labels: Mapping[str, str]) -> Iterator[tuple[int, dict[str, str]]]:
        """Yield each seed with each combination of the labels that the contrast does not compare."""
        compared = {term.factor for term in contrast.terms}
        rest = [name for name in self.study.label_names if name not in compared]
        choices = [[labels[name]] if name in labels else self._levels(name) for name in rest]
        for seed in self.study.seeds:
            for levels in product(*choices):
                yield seed, dict(zip(rest, levels, strict=True))

    def _levels(self, name: str) -> list[str]:
        if name in self.study.factors:
            return list(self.study.factors[name].levels)
        return [str(number + 1) for number in range(len(self.study.paraphrases[name]))]

    def _labels(self, rest: Mapping[str, str], levels: Mapping[str, str]) -> dict[str, str]:
        """Return labels in the order in which every cell has them."""
        return {name: levels.get(name) or rest[name] for name in self.study.label_names}

    def wordings(self) -> list[tuple[str, str, ComparedCells]]:
        """Return the primary comparison for each wording alone: paraphrase, wording and comparison."""
        if self.study.primary is None:
            return []
        return [
            (name, text, self.compare(self.study.primary, {name: str(number + 1)}))
            for name, texts in self.study.paraphrases.items()
            if len(texts) > 1
            for number, text in enumerate(texts)
        ]

    # Tables.

    def contrasts(self) -> Table:
        """Return one row for each comparison. Raises MissingExtra."""
        columns = (
            "comparison", "outcome", "kind", "verdict", "seeds", "pairs", "pairs_missing", "mean_difference",
            "deviation", "low", "high", "student_low", "student_high", "p_sign_flips", "p_holm", "matters",
            "p_equivalence", "untested",
        )  # fmt: skip
        return Table.of("contrasts", "", columns, map(_contrast_row, self.comparisons))

    def means(self) -> Table:
        """Return the mean of each outcome at each level, over seeds. Raises MissingExtra."""
        rows = []
        for outcome, check in self.instruments.outcomes.items():
            for name in self.study.label_names if not check.stuck else ():
                for level in self._levels(name) if len(self._levels(name)) > 1 else ():
                    by_seed = self._by_seed(
                        lambda each, outcome=outcome: each.outcomes[outcome],  # type: ignore[misc]
                        name,
                        level,
                    )
                    if by_seed:
                        estimate = PairedEstimate(tuple(by_seed.values()))
                        ends = estimate.interval or (None, None)
                        values = (estimate.mean, *ends)
                        rows.append((outcome, name, level, estimate.seeds, *map(_rounded, values)))
        return Table.of("means", "", ("outcome", "factor", "level", "seeds", "mean", "low", "high"), rows)

    def curves(self) -> Table:
        """Return the share of residents who know each fact over time, with a band over seeds. Raises MissingExtra."""
        step = self.study.clock.steps(CURVE_MINUTES)
        rows = []
        for fact, name, level, cells in self._told_levels():
            begin = self.study.factors[name].at or 0
            for until in range(begin - begin % step, self.study.until + 1, step):
                by_seed = self._by_seed(lambda each: _share(each, fact, until), name, level, cells)  # noqa: B023
                estimate = PairedEstimate(tuple(by_seed.values()))
                low, high = estimate.interval or (None, None)
                time = self.study.clock.at(until).isoformat()
                rows.append((fact, name, level, time, estimate.seeds, *map(_rounded, (estimate.mean, low, high))))
        return Table.of("curves", "", ("fact", "factor", "level", "time", "seeds", "share", "low", "high"), rows)

    def survival(self) -> Table:
        """Return for each time outcome the share of worlds in which it has not come yet. Raises MissingExtra.

        Worlds count one by one, so the interval takes worlds of one seed as independent; compare the arms by contrasts.
        """
        rows = []
        for outcome in self.study.outcomes.values():
            if not isinstance(outcome.entry, TimeToEntry) or self.instruments.outcomes[outcome.name].stuck:
                continue
            most = (outcome.until - outcome.since) * self.study.clock.step_seconds / 3600
            for name in self.study.factors:
                hours_at: dict[str, list[float]] = {}
                for each in self.results.lived:
                    if (value := each.outcomes[outcome.name]) is not None:
                        hours_at.setdefault(each.cell.labels[name], []).append(value)
                # Levels with the same times have curves that tell nothing.
                if len(hours_at) > 1 and len({tuple(sorted(hours)) for hours in hours_at.values()}) == 1:
                    continue
                for level in filter(hours_at.get, self._levels(name)):
                    hours = hours_at[level]
                    steps = survival_curve(hours, [value >= most for value in hours])
                    rows += [
                        (outcome.name, name, level, len(hours), *map(_rounded, (s.hours, s.share, s.low, s.high)))
                        for s in steps
                    ]
        columns = ("outcome", "factor", "level", "worlds", "hours", "share", "low", "high")
        return Table.of("survival", "", columns, rows)

    def tables(self) -> tuple[Table, ...]:
        """Return all tables of the analysis. Raises MissingExtra."""
        return self.contrasts(), self.instruments.table(), self.means(), self.curves(), self.survival()

    def _told_levels(self) -> Iterator[tuple[str, str, str, Sequence[LivedCell]]]:
        """Yield the facts of the study's outcomes with each level of each factor, and its cells."""
        facts = dict.fromkeys(
            fact for outcome in self.study.outcomes.values() if (fact := getattr(outcome.entry, "fact", ""))
        )
        for fact in facts:
            for name in self.study.factors:
                at_level = {
                    level: [each for each in self.results.lived if each.cell.labels[name] == level]
                    for level in self._levels(name)
                }
                ends = {
                    tuple(sorted(_share(each, fact, self.study.until) for each in cells)) for cells in at_level.values()
                }
                # Levels at which as many know it in the end have curves that tell nothing.
                if len(ends) > 1:
                    yield from ((fact, name, level, cells) for level, cells in at_level.items() if cells)

    def _by_seed(
        self,
        value_of: Callable[[LivedCell], float | None],
        name: str,
        level: str,
        cells: Sequence[LivedCell] | None = None,
    ) -> dict[int, float]:
        """Return the mean of a value over the cells of each seed that are at a level."""
        found: dict[int, list[float]] = {}
        for each in self.results.lived if cells is None else cells:
            if each.cell.labels[name] == level and (value := value_of(each)) is not None:
                found.setdefault(each.cell.seed, []).append(value)
        return {seed: fmean(values) for seed, values in found.items()}

    # Texts.

    def as_json(self) -> dict[str, Json]:
        """Return comparisons and means as JSON data. Raises MissingExtra."""
        return {
            "study": self.study.name,
            "cells": len(self.results.plan.cells),
            "done": len(self.results.lived),
            "comparisons": self.contrasts().as_json(),
            "instruments": self.instruments.table().as_json(),
            "means": self.means().as_json(),
            "wordings": [
                {
                    "paraphrase": name,
                    "wording": text,
                    "mean_difference": _rounded(found.estimate.mean) if found.estimate else None,
                }
                for name, text, found in self.wordings()
            ],
            "note": str(self.results.lived[0].row["note"]),
        }

    def as_text(self) -> str:
        """Return the analysis as a page of text. Raises MissingExtra."""
        return "\n".join(line.rstrip() for line in self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        done, cells = len(self.results.lived), len(self.results.plan.cells)
        yield f"{self.study.name}: {done} of {cells} cells done, {len(self.study.seeds)} seeds"
        if self.study.hypothesis:
            yield f"Hypothesis: {self.study.hypothesis}"
        yield from self.results.notes()
        if undelivered := sum(not act["delivered"] for each in self.results.lived for act in each.row["acts"]):
            yield f"{undelivered} acts were not delivered: nobody was free to listen. worlds.csv says where."
        for title, wanted in (("PRIMARY", True), ("SECONDARY", False)):
            if found := [each for each in self.comparisons if each.is_primary == wanted]:
                yield ""
                yield from self._comparison_table(title, found).as_text().splitlines()
                yield from (f"  {each.describe()}" for each in found if wanted or each.untested)
                yield from (line for each in found if wanted for line in _missing_line(each))
        yield from ("", "INSTRUMENTS", *self.instruments.lines())
        yield from self._wording_lines()
        yield ""
        yield from self._means_table().as_text().splitlines()

    @staticmethod
    def _comparison_table(title: str, found: Sequence[ComparedCells]) -> Table:
        names = ("mean", "95 % interval", "p", "Holm", "seeds", "verdict")
        columns = (Column("difference", width=48), *map(Column, names))
        return Table(columns, [_comparison_cells(each) for each in found], title=title)

    def _wording_lines(self) -> Iterator[str]:
        found = [(text, each.estimate.mean) for _, text, each in self.wordings() if each.estimate]
        if not found:
            return
        signs = {mean > 0 for _, mean in found if mean}
        yield ""
        yield f"BY WORDING: the sign {'holds for each' if len(signs) < 2 else 'differs between wordings'}"
        yield from (f"  {mean:+.3g}  {text}" for text, mean in found)

    def _means_table(self) -> Table:
        rows = [
            (outcome, f"{name} {level}", short_number(mean), _span(low, high, sign=""))
            for outcome, name, level, _, mean, low, high in self.means().rows
        ]
        return Table((Column("outcome"), Column("level"), Column("mean"), Column("95 % interval")), rows, title="MEANS")


def _arms(contrast: Contrast) -> list[tuple[int, dict[str, str]]]:
    """Return the cells that a contrast adds and subtracts: sign and levels. An interaction has four."""
    ends = [((1, term.plus), (-1, term.minus)) for term in contrast.terms]
    factors = [term.factor for term in contrast.terms]
    arms = []
    for chosen in product(*ends):
        sign = 1
        for each, _ in chosen:
            sign *= each
        arms.append((sign, dict(zip(factors, (level for _, level in chosen), strict=True))))
    return arms


def _share(each: LivedCell, fact: str, until: int) -> float:
    """Return the share of a world's residents who knew a fact before a step."""
    known = sum(bool(step < until) for _, step, _, _ in each.row["knowledge"].get(fact, ()))
    return known / max(1, int(each.row["residents"]))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(float(value), 6)


def _contrast_row(each: ComparedCells) -> tuple[Any, ...]:
    terms, found = " x ".join(map(str, each.contrast.terms)), each.estimate
    head = (terms, each.contrast.outcome, "primary" if each.is_primary else "secondary", each.verdict)
    if found is None:
        return (*head, 0, each.pairs, each.missing, *[None] * 10, each.untested or None)
    tested = not each.untested
    low, high = (found.interval if tested else None) or (None, None)
    student = (found.student_interval if tested else None) or (None, None)
    p = found.p_sign_flips if tested else None
    equal = each.p_equivalence if tested else None
    values = (found.mean, found.deviation, low, high, *student, p, each.adjusted, each.matters, equal)
    return (*head, found.seeds, each.pairs, each.missing, *map(_rounded, values), each.untested or None)


def _comparison_cells(each: ComparedCells) -> list[Cell | Json]:
    found, label = each.estimate, str(each.contrast)
    if found is None:
        return [label, "no pair is complete", "", "", "", 0, ""]
    if each.untested:
        return [label, f"{found.mean:+.3g}", "", "", "", found.seeds, "not tested"]
    low, high = found.interval or (None, None)
    holm = "" if each.adjusted is None else f"{each.adjusted:.3g}"
    p = "" if found.p_sign_flips is None else f"{found.p_sign_flips:.3g}"
    return [label, f"{found.mean:+.3g}", _span(low, high) or "none", p, holm, found.seeds, each.verdict]


def _span(low: float | None, high: float | None, sign: str = "+") -> str:
    return "" if low is None or high is None else f"{low:{sign}.3g} to {high:{sign}.3g}"


def _missing_line(each: ComparedCells) -> Iterator[str]:
    if each.missing:
        yield f"  {each.missing} of {each.pairs + each.missing} pairs are not complete and are left out."
