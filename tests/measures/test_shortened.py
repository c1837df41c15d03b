from __future__ import annotations

import pytest

from townlet.measures.mended import is_shortened
from townlet.runfile import CallRow


@pytest.mark.parametrize(
    ("prompt", "context", "shortened"),
    [
        ("converse", "4096", True),
        ("summary", "4096", True),
        ("converse", "8192", False),
        ("converse", "", False),
        ("importance", "4096", False),
        ("minute_plan", "4096", False),
        ("embedding", "4096", False),
    ],
)
def test_a_call_says_whether_a_small_context_took_memories_from_its_prompt(
    prompt: str, context: str, shortened: bool
) -> None:
    assert is_shortened(CallRow("Ann Ivy", 0, "0", 0, prompt, "", "answered"), context) == shortened
