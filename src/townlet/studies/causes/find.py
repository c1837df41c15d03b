"""Finds what made the difference: silences what led to an outcome, one thing in each fork, and lives again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from townlet.engine.build import parse_budget
from townlet.engine.calls.budget import Budget
from townlet.engine.model_options import ModelOptions
from townlet.errors import BadInput
from townlet.evaluation.estimate import UsageAmount
from townlet.language.pricing import Spend
from townlet.language.settings import read_config
from townlet.measures.diffusion.spread import KnowledgeGain
from townlet.runfile import Json, fork_run
from townlet.runfile.event_log import COMMANDS, event_of
from townlet.runfile.files import study_path
from townlet.runfile.study_files import write_atomically
from townlet.runfile.view import RunSource, RunView, open_view
from townlet.state.encoding import as_data, decode
from townlet.state.events import HandedOver
from townlet.story.tested import note_tested
from townlet.studies.causes.cone import Candidate, Cone
from townlet.studies.causes.question import WorldOutcome, read_question
from townlet.studies.causes.result import FEWEST_PLACEBOS, Causes, TriedCause
from townlet.studies.forecast import forecast_repeats
from townlet.studies.outcomes import Measured
from townlet.studies.plan import Segment, StudyCell, StudyPlan, code_digest, digest_of_words
from townlet.studies.ray_tasks import open_executor
from townlet.studies.runner import JobEnd, Progress, prepare_folder, run_study, spend_of_runs
from townlet.studies.study import StudySpec
from townlet.studies.worker import row_path, run_path, story_path

MOST = 40
"""How many things are tried unless the user says otherwise."""

_AT_ONCE = 8
_NOT_REPEATABLE = ("Said", "Acted", "Halted", "Left", "TalkEnded", HandedOver.__name__)


def world_path(run: Path, world: str) -> Path:
    """Return the run file of a world in which a question about a run was tried."""
    return run_path(study_path(run) / "causes.study", world)


class Inquiry:
    """A question about a run, with the worlds that answer it. They are kept beside the run."""

    def __init__(
        self,
        run: RunSource,
        text: str,
        most: int = MOST,
        options: ModelOptions | None = None,
        seeds: int = 1,
        without: str = "",
    ) -> None:
        """Read the question and find what may have led to its outcome. Raises BadInput, RunFileError.

        `seeds` is how many futures are lived: the run's own, and others in which the models answer anew. `without` is
        the id of the one line or memory to try.
        """
        options = options or ModelOptions()
        self.budget = parse_budget(options.budget) or Budget()
        self.options = replace(options, budget=None)
        view = open_view(run)
        self.question, self.outcome = read_question(text, view)
        self.view = RunView(view.path, before_step=self.question.until)
        cone = Cone(self.view, self.question, self.outcome)
        found = [cone.named(without)] if without else cone.candidates
        self.candidates, self.untried = found[:most], len(found[most:])
        wanted = max(len(self.candidates), FEWEST_PLACEBOS) if self.candidates else 0
        self.placebos = cone.placebos(self.candidates, wanted, view.header.seed)
        everything: list[tuple[Candidate, ...]] = [(each,) for each in (*self.candidates, *self.placebos)]
        first = min((each.begin for each, *_ in everything), default=self.view.until)
        self._check_repeatable(first)
        own = view.header.seed
        self._plan = StudyPlan(self._study(view, tuple(range(own, own + seeds))))
        self.folder = self._plan.study.folder
        self._until = view.until
        self.past = digest_of_words("past", view.header.id, view.until, view.state_hash())
        self._worlds: dict[tuple[str, int, tuple[Candidate, ...], int], StudyCell] = {}
        self.control = self._world(self.past, first, ()) if everything else None
        self.worlds = {silenced: self._futures(silenced) for silenced in everything}

    def _check_repeatable(self, first: int) -> None:
        """Check that after the first fork nobody was moved by hand, and no program outside decided for anybody."""
        with self.view.reader() as reader:
            rows = [*reader.events(first, self.view.last, kinds=_NOT_REPEATABLE, phase=COMMANDS)]
        outside = [*self.view.state_at(first).outside]
        for row in rows:
            event, when = event_of(row), self.view.time(row.step)
            if not isinstance(event, HandedOver):
                who = getattr(event, "agent", "") or getattr(event, "speaker", "somebody")
                raise BadInput(
                    f"A person at the keyboard moved or spoke for {who} at {when:%Y-%m-%d %H:%M}, which cannot be done "
                    f"again in a world that is otherwise; ask about a run in which nobody is moved by hand."
                )
            outside.append(event.agent)
        if outside:
            raise BadInput(
                f"A program outside decided for {outside[0]}, and in another world it cannot be asked again; ask "
                f"about a run in which everybody decides for themselves."
            )

    def _study(self, view: RunView, seeds: tuple[int, ...]) -> StudySpec:
        path = study_path(view.path) / "causes.toml"
        at_once = self.options.concurrency or _AT_ONCE
        return StudySpec(
            path, "", "causes", self.question.text, view.town.name, view.town, self.question.until,
            seeds, view.config, self.budget, at_once, {}, {}, {}, (), {}, None, (), {},
        )  # fmt: skip

    def _futures(self, silenced: tuple[Candidate, ...]) -> list[tuple[StudyCell, StudyCell | None]]:
        """Add the worlds without one thing to the plan, each with the world that it is compared with: that of the same
        future with nothing silenced, or the run itself (None)."""
        begin, own = silenced[0].begin, self._plan.study.seeds[0]
        return [
            (
                self._world(self.past, begin, silenced, seed),
                None if seed == own else self._world(self.past, begin, (), seed),
            )
            for seed in self._plan.study.seeds
        ]

    def _world(self, parent: str, begin: int, silenced: tuple[Candidate, ...], future: int | None = None) -> StudyCell:
        """Add a world to the plan, unless it is there: a fork in which these things are kept from their people."""
        plan, study = self._plan, self._plan.study
        seed = study.seeds[0] if future is None else future
        key = parent, begin, silenced, seed
        if key not in self._worlds:
            acts = tuple(each.act for each in silenced)
            name = digest_of_words("causes", code_digest(), parent, begin, [asdict(act) for act in acts], seed)
            plan.segments[name] = Segment(name, parent, begin, seed, study.config, "", (), acts, (), {}, repeats=True)
            plan.ends[name] = study.until
            measured = Measured((), (), study.until, self.question)
            row = digest_of_words(name, digest_of_words(asdict(measured)))
            plan.cells.append(StudyCell(seed, {}, name, measured, row, len(plan.cells)))
            self._worlds[key] = plan.cells[-1]
        return self._worlds[key]

    def lay_out_past(self) -> None:
        """Copy the run into the folder, from where the worlds fork it. Raises RunFileError, OSError."""
        prepare_folder(self.folder)
        path = run_path(self.folder, self.past)
        if not path.exists():
            draft = path.with_suffix(".draft")
            draft.unlink(missing_ok=True)
            fork_run(self.view.path, self._until, draft, label=self.view.header.id)
            told = {"segment": self.past, "cast": {}, "acts": []}
            write_atomically(story_path(self.folder, self.past), [json.dumps(told), "\n"])
            os.replace(draft, path)

    def answer(
        self,
        workers: int | str | None = None,
        on_progress: Callable[[Progress, JobEnd | None], None] = lambda progress, ended: None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> Causes:
        """Live the worlds that are not lived yet, and return the answer. Raises BadInput, StudyError, RunFileError."""
        local, ray = (None, workers) if isinstance(workers, str) else (workers, None)

        def live() -> Progress:
            return run_study(self._plan, open_executor(local, ray), on_progress, is_stopped, self.options)

        self.check_budget()
        self.lay_out_past()
        progress = live()
        if not progress.stopped and self.pair_up():
            progress = live()
        found = self.causes(progress)
        if not progress.stopped:
            note_tested(self.view, self.question.text, found.tested())
        return found

    def pair_up(self) -> bool:
        """Add a world for each telling that changed nothing because the person learned it otherwise: without both.
        Return whether there is one."""
        seen: set[frozenset[tuple[str, str]]] = set()
        for candidate in self.candidates:
            cell = self.worlds[candidate,][0][0]
            found = self.result_of(cell)
            gain = found.gain(candidate.person) if found else None
            if found is None or gain is None or self.question.effect(self.outcome, found):
                continue
            other = self._instead(candidate, gain, cell)
            key = frozenset((each.person, each.utterance or str(each.step)) for each in (candidate, other) if each)
            if other and key not in seen:
                seen.add(key)
                self.worlds[candidate, other] = [(self._world(cell.segment, other.begin, (other,)), None)]
        return bool(seen)

    def _instead(self, candidate: Candidate, gain: KnowledgeGain, cell: StudyCell) -> Candidate | None:
        """Return what told somebody in another world, if it came after what was silenced there."""
        if gain.step < candidate.begin:
            return None
        view = RunView(run_path(self.folder, cell.segment), before_step=self.question.until)
        others = Cone(view, replace(self.question, person=gain.person), WorldOutcome({gain.person: gain.step}, (gain,)))
        told = (each for each in others.candidates if each.person == gain.person and each.step <= gain.step)
        return next((each for each in told if each.utterance == gain.utterance and each.kind != "thought"), None)

    def result_of(self, cell: StudyCell) -> WorldOutcome | None:
        """Return what came about in a world; None if it is not lived."""
        row = self._row(cell)
        return decode(WorldOutcome, row["outcome"]) if row else None

    def is_same(self) -> bool | None:
        """Return whether the world in which nothing is silenced is the run; None if it is not lived."""
        row = self._row(self.control) if self.control else None
        return bool(row["state_hash"] == self.view.state_hash()) if row else None

    def _row(self, cell: StudyCell) -> dict[str, Any] | None:
        path = row_path(self.folder, cell.row)
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    @property
    def left(self) -> StudyPlan:
        """The plan of the worlds that are not lived yet."""
        cells = [cell for cell in self._plan.cells if not row_path(self.folder, cell.row).exists()]
        segments = {cell.segment: self._plan.segments[cell.segment] for cell in cells}
        return StudyPlan(self._plan.study, cells, segments, self._plan.ends)

    def as_json(self) -> dict[str, Json]:
        """Return what is to be tried as JSON data."""
        return {
            "question": self.question.text,
            "candidates": [as_data(each) for each in self.candidates],
            "placebos": len(self.placebos),
            "untried": self.untried,
            "worlds": len(self.left.cells),
        }

    def costs(self) -> Mapping[str, UsageAmount]:
        """Return by model what the worlds that are left take at most, if they ask no more than the run did.

        Those of the run's own future get its replies until they part from it, and the one with nothing silenced never
        does.
        """
        study, segments = self._plan.study, self.left.segments.values()
        begins = [each.begin for each in segments if each.acts or each.seed != study.seeds[0]]
        prices = read_config(self.options.config).price_list
        with self.view.reader() as reader:
            return forecast_repeats(reader, study.config, begins, study.until, prices)

    def kept_answer(self) -> Causes | None:
        """Return the answer if everything that it takes is lived already. Raises RunFileError."""
        if self.left.cells or (self.pair_up() and self.left.cells):
            return None
        return self.causes(Progress(len(self._plan.cells), len(self._plan.cells), 0))

    def check_budget(self) -> None:
        """Check that the budget, less what earlier questions spent, is enough for one world. Raises BadInput."""
        left, budget = self.left, self.budget
        if budget == Budget() or self._plan.study.config.offline or not left.cells:
            return
        costs = self.costs().values()
        usd = sum(each.usd or 0 for each in costs) / len(left.cells)
        tokens = round(sum(each.input_tokens + each.output_tokens for each in costs) / len(left.cells))
        spent = spend_of_runs(self.folder)
        if budget.allows(spent.plus(Spend(tokens, usd))):
            return
        dollars = budget.usd is not None and spent.usd + usd > budget.usd
        world, before = (
            (f"{usd:.2f} US dollars", f"{spent.usd:.2f}") if dollars else (f"{tokens:,} tokens", f"{spent.tokens:,}")
        )
        least = f"{spent.usd + usd:.2f}usd" if dollars else f"{spent.tokens + tokens}tok"
        earlier = f", of which earlier questions about the run have spent {before}" if spent.tokens else ""
        raise BadInput(
            f"A world takes about {world}, and the budget is {budget}{earlier}; give a budget of {least} at least, or "
            f"ask about something that was decided earlier."
        )

    def causes(self, progress: Progress) -> Causes:
        """Return the answer from the worlds that are lived."""
        placebos = [each for placebo in self.placebos if (each := self._tried((placebo,), ()))]
        band = [each.effects for each in placebos]
        tried = [each for silenced in self.worlds if (each := self._tried(silenced, band))]
        single = [each for each in tried if each.silenced[0] in self.candidates and len(each.silenced) == 1]
        return Causes(
            self.question,
            self.outcome,
            len(self._plan.study.seeds),
            tuple(sorted(single, key=lambda each: (-each.effect, self.candidates.index(each.candidate)))),
            tuple(placebos),
            tuple(each for each in tried if len(each.silenced) > 1),
            self.untried,
            progress,
            self.is_same(),
            self.view.path,
            self.view.clock,
            self.folder,
            self.view.manifest,
        )

    def _tried(self, silenced: tuple[Candidate, ...], band: Sequence[Sequence[int]]) -> TriedCause | None:
        """Return what came of the worlds without something, beside the effects of placebos in the same futures."""
        worlds = self.worlds[silenced]
        lived = [
            (before, after)
            for cell, control in worlds
            if (before := self.result_of(control) if control else self.outcome) and (after := self.result_of(cell))
        ]
        own = self.result_of(worlds[0][0])
        if own is None:
            return None
        effects = tuple(self.question.effect(*each) for each in lived)
        lost, new = self.question.differing(self.outcome, own)
        fewer = tuple(len(lost) - len(new) for lost, new in (self.question.differing(*each) for each in lived))
        as_strong = sum(fmean(each[: len(effects)]) >= fmean(effects) for each in band)
        world, instead = run_path(self.folder, worlds[0][0].segment), tuple(_chain_of(own, silenced[0].person))
        return TriedCause(silenced, lost, new, effects, fewer, as_strong, len(band), world, instead)


def _chain_of(outcome: WorldOutcome, person: str) -> Iterable[KnowledgeGain]:
    """Yield how somebody came to know a fact, then how their teller did, back to the source."""
    seen: set[str] = set()
    while person not in seen and (gain := outcome.gain(person)):
        seen.add(person)
        yield gain
        person = gain.heard_from


def find_causes(  # noqa: PLR0913 - as many as the command has options
    run: RunSource,
    question: str,
    *,
    most: int = MOST,
    seeds: int = 1,
    without: str = "",
    workers: int | str | None = None,
    options: ModelOptions | None = None,
    on_progress: Callable[[Progress, JobEnd | None], None] = lambda progress, ended: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> Causes:
    """Find what made the difference: what somebody took in without which it would have come out otherwise.

    `question` is such as 'Ann came to the fair', 'who came to the fair', 'Ann knows the rumour', 'how many know the
    rumour' or 'Ann did a walk at day 2 9:00'. Each line, sight and thought that led to it, at most `most`, is kept from
    the one person who took it in, in a fork that lives on until the question is decided. As many lines that have
    nothing to do with it are silenced beside them, as placebos. `without` is the id of the one line or memory to try
    instead. All are tried in `seeds` futures: the run's own, and others in which the models answer anew from the fork
    on. The worlds are kept in the folder of studies beside the run, and the same call goes on after a stop. `workers`
    is how many live at once, each in a process, or the address of a Ray cluster ('auto' for this machine). Of `options`
    the budget, for all questions about the run, the limit of calls and the configuration file are used. Call it below
    `if __name__ == "__main__":`. Raises BadInput, StudyError, RunFileError.

    The story of the run marks what led to a chapter with what came of it here.
    """
    return Inquiry(run, question, most, options, seeds, without).answer(workers, on_progress, is_stopped)
