"""What viewers ask of other worlds: what would be otherwise if somebody had not taken something in.

Each question is a question of `townlet causes` about one line or memory, and is answered by forks that live in
processes of their own. They are kept beside the run, so a question that was answered once is answered at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from townlet.engine.model_options import ModelOptions
from townlet.errors import BadInput, TownletError
from townlet.language.secrets import redact
from townlet.runfile.view import RunView
from townlet.server.errors import ActionRefused
from townlet.server.protocol.what_if import WhatIfAnswer, WhatIfRequest, WhatIfView
from townlet.studies.causes.find import Inquiry
from townlet.studies.causes.page import line_where_worlds_part
from townlet.studies.causes.question import questions_about
from townlet.studies.causes.result import Causes
from townlet.studies.forecast import forecast_time
from townlet.studies.runner import JobEnd, Progress, usual_workers

MOST_KEPT = 8
"""How many questions are kept in mind. The answers of others are read from their worlds again."""


class WhatIf:
    """One question, and the thread that answers it."""

    def __init__(self, inquiry: Inquiry, questions: list[str]) -> None:
        self._inquiry, self._questions = inquiry, questions
        self._found, self._costs = inquiry.kept_answer(), inquiry.costs()
        self._progress: Progress | None = None
        self._why = ""
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    @property
    def text(self) -> str:
        return self._inquiry.question.text

    @property
    def running(self) -> bool:
        """Whether its worlds are being lived."""
        return self._thread is not None and self._thread.is_alive()

    def start(self, pays: bool) -> None:
        """Live its worlds. Raises ActionRefused if that costs something and the viewer has not agreed to it."""
        if self._costs and not pays:
            raise ActionRefused("This calls a language model. Agree to its cost first.")
        if self._found is None or self._why:
            self._stopped.clear()
            self._why, self._found, self._progress = "", None, None
            self._thread = threading.Thread(target=self._live, name="what-if", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Stop after the steps that are being lived. What was lived is kept."""
        self._stopped.set()

    def join(self) -> None:
        """Wait until its thread has ended."""
        if self._thread:
            self._thread.join()

    def _live(self) -> None:
        try:
            found = self._inquiry.answer(on_progress=self._note, is_stopped=self._stopped.is_set)
        except (TownletError, OSError) as error:
            self._why = redact(str(error))
            return
        if found.progress.stopped:
            self._why = "Stopped. What was lived is kept, and it can go on."
        else:
            self._why = next((redact(problem.message) for problem in found.progress.problems), "")
            self._found = found if found.tried else None

    def _note(self, progress: Progress, ended: JobEnd | None) -> None:
        self._progress = progress

    def view(self, address_of: Callable[[Path], str]) -> WhatIfView:
        """Return how far it has come; `address_of` returns the path of another world from the server's root."""
        left, progress, running = self._inquiry.left, self._progress, self.running
        answer = None if self._found is None or running else _answer(self._found, address_of)
        [candidate] = self._inquiry.candidates
        workers, prices = usual_workers(), [each.usd for each in self._costs.values()]
        state = "running" if running else "answered" if answer else "stopped" if self._why else "planned"
        return WhatIfView(
            without=str(candidate),
            questions=self._questions,
            question=self.text,
            state=state,
            why=self._why,
            worlds=progress.cells if progress else len(left.cells),
            done=progress.done if progress else 0,
            seconds=progress.seconds_left if progress else forecast_time(left, left.segments).wall_seconds(workers),
            calls=round(sum(each.calls for each in self._costs.values())),
            usd=None if None in prices else sum(filter(None, prices)),
            answer=answer,
        )


def _answer(found: Causes, address_of: Callable[[Path], str]) -> WhatIfAnswer:
    [tried] = found.tried
    step, lines = line_where_worlds_part(found, tried) or (tried.candidate.step, ())
    return WhatIfAnswer(
        sentence=found.sentence,
        noise=found.noise,
        told_instead=found.told_instead(tried),
        notes=[note.strip() for note in found.notes()],
        world=address_of(tried.world),
        step=step,
        lines=[*lines],
    )


class WhatIfs:
    """The questions about one run, of which one is tried at a time. Safe for many threads."""

    def __init__(self, path: Path, options: ModelOptions) -> None:
        self._path = path
        self._options = ModelOptions(config=options.config, budget=options.budget, concurrency=options.concurrency)
        self._asked: dict[tuple[str, str, int], WhatIf] = {}
        self._lock = threading.Lock()

    def act(self, request: WhatIfRequest) -> WhatIf:
        """Carry out a request. Return the question that it is about. Raises ActionRefused, BadInput, RunFileError."""
        with self._lock:
            asked = self._find(request)
            if request.action == "stop":
                asked.stop()
            elif request.action == "try" and not asked.running:
                if other := next((each for each in self._asked.values() if each.running), None):
                    raise ActionRefused(f"Another question is being tried ({other.text}). Wait, or stop it first.")
                asked.start(request.pays)
            return asked

    def _find(self, request: WhatIfRequest) -> WhatIf:
        key = request.without, request.question, request.at
        if key not in self._asked:
            made = self._make(request)
            while len(self._asked) >= MOST_KEPT:
                del self._asked[next(key for key, each in self._asked.items() if not each.running)]
            self._asked[key] = self._asked.setdefault((request.without, made.text, request.at), made)
        return self._asked[key]

    def _make(self, request: WhatIfRequest) -> WhatIf:
        view = RunView(self._path, before_step=request.at)
        questions = questions_about(request.without, view)
        refusals = []
        for question in [request.question] if request.question else questions:
            try:
                inquiry = Inquiry(view, question, options=self._options, without=request.without)
            except BadInput as error:
                refusals.append(error)
            else:
                return WhatIf(inquiry, questions)
        raise refusals[0] if refusals else BadInput("Nothing came after it that could be asked about.")

    def close(self) -> None:
        """Stop what is being tried, and wait for it."""
        for asked in self._asked.values():
            asked.stop()
        for asked in self._asked.values():
            asked.join()
