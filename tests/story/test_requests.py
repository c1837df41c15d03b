"""Which requests for help are followed as threads."""

from __future__ import annotations

from pathlib import Path

import pytest

from measures.made import ADA, BRAM, CLEO, DAY, HOUR, MadeRun
from townlet.runfile.view import RunView
from townlet.story import tell_story

DOV, EVE = "Dov Ng", "Eve Fu"


@pytest.mark.parametrize(
    ("refused", "promised", "followed"),
    [
        ((BRAM,), True, True),
        ((BRAM, CLEO), False, False),
        ((BRAM, CLEO, DOV), False, True),
        ((BRAM, CLEO, DOV), True, True),
    ],
)
def test_a_request_is_followed_once_three_have_refused_or_somebody_has_promised(
    refused: tuple[str, ...], promised: bool, followed: bool, tmp_path: Path
) -> None:
    made = MadeRun(ADA, BRAM, CLEO, DOV, EVE)
    for hour, name in enumerate(refused, start=8):
        text = f"{ADA} asked {name} for help with the harp, and {name} could not help."
        made.remembers(hour * HOUR, ADA, text, "thought", heard_from=name)
    if promised:
        made.remembers(12 * HOUR, EVE, f"I promised {ADA} to help with the harp.", "planned", "plan")
    story = tell_story(RunView(made.write(tmp_path / "made.townlet", DAY - 1)))
    thread = story.thread("need-1")
    assert (thread is not None) is followed
    if thread:
        assert len(thread.beats) == len(refused) + promised
