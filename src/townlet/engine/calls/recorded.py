"""A model that gives a run's own replies again in a fork of it, and is asked only what differs from the run."""

from __future__ import annotations

from townlet.engine.calls.log import recorded_reply
from townlet.language.model import LanguageModel, ModelWrapper, Reply, Request
from townlet.runfile import CallFilter, PromptText, RunReader
from townlet.state.encoding import canonical


class RecordedModel(ModelWrapper):
    """Answer a prompt as a run was answered in the same place; else ask the model. Implements `LanguageModel`.

    A place is the agent, the step and the path within the turn. So a fork gets the run's replies until it parts from
    it, and afterwards wherever nothing differs. They take no tokens, as those of the reply cache.
    """

    def __init__(self, model: LanguageModel, run: RunReader, since: int) -> None:
        """Read the replies of a run from a step on. Raises RunFileError."""
        self.model = model
        self._replies: dict[tuple[tuple[str, int, str], str], list[Reply]] = {}
        for row in run.calls(CallFilter(status="answered", from_step=since)):
            if not row.fallback:
                replies = self._replies.setdefault(((row.agent, row.step, row.path), row.prompt_sha), [])
                replies.append(recorded_reply(row))

    async def __call__(self, request: Request) -> Reply:
        """Answer from the run if it can. Raises ModelError."""
        prompt = PromptText(request.text, canonical(request.schema))
        replies = self._replies.get((request.key, prompt.sha), ())
        if request.reask >= len(replies):
            return await self.model(request)
        return replies[request.reask].from_earlier_run()
