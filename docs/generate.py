"""`python docs/generate.py` writes the pages that are made of the code, and executes the notebooks.

It is also an mkdocs hook that shows the notebooks as pages, and puts a moving town on the first page.
"""

from __future__ import annotations

import ast
import html
import inspect
import os
import re
import sys
import tempfile
import textwrap
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime, time
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat

DOCS = Path(__file__).parent
TABLES_PAGE = DOCS / "tables.md"
REFERENCE_PAGE = DOCS / "python-reference.md"
MODELS_PAGE = DOCS / "models" / "which.md"
SERVERS_PAGE = DOCS / "models" / "servers.md"
ROWS_PAGE = DOCS / "rows.md"
ROWS = DOCS / "rows.toml"
TESTS = DOCS.parent / "tests"
NOTEBOOKS = sorted((DOCS / "notebooks").glob("*.ipynb"))
SECONDS = 600
"""The time limit of a notebook cell, in seconds."""

_ERASED = re.compile(r"(?:[^\n]*\n[^\n]*\x1b\[1A)?[^\n]*\x1b\[2K")
"""A line that a program erased again: "12 of 40\\x1b[2K", or the line above it, after a cursor-up "\\x1b[1A"."""
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
"""An escape sequence, such as the colour "\\x1b[31m", or a carriage return."""
_STYLE = re.compile(r"<style.*?</style>\s*", re.DOTALL)
"""A style sheet within a pandas table: "<style>td {color: red}</style>"."""


def executed(path: Path) -> Any:
    """Execute a notebook in a temporary folder and return it with its new outputs."""
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    before = os.environ["PATH"]
    # `!townlet` in a cell runs this environment's command, and prints lines as wide as a page.
    os.environ.update(PATH=os.pathsep.join((str(Path(sys.executable).parent), before)), COLUMNS="100", TERM="dumb")
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            NotebookClient(
                notebook, timeout=SECONDS, coalesce_streams=True, resources={"metadata": {"path": folder}}
            ).execute()
    finally:
        os.environ["PATH"] = before
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", ()):
            if output.output_type == "stream":
                output.text = _plain(output.text)
    return notebook


def _plain(text: str) -> str:
    """Return the text that a terminal shows in the end: without colours and without erased lines."""
    return _CONTROL.sub("", _ERASED.sub("", text.replace("\r\n", "\n")))


def as_markdown(notebook: Any) -> str:
    """Return a notebook as a Markdown page: its text, its code and its outputs."""
    return "\n\n".join(part for cell in notebook.cells for part in _parts(cell)) + "\n"


def _parts(cell: Any) -> Iterator[str]:
    if cell.cell_type == "markdown":
        yield cell.source
        return
    yield f"```python\n{cell.source}\n```"
    for output in cell.outputs:
        yield _shown(output)


def _shown(output: Any) -> str:
    if output.output_type == "stream":
        return f'```text title="prints"\n{output.text.rstrip()}\n```'
    data = output.data
    if "image/png" in data:
        alt = html.escape(data.get("text/plain", "a plot"))
        return f"![{alt}](data:image/png;base64,{data['image/png'].strip()})"
    if "text/html" in data:
        # The theme only styles tables that have no class.
        table = _STYLE.sub("", data["text/html"]).replace(' border="1" class="dataframe"', "")
        return f'<div class="md-typeset__table">\n{table.strip()}\n</div>'
    return f"```text\n{data['text/plain']}\n```"


def on_files(files: Any, config: Any) -> Any:
    """Hook of mkdocs: add a page for each notebook."""
    from mkdocs.structure.files import File

    for path in NOTEBOOKS:
        notebook = nbformat.read(path, as_version=4)
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=as_markdown(notebook)))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Hook of mkdocs: make links to notebooks lead to their pages."""
    return markdown.replace(".ipynb)", ".md)")


def on_post_build(config: Any) -> None:
    """Hook of mkdocs: add the town that the first page shows. TOWNLET_SITE_TOWN names another, such as smallville."""
    page = Path(config.site_dir, "town", "index.html")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_bytes(town_page(os.environ.get("TOWNLET_SITE_TOWN", "applegarth")))


@cache
def town_page(town: str) -> bytes:
    """Return the page that `townlet export --site` writes of a town's days."""
    import townlet

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = townlet.simulate(town, townlet.NewRun(out=Path(folder, f"{town}.townlet")))
        townlet.export_site(run, Path(folder, "site"))
        return Path(folder, "site", "index.html").read_bytes()


