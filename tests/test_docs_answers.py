"""Questions that people ask, and the page that answers each: a page may become shorter, but keeps its answers."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

ANSWERS = (
    ("How do I install it without anything but Python?", "install.md", "python3 start.py"),
    ("How do I install it without Node?", "install.md", "It needs no Node and no compiler"),
    ("Which Python does it need?", "install.md", "Python 3.11 or later"),
    ("How do I run it in a container?", "install.md", "docker run --rm -it --init -p 8000:8000"),
    ("Which Townlet answers when I type townlet?", "install.md", "`townlet --version` says which one runs"),
    ("Is there a language model in it?", "faq.md", "the offline model"),
    ("How do I cite it?", "faq.md", "publish the manifest of the run"),
    ("How can a class watch a town?", "teachers.md", "serve lesson.townlet --host 0.0.0.0"),
    ("Can pupils change the town?", "teachers.md", "a fork that they make in the page has an address of its own"),
    ("Does what pupils type leave my machine?", "teachers.md", "nothing that pupils type leaves your machine"),
    ("How do I show a run by a link?", "serve.md", "export my.townlet --site public"),
    ("How do I watch a town live?", "serve.md", "townlet serve my-town --days 1"),
    ("How do I search the run?", "serve.md", "searches the whole run so far"),
    ("Can I visit the town?", "serve.md", "come to town as a visitor"),
    ("Who may do what over the network?", "serve.md", "With the second one they can only watch"),
    ("How do I send one scene?", "story.md", "a link to the chapter"),
    ("Can I make a video?", "story.md", "| **Video** | WebM"),
    ("How do I follow a piece of news?", "story.md", "`--thread` takes the name"),
    ("How do I put a town into my own page?", "embed.md", "--allow-embed http://localhost:9000"),
    ("How do I copy a run up to a moment?", "commands.md", "`fork` starts another run"),
    ("How do I write a moment?", "commands.md", "| `day 2 09:30`, `day 2` |"),
    ("What does exit status 3 mean?", "commands.md", "the budget is spent. The run is paused"),
    ("What will a run cost?", "cost.md", "`estimate` lets the town live through its first day"),
    ("How do I limit the bill?", "cost.md", "--budget 5usd"),
    ("Where do prices come from, and how do I set mine?", "cost.md", '[prices."openai:gpt-5-mini"]'),
    ("What does a prompt cache save?", "cost.md", "a prompt cache saves 49 % at most"),
    ("How do I use my own model?", "models/index.md", "Any server with OpenAI's API"),
    ("What happens if the model gives nonsense?", "faults.md", "a fallback, or a pause"),
    ("Can a model be told what to do by what somebody says?", "untrusted-speech.md", "`<data>` and `</data>`"),
    ("How do I see the prompts?", "observability.md", "`--full` prints the whole prompt"),
    ("How do I repeat a run without a model?", "replay.md", "townlet replay my.townlet"),
    ("How do I bring my own people?", "from-a-spreadsheet.md", "townlet people import"),
    ("How do I use a map that I have?", "from-a-tiled-map.md", "townlet map import"),
    ("How does a person's file look?", "towns.md", 'name = "Ada Fenn"'),
    ("How do I close a shop at night?", "towns.md", 'opens = "8:00"'),
    ("How do I take reflection away?", "ablations.md", "--without reflection"),
    ("How does retrieval rank memories?", "how-it-thinks.md", "0.995 to the power of the game hours"),
    ("When does somebody reflect?", "how-it-thinks.md", "adds up to 150"),
    ("Why did a small difference not show?", "studies.md", "Five seeds cannot go below 0.0625"),
    ("How many raters does a ranking take?", "ranking-statistics.md", "fewer than 50 raters"),
    ("Is the file still what I published?", "run-file.md", "publish its head"),
    ("Which tables are there for pandas?", "data.md", "open_run"),
)


@pytest.mark.parametrize(("question", "page", "answer"), ANSWERS, ids=[question for question, *_ in ANSWERS])
def test_a_question_is_answered_on_its_page(question: str, page: str, answer: str) -> None:
    assert answer in " ".join((ROOT / "docs" / page).read_text(encoding="utf-8").split())
