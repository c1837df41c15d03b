"""Times, plans and memories in the words that prompts print."""

from dataclasses import replace
from datetime import datetime

import pytest

from townlet.cognition.answers import Text
from townlet.cognition.templates import Templates, template_source
from townlet.cognition.wording import (
    THOUGHT_LEAD,
    LatestLines,
    day_plan_sentence,
    heard_lead,
    heard_line,
    inner_voice_line,
    overheard_line,
    quoted_words,
    said_lead,
    said_line,
    summary_sentence,
    tell_memories,
    tell_numbered,
    thought_sentence,
)
from townlet.offline.fields import records
from townlet.offline.reader.facts import Reader
from townlet.offline.reader.people import People

from .scene import memory

MONDAY, TUESDAY = datetime(2031, 4, 7), datetime(2031, 4, 8)


def test_memories_are_told_oldest_first_and_a_date_stands_only_where_it_changes() -> None:
    later = [
        replace(memory("C.", 3), created=TUESDAY.replace(hour=9)),
        replace(memory("A.", 1), created=MONDAY.replace(hour=9)),
        replace(memory("B.", 2), created=MONDAY.replace(hour=18, minute=30)),
    ]
    assert tell_memories(later) == [
        {"when": "Mon Apr 7 2031, 9:00 am", "text": "A."},
        {"when": "6:30 pm", "text": "B."},
        {"when": "Tue Apr 8 2031, 9:00 am", "text": "C."},
    ]


def test_a_shorter_prompt_has_the_most_relevant_memories_and_the_latest_lines() -> None:
    shown = "{% for each in memories %}{{ each.text }} {% endfor %}{% for line in own_recent %}{{ line }} {% endfor %}"
    templates = Templates({"place": shown})
    ranked = tell_memories(memory(f"M{n}.", 10 - n) for n in range(9))
    prompt = templates.prompt("place", Text, memories=ranked, own_recent=LatestLines(f"L{n}." for n in range(9)))
    texts = []
    while prompt := prompt.shorter():
        texts.append(prompt.text.split())
    assert [sorted(each) for each in texts] == [["L6.", "L7.", "L8.", "M0.", "M1.", "M2."], ["L8.", "M0."], []]


def test_numbered_memories_keep_their_order_and_can_be_dated_again() -> None:
    times = [MONDAY.replace(hour=9), MONDAY.replace(hour=8), TUESDAY, MONDAY]
    told = tell_numbered([replace(memory(f"{n}.", n), created=time) for n, time in enumerate(times)])
    assert [each["when"] for each in told] == [  # type: ignore[call-overload, index]
        "Mon Apr 7 2031, 9:00 am",
        "8:00 am",
        "Tue Apr 8 2031, 12:00 am",
        "Mon Apr 7 2031, 12:00 am",
    ]
    assert [each["when"] for each in records({"memories": told}, "memories")] == [
        "Mon Apr 7 2031, 9:00 am",
        "Mon Apr 7 2031, 8:00 am",
        "Tue Apr 8 2031, 12:00 am",
        "Mon Apr 7 2031, 12:00 am",
    ]


def test_the_prompts_for_thoughts_and_summaries_ask_for_the_words_that_memories_have() -> None:
    assert f'"{THOUGHT_LEAD.rstrip()}"' in template_source("insights")
    assert summary_sentence("{{ name }}", "{{ age }}", ["{{ traits }}"]) in template_source("summary")


READER = Reader("Ann Bo", People({"Ann Bo": "she", "Cy Marr": "he"}))


@pytest.mark.parametrize(
    ("sentence", "speaker", "hearer"),
    [
        (said_line("Cy Marr", "It's late."), "Ann Bo", "Cy Marr"),
        (heard_line("Cy Marr", "It's late."), "Cy Marr", "Ann Bo"),
        (overheard_line("Cy Marr", "Dee Fay", "It's late."), "Cy Marr", "Dee Fay"),
    ],
)
def test_the_offline_model_reads_the_lines_that_the_mind_writes(sentence: str, speaker: str, hearer: str) -> None:
    line = READER.line(sentence, MONDAY)
    assert line is not None
    assert (line.speaker, line.hearer, line.text) == (speaker, hearer, "It's late.")


@pytest.mark.parametrize(
    ("sentence", "kind", "text"),
    [
        (thought_sentence("Cy Marr is kind"), "thought", "⟦Cy Marr⟧ is kind"),
        (
            day_plan_sentence("Tuesday May 6", "Ann Bo", "tea at 7:30 am"),
            "plans",
            "On Tuesday May 6, ⟦Ann Bo⟧ plans: tea at 7:30 am.",
        ),
    ],
)
def test_the_offline_model_reads_the_thoughts_and_plans_that_the_mind_writes(
    sentence: str, kind: str, text: str
) -> None:
    fact = READER.memory(sentence, MONDAY)
    assert fact is not None
    assert (fact.kind, fact.text) == (kind, text)


@pytest.mark.parametrize(
    "sentence",
    [
        said_line("Cy Marr", "She said 'no'"),
        heard_line("Cy Marr", "She said 'no'"),
        overheard_line("Cy Marr", "Ann Bo", "She said 'no'"),
        inner_voice_line("Cy Marr", "She said 'no'"),
    ],
)
def test_a_quoted_line_is_read_back_whole(sentence: str) -> None:
    assert quoted_words(sentence) == "She said ’no’"


def test_a_sentence_without_a_quotation_quotes_nothing() -> None:
    assert quoted_words("Cy Marr is making tea.") == ""


def test_lines_begin_with_the_words_that_they_are_found_by() -> None:
    assert said_line("Cy Marr", "Hello.").startswith(said_lead("Cy Marr"))
    assert heard_line("Cy Marr", "Hello.").startswith(heard_lead("Cy Marr"))


def test_a_thought_is_marked_once() -> None:
    assert thought_sentence(thought_sentence("Cy Marr is kind")) == "I have come to think that Cy Marr is kind."