def tables_page() -> str:
    """Return the page that describes all tables and their columns."""
    from townlet.reporting.tables.catalogue import TABLES, format_dictionary

    return f"{_TABLES_HEAD}\n{format_dictionary(TABLES)}"


_TABLES_HEAD = """\
# Tables of a run

These are the tables of `townlet.open_run` and `townlet export`, column by column; [Data](data.md) says how to get them.
Steps are counted from the start of the run and last ten seconds of game time. Times are game time and have no time
zone. Places and objects have addresses, `world:sector:arena:object`.
"""


def models_page() -> str:
    """Return the page that says which model to choose, with the prices of the models that `townlet models` names."""
    from townlet.evaluation.estimate import reference_sample
    from townlet.evaluation.within_reach import WithinReach
    from townlet.language.pricing import PriceList, source_of_prices
    from townlet.language.providers.endpoint import Credentials
    from townlet.language.providers.reach import known_models, list_providers
    from townlet.language.routing import JOB_OF_PROMPT

    providers = list_providers(Credentials())
    date = known_models()["date"]
    within = WithinReach((), (), providers, {}, PriceList(moment=datetime.combine(date, time(), UTC)))
    rows = [
        f"| `{model}` | ${within.usd(model):.2f} | ${within.usd(model, only_talk=True):.2f} |"
        for provider in providers
        for model in provider.models
    ]
    counted = reference_sample().counted
    calls = sum(each.calls for each in counted.by_prompt.values())
    talk = sum(each.calls for name, each in counted.by_prompt.items() if JOB_OF_PROMPT.get(name) == "dialogue") / calls
    about = {
        "TABLE": "\n".join(rows),
        "DATE": str(date),
        "TALK": f"{talk:.0%}",
        "PRICES": source_of_prices(),
        "SAMPLE": f"{counted.days:g} days of {counted.people} people, {calls:,} calls",
    }
    return re.sub(r"<([A-Z]+)>", lambda found: about[found[1]], _MODELS_TEXT)


_MODELS_TEXT = """\
# Which model

*Written on <DATE>. Models and prices change: `townlet models` prints this table with the prices that your
installation knows.*

| You want | Choose | Why |
|---|---|---|
| To see what this is | The default | [Rules](../offline-model.md), and they say so. No key, no network |
| Talk by a model, for nothing | `--model dialogue=ollama:NAME` | Rules plan, and your own small model talks |
| A town by a model, for little money | An inexpensive one of the table | The whole architecture for about a dollar |
| A study | One model for all its conditions | You compare the conditions, not the models |

## Prices

<SAMPLE>, counted with rules; a talkative model takes more. Nothing is taken off for [prompt
caches](../cost.md#prompt-caches), [flex tiers](index.md#options-of-a-model-or-job) or batches. Prices are those of
<PRICES>.

| `--model` | Everything by this model | Only talk, as `--model dialogue=...` |
|---|---|---|
<TABLE>

For each provider these are an inexpensive model and a better one. We have compared their prices, not how well they
live: no town has been run with them for this page. `townlet models --check` asks each of yours a small question.
`townlet estimate TOWN --model M` counts the calls of your own town, and `--budget 2usd` stops a run before it costs
more.

## A real small model on your own machine

Install [Ollama](https://ollama.com), then:

```sh
ollama pull NAME
townlet models --check
townlet run smallville --model dialogue=ollama:NAME
```

`NAME` is a model from [Ollama's library](https://ollama.com/library), which says how much memory each takes. The second
line says whether the model keeps to the form that Townlet needs. In the third, rules plan and your model talks, which
is <TALK> of the town's calls. Small models keep the form where the server enforces it, but the plans of models below
about 7 billion parameters are thin, so let them talk first. Then try `--model ollama:NAME`.

Models that think at length before each line are slow at home. Turn thinking off, or down:
`[options.dialogue] thinking = "off"` in [`townlet.toml`](index.md#options-of-a-model-or-job).
"""


