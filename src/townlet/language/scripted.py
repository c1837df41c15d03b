"""A language model for tests that gives prepared answers in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from townlet.language.canned import Canned, reply_of
from townlet.language.model import Reply, Request


class ScriptEndedError(LookupError):
    """A prompt was asked that no answer is left for. Not a ModelError: no fallback may hide it."""


class ScriptedModel:
    """Answers each prompt, by its name, with the next of the answers prepared for that name.

    `requests` holds every request in the order they came, refused ones included.
    """

    name = "scripted"

    def __init__(self, answers: Mapping[str, Sequence[Canned]]) -> None:
        self.requests: list[Request] = []
        self._answers = {name: deque(each) for name, each in answers.items()}

    async def __call__(self, request: Request) -> Reply:
        self.requests.append(request)
        prepared = self._answers.get(request.name)
        if not prepared:
            asked = sum(each.name == request.name for each in self.requests)
            raise ScriptEndedError(
                f"Prompt {request.name!r} was asked {asked} times, but {asked - 1} answers were prepared; "
                "add an answer to the script."
            )
        return reply_of(prepared.popleft(), request, self.name)

    @property
    def unused(self) -> dict[str, int]:
        """How many prepared answers have not been asked for, by prompt, where there are any."""
        return {name: len(each) for name, each in self._answers.items() if each}
