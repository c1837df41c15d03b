"""`townlet story`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from townlet.cli.options import JsonOption, RunFileArgument
from townlet.cli.output import make_console, print_json
from townlet.cli.terminal.story import story_as_markdown, story_as_text, thread_as_markdown, thread_as_text
from townlet.errors import BadInput, quote_for_shell
from townlet.story import CHAPTERS, find_thread, tell_story
from townlet.story.chapter import Story, Thread


def print_story(story: Story, run: Path, as_json: bool, as_markdown: bool) -> None:
    if as_json:
        print_json(story.as_json())
    elif as_markdown:
        typer.echo("\n".join(story_as_markdown(story)))
    else:
        console = make_console()
        for line in story_as_text(story, f"townlet story {quote_for_shell(str(run))}"):
            console.print(line, soft_wrap=True)


def print_thread(story: Story, thread: Thread, as_json: bool, as_markdown: bool) -> None:
    if as_json:
        print_json(thread.as_json(story.start, story.step_seconds))
    elif as_markdown:
        typer.echo("\n".join(thread_as_markdown(story, thread)))
    else:
        console = make_console()
        for line in thread_as_text(story, thread):
            console.print(line, soft_wrap=True)


def story_command(
    run: RunFileArgument,
    thread: Annotated[
        str,
        typer.Option("--thread", metavar="NAME", help="Follow one thread instead: its name, or words of its title."),
    ] = "",
    person: Annotated[
        str, typer.Option("--person", metavar="P", help="Follow one person instead: everything that was found of them.")
    ] = "",
    chapters: Annotated[
        int, typer.Option("--chapters", min=1, max=1000, metavar="N", help="How many chapters to tell at most.")
    ] = CHAPTERS,
    as_json: JsonOption = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, for a page of your own.")] = False,
) -> None:
    """Tell the story of a run in chapters.

    Rules find the moments worth telling: how news got around, what an inner voice led to, who kept a promise, who
    stayed away. No language model is asked, and each sentence rests on the run file. --json gives the evidence.

    Examples:

      townlet story my.townlet

      townlet story my.townlet --thread news-1

      townlet story my.townlet --person nell

      townlet story my.townlet --chapters 5 --markdown > story.md
    """
    if thread and person:
        raise BadInput("--thread and --person follow different things; give one of them.")
    if as_json and as_markdown:
        raise BadInput("--json and --markdown are two forms; give one of them.")
    if thread or person:
        print_thread(*find_thread(run, thread, person=person), as_json, as_markdown)
    else:
        print_story(tell_story(run, chapters), run, as_json, as_markdown)