def servers_page() -> str:
    """Return the page of what servers do, from the table of habits that the tests live by."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    from servers.habits import EMBEDDINGS, FORMS, HABITS, REQUESTS, SHAPES, UNFIT

    groups = {
        "The form of answers": [*FORMS, *SHAPES],
        "What requests may hold": REQUESTS,
        "Answers that are none": UNFIT,
        "Embeddings": EMBEDDINGS,
    }
    parts = [_SERVERS_HEAD.replace("<NUMBER>", str(len(HABITS)))]
    for title, habits in groups.items():
        rows = (f"| {each.name} | {' | '.join(_ending(each))} |" for each in habits)
        parts.append("\n".join((f"## {title}\n", *_SERVERS_TABLE, *rows)))
    return "\n\n".join(parts) + "\n"


def _ending(habit: Any) -> tuple[str, str]:
    """Return what doctor says of a server with a habit, and how half a day ends."""
    if habit.end == "pauses":
        return f'does not work: "... {habit.told} ..."', "pauses, with these words"
    if habit.most_fallbacks:
        return "works; some answers are missing", f"is lived, with at most {habit.most_fallbacks} fallbacks"
    mended = f"; counts answers with {habit.told}" if habit.told else ""
    same = "is lived as with a server without habits" if habit.end == "lives the same" else "is lived in another way"
    return f"works{mended}", same


_SERVERS_TABLE = ("| The server | `doctor` says | Half a day |", "|---|---|---|")
_SERVERS_HEAD = """\
# What servers do

Servers of language models have habits that no standard knows. This table holds <NUMBER> of them. A test acts each out
on a real socket, asks `townlet doctor` about it, and lets a town of four live by it until everybody is up (from
midnight until six): both have to end as the table says. [When a model fails](../faults.md) says what Townlet does about
them."""


def rows_page() -> str:
    """Return the page of the conditions and slots that the offline model's rows name."""
    from townlet.offline.words import WORDS

    meanings = tomllib.loads(ROWS.read_text(encoding="utf-8"))
    parts = [_ROWS_HEAD]
    for rows, head in _KINDS_OF_ROWS.items():
        parts.append(head)
        parts += [_meanings(title, meanings[rows][title.lower()], form) for title, form in _NAMES_OF_ROWS.items()]
    states = WORDS.tables["states"]
    lines = (f"| {kind} | `{name}` | {_when(when)} |" for kind, names in states.items() for name, when in names.items())
    return "\n\n".join((*parts, "\n".join((_STATES_HEAD, *lines)))) + "\n"


def _when(condition: str) -> str:
    """Return a state's condition for a cell of a table, which a bare pipe would end."""
    return f"<code>{condition.replace('|', '&#124;')}</code>" if condition else "else"


def _meanings(title: str, names: dict[str, str], form: str) -> str:
    lines = (f"| `{form.format(name)}` | {meaning} |" for name, meaning in names.items())
    return "\n".join((f"### {title}\n", "| name | meaning |", "|---|---|", *lines))


_NAMES_OF_ROWS = {"Conditions": "{}", "Slots": "{{{}}}"}
_KINDS_OF_ROWS = {
    "move": """\
## Moves

For rows `[[move]]`, which a town may add in [its folder `words/`](towns.md#wordstoml). The speaker is the one who may
say the row; "it" is the matter that the row is about. Besides these, a row may ask for a manner of speech, such as
`gruff`, for a [state](#states-of-matters), and for what was done about the matter:
`did:accepted` is that the speaker did it to the hearer, `was:` the hearer to the speaker, `ever:` anybody, `i:` the
speaker to anybody, `to:` anybody to the speaker, `now:` somebody in this talk, `told:` somebody to or by the hearer,
and `today:` somebody today. `said:how` is that one of the speaker's latest lines to anybody makes the move `how`.""",
    "question": """\
## Answers

For rows of `questions.toml` and `smalltalk.toml`, by which people answer interviews and visitors. Where the question is
about a matter, the names of moves hold as well: the person asked is the speaker.""",
    "reaction": """\
## Reactions

For rows of `reactions.toml`: what people do about what they notice or think.""",
}
_STATES_HEAD = """\
## States of matters

The first whose condition holds.

| matter | state | if |
|---|---|---|"""
_ROWS_HEAD = """\
# Conditions and slots of rows

The sentences of the [offline model](offline-model.md) stand in rows of TOML files. A row names conditions, which must
hold, and slots, which are filled. A row whose slot nothing fills is not said. These are all of them."""


