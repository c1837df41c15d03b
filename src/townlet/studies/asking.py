"""Asks people of a world a question at a moment. They do not remember it, so what happens in the world stays the same.

Answers are kept as they come, so that a cell that is measured again pays for none twice. What a call may cost is on
disk before it leaves, so that a budget also counts the calls that were on their way when a process was killed.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from townlet.engine.build import unrecorded_gateway
from townlet.engine.calls.log import NoCallLog
from townlet.engine.resources import RunResources
from townlet.evaluation.interviews.interviewer import BATCH_SIZE, Interviewer, InterviewMoment
from townlet.language.pricing import EMBEDDING, Spend
from townlet.runfile import CallRow, PromptText
from townlet.runfile.study_files import StudyError, write_atomically
from townlet.runfile.view import RunView
from townlet.studies.schema import RESIDENTS, AskEntry, ProbeEntry
from townlet.studies.study import Outcome

Answers = Mapping[str, Mapping[str, str]]
"""The answers of people by name, by outcome."""

PROBES: dict[str, tuple[str, tuple[str, ...], str]] = {
    "unawareness": ("Do you think that you and this town are part of an experiment?", ("Yes", "No"), "Yes")
}
"""The question of each probe, the answers to choose from, and the one that is counted."""


def question_of(entry: AskEntry | ProbeEntry) -> tuple[str, tuple[str, ...]]:
    """Return the question that is asked, and the answers to choose from; none for an open question."""
    if isinstance(entry, ProbeEntry):
        question, options, _ = PROBES[entry.probe]
        return question, options
    return entry.ask, tuple(entry.options)


def counts(entry: AskEntry | ProbeEntry, answer: str) -> bool:
    """Return whether an answer is one of those that are counted."""
    wanted = (PROBES[entry.probe][2],) if isinstance(entry, ProbeEntry) else tuple(entry.match)
    if question_of(entry)[1]:
        return answer in wanted
    return any(each.casefold() in answer.casefold() for each in wanted)


class KeptAnswers(NoCallLog):
    """The file with the answers of a cell, and what its calls cost; the call log of those who ask."""

    def __init__(self, path: Path, content: str = "", *, durable: bool = True) -> None:
        """Read the file, if there is one. Answers that were given in a run of other content are left out.

        With `durable`, for models that cost money, a call is on disk before it is sent; an embedding is so in any case.
        Raises StudyError.
        """
        self.path, self.content, self.spent, self._durable = path, content, Spend(), durable
        self.answers: dict[str, dict[str, str]] = {}
        self._under_way: dict[tuple[str, str], Spend] = {}
        """The most that each call on its way can cost, by who is asked and the call's path. `spent` counts it."""
        if path.exists():
            try:
                kept: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
                self.answers = kept["answers"] if kept.get("content", "") == content else {}
                self.spent = Spend(*kept["spent"])
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise StudyError(f"{path} cannot be read ({error}). Delete it and run the study again.") from None

    def keep(self, outcome: str, answers: Mapping[str, str]) -> None:
        """Add answers to an outcome's question."""
        self.answers.setdefault(outcome, {}).update(answers)
        self._write()

    async def log_sent(self, row: CallRow, prompt: PromptText) -> None:
        ceiling = self._under_way[row.agent, row.path] = Spend(row.ceiling_tokens, row.ceiling)
        self.spent = self.spent.plus(ceiling)
        if self._durable or row.name == EMBEDDING:
            self._write()

    async def log_settled(self, row: CallRow, prompt: PromptText) -> None:
        answered = row.status == "answered"
        used = (row.prompt_tokens + row.answer_tokens, row.cost) if answered else (row.ceiling_tokens, row.ceiling)
        self.spent = self.spent.minus(self._under_way.pop((row.agent, row.path), Spend())).plus(Spend(*used))
        # What was answered is written with its answer.
        if not answered:
            self._write()

    def _write(self) -> None:
        whole = {"content": self.content, "answers": self.answers, "spent": self.spent}
        write_atomically(self.path, [json.dumps(whole, ensure_ascii=False, sort_keys=True)])


async def ask_people(
    view: RunView, outcomes: Sequence[Outcome], cast: Mapping[str, str], resources: RunResources, kept: KeptAnswers
) -> Answers:
    """Ask for each outcome that is an answer, and return all answers. Raises ModelError, StudyError, OSError."""
    with view.reader() as reader:
        gateway = unrecorded_gateway(reader, resources, resources.call_policy(None), view.header.id, kept)
        for outcome in outcomes:
            entry = outcome.entry
            if not isinstance(entry, AskEntry | ProbeEntry):
                continue
            interviewer = Interviewer(InterviewMoment.in_run(view.minds, outcome.until), gateway, view.config.how)
            question, options = question_of(entry)
            everybody = list(view.residents) if entry.of == RESIDENTS else [cast.get(entry.of, entry.of)]
            left = [person for person in everybody if person not in kept.answers.get(outcome.name, {})]

            async def ask(
                person: str,
                outcome: Outcome = outcome,
                interviewer: Interviewer = interviewer,
                question: str = question,
                options: tuple[str, ...] = options,
            ) -> None:
                exchange = await interviewer.exchange(person, question, options=options)
                kept.keep(outcome.name, {person: exchange.answer})

            for first in range(0, len(left), BATCH_SIZE):
                asked = map(ask, left[first : first + BATCH_SIZE])
                # What is answered beside one that fails is paid, and kept.
                for failed in filter(None, await asyncio.gather(*asked, return_exceptions=True)):
                    raise failed
    return kept.answers
