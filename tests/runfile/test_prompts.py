"""Prompts are kept line by line, each line once."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from townlet.runfile import PromptText, RowsRefused, create_run
from townlet.runfile.prompts import lines

from .made import FILES, HEADER, call

TEXT = st.text(st.characters(codec="utf-8") | st.sampled_from("\n\r \u2028\x0b\x85"))


@given(TEXT)
def test_the_lines_are_the_text(text: str) -> None:
    assert "".join(lines(text)) == text


def test_a_line_that_prompts_share_is_kept_once(tmp_path: Path) -> None:
    shared = "\n".join(f"A line that every prompt has, number {number}." for number in range(40))
    prompts = [PromptText(f"{shared}\n\nQuestion {number}?") for number in range(10)]
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        run.record_calls([call(step, prompt_sha=prompt.sha) for step, prompt in enumerate(prompts)], prompts)

        assert run._only("SELECT count(*) FROM part") == (40 + 10 + 1,)
        assert [run.prompt(prompt.sha) for prompt in prompts] == prompts


def test_parts_that_were_taken_back_are_written_again_with_the_next_prompt(tmp_path: Path) -> None:
    lost, kept = PromptText("A line of both.\nNow?"), PromptText("A line of both.\nThen?")
    with create_run(tmp_path / "a.townlet", HEADER, FILES) as run:
        with pytest.raises(RowsRefused, match="FOREIGN KEY"):
            run.record_calls([call(0, prompt_sha="no such prompt")], [lost], durable=False)

        run.record_calls([call(0, prompt_sha=kept.sha)], [kept], durable=False)
        assert run.prompt(kept.sha) == kept


@given(TEXT, TEXT)
def test_another_text_or_schema_is_another_prompt(text: str, schema: str) -> None:
    prompt = PromptText(text, schema)
    assert prompt.sha == PromptText(text, schema).sha
    assert prompt.sha not in {PromptText(text + "x", schema).sha, PromptText(text, schema + "x").sha}