def reference_page() -> str:
    """Return the page of everything that `from townlet import ...` offers, by topic."""
    import townlet
    import townlet.testing

    parts = [_REFERENCE_HEAD]
    for topic, names in _public_names(Path(townlet.__file__).with_suffix(".pyi")).items():
        parts.append(f"## {topic}")
        for module, name in names:
            source = import_module(module)
            parts.append(_entry(name, getattr(source, name), source))
    parts += ["## Test doubles", "These are imported from `townlet.testing`."]
    parts += [_entry(name, getattr(townlet.testing, name), townlet.testing) for name in townlet.testing.__all__]
    return "\n\n".join(parts) + "\n"


def _public_names(stub: Path) -> dict[str, list[tuple[str, str]]]:
    """Return the module and name of each line of a stub, by topic: the comment that the line stands under."""
    topics: dict[str, list[tuple[str, str]]] = {}
    for line in stub.read_text(encoding="utf-8").splitlines():
        if line.startswith("# ") and "noqa" not in line:
            names = topics.setdefault(line.removeprefix("# "), [])
        elif line.startswith("from "):
            _, module, _, name, *_ = line.split()
            names.append((f"townlet{module}", name))
    return topics


def _entry(name: str, value: Any, source: ModuleType) -> str:
    """Return a name's heading, signature and docstring; for a class also a line for each public member."""
    if not inspect.isclass(value) and not inspect.isfunction(value):
        return f"### {name}\n\n{_constant_doc(name, source)}"
    parts = [f"### {name}"]
    if signature := _signature(name, value):
        parts.append(f"```text\n{signature}\n```")
    parts.append(inspect.getdoc(value) or "")
    if inspect.isclass(value) and (members := list(_members(value))):
        parts.append("\n".join(members))
    return "\n\n".join(parts)


def _signature(name: str, value: Any) -> str:
    """Return the call with its parameters, wrapped if it is long; empty if a default has no readable form."""
    try:
        signature = inspect.signature(value)
    except (TypeError, ValueError):
        return ""
    parameters = [str(each.replace(annotation=inspect.Parameter.empty)) for each in signature.parameters.values()]
    # A default may be a function or a value without a readable form, such as <function reflect at 0x7f...>.
    line = re.sub(r"<(?:[^<>]|<\w+>)*>", "...", f"{name}({', '.join(parameters)})")
    return "\n".join(textwrap.wrap(line, 100, subsequent_indent="    "))


def _members(value: type) -> Iterator[str]:
    """Yield a list item for each documented public method and property that the class itself defines."""
    for name, member in vars(value).items():
        about = inspect.getdoc(member.fget if isinstance(member, property) else getattr(value, name, None))
        plain = isinstance(member, property | classmethod | staticmethod) or inspect.isfunction(member)
        if not name.startswith("_") and plain and about:
            first = about.split("\n\n")[0].replace("\n", " ")
            yield f"- `{name}`: {first}"


def _constant_doc(name: str, source: ModuleType) -> str:
    """Return the docstring of a constant: the string below its assignment."""
    body = ast.parse(inspect.getsource(source)).body
    for statement, after in pairwise(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=target)]) | ast.AnnAssign(target=ast.Name(id=target)):
                named = target == name
            case _:
                named = False
        if named and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            return str(after.value.value)
    return ""


_REFERENCE_HEAD = """\
# Python reference

Everything here is imported from `townlet` itself, as in `from townlet import Simulation`. It keeps its name and meaning
between versions; anything else may change. [From Python](from-python.md) shows how it is used."""

if __name__ == "__main__":
    MODELS_PAGE.write_text(models_page(), encoding="utf-8", newline="\n")
    REFERENCE_PAGE.write_text(reference_page(), encoding="utf-8", newline="\n")
    ROWS_PAGE.write_text(rows_page(), encoding="utf-8", newline="\n")
    SERVERS_PAGE.write_text(servers_page(), encoding="utf-8", newline="\n")
    TABLES_PAGE.write_text(tables_page(), encoding="utf-8", newline="\n")
    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
        print(path.name)
