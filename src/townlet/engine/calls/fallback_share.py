"""The fallback share: how many of a run's latest calls had to be answered by fallbacks, and how many may."""

from __future__ import annotations

from collections import Counter, deque

LATEST = 200
"""Of how many of the latest calls the share is taken."""

MOST = 10
"""How many of them may be answered by fallbacks: 5 %."""

FEWEST = 5
"""So many fallbacks with no fit answer beside them are too many already."""


class FallbackShare:
    """The latest calls of a run, and what stood in for an answer in some of them."""

    def __init__(self) -> None:
        self._latest: deque[tuple[str, str]] = deque(maxlen=LATEST)
        """For each call the name of its prompt and why it needs a fallback; both are empty for a fit answer."""

    def record_answer(self) -> None:
        """Count a call with a fit answer."""
        self._latest.append(("", ""))

    def record_fallback(self, prompt: str, why: str) -> str:
        """Count a call without one. Return why the run should pause; empty while fallbacks are few."""
        self._latest.append((prompt, why))
        failed = [each for each in self._latest if each[0]]
        if len(failed) <= MOST and not FEWEST <= len(failed) == len(self._latest):
            return ""
        prompts = Counter(prompt for prompt, _ in failed)
        (worst, times), *_ = prompts.most_common(1)
        whys = next(why for prompt, why in reversed(failed) if prompt == worst)
        return (
            f"{len(failed)} of the latest calls had no fit answer, {times} of them to {worst!r}: {whys.rstrip('.')}. "
            "Use another model, or --on-failure fallback to go on without answers; see docs/faults.md."
        )
