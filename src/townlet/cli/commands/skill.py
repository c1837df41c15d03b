"""`townlet skill`."""

from __future__ import annotations

from importlib import resources

from townlet.cli.options import JsonOption
from townlet.cli.output import print_result


def skill_command(as_json: JsonOption = False) -> None:
    """Print a skill file for coding assistants.

    It tells an assistant how to make a town, run a study and read a run. Save it where your assistant looks for skills;
    docs/assistant.md says more.

    Example:

      townlet skill > SKILL.md
    """
    text = resources.files("townlet.cli").joinpath("SKILL.md").read_text(encoding="utf-8")
    print_result({"skill": text}, as_json, text.rstrip("\n"))
